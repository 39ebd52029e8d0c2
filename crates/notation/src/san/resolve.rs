use tabiya_rules::{Bitboard, File, Move, Piece, Position, Rank, Role, RuleSource, Square};

use super::{San, SanError};

impl San {
    /// The legal move of `position` that is meant, or why there is none.
    ///
    /// A move written as a capture must take something; one that takes need not say so.
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, SanError> {
        match self {
            San::Null => Err(SanError::Null),
            San::Castling(side) => Ok(position.castle(side)?),
            San::Normal { role, file, rank, capture, to, promotion } => {
                let among = among(file, rank);
                let origins = position.origins(role, to, among);
                let Some(from) = origins.first() else {
                    return Err(why_none(position, role, among, to, promotion));
                };
                if origins.is_many() {
                    return Err(SanError::Ambiguous { role, to, from: origins });
                }
                if capture && !takes(position, role, from, to) {
                    return Err(SanError::NothingToTake { to });
                }
                Ok(position.move_of(role, from, to, promotion)?)
            }
        }
    }
}

/// The squares that what is told of the origin leaves open.
fn among(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::ALL, Bitboard::file) & rank.map_or(Bitboard::ALL, Bitboard::rank)
}

fn takes<R: RuleSource>(position: &Position<R>, role: Role, from: Square, to: Square) -> bool {
    position.piece_at(to).is_some() || role == Role::Pawn && from.file() != to.file()
}

/// Why none of the pieces meant can make the move: where only one is meant, the exact reason of the rules.
#[cold]
fn why_none<R: RuleSource>(
    position: &Position<R>,
    role: Role,
    among: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> SanError {
    let men = position.board().by_piece(Piece { color: position.turn(), role }) & among;
    let only = if men.is_many() { Bitboard::EMPTY } else { men };
    let reason = only.first().and_then(|from| position.legal(from, to, promotion).err());
    reason.map_or(SanError::NoneCan { role, to }, SanError::Illegal)
}
