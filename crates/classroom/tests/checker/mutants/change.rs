use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tabiya_classics::{Classic, Overruling, SessionHost};
use tabiya_classroom::{ProgramEnd, ProgramError, ProgramRun, Runner, Talk, Topic};
use tabiya_rules::{Position, Rules, Square};

use crate::support::run_in_process;

pub type Table = Position<&'static Rules>;
type Ruling = Box<dyn Fn(&Table, Square, Square) -> Option<Overruling> + Sync>;
type Sight = Box<dyn Fn(&Table, bool) -> bool + Sync>;
type Hearing = fn(&str) -> String;

/// One of our programs with one thing changed.
pub struct Mutant {
    pub original: &'static Classic,
    pub name: String,
    /// The rules that a report may name; any will do where there is none.
    pub concerns: Vec<Topic>,
    pub classic: Classic,
    pub ruling: Option<Ruling>,
    pub in_check: Option<Sight>,
    /// What it takes a line of its input for.
    pub hearing: Option<Hearing>,
    /// At which beginning of its input it dies.
    pub dies_at: Option<&'static str>,
    /// Its luck: another in every game.
    seeds: AtomicU64,
}

impl Mutant {
    pub fn new(original: &'static Classic, name: impl Into<String>, concerns: &[Topic]) -> Mutant {
        Mutant {
            original,
            name: name.into(),
            concerns: concerns.to_vec(),
            classic: *original,
            ruling: None,
            in_check: None,
            hearing: None,
            dies_at: None,
            seeds: AtomicU64::new(5),
        }
    }

    pub fn title(&self) -> String {
        format!("{}: {}", self.original.name, self.name)
    }

    fn input(&self, input: &[u8]) -> Vec<u8> {
        let Some(hearing) = self.hearing else { return input.to_vec() };
        let text = String::from_utf8_lossy(input);
        let lines = text.split_inclusive('\n').map(|line| {
            let (body, end) = line.strip_suffix('\n').map_or((line, ""), |body| (body, "\n"));
            hearing(body) + end
        });
        lines.collect::<String>().into_bytes()
    }
}

impl Runner for Mutant {
    fn run(&self, talk: &Talk<'_>, _stop: &AtomicBool) -> Result<ProgramRun, ProgramError> {
        let mut input = self.input(talk.input);
        let death = self.dies_at.filter(|word| input.starts_with(word.as_bytes()));
        input.truncate(if death.is_some() { 0 } else { input.len() });
        let talk = Talk { input: &input, ..*talk };
        let seed = self.seeds.fetch_add(1, Ordering::Relaxed);
        let mut run = run_in_process(&self.classic, &talk, seed, &mut MutantHost(self));
        if death.is_some() && run.end == ProgramEnd::Exited(0) {
            run.end = ProgramEnd::Died(11);
        }
        Ok(run)
    }
}

/// Has the last word where the mutant's rules are others.
struct MutantHost<'a>(&'a Mutant);

impl SessionHost for MutantHost<'_> {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn rule(&mut self, position: &Table, from: Square, to: Square) -> Option<Overruling> {
        self.0.ruling.as_ref()?(position, from, to)
    }

    fn sees_check(&mut self, position: &Table, is_check: bool) -> bool {
        self.0.in_check.as_ref().map_or(is_check, |sight| sight(position, is_check))
    }
}
