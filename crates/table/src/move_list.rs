use tabiya_game::{History, NodeId, Step};
use tabiya_notation::SanPlus;
use tabiya_rules::{Position, Rules};

/// Moves with their numbers, word by word: `1.`, `e4`, `e5`, `2.`, `Nf3`.
pub fn numbered(history: &History, nodes: impl IntoIterator<Item = NodeId>) -> Vec<String> {
    let mut words = Vec::new();
    for node in nodes {
        let Some(before) = history.parent(node).and_then(|parent| history.get(parent)) else { continue };
        let step = history.get(node).and_then(|node| node.step);
        let number = before.position.fullmoves();
        match before.position.turn() {
            color if color.is_white() => words.push(format!("{number}.")),
            _ if words.is_empty() => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(step.map_or_else(String::new, |step| notation(step, &before.position)));
    }
    words
}

fn notation(step: Step, position: &Position<&'static Rules>) -> String {
    match step {
        Step::Move(m) => SanPlus::from_move(m, position).to_string(),
        Step::Pass => "pass".to_owned(),
    }
}
