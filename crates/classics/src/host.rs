use std::io::{self, Write};

use tabiya_rules::{Move, Position, Rules, Square};

use crate::{InputFault, Intent, MachineTurn, NextMove, SessionView};

/// Who runs a session: is told what is no output, watches the table, and may have a say in what happens there. All but
/// the asides go as the classic describes it, unless a host does them otherwise.
pub trait SessionHost {
    /// Takes what is told beside the output. An error ends the session.
    fn aside(&mut self, text: &str) -> io::Result<()>;

    /// Looks at the table: before the first command, after everything that was read, and whenever a game ends.
    fn show(&mut self, view: SessionView<'_>, next: NextMove) {
        let _ = (view, next);
    }

    /// Hears what somebody wants: what was read is understood.
    fn hear_intent(&mut self, intent: &Intent) {
        let _ = intent;
    }

    /// Hears why something is not done, or was not understood.
    fn hear_fault(&mut self, fault: &InputFault) {
        let _ = fault;
    }

    /// Finds a machine's move, none where there is none. Luck comes from the turn alone. An error ends the session.
    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        Ok(turn.by_skill())
    }

    /// Has the last word on a move between two squares; `None` where the rules shall decide.
    fn rule(&mut self, position: &Position<&'static Rules>, from: Square, to: Square) -> Option<Overruling> {
        let _ = (position, from, to);
        None
    }

    /// Has the last word on whether there is a check; it is given what the rules say.
    fn sees_check(&mut self, position: &Position<&'static Rules>, is_check: bool) -> bool {
        let _ = position;
        is_check
    }
}

/// What is decided against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overruling {
    /// The move is made, whatever the rules say.
    Allow,
    /// It is refused.
    Refuse,
}

/// The host of a session that has streams and nothing else.
pub(crate) struct StreamHost<'a> {
    pub asides: &'a mut dyn Write,
}

impl SessionHost for StreamHost<'_> {
    fn aside(&mut self, text: &str) -> io::Result<()> {
        // Where nobody listens, nothing can be done about it.
        let _ = self.asides.write_all(text.as_bytes()).and_then(|()| self.asides.flush());
        Ok(())
    }
}
