use crate::{Piece, Square};

/// Something that follows the pieces of a position as moves are played: an evaluation, a display.
///
/// ```
/// use tabiya_rules::{Observer, Piece, Position, Square};
///
/// #[derive(Default)]
/// struct Log(Vec<String>);
///
/// impl Observer for Log {
///     fn removed(&mut self, piece: Piece, from: Square) {
///         self.0.push(format!("-{}{from}", piece.letter()));
///     }
///     fn placed(&mut self, piece: Piece, on: Square) {
///         self.0.push(format!("+{}{on}", piece.letter()));
///     }
/// }
///
/// let start = Position::start();
/// let m = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// let mut log = Log::default();
/// start.play_observed(m, &mut log);
/// assert_eq!(log.0, ["-Pe2", "+Pe4"]);
/// ```
pub trait Observer {
    /// A piece left the board, or the square it moves from.
    fn removed(&mut self, piece: Piece, from: Square);
    /// A piece appeared on a square.
    fn placed(&mut self, piece: Piece, on: Square);
}

/// Nobody watches; costs nothing.
impl Observer for () {
    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {}
}
