use tabiya_rules::{File, Language, Move, Position, RuleSource, Square};

use crate::german;

/// What a legal move does, in words without a full stop.
///
/// ```
/// use tabiya_game::narration::move_words;
/// use tabiya_rules::{Language, Position};
///
/// let start = Position::start();
/// let m = start.legal("g1".parse().unwrap(), "f3".parse().unwrap(), None).unwrap();
/// assert_eq!(move_words(Language::English, &start, m), "White's knight goes from g1 to f3");
/// assert_eq!(move_words(Language::German, &start, m), "Weiß zieht den Springer von g1 nach f3");
/// ```
pub fn move_words<R: RuleSource>(language: Language, position: &Position<R>, m: Move) -> String {
    match language {
        Language::English => english(position, m),
        Language::German => german::move_words(position, m),
    }
}

fn english<R: RuleSource>(position: &Position<R>, m: Move) -> String {
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
    let (royal_to, rook_to) = castling_targets(m);
    let way = |from: Square, to: Square| {
        if to == from { format!("stays on {from}") } else { format!("goes from {from} to {to}") }
    };
    format!(
        "{} castles: the {} {}, the rook {}",
        position.turn(),
        position.rules().moves.royal_role(),
        way(royal, royal_to),
        way(rook, rook_to)
    )
}

/// Where castling takes the royal piece and its rook.
pub(crate) fn castling_targets(m: Move) -> (Square, Square) {
    let (royal, rook) = (m.from(), m.to());
    let (royal_file, rook_file) =
        if rook.file() > royal.file() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(royal_file, royal.rank()), Square::new(rook_file, rook.rank()))
}
