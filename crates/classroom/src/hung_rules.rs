//! What a program was seen to hang at, so that nobody waits for the same twice.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::check_run::{CheckRun, seats_topic};
use crate::program::ProgramError;
use crate::reference::Reference;
use crate::step_context::StepContext;
use crate::test_case::TestCase;
use crate::topic::Topic;

/// Whoever hangs at so many refusals is not asked for any other.
const REFUSALS: usize = 4;

/// Of a program that hangs so often at other things no more is asked.
const STEPS: usize = 5;

/// Where a program used up its time or memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HangPlace {
    /// Where it should have refused something by this rule: the game is the same without.
    Refusal(Topic),
    /// Where it should have gone on, in a step that tests all of these.
    Step(BTreeSet<Topic>),
    /// In a game in which machines move.
    Machines(Topic),
}

impl HangPlace {
    /// The place, where it is in this step of a case.
    pub fn of(case: &TestCase, step: &StepContext) -> HangPlace {
        match (seats_topic(case), step.topics.first()) {
            (Some(seats), _) => HangPlace::Machines(seats),
            (None, Some(&topic)) if is_left_out_easily(step) => HangPlace::Refusal(topic),
            (None, _) => HangPlace::Step(step.topics.iter().copied().collect()),
        }
    }
}

/// The places at which a program was seen to hang.
#[derive(Clone, Default)]
pub struct HungRules {
    refusals: BTreeSet<Topic>,
    /// Each once for every time that it was waited for.
    steps: Vec<BTreeSet<Topic>>,
    machines: BTreeSet<Topic>,
}

impl HungRules {
    pub fn add(&mut self, place: HangPlace) {
        match place {
            HangPlace::Refusal(topic) => {
                self.refusals.insert(topic);
            }
            HangPlace::Step(topics) => self.steps.push(topics),
            HangPlace::Machines(topic) => {
                self.machines.insert(topic);
            }
        }
    }

    /// Whether it hangs at what is refused by a rule.
    pub fn is_refusal_of(&self, topic: Topic) -> bool {
        self.refusals.contains(&topic) || self.refusals.len() >= REFUSALS
    }

    /// Whether nothing is left that is worth waiting for.
    pub fn is_hopeless(&self) -> bool {
        self.steps.len() >= STEPS
    }

    /// What of a case's input can be asked without waiting for the same again; nothing, where it is a game of machines that
    /// cannot be played.
    pub fn askable<'a>(
        &self,
        check: &CheckRun<'_>,
        case: &TestCase,
        input: &'a [u8],
    ) -> Result<Option<Cow<'a, [u8]>>, ProgramError> {
        let seats = seats_topic(case);
        if seats.is_some_and(|seats| self.machines.contains(&seats)) {
            return Ok(None);
        }
        if self.refusals.is_empty() && self.steps.is_empty() {
            return Ok(Some(Cow::Borrowed(input)));
        }
        let reference = Reference::record(check.classic, &check.session(case)?, input, None)?;
        // What is refused once a machine has moved depends on that.
        let is_certain = |step: &&StepContext| seats.is_none() || !step.topics.contains(&Topic::Machine);
        let certain = reference.moments().iter().take_while(is_certain).count();
        Ok(Some(self.without(&reference.moments()[..certain], input)))
    }

    /// An input up to where the program would hang, without what it need not be asked.
    fn without<'a>(&self, steps: &[StepContext], input: &'a [u8]) -> Cow<'a, [u8]> {
        let read = || steps.iter().filter(|step| !step.input.is_empty());
        let end = read().find(|step| self.is_hang(step)).map_or(input.len(), |step| step.input.start);
        let mut kept = Vec::new();
        let mut at = 0;
        for step in read().filter(|step| step.input.start < end && self.is_refusal(step)) {
            // What is printed in several parts is one step.
            kept.extend_from_slice(&input[at..step.input.start.max(at)]);
            at = at.max(step.input.end);
        }
        if (at, end) == (0, input.len()) {
            return Cow::Borrowed(input);
        }
        kept.extend_from_slice(&input[at.min(end)..end]);
        Cow::Owned(kept)
    }

    fn is_refusal(&self, step: &StepContext) -> bool {
        is_left_out_easily(step) && step.topics.first().is_some_and(|&topic| self.is_refusal_of(topic))
    }

    fn is_hang(&self, step: &StepContext) -> bool {
        let has = |topics: &BTreeSet<Topic>| topics.iter().all(|topic| step.topics.contains(topic));
        !is_left_out_easily(step) && self.steps.iter().any(|topics| !topics.is_empty() && has(topics))
    }
}

/// Whether the game is the same without a step.
fn is_left_out_easily(step: &StepContext) -> bool {
    step.is_idle && !step.input.is_empty()
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Role;

    use super::*;

    fn step(input: std::ops::Range<usize>, topics: &[Topic], is_idle: bool) -> StepContext {
        StepContext { input, topics: topics.to_vec(), is_idle, ..StepContext::default() }
    }

    #[test]
    fn what_was_waited_for_once_is_not_asked_again() {
        let steps = [
            step(0..0, &[Topic::Start], false),
            step(0..2, &[Topic::Steps(Role::Rook)], false),
            step(2..4, &[Topic::NoPiece], true),
            step(4..6, &[Topic::Steps(Role::King)], false),
            step(6..8, &[Topic::Nonsense], true),
            step(8..10, &[Topic::Steps(Role::Rook), Topic::Check], false),
        ];
        let asked = |places: &[HangPlace]| {
            let mut rules = HungRules::default();
            places.iter().for_each(|place| rules.add(place.clone()));
            String::from_utf8(rules.without(&steps, b"a\nb\nc\nd\ne\n").into_owned()).unwrap()
        };
        let refusal = HangPlace::Refusal;
        let hang = |topics: &[Topic]| HangPlace::Step(topics.iter().copied().collect());
        assert_eq!(asked(&[]), "a\nb\nc\nd\ne\n");
        assert_eq!(asked(&[refusal(Topic::NoPiece)]), "a\nc\nd\ne\n");
        // Whoever hangs at many refusals hangs at others.
        let many = [Topic::NoPiece, Topic::NotYours, Topic::NoSquare, Topic::Pinned].map(refusal);
        assert_eq!(asked(&many), "a\nc\ne\n");
        assert_eq!(asked(&[hang(&[Topic::Check, Topic::Steps(Role::Rook)])]), "a\nb\nc\nd\n");
        assert_eq!(asked(&[refusal(Topic::NoPiece), hang(&[Topic::Steps(Role::King)])]), "a\n");
        assert_eq!(asked(&[hang(&[])]), "a\nb\nc\nd\ne\n", "nobody knows what it was");
    }
}
