//! German: what happens in games, and why something does not.

mod endings;
mod events;
mod moves;
mod refusal;
mod spans;

pub(crate) use endings::{ending_words, result_words};
pub(crate) use events::{check_words, tell};
pub(crate) use moves::move_words;
pub(crate) use spans::span_words;

use std::fmt;

use tabiya_rules::Words;

use crate::{NotADate, NotAPgnTimeControl, NotATimeControl};

impl Words for NotADate {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ein Datum wird so geschrieben: 2026-11-16")
    }
}

impl Words for NotATimeControl {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("erwartet werden Minuten und Sekunden für jeden Zug, wie 5+3 ")?;
        f.write_str("(auch 5d3, 5b3, 90s, 40/90+30,30+30)")
    }
}

impl Words for NotAPgnTimeControl {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("erwartet werden Sekunden, wie 300, 300+3 oder 40/5400+30:1800+30")
    }
}
