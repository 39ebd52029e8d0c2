use std::borrow::Cow;
use std::ops::Range;
use std::str::FromStr;

use tabiya_rules::{ByRole, FIDE, Role, Roles, Rules, Start};
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::check::least;
use super::field::{FIELDS, Field, Slot};
use super::word::RuleWord;
use super::{
    ActualValue, ExpectedValue, MAX_LENGTH, MAX_NAME, MAX_SUMMARY, RuleFile, RuleFileError, RuleFileErrors,
    RuleFileProblem, contradictions,
};
use crate::nearest::nearest;
use crate::{Excerpt, Strictness, find_rules, read_setup};

type TomlValue<'a> = Spanned<DeValue<'a>>;

/// The keys beside those of [`FIELDS`].
const TEXT_KEYS: [&str; 3] = ["parent", "name", "summary"];

/// The most errors that are kept: a file with more is no rule file.
const MOST_ERRORS: usize = 100;

impl FromStr for RuleFile {
    type Err = RuleFileErrors;

    fn from_str(text: &str) -> Result<RuleFile, RuleFileErrors> {
        check_length(text)?;
        let (table, syntax) = DeTable::parse_recoverable(text);
        let mut reader = RuleFileReader { text, errors: Vec::new() };
        let file = reader.file(table.get_ref());
        reader.finish(file, syntax, |at| Some(line(text, at)))
    }
}

impl RuleFile {
    /// Reads what [`RuleFile::to_line`] writes: the fields in one line with commas between them.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    ///
    /// let file = RuleFile::from_line("parent = 'fide', castling = false").unwrap();
    /// assert!(!file.rules.moves.castling);
    /// ```
    pub fn from_line(line: &str) -> Result<RuleFile, RuleFileErrors> {
        check_length(line)?;
        let text = format!("rules = {{ {line} }}");
        let (table, syntax) = DeTable::parse_recoverable(&text);
        let mut reader = RuleFileReader { text: &text, errors: Vec::new() };
        let inner = table.get_ref().get("rules").and_then(|value| value.get_ref().as_table());
        let file = match inner {
            Some(inner) if table.get_ref().len() == 1 => reader.file(inner),
            _ => {
                let found = Excerpt::new(line);
                reader.add(0..0, RuleFileProblem::Syntax { message: "unbalanced braces".into(), found });
                RuleFile::from(FIDE)
            }
        };
        reader.finish(file, syntax, |_| None)
    }
}

fn check_length(text: &str) -> Result<(), RuleFileErrors> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    let problem = RuleFileProblem::TooLong { length: text.len() };
    Err(RuleFileErrors(vec![RuleFileError { line: None, problem }]))
}

/// The line of a byte, counted from 1.
fn line(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count()
}

struct RuleFileReader<'a> {
    text: &'a str,
    /// What is wrong, and where.
    errors: Vec<(Range<usize>, RuleFileProblem)>,
}

impl RuleFileReader<'_> {
    /// The rule set of a table, in which what was wrong is as in the parent.
    fn file(&mut self, table: &DeTable) -> RuleFile {
        let mut rules = table.get("parent").and_then(|value| self.parent(value)).unwrap_or(FIDE);
        let mut text = |key, longest, expected| {
            table.get(key).and_then(|value| self.text(key, value, longest, expected))
        };
        let name = text("name", MAX_NAME, ExpectedValue::Name);
        let summary = text("summary", MAX_SUMMARY, ExpectedValue::Summary);
        for field in &FIELDS {
            if let Some(value) = table.get(field.key) {
                self.field(field, value, &mut rules);
            }
        }
        self.check_keys(table);
        self.check_rules(table, &rules);
        RuleFile { name, summary, rules }
    }

    fn finish(
        mut self,
        file: RuleFile,
        syntax: Vec<toml::de::Error>,
        line: impl Fn(usize) -> Option<usize>,
    ) -> Result<RuleFile, RuleFileErrors> {
        self.add_syntax(syntax);
        if self.errors.is_empty() {
            return Ok(file);
        }
        self.errors.sort_by_key(|(at, _)| at.start);
        let error =
            |(at, problem): (Range<usize>, RuleFileProblem)| RuleFileError { line: line(at.start), problem };
        Err(RuleFileErrors(self.errors.into_iter().map(error).collect()))
    }

    fn add(&mut self, at: Range<usize>, problem: RuleFileProblem) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push((at, problem));
        }
    }

    /// Adds what the library says, the first of each line, in place of what fields say of the same line: that may
    /// only follow from it. But where a field complains of the very same value, its message is the better one:
    /// `castling = yes` lacks quotes, but more than that it should be `true`.
    fn add_syntax(&mut self, mut syntax: Vec<toml::de::Error>) {
        syntax.sort_by_key(|error| error.span().map(|at| at.start));
        let mut told = Vec::new();
        for error in syntax.iter().take(MOST_ERRORS) {
            let at = error.span().unwrap_or(0..0);
            if self.errors.iter().any(|(value, _)| *value == at) {
                continue;
            }
            let line_here = line(self.text, at.start);
            if told.contains(&line_here) {
                continue;
            }
            told.push(line_here);
            self.errors.retain(|(other, _)| line(self.text, other.start) != line_here);
            let found = Excerpt::new(self.text.lines().nth(line_here - 1).unwrap_or_default().trim());
            self.add(at, RuleFileProblem::Syntax { message: error.message().into(), found });
        }
    }

    fn wrong(&mut self, field: &'static str, value: &TomlValue, expected: ExpectedValue) {
        // What the file says, not what the library made of it: an unquoted `taken` comes as `true`.
        let source = self.text.get(value.span()).unwrap_or_default();
        let found = match value.get_ref() {
            DeValue::Array(_) => ActualValue::List,
            DeValue::Table(_) => ActualValue::Table,
            DeValue::String(text) if source.starts_with(['"', '\'']) => ActualValue::Text(Excerpt::new(text)),
            _ if source.is_empty() => ActualValue::Nothing,
            _ => ActualValue::Bare(Excerpt::new(source)),
        };
        self.add(value.span(), RuleFileProblem::Value { field, expected, found });
    }

    fn parent(&mut self, value: &TomlValue) -> Option<Rules> {
        let Some(name) = value.get_ref().as_str() else {
            self.wrong("parent", value, ExpectedValue::Parent);
            return None;
        };
        match find_rules(name) {
            Ok(set) => Some(*set.rules),
            Err(unknown) => {
                self.add(value.span(), RuleFileProblem::Parent(unknown));
                None
            }
        }
    }

    fn text(
        &mut self,
        key: &'static str,
        value: &TomlValue,
        longest: usize,
        expected: ExpectedValue,
    ) -> Option<Cow<'static, str>> {
        let is_fit = |text: &&str| text.chars().count() <= longest && !text.chars().any(char::is_control);
        let text = value.get_ref().as_str().filter(is_fit);
        if text.is_none() {
            self.wrong(key, value, expected);
        }
        text.map(|text| text.to_owned().into())
    }

    fn field(&mut self, field: &Field, value: &TomlValue, rules: &mut Rules) {
        let key = field.key;
        let royal = rules.moves.royal;
        match field.slot(rules) {
            Slot::Boolean(slot) => {
                self.put(key, value, slot, value.get_ref().as_bool(), ExpectedValue::Boolean);
            }
            Slot::Limit(slot) => {
                let least = least(key);
                self.put(key, value, slot, limit(value, least), ExpectedValue::Limit { least });
            }
            Slot::Role(slot) => self.put(key, value, slot, word(value), ExpectedValue::Words(pieces())),
            Slot::Roles(slot) => self.roles(key, value, slot),
            Slot::RoyalTaken(slot) => self.put_word(key, value, slot),
            Slot::Royalty(slot) => self.put_word(key, value, slot),
            Slot::Stalemate(slot) => self.put_word(key, value, slot),
            Slot::StalemateTest(slot) => self.put_word(key, value, slot),
            Slot::Start(slot) => self.start(key, value, slot, royal),
            Slot::Values(slot) => self.values(key, value, slot),
        }
    }

    fn put<T>(
        &mut self,
        key: &'static str,
        value: &TomlValue,
        slot: &mut T,
        read: Option<T>,
        expected: ExpectedValue,
    ) {
        match read {
            Some(read) => *slot = read,
            None => self.wrong(key, value, expected),
        }
    }

    fn put_word<T: RuleWord>(&mut self, key: &'static str, value: &TomlValue, slot: &mut T) {
        let words = T::WORDS.iter().map(|(word, _)| *word).collect();
        self.put(key, value, slot, word(value), ExpectedValue::Words(words));
    }

    fn roles(&mut self, key: &'static str, value: &TomlValue, slot: &mut Roles) {
        let Some(list) = value.get_ref().as_array() else {
            return self.wrong(key, value, ExpectedValue::ListOf(pieces()));
        };
        let mut roles = Vec::new();
        for item in list.iter() {
            match word(item) {
                Some(role) => roles.push(role),
                None => self.wrong(key, item, ExpectedValue::Words(pieces())),
            }
        }
        *slot = Roles::of(&roles);
    }

    fn start(&mut self, key: &'static str, value: &TomlValue, slot: &mut Start, royal: Role) {
        match value.get_ref().as_str() {
            None => self.wrong(key, value, ExpectedValue::Start),
            Some("chess960") => *slot = Start::Chess960,
            Some(fen) => match read_setup(fen, royal, Strictness::Strict) {
                Ok(read) => *slot = Start::Fixed(read.setup),
                Err(error) => self.add(value.span(), RuleFileProblem::Start(error)),
            },
        }
    }

    /// The values given; the others stay.
    fn values(&mut self, key: &'static str, value: &TomlValue, slot: &mut ByRole<u16>) {
        let Some(table) = value.get_ref().as_table() else {
            return self.wrong(key, value, ExpectedValue::Worths);
        };
        for (name, worth) in table {
            match Role::from_word(name.get_ref()) {
                Some(role) => {
                    let read = integer(worth.get_ref().as_integer());
                    self.put(worth_key(role), worth, slot.get_mut(role), read, ExpectedValue::Worth);
                }
                None => {
                    let roles = Role::WORDS.iter().map(|(word, _)| *word);
                    self.unknown(name, nearest(name.get_ref(), roles));
                }
            }
        }
    }

    fn unknown(&mut self, key: &Spanned<Cow<str>>, nearest: Option<&'static str>) {
        self.add(key.span(), RuleFileProblem::UnknownField { found: Excerpt::new(key.get_ref()), nearest });
    }

    fn check_keys(&mut self, table: &DeTable) {
        let known = || TEXT_KEYS.into_iter().chain(FIELDS.iter().map(|field| field.key));
        for (key, _) in table {
            // A key of no letters is the library's way of going on after an error that it has told.
            let is_known = key.get_ref().is_empty() || known().any(|known| known == key.get_ref());
            if !is_known {
                self.unknown(key, nearest(key.get_ref(), known()));
            }
        }
    }

    /// Adds the contradictions between fields that are right in themselves.
    fn check_rules(&mut self, table: &DeTable, rules: &Rules) {
        let broken: Vec<&str> = self.errors.iter().filter_map(|(_, problem)| problem.field()).collect();
        for found in contradictions(rules) {
            if found.fields().iter().any(|field| broken.contains(field)) {
                continue;
            }
            let key = found.fields().iter().find_map(|field| table.get_key_value(*field));
            let at = key.map_or(0..0, |(key, _)| key.span());
            self.add(at, RuleFileProblem::Contradiction(found));
        }
    }
}

impl RuleFileProblem {
    /// The field whose value could not be read.
    fn field(&self) -> Option<&'static str> {
        match self {
            RuleFileProblem::Value { field, .. } => Some(field),
            RuleFileProblem::Start(_) => Some("start"),
            RuleFileProblem::Parent(_) => Some("parent"),
            _ => None,
        }
    }
}

/// The full key of a role's worth.
fn worth_key(role: Role) -> &'static str {
    match role {
        Role::Pawn => "values.pawn",
        Role::Knight => "values.knight",
        Role::Bishop => "values.bishop",
        Role::Rook => "values.rook",
        Role::Queen => "values.queen",
        Role::King => "values.king",
    }
}

/// The roles that a piece can have which is not a pawn.
fn pieces() -> Vec<&'static str> {
    Role::WORDS.iter().filter(|(_, role)| *role != Role::Pawn).map(|(word, _)| *word).collect()
}

fn word<T: RuleWord>(value: &TomlValue) -> Option<T> {
    T::from_word(value.get_ref().as_str()?)
}

/// A count, or never.
fn limit(value: &TomlValue, least: u16) -> Option<Option<u16>> {
    match value.get_ref() {
        DeValue::String(text) if text == "never" => Some(None),
        other => integer(other.as_integer()).filter(|&count| count >= least).map(Some),
    }
}

fn integer(number: Option<&DeInteger>) -> Option<u16> {
    number.and_then(|number| u16::from_str_radix(number.as_str(), number.radix()).ok())
}
