//! The lobby of a server, before a game there.

use tabiya_game::narration::sentence;
use tabiya_remote::{ComputerOnServer, LobbyEvent, LobbyOrder, LobbyWish};

use super::popups::read_clock;
use super::{AfterBoard, Screen};
use crate::event::ScreenEffect;
use crate::lobby_picker::{LobbyChoice, LobbyPicker};
use crate::popup::{AnswerDeed, Popup, Prompt, PromptPurpose};
use crate::seat_menu::{SeatMenu, SeatRow};

impl Screen {
    pub(super) fn open_lobby(&mut self, server: String, computers: Vec<ComputerOnServer>) {
        self.popups.push(Popup::Lobby(Box::new(LobbyPicker::new(server, computers))));
    }

    /// Whether a lobby is shown, whatever is open before it.
    pub(super) fn has_lobby(&self) -> bool {
        self.popups.iter().any(|popup| matches!(popup, Popup::Lobby(_)))
    }

    /// Whether the lobby is uppermost.
    pub(super) fn is_in_lobby(&self) -> bool {
        matches!(self.popups.last(), Some(Popup::Lobby(_)))
    }

    /// The lobby that is shown, whatever is open before it.
    pub(super) fn lobby(&mut self) -> Option<&mut LobbyPicker> {
        self.popups.iter_mut().find_map(|popup| match popup {
            Popup::Lobby(list) => Some(&mut **list),
            _ => None,
        })
    }

    /// Takes in what happened in the lobby.
    pub(super) fn hear_lobby(&mut self, event: LobbyEvent) {
        let language = self.language;
        let is_still = self.is_lobby_still();
        let Some(list) = self.lobby() else { return };
        match event {
            // The next list comes soon.
            LobbyEvent::Listed(_) if is_still => {}
            LobbyEvent::Listed(rows) => list.hear(rows),
            LobbyEvent::NotListed(why) => list.miss(sentence(language.words(&why))),
            LobbyEvent::Refused(why) => {
                list.refuse(sentence(language.words(&why)));
                // Nothing begins any more that somebody could leave behind.
                self.popups.retain(|popup| !matches!(popup, Popup::Question { .. }));
            }
            LobbyEvent::Entered(game) => {
                self.after = AfterBoard::Game(game);
                self.effects.push(ScreenEffect::Quit);
            }
        }
    }

    /// Whether the list stands still: while a line is typed, a number in it is that of the list which is seen.
    fn is_lobby_still(&self) -> bool {
        matches!(self.popups.last(), Some(Popup::Prompt(Prompt { purpose: PromptPurpose::LobbyWish, .. })))
    }

    /// Leaves. Where the server is just being asked for a game, which might begin without whoever wanted it, they are asked first.
    pub(super) fn leave(&mut self) {
        let is_asked = matches!(self.popups.last(), Some(Popup::Question { .. }));
        let is_waiting = self.lobby().is_some_and(|list| list.is_waiting);
        if is_asked || !is_waiting {
            return self.effects.push(ScreenEffect::Quit);
        }
        let question = self.choose(
            "The server is still being asked for a game, which may begin without you. Leave all the same?",
            "Der Server wird noch um eine Partie gebeten, die ohne dich beginnen kann. Trotzdem gehen?",
        );
        let answers = vec![
            (self.choose("No, wait", "Nein, warten"), AnswerDeed::Nothing),
            (self.choose("Yes, leave", "Ja, gehen"), AnswerDeed::Leave),
        ];
        self.question(question, answers);
    }

    pub(super) fn enter_in_lobby(&mut self) {
        let Some(list) = self.lobby() else { return };
        match list.choice() {
            LobbyChoice::Game(row) => self.order_in_lobby(LobbyOrder::Enter(Box::new(row))),
            LobbyChoice::Offer => {
                let computers = list.computers.clone();
                self.popups.push(Popup::Seat(SeatMenu::new(&self.settings, computers)));
            }
            LobbyChoice::Settings => self.open_settings(0),
            LobbyChoice::Leave => self.leave(),
        }
    }

    /// Wants something done by the server; one thing at a time.
    fn order_in_lobby(&mut self, order: LobbyOrder) {
        let Some(list) = self.lobby().filter(|list| !list.is_waiting) else { return };
        list.begin_waiting();
        self.effects.push(ScreenEffect::Lobby(order));
    }

    pub(super) fn enter_in_seat(&mut self) {
        let Some(Popup::Seat(menu)) = self.popups.last_mut() else { return };
        match menu.row() {
            SeatRow::Make => {
                let wish = menu.wish();
                self.popups.pop();
                self.order_in_lobby(LobbyOrder::Make(wish));
            }
            SeatRow::Clock => {
                let text = menu.clock.as_ref().map(ToString::to_string).unwrap_or_default();
                self.open_prompt(PromptPurpose::Clock, &text);
            }
            SeatRow::Opponent | SeatRow::Side | SeatRow::Rules => menu.change(1),
        }
    }

    /// Takes what was typed for the clock of a game of one's own.
    pub(super) fn set_seat_clock(&mut self, text: &str) {
        let language = self.language;
        let Some(Popup::Seat(menu)) = self.popups.last_mut() else { return };
        match read_clock(language, text) {
            Ok(clock) => {
                menu.clock = clock;
                self.status.clear();
            }
            Err(why) => self.tell(&sentence(why)),
        }
    }

    /// A digit chooses a game, a colon begins a line.
    pub(super) fn letter_in_lobby(&mut self, c: char) {
        match (c, c.to_digit(10)) {
            (':', _) => self.open_prompt(PromptPurpose::LobbyWish, ""),
            (_, Some(digit)) => {
                if let Some(list) = self.lobby() {
                    list.choose_number(digit as usize);
                }
            }
            _ => {}
        }
    }

    /// Does what a line wants, as at the plain board.
    pub(super) fn take_lobby_wish(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        match LobbyWish::read(text) {
            Ok(LobbyWish::Take(number)) => {
                let is_there = self.lobby().is_some_and(|list| list.choose_number(number));
                match is_there {
                    true => self.enter_in_lobby(),
                    false => {
                        self.tell(&self.choose("There is no such number.", "Diese Nummer gibt es nicht."));
                    }
                }
            }
            Ok(LobbyWish::Make(wish)) => self.order_in_lobby(LobbyOrder::Make(wish)),
            // Both are seen already.
            Ok(LobbyWish::List | LobbyWish::Watch) => {}
            Ok(LobbyWish::Help) => {
                let lines = LobbyWish::help(self.language).lines().map(str::to_owned).collect();
                self.open_text(self.choose("Lobby", "Lobby"), lines);
            }
            Ok(LobbyWish::Quit) => self.leave(),
            Err(why) => self.tell(&sentence(self.language.words(&why))),
        }
    }
}
