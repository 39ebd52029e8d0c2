//! What a program says in other words than the document, learned before it is judged.
//!
//! A few sessions are enough to hear each text. A text that the program always replaces by one and the same other text counts
//! once, as layout; from then on our own program is run in the words of the other, so that only chess is compared.

use std::time::Duration;

use tabiya_classics::Classic;

use crate::check_options::InputTiming;
use crate::check_run::{CheckRun, unless_stopped};
use crate::comparison::Rest;
use crate::invisible::shown;
use crate::judge::Severity;
use crate::layout::Skeleton;
use crate::phrase::Phrase;
use crate::program::{Advice, ProgramEnd, ProgramError, Talk};
use crate::reference::Reference;
use crate::test_case::{TestCase, cases};
use crate::voice_match::{VoiceLesson, phrases};
use crate::voice_slots::{SpokenEvent, TextSlot, events, marked, slots, spoken};
use crate::worker_pool::{NextWork, for_each};

/// In how many sessions each text is heard, where there are so many.
const HEARINGS: usize = 2;

/// How long a program may be silent when it has been given everything: it may wait at the end of its input.
const SILENCE: Duration = Duration::from_secs(2);

/// How much a program may write beyond what is expected.
const SLACK: usize = 64 * 1024;

/// How much is not believed of a session that cannot be read to its end.
const UNSURE: usize = 3;

/// A text that a program has in other words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherWords {
    /// Ours, invisible characters shown.
    pub expected: String,
    /// The program's.
    pub found: String,
    /// What is always the same in that.
    pub sign: Vec<u8>,
}

fn told(text: &[u8]) -> String {
    if text.is_empty() { "(nothing)".to_owned() } else { shown(text) }
}

impl OtherWords {
    /// Where it is said in an output; at its beginning, where the program says nothing in place of it.
    pub fn places<'a>(&'a self, output: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let length = self.sign.len();
        let whole = (0..(output.len() + 1).saturating_sub(length))
            .filter(move |&at| length > 0 && output[at..].starts_with(&self.sign));
        whole.chain((length == 0 && !output.is_empty()).then_some(0))
    }
}

/// A session of our program, with what it says in it.
struct PlannedLesson {
    case: TestCase,
    reference: Reference,
    events: Vec<SpokenEvent>,
}

/// The classic as a program speaks, and which of its words are others.
pub fn learn(check: &CheckRun<'_>) -> Result<(&'static Classic, Vec<OtherWords>), ProgramError> {
    let nothing = (check.classic, Vec::new());
    if check.options.severity == Severity::Strict {
        return Ok(nothing);
    }
    let slots = slots(check.classic);
    let planned = planned(check, &slots)?;
    let lessons = unless_stopped(heard(check, &planned))?.unwrap_or_default();
    let found = understood(&slots, &lessons);
    let mut words = Vec::new();
    let learned: Vec<Option<&Phrase>> = slots
        .iter()
        .enumerate()
        .map(|(number, slot)| {
            let phrase = found[number].as_ref()?;
            let example = lessons.iter().flat_map(|lesson| &lesson.events).find_map(|event| match event {
                SpokenEvent::Said { slot, values } if *slot == number => Some(values),
                _ => None,
            })?;
            let (ours, theirs) = (Phrase::ours(slot).with(example), phrase.with(example));
            // What differs only in layout is told as that.
            let is_other = Skeleton::of(&ours).bytes != Skeleton::of(&theirs).bytes;
            is_other.then(|| {
                let sign = phrase.longest().to_vec();
                words.push(OtherWords { expected: told(&ours), found: told(&theirs), sign });
                phrase
            })
        })
        .collect();
    if words.is_empty() {
        return Ok(nothing);
    }
    let text = |number: usize| {
        let slot: &TextSlot = &slots[number];
        learned[number].map_or_else(|| slot.parts.clone(), |phrase| phrase.parts(slot))
    };
    Ok((Box::leak(Box::new(spoken(check.classic, &slots, &text))), words))
}

/// Short sessions in which every text is said.
fn planned(check: &CheckRun<'_>, slots: &[TextSlot]) -> Result<Vec<PlannedLesson>, ProgramError> {
    let marked = marked(check.classic, slots);
    let mut all = Vec::new();
    for case in cases(check.classic, check.options.undo, 0, 0, &|_| true) {
        if case.fen.is_some() || case.machine.is_some() {
            continue;
        }
        let session = check.session(&case)?;
        let events = events(&Reference::record(&marked, &session, case.input(), None)?.parts, slots);
        all.push((case, events));
    }
    all.sort_by_key(|(_, events)| events.len());
    let mut left = vec![HEARINGS; slots.len()];
    let mut chosen = Vec::new();
    for (case, events) in all {
        let said = |number: usize| {
            events.iter().any(|event| matches!(event, SpokenEvent::Said { slot, .. } if *slot == number))
        };
        let said: Vec<usize> = (0..slots.len()).filter(|&number| said(number)).collect();
        if said.iter().any(|&number| left[number] > 0) {
            said.iter().for_each(|&number| left[number] = left[number].saturating_sub(1));
            let reference = Reference::record(check.classic, &check.session(&case)?, case.input(), None)?;
            chosen.push(PlannedLesson { case, reference, events });
        }
    }
    Ok(chosen)
}

/// What the program says in these sessions, until it hangs.
fn heard(check: &CheckRun<'_>, planned: &[PlannedLesson]) -> Result<Vec<VoiceLesson>, ProgramError> {
    let heard = for_each(check.options.jobs, planned, &|_, lesson| {
        let expected = lesson.reference.output();
        let talk = Talk {
            fen: None,
            input: lesson.case.input(),
            // Before a terminal nothing is held back, even where the program does not end.
            timing: InputTiming::LineByLine,
            patience: check.patience().min(SILENCE),
            start_patience: check.start_patience(),
            output_limit: 2 * expected.len() + SLACK,
            advise: &|output, _| match output.starts_with(&expected) {
                true if lesson.reference.rest == Rest::Anything => Advice::Enough,
                _ => Advice::GiveAll,
            },
        };
        let run = check.runner().run(&talk, check.stop)?;
        if run.output.is_empty() {
            check.note_speed(&run);
        }
        let next = match run.end {
            _ if run.output.is_empty() => NextWork::Leave,
            ProgramEnd::Died(_) => NextWork::Leave,
            _ => NextWork::Take,
        };
        let output = check.classic.dialect.corrected(&run.output);
        let has_open_end = lesson.reference.rest == Rest::Anything;
        Ok::<_, ProgramError>((VoiceLesson { events: lesson.events.clone(), output, has_open_end }, next))
    })?;
    Ok(heard.into_iter().flatten().collect())
}

/// What each text is in the program's words. Where the program plays other chess, a session is read only until there.
fn understood(slots: &[TextSlot], lessons: &[VoiceLesson]) -> Vec<Option<Phrase>> {
    let mut understood = vec![None; slots.len()];
    let mut read: Vec<VoiceLesson> = Vec::new();
    for lesson in lessons {
        let mut until = |length: usize| {
            read.push(lesson.until(length));
            let found = phrases(slots, &read);
            read.pop();
            found
        };
        let mut length = lesson.events.len();
        let mut found = until(length);
        if found.is_none() {
            let lengths: Vec<usize> = (0..length).collect();
            let readable = lengths.partition_point(|&length| until(length).is_some());
            // The last that could be read may be something else that stood in its place.
            let is_board = |event: &SpokenEvent| matches!(event, SpokenEvent::Board(_));
            let readable = &lesson.events[..readable.saturating_sub(UNSURE)];
            length = readable.iter().rposition(is_board).map_or(readable.len(), |board| board + 1);
            found = until(length);
        }
        if let Some(found) = found {
            understood = found;
            read.push(lesson.until(length));
        }
    }
    understood
}
