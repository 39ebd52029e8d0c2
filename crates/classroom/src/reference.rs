//! What our program does with an input, step by step.

use std::cell::RefCell;
use std::io::{self, BufRead, Write};

use tabiya_classics::{AtEnd, Classic, Listener, Options, SessionView, run_watched};

use crate::comparison::{ExpectedPart, Mismatch, Rest};
use crate::explainer::{Explainer, Fed, ReferenceStep};
use crate::step_context::StepContext;

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
}

impl Reference {
    /// Runs our program on an input.
    pub fn record(classic: &Classic, options: &Options, input: &[u8]) -> io::Result<Reference> {
        let options = Options { listener: Listener::Person, ..options.clone() };
        let recording = RefCell::new(Recording::new(Explainer::new(classic)));
        let mut tape = Tape { recording: &recording, input };
        let mut watch = |sight: SessionView<'_>| recording.borrow_mut().see(sight);
        run_watched(
            classic,
            &options,
            &mut tape,
            &mut Output(&recording),
            &mut Asides(&recording),
            &mut watch,
        )?;
        Ok(recording.into_inner().finish(classic.dialect.at_end))
    }

    /// What was going on at a place.
    pub fn moment(&self, place: &Mismatch) -> &StepContext {
        let last = self.moments.len() - 1;
        &self.moments[place.part.min(last)]
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

    /// The whole output.
    pub fn output(&self) -> Vec<u8> {
        self.parts.iter().flat_map(|part| part.text.iter().copied()).collect()
    }
}

/// What is taken down while our program runs.
struct Recording<'a> {
    output: Vec<u8>,
    asides: Vec<u8>,
    /// What has been read since the last look at the table.
    fed: Vec<u8>,
    /// How much output there was when that began; `None` while nothing has been read.
    begun: Option<usize>,
    /// How much output there was at the last look.
    seen: usize,
    prompt: Vec<u8>,
    has_reached_end: bool,
    explainer: Explainer<'a>,
    /// Where each step's output begins, and what was going on.
    steps: Vec<(usize, ReferenceStep)>,
}

impl Recording<'_> {
    fn new(explainer: Explainer<'_>) -> Recording<'_> {
        Recording {
            output: Vec::new(),
            asides: Vec::new(),
            fed: Vec::new(),
            begun: None,
            seen: 0,
            prompt: Vec::new(),
            has_reached_end: false,
            explainer,
            steps: Vec::new(),
        }
    }

    /// Our program wants to read: whatever it writes from now on is the answer to that.
    fn note_reading(&mut self) {
        if self.begun.is_none() {
            self.begun = Some(self.output.len());
            self.prompt = self.output[self.seen..].to_vec();
            self.asides.clear();
        }
    }

    fn see(&mut self, sight: SessionView<'_>) {
        match sight {
            SessionView::End(game) => return self.explainer.see_end(game),
            SessionView::Wanted(_) | SessionView::Refused(_) => return,
            SessionView::Nothing | SessionView::SettingUp(_) | SessionView::Game(_) => {}
        }
        let begun = self.begun.take();
        if self.steps.is_empty() && begun.is_some() {
            // Something was asked before the first game.
            self.steps.push((0, ReferenceStep::default()));
        }
        let reasons = if begun.is_some() { std::mem::take(&mut self.asides) } else { Vec::new() };
        let read = Fed { fed: std::mem::take(&mut self.fed), reasons, is_end: self.has_reached_end };
        let answer = &self.output[begun.unwrap_or(self.seen)..];
        let step = self.explainer.see(sight, read, answer);
        self.steps.push((begun.unwrap_or(self.seen), step));
        self.seen = self.output.len();
    }

    fn finish(self, at_end: AtEnd) -> Reference {
        let mut parts = Vec::new();
        let mut moments = Vec::new();
        let ends = self.steps.iter().skip(1).map(|(begun, _)| *begun).chain([self.output.len()]);
        for ((begun, step), end) in self.steps.iter().zip(ends) {
            let of_step = step.parts(&self.output[*begun..end]);
            moments.extend(of_step.iter().map(|_| step.moment.clone()));
            parts.extend(of_step);
        }
        let is_all = !self.has_reached_end || at_end == AtEnd::LastWords;
        let rest = if is_all { Rest::Nothing } else { Rest::Anything };
        Reference { parts, moments, rest, prompt: self.prompt }
    }
}

/// The input, with an eye on who reads it.
struct Tape<'a, 'b> {
    recording: &'a RefCell<Recording<'b>>,
    input: &'a [u8],
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
        recording.note_reading();
        recording.has_reached_end |= self.input.is_empty();
        Ok(self.input)
    }

    fn consume(&mut self, count: usize) {
        let (taken, left) = self.input.split_at(count);
        self.recording.borrow_mut().fed.extend_from_slice(taken);
        self.input = left;
    }
}

/// Where our program writes to.
struct Output<'a, 'b>(&'a RefCell<Recording<'b>>);

impl Write for Output<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Where it tells reasons.
struct Asides<'a, 'b>(&'a RefCell<Recording<'b>>);

impl Write for Asides<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().asides.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
