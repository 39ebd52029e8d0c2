use tabiya_rules::{Color, Square};

use super::move_telling::MoveTelling;
use super::picture::Style;
use super::typed_moves::TypedMoves;
use crate::request::Request;

/// What a line asks of a board: something to be done at the table, or something to be told.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "help says what each command does")]
pub enum Instruction {
    Ask(Request),
    /// Several moves on a line, or one that is written like two.
    Line(TypedMoves),
    Board,
    BoardStyle(Style),
    /// Whether the board is shown after every change.
    BoardAlways(bool),
    Moves(Option<Square>),
    Why(String),
    Threats(ThreatsQuery),
    Setup(Option<String>),
    Rules(Option<String>),
    Flip,
    Score,
    Clock,
    Hint,
    /// Where the game went wrong.
    Analyse(AnalysisWish),
    Fen,
    Pgn,
    List,
    Level,
    /// Which opening this is, or a game that begins with one.
    Opening(Option<String>),
    Book,
    /// How moves are told, or which way that is.
    Tell(Option<MoveTelling>),
    Help(Option<String>),
    Quit,
}

/// What is wanted of an analysis of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisWish {
    /// To be begun, gone on with, or told once more.
    Begin,
    /// To be forgotten, so that the game is saved without it.
    Forget,
}

/// Whose threats are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the choices are their own names")]
pub enum ThreatsQuery {
    Both,
    Of(Color),
    To(Square),
}
