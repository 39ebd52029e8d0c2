use std::ffi::OsString;

use anyhow::{Context, anyhow};
use tabiya_notation::{PositionError, Strictness, read_position};
use tabiya_rules::{Position, Rules};

use crate::output::tell;
use crate::rule_set;

/// Which position a command is about.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// The position, as FEN, X-FEN or Shredder-FEN [default: the rule set's start]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The rule set: a name that `tabiya rules` lists, or the path of a rule file
    #[arg(long, value_name = "NAME", default_value = "fide")]
    rules: OsString,

    /// Mend a FEN that is not quite right, and say on standard error what was mended
    #[arg(long)]
    lenient: bool,
}

impl PositionArgs {
    /// The position asked for.
    pub fn position(&self) -> anyhow::Result<Position<&'static Rules>> {
        let rules = rule_set::load(&self.rules)?.rules.intern();
        match &self.fen {
            Some(fen) => self.read(fen, rules),
            None => Position::starting(rules).context("the start position is wrong"),
        }
    }

    fn read(&self, fen: &str, rules: &'static Rules) -> anyhow::Result<Position<&'static Rules>> {
        let strictness = if self.lenient { Strictness::Lenient } else { Strictness::Strict };
        let read = read_position(fen, rules, strictness).map_err(|error| self.explain(fen, rules, &error))?;
        for note in &read.notes {
            tell(format_args!("note: {note}"));
        }
        Ok(read.position)
    }

    fn explain(&self, fen: &str, rules: &'static Rules, error: &PositionError) -> anyhow::Error {
        let what = match error {
            PositionError::Text(_) => "this is no FEN",
            PositionError::Setup(_) => "this is no position under these rules",
        };
        let would_help = !self.lenient && read_position(fen, rules, Strictness::Lenient).is_ok();
        let hint = if would_help { "\nhint: --lenient would mend that" } else { "" };
        anyhow!("{what}: {error}{hint}")
    }
}
