//! What is open before the board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::{put, put_entry};
use crate::palette::Palette;
use crate::popup::{PopupContent, PopupPlace};
use crate::screen::Screen;

impl Screen {
    /// Draws all popups, the uppermost last, and says where the next character goes, if one is typed.
    pub(super) fn draw_popups(&self, buffer: &mut Buffer, area: Rect) -> Option<(u16, u16)> {
        let mut cursor = None;
        for popup in &self.popups {
            if let Some(content) = popup.content(self.language, area.width) {
                cursor = draw_popup(buffer, area, &self.palette(), &content);
            }
        }
        cursor
    }
}

fn draw_popup(
    buffer: &mut Buffer,
    window: Rect,
    palette: &Palette,
    content: &PopupContent,
) -> Option<(u16, u16)> {
    let place = PopupPlace::of(content, window.width, window.height);
    let area = place.area;
    draw_frame(buffer, area, palette, content);
    let inner =
        Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2));
    for (y, line) in (inner.y..inner.bottom()).zip(content.head.iter().take(place.head)) {
        put(buffer, inner, (inner.x, y), line, Style::new());
    }
    let shown = content.lines.iter().enumerate().skip(place.top);
    for (y, (number, line)) in (place.lines.y..place.lines.bottom()).zip(shown) {
        let is_chosen = content.chosen == Some(number);
        let style = if is_chosen { palette.chosen() } else { Style::new() };
        let padding = usize::from(place.lines.width).saturating_sub(line.width());
        // Whoever sees neither colors nor reversed letters sees the mark.
        put(buffer, area, (area.x + 1, y), if is_chosen { ">" } else { " " }, style);
        put(buffer, place.lines, (place.lines.x, y), &format!("{line}{}", " ".repeat(padding)), style);
    }
    content.entry.as_ref().map(|(label, entry)| {
        let line = Rect::new(inner.x, place.lines.bottom(), inner.width, 1);
        put_entry(buffer, line, palette, label, entry)
    })
}

fn draw_frame(buffer: &mut Buffer, area: Rect, palette: &Palette, content: &PopupContent) {
    let (corner, across, down) =
        if palette.has_unicode { (["┌", "┐", "└", "┘"], "─", "│") } else { (["+"; 4], "-", "|") };
    let width = usize::from(area.width);
    let line = |left: &str, right: &str| format!("{left}{}{right}", across.repeat(width.saturating_sub(2)));
    for y in area.y..area.bottom() {
        put(buffer, area, (area.x, y), &" ".repeat(width), Style::reset());
        put(buffer, area, (area.x, y), down, Style::reset());
        put(buffer, area, (area.right() - 1, y), down, Style::reset());
    }
    put(buffer, area, (area.x, area.y), &line(corner[0], corner[1]), Style::reset());
    put(buffer, area, (area.x, area.bottom() - 1), &line(corner[2], corner[3]), Style::reset());
    put(buffer, area, (area.x + 2, area.y), &format!(" {} ", content.title), palette.strong());
    let footer = Rect { width: area.width.saturating_sub(1), ..area };
    put(buffer, footer, (area.x + 2, area.bottom() - 1), &format!(" {} ", content.footer), palette.faint());
}
