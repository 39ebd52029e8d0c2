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
    /// The whole line of `game`.
    pub(crate) fn whole(game: &Game) -> LineChange {
        LineChange::since(NodeId::ROOT, game)
    }

    /// What leads from the line to a node, where the game stood before, to that of `game`. It costs what it tells.
    pub(crate) fn since(before: NodeId, game: &Game) -> LineChange {
        let history = game.history();
        let fork = history.fork(before);
        let mut add: Vec<NodeId> = history.back().take_while(|&node| node != fork).collect();
        add.reverse();
        LineChange {
            keep: history.get(fork).map_or(0, |node| node.ply),
            add: add.into_iter().filter_map(|node| MoveView::of(game, node)).collect(),
        }
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
