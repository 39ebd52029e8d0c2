//! Programs that say something else, or draw another board.

use tabiya_classics::{BoardFrame, Classic, Part, Parts, PieceStyle, Rows, Voice};
use tabiya_classroom::Topic;

use super::change::Mutant;

/// An occasion on which a classic says something, and the rule that is concerned.
struct Occasion {
    name: &'static str,
    parts: fn(&mut Voice) -> &mut Parts,
    topics: &'static [Topic],
    /// Whether the document settles what is said.
    is_settled: fn(&Classic) -> bool,
}

const OCCASIONS: &[Occasion] = &[
    Occasion {
        name: "a game begins",
        parts: |voice| &mut voice.started,
        topics: &[Topic::Start, Topic::NewGame],
        is_settled: |_| true,
    },
    Occasion {
        name: "a turn begins",
        parts: |voice| &mut voice.turn,
        topics: &[Topic::Start, Topic::Mode],
        is_settled: |_| true,
    },
    Occasion {
        name: "something is asked",
        parts: |voice| &mut voice.prompt,
        topics: &[],
        is_settled: |_| true,
    },
    Occasion {
        name: "something was read",
        parts: |voice| &mut voice.heard,
        topics: &[],
        is_settled: |_| true,
    },
    Occasion {
        name: "a piece was moved",
        parts: |voice| &mut voice.moved,
        topics: &[],
        is_settled: |_| true,
    },
    Occasion { name: "a piece was taken", parts: |voice| &mut voice.took, topics: &[], is_settled: |_| true },
    Occasion {
        name: "a machine moved",
        parts: |voice| &mut voice.machine_moved,
        topics: &[],
        is_settled: |classic| !classic.dialect.machines.is_empty(),
    },
    Occasion {
        name: "there is a check",
        parts: |voice| &mut voice.check,
        topics: &[Topic::Check],
        is_settled: |_| true,
    },
    Occasion {
        name: "there is no piece",
        parts: |voice| &mut voice.refused.empty,
        topics: &[],
        is_settled: |classic| !classic.dialect.open.refusals,
    },
    Occasion {
        name: "it is not that side's turn",
        parts: |voice| &mut voice.refused.turn,
        topics: &[Topic::NotYours],
        is_settled: |classic| !classic.dialect.open.refusals,
    },
    Occasion {
        name: "a piece cannot move there",
        parts: |voice| &mut voice.refused.cannot,
        topics: &[],
        is_settled: |classic| !classic.dialect.open.refusals,
    },
    Occasion {
        name: "nothing was understood",
        parts: |voice| &mut voice.unclear,
        topics: &[],
        is_settled: |classic| !classic.dialect.open.refusals && !classic.dialect.open.nonsense,
    },
    Occasion {
        name: "checkmate",
        parts: |voice| &mut voice.ended.checkmate,
        topics: &[Topic::Checkmate],
        is_settled: |classic| classic.rules.moves.knows_check(),
    },
    Occasion {
        name: "stalemate",
        parts: |voice| &mut voice.ended.stalemate,
        topics: &[Topic::Stalemate],
        is_settled: |classic| {
            classic.rules.moves.knows_check()
                && !classic.dialect.open.stalemate
                && !classic.rules.ends.lets_pass()
        },
    },
    Occasion {
        name: "a side won",
        parts: |voice| &mut voice.ended.won,
        topics: &[Topic::RoyalTaken, Topic::Stop, Topic::Resignation],
        is_settled: |classic| !classic.rules.moves.knows_check() || classic.dialect.giving_up.is_some(),
    },
    Occasion {
        name: "nobody won",
        parts: |voice| &mut voice.ended.drawn,
        topics: &[Topic::NoSafeMove, Topic::Stop, Topic::Worth(tabiya_rules::Role::Bishop)],
        is_settled: |classic| !classic.rules.moves.knows_check(),
    },
    Occasion {
        name: "the setting up",
        parts: |voice| &mut voice.placed,
        topics: &[Topic::Setup],
        is_settled: |_| true,
    },
    Occasion {
        name: "goodbye",
        parts: |voice| &mut voice.goodbye,
        topics: &[Topic::MatchScore, Topic::EndOfInput],
        is_settled: |_| true,
    },
];

pub fn mutants(classic: &'static Classic) -> Vec<Mutant> {
    let mut all = Vec::new();
    for occasion in OCCASIONS.iter().filter(|occasion| (occasion.is_settled)(classic)) {
        let mut voice = classic.voice;
        let parts = *(occasion.parts)(&mut voice);
        for (number, part) in parts.iter().enumerate() {
            let others = parts.iter().enumerate().filter(|(at, _)| *at != number).map(|(_, part)| *part);
            all.push(of_voice(
                classic,
                occasion,
                format!("when {} {part:?} is left out", occasion.name),
                others.collect(),
            ));
            if let Part::Text(text) = part {
                let mut others = parts.to_vec();
                others[number] = Part::Text(String::leak(other_text(text)));
                all.push(of_voice(
                    classic,
                    occasion,
                    format!("when {} {text:?} is another text", occasion.name),
                    others,
                ));
            }
        }
    }
    all.extend(frame_mutants(classic));
    all
}

/// A text in which one letter is another.
fn other_text(text: &str) -> String {
    let of_case = |is_wanted: fn(&char) -> bool| text.find(|c| is_wanted(&c));
    match of_case(char::is_ascii_lowercase).or(of_case(char::is_ascii_uppercase)) {
        Some(at) => format!("{}x{}", &text[..at], &text[at + 1..]),
        // What comes behind the last line of a program is another matter.
        None => format!("?{text}"),
    }
}

fn of_voice(classic: &'static Classic, occasion: &Occasion, name: String, parts: Vec<Part>) -> Mutant {
    // The first text of a program is wrong wherever it is, and a blank is a matter of layout.
    let mut mutant = Mutant::new(classic, name, &[]);
    mutant.concerns = [occasion.topics, &[Topic::Layout]].concat();
    if occasion.topics.is_empty() || occasion.topics[0] == Topic::Start {
        mutant.concerns.clear();
    }
    *(occasion.parts)(&mut mutant.classic.voice) = Vec::leak(parts);
    mutant
}

/// What is changed in the frame of a board.
fn frame_mutants(classic: &'static Classic) -> Vec<Mutant> {
    type Field = fn(&mut BoardFrame) -> &mut &'static str;
    let fields: [(&str, Field); 7] = [
        ("above the board", |frame| &mut frame.top),
        ("before a row", |frame| &mut frame.before),
        ("between squares", |frame| &mut frame.between),
        ("behind a row", |frame| &mut frame.after),
        ("below the board", |frame| &mut frame.bottom),
        ("on light squares", |frame| &mut frame.light),
        ("on dark squares", |frame| &mut frame.dark),
    ];
    let mut all = Vec::new();
    let mut frame = classic.voice.frame;
    if frame == Voice::SILENT.frame {
        return all;
    }
    let mut add = |name: String, change: &dyn Fn(&mut BoardFrame)| {
        let mut mutant = Mutant::new(classic, name, &[]);
        change(&mut mutant.classic.voice.frame);
        all.push(mutant);
    };
    for (place, field) in fields {
        let text: &'static str = field(&mut frame);
        if !text.is_empty() {
            add(format!("{place} there is nothing"), &|frame| *field(frame) = "");
        }
        let other: &'static str = String::leak(format!("{text}."));
        add(format!("{place} there is more"), &|frame| *field(frame) = other);
    }
    add("rows are numbered from the other side".to_owned(), &|frame| {
        frame.rows = match frame.rows {
            Rows::FromWhite => Rows::FromBlack,
            Rows::FromBlack => Rows::FromWhite,
        };
    });
    add("men are written otherwise".to_owned(), &|frame| {
        frame.men = match frame.men {
            PieceStyle::WhiteCapital => PieceStyle::BlackCapital,
            PieceStyle::BlackCapital | PieceStyle::ColorAndRole | PieceStyle::Letters(_) => {
                PieceStyle::WhiteCapital
            }
        };
    });
    all
}
