use std::fmt;
use std::str::FromStr;

use tabiya_notation::{Excerpt, NotAUciMove, PositionError, Strictness, UciMove, Unplayable, read_position};
use tabiya_rules::{Faults, Rules};

use crate::GamePosition;

/// What `position` says: where to begin and what was played.
///
/// ```
/// use tabiya_engine::uci::PositionCommand;
/// use tabiya_rules::FIDE;
///
/// let command: PositionCommand = "startpos moves e2e4 e7e5".parse().unwrap();
/// assert_eq!(command.game(&FIDE).unwrap().history.len(), 2);
///
/// let wrong: PositionCommand = "startpos moves e2e5".parse().unwrap();
/// assert_eq!(
///     wrong.game(&FIDE).unwrap_err().to_string(),
///     "move 1 (e2e5) is not legal: a pawn does not move from e2 to e5",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; `None` for the start of the rule set.
    fen: Option<String>,
    moves: Vec<UciMove>,
}

impl FromStr for PositionCommand {
    type Err = PositionCommandError;

    fn from_str(text: &str) -> Result<PositionCommand, PositionCommandError> {
        let mut words = text.split_whitespace();
        let fen = match words.next() {
            Some("startpos") => None,
            Some("fen") => Some(String::new()),
            Some(word) => return Err(PositionCommandError::Neither(Excerpt::new(word))),
            None => return Err(PositionCommandError::Neither(Excerpt::new(""))),
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
                None => return Err(PositionCommandError::Surplus(Excerpt::new(word))),
            }
        }
        let moves = rest.skip(1).map(|word| word.parse().map_err(PositionCommandError::NotAMove));
        Ok(PositionCommand { fen, moves: moves.collect::<Result<_, _>>()? })
    }
}

impl PositionCommand {
    /// The game under a rule set, or why there is none.
    pub fn game(&self, rules: &'static Rules) -> Result<GamePosition, PositionCommandError> {
        let mut game = match &self.fen {
            None => GamePosition::starting(rules).map_err(PositionCommandError::Start)?,
            Some(fen) => GamePosition::new(
                read_position(fen, rules, Strictness::Lenient).map_err(PositionCommandError::Fen)?.position,
            ),
        };
        for (i, written) in self.moves.iter().enumerate() {
            match written.to_move(&game.position) {
                Ok(m) => game.play(m),
                Err(why) => {
                    return Err(PositionCommandError::Illegal { number: i + 1, written: *written, why });
                }
            }
        }
        Ok(game)
    }
}

/// Why a position is refused.
///
/// ```
/// use tabiya_engine::uci::PositionCommand;
///
/// let error = "here".parse::<PositionCommand>().unwrap_err();
/// assert_eq!(error.to_string(), "position needs startpos or fen, found \"here\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum PositionCommandError {
    Neither(Excerpt),
    Surplus(Excerpt),
    NotAMove(NotAUciMove),
    Start(Faults),
    Fen(PositionError),
    Illegal { number: usize, written: UciMove, why: Unplayable },
}

impl fmt::Display for PositionCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionCommandError::Neither(found) => {
                write!(f, "position needs startpos or fen, found {found}")
            }
            PositionCommandError::Surplus(found) => write!(f, "after startpos comes moves, not {found}"),
            PositionCommandError::NotAMove(error) => error.fmt(f),
            PositionCommandError::Start(faults) => write!(f, "the rules have no start: {faults}"),
            PositionCommandError::Fen(error) => write!(f, "the position is refused: {error}"),
            PositionCommandError::Illegal { number, written, why } => {
                write!(f, "move {number} ({written}) is not legal: {why}")
            }
        }
    }
}

impl std::error::Error for PositionCommandError {}
