use std::fmt::{self, Write};

use tabiya_rules::{ByRole, NamedRules, RULE_SETS, Role, Roles, Rules, Start};

use super::RuleFile;
use super::field::{FIELDS, Field, Slot};
use super::word::RuleWord;
use crate::Fen;

/// The rule set in full, every field with a comment.
impl fmt::Display for RuleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        for text in self.texts() {
            writeln!(f, "{text}")?;
            is_first = false;
        }
        for field in &FIELDS {
            if !is_first {
                f.write_char('\n')?;
            }
            is_first = false;
            for line in field.comment.lines() {
                writeln!(f, "# {line}")?;
            }
            writeln!(f, "{}", entry(field, self.rules))?;
        }
        Ok(())
    }
}

impl RuleFile {
    /// The file with only what differs from `parent`.
    ///
    /// ```
    /// use tabiya_notation::{RuleFile, find_rules};
    ///
    /// let chess960 = RuleFile::from(*find_rules("chess960").unwrap().rules);
    /// let differences = chess960.differences(find_rules("fide").unwrap());
    /// assert_eq!(differences, "parent = \"fide\"\nstart = \"chess960\"\n");
    /// ```
    pub fn differences(&self, parent: &NamedRules) -> String {
        self.entries(parent).map(|entry| entry + "\n").collect()
    }

    /// The same in one line, without double quotes unless a name has them: a form for a PGN tag.
    /// [`RuleFile::from_line`] reads it.
    ///
    /// ```
    /// use tabiya_notation::{RuleFile, find_rules};
    ///
    /// let chess960 = RuleFile::from(*find_rules("chess960").unwrap().rules);
    /// let line = chess960.to_line(find_rules("fide").unwrap());
    /// assert_eq!(line, "parent = 'fide', start = 'chess960'");
    /// assert_eq!(RuleFile::from_line(&line), Ok(chess960));
    /// ```
    pub fn to_line(&self, parent: &NamedRules) -> String {
        let entries: Vec<String> = self.entries(parent).map(single_quoted).collect();
        entries.join(", ")
    }

    /// The built-in rule set with the fewest differences.
    ///
    /// ```
    /// use tabiya_notation::RuleFile;
    /// use tabiya_rules::HONG;
    ///
    /// assert_eq!(RuleFile::from(HONG).nearest_parent().name, "hong");
    /// ```
    pub fn nearest_parent(&self) -> &'static NamedRules {
        let differences = |set: &&NamedRules| different(self.rules, *set.rules).count();
        RULE_SETS.iter().min_by_key(differences).unwrap_or(&RULE_SETS[0])
    }

    /// The names of the fields that differ from `parent`.
    ///
    /// ```
    /// use tabiya_notation::{RuleFile, find_rules};
    ///
    /// let chess960 = RuleFile::from(*find_rules("chess960").unwrap().rules);
    /// assert!(chess960.differing_fields(find_rules("fide").unwrap()).eq(["start"]));
    /// ```
    pub fn differing_fields(&self, parent: &NamedRules) -> impl Iterator<Item = &'static str> {
        different(self.rules, *parent.rules).map(|field| field.key)
    }

    fn texts(&self) -> impl Iterator<Item = String> {
        let texts = [("name", &self.name), ("summary", &self.summary)];
        texts.into_iter().filter_map(|(key, text)| Some(format!("{key} = {}", quoted(text.as_deref()?))))
    }

    fn entries(&self, parent: &NamedRules) -> impl Iterator<Item = String> {
        let rules = self.rules;
        let parent_entry = std::iter::once(format!("parent = {}", quoted(parent.name)));
        let differences = different(rules, *parent.rules).map(move |field| entry(field, rules));
        self.texts().chain(parent_entry).chain(differences)
    }
}

fn different(rules: Rules, parent: Rules) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| !field.is_same(rules, parent))
}

/// `key = value`.
fn entry(field: &Field, mut rules: Rules) -> String {
    let royal = rules.moves.royal;
    let value = match field.slot(&mut rules) {
        Slot::Boolean(value) => value.to_string(),
        Slot::Limit(Some(limit)) => limit.to_string(),
        Slot::Limit(None) => quoted("never"),
        Slot::Role(role) => quoted(role.word()),
        Slot::Roles(roles) => list(*roles),
        Slot::RoyalTaken(value) => quoted(value.word()),
        Slot::Royalty(value) => quoted(value.word()),
        Slot::Stalemate(value) => quoted(value.word()),
        Slot::StalemateTest(value) => quoted(value.word()),
        Slot::Start(Start::Chess960) => quoted("chess960"),
        Slot::Start(Start::Fixed(setup)) => quoted(&Fen { setup: *setup, royal }.to_string()),
        Slot::Values(values) => table(values),
    };
    format!("{} = {value}", field.key)
}

/// The best first, as players name them.
fn list(roles: Roles) -> String {
    let words: Vec<String> = roles.iter().rev().map(|role| quoted(role.word())).collect();
    format!("[{}]", words.join(", "))
}

fn table(values: &ByRole<u16>) -> String {
    let entries: Vec<String> =
        Role::ALL.iter().map(|&role| format!("{} = {}", role.word(), values.get(role))).collect();
    format!("{{ {} }}", entries.join(", "))
}

/// A TOML string. Beside quote and backslash, only control characters need escaping.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// An entry with TOML's literal strings, where nothing in it needs the other kind.
fn single_quoted(entry: String) -> String {
    if entry.contains(['\'', '\\']) { entry } else { entry.replace('"', "'") }
}
