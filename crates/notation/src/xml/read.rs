use tabiya_rules::{Board, FIDE, Move, Position, Rank, Rules, Square};

use super::replay::{ReplayFailure, XmlReplay, replay};
use super::scan::{XmlDocument, XmlMove, scan};
use super::start::find_start;
use super::{RulesName, XmlError, XmlProblem};
use crate::RuleFile;

/// A game read from a document.
///
/// ```
/// use tabiya_notation::{find_rules, read_xml, write_xml};
/// use tabiya_rules::{BYU, Color, Position};
///
/// let start = Position::starting(&BYU).unwrap();
/// let e4 = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// let text = write_xml(&start, &[e4]).unwrap().text;
///
/// let game = read_xml(text.as_bytes(), &find_rules("byu").unwrap().into()).unwrap();
/// assert_eq!((game.start, game.moves), (start, vec![e4]));
/// assert_eq!(game.rules.name.as_deref(), Some("byu"));
/// assert_eq!(game.position.turn(), Color::Black);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XmlGame {
    /// The position before the first move, which may be any.
    pub start: Position<&'static Rules>,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// The rules under which they are legal: those that were asked for, or FIDE's.
    pub rules: RuleFile,
    /// The position after the last move. It is the turn of the side that did not make it; with no moves, White's, or
    /// Black's where only that is valid.
    pub position: Position<&'static Rules>,
}

/// Reads a document. Its start is found by taking the moves back from its board, and from there they must be legal
/// under `rules`; where they are not, FIDE's rules are tried, and [`XmlGame::rules`] tells which it was. The form's own
/// rules are [`BYU`](tabiya_rules::BYU).
///
/// If neither will do, the error is of the rules under which the reader came further.
///
/// ```
/// use tabiya_notation::{find_rules, read_xml};
///
/// let byu = find_rules("byu").unwrap().into();
/// let error = read_xml(b"<chessgame>\n\t<board>\n\t\t<piece type=\"duke\"/>", &byu).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 3: piece 1 of the board: \
///      type: expected pawn, rook, knight, bishop, queen or king, found \"duke\"",
/// );
/// ```
pub fn read_xml(bytes: &[u8], rules: &RuleFile) -> Result<XmlGame, XmlError> {
    let document = scan(bytes)?;
    let first = match play(&document.board, &document.steps, rules) {
        Ok(game) => return Ok(game),
        Err(failure) => failure,
    };
    let second = match rules.rules.moves == FIDE.moves {
        true => None,
        false => match play(&document.board, &document.steps, &RuleFile::named(FIDE, Some("fide"))) {
            Ok(game) => return Ok(game),
            Err(failure) => Some(failure),
        },
    };
    let failure = match second {
        Some(second) if second.progress > first.progress => second,
        _ => first,
    };
    Err(document.error(failure.problem))
}

/// The game of a board and the moves that led to it.
pub(super) fn play(board: &Board, steps: &[XmlMove], rules: &RuleFile) -> Result<XmlGame, ReplayFailure> {
    let start = find_start(board, steps, rules)?;
    let XmlReplay { moves, position } = replay(start, steps, rules)?;
    let Some(at) = first_difference(board, position.board()) else {
        return Ok(XmlGame { start, moves, rules: rules.clone(), position });
    };
    let (stated, reached) = (board.piece_at(at), position.piece_at(at));
    // To differ at the end is to have come furthest.
    let progress = 2 * steps.len() + 1;
    Err(ReplayFailure {
        progress,
        problem: XmlProblem::Board { at, stated, reached, rules: RulesName::of(rules) },
    })
}

/// The first square, in the order in which they are written, on which two boards differ.
fn first_difference(a: &Board, b: &Board) -> Option<Square> {
    let squares = squares_as_written();
    if a == b { None } else { squares.into_iter().find(|&sq| a.piece_at(sq) != b.piece_at(sq)) }
}

/// The squares row by row from the top.
pub(super) fn squares_as_written() -> impl Iterator<Item = Square> {
    let ranks = Rank::ALL.into_iter().rev();
    ranks.flat_map(|rank| tabiya_rules::File::ALL.into_iter().map(move |file| Square::new(file, rank)))
}

impl XmlDocument {
    /// A problem with the game, with its line.
    fn error(&self, problem: XmlProblem) -> XmlError {
        let line = match &problem {
            XmlProblem::Move { number, .. } => {
                self.steps.get(number - 1).map_or(self.board_line, |step| step.line as usize)
            }
            XmlProblem::Board { at, .. } if self.piece_lines[at.index()] > 0 => self.piece_lines[at.index()],
            _ => self.board_line,
        };
        XmlError { line, problem }
    }
}
