use std::fmt::Write;
use std::time::Duration;

use tabiya_notation::{Excerpt, find_rules};
use tabiya_rules::{CHESS960, FIDE, RULE_SETS, Rules};

/// Bounds of the numbers.
const HASH: (i64, i64) = (1, 65_536);
const THREADS: (i64, i64) = (1, 256);
const MULTI_PV: (i64, i64) = (1, 256);
const OVERHEAD: (i64, i64) = (0, 5_000);
/// The ratings that can be asked for.
pub(super) const ELO: (i64, i64) = (800, 2_800);

/// What ordinary chess is called among programs.
const CHESS: &str = "chess";

/// What can be set, beside what is read from files: that is an [`Action`](super::Action), which may fail.
///
/// ```
/// use tabiya_engine::uci::Options;
///
/// let mut options = Options::default();
/// options.set("hash", Some("64")).unwrap();
/// let refused = options.set("hash", Some("99999999")).unwrap_err();
/// assert_eq!(refused, "Hash goes from 1 to 65536, not \"99999999\"");
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
    pub elo: i64,
    pub show_wdl: bool,
    pub variant: String,
    pub own_book: bool,
    /// The rules that the variant names.
    named: &'static Rules,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            chess960: false,
            limit_strength: false,
            elo: ELO.1,
            show_wdl: false,
            variant: CHESS.to_string(),
            own_book: false,
            named: &FIDE,
        }
    }
}

impl Options {
    /// The lines that tell what can be set.
    pub fn told() -> String {
        let variants = std::iter::once(CHESS).chain(RULE_SETS.iter().map(|set| set.name));
        let mut text = String::new();
        let spin = |name: &str, default: i64, (least, most): (i64, i64)| {
            format!("option name {name} type spin default {default} min {least} max {most}\n")
        };
        text += &spin("Hash", 16, HASH);
        text += &spin("Threads", 1, THREADS);
        text += "option name Ponder type check default false\n";
        text += &spin("MultiPV", 1, MULTI_PV);
        text += &spin("Move Overhead", 10, OVERHEAD);
        text += "option name UCI_Chess960 type check default false\n";
        text += "option name UCI_LimitStrength type check default false\n";
        text += &spin("UCI_Elo", ELO.1, ELO);
        text += "option name UCI_ShowWDL type check default false\n";
        text += "option name UCI_Variant type combo default chess";
        for variant in variants {
            let _ = write!(text, " var {variant}");
        }
        text += "\noption name OwnBook type check default false\n";
        text += "option name BookFile type string default <empty>\n";
        text += "option name SyzygyPath type string default <empty>\n";
        text += "option name Clear Hash type button\n";
        text
    }

    /// Sets an option, or says why nothing was set.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let value = value.unwrap_or("");
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = number("Hash", value, HASH)? as usize,
            "threads" => self.threads = number("Threads", value, THREADS)? as usize,
            "ponder" => self.ponder = truth("Ponder", value)?,
            "multipv" => self.multi_pv = number("MultiPV", value, MULTI_PV)? as usize,
            "move overhead" => {
                let millis = number("Move Overhead", value, OVERHEAD)?;
                self.move_overhead = Duration::from_millis(millis.cast_unsigned());
            }
            "uci_chess960" => self.chess960 = truth("UCI_Chess960", value)?,
            "uci_limitstrength" => self.limit_strength = truth("UCI_LimitStrength", value)?,
            "uci_elo" => self.elo = number("UCI_Elo", value, ELO)?,
            "uci_showwdl" => self.show_wdl = truth("UCI_ShowWDL", value)?,
            "uci_variant" => self.set_variant(value)?,
            "ownbook" => self.own_book = truth("OwnBook", value)?,
            _ => return Err(format!("there is no option {}", Excerpt::new(name))),
        }
        Ok(())
    }

    fn set_variant(&mut self, name: &str) -> Result<(), String> {
        let lower = name.to_ascii_lowercase();
        self.named = match lower.as_str() {
            CHESS => &FIDE,
            _ => find_rules(&lower).map_err(|unknown| unknown.to_string())?.rules,
        };
        self.variant = lower;
        Ok(())
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

fn number(name: &str, value: &str, (least, most): (i64, i64)) -> Result<i64, String> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{name} needs a number, found {}", Excerpt::new(value)));
    }
    // What has too many digits is out of range as well.
    let said = value.parse().ok().filter(|said| (least..=most).contains(said));
    said.ok_or_else(|| format!("{name} goes from {least} to {most}, not {}", Excerpt::new(value)))
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} is true or false, not {}", Excerpt::new(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_case_of_a_variant_does_not_matter() {
        let mut options = Options::default();
        for (name, rules) in [("HONG", &tabiya_rules::HONG), ("Chess", &FIDE), ("Chess960", &CHESS960)] {
            assert_eq!(options.set("UCI_Variant", Some(name)), Ok(()));
            assert_eq!(options.rules(), rules);
            assert_eq!(options.variant, name.to_ascii_lowercase());
        }
        assert!(options.set("UCI_Variant", Some("Checkers")).is_err());
    }
}
