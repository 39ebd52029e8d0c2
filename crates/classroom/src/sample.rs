//! Programs that play the exercise's own game and read nothing.

use crate::check_options::{EndWait, InputTiming};
use crate::check_run::CheckRun;
use crate::judge::{Hearing, judge};
use crate::program::{Advice, ProgramError, Talk};
use crate::reference::Reference;
use crate::skip_reason::SkipReason;
use crate::topic::Topic;
use crate::trial::{TopicResult, Trial};

/// The name of the case.
const NAME: &str = "sample";

/// How much such a program may write.
const LIMIT: usize = 64 * 1024;

const ACCOUNT: &str = "The exercise prints its own game with what its program says of it, to the byte.";

pub const READS_NOTHING: &str = "The program plays the exercise's own game and reads no moves: only the case `sample` was \
                                 run. One that reads moves from its input is checked in every rule.";

/// How the program does with the exercise's own game, where the exercise has one. Skipped, where it does not begin it.
pub fn trial(check: &CheckRun<'_>) -> Result<Option<Trial>, ProgramError> {
    let Some(sample) = check.classic.dialect.sample else { return Ok(None) };
    let only = &check.options.only;
    if check.options.input.is_some() || !only.is_empty() && !only.iter().any(|name| name == NAME) {
        return Ok(None);
    }
    let talk = Talk {
        fen: None,
        input: b"",
        timing: InputTiming::AllAtOnce,
        patience: check.patience.now(),
        start_patience: check.patience.at_start(),
        output_limit: LIMIT,
        advise: &|_, _| Advice::GiveAll,
    };
    let run = check.runner().run(&talk, check.stop)?;
    check.note_output(&run);
    if !begins_alike(sample, &run.output) {
        return Ok(Some(Trial::skipped(NAME, SkipReason::OtherBeginning)));
    }
    let reference = Reference::fixed(sample, Topic::Sample, ACCOUNT);
    let (severity, end_topic) = (check.options.severity, Topic::Sample);
    let finding = judge(&Hearing {
        case: NAME,
        reference: &reference,
        input: b"",
        run: &run,
        severity,
        end_wait: EndWait::Waited,
        end_topic,
        known: None,
        words: &[],
        manners: &[],
    });
    // What comes behind the first difference is lost with it.
    let lost = reference.parts.len().saturating_sub(finding.tested.len());
    let lost = vec![TopicResult::of(Topic::Sample, false); lost];
    Ok(Some(Trial {
        name: NAME.to_owned(),
        verdict: finding.verdict,
        took: Some(run.took),
        tested: [finding.tested, lost].concat(),
        is_by_luck: false,
    }))
}

/// Whether two outputs have their first words in common.
fn begins_alike(one: &[u8], other: &[u8]) -> bool {
    let words = |text: &[u8]| {
        let text = String::from_utf8_lossy(text).into_owned();
        text.lines().map(str::to_owned).find(|line| line.chars().any(char::is_alphabetic))
    };
    words(one) == words(other)
}
