use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::contest::{self, Contests};
use crate::field::Entrant;
use crate::tallies::TallyFile;

/// What was asked for on the command line.
pub struct Order {
    pub root: PathBuf,
    pub neighbours: u32,
    pub passes: u32,
    pub concurrency: u32,
    pub rules: String,
    /// How many moves of each rung are looked at.
    pub moves: u64,
    pub part: Part,
    /// Nobody who is thought to be weaker plays.
    pub above: Option<u16>,
    /// Nobody who is thought to be stronger plays.
    pub below: Option<u16>,
    /// The whole of it, as it is told with what was measured.
    pub command: String,
    /// When and from which commit it was begun: what is committed meanwhile was not measured.
    pub stamp: String,
}

/// What is measured of everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    All,
    /// The games of our own engine.
    Steps,
    /// Its games with others.
    Others,
    /// How it errs.
    Errors,
}

/// The rules of chess, which have a scale of their own.
const CHESS: &str = "fide";

impl Order {
    pub fn of_words(words: impl Iterator<Item = String>) -> Result<Order> {
        let words: Vec<String> = words.collect();
        let [root, flags @ ..] = &words[..] else { bail!("which folder?") };
        let mut order = Order {
            root: root.into(),
            neighbours: 300,
            passes: 1,
            concurrency: 1,
            rules: CHESS.to_owned(),
            moves: 400,
            part: Part::All,
            above: None,
            below: None,
            command: format!("cargo xtask calibrate {}", flags.join(" ")),
            stamp: String::new(),
        };
        for flag in flags.chunks(2) {
            let [flag, value] = flag else { bail!("{} needs a value", flag[0]) };
            order.set(flag, value).with_context(|| format!("{flag} {value}"))?;
        }
        ensure!(
            order.is_chess() || order.above.is_none(),
            "under other rules all is measured from random moves on"
        );
        ensure!(order.is_chess() || order.part == Part::All, "--only is for the rules of chess");
        Ok(order)
    }

    fn set(&mut self, flag: &str, value: &str) -> Result<()> {
        match flag {
            "--neighbours" => self.neighbours = value.parse()?,
            "--passes" => self.passes = value.parse()?,
            "--concurrency" => self.concurrency = value.parse()?,
            "--moves" => self.moves = value.parse()?,
            "--rules" => value.clone_into(&mut self.rules),
            "--only" => self.part = Part::named(value).context("there is no such part")?,
            "--above" => self.above = Some(value.parse()?),
            "--below" => self.below = Some(value.parse()?),
            _ => bail!("there is no {flag}"),
        }
        Ok(())
    }

    pub fn is_chess(&self) -> bool {
        self.rules == CHESS
    }

    /// Whether the scale is that of our own ratings, whatever others are known for elsewhere.
    pub fn is_held_by_ladder(&self) -> bool {
        self.is_chess() && (matches!(self.part, Part::Steps | Part::Others) || self.above.is_some())
    }

    /// Whether all rungs from the lowest that is measured on are, so that the table can be changed from there on.
    pub fn settles_table(&self) -> bool {
        self.below.is_none() && matches!(self.part, Part::All | Part::Steps)
    }

    /// Whether a rating is among those that are measured.
    pub fn has(&self, rating: f64) -> bool {
        let (least, most) = (self.above.unwrap_or(0), self.below.unwrap_or(u16::MAX));
        (f64::from(least)..=f64::from(most)).contains(&rating)
    }

    /// Whether two play each other.
    pub fn pairs(&self, one: &Entrant, other: &Entrant) -> bool {
        match self.part {
            Part::All => true,
            Part::Steps => one.is_own() && other.is_own(),
            Part::Others => !one.is_own() || !other.is_own(),
            Part::Errors => false,
        }
    }

    /// The section of `docs/strength.md` that tells of it.
    pub fn section(&self) -> String {
        let above = self.above.map(|rating| format!(" from {rating} on")).unwrap_or_default();
        let below = self.below.map(|rating| format!(" up to {rating}")).unwrap_or_default();
        format!("{}{above}{below}", self.rules_name())
    }

    pub fn contests(&self) -> Result<Contests> {
        Ok(Contests { concurrency: self.concurrency, rules: contest::rules(&self.rules)? })
    }

    /// For what need not be kept.
    pub fn folder(&self) -> PathBuf {
        self.root.join("target/calibration").join(self.rules_name())
    }

    /// The rules, as files are called by them: a rule file by its own name.
    fn rules_name(&self) -> &str {
        Path::new(&self.rules).file_stem().and_then(OsStr::to_str).unwrap_or(&self.rules)
    }

    pub fn tallies(&self) -> TallyFile {
        TallyFile::new(&self.root, self.rules_name())
    }
}

impl Part {
    fn named(name: &str) -> Option<Part> {
        match name {
            "steps" => Some(Part::Steps),
            "others" => Some(Part::Others),
            "errors" => Some(Part::Errors),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(words: &str) -> Result<Order> {
        Order::of_words(format!("root {words}").split_whitespace().map(str::to_owned))
    }

    #[test]
    fn a_part_is_asked_for() {
        let order = order("--only steps --above 2282 --neighbours 60").unwrap();
        assert_eq!((order.part, order.neighbours), (Part::Steps, 60));
        assert!(order.has(2_282.0) && !order.has(2_281.0) && order.is_held_by_ladder());
        assert_eq!(order.section(), "fide from 2282 on");
        assert_eq!(order.command, "cargo xtask calibrate --only steps --above 2282 --neighbours 60");
    }

    #[test]
    fn what_cannot_be_measured_is_refused() {
        for words in [
            "--only nothing",
            "--above",
            "--above high",
            "--faster 1",
            "--rules hong --above 400",
            "--rules hong --only errors",
        ] {
            assert!(order(words).is_err(), "{words}");
        }
        assert!(order("--rules hong --below 2300").is_ok());
    }
}
