use crate::{Bitboard, Board, Color, File, Piece, Rank, Role, Setup, Square};

/// Where the games of a rule set begin.
///
/// ```
/// use tabiya_rules::{Start, Role, Square};
///
/// assert_eq!(Start::Chess960.setup(), Start::chess960(518).unwrap());
/// let bishops_first = Start::chess960(0).unwrap();
/// assert_eq!(bishops_first.board.role_at(Square::from_index(0)), Some(Role::Bishop));
/// assert_eq!(Start::chess960(960), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Always with the same position.
    Fixed(Setup),
    /// With one of the 960 shuffled back ranks.
    Chess960,
}

/// The two files of the knights among the five that are left when bishops and queen are placed.
/// CITE: Scharnagl's numbering, <https://www.chessprogramming.org/Reinhard_Scharnagl>
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Start {
    /// The position to begin with; of the 960, the usual one (number 518).
    pub fn setup(&self) -> Setup {
        match self {
            Start::Fixed(setup) => *setup,
            Start::Chess960 => Setup::USUAL,
        }
    }

    /// The position to begin with, by chance: of the 960 the one whose number is drawn. Where there is but one, nothing
    /// is drawn. `below` is given how many there are and draws a number below that.
    ///
    /// ```
    /// use tabiya_rules::{Start, CHESS960, FIDE, Setup};
    ///
    /// assert_eq!(CHESS960.start.drawn(|count| count - 1), Start::chess960(959).unwrap());
    /// assert_eq!(FIDE.start.drawn(|_| unreachable!()), Setup::USUAL);
    /// ```
    pub fn drawn(&self, below: impl FnOnce(u64) -> u64) -> Setup {
        match self {
            Start::Fixed(setup) => *setup,
            Start::Chess960 => Start::chess960((below(960) % 960) as u16).expect("it is below 960"),
        }
    }

    /// The start position of a number from 0 to 959, in Scharnagl's numbering.
    pub fn chess960(number: u16) -> Option<Setup> {
        if number >= 960 {
            return None;
        }
        let mut roles = [None; 8];
        let (number, light) = (number / 4, number % 4);
        roles[usize::from(light) * 2 + 1] = Some(Role::Bishop);
        let (number, dark) = (number / 4, number % 4);
        roles[usize::from(dark) * 2] = Some(Role::Bishop);
        let (knights, queen) = (number / 6, number % 6);
        place(&mut roles, usize::from(queen), Role::Queen);
        let (first, second) = KNIGHTS[usize::from(knights)];
        // The second first: placing one changes the count of what is free behind it.
        place(&mut roles, second, Role::Knight);
        place(&mut roles, first, Role::Knight);
        for role in [Role::Rook, Role::King, Role::Rook] {
            place(&mut roles, 0, role);
        }
        let board = Board::with_back_rank(roles);
        Some(Setup { board, castling: board.rooks(), ..Setup::USUAL })
    }
}

/// Puts `role` on the `n`th free file.
fn place(roles: &mut [Option<Role>; 8], n: usize, role: Role) {
    if let Some(free) = roles.iter_mut().filter(|place| place.is_none()).nth(n) {
        *free = Some(role);
    }
}

impl Setup {
    /// The start position of ordinary chess.
    pub const USUAL: Setup = {
        use Role::{Bishop, King, Knight, Queen, Rook};
        let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut roles = [None; 8];
        let mut i = 0;
        while i < 8 {
            roles[i] = Some(back[i]);
            i += 1;
        }
        Setup { castling: CORNERS, ..Setup::start(Board::with_back_rank(roles)) }
    };

    /// White to move on `board`, without castling rights, at the first move of a game.
    pub const fn start(board: Board) -> Setup {
        Setup {
            board,
            turn: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// The setup with the rights to castle that royal pieces and rooks on their usual squares allow: where nothing
    /// tells them, these are taken.
    ///
    /// ```
    /// use tabiya_rules::{Bitboard, Role, Setup};
    ///
    /// let untold = Setup { castling: Bitboard::EMPTY, ..Setup::USUAL };
    /// assert_eq!(untold.with_home_rights(Role::King), Setup::USUAL);
    /// ```
    pub fn with_home_rights(self, royal: Role) -> Setup {
        let rights = Color::ALL.into_iter().map(|color| self.home_rooks(color, royal));
        Setup { castling: rights.fold(Bitboard::EMPTY, |all, rooks| all | rooks), ..self }
    }

    /// The rooks at home beside a royal piece at home.
    fn home_rooks(&self, color: Color, royal: Role) -> Bitboard {
        let home = Bitboard::rank(Rank::First.seen_by(color));
        let at_home = |role| {
            let piece = Piece { color, role };
            self.board.by_piece(piece) & Setup::USUAL.board.by_piece(piece) & home
        };
        if at_home(royal).is_any() { at_home(Role::Rook) } else { Bitboard::EMPTY }
    }
}

const CORNERS: Bitboard = Bitboard(
    Bitboard::of(Square::new(File::A, Rank::First)).0
        | Bitboard::of(Square::new(File::H, Rank::First)).0
        | Bitboard::of(Square::new(File::A, Rank::Eighth)).0
        | Bitboard::of(Square::new(File::H, Rank::Eighth)).0,
);
