//! Positions of one's own.

use tabiya_rules::{Board, Piece, Position, Rules, Setup, Square};

use super::{ClassicSession, SessionResult, SessionStage};
use crate::input_fault::InputFault;
use crate::streams::Streams;

impl ClassicSession<'_> {
    pub(super) fn set_up(&mut self, streams: &mut Streams<'_>) -> SessionResult {
        self.nothing_on_table()?;
        self.stage = SessionStage::SettingUp(Setup::start(Board::EMPTY));
        Ok(self.say(self.classic.voice.placed, streams)?)
    }

    pub(super) fn put(
        &mut self,
        piece: Option<Piece>,
        square: Square,
        streams: &mut Streams<'_>,
    ) -> SessionResult {
        self.setup()?.board.set(square, piece);
        Ok(self.say(self.classic.voice.placed, streams)?)
    }

    pub(super) fn finish_setup(&mut self) -> SessionResult {
        let rules = self.classic.rules;
        self.start = Some(playable(*self.setup()?, rules)?);
        self.stage = SessionStage::Idle;
        Ok(())
    }

    pub(super) fn setup(&mut self) -> Result<&mut Setup, InputFault> {
        match &mut self.stage {
            SessionStage::SettingUp(setup) => Ok(setup),
            _ => Err(InputFault::NotSettingUp),
        }
    }
}

/// A setup with the rights to castle that kings and rooks at home allow, if a game can begin there.
fn playable(setup: Setup, rules: &Rules) -> Result<Setup, InputFault> {
    let setup = setup.with_home_rights(rules.moves.royal);
    let position = Position::new(setup, rules.intern()).map_err(InputFault::BadPosition)?;
    if position.is_check() { Err(InputFault::InCheck { color: position.turn() }) } else { Ok(setup) }
}
