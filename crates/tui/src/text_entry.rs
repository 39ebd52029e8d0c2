/// A line of text that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextEntry {
    text: String,
    /// Before which character what is typed goes.
    place: usize,
}

/// The most characters of a line.
const LONGEST: usize = 4096;

impl TextEntry {
    pub fn new(text: &str) -> TextEntry {
        TextEntry { text: text.to_owned(), place: text.chars().count() }
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
        if !c.is_control() && self.text.chars().count() < LONGEST {
            let at = self.offset(self.place);
            self.text.insert(at, c);
            self.place += 1;
        }
    }

    pub fn insert_all(&mut self, text: &str) {
        text.chars().filter(|c| !c.is_control()).take(LONGEST).for_each(|c| self.insert(c));
    }

    /// Takes the character before the place away.
    pub fn backspace(&mut self) {
        if self.place > 0 {
            self.place -= 1;
            let at = self.offset(self.place);
            self.text.remove(at);
        }
    }

    pub fn delete(&mut self) {
        let at = self.offset(self.place);
        if at < self.text.len() {
            self.text.remove(at);
        }
    }

    pub fn left(&mut self) {
        self.place = self.place.saturating_sub(1);
    }

    pub fn right(&mut self) {
        self.place = (self.place + 1).min(self.text.chars().count());
    }

    pub fn home(&mut self) {
        self.place = 0;
    }

    pub fn end(&mut self) {
        self.place = self.text.chars().count();
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
}
