use super::{Nag, PgnEnding, PgnFault};
use crate::San;

/// Whether a part of a game is read or passed over.
///
/// ```
/// use tabiya_notation::pgn::{Interest, PgnFault, PgnReader, Visitor};
///
/// struct Headings(usize);
///
/// impl Visitor for Headings {
///     fn tag(&mut self, _: &[u8], _: &[u8]) -> Result<(), PgnFault> {
///         self.0 += 1;
///         Ok(())
///     }
///     fn end_tags(&mut self) -> Result<Interest, PgnFault> {
///         Ok(Interest::Skip)
///     }
/// }
///
/// let mut headings = Headings(0);
/// PgnReader::new("[White \"Philidor\"]\n\n1. e4 *".as_bytes()).read_game(&mut headings).unwrap();
/// assert_eq!(headings.0, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interest {
    /// It is read.
    Read,
    /// It is passed over as fast as possible.
    Skip,
}

/// Something that is told what a file says, game by game. Nothing is kept that a visitor does not keep.
///
/// Text comes as it stands in the file, without its brackets and quotes; [`decode`](super::decode) makes a string
/// of it. A visitor refuses what it cannot take with the reason, which is reported. After a move that was refused, the rest
/// of its line is passed over: of the variation, or else of the game.
///
/// ```
/// use tabiya_notation::San;
/// use tabiya_notation::pgn::{PgnFault, PgnReader, Visitor};
///
/// #[derive(Default)]
/// struct Captures(usize);
///
/// impl Visitor for Captures {
///     fn san(&mut self, san: San) -> Result<(), PgnFault> {
///         self.0 += usize::from(matches!(san, San::Normal { capture: true, .. }));
///         Ok(())
///     }
/// }
///
/// let mut captures = Captures::default();
/// let mut reader = PgnReader::new("1. e4 d5 2. exd5 Qxd5 *".as_bytes());
/// while reader.read_game(&mut captures).unwrap().is_some() {}
/// assert_eq!(captures.0, 2);
/// ```
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag: its name and its value without escapes.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) -> Result<(), PgnFault> {
        Ok(())
    }

    /// The tags are complete. Says whether the moves are wanted.
    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        Ok(Interest::Read)
    }

    /// A move.
    fn san(&mut self, _san: San) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A mark on the last move, or on the whole line before its first.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment, after the last move or before the first, its lines joined by blanks. Comments between the tags, and
    /// those directly behind them, come before [`Visitor::end_tags`].
    fn comment(&mut self, _text: &[u8]) -> Result<(), PgnFault> {
        Ok(())
    }

    /// A variation in place of the last move. Says whether it is wanted.
    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        Ok(Interest::Read)
    }

    /// The variation is over.
    fn end_variation(&mut self) {}

    /// The word that ends the game; not called where it is missing.
    fn ending(&mut self, _ending: PgnEnding) -> Result<(), PgnFault> {
        Ok(())
    }
}
