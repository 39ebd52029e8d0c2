use std::fmt::{self, Write};
use std::str::FromStr;

use tabiya_rules::{Bitboard, Board, Color, File, Position, Rank, Role, RuleSource, Setup, Square};

use super::castling::{Wing, named_square};
use super::{FenError, Strictness, read_setup};

/// A setup as text: parses strictly, prints standard FEN.
///
/// Castling rights are printed as `KQkq` where that names the rook, else as the file's letter (X-FEN);
/// [`Fen::with_letters`] prints file letters only. A right off its side's first rank has no letter and is left out;
/// everything else comes back exactly.
///
/// ```
/// use tabiya_notation::{Fen, fen::CastlingLetters};
/// use tabiya_rules::{Position, Setup};
///
/// let start = Fen::from(&Position::start());
/// assert_eq!(start.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(start.to_string().parse(), Ok(start));
/// let shredder = start.with_letters(CastlingLetters::Files).to_string();
/// assert_eq!(shredder, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fen {
    /// The setup.
    pub setup: Setup,
    /// The role that castles: the king, but in rule sets where another is royal.
    pub royal: Role,
}

/// How castling rights are written.
///
/// ```
/// use tabiya_notation::{Fen, fen::CastlingLetters};
///
/// let inner: Fen = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1".parse().unwrap();
/// assert_eq!(inner.with_letters(CastlingLetters::Wings).to_string(), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingLetters {
    /// `KQkq`, and the file's letter where that would name another rook: FEN and X-FEN.
    #[default]
    Wings,
    /// Always the file's letter: Shredder-FEN.
    Files,
}

impl Fen {
    /// The setup of a game whose royal piece is the king.
    pub const fn new(setup: Setup) -> Fen {
        Fen { setup, royal: Role::King }
    }

    /// The text with castling rights written in `letters`.
    pub fn with_letters(&self, letters: CastlingLetters) -> impl fmt::Display {
        Text { fen: *self, letters }
    }
}

impl<R: RuleSource> From<&Position<R>> for Fen {
    fn from(position: &Position<R>) -> Fen {
        Fen { setup: position.setup(), royal: position.rules().moves.royal }
    }
}

/// Strict, with the king as the royal piece.
impl FromStr for Fen {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen, FenError> {
        read_setup(text, Role::King, Strictness::Strict).map(|read| Fen::new(read.setup))
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text { fen: *self, letters: CastlingLetters::Wings }.fmt(f)
    }
}

struct Text {
    fen: Fen,
    letters: CastlingLetters,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = &self.fen.setup;
        self.write_place(f)?;
        write!(f, " {} {}", setup.halfmoves, setup.fullmoves.max(1))
    }
}

impl Fen {
    /// The four fields before the counters.
    pub(crate) fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text { fen: *self, letters: CastlingLetters::Wings }.write_place(f)
    }
}

fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for &rank in Rank::ALL.iter().rev() {
        if rank != Rank::Eighth {
            f.write_char('/')?;
        }
        write_rank(f, board, rank)?;
    }
    Ok(())
}

fn write_rank(f: &mut fmt::Formatter<'_>, board: &Board, rank: Rank) -> fmt::Result {
    let mut empty = 0;
    for file in File::ALL {
        let piece = board.piece_at(Square::new(file, rank));
        if empty > 0 && piece.is_some() {
            write!(f, "{empty}")?;
            empty = 0;
        }
        match piece {
            Some(piece) => f.write_char(piece.letter())?,
            None => empty += 1,
        }
    }
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl Text {
    fn write_place(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = &self.fen.setup;
        write_board(f, &setup.board)?;
        f.write_str(if setup.turn.is_white() { " w " } else { " b " })?;
        self.write_castling(f)?;
        match setup.en_passant {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rights = self.fen.setup.castling;
        let mut any = false;
        for color in Color::ALL {
            let home = rights & Bitboard::rank(Rank::First.seen_by(color));
            // The king's side first, as everybody writes it.
            for &file in File::ALL.iter().rev() {
                let square = Square::new(file, Rank::First.seen_by(color));
                if home.contains(square) {
                    any = true;
                    f.write_char(self.letter(color, square))?;
                }
            }
        }
        if any { Ok(()) } else { f.write_char('-') }
    }

    fn letter(&self, color: Color, square: Square) -> char {
        let names = |&wing: &Wing| named_square(&self.fen.setup.board, self.fen.royal, color, wing) == square;
        let wing = match self.letters {
            CastlingLetters::Wings => Wing::ALL.into_iter().find(names),
            CastlingLetters::Files => None,
        };
        let letter = wing.map_or(square.file().letter(), Wing::letter);
        if color.is_white() { letter.to_ascii_uppercase() } else { letter }
    }
}
