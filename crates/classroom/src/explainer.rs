//! What our program does with each thing that it reads, and why: the rule behind a part of its output.

use tabiya_classics::{Classic, Dialect, Frame, Men, SessionView};
use tabiya_game::{Ending, Game, NodeId, Step, narration};
use tabiya_notation::{Fen, UciMove};
use tabiya_rules::{Board, Color, Draw, Outcome, Square, Victory};

use crate::comparison::{ExpectedPart, Wording};
use crate::step_context::StepContext;

/// Somebody who watches our program play.
pub struct Explainer<'a> {
    dialect: &'a Dialect,
    frame: Frame,
    /// The table as it was before.
    before: Snapshot,
    /// A game that has just ended and may be off the table already.
    ended: Option<Snapshot>,
}

/// What our program has read.
pub struct Fed {
    pub fed: Vec<u8>,
    /// What it told beside its output: why it refused that, if it did.
    pub reasons: Vec<u8>,
    /// Whether the input is at its end.
    pub is_end: bool,
}

/// One step of our program.
#[derive(Default)]
pub struct ReferenceStep {
    pub moment: StepContext,
    wording: Option<Wording>,
    /// Whether its last line may be worded otherwise.
    is_last_line_open: bool,
}

/// What is on the table, in words.
#[derive(Clone, Default)]
struct Snapshot {
    moves: Vec<String>,
    board: Option<String>,
    fen: Option<String>,
    /// What the last move did.
    last: String,
    /// How the game ended.
    ending: Option<(Ending, String)>,
    is_setup: bool,
}

impl ReferenceStep {
    /// The step's output in parts that are fixed or open.
    pub fn parts(&self, text: &[u8]) -> Vec<ExpectedPart> {
        let part = |text: &[u8], wording| ExpectedPart { text: text.to_vec(), wording };
        let wording = self.wording.unwrap_or(Wording::Fixed);
        if !self.is_last_line_open {
            return vec![part(text, wording)];
        }
        let body = text.strip_suffix(b"\n").unwrap_or(text);
        let last = body.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        vec![part(&text[..last], wording), part(&text[last..], Wording::Open)]
    }
}

impl Explainer<'_> {
    pub fn new(classic: &Classic) -> Explainer<'_> {
        Explainer {
            dialect: &classic.dialect,
            frame: picture_frame(&classic.voice.frame),
            before: Snapshot::default(),
            ended: None,
        }
    }

    /// A game ends; the table may be cleared before the next look.
    pub fn see_end(&mut self, game: &Game) {
        self.ended = Some(self.table(SessionView::Game(game)));
    }

    /// Our program has read something and done what it does with it. `answer` is what it wrote.
    pub fn see(&mut self, sight: SessionView<'_>, read: Fed, answer: &[u8]) -> ReferenceStep {
        let left = self.table(sight);
        let after = self.ended.take().unwrap_or_else(|| left.clone());
        let reason = reason(&read.reasons);
        let step = ReferenceStep {
            wording: Some(self.wording(&read, reason.as_deref(), answer)),
            is_last_line_open: self.dialect.open.stalemate && self.is_stalemate(&after),
            moment: StepContext {
                account: self.account(&after, &read, reason.as_deref()),
                fed: read.fed,
                moves: numbered(&after.moves),
                board: after.board,
                fen: after.fen,
                ..StepContext::default()
            },
        };
        self.before = left;
        step
    }

    fn wording(&self, read: &Fed, reason: Option<&str>, answer: &[u8]) -> Wording {
        let open = self.dialect.open;
        let is_refused = reason.is_some();
        let is_open = is_refused && open.refusals
            || is_refused && open.after_end && self.before.ending.is_some()
            || is_refused && open.nonsense && (answer.is_empty() || !names_squares(&read.fed))
            || open.answers && self.is_question(&read.fed);
        if is_open { Wording::Open } else { Wording::Fixed }
    }

    fn is_question(&self, fed: &[u8]) -> bool {
        self.dialect.questions.iter().any(|question| question.as_bytes() == fed.trim_ascii())
    }

    /// Whether this step has brought a stalemate.
    fn is_stalemate(&self, after: &Snapshot) -> bool {
        let outcome = match after.ending {
            Some((Ending::ByRules(outcome), _)) if self.before.ending.is_none() => outcome,
            _ => return false,
        };
        matches!(outcome, Outcome::Drawn(Draw::Stalemate) | Outcome::Won { by: Victory::Stalemate, .. })
    }

    /// What our program did, and by which rule.
    fn account(&self, after: &Snapshot, read: &Fed, reason: Option<&str>) -> String {
        let (fed, dialect) = (String::from_utf8_lossy(read.fed.trim_ascii()), self.dialect);
        if let Some(reason) = reason {
            return format!("{} must be refused. {reason} {}", quoted(&fed), dialect.after_refusal);
        }
        if read.is_end && read.fed.is_empty() {
            return "The input is at its end.".to_owned();
        }
        let made = after.moves.len().checked_sub(self.before.moves.len());
        let end = match &after.ending {
            Some((_, words)) if self.before.ending.is_none() => format!(" {words} {}", dialect.after_end),
            _ => String::new(),
        };
        let deed = match made {
            _ if after.is_setup => "A position is set up; the board is shown after every change.".to_owned(),
            _ if self.is_question(&read.fed) => {
                format!("{} is a question and changes nothing.", quoted(&fed))
            }
            Some(1) => format!("{} is legal. {}", quoted(&fed), after.last),
            None if after.moves.is_empty() => "A new game begins.".to_owned(),
            None => "The last move is taken back.".to_owned(),
            Some(_) if self.before.board != after.board => {
                "A game begins, and this is the first that is printed.".to_owned()
            }
            Some(_) if end.is_empty() && !fed.is_empty() => {
                format!("{} changes nothing on the board.", quoted(&fed))
            }
            Some(_) => String::new(),
        };
        format!("{deed}{end}").trim().to_owned()
    }

    fn table(&self, sight: SessionView<'_>) -> Snapshot {
        match sight {
            SessionView::Nothing | SessionView::Wanted(_) | SessionView::Refused(_) => Snapshot::default(),
            SessionView::SettingUp(setup) => {
                let board = Some(self.picture(&setup.board, setup.turn));
                Snapshot { board, is_setup: true, ..Snapshot::default() }
            }
            SessionView::Game(game) | SessionView::End(game) => self.game(game),
        }
    }

    fn game(&self, game: &Game) -> Snapshot {
        let rows = self.frame.rows;
        let turned = |words: String| rows.turn_words(&words);
        Snapshot {
            moves: moves(game).into_iter().map(turned).collect(),
            board: Some(self.picture(game.position().board(), game.turn())),
            fen: Some(Fen::from(game.position()).to_string()),
            last: turned(last_move(game)),
            ending: game.ending().map(|ending| (ending, ending_words(game, ending))),
            is_setup: false,
        }
    }

    fn picture(&self, board: &Board, turn: Color) -> String {
        let mut picture = Vec::new();
        self.frame.draw(board, &mut picture).expect("a vector takes everything");
        format!("{}   {turn} to move", String::from_utf8_lossy(&picture))
    }
}

/// The dialect's rows and letters, in the same plain frame for all.
fn picture_frame(own: &Frame) -> Frame {
    let men = match own.men {
        Men::ColorAndRole => Men::WhiteCapital,
        men => men,
    };
    let bottom = "\n   a b c d e f g h";
    Frame {
        rows: own.rows,
        top: "",
        before: "  ",
        between: " ",
        after: "\n",
        bottom,
        men,
        light: ".",
        dark: ".",
    }
}

/// The reason in what was told beside the output. A question may stand before it on the same line.
fn reason(told: &[u8]) -> Option<String> {
    let told = String::from_utf8_lossy(told);
    let last = told.lines().last()?.trim();
    let reason = last.rsplit_once("): ").map_or(last, |(_, reason)| reason).trim();
    (!reason.is_empty() && !reason.ends_with(':')).then(|| reason.to_owned())
}

fn quoted(fed: &str) -> String {
    if fed.is_empty() { "An empty line".to_owned() } else { format!("\"{}\"", tabiya_system::visible(fed)) }
}

/// Whether a line is two squares and nothing else.
fn names_squares(fed: &[u8]) -> bool {
    let text = String::from_utf8_lossy(fed).to_ascii_lowercase();
    let words: Vec<&str> = text.split_whitespace().collect();
    words.len() == 2 && words.iter().all(|word| word.parse::<Square>().is_ok())
}

fn ending_words(game: &Game, ending: Ending) -> String {
    format!(
        "{}, and the game ends.",
        narration::sentence(narration::ending_words(ending, game.seats())).trim_end_matches('.')
    )
}

fn moves(game: &Game) -> Vec<String> {
    let history = game.history();
    let spelled = |node: NodeId| {
        let position = &history.get(history.parent(node)?)?.position;
        match history.get(node)?.step? {
            Step::Pass => Some("pass".to_owned()),
            Step::Move(m) => Some(match UciMove::from_move(m, position) {
                UciMove::Normal { from, to, promotion } => {
                    let new = promotion.map(|role| format!("={}", role.letter().to_ascii_uppercase()));
                    format!("{from}-{to}{}", new.unwrap_or_default())
                }
                other => other.to_string(),
            }),
        }
    };
    history.line().filter_map(spelled).collect()
}

/// What the last move did, and whether it gives check.
fn last_move(game: &Game) -> String {
    let history = game.history();
    let before = history.parent(history.here()).and_then(|node| history.get(node));
    let (Some(before), Some(Step::Move(m))) = (before, history.current().step) else { return String::new() };
    let told = narration::sentence(narration::move_words(&before.position, m));
    let is_check = game.ending().is_none() && game.position().is_check();
    if is_check { format!("{told} {} is in check.", game.turn()) } else { told }
}

/// Moves in pairs, with their numbers.
fn numbered(moves: &[String]) -> String {
    let pairs =
        moves.chunks(2).enumerate().map(|(number, pair)| format!("{}. {}", number + 1, pair.join(" ")));
    pairs.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_found_behind_questions() {
        assert_eq!(reason(b"It is Black's turn.\n").unwrap(), "It is Black's turn.");
        let asked = b"Promote to (Q, R, B, N): The pawn must become a queen, rook, bishop or knight.\n";
        assert_eq!(reason(asked).unwrap(), "The pawn must become a queen, rook, bishop or knight.");
        assert_eq!(reason(b"Promote to (Q, R, B, N): "), None);
        assert_eq!(reason(b""), None);
    }

    #[test]
    fn moves_come_in_pairs() {
        let moves = ["e2-e4", "e7-e5", "g1-f3"].map(str::to_owned);
        assert_eq!(numbered(&moves), "1. e2-e4 e7-e5 2. g1-f3");
        assert_eq!(numbered(&[]), "");
    }
}
