//! What our program does with an input, step by step.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};

use tabiya_classics::{
    AtEnd, Classic, ClassicOptions, InputFault, Intent, MachineChoice, MachineTurn, NextMove, ReasonReader,
    SessionHost, SessionView, run_hosted,
};
use tabiya_rules::Move;

use crate::comparison::{Comparison, ExpectedPart, Mismatch, OutputText, Rest, begins_with, compare};
use crate::explainer::{Explainer, InputChunk, ReferenceStep};
use crate::layout::Skeleton;
use crate::spread::DrawnMove;
use crate::step_context::StepContext;
use crate::topic::Topic;

/// What our program does with an input.
pub struct Reference {
    /// Its output, in parts: at least one for each thing that it read.
    pub parts: Vec<ExpectedPart>,
    /// What was going on, for each part.
    moments: Vec<StepContext>,
    /// What may follow.
    pub rest: Rest,
    /// What our program printed last, where it stopped in the middle of a game: the question for a move.
    pub prompt: Vec<u8>,
    /// When our program wanted to read.
    pub reads: Vec<ReadPoint>,
    /// What the machines did, as the other program chose it.
    pub machine: Vec<DrawnMove>,
    /// Whether the other program must write more before it is known what its machine does; the last part is then an
    /// example.
    pub is_starved: bool,
}

/// A moment in which our program wanted to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadPoint {
    /// How much of the input it had read.
    pub input: usize,
    /// How many parts of the output were written.
    pub parts: usize,
}

impl Reference {
    /// Runs our program on an input. Where the other program's output is given, machines do what it says there.
    pub fn record(
        classic: &Classic,
        options: &ClassicOptions,
        input: &[u8],
        followed: Option<&[u8]>,
    ) -> io::Result<Reference> {
        let options = ClassicOptions { listener: ReasonReader::Person, ..options.clone() };
        let recording = RefCell::new(Recording::new(Explainer::new(classic), followed));
        let mut tape = Tape { recording: &recording, input, read: 0 };
        let (mut output, mut host) = (Output(&recording), RecordingHost(&recording));
        let ran = run_hosted(classic, &options, &mut tape, &mut output, &mut host);
        let recording = recording.into_inner();
        if recording.break_off.is_none() {
            ran?;
        }
        Ok(recording.finish(classic.dialect.at_end))
    }

    /// A text that is not ours to make, line by line, and why it should be so.
    pub fn fixed(text: &[u8], topic: Topic, account: &str) -> Reference {
        let moment =
            StepContext { topics: vec![topic], account: account.to_owned(), ..StepContext::default() };
        let parts: Vec<_> = text.split_inclusive(|&byte| byte == b'\n').map(ExpectedPart::fixed).collect();
        Reference {
            moments: vec![moment; parts.len()],
            parts,
            rest: Rest::Nothing,
            prompt: Vec::new(),
            reads: Vec::new(),
            machine: Vec::new(),
            is_starved: false,
        }
    }

    /// What was going on at a place.
    pub fn moment(&self, place: &Mismatch) -> &StepContext {
        let last = self.moments.len() - 1;
        &self.moments[place.part.min(last)]
    }

    /// What was going on, part by part.
    pub fn moments(&self) -> &[StepContext] {
        &self.moments
    }

    /// What should follow from a place on.
    pub fn missing(&self, place: &Mismatch) -> Vec<u8> {
        let (all, at) = self.before_and_after(place);
        all[at..].to_vec()
    }

    /// The whole output, and where in it a place is.
    pub fn before_and_after(&self, place: &Mismatch) -> (Vec<u8>, usize) {
        let before: usize = self.parts[..place.part].iter().map(|part| part.text.len()).sum();
        (self.output(), before + place.agreeing)
    }

    /// What another one says may stand in the same places as well, where both have the same parts.
    pub fn allow(&mut self, other: &Reference) {
        let is_same = self.parts.len() == other.parts.len();
        for (number, part) in self.parts.iter_mut().enumerate() {
            let text = if is_same { &other.parts[number].text } else { &part.text };
            let text = text.clone();
            part.others.push(text);
        }
    }

    /// Whether an output begins with all of it, in the texts of one way or another.
    pub fn is_in(&self, output: &[u8]) -> bool {
        begins_with(&self.parts, output)
    }

    /// How an output compares with it, its layout aside where that is another.
    pub fn comparison(&self, output: &[u8]) -> Comparison {
        if self.is_in(output) {
            return compare(&self.parts, self.rest, &OutputText::of(output));
        }
        let bare: Vec<ExpectedPart> =
            self.parts.iter().map(|part| part.map(|text| Skeleton::of(text).bytes)).collect();
        let output = Skeleton::of(output);
        compare(&bare, self.rest, &OutputText::new(&output.bytes, output.line_ends.clone()))
    }

    /// Whether there are places in which one of several texts may stand.
    pub fn has_choices(&self) -> bool {
        self.parts.iter().any(|part| !part.others.is_empty())
    }

    /// The same with the texts that were chosen, as far as they are known.
    pub fn settled(&self, choices: &[usize]) -> Reference {
        let choices = choices.iter().copied().chain(std::iter::repeat(0));
        let parts = self.parts.iter().zip(choices).map(|(part, choice)| {
            let text = part.texts().nth(choice).unwrap_or(&part.text).to_vec();
            ExpectedPart { text, others: Vec::new(), ..*part }
        });
        Reference {
            parts: parts.collect(),
            moments: self.moments.clone(),
            rest: self.rest,
            prompt: self.prompt.clone(),
            reads: self.reads.clone(),
            machine: self.machine.clone(),
            is_starved: self.is_starved,
        }
    }

    /// The whole output.
    pub fn output(&self) -> Vec<u8> {
        self.parts.iter().flat_map(|part| part.text.iter().copied()).collect()
    }
}

/// Why a recording ends before our program does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BreakOff {
    /// The other program has not written what its machine does.
    Starved,
    /// It has written something that no machine may do here.
    Foul,
}

/// What is taken down while our program runs.
struct Recording<'a> {
    output: Vec<u8>,
    followed: Option<&'a [u8]>,
    /// What has been read since the last look at the table.
    fed: Vec<u8>,
    /// How much has been read in all.
    read: usize,
    /// How much output there was when that began; `None` while nothing has been read.
    begun: Option<usize>,
    /// How much output there was at the last look.
    seen: usize,
    prompt: Vec<u8>,
    has_reached_end: bool,
    explainer: Explainer<'a>,
    /// Where each step's output begins, and what was going on.
    steps: Vec<(usize, ReferenceStep)>,
    /// How much had been read and written when our program wanted to read.
    reads: Vec<(usize, usize)>,
    machine: Vec<DrawnMove>,
    break_off: Option<BreakOff>,
}

impl<'a> Recording<'a> {
    fn new(explainer: Explainer<'a>, followed: Option<&'a [u8]>) -> Recording<'a> {
        Recording {
            output: Vec::new(),
            followed,
            fed: Vec::new(),
            read: 0,
            begun: None,
            seen: 0,
            prompt: Vec::new(),
            has_reached_end: false,
            explainer,
            steps: Vec::new(),
            reads: Vec::new(),
            machine: Vec::new(),
            break_off: None,
        }
    }

    /// Our program wants to read: whatever it writes from now on is the answer to that.
    fn note_reading(&mut self) {
        if self.begun.is_none() {
            self.begun = Some(self.output.len());
            self.prompt = self.output[self.seen..].to_vec();
        }
        if self.reads.last().is_none_or(|&(read, _)| read != self.read) {
            self.reads.push((self.read, self.output.len()));
        }
    }

    fn see(&mut self, sight: SessionView<'_>) {
        match sight {
            SessionView::End(game) => return self.explainer.see_end(game),
            SessionView::Nothing
            | SessionView::SettingUp(_)
            | SessionView::SetUp(_)
            | SessionView::Game(_) => {}
        }
        let begun = self.begun.take();
        if self.steps.is_empty() && begun.is_some() {
            // Something was asked before the first game.
            self.steps.push((0, ReferenceStep::default()));
        }
        let fed = std::mem::take(&mut self.fed);
        let read = InputChunk { input: self.read - fed.len()..self.read, fed, is_end: self.has_reached_end };
        let answer = &self.output[begun.unwrap_or(self.seen)..];
        let step = self.explainer.see(sight, read, answer);
        self.steps.push((begun.unwrap_or(self.seen), step));
        self.seen = self.output.len();
    }

    /// The machine's move in the output that is followed.
    fn follow(&mut self, choices: &[MachineChoice]) -> Option<usize> {
        let rest = Followed::new(&self.output, self.followed?);
        let choice = choices.iter().position(|choice| rest.begins_with(&choice.told));
        if let Some(choice) = choice {
            self.machine.extend(DrawnMove::new(self.explainer.position(), choices, choice));
            return Some(choice);
        }
        let is_starved = choices.iter().any(|choice| rest.begins(&choice.told));
        self.break_off = Some(if is_starved { BreakOff::Starved } else { BreakOff::Foul });
        self.steps.push((self.output.len(), self.explainer.foul()));
        if let Some(example) = choices.first() {
            self.output.extend_from_slice(&example.told);
        }
        None
    }

    /// A step's output, divided where our program read on in between.
    fn pieces(&self, begun: usize, end: usize) -> Vec<(usize, usize)> {
        let reads =
            self.reads.iter().map(|&(_, output)| output).filter(|output| (begun + 1..end).contains(output));
        let mut bounds: Vec<usize> = [begun].into_iter().chain(reads).chain([end]).collect();
        bounds.dedup();
        match bounds.as_slice() {
            // What says nothing is a step as well.
            [only] => vec![(*only, *only)],
            bounds => bounds.windows(2).map(|pair| (pair[0], pair[1])).collect(),
        }
    }

    fn finish(self, at_end: AtEnd) -> Reference {
        let mut parts = Vec::new();
        let mut moments = Vec::new();
        // Where the parts begin.
        let mut begins = Vec::new();
        let ends = self.steps.iter().skip(1).map(|(begun, _)| *begun).chain([self.output.len()]);
        for ((begun, step), end) in self.steps.iter().zip(ends) {
            for (from, to) in self.pieces(*begun, end) {
                let of_piece = step.parts(&self.output[from..to]);
                moments.extend(of_piece.iter().map(|_| step.moment.clone()));
                begins.extend(of_piece.iter().map(|_| from));
                parts.extend(of_piece);
            }
        }
        if parts.is_empty() {
            // It was broken off before anything was on the table.
            parts.push(ExpectedPart::fixed(&self.output));
            moments.push(StepContext::default());
            begins.push(0);
        }
        let reads = self.reads.iter().map(|&(input, output)| {
            let parts = begins.iter().filter(|&&begun| begun < output).count();
            ReadPoint { input, parts }
        });
        let is_all = !self.has_reached_end || at_end == AtEnd::LastWords;
        let rest = if is_all && self.break_off.is_none() { Rest::Nothing } else { Rest::Anything };
        Reference {
            reads: reads.collect(),
            parts,
            moments,
            rest,
            prompt: self.prompt,
            machine: self.machine,
            is_starved: self.break_off == Some(BreakOff::Starved),
        }
    }
}

/// What comes next in an output that is followed. Where its layout is another, the layout is left out of account.
struct Followed {
    rest: Vec<u8>,
    is_exact: bool,
}

impl Followed {
    fn new(written: &[u8], followed: &[u8]) -> Followed {
        if let Some(rest) = followed.strip_prefix(written) {
            return Followed { rest: rest.to_vec(), is_exact: true };
        }
        let (written, followed) = (Skeleton::of(written).bytes, Skeleton::of(followed).bytes);
        let rest = followed.get(written.len()..).unwrap_or_default();
        Followed { rest: rest.to_vec(), is_exact: false }
    }

    fn form(&self, told: &[u8]) -> Vec<u8> {
        if self.is_exact { told.to_vec() } else { Skeleton::of(told).bytes }
    }

    fn begins_with(&self, told: &[u8]) -> bool {
        self.rest.starts_with(&self.form(told))
    }

    /// Whether this could still become `told`.
    fn begins(&self, told: &[u8]) -> bool {
        self.form(told).starts_with(&self.rest)
    }
}

/// The input, line by line, with an eye on who reads it.
struct Tape<'a, 'b> {
    recording: &'a RefCell<Recording<'b>>,
    input: &'a [u8],
    read: usize,
}

impl io::Read for Tape<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Tape<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let mut recording = self.recording.borrow_mut();
        let rest = &self.input[self.read..];
        if self.read == 0 || self.input[self.read - 1] == b'\n' || rest.is_empty() {
            recording.note_reading();
        }
        recording.has_reached_end |= rest.is_empty();
        let line = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        Ok(&rest[..line])
    }

    fn consume(&mut self, count: usize) {
        let mut recording = self.recording.borrow_mut();
        recording.fed.extend_from_slice(&self.input[self.read..self.read + count]);
        self.read += count;
        recording.read = self.read;
    }
}

/// Takes down what our program does, and has its machines follow the other program.
struct RecordingHost<'a, 'b>(&'a RefCell<Recording<'b>>);

impl SessionHost for RecordingHost<'_, '_> {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn show(&mut self, view: SessionView<'_>, _: NextMove) {
        self.0.borrow_mut().see(view);
    }

    fn hear_intent(&mut self, intent: &Intent) {
        self.0.borrow_mut().explainer.see_intent(intent);
    }

    fn hear_fault(&mut self, fault: &InputFault) {
        self.0.borrow_mut().explainer.see_refusal(fault);
    }

    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        let choices = turn.choices()?;
        let choice = self.0.borrow_mut().follow(&choices);
        Ok(match choice.and_then(|choice| choices.get(choice)) {
            Some(choice) => choice.m,
            None => turn.by_skill(),
        })
    }
}

/// Where our program writes to.
struct Output<'a, 'b>(&'a RefCell<Recording<'b>>);

impl Write for Output<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut recording = self.0.borrow_mut();
        if recording.break_off.is_some() {
            return Err(io::Error::other("the recording is broken off"));
        }
        recording.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_after_nonsense_is_not_refused() {
        let cuhk = Classic::find("cuhk").unwrap();
        let reference = Reference::record(cuhk, &ClassicOptions::default(), b"x\n-\n0\n", None).unwrap();
        let is_refused = |fed: &[u8]| {
            let moment = reference.moments().iter().find(|moment| moment.fed.trim_ascii() == fed).unwrap();
            moment.account.contains("must be refused")
        };
        assert_eq!(["x", "-", "0"].map(|fed| is_refused(fed.as_bytes())), [true, true, false]);
    }
}
