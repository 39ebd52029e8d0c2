//! The directed games: short ones that reach every situation, found once by `search.rs` and kept beside this crate.

use tabiya_classics::Classic;

use crate::test_case::TestCase;

/// The files, by the name of the classic.
const FILES: [(&str, &str); 5] = [
    ("hong", include_str!("../games/hong.txt")),
    ("hong-written", include_str!("../games/hong-written.txt")),
    ("cuhk", include_str!("../games/cuhk.txt")),
    ("waterloo", include_str!("../games/waterloo.txt")),
    ("imperial", include_str!("../games/imperial.txt")),
];

/// The directed games of a classic; none for one that has no file yet.
pub fn directed_cases(classic: &Classic) -> Vec<TestCase> {
    let file = FILES.iter().find(|(name, _)| *name == classic.name);
    file.map(|(_, text)| read(text)).unwrap_or_default()
}

/// The form on disk: a line `game NAME`, then each line of the input behind one blank.
pub fn write(cases: &[TestCase]) -> String {
    let mut text = String::new();
    for case in cases {
        text.push_str(&format!("game {}\n", case.name));
        for line in String::from_utf8_lossy(case.input()).split_terminator('\n') {
            text.push_str(&format!(
                " {}\n",
                line.replace('\\', "\\\\").replace('\t', "\\t").replace('\r', "\\r")
            ));
        }
    }
    text
}

/// What [`write`] writes.
fn read(text: &str) -> Vec<TestCase> {
    let mut games: Vec<(&str, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("game "), games.last_mut()) {
            (Some(name), _) => games.push((name, String::new())),
            (None, Some((_, input))) => {
                let line = line.strip_prefix(' ').unwrap_or(line);
                input.push_str(&unescaped(line));
                input.push('\n');
            }
            (None, None) => {}
        }
    }
    games.into_iter().map(|(name, input)| TestCase::new(name, input)).collect()
}

/// A line with what was written for a tab, a return or a backslash.
fn unescaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut signs = line.chars();
    while let Some(c) = signs.next() {
        match (c, if c == '\\' { signs.next() } else { None }) {
            ('\\', Some('t')) => text.push('\t'),
            ('\\', Some('r')) => text.push('\r'),
            ('\\', Some(other)) => text.push(other),
            (c, _) => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let cases = [TestCase::new("one", "a  b\n\n\tc\r\n game x\n\\to\\\\r\n"), TestCase::new("two", "")];
        let told = |cases: &[TestCase]| -> Vec<(String, Vec<u8>)> {
            cases.iter().map(|case| (case.name.clone(), case.input().to_vec())).collect()
        };
        assert_eq!(told(&read(&write(&cases))), told(&cases));
    }
}
