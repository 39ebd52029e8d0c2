use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver as TypedReceiver, SyncSender, TrySendError, sync_channel};
use std::thread;

use tabiya_classics::{Classic, ClassicOptions, NextMove, run_hosted};
use tabiya_rules::{ByLanguage, Role, Square};
use tokio::sync::mpsc::{Receiver, channel};

use super::event::EventSender;
use super::screen_output::ScreenOutput;
use super::thread_host::ThreadHost;
use super::typed_input::TypedInput;
use super::{ClassicEnd, ClassicEvent, ClassicPermit};
use crate::Error;
use crate::context::ServerContext;

/// How many pieces of input may wait for the program.
const TYPED: usize = 16;

/// How many events may wait for the player.
const EVENTS: usize = 16;

/// A program that runs, seen from its player. It ends when this is dropped.
pub(crate) struct HostedSession {
    classic: &'static Classic,
    /// Where its input goes; nowhere once the input has ended.
    typed: Option<SyncSender<Vec<u8>>>,
    events: Receiver<ClassicEvent>,
    /// Who was to move when the last event came.
    next: NextMove,
}

impl HostedSession {
    /// Starts a program on a thread of its own.
    pub fn start(
        classic: &'static Classic,
        options: ClassicOptions,
        shared: &ServerContext,
        permit: ClassicPermit,
    ) -> io::Result<HostedSession> {
        let (typed, read) = sync_channel(TYPED);
        let (sender, events) = channel(EVENTS);
        // The thread may outlast the server by a moment, and must not keep the store open.
        let (workers, pace) = (Arc::clone(&shared.workers), shared.config.limits.classic_pace);
        let most = shared.config.limits.classic_output;
        let work = move || {
            // Dropped last: where no events can come any more, the permit is free.
            let events = EventSender::new(sender, most);
            let address = permit.address;
            let host = ThreadHost { classic, workers, address, pace, events: &events, has_shown: false };
            run(&options, read, host);
            drop(permit);
        };
        thread::Builder::new().name(format!("tabiya-{}", classic.name)).spawn(work)?;
        Ok(HostedSession { classic, typed: Some(typed), events, next: NextMove::default() })
    }

    /// Waits for what happens next; `None` where the program is gone. Nothing is lost where the waiting is given up.
    pub async fn next(&mut self) -> Option<ClassicEvent> {
        let event = self.events.recv().await;
        self.note(event.as_ref());
        event
    }

    /// What has happened already.
    pub fn try_next(&mut self) -> Option<ClassicEvent> {
        let event = self.events.try_recv().ok();
        self.note(event.as_ref());
        event
    }

    fn note(&mut self, event: Option<&ClassicEvent>) {
        if let Some(ClassicEvent::Table(_, next)) = event {
            self.next = *next;
        }
    }

    /// Hands something to the program.
    pub fn type_in(&self, text: &str) -> Result<(), Error> {
        let typed = self.typed.as_ref().ok_or_else(input_ended)?;
        typed.try_send(text.as_bytes().to_vec()).map_err(|refused| match refused {
            TrySendError::Full(_) => Error::refused(
                "busy",
                ByLanguage {
                    english: "the program is busy: wait for its answer",
                    german: "das Programm ist beschäftigt: warte auf seine Antwort",
                },
            ),
            TrySendError::Disconnected(_) => input_ended(),
        })
    }

    /// Ends the program's input, as Ctrl-D does at a terminal.
    pub fn end_input(&mut self) {
        self.typed = None;
    }

    /// Ends the program, and waits until its thread and its permit are gone.
    pub async fn stop(&mut self) {
        self.typed = None;
        self.events.close();
        while self.events.recv().await.is_some() {}
    }

    /// What has to be typed for a move.
    pub fn move_lines(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<String> {
        self.classic.move_lines(self.next, from, to, promotion)
    }
}

fn input_ended() -> Error {
    Error::refused(
        "input_ended",
        ByLanguage {
            english: "the program reads nothing any more",
            german: "das Programm liest nichts mehr",
        },
    )
}

fn run(options: &ClassicOptions, typed: TypedReceiver<Vec<u8>>, mut host: ThreadHost<'_>) {
    let (classic, events) = (host.classic, host.events);
    let mut output = ScreenOutput::new(events);
    let ended = run_hosted(classic, options, &mut TypedInput::new(typed), &mut output, &mut host);
    let end = match ended {
        Ok(()) => ClassicEnd::Left,
        Err(error) if error.kind() == ErrorKind::QuotaExceeded => ClassicEnd::TooMuch,
        Err(_) => ClassicEnd::Failed,
    };
    // Who has gone need not be told.
    let _ = events.send(ClassicEvent::Over(end));
}
