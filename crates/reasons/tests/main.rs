//! Reasons of moves: a table of positions with what is said of them, and laws over play under many rule sets, where a plain
//! second implementation asks the rules whether what is said is true.

mod laws;
mod plain;
mod table;
