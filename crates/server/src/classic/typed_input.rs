use std::io::{self, BufRead, Read};
use std::sync::mpsc::Receiver;

/// What a player types, as a program reads it. It ends when nobody can type any more.
pub(super) struct TypedInput {
    typed: Receiver<Vec<u8>>,
    piece: Vec<u8>,
    at: usize,
}

impl TypedInput {
    pub fn new(typed: Receiver<Vec<u8>>) -> TypedInput {
        TypedInput { typed, piece: Vec::new(), at: 0 }
    }
}

impl Read for TypedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for TypedInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at >= self.piece.len() {
            let Ok(piece) = self.typed.recv() else { return Ok(&[]) };
            (self.piece, self.at) = (piece, 0);
        }
        Ok(self.piece.get(self.at..).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}
