use ratatui::layout::Rect;
use tabiya_rules::{Color, Piece};

use crate::position_editor::{Brush, OFFERED};

/// The columns of a man that is offered.
const MAN: u16 = 3;
/// The columns of the hand and of the sponge.
const HAND: u16 = 6;
const SPONGE: u16 = 8;
/// The lines and columns that everything needs with room between.
const ROOMY: (u16, u16) = (31, 15);

/// Where everything is in the panel of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EditorLayout {
    panel: Rect,
    /// Whether the panel is so small that nothing stands between what is needed.
    pub is_tight: bool,
}

impl EditorLayout {
    pub fn of(panel: Rect) -> EditorLayout {
        let (width, height) = ROOMY;
        EditorLayout { panel, is_tight: panel.width < width || panel.height < height }
    }

    /// Where it says what this is, where there is room for that.
    pub fn title(&self) -> Option<(u16, u16)> {
        (!self.is_tight).then_some((self.panel.x, self.panel.y))
    }

    /// Where something is that a click takes in the hand.
    pub fn brush(&self, brush: Brush) -> Rect {
        let Rect { x, y, .. } = self.panel;
        let first = if self.is_tight { y } else { y + 2 };
        let beside = x + MAN * OFFERED.len() as u16;
        match brush {
            Brush::Put(Piece { color, role }) => {
                let place = OFFERED.iter().position(|&offered| offered == role).unwrap_or(0);
                let line = if color.is_white() { first } else { first + 1 };
                Rect::new(x + MAN * place as u16, line, MAN, 1)
            }
            Brush::Move if self.is_tight => Rect::new(beside, first, HAND, 1),
            Brush::Remove if self.is_tight => Rect::new(beside, first + 1, SPONGE, 1),
            Brush::Move => Rect::new(x, first + 2, HAND, 1),
            Brush::Remove => Rect::new(x + HAND, first + 2, SPONGE, 1),
        }
    }

    /// What a click at a place takes in the hand.
    pub fn brush_at(&self, column: u16, line: u16) -> Option<Brush> {
        let is_there = |brush: &Brush| self.brush(*brush).contains((column, line).into());
        brushes().find(is_there)
    }

    /// Where the lines are that tell what can be done.
    pub fn lines(&self) -> Rect {
        let above = if self.is_tight { 2 } else { 6 };
        let Rect { x, y, width, height } = self.panel;
        Rect::new(x, y + above, width, height.saturating_sub(above))
    }
}

/// Everything that can be taken in the hand.
pub(crate) fn brushes() -> impl Iterator<Item = Brush> {
    let men = Color::ALL.into_iter().flat_map(|color| OFFERED.map(|role| Brush::Put(Piece { color, role })));
    men.chain([Brush::Move, Brush::Remove])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_found_where_it_is() {
        for panel in [Rect::new(28, 1, 30, 9), Rect::new(44, 1, 36, 17), Rect::new(44, 1, 30, 17)] {
            let layout = EditorLayout::of(panel);
            for brush in brushes() {
                let Rect { x, y, width, .. } = layout.brush(brush);
                assert_eq!(layout.brush_at(x, y), Some(brush));
                assert_eq!(layout.brush_at(x + width - 1, y), Some(brush));
                assert!(x + width <= panel.right() && y < layout.lines().y, "{brush:?}");
            }
            assert_eq!(layout.brush_at(panel.x, layout.lines().y), None);
        }
    }
}
