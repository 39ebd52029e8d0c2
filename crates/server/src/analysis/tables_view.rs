use tabiya_engine::TableResult;
use tabiya_rules::{Color, Language, german};

use crate::wire::{Side, TablesView};

/// What tables of endgames say of a position, as somebody is told.
pub(crate) fn tables_view(language: Language, result: TableResult) -> TablesView {
    let TableResult { winner, plies } = result;
    let moves = plies.map(|plies| plies.div_ceil(2).max(1));
    let says = match language {
        Language::English => english(winner, moves),
        Language::German => in_german(winner, moves),
    };
    TablesView { wins: winner.map(Side::from), says }
}

fn english(winner: Option<Color>, moves: Option<u32>) -> String {
    let Some(winner) = winner else { return "A draw, by the endgame tables.".to_owned() };
    let side = if winner.is_white() { "White" } else { "Black" };
    match moves {
        None => format!("{side} wins, by the endgame tables."),
        Some(1) => format!("{side} wins, by the endgame tables: mate, a capture or a pawn's move is next."),
        Some(moves) => {
            format!(
                "{side} wins, by the endgame tables: mate, a capture or a pawn's move comes in {moves} moves."
            )
        }
    }
}

fn in_german(winner: Option<Color>, moves: Option<u32>) -> String {
    let Some(winner) = winner else { return "Remis nach den Endspieltabellen.".to_owned() };
    let side = german::color(winner);
    match moves {
        None => format!("{side} gewinnt nach den Endspieltabellen."),
        Some(1) => {
            format!(
                "{side} gewinnt nach den Endspieltabellen: als Nächstes kommt Matt, ein Schlagen oder ein Bauernzug."
            )
        }
        Some(moves) => {
            format!(
                "{side} gewinnt nach den Endspieltabellen: in {moves} Zügen kommt Matt, ein Schlagen oder ein Bauernzug."
            )
        }
    }
}
