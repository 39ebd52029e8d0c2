//! Keys and clicks in what is open before the board.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabiya_game::narration::sentence;
use tabiya_game::{Moment, NotATimeControl, TimeControl};
use tabiya_notation::with_usual_letters;
use tabiya_openings::find_opening;
use tabiya_rules::{Language, Role};
use tabiya_table::talk::{Completer, Completion};
use tabiya_table::{Request, talk};

use super::Screen;
use crate::background::BackgroundChoice;
use crate::board_action::BoardAction;
use crate::board_settings::{ColorChoice, PieceImage};
use crate::board_words::completion;
use crate::event::ScreenEffect;
use crate::file_picker::Picked;
use crate::list_box::next;
use crate::popup::{AnswerDeed, Popup, Prompt, PromptPurpose, SettingRow};
use crate::seat_menu::SeatRow;
use crate::start_menu::{StartPosition, StartRow};
use crate::theme::Theme;

/// How many rows a page has.
const PAGE: isize = 10;

impl Screen {
    pub(super) fn key_in_popup(&mut self, key: KeyEvent, now: Moment) {
        if key.code == KeyCode::Esc {
            return self.close_popup();
        }
        if self.asks_for_keys(key) {
            return self.show_keys();
        }
        match self.popups.last() {
            Some(Popup::Prompt(_)) => self.key_in_prompt(key, now),
            Some(Popup::Editor(_)) => self.key_in_editor(key, now),
            Some(Popup::Files(_)) => self.key_in_files(key, now),
            Some(Popup::Games(_)) => self.key_in_games(key, now),
            _ => self.key_in_list(key, now),
        }
    }

    /// Whether a key asks for those of what is open. Where something is typed, the question mark may be part of it; but no file is
    /// called so.
    fn asks_for_keys(&self, key: KeyEvent) -> bool {
        let is_typed = match self.popups.last() {
            Some(Popup::Prompt(_) | Popup::Games(_)) => true,
            Some(Popup::Files(picker)) => !picker.entry.is_empty(),
            _ => false,
        };
        key.code == KeyCode::F(1) || (key.code == KeyCode::Char('?') && !is_typed)
    }

    pub(super) fn show_keys(&mut self) {
        if let Some(of) = self.popups.last().and_then(Popup::key_place) {
            self.popups.push(Popup::Keys { of, scroll: 0 });
        }
    }

    /// Goes back from what is open.
    pub(super) fn close_popup(&mut self) {
        // Before a lobby there is nothing.
        if let Some(Popup::Lobby(_)) = self.popups.last() {
            return self.leave();
        }
        self.popups.pop();
    }

    fn key_in_list(&mut self, key: KeyEvent, now: Moment) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Up => self.step_in_popup(-1),
            KeyCode::Down | KeyCode::Tab => self.step_in_popup(1),
            KeyCode::PageUp => self.page_in_popup(-PAGE),
            KeyCode::PageDown => self.page_in_popup(PAGE),
            KeyCode::Home => self.page_in_popup(isize::MIN / 2),
            KeyCode::End => self.page_in_popup(isize::MAX / 2),
            KeyCode::Left => self.change_in_popup(-1),
            KeyCode::Right => self.change_in_popup(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.enter_in_popup(now),
            KeyCode::F(2) => self.rename_waiting(),
            KeyCode::Delete => self.ask_to_throw_away(),
            KeyCode::Char('q') if is_control => self.leave(),
            // In a lobby there is no board to open a file at.
            KeyCode::Char('o') if is_control && self.has_lobby() => {}
            KeyCode::Char('o') if is_control => self.perform(BoardAction::Open, now),
            KeyCode::Char(c) => self.choose_by_letter(c, now),
            _ => {}
        }
    }

    pub(super) fn step_in_popup(&mut self, steps: isize) {
        match self.popups.last_mut() {
            Some(Popup::Keys { scroll, .. } | Popup::Text { scroll, .. }) => {
                *scroll = scroll.saturating_add_signed(steps);
            }
            Some(Popup::Menu(list)) => list.step(steps),
            Some(Popup::Promotion { list, .. }) => list.step(steps),
            Some(Popup::Question { list, .. }) => list.step(steps),
            Some(Popup::Waiting { list, .. }) => list.step(steps),
            Some(Popup::Settings(list)) => list.step(steps),
            Some(Popup::Start(menu)) => menu.step(steps),
            Some(Popup::Lobby(list)) => list.step(steps),
            Some(Popup::Seat(menu)) => menu.step(steps),
            Some(Popup::Files(picker)) => picker.step(steps),
            Some(Popup::Games(picker)) => picker.step(steps),
            Some(Popup::Prompt(_) | Popup::Editor(_)) | None => {}
        }
        self.clamp_scroll();
    }

    fn page_in_popup(&mut self, steps: isize) {
        match self.popups.last_mut() {
            Some(Popup::Menu(list)) => list.page(steps),
            Some(Popup::Waiting { list, .. }) => list.page(steps),
            Some(Popup::Files(picker)) => picker.page(steps),
            Some(Popup::Lobby(list)) => list.page(steps),
            Some(Popup::Keys { scroll, .. } | Popup::Text { scroll, .. }) => {
                *scroll = scroll.saturating_add_signed(steps);
            }
            _ => {}
        }
        self.clamp_scroll();
    }

    /// Nobody scrolls beyond the end.
    pub(super) fn clamp_scroll(&mut self) {
        let (width, height) = self.size;
        let shown = self.popups.last().and_then(|popup| popup.content(self.language, width));
        let Some(content) = shown else { return };
        let place = crate::popup::PopupPlace::of(&content, width, height);
        if let Some(Popup::Keys { scroll, .. } | Popup::Text { scroll, .. }) = self.popups.last_mut() {
            *scroll = place.top;
        }
    }

    /// Changes the value of a row.
    fn change_in_popup(&mut self, steps: isize) {
        match self.popups.last_mut() {
            Some(Popup::Start(menu)) => drop(menu.change(steps)),
            Some(Popup::Seat(menu)) => menu.change(steps),
            Some(Popup::Settings(_)) => self.change_setting(steps),
            _ => {}
        }
    }

    fn change_setting(&mut self, steps: isize) {
        let Some(Popup::Settings(list)) = self.popups.last() else { return };
        let (chosen, row) = (list.chosen(), list.value().copied());
        let settings = &mut self.settings;
        match row {
            Some(SettingRow::Theme) => settings.theme = next(&Theme::ALL, settings.theme, steps),
            Some(SettingRow::Pieces) => settings.pieces = next(&PieceImage::ALL, settings.pieces, steps),
            Some(SettingRow::Colors) => settings.colors = next(&ColorChoice::ALL, settings.colors, steps),
            Some(SettingRow::Background) => {
                settings.background = next(&BackgroundChoice::ALL, settings.background, steps);
            }
            Some(SettingRow::Language) => {
                let language = next(&Language::ALL, self.language, steps);
                self.speak(language);
            }
            Some(SettingRow::Coordinates) => settings.coordinates = !settings.coordinates,
            Some(SettingRow::Mouse) => {
                settings.mouse = !settings.mouse;
                self.effects.push(ScreenEffect::Mouse(settings.mouse));
            }
            Some(SettingRow::Hjkl) => {
                settings.hjkl = !settings.hjkl;
                self.tell_hjkl();
            }
            None => return,
        }
        self.popups.pop();
        self.open_settings(chosen);
        self.remember();
    }

    /// A letter chooses what a pawn becomes, a digit a game of the lobby.
    fn choose_by_letter(&mut self, c: char, now: Moment) {
        if let Some(Popup::Lobby(_)) = self.popups.last() {
            return self.letter_in_lobby(c);
        }
        let Some(Popup::Promotion { list, .. }) = self.popups.last_mut() else { return };
        let written = format!("={}", c.to_ascii_uppercase());
        let written = with_usual_letters(self.language, &written).unwrap_or(written);
        let wanted = written.chars().nth(1).and_then(Role::from_letter);
        let place = list.rows.iter().position(|(_, role)| Some(*role) == wanted);
        if place.is_some_and(|place| list.choose(place)) {
            self.enter_in_popup(now);
        }
    }

    pub(super) fn click_in_popup(&mut self, line: usize, now: Moment) {
        let is_there = match self.popups.last_mut() {
            Some(Popup::Menu(list)) => list.choose(line),
            Some(Popup::Promotion { list, .. }) => list.choose(line),
            Some(Popup::Question { list, .. }) => list.choose(line),
            Some(Popup::Waiting { list, .. }) => list.choose(line),
            Some(Popup::Settings(list)) => list.choose(line),
            Some(Popup::Start(menu)) => menu.choose(line),
            Some(Popup::Lobby(list)) => list.choose(line),
            Some(Popup::Seat(menu)) => menu.choose(line),
            Some(Popup::Files(picker)) => {
                let (purpose, picked) = (picker.purpose, picker.choose(line, &*self.host));
                if let Picked::File(path) = picked {
                    self.popups.pop();
                    self.take_file(purpose, path, now);
                }
                false
            }
            Some(Popup::Games(picker)) => {
                if picker.choose(line) {
                    self.open_chosen_game(now);
                }
                false
            }
            _ => false,
        };
        if is_there {
            // A click on a value changes it.
            let is_value = match self.popups.last() {
                Some(Popup::Start(menu)) => {
                    matches!(menu.row(), StartRow::Player(_) | StartRow::Rules | StartRow::Clock)
                }
                Some(Popup::Seat(menu)) => menu.row() != SeatRow::Make,
                _ => false,
            };
            if is_value { self.change_in_popup(1) } else { self.enter_in_popup(now) }
        }
    }

    fn enter_in_popup(&mut self, now: Moment) {
        match self.popups.last() {
            Some(Popup::Start(_)) => return self.enter_in_start(now),
            Some(Popup::Settings(_)) => return self.change_setting(1),
            Some(Popup::Lobby(_)) => return self.enter_in_lobby(),
            Some(Popup::Seat(_)) => return self.enter_in_seat(),
            _ => {}
        }
        match self.popups.pop() {
            Some(Popup::Menu(list)) => {
                if let Some(action) = list.value().copied() {
                    self.perform(action, now);
                }
            }
            Some(Popup::Promotion { from, to, list }) => {
                if let Some(role) = list.value()
                    && let Ok(text) = format!("{from}{to}{}", role.letter().to_ascii_lowercase()).parse()
                {
                    self.play(text, now);
                }
            }
            Some(Popup::Question { list, .. }) => {
                if let Some(deed) = list.value().cloned() {
                    self.do_deed(deed, now);
                }
            }
            Some(Popup::Waiting { list, .. }) => {
                if let Some(record) = list.value().cloned() {
                    self.go_on_with(record, now);
                }
            }
            _ => {}
        }
    }

    fn go_on_with(&mut self, record: std::path::PathBuf, now: Moment) {
        if self.ask(Request::GoOn(record), now) {
            self.popups.clear();
        }
    }

    fn enter_in_start(&mut self, now: Moment) {
        let Some(Popup::Start(menu)) = self.popups.last_mut() else { return };
        match menu.row() {
            StartRow::GoOn(record) => self.go_on_with(record, now),
            StartRow::Begin => self.begin_chosen(now),
            StartRow::Rules => self.open_prompt(PromptPurpose::Rules, ""),
            StartRow::Player(color) => {
                let text = menu.players.get(color).to_string();
                self.open_prompt(PromptPurpose::Player(color), &text);
            }
            StartRow::Clock => {
                let text = menu.clock.as_ref().map(ToString::to_string).unwrap_or_default();
                self.open_prompt(PromptPurpose::Clock, &text);
            }
            StartRow::Position => self.open_prompt(PromptPurpose::Position, ""),
            StartRow::Open => self.pick_to_open(),
            StartRow::Waiting => self.open_waiting(),
            StartRow::Settings => self.open_settings(0),
            StartRow::Quit => self.effects.push(ScreenEffect::Quit),
        }
    }

    fn begin_chosen(&mut self, now: Moment) {
        let Some(Popup::Start(menu)) = self.popups.last() else { return };
        let plan = menu.plan();
        menu.note(&mut self.settings);
        if self.ask(Request::Begin(Box::new(plan)), now) {
            self.popups.clear();
            self.remember();
        }
    }

    fn rename_waiting(&mut self) {
        let Some(Popup::Waiting { list, games }) = self.popups.last() else { return };
        let (record, title) =
            (list.value().cloned(), games.get(list.chosen()).and_then(|game| game.title.clone()));
        if record.is_some() {
            self.open_prompt(PromptPurpose::Title(record), &title.unwrap_or_default());
        }
    }

    fn ask_to_throw_away(&mut self) {
        let Some(Popup::Waiting { list, .. }) = self.popups.last() else { return };
        let Some((label, record)) = list.rows.get(list.chosen()).cloned() else { return };
        self.popups.pop();
        let question = self.choose("Throw this game away for good?", "Diese Partie für immer wegwerfen?");
        let answers = vec![
            (self.choose("No, keep it", "Nein, behalten"), AnswerDeed::Nothing),
            (self.choose("Yes, throw it away", "Ja, wegwerfen"), AnswerDeed::Ask(Request::ThrowAway(record))),
        ];
        self.question(format!("{question}\n{label}"), answers);
    }

    fn key_in_files(&mut self, key: KeyEvent, now: Moment) {
        let Some(Popup::Files(picker)) = self.popups.last_mut() else { return };
        match key.code {
            KeyCode::Up => picker.step(-1),
            KeyCode::Down => picker.step(1),
            KeyCode::PageUp => picker.page(-PAGE),
            KeyCode::PageDown => picker.page(PAGE),
            KeyCode::Tab => picker.complete(),
            KeyCode::Enter => {
                let purpose = picker.purpose;
                if let Picked::File(path) = picker.enter(&*self.host) {
                    self.popups.pop();
                    self.take_file(purpose, path, now);
                }
            }
            _ => {
                edit(&mut picker.entry, key);
                picker.look();
            }
        }
    }

    fn key_in_games(&mut self, key: KeyEvent, now: Moment) {
        let Some(Popup::Games(picker)) = self.popups.last_mut() else { return };
        match key.code {
            KeyCode::Up => picker.step(-1),
            KeyCode::Down | KeyCode::Tab => picker.step(1),
            KeyCode::PageUp => picker.page(-PAGE),
            KeyCode::PageDown => picker.page(PAGE),
            KeyCode::Enter => self.open_chosen_game(now),
            _ => {
                edit(&mut picker.entry, key);
                picker.look();
            }
        }
    }

    fn key_in_prompt(&mut self, key: KeyEvent, now: Moment) {
        let Some(Popup::Prompt(prompt)) = self.popups.last_mut() else { return };
        let is_command = prompt.purpose == PromptPurpose::Command;
        match key.code {
            KeyCode::Enter => {
                if let Some(Popup::Prompt(prompt)) = self.popups.pop() {
                    self.take_prompt(prompt, now);
                }
            }
            KeyCode::Backspace if is_command && prompt.entry.is_empty() => self.close_popup(),
            KeyCode::Tab if is_command => {
                let completer = Completer::of(&self.table, self.language);
                let typed = prompt.entry.text().to_owned();
                let Completion { start, words, .. } = completion(&completer, &*self.host, &typed);
                match words.as_slice() {
                    [] => {}
                    [only] => prompt.entry.set(&format!("{}{only}", &typed[..start])),
                    many => {
                        let common = format!("{}{}", &typed[..start], common_beginning(many));
                        // What need not begin as it was typed takes nothing of that away.
                        if common.len() > typed.len() {
                            prompt.entry.set(&common);
                        }
                        prompt.proposed = Some(proposal(many));
                    }
                }
            }
            KeyCode::Up | KeyCode::Down if is_command => {
                let most = self.typed_lines.len();
                prompt.recalled = match key.code {
                    KeyCode::Up => (prompt.recalled + 1).min(most),
                    _ => prompt.recalled.saturating_sub(1),
                };
                let recalled = most.checked_sub(prompt.recalled).and_then(|at| self.typed_lines.get(at));
                prompt.entry.set(&recalled.cloned().unwrap_or_default());
            }
            _ => {
                prompt.proposed = None;
                edit(&mut prompt.entry, key);
            }
        }
    }

    fn take_prompt(&mut self, prompt: Prompt, now: Moment) {
        let text = prompt.entry.text().trim().to_owned();
        match prompt.purpose {
            PromptPurpose::Command => {
                if !text.is_empty() {
                    self.typed_lines.push(text.clone());
                }
                self.run_line(&text, now);
            }
            PromptPurpose::Title(record) => {
                let is_listed = record.is_some();
                if self.ask(Request::Title { record, title: text }, now) && is_listed {
                    self.popups.pop();
                    self.open_waiting();
                }
            }
            PromptPurpose::EditorFen => self.set_editor(&text),
            PromptPurpose::LobbyWish => self.take_lobby_wish(&text),
            PromptPurpose::Player(_)
            | PromptPurpose::Clock
            | PromptPurpose::Position
            | PromptPurpose::Rules => self.set_start(&prompt.purpose, &text),
        }
    }

    /// Takes what was typed for a row of the menu, or says what is wrong with it.
    pub(super) fn set_start(&mut self, purpose: &PromptPurpose, text: &str) {
        let language = self.language;
        if let (PromptPurpose::Clock, Some(Popup::Seat(_))) = (purpose, self.popups.last()) {
            return self.set_seat_clock(text);
        }
        let Some(Popup::Start(menu)) = self.popups.last_mut() else { return };
        let wrong = match purpose {
            PromptPurpose::Player(color) => match self.host.read_player(text) {
                Ok(player) => {
                    menu.set_player(*color, player);
                    None
                }
                Err(why) => Some(why),
            },
            PromptPurpose::Clock => match read_clock(language, text) {
                Ok(clock) => {
                    menu.clock = clock;
                    None
                }
                Err(why) => Some(why),
            },
            PromptPurpose::Rules => match self.host.load_rules(language, text.as_ref()) {
                Ok(rules) => {
                    menu.rules = rules;
                    menu.position = StartPosition::Usual;
                    None
                }
                Err(why) => Some(format!("{why:#}")),
            },
            _ if text.is_empty() => {
                menu.position = StartPosition::Usual;
                None
            }
            _ if text.contains('/') => match talk::read_fen(language, text, menu.rules.rules.intern()) {
                Ok(setup) => {
                    menu.position = StartPosition::Setup(Box::new(setup));
                    None
                }
                Err(why) => Some(why),
            },
            _ => match find_opening(text) {
                Ok(line) => {
                    menu.position = StartPosition::Opening(line);
                    None
                }
                Err(why) => Some(language.words(&why).to_string()),
            },
        };
        match wrong {
            Some(why) => self.tell_refusal(&sentence(why)),
            None => self.status.clear(),
        }
    }
}

/// A clock as somebody types it; nothing is none.
pub(super) fn read_clock(language: Language, text: &str) -> Result<Option<TimeControl>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|why: NotATimeControl| language.words(&why).to_string())
}

fn edit(entry: &mut crate::text_entry::TextEntry, key: KeyEvent) {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('u') if is_control => entry.clear(),
        KeyCode::Char(c) if !is_control => entry.insert(c),
        KeyCode::Backspace => entry.backspace(),
        KeyCode::Delete => entry.delete(),
        KeyCode::Left => entry.left(),
        KeyCode::Right => entry.right(),
        KeyCode::Home => entry.home(),
        KeyCode::End => entry.end(),
        _ => {}
    }
}

/// What may follow. Where blanks are part of it, they do not part it.
fn proposal(words: &[String]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.trim_end()).collect();
    let has_blanks = words.iter().any(|word| word.contains(' '));
    words.join(if has_blanks { " | " } else { " " })
}

fn common_beginning(words: &[String]) -> String {
    let first = words.first().cloned().unwrap_or_default();
    let shares = |length: &usize| words.iter().all(|word| word.starts_with(&first[..*length]));
    let length = (0..=first.len()).filter(|length| first.is_char_boundary(*length)).take_while(shares).last();
    first[..length.unwrap_or(0)].to_owned()
}
