//! Which rule is broken, where a step tests several: told by all cases together.
//!
//! A knight that takes in another spelling and does not arrive may be a fault of the taking, of the knight or of the
//! spelling. Whatever else was right in other steps is not to blame; what is wrong wherever it is tested is.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use tabiya_rules::{ByRole, Role};

use crate::piece_count::{PieceCount, misjudged_role};
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial, Verdict};

/// How often a rule was right, in how many steps that went wrong it was tested, and in how many of them nothing else was.
#[derive(Clone, Copy, Default)]
struct TopicRecord {
    right: usize,
    wrong: usize,
    alone: usize,
}

/// Where less than this share of the steps with a rule went wrong, it may be by a fault that was not seen before.
const CERTAIN_SHARE: usize = 4;

impl TopicRecord {
    fn all(self) -> usize {
        self.right + self.wrong
    }

    /// Whether it is broken, whatever else is.
    fn is_certain(self) -> bool {
        self.alone > 0 && self.wrong * CERTAIN_SHARE >= self.all()
    }

    /// By the share of what was wrong.
    fn compare(self, other: TopicRecord) -> Ordering {
        let by_share = (self.wrong * other.all()).cmp(&(other.wrong * self.all()));
        self.is_certain().cmp(&other.is_certain()).then(by_share)
    }
}

/// Names the rule in every step that went wrong and tests several. `worths` are what the pieces should be worth.
pub fn settle(trials: &mut [Trial], worths: &ByRole<u16>) {
    let is_steady = |trial: &&Trial| !trial.is_by_luck;
    let steady = records(trials.iter().filter(is_steady));
    let all = records(trials.iter());
    let is_miscounted = trials.iter().filter(is_steady).flat_map(|trial| &trial.tested).any(is_miscount);
    let misjudged = match is_miscounted {
        true => misjudged(trials.iter().filter(is_steady), worths),
        false => misjudged(trials.iter(), worths),
    };
    for trial in trials {
        // What luck brings must not decide what is told of the other games.
        let records = if trial.is_by_luck { &all } else { &steady };
        let record = |topic: &Topic| records.get(topic).copied().unwrap_or_default();
        for result in trial.tested.iter_mut().filter(|result| !result.is_right) {
            let worst =
                result.suspects.iter().copied().max_by(|one, other| {
                    record(one).compare(record(other)).then(one.rank().cmp(&other.rank()))
                });
            let worst = worst.unwrap_or(result.topic);
            result.topic = match misjudged {
                Some(role) if told_count(result).is_some() => Topic::Worth(role),
                _ if is_any_worth(result, record(&worst)) => Topic::Stop,
                _ => worst,
            };
        }
        let first = trial.tested.iter().find(|result| !result.is_right).map(|result| result.topic);
        if let (Verdict::Differs(difference), Some(topic)) = (&mut trial.verdict, first) {
            (difference.topic, difference.key) = (topic, topic.key());
        }
    }
}

/// Leaves out what only luck shows as right: the other games decide whether there are points for a rule, but for those that are
/// about computers. Whether the machines' games come to the rest would be another matter each time.
pub fn leave_luck_out(trials: &mut [Trial]) {
    let steady = trials.iter().filter(|trial| !trial.is_by_luck).flat_map(|trial| &trial.tested);
    let right: BTreeSet<Topic> = steady.filter(|result| result.is_right).map(|result| result.topic).collect();
    for trial in trials.iter_mut().filter(|trial| trial.is_by_luck) {
        trial.tested.retain(|result| {
            !result.is_right || right.contains(&result.topic) || result.topic.is_of_computers()
        });
    }
}

/// The role whose worth alone explains everything that was counted, where something was counted wrong.
fn misjudged<'a>(trials: impl Iterator<Item = &'a Trial>, worths: &ByRole<u16>) -> Option<Role> {
    let results: Vec<&TopicResult> = trials.flat_map(|trial| &trial.tested).collect();
    if !results.iter().any(|result| is_miscount(result)) {
        return None;
    }
    misjudged_role(&results.into_iter().filter_map(told_count).collect::<Vec<_>>(), worths)
}

/// Whether the pieces were counted wrong.
fn is_miscount(result: &TopicResult) -> bool {
    !result.is_right && told_count(result).is_some()
}

/// Where the pieces were counted, and something was told of it.
fn told_count(result: &TopicResult) -> Option<&PieceCount> {
    result.count.as_ref().filter(|count| count.is_told())
}

/// Whether the pieces were counted wrong, and nothing tells which of them is worth something else.
fn is_any_worth(result: &TopicResult, worst: TopicRecord) -> bool {
    let worths = result.suspects.iter().filter(|suspect| matches!(suspect, Topic::Worth(_)));
    result.suspects.contains(&Topic::Stop) && worths.count() > 1 && !worst.is_certain()
}

fn records<'a>(trials: impl Iterator<Item = &'a Trial>) -> BTreeMap<Topic, TopicRecord> {
    let mut records: BTreeMap<Topic, TopicRecord> = BTreeMap::new();
    for result in trials.flat_map(|trial| &trial.tested) {
        if result.is_right {
            records.entry(result.topic).or_default().right += 1;
        }
        for &suspect in &result.suspects {
            let record = records.entry(suspect).or_default();
            record.wrong += 1;
            // To count is tested wherever a worth is.
            let others = result.suspects.iter().filter(|other| ![suspect, Topic::Stop].contains(other));
            record.alone += usize::from(others.count() == 0);
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{CUHK, Position};

    use super::*;

    fn trial(tested: Vec<TopicResult>) -> Trial {
        let verdict = Verdict::told(String::new(), String::new(), Topic::Start);
        Trial { name: "case".to_owned(), verdict, took: None, tested, is_by_luck: false }
    }

    fn wrong(suspects: &[Topic]) -> TopicResult {
        TopicResult { suspects: suspects.to_vec(), ..TopicResult::of(suspects[0], false) }
    }

    #[test]
    fn what_is_right_elsewhere_is_not_to_blame() {
        let (bishop, queen) = (Topic::Worth(Role::Bishop), Topic::Worth(Role::Queen));
        let mut trials = [
            trial(vec![wrong(&[bishop, queen])]),
            trial(vec![wrong(&[bishop])]),
            trial(vec![TopicResult::of(queen, true)]),
        ];
        settle(&mut trials, &CUHK.values);
        for trial in &trials[..2] {
            let Verdict::Differs(difference) = &trial.verdict else { panic!("they differ") };
            assert_eq!((trial.tested[0].topic, difference.topic), (bishop, bishop));
        }
    }

    #[test]
    fn who_does_not_end_a_game_has_not_misjudged_a_piece_by_that() {
        let start = Position::starting(&CUHK).unwrap();
        let mut setup = start.setup();
        setup.board.set("a1".parse().unwrap(), None);
        let count = PieceCount::of(&Position::new(setup, &CUHK).unwrap());
        let counted = |topic, words: &str| TopicResult {
            suspects: vec![topic],
            count: Some(count.told_in(words.as_bytes())),
            ..TopicResult::of(topic, false)
        };
        let right = TopicResult { count: Some(PieceCount::of(&start)), ..TopicResult::of(Topic::Stop, true) };
        let mut trials = [
            trial(vec![counted(Topic::RoyalTaken, "Round 9:")]),
            trial(vec![counted(Topic::Stop, "Draw game!")]),
            trial(vec![right]),
        ];
        settle(&mut trials, &CUHK.values);
        assert_eq!(trials[0].tested[0].topic, Topic::RoyalTaken);
        assert_eq!(trials[1].tested[0].topic, Topic::Worth(Role::Rook));
    }

    #[test]
    fn luck_does_not_show_what_the_other_games_could_not() {
        let (taken, king, pawn) = (Topic::RoyalTaken, Topic::Worth(Role::King), Topic::Steps(Role::Pawn));
        let right = |topic| TopicResult::of(topic, true);
        let unreached = Topic::Steps(Role::Rook);
        let by_luck = vec![right(king), right(unreached), wrong(&[king]), right(pawn), right(Topic::Machine)];
        let mut trials = [
            trial(vec![right(pawn), TopicResult { untold: vec![king, pawn], ..wrong(&[taken]) }]),
            Trial { is_by_luck: true, ..trial(by_luck.clone()) },
        ];
        leave_luck_out(&mut trials);
        assert_eq!(trials[0].tested.len(), 2);
        assert_eq!(trials[1].tested, by_luck[2..]);
    }

    #[test]
    fn of_several_worths_none_is_named_by_a_guess() {
        let (bishop, rook) = (Topic::Worth(Role::Bishop), Topic::Worth(Role::Rook));
        let mut trials = [trial(vec![wrong(&[Topic::Stop, bishop, rook])])];
        settle(&mut trials, &CUHK.values);
        assert_eq!(trials[0].tested[0].topic, Topic::Stop);
        let mut trials =
            [trial(vec![wrong(&[Topic::Stop, bishop, rook])]), trial(vec![wrong(&[Topic::Stop, bishop])])];
        settle(&mut trials, &CUHK.values);
        assert!(trials.iter().all(|trial| trial.tested[0].topic == bishop));
    }

    #[test]
    fn what_is_wrong_by_itself_explains_what_is_wrong_with_it() {
        let mut trials = [
            trial(vec![wrong(&[Topic::Promotes]), TopicResult::of(Topic::Promotes, true)]),
            trial(vec![wrong(&[Topic::Promotes, Topic::Spelling])]),
        ];
        settle(&mut trials, &CUHK.values);
        assert_eq!(trials[1].tested[0].topic, Topic::Promotes);
    }

    #[test]
    fn of_equals_the_gravest_is_named() {
        let mut trials = [trial(vec![wrong(&[Topic::Promotes, Topic::Steps(Role::Pawn)])])];
        settle(&mut trials, &CUHK.values);
        assert_eq!(trials[0].tested[0].topic, Topic::Promotes);
    }
}
