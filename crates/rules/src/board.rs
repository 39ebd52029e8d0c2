//! The board is four planes of 64 bits: three hold a code for the role, one marks Black's men. The codes are chosen so that
//! sliders, knights, pawns and kings each fall out with one or two operations. A move clears two squares and sets one in
//! all four planes alike, in one register where there is one, whatever moves and whatever is taken.

use crate::{Bitboard, Color, File, Piece, Rank, Role, Square};

/// Which piece stands on which square.
///
/// Four planes of 64 bits: three hold the code of the role (see [`Role`]), one is set where the piece is black.
/// That is half of what a board for every role takes, one vector register, and a move changes all four planes
/// with the same few operations, whatever is moved or captured.
///
/// ```
/// use tabiya_rules::{Bitboard, Board, Color, Piece, Role, Square};
///
/// let mut board = Board::EMPTY;
/// let e1 = Square::from_index(4);
/// board.set(e1, Some(Piece { color: Color::White, role: Role::King }));
/// assert_eq!(board.piece_at(e1).unwrap().role, Role::King);
/// assert_eq!(board.kings() & board.by_color(Color::White), Bitboard::of(e1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C, align(32))]
pub struct Board {
    planes: [u64; 4],
}

/// The plane that marks Black's pieces; the planes before it hold the bits of the role's code.
const BLACK: usize = 3;

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Board = Board { planes: [0; 4] };

    /// Both sides' pawns on their second ranks and behind them the pieces listed from the a-file to the h-file.
    pub const fn with_back_rank(roles: [Option<Role>; 8]) -> Board {
        let mut board = Board::EMPTY;
        let mut i = 0;
        while i < 8 {
            let file = File::ALL[i];
            if let Some(role) = roles[i] {
                board = board.placed(role, Color::White, Bitboard::of(Square::new(file, Rank::First)));
                board = board.placed(role, Color::Black, Bitboard::of(Square::new(file, Rank::Eighth)));
            }
            i += 1;
        }
        board.placed(Role::Pawn, Color::White, Bitboard::rank(Rank::Second)).placed(
            Role::Pawn,
            Color::Black,
            Bitboard::rank(Rank::Seventh),
        )
    }

    /// The piece on `square`, if there is one.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        match Role::from_code(self.code_at(square)) {
            Some(role) => Some(Piece { color: self.color_of_man_at(square), role }),
            None => None,
        }
    }

    /// The role of the piece on `square`, if there is one.
    #[inline(always)]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        Role::from_code(self.code_at(square))
    }

    /// Puts a piece on `square`, in place of what stood there, or clears it.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let at = Bitboard::of(square);
        *self = self.cleared(at);
        if let Some(Piece { color, role }) = piece {
            *self = self.placed(role, color, at);
        }
    }

    /// Every square with a piece on it.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub const fn by_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.occupied().0 & !self.planes[BLACK]),
            Color::Black => Bitboard(self.planes[BLACK]),
        }
    }

    /// The squares of both sides' pieces of one role.
    #[inline(always)]
    pub const fn by_role(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawns(),
            Role::Knight => self.knights(),
            Role::Bishop => self.bishops(),
            Role::Rook => self.rooks(),
            Role::Queen => self.queens(),
            Role::King => self.kings(),
        }
    }

    /// The squares of the pieces with this code, found without asking which it is.
    #[inline(always)]
    pub(crate) const fn by_code(&self, code: u8) -> Bitboard {
        let mask = &MASKS[0][(code & 7) as usize];
        let [a, b, c, _] = self.planes;
        Bitboard(!(a ^ mask[0]) & !(b ^ mask[1]) & !(c ^ mask[2]))
    }

    /// The squares of one side's pieces of one role.
    #[inline(always)]
    pub fn by_piece(&self, piece: Piece) -> Bitboard {
        self.by_role(piece.role) & self.by_color(piece.color)
    }

    /// Both sides' pawns.
    #[inline(always)]
    pub const fn pawns(&self) -> Bitboard {
        Bitboard(self.planes[0] & !self.planes[1] & !self.planes[2])
    }

    /// Both sides' knights.
    #[inline(always)]
    pub const fn knights(&self) -> Bitboard {
        Bitboard(self.planes[1] & !self.planes[0] & !self.planes[2])
    }

    /// Both sides' bishops.
    #[inline(always)]
    pub const fn bishops(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[2] & !self.planes[1])
    }

    /// Both sides' rooks.
    #[inline(always)]
    pub const fn rooks(&self) -> Bitboard {
        Bitboard(self.planes[1] & self.planes[2] & !self.planes[0])
    }

    /// Both sides' queens.
    #[inline(always)]
    pub const fn queens(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[1] & self.planes[2])
    }

    /// Both sides' kings.
    #[inline(always)]
    pub const fn kings(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[1] & !self.planes[2])
    }

    /// Both sides' bishops and queens: what moves along diagonals.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.planes[0] & self.planes[2])
    }

    /// Both sides' rooks and queens: what moves along ranks and files.
    #[inline(always)]
    pub const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.planes[1] & self.planes[2])
    }

    /// The pieces, square by square from a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let board = *self;
        board.occupied().into_iter().filter_map(move |sq| board.piece_at(sq).map(|piece| (sq, piece)))
    }

    /// The board turned upside down with the colors exchanged.
    pub const fn mirrored(&self) -> Board {
        let [a, b, c, _] = self.planes;
        let black = self.by_color(Color::White).0;
        Board { planes: [a.swap_bytes(), b.swap_bytes(), c.swap_bytes(), black.swap_bytes()] }
    }

    /// The planes themselves: three of the code's bits, one of the black pieces.
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    #[inline(always)]
    pub(crate) const fn planes(&self) -> [u64; 4] {
        self.planes
    }

    /// The code of the role on `square`, 0 where nothing stands.
    #[inline(always)]
    pub(crate) const fn code_at(&self, square: Square) -> u8 {
        let sq = square.index();
        (self.planes[0] >> sq & 1) as u8
            | ((self.planes[1] >> sq & 1) as u8) << 1
            | ((self.planes[2] >> sq & 1) as u8) << 2
    }

    /// The code of the piece on `square`, plus 8 if it is black; 0 where nothing stands.
    #[inline(always)]
    pub(crate) fn colored_code_at(&self, square: Square) -> u8 {
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        return crate::cpu::U64x4::new(self.planes).bits_at(square.index());
        #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
        return self.code_at(square) | ((self.planes[BLACK] >> square.index() & 1) as u8) << 3;
    }

    /// The color of the piece that is known to stand on `square`.
    #[inline(always)]
    const fn color_of_man_at(&self, square: Square) -> Color {
        Color::from_white(self.planes[BLACK] >> square.index() & 1 == 0)
    }

    /// The board with nothing on `squares`.
    #[inline(always)]
    pub(crate) const fn cleared(&self, squares: Bitboard) -> Board {
        let [a, b, c, d] = self.planes;
        let keep = !squares.0;
        Board { planes: [a & keep, b & keep, c & keep, d & keep] }
    }

    /// The board with a piece on each of `squares`, which are empty so far.
    #[inline(always)]
    pub(crate) const fn placed(&self, role: Role, color: Color, squares: Bitboard) -> Board {
        self.placed_code(role as u8, color, squares)
    }

    /// The same with the role as its code.
    #[inline(always)]
    pub(crate) const fn placed_code(&self, code: u8, color: Color, squares: Bitboard) -> Board {
        let [a, b, c, d] = self.planes;
        let mask = &MASKS[color as usize][(code & 7) as usize];
        let put = squares.0;
        Board { planes: [a | put & mask[0], b | put & mask[1], c | put & mask[2], d | put & mask[3]] }
    }
}

/// For each color and code, all ones in the planes where a piece has a bit. A table, so that the four planes are
/// written alike and together: in one register, where the CPU has one so wide.
static MASKS: [[[u64; 4]; 8]; 2] = {
    let mut masks = [[[0; 4]; 8]; 2];
    let mut code = 0;
    while code < 8 {
        let mut plane = 0;
        while plane < 3 {
            let mask = if code >> plane & 1 != 0 { !0 } else { 0 };
            masks[0][code][plane] = mask;
            masks[1][code][plane] = mask;
            plane += 1;
        }
        masks[1][code][BLACK] = !0;
        code += 1;
    }
    masks
};
