use std::fmt;

use tabiya_notation::pgn::PgnEnding;

/// Something that was left out of a game when it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Omission {
    /// The variations: with them there were more moves than are kept.
    Variations {
        /// How many are kept.
        most_moves: u64,
    },
    /// All that is said of the moves, and the headings: there was more text than is kept.
    Remarks {
        /// How much is kept.
        most_kilobytes: u64,
    },
    /// The result: the game is played on.
    Result(PgnEnding),
    /// The moves that followed: the game is played on before them.
    Followed,
    /// Moves that were taken back and could be made again.
    TakenBack,
    /// What was said of the game in the file that it came from, and cannot be read any more.
    LostSource,
    /// What players wrote of the game here, and cannot be read any more.
    LostEdits,
    /// Something else, as an earlier version told it.
    Told(String),
}

impl fmt::Display for Omission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Omission::Variations { most_moves } => {
                write!(f, "the variations: with them the game has more than {most_moves} moves")
            }
            Omission::Remarks { most_kilobytes } => {
                write!(f, "headings, comments and marks: they have more than {most_kilobytes} kB")
            }
            Omission::Result(ending) => {
                write!(f, "the result {ending}: the game is played on, and has none yet")
            }
            Omission::Followed => f.write_str("the moves that followed"),
            Omission::TakenBack => f.write_str("the moves that were taken back at the end"),
            Omission::LostSource => f.write_str(
                "the headings and remarks of the file that it was opened from, which cannot be read any more",
            ),
            Omission::LostEdits => f.write_str(
                "the remarks and variations that were written here, which cannot be read any more",
            ),
            Omission::Told(words) => f.write_str(words),
        }
    }
}
