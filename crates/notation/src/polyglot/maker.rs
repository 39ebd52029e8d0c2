use std::cmp::Reverse;

use tabiya_rules::{Color, Move, Position, RuleSource};

use super::{BookEntry, BookKey, BookMove, NotInBooks};

/// What a game was worth to the side that made a move.
///
/// ```
/// use tabiya_notation::polyglot::BookPoints;
/// use tabiya_rules::Color;
///
/// assert_eq!(BookPoints::of_game(Some(Color::White), Color::White), BookPoints::Win);
/// assert_eq!(BookPoints::of_game(Some(Color::White), Color::Black), BookPoints::Loss);
/// assert_eq!(BookPoints::of_game(None, Color::Black), BookPoints::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookPoints {
    /// Nothing.
    Loss = 0,
    /// Half of a win. Polyglot's own maker counts games without a result so, too.
    Draw = 1,
    /// Two points.
    Win = 2,
}

impl BookPoints {
    /// The points of `mover` in a game that `winner` won, if somebody did.
    pub fn of_game(winner: Option<Color>, mover: Color) -> BookPoints {
        match winner {
            None => BookPoints::Draw,
            Some(winner) if winner == mover => BookPoints::Win,
            Some(_) => BookPoints::Loss,
        }
    }
}

/// Collects moves and makes a book of them.
///
/// A move's weight is the points that its side made: two for a win, one for a draw. Moves without points are left
/// out. Where a weight of a position does not fit 16 bits, all of that position are scaled so that the heaviest does;
/// none becomes 0.
///
/// The book depends only on what was recorded, not on the order, as long as the maker has room. It keeps at most as
/// many different moves as its capacity allows; beyond that, it forgets those seen in the fewest games
/// ([`BookMaker::forgotten`]), which in a book of games are the many that occur once.
///
/// CITE: the weights are those of Polyglot's `make-book`, <http://hgm.nubati.net/book_format.html>
///
/// ```
/// use tabiya_notation::polyglot::{BookKey, BookMaker, BookMove, BookPoints};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let e4 = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// let mut maker = BookMaker::new();
/// for points in [BookPoints::Win, BookPoints::Draw, BookPoints::Loss] {
///     maker.record(&start, e4, points).unwrap();
/// }
/// let entries: Vec<_> = maker.into_entries(1).collect();
/// assert_eq!(entries.len(), 1);
/// assert_eq!(entries[0].key, BookKey::of(&start));
/// assert_eq!(entries[0].weight, 3);
/// ```
#[derive(Clone, Debug)]
pub struct BookMaker {
    /// Sorted and without doubles up to the last compaction, as they came behind.
    tallies: Vec<MoveTally>,
    capacity: usize,
    forgotten: u64,
    shortfall: u32,
}

/// How a move did in a position. The order of a book without its weights.
#[derive(Clone, Copy, Debug)]
struct MoveTally {
    key: BookKey,
    games: u32,
    points: u32,
    book_move: BookMove,
}

const _: () = assert!(size_of::<MoveTally>() == 24);

/// The least room that makes sense.
const LEAST_CAPACITY: usize = 16;

impl BookMaker {
    /// The capacity of [`BookMaker::new`]: 48 MiB.
    pub const CAPACITY: usize = 1 << 21;

    /// A maker with nothing recorded.
    pub fn new() -> BookMaker {
        BookMaker::with_capacity(BookMaker::CAPACITY)
    }

    /// The same with room for `capacity` moves at 24 bytes each, taken as needed.
    pub fn with_capacity(capacity: usize) -> BookMaker {
        let capacity = capacity.max(LEAST_CAPACITY);
        BookMaker { tallies: Vec::new(), capacity, forgotten: 0, shortfall: 0 }
    }

    /// Records that a legal move was played in a position, in a game that was worth `points` to the mover.
    pub fn record<R: RuleSource>(
        &mut self,
        position: &Position<R>,
        m: Move,
        points: BookPoints,
    ) -> Result<(), NotInBooks> {
        self.add(BookKey::of(position), BookMove::from_move(m)?, points);
        Ok(())
    }

    /// The same for a position and a move already in a book's form.
    pub fn add(&mut self, key: BookKey, book_move: BookMove, points: BookPoints) {
        if self.tallies.len() >= self.capacity {
            self.compact();
            self.make_room();
        }
        self.tallies.push(MoveTally { key, games: 1, points: points as u32, book_move });
    }

    /// How often a move was forgotten for lack of room. With none, the book is exact.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// The most games that any move may have lost by being forgotten for a time.
    ///
    /// ```
    /// use tabiya_notation::polyglot::{BookKey, BookMaker, BookMove, BookPoints};
    ///
    /// let mut maker = BookMaker::with_capacity(16);
    /// for key in 0..17 {
    ///     maker.add(BookKey(key), BookMove(1), BookPoints::Win);
    /// }
    /// assert_eq!((maker.forgotten(), maker.shortfall()), (16, 1));
    /// ```
    pub fn shortfall(&self) -> u32 {
        self.shortfall
    }

    /// The entries of the book in their order, without the moves of fewer than `least_games` games.
    pub fn into_entries(mut self, least_games: u32) -> impl ExactSizeIterator<Item = BookEntry> {
        self.compact();
        self.tallies.retain(|tally| tally.points > 0 && tally.games >= least_games);
        for tallies in self.tallies.chunk_by_mut(|a, b| a.key == b.key) {
            tallies.sort_unstable_by_key(|tally| (Reverse(tally.points), tally.book_move));
            scale(tallies);
        }
        self.tallies.into_iter().map(|tally| BookEntry {
            key: tally.key,
            book_move: tally.book_move,
            // It has been scaled to fit.
            weight: u16::try_from(tally.points).unwrap_or(u16::MAX),
            learn: 0,
        })
    }

    /// The book itself.
    pub fn into_bytes(self, least_games: u32) -> Vec<u8> {
        self.into_entries(least_games).flat_map(BookEntry::to_bytes).collect()
    }

    /// Sorts the tallies and adds up those of the same move.
    fn compact(&mut self) {
        self.tallies.sort_unstable_by_key(|tally| (tally.key, tally.book_move));
        self.tallies.dedup_by(|next, kept| {
            let is_same = (next.key, next.book_move) == (kept.key, kept.book_move);
            if is_same {
                kept.games = kept.games.saturating_add(next.games);
                kept.points = kept.points.saturating_add(next.points);
            }
            is_same
        });
    }

    /// Forgets the rarest moves until half of the room is free, so that sorting stays rare.
    /// CITE: Manku and Motwani, "Approximate frequency counts over data streams", 2002
    fn make_room(&mut self) {
        let mut rare: u32 = 1;
        let before = self.tallies.len();
        while self.tallies.len() > self.capacity / 2 {
            self.tallies.retain(|tally| tally.games > rare);
            if self.tallies.len() > self.capacity / 2 {
                rare = rare.saturating_mul(2);
            }
        }
        if self.tallies.len() < before {
            self.forgotten += (before - self.tallies.len()) as u64;
            self.shortfall = self.shortfall.saturating_add(rare);
        }
    }
}

impl Default for BookMaker {
    fn default() -> BookMaker {
        BookMaker::new()
    }
}

/// Makes the points of a position's moves, the most first, fit the weights.
fn scale(tallies: &mut [MoveTally]) {
    let most = tallies.first().map_or(0, |tally| tally.points);
    let limit = u32::from(u16::MAX);
    if most <= limit {
        return;
    }
    for tally in tallies {
        let scaled = u64::from(tally.points) * u64::from(limit) / u64::from(most);
        tally.points = u32::try_from(scaled).unwrap_or(limit).max(1);
    }
}
