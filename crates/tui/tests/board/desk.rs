//! A screen that tests sit at.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use tabiya_engine::{Rng, Yielding};
use tabiya_game::{BySeat, FirstMoves, Moment};
use tabiya_notation::{Fen, RuleFile, find_rules};
use tabiya_remote::LobbyOrder;
use tabiya_rules::{Language, Square};
use tabiya_table::talk::read_fen;
use tabiya_table::{BookSetting, GameReview, Player, Table, TableSetup};
use tabiya_tui::{
    Background, Beginning, BoardSettings, ColorDepth, FolderEntry, Screen, ScreenEffect, ScreenEvent,
    ScreenHost, ScreenSetup, TerminalTraits,
};

use crate::memory::{Disk, Scripted};

/// What a test wants to sit at.
pub struct Wish {
    pub players: [&'static str; 2],
    pub fen: Option<&'static str>,
    pub rules: &'static str,
    pub time: Option<&'static str>,
    pub language: Language,
    pub settings: BoardSettings,
    pub depth: ColorDepth,
    pub has_unicode: bool,
    pub background: Option<Background>,
    pub size: (u16, u16),
    pub beginning: Beginning,
    pub notes: Vec<String>,
    pub disk: Disk,
    pub engine: &'static [&'static str],
}

impl Default for Wish {
    fn default() -> Wish {
        Wish {
            players: ["human", "human"],
            fen: None,
            rules: "fide",
            time: None,
            language: Language::English,
            settings: BoardSettings::default(),
            depth: ColorDepth::True,
            has_unicode: true,
            background: None,
            size: (80, 24),
            beginning: Beginning::Game,
            notes: Vec::new(),
            disk: Disk::default(),
            engine: &[],
        }
    }
}

/// A screen, the time, and whoever answers for computers.
pub struct Desk {
    pub screen: Screen,
    pub now: u64,
    size: (u16, u16),
    engines: Scripted,
    pub remembered: Rc<RefCell<Option<BoardSettings>>>,
    pub remembered_language: Rc<RefCell<Option<Language>>>,
    pub has_quit: bool,
    /// What was wanted of a lobby.
    pub lobby_orders: Vec<LobbyOrder>,
    /// What an analysis of the game finds, by the number of moves before a position.
    pub searches: Vec<(usize, &'static str)>,
    /// The analyses that were begun and stopped.
    pub reviews: (usize, usize),
}

struct DeskHost {
    remembered: Rc<RefCell<Option<BoardSettings>>>,
    language: Rc<RefCell<Option<Language>>>,
    disk: Disk,
}

impl ScreenHost for DeskHost {
    fn load_rules(&self, _: Language, name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
        let name = name_or_path.to_string_lossy().into_owned();
        find_rules(&name).map(RuleFile::from).map_err(|why| anyhow::anyhow!(why.to_string()))
    }

    fn read_player(&self, text: &str) -> Result<Player, String> {
        text.parse().map_err(|why: tabiya_table::NotAPlayer| why.to_string())
    }

    fn list_folder(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let entry = |name: &str, is_folder| FolderEntry { name: name.to_owned(), is_folder };
        match folder.to_str() {
            Some("/games") => {
                let files = ["club.pgn", "notes.txt", "old.xml", "Polgár.pgn", "Scotch defence.pgn"]
                    .map(|name| entry(name, false));
                Ok(files.into_iter().chain([entry("more", true)]).collect())
            }
            Some("/games/more" | "/") => Ok(Vec::new()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn current_folder(&self) -> PathBuf {
        let _ = &self.disk;
        PathBuf::from("/games")
    }

    fn remember(&self, settings: &BoardSettings) -> anyhow::Result<()> {
        *self.remembered.borrow_mut() = Some(settings.clone());
        Ok(())
    }

    fn remember_language(&self, language: Language) -> anyhow::Result<()> {
        *self.language.borrow_mut() = Some(language);
        Ok(())
    }

    fn after_request(&self, _: &Table) {}
}

impl Desk {
    pub fn new(wish: Wish) -> Desk {
        let rules = find_rules(wish.rules).unwrap();
        let position = wish.fen.map(|fen| read_fen(Language::English, fen, rules.rules).unwrap());
        let setting = TableSetup {
            players: BySeat(wish.players.map(|player| player.parse().unwrap())),
            rules: Some(rules.into()),
            position,
            opening: None,
            book: BookSetting { is_open: false, ..BookSetting::default() },
            yielding: Yielding::Never,
            game_seed: None,
            time: wish.time.map(|time| time.parse().unwrap()),
            first_moves: FirstMoves::OneFree,
            rng: Rng::from_seed(1),
            archive: Some(Box::new(wish.disk.clone())),
            engines: Box::new(Scripted::new(&[])),
            files: Box::new(wish.disk.clone()),
        };
        let remembered = Rc::new(RefCell::new(None));
        let language = Rc::new(RefCell::new(None));
        let host =
            DeskHost { remembered: Rc::clone(&remembered), language: Rc::clone(&language), disk: wish.disk };
        let screen = Screen::new(ScreenSetup {
            table: Table::new(setting, Moment(0)).unwrap(),
            host: Box::new(host),
            language: wish.language,
            settings: wish.settings,
            traits: TerminalTraits {
                depth: wish.depth,
                has_unicode: wish.has_unicode,
                has_figures: wish.has_unicode,
                background: wish.background,
            },
            size: wish.size,
            beginning: wish.beginning,
            notes: wish.notes,
            remote: None,
        });
        let engines = Scripted::new(wish.engine);
        let mut desk = Desk {
            screen,
            now: 1000,
            size: wish.size,
            engines,
            remembered,
            remembered_language: language,
            has_quit: false,
            lobby_orders: Vec::new(),
            searches: Vec::new(),
            reviews: (0, 0),
        };
        desk.happen(ScreenEvent::Resize(wish.size.0, wish.size.1));
        desk
    }

    /// Two people at an ordinary board.
    pub fn people() -> Desk {
        Desk::new(Wish::default())
    }

    /// Lets something happen, and answers for computers at once.
    pub fn happen(&mut self, event: ScreenEvent) {
        self.now += 10;
        let mut effects = self.screen.update(event, Moment(self.now));
        while !effects.is_empty() {
            let mut next = Vec::new();
            for effect in effects {
                let answer = match effect {
                    ScreenEffect::Ask { number, mut question, .. } => {
                        ScreenEvent::Answer(number, question.answer(&mut self.engines, Moment(self.now)))
                    }
                    ScreenEffect::FindHint(number, question) => {
                        ScreenEvent::HintFound(number, Ok(question.answer()))
                    }
                    ScreenEffect::Review(number, review) => {
                        self.reviews.0 += 1;
                        // Who has found nothing yet has nothing to tell.
                        if self.searches.is_empty() {
                            continue;
                        }
                        ScreenEvent::Reviewed(number, Ok(Box::new(self.searched(&review))))
                    }
                    ScreenEffect::StopReview => {
                        self.reviews.1 += 1;
                        continue;
                    }
                    ScreenEffect::Try(number, question) => ScreenEvent::Tried(number, Ok(question.answer())),
                    ScreenEffect::Lobby(order) => {
                        self.lobby_orders.push(order);
                        continue;
                    }
                    ScreenEffect::Quit => {
                        self.has_quit = true;
                        continue;
                    }
                    _ => continue,
                };
                next.extend(self.screen.update(answer, Moment(self.now)));
            }
            effects = next;
        }
    }

    /// What is known of a game once everything was searched that this desk has an answer for.
    fn searched(&self, review: &GameReview) -> GameReview {
        let mut analysis = review.analysis().clone();
        let open: Vec<usize> = analysis.open_plies().collect();
        for (ply, text) in self.searches.iter().filter(|(ply, _)| open.contains(ply)) {
            analysis.put_text(*ply, text).unwrap();
        }
        GameReview::new(analysis)
    }

    pub fn press(&mut self, code: KeyCode) {
        self.happen(ScreenEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub fn control(&mut self, c: char) {
        self.happen(ScreenEvent::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
    }

    /// Types a text, and Enter.
    pub fn line(&mut self, text: &str) {
        text.chars().for_each(|c| self.press(KeyCode::Char(c)));
        self.press(KeyCode::Enter);
    }

    /// Types some moves.
    pub fn moves(&mut self, moves: &str) {
        moves.split_whitespace().for_each(|m| self.line(m));
    }

    /// Something that the mouse does on a square of a window of 80 columns and 24 lines, White below.
    pub fn mouse(&mut self, kind: MouseEventKind, square: &str) {
        let square: Square = square.parse().unwrap();
        let column = 2 + 5 * square.file() as u16 + 2;
        let row = 1 + 2 * (7 - square.rank() as u16);
        self.mouse_at(kind, column, row);
    }

    pub fn mouse_at(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.happen(ScreenEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    pub fn click(&mut self, square: &str) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), square);
        self.mouse(MouseEventKind::Up(MouseButton::Left), square);
    }

    pub fn drag(&mut self, from: &str, to: &str) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    /// The position of the game.
    pub fn fen(&self) -> String {
        Fen::from(self.screen.table().game().position()).to_string()
    }

    /// The window, cell by cell.
    pub fn cells(&self) -> Buffer {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.screen.draw(frame, Moment(self.now))).unwrap();
        terminal.backend().buffer().clone()
    }

    /// What is seen.
    pub fn text(&self) -> String {
        let (width, height) = self.size;
        let buffer = self.cells();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect::<Vec<_>>().join("\n") + "\n"
    }

    /// What the status line says.
    pub fn status(&self) -> String {
        self.text().lines().last().unwrap_or_default().to_owned()
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.size = (width, height);
        self.happen(ScreenEvent::Resize(width, height));
    }
}
