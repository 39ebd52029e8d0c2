use std::fmt::{self, Write};

use tabiya_rules::{
    Board, Color, Illegal, Move, NamedRules, Piece, Position, Role, RuleSource, Rules, Setup,
};

use super::read::squares_as_written;
use super::replay::{replay, step_of};
use super::scan::XmlMove;
use super::{MAX_LENGTH, OPENED_AS, PlacedPiece, XmlLoss};
use crate::RuleFile;

/// A game as a document.
///
/// ```
/// use tabiya_notation::{write_xml, xml::XmlLoss};
/// use tabiya_rules::Position;
///
/// let written = write_xml(&Position::start(), &[]).unwrap();
/// assert!(written.text.starts_with("<chessgame>\n\t<board>\n\t\t<piece type=\"rook\" color=\"black\""));
/// assert_eq!(written.losses, [XmlLoss::Rules { opened: Some("byu") }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenXml {
    /// The document, ending with a line feed.
    pub text: String,
    /// What of the game is not in it, so far as moves and rules tell.
    pub losses: Vec<XmlLoss>,
}

/// Writes a game: its moves from the usual start position, and the position they lead to.
///
/// Read again under the same rules it gives the same moves. A game in which a side passed has no place in the form,
/// for its moves do not follow each other; the second move of one side is refused as any illegal move.
///
/// ```
/// use tabiya_notation::{XmlWriteError, write_xml};
/// use tabiya_rules::{HONG, Position};
///
/// let start = Position::starting(&HONG).unwrap();
/// assert_eq!(write_xml(&start, &[]), Err(XmlWriteError::OtherStart));
/// ```
pub fn write_xml<R: RuleSource>(start: &Position<R>, moves: &[Move]) -> Result<WrittenXml, XmlWriteError> {
    if Position::new(Setup::USUAL, start.source()).as_ref() != Ok(start) {
        return Err(XmlWriteError::OtherStart);
    }
    let (steps, end) = steps(start, moves)?;
    check_kings(end.board())?;
    check_reading(&steps, moves, start.rules())?;
    let text = write_game(end.board(), &steps);
    if text.len() > MAX_LENGTH {
        return Err(XmlWriteError::TooLong { length: text.len() });
    }
    Ok(WrittenXml { text, losses: losses(&steps, end.board(), start.rules()) })
}

fn steps<R: RuleSource>(
    start: &Position<R>,
    moves: &[Move],
) -> Result<(Vec<XmlMove>, Position<R>), XmlWriteError> {
    let mut position = *start;
    let mut steps = Vec::with_capacity(moves.len());
    for (played, &m) in moves.iter().enumerate() {
        let illegal = |why| XmlWriteError::Move { number: played + 1, why };
        let next = position.play(m).map_err(illegal)?;
        steps.push(step_of(m, &position).map_err(illegal)?);
        position = next;
    }
    Ok((steps, position))
}

fn check_kings(board: &Board) -> Result<(), XmlWriteError> {
    for color in Color::ALL {
        let count = board.by_piece(Piece { color, role: Role::King }).len();
        if count != 1 {
            return Err(XmlWriteError::Kings { color, count });
        }
    }
    Ok(())
}

/// Two moves of one piece to one square look alike: a royal queen that castles and one that walks there.
fn check_reading(steps: &[XmlMove], moves: &[Move], rules: &'static Rules) -> Result<(), XmlWriteError> {
    let same = match replay(steps, &RuleFile::from(*rules)) {
        Ok(replayed) => replayed.moves.iter().zip(moves).take_while(|(a, b)| a == b).count(),
        Err(failure) => failure.played,
    };
    if same == moves.len() { Ok(()) } else { Err(XmlWriteError::Ambiguous { number: same + 1 }) }
}

/// What the reader would make of the game if nobody told it the rules.
fn losses(steps: &[XmlMove], end: &Board, played: &'static Rules) -> Vec<XmlLoss> {
    let leads_there = |set: &&NamedRules| {
        replay(steps, &RuleFile::from(*set)).is_ok_and(|replayed| replayed.position.board() == end)
    };
    let opened = OPENED_AS.into_iter().filter_map(NamedRules::find).find(leads_there);
    match opened {
        Some(set) if set.rules == played => Vec::new(),
        _ => vec![XmlLoss::Rules { opened: opened.map(|set| set.name) }],
    }
}

fn write_game(board: &Board, steps: &[XmlMove]) -> String {
    // Some 60 bytes a piece, and two or three pieces a move.
    let mut text = IndentedText(String::with_capacity(2_100 + steps.len() * 180));
    text.line(0, "<chessgame>");
    text.line(1, "<board>");
    for at in squares_as_written() {
        if let Some(piece) = board.piece_at(at) {
            text.piece(2, PlacedPiece { piece, at });
        }
    }
    text.line(1, "</board>");
    text.line(1, "<history>");
    for step in steps {
        text.line(2, "<move>");
        text.piece(3, step.from);
        text.piece(3, step.to);
        if let Some(taken) = step.taken {
            text.piece(3, taken);
        }
        text.line(2, "</move>");
    }
    text.line(1, "</history>");
    text.line(0, "</chessgame>");
    text.0
}

/// Text of lines with tabs before them.
struct IndentedText(String);

impl IndentedText {
    fn line(&mut self, depth: usize, line: impl fmt::Display) {
        for _ in 0..depth {
            self.0.push('\t');
        }
        // Writing into a `String` never fails.
        let _ = writeln!(self.0, "{line}");
    }

    fn piece(&mut self, depth: usize, piece: PlacedPiece) {
        self.line(depth, piece.to_element());
    }
}

/// Why a game cannot be written in this form.
///
/// ```
/// use tabiya_notation::XmlWriteError;
///
/// assert_eq!(
///     XmlWriteError::OtherStart.to_string(),
///     "the XML form holds only games from the usual start position; PGN holds any",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum XmlWriteError {
    /// The game does not begin with the usual start position.
    OtherStart,
    /// A move is not legal where it is played; every side's move is counted, from 1.
    Move { number: usize, why: Illegal },
    /// The game ends with a king taken, or with one too many.
    Kings { color: Color, count: usize },
    /// Another move would be written in the same way.
    Ambiguous { number: usize },
    /// The document would be longer than is read again.
    TooLong { length: usize },
}

impl fmt::Display for XmlWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            XmlWriteError::OtherStart => {
                f.write_str("the XML form holds only games from the usual start position; PGN holds any")
            }
            XmlWriteError::Move { number, why } => write!(f, "move {number}: {why}"),
            XmlWriteError::Kings { color, count: 0 } => {
                write!(f, "the XML form holds no board on which {color} has no king; PGN does")
            }
            XmlWriteError::Kings { color, count } => {
                write!(f, "the XML form holds no board on which {color} has {count} kings; PGN does")
            }
            XmlWriteError::Ambiguous { number } => {
                write!(f, "the XML form writes move {number} like another one; PGN does not")
            }
            XmlWriteError::TooLong { length } => {
                write!(f, "the XML document would have {length} bytes, and none may have more than ")?;
                write!(f, "{MAX_LENGTH}; PGN is shorter")
            }
        }
    }
}

impl std::error::Error for XmlWriteError {}
