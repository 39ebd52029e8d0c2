//! What shells complete behind flags. Only they are told: what is taken is read elsewhere. A shell that knows the values of a flag
//! completes no files behind it, so flags that take a path as well are left to files.

use clap::Command;
use clap::builder::PossibleValuesParser;
use tabiya_rules::Language;

/// Clocks that people play with.
const CLOCKS: [&str; 6] = ["1+0", "3+2", "5+3", "10+5", "15+10", "90+30"];

/// A command whose flags, and those of the commands in it, name values.
pub fn with_values(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let flags: Vec<String> = command.get_arguments().map(|flag| flag.get_id().to_string()).collect();
    let valued = flags.into_iter().fold(command, |command, flag| match values(&name, &flag) {
        Some(values) => command.mut_arg(flag, |flag| flag.value_parser(PossibleValuesParser::new(values))),
        None => command,
    });
    valued.mut_subcommands(with_values)
}

/// What may stand behind a flag of a command, where that can be listed.
fn values(command: &str, flag: &str) -> Option<Vec<&'static str>> {
    Some(match (command, flag) {
        (_, "language") => Language::ALL.iter().map(|language| language.code()).collect(),
        ("play", "clock") => CLOCKS.to_vec(),
        ("play", "tell") => vec!["sentences", "san", "both"],
        ("completions", "shell") => vec!["bash", "zsh", "fish"],
        _ => return None,
    })
}
