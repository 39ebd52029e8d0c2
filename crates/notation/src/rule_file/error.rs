use std::fmt;

use super::{Contradiction, MAX_LENGTH, MAX_NAME, MAX_SUMMARY};
use crate::{Excerpt, FenError, UnknownRules};

/// One thing that is wrong with a rule file.
///
/// ```
/// use tabiya_notation::RuleFile;
///
/// let errors = "\n\n\ncastling = \"maybe\"\n".parse::<RuleFile>().unwrap_err();
/// let error = errors.iter().next().unwrap();
/// assert_eq!(error.line, Some(4));
/// assert_eq!(error.to_string(), "line 4: castling: expected true or false, found \"maybe\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileError {
    /// The line, counted from 1, if it is in one.
    pub line: Option<usize>,
    /// What it is.
    pub problem: RuleFileProblem,
}

impl fmt::Display for RuleFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for RuleFileError {}

/// What can be wrong in a rule file.
///
/// ```
/// use tabiya_notation::{RuleFile, rule_file::RuleFileProblem};
///
/// let errors = "parent = \"fid\"".parse::<RuleFile>().unwrap_err();
/// assert!(matches!(errors.iter().next().unwrap().problem, RuleFileProblem::Parent(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum RuleFileProblem {
    /// More text than any rule file needs.
    TooLong { length: usize },
    /// The line is no TOML; the message is the library's.
    Syntax { message: Box<str>, found: Excerpt },
    /// No field is called that.
    UnknownField { found: Excerpt, nearest: Option<&'static str> },
    /// No rule set is called that.
    Parent(UnknownRules),
    /// The field wants another kind of value.
    Value { field: &'static str, expected: ExpectedValue, found: ActualValue },
    /// The start position is no FEN.
    Start(FenError),
    /// The rules contradict themselves.
    Contradiction(Contradiction),
}

impl fmt::Display for RuleFileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleFileProblem::TooLong { length } => {
                write!(f, "the file has {length} bytes, and no rule file may have more than {MAX_LENGTH}")
            }
            RuleFileProblem::Syntax { message, found } => write!(f, "{message}, in {found}"),
            RuleFileProblem::UnknownField { found, nearest: Some(nearest) } => {
                write!(f, "there is no field {found}: did you mean {nearest}?")
            }
            RuleFileProblem::UnknownField { found, nearest: None } => {
                write!(f, "there is no field {found}: a rule set printed in full shows them all")
            }
            RuleFileProblem::Parent(unknown) => write!(f, "parent: {unknown}"),
            RuleFileProblem::Value { field, expected, found } => {
                write!(f, "{field}: expected {expected}, found {found}")
            }
            RuleFileProblem::Start(error) => write!(f, "start: {error}"),
            RuleFileProblem::Contradiction(what) => what.fmt(f),
        }
    }
}

/// What a field wants.
///
/// ```
/// use tabiya_notation::rule_file::ExpectedValue;
///
/// assert_eq!(ExpectedValue::Words(vec!["wins", "scored"]).to_string(), "\"wins\" or \"scored\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExpectedValue {
    /// A yes or a no.
    Boolean,
    /// One of these words.
    Words(Vec<&'static str>),
    /// A list of these words.
    ListOf(Vec<&'static str>),
    /// A number of times, or never.
    Limit {
        /// The least that makes sense.
        least: u16,
    },
    /// What a piece counts.
    Worth,
    /// A table of what the pieces count.
    Worths,
    /// A position.
    Start,
    /// A name in one line.
    Name,
    /// A sentence in one line.
    Summary,
    /// A rule set's name.
    Parent,
}

impl fmt::Display for ExpectedValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedValue::Boolean => f.write_str("true or false"),
            ExpectedValue::Words(words) => write_words(f, words),
            ExpectedValue::ListOf(words) => {
                f.write_str("a list, in [ ], of ")?;
                write_words(f, words)
            }
            ExpectedValue::Limit { least } => write!(f, "\"never\" or a number from {least} to {}", u16::MAX),
            ExpectedValue::Worth => write!(f, "a number from 0 to {}", u16::MAX),
            ExpectedValue::Worths => f.write_str("a table such as { pawn = 1, queen = 9 }"),
            ExpectedValue::Start => f.write_str("\"chess960\" or a FEN in quotes"),
            ExpectedValue::Name => write!(f, "one line of at most {MAX_NAME} characters in quotes"),
            ExpectedValue::Summary => write!(f, "one line of at most {MAX_SUMMARY} characters in quotes"),
            ExpectedValue::Parent => f.write_str("the name of a built-in rule set in quotes"),
        }
    }
}

/// `"a", "b" or "c"`.
fn write_words(f: &mut fmt::Formatter<'_>, words: &[&str]) -> fmt::Result {
    for (i, word) in words.iter().enumerate() {
        let joint = match i {
            0 => "",
            _ if i + 1 == words.len() => " or ",
            _ => ", ",
        };
        write!(f, "{joint}\"{word}\"")?;
    }
    Ok(())
}

/// What stood there instead.
///
/// ```
/// use tabiya_notation::{Excerpt, rule_file::ActualValue};
///
/// assert_eq!(ActualValue::Text(Excerpt::new("yes")).to_string(), "\"yes\"");
/// assert_eq!(ActualValue::Bare(Excerpt::new("-1")).to_string(), "-1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ActualValue {
    /// Text in quotes.
    Text(Excerpt),
    /// A number, a date, `true`, `false`, or text without quotes.
    Bare(Excerpt),
    /// A list.
    List,
    /// A table.
    Table,
    /// No value at all.
    Nothing,
}

impl fmt::Display for ActualValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActualValue::Text(text) => text.fmt(f),
            ActualValue::Bare(text) => write!(f, "{text:#}"),
            ActualValue::List => f.write_str("a list"),
            ActualValue::Table => f.write_str("a table"),
            ActualValue::Nothing => f.write_str("nothing"),
        }
    }
}

/// Everything that is wrong with a rule file, in the order of its lines. Never empty.
///
/// ```
/// use tabiya_notation::RuleFile;
///
/// let errors = "royal = \"pawn\"\nstalemate = 3\n".parse::<RuleFile>().unwrap_err();
/// assert_eq!(errors.iter().count(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFileErrors(pub(super) Vec<RuleFileError>);

/// The most errors that are worth printing.
pub(super) const MOST_PRINTED: usize = 20;

impl RuleFileErrors {
    /// The errors.
    pub fn iter(&self) -> impl Iterator<Item = &RuleFileError> {
        self.0.iter()
    }
}

/// One error a line, and a last line where there are too many.
impl fmt::Display for RuleFileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().take(MOST_PRINTED).enumerate() {
            write!(f, "{}{error}", if i == 0 { "" } else { "\n" })?;
        }
        if self.0.len() > MOST_PRINTED { f.write_str("\nand more") } else { Ok(()) }
    }
}

impl std::error::Error for RuleFileErrors {}
