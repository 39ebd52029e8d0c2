//! What the tests have in common: rule sets to try, random play, perft files, and the way to the model and back.

pub mod fen;
pub mod perft_file;
pub mod random;
pub mod sets;
pub mod translate;
pub mod walk;
