use tabiya_rules::{File, Move, Position, Royalty, Rules, Square};

/// What a legal move does, in words.
pub fn narrate(position: &Position<&'static Rules>, m: Move) -> String {
    let next = position.play_unchecked(m);
    let is_check = position.rules().moves.royalty == Royalty::Checked && next.is_check();
    let what = what(position, m);
    if let Some(outcome) = position.outcome() {
        return format!("{what}, though the game was over before: {outcome}");
    }
    match next.outcome() {
        Some(outcome) => format!("{what}: {outcome}"),
        None if is_check => format!("{what}, with check"),
        None => what,
    }
}

fn what(position: &Position<&'static Rules>, m: Move) -> String {
    let (from, to) = (m.from(), m.to());
    if m.is_castling() {
        return castling(position, m);
    }
    let role = m.role();
    if m.is_en_passant() {
        let taken = Square::new(to.file(), from.rank());
        return format!("the {role} on {from} takes the pawn on {taken} in passing and goes to {to}");
    }
    let step = match position.board().role_at(to) {
        Some(taken) => format!("the {role} on {from} takes the {taken} on {to}"),
        None => format!("the {role} goes from {from} to {to}"),
    };
    match m.promotion() {
        Some(new) => format!("{step} and becomes a {new}"),
        None => step,
    }
}

fn castling(position: &Position<&'static Rules>, m: Move) -> String {
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
        position.rules().moves.royal,
        way(royal, royal_file),
        way(rook, rook_file)
    )
}
