use std::fmt;

use tabiya_rules::Faults;

use super::{MAX_COMMENT, MAX_DEPTH, MAX_MOVES, MAX_TAG, MAX_TAGS, MAX_TEXT, PgnEnding};
use crate::{Excerpt, FenError, NotASan, Note, PositionError, RuleFileErrors, SanError};

/// What is wrong with a game in a file, and where.
///
/// ```
/// use tabiya_notation::pgn::{GameBuilder, PgnReader};
///
/// let mut reader = PgnReader::new("1. e4 e5\n2. Ke3 Nc6 1-0\n".as_bytes());
/// let mut builder = GameBuilder::new();
/// let end = reader.read_game(&mut builder).unwrap().unwrap();
/// assert_eq!(
///     end.damage.unwrap().to_string(),
///     "game 1, line 2, ply 3: a king does not move from e1 to e3",
/// );
/// assert_eq!(builder.take().moves().count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnDamage {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// The line in the file, from 1.
    pub line: u64,
    /// How many moves were read before it, in the line that is damaged, from the start of the game.
    pub ply: u32,
    /// What is wrong.
    pub reason: PgnFault,
}

/// What can be wrong with a game in a file.
///
/// ```
/// use tabiya_notation::pgn::PgnFault;
///
/// assert_eq!(PgnFault::StrayParenthesis.to_string(), "a parenthesis is closed that was not open");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnFault {
    /// A word that is no move and nothing else that belongs in a game.
    NotAMove(NotASan),
    /// A move that cannot be played.
    Move(SanError),
    /// A null move while the king is in check.
    NullInCheck,
    /// A variation before any move, which it could replace.
    NoMoveToReplace,
    /// A parenthesis closed that was not open.
    StrayParenthesis,
    /// Variations in variations, deeper than is read.
    TooDeep,
    /// The game ends inside a variation.
    OpenVariation,
    /// The game ends inside a comment.
    OpenComment,
    /// A closing brace outside of any comment.
    StrayBrace,
    /// A mark without a number from 0 to 255.
    Nag,
    /// A comment longer than is kept.
    LongComment,
    /// A tag longer than is kept.
    LongTag,
    /// More tags than are kept.
    TooManyTags,
    /// More text than is kept, in all tags and comments together.
    TooMuchText,
    /// A tag that is not of the form `[Name "value"]`.
    Tag(Excerpt),
    /// A variant that is not known here.
    Variant(Excerpt),
    /// The rule set in the tags cannot be read.
    Rules(RuleFileErrors),
    /// More rule sets in one file than are kept.
    TooManyRules,
    /// The start position in the tags cannot be read.
    Fen(FenError),
    /// The start position in the tags is not valid.
    Setup(Faults),
    /// The start position in the tags was mended.
    Mended(Note),
    /// The tag and the last word tell of different endings. The word is kept.
    Endings {
        /// What the tag says.
        tag: PgnEnding,
        /// What the last word says.
        word: PgnEnding,
    },
    /// More moves than are kept.
    TooManyMoves,
}

impl PgnFault {
    /// Whether it has a place among the moves.
    pub(super) fn is_about_a_move(&self) -> bool {
        matches!(
            self,
            PgnFault::NotAMove(_) | PgnFault::Move(_) | PgnFault::NullInCheck | PgnFault::TooManyMoves
        )
    }

    /// Whether the line in which it is cannot be read further.
    pub(super) fn ends_line(&self) -> bool {
        let is_start = matches!(
            self,
            PgnFault::Variant(_)
                | PgnFault::Rules(_)
                | PgnFault::TooManyRules
                | PgnFault::Fen(_)
                | PgnFault::Setup(_)
        );
        is_start || self.is_about_a_move()
    }
}

impl From<NotASan> for PgnFault {
    fn from(error: NotASan) -> PgnFault {
        PgnFault::NotAMove(error)
    }
}

impl From<SanError> for PgnFault {
    fn from(error: SanError) -> PgnFault {
        PgnFault::Move(error)
    }
}

impl From<PositionError> for PgnFault {
    fn from(error: PositionError) -> PgnFault {
        match error {
            PositionError::Text(error) => PgnFault::Fen(error),
            PositionError::Setup(faults) => PgnFault::Setup(faults),
        }
    }
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnFault::NotAMove(error) => error.fmt(f),
            PgnFault::Move(error) => error.fmt(f),
            PgnFault::NullInCheck => f.write_str("a side in check cannot pass"),
            PgnFault::NoMoveToReplace => f.write_str("a variation before any move"),
            PgnFault::StrayParenthesis => f.write_str("a parenthesis is closed that was not open"),
            PgnFault::TooDeep => write!(f, "variations nested more than {MAX_DEPTH} deep"),
            PgnFault::OpenVariation => f.write_str("the game ends inside a variation"),
            PgnFault::OpenComment => f.write_str("the game ends inside a comment"),
            PgnFault::StrayBrace => f.write_str("a brace is closed that was not open"),
            PgnFault::Nag => f.write_str("expected a mark from $0 to $255"),
            PgnFault::LongComment => write!(f, "a comment of more than {MAX_COMMENT} bytes"),
            PgnFault::LongTag => write!(f, "a tag of more than {MAX_TAG} bytes"),
            PgnFault::TooManyTags => write!(f, "more than {MAX_TAGS} tags"),
            PgnFault::TooMuchText => write!(f, "more than {MAX_TEXT} bytes of tags and comments"),
            PgnFault::Tag(found) => write!(f, "expected a tag such as [White \"Morphy\"], found {found}"),
            PgnFault::Variant(found) => write!(f, "the variant {found} is not known"),
            PgnFault::Rules(errors) => {
                write!(f, "the rule set of the game: {}", errors.to_string().replace('\n', "; "))
            }
            PgnFault::TooManyRules => f.write_str("too many different rule sets in one file"),
            PgnFault::Fen(error) => write!(f, "the start position: {error}"),
            PgnFault::Setup(faults) => write!(f, "the start position: {faults}"),
            PgnFault::Mended(note) => write!(f, "the start position: {note}"),
            PgnFault::Endings { tag, word } => {
                write!(f, "the result is {tag} in the tags and {word} in the end")
            }
            PgnFault::TooManyMoves => write!(f, "more than {MAX_MOVES} moves"),
        }
    }
}

impl fmt::Display for PgnDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}", self.game, self.line)?;
        if self.reason.is_about_a_move() {
            write!(f, ", ply {}", self.ply + 1)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for PgnDamage {}
