use std::ops::Range;

use tabiya_analysis::{GameReport, MoveMark, SparklineSigns};

/// White's chances over a game, in columns of signs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReviewGraph {
    pub columns: Vec<GraphColumn>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GraphColumn {
    /// Which positions it shows, by the number of moves before them.
    pub plies: Range<usize>,
    /// White's chances on average, from 0 to 100, where any of them are known.
    white: Option<f64>,
    /// What is thought of the moves that led to them, the worst of all.
    pub mark: Option<MoveMark>,
}

impl ReviewGraph {
    /// The graph of a game in at most so many columns.
    pub fn of(report: &GameReport, width: usize) -> ReviewGraph {
        let (points, positions) = (report.graph(), report.positions.len());
        let columns = positions.min(width).max(1);
        let column = |number: usize| {
            let plies = number * positions / columns..(number + 1) * positions / columns;
            let shown: Vec<_> = points.iter().filter(|point| plies.contains(&point.ply)).collect();
            let sum: f64 = shown.iter().map(|point| point.white).sum();
            let white = (!shown.is_empty()).then(|| sum / shown.len() as f64);
            let mark = shown.iter().filter_map(|point| point.mark).map(|(mark, _)| mark).max();
            GraphColumn { plies, white, mark }
        };
        ReviewGraph { columns: (0..columns).map(column).collect() }
    }
}

impl GraphColumn {
    /// What stands in a line of it, counted from below, where there are so many lines.
    pub fn sign(&self, line: usize, lines: usize, signs: SparklineSigns) -> char {
        let Some(white) = self.white else { return ' ' };
        let signs = signs.all();
        let steps = signs.len();
        // Something is seen in the lowest line, whatever the chances are.
        let height = ((white / 100.0 * (steps * lines) as f64) as usize).clamp(1, steps * lines);
        match height.saturating_sub(line * steps) {
            0 => ' ',
            above => signs[above.min(steps) - 1],
        }
    }

    /// The sign for its mark: of inaccuracies the small one.
    pub fn mark_sign(&self) -> char {
        match self.mark {
            Some(MoveMark::Blunder | MoveMark::Mistake) => '?',
            Some(MoveMark::Inaccuracy) => '~',
            Some(MoveMark::Good) => '!',
            None => ' ',
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_analysis::GameAnalysis;
    use tabiya_notation::pgn::PgnReader;

    use super::*;

    fn graph(pgn: &str, width: usize) -> ReviewGraph {
        let (game, _) = PgnReader::new(pgn.as_bytes()).games().next().unwrap().unwrap();
        let mut analysis = GameAnalysis::new(&game);
        analysis.put_evals(&game);
        ReviewGraph::of(&analysis.report(), width)
    }

    #[test]
    fn chances_rise_through_the_lines_and_the_worst_mark_of_a_column_is_seen() {
        let pgn = "{[%eval 0]} 1. e4 {[%eval 0]} e5 {[%eval 9]} 2. Nf3 *";
        let wide = graph(pgn, 60);
        assert_eq!(wide.columns.len(), 4);
        let line = |graph: &ReviewGraph, line| -> String {
            graph.columns.iter().map(|column| column.sign(line, 2, SparklineSigns::Blocks)).collect()
        };
        assert_eq!((line(&wide, 1).as_str(), line(&wide, 0).as_str()), ("  ▇ ", "███ "));
        let marks: String = wide.columns.iter().map(GraphColumn::mark_sign).collect();
        assert_eq!(marks, "  ? ");
        let narrow = graph(pgn, 2);
        assert_eq!(
            narrow.columns.iter().map(|column| column.plies.clone()).collect::<Vec<_>>(),
            [0..2, 2..4]
        );
        assert_eq!(narrow.columns[1].mark, Some(MoveMark::Blunder));
        let lost = graph("1. f3 {[%eval #-3]} *", 5);
        assert_eq!(lost.columns[1].sign(0, 2, SparklineSigns::Letters), '_', "a lost game is seen");
    }
}
