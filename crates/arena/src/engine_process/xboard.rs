//! The client side of XBoard's protocol, version 2, with what engines of version 1 need.
//! CITE: Tim Mann and H.G. Muller, Chess Engine Communication Protocol, <https://www.gnu.org/software/xboard/engine-intf.html>

use std::time::{Duration, Instant};

use tabiya_rules::{CastlingSide, Color, Move};

use super::engine_player::read_move;
use super::feature::Features;
use super::process::{Process, Wait};
use super::reader::OutputLine;
use super::{
    Budget, EngineChoice, EngineError, EngineScore, EngineSetup, EngineSpec, GameLine, Pace, SecondsControl,
    Thought, Variant,
};

/// An engine that speaks XBoard's protocol.
pub struct Xboard {
    process: Process,
    features: Features,
    patience: Duration,
    variant: Variant,
    pings: u32,
    /// How many moves of the game it has been told or has played itself.
    told: usize,
    /// Whether it answers moves with moves; else it only listens.
    is_playing: bool,
    /// How it announces its moves, once it has.
    manner: Option<MoveManner>,
}

/// How engines announce their moves. Some do it twice, each time in another manner: then the first one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveManner {
    /// `move e2e4`
    Move,
    /// `My move is: e2e4`, in version 1
    MyMove,
    /// `1. ... e7e5`, in version 1
    Numbered,
}

/// How long an engine may take to say its first feature. One that knows none is silent for ever.
const FIRST_FEATURE: Duration = Duration::from_secs(4);

/// How long an engine may take to move or to go on thinking after it has claimed a result.
const AFTER_CLAIM: Duration = Duration::from_secs(2);

impl Xboard {
    pub fn start(process: Process, spec: &EngineSpec, setting: &EngineSetup) -> Result<Xboard, EngineError> {
        let mut xboard = Xboard {
            process,
            features: Features::default(),
            patience: setting.patience,
            variant: setting.variant.clone(),
            pings: 0,
            told: 0,
            is_playing: false,
            manner: None,
        };
        xboard.introduce()?;
        xboard.check_rules()?;
        for (name, value) in &spec.options {
            let command = xboard.option(name, value)?;
            xboard.process.send(&command);
        }
        xboard.synchronize()?;
        Ok(xboard)
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        self.process.send("xboard");
        let begun = self.process.send("protover 2");
        let mut wait = Wait::new(begun, self.patience, "feature done=1");
        loop {
            let is_needed = self.features.done.is_some();
            wait.patience = match self.features.done {
                Some(true) => return Ok(()),
                Some(false) => self.patience,
                None => FIRST_FEATURE.min(self.patience),
            };
            match self.process.receive(&mut wait) {
                Ok(line) => self.read_feature(&line.text),
                // It is of the old kind.
                Err(EngineError::Silent { .. }) if !is_needed => return Ok(()),
                Err(trouble) => return Err(trouble),
            }
        }
    }

    fn read_feature(&mut self, text: &str) {
        if let Some(features) = text.strip_prefix("feature ") {
            for answer in self.features.read(features) {
                self.process.send(&answer);
            }
        }
    }

    fn check_rules(&self) -> Result<(), EngineError> {
        if self.variant.is_chess() && !self.variant.is_chess960() {
            return Ok(());
        }
        let knows = |name| self.features.variants.iter().any(|known| known == name);
        if self.variant.is_chess960() && knows("fischerandom") {
            return Ok(());
        }
        Err(EngineError::Unable(format!("it does not know the rules '{}'", self.variant.name)))
    }

    /// The command that sets an option. Two have commands of their own.
    fn option(&self, name: &str, value: &str) -> Result<String, EngineError> {
        let known = &self.features.options;
        if let Some(known) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) {
            let assigned = if value.is_empty() { known.clone() } else { format!("{known}={value}") };
            return Ok(format!("option {assigned}"));
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" | "memory" if self.features.memory => Ok(format!("memory {value}")),
            "threads" | "cores" if self.features.smp => Ok(format!("cores {value}")),
            _ => {
                let more = [(self.features.memory, "Hash"), (self.features.smp, "Threads")];
                let more = more.iter().filter(|(has, _)| *has).map(|(_, name)| *name);
                let names: Vec<&str> = known.iter().map(String::as_str).chain(more).collect();
                Err(EngineError::Unable(format!("it has no option '{name}', only: {}", names.join(", "))))
            }
        }
    }

    /// Waits until the engine has done everything it was told, where it can say so.
    fn synchronize(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            self.process.drain();
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        let begun = self.process.send(&format!("ping {}", self.pings));
        let mut wait = Wait::new(begun, self.patience, "pong");
        loop {
            let line = self.process.receive(&mut wait)?;
            if line.text == pong {
                return Ok(());
            }
            self.read_feature(&line.text);
            if let Some(complaint) = complaint(&line.text) {
                return Err(EngineError::Unable(complaint));
            }
        }
    }

    pub fn new_game(&mut self, line: &GameLine, pace: Pace) -> Result<(), EngineError> {
        // What the last game left behind is no complaint about this one.
        self.process.send("force");
        self.process.drain();
        self.process.send("new");
        if self.variant.is_chess960() {
            self.process.send("variant fischerandom");
        }
        self.process.send("force");
        for command in pace_commands(pace)? {
            self.process.send(&command);
        }
        for command in ["easy", "post"] {
            self.process.send(command);
        }
        self.set_up(line)?;
        self.told = 0;
        self.is_playing = false;
        self.synchronize()
    }

    fn set_up(&mut self, line: &GameLine) -> Result<(), EngineError> {
        if line.is_from_usual_start() && !self.variant.is_chess960() {
            return Ok(());
        }
        if self.features.setboard {
            self.process.send(&format!("setboard {}", line.fen()));
            return Ok(());
        }
        for command in edit_commands(line) {
            self.process.send(&command);
        }
        Ok(())
    }

    pub fn think(
        &mut self,
        line: &GameLine,
        budget: &Budget,
        patience: Duration,
    ) -> Result<Thought, EngineError> {
        let fresh = line.moves().len() - self.told;
        let is_reply = self.is_playing && fresh == 1;
        if !is_reply {
            self.process.send("force");
            for at in self.told..line.moves().len() {
                self.process.send(&self.written(line, at));
            }
        }
        if let (Budget::Clock(clocks), true) = (budget, self.features.time) {
            let mover = line.current().turn();
            self.process.send(&format!("time {}", centiseconds(*clocks.left.get(mover))));
            self.process.send(&format!("otim {}", centiseconds(*clocks.left.get(!mover))));
        }
        let begun = match is_reply {
            true => self.process.send(&self.written(line, self.told)),
            false => self.process.send("go"),
        };
        self.is_playing = true;
        let thought = self.listen(line, begun, patience)?;
        self.told = line.moves().len() + 1;
        Ok(thought)
    }

    /// A move of the game as the engine is told of it.
    fn written(&self, line: &GameLine, at: usize) -> String {
        let m = line.moves()[at];
        let text = match castling(m).filter(|_| self.variant.is_chess960()) {
            Some(CastlingSide::Short) => "O-O",
            Some(CastlingSide::Long) => "O-O-O",
            None => &line.texts()[at],
        };
        if self.features.usermove { format!("usermove {text}") } else { text.to_owned() }
    }

    /// Waits for the engine's move. An engine that claims a result may move all the same; one that thinks no more has
    /// made its claim in place of a move.
    fn listen(
        &mut self,
        line: &GameLine,
        begun: Instant,
        patience: Duration,
    ) -> Result<Thought, EngineError> {
        let (mut score, mut depth) = (None, None);
        let turn = line.current().turn();
        let mut wait = Wait::new(begun, patience, "a move");
        let mut claim = None;
        loop {
            let OutputLine { text, at } = match (self.process.receive(&mut wait), claim.take()) {
                (Err(EngineError::Silent { .. }), Some(claim)) => return Err(EngineError::Claimed(claim)),
                (received, unanswered) => {
                    claim = unanswered;
                    received?
                }
            };
            let thought =
                |answer| Thought { answer, time: at.saturating_duration_since(begun), score, depth };
            if let Some((manner, m)) = announced_move(&text) {
                if *self.manner.get_or_insert(manner) != manner {
                    continue;
                }
                return Ok(thought(EngineChoice::Move(read_move(m, line.current())?)));
            } else if is_resignation(&text, turn) {
                return Ok(thought(EngineChoice::Resigns));
            } else if let Some(complaint) = complaint(&text) {
                return Err(EngineError::Unable(complaint));
            } else if let Some(read) = thinking(&text) {
                (depth, score) = (Some(read.0), Some(read.1));
                (claim, wait.patience) = (None, patience);
            } else if is_result(&text) && at >= begun {
                wait.patience = patience.min(at.saturating_duration_since(begun) + AFTER_CLAIM);
                claim = Some(text);
            }
        }
    }

    pub fn can_be_reused(&self) -> bool {
        self.features.reuse
    }
}

impl Drop for Xboard {
    fn drop(&mut self) {
        self.process.send("quit");
        self.process.dismiss();
    }
}

/// The move in a line that tells one: `move e2e4`, or as engines of version 1 say it.
fn announced_move(text: &str) -> Option<(MoveManner, &str)> {
    if let Some(rest) = text.strip_prefix("move ") {
        return rest.split_whitespace().next().map(|m| (MoveManner::Move, m));
    }
    if text.len() > 8 && text.is_char_boundary(8) && text[..8].eq_ignore_ascii_case("my move ") {
        return text.split_whitespace().last().map(|m| (MoveManner::MyMove, m));
    }
    let mut words = text.split_whitespace();
    let is_number = words.next()?.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
    let m = (is_number && words.next() == Some("...")).then(|| words.next()).flatten();
    m.map(|m| (MoveManner::Numbered, m))
}

/// Whether the engine gives up, in words or by claiming that the other side has won. Other claims are the judge's
/// matter.
fn is_resignation(text: &str, turn: Color) -> bool {
    let lost = if turn.is_white() { "0-1" } else { "1-0" };
    text == "resign" || text.split_whitespace().next() == Some(lost)
}

/// Whether a line tells how the game has ended: `1/2-1/2 {Draw by repetition}`.
fn is_result(text: &str) -> bool {
    matches!(text.split_whitespace().next(), Some("1-0" | "0-1" | "1/2-1/2"))
}

/// What an engine says when it cannot go along with the game.
fn complaint(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let is_one = lower.starts_with("illegal move")
        || lower.starts_with("tellusererror")
        || lower.starts_with("error (illegal");
    is_one.then(|| format!("it said: {text}"))
}

/// Depth and score of a line of thinking: `ply score time nodes pv`.
fn thinking(text: &str) -> Option<(u32, EngineScore)> {
    let mut words = text.split_whitespace();
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score = words.next()?.parse().ok()?;
    words.next()?.parse::<f64>().ok()?;
    words.next()?.parse::<u64>().ok()?;
    Some((depth, EngineScore::Centipawns(score)))
}

fn castling(m: Move) -> Option<CastlingSide> {
    // The move of a king onto its rook.
    let side = if m.to().file() > m.from().file() { CastlingSide::Short } else { CastlingSide::Long };
    m.is_castling().then_some(side)
}

fn centiseconds(time: Duration) -> u128 {
    // No time at all would be no clock at all to some.
    (time.as_millis() / 10).max(1)
}

fn pace_commands(pace: Pace) -> Result<Vec<String>, EngineError> {
    match pace {
        Pace::Clock(control) => Ok(vec![level(control)]),
        Pace::MoveTime(time) => Ok(vec![format!("st {}", time.as_secs_f64())]),
        Pace::Depth(depth) => Ok(vec![level(LONG), format!("sd {depth}")]),
        Pace::Free => Ok(vec![level(LONG)]),
        Pace::Nodes(_) => Err(EngineError::Unable(
            "XBoard's protocol has no limit on nodes: use a time or a depth".to_owned(),
        )),
    }
}

/// A clock that does not matter.
const LONG: SecondsControl = SecondsControl::new(Duration::from_secs(100 * 3600), Duration::ZERO);

/// The clock in minutes and whole seconds. Less than one second is told as one: the exact time follows at every move.
fn level(control: SecondsControl) -> String {
    let seconds = control.base().as_secs().max(1);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let base = if seconds == 0 { minutes.to_string() } else { format!("{minutes}:{seconds:02}") };
    format!("level {} {base} {}", control.moves().unwrap_or(0), control.increment().as_secs_f64())
}

/// How an engine without `setboard` gets a position: piece by piece. A pawn's move first makes it Black's turn.
fn edit_commands(line: &GameLine) -> Vec<String> {
    let position = line.start();
    let mut commands = Vec::new();
    if position.turn() == Color::Black {
        commands.push("a2a3".to_owned());
    }
    commands.extend(["edit".to_owned(), "#".to_owned()]);
    for color in [Color::White, Color::Black] {
        for square in position.board().by_color(color) {
            if let Some(piece) = position.piece_at(square) {
                commands.push(format!("{}{square}", piece.role.letter().to_ascii_uppercase()));
            }
        }
        commands.push(if color == Color::White { "c" } else { "." }.to_owned());
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_however_they_are_announced() {
        for (text, m) in [
            ("move e2e4", Some("e2e4")),
            ("My move is: e7e8q", Some("e7e8q")),
            ("my move is O-O", Some("O-O")),
            ("1. ... Nf6", Some("Nf6")),
            ("12. ... e7e5", Some("e7e5")),
            ("movement", None),
            ("1 20 3 400 e2e4", None),
            ("1. e4 e5", None),
            ("", None),
            ("my möve is", None),
            ("My move is : d7d5", Some("d7d5")),
        ] {
            assert_eq!(announced_move(text).map(|(_, m)| m), m, "{text}");
        }
    }

    #[test]
    fn an_engine_gives_up_only_its_own_game() {
        assert!(is_resignation("resign", Color::White));
        assert!(is_resignation("0-1 {White resigns}", Color::White));
        assert!(!is_resignation("1-0 {Black resigns}", Color::White));
        assert!(is_resignation("1-0 {White mates}", Color::Black));
        assert!(!is_resignation("1/2-1/2 {Repetition}", Color::Black));
    }

    #[test]
    fn results_are_told_from_thinking() {
        assert!(is_result("1/2-1/2 {Draw}") && is_result("1-0 {White mates}") && is_result("0-1"));
        for text in ["1 20 3 400 e2e4", "1. ... e7e5", "1-0-0", "offer draw", ""] {
            assert!(!is_result(text), "{text}");
        }
    }

    #[test]
    fn thinking_is_told_from_talking() {
        assert_eq!(thinking("9 156 1084 48000 Nf3 Nc6"), Some((9, EngineScore::Centipawns(156))));
        assert_eq!(thinking("9. -30 0 17 e4"), Some((9, EngineScore::Centipawns(-30))));
        for text in ["9 156 1084", "hello 1 2 3", "1. ... e4 x", "9 x 1 1"] {
            assert_eq!(thinking(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_told_as_the_protocol_wants() {
        let level = |text: &str| level(text.parse().unwrap());
        assert_eq!(level("3+0.03"), "level 0 0:03 0.03");
        assert_eq!(level("40/60"), "level 40 1 0");
        assert_eq!(level("0.2"), "level 0 0:01 0");
        assert_eq!(centiseconds(Duration::ZERO), 1);
    }

    #[test]
    fn positions_are_edited_piece_by_piece() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 0 1";
        let read =
            tabiya_notation::read_position(fen, &tabiya_rules::FIDE, tabiya_notation::Strictness::Strict);
        let commands = edit_commands(&GameLine::new(read.unwrap().position));
        assert_eq!(commands, ["a2a3", "edit", "#", "Ke1", "Rh1", "c", "Ke8", "."]);
    }
}
