use std::fmt;
use std::str::FromStr;

use tabiya_notation::Excerpt;

use super::go::Go;
use super::place::Place;

/// What a graphical interface may say.
///
/// ```
/// use tabiya_engine::uci::Command;
///
/// assert!(matches!("isready".parse(), Ok(Command::IsReady)));
/// let Ok(Command::Go(go)) = "go depth 8".parse() else { panic!() };
/// assert_eq!(go.depth, Some(8));
/// assert_eq!("fly".parse::<Command>().unwrap_err().to_string(), "unknown command \"fly\"");
/// ```
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the commands are named as the protocol names them")]
pub enum Command {
    Uci,
    IsReady,
    NewGame,
    Position(Place),
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

impl FromStr for Command {
    type Err = Misunderstood;

    fn from_str(line: &str) -> Result<Command, Misunderstood> {
        let line = line.trim();
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        Ok(match word {
            "" => Command::Nothing,
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(rest.parse().map_err(Misunderstood::Position)?),
            "go" => Command::Go(rest.parse()?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "setoption" => set_option(rest)?,
            "debug" => debug(rest)?,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Eval,
            "bench" => bench(rest)?,
            "flip" => Command::Flip,
            _ => return Err(Misunderstood::Command(Excerpt::new(word))),
        })
    }
}

/// `name WORDS [value WORDS]`.
fn set_option(rest: &str) -> Result<Command, Misunderstood> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let Some((&"name", words)) = words.split_first() else { return Err(Misunderstood::OptionWithoutName) };
    let at = words.iter().position(|&word| word == "value");
    let (name, value) = match at {
        Some(at) => (&words[..at], Some(words[at + 1..].join(" "))),
        None => (words, None),
    };
    match name {
        [] => Err(Misunderstood::OptionWithoutName),
        name => Ok(Command::SetOption { name: name.join(" "), value }),
    }
}

fn debug(rest: &str) -> Result<Command, Misunderstood> {
    match rest {
        "on" => Ok(Command::Debug { on: true }),
        "off" => Ok(Command::Debug { on: false }),
        _ => Err(Misunderstood::Debug(Excerpt::new(rest))),
    }
}

fn bench(rest: &str) -> Result<Command, Misunderstood> {
    if rest.is_empty() {
        return Ok(Command::Bench { depth: None });
    }
    match rest.parse() {
        Ok(depth @ 1..=64) => Ok(Command::Bench { depth: Some(depth) }),
        _ => Err(Misunderstood::Depth(Excerpt::new(rest))),
    }
}

/// Why a line is not understood.
///
/// ```
/// use tabiya_engine::uci::Command;
///
/// let error = "go depth deep".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "go depth needs a number, found \"deep\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum Misunderstood {
    Command(Excerpt),
    Position(super::PlaceError),
    GoNumber { word: &'static str, found: Excerpt },
    GoMove(tabiya_notation::NotAUciMove),
    GoWord(Excerpt),
    OptionWithoutName,
    Debug(Excerpt),
    Depth(Excerpt),
}

impl fmt::Display for Misunderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misunderstood::Command(word) => write!(f, "unknown command {word}"),
            Misunderstood::Position(error) => error.fmt(f),
            Misunderstood::GoNumber { word, found } => write!(f, "go {word} needs a number, found {found}"),
            Misunderstood::GoMove(error) => write!(f, "go searchmoves: {error}"),
            Misunderstood::GoWord(word) => write!(f, "go does not know {word}"),
            Misunderstood::OptionWithoutName => f.write_str("setoption needs: name NAME value VALUE"),
            Misunderstood::Debug(found) => write!(f, "debug is on or off, not {found}"),
            Misunderstood::Depth(found) => write!(f, "bench takes a depth from 1 to 64, not {found}"),
        }
    }
}

impl std::error::Error for Misunderstood {}
