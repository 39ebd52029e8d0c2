use std::fmt;

use tabiya_rules::{Move, Position, RuleSource};

use super::{BookEntry, BookKey};

/// An opening book in bytes that are owned, borrowed or mapped from a file.
///
/// All bytes are looked at once, when the book is opened; moves are then found by binary search. Should a mapped file
/// change later, moves may be missed, and nothing worse.
///
/// ```
/// use tabiya_notation::polyglot::{Book, BookMaker, BookPoints};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let e4 = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// let mut maker = BookMaker::new();
/// maker.record(&start, e4, BookPoints::Win).unwrap();
///
/// let book = Book::new(maker.into_bytes(1)).unwrap();
/// let found = book.moves(&start);
/// assert_eq!((found.moves[0].m, found.moves[0].weight), (e4, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book<B> {
    bytes: B,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// The book in these bytes, if they are whole entries in the order of their keys. No bytes are a book without
    /// moves.
    pub fn new(bytes: B) -> Result<Book<B>, BookError> {
        let (entries, rest) = bytes.as_ref().as_chunks();
        if !rest.is_empty() {
            return Err(BookError::Length { length: bytes.as_ref().len() });
        }
        let keys = entries.iter().map(|&bytes| BookEntry::from_bytes(bytes).key);
        let pairs = keys.clone().zip(keys.skip(1));
        match pairs.enumerate().find(|(_, (key, next))| key > next) {
            Some((place, (before, key))) => Err(BookError::Unsorted { number: place + 2, before, key }),
            None => Ok(Book { bytes }),
        }
    }

    fn chunks(&self) -> &[[u8; BookEntry::LENGTH]] {
        self.bytes.as_ref().as_chunks().0
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.chunks().len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.chunks().is_empty()
    }

    /// All entries, by key.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = BookEntry> {
        self.chunks().iter().map(|&bytes| BookEntry::from_bytes(bytes))
    }

    /// The entries of a key, as they are.
    pub fn entries_of(&self, key: BookKey) -> impl Iterator<Item = BookEntry> {
        let chunks = self.chunks();
        let first = chunks.partition_point(|&bytes| BookEntry::from_bytes(bytes).key < key);
        let from_first = chunks.iter().skip(first).map(|&bytes| BookEntry::from_bytes(bytes));
        from_first.take_while(move |entry| entry.key == key)
    }

    /// The moves for a position that are legal in it.
    pub fn moves<R: RuleSource>(&self, position: &Position<R>) -> BookMoves {
        let mut found = BookMoves::default();
        for entry in self.entries_of(BookKey::of(position)) {
            match entry.book_move.to_move(position) {
                Ok(m) => found.add(m, entry),
                Err(_) => found.ignored += 1,
            }
        }
        found.moves.sort_by_key(|choice| std::cmp::Reverse(choice.weight));
        found
    }
}

/// What a book knows of a position.
///
/// ```
/// use tabiya_notation::polyglot::{Book, BookMoves};
/// use tabiya_rules::Position;
///
/// let nothing = Book::new([]).unwrap().moves(&Position::start());
/// assert_eq!(nothing, BookMoves::default());
/// assert_eq!(nothing.best(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMoves {
    /// The legal moves, the heaviest first; of equal ones, in the order of the book. None is there twice.
    pub moves: Vec<BookChoice>,
    /// How many entries were left out, because their moves are not legal.
    pub ignored: usize,
}

/// A move of a book.
///
/// ```
/// use tabiya_notation::polyglot::{Book, BookMaker, BookPoints};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let mut maker = BookMaker::new();
/// for m in &start.legal_moves() {
///     maker.record(&start, m, BookPoints::Draw).unwrap();
/// }
/// let found = Book::new(maker.into_bytes(1)).unwrap().moves(&start);
/// assert!(found.moves.iter().all(|choice| choice.weight == 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookChoice {
    /// The move.
    pub m: Move,
    /// How often it should be played, beside the others. A move of weight 0 should not be played.
    pub weight: u16,
    /// What an engine has learnt of it.
    pub learn: u32,
}

impl BookMoves {
    /// Adds a move, or its weight to what is there, so that there are never more than legal moves.
    fn add(&mut self, m: Move, entry: BookEntry) {
        match self.moves.iter_mut().find(|choice| choice.m == m) {
            Some(choice) => choice.weight = choice.weight.saturating_add(entry.weight),
            None => self.moves.push(BookChoice { m, weight: entry.weight, learn: entry.learn }),
        }
    }

    /// The heaviest move, if any has weight.
    pub fn best(&self) -> Option<Move> {
        self.moves.first().filter(|choice| choice.weight > 0).map(|choice| choice.m)
    }

    /// A move picked by a random number, each as often as its weight says; `None` if none has weight.
    ///
    /// ```
    /// use tabiya_notation::polyglot::{Book, BookMaker, BookPoints};
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let moves = start.legal_moves();
    /// let mut maker = BookMaker::new();
    /// maker.record(&start, moves[0], BookPoints::Win).unwrap();
    /// maker.record(&start, moves[1], BookPoints::Draw).unwrap();
    ///
    /// let found = Book::new(maker.into_bytes(1)).unwrap().moves(&start);
    /// assert_eq!(found.pick(0), Some(moves[0]));
    /// assert_eq!(found.pick(u64::MAX / 2), Some(moves[0]));
    /// assert_eq!(found.pick(u64::MAX), Some(moves[1]));
    /// ```
    pub fn pick(&self, random: u64) -> Option<Move> {
        let total: u64 = self.moves.iter().map(|choice| u64::from(choice.weight)).sum();
        let mut place = (u128::from(random) * u128::from(total)) >> 64;
        for choice in &self.moves {
            match place.checked_sub(u128::from(choice.weight)) {
                Some(left) => place = left,
                None => return Some(choice.m),
            }
        }
        None
    }
}

/// Why bytes are no book.
///
/// ```
/// use tabiya_notation::polyglot::{Book, BookError};
///
/// let error = Book::new([0; 100]).unwrap_err();
/// assert_eq!(error, BookError::Length { length: 100 });
/// assert_eq!(
///     error.to_string(),
///     "100 bytes are no whole number of entries of 16 bytes: the book is cut off, or is none",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum BookError {
    /// The bytes are no whole number of entries.
    Length { length: usize },
    /// An entry comes after one with a higher key, so that neither might be found. Entries are counted from 1.
    Unsorted { number: usize, before: BookKey, key: BookKey },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Length { length } => {
                write!(f, "{length} bytes are no whole number of entries of {} bytes: ", BookEntry::LENGTH)?;
                f.write_str("the book is cut off, or is none")
            }
            BookError::Unsorted { number, before, key } => {
                write!(f, "entry {number} is out of order: its key {key} is less than {before} before it")
            }
        }
    }
}

impl std::error::Error for BookError {}
