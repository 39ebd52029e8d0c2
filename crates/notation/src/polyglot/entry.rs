use super::{BookKey, BookMove};

/// One entry of a book.
///
/// ```
/// use tabiya_notation::polyglot::{BookEntry, BookKey, BookMove};
///
/// let entry = BookEntry { key: BookKey(0x463b_9618_1691_fc9c), book_move: BookMove(0x031c), weight: 7, learn: 0 };
/// let bytes = entry.to_bytes();
/// assert_eq!(bytes[..10], [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c]);
/// assert_eq!(BookEntry::from_bytes(bytes), entry);
/// assert_eq!(entry.book_move.to_string(), "e2e4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// The position.
    pub key: BookKey,
    /// The move.
    pub book_move: BookMove,
    /// How often it should be played, beside the other moves of the position.
    pub weight: u16,
    /// What an engine has learnt of it; most books have 0.
    pub learn: u32,
}

impl BookEntry {
    /// The bytes of an entry.
    pub const LENGTH: usize = 16;

    /// The entry in a book's bytes, most significant byte first.
    pub const fn from_bytes(bytes: [u8; BookEntry::LENGTH]) -> BookEntry {
        let bits = u128::from_be_bytes(bytes);
        BookEntry {
            key: BookKey((bits >> 64) as u64),
            book_move: BookMove((bits >> 48) as u16),
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// The bytes of the entry in a book.
    pub const fn to_bytes(self) -> [u8; BookEntry::LENGTH] {
        let bits = (self.key.0 as u128) << 64
            | (self.book_move.0 as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        bits.to_be_bytes()
    }
}
