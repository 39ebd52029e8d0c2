//! Games that are only looked at, until somebody plays on from a place of them.

use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_table::talk::words;
use tabiya_table::{OpenedFile, Reply, Request};

use super::Screen;

impl Screen {
    /// Whether the game is only looked at, which is told where it is.
    pub(super) fn is_only_viewed(&mut self) -> bool {
        if self.is_viewing {
            self.tell(&self.choose(
                "This game is only looked at: PageUp and PageDown walk through it, Ctrl-P plays on from a place.",
                "Diese Partie wird nur angesehen: Bild auf und Bild ab gehen durch sie, Strg-P spielt von einer Stelle weiter.",
            ));
        }
        self.is_viewing
    }

    /// Whether the game has ended, here or by what its file says.
    pub(crate) fn is_over(&self) -> bool {
        self.table.game().ending().is_some() || self.file_result().is_some()
    }

    /// A game from a file that is over is looked at, until somebody wants to play on; and so is one whose clock would run, which
    /// waits for that.
    pub(super) fn look_first(&mut self) {
        let has_clock = self.table.flag_falls().is_some();
        self.is_viewing = self.is_for_viewing();
        if has_clock {
            self.tell(&self.choose(
                "The clock stands still while you look at this game: Ctrl-P plays on, and it runs.",
                "Die Uhr steht, während du diese Partie ansiehst: Strg-P spielt weiter, und sie läuft.",
            ));
        } else if self.is_viewing {
            self.tell(&self.choose(
                "This game is over: look at it with PageUp and PageDown; Ctrl-A analyses it, Ctrl-P plays on from a place.",
                "Diese Partie ist zu Ende: sieh sie mit Bild auf und Bild ab an; Strg-A analysiert sie, Strg-P spielt von einer Stelle weiter.",
            ));
        }
    }

    fn is_for_viewing(&self) -> bool {
        // A form that holds moves and nothing else is played on: what ended on its board is taken back like any other game.
        let is_told_of = self.source().is_some();
        (self.is_over() && is_told_of) || self.table.flag_falls().is_some()
    }

    /// Tells of a game that was opened. Of one that is only looked at, nobody is told who plays it.
    pub(super) fn hear_opened(&mut self, opened: &OpenedFile) {
        let told = match self.is_over() && self.is_for_viewing() {
            true => words::viewed(self.language, opened),
            false => words::reply(self.language, &Reply::Opened(Box::new(opened.clone()))),
        };
        self.tell(&told);
        self.look_first();
    }

    /// Whether what is shown is the end of the game, on its board or by its file.
    pub(crate) fn is_at_end(&self) -> bool {
        let is_told = self.is_viewing && self.file_result().is_some();
        self.looking.is_none() && (self.table.game().ending().is_some() || is_told)
    }

    /// What the file says of the game that is looked at.
    pub(crate) fn source(&self) -> Option<&PgnGame> {
        self.table.session().source.as_ref().map(|source| &source.provenance.pgn)
    }

    /// The result that the file of a game tells.
    pub(crate) fn file_result(&self) -> Option<PgnEnding> {
        self.source().map(|pgn| pgn.ending).filter(|ending| *ending != PgnEnding::Unknown)
    }
}

/// Whether a request changes the game on the table, or who plays it.
pub(super) fn changes_game(request: &Request) -> bool {
    match request {
        Request::Move(_)
        | Request::Undo(_)
        | Request::Redo(_)
        | Request::Remove
        | Request::Walk(_)
        | Request::GoTo(_)
        | Request::Resign(_)
        | Request::Draw
        | Request::AnswerDraw(_)
        | Request::Pass
        | Request::Stop
        | Request::Force
        | Request::Go
        | Request::Computer(_) => true,
        Request::New(_)
        | Request::SetUp(_)
        | Request::Opening(_)
        | Request::Book(_)
        | Request::Begin(_)
        | Request::Rules(_)
        | Request::Level(_)
        | Request::Name { .. }
        | Request::Continue(_)
        | Request::GoOn(_)
        | Request::ThrowAway(_)
        | Request::Title { .. }
        | Request::Save { .. }
        | Request::SaveAgain { .. }
        | Request::Open { .. }
        | Request::Read { .. } => false,
    }
}
