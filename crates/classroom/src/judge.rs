//! From what a program did to what is said of it.

use std::collections::BTreeSet;

use tabiya_classics::Departure;
use tabiya_game::narration;

use crate::check_options::EndWait;
use crate::check_report::LayoutFault;
use crate::comparison::{Comparison, ExpectedPart, Mismatch, OutputText, Rest, Utterance, Wording, compare};
use crate::difference::{Difference, Excerpts, OutputEnding};
use crate::invisible::shown;
use crate::layout::{self, OutputExtent, Skeleton};
use crate::manner::Manner;
use crate::piece_count::PieceCount;
use crate::program::{ProgramEnd, ProgramRun, Prompts};
use crate::reference::Reference;
use crate::report::counted;
use crate::step_context::StepContext;
use crate::topic::Topic;
use crate::trial::{OpenNote, TopicResult, Verdict};
use crate::voice_lessons::OtherWords;

/// How much of a text is shown in a note.
const NOTE: usize = 120;

/// How many lines of standard error are shown of its beginning, and of its end.
const COMPLAINTS: usize = 6;

/// What to do with what the document leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// It is noted.
    Fair,
    /// It counts.
    Strict,
}

/// What a program did with a case, and what ours does.
pub struct Hearing<'a> {
    pub case: &'a str,
    pub reference: &'a Reference,
    pub input: &'a [u8],
    pub run: &'a ProgramRun,
    pub severity: Severity,
    pub end_wait: EndWait,
    /// The rule by which games of this classic usually end.
    pub end_topic: Topic,
    /// The rules that the cases test, where that is known.
    pub known: Option<&'a BTreeSet<Topic>>,
    /// Which texts of the reference are in the program's own words.
    pub words: &'a [OtherWords],
    /// The ways from which the texts of the reference come, where there are several.
    pub manners: &'a [Manner],
}

/// What is found of a case: how it came out, and which rules were tested on the way.
pub struct Finding {
    pub verdict: Verdict,
    pub tested: Vec<TopicResult>,
    /// The number of the step that differs.
    pub step: Option<usize>,
    /// Whether what was fed there is the rest of a line.
    pub is_rest: bool,
    /// Whether nothing more of the program's output is there.
    pub is_cut: bool,
    /// Whether all that should be said is right, and only the end of the program is not.
    pub is_only_end: bool,
}

/// Compares what a program did with what ours does.
pub fn judge(hearing: &Hearing<'_>) -> Finding {
    let case = Judge { hearing, reference: hearing.reference, run: hearing.run, liberties: Vec::new() };
    if !hearing.reference.has_choices() {
        return case.judge();
    }
    let choices = hearing.reference.comparison(&hearing.run.output).choices;
    let reference = &hearing.reference.settled(&choices);
    Judge { reference, liberties: case.liberties(&choices), ..case }.judge()
}

struct Judge<'a> {
    hearing: &'a Hearing<'a>,
    reference: &'a Reference,
    run: &'a ProgramRun,
    /// What is wrong with ways of saying something that count as well, and in which parts.
    liberties: Vec<(usize, LayoutFault)>,
}

impl Judge<'_> {
    fn judge(&self) -> Finding {
        let parts = self.parts();
        let exact = compare(&parts, self.reference.rest, &OutputText::of(&self.run.output));
        if self.fault(&exact).is_none() {
            return self.judge_end(exact.notes.iter().map(|place| self.note(place)).collect(), Vec::new());
        }
        if let Some(note) = exact.difference.as_ref().and_then(|place| self.early_end(place)) {
            return self.agrees(vec![note], Vec::new());
        }
        let is_lenient = self.hearing.severity == Severity::Fair;
        let bare = is_lenient.then(|| self.compare_bare(&parts));
        let comparison = bare.as_ref().unwrap_or(&exact);
        let Some(place) = self.fault(comparison) else {
            let notes = comparison.notes.iter().map(|place| self.note(place)).collect();
            let mut faults = self.layout_faults();
            if faults.is_empty() {
                faults.extend(exact.difference.iter().map(|place| self.divided_otherwise(place)));
            }
            return self.judge_end(notes, faults);
        };
        let place = self.within_last_line(place);
        let layout = if is_lenient { self.layout_before(place.at) } else { Vec::new() };
        let ends = if is_lenient { self.steps_of_end(&parts, &place) } else { vec![place.part] };
        let place = match ends.last() {
            Some(&part) if part < place.part => Mismatch { part, ..place },
            _ => self.place_of_end(place),
        };
        let mut finding = self.differs(&place, self.what(&place), layout);
        if let Some(&first) = ends.first().filter(|first| **first < place.part) {
            self.suspect_from(first, &mut finding);
        }
        finding
    }

    /// Where there is more in the very line that should be the last, that line is another one: what comes behind it is right.
    fn within_last_line(&self, place: Mismatch) -> Mismatch {
        let line = line_start(&self.run.output, place.at);
        let goes_on = !self.run.output[line..place.at].trim_ascii().is_empty();
        let last = self.reference.parts.iter().rposition(|part| !part.text.is_empty());
        match last.map(|part| (part, &self.reference.parts[part].text)) {
            Some((part, text)) if self.is_at_end(&place) && goes_on && text.ends_with(b"\n") => {
                Mismatch { part, agreeing: text.trim_ascii_end().len(), ..place }
            }
            _ => place,
        }
    }

    /// Suspects all steps from one on to the one that differs, of which none tells by itself that it was right.
    fn suspect_from(&self, first: usize, finding: &mut Finding) {
        finding.tested.retain(|result| !result.is_right || result.step < first);
        let last = finding.step.unwrap_or(first);
        let before = self.reference.moments()[first..last].iter().flat_map(|moment| &moment.topics);
        for result in finding.tested.iter_mut().filter(|result| !result.is_right) {
            let before = before.clone().filter(|topic| !result.suspects.contains(topic));
            let before: Vec<Topic> = before.copied().collect();
            result.suspects.extend(before);
        }
    }

    fn parts(&self) -> Vec<ExpectedPart> {
        let mut parts = self.reference.parts.clone();
        if self.hearing.severity == Severity::Strict {
            parts.iter_mut().for_each(|part| part.wording = Wording::Fixed);
        }
        parts
    }

    /// The same without layout; the places are those in the whole texts.
    fn compare_bare(&self, parts: &[ExpectedPart]) -> Comparison {
        let skeletons: Vec<Skeleton> = parts.iter().map(|part| Skeleton::of(&part.text)).collect();
        let bare: Vec<ExpectedPart> =
            parts.iter().map(|part| part.map(|text| Skeleton::of(text).bytes)).collect();
        let output = Skeleton::of(&self.run.output);
        let text = OutputText::new(&output.bytes, output.line_ends.clone());
        let found = compare(&bare, self.reference.rest, &text);
        let whole = |place: Mismatch| Mismatch {
            part: place.part,
            agreeing: skeletons.get(place.part).map_or(0, |skeleton| skeleton.place(place.agreeing)),
            at: output.place(place.at),
            found: output.place(place.found.start)..output.place(place.found.end),
            is_silent: place.is_silent,
        };
        Comparison {
            notes: found.notes.into_iter().map(whole).collect(),
            difference: found.difference.map(whole),
            choices: found.choices,
            tears: found.tears,
        }
    }

    /// The steps at which the program may have come to its end, where it did so without a word of what should be said at a
    /// place: what is said before may be the answers up to one step or another, if the document leaves open how long they are.
    fn steps_of_end(&self, parts: &[ExpectedPart], place: &Mismatch) -> Vec<usize> {
        let has_ended = matches!(self.run.end, ProgramEnd::Exited(_) | ProgramEnd::Died(_));
        let is_cut = place.agreeing == 0 && place.at == self.run.output.len() && !place.is_silent;
        if !has_ended || !is_cut || self.is_at_end(place) {
            return vec![place.part];
        }
        let output = Skeleton::of(&self.run.output);
        let bare: Vec<ExpectedPart> =
            parts[..place.part].iter().map(|part| part.map(|text| Skeleton::of(text).bytes)).collect();
        let is_read = |step: &usize| {
            let text = OutputText::new(&output.bytes, output.line_ends.clone());
            compare(&bare[..*step], Rest::Nothing, &text).is_clean()
        };
        let open = bare.iter().rev().take_while(|part| part.wording == Wording::Open).count();
        let is_asked = |step: &usize| *step == place.part || bare[*step].needs > Utterance::Silence;
        let steps: Vec<usize> = (place.part - open..=place.part).filter(is_asked).filter(is_read).collect();
        if steps.is_empty() { vec![place.part] } else { steps }
    }

    /// The first place that counts: one that differs, or one that is open but says nothing, tells another end of the game,
    /// or shows another board than it should.
    fn fault(&self, comparison: &Comparison) -> Option<Mismatch> {
        let is_wrong = |note: &&Mismatch| {
            let expected = &self.reference.parts[note.part].text;
            let found = &self.run.output[note.found.clone()];
            note.is_silent || has_other_end(expected, found) || has_other_board(expected, found)
        };
        // The notes are on the way to the difference.
        comparison.notes.iter().find(is_wrong).or(comparison.difference.as_ref()).cloned()
    }

    fn layout_faults(&self) -> Vec<LayoutFault> {
        layout::faults(self.hearing.case, &self.reference.output(), &self.run.output, OutputExtent::Whole)
    }

    /// The same in the lines before a place at which more than the layout differs. What stands between the last that agrees
    /// and the place may belong to what is wrong there.
    fn layout_before(&self, place: usize) -> Vec<LayoutFault> {
        let output = &self.run.output[..layout::agreeing_lines(&self.run.output[..place])];
        layout::faults(self.hearing.case, &self.reference.output(), output, OutputExtent::Beginning)
    }

    /// Which texts are in other words, as far as they are said until a place.
    fn other_words(&self, upto: usize) -> Vec<LayoutFault> {
        let output = &self.run.output[..upto];
        let fault = |words: &OtherWords| {
            let first = words.place(output)?;
            let line = output[..first].iter().filter(|&&byte| byte == b'\n').count() + 1;
            Some(LayoutFault {
                what: words.what.to_owned(),
                // How often a short text stands there by chance, nobody can tell.
                lines: None,
                place: (self.hearing.case.to_owned(), line),
                expected: words.expected.clone(),
                found: words.found.clone(),
            })
        };
        self.hearing.words.iter().filter_map(fault).collect()
    }

    /// What is wrong with the ways that were chosen.
    fn liberties(&self, choices: &[usize]) -> Vec<(usize, LayoutFault)> {
        let mut line = 1;
        let mut liberties = Vec::new();
        for ((number, part), &choice) in self.reference.parts.iter().enumerate().zip(choices) {
            let text = part.texts().nth(choice).unwrap_or(&part.text);
            let fault = self.hearing.manners.get(choice).and_then(|manner| manner.fault);
            liberties.extend(fault.map(|what| {
                let fault = LayoutFault {
                    what: what.to_owned(),
                    lines: None,
                    place: (self.hearing.case.to_owned(), line),
                    expected: cut(shown(&part.text)),
                    found: cut(shown(text)),
                };
                (number, fault)
            }));
            line += text.iter().filter(|&&byte| byte == b'\n').count();
        }
        liberties
    }

    /// The liberties that were taken before a part.
    fn liberties_before(&self, part: usize) -> impl Iterator<Item = LayoutFault> {
        self.liberties.iter().filter(move |(at, _)| *at < part).map(|(_, fault)| fault.clone())
    }

    /// That the same is written in other lines.
    fn divided_otherwise(&self, place: &Mismatch) -> LayoutFault {
        let (ours, at) = self.reference.before_and_after(place);
        let line = self.run.output[..place.at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        LayoutFault {
            what: "lines are divided otherwise".to_owned(),
            lines: Some(1),
            place: (self.hearing.case.to_owned(), line),
            expected: cut(shown(line_at(&ours, at))),
            found: cut(shown(line_at(&self.run.output, place.at))),
        }
    }

    /// The rules that were tested in the first parts.
    fn tested(&self, parts: usize) -> Vec<TopicResult> {
        let moments = self.reference.moments().iter().enumerate().take(parts);
        let results = moments.flat_map(|(step, moment)| {
            moment.topics.iter().map(move |&topic| TopicResult {
                topic,
                is_right: true,
                is_shown: true,
                input: moment.input.start,
                step,
                suspects: Vec::new(),
                untold: Vec::new(),
                count: moment.count.clone().filter(|_| is_counted(topic)),
            })
        });
        results.collect()
    }

    fn agrees(&self, notes: Vec<OpenNote>, mut layout: Vec<LayoutFault>) -> Finding {
        layout.extend(self.other_words(self.run.output.len()));
        layout.extend(self.liberties_before(usize::MAX));
        let verdict = Verdict::Agrees { notes, layout };
        let mut tested = self.tested(usize::MAX);
        let has_ended = matches!(self.run.end, ProgramEnd::Exited(_));
        tested.extend((has_ended && self.must_end()).then(|| TopicResult::of(Topic::Ends, true)));
        Finding { verdict, tested, step: None, is_rest: false, is_cut: false, is_only_end: false }
    }

    /// Whether a session is over by the rules, so that the program has to end.
    fn must_end(&self) -> bool {
        let is_sample = |moment: &StepContext| moment.topics == [Topic::Sample];
        self.reference.rest == Rest::Nothing && !self.reference.moments().iter().any(is_sample)
    }

    /// The text is right: is the end?
    fn judge_end(&self, mut notes: Vec<OpenNote>, layout: Vec<LayoutFault>) -> Finding {
        let must_end = self.reference.rest == Rest::Nothing;
        let place = self.end_of_output();
        let (what, is_open) = match self.run.end {
            ProgramEnd::Died(_) => (format!("after the right output it {}", self.ended()), !must_end),
            ProgramEnd::OutOfTime if self.hearing.end_wait == EndWait::Spared => {
                return self.agrees(notes, layout);
            }
            ProgramEnd::OutOfTime | ProgramEnd::Flooded if must_end => {
                (format!("it does not end: {}", self.ended()), false)
            }
            ProgramEnd::Exited(status) if must_end && status != 0 => {
                (format!("the output is right, but the exit status is {status} instead of 0"), true)
            }
            _ => return self.agrees(notes, layout),
        };
        if !is_open || self.hearing.severity == Severity::Strict {
            return self.differs(&place, what, layout);
        }
        notes.push(OpenNote { what, expected: "exit status 0".to_owned(), found: self.ended() });
        self.agrees(notes, layout)
    }

    /// Whether all that should be said is before a place.
    fn is_at_end(&self, place: &Mismatch) -> bool {
        place.part == self.reference.parts.len()
    }

    fn end_of_output(&self) -> Mismatch {
        let end = self.run.output.len();
        Mismatch { part: self.reference.parts.len(), agreeing: 0, at: end, found: end..end, is_silent: false }
    }

    /// At the end of the input nobody can play on: not to ask for a move once more is as well.
    fn early_end(&self, place: &Mismatch) -> Option<OpenNote> {
        let missing = self.reference.missing(place);
        let is_prompt = missing == self.reference.prompt;
        let is_end = self.run.output.len() == place.at;
        let is_fair = self.hearing.severity == Severity::Fair && self.reference.rest == Rest::Anything;
        let has_ended = matches!(self.run.end, ProgramEnd::Exited(_));
        (is_prompt && is_end && is_fair && has_ended).then(|| OpenNote {
            what: "at the end of the input it asks for no other move".to_owned(),
            expected: shown(&missing),
            found: String::new(),
        })
    }

    fn note(&self, place: &Mismatch) -> OpenNote {
        let expected = &self.reference.parts[place.part].text;
        let fed = shown_line(&self.reference.moment(place).fed);
        let text = |text: &[u8]| if text.is_empty() { "(nothing)".to_owned() } else { cut(shown(text)) };
        OpenNote {
            what: format!("the answer to \"{fed}\""),
            expected: text(expected),
            found: text(&self.run.output[place.found.clone()]),
        }
    }

    /// Where a program ends before it has shown the question for the next move: its library held that back, and it ended
    /// over what comes then, a move of its computer or a line that it was given.
    fn place_of_end(&self, place: Mismatch) -> Mismatch {
        let has_ended = matches!(self.run.end, ProgramEnd::Exited(_) | ProgramEnd::Died(_));
        let missing = self.reference.parts.get(place.part).and_then(|part| part.text.get(place.agreeing..));
        let lacks_prompt = missing.is_some_and(|text| !text.is_empty() && !text.contains(&b'\n'));
        let is_at_end = place.at == self.run.output.len() && !place.is_silent;
        let next = self.reference.moments().get(place.part + 1);
        let is_reached =
            next.is_some_and(|next| next.topics == [Topic::Machine] || self.run.prompts == Prompts::Held);
        if !(has_ended && lacks_prompt && is_at_end && is_reached) {
            return place;
        }
        Mismatch { part: place.part + 1, agreeing: 0, ..place }
    }

    /// What is wrong, in a few words.
    fn what(&self, place: &Mismatch) -> String {
        let found = &self.run.output[place.at..];
        if place.is_silent && !found.is_empty() {
            return "nothing is said here".to_owned();
        }
        if self.is_at_end(place) {
            return match self.run.end {
                ProgramEnd::Flooded => "it writes on without end".to_owned(),
                _ => "there is more than there should be".to_owned(),
            };
        }
        match self.run.end {
            ProgramEnd::Flooded if self.is_endless_game(place) => {
                "the two machines play on without an end".to_owned()
            }
            ProgramEnd::Exited(0) if found.is_empty() => "the output ends too early".to_owned(),
            ProgramEnd::Exited(_) | ProgramEnd::Died(_) if found.is_empty() => {
                let is_thinking = self.reference.moment(place).topics == [Topic::Machine];
                let when = if is_thinking { " while the computer was to move" } else { "" };
                format!("it {}{when}", self.ended())
            }
            ProgramEnd::OutOfTime if found.is_empty() => self.ended(),
            ProgramEnd::Exited(0) | ProgramEnd::Stopped => "the output is not the same".to_owned(),
            ProgramEnd::OutOfTime => "the output is not the same, and it does not end".to_owned(),
            ProgramEnd::Flooded => "the output is not the same, and has no end".to_owned(),
            ProgramEnd::Exited(_) | ProgramEnd::Died(_) => {
                format!("the output is not the same, and it {}", self.ended())
            }
        }
    }

    /// Whether machines were still playing, and nothing was wrong, when nobody read on.
    fn is_endless_game(&self, place: &Mismatch) -> bool {
        let is_all = place.at == self.run.output.len();
        self.run.end == ProgramEnd::Flooded
            && is_all
            && self.reference.moment(place).topics == [Topic::Machine]
    }

    /// Whether all that the program would have written is there.
    fn ending(&self) -> OutputEnding {
        match self.run.end {
            ProgramEnd::Exited(_) | ProgramEnd::Died(_) | ProgramEnd::OutOfTime => OutputEnding::Whole,
            ProgramEnd::Stopped | ProgramEnd::Flooded => OutputEnding::Unread,
        }
    }

    /// How the program ended, in words that go on a sentence.
    fn ended(&self) -> String {
        match self.run.end {
            ProgramEnd::Exited(status) => format!("exited with status {status}"),
            ProgramEnd::Died(signal) => match signal_hook::low_level::signal_name(signal) {
                Some(name) => format!("died of signal {signal} ({name})"),
                None => format!("died of signal {signal}"),
            },
            // How long it was waited for depends on what it did before.
            ProgramEnd::OutOfTime => "nothing more came in time".to_owned(),
            ProgramEnd::Flooded => "it writes on without end".to_owned(),
            ProgramEnd::Stopped => "was stopped".to_owned(),
        }
    }

    /// Which of the rules that a step tests is broken; several, where the step by itself does not tell.
    fn suspects(&self, place: &Mismatch, expected: &[u8], found: &[u8]) -> Vec<Topic> {
        let moment = self.reference.moment(place);
        let topics = &moment.topics;
        let all = || if topics.is_empty() { vec![Topic::Start] } else { topics.clone() };
        if self.is_at_end(place) && self.must_end() {
            return vec![Topic::Ends];
        }
        // What is refused leaves everything as it was: whatever is said then is said of that, or the move was not even read.
        if moment.is_idle {
            return all().into_iter().chain(moment.is_spelled_otherwise.then_some(Topic::Spelling)).collect();
        }
        if place.is_silent {
            return all();
        }
        // Where a program says nothing after the question for the mode, no game has begun.
        if topics.contains(&Topic::Mode) && place.agreeing == 0 && place.at == self.run.output.len() {
            return vec![Topic::Mode];
        }
        let line = |text: &[u8]| String::from_utf8_lossy(text).to_ascii_lowercase();
        let (expected, found) = (line(expected), line(found));
        let says = |text: &str, words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_of_end = |topic: &&Topic| {
            matches!(topic, Topic::Checkmate | Topic::Stalemate | Topic::NoSafeMove | Topic::RoyalTaken)
        };
        if let Some(&end) = topics.iter().find(is_of_end) {
            // The move that brings the end may be the fault.
            return topics.iter().copied().filter(|topic| topic.is_special_move()).chain([end]).collect();
        }
        if topics.contains(&Topic::Stop) {
            return all();
        }
        let end = self.hearing.end_topic;
        let told = [
            (Topic::Stalemate, says(&found, &["stalemate"])),
            (Topic::Checkmate, says(&found, &["checkmate"])),
            (end, says(&found, &["win", "draw"]) && !says(&expected, &["win", "draw"])),
            (Topic::Check, expected != found && (says(&expected, &["check"]) || says(&found, &["check"]))),
        ];
        // No program can name a rule of another game, and so change what could be earned.
        let is_known = |topic: &Topic| self.hearing.known.is_none_or(|known| known.contains(topic));
        let told = told.into_iter().find(|(topic, is_told)| *is_told && is_known(topic));
        told.map_or_else(all, |(topic, _)| vec![topic])
    }

    /// Whether machines have moved until there, or were to: the next game goes otherwise.
    fn is_by_machine(&self, place: &Mismatch) -> bool {
        let mut until = self.reference.moments().iter().take(place.part + 1);
        until.any(|moment| moment.topics.contains(&Topic::Machine))
    }

    /// How much was fed when the texts part: a step of machines reads nothing itself.
    fn fed_until(&self, place: &Mismatch) -> usize {
        let until = self.reference.moments().iter().take(place.part).chain([self.reference.moment(place)]);
        until.map(|moment| moment.input.end).max().unwrap_or_default()
    }

    fn differs(&self, place: &Mismatch, what: String, mut layout: Vec<LayoutFault>) -> Finding {
        layout.extend(self.other_words(place.at));
        layout.extend(self.liberties_before(place.part));
        let moment = self.reference.moment(place);
        let fed = FedText::new(self.hearing.input, moment);
        let found_at = place.at;
        let expected = self.reference.before_and_after(place);
        let output = &self.run.output;
        let line = output[..found_at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let hint = hint(&expected.0[expected.1..], &output[found_at..]);
        let is_short = found_at == output.len() && expected.1 < expected.0.len();
        let buffering = (self.run.end == ProgramEnd::OutOfTime && is_short).then_some(BUFFERED);
        let departure = departure(&moment.departures, line_at(output, found_at));
        let told = moment.count.as_ref().map(|count| count.told_in(line_at(output, found_at)));
        let sums = told.as_ref().and_then(PieceCount::miscount);
        let rule: Vec<&str> = hint
            .into_iter()
            .chain([if self.is_endless_game(place) { ENDLESS_GAME } else { moment.account.as_str() }])
            .chain(fed.is_rest().then_some(REST))
            .chain(sums.as_deref())
            .chain(departure.as_deref())
            .chain(buffering)
            .collect();
        let has_failed =
            matches!(self.run.end, ProgramEnd::Exited(1..) | ProgramEnd::Died(_) | ProgramEnd::OutOfTime);
        let complaints = has_failed.then(|| complaints(&self.run.complaints)).filter(|text| !text.is_empty());
        let suspects = self.suspects(place, line_at(&expected.0, expected.1), line_at(output, found_at));
        let topic = suspects.iter().copied().max_by_key(|topic| topic.rank()).unwrap_or(Topic::Start);
        let mut tested = self.tested(place.part);
        tested.push(TopicResult {
            topic,
            is_right: false,
            is_shown: found_at < output.len(),
            input: moment.input.start,
            step: place.part,
            untold: moment.topics.iter().copied().filter(|topic| !suspects.contains(topic)).collect(),
            suspects,
            count: told,
        });
        let verdict = Verdict::Differs(Box::new(Difference {
            what,
            line,
            fed: (!moment.fed.is_empty()).then(|| fed.told()),
            moves: moment.moves.numbered(),
            board: moment.board.clone(),
            fen: moment.fen.clone(),
            input: self.hearing.input.to_vec(),
            fed_until: self.fed_until(place),
            is_made_short: false,
            key: topic.key(),
            topic,
            layout,
            sides: Excerpts::new((&expected.0, expected.1), (output, found_at), self.ending()),
            is_exhaustion: self.run.end.is_exhaustion(),
            is_by_machine: self.is_by_machine(place),
            rule: rule.join(" "),
            complaints,
        }));
        Finding {
            verdict,
            tested,
            step: Some(place.part),
            is_rest: fed.is_rest(),
            is_cut: found_at == output.len(),
            is_only_end: self.is_at_end(place) && self.must_end(),
        }
    }
}

/// Whether a rule is about the count of the pieces.
fn is_counted(topic: Topic) -> bool {
    matches!(topic, Topic::Stop | Topic::RoyalTaken)
}

/// Which departure of the program that the document prints this line is, in a sentence.
fn departure(possible: &[&Departure], line: &[u8]) -> Option<String> {
    let departure = possible.iter().find(|departure| departure.explains(line))?;
    Some(narration::sentence(departure.to_string()))
}

/// The line in which a byte is.
fn line_at(text: &[u8], at: usize) -> &[u8] {
    let at = at.min(text.len());
    let start = line_start(text, at);
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| at + newline);
    &text[start..end]
}

fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

/// Whether a program says that somebody has won where it is a draw, or the other way round. How it says so may be open.
fn has_other_end(expected: &[u8], found: &[u8]) -> bool {
    let (expected, found) = (TextEnd::of(expected), TextEnd::of(found));
    expected.is_some() && found.is_some() && expected != found
}

/// The end of a game that a text tells.
#[derive(PartialEq, Eq)]
enum TextEnd {
    Won,
    Drawn,
}

impl TextEnd {
    fn of(text: &[u8]) -> Option<TextEnd> {
        let text = String::from_utf8_lossy(text).to_ascii_lowercase();
        let has = |words: [&str; 2]| words.iter().any(|word| text.contains(word));
        match (has(["checkmate", " wins"]), has(["stalemate", "draw"])) {
            (true, false) => Some(TextEnd::Won),
            (false, true) => Some(TextEnd::Drawn),
            (true, true) | (false, false) => None,
        }
    }
}

/// Whether a text shows a board like the expected one, with something else on it.
fn has_other_board(expected: &[u8], found: &[u8]) -> bool {
    const ROWS: usize = 8;
    let lines =
        |text: &[u8]| -> Vec<Vec<u8>> { text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect() };
    let is_row = |line: &&Vec<u8>| line.first().is_some_and(u8::is_ascii_digit);
    let ours: Vec<Vec<u8>> = lines(expected).iter().filter(is_row).cloned().collect();
    let theirs: Vec<Vec<u8>> = lines(found).iter().filter(is_row).cloned().collect();
    let looks_alike = |(one, other): (&Vec<u8>, &Vec<u8>)| one.len() == other.len() && one[0] == other[0];
    ours.len() == ROWS
        && theirs.windows(ROWS).any(|rows| rows != ours && ours.iter().zip(rows).all(looks_alike))
}

const ENDLESS_GAME: &str = "Machines that draw their moves take a king sooner or later, mostly within 300 moves. These have \
                            made many times as many: do they draw from all the moves that there are?";

const BUFFERED: &str = "If the program believes that it has written more: standard output may hold it back, so flush it \
                        before reading.";

/// What may be the matter where only characters that cannot be seen differ. `expected` and `found` begin where the
/// texts part.
fn hint(expected: &[u8], found: &[u8]) -> Option<&'static str> {
    if found.is_empty() || expected.is_empty() {
        return (expected == b"\n").then_some("Only the end of the last line is missing.");
    }
    if found.starts_with(b"\r\n") && expected.starts_with(b"\n") {
        return Some("Lines end in LF alone, not in CR LF.");
    }
    let line = |text: &[u8]| text.iter().take_while(|&&byte| byte != b'\n').copied().collect::<Vec<u8>>();
    let (rest, other) = (line(expected), line(found));
    if rest.trim_ascii() == other.trim_ascii() {
        return Some("Only blanks differ in this line.");
    }
    if rest.eq_ignore_ascii_case(&other) {
        return Some("Only capital and small letters differ in this line.");
    }
    None
}

const REST: &str = "It stands in one line with what was read before it: the rest of a line is read on.";

/// What a program was fed in a step, and the lines in which that stands.
struct FedText<'a> {
    before: &'a [u8],
    fed: &'a [u8],
    after: &'a [u8],
}

impl FedText<'_> {
    fn new<'a>(input: &'a [u8], step: &StepContext) -> FedText<'a> {
        let all = input.get(step.input.clone()).unwrap_or_default();
        let fed = all.trim_ascii();
        let start = step.input.start + (all.len() - all.trim_ascii_start().len());
        let end = start + fed.len();
        let (head, tail) = (&input[..start.min(input.len())], &input[end.min(input.len())..]);
        let line_start = head.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let line_end = tail.iter().position(|&byte| byte == b'\n').unwrap_or(tail.len());
        FedText { before: &head[line_start..], fed, after: &tail[..line_end] }
    }

    /// Whether something else was read of the same line before.
    fn is_rest(&self) -> bool {
        !self.before.trim_ascii().is_empty()
    }

    fn told(&self) -> String {
        if !self.is_rest() && self.after.trim_ascii().is_empty() {
            return shown_line(&[self.before, self.fed, self.after].concat());
        }
        let line = [self.before, self.fed, self.after].concat();
        format!("{}, in the line {}", shown_line(self.fed), shown_line(&line))
    }
}

/// Something that was fed, as one line, with its blanks to be seen.
fn shown_line(fed: &[u8]) -> String {
    cut(shown(fed.strip_suffix(b"\n").unwrap_or(fed)))
}

fn cut(text: String) -> String {
    if text.chars().count() <= NOTE {
        return text;
    }
    text.chars().take(NOTE).chain(['…']).collect()
}

/// What was written to standard error, fit for a terminal.
fn complaints(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().map(tabiya_system::visible).collect();
    // Some tell the reason first, some last.
    match lines.len().checked_sub(2 * COMPLAINTS) {
        None | Some(0) => lines.join("\n"),
        Some(left_out) => {
            let (first, last) = (&lines[..COMPLAINTS], &lines[COMPLAINTS + left_out..]);
            let gap = format!("... {} ...", counted(left_out, "line"));
            [first, &[gap], last].concat().join("\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tabiya_classics::{Classic, ClassicOptions};

    use super::*;

    /// What the printed program has in place of our last block.
    fn listings_output(ours: &[u8], instead: &str) -> Vec<u8> {
        let text = String::from_utf8_lossy(ours);
        let (before, _) = text.rsplit_once("BEGIN GAME OUTPUT ====\n").unwrap();
        let block = match instead {
            "In check: N" | "In check: Y" => {
                let line = if instead.ends_with('N') { "In check: Y" } else { "In check: N" };
                let (head, tail) = text.rsplit_once(line).unwrap();
                return format!("{head}{instead}{tail}").into_bytes();
            }
            instead => instead,
        };
        format!("{before}BEGIN GAME OUTPUT ====\n{block}").into_bytes()
    }

    /// What there is of our output when a program dies after the first line that it reads.
    fn dead_output(ours: &[u8]) -> Vec<u8> {
        let text = String::from_utf8_lossy(ours);
        let (before, _) = text.split_once("====  END GAME INPUT").unwrap();
        before.as_bytes().to_vec()
    }

    #[test]
    fn the_line_is_shown_with_the_part_of_it_that_was_fed() {
        let input = b"1E2 E4 e7 e5\nd7\n d5\n";
        let step = |input| StepContext { input, ..StepContext::default() };
        let told = |range| FedText::new(input, &step(range)).told();
        assert_eq!(told(1..6), "E2·E4, in the line 1E2·E4·e7·e5");
        assert_eq!(told(0..1), "1, in the line 1E2·E4·e7·e5");
        assert!(FedText::new(input, &step(1..6)).is_rest() && !FedText::new(input, &step(0..1)).is_rest());
        // White space before it is read with it.
        assert_eq!(told(12..19), "d7⏎·d5");
    }

    #[test]
    fn another_end_of_the_game_is_no_other_wording() {
        let differs = |ours: &str, theirs: &str| has_other_end(ours.as_bytes(), theirs.as_bytes());
        assert!(differs("Black is in stalemate", "Black is in checkmate"));
        assert!(differs("White wins!", "It is a draw"));
        assert!(!differs("Black is in stalemate", "Draw: Black cannot move"));
        assert!(!differs("Checkmate! White wins!", "Black has lost"));
        assert!(!differs("The game is over", "Checkmate"));
    }

    #[test]
    fn what_the_documents_own_program_does_is_named() {
        let hong = Classic::find("hong").unwrap();
        for departure in hong.departures {
            let options = ClassicOptions {
                fen: departure.fen.map(|fen| fen.parse().unwrap()),
                ..ClassicOptions::default()
            };
            let reference = Reference::record(hong, &options, departure.input.as_bytes(), None).unwrap();
            let (output, end) = match departure.instead {
                Some(instead) => (listings_output(&reference.output(), instead), ProgramEnd::Exited(0)),
                // Behind the end of the input anything may come: that is told elsewhere.
                None if departure.input.is_empty() => continue,
                None => (dead_output(&reference.output()), ProgramEnd::Died(11)),
            };
            let run = ProgramRun {
                output,
                end,
                complaints: Vec::new(),
                took: Duration::ZERO,
                slowest: Duration::ZERO,
                is_all_given: true,
                is_unread: false,
                prompts: Prompts::Shown,
            };
            let finding = judge(&Hearing {
                case: "departure",
                reference: &reference,
                input: departure.input.as_bytes(),
                run: &run,
                severity: Severity::Fair,
                end_wait: EndWait::Waited,
                end_topic: Topic::RoyalTaken,
                known: None,
                words: &[],
                manners: &[],
            });
            let Verdict::Differs(difference) = finding.verdict else { panic!("{departure}") };
            let named = format!("This is departure {} of the listing: ", departure.number);
            assert!(difference.rule.contains(&named), "{}", difference.rule);
        }
    }
}
