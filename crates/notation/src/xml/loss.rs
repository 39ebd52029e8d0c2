use std::fmt;

/// Something of a game for which the form has no place.
///
/// [`write_xml`](super::write_xml) sees moves only, and so tells of [`XmlLoss::Rules`] alone; whoever has the whole
/// game adds the others that apply, so that they are all worded here.
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
            XmlLoss::Rules { opened: Some(opened) } => {
                write!(f, "its rules: unless told, it is opened with the rules {opened}")
            }
            XmlLoss::Rules { opened: None } => f.write_str("its rules: unless told, it cannot be opened"),
        }
    }
}
