use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use tabiya_engine::{Handicap, Level, NotALevel};

use super::{CommandWords, Pace, split};

/// Which engine, and how it is run: `level:3`, `elo:1400`, `toga2`, `gnuchess --uci option.Hash=16`,
/// `name=Sjeng cmd=sjeng proto=xboard`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called in tables and games.
    pub name: String,
    /// The program and its arguments.
    pub command: CommandWords,
    /// Our own engine, in place of a program.
    pub own: Option<OwnStrength>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// Names and values of its options.
    pub options: Vec<(String, String)>,
    /// Its own pace, where it differs from the others'.
    pub pace: Option<Pace>,
    /// Whether it is started anew for every game.
    pub restarts: bool,
}

/// How well our own engine plays in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnStrength {
    /// At a level.
    Level(Level),
    /// With so much taken from it.
    Handicap(Handicap),
}

impl OwnStrength {
    /// What is named in place of a program: `level:3`, `elo:1400`, or how many positions are seen and how far off they seem,
    /// `handicap:2500/55`; `None` where a program is meant.
    fn of_program(program: &str) -> Option<Result<OwnStrength, String>> {
        if let Some(handicap) = program.strip_prefix("handicap:") {
            return Some(self::handicap(handicap).map(OwnStrength::Handicap));
        }
        let level = program.strip_prefix("level:").or(program.starts_with("elo:").then_some(program))?;
        Some(level.parse().map(OwnStrength::Level).map_err(|error: NotALevel| error.to_string()))
    }
}

fn handicap(text: &str) -> Result<Handicap, String> {
    let read = || {
        let (nodes, error) = text.split_once('/')?;
        let nodes = nodes.parse().ok().filter(|nodes| (1..=1_000_000_000).contains(nodes))?;
        let error = error.parse().ok().filter(|error| (0..=10_000).contains(error))?;
        Some(Handicap::new(nodes, error))
    };
    read().ok_or_else(|| "a handicap is written 2500/55: positions, and hundredths of a pawn".to_owned())
}

/// The language an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the protocols are their own names")]
pub enum Protocol {
    Uci,
    Xboard,
}

/// Where Debian puts engines, which is not on everybody's path.
const GAMES: &str = "/usr/games";

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineSpec, String> {
        let words = split(text)?;
        let begin = words.iter().position(|word| SpecKey::of(word).is_some()).unwrap_or(words.len());
        let mut spec = EngineSpec {
            name: String::new(),
            command: words[..begin].to_vec(),
            own: None,
            protocol: Protocol::Uci,
            folder: None,
            options: Vec::new(),
            pace: None,
            restarts: false,
        };
        for word in &words[begin..] {
            match SpecKey::of(word) {
                Some((key, value)) => spec.set(key, value)?,
                None => return Err(format!("'{word}' is not understood: {KEYS}")),
            }
        }
        spec.complete()
    }
}

const KEYS: &str =
    "expected name=, cmd=, proto=, dir=, option.NAME=, tc=, movetime=, nodes=, depth= or restart=";

#[derive(Clone, Copy)]
enum SpecKey<'a> {
    Name,
    Command,
    Protocol,
    Folder,
    Option(&'a str),
    Clock,
    MoveTime,
    Nodes,
    Depth,
    Restart,
}

impl<'a> SpecKey<'a> {
    /// The key and value of a word that has both.
    fn of(word: &'a str) -> Option<(SpecKey<'a>, &'a str)> {
        let (key, value) = word.split_once('=')?;
        let key = match key {
            "name" => SpecKey::Name,
            "cmd" => SpecKey::Command,
            "proto" => SpecKey::Protocol,
            "dir" => SpecKey::Folder,
            "tc" => SpecKey::Clock,
            "movetime" => SpecKey::MoveTime,
            "nodes" => SpecKey::Nodes,
            "depth" => SpecKey::Depth,
            "restart" => SpecKey::Restart,
            _ => SpecKey::Option(key.strip_prefix("option.").filter(|name| !name.is_empty())?),
        };
        Some((key, value))
    }
}

impl EngineSpec {
    fn set(&mut self, key: SpecKey, value: &str) -> Result<(), String> {
        // A line break would be the end of a command to the engine.
        if value.contains(['\n', '\r', '\0']) {
            return Err("a value cannot have more than one line".to_owned());
        }
        match key {
            SpecKey::Name => self.name = value.to_owned(),
            SpecKey::Command if self.command.is_empty() => self.command = split(value)?,
            SpecKey::Command => return Err("the program is named twice".to_owned()),
            SpecKey::Protocol => self.protocol = protocol(value)?,
            SpecKey::Folder => self.folder = Some(PathBuf::from(value)),
            SpecKey::Option(name) => self.options.push((name.to_owned(), value.to_owned())),
            SpecKey::Clock => self.pace = Some(Pace::Clock(value.parse()?)),
            SpecKey::MoveTime => {
                self.pace = Some(Pace::MoveTime(Duration::from_millis(number("movetime", value)?)));
            }
            SpecKey::Nodes => self.pace = Some(Pace::Nodes(number("nodes", value)?)),
            SpecKey::Depth => self.pace = Some(Pace::Depth(number("depth", value)? as u32)),
            SpecKey::Restart => self.restarts = on_or_off(value)?,
        }
        Ok(())
    }

    fn complete(mut self) -> Result<EngineSpec, String> {
        let Some(program) = self.command.first() else {
            return Err("it names no program: begin with its path, or say cmd=".to_owned());
        };
        if program.is_empty() {
            return Err("the name of the program is empty".to_owned());
        }
        if let Some(own) = OwnStrength::of_program(program) {
            let own = own.map_err(|error| format!("{program}: {error}"))?;
            if self.command.len() > 1 || !self.options.is_empty() || self.pace.is_some() {
                return Err(format!("{program} takes no arguments, options or pace"));
            }
            self.own = Some(own);
        }
        if self.name.is_empty() {
            self.name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(self)
    }

    /// The program as it is run.
    pub fn command(&self) -> Command {
        let mut command = Command::new(self.program());
        command.args(&self.command[1..]);
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// The file of the program: as it is named, or as it is found on the path or among the games.
    pub fn program(&self) -> PathBuf {
        let named = Path::new(&self.command[0]);
        if named.components().count() > 1 {
            // A path is meant from here, not from the folder in which the program runs.
            return std::path::absolute(named).unwrap_or_else(|_| named.to_owned());
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
        let mut places = folders.map(|folder| folder.join(named));
        places.find(|place| place.is_file()).unwrap_or_else(|| named.to_owned())
    }
}

fn protocol(value: &str) -> Result<Protocol, String> {
    match value {
        "uci" => Ok(Protocol::Uci),
        "xboard" | "cecp" => Ok(Protocol::Xboard),
        _ => Err(format!("expected proto=uci or proto=xboard, found '{value}'")),
    }
}

fn on_or_off(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("expected restart=on or restart=off, found '{value}'")),
    }
}

fn number(name: &str, value: &str) -> Result<u64, String> {
    let limit = if name == "depth" { 1000 } else { 1_000_000_000_000 };
    let number = value.parse().ok().filter(|number| (1..=limit).contains(number));
    number.ok_or_else(|| format!("expected {name}= and a number from 1 to {limit}, found '{value}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> EngineSpec {
        text.parse().unwrap()
    }

    #[test]
    fn a_path_is_enough() {
        let plain = spec("/usr/games/toga2");
        assert_eq!((plain.name.as_str(), plain.protocol), ("toga2", Protocol::Uci));
        assert_eq!(plain.program(), Path::new("/usr/games/toga2"));
    }

    #[test]
    fn a_level_is_an_engine_too() {
        let level = spec("level:3 name=careful");
        assert_eq!((level.own, level.name.as_str()), (Level::new(3).ok().map(OwnStrength::Level), "careful"));
        assert_eq!(spec("level:1").name, "level:1");
    }

    #[test]
    fn everything_can_be_said() {
        let full = spec(
            "name='GNU Chess' cmd='gnuchess --uci' proto=uci dir=/tmp option.Hash=16 tc=40/60 restart=on",
        );
        assert_eq!(full.name, "GNU Chess");
        assert_eq!(full.command, ["gnuchess", "--uci"]);
        assert_eq!(full.options, [("Hash".to_owned(), "16".to_owned())]);
        assert!(full.restarts && full.pace.is_some());
        let short = spec("gnuchess --uci 'option.Null Move=a=b' nodes=1000");
        assert_eq!(short.command, ["gnuchess", "--uci"]);
        assert_eq!(short.options, [("Null Move".to_owned(), "a=b".to_owned())]);
        assert_eq!(short.pace, Some(Pace::Nodes(1000)));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for (text, why) in [
            ("", "names no program"),
            ("name=x", "names no program"),
            ("a cmd=b", "named twice"),
            ("a name=b c", "'c' is not understood"),
            ("a proto=winboard", "expected proto="),
            ("a nodes=0", "expected nodes="),
            ("a depth=1001", "expected depth="),
            ("a 'option.X=1\nquit'", "more than one line"),
            ("a 'b", "not closed"),
            ("''", "is empty"),
            ("level:0", "from 1 to 9"),
            ("level:3 fast", "takes no arguments"),
            ("level:3 nodes=5", "takes no arguments"),
        ] {
            let found = text.parse::<EngineSpec>().unwrap_err();
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
