//! What shells complete behind flags. Only they are told: what is taken is read elsewhere, and a path is taken as well.

use clap::Command;
use clap::builder::PossibleValuesParser;
use tabiya_rules::{Language, RULE_SETS};

/// Somebody here, and every level.
const PLAYERS: [&str; 10] = ["human", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

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
        (_, "rules") => RULE_SETS.iter().map(|set| set.name).collect(),
        (_, "language") => Language::ALL.iter().map(|language| language.code()).collect(),
        ("play", "white" | "black") => PLAYERS.to_vec(),
        ("play", "clock") => CLOCKS.to_vec(),
        ("play", "book") => vec!["on", "off"],
        ("play", "tell") => vec!["sentences", "san", "both"],
        ("completions", "shell") => vec!["bash", "zsh", "fish"],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use tabiya_engine::Level;
    use tabiya_table::Player;

    use super::*;

    #[test]
    fn everybody_who_can_be_listed_is() {
        let all: Vec<Player> =
            std::iter::once(Player::Human).chain(Level::all().map(Player::Level)).collect();
        let listed: Vec<Player> = PLAYERS.iter().map(|name| name.parse().unwrap()).collect();
        assert_eq!(listed, all);
    }
}
