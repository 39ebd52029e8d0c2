use ratatui::layout::Rect;
use tabiya_rules::{Color, File, Rank, Square};

/// The least columns beside the board.
const PANEL: u16 = 30;
/// The least lines of messages.
const MESSAGES: u16 = 3;
/// The columns of the ranks' names, and those between board and panel.
const MARGIN: u16 = 2;

/// Where everything is in a window of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScreenLayout {
    pub toolbar: Rect,
    /// The 64 squares.
    pub board: Rect,
    /// The columns and lines of a square.
    pub cell: (u16, u16),
    pub panel: Rect,
    pub messages: Rect,
    pub status: Rect,
}

impl ScreenLayout {
    /// The smallest window.
    pub const LEAST: (u16, u16) = (2 * MARGIN + 24 + PANEL, 8 + 3 + MESSAGES);

    /// Where everything is, with squares as large as there is room for; `None` where there is too little.
    pub fn of(width: u16, height: u16) -> Option<ScreenLayout> {
        (1..=6).rev().find_map(|lines| ScreenLayout::with_lines(width, height, lines))
    }

    fn with_lines(width: u16, height: u16, lines: u16) -> Option<ScreenLayout> {
        let columns = 2 * lines + 1;
        let (board_width, board_height) = (8 * columns, 8 * lines);
        // A line for the tool bar, the files' names and the status each.
        let fits = width >= 2 * MARGIN + board_width + PANEL && height >= board_height + 3 + MESSAGES;
        let below = board_height + 2;
        fits.then(|| ScreenLayout {
            toolbar: Rect::new(0, 0, width, 1),
            board: Rect::new(MARGIN, 1, board_width, board_height),
            cell: (columns, lines),
            panel: Rect::new(2 * MARGIN + board_width, 1, width - 2 * MARGIN - board_width, board_height + 1),
            messages: Rect::new(0, below, width, height - 1 - below),
            status: Rect::new(0, height - 1, width, 1),
        })
    }

    /// Where a square is, with the men of `bottom` below.
    pub fn square(&self, square: Square, bottom: Color) -> Rect {
        let (file, rank) = (square.file() as u16, square.rank() as u16);
        let (column, line) = if bottom.is_white() { (file, 7 - rank) } else { (7 - file, rank) };
        let (width, height) = self.cell;
        Rect::new(self.board.x + column * width, self.board.y + line * height, width, height)
    }

    /// The square at a place of the window.
    pub fn square_at(&self, column: u16, line: u16, bottom: Color) -> Option<Square> {
        let is_inside = (self.board.x..self.board.right()).contains(&column)
            && (self.board.y..self.board.bottom()).contains(&line);
        let file = usize::from((column.checked_sub(self.board.x)?) / self.cell.0);
        let line = usize::from((line.checked_sub(self.board.y)?) / self.cell.1);
        let (file, rank) = if bottom.is_white() { (file, 7 - line.min(7)) } else { (7 - file.min(7), line) };
        is_inside.then(|| Some(Square::new(*File::ALL.get(file)?, *Rank::ALL.get(rank)?)))?
    }

    /// Where the moves are listed: between the two players of the panel, each with a line for what they took.
    pub fn moves(&self) -> Rect {
        let Rect { x, y, width, height } = self.panel;
        Rect::new(x, y + 3, width, height.saturating_sub(6))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_found_where_they_are_drawn() {
        for (width, height, cell) in
            [(58, 14, (3, 1)), (80, 24, (5, 2)), (120, 40, (9, 4)), (200, 60, (13, 6))]
        {
            let layout = ScreenLayout::of(width, height).unwrap();
            assert_eq!(layout.cell, cell, "{width}x{height}");
            for bottom in Color::ALL {
                for square in Square::all() {
                    let Rect { x, y, width, height } = layout.square(square, bottom);
                    assert_eq!(layout.square_at(x, y, bottom), Some(square));
                    assert_eq!(layout.square_at(x + width - 1, y + height - 1, bottom), Some(square));
                }
                assert_eq!(layout.square_at(0, 0, bottom), None);
                assert_eq!(layout.square_at(layout.board.right(), 2, bottom), None);
                assert_eq!(layout.square_at(3, layout.board.bottom(), bottom), None);
            }
        }
        assert_eq!(ScreenLayout::of(57, 40), None);
        assert_eq!(ScreenLayout::of(200, 13), None);
    }
}
