//! A second, slow and plain statement of the rules: the oracle that the fast generator is compared with.
//!
//! It shares no code and no types with the crate under test, and takes no shortcut that could be wrong in the same
//! way: a board is eight rows of eight cells, a move is tried from every square to every square, and it is legal when
//! the board after it shows no attack on the mover's royal piece. Wrong input panics, for a test is the only reader.

mod board;
mod castling;
mod fen;
mod moves;
mod piece;
mod position;
mod rules;
mod square;

pub use board::{Board, Pattern};
pub use piece::{Color, Piece, Role};
pub use position::ModelPosition;
pub use rules::ModelRules;
pub use square::Square;
