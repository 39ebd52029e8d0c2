use tabiya_reasons::{MoveReason, MoveReasons};
use tabiya_rules::{ByColor, ByLanguage, Color, Language, Move};

use crate::accuracy::{side_accuracy, weights};
use crate::game_analysis::AnalysedPosition;
use crate::{
    GameAnalysis, MoveMark, PositionScore, PositionSearch, SearchedLine, WinningChances, move_accuracy,
};

/// What stands between the chances before a move and those after it.
pub(crate) const TO: ByLanguage<&str> = ByLanguage { english: "to", german: "auf" };

/// What an analysis says of a game, as far as its positions are known.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// What every position is worth, one more than there are moves; `None` where nobody knows yet.
    pub positions: Vec<Option<PositionScore>>,
    /// Every move; `None` where a side passes, where the game was over before, or where nobody knows yet.
    pub moves: Vec<Option<JudgedMove>>,
    /// What each side did.
    pub sides: ByColor<SideReport>,
}

/// A move, and what is thought of it.
#[derive(Clone, Debug)]
pub struct JudgedMove {
    /// After how many single moves it was made: its position has that place in [`GameReport::positions`], the one after
    /// it the next.
    pub ply: usize,
    /// The number of the move, as it is written before it.
    pub number: u16,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub m: Move,
    /// How it is written.
    pub san: String,
    /// What the position was worth.
    pub before: PositionScore,
    /// What it is worth after it.
    pub after: PositionScore,
    /// How much of the winning chances it loses, in percent: the difference for whoever made it, nothing where that is
    /// better, and nothing where it is the very move that the engine would have made.
    pub loss: f64,
    /// Its accuracy, from 0 to 100.
    pub accuracy: f64,
    /// What is worth a word. A mistake is marked by its loss alone ([`MoveMark::least_loss`]). A move is good (`!`) if all
    /// of this holds: the engine would have made it; whoever made it keeps 45 % or more, 10 % and more above what the next best move
    /// would have left, which is less than 70 %, so that the game hung on it; and it is not
    /// one that everybody sees, which are moves where there are fewer than three to choose from, those that end
    /// the game, take back, win a man on their square, promote, or save a man that could be taken.
    pub mark: Option<MoveMark>,
    /// The line that the engine would have followed, where that begins with another move.
    pub better: Option<SearchedLine>,
    /// The line of the next best move, where the engine would have made the move that was made.
    pub next_best: Option<SearchedLine>,
}

impl JudgedMove {
    /// The chances of whoever moved, before and after it.
    pub fn chances(&self) -> (f64, f64) {
        (self.before.chances().of(self.color), self.after.chances().of(self.color))
    }

    /// What is thought of it, and how the chances of whoever moved changed: `Mistake (62 % to 41 %).`
    pub fn verdict(&self, language: Language) -> String {
        let (before, after) = self.chances();
        let title = self.mark.map(|mark| format!("{} ", mark.title(language))).unwrap_or_default();
        format!("{title}({before:.0} % {} {after:.0} %).", language.choose(TO))
    }

    /// The move with its number and mark: `12. Nf3`, `12... Qd4??`.
    pub fn numbered(&self) -> String {
        let dots = if self.color.is_white() { "." } else { "..." };
        let glyph = self.mark.map_or("", MoveMark::glyph);
        format!("{}{dots} {}{glyph}", self.number, self.san)
    }
}

/// What a side did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideReport {
    /// Its accuracy, from 0 to 100, where all positions of the game are known and the side has moved: the mean of the
    /// moves' accuracies weighted by how much was going on, and of their harmonic mean.
    pub accuracy: Option<f64>,
    /// How much of its winning chances a move lost on average, in percent, where it has moved.
    pub mean_loss: Option<f64>,
    /// How many moves were judged.
    pub moves: usize,
    /// How many good moves there were that were hard to find.
    pub good: usize,
    /// How many inaccuracies.
    pub inaccuracies: usize,
    /// How many mistakes.
    pub mistakes: usize,
    /// How many blunders.
    pub blunders: usize,
}

impl SideReport {
    /// How many moves have a mark.
    pub fn count(&self, mark: MoveMark) -> usize {
        match mark {
            MoveMark::Good => self.good,
            MoveMark::Inaccuracy => self.inaccuracies,
            MoveMark::Mistake => self.mistakes,
            MoveMark::Blunder => self.blunders,
        }
    }

    fn see(&mut self, mark: Option<MoveMark>) {
        self.moves += 1;
        match mark {
            Some(MoveMark::Good) => self.good += 1,
            Some(MoveMark::Inaccuracy) => self.inaccuracies += 1,
            Some(MoveMark::Mistake) => self.mistakes += 1,
            Some(MoveMark::Blunder) => self.blunders += 1,
            None => {}
        }
    }
}

impl GameReport {
    /// The moves with a mark, in the order of the game.
    pub fn marked(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves.iter().flatten().filter(|judged| judged.mark.is_some())
    }

    /// The mistakes, the worst first; of those that lose the same, the earlier.
    pub fn worst(&self) -> Vec<&JudgedMove> {
        let mut found: Vec<&JudgedMove> =
            self.marked().filter(|judged| judged.mark.is_some_and(MoveMark::is_mistake)).collect();
        found.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        found
    }
}

/// What a good move keeps at least, and what would be left at most after the next best one, in percent.
const KEPT: f64 = 45.0;
const LEFT: f64 = 70.0;

/// From how many moves on one has a choice.
const CHOICE: usize = 3;

impl GameAnalysis {
    /// What is known so far. Good moves are looked at by the rules, which may take some milliseconds each.
    pub fn report(&self) -> GameReport {
        let positions: Vec<Option<PositionScore>> = self.places.iter().map(AnalysedPosition::score).collect();
        let moves: Vec<Option<JudgedMove>> = (0..self.moves.len()).map(|ply| self.judge(ply)).collect();
        let chances: Option<Vec<WinningChances>> =
            positions.iter().map(|score| score.map(PositionScore::chances)).collect();
        let weights = chances.map(|chances| weights(&chances));
        let sides = ByColor::from_fn(|color| side_report(color, &moves, weights.as_deref()));
        GameReport { positions, moves, sides }
    }

    fn judge(&self, ply: usize) -> Option<JudgedMove> {
        let m = (*self.moves.get(ply)?)?;
        let (place, next) = (self.places.get(ply)?, self.places.get(ply + 1)?);
        // Nothing can be lost any more once the game is over.
        let search = place.search.as_ref().filter(|_| place.outcome.is_none())?;
        let (before, after) = (search.score, next.score()?);
        let color = place.position.turn();
        let is_own = search.lines.first().is_some_and(|line| line.moves.first() == Some(&m));
        let difference = before.chances().of(color) - after.chances().of(color);
        let loss = if is_own { 0.0 } else { difference.max(0.0) };
        let is_good = || is_own && self.is_only_good(ply, after, search) && !self.is_seen_by_all(ply, search);
        let mark = MoveMark::of_loss(loss).or_else(|| is_good().then_some(MoveMark::Good));
        Some(JudgedMove {
            ply,
            number: place.position.fullmoves(),
            color,
            m,
            san: self.san(ply, m)?,
            before,
            after,
            loss,
            accuracy: move_accuracy(loss),
            mark,
            better: search.lines.first().filter(|_| !is_own).cloned(),
            next_best: search.lines.get(1).filter(|_| is_own).cloned(),
        })
    }

    /// Whether the game hangs on the best move, which has led to a position of this worth.
    fn is_only_good(&self, ply: usize, after: PositionScore, search: &PositionSearch) -> bool {
        let (Some(place), Some(next)) = (self.places.get(ply), search.lines.get(1)) else { return false };
        let color = place.position.turn();
        let (kept, left) = (after.chances().of(color), next.score.chances().of(color));
        let least = MoveMark::Mistake.least_loss().unwrap_or_default();
        kept - left >= least && kept >= KEPT && left < LEFT && place.position.count_moves() >= CHOICE
    }

    /// Whether everybody sees the best move.
    fn is_seen_by_all(&self, ply: usize, search: &PositionSearch) -> bool {
        let (Some(context), Some(line)) = (self.context(ply), search.lines.first()) else { return true };
        let claimed = claimed_win(search.score, context.position.turn());
        MoveReasons::find(&context, &line.moves, claimed).iter().any(is_seen)
    }
}

/// Whether a reason for a move is one that everybody looks for.
fn is_seen(reason: MoveReason) -> bool {
    match reason {
        MoveReason::EndsGame { .. }
        | MoveReason::OnlyMove
        | MoveReason::TakesBack { .. }
        | MoveReason::WinsPiece { .. }
        | MoveReason::Promotes { .. }
        | MoveReason::SavesPiece { .. } => true,
        MoveReason::Draws { .. }
        | MoveReason::Repeats
        | MoveReason::Forces { .. }
        | MoveReason::StopsMate { .. }
        | MoveReason::Forks { .. }
        | MoveReason::Skewers { .. }
        | MoveReason::Uncovers { .. }
        | MoveReason::WinsMaterial
        | MoveReason::PawnRuns { .. }
        | MoveReason::ThreatensMate { .. }
        | MoveReason::Threatens { .. }
        | MoveReason::Pins { .. }
        | MoveReason::TradesAhead { .. }
        | MoveReason::Castles { .. }
        | MoveReason::Develops { .. } => false,
    }
}

/// In how many moves a side is believed to win by force.
pub(crate) fn claimed_win(score: PositionScore, color: Color) -> Option<u32> {
    match score {
        PositionScore::Forced { winner, moves } if winner == color => Some(moves),
        PositionScore::Forced { .. } | PositionScore::Centipawns(_) | PositionScore::Over(_) => None,
    }
}

fn side_report(color: Color, moves: &[Option<JudgedMove>], weights: Option<&[f64]>) -> SideReport {
    let mut side = SideReport::default();
    let own = || moves.iter().flatten().filter(|judged| judged.color == color);
    own().for_each(|judged| side.see(judged.mark));
    if side.moves > 0 {
        side.mean_loss = Some(own().map(|judged| judged.loss).sum::<f64>() / side.moves as f64);
    }
    side.accuracy = weights.and_then(|weights| {
        let weighed: Vec<(f64, f64)> =
            own().filter_map(|judged| Some((judged.accuracy, *weights.get(judged.ply)?))).collect();
        side_accuracy(&weighed)
    });
    side
}
