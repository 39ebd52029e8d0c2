use tabiya_rules::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};

/// The two sides that `K` and `Q` stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wing {
    King,
    Queen,
}

impl Wing {
    pub(super) const ALL: [Wing; 2] = [Wing::King, Wing::Queen];

    pub(super) fn from_letter(letter: char) -> Option<Wing> {
        match letter.to_ascii_lowercase() {
            'k' => Some(Wing::King),
            'q' => Some(Wing::Queen),
            _ => None,
        }
    }

    pub(super) fn letter(self) -> char {
        match self {
            Wing::King => 'k',
            Wing::Queen => 'q',
        }
    }

    fn corner(self) -> File {
        match self {
            Wing::King => File::H,
            Wing::Queen => File::A,
        }
    }

    /// Of these squares of one rank, the one nearest to the corner.
    fn outermost(self, squares: Bitboard) -> Option<Square> {
        let mut squares = squares.into_iter();
        match self {
            Wing::King => squares.last(),
            Wing::Queen => squares.next(),
        }
    }

    fn is_on_side(self, rook: Square, royal: Square) -> bool {
        match self {
            Wing::King => rook.file() > royal.file(),
            Wing::Queen => rook.file() < royal.file(),
        }
    }
}

/// The square that `K`, `Q`, `k` or `q` names: the outermost rook beside the royal piece, or the corner where
/// there is no such rook. Reading and writing both ask here, so that they cannot disagree.
pub(super) fn named_square(board: &Board, royal: Role, color: Color, wing: Wing) -> Square {
    let home = Rank::First.seen_by(color);
    let on_home = |role| board.by_piece(Piece { color, role }) & Bitboard::rank(home);
    let corner = Square::new(wing.corner(), home);
    let Some(royal) = on_home(royal).first() else {
        return corner;
    };
    let beside = on_home(Role::Rook).into_iter().filter(|&rook| wing.is_on_side(rook, royal));
    wing.outermost(beside.collect()).unwrap_or(corner)
}
