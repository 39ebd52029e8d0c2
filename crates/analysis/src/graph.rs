use tabiya_rules::Color;

use crate::{GameReport, MoveMark, PositionScore};

/// A position of the game as a graph shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphPoint {
    /// After how many single moves it stands on the board.
    pub ply: usize,
    /// White's chances, from 0 to 100.
    pub white: f64,
    /// What it is worth.
    pub score: PositionScore,
    /// What is thought of the move that led to it, and who made that.
    pub mark: Option<(MoveMark, Color)>,
}

/// How high a line of blocks can be, the lowest first.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The same in letters, for terminals that know no others.
const LETTERS: [char; 8] = ['_', '.', '-', '~', '=', '+', '*', '#'];

/// Which signs a line may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SparklineSigns {
    /// Blocks of different heights.
    Blocks,
    /// ASCII alone.
    Letters,
}

impl SparklineSigns {
    /// The signs, the lowest first.
    pub fn all(self) -> [char; 8] {
        match self {
            SparklineSigns::Blocks => BLOCKS,
            SparklineSigns::Letters => LETTERS,
        }
    }
}

impl GameReport {
    /// The positions that are known, in the order of the game.
    pub fn graph(&self) -> Vec<GraphPoint> {
        let mark = |ply: usize| {
            let judged = self.moves.get(ply.checked_sub(1)?)?.as_ref()?;
            Some((judged.mark?, judged.color))
        };
        let point = |(ply, score): (usize, &Option<PositionScore>)| {
            let score = (*score)?;
            Some(GraphPoint { ply, white: score.chances().of(Color::White), score, mark: mark(ply) })
        };
        self.positions.iter().enumerate().filter_map(point).collect()
    }

    /// White's chances as a line of at most so many signs, the higher the better for White.
    ///
    /// ```
    /// use tabiya_analysis::{GameAnalysis, SparklineSigns};
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let pgn = "{[%eval 0]} 1. e4 {[%eval 9]} e5 {[%eval -9]} *";
    /// let (game, _) = PgnReader::new(pgn.as_bytes()).games().next().unwrap().unwrap();
    /// let mut analysis = GameAnalysis::new(&game);
    /// analysis.put_evals(&game);
    /// assert_eq!(analysis.report().sparkline(60, SparklineSigns::Blocks), "▅█▁");
    /// ```
    pub fn sparkline(&self, most: usize, signs: SparklineSigns) -> String {
        let points = self.graph();
        let signs = signs.all();
        let columns = points.len().min(most);
        let column = |number: usize| {
            // As many positions for each, as far as they can be shared out.
            let (from, to) = (number * points.len() / columns, (number + 1) * points.len() / columns);
            let share = &points[from..to.max(from + 1)];
            let mean = share.iter().map(|point| point.white).sum::<f64>() / share.len() as f64;
            signs[((mean / 100.0 * 8.0) as usize).min(7)]
        };
        (0..columns).map(column).collect()
    }
}
