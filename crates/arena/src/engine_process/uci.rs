//! The client side of the Universal Chess Interface.
//! CITE: the protocol's description of April 2006, <https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html>

use std::fmt::Write;
use std::time::Duration;

use tabiya_rules::Color;

use super::engine_player::read_move;
use super::process::{Process, Wait};
use super::rule_file_copy::RuleFileCopy;
use super::{
    Budget, EngineChoice, EngineError, EngineScore, EngineSetup, EngineSpec, GameLine, Thought, Variant,
};

/// An engine that speaks UCI.
pub struct Uci {
    process: Process,
    patience: Duration,
}

/// What an engine says of itself.
#[derive(Default)]
struct EngineIntroduction {
    name: String,
    options: OptionList,
}

/// The options an engine says it has.
#[derive(Default)]
struct OptionList(Vec<OptionOffer>);

struct OptionOffer {
    name: String,
    /// Its kind, default and limits, as the engine words them.
    about: String,
}

/// What an engine says first, and what may be wrong where it does not.
const UCIOK: &str =
    "uciok; perhaps an argument such as 'uci' is missing, and an engine of XBoard's kind needs proto=xboard";

impl Uci {
    pub fn start(process: Process, spec: &EngineSpec, setting: &EngineSetup) -> Result<Uci, EngineError> {
        let mut uci = Uci { process, patience: setting.patience };
        let introduction = uci.introduce()?;
        let options = &introduction.options;
        // Engines that may think on the opponent's time spend more of their own. We never let them.
        if let Ok(option) = options.find("Ponder") {
            uci.process.send(&format!("setoption name {option} value false"));
        }
        for (name, value) in &spec.options {
            let option = options.find(name)?;
            let command = if value.is_empty() {
                format!("setoption name {option}")
            } else {
                format!("setoption name {option} value {value}")
            };
            uci.process.send(&command);
        }
        uci.tell_rules(&setting.variant, &introduction)?;
        uci.wait_until_ready()?;
        Ok(uci)
    }

    fn introduce(&mut self) -> Result<EngineIntroduction, EngineError> {
        /// More than any engine has.
        const MAX_OPTIONS: usize = 1000;
        let begun = self.process.send("uci");
        let mut wait = Wait::new(begun, self.patience, UCIOK);
        let mut introduction = EngineIntroduction::default();
        loop {
            let line = self.process.receive(&mut wait)?;
            if line.text == "uciok" {
                return Ok(introduction);
            }
            if let Some(name) = line.text.strip_prefix("id name ") {
                introduction.name = name.to_owned();
            }
            let options = &mut introduction.options;
            let option = line.text.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "));
            if let Some((name, about)) = option.filter(|_| options.0.len() < MAX_OPTIONS) {
                options.0.push(OptionOffer { name: name.trim().to_owned(), about: about.to_owned() });
            }
        }
    }

    /// Chess960 has an option of its own; other rules are values of `UCI_Variant`. Our own engine takes the paths of
    /// rule files too, which no list can name.
    fn tell_rules(
        &mut self,
        variant: &Variant,
        introduction: &EngineIntroduction,
    ) -> Result<(), EngineError> {
        let EngineIntroduction { name, options } = introduction;
        if variant.is_plain() {
            return Ok(());
        }
        if variant.is_chess960() {
            let option = options.find("UCI_Chess960").map_err(|_| unable("it does not play Chess960"))?;
            self.process.send(&format!("setoption name {option} value true"));
            return Ok(());
        }
        match (options.find("UCI_Variant"), variant.built_in()) {
            (Ok(option), Some(set)) if options.allows(&option, set.name) => {
                self.process.send(&format!("setoption name {option} value {}", set.name));
                Ok(())
            }
            (Ok(option), _) if name.starts_with("Tabiya") => self.tell_rule_file(&option, variant),
            _ if variant.is_chess() => Ok(()),
            _ => Err(unable(&format!("it does not know the rules '{}'", variant.name))),
        }
    }

    /// Lets our own engine read rules that it has no name for. It would play chess by those that it cannot read, so
    /// whatever it remarks on them is a refusal.
    fn tell_rule_file(&mut self, option: &str, variant: &Variant) -> Result<(), EngineError> {
        let copy = RuleFileCopy::write(variant)
            .map_err(|error| unable(&format!("the rules cannot be written down for it: {error}")))?;
        // What it remarks on its other options has been said by then.
        self.wait_until_ready()?;
        self.process.send(&format!("setoption name {option} value {}", copy.path().display()));
        match self.remark_until_ready()? {
            None => Ok(()),
            Some(remark) => Err(unable(&format!("it cannot read the rules '{}': {remark}", variant.name))),
        }
    }

    /// Waits like [`Uci::wait_until_ready`], and gives the first remark.
    fn remark_until_ready(&mut self) -> Result<Option<String>, EngineError> {
        let begun = self.process.send("isready");
        let mut wait = Wait::new(begun, self.patience, "readyok");
        let mut remark = None;
        loop {
            let text = self.process.receive(&mut wait)?.text;
            if text == "readyok" {
                return Ok(remark);
            }
            remark = remark.or_else(|| text.strip_prefix("info string ").map(str::to_owned));
        }
    }

    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        let begun = self.process.send("isready");
        let mut wait = Wait::new(begun, self.patience, "readyok");
        while self.process.receive(&mut wait)?.text != "readyok" {}
        Ok(())
    }

    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send("ucinewgame");
        self.wait_until_ready()
    }

    pub fn think(
        &mut self,
        line: &GameLine,
        budget: &Budget,
        patience: Duration,
    ) -> Result<Thought, EngineError> {
        self.process.drain();
        self.process.send(&position(line));
        let begun = self.process.send(&go(budget));
        let mut wait = Wait::new(begun, patience, "bestmove");
        let mut report = Report::default();
        loop {
            let line_read = self.process.receive(&mut wait)?;
            if let Some(info) = line_read.text.strip_prefix("info ") {
                report.read(info);
            } else if let Some(best) = line_read.text.strip_prefix("bestmove") {
                let text = best.split_whitespace().next().unwrap_or_default();
                let answer = EngineChoice::Move(read_move(text, line.current())?);
                let time = line_read.at.saturating_duration_since(begun);
                return Ok(Thought { answer, time, score: report.score, depth: report.depth });
            }
        }
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        self.process.send("quit");
        self.process.dismiss();
    }
}

fn unable(why: &str) -> EngineError {
    EngineError::Unable(why.to_owned())
}

impl OptionList {
    /// The option's name as the engine spells it. Names are the same in any case, says the protocol.
    fn find(&self, name: &str) -> Result<String, EngineError> {
        match self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => Ok(option.name.clone()),
            None => {
                let names: Vec<&str> = self.0.iter().map(|option| option.name.as_str()).collect();
                Err(unable(&format!("it has no option '{name}', only: {}", names.join(", "))))
            }
        }
    }

    /// Whether a value is among those of a choice; for an option without choices, any is.
    fn allows(&self, name: &str, value: &str) -> bool {
        let Some(option) = self.0.iter().find(|option| option.name == name) else {
            return false;
        };
        let mut choices = option.about.split(" var ").skip(1).peekable();
        choices.peek().is_none() || choices.any(|choice| choice.trim() == value)
    }
}

fn position(line: &GameLine) -> String {
    let mut text = match line.is_from_usual_start() && line.start().specialized().is_some() {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", line.fen()),
    };
    if !line.texts().is_empty() {
        text.push_str(" moves");
    }
    for m in line.texts() {
        text.push(' ');
        text.push_str(m);
    }
    text
}

fn go(budget: &Budget) -> String {
    let clocks = match budget {
        Budget::MoveTime(time) => return format!("go movetime {}", time.as_millis()),
        Budget::Nodes(nodes) => return format!("go nodes {nodes}"),
        Budget::Depth(depth) => return format!("go depth {depth}"),
        Budget::Clock(clocks) => clocks,
    };
    // Some engines take no time at all for no clock at all.
    let left = |color| clocks.left.get(color).as_millis().max(1);
    let gets = |color| clocks.increment.get(color).as_millis();
    let (white, black) = (Color::White, Color::Black);
    let mut text = format!("go wtime {} btime {}", left(white), left(black));
    if gets(white) + gets(black) > 0 {
        let _ = write!(text, " winc {} binc {}", gets(white), gets(black));
    }
    if let Some(moves) = clocks.moves_to_go {
        let _ = write!(text, " movestogo {moves}");
    }
    text
}

/// What the last lines of information said.
#[derive(Default)]
struct Report {
    score: Option<EngineScore>,
    depth: Option<u32>,
}

impl Report {
    /// Reads a line. Of several best lines only the first counts, and bounds are no scores.
    fn read(&mut self, info: &str) {
        let mut words = info.split_whitespace();
        let (mut score, mut depth) = (None, None);
        while let Some(word) = words.next() {
            match word {
                "depth" => depth = words.next().and_then(|value| value.parse().ok()),
                "multipv" if words.next() != Some("1") => return,
                "lowerbound" | "upperbound" => return,
                "cp" => {
                    score = words.next().and_then(|value| value.parse().ok()).map(EngineScore::Centipawns);
                }
                "mate" => score = words.next().and_then(|value| value.parse().ok()).map(EngineScore::Mate),
                "pv" | "string" => break,
                _ => {}
            }
        }
        if score.is_some() {
            (self.score, self.depth) = (score, depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::ByColor;

    use super::super::Clocks;
    use super::*;

    #[test]
    fn scores_are_read_from_information() {
        let mut report = Report::default();
        report.read("depth 12 seldepth 20 multipv 1 score cp -35 nodes 100 nps 5 pv e2e4 mate 3");
        assert_eq!((report.score, report.depth), (Some(EngineScore::Centipawns(-35)), Some(12)));
        report.read("depth 13 score cp 99 lowerbound nodes 1");
        report.read("depth 13 multipv 2 score cp 98");
        report.read("string score cp 97");
        report.read("depth 14 currmove e2e4");
        report.read("depth 15 score cp x");
        assert_eq!((report.score, report.depth), (Some(EngineScore::Centipawns(-35)), Some(12)));
        report.read("score mate -2");
        assert_eq!((report.score, report.depth), (Some(EngineScore::Mate(-2)), None));
    }

    #[test]
    fn clocks_are_told_in_milliseconds() {
        let (second, none) = (Duration::from_secs(1), Duration::ZERO);
        let clocks = Clocks {
            left: ByColor { white: second * 3, black: none },
            increment: ByColor { white: second / 100, black: none },
            moves_to_go: Some(7),
        };
        assert_eq!(go(&Budget::Clock(clocks)), "go wtime 3000 btime 1 winc 10 binc 0 movestogo 7");
        assert_eq!(go(&Budget::Nodes(5)), "go nodes 5");
    }

    #[test]
    fn a_choice_has_its_values() {
        let option = |name: &str, about: &str| OptionOffer { name: name.to_owned(), about: about.to_owned() };
        let options = OptionList(vec![
            option("UCI_Variant", "combo default chess var chess var hong"),
            option("Log", "string default "),
        ]);
        assert!(options.allows("UCI_Variant", "hong") && !options.allows("UCI_Variant", "cuhk"));
        assert!(options.allows("Log", "anything"));
        assert_eq!(options.find("uci_variant").unwrap(), "UCI_Variant");
        assert!(options.find("Hash").unwrap_err().to_string().contains("only: UCI_Variant, Log"));
    }
}
