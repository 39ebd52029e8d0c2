//! `tabiya --help`: the commands in groups, on one page of a terminal. What each does is its own definition's.

use std::fmt::Write;

use clap::{Command, CommandFactory};
use tabiya_plain::wrapped;

use crate::Cli;

/// Every command, by what people want of it.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "rules"]),
    ("Club", &["serve", "host", "backup", "restore", "migrate"]),
    ("Files", &["games", "analyse", "convert", "book"]),
    ("Classes", &["classic"]),
    ("Engines", &["match", "uci", "bench", "moves", "perft"]),
    ("Shell", &["completions"]),
];

/// How wide a terminal is that nobody has made wider, and a page whose width nobody knows.
const COLUMNS: usize = 80;

/// Longer lines are hard to read.
const MOST_COLUMNS: usize = 100;

/// How wide the names of groups and commands are.
const GROUP_WIDTH: usize = 9;
const NAME_WIDTH: usize = 13;

/// How the options of a command with many of them are shown: those for the first page, and all of them in groups. Others stand
/// under `Options` of the long help.
struct OptionPage {
    /// The command's names.
    path: &'static [&'static str],
    /// What `-h` shows.
    first: &'static [&'static str],
    /// Headings of the long help.
    groups: &'static [(&'static str, &'static [&'static str])],
}

const PAGES: [OptionPage; 8] = [
    OptionPage {
        path: &["play"],
        first: &["white", "black", "elo", "rules", "clock", "opening", "resume", "list", "plain"],
        groups: &[(
            "The game",
            &[
                "white",
                "black",
                "elo",
                "to_the_end",
                "rules",
                "clock",
                "opening",
                "fen",
                "book",
                "resume",
                "list",
                "throw_away",
            ],
        )],
    },
    OptionPage {
        path: &["serve"],
        first: &["lan", "listen", "data", "public_url", "tls_cert", "tls_key", "no_open"],
        groups: &[
            ("Who gets in", &["listen", "lan", "public_url", "trust_proxy", "tls_cert", "tls_key"]),
            ("Backups", &["backup_every", "backup_keep", "backup_folder"]),
        ],
    },
    OptionPage {
        path: &["games"],
        first: &["player", "result", "eco", "opening", "from", "to", "number", "extract"],
        groups: &[
            (
                "Which games",
                &["player", "white", "black", "result", "eco", "opening", "from", "to", "rules", "number"],
            ),
            ("What is done with them", &["extract", "lossy", "json"]),
        ],
    },
    OptionPage {
        path: &["analyse"],
        first: &["output", "nodes", "threads", "number", "json"],
        groups: &[
            ("What is analysed", &["number", "rules", "lossy"]),
            ("How long", &["depth", "nodes", "movetime", "threads"]),
            ("What is written", &["output", "force", "json"]),
        ],
    },
    OptionPage {
        path: &["match"],
        first: &["engines", "games", "tc", "rules", "concurrency", "sprt", "pgn"],
        groups: &[
            (
                "Engines and games",
                &[
                    "engines",
                    "games",
                    "round_robin",
                    "neighbours",
                    "anchors",
                    "rules",
                    "openings",
                    "plies",
                    "seed",
                    "concurrency",
                ],
            ),
            ("Time", &["tc", "movetime", "nodes", "depth", "margin", "patience"]),
            ("When games and the match end early", &["draw", "resign", "max_moves", "sprt", "alpha", "beta"]),
            ("What is written", &["pgn", "state", "log", "json"]),
        ],
    },
    OptionPage {
        path: &["classic", "byu"],
        first: &["lan", "listen", "data", "no_open"],
        groups: &[
            ("Who gets in", &["listen", "lan", "public_url", "trust_proxy", "tls_cert", "tls_key"]),
            ("Backups", &["backup_every", "backup_keep", "backup_folder"]),
        ],
    },
    OptionPage {
        path: &["classic", "check"],
        first: &["games", "seed", "only", "fail_fast", "strict", "json", "junit"],
        groups: &[],
    },
    OptionPage {
        path: &["classic", "grade"],
        first: &["out", "again", "games", "jobs", "json"],
        groups: &[(
            "Limits",
            &["timeout", "total_time", "build_time", "jobs", "memory", "processes", "disk"],
        )],
    },
];

impl OptionPage {
    /// A command shown so.
    fn lay_out(&self, command: Command) -> Command {
        let heading =
            |id: &str| self.groups.iter().find(|(_, ids)| ids.contains(&id)).map(|(heading, _)| *heading);
        command.mut_args(|arg| {
            let id = arg.get_id().as_str().to_owned();
            let is_later = !arg.is_positional() && !self.first.contains(&id.as_str()) && id != "help";
            let arg = arg.hide_short_help(is_later);
            match heading(&id) {
                Some(heading) => arg.help_heading(heading),
                None => arg,
            }
        })
    }
}

/// Changes the command at a path.
fn change(command: Command, path: &[&'static str], how: &dyn Fn(Command) -> Command) -> Command {
    match path {
        [] => how(command),
        [name, rest @ ..] => command.mut_subcommand(name, |inner| change(inner, rest, how)),
    }
}

/// What stands behind the options of all commands, in lines as long as the window is wide.
fn reflow(command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let command = names.iter().fold(command, |command, name| command.mut_subcommand(name, reflow));
    match command.get_after_long_help().map(ToString::to_string) {
        Some(text) => command.after_long_help(reflowed(&text)),
        None => command,
    }
}

/// A text whose paragraphs have a line each, for others to break; what is indented is kept, and broken here.
fn reflowed(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let is_open = |line: &String| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
    for line in text.lines() {
        match lines.last_mut().filter(|last| is_open(last)) {
            Some(last) if !line.is_empty() && !line.starts_with(' ') => {
                last.push(' ');
                last.push_str(line);
            }
            _ if line.starts_with(' ') => lines.push(wrapped(line, COLUMNS)),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n")
}

/// The definition that arguments are read by, with a first page that has the commands in groups.
pub fn command() -> Command {
    let cli = Cli::command();
    let groups = groups(&cli);
    let cli =
        PAGES.iter().fold(reflow(cli), |cli, page| change(cli, page.path, &|command| page.lay_out(command)));
    // A page for people, however wide the window is.
    cli.help_template(format!("{{about}}\n{{usage-heading}} {{usage}}\n\n{groups}{{after-help}}\n"))
        .term_width(tabiya_system::width().map_or(COLUMNS, |columns| columns.min(MOST_COLUMNS)))
}

fn groups(cli: &Command) -> String {
    let mut page = String::new();
    for (group, names) in GROUPS {
        for (number, name) in names.iter().enumerate() {
            let group = if number == 0 { group } else { "" };
            let found = cli.get_subcommands().find(|command| command.get_name() == *name);
            let about = found.and_then(|command| command.get_about()).map(ToString::to_string);
            let about = about.unwrap_or_default();
            let _ = writeln!(page, "{group:GROUP_WIDTH$}{name:NAME_WIDTH$}{about}");
        }
    }
    page.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How high such a terminal is.
    const LINES: usize = 24;

    /// Every command and subcommand.
    fn all(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
        found.push((path.to_owned(), command.clone()));
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            all(inner, &format!("{path} {}", inner.get_name()), found);
        }
    }

    fn commands() -> Vec<(String, Command)> {
        let mut found = Vec::new();
        let mut cli = command().term_width(COLUMNS);
        cli.build();
        all(&cli, "tabiya", &mut found);
        found
    }

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let cli = Cli::command();
        let mut known: Vec<&str> = cli.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        known.sort_unstable();
        assert_eq!(grouped, known);
    }

    #[test]
    fn pages_name_options_that_there_are() {
        for OptionPage { path, first, groups } in &PAGES {
            let name = std::iter::once(&"tabiya").chain(path.iter()).copied().collect::<Vec<_>>().join(" ");
            let (_, command) = commands().into_iter().find(|(path, _)| *path == name).unwrap();
            let ids = first.iter().chain(groups.iter().flat_map(|(_, ids)| ids.iter()));
            for id in ids {
                assert!(command.get_arguments().any(|arg| arg.get_id() == id), "{name} has no {id}");
            }
        }
    }

    #[test]
    fn the_short_help_of_every_command_fits_a_terminal() {
        let mut wrong = Vec::new();
        for (path, mut command) in commands() {
            let help = command.render_help().to_string();
            let widest = help.lines().map(|line| line.chars().count()).max().unwrap_or_default();
            let lines = help.lines().count();
            // The last line is the prompt's.
            if lines >= LINES || widest > COLUMNS {
                wrong.push(format!("{path}: {lines} lines, {widest} columns\n{help}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_long_help_is_no_wider_than_a_terminal() {
        let mut wrong = Vec::new();
        for (path, mut command) in commands() {
            let help = command.render_long_help().to_string();
            let lines = help.lines();
            wrong.extend(
                lines.filter(|line| line.chars().count() > COLUMNS).map(|line| format!("{path}: {line}")),
            );
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
