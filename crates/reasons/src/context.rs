use tabiya_rules::{Bitboard, Key, Move, Position, Role, Rules, Square};

/// Where a move is made.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext<'a> {
    /// The position in which it is made.
    pub position: Position<&'static Rules>,
    /// The keys of the positions before it.
    pub history: &'a [Key],
    /// Where the opponent's last move has just taken something: what takes there takes back.
    pub taken_on: Option<Square>,
}

impl MoveContext<'_> {
    /// How often a position has then been on the board, with this time.
    pub(crate) fn occurrences(&self, position: &Position<&'static Rules>) -> u16 {
        let key = position.key();
        // No position comes back once a pawn has moved or something was taken.
        let reach = usize::from(position.halfmoves());
        let before = self.history.iter().rev().take(reach).filter(|&&earlier| earlier == key).count();
        let now = usize::from(self.position.key() == key);
        u16::try_from(1 + before + now).unwrap_or(u16::MAX)
    }
}

/// What a move takes, and where that stands.
///
/// ```
/// use tabiya_reasons::capture_of;
/// use tabiya_rules::{FIDE, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// assert_eq!(capture_of(&start, start.legal_moves()[0]), None);
/// ```
pub fn capture_of(position: &Position<&'static Rules>, m: Move) -> Option<(Role, Square)> {
    if m.is_castling() {
        return None;
    }
    if m.is_en_passant() {
        let at = Bitboard::of(m.to()).forward(!position.turn()).first()?;
        return Some((Role::Pawn, at));
    }
    position.board().role_at(m.to()).map(|role| (role, m.to()))
}
