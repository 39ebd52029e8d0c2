//! What keys, menu, tool bar and command line do alike.

use std::path::PathBuf;

use tabiya_game::Moment;
use tabiya_remote::{LinkOrder, LobbyOrder};
use tabiya_rules::{Color, Language};
use tabiya_table::talk::words;
use tabiya_table::{LeftOver, Request, TableRefusal, WaitingGame, WaitingGames};

use super::Screen;
use crate::board_action::{ACTIONS, BoardAction, key_names};
use crate::event::ScreenEffect;
use crate::key_place::KeyPlace;
use crate::list_box::{ListBox, next};
use crate::popup::{AnswerDeed, Popup, Prompt, PromptPurpose, SettingRow};
use crate::position_editor::PositionEditor;
use crate::start_menu::StartMenu;
use crate::theme::Theme;

impl Screen {
    pub(crate) fn perform(&mut self, action: BoardAction, now: Moment) {
        self.forget_refusal();
        if self.perform_on_server(action, now) {
            return;
        }
        match action {
            BoardAction::New => self.open_start(),
            BoardAction::Open => self.pick_to_open(),
            BoardAction::Save => self.save(now),
            BoardAction::SaveAs => self.pick_to_save(),
            BoardAction::Undo => self.take_back(Request::Undo(1), now),
            BoardAction::Redo => self.take_back(Request::Redo(1), now),
            BoardAction::Quit => self.effects.push(ScreenEffect::Quit),
            BoardAction::Keys => self.popups.push(Popup::Keys { of: KeyPlace::Board, scroll: 0 }),
            BoardAction::Menu => self.open_menu(),
            BoardAction::CommandLine => self.open_prompt(PromptPurpose::Command, ""),
            BoardAction::Flip => self.is_flipped = !self.is_flipped,
            BoardAction::Hint => {
                if !self.show_better() {
                    self.look_for_hint();
                }
            }
            BoardAction::Review => self.review_game(),
            BoardAction::NextMistake => self.look_at_mistake(true),
            BoardAction::MistakeBefore => self.look_at_mistake(false),
            BoardAction::Exercise => self.begin_exercise(),
            BoardAction::Analysis => self.analysis.is_on = !self.analysis.is_on,
            BoardAction::Bar => self.analysis.has_bar = !self.analysis.has_bar,
            BoardAction::Threats => self.count_attacks(),
            BoardAction::SetUp => self.open_editor(),
            BoardAction::Draw => {
                self.ask(Request::Draw, now);
            }
            BoardAction::Resign => self.ask_to_resign(None),
            BoardAction::Rematch => self.rematch(now),
            BoardAction::Go => self.go_or_rest(now),
            BoardAction::Waiting => self.open_waiting(),
            BoardAction::Title => self.open_prompt(PromptPurpose::Title(None), ""),
            BoardAction::Settings => self.open_settings(0),
            BoardAction::Theme => self.next_theme(),
            BoardAction::Messages => {
                let title = self.choose("Messages", "Meldungen");
                let lines = self.messages.lines().to_vec();
                self.open_text(title, lines);
            }
            BoardAction::First => self.look_at_start(),
            BoardAction::Previous => self.look_back(),
            BoardAction::Next => self.look_ahead(),
            BoardAction::Last => self.look_at_end(),
            BoardAction::VariationBefore => self.look_beside(-1),
            BoardAction::VariationAfter => self.look_beside(1),
            BoardAction::PlayOn => self.ask_to_play_on(None),
        }
    }

    pub(crate) fn open_start(&mut self) {
        let waiting = match self.table.waiting_games() {
            Ok(WaitingGames { games, notes }) => {
                self.tell_left_over(&notes);
                games
            }
            // Whoever keeps no games knows that none waits.
            Err(TableRefusal::NoArchive) => Vec::new(),
            Err(why) => {
                self.refuse(&why);
                Vec::new()
            }
        };
        let misread = StartMenu::misread(&self.settings).join(", ");
        if !misread.is_empty() {
            self.tell(&match self.language {
                Language::English => {
                    format!("The settings are not understood, and the usual is chosen: {misread}.")
                }
                Language::German => {
                    format!("Die Einstellungen sind unverständlich, gewählt ist das Übliche: {misread}.")
                }
            });
        }
        self.popups.push(Popup::Start(Box::new(StartMenu::new(&self.settings, &waiting))));
    }

    fn take_back(&mut self, request: Request, now: Moment) {
        if !self.is_only_viewed() {
            self.looking = None;
            self.ask(request, now);
        }
    }

    pub(super) fn open_prompt(&mut self, purpose: PromptPurpose, text: &str) {
        self.popups.push(Popup::Prompt(Prompt::new(purpose, text)));
    }

    pub(super) fn open_text(&mut self, title: String, lines: Vec<String>) {
        // Its end is seen first.
        self.popups.push(Popup::Text { title, lines, scroll: usize::MAX });
        self.clamp_scroll();
    }

    fn open_menu(&mut self) {
        let row = |entry: &crate::board_action::ActionEntry| {
            let keys = key_names(self.language, entry.keys);
            (format!("{:<32}{keys:>14}", self.language.choose(entry.label)), entry.action)
        };
        let shown =
            ACTIONS.iter().filter(|entry| entry.action != BoardAction::Menu && self.offers(entry.action));
        let rows = shown.map(row).collect();
        self.popups.push(Popup::Menu(ListBox::new(rows)));
    }

    fn look_for_hint(&mut self) {
        // One is enough.
        if self.is_hinting() {
            return;
        }
        // Who looks at another place, or at a game that is over, is told of what is shown.
        let is_elsewhere = self.is_viewing || self.looking.is_some();
        let question = match is_elsewhere {
            true => self.table.hint_question_at(self.shown()),
            false => self.table.hint_question(),
        };
        match question {
            Ok(question) => {
                let number = self.next_number();
                self.hinting = Some(number);
                self.effects.push(ScreenEffect::FindHint(number, Box::new(question)));
            }
            Err(why) => self.refuse(&why),
        }
    }

    fn count_attacks(&mut self) {
        self.attacks = match self.attacks {
            None => Some(Color::White),
            Some(Color::White) => Some(Color::Black),
            Some(Color::Black) => None,
        };
        self.tell_attacks();
    }

    pub(super) fn tell_attacks(&mut self) {
        self.status = match (self.attacks, self.language) {
            (Some(color), Language::English) => {
                format!("The numbers count {color}'s attacks on each square.")
            }
            (Some(color), Language::German) => {
                format!("Die Zahlen zählen, wie oft {} jedes Feld angreift.", self.language.words(&color))
            }
            (None, _) => String::new(),
        };
    }

    pub(super) fn open_editor(&mut self) {
        let setup = self.position().setup();
        let rules = self.table.rules().rules.intern();
        self.popups.push(Popup::Editor(Box::new(PositionEditor::new(setup, rules))));
    }

    pub(super) fn ask_to_resign(&mut self, color: Option<Color>) {
        if self.is_only_viewed() {
            return;
        }
        if let Err(why) = self.table.still_running() {
            return self.refuse(&why);
        }
        let text = self.choose("Do you resign the game?", "Gibst du die Partie auf?");
        let answers = vec![
            (self.choose("No, play on", "Nein, weiterspielen"), AnswerDeed::Nothing),
            (self.choose("Yes, resign", "Ja, aufgeben"), AnswerDeed::Ask(Request::Resign(color))),
        ];
        self.question(text, answers);
    }

    /// Another game of the same players; who has which color follows from the game before.
    fn rematch(&mut self, now: Moment) {
        if self.table.game().ending().is_some() || self.table.game().history().is_empty() {
            self.ask(Request::New(None), now);
            return;
        }
        let text = self.choose(
            "The game is not over. Begin another one? This one waits.",
            "Die Partie ist nicht zu Ende. Eine andere beginnen? Diese wartet.",
        );
        let answers = vec![
            (self.choose("No", "Nein"), AnswerDeed::Nothing),
            (self.choose("Yes", "Ja"), AnswerDeed::Ask(Request::New(None))),
        ];
        self.question(text, answers);
    }

    /// Lets the computer move, or rest where it would.
    pub(super) fn go_or_rest(&mut self, now: Moment) {
        if self.is_only_viewed() {
            return;
        }
        if self.table.is_computers_turn() {
            self.stop_thinking();
            self.table.wait();
            return self.tell(&self.choose(
                "The computer rests: = lets it go on.",
                "Der Computer ruht: = lässt ihn weitermachen.",
            ));
        }
        self.ask(Request::Go, now);
    }

    pub(super) fn open_waiting(&mut self) {
        match self.table.waiting_games() {
            Ok(WaitingGames { games, notes }) if games.is_empty() => {
                self.tell(&self.choose("No game is waiting.", "Keine Partie wartet."));
                self.tell_left_over(&notes);
            }
            Ok(WaitingGames { games, notes }) => {
                self.tell_left_over(&notes);
                let row =
                    |game: &WaitingGame| (words::dated_waiting(self.language, game), game.record.clone());
                let rows: Vec<(String, PathBuf)> = games.iter().map(row).collect();
                self.popups.push(Popup::Waiting { list: ListBox::new(rows), games });
            }
            Err(why) => self.refuse(&why),
        }
    }

    /// Tells what was found beside games that wait.
    pub(super) fn tell_left_over(&mut self, notes: &[LeftOver]) {
        notes.iter().for_each(|note| self.tell(&words::left_over(self.language, note)));
    }

    pub(super) fn open_settings(&mut self, chosen: usize) {
        let on = |is_on: bool| if is_on { self.choose("yes", "ja") } else { self.choose("no", "nein") };
        let settings = &self.settings;
        let row = |label: String, value: &str, row: SettingRow| (format!("{label:<30}< {value} >"), row);
        let rows = vec![
            row(self.choose("Theme", "Farben"), settings.theme.name(), SettingRow::Theme),
            row(self.choose("Pieces", "Figuren"), settings.pieces.name(), SettingRow::Pieces),
            row(
                self.choose("Colours of the terminal", "Farben des Terminals"),
                settings.colors.name(),
                SettingRow::Colors,
            ),
            row(
                self.choose("Ground of the terminal", "Grund des Terminals"),
                settings.background.name(),
                SettingRow::Background,
            ),
            row(self.choose("Language", "Sprache"), language_name(self.language), SettingRow::Language),
            row(
                self.choose("Names of the squares", "Namen der Felder"),
                &on(settings.coordinates),
                SettingRow::Coordinates,
            ),
            row(self.choose("Mouse", "Maus"), &on(settings.mouse), SettingRow::Mouse),
            row(
                self.choose("hjkl move the cursor", "hjkl bewegen den Cursor"),
                &on(settings.hjkl),
                SettingRow::Hjkl,
            ),
        ];
        let mut list = ListBox::new(rows);
        list.choose(chosen);
        self.popups.push(Popup::Settings(list));
    }

    fn next_theme(&mut self) {
        self.set_theme(next(&Theme::ALL, self.settings.theme, 1));
    }

    pub(super) fn set_theme(&mut self, theme: Theme) {
        self.settings.theme = theme;
        self.status = format!("{} {}", self.choose("Theme:", "Farben:"), theme.name());
        self.remember();
    }

    /// What h, j, k and l do now, and how the moves are typed that begin with one of them.
    pub(super) fn tell_hjkl(&mut self) {
        self.status = match self.settings.hjkl {
            true => self.choose(
                "h, j, k and l move the cursor; a move such as h4 is typed :h4.",
                "h, j, k und l bewegen den Cursor; einen Zug wie h4 tippt man :h4.",
            ),
            false => self.choose("h, j, k and l are typed.", "h, j, k und l werden getippt."),
        };
    }

    /// Speaks another language from now on.
    pub(super) fn speak(&mut self, language: Language) {
        self.language = language;
        self.status.clear();
        if let Some(remote) = &mut self.remote {
            remote.speak(language);
            self.effects.push(ScreenEffect::Order(LinkOrder::Speak(language)));
        }
        if self.has_lobby() {
            self.effects.push(ScreenEffect::Lobby(LobbyOrder::Speak(language)));
        }
        let kept = self.host.remember_language(language);
        self.tell_if_forgotten(kept);
    }

    /// Writes the settings down; where that fails, they hold for now.
    pub(super) fn remember(&mut self) {
        let kept = self.host.remember(&self.settings);
        self.tell_if_forgotten(kept);
    }

    fn tell_if_forgotten(&mut self, kept: anyhow::Result<()>) {
        if let Err(why) = kept {
            let why = tabiya_text::visible(&format!("{why:#}"));
            self.tell(&match self.language {
                Language::English => {
                    format!("The settings hold until you leave, for they cannot be written down: {why}.")
                }
                Language::German => {
                    format!(
                        "Die Einstellungen gelten bis zum Ende, denn sie lassen sich nicht festhalten: {why}."
                    )
                }
            });
        }
    }

    pub(super) fn do_deed(&mut self, deed: AnswerDeed, now: Moment) {
        match deed {
            AnswerDeed::Nothing => {}
            AnswerDeed::Leave => self.effects.push(ScreenEffect::Quit),
            AnswerDeed::Ask(request) => {
                self.ask(request, now);
            }
            AnswerDeed::Save { is_saved, request } => self.decide_save(is_saved, request, now),
            AnswerDeed::Reply(accept) => self.reply_on_server(accept, now),
            AnswerDeed::PlayOn { node, sides, text } => self.play_on(node, sides, text, now),
        }
    }
}

/// What a language is called in itself.
const fn language_name(language: Language) -> &'static str {
    match language {
        Language::English => "English",
        Language::German => "Deutsch",
    }
}
