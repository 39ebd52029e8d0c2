//! What an analysis of the whole game shows beside the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tabiya_analysis::{MoveMark, SparklineSigns};
use tabiya_table::talk::words;
use unicode_width::UnicodeWidthStr;

use super::put;
use crate::review_graph::ReviewGraph;
use crate::screen::Screen;

impl Screen {
    /// How well both sides played, or how far the analysis is.
    pub(super) fn review_heading(&self, room: u16) -> String {
        let Some(shown) = self.review() else { return String::new() };
        let heading = words::accuracy(self.language, &shown.review);
        // The figures are what is looked for.
        match heading.split_once(": ") {
            Some((_, figures)) if heading.width() > usize::from(room) => figures.to_owned(),
            _ => heading,
        }
    }

    /// White's chances over the game, and below them where mistakes are.
    pub(super) fn draw_graph(&self, buffer: &mut Buffer, area: Rect) {
        let lines = usize::from(area.height).saturating_sub(1);
        for line in 0..lines {
            let y = area.y + (lines - 1 - line) as u16;
            self.draw_graph_line(buffer, Rect { y, height: 1, ..area }, (line, lines));
        }
        let palette = self.palette();
        let Some(graph) = self.graph(area.width) else { return };
        for (x, column) in (area.x..area.right()).zip(&graph.columns) {
            let style = match column.mark {
                Some(MoveMark::Blunder) => palette.alert(),
                Some(MoveMark::Mistake) => palette.strong(),
                Some(MoveMark::Inaccuracy | MoveMark::Good) | None => palette.faint(),
            };
            put(buffer, area, (x, area.bottom() - 1), &column.mark_sign().to_string(), style);
        }
    }

    /// One line of the graph, counted from below; the place that is shown is seen in it.
    pub(super) fn draw_graph_line(&self, buffer: &mut Buffer, area: Rect, (line, lines): (usize, usize)) {
        let palette = self.palette();
        let signs = if palette.has_unicode { SparklineSigns::Blocks } else { SparklineSigns::Letters };
        let Some(graph) = self.graph(area.width) else { return };
        let here = self.reviewed_ply();
        for (x, column) in (area.x..area.right()).zip(&graph.columns) {
            let is_here = here.is_some_and(|ply| column.plies.contains(&ply));
            let style = if is_here { palette.chosen() } else { Style::new() };
            put(buffer, area, (x, area.y), &column.sign(line, lines, signs).to_string(), style);
        }
    }

    fn graph(&self, width: u16) -> Option<ReviewGraph> {
        let shown = self.review()?;
        Some(ReviewGraph::of(shown.review.report(), usize::from(width)))
    }
}
