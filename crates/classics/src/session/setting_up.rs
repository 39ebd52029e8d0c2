//! Positions of one's own.

use tabiya_rules::{Board, Piece, Position, Rules, Setup, Square};

use super::{Done, Session, Stage};
use crate::streams::Streams;
use crate::wrong::Wrong;

impl Session<'_> {
    pub(super) fn set_up(&mut self, streams: &mut Streams<'_>) -> Done {
        self.nothing_on_table()?;
        self.stage = Stage::SettingUp(Setup::start(Board::EMPTY));
        Ok(self.say(self.classic.voice.placed, streams)?)
    }

    pub(super) fn put(&mut self, piece: Option<Piece>, square: Square, streams: &mut Streams<'_>) -> Done {
        self.setup()?.board.set(square, piece);
        Ok(self.say(self.classic.voice.placed, streams)?)
    }

    pub(super) fn finish_setup(&mut self) -> Done {
        let rules = self.classic.rules;
        self.start = Some(playable(*self.setup()?, rules)?);
        self.stage = Stage::Idle;
        Ok(())
    }

    pub(super) fn setup(&mut self) -> Result<&mut Setup, Wrong> {
        match &mut self.stage {
            Stage::SettingUp(setup) => Ok(setup),
            _ => Err(Wrong::NotSettingUp),
        }
    }
}

/// A setup with the rights to castle that kings and rooks at home allow, if a game can begin there.
fn playable(setup: Setup, rules: &Rules) -> Result<Setup, Wrong> {
    let setup = setup.with_home_rights(rules.moves.royal);
    let position = Position::new(setup, rules.intern()).map_err(Wrong::BadPosition)?;
    if position.is_check() { Err(Wrong::InCheck { color: position.turn() }) } else { Ok(setup) }
}
