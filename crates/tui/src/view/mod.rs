//! The screen as it is drawn. Nothing here changes anything.

mod board_view;
mod editor_view;
mod panel_view;
mod popup_view;
mod review_view;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use tabiya_game::Moment;
use tabiya_rules::Language;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::palette::Palette;
use crate::popup::{Popup, wrapped};
use crate::screen::Screen;
use crate::screen_layout::ScreenLayout;
use crate::text_entry::TextEntry;
use crate::toolbar;

impl Screen {
    /// Draws everything as it is at a moment.
    pub fn draw(&self, frame: &mut Frame<'_>, now: Moment) {
        let area = frame.area();
        let Some(layout) = ScreenLayout::of(area.width, area.height) else {
            return self.draw_too_small(frame.buffer_mut(), area);
        };
        let buffer = frame.buffer_mut();
        self.draw_toolbar(buffer, layout.toolbar);
        match self.editor() {
            Some(editor) => {
                self.draw_edited_board(buffer, &layout, editor);
                self.draw_editor_panel(buffer, layout.panel, editor);
            }
            None => {
                self.draw_board(buffer, &layout);
                self.draw_panel(buffer, &layout, now);
            }
        }
        self.draw_messages(buffer, layout.messages);
        let cursor = self.draw_status(buffer, layout.status, now);
        let cursor = self.draw_popups(buffer, area).or(cursor);
        if let Some((x, y)) = cursor {
            frame.set_cursor_position(Position { x, y });
        }
    }

    fn draw_too_small(&self, buffer: &mut Buffer, area: Rect) {
        let (width, height) = ScreenLayout::LEAST;
        let text = match self.language {
            Language::English => {
                format!("This window is too small: the board needs {width} columns and {height} lines.")
            }
            Language::German => {
                format!("Dieses Fenster ist zu klein: das Brett braucht {width} Spalten und {height} Zeilen.")
            }
        };
        let lines = wrapped(&text, usize::from(area.width.max(1)));
        for (y, line) in (area.y..area.bottom()).zip(lines) {
            put(buffer, area, (area.x, y), &line, Style::new());
        }
    }

    fn draw_toolbar(&self, buffer: &mut Buffer, area: Rect) {
        let palette = self.palette();
        for (column, _, label, _) in toolbar::placed(self.language, area.width, |action| self.offers(action))
        {
            put(buffer, area, (area.x + column, area.y), &label, palette.chosen());
        }
    }

    /// What happened, the last thing below; above it, the lines of an analysis.
    fn draw_messages(&self, buffer: &mut Buffer, area: Rect) {
        let palette = self.palette();
        let mut top = area.y;
        for line in self.analysis_lines() {
            if top + 1 >= area.bottom() {
                break;
            }
            put(buffer, area, (area.x, top), &line, palette.strong());
            top += 1;
        }
        let (room, width) = (usize::from(area.bottom() - top), usize::from(area.width));
        if let Some(says) = self.review_words() {
            for line in first_lines(&says, width, room, "..") {
                put(buffer, area, (area.x, top), &line, palette.strong());
                top += 1;
            }
        }
        let room = usize::from(area.bottom() - top);
        let faults = self.editor().and_then(|editor| self.editor_faults(editor));
        let lines = match faults {
            Some(faults) => first_lines(&faults, width, room, ".."),
            None => latest(self.messages.recent(), width, room),
        };
        for (y, line) in (top..area.bottom()).zip(lines) {
            put(buffer, area, (area.x, y), &line, Style::new());
        }
    }

    fn analysis_lines(&self) -> Vec<String> {
        if !self.analysis.is_on {
            return Vec::new();
        }
        if let Some(score) = self.analysis.over {
            return vec![format!(
                "{:>7}  {}",
                score.to_string(),
                self.choose("the game is over", "die Partie ist zu Ende")
            )];
        }
        if self.analysis.lines.is_empty() {
            return vec![self.choose("Analysis ...", "Analyse ...")];
        }
        let line = |line: &crate::analysis::AnalysisLine| {
            format!("{:>7} {:>2}  {}", line.score.to_string(), line.depth, line.text)
        };
        self.analysis.lines.iter().map(line).collect()
    }

    /// Whose turn it is and the last result; or the line that is being typed, and then where.
    fn draw_status(&self, buffer: &mut Buffer, area: Rect, now: Moment) -> Option<(u16, u16)> {
        let palette = self.palette();
        if let Some(Popup::Prompt(prompt)) = self.popups.last() {
            let (label, entry) = (prompt.label(self.language), &prompt.entry);
            let cursor = put_entry(buffer, area, &palette, label, entry);
            let x = cursor.0 + 3;
            let room = usize::from(area.right().saturating_sub(x));
            let proposed = prompt.proposed.as_deref().unwrap_or_default();
            put(buffer, area, (x, area.y), &shortened(proposed, room), palette.faint());
            return Some(cursor);
        }
        if !self.entry.is_empty() {
            let cursor = put_entry(buffer, area, &palette, &self.choose("Move: ", "Zug: "), &self.entry);
            let found = self.candidates().into_iter().take(8).collect::<Vec<_>>().join(" ");
            let x = area.x + (self.choose("Move: ", "Zug: ").width() + self.entry.text().width()) as u16 + 3;
            put(buffer, area, (x, area.y), &found, palette.faint());
            return Some(cursor);
        }
        let state = self.state_words(now);
        let is_check = self.table.game().ending().is_none() && self.position().is_check();
        let style = if is_check { palette.alert() } else { palette.strong() };
        let mut x = put(buffer, area, (area.x, area.y), &state, style) + 2;
        if self.is_thinking() || self.is_hinting() || self.is_judging() {
            x = put(
                buffer,
                area,
                (x, area.y),
                &self.choose("thinking ...", "denkt nach ..."),
                palette.faint(),
            ) + 2;
        }
        // What is the last thing that happened and the state is told once.
        if self.status != state {
            let room = usize::from(area.right().saturating_sub(x));
            put(buffer, area, (x, area.y), &shortened(&self.status, room), Style::new());
        }
        None
    }
}

/// The first lines of a text in some columns, with a sign behind them where there are more.
fn first_lines(text: &str, width: usize, room: usize, more: &str) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() > room {
        lines.truncate(room);
        if let Some(last) = lines.last_mut() {
            let most = width.saturating_sub(more.width() + 1);
            let fits = |end: &usize| last[..*end].width() <= most;
            let end =
                (0..=last.len()).rev().filter(|&end| last.is_char_boundary(end)).find(fits).unwrap_or(0);
            last.truncate(end);
            last.push_str(&format!(" {more}"));
        }
    }
    lines
}

/// The last messages that fit some lines, each of them whole. Of one that is too long for all the lines there is its beginning,
/// and how the rest is seen.
fn latest(messages: &[String], width: usize, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for message in messages.iter().rev() {
        if wrapped(message, width).len() + lines.len() > room && !lines.is_empty() {
            break;
        }
        let mut message = first_lines(message, width, room, ".. :messages");
        message.append(&mut lines);
        lines = message;
    }
    lines
}

/// A text that fits some columns, with a sign where it does not whole.
pub(crate) fn shortened(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if format!("{short}{c}..").width() > room {
            break;
        }
        short.push(c);
    }
    format!("{short}..")
}

/// Puts a text, as much of it as there is room for, and says where it ends. What cannot be seen is not sent to the
/// terminal.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) -> u16 {
    if x >= area.right() || y >= area.bottom() || y < area.y {
        return x;
    }
    let room = usize::from(area.right() - x);
    let clean: String = text.chars().filter(|&c| !tabiya_text::is_unseen(c)).collect();
    let (end, _) = buffer.set_stringn(x, y, clean, room, style);
    end
}

/// How many columns of a line that is typed are seen, whatever stands before it.
const LEAST_ENTRY: usize = 20;

/// Puts a line that is being typed, and says where the next character goes.
fn put_entry(
    buffer: &mut Buffer,
    area: Rect,
    palette: &Palette,
    label: &str,
    entry: &TextEntry,
) -> (u16, u16) {
    let most = usize::from(area.width).saturating_sub(LEAST_ENTRY);
    let label = if label.width() > most { format!("{} ", shortened(label, most)) } else { label.to_owned() };
    let start = put(buffer, area, (area.x, area.y), &label, Style::new());
    let room = usize::from(area.right().saturating_sub(start)).saturating_sub(1);
    let before: Vec<char> = entry.text().chars().take(entry.place()).collect();
    // The end of a long line is seen.
    let mut width: usize = before.iter().filter_map(|c| c.width()).sum();
    let mut skipped = 0;
    while width > room {
        width -= before.get(skipped).and_then(|c| c.width()).unwrap_or(0);
        skipped += 1;
    }
    let shown: String = entry.text().chars().skip(skipped).collect();
    // What is typed takes the place of what is marked.
    let style = if entry.is_proposed() { palette.chosen() } else { Style::new() };
    put(buffer, area, (start, area.y), &shown, style);
    (start + width as u16, area.y)
}
