use std::fmt;
use std::time::Duration;

use tabiya_notation::{Excerpt, UnknownRules};
use tabiya_rules::RULE_SETS;

use super::UciAction;
use super::options::{CHESS, Effect, Options};
use crate::Level;

/// Every option: its name, its type with default and range, and what it does when it is set. This is the one place where
/// an option is declared.
pub(super) static OPTIONS: [UciOption; 14] = [
    spin(
        "Hash",
        16,
        (1, 65_536),
        "memory for what was thought before, in megabytes",
        |options, megabytes| {
            options.hash = megabytes as usize;
        },
    ),
    spin("Threads", 1, (1, 256), "how many processors think", |options, threads| {
        options.threads = threads as usize;
    }),
    check("Ponder", "whether the program lets it think while the other side is to move", |options, is_on| {
        options.ponder = is_on;
    }),
    spin("MultiPV", 1, (1, 256), "how many lines an analysis shows", |options, lines| {
        options.multi_pv = lines as usize;
    }),
    spin(
        "Move Overhead",
        10,
        (0, 5_000),
        "milliseconds kept back for each move on its way",
        |options, millis| {
            options.move_overhead = Duration::from_millis(millis.cast_unsigned());
        },
    ),
    UciOption {
        name: "UCI_Chess960",
        help: "castling is written as in Chess960, the king to its rook",
        kind: OptionKind::Check {
            default: false,
            set: |options, is_on| options.chess960 = is_on,
            effect: Effect::ConfigureInGame,
        },
    },
    check("UCI_LimitStrength", "play only as well as UCI_Elo says", |options, is_on| {
        options.limit_strength = is_on;
    }),
    UciOption {
        name: "UCI_Elo",
        help: "how well, with UCI_LimitStrength",
        kind: OptionKind::Spin {
            default: RATINGS.1,
            range: RATINGS,
            // Whoever asks for a weaker opponent than there is does not want the strongest.
            beyond: BeyondRange::Nearest,
            set: |options, elo| {
                options.elo = elo as u16;
            },
        },
    },
    check("UCI_ShowWDL", "tell the chances to win, draw and lose", |options, is_on| options.show_wdl = is_on),
    UciOption {
        name: "UCI_Variant",
        help: "the rule set, by name or by the path of a rule file (.toml)",
        kind: OptionKind::Combo { default: CHESS, choices: variants, set: Options::set_variant },
    },
    check("OwnBook", "play openings by a book: BookFile, else the built-in one", |options, is_on| {
        options.own_book = is_on;
    }),
    UciOption {
        name: "BookFile",
        help: "a Polyglot book",
        kind: OptionKind::Path { open: UciAction::OpenBook },
    },
    UciOption {
        name: "SyzygyPath",
        help: "folders with Syzygy tables, for rules that are those of chess",
        kind: OptionKind::Path { open: UciAction::OpenTables },
    },
    UciOption {
        name: "Clear Hash",
        help: "forget what was thought before",
        kind: OptionKind::Button { press: || UciAction::Forget },
    },
];

/// The lowest and the highest rating.
const RATINGS: (i64, i64) = (Level::LOWEST_RATING as i64, Level::HIGHEST_RATING as i64);

/// How an option without a path says that there is none.
const EMPTY: &str = "<empty>";

/// One option as the protocol knows it.
pub(super) struct UciOption {
    pub(super) name: &'static str,
    /// What it does, for people.
    help: &'static str,
    kind: OptionKind,
}

/// The types of the protocol, each with what becomes of a value.
enum OptionKind {
    Check {
        default: bool,
        set: fn(&mut Options, bool),
        effect: Effect,
    },
    Spin {
        default: i64,
        range: (i64, i64),
        beyond: BeyondRange,
        set: fn(&mut Options, i64),
    },
    Combo {
        default: &'static str,
        choices: fn() -> Vec<&'static str>,
        set: fn(&mut Options, &str) -> Result<Effect, OptionError>,
    },
    /// A string that names files; without one there are none.
    Path {
        open: fn(Option<String>) -> UciAction,
    },
    Button {
        press: fn() -> UciAction,
    },
}

/// What becomes of a number that is out of range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BeyondRange {
    Refused,
    /// The nearest that is in range is taken.
    Nearest,
}

/// An option that is true or false, and false at first.
const fn check(name: &'static str, help: &'static str, set: fn(&mut Options, bool)) -> UciOption {
    UciOption { name, help, kind: OptionKind::Check { default: false, set, effect: Effect::Configure } }
}

/// An option that is a number.
const fn spin(
    name: &'static str,
    default: i64,
    range: (i64, i64),
    help: &'static str,
    set: fn(&mut Options, i64),
) -> UciOption {
    UciOption { name, help, kind: OptionKind::Spin { default, range, beyond: BeyondRange::Refused, set } }
}

/// Every option as people read it: its name, its values, and what it does.
///
/// ```
/// let options = tabiya_engine::uci::describe_options();
/// assert_eq!(options[0].values, "16, from 1 to 65536");
/// ```
pub fn describe_options() -> Vec<OptionSummary> {
    OPTIONS.iter().map(UciOption::summary).collect()
}

/// An option as people read it.
pub struct OptionSummary {
    /// What it is called.
    pub name: &'static str,
    /// What it is at first, and what it can be.
    pub values: String,
    /// What it does.
    pub help: &'static str,
}

/// The names of the rule sets, with the one that programs expect first.
fn variants() -> Vec<&'static str> {
    std::iter::once(CHESS).chain(RULE_SETS.iter().map(|set| set.name)).collect()
}

impl UciOption {
    fn summary(&self) -> OptionSummary {
        let values = match &self.kind {
            OptionKind::Check { default, .. } => format!("{default} or {}", !default),
            OptionKind::Spin { default, range: (least, most), .. } => {
                format!("{default}, from {least} to {most}")
            }
            OptionKind::Combo { choices, .. } => choices().join(", "),
            OptionKind::Path { .. } => "a path, none at first".to_owned(),
            OptionKind::Button { .. } => "a button".to_owned(),
        };
        OptionSummary { name: self.name, values, help: self.help }
    }

    /// The line that declares it.
    pub(super) fn declaration(&self) -> String {
        let rest = match &self.kind {
            OptionKind::Check { default, .. } => format!("check default {default}"),
            OptionKind::Spin { default, range: (least, most), .. } => {
                format!("spin default {default} min {least} max {most}")
            }
            OptionKind::Combo { default, choices, .. } => {
                format!("combo default {default} var {}", choices().join(" var "))
            }
            OptionKind::Path { .. } => format!("string default {EMPTY}"),
            OptionKind::Button { .. } => "button".to_string(),
        };
        format!("option name {} type {rest}", self.name)
    }

    /// Gives it the value that it has at first.
    pub(super) fn reset(&self, options: &mut Options) {
        match &self.kind {
            OptionKind::Check { default, set, .. } => set(options, *default),
            OptionKind::Spin { default, set, .. } => set(options, *default),
            OptionKind::Combo { default, set, .. } => {
                let result = set(options, default);
                debug_assert!(result.is_ok(), "{}: a default is possible", self.name);
            }
            // No file is open at first, and nobody has pressed anything.
            OptionKind::Path { .. } | OptionKind::Button { .. } => {}
        }
    }

    /// Gives it a value and says what follows, or why it cannot have it.
    pub(super) fn set(&self, options: &mut Options, value: &str) -> Result<Effect, OptionError> {
        match &self.kind {
            OptionKind::Check { set, effect, .. } => {
                set(options, self.truth(value)?);
                Ok(effect.clone())
            }
            OptionKind::Spin { range, beyond, set, default: _ } => match self.number(value, *range) {
                Ok(number) => {
                    set(options, number);
                    Ok(Effect::Configure)
                }
                Err(why @ OptionError::OutOfRange { least, most, .. }) if *beyond == BeyondRange::Nearest => {
                    let taken = if value.starts_with('-') { least } else { nearest(value, least, most) };
                    set(options, taken);
                    Ok(Effect::ConfigureNearest { why, taken })
                }
                Err(why) => Err(why),
            },
            OptionKind::Combo { set, .. } => set(options, value),
            OptionKind::Path { open } => {
                let path = Some(value.to_string()).filter(|path| !path.is_empty() && path != EMPTY);
                Ok(Effect::Act(open(path)))
            }
            OptionKind::Button { press } => Ok(Effect::Act(press())),
        }
    }

    fn number(&self, value: &str, (least, most): (i64, i64)) -> Result<i64, OptionError> {
        let (name, found) = (self.name, Excerpt::new(value));
        let digits = value.strip_prefix('-').unwrap_or(value);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(OptionError::NotANumber { name, found });
        }
        // What has too many digits is out of range as well.
        let said = value.parse().ok().filter(|said| (least..=most).contains(said));
        said.ok_or(OptionError::OutOfRange { name, least, most, found })
    }

    fn truth(&self, value: &str) -> Result<bool, OptionError> {
        match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(OptionError::NotTrueOrFalse { name: self.name, found: Excerpt::new(value) }),
        }
    }
}

/// The bound that is nearest to a number out of range; one with too many digits is above all.
fn nearest(value: &str, least: i64, most: i64) -> i64 {
    if value.parse::<i64>().is_ok_and(|number| number < least) { least } else { most }
}

/// Why an option was not set.
///
/// ```
/// use tabiya_engine::uci::Options;
///
/// let error = Options::default().set("Ponder", Some("perhaps")).unwrap_err();
/// assert_eq!(error.to_string(), "Ponder is true or false, not \"perhaps\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the sentences say it")]
pub enum OptionError {
    Unknown(Excerpt),
    NotANumber { name: &'static str, found: Excerpt },
    OutOfRange { name: &'static str, least: i64, most: i64, found: Excerpt },
    NotTrueOrFalse { name: &'static str, found: Excerpt },
    Variant(UnknownRules),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown(name) => write!(f, "there is no option {name}"),
            OptionError::NotANumber { name, found } => write!(f, "{name} needs a number, found {found}"),
            OptionError::OutOfRange { name, least, most, found } => {
                write!(f, "{name} goes from {least} to {most}, not {found}")
            }
            OptionError::NotTrueOrFalse { name, found } => {
                write!(f, "{name} is true or false, not {found}")
            }
            OptionError::Variant(unknown) => unknown.fmt(f),
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The default that a declaration names.
    fn declared(option: &UciOption) -> Option<String> {
        let line = option.declaration();
        let (_, rest) = line.split_once(" default ")?;
        rest.split_whitespace().next().map(str::to_string)
    }

    #[test]
    fn a_declared_default_can_be_set_and_changes_nothing() {
        for option in &OPTIONS {
            let Some(default) = declared(option) else { continue };
            let mut options = Options::default();
            let before = format!("{options:?}");
            assert!(option.set(&mut options, &default).is_ok(), "{}", option.name);
            assert_eq!(format!("{options:?}"), before, "{}", option.name);
        }
    }

    #[test]
    fn the_bounds_of_a_number_can_be_set_and_nothing_beyond() {
        for option in &OPTIONS {
            let OptionKind::Spin { range: (least, most), beyond, .. } = option.kind else { continue };
            let is_taken = beyond == BeyondRange::Nearest;
            let mut options = Options::default();
            for (value, is_possible) in
                [(least, true), (most, true), (least - 1, is_taken), (most + 1, is_taken)]
            {
                let result = option.set(&mut options, &value.to_string());
                assert_eq!(result.is_ok(), is_possible, "{} {value}", option.name);
            }
        }
    }

    #[test]
    fn every_choice_can_be_made() {
        for option in &OPTIONS {
            let OptionKind::Combo { choices, .. } = option.kind else { continue };
            for choice in choices() {
                assert!(option.set(&mut Options::default(), choice).is_ok(), "{} {choice}", option.name);
            }
        }
    }

    #[test]
    fn no_two_options_have_the_same_name() {
        let names = OPTIONS.iter().map(|option| option.name.to_ascii_lowercase());
        assert_eq!(names.collect::<std::collections::BTreeSet<_>>().len(), OPTIONS.len());
    }
}
