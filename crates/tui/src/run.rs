//! The shell around the screen: the terminal, whoever listens, whoever thinks.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::terminal;
use ratatui::layout::{Position, Rect};
use tabiya_game::Moment;
use tabiya_table::Engines;

use crate::event::{ScreenEffect, ScreenEvent};
use crate::screen::Screen;
use crate::terminal_guard::TerminalGuard;
use crate::thinker::Thinker;

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
    /// Where events go: whoever hears signals sends [`ScreenEvent::Leave`].
    pub events: Sender<ScreenEvent>,
    /// Where they come out.
    pub heard: Receiver<ScreenEvent>,
    /// What time it is.
    pub clock: fn() -> Moment,
}

/// Shows the screen until somebody leaves, and says what becomes of the game. The terminal is as it was before, whatever
/// happens.
pub fn run(mut screen: Screen, machine: Machine) -> anyhow::Result<String> {
    let Machine { engines, stop, events, heard, clock } = machine;
    let guard = TerminalGuard::enter(screen.settings.mouse)?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut thinker = Thinker::new(events.clone(), engines, stop, clock);
    listen(events);
    let (width, height) = terminal::size()?;
    let mut effects = screen.update(ScreenEvent::Resize(width, height), clock());
    let mut is_open = true;
    while is_open {
        is_open = carry_out(effects, &mut thinker, &mut terminal, &guard);
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
    drop(guard);
    thinker.end();
    let farewell = screen.farewell();
    screen.close(clock())?;
    Ok(farewell)
}

/// Does what the screen wants done, and says whether it stays open.
fn carry_out(
    effects: Vec<ScreenEffect>,
    thinker: &mut Thinker,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    guard: &TerminalGuard,
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

/// Sends on what comes from the terminal, until there will be no more.
fn listen(events: Sender<ScreenEvent>) {
    thread::spawn(move || {
        let _last = LastEvent(events.clone());
        loop {
            let event = match event::read() {
                Ok(Event::Key(key)) => ScreenEvent::Key(key),
                Ok(Event::Mouse(mouse)) => ScreenEvent::Mouse(mouse),
                Ok(Event::Paste(text)) => ScreenEvent::Paste(text),
                Ok(Event::Resize(width, height)) => ScreenEvent::Resize(width, height),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                Err(_) => return,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    });
}
