use std::io::{self, Write};

use tabiya_engine::Rng;
use tabiya_game::Game;
use tabiya_rules::Move;

use crate::{MachineHook, NextMove, SessionView, Skill};

/// Who runs a session: is told what is no output, watches the table, and may find the moves of machines elsewhere.
pub trait SessionHost {
    /// Takes what is told beside the output. An error ends the session.
    fn aside(&mut self, text: &str) -> io::Result<()>;

    /// Looks at the table: before the first command, after everything that was read, and whenever a game ends.
    fn show(&mut self, view: SessionView<'_>, next: NextMove) {
        let _ = (view, next);
    }

    /// Hears what somebody wants, or why that is not done.
    fn hear(&mut self, view: SessionView<'_>) {
        let _ = view;
    }

    /// Finds a machine's move, none where there is none. Luck comes from `rng` alone. An error ends the session.
    fn choose(&mut self, skill: Skill, game: &Game, rng: &mut Rng) -> io::Result<Option<Move>> {
        Ok(skill.choose(game, rng))
    }

    /// Who chooses a machine's move by what would be said of it, before anybody else does.
    fn machine_hook(&mut self) -> Option<MachineHook<'_>> {
        None
    }
}

/// The host of a session that has streams and nothing else.
pub(crate) struct StreamHost<'a> {
    pub asides: &'a mut dyn Write,
    pub watcher: Option<&'a mut dyn FnMut(SessionView<'_>)>,
    pub machine: Option<MachineHook<'a>>,
}

impl SessionHost for StreamHost<'_> {
    fn aside(&mut self, text: &str) -> io::Result<()> {
        // Where nobody listens, nothing can be done about it.
        let _ = self.asides.write_all(text.as_bytes()).and_then(|()| self.asides.flush());
        Ok(())
    }

    fn show(&mut self, view: SessionView<'_>, _: NextMove) {
        self.hear(view);
    }

    fn machine_hook(&mut self) -> Option<MachineHook<'_>> {
        match &mut self.machine {
            Some(machine) => Some(&mut **machine),
            None => None,
        }
    }

    fn hear(&mut self, view: SessionView<'_>) {
        if let Some(watcher) = &mut self.watcher {
            watcher(view);
        }
    }
}
