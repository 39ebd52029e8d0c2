//! What every board of a terminal understands and says: commands and moves as they are typed, and what came of them in
//! sentences. Which of it a board shows, and where, is the board's.

mod answers;
mod command_word;
mod completer;
mod help;
mod instruction;
mod line;
mod move_telling;
mod pasted_text;
pub mod picture;
mod position_text;
mod typed_moves;
pub mod words;

pub use answers::{AnswerResult, Answers, View};
pub use command_word::{CommandWord, WORDS, color, path};
pub use completer::{Completer, Completion};
pub use help::help;
pub use instruction::{AnalysisWish, Instruction, ThreatsQuery};
pub use line::{NotUnderstood, completed_promotion, read};
pub use move_telling::{MoveTelling, UnknownTelling};
pub use pasted_text::PastedText;
pub use position_text::{fault, read_fen};
pub use typed_moves::TypedMoves;
