//! The board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tabiya_game::{Step, Threats};
use tabiya_rules::{Bitboard, Color, File, Move, Piece, Rank, Square};
use tabiya_table::talk::picture::figure;

use super::put;
use crate::board_settings::PieceImage;
use crate::palette::{Palette, SquareTint};
use crate::screen::Screen;
use crate::screen_layout::ScreenLayout;

/// What a square shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareLook {
    pub piece: Option<Piece>,
    /// What it is, the most important first: each has signs of its own, and the first has the color.
    pub tints: [SquareTint; 2],
    /// A number in a corner.
    pub count: Option<usize>,
    /// A sign on an empty square.
    pub sign: Option<char>,
}

/// Where the piece that moves stands afterwards. Who castles is written as going onto the rook.
fn landing(m: Move) -> Square {
    let file = if m.to().file() > m.from().file() { File::G } else { File::C };
    if m.is_castling() { Square::new(file, m.from().rank()) } else { m.to() }
}

impl Screen {
    pub(super) fn draw_board(&self, buffer: &mut Buffer, layout: &ScreenLayout) {
        let position = self.position();
        let targets = self.hand.selected.map_or(Bitboard::EMPTY, |from| self.targets(from));
        let last = self.last_move();
        let check = if position.is_check() { position.royal(position.turn()) } else { None };
        let threats = self.attacks.map(|color| Threats::of(position.board(), color));
        let hint = self.hint.as_ref().filter(|hint| hint.position.key() == position.key()).map(|hint| hint.m);
        let reason = self.reason.unwrap_or_default();
        for square in Square::all() {
            let is = |tint, holds: bool| holds.then_some(tint);
            let mut tints: Vec<SquareTint> = [
                is(SquareTint::Culprit, reason.culprits.contains(square)),
                is(SquareTint::Selected, self.hand.selected == Some(square)),
                is(SquareTint::Cursor, self.hand.is_cursor_shown && self.hand.cursor == square),
                is(SquareTint::Hint, hint.is_some_and(|m| m.from() == square || landing(m) == square)),
                is(SquareTint::Check, check == Some(square)),
                is(SquareTint::ReasonLine, reason.line.contains(square)),
                is(SquareTint::Target, targets.contains(square)),
                is(SquareTint::LastMove, last.contains(square)),
            ]
            .into_iter()
            .flatten()
            .collect();
            tints.resize(2, SquareTint::None);
            let sign = match () {
                () if targets.contains(square) => Some('*'),
                () if reason.line.contains(square) => Some('-'),
                () => None,
            };
            let look = SquareLook {
                piece: position.piece_at(square),
                tints: [tints[0], tints[1]],
                count: threats.as_ref().map(|threats| threats.count(square)).filter(|&count| count > 0),
                sign,
            };
            draw_square(buffer, &self.palette(), layout.square(square, self.bottom()), square, look);
        }
        self.draw_coordinates(buffer, layout);
    }

    /// The squares of the move that led to what is shown.
    fn last_move(&self) -> Bitboard {
        let history = self.table.game().history();
        match history.get(self.shown()).and_then(|node| node.step) {
            Some(Step::Move(m)) => Bitboard::of(m.from()) | Bitboard::of(landing(m)),
            Some(Step::Pass) | None => Bitboard::EMPTY,
        }
    }

    /// The names of ranks and files, with the side to move marked.
    pub(super) fn draw_coordinates(&self, buffer: &mut Buffer, layout: &ScreenLayout) {
        if !self.settings.coordinates {
            return;
        }
        let (bottom, area, faint) = (self.bottom(), *buffer.area(), self.palette().faint());
        let (width, height) = layout.cell;
        for rank in Rank::ALL {
            let at = layout.square(Square::new(File::A, rank), bottom);
            put(buffer, area, (0, at.y + (height - 1) / 2), &rank.digit().to_string(), faint);
        }
        for file in File::ALL {
            let at = layout.square(Square::new(file, Rank::First), bottom);
            put(buffer, area, (at.x + width / 2, layout.board.bottom()), &file.letter().to_string(), faint);
        }
    }
}

/// Draws a square: its piece in the middle, signs on both sides of it, a number in its corner.
pub(super) fn draw_square(
    buffer: &mut Buffer,
    palette: &Palette,
    area: Rect,
    square: Square,
    look: SquareLook,
) {
    let style = palette.square(square.is_light(), look.tints[0]);
    let is_filled = palette.is_colorless() && !square.is_light();
    let filling = match (is_filled, palette.has_unicode) {
        (false, _) => ' ',
        (true, true) => '░',
        (true, false) => ':',
    };
    let filling: String = std::iter::repeat_n(filling, usize::from(area.width)).collect();
    for y in area.y..area.bottom() {
        put(buffer, area, (area.x, y), &filling, style);
    }
    let (middle, line) = (area.x + area.width / 2, area.y + (area.height - 1) / 2);
    let center = match (look.piece, look.sign) {
        (Some(piece), _) => Some(piece_char(palette, piece)),
        (None, sign) => sign,
    };
    let is_white = look.piece.is_some_and(|piece| piece.color == Color::White);
    let piece_style = if is_white { style.add_modifier(Modifier::BOLD) } else { style };
    if let Some(center) = center {
        // The filling would hide it.
        let around = if is_filled { " " } else { "" };
        put(
            buffer,
            area,
            (middle - u16::from(is_filled), line),
            &format!("{around}{center}{around}"),
            piece_style,
        );
    }
    for (number, tint) in look.tints.into_iter().enumerate() {
        let below = line + number as u16;
        if let Some((left, right)) = signs(tint, look.piece.is_some()).filter(|_| below < area.bottom()) {
            put(buffer, area, (middle - 1, below), &left.to_string(), style);
            put(buffer, area, (middle + 1, below), &right.to_string(), style);
        }
    }
    if let Some(count) = look.count {
        let count = if count > 9 { "+".to_owned() } else { count.to_string() };
        let corner = style.add_modifier(Modifier::BOLD);
        let x = if area.height == 1 { area.right() - 1 } else { area.x };
        put(buffer, area, (x, area.bottom() - 1), &count, corner);
    }
}

fn piece_char(palette: &Palette, piece: Piece) -> char {
    match palette.pieces {
        PieceImage::Unicode => figure(piece),
        PieceImage::Letters => piece.letter(),
    }
}

/// The signs that tell what a square is to whoever sees no colors.
fn signs(tint: SquareTint, has_piece: bool) -> Option<(char, char)> {
    Some(match tint {
        SquareTint::None | SquareTint::ReasonLine => return None,
        SquareTint::Target if !has_piece => return None,
        SquareTint::Target => ('x', 'x'),
        SquareTint::LastMove => ('(', ')'),
        SquareTint::Check => ('+', '+'),
        SquareTint::Hint => ('?', '?'),
        SquareTint::Cursor => ('>', '<'),
        SquareTint::Selected => ('[', ']'),
        SquareTint::Culprit => ('!', '!'),
    })
}

/// A row of pieces, such as those that were taken.
pub(super) fn piece_row(palette: &Palette, pieces: &[Piece]) -> String {
    pieces.iter().map(|&piece| piece_char(palette, piece)).collect()
}

/// How the editor shows what a click puts.
pub(super) fn offered(palette: &Palette, piece: Piece, is_chosen: bool) -> (String, Style) {
    let text = format!(" {} ", piece_char(palette, piece));
    (text, if is_chosen { palette.chosen() } else { Style::new() })
}
