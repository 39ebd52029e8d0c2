//! The state of everything that is seen, and what happens to it.

mod actions;
mod at_board;
mod commands;
mod computer;
mod editing;
mod files;
mod lobby;
mod mouse;
mod pasting;
mod popups;
mod remote;
mod reviewing;
mod viewing;
mod walking;

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use tabiya_game::narration::sentence;
use tabiya_game::{Answer, Moment, NodeId};
use tabiya_remote::{ComputerOnServer, GameOnServer, RemoteGame};
use tabiya_rules::{ByLanguage, Color, Language, Position, Rules};
use tabiya_table::talk::words;
use tabiya_table::{GameState, Hint, OpenedFile, Reply, Request, Sides, Table, TableRefusal};
use unicode_width::UnicodeWidthStr;

use crate::analysis::Analysis;
use crate::background::BackgroundChoice;
use crate::board_settings::BoardSettings;
use crate::drawn_reason::DrawnReason;
use crate::event::{ScreenEffect, ScreenEvent};
use crate::hand::Hand;
use crate::list_box::ListBox;
use crate::message_log::MessageLog;
use crate::move_list::MoveListing;
use crate::palette::{Palette, TerminalTraits};
use crate::popup::{AnswerDeed, Popup, PopupPlace};
use crate::screen_host::ScreenHost;
use crate::screen_layout::ScreenLayout;
use crate::shown_review::ShownReview;
use crate::text_entry::TextEntry;

/// What is seen at a terminal: a table, and how somebody looks at it and handles it.
pub struct Screen {
    pub(crate) table: Table,
    host: Box<dyn ScreenHost>,
    pub(crate) language: Language,
    pub(crate) settings: BoardSettings,
    traits: TerminalTraits,
    /// The columns and lines of the window.
    size: (u16, u16),
    pub(crate) hand: Hand,
    /// A move that is being typed.
    pub(crate) entry: TextEntry,
    pub(crate) popups: Vec<Popup>,
    pub(crate) messages: MessageLog,
    /// What came of the last thing that was asked.
    pub(crate) status: String,
    pub(crate) reason: Option<DrawnReason>,
    /// The refusal in the status line, which stays there until somebody does something else.
    refusal: Option<String>,
    pub(crate) hint: Option<Hint>,
    /// The place of the game that is looked at, where it is not the one where the game stands.
    pub(crate) looking: Option<NodeId>,
    /// Whether a game from a file is only looked at.
    pub(crate) is_viewing: bool,
    is_flipped: bool,
    /// Whose attacks are counted on the squares.
    pub(crate) attacks: Option<Color>,
    pub(crate) analysis: Analysis,
    pub(crate) moves: MoveListing,
    /// The analysis of the whole game.
    review: Option<ShownReview>,
    /// The number of the question that a computer thinks about.
    thinking: Option<u64>,
    /// The number of the hint that is looked for.
    hinting: Option<u64>,
    last_number: u64,
    engine_failures: u32,
    is_flag_refused: bool,
    typed_lines: Vec<String>,
    effects: Vec<ScreenEffect>,
    /// The game on a server that is shown, where it is on one.
    pub(crate) remote: Option<Box<RemoteGame>>,
    after: AfterBoard,
}

/// What a screen begins with.
pub struct ScreenSetup {
    /// The table.
    pub table: Table,
    /// The program around it.
    pub host: Box<dyn ScreenHost>,
    /// In which language.
    pub language: Language,
    /// How somebody likes it.
    pub settings: BoardSettings,
    /// What the terminal can show.
    pub traits: TerminalTraits,
    /// The columns and lines of the window.
    pub size: (u16, u16),
    /// What is seen first.
    pub beginning: Beginning,
    /// What is told first.
    pub notes: Vec<String>,
    /// The game on a server that is shown, where it is on one.
    pub remote: Option<Box<RemoteGame>>,
}

/// Where somebody goes from the board.
#[derive(Debug, Default)]
pub enum AfterBoard {
    /// Away from here.
    #[default]
    Nothing,
    /// To the lobby of the server.
    Lobby,
    /// To a game on the server.
    Game(Box<GameOnServer>),
}

/// What is seen first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The menu in which a game is chosen.
    Menu,
    /// The game that is on the table.
    Game,
    /// The same, where it was opened from a file: one that is over is only looked at.
    OpenedGame(Box<OpenedFile>),
    /// The games of a file, of which one is chosen.
    GamesOf {
        /// The file.
        path: PathBuf,
        /// Who plays the game.
        sides: Sides,
    },
    /// The lobby of a server.
    Lobby {
        /// Where it is.
        server: String,
        /// The computer as it can be played there, the weakest first.
        computers: Vec<ComputerOnServer>,
    },
}

impl Screen {
    /// A screen that shows a table.
    pub fn new(setup: ScreenSetup) -> Screen {
        let ScreenSetup { table, host, language, settings, traits, size, beginning, notes, remote } = setup;
        let mut screen = Screen {
            table,
            host,
            language,
            settings,
            traits,
            size,
            hand: Hand::new(Color::White),
            entry: TextEntry::default(),
            popups: Vec::new(),
            messages: MessageLog::default(),
            status: String::new(),
            reason: None,
            refusal: None,
            hint: None,
            looking: None,
            is_viewing: false,
            is_flipped: false,
            attacks: None,
            analysis: Analysis::default(),
            moves: MoveListing::default(),
            review: None,
            thinking: None,
            hinting: None,
            last_number: 0,
            engine_failures: 0,
            is_flag_refused: false,
            typed_lines: Vec::new(),
            effects: Vec::new(),
            remote,
            after: AfterBoard::Nothing,
        };
        if let Some(remote) = &screen.remote {
            remote.lay_out(&mut screen.table);
        }
        screen.hand = Hand::new(screen.bottom());
        notes.iter().for_each(|note| screen.messages.add(note));
        match beginning {
            Beginning::Menu => screen.open_start(),
            Beginning::Game => {}
            Beginning::OpenedGame(opened) => screen.hear_opened(&opened),
            Beginning::GamesOf { path, sides } => drop(screen.lists_games(&path, sides)),
            Beginning::Lobby { server, computers } => screen.open_lobby(server, computers),
        }
        screen.list_moves();
        screen
    }

    /// Takes in what happened, and says what is to be done.
    pub fn update(&mut self, event: ScreenEvent, now: Moment) -> Vec<ScreenEffect> {
        let is_tick = matches!(event, ScreenEvent::Tick | ScreenEvent::Line(..));
        match event {
            ScreenEvent::Key(key) => self.key(key, now),
            ScreenEvent::Mouse(mouse) => self.mouse(mouse, now),
            ScreenEvent::Paste(text) => self.paste(&text, now),
            ScreenEvent::Resize(width, height) => self.size = (width, height),
            ScreenEvent::Tick => {}
            ScreenEvent::Answer(number, answer) => self.hear_answer(number, answer, now),
            ScreenEvent::HintFound(number, hint) => self.hear_hint(number, hint),
            ScreenEvent::Line(number, info) if self.analysis.number == Some(number) => {
                self.analysis.hear(&info);
            }
            ScreenEvent::Line(..) => {}
            ScreenEvent::AnalysisBroken(number, trouble) => self.hear_broken_analysis(number, trouble),
            ScreenEvent::Reviewed(number, found) => self.hear_review(number, found),
            ScreenEvent::Tried(number, tried) => self.hear_tried(number, tried),
            ScreenEvent::Background(background) => self.traits.background = Some(background),
            ScreenEvent::Suspend => self.effects.push(ScreenEffect::Suspend),
            ScreenEvent::Continue => self.effects.push(ScreenEffect::TakeTerminal),
            ScreenEvent::Server(event) => self.hear_server(event, now),
            ScreenEvent::Lobby(event) => self.hear_lobby(event),
            ScreenEvent::Leave => self.effects.push(ScreenEffect::Quit),
        }
        self.settle(now);
        if !is_tick {
            self.list_moves();
        }
        std::mem::take(&mut self.effects)
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What is said when somebody leaves.
    pub fn farewell(&self) -> String {
        let is_on_server = self.remote.is_some() || self.has_lobby();
        if is_on_server { String::new() } else { words::farewell(self.language, &self.table) }
    }

    /// Where somebody goes who has left, which is asked once.
    pub(crate) fn take_after(&mut self) -> AfterBoard {
        std::mem::take(&mut self.after)
    }

    /// Puts everything in order before the board is left.
    pub fn close(&mut self, now: Moment) -> anyhow::Result<()> {
        // Nobody has paid for looking at the game.
        let excused = if self.is_viewing { self.table.excuse_clock(now) } else { Ok(()) };
        let closed = excused.and_then(|()| self.table.close(now));
        closed.map_err(|why| anyhow::anyhow!(words::refusal(self.language, &why)))
    }

    /// When something changes by itself: a clock that runs. That of a game that is only looked at stands still.
    pub fn has_running_clock(&self) -> bool {
        match &self.remote {
            Some(remote) => remote.has_running_clock(),
            None => self.table.flag_falls().is_some() && !self.is_viewing,
        }
    }

    /// Whether it matters on which ground the terminal writes, and nobody has said so.
    pub(crate) fn wonders_about_background(&self) -> bool {
        let is_open = self.settings.background == BackgroundChoice::Auto && self.traits.background.is_none();
        is_open && !self.palette().is_colorless()
    }

    /// The columns and lines of the window.
    pub(crate) fn size(&self) -> (u16, u16) {
        self.size
    }

    fn key(&mut self, key: KeyEvent, now: Moment) {
        if key.kind == KeyEventKind::Release {
            return;
        }
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => return self.leave(),
            KeyCode::Char('l') if is_control => return self.effects.push(ScreenEffect::Redraw),
            _ => {}
        }
        if self.popups.is_empty() {
            self.key_at_board(key, now);
        } else {
            self.key_in_popup(key, now);
        }
    }

    /// What follows from how everything stands now.
    fn settle(&mut self, now: Moment) {
        self.look_at_the_clock(now);
        if !self.is_viewing {
            self.table.note_time(now);
        }
        if self.table.is_computers_turn() && self.thinking.is_none() && !self.is_on_hold() {
            self.ask_computer();
        }
        self.settle_analysis();
    }

    /// Whether nobody moves because something else is being done. A clock that runs does not wait for that.
    fn is_on_hold(&self) -> bool {
        let holds = |popup: &Popup| {
            matches!(popup, Popup::Start(_) | Popup::Editor(_) | Popup::Games(_) | Popup::Lobby(_))
        };
        self.is_viewing || (!self.has_running_clock() && self.popups.iter().any(holds))
    }

    fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    fn look_at_the_clock(&mut self, now: Moment) {
        if self.is_viewing {
            return;
        }
        match self.table.look_at_the_clock(now) {
            None => self.is_flag_refused = false,
            Some(Ok(change)) => {
                self.host.after_request(&self.table);
                self.stop_thinking();
                self.hear(&Reply::Happened(change));
            }
            // Once is enough.
            Some(Err(why)) if !self.is_flag_refused => {
                self.is_flag_refused = true;
                self.refuse(&why);
            }
            Some(Err(_)) => {}
        }
    }

    /// Asks the table for something, and tells what came of it.
    pub(crate) fn ask(&mut self, request: Request, now: Moment) -> bool {
        if self.remote.is_some() && !matches!(request, Request::Save { .. } | Request::SaveAgain { .. }) {
            return self.ask_server(&request, now);
        }
        if viewing::changes_game(&request) && self.is_only_viewed() {
            return false;
        }
        let leaves_game = request.leaves_game();
        let is_other_game = matches!(
            request,
            Request::Begin(_)
                | Request::New(_)
                | Request::SetUp(_)
                | Request::Opening(_)
                | Request::Rules(_)
                | Request::Open { .. }
                | Request::Read { .. }
                | Request::Continue(_)
                | Request::GoOn(_)
        );
        let reply = self.table.ask(request, now);
        self.host.after_request(&self.table);
        match reply {
            Ok(reply) => {
                if !leaves_game {
                    self.stop_thinking();
                }
                if is_other_game {
                    self.show_other_game();
                }
                self.hear(&reply);
                true
            }
            Err(why) => {
                self.refuse(&why);
                false
            }
        }
    }

    fn show_other_game(&mut self) {
        self.effects.push(ScreenEffect::EndEngines);
        self.engine_failures = 0;
        self.forget_review();
        self.is_viewing = false;
        self.is_flipped = false;
        self.entry.clear();
        self.hand = Hand::new(self.bottom());
    }

    /// Tells what came of a request.
    fn hear(&mut self, reply: &Reply) {
        self.reason = None;
        self.hint = None;
        if !matches!(reply, Reply::Saved(_) | Reply::Titled(_) | Reply::Named { .. } | Reply::ThrownAway) {
            self.looking = None;
            self.hand.let_go();
        }
        if let Reply::Opened(opened) = reply {
            return self.hear_opened(opened);
        }
        if let Reply::Continued { .. } = reply {
            // That a game waits is no news any more.
            self.messages.turn_page();
        }
        self.tell(&words::reply(self.language, reply));
        if let Reply::Offered { to, .. } = reply {
            self.ask_about_draw(*to);
        }
    }

    fn ask_about_draw(&mut self, to: Color) {
        let side = self.language.words(&to);
        let text = match self.language {
            Language::English => format!("{side}: a draw is offered. Do you accept it?"),
            Language::German => format!("{side}: Remis ist angeboten. Nimmst du an?"),
        };
        self.question(
            text,
            vec![
                (self.choose("Accept", "Annehmen"), AnswerDeed::Ask(Request::AnswerDraw(Answer::Accept))),
                (self.choose("Decline", "Ablehnen"), AnswerDeed::Ask(Request::AnswerDraw(Answer::Decline))),
            ],
        );
    }

    pub(crate) fn question(&mut self, text: String, answers: Vec<(String, AnswerDeed)>) {
        self.popups.push(Popup::Question { text, list: ListBox::new(answers) });
    }

    /// Tells why something was not done, and draws it where it can be.
    pub(crate) fn refuse(&mut self, why: &TableRefusal) {
        if self.asks_about_file(why) {
            return;
        }
        // Whoever has closed the question without an answer is asked again.
        if let TableRefusal::AlreadyOffered = why {
            return self.ask_about_draw(!self.table.game().turn());
        }
        self.tell_refusal(&sentence(words::refusal(self.language, why)));
        self.reason = DrawnReason::of(why, self.position());
    }

    pub(super) fn tell_refusal(&mut self, says: &str) {
        self.tell(says);
        self.refusal = Some(self.status.clone());
        if self.has_covered_messages() && says.width() > usize::from(self.size.0) / 2 {
            self.open_text(self.choose("Message", "Meldung"), vec![says.to_owned()]);
        }
    }

    /// Whether something is open before the messages, so that the status line alone tells the last one.
    fn has_covered_messages(&self) -> bool {
        let ((width, height), Some(layout)) = (self.size, self.layout()) else { return false };
        match self.popups.last() {
            // What is wrong with the position stands in their place.
            Some(Popup::Editor(editor)) => self.editor_faults(editor).is_some(),
            Some(popup) => popup.content(self.language, width).is_some_and(|content| {
                PopupPlace::of(&content, width, height).area.bottom() > layout.messages.y
            }),
            None => false,
        }
    }

    /// What was refused is answered by whatever is done next. Says whether something was.
    pub(super) fn forget_refusal(&mut self) -> bool {
        let is_drawn = self.reason.take().is_some();
        let is_told = self.refusal.take().is_some_and(|refusal| refusal == self.status);
        if is_told {
            self.status.clear();
        }
        is_drawn || is_told
    }

    /// Says something: in the message area, and as the last result in the status line.
    pub(crate) fn tell(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.messages.add(text);
        self.status = text.lines().next().map(tabiya_text::visible).unwrap_or_default();
    }

    pub(crate) fn choose(&self, english: &str, german: &str) -> String {
        self.language.choose(ByLanguage { english, german }).to_owned()
    }

    pub(crate) fn palette(&self) -> Palette {
        Palette::new(&self.settings, self.traits)
    }

    pub(crate) fn layout(&self) -> Option<ScreenLayout> {
        ScreenLayout::of(self.size.0, self.size.1)
    }

    /// Whose men are below: one's own.
    pub(crate) fn bottom(&self) -> Color {
        let own = self.table.own_color().unwrap_or(Color::White);
        if self.is_flipped { !own } else { own }
    }

    /// The place of the game that is shown.
    pub(crate) fn shown(&self) -> NodeId {
        self.looking.unwrap_or(self.table.game().history().here())
    }

    /// The position that is shown.
    pub(crate) fn position(&self) -> &Position<&'static Rules> {
        let history = self.table.game().history();
        history.get(self.shown()).map_or(self.table.game().position(), |node| &node.position)
    }

    /// Where the game stands, in few words: the side to move is always told.
    pub(crate) fn state_words(&self, now: Moment) -> String {
        if let Some(remote) = &self.remote {
            return format!("{}{}", remote.state_words(now), self.opponent_words());
        }
        // Before a lobby there is no game.
        if self.has_lobby() {
            return String::new();
        }
        match self.table.state() {
            // Elsewhere than at its end, somebody is to move.
            GameState::Over { ending, seats, .. } if self.looking.is_none() => {
                sentence(tabiya_game::narration::ending_words(self.language, ending, seats))
            }
            GameState::Over { .. } | GameState::Running { .. } => {
                let position = self.position();
                let turn = position.turn();
                let side = self.language.words(&turn);
                let turn = match self.language {
                    Language::English => format!("{side} to move"),
                    Language::German => format!("{side} am Zug"),
                };
                let check =
                    if position.is_check() { self.choose(" - check!", " - Schach!") } else { String::new() };
                let told = self.file_result().filter(|_| self.is_viewing);
                if let Some(result) = told.filter(|_| self.is_at_end()) {
                    return format!(
                        "{}: {result}",
                        self.choose("The game is over", "Die Partie ist zu Ende")
                    );
                }
                let told = told.map(|result| format!(" ({result})")).unwrap_or_default();
                format!("{turn}{check}{told}{}", self.claim_words())
            }
        }
    }

    /// That a draw may be claimed, where it may.
    fn claim_words(&self) -> String {
        let claims = self.table.game().claims();
        let is_possible = (claims.repetition || claims.quiet_moves) && self.looking.is_none();
        if is_possible { self.choose(" - F8 claims a draw", " - F8 verlangt Remis") } else { String::new() }
    }

    fn list_moves(&mut self) {
        let Some(layout) = self.layout() else { return };
        let width = usize::from(layout.moves().width);
        let history = self.table.game().history();
        let marks = self.review().map(|shown| self.table.review_marks(&shown.review)).unwrap_or_default();
        self.moves = MoveListing::of(history, self.source(), &marks, width);
    }
}
