//! The board while a position is set up on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tabiya_rules::{Color, Piece, Square};

use super::board_view::{SquareLook, draw_square, offered};
use super::put;
use crate::palette::SquareTint;
use crate::popup::{Popup, wrapped};
use crate::position_editor::{Brush, OFFERED, PositionEditor};
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
        let mut lines = self.editor_lines(editor);
        lines.extend(
            editor
                .faults(self.language)
                .iter()
                .flat_map(|fault| wrapped(&format!("! {fault}"), area.width.into())),
        );
        for (y, line) in (area.y + 6..area.bottom()).zip(lines) {
            put(buffer, area, (area.x, y), &line, Style::new());
        }
    }

    fn editor_lines(&self, editor: &PositionEditor) -> Vec<String> {
        let fen = editor.fen();
        let castling = fen.split(' ').nth(2).unwrap_or("-");
        let turn = self.language.words(&editor.setup.turn);
        vec![
            format!("Tab    {turn} {}", self.choose("is to move", "ist am Zug")),
            format!("F7     {} {castling}", self.choose("castling", "Rochade")),
            format!("KQRBNP {}", self.choose("put; small: Black's", "setzen; klein: schwarz")),
            self.choose("Del    remove", "Entf   wegnehmen"),
            format!("F5 F6  {}", self.choose("clear, start position", "leeren, Grundstellung")),
            "F8     FEN".to_owned(),
            format!("Enter  {}", self.choose("play from here", "von hier spielen")),
            format!("Esc    {}", self.choose("leave all as it was", "alles lassen, wie es war")),
        ]
    }
}
