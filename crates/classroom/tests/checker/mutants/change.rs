use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_classics::{Classic, ClassicOptions, Overruling, SessionHost, run_hosted};
use tabiya_classroom::{ProgramEnd, ProgramError, ProgramRun, Prompts, Runner, Talk, Topic};
use tabiya_rules::{Position, Rules, Square};

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
    /// When it dies.
    pub dies_at: Option<&'static str>,
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
        let fen = talk.fen.map(|fen| fen.parse().unwrap());
        let options = ClassicOptions { fen, seed: Some(5), ..ClassicOptions::default() };
        let mut input = self.input(talk.input);
        let death = self.dies_at.and_then(|word| position(&input, word.as_bytes()));
        input.truncate(death.unwrap_or(input.len()));
        let mut output = Limited { written: Vec::new(), limit: talk.output_limit };
        let mut host = MutantHost(self);
        let ran = run_hosted(&self.classic, &options, &mut input.as_slice(), &mut output, &mut host);
        let end = match (ran, death) {
            (Err(_), _) => ProgramEnd::Flooded,
            (Ok(()), Some(_)) => ProgramEnd::Died(11),
            (Ok(()), None) => ProgramEnd::Exited(0),
        };
        Ok(ProgramRun {
            output: output.written,
            complaints: Vec::new(),
            end,
            took: Duration::ZERO,
            slowest: Duration::ZERO,
            is_all_given: true,
            is_unread: false,
            prompts: Prompts::Shown,
        })
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

fn position(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|window| window == word)
}

/// An output that has an end, for mutants that would have none.
struct Limited {
    written: Vec<u8>,
    limit: usize,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.written.len() > self.limit {
            return Err(io::Error::other("too much"));
        }
        self.written.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
