use std::time::Instant;

use tabiya_rules::{Role, Square};

use super::transcript::ScreenTranscript;
use super::{ClassicEnd, ClassicEvent, HostedSession};
use crate::Error;
use crate::wire::FromClassic;

/// How much is put together into one message.
const ENOUGH: usize = 32 * 1024;

/// A program that runs, with all that a page must be told that comes back to it.
pub(crate) struct ClassicRun {
    session: HostedSession,
    pub screen: ScreenTranscript,
    /// What is on its table, as it is told.
    pub table: Option<String>,
    /// How often something else was put there.
    pub tables: usize,
    /// Why it has ended.
    pub end: Option<ClassicEnd>,
    /// When it was started.
    pub begun: Instant,
    /// When something was last typed.
    pub typed: Instant,
}

impl ClassicRun {
    pub fn new(session: HostedSession) -> ClassicRun {
        let now = Instant::now();
        ClassicRun {
            session,
            screen: ScreenTranscript::default(),
            table: None,
            tables: 0,
            end: None,
            begun: now,
            typed: now,
        }
    }

    /// Waits until something happens, and takes that in with whatever has happened by now. Nothing is lost where the
    /// waiting is given up.
    pub async fn advance(&mut self) {
        let mut event = self.session.next().await;
        let mut news = News::default();
        self.end = loop {
            match event {
                None => break news.is_empty().then_some(ClassicEnd::Failed),
                Some(ClassicEvent::Over(end)) => break Some(end),
                Some(other) => news.add(other),
            }
            if news.size >= ENOUGH {
                break None;
            }
            event = self.session.try_next();
        };
        for piece in news.pieces {
            self.screen.add(piece.to_text());
        }
        if let Some(table) = news.table {
            self.table = Some(table.to_text());
            self.tables += 1;
        }
    }

    /// Types something.
    pub fn type_in(&mut self, text: String) -> Result<(), Error> {
        self.session.type_in(&text)?;
        self.typed = Instant::now();
        self.screen.add(FromClassic::Typed { text }.to_text());
        Ok(())
    }

    /// Ends the program's input.
    pub fn end_input(&mut self) {
        self.session.end_input();
    }

    /// What has to be typed for a move.
    pub fn move_lines(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<String> {
        self.session.move_lines(from, to, promotion)
    }

    /// Ends the program, and waits until its place is free.
    pub async fn stop(&mut self) {
        self.session.stop().await;
    }
}

/// What has happened, put together: of several tables only the last is told.
#[derive(Default)]
struct News {
    pieces: Vec<FromClassic>,
    table: Option<FromClassic>,
    size: usize,
}

impl News {
    fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.table.is_none()
    }

    fn add(&mut self, event: ClassicEvent) {
        match event {
            ClassicEvent::Said(bytes) => {
                self.size += bytes.len();
                let text = String::from_utf8_lossy(&bytes);
                match self.pieces.last_mut() {
                    Some(FromClassic::Said { text: before }) => before.push_str(&text),
                    _ => self.pieces.push(FromClassic::Said { text: text.into_owned() }),
                }
            }
            ClassicEvent::Aside(text) => {
                self.size += text.len();
                match self.pieces.last_mut() {
                    Some(FromClassic::Aside { text: before }) => before.push_str(&text),
                    _ => self.pieces.push(FromClassic::Aside { text }),
                }
            }
            ClassicEvent::Table(table, _) => self.table = Some(FromClassic::Table(*table)),
            ClassicEvent::Over(_) => {}
        }
    }
}
