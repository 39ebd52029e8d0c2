use tabiya_notation::MoveText;

use super::line::NotUnderstood;
use crate::table::Table;

/// Moves on one line: `Nf3 Nc6`. Two squares may as well be one move, from the first to the second, and only the board tells
/// which is meant.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedMoves {
    /// The line as one move, where it can be read so.
    pub as_one: Option<MoveText>,
    /// Its words, each with the move that it is.
    pub moves: Vec<(String, MoveText)>,
    /// What follows them and is no move.
    pub rest: Option<NotUnderstood>,
}

impl TypedMoves {
    /// What is meant at a table: the moves, one after the other, each as it was written. A pawn cannot go to a square from
    /// which a man of the same side is to go, so that never both can be played.
    pub fn meant(self, table: &Table) -> Vec<(String, MoveText)> {
        let TypedMoves { as_one, moves, rest: _ } = self;
        let Some(one) = as_one else { return moves };
        let is_first_legal = moves.first().is_some_and(|(_, first)| table.read_move(*first).is_ok());
        if table.read_move(one).is_err() && is_first_legal {
            return moves;
        }
        let words: Vec<String> = moves.into_iter().map(|(word, _)| word).collect();
        vec![(words.join(" "), one)]
    }
}
