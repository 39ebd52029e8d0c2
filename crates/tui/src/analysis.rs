use tabiya_engine::{Info, Score};
use tabiya_notation::SanPlus;
use tabiya_rules::{Key, Position, Rules};

/// How many of the best lines are shown.
pub(crate) const LINES: usize = 3;

/// What the engine thinks of the position that is shown.
#[derive(Debug, Default)]
pub(crate) struct Analysis {
    /// Whether lines are shown.
    pub is_on: bool,
    /// Whether the bar is.
    pub has_bar: bool,
    /// The number of the search that runs, if one does.
    pub number: Option<u64>,
    /// What it searches.
    pub position: Option<(Key, Position<&'static Rules>)>,
    /// What it has found, the best line first.
    pub lines: Vec<AnalysisLine>,
}

#[derive(Clone, Debug)]
pub(crate) struct AnalysisLine {
    pub depth: i32,
    /// For White.
    pub score: WhiteScore,
    pub text: String,
}

/// What a position is worth to White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WhiteScore {
    score: Score,
    is_turned: bool,
}

impl WhiteScore {
    /// The share of a bar that is White's, in thousandths.
    pub fn share(self) -> u32 {
        let (win, draw, _) = self.score.chances();
        let share = win + draw / 2;
        if self.is_turned { 1000 - share.min(1000) } else { share }
    }

    pub fn text(self) -> String {
        let sign = if self.is_turned { -1 } else { 1 };
        match self.score.mate() {
            Some(moves) => format!("#{}", sign * moves),
            None => format!("{:+.2}", f64::from(sign * self.score.value()) / 100.0),
        }
    }
}

impl Analysis {
    pub fn is_wanted(&self) -> bool {
        self.is_on || self.has_bar
    }

    /// Takes note of what a search tells.
    pub fn hear(&mut self, info: &Info) {
        let Some((_, position)) = &self.position else { return };
        let is_turned = !position.turn().is_white();
        let line = AnalysisLine {
            depth: info.depth,
            score: WhiteScore { score: info.score, is_turned },
            text: told(position, info),
        };
        let place = info.multi_pv.saturating_sub(1);
        match self.lines.get_mut(place) {
            Some(known) => *known = line,
            None if place < LINES => self.lines.push(line),
            None => {}
        }
    }

    pub fn score(&self) -> Option<WhiteScore> {
        self.lines.first().map(|line| line.score)
    }
}

/// The moves of a line with their numbers.
fn told(position: &Position<&'static Rules>, info: &Info) -> String {
    let mut position = *position;
    let mut words = Vec::new();
    for &m in info.line.iter().take(20) {
        if !position.is_legal(m) {
            break;
        }
        let number = position.fullmoves();
        match position.turn().is_white() {
            true => words.push(format!("{number}.")),
            false if words.is_empty() => words.push(format!("{number}...")),
            false => {}
        }
        words.push(SanPlus::from_move(m, &position).to_string());
        position = position.play_unchecked(m);
    }
    words.join(" ")
}
