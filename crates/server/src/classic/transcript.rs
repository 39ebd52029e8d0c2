use std::collections::VecDeque;

/// How many bytes of a screen are kept: about as much as a page shows of it.
const MOST_KEPT: usize = 128 * 1024;

/// What is on a program's screen, piece by piece as it is told, for pages that come back to it.
#[derive(Default)]
pub(crate) struct ScreenTranscript {
    pieces: VecDeque<String>,
    /// How many bytes they have.
    size: usize,
    /// How many there were before them.
    forgotten: usize,
}

impl ScreenTranscript {
    /// Adds a piece. The oldest ones go where there are too many, but never the last.
    pub fn add(&mut self, piece: String) {
        self.size += piece.len();
        self.pieces.push_back(piece);
        while self.size > MOST_KEPT && self.pieces.len() > 1 {
            self.size -= self.pieces.pop_front().map_or(0, |piece| piece.len());
            self.forgotten += 1;
        }
    }

    /// How many pieces there have ever been.
    pub fn len(&self) -> usize {
        self.forgotten + self.pieces.len()
    }

    /// What to begin with for somebody who has so many pieces: theirs may be forgotten by now, or never have been.
    pub fn after(&self, count: usize) -> usize {
        count.clamp(self.forgotten, self.len())
    }

    /// The piece before which there were so many.
    pub fn piece(&self, number: usize) -> Option<&str> {
        self.pieces.get(number.checked_sub(self.forgotten)?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_old_is_forgotten_and_numbers_stay() {
        let mut screen = ScreenTranscript::default();
        let piece = |number: usize| format!("{number}{}", "x".repeat(MOST_KEPT / 4));
        (0..6).for_each(|number| screen.add(piece(number)));
        assert_eq!((screen.len(), screen.after(0), screen.after(5), screen.after(99)), (6, 3, 5, 6));
        assert_eq!(screen.piece(2), None);
        assert_eq!(screen.piece(5), Some(piece(5).as_str()));
        assert_eq!(screen.piece(6), None);
        screen.add("y".repeat(2 * MOST_KEPT));
        assert_eq!((screen.after(0), screen.len()), (6, 7), "one piece is kept, however long");
    }
}
