//! The board while a position is set up on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tabiya_rules::Square;

use super::board_view::{SquareLook, draw_square, offered};
use super::put;
use crate::editor_layout::{EditorLayout, brushes};
use crate::palette::SquareTint;
use crate::popup::Popup;
use crate::position_editor::{Brush, PositionEditor};
use crate::screen::Screen;
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
        let (palette, layout) = (self.palette(), EditorLayout::of(area));
        if let Some(place) = layout.title() {
            put(
                buffer,
                area,
                place,
                &self.choose("Set up a position", "Stellung aufbauen"),
                palette.strong(),
            );
        }
        for brush in brushes() {
            let is_chosen = editor.brush == brush;
            let style = if is_chosen { palette.chosen() } else { Style::new() };
            let (text, style) = match brush {
                Brush::Put(piece) => offered(&palette, piece, is_chosen),
                Brush::Move => (self.choose(" Hand ", " Hand "), style),
                Brush::Remove => (self.choose(" Remove ", " Weg "), style),
            };
            let place = layout.brush(brush);
            put(buffer, area, (place.x, place.y), &text, style);
        }
        let lines = layout.lines();
        for (y, line) in (lines.y..lines.bottom()).zip(self.editor_lines(editor, layout.is_tight)) {
            let mut x = lines.x;
            for part in line {
                x = put(buffer, lines, (x, y), &part.text, Style::new());
            }
        }
    }
}
