use std::fmt;

use tabiya_rules::{Color, File, Piece, Rank, Role, Square};

/// A piece on a square, as a `<piece>` element tells it.
///
/// ```
/// use tabiya_notation::xml::PlacedPiece;
/// use tabiya_rules::Piece;
///
/// let pawn = PlacedPiece { piece: Piece::from_letter('P').unwrap(), at: "e2".parse().unwrap() };
/// assert_eq!(pawn.to_string(), "White's pawn on e2");
/// assert_eq!(pawn.to_element().to_string(), r#"<piece type="pawn" color="white" column="4" row="6"/>"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub at: Square,
}

impl PlacedPiece {
    /// The piece as the element that stands for it.
    pub fn to_element(self) -> impl fmt::Display {
        PieceElement(self)
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece, self.at)
    }
}

struct PieceElement(PlacedPiece);

impl fmt::Display for PieceElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlacedPiece { piece, at } = self.0;
        let color = color_name(piece.color);
        let (column, row) = (at.file() as u8, 7 - at.rank() as u8);
        write!(f, r#"<piece type="{}" color="{color}" column="{column}" row="{row}"/>"#, piece.role)
    }
}

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// An attribute of a `<piece>`.
///
/// ```
/// use tabiya_notation::xml::Attribute;
///
/// assert_eq!(Attribute::Row.name(), "row");
/// assert_eq!(Attribute::Row.expected(), "a digit from 0 to 7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// What the piece is.
    Type,
    /// Whose it is.
    Color,
    /// Its file, from 0 for the a-file.
    Column,
    /// Its rank, from 0 for the eighth.
    Row,
}

impl Attribute {
    /// The attributes in the order in which they are written.
    pub const ALL: [Attribute; 4] = [Attribute::Type, Attribute::Color, Attribute::Column, Attribute::Row];

    /// The name in the document.
    pub const fn name(self) -> &'static str {
        match self {
            Attribute::Type => "type",
            Attribute::Color => "color",
            Attribute::Column => "column",
            Attribute::Row => "row",
        }
    }

    /// What it must be, in words.
    pub const fn expected(self) -> &'static str {
        match self {
            Attribute::Type => "pawn, rook, knight, bishop, queen or king",
            Attribute::Color => "white or black",
            Attribute::Column | Attribute::Row => "a digit from 0 to 7",
        }
    }
}

/// What the attributes read so far say.
#[derive(Clone, Copy, Default)]
pub(super) struct PartialPiece {
    role: Option<Role>,
    color: Option<Color>,
    file: Option<File>,
    rank: Option<Rank>,
}

impl PartialPiece {
    pub(super) fn has(&self, attribute: Attribute) -> bool {
        match attribute {
            Attribute::Type => self.role.is_some(),
            Attribute::Color => self.color.is_some(),
            Attribute::Column => self.file.is_some(),
            Attribute::Row => self.rank.is_some(),
        }
    }

    /// Takes the value of an attribute; `None` where it is no such value.
    pub(super) fn set(&mut self, attribute: Attribute, value: &str) -> Option<()> {
        match attribute {
            Attribute::Type => self.role = Some(Role::ALL.into_iter().find(|role| role.name() == value)?),
            Attribute::Color => {
                self.color = Some(Color::ALL.into_iter().find(|&color| color_name(color) == value)?);
            }
            Attribute::Column => self.file = Some(File::ALL[octal(value)?]),
            Attribute::Row => self.rank = Some(Rank::ALL[7 - octal(value)?]),
        }
        Some(())
    }

    /// The whole piece, or the first attribute that is missing.
    pub(super) fn complete(self) -> Result<PlacedPiece, Attribute> {
        let piece =
            Piece { role: self.role.ok_or(Attribute::Type)?, color: self.color.ok_or(Attribute::Color)? };
        let file = self.file.ok_or(Attribute::Column)?;
        let rank = self.rank.ok_or(Attribute::Row)?;
        Ok(PlacedPiece { piece, at: Square::new(file, rank) })
    }
}

/// A number below 8.
fn octal(value: &str) -> Option<usize> {
    match value.as_bytes() {
        [digit @ b'0'..=b'7'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}
