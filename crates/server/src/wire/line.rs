use serde::{Deserialize, Serialize};
use tabiya_game::{Game, NodeId, Step};
use tabiya_notation::{Fen, SanPlus, UciMove};

/// A move of the line that was played, with the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MoveView {
    /// Its number in the tree of all moves.
    pub node: u32,
    /// Such as `g1f3`; `0000` where a side passed.
    pub uci: String,
    /// Such as `Nf3`; `--` where a side passed.
    pub san: String,
    /// The position after it.
    pub fen: String,
}

/// How the line of moves changed: so many moves at its beginning stay, these follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LineChange {
    /// How many moves stay.
    pub keep: u32,
    /// What follows them.
    pub add: Vec<MoveView>,
}

impl LineChange {
    /// What leads from one line to that of `game`.
    pub(crate) fn from(before: &[NodeId], game: &Game) -> LineChange {
        let line: Vec<NodeId> = game.history().line().collect();
        let keep = before.iter().zip(&line).take_while(|(a, b)| a == b).count();
        let add = line[keep..].iter().filter_map(|&node| MoveView::of(game, node)).collect();
        LineChange { keep: keep as u32, add }
    }
}

impl MoveView {
    fn of(game: &Game, id: NodeId) -> Option<MoveView> {
        let history = game.history();
        let node = history.get(id)?;
        let before = history.get(history.parent(id)?)?.position;
        let (uci, san) = match node.step? {
            Step::Move(m) => {
                let san = SanPlus::from_move(m, &before);
                (UciMove::from_move(m, &before).to_string(), san.to_string())
            }
            Step::Pass => ("0000".to_owned(), "--".to_owned()),
        };
        Some(MoveView { node: id.number(), uci, san, fen: Fen::from(&node.position).to_string() })
    }
}
