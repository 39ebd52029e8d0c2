//! Between the library's types and the model's.

use tabiya_rules::{Color, Piece, Position, Role, RuleSource, Square};

use crate::model::{self, ModelPosition, ModelRules};

/// The same position for the model.
pub fn to_model<R: RuleSource>(position: &Position<R>, rules: &ModelRules) -> ModelPosition {
    let mut board = model::Board::empty();
    for (at, man) in position.board().pieces() {
        board.set(square(at), Some(piece(man)));
    }
    ModelPosition {
        rules: rules.clone(),
        board,
        turn: color(position.turn()),
        rights: position.castling().into_iter().map(square).collect(),
        en_passant: position.en_passant().map(square),
        halfmoves: position.halfmoves().into(),
        fullmoves: position.fullmoves().into(),
    }
}

pub fn square(square: Square) -> model::Square {
    model::Square { file: square.file() as i8, rank: square.rank() as i8 }
}

pub fn color(color: Color) -> model::Color {
    match color {
        Color::White => model::Color::White,
        Color::Black => model::Color::Black,
    }
}

pub fn role(role: Role) -> model::Role {
    model::Role::from_letter(role.letter()).expect("both have the same letters")
}

pub fn piece(piece: Piece) -> model::Piece {
    model::Piece { color: color(piece.color), role: role(piece.role) }
}

/// The legal moves as sorted text.
pub fn moves<R: RuleSource>(position: &Position<R>) -> Vec<String> {
    let mut text: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    text.sort();
    text
}
