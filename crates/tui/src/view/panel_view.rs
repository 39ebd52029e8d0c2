//! Beside the board: the players with their clocks and what they took, the moves, the opening, the evaluation.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use tabiya_game::{Moment, Seat};
use tabiya_rules::{Color, Language};
use tabiya_table::talk::words::player_name;
use tabiya_text::visible;
use unicode_width::UnicodeWidthStr;

use super::board_view::piece_row;
use super::{put, shortened};
use crate::material::Material;
use crate::move_list::WordKind;
use crate::screen::Screen;
use crate::screen_layout::ScreenLayout;

impl Screen {
    pub(super) fn draw_panel(&self, buffer: &mut Buffer, layout: &ScreenLayout, now: Moment) {
        let Rect { x, y, width, .. } = layout.panel;
        let bottom = self.bottom();
        let last = layout.panel.bottom() - 1;
        self.draw_player(buffer, Rect::new(x, y, width, 1), !bottom, now);
        self.draw_taken(buffer, Rect::new(x, y + 1, width, 1), !bottom);
        self.draw_heading(buffer, Rect::new(x, y + 2, width, 1));
        self.draw_moves(buffer, self.moves_area().unwrap_or(layout.moves()));
        if let Some(area) = self.graph_area() {
            self.draw_graph(buffer, area);
        }
        self.draw_below_moves(buffer, Rect::new(x, last - 2, width, 1));
        self.draw_taken(buffer, Rect::new(x, last - 1, width, 1), bottom);
        self.draw_player(buffer, Rect::new(x, last, width, 1), bottom, now);
    }

    /// A player: whether it is their turn, the name, the side, the clock.
    fn draw_player(&self, buffer: &mut Buffer, area: Rect, color: Color, now: Moment) {
        let palette = self.palette();
        let game = self.table.game();
        let is_turn = self.position().turn() == color && !self.is_at_end();
        let style = if is_turn { palette.strong() } else { Style::new() };
        let names = self.table.names();
        // The clock of a game that is only looked at stands still.
        let now = if self.is_viewing { game.last_moment() } else { self.table.clock_moment(now) };
        let left = match &self.remote {
            Some(remote) => remote.left(color, now),
            None => game.clock().map(|clock| clock.left(*game.seats().get(color), now)),
        };
        let clock = left.map(clock_text).unwrap_or_default();
        let room = usize::from(area.width).saturating_sub(clock.width() + 1);
        let mark = if is_turn { '>' } else { ' ' };
        let text = format!(
            "{mark} {}: {}",
            self.language.words(&color),
            visible(&player_name(self.language, names.get(color)))
        );
        let name = Rect { width: room as u16, ..area };
        put(buffer, name, (area.x, area.y), &text, style);
        let x = area.right().saturating_sub(clock.width() as u16);
        put(buffer, area, (x, area.y), &clock, if is_turn { palette.chosen() } else { Style::new() });
    }

    fn draw_taken(&self, buffer: &mut Buffer, area: Rect, color: Color) {
        let palette = self.palette();
        let Material { taken, lead } =
            Material::of(color, self.table.game().history().start(), self.position());
        let lead = if lead > 0 { format!(" +{lead}") } else { String::new() };
        let text = format!("  {}{lead}", piece_row(&palette, &taken));
        put(buffer, area, (area.x, area.y), &text, Style::new());
    }

    /// How the match stands, where it has games; else that these are the moves.
    fn draw_heading(&self, buffer: &mut Buffer, area: Rect) {
        let palette = self.palette();
        let standings = self.table.standings();
        let heading = match (self.is_viewing, self.file_result(), standings.score.games()) {
            _ if self.review().is_some() => self.review_heading(area.width),
            _ if self.remote.is_some() => self.remote_heading(),
            (true, Some(result), _) => format!("{} {result}", self.choose("Result", "Ergebnis")),
            (_, _, 0) => self.choose("Moves", "Züge"),
            (_, _, _) => {
                let points = [Seat::First, Seat::Second].map(|seat| {
                    let points = standings.score.points(seat).to_string();
                    if self.language == Language::German { points.replace('.', ",") } else { points }
                });
                let [first, second] = &points;
                let head = self.choose("Match", "Wettkampf");
                let beside = format!("{head}:  {first} -  {second}").width();
                // The points are what is looked for.
                let room = usize::from(area.width).saturating_sub(beside);
                let names = [Seat::First, Seat::Second]
                    .map(|seat| visible(&player_name(self.language, &standings.names[seat])));
                let [one, other] = fitted(names, room);
                format!("{head}: {one} {first} - {other} {second}")
            }
        };
        put(buffer, area, (area.x, area.y), &heading, palette.faint());
    }

    fn draw_moves(&self, buffer: &mut Buffer, area: Rect) {
        let palette = self.palette();
        let first = self.first_listed_line();
        let shown = self.shown();
        for word in &self.moves.words {
            let Some(line) = word.line.checked_sub(first).filter(|&line| line < usize::from(area.height))
            else {
                continue;
            };
            let is_here =
                word.node == Some(shown) && matches!(word.kind, WordKind::Move | WordKind::Variation);
            let style = match word.kind {
                _ if is_here => palette.chosen(),
                WordKind::Number | WordKind::Remark => palette.faint(),
                WordKind::Move => palette.strong(),
                WordKind::Variation => Style::new(),
            };
            put(buffer, area, (area.x + word.column as u16, area.y + line as u16), &word.text, style);
        }
    }

    /// The evaluation, where it is wanted; else the opening.
    fn draw_below_moves(&self, buffer: &mut Buffer, area: Rect) {
        let palette = self.palette();
        if self.analysis.has_bar {
            let score = self.analysis.score();
            let text = score.map_or_else(|| "...".to_owned(), |score| score.to_string());
            let share = score.map_or(50.0, |score| score.chances().of(Color::White));
            let room = usize::from(area.width).saturating_sub(9);
            let white = (room as f64 * share / 100.0).round() as usize;
            let (full, empty) = if palette.has_unicode { ('█', '░') } else { ('#', '.') };
            let bar: String =
                std::iter::repeat_n(full, white).chain(std::iter::repeat_n(empty, room - white)).collect();
            put(buffer, area, (area.x, area.y), &format!("{text:>7} {bar}"), Style::new());
        } else if self.review().is_some() && self.graph_area().is_none() {
            self.draw_graph_line(buffer, area, (0, 1));
        } else if let Some(opening) = self.table.opening_at(self.shown()) {
            let name = shortened(&opening.to_string(), usize::from(area.width));
            put(buffer, area, (area.x, area.y), &name, palette.faint());
        }
    }
}

/// Two names that fit some columns together: a short one leaves its room to the other.
fn fitted([one, other]: [String; 2], room: usize) -> [String; 2] {
    let half = room / 2;
    let first = one.width().min(room.saturating_sub(other.width()).max(half));
    let second = other.width().min(room - first.min(room));
    [shortened(&one, first), shortened(&other, second)]
}

/// A clock as clocks show it.
fn clock_text(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, seconds) {
        (0, ..20) => format!("0:{rest:02}.{}", left.subsec_millis() / 100),
        (0, _) => format!("{minutes}:{rest:02}"),
        _ => format!("{hours}:{minutes:02}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_names_share_their_room() {
        for (one, other, room, expected) in [
            ("Human", "Tabiya level 1", 19, ["Human", "Tabiya level 1"]),
            ("Human", "Tabiya level 1", 14, ["Human", "Tabiya .."]),
            ("First player", "Second player", 20, ["First pl..", "Second p.."]),
            ("First player", "Bo", 12, ["First pl..", "Bo"]),
        ] {
            assert_eq!(fitted([one.to_owned(), other.to_owned()], room), expected, "{one} {other}");
        }
    }

    #[test]
    fn clocks_show_tenths_at_the_end() {
        for (millis, text) in [(3_723_000, "1:02:03"), (299_500, "4:59"), (9_450, "0:09.4"), (0, "0:00.0")] {
            assert_eq!(clock_text(Duration::from_millis(millis)), text);
        }
    }
}
