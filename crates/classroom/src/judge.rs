//! From what a program did to what is said of it.

use std::time::Duration;

use crate::comparison::{ExpectedPart, Mismatch, Rest, Wording, compare};
use crate::difference::{Difference, Excerpts};
use crate::invisible::shown;
use crate::program::{ProgramEnd, ProgramRun};
use crate::reference::Reference;
use crate::trial::{OpenNote, Verdict};

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

/// Compares what a program did with what ours does.
pub fn judge(
    reference: &Reference,
    input: &[u8],
    run: &ProgramRun,
    severity: Severity,
    limit: Duration,
) -> Verdict {
    let case = Judge { reference, input, run, severity, limit };
    let parts = case.parts();
    match compare(&parts, reference.rest, &run.output) {
        Ok(agreement) => {
            let notes = agreement.notes.iter().map(|place| case.note(place)).collect();
            case.judge_end(notes)
        }
        Err(place) => match case.early_end(&place) {
            Some(note) => Verdict::Agrees { notes: vec![note] },
            None => case.differs(&place, case.what(&place)),
        },
    }
}

struct Judge<'a> {
    reference: &'a Reference,
    input: &'a [u8],
    run: &'a ProgramRun,
    severity: Severity,
    limit: Duration,
}

impl Judge<'_> {
    fn parts(&self) -> Vec<ExpectedPart> {
        let mut parts = self.reference.parts.clone();
        if self.severity == Severity::Strict {
            parts.iter_mut().for_each(|part| part.wording = Wording::Fixed);
        }
        parts
    }

    /// The text is right: is the end?
    fn judge_end(&self, mut notes: Vec<OpenNote>) -> Verdict {
        let must_end = self.reference.rest == Rest::Nothing;
        let place = self.end_of_output();
        let (what, is_open) = match self.run.end {
            ProgramEnd::Died(_) => (format!("after the right output it {}", self.ended()), !must_end),
            ProgramEnd::OutOfTime | ProgramEnd::Flooded if must_end => {
                (format!("it does not end: {}", self.ended()), false)
            }
            ProgramEnd::Exited(status) if must_end && status != 0 => {
                (format!("the output is right, but the exit status is {status} instead of 0"), true)
            }
            _ => return Verdict::Agrees { notes },
        };
        if !is_open || self.severity == Severity::Strict {
            return self.differs(&place, what);
        }
        notes.push(OpenNote { what, expected: "exit status 0".to_owned(), found: self.ended() });
        Verdict::Agrees { notes }
    }

    fn end_of_output(&self) -> Mismatch {
        let end = self.run.output.len();
        Mismatch { part: self.reference.parts.len(), agreeing: 0, found: end..end }
    }

    /// At the end of the input nobody can play on: not to ask for a move once more is as well.
    fn early_end(&self, place: &Mismatch) -> Option<OpenNote> {
        let missing = self.reference.missing(place);
        let is_prompt = missing == self.reference.prompt;
        let is_end = self.run.output.len() == place.found.start + place.agreeing;
        let is_fair = self.severity == Severity::Fair && self.reference.rest == Rest::Anything;
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

    /// What is wrong, in a few words.
    fn what(&self, place: &Mismatch) -> String {
        let found = &self.run.output[place.found.start + place.agreeing..];
        if place.part == self.reference.parts.len() {
            return match self.run.end {
                ProgramEnd::Flooded => "it writes on without end".to_owned(),
                _ => "there is more than there should be".to_owned(),
            };
        }
        match self.run.end {
            ProgramEnd::Exited(0) if found.is_empty() => "the output ends too early".to_owned(),
            ProgramEnd::Exited(_) | ProgramEnd::Died(_) if found.is_empty() => format!("it {}", self.ended()),
            ProgramEnd::OutOfTime if found.is_empty() => self.ended(),
            ProgramEnd::Exited(0) | ProgramEnd::Stopped => "the output is not the same".to_owned(),
            ProgramEnd::OutOfTime => "the output is not the same, and it does not end".to_owned(),
            ProgramEnd::Flooded => "the output is not the same, and has no end".to_owned(),
            ProgramEnd::Exited(_) | ProgramEnd::Died(_) => {
                format!("the output is not the same, and it {}", self.ended())
            }
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
            ProgramEnd::OutOfTime => format!("nothing more came within {} s", self.limit.as_secs_f64()),
            ProgramEnd::Flooded => "it writes on without end".to_owned(),
            ProgramEnd::Stopped => "was stopped".to_owned(),
        }
    }

    fn differs(&self, place: &Mismatch, what: String) -> Verdict {
        let moment = self.reference.moment(place);
        let found_at = place.found.start + place.agreeing;
        let expected = self.reference.before_and_after(place);
        let output = &self.run.output;
        let line = output[..found_at].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let hint = hint(&expected.0[expected.1..], &output[found_at..]);
        let is_short = found_at == output.len() && expected.1 < expected.0.len();
        let buffering = (self.run.end == ProgramEnd::OutOfTime && is_short).then_some(BUFFERED);
        let rule: Vec<&str> = hint.into_iter().chain([moment.account.as_str()]).chain(buffering).collect();
        let has_failed =
            matches!(self.run.end, ProgramEnd::Exited(1..) | ProgramEnd::Died(_) | ProgramEnd::OutOfTime);
        let complaints = has_failed.then(|| complaints(&self.run.complaints)).filter(|text| !text.is_empty());
        Verdict::Differs(Box::new(Difference {
            what,
            line,
            fed: (!moment.fed.trim_ascii().is_empty()).then(|| shown_line(&moment.fed)),
            moves: moment.moves.clone(),
            board: moment.board.clone(),
            fen: moment.fen.clone(),
            input: self.input.to_vec(),
            key: String::new(),
            sides: Excerpts::new((&expected.0, expected.1), (output, found_at)),
            rule: rule.join(" "),
            complaints,
        }))
    }
}

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

/// Something that was fed, as one line.
fn shown_line(fed: &[u8]) -> String {
    cut(shown(fed.trim_ascii()).replace('·', " "))
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
            [first, &[format!("... {left_out} lines ...")], last].concat().join("\n")
        }
    }
}
