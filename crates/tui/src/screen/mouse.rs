//! The mouse: over the board, the tool bar, the moves and popups.

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use tabiya_game::Moment;
use tabiya_rules::Square;

use super::Screen;
use crate::board_action::BoardAction;
use crate::hand::MousePress;
use crate::list_box::top;
use crate::popup::{Popup, PopupPlace};
use crate::toolbar;

impl Screen {
    pub(super) fn mouse(&mut self, mouse: MouseEvent, now: Moment) {
        match self.popups.last() {
            None => self.mouse_at_board(mouse, now),
            Some(Popup::Editor(_)) => self.mouse_in_editor(mouse, now),
            Some(Popup::Prompt(_)) => {}
            Some(_) => self.mouse_in_popup(mouse, now),
        }
    }

    pub(super) fn square_at(&self, mouse: MouseEvent) -> Option<Square> {
        self.layout()?.square_at(mouse.column, mouse.row, self.bottom())
    }

    fn mouse_at_board(&mut self, mouse: MouseEvent, now: Moment) {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(mouse, now),
            MouseEventKind::Drag(MouseButton::Left) => {
                if let Some(square) = self.square_at(mouse).filter(|_| self.hand.pressed.is_some()) {
                    self.hand.cursor = square;
                    self.hand.is_cursor_shown = true;
                }
            }
            MouseEventKind::Up(MouseButton::Left) => self.release(mouse, now),
            MouseEventKind::ScrollUp => self.perform(BoardAction::Previous, now),
            MouseEventKind::ScrollDown => self.perform(BoardAction::Next, now),
            _ => {}
        }
    }

    fn press(&mut self, mouse: MouseEvent, now: Moment) {
        self.hand.is_cursor_shown = false;
        if let Some(square) = self.square_at(mouse) {
            self.entry.clear();
            self.hand.cursor = square;
            let before = self.hand.selected;
            if before != Some(square) {
                self.touch(square, now);
            }
            if self.hand.selected == Some(square) {
                self.hand.pressed = Some(MousePress { square, was_selected: before == Some(square) });
            }
            return;
        }
        self.hand.let_go();
        if let Some(action) = self.button_at(mouse) {
            return self.perform(action, now);
        }
        if let Some(node) = self.listed_move_at(mouse) {
            self.look_at_node(node);
        }
    }

    /// A piece is let go: where it was pressed, it stays chosen, unless it was before; elsewhere it moves, or is put back.
    fn release(&mut self, mouse: MouseEvent, now: Moment) {
        let Some(MousePress { square, was_selected }) = self.hand.pressed.take() else { return };
        self.hand.is_cursor_shown = false;
        match self.square_at(mouse) {
            Some(same) if same == square => {
                if was_selected {
                    self.hand.let_go();
                }
            }
            Some(to) => {
                self.hand.let_go();
                self.try_move(square, to, now);
            }
            None => {
                self.hand.let_go();
                self.status.clear();
            }
        }
    }

    fn button_at(&self, mouse: MouseEvent) -> Option<BoardAction> {
        let buttons = toolbar::placed(self.language, self.size.0, |action| self.offers(action));
        let at = buttons.into_iter().find(|(from, to, ..)| (*from..*to).contains(&mouse.column));
        at.filter(|_| mouse.row == 0).map(|(_, _, _, action)| action)
    }

    fn listed_move_at(&self, mouse: MouseEvent) -> Option<tabiya_game::NodeId> {
        let area = self.moves_area()?;
        let is_inside =
            (area.x..area.right()).contains(&mouse.column) && (area.y..area.bottom()).contains(&mouse.row);
        let line = usize::from(mouse.row.checked_sub(area.y)?) + self.first_listed_line();
        is_inside.then(|| self.moves.at(line, usize::from(mouse.column - area.x)))?
    }

    /// The first line of the moves that is seen.
    pub(crate) fn first_listed_line(&self) -> usize {
        let height = self.moves_area().map_or(1, |area| usize::from(area.height));
        let line = self.moves.line_of(self.shown()).unwrap_or(0);
        top(line, self.moves.lines(), height)
    }

    fn mouse_in_popup(&mut self, mouse: MouseEvent, now: Moment) {
        let Some(content) = self.popups.last().and_then(|popup| popup.content(self.language, self.size.0))
        else {
            return;
        };
        let place = PopupPlace::of(&content, self.size.0, self.size.1);
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => match place.line_at(mouse.column, mouse.row) {
                Some(line) => self.click_in_popup(line, now),
                None if place.contains(mouse.column, mouse.row) || self.is_in_lobby() => {}
                None => self.close_popup(),
            },
            MouseEventKind::ScrollUp => self.step_in_popup(-1),
            MouseEventKind::ScrollDown => self.step_in_popup(1),
            _ => {}
        }
    }
}
