use std::fmt;
use std::str::FromStr;

use tabiya_notation::{Excerpt, NotAUciMove, PositionError, Strictness, UciMove, Unplayable, read_position};
use tabiya_rules::{Faults, Rules};

use crate::Game;

/// What `position` says: where to begin and what was played.
///
/// ```
/// use tabiya_engine::uci::Place;
/// use tabiya_rules::FIDE;
///
/// let place: Place = "startpos moves e2e4 e7e5".parse().unwrap();
/// assert_eq!(place.game(&FIDE).unwrap().history.len(), 2);
///
/// let wrong: Place = "startpos moves e2e5".parse().unwrap();
/// assert_eq!(
///     wrong.game(&FIDE).unwrap_err().to_string(),
///     "move 1 (e2e5) is not legal: a pawn does not move from e2 to e5",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The FEN; `None` for the start of the rule set.
    fen: Option<String>,
    moves: Vec<UciMove>,
}

impl FromStr for Place {
    type Err = PlaceError;

    fn from_str(text: &str) -> Result<Place, PlaceError> {
        let mut words = text.split_whitespace();
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => Some(String::new()),
            Some(word) => return Err(PlaceError::Neither(Excerpt::new(word))),
            None => return Err(PlaceError::Neither(Excerpt::new(""))),
        };
        let mut rest = words.peekable();
        let mut fen = fen;
        while let Some(word) = rest.next_if(|&word| word != "moves") {
            match &mut fen {
                Some(fen) if fen.len() <= tabiya_notation::fen::MAX_LENGTH => {
                    if !fen.is_empty() {
                        fen.push(' ');
                    }
                    fen.push_str(word);
                }
                Some(_) => {}
                None => return Err(PlaceError::Surplus(Excerpt::new(word))),
            }
        }
        let moves = rest.skip(1).map(|word| word.parse().map_err(PlaceError::NotAMove));
        Ok(Place { fen, moves: moves.collect::<Result<_, _>>()? })
    }
}

impl Place {
    /// The game under a rule set, or why there is none.
    pub fn game(&self, rules: &'static Rules) -> Result<Game, PlaceError> {
        let mut game = match &self.fen {
            None => Game::starting(rules).map_err(PlaceError::Start)?,
            Some(fen) => {
                Game::new(read_position(fen, rules, Strictness::Lenient).map_err(PlaceError::Fen)?.position)
            }
        };
        for (i, written) in self.moves.iter().enumerate() {
            match written.to_move(&game.position) {
                Ok(m) => game.play(m),
                Err(why) => return Err(PlaceError::Illegal { number: i + 1, written: *written, why }),
            }
        }
        Ok(game)
    }
}

/// Why a position is refused.
///
/// ```
/// use tabiya_engine::uci::Place;
///
/// let error = "here".parse::<Place>().unwrap_err();
/// assert_eq!(error.to_string(), "position needs startpos or fen, found \"here\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum PlaceError {
    Neither(Excerpt),
    Surplus(Excerpt),
    NotAMove(NotAUciMove),
    Start(Faults),
    Fen(PositionError),
    Illegal { number: usize, written: UciMove, why: Unplayable },
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceError::Neither(found) => write!(f, "position needs startpos or fen, found {found}"),
            PlaceError::Surplus(found) => write!(f, "after startpos comes moves, not {found}"),
            PlaceError::NotAMove(error) => error.fmt(f),
            PlaceError::Start(faults) => write!(f, "the rules have no start: {faults}"),
            PlaceError::Fen(error) => write!(f, "the position is refused: {error}"),
            PlaceError::Illegal { number, written, why } => {
                write!(f, "move {number} ({written}) is not legal: {why}")
            }
        }
    }
}

impl std::error::Error for PlaceError {}
