//! The shell around the screen: the terminal, whoever listens, whoever thinks.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use tabiya_game::Moment;
use tabiya_remote::{GameLink, LobbyLink};
use tabiya_rules::Language;
use tabiya_table::Engines;

use crate::event::{ScreenEffect, ScreenEvent};
use crate::key_listener::KeyListener;
use crate::screen::{AfterBoard, Screen};
use crate::terminal_guard::TerminalGuard;
use crate::terminal_output::{TerminalLoss, TerminalOutput};
use crate::thinker::Thinker;
use crate::window_size::window_size;

/// How often a running clock is drawn.
const TICK: Duration = Duration::from_millis(100);

/// How often the rest is looked after.
const REST: Duration = Duration::from_secs(1);

/// What a board needs of the machine while it is open.
pub struct Machine {
    /// Engines of others.
    pub engines: Box<dyn Engines + Send>,
    /// What those look at while they think, to know that nobody waits any more.
    pub stop: Arc<AtomicBool>,
    /// Where events go: whoever hears signals sends [`ScreenEvent::Leave`], [`ScreenEvent::Suspend`] and
    /// [`ScreenEvent::Continue`], and [`ScreenEvent::Resize`] with the [`window_size`].
    pub events: Sender<ScreenEvent>,
    /// Where they come out.
    pub heard: Receiver<ScreenEvent>,
    /// What time it is.
    pub clock: fn() -> Moment,
    /// Stops the program until somebody lets it go on.
    pub suspend: fn(),
    /// The connection to the server, where a game on one is shown, or its lobby.
    pub server: Option<ServerMachine>,
}

/// What a board needs while it shows something on a server.
pub enum ServerMachine {
    /// A game.
    Game {
        /// The connection to it.
        link: GameLink,
        /// Remembers which game is played.
        note_game: Box<dyn Fn(&str)>,
    },
    /// The lobby.
    Lobby(LobbyLink),
}

/// How a board was left.
#[derive(Debug)]
pub struct ScreenEnd {
    /// What is said then: what becomes of the game.
    pub farewell: String,
    /// Where somebody goes.
    pub after: AfterBoard,
    /// The language that was spoken last.
    pub language: Language,
}

/// Shows the screen until somebody leaves, and says what becomes of the game. The terminal is as it was before, whatever
/// happens, and nobody listens to it any more.
pub fn run(mut screen: Screen, machine: Machine) -> anyhow::Result<ScreenEnd> {
    let Machine { engines, stop, events, heard, clock, suspend, server } = machine;
    let guard = TerminalGuard::enter(screen.settings.mouse)?;
    if screen.wonders_about_background() {
        guard.ask_background()?;
    }
    let thinker = Thinker::new(events.clone(), engines, stop, clock);
    let (width, height) = window_size();
    let mut shell = Shell::new(thinker, guard, suspend, server, (width, height))?;
    let listener = KeyListener::at_terminal(events);
    let mut effects = screen.update(ScreenEvent::Resize(width, height), clock());
    loop {
        let is_open = shell.carry_out(effects, &screen) && shell.draw(&screen, clock());
        // A terminal that is gone is left; the game is on disk.
        if !is_open {
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
    let Shell { thinker, guard, .. } = shell;
    drop(guard);
    thinker.end();
    let end =
        ScreenEnd { farewell: screen.farewell(), after: screen.take_after(), language: screen.language };
    screen.close(clock())?;
    Ok(end)
}

/// What stands between the screen and the machine.
struct Shell {
    terminal: Terminal<CrosstermBackend<TerminalOutput>>,
    loss: TerminalLoss,
    thinker: Thinker,
    guard: TerminalGuard,
    suspend: fn(),
    server: Option<ServerMachine>,
}

impl Shell {
    fn new(
        thinker: Thinker,
        guard: TerminalGuard,
        suspend: fn(),
        server: Option<ServerMachine>,
        size: (u16, u16),
    ) -> io::Result<Shell> {
        let (output, loss) = TerminalOutput::new();
        // The size is ours to find out: some terminals do not know it.
        let options = TerminalOptions { viewport: Viewport::Fixed(window(size)) };
        let terminal = Terminal::with_options(CrosstermBackend::new(output), options)?;
        Ok(Shell { terminal, loss, thinker, guard, suspend, server })
    }

    /// Draws the screen as it is, and says whether somebody can see it.
    fn draw(&mut self, screen: &Screen, now: Moment) -> bool {
        let is_same = self.terminal.get_frame().area() == window(screen.size());
        let is_fitted = is_same || self.terminal.resize(window(screen.size())).is_ok();
        let is_drawn = is_fitted && self.terminal.draw(|frame| screen.draw(frame, now)).is_ok();
        is_drawn && !self.loss.has_happened()
    }

    /// Does what the screen wants done, and says whether it stays open.
    fn carry_out(&mut self, effects: Vec<ScreenEffect>, screen: &Screen) -> bool {
        let mut is_open = true;
        for effect in effects {
            match effect {
                ScreenEffect::Ask { number, question, is_watched } => {
                    self.thinker.ask(number, question, is_watched);
                }
                ScreenEffect::StopThinking => self.thinker.stop_thinking(),
                ScreenEffect::EndEngines => self.thinker.end_engines(),
                ScreenEffect::FindHint(number, question) => self.thinker.find_hint(number, question),
                ScreenEffect::Analyse(number, game, lines) => self.thinker.analyse(number, game, lines),
                ScreenEffect::StopAnalysis => self.thinker.stop_analysis(),
                ScreenEffect::Review(number, review) => self.thinker.review(number, review),
                ScreenEffect::StopReview => self.thinker.stop_review(),
                ScreenEffect::Try(number, question) => self.thinker.try_move(number, question),
                ScreenEffect::Redraw => is_open &= self.redraw(screen).is_ok(),
                ScreenEffect::Mouse(is_heard) => is_open &= self.guard.hear_mouse(is_heard).is_ok(),
                ScreenEffect::Suspend => {
                    self.guard.give_back();
                    (self.suspend)();
                    is_open &= self.take_again(screen).is_ok();
                }
                ScreenEffect::TakeTerminal => is_open &= self.take_again(screen).is_ok(),
                ScreenEffect::Order(order) => {
                    if let Some(ServerMachine::Game { link, .. }) = &self.server {
                        link.order(order);
                    }
                }
                ScreenEffect::Lobby(order) => {
                    if let Some(ServerMachine::Lobby(link)) = &self.server {
                        link.order(order);
                    }
                }
                ScreenEffect::NoteGame(game) => {
                    if let Some(ServerMachine::Game { note_game, .. }) = &self.server {
                        note_game(&game);
                    }
                }
                ScreenEffect::Quit => is_open = false,
            }
        }
        is_open
    }

    /// Takes the terminal from whoever had it meanwhile.
    fn take_again(&mut self, screen: &Screen) -> io::Result<()> {
        self.guard.take(screen.settings.mouse)?;
        self.redraw(screen)
    }

    /// Draws everything anew with the next picture. `Terminal::clear` would ask the terminal where the cursor is and wait for
    /// an answer, which whoever listens takes for keys.
    fn redraw(&mut self, screen: &Screen) -> io::Result<()> {
        self.terminal.resize(window(screen.size()))
    }
}

fn window((width, height): (u16, u16)) -> Rect {
    Rect::new(0, 0, width, height)
}
