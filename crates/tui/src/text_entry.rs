/// A line of text that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextEntry {
    text: String,
    /// Before which character what is typed goes.
    place: usize,
    /// Whether the whole text is only proposed: what is typed takes its place.
    is_proposed: bool,
}

/// The most characters of a line.
const LONGEST: usize = 4096;

impl TextEntry {
    pub fn new(text: &str) -> TextEntry {
        TextEntry { text: text.to_owned(), place: text.chars().count(), is_proposed: false }
    }

    /// A text in whose place goes what is typed, unless somebody goes into it to change it.
    pub fn proposed(text: &str) -> TextEntry {
        TextEntry { is_proposed: !text.is_empty(), ..TextEntry::new(text) }
    }

    pub fn is_proposed(&self) -> bool {
        self.is_proposed
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Before which character the next one goes.
    pub fn place(&self) -> usize {
        self.place
    }

    pub fn insert(&mut self, c: char) {
        if c.is_control() {
            return;
        }
        self.take_proposed_away();
        if self.text.chars().count() < LONGEST {
            let at = self.offset(self.place);
            self.text.insert(at, c);
            self.place += 1;
        }
    }

    pub fn insert_all(&mut self, text: &str) {
        text.chars().filter(|c| !c.is_control()).take(LONGEST).for_each(|c| self.insert(c));
    }

    /// Takes a text away that is only proposed; says whether it was.
    fn take_proposed_away(&mut self) -> bool {
        let is_proposed = self.is_proposed;
        if is_proposed {
            self.clear();
        }
        is_proposed
    }

    /// Takes the character before the place away.
    pub fn backspace(&mut self) {
        if !self.take_proposed_away() && self.place > 0 {
            self.place -= 1;
            let at = self.offset(self.place);
            self.text.remove(at);
        }
    }

    pub fn delete(&mut self) {
        self.take_proposed_away();
        let at = self.offset(self.place);
        if at < self.text.len() {
            self.text.remove(at);
        }
    }

    pub fn left(&mut self) {
        self.go_to(self.place.saturating_sub(1));
    }

    pub fn right(&mut self) {
        self.go_to(self.place + 1);
    }

    pub fn home(&mut self) {
        self.go_to(0);
    }

    pub fn end(&mut self) {
        self.go_to(usize::MAX);
    }

    fn go_to(&mut self, place: usize) {
        self.place = place.min(self.text.chars().count());
        self.is_proposed = false;
    }

    pub fn clear(&mut self) {
        *self = TextEntry::default();
    }

    pub fn set(&mut self, text: &str) {
        *self = TextEntry::new(text);
    }

    fn offset(&self, place: usize) -> usize {
        self.text.char_indices().nth(place).map_or(self.text.len(), |(offset, _)| offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_typed_where_the_place_is() {
        let mut entry = TextEntry::new("né4");
        entry.left();
        entry.backspace();
        entry.insert('f');
        assert_eq!((entry.text(), entry.place()), ("nf4", 2));
        entry.home();
        entry.delete();
        entry.end();
        entry.insert_all("x\u{1b}\n");
        assert_eq!(entry.text(), "f4x");
    }

    #[test]
    fn a_proposed_text_goes_when_something_is_typed() {
        type EntryChange = fn(&mut TextEntry);
        let changes: [(EntryChange, &str); 6] = [
            (|entry| entry.insert_all("12"), "12"),
            (|entry| entry.insert('\n'), "5+3"),
            (TextEntry::backspace, ""),
            (TextEntry::delete, ""),
            (
                |entry| {
                    entry.home();
                    entry.insert('1');
                },
                "15+3",
            ),
            (
                |entry| {
                    entry.end();
                    entry.backspace();
                },
                "5+",
            ),
        ];
        for (number, (change, left)) in changes.into_iter().enumerate() {
            let mut entry = TextEntry::proposed("5+3");
            change(&mut entry);
            assert_eq!(entry.text(), left, "{number}");
        }
    }
}
