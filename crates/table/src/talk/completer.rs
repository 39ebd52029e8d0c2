use tabiya_engine::Level;
use tabiya_notation::{SanPlus, with_usual_letters};
use tabiya_openings::search_openings;
use tabiya_rules::{Language, RULE_SETS};

use super::command_word::{CommandWord, WORDS};
use crate::table::Table;

/// The most names of openings that are proposed.
const MOST_OPENINGS: usize = 40;

/// What may be typed at a board: its commands, and the moves that are legal when somebody is asked. It knows no table, so that
/// it can be asked while that is busy.
#[derive(Clone, Debug)]
pub struct Completer {
    language: Language,
    /// The legal moves, as in books.
    moves: Vec<String>,
    /// The squares of men that can move.
    squares: Vec<String>,
}

/// What goes on from what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Where in the line that begins which is completed.
    pub start: usize,
    /// What may stand there.
    pub words: Vec<String>,
    /// Whether that may also be the name of a file.
    pub takes_file: bool,
}

/// Words before a file's name that are not part of it.
const BEFORE_FILE: [&str; 2] = ["over ", "anyway "];

impl Completer {
    /// What may be typed at a table now.
    pub fn of(table: &Table, language: Language) -> Completer {
        let position = table.game().position();
        let is_running = table.still_running().is_ok();
        let legal = position.legal_moves();
        let (mut moves, mut squares) = (Vec::new(), Vec::new());
        for m in legal.into_iter().filter(|_| is_running) {
            moves.push(SanPlus::from_move(m, position).to_string());
            squares.push(m.from().to_string());
        }
        moves.sort();
        squares.sort();
        squares.dedup();
        Completer { language, moves, squares }
    }

    /// What goes on from a line up to where somebody types.
    pub fn complete(&self, typed: &str) -> Completion {
        let typed_from = typed.trim_start();
        let Some((name, rest)) = typed_from.split_once(char::is_whitespace) else {
            let words: Vec<String> = self.commands().chain(self.moves.iter().cloned()).collect();
            let start = typed.len() - typed_from.len();
            return Completion::new(start, words, typed_from)
                .or_else(|| self.moves_in_language(start, typed_from));
        };
        let Some(word) = CommandWord::find(name) else {
            return Completion { start: typed.len(), words: Vec::new(), takes_file: false };
        };
        let mut rest = rest.trim_start();
        while let Some(behind) = BEFORE_FILE.iter().find_map(|before| rest.strip_prefix(before)) {
            rest = behind.trim_start();
        }
        let start = typed.len() - rest.len();
        if word.name == "opening" {
            return Completion { start, words: opening_names(rest), takes_file: false };
        }
        let kinds = word.usage.split(['[', ']', '|', ' ', '#']);
        let words = kinds.flat_map(|kind| self.of_kind(word, kind)).collect();
        Completion { takes_file: word.usage.contains("FILE"), ..Completion::new(start, words, rest) }
    }

    /// The moves that go on from what was typed with the letters that men have in the language.
    fn moves_in_language(&self, start: usize, typed: &str) -> Option<Completion> {
        with_usual_letters(self.language, typed)
            .map(|typed| Completion::new(start, self.moves.clone(), &typed))
    }

    /// Every command, with a blank where something may follow.
    fn commands(&self) -> impl Iterator<Item = String> {
        let blank = |word: &CommandWord| if word.usage.is_empty() { "" } else { " " };
        WORDS
            .iter()
            .flat_map(move |word| word.names(self.language).map(move |name| format!("{name}{}", blank(word))))
    }

    /// What a word of the usage stands for: itself in small letters, something of a kind in capitals.
    fn of_kind(&self, word: &CommandWord, kind: &str) -> Vec<String> {
        match (kind, word.name) {
            ("SQUARE", _) => self.squares.clone(),
            ("MOVE", _) => self.moves.clone(),
            ("COMMAND", _) => {
                WORDS.iter().flat_map(|word| word.names(self.language)).map(str::to_owned).collect()
            }
            ("RATING", _) => Level::ladder().map(|level| level.to_string()).collect(),
            ("NAME", "rules") => RULE_SETS.iter().map(|set| set.name.to_owned()).collect(),
            _ if !kind.is_empty() && kind.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                vec![kind.to_owned()]
            }
            _ => Vec::new(),
        }
    }
}

/// The openings that somebody may mean, who need not begin with the beginning: `najdorf`.
fn opening_names(typed: &str) -> Vec<String> {
    let found = if typed.is_empty() { Vec::new() } else { search_openings(typed, MOST_OPENINGS) };
    found.iter().map(|line| line.name().to_owned()).collect()
}

impl Completion {
    /// Those of some words that go on from what was typed, in capitals or not.
    pub fn new(start: usize, words: Vec<String>, typed: &str) -> Completion {
        let typed = typed.to_lowercase();
        let mut words: Vec<String> =
            words.into_iter().filter(|word| word.to_lowercase().starts_with(&typed)).collect();
        // Ratings from the weakest on.
        words.sort_by_cached_key(|word| (word.parse::<u16>().ok(), word.clone()));
        words.dedup();
        Completion { start, words, takes_file: false }
    }

    /// The same, or something else where nothing goes on.
    fn or_else(self, other: impl FnOnce() -> Option<Completion>) -> Completion {
        if self.words.is_empty() { other().unwrap_or(self) } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completer() -> Completer {
        let moves = ["Nf3", "Nc3", "e4", "e3", "Bb5"].map(str::to_owned).to_vec();
        Completer { language: Language::English, moves, squares: vec!["e2".to_owned(), "g1".to_owned()] }
    }

    #[test]
    fn what_is_typed_goes_on() {
        let tab =
            |start, words: &[&str]| (start, words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        for (typed, expected) in [
            ("un", tab(0, &["undo "])),
            ("  UN", tab(2, &["undo "])),
            ("n", tab(0, &["Nc3", "Nf3", "name ", "new ", "next", "no"])),
            ("Nf", tab(0, &["Nf3"])),
            ("board u", tab(6, &["unicode"])),
            ("board x", tab(6, &[])),
            ("moves ", tab(6, &["e2", "g1"])),
            ("why  b", tab(5, &["Bb5"])),
            ("tell ", tab(5, &["both", "sentences", "san"])),
            ("resign w", tab(7, &["white"])),
            ("rules by", tab(6, &["byu"])),
            ("level 8", tab(6, &["800"])),
            ("help unt", tab(5, &[])),
            ("help und", tab(5, &["undo"])),
            ("opening berlin rio gambit", tab(8, &["Ruy Lopez: Berlin Defense, Rio Gambit Accepted"])),
            ("opening ", tab(8, &[])),
            ("e4 e", tab(4, &[])),
            ("nonsense ", tab(9, &[])),
            ("quit n", tab(5, &[])),
            ("fen\u{a0}ü", tab(5, &[])),
        ] {
            let Completion { start, words, takes_file } = completer().complete(typed);
            let mut expected = expected;
            expected.1.sort();
            assert_eq!((start, words), expected, "{typed}");
            assert!(!takes_file || typed.starts_with("rules"), "{typed}");
        }
    }

    #[test]
    fn ratings_are_told_from_the_weakest_on() {
        let ratings: Vec<String> = Level::ladder().map(|level| level.to_string()).collect();
        assert_eq!(completer().complete("level ").words, ratings);
    }

    #[test]
    fn german_letters_find_their_moves_in_german() {
        let completer = Completer { language: Language::German, ..completer() };
        assert_eq!(completer.complete("Sf").words, ["Nf3"]);
        assert_eq!(completer.complete("lb").words, ["Bb5"]);
        assert_eq!(completer.complete("Nf").words, ["Nf3"]);
    }

    #[test]
    fn files_are_wished_for_where_they_may_stand() {
        for (typed, start) in [
            ("open ", 5),
            ("open ~/ga", 5),
            ("save over a b", 10),
            ("save anyway over a.xml", 17),
            ("book my", 5),
        ] {
            let completion = completer().complete(typed);
            assert!(completion.takes_file, "{typed}");
            assert_eq!(completion.start, start, "{typed}");
        }
    }
}
