use tabiya_rules::{Bitboard, File, Illegal, Move, Piece, Position, Rank, Role, RuleSource, Square};

use super::write::is_capture;
use super::{San, SanError};

impl San {
    /// The legal move of `position` that is meant, or why there is none.
    ///
    /// A move written as a capture must take something; one that takes need not say so. Two squares without a
    /// piece's letter are a move of whatever stands on the first, castling included. A small `b` before a target is a
    /// pawn's file where such a pawn can move there, else a bishop.
    ///
    /// ```
    /// use tabiya_notation::San;
    /// use tabiya_rules::Position;
    ///
    /// let start = Position::start();
    /// let m = |text: &str| text.parse::<San>().unwrap().to_move(&start).unwrap().to_string();
    /// assert_eq!(m("Nf3"), "g1f3");
    /// assert_eq!(m("g1f3"), "g1f3");
    /// ```
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, SanError> {
        match self {
            San::Null => Err(SanError::Null),
            San::Castling(side) => Ok(position.castle(side)?),
            San::Normal { role, file, rank, capture, to, promotion } => {
                let origins = position.origins(role, to, among(file, rank));
                let Some(from) = origins.first() else {
                    return otherwise(self, position);
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

/// What else may be meant where no piece of the role can make the move, or why nothing is.
#[cold]
fn otherwise<R: RuleSource>(san: San, position: &Position<R>) -> Result<Move, SanError> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return Err(SanError::Null);
    };
    if let (Some(file), Some(rank)) = (file, rank) {
        return by_squares(san, position, Square::new(file, rank));
    }
    let may_be_bishop = role == Role::Pawn && file == Some(File::B) && promotion.is_none();
    // Only beside its file could a pawn be meant.
    let must_be_bishop = !matches!(to.file(), File::A | File::C);
    if may_be_bishop && (must_be_bishop || position.origins(Role::Bishop, to, Bitboard::ALL).is_any()) {
        let bishop = San::Normal { role: Role::Bishop, file: None, rank: None, capture, to, promotion };
        return bishop.to_move(position);
    }
    // A pawn that takes tells its file.
    let meant = match (role, file) {
        (Role::Pawn, None) if !capture => Some(to.file()),
        _ => file,
    };
    Err(why_none(position, role, among(meant, rank), to, promotion))
}

/// Two squares say it all. Only a letter must not contradict them.
fn by_squares<R: RuleSource>(san: San, position: &Position<R>, from: Square) -> Result<Move, SanError> {
    let San::Normal { role, capture, to, promotion, .. } = san else {
        return Err(SanError::Null);
    };
    let own = Piece { color: position.turn(), role };
    if role != Role::Pawn && position.piece_at(from) != Some(own) {
        let there = || absent(position, role).unwrap_or(SanError::NotThere { role, at: from });
        return Err(over(position).unwrap_or_else(there));
    }
    let m = position.legal(from, to, promotion)?;
    let takes = !m.is_castling() && is_capture(m, position);
    if capture && !takes { Err(SanError::NothingToTake { to }) } else { Ok(m) }
}

/// Why none of the pieces meant can make the move: the exact reason of the rules, where those that move like that
/// share one.
fn why_none<R: RuleSource>(
    position: &Position<R>,
    role: Role,
    among: Bitboard,
    to: Square,
    promotion: Option<Role>,
) -> SanError {
    if let Some(over) = over(position) {
        return over;
    }
    if let Some(absent) = absent(position, role) {
        return absent;
    }
    let men = position.board().by_piece(Piece { color: position.turn(), role }) & among;
    let reason = |from| position.legal(from, to, promotion).err();
    let is_near = |why: &Illegal| !matches!(why, Illegal::Pattern { .. });
    let mut near = men.into_iter().filter_map(reason).filter(is_near);
    let shared = match near.next() {
        None if !men.is_many() => men.first().and_then(reason),
        first => first.filter(|&first| near.all(|why| why == first)),
    };
    shared.map_or(SanError::NoneCan { role, to }, SanError::Illegal)
}

/// That the rules do not play with such pieces, where none stands on the board all the same.
fn absent<R: RuleSource>(position: &Position<R>, role: Role) -> Option<SanError> {
    let rules = position.rules();
    let is_absent = position.board().by_role(role).is_empty() && !rules.roles().contains(role);
    is_absent.then(|| SanError::RoleNotInRules { role, game: rules.title() })
}

/// That the game is over, if it is: then no piece is to blame.
fn over<R: RuleSource>(position: &Position<R>) -> Option<SanError> {
    // This is said before anything of the squares.
    let any = Square::from_index(0);
    match position.legal(any, any, None) {
        Err(why @ Illegal::GameOver(_)) => Some(why.into()),
        _ => None,
    }
}
