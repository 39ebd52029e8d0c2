//! The full-screen board on this machine: its files, its settings file, its signals.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};

use anyhow::Context;
use rustix::process::{Signal, getpid, kill_process};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::low_level::pipe;
use tabiya_notation::RuleFile;
use tabiya_plain::now;
use tabiya_rules::Language;
use tabiya_table::{Player, Table};
use tabiya_tui::{
    Beginning, BoardSettings, FolderEntry, Machine, Screen, ScreenEvent, ScreenHost, ScreenSetup,
    TerminalTraits, window_size,
};

use super::engines::EngineProcesses;
use super::parse_player;
use crate::output::{Status, tell};
use crate::rule_set;
use crate::settings;

/// What the board is opened with.
pub struct FullScreen {
    pub table: Table,
    pub language: Language,
    pub settings: BoardSettings,
    /// Where settings are written down; `None` where no such place is known.
    pub settings_path: Option<PathBuf>,
    pub beginning: Beginning,
    pub notes: Vec<String>,
}

/// Whether a person sits at a terminal that can be drawn on.
pub fn is_possible() -> bool {
    use std::io::IsTerminal;
    let is_dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}

/// Shows the board until it is left, and then says what becomes of the game.
pub fn run(board: FullScreen) -> anyhow::Result<Status> {
    let FullScreen { table, language, settings, settings_path, beginning, notes } = board;
    let (events, heard) = channel();
    hear_signals(&events)?;
    let stop = Arc::new(AtomicBool::new(false));
    let screen = Screen::new(ScreenSetup {
        table,
        host: Box::new(ScreenCommandHost { settings_path }),
        language,
        settings,
        traits: TerminalTraits::of_environment(),
        size: (0, 0),
        beginning,
        notes,
    });
    let engines = Box::new(EngineProcesses::stopped_by(Arc::clone(&stop)));
    let farewell = tabiya_tui::run(screen, Machine { engines, stop, events, heard, clock: now, suspend })?;
    tell(farewell);
    Ok(Status::Done)
}

/// A signal that would end or stop the program lets it leave in order, with the terminal as it was; others tell that it goes on,
/// and in which window.
fn hear_signals(events: &Sender<ScreenEvent>) -> anyhow::Result<()> {
    let resize = || {
        let (width, height) = window_size();
        ScreenEvent::Resize(width, height)
    };
    send_on(&[SIGINT, SIGTERM, SIGHUP, SIGQUIT], events, || ScreenEvent::Leave)?;
    send_on(&[SIGTSTP], events, || ScreenEvent::Suspend)?;
    send_on(&[SIGCONT], events, || ScreenEvent::Continue)?;
    send_on(&[SIGWINCH], events, resize)
}

/// Sends an event on whichever of some signals.
fn send_on(signals: &[i32], events: &Sender<ScreenEvent>, event: fn() -> ScreenEvent) -> anyhow::Result<()> {
    let (mut heard, signalled) = UnixStream::pair()?;
    for signal in signals {
        pipe::register(*signal, signalled.try_clone()?)?;
    }
    let events = events.clone();
    std::thread::spawn(move || while heard.read_exact(&mut [0]).is_ok() && events.send(event()).is_ok() {});
    Ok(())
}

/// Stops this program until somebody lets it go on. Whoever asked for that was heard and answered, so that only this signal is left,
/// which nobody can hear.
fn suspend() {
    // Where it is not allowed, the board goes on.
    let _ = kill_process(getpid(), Signal::STOP);
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
