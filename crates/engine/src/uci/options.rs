use std::time::Duration;

use tabiya_notation::{Excerpt, find_rules};
use tabiya_rules::{CHESS960, FIDE, Rules};

use super::UciAction;
use super::option_table::{OPTIONS, OptionError};

/// What ordinary chess is called among programs.
pub(super) const CHESS: &str = "chess";

/// The values of the options, beside what is read from files: that is a [`UciAction`], which may fail. What options
/// there are, with their types, defaults and ranges, is declared in one table (`option_table.rs`).
///
/// ```
/// use tabiya_engine::uci::Options;
///
/// let mut options = Options::default();
/// options.set("hash", Some("64")).unwrap();
/// let refused = options.set("hash", Some("99999999")).unwrap_err();
/// assert_eq!(refused.to_string(), "Hash goes from 1 to 65536, not \"99999999\"");
/// assert_eq!(options.hash, 64);
/// ```
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are named as the protocol names them")]
pub struct Options {
    pub hash: usize,
    pub threads: usize,
    pub ponder: bool,
    pub multi_pv: usize,
    pub move_overhead: Duration,
    pub chess960: bool,
    pub limit_strength: bool,
    pub elo: u16,
    pub show_wdl: bool,
    pub variant: String,
    pub own_book: bool,
    /// The rules that the variant names.
    named: &'static Rules,
}

/// What follows from an option that was set.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The engine gets the options; where the rules are others now, a new game begins.
    Configure,
    /// The engine gets the options; where the rules are others now, the game goes on under them.
    ConfigureInGame,
    /// The same as `Configure`, with another number than was asked for.
    ConfigureNearest {
        /// Why it is another.
        why: OptionError,
        /// The number.
        taken: i64,
    },
    /// Something else is to be done.
    Act(UciAction),
}

impl Default for Options {
    /// What the table of options says.
    fn default() -> Options {
        let mut options = Options {
            hash: 0,
            threads: 0,
            ponder: false,
            multi_pv: 0,
            move_overhead: Duration::ZERO,
            chess960: false,
            limit_strength: false,
            elo: 0,
            show_wdl: false,
            variant: CHESS.to_string(),
            own_book: false,
            named: &FIDE,
        };
        for option in &OPTIONS {
            option.reset(&mut options);
        }
        options
    }
}

impl Options {
    /// The lines that declare what can be set.
    ///
    /// ```
    /// use tabiya_engine::uci::Options;
    ///
    /// let lines = Options::declarations();
    /// assert!(lines.contains("option name Hash type spin default 16 min 1 max 65536\n"));
    /// ```
    pub fn declarations() -> String {
        OPTIONS.iter().map(|option| option.declaration() + "\n").collect()
    }

    /// Sets an option and says what follows, or why nothing was set.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        match OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)) {
            Some(option) => option.set(self, value.unwrap_or_default()),
            None => Err(OptionError::Unknown(Excerpt::new(name))),
        }
    }

    /// Plays by the rules of this name, or of this file.
    pub(super) fn set_variant(&mut self, name: &str) -> Result<Effect, OptionError> {
        if name.ends_with(".toml") {
            return Ok(Effect::Act(UciAction::LoadRules(name.to_string())));
        }
        let lower = name.to_ascii_lowercase();
        self.named = match lower.as_str() {
            CHESS => &FIDE,
            _ => find_rules(&lower).map_err(OptionError::Variant)?.rules,
        };
        self.variant = lower;
        Ok(Effect::Configure)
    }

    /// Plays by rules that no name stands for, such as those of a file.
    pub fn set_rules(&mut self, name: &str, rules: &'static Rules) {
        self.variant = name.to_string();
        self.named = rules;
    }

    /// The rules to play by: with the option for it, ordinary chess from any of the 960 starts.
    pub fn rules(&self) -> &'static Rules {
        if self.chess960 && *self.named == FIDE { &CHESS960 } else { self.named }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_a_variant_does_not_matter() {
        let mut options = Options::default();
        for (name, rules) in [("HONG", &tabiya_rules::HONG), ("Chess", &FIDE), ("Chess960", &CHESS960)] {
            assert!(matches!(options.set("UCI_Variant", Some(name)), Ok(Effect::Configure)));
            assert_eq!(options.rules(), rules);
            assert_eq!(options.variant, name.to_ascii_lowercase());
        }
        assert!(options.set("UCI_Variant", Some("Checkers")).is_err());
    }

    #[test]
    fn a_rating_beyond_the_bounds_becomes_the_nearest() {
        let (lowest, highest) = (crate::Level::LOWEST_RATING, crate::Level::HIGHEST_RATING);
        for (value, elo) in
            [("0", lowest), ("-7", lowest), ("65535", highest), ("99999999999999999999", highest)]
        {
            let mut options = Options::default();
            options.set("UCI_Elo", Some("1500")).unwrap();
            assert!(options.set("UCI_Elo", Some(value)).is_ok(), "{value}");
            assert_eq!(options.elo, elo, "{value}");
            assert!(options.set("UCI_Elo", Some("abc")).is_err());
            assert_eq!(options.elo, elo, "what is no number changes nothing");
        }
    }
}
