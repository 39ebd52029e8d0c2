//! The board while a position is set up on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tabiya_rules::{Color, Piece, Square};

use super::board_view::{SquareLook, draw_square, offered};
use super::put;
use crate::palette::SquareTint;
use crate::popup::Popup;
use crate::position_editor::{Brush, OFFERED, PositionEditor};
use crate::screen::{FIRST_LINE, Screen};
use crate::screen_layout::ScreenLayout;

impl Screen {
    /// The editor, if one is open.
    pub(super) fn editor(&self) -> Option<&PositionEditor> {
        self.popups
            .iter()
            .find_map(|popup| if let Popup::Editor(editor) = popup { Some(&**editor) } else { None })
    }

    pub(super) fn draw_edited_board(
        &self,
        buffer: &mut Buffer,
        layout: &ScreenLayout,
        editor: &PositionEditor,
    ) {
        for square in Square::all() {
            let tint = match () {
                () if editor.dragged == Some(square) => SquareTint::Selected,
                () if self.hand.cursor == square => SquareTint::Cursor,
                () => SquareTint::None,
            };
            let piece = editor.setup.board.piece_at(square);
            let look = SquareLook { piece, tints: [tint, SquareTint::None], count: None, sign: None };
            draw_square(buffer, &self.palette(), layout.square(square, self.bottom()), square, look);
        }
        self.draw_coordinates(buffer, layout);
    }

    pub(super) fn draw_editor_panel(&self, buffer: &mut Buffer, area: Rect, editor: &PositionEditor) {
        let palette = self.palette();
        put(
            buffer,
            area,
            (area.x, area.y),
            &self.choose("Set up a position", "Stellung aufbauen"),
            palette.strong(),
        );
        for (y, color) in [(area.y + 2, Color::White), (area.y + 3, Color::Black)] {
            for (place, role) in OFFERED.into_iter().enumerate() {
                let piece = Piece { color, role };
                let (text, style) = offered(&palette, piece, editor.brush == Brush::Put(piece));
                put(buffer, area, (area.x + 3 * place as u16, y), &text, style);
            }
        }
        let chosen = |brush| if editor.brush == brush { palette.chosen() } else { Style::new() };
        put(buffer, area, (area.x, area.y + 4), &self.choose(" Hand ", " Hand "), chosen(Brush::Move));
        put(buffer, area, (area.x + 6, area.y + 4), &self.choose(" Remove ", " Weg "), chosen(Brush::Remove));
        for (y, line) in (area.y + FIRST_LINE..area.bottom()).zip(self.editor_lines(editor)) {
            let mut x = area.x;
            for part in line {
                x = put(buffer, area, (x, y), &part.text, Style::new());
            }
        }
    }
}
