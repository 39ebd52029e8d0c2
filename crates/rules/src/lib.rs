#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod board;
mod castles;
mod color;
mod cpu;
pub mod german;
mod language;
mod move_list;
mod mv;
mod outcome;
mod perft;
mod piece;
mod position;
mod role;
mod rule;
mod setup;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castles::CastlingSide;
pub use color::{ByColor, Color};
pub use language::{ByLanguage, InLanguage, Language, Words};
pub use move_list::MoveList;
pub use mv::Move;
pub use outcome::{Claims, Draw, Judgement, Outcome, Victory};
pub use perft::perft;
pub use piece::Piece;
pub use position::{
    CastlingFault, Exposure, Fault, Faults, Illegal, Key, Lenient, Observer, PieceMoves, Position,
};
pub use role::{ByRole, Role, Roles};
pub use rule::{
    BYU, CHESS960, CUHK, EndRules, FIDE, Fide, GameTitle, GermanRules, HONG, HONG_WRITTEN, IMPERIAL, Limits,
    MoveRules, MoveRulesFault, NamedRules, RULE_SETS, RoyalTaken, Royalty, RuleDifference, RuleSource, Rules,
    Stalemate, StalemateTest, Start, WATERLOO,
};
pub use setup::Setup;
pub use square::{File, NotASquare, Rank, Square};
