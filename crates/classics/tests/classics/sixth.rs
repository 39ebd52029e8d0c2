//! A sixth classic is one small value.

use crate::support::session;
use tabiya_classics::{
    Afterwards, AtEnd, BoardFrame, Classic, ClassicOptions, ClassicPlayer, Dialect, DocumentReading,
    EndParts, FirstGame, Grammar, Machines, OpenTexts, Pair, Part, PieceStyle, Punctuation, Reasons,
    RefusalParts, Rows, SessionConduct, Skill, Verb, Voice,
};
use tabiya_rules::{ByColor, FIDE};

fn sixth() -> Classic {
    Classic {
        name: "sixth",
        document: "sixth",
        reading: DocumentReading::Verified,
        title: "A sixth classic",
        summary: "full chess in few words, with a machine that is asked for at the start",
        example: "play e2 e4",
        rules: &FIDE,
        conduct: SessionConduct {
            opening: FirstGame::Mode {
                question: "machine? ",
                modes: &[
                    ByColor {
                        white: ClassicPlayer::Person,
                        black: ClassicPlayer::Machine(Skill::PieceByChance),
                    },
                    ByColor { white: ClassicPlayer::Person, black: ClassicPlayer::Person },
                ],
            },
            machines: Machines::Unasked,
            afterwards: Afterwards::Leave,
            reasons: Reasons::Always,
        },
        grammar: Grammar::Words {
            verbs: &[("bye", Verb::Resign)],
            pair: Pair::Move,
            punctuation: Punctuation::Kept,
        },
        voice: Voice {
            frame: BoardFrame {
                rows: Rows::FromWhite,
                top: "",
                before: ":",
                between: "",
                after: ";",
                bottom: "\n",
                men: PieceStyle::WhiteCapital,
                light: ".",
                dark: ".",
            },
            started: &[Part::Board],
            took: &[Part::Man, Part::Text(" takes "), Part::Taken, Part::Text("\n")],
            refused: RefusalParts::always(&[Part::Text("no\n")]),
            ended: EndParts::always(&[Part::Winner, Part::Text("!\n")]),
            ..Voice::SILENT
        },
        hint: "",
        cases: &[],
        dialect: Dialect {
            greeting: &["2"],
            spell: |from, to, _, _| format!("{from} {to}"),
            nonsense: &["what"],
            questions: &[],
            new_game: None,
            giving_up: Some("bye"),
            setups: &[],
            machines: &[],
            undo_sessions: &[],
            sample: None,
            after_refusal: "A refusal is `no`.",
            after_end: "Then it ends.",
            open: OpenTexts::NONE,
            at_end: AtEnd::Anything,
            misprints: &[],
        },
        departures: &[],
    }
}

#[test]
fn a_sixth_classic_needs_nothing_but_its_value() {
    let (output, asides) =
        session(&sixth(), &ClassicOptions::default(), b"0\ne2 e4\nd7 d5\ne4 d5\nd5 d6\nbye\nunread\n");
    assert_eq!(
        String::from_utf8(output).unwrap(),
        "machine? 8:rnbqkbnr;7:pppppppp;6:........;5:........;4:........;3:........;2:PPPPPPPP;1:RNBQKBNR;\n\
         Pawn takes Pawn\nno\nWhite!\n"
    );
    assert_eq!(asides, "The pawn on d5 is White's, and it is Black's turn.\n");
}
