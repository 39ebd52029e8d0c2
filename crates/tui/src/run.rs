//! The shell around the screen: the terminal, whoever listens, whoever thinks.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::terminal;
use ratatui::layout::{Position, Rect};
use tabiya_game::Moment;
use tabiya_remote::GameLink;
use tabiya_table::Engines;

use crate::event::{ScreenEffect, ScreenEvent};
use crate::screen::Screen;
use crate::terminal_guard::TerminalGuard;
use crate::thinker::Thinker;

/// How often a running clock is drawn.
const TICK: Duration = Duration::from_millis(100);

/// How often whoever listens looks whether anybody is still interested.
const LISTENING: Duration = Duration::from_millis(50);

/// How often the rest is looked after.
const REST: Duration = Duration::from_secs(1);

/// What a board needs of the machine while it is open.
pub struct Machine {
    /// Engines of others.
    pub engines: Box<dyn Engines + Send>,
    /// What those look at while they think, to know that nobody waits any more.
    pub stop: Arc<AtomicBool>,
    /// Where events go: whoever hears signals sends [`ScreenEvent::Leave`].
    pub events: Sender<ScreenEvent>,
    /// Where they come out.
    pub heard: Receiver<ScreenEvent>,
    /// What time it is.
    pub clock: fn() -> Moment,
    /// The connection to the server, where the game is on one.
    pub server: Option<ServerMachine>,
}

/// What a board needs while it shows a game on a server.
pub struct ServerMachine {
    /// The connection to the game.
    pub link: GameLink,
    /// Remembers which game is played.
    pub note_game: Box<dyn Fn(&str)>,
}

/// How a board was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenEnd {
    /// What is said then: what becomes of the game.
    pub farewell: String,
    /// Whether somebody wants to go to the lobby of the server.
    pub is_lobby_wanted: bool,
}

/// Shows the screen until somebody leaves, and says what becomes of the game. The terminal is as it was before, whatever
/// happens, and nobody listens to it any more.
pub fn run(mut screen: Screen, machine: Machine) -> anyhow::Result<ScreenEnd> {
    let Machine { engines, stop, events, heard, clock, server } = machine;
    let guard = TerminalGuard::enter(screen.settings.mouse)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut thinker = Thinker::new(events.clone(), engines, stop, clock);
    let listener = KeyListener::new(events);
    let (width, height) = terminal::size()?;
    let mut effects = screen.update(ScreenEvent::Resize(width, height), clock());
    let mut is_open = true;
    while is_open {
        is_open = carry_out(effects, &mut thinker, &mut terminal, &guard, server.as_ref());
        // A terminal that is gone is left; the game is on disk.
        if !is_open || terminal.draw(|frame| screen.draw(frame, clock())).is_err() {
            break;
        }
        let patience = if screen.has_running_clock() { TICK } else { REST };
        let first = match heard.recv_timeout(patience) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => ScreenEvent::Tick,
            Err(RecvTimeoutError::Disconnected) => ScreenEvent::Leave,
        };
        effects = screen.update(first, clock());
        // What has come meanwhile is drawn with it.
        while let Ok(event) = heard.try_recv() {
            effects.extend(screen.update(event, clock()));
        }
    }
    listener.end();
    drop(guard);
    thinker.end();
    let end = ScreenEnd { farewell: screen.farewell(), is_lobby_wanted: screen.is_lobby_wanted() };
    screen.close(clock())?;
    Ok(end)
}

/// Does what the screen wants done, and says whether it stays open.
fn carry_out(
    effects: Vec<ScreenEffect>,
    thinker: &mut Thinker,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    guard: &TerminalGuard,
    server: Option<&ServerMachine>,
) -> bool {
    let mut is_open = true;
    for effect in effects {
        match effect {
            ScreenEffect::Ask { number, question, is_watched } => thinker.ask(number, question, is_watched),
            ScreenEffect::StopThinking => thinker.stop_thinking(),
            ScreenEffect::EndEngines => thinker.end_engines(),
            ScreenEffect::FindHint(number, question) => thinker.find_hint(number, question),
            ScreenEffect::Analyse(number, game, lines) => thinker.analyse(number, game, lines),
            ScreenEffect::StopAnalysis => thinker.stop_analysis(),
            ScreenEffect::Redraw => is_open &= redraw(terminal).is_ok(),
            ScreenEffect::Mouse(is_heard) => is_open &= guard.hear_mouse(is_heard).is_ok(),
            ScreenEffect::Order(order) => {
                if let Some(server) = server {
                    server.link.order(order);
                }
            }
            ScreenEffect::NoteGame(game) => {
                if let Some(server) = server {
                    (server.note_game)(&game);
                }
            }
            ScreenEffect::Quit => is_open = false,
        }
    }
    is_open
}

/// Draws everything anew with the next picture. `Terminal::clear` would ask the terminal where the cursor is and wait for an
/// answer, which whoever listens takes for keys.
fn redraw(terminal: &mut Terminal<CrosstermBackend<io::Stdout>>) -> io::Result<()> {
    let size = terminal.size()?;
    terminal.resize(Rect::from((Position::ORIGIN, size)))
}

/// Leaves the board where nobody listens to its keys any more, for whichever reason.
struct LastEvent(Sender<ScreenEvent>);

impl Drop for LastEvent {
    fn drop(&mut self) {
        // Where nobody hears it, the board has been left.
        let _ = self.0.send(ScreenEvent::Leave);
    }
}

/// Whoever sends on what comes from the terminal, until there will be no more or nobody is interested.
struct KeyListener {
    is_over: Arc<AtomicBool>,
    thread: thread::JoinHandle<()>,
}

impl KeyListener {
    fn new(events: Sender<ScreenEvent>) -> KeyListener {
        let is_over = Arc::new(AtomicBool::new(false));
        let is_left = Arc::clone(&is_over);
        KeyListener { is_over, thread: thread::spawn(move || listen(&events, &is_left)) }
    }

    /// Leaves what is typed from now on to others.
    fn end(self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Whoever broke down while listening has been noticed as the end of all keys.
        let _ = self.thread.join();
    }
}

fn listen(events: &Sender<ScreenEvent>, is_left: &AtomicBool) {
    let _last = LastEvent(events.clone());
    while !is_left.load(Ordering::SeqCst) {
        let event = match event::poll(LISTENING).and_then(|is_there| is_there.then(event::read).transpose()) {
            Ok(None) => continue,
            Ok(Some(Event::Key(key))) => ScreenEvent::Key(key),
            Ok(Some(Event::Mouse(mouse))) => ScreenEvent::Mouse(mouse),
            Ok(Some(Event::Paste(text))) => ScreenEvent::Paste(text),
            Ok(Some(Event::Resize(width, height))) => ScreenEvent::Resize(width, height),
            Ok(Some(Event::FocusGained | Event::FocusLost)) => continue,
            Err(_) => return,
        };
        if events.send(event).is_err() {
            return;
        }
    }
}
