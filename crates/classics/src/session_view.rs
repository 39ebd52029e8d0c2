use tabiya_game::Game;
use tabiya_rules::Setup;

/// What is on the table, for those who watch a session.
#[derive(Clone, Copy, Debug)]
pub enum SessionView<'a> {
    /// Nothing.
    Nothing,
    /// A position that is being set up.
    SettingUp(&'a Setup),
    /// Nothing but the position in which the next game begins, which is not the usual one.
    SetUp(&'a Setup),
    /// A game.
    Game(&'a Game),
    /// A game in the moment of its end, before the table is cleared.
    End(&'a Game),
}
