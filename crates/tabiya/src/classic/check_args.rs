//! What checking one program and grading a class are told alike.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use tabiya_classics::{CLASSICS, Classic, DocumentReading};
use tabiya_classroom::{CheckOptions, InputTiming, OwnStarts, RuleWeights, Severity, Undo};
use tabiya_system::shown;

#[derive(clap::Args)]
pub struct CheckArgs {
    /// Which classic it is
    #[arg(value_parser = PossibleValuesParser::new(CLASSICS.iter().map(|classic| classic.name)))]
    name: String,

    /// Hong's game as its requirements have it, not as it was verified; the same as the name hong-written
    #[arg(long)]
    as_written: bool,

    /// Every turn begins with `play` or `undo` (waterloo only)
    #[arg(long)]
    pub undo: bool,

    /// Run the cases with their own start position, too: a program is given --fen FEN behind its arguments
    #[arg(long)]
    pub with_fen: bool,

    /// Give a program all its input at once, through pipes: for programs that may read ahead
    #[arg(long)]
    pub read_ahead: bool,

    /// How many random games a program plays
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=100_000))]
    pub games: u32,

    /// Which random games: the same number gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// How long a program may be silent when something is expected of it
    ///
    /// Once it was silent for as long, it is given ten times its slowest answer from then on, at least a second.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    pub timeout: Duration,

    /// Points for each rule, in TOML: bishop-blocked = 2; the keys are in the JSON report
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,

    /// Count what the document leaves open, too, and take the layout for as important as the rest
    #[arg(long)]
    pub strict: bool,
}

impl CheckArgs {
    pub fn classic(&self) -> anyhow::Result<&'static Classic> {
        let mut classic = Classic::find(&self.name).context("there is no such classic")?;
        if self.as_written {
            let written = Classic::of_document(classic.document, DocumentReading::Written);
            classic = written.ok_or_else(|| usage("--as-written is for hong only"))?;
        }
        if self.undo && !classic.takes_back() {
            return Err(usage(&format!("--undo is not for {}: it takes no move back", classic.name)));
        }
        Ok(classic)
    }

    pub fn options(&self) -> anyhow::Result<CheckOptions> {
        Ok(CheckOptions {
            undo: if self.undo { Undo::Yes } else { Undo::No },
            own_starts: if self.with_fen { OwnStarts::Given } else { OwnStarts::Skipped },
            severity: if self.strict { Severity::Strict } else { Severity::Fair },
            timing: if self.read_ahead { InputTiming::AllAtOnce } else { InputTiming::LineByLine },
            timeout: self.timeout,
            games: self.games as usize,
            seed: self.seed,
            weights: weights(self.weights.as_deref())?,
            ..CheckOptions::default()
        })
    }
}

/// The points for each rule that a file tells, if one is named.
fn weights(path: Option<&Path>) -> anyhow::Result<RuleWeights> {
    let Some(path) = path else { return Ok(RuleWeights::default()) };
    let text = String::from_utf8(read(path)?).map_err(|_| usage(&format!("{} is no text", shown(path))))?;
    text.parse().map_err(|error| usage(&format!("{}: {error}", shown(path))))
}

/// The longest file that is read.
const LONGEST: u64 = 1 << 20;

pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| usage(&format!("{} cannot be read: {error}", shown(path))))?;
    if bytes.len() as u64 > LONGEST {
        return Err(usage(&format!("{} is longer than {} MB", shown(path), LONGEST >> 20)));
    }
    Ok(bytes)
}

pub fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).into()
}

pub fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse().map_err(|_| anyhow!("it is no number of seconds"))?;
    if !(0.01..=3600.0).contains(&seconds) {
        return Err(anyhow!("it must be between 0.01 and 3600 seconds"));
    }
    Ok(Duration::from_secs_f64(seconds))
}
