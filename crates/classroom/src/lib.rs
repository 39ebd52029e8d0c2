//! Somebody's own program of a classic beside ours.
//!
//! A [`Checker`] runs the cases, two at a time, in a chain of small steps:
//!
//! ```text
//!  TestCase ──run_hosted──> Reference: parts, each with its StepContext and topics ──┐
//!    │                            │ advice: what may be read now                     compare, with and without layout
//!    └────────Runner::run─────────┴──> ProgramRun: output, end, time ────────────────┤
//!                                                     judge ──> Finding ──> coverage, points, shorter games
//! ```
//!
//! A [`Topic`] is a rule for which points are given; a situation is finer. `search.rs` finds short games that reach every
//! situation; they are kept in `games/` and made anew by `cargo xtask games`. The tests prove them on mutants: our own
//! programs with one thing changed in each.
//!
//! A program runs in a process group of its own. It writes to a pseudo-terminal, as before a person, because libraries hold
//! output back on a pipe, and it is given its next line when it has written what ours had written by then. Our ends never
//! block and are served by one loop over `poll`, so no thread can get stuck on a program that does not read, nor on a
//! grandchild that keeps a pipe; the group is killed before its leader is reaped, while nobody else can have its number.
//! Once a program has used up its time it is given less, so that one that hangs costs one time-out.
//!
//! The reference records our program through the reader, the writer and the host that it is given: where each thing
//! was read, what was answered, why it was refused, what was on the table. The rule told with a difference is therefore
//! what our program did, not a guess. Where machines move, our program follows the other one's choice, if it is legal.
//! Parts that a document leaves open may be other text; `compare` follows all places where the next part could begin, and
//! takes the way with the fewest liberties. What differs only in blanks, ruled lines and headings is counted as layout.
//!
//! Before all that a few sessions are heard (`voice_lessons.rs`): a text of ours that the program always replaces by one and
//! the same other text counts once, as layout, and from then on the reference is our program in the words of the other. Boards,
//! numbers and sides are never words, and what we say on one occasion is never other words for another. How a value is written, how
//! rounds are counted and how a board is drawn are data of a voice as well, so they are learned in the same way (`board_lessons.rs`).
//! What may be said in several ways is recorded in each (`manner.rs`), and every part of a reference may be any of them.
//!
//! What comes out is a [`CheckReport`], and its forms for people ([`report_lines`]), autograders ([`report_json`]) and
//! continuous integration ([`report_junit`]). Nothing here prints or hears signals.

#![forbid(unsafe_code)]

mod advice;
mod blame;
mod board_lessons;
mod case_runs;
mod check_options;
mod check_report;
mod check_run;
mod checker;
mod chooser;
mod comparison;
mod coverage;
mod difference;
mod directed;
mod escape;
mod explainer;
mod failed_readings;
mod feeder;
mod form;
mod game_sketch;
mod grade;
mod hung_rules;
mod invisible;
mod json;
mod judge;
mod junit;
mod layout;
mod machine_lessons;
mod manner;
mod move_words;
mod patience;
mod person;
mod phrase;
mod piece_count;
mod pipes;
mod points_text;
mod program;
mod pty;
mod random_game;
mod reference;
mod report;
mod rule_weights;
mod sample;
mod search;
mod shrink;
mod situation;
mod skip_reason;
mod spelling;
mod spread;
mod step_context;
mod test_case;
mod topic;
mod trial;
mod voice_lessons;
mod voice_match;
mod voice_slots;
mod worker_pool;

pub use check_options::{AfterDifference, CheckOptions, InputTiming, OwnStarts};
pub use check_report::{CheckReport, Coverage, LayoutFault};
pub use check_run::tested_topics;
pub use checker::{Checker, case_names, check_with, chosen_cases};
pub use difference::{Difference, Excerpts};
pub use grade::{
    BuildFailure, EntryList, GradeLimits, GradeNews, GradeOrigin, GradeRecords, GradeScope, GradeState,
    Graded, GradedClass, Grader, RECIPES_HELP, StudentWork, Toolchain, Workspace, grades_csv, grades_json,
    grades_junit, grades_table, gradescope_json, index_page, page_names, student_page,
};
pub use invisible::shown;
pub use json::report as report_json;
pub use judge::Severity;
pub use junit::report as report_junit;
pub use program::{Advice, ProcessRunner, ProgramEnd, ProgramError, ProgramRun, Prompts, Runner, Talk};
pub use random_game::Undo;
pub use report::lines as report_lines;
pub use rule_weights::{BadWeights, RuleWeights};
pub use search::find_games;
pub use skip_reason::SkipReason;
pub use test_case::TestCase;
pub use topic::Topic;
pub use trial::{OpenNote, TopicResult, Totals, Trial, Verdict};
