use tabiya_rules::{Move, Position, Rules, Square};

use crate::SessionView;

/// Those who watch a session or have a say in it, for whoever checks programs: none of them is there when a classic is
/// played.
#[derive(Default)]
pub struct SessionHooks<'a> {
    /// Sees what is on the table: before the first command, after everything that was read, and whenever a game ends.
    pub watcher: Option<&'a mut dyn FnMut(SessionView<'_>)>,
    /// Chooses a machine's move.
    pub machine: Option<MachineHook<'a>>,
    /// Has the last word on whether a piece may go from a square to another.
    pub ruling: Option<RulingHook<'a>>,
    /// Has the last word on whether there is a check; it is given what the rules say.
    pub in_check: Option<CheckHook<'a>>,
}

/// Which of the choices a machine makes; `None` where it has no opinion.
pub type MachineHook<'a> = &'a mut dyn FnMut(&[MachineChoice]) -> Option<usize>;

/// What becomes of a move between two squares; `None` where the rules shall decide.
pub type RulingHook<'a> = &'a dyn Fn(&Position<&'static Rules>, Square, Square) -> Option<Overruling>;

/// Whether there is a check in a position, where the rules say this.
pub type CheckHook<'a> = &'a dyn Fn(&Position<&'static Rules>, bool) -> bool;

/// What is decided against the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overruling {
    /// The move is made, whatever the rules say.
    Allow,
    /// It is refused.
    Refuse,
}

/// What a machine could do.
#[derive(Clone, Debug)]
pub struct MachineChoice {
    /// The move; `None` where it cannot move and passes.
    pub m: Option<Move>,
    /// What is said when it does.
    pub told: Vec<u8>,
}
