use std::fmt;

/// Something of a game for which the form has no place.
///
/// [`write_xml`](super::write_xml) sees the start and the moves only, and so tells of what concerns them and the rules;
/// whoever has the whole game adds the others that apply, so that they are all worded here.
///
/// ```
/// use tabiya_notation::xml::XmlLoss;
///
/// assert_eq!(XmlLoss::Result.to_string(), "the result, where it is not on the board");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum XmlLoss {
    /// The players' names, the place, the date, and whatever else heads a game.
    Headings,
    /// The clocks, and the time each move took.
    Clocks,
    /// A resignation, a loss on time, a draw agreed or claimed. Mate and stalemate are seen on the board.
    Result,
    /// Comments, marks and drawings.
    Comments,
    /// Moves that were considered, and moves taken back.
    Variations,
    /// That Black is to move, where no move was made and it could be White's turn.
    Turn,
    /// Rights to castle at the start, where they are others than kings and rooks at home allow.
    Castling,
    /// That a pawn can be taken in passing at the start.
    EnPassant,
    /// How far moves had been counted at the start.
    Counters,
    /// The rules. The form does not name them: read as usual, under the rules `byu` and then `fide`, the game has
    /// others than those it was played by.
    Rules {
        /// The rules with which it is opened when nothing else is said; `None` where it is refused then.
        opened: Option<&'static str>,
    },
}

impl fmt::Display for XmlLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlLoss::Headings => f.write_str("the players' names and other headings"),
            XmlLoss::Clocks => f.write_str("the clocks"),
            XmlLoss::Result => f.write_str("the result, where it is not on the board"),
            XmlLoss::Comments => f.write_str("the comments"),
            XmlLoss::Variations => f.write_str("the variations"),
            XmlLoss::Turn => f.write_str("that it is Black's turn: opened again, it is White's"),
            XmlLoss::Castling => f.write_str(
                "who may castle: opened again, it is every king with a rook, both on their home squares",
            ),
            XmlLoss::EnPassant => f.write_str("that a pawn can be taken in passing at the start"),
            XmlLoss::Counters => {
                f.write_str("the move numbers at the start: opened again, they begin with 1")
            }
            XmlLoss::Rules { opened: Some(opened) } => {
                write!(f, "its rules: unless told, it is opened with the rules {opened}")
            }
            XmlLoss::Rules { opened: None } => f.write_str("its rules: unless told, it cannot be opened"),
        }
    }
}
