use tabiya_rules::german::{NounCase, color, into, the};
use tabiya_rules::{Move, Position, RuleSource, Square};

use crate::narration::castling_targets;

use NounCase::{Accusative, Dative, Nominative};

/// What a legal move does.
pub(crate) fn move_words<R: RuleSource>(position: &Position<R>, m: Move) -> String {
    let (from, to, side) = (m.from(), m.to(), color(position.turn()));
    let Some(role) = m.role() else { return castling(position, m) };
    if m.is_en_passant() {
        let taken = Square::new(to.file(), from.rank());
        return format!(
            "{side} schlägt mit dem Bauern von {from} den Bauern auf {taken} en passant und zieht nach {to}"
        );
    }
    let step = match position.board().role_at(to) {
        Some(taken) => {
            let (man, taken) = (the(role, Dative), the(taken, Accusative));
            format!("{side} schlägt mit {man} von {from} {taken} auf {to}")
        }
        None => format!("{side} zieht {} von {from} nach {to}", the(role, Accusative)),
    };
    match m.promotion() {
        Some(new) => format!("{step}; der Bauer wird {}", into(new)),
        None => step,
    }
}

fn castling<R: RuleSource>(position: &Position<R>, m: Move) -> String {
    let (royal, rook) = (m.from(), m.to());
    let (royal_to, rook_to) = castling_targets(m);
    let way = |from: Square, to: Square| {
        if to == from { format!("bleibt auf {from}") } else { format!("geht von {from} nach {to}") }
    };
    format!(
        "{} rochiert: {} {}, der Turm {}",
        color(position.turn()),
        the(position.rules().moves.royal_role(), Nominative),
        way(royal, royal_to),
        way(rook, rook_to)
    )
}
