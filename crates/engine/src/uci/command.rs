use std::fmt;
use std::str::FromStr;

use tabiya_notation::Excerpt;

use super::go::Go;
use super::position_command::PositionCommand;

/// What a graphical interface may say.
///
/// ```
/// use tabiya_engine::uci::UciCommand;
///
/// assert!(matches!("isready".parse(), Ok(UciCommand::IsReady)));
/// let Ok(UciCommand::Go(go)) = "go depth 8".parse() else { panic!() };
/// assert_eq!(go.depth, Some(8));
/// assert_eq!("fly".parse::<UciCommand>().unwrap_err().to_string(), "unknown command \"fly\"");
/// ```
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the commands are named as the protocol names them")]
pub enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    Position(PositionCommand),
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Debug {
        on: bool,
    },
    Quit,
    /// Show the position.
    Display,
    /// Show its evaluation.
    Eval,
    /// Search the positions of the benchmark.
    Bench {
        depth: Option<i32>,
    },
    /// Exchange the colors.
    Flip,
    /// Nothing but blanks.
    Nothing,
}

impl FromStr for UciCommand {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<UciCommand, CommandError> {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        Ok(match word {
            "" => UciCommand::Nothing,
            "uci" => UciCommand::Uci,
            "isready" => UciCommand::IsReady,
            "ucinewgame" => UciCommand::NewGame,
            "position" => UciCommand::Position(rest.parse().map_err(CommandError::Position)?),
            "go" => UciCommand::Go(rest.parse()?),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "setoption" => set_option(rest)?,
            "debug" => debug(rest)?,
            "quit" => UciCommand::Quit,
            "d" => UciCommand::Display,
            "eval" => UciCommand::Eval,
            "bench" => bench(rest)?,
            "flip" => UciCommand::Flip,
            _ => return Err(CommandError::Command(Excerpt::new(word))),
        })
    }
}

/// `name WORDS [value WORDS]`.
fn set_option(rest: &str) -> Result<UciCommand, CommandError> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let Some((&"name", words)) = words.split_first() else { return Err(CommandError::OptionWithoutName) };
    let at = words.iter().position(|&word| word == "value");
    let (name, value) = match at {
        Some(at) => (&words[..at], Some(words[at + 1..].join(" "))),
        None => (words, None),
    };
    match name {
        [] => Err(CommandError::OptionWithoutName),
        name => Ok(UciCommand::SetOption { name: name.join(" "), value }),
    }
}

fn debug(rest: &str) -> Result<UciCommand, CommandError> {
    match rest {
        "on" => Ok(UciCommand::Debug { on: true }),
        "off" => Ok(UciCommand::Debug { on: false }),
        _ => Err(CommandError::Debug(Excerpt::new(rest))),
    }
}

fn bench(rest: &str) -> Result<UciCommand, CommandError> {
    if rest.is_empty() {
        return Ok(UciCommand::Bench { depth: None });
    }
    match rest.parse() {
        Ok(depth @ 1..=64) => Ok(UciCommand::Bench { depth: Some(depth) }),
        _ => Err(CommandError::Depth(Excerpt::new(rest))),
    }
}

/// Why a line is not understood.
///
/// ```
/// use tabiya_engine::uci::UciCommand;
///
/// let error = "go depth deep".parse::<UciCommand>().unwrap_err();
/// assert_eq!(error.to_string(), "go depth needs a number, found \"deep\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum CommandError {
    Command(Excerpt),
    Position(super::PositionCommandError),
    GoNumber { word: &'static str, found: Excerpt },
    GoWord(Excerpt),
    OptionWithoutName,
    Debug(Excerpt),
    Depth(Excerpt),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Command(word) => write!(f, "unknown command {word}"),
            CommandError::Position(error) => error.fmt(f),
            CommandError::GoNumber { word, found } => write!(f, "go {word} needs a number, found {found}"),
            CommandError::GoWord(word) => write!(f, "go does not know {word}"),
            CommandError::OptionWithoutName => f.write_str("setoption needs: name NAME value VALUE"),
            CommandError::Debug(found) => write!(f, "debug is on or off, not {found}"),
            CommandError::Depth(found) => write!(f, "bench takes a depth from 1 to 64, not {found}"),
        }
    }
}

impl std::error::Error for CommandError {}
