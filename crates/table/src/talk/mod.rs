//! What every board of a terminal understands and says: commands and moves as they are typed, and what came of them in
//! sentences. Which of it a board shows, and where, is the board's.

mod answers;
mod command_word;
mod help;
mod instruction;
mod line;
pub mod picture;
mod position_text;
pub mod words;

pub use answers::{AnswerResult, Answers, View};
pub use command_word::{CommandWord, WORDS, color, path};
pub use help::help;
pub use instruction::{Instruction, ThreatsQuery};
pub use line::{NotUnderstood, read};
pub use position_text::{fault, read_fen};
