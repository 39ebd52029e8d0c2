use std::fmt::{self, Write};

use tabiya_rules::{Color, FIDE, Position, Rules, Start};

use super::variant::{self, PgnVariant};
use super::{PgnEnding, PgnGame, PgnNodeId, tags};
use crate::{Fen, San, SanPlus};

/// The most columns of a line, unless a single word is longer.
const COLUMNS: usize = 80;

/// The game in the standard's export form: the seven tags first, lines of at most 80 columns.
impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ending = self.ending.to_string();
        for (name, value) in self.tags.with_roster() {
            match name {
                tags::RESULT => write_tag(f, name, self.odd_result().unwrap_or(&ending))?,
                // The start of a game that has moves is known. Without moves, it may be that its tags could not be read.
                _ if variant::TAGS.contains(&name) && !self.is_plain() => {}
                _ => write_tag(f, name, value)?,
            }
        }
        for (name, value) in PgnVariant::to_tags(&self.rule_file()) {
            write_tag(f, name, &value)?;
        }
        if !self.is_from_usual_start() || self.rules().start == Start::Chess960 {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &Fen::from(self.start()).to_string())?;
        }
        f.write_char('\n')?;
        let mut words = LineWrapper { f, column: 0, word: String::new(), opening: String::new() };
        self.write_moves(&mut words)?;
        words.put(&ending)?;
        words.finish()
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            // A tag has one line.
            '\n' | '\r' => f.write_char(' ')?,
            _ => f.write_char(c)?,
        }
    }
    f.write_str("\"]\n")
}

/// What is still to be written.
enum WriteStep {
    /// A move from a position, and then what follows it.
    Move(PgnNodeId, Position<&'static Rules>),
    Open,
    Close,
}

impl PgnGame {
    /// What the tag of the result says, if that is no ending at all.
    fn odd_result(&self) -> Option<&str> {
        self.tags.get(tags::RESULT).filter(|text| PgnEnding::from_text(text.trim().as_bytes()).is_none())
    }

    /// Whether there is no move and nothing to tell of the start.
    fn is_plain(&self) -> bool {
        let is_chess = || self.rule_file().built_in().is_some_and(|set| *set.rules == FIDE);
        self.is_empty() && is_chess() && self.is_from_usual_start()
    }

    fn write_moves(&self, words: &mut LineWrapper<'_, '_>) -> fmt::Result {
        for nag in &self[PgnGame::ROOT].nags {
            words.put(&nag.to_string())?;
        }
        for comment in &self[PgnGame::ROOT].after {
            words.comment(comment)?;
        }
        let first = self.first_child(PgnGame::ROOT).map(|node| WriteStep::Move(node, *self.start()));
        let mut steps: Vec<WriteStep> = first.into_iter().collect();
        let mut needs_number = true;
        while let Some(step) = steps.pop() {
            match step {
                WriteStep::Open => {
                    words.open();
                    needs_number = true;
                }
                WriteStep::Close => {
                    words.close();
                    needs_number = true;
                }
                WriteStep::Move(node, position) => {
                    needs_number = self.write_move(words, node, &position, needs_number)?;
                    self.push_following(&mut steps, node, &position);
                }
            }
        }
        Ok(())
    }

    /// The line after a move, and before it the variations of the move if it is the line's own.
    fn push_following(
        &self,
        steps: &mut Vec<WriteStep>,
        node: PgnNodeId,
        position: &Position<&'static Rules>,
    ) {
        if let Some(next) = self.first_child(node) {
            steps.push(WriteStep::Move(next, self.after(node, position)));
        }
        let is_own = self.parent(node).and_then(|parent| self.first_child(parent)) == Some(node);
        if is_own {
            let variations =
                std::iter::successors(self.next_sibling(node), |&other| self.next_sibling(other));
            let variations: Vec<PgnNodeId> = variations.collect();
            for &variation in variations.iter().rev() {
                steps.extend([WriteStep::Close, WriteStep::Move(variation, *position), WriteStep::Open]);
            }
        }
    }

    /// Writes a move with its number and remarks; says whether the next move needs its number.
    fn write_move(
        &self,
        words: &mut LineWrapper<'_, '_>,
        node: PgnNodeId,
        position: &Position<&'static Rules>,
        needs_number: bool,
    ) -> Result<bool, fmt::Error> {
        let remarks = &self[node];
        for comment in &remarks.before {
            words.comment(comment)?;
        }
        let number = position.fullmoves();
        match position.turn() {
            Color::White => words.put(&format!("{number}."))?,
            Color::Black if needs_number || !remarks.before.is_empty() => {
                words.put(&format!("{number}..."))?;
            }
            Color::Black => {}
        }
        match remarks.m {
            Some(m) => words.put(&SanPlus::from_move(m, position).to_string())?,
            None => words.put(&San::Null.to_string())?,
        }
        for nag in &remarks.nags {
            words.put(&nag.to_string())?;
        }
        for comment in &remarks.after {
            words.comment(comment)?;
        }
        Ok(!remarks.after.is_empty())
    }
}

/// Puts words one after the other, in lines of bounded length. The last word waits, for a parenthesis may still be
/// closed behind it.
struct LineWrapper<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    column: usize,
    word: String,
    /// Parentheses to be opened before the next word.
    opening: String,
}

impl LineWrapper<'_, '_> {
    fn put(&mut self, word: &str) -> fmt::Result {
        self.flush()?;
        self.word.push_str(&self.opening);
        self.word.push_str(word);
        self.opening.clear();
        Ok(())
    }

    fn open(&mut self) {
        self.opening.push('(');
    }

    fn close(&mut self) {
        self.word.push(')');
    }

    /// Writes the waiting word, on a new line if there is no room.
    fn flush(&mut self) -> fmt::Result {
        let word = std::mem::take(&mut self.word);
        if word.is_empty() {
            return Ok(());
        }
        let length = word.chars().count();
        if self.column == 0 {
            self.column = length;
        } else if self.column + 1 + length > COLUMNS {
            self.f.write_char('\n')?;
            self.column = length;
        } else {
            self.f.write_char(' ')?;
            self.column += 1 + length;
        }
        self.f.write_str(&word)
    }

    /// A comment in braces; where it has a closing brace of its own, behind a semicolon.
    fn comment(&mut self, text: &str) -> fmt::Result {
        let text = text.replace(['\n', '\r'], " ");
        let text = text.trim_ascii();
        if text.contains('}') {
            return self.line_comment(text);
        }
        let text = format!("{{{text}}}");
        let mut rest = text.as_str();
        while let Some(at) = break_point(rest) {
            self.put(&rest[..at])?;
            rest = &rest[at + 1..];
        }
        self.put(rest)
    }

    /// The only form that holds a closing brace has one line, however long.
    fn line_comment(&mut self, text: &str) -> fmt::Result {
        self.put(&format!(";{text}"))?;
        self.flush()?;
        self.f.write_char('\n')?;
        self.column = 0;
        Ok(())
    }

    fn finish(mut self) -> fmt::Result {
        self.flush()?;
        self.f.write_char('\n')
    }
}

/// Where a line may first be broken in a comment: at a blank that has no blank beside it, so that joining the lines gives
/// the same text again; not before a sign that means something else at the beginning of a line, and not within a short
/// `[%clk 0:01:00]`.
fn break_point(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut word = 0;
    for at in 1..bytes.len().saturating_sub(1) {
        if bytes[at] != b' ' {
            continue;
        }
        let is_single = bytes[at - 1] != b' ' && bytes[at + 1] != b' ';
        let begun = &bytes[word..at];
        let is_command = begun.strip_prefix(b"{").unwrap_or(begun).starts_with(b"[%");
        let is_sign = bytes[at + 1] == b'%' || bytes[at + 1] == b'[' && bytes.get(at + 2) != Some(&b'%');
        if is_single && !is_command && !is_sign {
            return Some(at);
        }
        word = at + 1;
    }
    None
}
