//! Any bytes are an opening book or are refused; the moves of a book are legal, whatever it says.

use tabiya_notation::{Book, BookKey};
use tabiya_rules::Position;

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let start = Position::start();
    // Half of the books are made to be about the start, which random bytes would never hit.
    let key = BookKey::of(&start).0.to_be_bytes();
    let mut bytes = data.to_vec();
    for entry in bytes.chunks_exact_mut(16).filter(|entry| entry[0] & 1 == 1) {
        entry[..8].copy_from_slice(&key);
    }
    match Book::new(&bytes[..]) {
        Ok(book) => {
            assert_eq!(book.entries().len(), book.len());
            let moves = book.moves(&start);
            for m in moves.best().into_iter().chain(moves.pick(data.len() as u64)) {
                assert!(start.legal_moves().contains(&m));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
