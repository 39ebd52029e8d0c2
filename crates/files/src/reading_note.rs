use std::fmt;

use tabiya_notation::Fen;
use tabiya_notation::epd::EpdNote;

/// Something that was taken otherwise than it is written, or than it was asked for.
///
/// ```
/// use tabiya_files::{Form, GameReader, Pardon, ReadingNote, open_game};
///
/// let text = "4k3/8/8/8/8/8/8/4K3 w - -";
/// let mut games = GameReader::new(Form::Fen, text.as_bytes(), None, Pardon::Everything);
/// let notes = open_game(&mut games, 1).unwrap().notes;
/// assert!(matches!(notes[0], ReadingNote::Line { number: 1, .. }));
/// assert_eq!(notes[1].to_string(), "line 1: the move number field is missing: taken as 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingNote {
    /// In a position that is written in a line, with what an EPD says of it.
    Line {
        /// The number of the line, from 1.
        number: u64,
        /// What it was.
        note: EpdNote,
    },
    /// The moves of an XML document, which names no rules, are not legal under those that were asked for.
    OtherRules {
        /// What those are called.
        asked: String,
        /// Under which they are legal.
        played: String,
    },
    /// A game of XML, which cannot say so itself, begins elsewhere than usual.
    OtherStart {
        /// What its rules are called.
        rules: String,
        /// Where it begins.
        start: Fen,
    },
}

impl fmt::Display for ReadingNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadingNote::Line { number, note } => write!(f, "line {number}: {note}"),
            ReadingNote::OtherRules { asked, played } => {
                write!(f, "its moves are legal under the rules {played}, not under {asked}")
            }
            ReadingNote::OtherStart { rules, start } => {
                write!(f, "the start is not the usual one of the rules {rules}: it is {start}")
            }
        }
    }
}
