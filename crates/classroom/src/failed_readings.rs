//! Ways to read a program's words that failed, so that nobody tries them again.

use std::collections::BTreeMap;

use crate::phrase::Phrase;
use crate::voice_match::ReadingPlace;

/// A set of texts. Of very many, some share a place in it: then it seems to hold more of them than it does.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct SlotSet(u64);

impl SlotSet {
    pub fn add(&mut self, slot: usize) {
        self.0 |= 1 << (slot % 64);
    }

    pub fn extend(&mut self, more: SlotSet) {
        self.0 |= more.0;
    }

    fn has(self, slot: usize) -> bool {
        self.0 & 1 << (slot % 64) != 0
    }
}

/// From where on nothing could be read, and by which words that is so.
#[derive(Default)]
pub struct FailedReadings(BTreeMap<ReadingPlace, Vec<FailedReading>>);

struct FailedReading {
    reasons: SlotSet,
    /// The words for each of these texts, in their order.
    words: Vec<Vec<Phrase>>,
}

impl FailedReadings {
    /// By which texts it is certain that nothing can be read from a place on, where their words are these.
    pub fn reasons(&self, place: ReadingPlace, words: &[Vec<Phrase>]) -> Option<SlotSet> {
        let same = |failed: &&FailedReading| failed.words.iter().eq(chosen(failed.reasons, words));
        self.0.get(&place)?.iter().find(same).map(|failed| failed.reasons)
    }

    /// Takes note that nothing can be read from a place on, whatever the words of other texts are.
    pub fn note(&mut self, place: ReadingPlace, reasons: SlotSet, words: &[Vec<Phrase>]) {
        let words = chosen(reasons, words).cloned().collect();
        self.0.entry(place).or_default().push(FailedReading { reasons, words });
    }
}

/// The words of some texts.
fn chosen(slots: SlotSet, words: &[Vec<Phrase>]) -> impl Iterator<Item = &Vec<Phrase>> {
    words.iter().enumerate().filter(move |(slot, _)| slots.has(*slot)).map(|(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_fails_again_by_the_same_words_alone() {
        let words = |said: &str| vec![vec![Phrase::always("Hello")], vec![Phrase::always(said)], Vec::new()];
        let mut failed = FailedReadings::default();
        let mut reasons = SlotSet::default();
        reasons.add(1);
        failed.note(ReadingPlace::default(), reasons, &words("Go"));
        let other = |said: &str| failed.reasons(ReadingPlace::default(), &words(said));
        assert_eq!((other("Go"), other("Stop")), (Some(reasons), None));
        let mut greeted = words("Go");
        greeted[0].clear();
        assert_eq!(failed.reasons(ReadingPlace::default(), &greeted), Some(reasons), "that is no reason");
    }
}
