//! How games begin and end.

use std::io;

use tabiya_game::{Command, Ending};
use tabiya_rules::{ByColor, Color, Draw, Outcome, Victory};

use super::{ClassicSession, PEOPLE, SessionResult, SessionStage};
use crate::current_game::CurrentGame;
use crate::input::Number;
use crate::input_fault::InputFault;
use crate::streams::Streams;
use crate::{Afterwards, ClassicPlayer, FirstGame, NextMove, SessionView};

impl ClassicSession<'_> {
    /// Begins the first game, where it does not wait for a command.
    pub(super) fn open(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        match self.classic.conduct.opening {
            FirstGame::AtOnce => self.begin(PEOPLE, streams),
            FirstGame::OnCommand => Ok(()),
            FirstGame::Mode { question, modes } => match self.ask_mode(question, streams)? {
                None => {
                    self.stage = SessionStage::Left;
                    Ok(())
                }
                Some(number) => {
                    let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
                    let players = index.and_then(|index| modes.get(index)).or(modes.last());
                    self.begin(players.copied().unwrap_or(PEOPLE), streams)
                }
            },
        }
    }

    fn ask_mode(&self, question: &str, streams: &mut Streams<'_>) -> io::Result<Option<i64>> {
        loop {
            streams.output.write_all(question.as_bytes())?;
            streams.output.flush()?;
            match streams.source.number()? {
                Number::Given(number) => return Ok(Some(number)),
                Number::End => return Ok(None),
                Number::Missing => {
                    self.answer(Err(InputFault::NotANumber.into()), streams)?;
                    self.show(streams);
                }
            }
        }
    }

    /// Puts a new game on the table.
    pub(super) fn begin(
        &mut self,
        players: ByColor<ClassicPlayer>,
        streams: &mut Streams<'_>,
    ) -> io::Result<()> {
        let table = CurrentGame::new(self.classic, self.start, players)?;
        let ending = table.game.ending();
        self.stage = SessionStage::Playing(Box::new(table));
        self.say(self.classic.voice.started, streams)?;
        match ending {
            Some(ending) => self.end(ending, streams),
            None => self.say(self.classic.voice.turn, streams),
        }
    }

    pub(super) fn begin_by_command(
        &mut self,
        players: ByColor<ClassicPlayer>,
        streams: &mut Streams<'_>,
    ) -> SessionResult {
        self.nothing_on_table()?;
        let begun = self.begin(players, streams);
        // A position that was set up serves once.
        self.start = None;
        Ok(begun?)
    }

    pub(super) fn nothing_on_table(&self) -> Result<(), InputFault> {
        match self.stage {
            SessionStage::Playing(_) => Err(InputFault::GameRuns),
            SessionStage::SettingUp(_) => Err(InputFault::SettingUp),
            SessionStage::Idle | SessionStage::Left => Ok(()),
        }
    }

    /// Ends the game by the word of the side to move.
    pub(super) fn end_by(&mut self, command: Command, streams: &mut Streams<'_>) -> SessionResult {
        let table = self.begun_table()?;
        table.apply(command).map_err(InputFault::Refused)?;
        let ending = table.game.ending();
        Ok(ending.map_or(Ok(()), |ending| self.end(ending, streams))?)
    }

    /// Says how the game on the table ended, and counts it.
    pub(super) fn end(&mut self, ending: Ending, streams: &mut Streams<'_>) -> io::Result<()> {
        if let SessionStage::Playing(table) = &self.stage {
            table.game.record(&mut self.score);
        }
        let ended = &self.classic.voice.ended;
        let said = match ending {
            Ending::ByRules(Outcome::Won { by: Victory::Checkmate, .. }) => ended.checkmate,
            Ending::ByRules(Outcome::Won { by: Victory::Stalemate, .. }) => ended.stalemate,
            Ending::ByRules(Outcome::Drawn(Draw::Stalemate)) => ended.stalemate,
            _ if self.winner().is_some() => ended.won,
            _ => ended.drawn,
        };
        self.say(said, streams)?;
        if let SessionStage::Playing(table) = &self.stage {
            streams.host.show(SessionView::End(&table.game), NextMove::default());
        }
        match self.classic.conduct.afterwards {
            Afterwards::Leave => self.stage = SessionStage::Left,
            Afterwards::Keep => {}
            Afterwards::Clear => self.stage = SessionStage::Idle,
        }
        Ok(())
    }

    /// Who won the game on the table.
    pub(super) fn winner(&self) -> Option<Color> {
        let SessionStage::Playing(table) = &self.stage else { return None };
        table.game.ending()?.winner(table.game.seats())
    }
}
