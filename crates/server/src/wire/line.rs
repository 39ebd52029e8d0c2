use serde::{Deserialize, Serialize};
use tabiya_game::{Game, NodeId, Step};
use tabiya_notation::{Fen, SanPlus, UciMove};
use tabiya_openings::{OpeningLine, opening_at};

/// A move of the line that was played, with the position after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MoveView {
    /// Its number in the tree of all moves.
    pub node: u32,
    /// Such as `g1f3`; `0000` where a side passed.
    pub uci: String,
    /// Such as `Nf3`; `--` where a side passed.
    pub san: String,
    /// The position after it. That of the last move is told with the state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The opening that this position has the name of. The opening of a game is the last one that is named in its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
}

/// An opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpeningView {
    /// Its code, such as `C60`.
    pub eco: String,
    /// Its name.
    pub name: String,
}

impl From<&OpeningLine> for OpeningView {
    fn from(line: &OpeningLine) -> OpeningView {
        OpeningView { eco: line.eco().to_string(), name: line.name().to_owned() }
    }
}

/// An opening with which a game may begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpeningChoice {
    /// Its code, such as `C60`.
    pub eco: String,
    /// Its name, by which a game is asked for that begins with it.
    pub name: String,
    /// Its moves, such as `1. e4 e5 2. Nf3`.
    pub moves: String,
}

impl From<&OpeningLine> for OpeningChoice {
    fn from(line: &OpeningLine) -> OpeningChoice {
        let OpeningView { eco, name } = line.into();
        OpeningChoice { eco, name, moves: line.numbered_moves() }
    }
}

/// How the line of moves changed: so many moves at its beginning stay, these follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        let opening = opening_at(&node.position).map(OpeningView::from);
        let fen = (id != history.here()).then(|| Fen::from(&node.position).to_string());
        Some(MoveView { node: id.number(), uci, san, fen, opening })
    }
}
