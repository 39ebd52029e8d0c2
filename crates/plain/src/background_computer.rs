use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_table::{ComputerChoice, ComputerQuestion, EngineTrouble, Engines};

use crate::now;

/// A computer that thinks while somebody types.
pub struct BackgroundComputer {
    engines: Arc<Mutex<Box<dyn Engines + Send>>>,
    /// Tells the engines of others that nobody waits any more.
    stop: Arc<AtomicBool>,
    open: Option<OpenQuestion>,
}

/// What is being thought about.
struct OpenQuestion {
    is_wanted: Arc<AtomicBool>,
    answers: Receiver<ComputerAnswer>,
    /// What came out of there and nobody has heard.
    answered: Option<ComputerAnswer>,
}

/// What a computer does, or why it does nothing.
pub(crate) type ComputerAnswer = Result<ComputerChoice, EngineTrouble>;

impl BackgroundComputer {
    /// `stop` is looked at by the engines while they think.
    pub fn new(engines: Box<dyn Engines + Send>, stop: Arc<AtomicBool>) -> BackgroundComputer {
        BackgroundComputer { engines: Arc::new(Mutex::new(engines)), stop, open: None }
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.open.is_some()
    }

    pub(crate) fn ask(&mut self, mut question: ComputerQuestion) {
        let (is_wanted, (sends, answers)) = (Arc::new(AtomicBool::new(true)), channel());
        let (engines, stop) = (Arc::clone(&self.engines), Arc::clone(&self.stop));
        let wanted = Arc::clone(&is_wanted);
        std::thread::spawn(move || {
            let mut engines = engines.lock().unwrap_or_else(PoisonError::into_inner);
            // Whoever stops it from now on is heard: the flag is cleared before the look, and set after the wish has gone.
            stop.store(false, Ordering::SeqCst);
            if wanted.load(Ordering::SeqCst) {
                // Nobody may be there to hear it.
                let _ = sends.send(question.answer(&mut **engines, now()));
            }
        });
        self.open = Some(OpenQuestion { is_wanted, answers, answered: None });
    }

    /// Whether something came of thinking that nobody has heard yet.
    pub(crate) fn has_answer(&mut self) -> bool {
        let Some(open) = &mut self.open else { return false };
        if open.answered.is_none() {
            open.answered = match open.answers.try_recv() {
                Ok(answer) => Some(answer),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => {
                    Some(Err(EngineTrouble { name: None, why: "it broke down".to_owned() }))
                }
            };
        }
        open.answered.is_some()
    }

    /// What came of thinking, once something has.
    pub(crate) fn answer(&mut self) -> Option<ComputerAnswer> {
        if !self.has_answer() {
            return None;
        }
        self.open.take()?.answered
    }

    /// Nobody waits for an answer any more. Says whether somebody did.
    pub(crate) fn stop(&mut self) -> bool {
        let Some(OpenQuestion { is_wanted, .. }) = self.open.take() else { return false };
        is_wanted.store(false, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
        true
    }

    /// Lets the engines of others go, unless one is still giving up, which ends with this program.
    pub(crate) fn end(&mut self) {
        self.stop();
        if let Ok(mut engines) = self.engines.try_lock() {
            engines.end();
        }
    }
}
