//! Engines that behave in chosen ways, well or badly: this very test program, started again by a script.

use std::io::{self, BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;

use tabiya_notation::{Strictness, UciMove, find_rules, read_position};
use tabiya_rules::{Position, Rules};

use crate::support::Folder;

/// Says how the engine behaves, where this program is one.
const BEHAVIOR: &str = "TABIYA_FAKE_ENGINE";

/// The words that run an engine of a behavior. The path of a test program has no blanks.
pub fn command(behavior: &str) -> String {
    let program = std::env::current_exe().unwrap();
    format!("env {BEHAVIOR}={behavior} {} --exact fake_engine::engine --nocapture", program.to_str().unwrap())
}

/// A script that runs an engine of a behavior.
pub fn script(folder: &Folder, behavior: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let text = format!(
        "#!/bin/sh\n{BEHAVIOR}={behavior} exec '{}' --exact fake_engine::engine --nocapture\n",
        program.display()
    );
    executable(folder, behavior, &text)
}

/// A script that shakes hands, and then closes its output without leaving.
pub fn closing_script(folder: &Folder) -> PathBuf {
    let text = "#!/bin/sh
while read line; do
  case \"$line\" in
    uci) echo uciok;;
    isready) echo readyok;;
    go*) exec >&-; sleep 1000;;
  esac
done
";
    executable(folder, "closes", text)
}

fn executable(folder: &Folder, name: &str, text: &str) -> PathBuf {
    let path = folder.write(name, text);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// No test by itself: the engine, when a script says which.
#[test]
fn engine() {
    if let Ok(behavior) = std::env::var(BEHAVIOR) {
        play(&behavior);
    }
}

fn say(text: &str) {
    // Not `print`, which the test harness may keep for itself.
    let mut out = io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

struct Engine {
    behavior: String,
    rules: &'static Rules,
    position: Position<&'static Rules>,
    /// How many moves it has been asked for.
    asked: u32,
    /// Whether it answers moves with moves, in XBoard's protocol.
    plays: bool,
}

fn play(behavior: &str) {
    if behavior == "leaves-at-once" {
        std::process::exit(7);
    }
    let rules = find_rules("fide").unwrap().rules;
    let position = Position::starting(rules).unwrap();
    let mut engine = Engine { behavior: behavior.to_owned(), rules, position, asked: 0, plays: false };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if line == "quit" {
            break;
        } else if behavior.starts_with('x') {
            engine.xboard(&words);
        } else {
            engine.uci(&words);
        }
    }
    std::process::exit(0);
}

impl Engine {
    fn uci(&mut self, words: &[&str]) {
        match words {
            ["uci"] if self.behavior == "mute" => {}
            ["uci"] => {
                say("id name Fake");
                say("option name Hash type spin default 16 min 1 max 100");
                say("option name UCI_Chess960 type check default false");
                say("option name UCI_Variant type combo default chess var chess var hong");
                say("uciok");
            }
            ["isready"] => say("readyok"),
            ["setoption", "name", "UCI_Variant", "value", name] => {
                self.rules = find_rules(name).unwrap().rules;
            }
            ["setoption", "name", "UCI_Chess960", ..] => self.rules = find_rules("chess960").unwrap().rules,
            ["position", rest @ ..] => self.set(rest),
            ["go", ..] => {
                self.asked += 1;
                self.misbehave();
                say("info depth 1 score cp 13 pv e2e4");
                say(&format!("bestmove {}", self.best()));
            }
            _ => {}
        }
    }

    fn set(&mut self, words: &[&str]) {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        self.position = match words[0] {
            "fen" => read_position(&words[1..at].join(" "), self.rules, Strictness::Strict).unwrap().position,
            _ => Position::starting(self.rules).unwrap(),
        };
        words.iter().skip(at + 1).for_each(|word| self.make(word));
    }

    fn make(&mut self, text: &str) {
        let m = text.parse::<UciMove>().unwrap().to_move(&self.position).unwrap();
        self.position = self.position.play_unchecked(m);
    }

    /// Some legal move, not always the same, that does not depend on anything but the position.
    fn best(&self) -> String {
        let moves = self.position.legal_moves();
        let mut texts: Vec<String> =
            moves.into_iter().map(|m| UciMove::from_move(m, &self.position).to_string()).collect();
        texts.sort();
        let number = usize::from(self.position.fullmoves()) * 7 % texts.len();
        texts[number].clone()
    }

    /// What the bad ones do when they are asked for their third move.
    fn misbehave(&self) {
        let slowly = |milliseconds| std::thread::sleep(Duration::from_millis(milliseconds));
        match self.behavior.as_str() {
            "unhurried" => slowly(5),
            _ if self.asked < 3 => {}
            "crashes" => std::process::exit(3),
            "aborts" => std::process::abort(),
            "hangs" | "xhangs" => slowly(1_000_000),
            "is-slow" => slowly(1100),
            "floods" => loop {
                let mut out = io::stdout().lock();
                if out.write_all(&[b'x'; 4096]).is_err() {
                    std::process::exit(0);
                }
            },
            "chatters" => loop {
                say("info string still thinking");
            },
            "cheats" => say("bestmove 0000"),
            "stammers" => say("bestmove \u{1b}[2J\u{fffd}"),
            "names-none" => say("bestmove"),
            "gives-none" => say("bestmove (none)"),
            "leaves" => std::process::exit(0),
            _ => {}
        }
    }

    fn xboard(&mut self, words: &[&str]) {
        match words {
            ["protover", "2"] if self.behavior != "xold" => {
                say("feature done=0");
                say(
                    "feature ping=1 setboard=1 myname=\"Fake = X\" san=1 colors=0 variants=\"normal,fischerandom\"",
                );
                say("feature option=\"Depth Charge -spin 1 0 9\" memory=1 usermove=1 done=1");
            }
            ["ping", number] => say(&format!("pong {number}")),
            ["new"] => {
                self.position = Position::starting(self.rules).unwrap();
                self.plays = true;
            }
            ["variant", "fischerandom"] => self.rules = find_rules("chess960").unwrap().rules,
            ["setboard", fen @ ..] => {
                self.position =
                    read_position(&fen.join(" "), self.rules, Strictness::Strict).unwrap().position;
            }
            ["force"] => self.plays = false,
            ["go"] => {
                self.plays = true;
                self.answer();
            }
            ["usermove", text] => self.told(text),
            [text] if self.behavior == "xold" && text.parse::<UciMove>().is_ok() => self.told(text),
            _ => {}
        }
    }

    fn told(&mut self, text: &str) {
        match text {
            "O-O" | "O-O-O" => {
                let san: tabiya_notation::San = text.parse().unwrap();
                self.position = self.position.play_unchecked(san.to_move(&self.position).unwrap());
            }
            _ => self.make(text),
        }
        if self.plays {
            self.answer();
        }
    }

    fn answer(&mut self) {
        self.asked += 1;
        self.misbehave();
        match self.behavior.as_str() {
            "xresigns" if self.asked == 3 => return say("resign"),
            "xdraws" if self.asked == 3 => return say("1/2-1/2 {Draw}"),
            "xwins" if self.asked == 3 => {
                let result =
                    if self.position.turn().is_white() { "1-0 {White mates}" } else { "0-1 {Black mates}" };
                return say(result);
            }
            "xcomplains" if self.asked == 3 => return say("Illegal move (no such piece): a7a6"),
            _ => {}
        }
        let best = self.best();
        say("1 13 0 20 e2e4");
        say("1/2-1/2 {I would like a draw}");
        match self.behavior.as_str() {
            "xold" => say(&format!("My move is: {best}")),
            // As GNU Chess does.
            "xtwice" => {
                say(&format!("1. ... {best}"));
                say(&format!("My move is : {best}"));
            }
            _ => say(&format!("move {best}")),
        }
        self.make(&best);
    }
}
