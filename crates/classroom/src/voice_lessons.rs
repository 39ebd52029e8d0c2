//! What a program says in other words than the document, learned before it is judged.
//!
//! A few sessions are enough to hear each text. A text that the program always replaces by one and the same other text counts
//! once, as layout; from then on our own program is run in the words of the other, so that only chess is compared.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_classics::Classic;

use crate::check_options::InputTiming;
use crate::check_run::{CheckRun, unless_stopped};
use crate::comparison::Rest;
use crate::invisible::shown;
use crate::judge::Severity;
use crate::layout::Skeleton;
use crate::patience::Patience;
use crate::phrase::Phrase;
use crate::program::{Advice, ProgramError, ProgramRun, Talk};
use crate::random_game::Undo;
use crate::reference::Reference;
use crate::test_case::cases;
use crate::voice_match::{VoiceLesson, phrases};
use crate::voice_slots::{SpokenEvent, TextSlot, events, marked, slots, spoken};
use crate::worker_pool::{NextWork, for_each};

/// In how many sessions each text is heard, where there are so many.
const HEARINGS: usize = 2;

/// After how many sessions in which it hangs no more is asked of a program.
const HANGS: usize = 3;

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
    /// Between two texts. What differs only in layout is told as that.
    fn between(ours: &[u8], theirs: &[u8], phrase: &Phrase) -> Option<OtherWords> {
        let is_other = Skeleton::of(ours).bytes != Skeleton::of(theirs).bytes;
        let sign = phrase.longest().to_vec();
        is_other.then(|| OtherWords { expected: told(ours), found: told(theirs), sign })
    }

    /// Where it is said in an output; at its beginning, where the program says nothing in place of it.
    pub fn places<'a>(&'a self, output: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let length = self.sign.len();
        let whole = (0..(output.len() + 1).saturating_sub(length))
            .filter(move |&at| length > 0 && output[at..].starts_with(&self.sign));
        whole.chain((length == 0 && !output.is_empty()).then_some(0))
    }
}

/// The texts of a classic, and sessions in which they are heard.
struct LessonPlan {
    slots: Vec<TextSlot>,
    sessions: Vec<PlannedLesson>,
}

/// A session of our program, with what it says in it.
struct PlannedLesson {
    input: Vec<u8>,
    expected: Vec<u8>,
    events: Vec<SpokenEvent>,
    has_open_end: bool,
}

/// The classic as a program speaks, and which of its words are others.
pub fn learn(check: &CheckRun<'_>) -> Result<(&'static Classic, Vec<OtherWords>), ProgramError> {
    let nothing = (check.classic, Vec::new());
    if check.options.severity == Severity::Strict {
        return Ok(nothing);
    }
    let LessonPlan { slots, sessions } = &*plan(check)?;
    let lessons = unless_stopped(heard(check, slots, sessions))?.unwrap_or_default();
    // What differs only in layout, or says more at the end, has no other words.
    let bare = |text: &[u8]| Skeleton::of(text).bytes;
    let is_own = |(lesson, session): (&VoiceLesson, &PlannedLesson)| {
        bare(&lesson.output).starts_with(&bare(&session.expected))
    };
    if lessons.iter().zip(sessions).all(is_own) {
        return Ok(nothing);
    }
    let mut words = Vec::new();
    let mut learned: Vec<Option<Phrase>> = understood(check, slots, &lessons);
    if is_over(check) {
        return Ok(nothing);
    }
    for (number, slot) in slots.iter().enumerate() {
        let said = lessons.iter().flat_map(|lesson| &lesson.events).find_map(|event| event.values_of(number));
        let other = learned[number].as_ref().zip(said).and_then(|(phrase, values)| {
            OtherWords::between(&Phrase::ours(slot).with(values), &phrase.with(values), phrase)
        });
        if other.is_none() {
            learned[number] = None;
        }
        words.extend(other);
    }
    if words.is_empty() {
        return Ok(nothing);
    }
    let text = |number: usize| {
        let slot: &TextSlot = &slots[number];
        learned[number].as_ref().map_or_else(|| slot.parts.clone(), |phrase| phrase.parts(slot))
    };
    Ok((Box::leak(Box::new(spoken(check.classic, slots, &text))), words))
}

/// The plan for a classic: the same for all programs, so that it is made once.
fn plan(check: &CheckRun<'_>) -> Result<Arc<LessonPlan>, ProgramError> {
    // What is kept for as long as we run is known by its place; others may have the same name.
    static PLANS: Mutex<BTreeMap<(usize, bool), Arc<LessonPlan>>> = Mutex::new(BTreeMap::new());
    let key = (std::ptr::from_ref(check.classic).addr(), check.options.undo == Undo::Yes);
    let mut plans = PLANS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(plan) = plans.get(&key) {
        return Ok(Arc::clone(plan));
    }
    let slots = slots(check.classic);
    let plan = Arc::new(LessonPlan { sessions: sessions(check, &slots)?, slots });
    plans.insert(key, Arc::clone(&plan));
    Ok(plan)
}

/// Short sessions in which every text is said.
fn sessions(check: &CheckRun<'_>, slots: &[TextSlot]) -> Result<Vec<PlannedLesson>, ProgramError> {
    let marked = marked(check.classic, slots);
    let mut all = Vec::new();
    for case in cases(check.classic, check.options.undo, 0, 0, &|_| true) {
        if case.fen.is_none() && case.machine.is_none() {
            let reference = Reference::record(&marked, &check.session(&case)?, case.input(), None)?;
            all.push((case, events(&reference.parts, slots)));
        }
    }
    all.sort_by_key(|(_, events)| events.len());
    let mut left = vec![HEARINGS; slots.len()];
    let mut chosen = Vec::new();
    for (case, events) in all {
        let is_said = |number: &usize| events.iter().any(|event| event.values_of(*number).is_some());
        let said: Vec<usize> = (0..slots.len()).filter(is_said).collect();
        if said.iter().any(|&number| left[number] > 0) {
            said.iter().for_each(|&number| left[number] = left[number].saturating_sub(1));
            let input = case.input().to_vec();
            let reference = Reference::record(check.classic, &check.session(&case)?, &input, None)?;
            let has_open_end = reference.rest == Rest::Anything;
            chosen.push(PlannedLesson { input, expected: reference.output(), events, has_open_end });
        }
    }
    Ok(chosen)
}

/// What the program says in these sessions, until it says nothing or has hung too often. That is counted in the order of the
/// sessions, however many are held at a time.
fn heard(
    check: &CheckRun<'_>,
    slots: &[TextSlot],
    sessions: &[PlannedLesson],
) -> Result<Vec<VoiceLesson>, ProgramError> {
    // Who waits at the end of the input here need not hang in any case.
    let patience = Patience::new(check.options.timeout);
    let hangs = AtomicUsize::new(0);
    let heard = for_each(check.options.jobs, sessions, &|_, session| {
        let PlannedLesson { input, expected, events, has_open_end } = session;
        let talk = Talk {
            fen: None,
            input,
            // Before a terminal nothing is held back, even where the program does not end.
            timing: InputTiming::LineByLine,
            patience: patience.now(),
            start_patience: patience.at_start(),
            output_limit: 2 * expected.len() + SLACK,
            advise: &|output, _| match *has_open_end && output == expected {
                true => Advice::Enough,
                false => Advice::GiveAll,
            },
        };
        let run = check.runner().run(&talk, check.stop)?;
        patience.note(&run);
        let output = check.classic.dialect.corrected(&run.output);
        let lesson = VoiceLesson { events: events.clone(), output, has_open_end: *has_open_end };
        // Who has said everything may wait for more.
        let hung = run.end.is_exhaustion()
            && phrases(slots, std::slice::from_ref(&lesson), &|| is_over(check)).is_none();
        let count = hangs.fetch_add(usize::from(hung), Ordering::Relaxed) + usize::from(hung);
        let is_last = run.output.is_empty() || count >= HANGS || check.is_late();
        let next = if is_last { NextWork::Leave } else { NextWork::Take };
        Ok::<_, ProgramError>((HeardSession { lesson, hung, run }, next))
    })?;
    let mut lessons = Vec::new();
    let mut hangs = 0;
    for HeardSession { lesson, hung, run } in heard.into_iter().map_while(|session| session) {
        lessons.push(lesson);
        hangs += usize::from(hung);
        if run.output.is_empty() {
            check.patience.note(&run);
        }
        if run.output.is_empty() || hangs >= HANGS {
            break;
        }
    }
    Ok(lessons)
}

/// A session with the program, and whether it hung before it had said everything.
struct HeardSession {
    lesson: VoiceLesson,
    hung: bool,
    run: ProgramRun,
}

/// Whether there is no time for more.
fn is_over(check: &CheckRun<'_>) -> bool {
    check.is_stopped() || check.is_late()
}

/// What each text is in the program's words. Where the program plays other chess, a session is read only until there.
fn understood(check: &CheckRun<'_>, slots: &[TextSlot], lessons: &[VoiceLesson]) -> Vec<Option<Phrase>> {
    let mut understood = vec![None; slots.len()];
    let mut read: Vec<VoiceLesson> = Vec::new();
    for lesson in lessons {
        let mut until = |length: usize| {
            read.push(lesson.until(length));
            let found = phrases(slots, &read, &|| is_over(check));
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::check_options::CheckOptions;
    use crate::program::{ProgramEnd, Prompts, Runner};

    /// A program that says something that is no chess, and hangs.
    struct Stuck;

    impl Runner for Stuck {
        fn run(&self, _: &Talk<'_>, _: &AtomicBool) -> Result<ProgramRun, ProgramError> {
            Ok(ProgramRun {
                output: b"Loading\n".to_vec(),
                complaints: Vec::new(),
                end: ProgramEnd::OutOfTime,
                took: Duration::ZERO,
                slowest: Duration::ZERO,
                is_all_given: true,
                is_unread: false,
                prompts: Prompts::Shown,
            })
        }
    }

    #[test]
    fn as_many_sessions_are_heard_with_any_number_of_jobs() {
        let classic = Classic::find("cuhk").unwrap();
        let stop = AtomicBool::new(false);
        let heard = [1, 8].map(|jobs| {
            let options = CheckOptions { jobs, ..CheckOptions::default() };
            let check = CheckRun::new(classic, &Stuck, &options, &stop);
            let LessonPlan { slots, sessions } = &*plan(&check).unwrap();
            assert!(sessions.len() > HANGS, "{}", sessions.len());
            heard(&check, slots, sessions).unwrap().len()
        });
        assert_eq!(heard, [HANGS; 2]);
    }
}
