use serde::{Deserialize, Serialize};
use tabiya_analysis::{MoveMark, PositionScore, SideReport};
use tabiya_notation::{SanPlus, UciMove};
use tabiya_rules::{Color, Move, Position, Rules};

use super::{PlaceView, Reason, Side};

/// What a client says over the WebSocket on which a game is analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ToAnalysis {
    /// The best lines of a position are wanted, deeper and deeper. It takes the place of what was looked at before.
    Look {
        /// The way to the move after which it is, as the tree tells it, such as `e2e4 e7e5~2`; the start of the game where
        /// it is empty.
        #[serde(default)]
        at: String,
        /// Moves beyond it that need not be in the tree, such as `g1f3 b8c6`.
        #[serde(default)]
        then: String,
        /// How many lines, from 1 to 5.
        lines: u8,
        /// Whether it is looked at what the side that is not to move would do, if it were.
        #[serde(default)]
        threat: bool,
    },
    /// Nothing is looked at any more.
    Rest {},
    /// The moves of the game are to be judged, unless they are already.
    Review {},
    /// How good a move would have been instead of the one that was made.
    Judge {
        /// After how many single moves of the game.
        ply: u32,
        /// The move, such as `g1f3`.
        #[serde(rename = "move")]
        m: String,
    },
}

/// What the server says over the WebSocket on which a game is analysed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum FromAnalysis {
    /// The position that is looked at: the first answer to `look`.
    Place(LookedPlace),
    /// The best lines, as far as they are known.
    Lines(LinesView),
    /// What is known of the game's moves.
    Review(ReviewView),
    /// The answer to `judge`.
    Judged(JudgedView),
    /// What was wanted waits, because the computer is busy with others: what follows comes later.
    Busy {},
    /// Something could not be done.
    Failed {
        /// What; nothing where the message could not be read, or nothing can be analysed at all.
        of: Option<AnalysisPart>,
        /// Why.
        error: Reason,
    },
}

/// What can be asked for where a game is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum AnalysisPart {
    /// Lines of a position.
    Look,
    /// All moves of the game.
    Review,
    /// A move instead of another.
    Judge,
}

impl FromAnalysis {
    /// As it goes over the wire.
    pub(crate) fn to_text(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A position that is looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LookedPlace {
    /// The way to the position, as it was asked for.
    pub at: String,
    /// The moves beyond it, as they were asked for.
    pub then: String,
    /// The same moves one by one.
    pub moves: Vec<TriedMove>,
    /// The position.
    pub fen: String,
    /// Why there is nothing to think about: how the game would be over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// What can be done in it.
    pub place: PlaceView,
}

/// A move beyond those of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TriedMove {
    /// Such as `g1f3`.
    pub uci: String,
    /// Such as `Nf3`.
    pub san: String,
    /// The position after it.
    pub fen: String,
}

/// The best lines of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LinesView {
    /// The way to the position, as it was asked for.
    pub at: String,
    /// The moves beyond it, as they were asked for.
    pub then: String,
    /// Whether it is looked at what the other side would do.
    pub threat: bool,
    /// How deep it was searched; 0 where the game is over there.
    pub depth: u32,
    /// How many positions were seen.
    pub positions: u64,
    /// Whether it goes no deeper.
    pub is_done: bool,
    /// The lines, the best first; none where the game is over there.
    pub lines: Vec<LineView>,
    /// What the position is worth.
    pub score: ScoredPosition,
    /// What tables of endgames say, where the server has them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<TablesView>,
}

/// A line of moves, and where it leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineView {
    /// What it leads to.
    pub score: ScoredPosition,
    /// Its moves.
    pub moves: Vec<LineMove>,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LineMove {
    /// Such as `g1f3`.
    pub uci: String,
    /// Such as `Nf3`.
    pub san: String,
}

/// What a position is worth, as White sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ScoredPosition {
    /// In pawns, where nobody wins by force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pawns: Option<f64>,
    /// In how many moves somebody wins by force; negative where it is Black.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// How the game is over there: `1-0`, `0-1` or `1/2-1/2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<String>,
    /// White's winning chances, from 0 to 1.
    pub chances: f64,
    /// As players write it: `+0.35`, `#3`, `#-3`, `1-0`.
    pub says: String,
}

/// What tables of endgames say of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TablesView {
    /// Who wins; nothing where it is a draw.
    pub wins: Option<Side>,
    /// The same in words, with how far the next step of it is.
    pub says: String,
}

/// What is known of a game's moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewView {
    /// The version of the game whose moves they are.
    pub version: u32,
    /// The moves themselves, as the way to the last of them.
    pub line: String,
    /// Of how many positions something is known.
    pub done: u32,
    /// How many there are.
    pub of: u32,
    /// What every position is worth, from the start on; nothing where that is not known yet.
    pub points: Vec<Option<ScoredPosition>>,
    /// The moves that are worth a word, in the order of the game.
    pub moves: Vec<ReviewedMove>,
    /// What White did.
    pub white: ReviewedSide,
    /// What Black did.
    pub black: ReviewedSide,
    /// The graph in a sentence, for those who cannot see it; nothing while it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<String>,
}

/// A move that is worth a word.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// After how many single moves it was made.
    pub ply: u32,
    /// Such as `Nf3`.
    pub san: String,
    /// `!`, `?!`, `?` or `??`.
    pub mark: String,
    /// The same as a word, such as `mistake`.
    pub name: String,
    /// How much of the winning chances it loses, from 0 to 1.
    pub loss: f64,
    /// The better line, where it was a mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<LineMove>,
    /// What it does, such as `Nxe5 hangs the knight on c6.`, without the better move; nothing where there is nothing to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The better move in words, such as `Better is Bd7.`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better_says: Option<String>,
}

/// What a side did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewedSide {
    /// Its accuracy, from 0 to 100, where all positions are known and it has moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    /// How many inaccuracies.
    pub inaccuracies: u32,
    /// How many mistakes.
    pub mistakes: u32,
    /// How many blunders.
    pub blunders: u32,
}

/// How good a move would have been.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct JudgedView {
    /// After how many single moves of the game.
    pub ply: u32,
    /// The move, such as `g1f3`.
    #[serde(rename = "move")]
    pub uci: String,
    /// Such as `Nf3`.
    pub san: String,
    /// Whether it is as good as the best one, or nearly.
    pub is_good: bool,
    /// How much of the winning chances it loses, from 0 to 1.
    pub loss: f64,
    /// The same in words.
    pub says: String,
}

impl LineMove {
    /// The moves of a line that begins in a position.
    pub(crate) fn of_line(
        position: &Position<&'static Rules>,
        moves: impl IntoIterator<Item = Move>,
    ) -> Vec<LineMove> {
        let mut here = *position;
        let mut line = Vec::new();
        for m in moves {
            if !here.is_legal(m) {
                break;
            }
            let (uci, san) = (UciMove::from_move(m, &here), SanPlus::from_move(m, &here));
            line.push(LineMove { uci: uci.to_string(), san: san.to_string() });
            here.make_unchecked(m);
        }
        line
    }
}

impl From<PositionScore> for ScoredPosition {
    fn from(score: PositionScore) -> ScoredPosition {
        let (mut pawns, mut mate, mut over) = (None, None, None);
        match score {
            PositionScore::Centipawns(value) => pawns = Some(f64::from(value) / 100.0),
            PositionScore::Forced { winner, moves } => {
                let moves = i32::try_from(moves).unwrap_or(i32::MAX);
                mate = Some(if winner.is_white() { moves } else { -moves });
            }
            PositionScore::Over(_) => over = Some(score.to_string()),
        }
        let chances = rounded(score.chances().of(Color::White) / 100.0, 4);
        ScoredPosition { pawns, mate, over, chances, says: score.to_string() }
    }
}

impl From<&SideReport> for ReviewedSide {
    fn from(side: &SideReport) -> ReviewedSide {
        let count = |mark| side.count(mark) as u32;
        ReviewedSide {
            accuracy: side.accuracy.map(|accuracy| rounded(accuracy, 1)),
            inaccuracies: count(MoveMark::Inaccuracy),
            mistakes: count(MoveMark::Mistake),
            blunders: count(MoveMark::Blunder),
        }
    }
}

/// With so many digits behind the point: more say nothing and are sent with every message.
pub(crate) fn rounded(number: f64, digits: i32) -> f64 {
    let power = 10_f64.powi(digits);
    (number * power).round() / power
}
