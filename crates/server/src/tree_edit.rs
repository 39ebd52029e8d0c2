//! What is said of a game's moves, changed: as clients ask for it, and as it is kept with the entry that did it.
//!
//! An edit lies beside the events of its entry, which are none: what happened in a game is one thing, what is said of it
//! another. The tree of moves with all remarks is what the edits lead to, one after the other, from what the game and the
//! file that it was opened from tell (`room/tree.rs`).

use serde::{Deserialize, Serialize};
use tabiya_notation::pgn::{
    Arrow, Circle, CommentPlace, Drawing, EditRefusal, Nag, NotAPath, PgnChange, PgnEdit, PgnPath,
};
use tabiya_notation::{NotAUciMove, UciMove, Unplayable};
use tabiya_rules::{ByLanguage, Illegal, Language, Position, Rules};

use crate::Error;
use crate::grounds::Grounds;
use crate::typed_move::typed_move;

/// An edit as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TreeEdit {
    /// The way to the move, such as `e2e4 e7e5`.
    pub at: String,
    /// What is changed there.
    pub change: TreeChange,
    /// The way to the move that it is about once it is made, where that does not follow from the edit alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Whether the tree had what was taken back at the end of the game, where this is the first edit of a game that is
    /// over. Earlier versions left that out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole: bool,
}

/// What is changed at a move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum TreeChange {
    /// What is said there. What programs wrote into the comment, such as clocks, stays.
    Comment {
        /// Before the first move of a variation, or after a move.
        place: RemarkPlace,
        /// The words; each line is a comment of its own, and none takes it away.
        text: String,
    },
    /// All marks of the move, by their numbers in PGN with blanks between them: `1 16` is `!` and `±`.
    Marks(String),
    /// All arrows and circles with blanks between them, such as `Ge2e4 Rd5`: green, red, yellow, blue.
    Drawing(String),
    /// A move that could be made there, in any notation: a new variation, or the line goes on. After the last move of a
    /// game that is over it is `beside`.
    Play(String),
    /// A variation that begins with the same move and goes on with this one.
    Beside(String),
    /// The variation takes the place of the line that it is a variation of.
    Promote,
    /// The variation that the move begins changes places with the one before it, behind the line that both are variations of.
    Earlier,
    /// The move goes, with all that follows it.
    Delete,
}

/// Where a remark stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum RemarkPlace {
    /// Before the first move of a variation.
    Before,
    /// After a move, or before the first one of the game.
    After,
}

impl TreeChange {
    /// What somebody has written for it.
    pub(crate) fn text(&self) -> &str {
        match self {
            TreeChange::Comment { text, .. }
            | TreeChange::Marks(text)
            | TreeChange::Drawing(text)
            | TreeChange::Play(text)
            | TreeChange::Beside(text) => text,
            TreeChange::Promote | TreeChange::Earlier | TreeChange::Delete => "",
        }
    }
}

impl TreeEdit {
    /// What somebody wishes to change.
    pub fn new(at: String, change: TreeChange) -> TreeEdit {
        TreeEdit { at, change, place: None, is_whole: true }
    }

    /// What it means, or why it means nothing. Moves are in the form in which they are kept.
    pub fn read(&self) -> Result<PgnEdit, Error> {
        let at: PgnPath = self.at.parse().map_err(|why: NotAPath| Error::bad("bad_path", why))?;
        let uci =
            |text: &str| text.parse::<UciMove>().map_err(|why: NotAUciMove| Error::bad("not_a_move", why));
        let change = match &self.change {
            TreeChange::Comment { place, text } => {
                let place = match place {
                    RemarkPlace::Before => CommentPlace::Before,
                    RemarkPlace::After => CommentPlace::After,
                };
                PgnChange::Words(place, text.lines().map(str::to_owned).collect())
            }
            TreeChange::Marks(text) => PgnChange::Marks(marks(text)?),
            TreeChange::Drawing(text) => PgnChange::Drawing(drawing(text)?),
            TreeChange::Play(m) => PgnChange::Play(uci(m)?),
            TreeChange::Beside(m) => PgnChange::Beside(uci(m)?),
            TreeChange::Promote => PgnChange::Promote,
            TreeChange::Earlier => PgnChange::Earlier,
            TreeChange::Delete => PgnChange::Delete,
        };
        Ok(PgnEdit { at, change })
    }

    /// The way to the move that it is about once it is made; nothing where it cannot be read any more.
    pub fn place(&self) -> Option<String> {
        self.place.clone().or_else(|| self.read().ok().map(|edit| edit.place().to_string()))
    }

    /// What happened, in a sentence.
    pub fn says(&self) -> ByLanguage<&'static str> {
        let (english, german) = match &self.change {
            TreeChange::Comment { text, .. } if text.trim().is_empty() => {
                ("A remark was taken away.", "Eine Anmerkung wurde entfernt.")
            }
            TreeChange::Comment { .. } => ("A remark was written.", "Eine Anmerkung wurde geschrieben."),
            TreeChange::Marks(marks) if marks.trim().is_empty() => {
                ("The marks of a move were taken away.", "Die Zeichen eines Zuges wurden entfernt.")
            }
            TreeChange::Marks(_) => ("A move was marked.", "Ein Zug bekam Zeichen."),
            TreeChange::Drawing(drawn) if drawn.trim().is_empty() => {
                ("The drawing was taken away.", "Die Zeichnung wurde entfernt.")
            }
            TreeChange::Drawing(_) => ("The drawing was changed.", "Die Zeichnung wurde geändert."),
            TreeChange::Play(_) | TreeChange::Beside(_) => {
                ("A variation was added.", "Eine Variante kam hinzu.")
            }
            TreeChange::Promote => ("A variation was promoted.", "Eine Variante wurde aufgewertet."),
            TreeChange::Earlier => {
                ("A variation was put before another.", "Eine Variante kam vor eine andere.")
            }
            TreeChange::Delete => ("Moves were deleted.", "Züge wurden gelöscht."),
        };
        ByLanguage { english, german }
    }
}

fn marks(text: &str) -> Result<Vec<Nag>, Error> {
    let mark = |word: &str| {
        word.parse().map(Nag).map_err(|_| {
            let says = ByLanguage {
                english: "a mark is a number from 0 to 255",
                german: "ein Zeichen ist eine Zahl von 0 bis 255",
            };
            Error::bad("bad_marks", says)
        })
    };
    text.split_ascii_whitespace().map(mark).collect()
}

/// Arrows have two squares, circles one.
fn drawing(text: &str) -> Result<Drawing, Error> {
    let mut drawing = Drawing::default();
    for text in text.split_ascii_whitespace() {
        match (Arrow::parse(text), Circle::parse(text)) {
            (Some(arrow), _) => drawing.arrows.push(arrow),
            (None, Some(circle)) => drawing.circles.push(circle),
            (None, None) => {
                let says = ByLanguage {
                    english: "an arrow is written as Ge2e4, a circle as Ge4: G, R, Y or B for the color, and the squares",
                    german: "ein Pfeil wird Ge2e4 geschrieben, ein Kreis Ge4: G (grün), R (rot), Y (gelb) oder B (blau), dann die Felder",
                };
                return Err(Error::refused("bad_drawing", says));
            }
        }
    }
    Ok(drawing)
}

/// The move that a text means in a position, in the form in which it is kept.
pub(crate) fn read_move(
    text: &str,
    language: Language,
    position: &Position<&'static Rules>,
) -> Result<UciMove, Error> {
    if let Some(outcome) = position.outcome() {
        return Err(Error::Refused(Grounds::from(&Illegal::GameOver(outcome))));
    }
    if let Ok(m @ UciMove::Normal { .. }) = text.parse::<UciMove>() {
        let m = m.to_move(position).map_err(|why| Error::Refused(unplayable(&why)))?;
        return Ok(UciMove::from_move(m, position));
    }
    let m = typed_move(text, language, |read| read.to_move(position))?;
    Ok(UciMove::from_move(m, position))
}

fn unplayable(why: &Unplayable) -> Grounds {
    match why {
        Unplayable::Illegal(why) => Grounds::from(why),
        Unplayable::Null => Grounds::plain("no_move", *why),
    }
}

impl From<&EditRefusal> for Grounds {
    fn from(refusal: &EditRefusal) -> Grounds {
        let code = match refusal {
            EditRefusal::Unplayable(why) => return unplayable(why),
            EditRefusal::UnreadStart => "unread_start",
            EditRefusal::NoSuchMove(_) => "no_such_move",
            EditRefusal::Start => "no_move_here",
            EditRefusal::NoVariation => "no_variation",
            EditRefusal::Unchanged => "unchanged",
            EditRefusal::MainLine => "main_line",
            EditRefusal::FirstVariation => "first_variation",
            EditRefusal::PlayedFirst | EditRefusal::Played => "played",
            EditRefusal::TakenBack => "taken_back",
            EditRefusal::Passes => "passes",
            EditRefusal::TooManyMoves { .. } => "too_many_moves",
            EditRefusal::TooLong { .. } => "too_long",
            EditRefusal::TooMuchText { .. } => "too_much_text",
            EditRefusal::TooManyMarks => "too_many_marks",
            EditRefusal::TooManyDrawn => "too_many_drawn",
            EditRefusal::TooDeep => "too_deep",
        };
        Grounds::plain(code, refusal.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_read_back_as_they_were_written() {
        let comment = |text: &str| TreeChange::Comment { place: RemarkPlace::After, text: text.to_owned() };
        let written = [
            (comment("good\nor bad"), r#"{"comment":{"place":"after","text":"good\nor bad"}}"#),
            (TreeChange::Marks("1 16".to_owned()), r#"{"marks":"1 16"}"#),
            (TreeChange::Drawing("Ge2e4 Rd5".to_owned()), r#"{"drawing":"Ge2e4 Rd5"}"#),
            (TreeChange::Play("e2e4".to_owned()), r#"{"play":"e2e4"}"#),
            (TreeChange::Beside("e2e4".to_owned()), r#"{"beside":"e2e4"}"#),
            (TreeChange::Promote, r#""promote""#),
            (TreeChange::Earlier, r#""earlier""#),
            (TreeChange::Delete, r#""delete""#),
        ];
        for (change, text) in written {
            assert_eq!(serde_json::to_string(&change).unwrap(), text);
            assert_eq!(serde_json::from_str::<TreeChange>(text).unwrap(), change);
            let edit = TreeEdit::new("e2e4 e7e5~2".to_owned(), change);
            assert!(edit.read().is_ok(), "{text}");
            let ByLanguage { english, german } = edit.says();
            assert!(english.ends_with('.') && german.ends_with('.'));
        }
    }

    #[test]
    fn an_edit_that_cannot_be_read_is_about_no_move() {
        let at = |at: &str| TreeEdit::new(at.to_owned(), TreeChange::Promote).place();
        assert_eq!((at("e2e4"), at(""), at("Nf3")), (Some("e2e4".to_owned()), Some(String::new()), None));
    }

    #[test]
    fn edits_of_earlier_versions_are_read_as_they_were() {
        let kept: TreeEdit = serde_json::from_str(r#"{"at":"e2e4","change":"promote"}"#).unwrap();
        assert_eq!((kept.place.as_deref(), kept.is_whole), (None, false));
        assert_eq!(serde_json::to_string(&kept).unwrap(), r#"{"at":"e2e4","change":"promote"}"#);
        let edit = TreeEdit { place: Some("d2d4".to_owned()), ..kept };
        assert_eq!(edit.place().as_deref(), Some("d2d4"));
    }
}
