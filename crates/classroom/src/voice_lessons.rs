//! What a program says in other words than the document, learned before it is judged.
//!
//! A few sessions are enough to hear each text. A text that the program always replaces by one and the same other text counts
//! once, as layout; from then on our own program is run in the words of the other, so that only chess is compared.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_classics::Classic;
use tabiya_rules::Role;

use crate::board_lessons::OtherBoard;
use crate::check_options::InputTiming;
use crate::check_run::{CheckRun, unless_stopped};
use crate::comparison::{Comparison, Rest};
use crate::invisible::shown;
use crate::judge::Severity;
use crate::layout::Skeleton;
use crate::machine_lessons::MachineLine;
use crate::manner::{Manner, recorded};
use crate::patience::Patience;
use crate::phrase::Phrase;
use crate::program::{Advice, ProgramError, ProgramRun, Talk};
use crate::random_game::Undo;
use crate::reference::Reference;
use crate::test_case::cases;
use crate::topic::Topic;
use crate::voice_match::{KnownWords, LessonPart, VoiceLesson, VoiceReading, read};
use crate::voice_slots::{SpokenEvent, TextSlot, events, marked, slots, spoken};
use crate::worker_pool::{NextWork, for_each};

/// In how many sessions each text is heard, where there are so many.
const HEARINGS: usize = 2;

/// In how many more sessions refusals are heard by other rules, which a program may tell in other words.
const REASONS: usize = 6;

/// After how many sessions in which it hangs no more is asked of a program.
const HANGS: usize = 3;

/// How much a program may write beyond what is expected.
const SLACK: usize = 64 * 1024;

/// How many things are compared at most to read a session by what is known, and how many in all to read those before it in
/// another way. Whoever tells other chess is not understood by more.
const STEPS: usize = 5_000;
const STEPS_BACK: usize = 50_000;

/// How much is not believed of a session that cannot be read to its end.
const UNSURE: usize = 3;

/// What is said of texts that are not the document's.
pub const OTHER_WORDS: &str = "a text is in other words";

/// Something that a program always writes in another way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherWords {
    /// What that is, in a few words.
    pub what: &'static str,
    /// Ours, invisible characters shown.
    pub expected: String,
    /// The program's.
    pub found: String,
    /// The same with whatever values.
    pub phrase: Phrase,
}

fn told(text: &[u8]) -> String {
    if text.is_empty() { "(nothing)".to_owned() } else { shown(text) }
}

impl OtherWords {
    /// Between two texts. What differs only in layout is told as that.
    fn between(ours: &[u8], theirs: &[u8], phrase: &Phrase) -> Option<OtherWords> {
        let is_other = Skeleton::of(ours).bytes != Skeleton::of(theirs).bytes;
        let (expected, found) = (told(ours), told(theirs));
        is_other.then(|| OtherWords { what: OTHER_WORDS, expected, found, phrase: phrase.clone() })
    }

    /// Where it is said first in an output; at its beginning, where the program says nothing in place of it.
    pub fn place(&self, output: &[u8]) -> Option<usize> {
        (0..output.len()).find(|&at| self.phrase.begins(&output[at..]))
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

/// How a program speaks.
pub struct LearnedVoice {
    /// The classic in its words.
    pub classic: &'static Classic,
    /// Which of them are not the document's.
    pub words: Vec<OtherWords>,
    /// The ways in which it says the same; the first is that of the classic.
    pub manners: Vec<Manner>,
}

/// How a program speaks, where that is otherwise than the document.
pub fn learn(check: &CheckRun<'_>) -> Result<Option<LearnedVoice>, ProgramError> {
    if check.options.severity == Severity::Strict {
        return Ok(None);
    }
    let LessonPlan { slots, sessions } = &*plan(check)?;
    let mut lessons = unless_stopped(heard(check, slots, sessions))?.unwrap_or_default();
    // What differs only in layout, or says more at the end, has no other words.
    let bare = |text: &[u8]| Skeleton::of(text).bytes;
    let is_own = |(lesson, session): (&VoiceLesson, &PlannedLesson)| {
        bare(&lesson.output).starts_with(&bare(&session.expected))
    };
    let is_all_heard = lessons.len() == sessions.len();
    let mut classic = *check.classic;
    let mut words = Vec::new();
    if lessons.iter().zip(sessions).all(is_own) {
        let manners = vec![Manner::of(&classic)];
        return learned(check, words, manners, is_all_heard);
    }
    if let Some(board) = OtherBoard::find(&classic, lessons.iter().map(|lesson| lesson.output.as_slice())) {
        classic.voice.frame = board.frame;
        words.push(board.words);
        let marked = marked(&classic, slots);
        for (lesson, session) in lessons.iter_mut().zip(sessions) {
            let reference = Reference::record(&marked, &check.usual_session(), &session.input, None)?;
            lesson.events = events(&reference.parts, slots);
        }
    }
    let known = understood(check, slots, &lessons);
    if is_over(check) {
        return Ok(None);
    }
    let others = other_phrases(slots, &lessons, known);
    words.extend(others.iter().flatten().map(|(_, words)| words.clone()));
    let others: KnownWords =
        others.into_iter().map(|said| said.into_iter().map(|(phrase, _)| phrase).collect()).collect();
    let mut manners = manners(&classic, slots, &others);
    manners.extend(board_manners(check, &manners, &lessons, sessions)?);
    learned(check, words, manners, is_all_heard)
}

/// All that was learned, with how the computer writes its moves; who hangs already is not asked for that.
fn learned(
    check: &CheckRun<'_>,
    mut words: Vec<OtherWords>,
    mut manners: Vec<Manner>,
    may_ask: bool,
) -> Result<Option<LearnedVoice>, ProgramError> {
    let line = if may_ask { unless_stopped(MachineLine::find(check, &manners))?.flatten() } else { None };
    if let Some(line) = line {
        manners = manners.iter().map(|manner| line.spoken(manner)).collect();
        words.push(line.words);
    }
    if words.is_empty() && manners.len() == 1 {
        return Ok(None);
    }
    Ok(Some(LearnedVoice { classic: Box::leak(Box::new(manners[0].classic)), words, manners }))
}

/// The phrases for each text that are not only ours in another layout, each with an example.
fn other_phrases(
    slots: &[TextSlot],
    lessons: &[VoiceLesson],
    known: KnownWords,
) -> Vec<Vec<(Phrase, OtherWords)>> {
    let other = |number: usize, phrase: Phrase| {
        let ours = Phrase::ours(&slots[number]);
        let events = lessons.iter().flat_map(|lesson| &lesson.events);
        let mut said = events.filter_map(|event| event.values_of(number));
        let words =
            said.find_map(|values| OtherWords::between(&ours.with(values), &phrase.with(values), &phrase))?;
        Some((phrase, words))
    };
    let of_slot = |(number, phrases): (usize, Vec<Phrase>)| -> Vec<(Phrase, OtherWords)> {
        phrases.into_iter().filter_map(|phrase| other(number, phrase)).collect()
    };
    known.into_iter().enumerate().map(of_slot).collect()
}

/// The ways in which a program says what it has several words for: first its own, then the document's, then others.
fn manners(classic: &Classic, slots: &[TextSlot], others: &[Vec<Phrase>]) -> Vec<Manner> {
    let most = others.iter().map(Vec::len).max().unwrap_or(0);
    let first = |number: usize| others[number].first();
    let own = |number: usize| first(number).filter(|_| slots[number].is_frame);
    let manner = |chosen: &dyn Fn(usize) -> Option<Phrase>| {
        let parts = |number: usize| {
            let slot: &TextSlot = &slots[number];
            chosen(number).map_or_else(|| slot.parts.clone(), |phrase| phrase.parts(slot))
        };
        let classic = spoken(classic, slots, &parts);
        Manner { same: same_texts(slots, others, chosen), ..Manner::of(&classic) }
    };
    let mut manners = vec![manner(&|number| first(number).cloned())];
    if slots.iter().zip(others).any(|(slot, others)| !slot.is_frame && !others.is_empty()) {
        manners.push(manner(&|number| own(number).cloned()));
    }
    manners.extend(
        (1..most).map(|variant| manner(&|number| others[number].get(variant).or(first(number)).cloned())),
    );
    manners
}

/// What comes in place of what is chosen for each text that is always the same.
fn same_texts(
    slots: &[TextSlot],
    others: &[Vec<Phrase>],
    chosen: &dyn Fn(usize) -> Option<Phrase>,
) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut same = Vec::new();
    for (number, slot) in slots.iter().enumerate().filter(|(_, slot)| !slot.is_frame) {
        let ours = Phrase::ours(slot);
        let Some(text) = chosen(number).unwrap_or_else(|| ours.clone()).without_values() else { continue };
        let all = [&ours].into_iter().chain(&others[number]).filter_map(Phrase::without_values);
        same.extend(
            all.filter(|other| *other != text && !other.is_empty()).map(|other| (other, text.clone())),
        );
    }
    same
}

/// The ways in which a board comes before the result, as far as they were heard.
fn board_manners(
    check: &CheckRun<'_>,
    known: &[Manner],
    lessons: &[VoiceLesson],
    sessions: &[PlannedLesson],
) -> Result<Vec<Manner>, ProgramError> {
    let mut heard = Vec::new();
    for manner in known[0].with_boards_before_results() {
        let all = [known, std::slice::from_ref(&manner)].concat();
        for (lesson, session) in lessons.iter().zip(sessions) {
            let reference = recorded(&all, &check.usual_session(), &session.input, None)?;
            let Comparison { choices, difference, .. } = reference.comparison(&lesson.output);
            let agreeing = difference.map_or(choices.len(), |place| place.part);
            if choices[..agreeing].contains(&known.len()) {
                heard.push(manner);
                break;
            }
        }
    }
    Ok(heard)
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
            let reasons = refusals(&reference, slots);
            all.push((case, events(&reference.parts, slots), reasons));
        }
    }
    all.sort_by_key(|(_, events, _)| events.len());
    let mut left = vec![HEARINGS; slots.len()];
    let mut heard = BTreeSet::new();
    let mut more = REASONS;
    let mut chosen = Vec::new();
    for (case, events, reasons) in all {
        let is_said = |number: &usize| events.iter().any(|event| event.values_of(*number).is_some());
        let said: Vec<usize> = (0..slots.len()).filter(is_said).collect();
        let is_needed = said.iter().any(|&number| left[number] > 0);
        let is_new = more > 0 && !reasons.is_subset(&heard);
        if is_needed || is_new {
            said.iter().for_each(|&number| left[number] = left[number].saturating_sub(1));
            heard.extend(reasons);
            more -= usize::from(!is_needed);
            let input = case.input().to_vec();
            let reference = Reference::record(check.classic, &check.session(&case)?, &input, None)?;
            let has_open_end = reference.rest == Rest::Anything;
            chosen.push(PlannedLesson { input, expected: reference.output(), events, has_open_end });
        }
    }
    Ok(chosen)
}

/// The rules by which something is refused in a session, where that is told in words.
fn refusals(reference: &Reference, slots: &[TextSlot]) -> BTreeSet<Topic> {
    if !slots.iter().any(|slot| slot.is_refusal) {
        return BTreeSet::new();
    }
    let idle = reference.moments().iter().filter(|moment| moment.is_idle);
    // Whatever the piece, it is told in the same words.
    let kind = |topic: Topic| match topic {
        Topic::Pattern(_) => Topic::Pattern(Role::Pawn),
        Topic::Blocked(_) => Topic::Blocked(Role::Pawn),
        Topic::OwnPiece(_) => Topic::OwnPiece(Role::Pawn),
        topic => topic,
    };
    idle.filter_map(|moment| moment.topics.first()).map(|&topic| kind(topic)).collect()
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
            advise: &|output, _| match output == expected {
                // Whoever does not end then is told so later.
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
            && read(slots, &vec![Vec::new(); slots.len()], &[lesson.whole()], STEPS, &|| is_over(check))
                .phrases
                .is_none();
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
fn understood(check: &CheckRun<'_>, slots: &[TextSlot], lessons: &[VoiceLesson]) -> KnownWords {
    let mut understanding = Understanding {
        check,
        slots,
        read: Vec::new(),
        known: vec![Vec::new(); slots.len()],
        left: STEPS_BACK,
    };
    for lesson in lessons {
        if let Err(reached) = understanding.add(lesson.whole()) {
            // The last that could be read may be something else that stood in its place.
            let is_board = |event: &SpokenEvent| matches!(event, SpokenEvent::Board(_));
            let readable = &lesson.events[..reached.saturating_sub(UNSURE)];
            let length = readable.iter().rposition(is_board).map_or(readable.len(), |board| board + 1);
            // Where not even that can be read, nothing is learned from it.
            let _ = understanding.add(lesson.until(length));
        }
    }
    understanding.known
}

/// What is understood so far.
struct Understanding<'a> {
    check: &'a CheckRun<'a>,
    slots: &'a [TextSlot],
    /// What has been read.
    read: Vec<LessonPart<'a>>,
    known: KnownWords,
    /// How many steps are left for reading all of it in another way.
    left: usize,
}

impl<'a> Understanding<'a> {
    /// Reads one more, if that is possible; else says how far it is.
    fn add(&mut self, lesson: LessonPart<'a>) -> Result<(), usize> {
        let mut reading = self.reading(&self.known, &[lesson], STEPS);
        self.read.push(lesson);
        if reading.phrases.is_none() {
            // What was heard before may have meant something else.
            let anew = self.reading(&vec![Vec::new(); self.slots.len()], &self.read, self.left);
            self.left = self.left.saturating_sub(anew.steps);
            reading = VoiceReading { reached: reading.reached.max(anew.reached), ..anew };
        }
        match reading.phrases {
            Some(phrases) => {
                self.known = phrases;
                Ok(())
            }
            None => {
                self.read.pop();
                Err(reading.reached)
            }
        }
    }

    fn reading(&self, known: &[Vec<Phrase>], lessons: &[LessonPart<'_>], steps: usize) -> VoiceReading {
        read(self.slots, known, lessons, steps, &|| is_over(self.check))
    }
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
