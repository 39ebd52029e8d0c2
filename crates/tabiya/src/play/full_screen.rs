//! The full-screen board on this machine: its files, its settings file, its signals.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use anyhow::Context;
use tabiya_notation::RuleFile;
use tabiya_plain::now;
use tabiya_remote::{GameLink, LobbyLink, RemoteGame, ServerClient};
use tabiya_rules::Language;
use tabiya_table::{Player, Table};
use tabiya_tui::{
    Beginning, BoardSettings, FolderEntry, Machine, Screen, ScreenEnd, ScreenEvent, ScreenHost, ScreenSetup,
    ServerMachine, TerminalTraits,
};

use super::engines::EngineProcesses;
use super::parse_player;
use super::signal_watch::{SignalWatch, suspend};
use crate::output::tell;
use crate::rule_set;
use crate::settings;

/// What the board is opened with.
pub struct FullScreen<'a> {
    pub table: Table,
    pub language: Language,
    pub settings: BoardSettings,
    /// Where settings are written down; `None` where no such place is known.
    pub settings_path: Option<PathBuf>,
    pub beginning: Beginning,
    pub notes: Vec<String>,
    /// Whoever hears signals.
    pub signals: SignalWatch,
    /// What is shown of which server, where it is on one.
    pub server: Option<(&'a ServerClient, OnServer)>,
}

/// What is shown of a server.
pub enum OnServer {
    /// A game.
    Game {
        game: Box<RemoteGame>,
        /// Remembers which game is played.
        note_game: Box<dyn Fn(&str)>,
    },
    /// The lobby.
    Lobby,
}

/// Whether a person sits at a terminal that can be drawn on.
pub fn is_possible() -> bool {
    use std::io::IsTerminal;
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Shows the board until it is left, and then says what becomes of the game.
pub fn run(board: FullScreen<'_>) -> anyhow::Result<ScreenEnd> {
    let FullScreen { table, language, settings, settings_path, beginning, notes, signals, server } = board;
    let (events, heard) = channel();
    signals.lead_to(Some(events.clone()));
    let stop = Arc::new(AtomicBool::new(false));
    let told = events.clone();
    // Where nobody listens any more, the board is closed.
    let (remote, server) = match server {
        Some((client, OnServer::Game { game, note_game })) => {
            let report = move |event| drop(told.send(ScreenEvent::Server(event)));
            let link = GameLink::open(client, game.name(), report)?;
            (Some(game), Some(ServerMachine::Game { link, note_game }))
        }
        Some((client, OnServer::Lobby)) => {
            let report = move |event| drop(told.send(ScreenEvent::Lobby(event)));
            (None, Some(ServerMachine::Lobby(LobbyLink::open(client, report)?)))
        }
        None => (None, None),
    };
    let screen = Screen::new(ScreenSetup {
        table,
        host: Box::new(ScreenCommandHost { settings_path }),
        language,
        settings,
        traits: TerminalTraits::of_environment(),
        size: (0, 0),
        beginning,
        notes,
        remote,
    });
    let engines = Box::new(EngineProcesses::stopped_by(Arc::clone(&stop)));
    let end = tabiya_tui::run(screen, Machine { engines, stop, events, heard, clock: now, suspend, server });
    signals.lead_to(None);
    let end = end?;
    if !end.farewell.is_empty() {
        tell(&end.farewell);
    }
    Ok(end)
}

/// This command as the screen sees it.
struct ScreenCommandHost {
    settings_path: Option<PathBuf>,
}

impl ScreenCommandHost {
    fn settings_path(&self) -> anyhow::Result<&Path> {
        self.settings_path.as_deref().context("no settings file is known")
    }
}

impl ScreenHost for ScreenCommandHost {
    fn load_rules(&self, language: Language, name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
        rule_set::load_in(language, name_or_path)
    }

    fn read_player(&self, text: &str) -> Result<Player, String> {
        parse_player(text)
    }

    fn list_folder(&self, folder: &Path) -> io::Result<Vec<FolderEntry>> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let is_folder = std::fs::metadata(entry.path()).is_ok_and(|found| found.is_dir());
            // A name that is no text can be typed nowhere.
            if let Ok(name) = entry.file_name().into_string() {
                entries.push(FolderEntry { name, is_folder });
            }
        }
        Ok(entries)
    }

    fn current_folder(&self) -> PathBuf {
        std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"))
    }

    fn remember(&self, settings: &BoardSettings) -> anyhow::Result<()> {
        settings::write_section(self.settings_path()?, "board", &settings.to_toml())
    }

    fn remember_language(&self, language: Language) -> anyhow::Result<()> {
        settings::write_value(self.settings_path()?, &format!("language = \"{}\"", language.code()))
    }

    fn after_request(&self, _: &Table) {}
}
