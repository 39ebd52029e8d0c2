use tabiya_game::Game;
use tabiya_rules::Setup;

use crate::{InputFault, Intent};

/// What is on the table, or happens there, for those who watch a session.
#[derive(Clone, Copy, Debug)]
pub enum SessionView<'a> {
    /// Nothing.
    Nothing,
    /// A position that is being set up.
    SettingUp(&'a Setup),
    /// A game.
    Game(&'a Game),
    /// A game in the moment of its end, before the table is cleared.
    End(&'a Game),
    /// What was read is understood, and somebody wants this.
    Wanted(&'a Intent),
    /// It is not done, or was not understood, and this is why.
    Refused(&'a InputFault),
}
