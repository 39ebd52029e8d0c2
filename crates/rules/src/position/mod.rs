//! A position is 64 bytes: the board, the key, the rooks that may still castle (which makes Chess960 no special case: rights
//! are lost by `rights & (from | to)`), the en passant square where an enemy pawn stands ready, turn and counters. It is
//! copied, never taken back. The key leaves en passant out until asked, because it must count only where such a capture is
//! legal.
//!
//! `cargo xtask bench perft` prints how many positions this library, cozy-chess and shakmaty see in a second, with the
//! ratios. What paid, in instructions per node of the last ply but one (callgrind) and in ratios: planes instead of a board
//! per role, plain moves without asking for the role, counting by sets, a list that is never copied, boards written in one
//! piece so that the next load need not wait for several stores.

mod attackers;
mod count;
mod fault;
mod generate;
mod groups;
mod illegal;
mod judge;
mod key;
mod legal;
mod observer;
mod origins;
mod play;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod sets;
mod validate;

pub use fault::{Fault, Faults};
pub use groups::PieceMoves;
pub use illegal::{CastlingFault, Exposure, Illegal};
pub use key::Key;
pub use observer::Observer;
pub use validate::Lenient;

use crate::{Bitboard, Board, Color, Fide, Move, Piece, Role, RuleSource, Rules, Setup, Square};

/// A position of a game under some rules: always valid, cheap to copy.
///
/// ```
/// use tabiya_rules::{Color, Position};
///
/// let start = Position::start();
/// let m = start.legal_moves()[0];
/// let next = start.play(m).unwrap();
/// assert_eq!(next.turn(), Color::Black);
/// ```
///
/// Under other rules than FIDE's it refers to them:
///
/// ```
/// use tabiya_rules::{CUHK, Position, Rules};
///
/// let position: Position<&Rules> = Position::starting(&CUHK).unwrap();
/// assert_eq!(position.rules().values.king, 1000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position<R = Fide> {
    board: Board,
    /// The key of pieces, turn and castling rights. En passant is added when asked, for it is rare.
    key: u64,
    /// The rooks that may still castle.
    castling: Bitboard,
    /// The square a pawn has just stepped over, kept only where an enemy pawn stands ready to take it.
    en_passant: Option<Square>,
    turn: Color,
    halfmoves: u16,
    fullmoves: u16,
    rules: R,
}

const _: () = assert!(size_of::<Position<Fide>>() == 64 && size_of::<Position<&Rules>>() == 64);

impl Position<Fide> {
    /// The start position of ordinary chess.
    pub fn start() -> Position<Fide> {
        Position::trusted(Setup::USUAL, Fide)
    }

    /// The same position with its rules as a value: the way back from [`Position::specialized`].
    ///
    /// ```
    /// use tabiya_rules::{FIDE, Position};
    ///
    /// assert_eq!(Position::start().generalized(), Position::starting(&FIDE).unwrap());
    /// ```
    pub fn generalized(&self) -> Position<&'static Rules> {
        self.with_source(Fide.rules())
    }
}

impl Default for Position<Fide> {
    fn default() -> Position<Fide> {
        Position::start()
    }
}

impl<R: RuleSource> Position<R> {
    /// The start position of a rule set; of the 960, the usual one.
    ///
    /// ```
    /// use tabiya_rules::{HONG, Position};
    ///
    /// assert_eq!(Position::starting(&HONG).unwrap().count_moves(), 11);
    /// ```
    pub fn starting(rules: R) -> Result<Position<R>, Faults> {
        Position::new(rules.rules().start.setup(), rules)
    }

    /// The pieces.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is to move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rooks that may still castle.
    #[inline(always)]
    pub fn castling(&self) -> Bitboard {
        self.castling
    }

    /// The square that a pawn has just stepped over, where an enemy pawn stands ready to take it.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Single moves since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move, from 1, counted up after Black's.
    #[inline(always)]
    pub fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The rule set.
    pub fn rules(&self) -> &'static Rules {
        self.rules.rules()
    }

    /// Where the rules come from.
    pub fn source(&self) -> R {
        self.rules
    }

    /// The piece on `square`.
    #[inline(always)]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// What moves with a move of this position: when castling, whatever is royal.
    ///
    /// ```
    /// use tabiya_rules::{Position, Role};
    ///
    /// let start = Position::start();
    /// let m = start.legal("g1".parse().unwrap(), "f3".parse().unwrap(), None).unwrap();
    /// assert_eq!(start.role_of(m), Role::Knight);
    /// ```
    #[inline(always)]
    pub fn role_of(&self, m: Move) -> Role {
        match m.role() {
            Some(role) => role,
            None => self.rules.moves().royal,
        }
    }

    /// The position as a setup, to be written down or changed.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The same position for the code that is specialised on FIDE's moves, if these rules move alike. It knows
    /// FIDE's ends only: count and search with it, but judge with this one.
    ///
    /// ```
    /// use tabiya_rules::{BYU, Position, WATERLOO};
    ///
    /// assert!(Position::starting(&WATERLOO).unwrap().specialized().is_some());
    /// assert!(Position::starting(&BYU).unwrap().specialized().is_none());
    /// ```
    pub fn specialized(&self) -> Option<Position<Fide>> {
        (self.rules.moves() == Fide.moves()).then_some(self.with_source(Fide))
    }

    fn with_source<S>(&self, rules: S) -> Position<S> {
        Position {
            board: self.board,
            key: self.key,
            castling: self.castling,
            en_passant: self.en_passant,
            turn: self.turn,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
            rules,
        }
    }

    /// The position turned upside down with the colors exchanged. The same moves are legal, mirrored.
    pub fn mirrored(&self) -> Position<R> {
        Position::trusted(self.setup().mirrored(), self.rules)
    }

    /// The position of a setup that is known to be valid.
    fn trusted(setup: Setup, rules: R) -> Position<R> {
        let mut position = Position {
            board: setup.board,
            key: 0,
            castling: setup.castling,
            en_passant: setup.en_passant,
            turn: setup.turn,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            rules,
        };
        position.en_passant = setup.en_passant.filter(|&sq| position.takers_in_passing(sq).is_any());
        position.key = position.fresh_key();
        position
    }
}
