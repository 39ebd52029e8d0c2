use serde::{Deserialize, Serialize};
use tabiya_notation::pgn::{Annotation, Nag, PgnGame, PgnNodeId, annotations, drawing_of, words_of};
use tabiya_notation::{Fen, SanPlus};
use tabiya_openings::opening_at;
use tabiya_rules::{Position, Rules};

use super::state::{DestsBySquare, EffectsByMove, MovesView};
use super::{OpeningView, Side};

/// The moves of a game with all variations, and what is said of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeView {
    /// The version of the game.
    pub version: u32,
    /// Whether whoever asks may change it.
    pub may_edit: bool,
    /// The marks that have a sign of their own.
    pub signs: Vec<SignView>,
    /// The start of the game and all its moves, each behind the one that it follows. Of the moves that follow the same one,
    /// the first continues the line, and the others are variations of it.
    pub moves: Vec<TreeMoveView>,
}

/// A mark with its sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SignView {
    /// Its number in PGN.
    pub mark: u8,
    /// Such as `!?`.
    pub sign: String,
}

/// A move of the tree, or the start of the game, with what is said of it. What is nothing or none is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeMoveView {
    /// Which of the moves it follows, counted from 0; nothing at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u32>,
    /// The step of the way to it, such as `e2e4`; the second of the same moves in a place is `e2e4~2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub step: String,
    /// Such as `Nf3`; `--` where a side passes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub san: String,
    /// The position after it.
    pub fen: String,
    /// Its marks, by their numbers in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u8>,
    /// What is said before it, where it begins a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// What is said after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What is drawn on the board, such as `Ge2e4` and `Rd5`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawing: Vec<String>,
    /// Whether its comments have something else of programs, such as a clock, which is kept and not told: whoever plays the
    /// move again after it was deleted cannot write that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// The opening that this position has the name of. The opening of a line is the last one that is named in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
}

/// What can be done in a position of the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlaceView {
    /// The version of the game.
    pub version: u32,
    /// The way to the move after which it is.
    pub path: String,
    /// Who is to move.
    pub turn: Side,
    /// Where the royal piece stands that is in check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Where each piece of the side to move may go, one square behind the other.
    #[cfg_attr(test, schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub dests: DestsBySquare,
    /// The moves that need to say what the pawn becomes.
    pub promotions: Vec<String>,
    /// What it may become, as letters.
    pub promotes_to: Vec<String>,
    /// What else a move changes.
    #[cfg_attr(
        test,
        schemars(
            with = "std::collections::BTreeMap<String, std::collections::BTreeMap<String, Option<String>>>"
        )
    )]
    pub effects: EffectsByMove,
}

impl TreeView {
    pub(crate) fn new(tree: &PgnGame, version: u32, may_edit: bool) -> TreeView {
        let sign = |mark: u8| Nag(mark).glyph().map(|sign| SignView { mark, sign: sign.to_owned() });
        let start = TreeMoveView { fen: Fen::from(tree.start()).to_string(), ..said(tree, PgnGame::ROOT) };
        let mut moves = vec![start];
        let mut open = vec![(PgnGame::ROOT, 0, *tree.start())];
        while let Some((node, number, position)) = open.pop() {
            let mut children = Vec::new();
            for child in tree.children(node) {
                let after = tree[child]
                    .m
                    .map_or_else(|| position.pass().unwrap_or(position), |m| position.play_unchecked(m));
                children.push((child, moves.len() as u32, after));
                moves.push(move_view(tree, child, number, &position, &after));
            }
            open.extend(children.into_iter().rev());
        }
        TreeView { version, may_edit, signs: (0..=u8::MAX).filter_map(sign).collect(), moves }
    }
}

fn move_view(
    tree: &PgnGame,
    node: PgnNodeId,
    follows: u32,
    before: &Position<&'static Rules>,
    after: &Position<&'static Rules>,
) -> TreeMoveView {
    let san = tree[node].m.map_or_else(|| "--".to_owned(), |m| SanPlus::from_move(m, before).to_string());
    TreeMoveView {
        after: Some(follows),
        step: tree.step_to(node, before).to_string(),
        san,
        fen: Fen::from(after).to_string(),
        opening: opening_at(after).map(OpeningView::from),
        ..said(tree, node)
    }
}

/// What is said of a move.
fn said(tree: &PgnGame, node: PgnNodeId) -> TreeMoveView {
    let at = &tree[node];
    let drawing = drawing_of(&at.after);
    let arrows = drawing.arrows.iter().map(ToString::to_string);
    TreeMoveView {
        marks: at.nags.iter().map(|nag| nag.0).collect(),
        before: words_of(&at.before),
        remarks: words_of(&at.after),
        drawing: arrows.chain(drawing.circles.iter().map(ToString::to_string)).collect(),
        untold: at.before.iter().chain(&at.after).any(|comment| has_untold(comment)),
        ..TreeMoveView::default()
    }
}

fn has_untold(comment: &str) -> bool {
    annotations(comment).0.iter().any(|found| match found {
        Annotation::Arrows(_) | Annotation::Circles(_) => false,
        Annotation::Clock(_) | Annotation::Spent(_) | Annotation::Eval(..) | Annotation::Other(..) => true,
    })
}

impl PlaceView {
    pub(crate) fn new(position: &Position<&'static Rules>, path: String, version: u32) -> PlaceView {
        let mut moves = MovesView::of(position);
        if position.outcome().is_some() {
            moves.dests.clear();
        }
        let MovesView { dests, promotions, promotes_to, effects } = moves;
        let check = position.royal(position.turn()).filter(|_| position.is_check()).map(|at| at.to_string());
        PlaceView {
            version,
            path,
            turn: position.turn().into(),
            check,
            dests,
            promotions,
            promotes_to,
            effects,
        }
    }
}
