use tabiya_notation::pgn::PgnEnding;
use tabiya_table::talk::PastedText;

/// The most bytes of a game that is pasted.
const MAX_LENGTH: usize = 1 << 20;

/// A game in PGN that comes line by line, as it is pasted: up to its result, or an empty line behind its moves.
#[derive(Default)]
pub(crate) struct PastedGame {
    text: String,
    /// Whether it has become too long: then the rest of it is no command either.
    is_too_long: bool,
    has_moves: bool,
    is_in_comment: bool,
}

/// What became of a line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PastedLine {
    /// More must come.
    Taken,
    /// It was the last one, and this is the game.
    Last(String),
    /// Somebody wants the game forgotten.
    Forgotten,
    /// It was the last one of a game such as nobody has.
    TooLong,
}

impl PastedGame {
    /// Whether a line begins a game: with a tag, or with a numbered move and something that is no move, such as a remark.
    pub fn begins_with(line: &str) -> bool {
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = number.len() < line.len() && number.starts_with('.');
        line.starts_with('[') || (is_numbered && PastedText::of(line) == PastedText::Game)
    }

    /// Takes in a line, without blanks around it.
    pub fn add(&mut self, line: &str) -> PastedLine {
        if line == "." {
            return PastedLine::Forgotten;
        }
        self.is_too_long |= self.text.len() + line.len() > MAX_LENGTH;
        if self.is_too_long {
            self.text.clear();
        } else {
            self.text.push_str(line);
            self.text.push('\n');
        }
        let is_tag = line.starts_with('[') && !self.is_in_comment;
        let moves = if is_tag { String::new() } else { self.without_comments(line) };
        self.has_moves |= !moves.trim().is_empty();
        let last = moves.split_whitespace().next_back().unwrap_or_default();
        let is_result = PgnEnding::from_text(last.as_bytes()).is_some();
        let is_end = is_result || (line.is_empty() && self.has_moves);
        match is_end && !self.is_in_comment {
            true if self.is_too_long => PastedLine::TooLong,
            true => PastedLine::Last(self.end()),
            false => PastedLine::Taken,
        }
    }

    /// The game, as far as it came.
    pub fn end(&mut self) -> String {
        std::mem::take(self).text
    }

    /// A line of moves without what is remarked.
    fn without_comments(&mut self, line: &str) -> String {
        let mut moves = String::new();
        for c in line.chars() {
            match c {
                '}' if self.is_in_comment => self.is_in_comment = false,
                _ if self.is_in_comment => {}
                '{' => {
                    self.is_in_comment = true;
                    moves.push(' ');
                }
                // The rest of the line is a remark.
                ';' => break,
                c => moves.push(c),
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_begins_with_a_tag_or_with_what_no_line_of_moves_has() {
        for line in ["[Event \"Club\"]", "1. e4 {bold} e5", "1.e4 (1.d4) e5", "12. Nf3 1-0", "1. e4 $1"] {
            assert!(PastedGame::begins_with(line), "{line}");
        }
        for line in ["e4", "1. e4 e5", "save a (1).pgn", "title {x}", "1-0", "12", ".", ""] {
            assert!(!PastedGame::begins_with(line), "{line}");
        }
    }

    #[test]
    fn a_game_ends_with_its_result_or_behind_its_moves() {
        for (lines, taken) in [
            (&["[White \"Ann\"]", "", "1. e4 e5", "2. Nf3 1-0", "e4"][..], 4),
            (&["[White \"Ann\"]", "", "", "1. e4 e5", "", "e4"], 5),
            (&["1. e4 {open", "1-0", "", "[this", "too} e5 *", "d4"], 5),
            (&["1. e4 ; 1-0", "e5 1/2-1/2", "d4"], 2),
            (&["[White \"1-0\"]", "*"], 2),
        ] {
            let mut game = PastedGame::default();
            let steps: Vec<PastedLine> = lines[..taken].iter().map(|line| game.add(line)).collect();
            let (last, before) = steps.split_last().unwrap();
            assert!(before.iter().all(|step| *step == PastedLine::Taken), "{lines:?}");
            assert_eq!(*last, PastedLine::Last(lines[..taken].join("\n") + "\n"), "{lines:?}");
        }
        let mut game = PastedGame::default();
        assert_eq!((game.add("[White \"Ann\"]"), game.add(".")), (PastedLine::Taken, PastedLine::Forgotten));
        // What follows belongs to the game still.
        let mut game = PastedGame::default();
        let lines = ["1. e4 e5", &"x ".repeat(MAX_LENGTH / 2), "resign", "quit", "1-0"];
        let steps = lines.map(|line| game.add(line));
        assert!(steps[..4].iter().all(|step| *step == PastedLine::Taken), "{steps:?}");
        assert_eq!(steps[4], PastedLine::TooLong);
    }
}
