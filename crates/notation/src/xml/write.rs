use std::fmt::{self, Write};

use tabiya_rules::{
    Board, Color, Illegal, Move, NamedRules, Piece, Position, Role, RuleSource, Rules, Setup,
};

use super::read::{play, squares_as_written};
use super::replay::{ReplayFailure, replay, step_of};
use super::scan::XmlMove;
use super::start::find_start;
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
    /// What of the game is not in it, so far as start, moves and rules tell.
    pub losses: Vec<XmlLoss>,
}

/// Writes a game: its moves from any start, and the position they lead to.
///
/// Read again under the same rules it gives the same start, but for [`WrittenXml::losses`], and the same moves. A game in which a side passed has no place in the form,
/// for its moves do not follow each other; the second move of one side is refused as any illegal move.
///
/// ```
/// use tabiya_notation::{write_xml, xml::XmlLoss};
/// use tabiya_rules::{HONG, Position};
///
/// let start = Position::starting(&HONG).unwrap();
/// assert_eq!(write_xml(&start, &[]).unwrap().losses, [XmlLoss::Rules { opened: Some("byu") }]);
/// ```
pub fn write_xml<R: RuleSource>(start: &Position<R>, moves: &[Move]) -> Result<WrittenXml, XmlWriteError> {
    let (steps, end) = steps(start, moves)?;
    check_kings(end.board())?;
    check_rights(start, moves)?;
    let found = check_reading(end.board(), &steps, moves, start.rules())?;
    let text = write_game(end.board(), &steps);
    if text.len() > MAX_LENGTH {
        return Err(XmlWriteError::TooLong { length: text.len() });
    }
    let mut losses = start_losses(&start.setup(), &found.setup());
    losses.extend(rules_loss(&steps, end.board(), start.rules()));
    Ok(WrittenXml { text, losses })
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

/// What a move needs that the form does not tell: no pawn can be taken in passing at the start, and whoever castles
/// does it from home.
fn check_rights<R: RuleSource>(start: &Position<R>, moves: &[Move]) -> Result<(), XmlWriteError> {
    if moves.first().is_some_and(|m| m.is_en_passant()) {
        return Err(XmlWriteError::EnPassantAtStart);
    }
    let told = start.setup().with_home_rights(start.rules().moves.royal).castling;
    match moves.iter().position(|m| m.is_castling() && !told.contains(m.to())) {
        Some(before) => Err(XmlWriteError::CastlingElsewhere { number: before + 1 }),
        None => Ok(()),
    }
}

/// The start that is found when the game is read under the same rules. Two moves of one piece to one square look alike:
/// a royal queen that castles and one that walks there.
fn check_reading(
    end: &Board,
    steps: &[XmlMove],
    moves: &[Move],
    rules: &'static Rules,
) -> Result<Position<&'static Rules>, XmlWriteError> {
    let rules = RuleFile::from(*rules);
    let first_made = steps.len() + 1;
    let ambiguous = |failure: ReplayFailure| XmlWriteError::Ambiguous {
        number: failure.progress.saturating_sub(first_made).min(steps.len().saturating_sub(1)) + 1,
    };
    let start = find_start(end, steps, &rules).map_err(ambiguous)?;
    let replayed = replay(start, steps, &rules).map_err(ambiguous)?;
    match replayed.moves.iter().zip(moves).position(|(a, b)| a != b) {
        Some(before) => Err(XmlWriteError::Ambiguous { number: before + 1 }),
        None => Ok(start),
    }
}

/// What of the start is not found again.
fn start_losses(start: &Setup, found: &Setup) -> Vec<XmlLoss> {
    let Setup { board: _, turn, castling, en_passant, halfmoves, fullmoves } = start;
    let counters = (*halfmoves, *fullmoves);
    let losses = [
        (XmlLoss::Turn, *turn != found.turn),
        (XmlLoss::Castling, *castling != found.castling),
        (XmlLoss::EnPassant, *en_passant != found.en_passant),
        (XmlLoss::Counters, counters != (found.halfmoves, found.fullmoves)),
    ];
    losses.into_iter().filter(|&(_, is_lost)| is_lost).map(|(loss, _)| loss).collect()
}

/// What the reader would make of the game if nobody told it the rules.
fn rules_loss(steps: &[XmlMove], end: &Board, played: &'static Rules) -> Option<XmlLoss> {
    let is_read = |set: &&NamedRules| play(end, steps, &RuleFile::from(*set)).is_ok();
    let opened = OPENED_AS.into_iter().filter_map(NamedRules::find).find(is_read);
    match opened {
        Some(set) if set.rules == played => None,
        _ => Some(XmlLoss::Rules { opened: opened.map(|set| set.name) }),
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
///     XmlWriteError::EnPassantAtStart.to_string(),
///     "the XML form does not tell that the first move can take in passing; PGN does",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum XmlWriteError {
    /// The first move takes in passing, a right that the form does not tell.
    EnPassantAtStart,
    /// A side castles with its royal piece or its rook elsewhere than at home.
    CastlingElsewhere { number: usize },
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
            XmlWriteError::EnPassantAtStart => {
                f.write_str("the XML form does not tell that the first move can take in passing; PGN does")
            }
            XmlWriteError::CastlingElsewhere { number } => {
                write!(
                    f,
                    "the XML form knows castling only from the home squares of king and rook, and move "
                )?;
                write!(f, "{number} castles from others; PGN knows it")
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
