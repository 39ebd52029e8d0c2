use tabiya_rules::{File, Move, Position, RuleSource, Square};

/// What a legal move does, in words without a full stop.
///
/// ```
/// use tabiya_game::narration::move_words;
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = start.legal("g1".parse().unwrap(), "f3".parse().unwrap(), None).unwrap();
/// assert_eq!(move_words(&start, m), "White's knight goes from g1 to f3");
/// ```
pub fn move_words<R: RuleSource>(position: &Position<R>, m: Move) -> String {
    let (from, to, color) = (m.from(), m.to(), position.turn());
    let Some(role) = m.role() else { return castling(position, m) };
    if m.is_en_passant() {
        let taken = Square::new(to.file(), from.rank());
        return format!("{color}'s {role} on {from} takes the pawn on {taken} in passing and goes to {to}");
    }
    let step = match position.board().role_at(to) {
        Some(taken) => format!("{color}'s {role} on {from} takes the {taken} on {to}"),
        None => format!("{color}'s {role} goes from {from} to {to}"),
    };
    match m.promotion() {
        Some(new) => format!("{step} and becomes a {new}"),
        None => step,
    }
}

fn castling<R: RuleSource>(position: &Position<R>, m: Move) -> String {
    let (royal, rook) = (m.from(), m.to());
    let (royal_file, rook_file) =
        if rook.file() > royal.file() { (File::G, File::F) } else { (File::C, File::D) };
    let way = |from: Square, file| match Square::new(file, from.rank()) {
        to if to == from => format!("stays on {from}"),
        to => format!("goes from {from} to {to}"),
    };
    format!(
        "{} castles: the {} {}, the rook {}",
        position.turn(),
        position.rules().moves.royal_role(),
        way(royal, royal_file),
        way(rook, rook_file)
    )
}
