use std::ffi::OsString;
use std::path::{Path, PathBuf};

use serde_json::json;
use tabiya_game::narration::sentence;
use tabiya_notation::RuleFile;
use tabiya_rules::RULE_SETS;
use tabiya_system::shown;

use crate::output::{Status, print_lines};
use crate::rule_set;

/// List rule sets, print one in full, or check a rule file
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Print this rule set in full as TOML: a name from the list, or the path of a rule file
    name: Option<OsString>,

    /// Check a rule file: say that it is right, or everything that is wrong with it
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    check: Option<PathBuf>,

    /// Print the list as JSON
    #[arg(long, conflicts_with_all = ["name", "check"])]
    json: bool,
}

const EXAMPLES: &str = "\
A rule file is TOML: a parent and what differs from it.

    name = \"no way out\"
    parent = \"fide\"
    stalemate = \"loses\"

A rule set printed in full explains every field. Wherever a command takes the
name of a rule set it takes the path of such a file too.

Examples:
  tabiya rules                     one line for each rule set
  tabiya rules hong                all of one, and what differs from chess
  tabiya rules fide > mine.toml    a file to begin with
  tabiya rules --check mine.toml   whether it is right";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    match (&args.name, &args.check) {
        (Some(name), _) => print_lines(in_full(&rule_set::load(name)?))?,
        (None, Some(path)) => print_lines([praise(path, &rule_set::load_file(path)?)])?,
        (None, None) if args.json => print_lines([list_json()])?,
        (None, None) => print_lines(list())?,
    }
    Ok(Status::Done)
}

/// The rule file, after what differs from ordinary chess as its comments.
fn in_full(file: &RuleFile) -> Vec<String> {
    let differences = file.rules.differences();
    let mut lines = Vec::new();
    if !differences.is_empty() {
        lines.push("# What differs from ordinary chess:".to_owned());
        lines.extend(differences.iter().map(|difference| format!("# - {}", sentence(difference))));
        lines.push(String::new());
    }
    lines.push(file.to_string().trim_end().to_owned());
    lines
}

fn list() -> impl Iterator<Item = String> {
    let width = RULE_SETS.iter().map(|set| set.name.len()).max().unwrap_or_default();
    RULE_SETS.iter().map(move |set| format!("{:width$}  {}", set.name, set.summary))
}

fn list_json() -> serde_json::Value {
    RULE_SETS.iter().map(|set| json!({ "name": set.name, "summary": set.summary })).collect()
}

/// What a file that is right comes to.
fn praise(path: &Path, file: &RuleFile) -> String {
    let parent = file.nearest_parent();
    let fields: Vec<&str> = file.differing_fields(parent).collect();
    let difference = match fields.as_slice() {
        [] => format!("the rules are those of {}", parent.name),
        fields => format!("the rules are those of {} but for {}", parent.name, fields.join(", ")),
    };
    format!("{} is right: {difference}.", shown(path))
}
