use tabiya_analysis::PositionScore;
use tabiya_engine::Info;
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
    /// What the rules say of a position with which the game is over: nobody searches that.
    pub over: Option<PositionScore>,
}

#[derive(Clone, Debug)]
pub(crate) struct AnalysisLine {
    pub depth: i32,
    pub score: PositionScore,
    pub text: String,
}

impl Analysis {
    pub fn is_wanted(&self) -> bool {
        self.is_on || self.has_bar
    }

    /// Takes note of what a search tells.
    pub fn hear(&mut self, info: &Info) {
        let Some((_, position)) = &self.position else { return };
        let line = AnalysisLine {
            depth: info.depth,
            score: PositionScore::of_engine(info.score, position.turn()),
            text: told(position, info),
        };
        let place = info.multi_pv.saturating_sub(1);
        match self.lines.get_mut(place) {
            Some(known) => *known = line,
            None if place < LINES => self.lines.push(line),
            None => {}
        }
    }

    /// What the position is worth, as far as that is known.
    pub fn score(&self) -> Option<PositionScore> {
        self.over.or_else(|| self.lines.first().map(|line| line.score))
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
