use std::io::{self, Write};

use tabiya_rules::{Board, ByColor, ByRole, Color, File, Piece, Rank, Square};

/// From which side of the board the rows are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Row 1 is White's back row, as everywhere.
    FromWhite,
    /// Row 1 is Black's back row, at the top.
    FromBlack,
}

impl Rows {
    /// The rank with the number that a row has here, or the other way round.
    pub const fn turn(self, rank: Rank) -> Rank {
        match self {
            Rows::FromWhite => rank,
            Rows::FromBlack => rank.seen_by(Color::Black),
        }
    }

    /// A square under the name that it has here, or the other way round.
    pub const fn turn_square(self, square: Square) -> Square {
        Square::new(square.file(), self.turn(square.rank()))
    }

    /// A sentence in which squares have the names that they have here.
    ///
    /// ```
    /// use tabiya_classics::Rows;
    ///
    /// let reason = "a pawn does not move from d2 to d5";
    /// assert_eq!(Rows::FromBlack.turn_words(reason), "a pawn does not move from d7 to d4");
    /// ```
    pub fn turn_words(self, sentence: &str) -> String {
        let turned = sentence.split_inclusive(|c: char| !c.is_alphanumeric()).map(|word| {
            let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            match name.parse::<Square>() {
                Ok(square) => format!("{}{}", self.turn_square(square), &word[name.len()..]),
                Err(_) => word.to_owned(),
            }
        });
        turned.collect()
    }
}

/// How pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceStyle {
    /// White in capitals, Black in small letters.
    WhiteCapital,
    /// Black in capitals, White in small letters.
    BlackCapital,
    /// The letter of the color and that of the piece, both in capitals.
    ColorAndRole,
    /// Each in its own way. No document asks for it; programs of others do it.
    Letters(&'static ByColor<ByRole<&'static str>>),
}

/// How a board is drawn, from the top row down to the lowest.
///
/// ```
/// use tabiya_classics::{BoardFrame, PieceStyle, Rows};
/// use tabiya_rules::Position;
///
/// let frame = BoardFrame {
///     rows: Rows::FromWhite,
///     top: "",
///     before: " ",
///     between: "",
///     after: "\n",
///     bottom: "  abcdefgh\n",
///     men: PieceStyle::WhiteCapital,
///     light: ".",
///     dark: ".",
/// };
/// let mut drawn = Vec::new();
/// frame.draw(Position::start().board(), &mut drawn).unwrap();
/// assert!(drawn.starts_with(b"8 rnbqkbnr\n7 pppppppp\n6 ........\n"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardFrame {
    /// From which side the rows are numbered. The digit is the first thing in a row.
    pub rows: Rows,
    /// What stands above the first row.
    pub top: &'static str,
    /// What stands between a row's digit and its first square.
    pub before: &'static str,
    /// What stands between two squares.
    pub between: &'static str,
    /// What stands behind the last square, with the end of the line and whatever comes before the next row.
    pub after: &'static str,
    /// What stands below the last row.
    pub bottom: &'static str,
    /// How pieces are written.
    pub men: PieceStyle,
    /// An empty light square.
    pub light: &'static str,
    /// An empty dark square.
    pub dark: &'static str,
}

impl BoardFrame {
    /// Draws a board.
    pub fn draw(&self, board: &Board, output: &mut dyn Write) -> io::Result<()> {
        self.fill(output, |square, output| match board.piece_at(square) {
            Some(piece) => self.men.write(piece, output),
            None if square.is_light() => output.write_all(self.light.as_bytes()),
            None => output.write_all(self.dark.as_bytes()),
        })
    }

    /// Draws the same with something else on each square.
    pub fn fill(
        &self,
        output: &mut dyn Write,
        content: impl Fn(Square, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        output.write_all(self.top.as_bytes())?;
        for &rank in Rank::ALL.iter().rev() {
            write!(output, "{}{}", self.rows.turn(rank).digit(), self.before)?;
            for file in File::ALL {
                content(Square::new(file, rank), output)?;
                let joint = if file == File::H { self.after } else { self.between };
                output.write_all(joint.as_bytes())?;
            }
        }
        output.write_all(self.bottom.as_bytes())
    }
}

impl PieceStyle {
    /// Writes a piece.
    pub fn write(self, piece: Piece, output: &mut dyn Write) -> io::Result<()> {
        match self {
            PieceStyle::WhiteCapital => write!(output, "{}", piece.letter()),
            PieceStyle::BlackCapital => write!(output, "{}", Piece { color: !piece.color, ..piece }.letter()),
            PieceStyle::ColorAndRole => {
                write!(output, "{}{}", letter(piece.color), piece.role.letter().to_ascii_uppercase())
            }
            PieceStyle::Letters(letters) => {
                output.write_all(letters.get(piece.color).get(piece.role).as_bytes())
            }
        }
    }
}

/// `W` or `B`.
pub(crate) const fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'B',
    }
}
