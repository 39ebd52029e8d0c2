//! How games begin and end.

use std::io;

use tabiya_game::{Command, Ending, GameResult, Seat};
use tabiya_rules::{ByColor, Color, Draw, Outcome, Victory};

use super::{Done, PEOPLE, Session, Stage};
use crate::desk::Desk;
use crate::source::Number;
use crate::table::Table;
use crate::wrong::Wrong;
use crate::{Afterwards, Opening, Player, Sight};

impl Session<'_> {
    /// Begins the first game, where it does not wait for a command.
    pub(super) fn open(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        match self.classic.conduct.opening {
            Opening::AtOnce => self.begin(PEOPLE, desk),
            Opening::OnCommand => Ok(()),
            Opening::Mode { question, modes } => match self.ask_mode(question, desk)? {
                None => {
                    self.stage = Stage::Left;
                    Ok(())
                }
                Some(number) => {
                    let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
                    let players = index.and_then(|index| modes.get(index)).or(modes.last());
                    self.begin(players.copied().unwrap_or(PEOPLE), desk)
                }
            },
        }
    }

    fn ask_mode(&self, question: &str, desk: &mut Desk<'_>) -> io::Result<Option<i64>> {
        loop {
            desk.output.write_all(question.as_bytes())?;
            desk.output.flush()?;
            match desk.source.number()? {
                Number::Given(number) => return Ok(Some(number)),
                Number::End => return Ok(None),
                Number::Missing => self.answer(Err(Wrong::NotANumber.into()), desk)?,
            }
        }
    }

    /// Puts a new game on the table.
    pub(super) fn begin(&mut self, players: ByColor<Player>, desk: &mut Desk<'_>) -> io::Result<()> {
        let table = Table::new(self.classic.rules, self.start, players)?;
        let ending = table.game.ending();
        self.stage = Stage::Playing(Box::new(table));
        self.say(self.classic.voice.started, desk)?;
        match ending {
            Some(ending) => self.end(ending, desk),
            None => self.say(self.classic.voice.turn, desk),
        }
    }

    pub(super) fn begin_by_command(&mut self, players: ByColor<Player>, desk: &mut Desk<'_>) -> Done {
        self.nothing_on_table()?;
        let begun = self.begin(players, desk);
        // A position that was set up serves once.
        self.start = None;
        Ok(begun?)
    }

    pub(super) fn nothing_on_table(&self) -> Result<(), Wrong> {
        match self.stage {
            Stage::Playing(_) => Err(Wrong::GameRuns),
            Stage::SettingUp(_) => Err(Wrong::SettingUp),
            Stage::Idle | Stage::Left => Ok(()),
        }
    }

    /// Ends the game by the word of the side to move.
    pub(super) fn end_by(&mut self, command: Command, desk: &mut Desk<'_>) -> Done {
        let table = self.begun_table()?;
        table.apply(command).map_err(Wrong::Refused)?;
        let ending = table.game.ending();
        Ok(ending.map_or(Ok(()), |ending| self.end(ending, desk))?)
    }

    /// Says how the game on the table ended, and counts it.
    pub(super) fn end(&mut self, ending: Ending, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Stage::Playing(table) = &self.stage {
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
        self.say(said, desk)?;
        if let Stage::Playing(table) = &self.stage {
            desk.show(Sight::End(&table.game));
        }
        match self.classic.conduct.afterwards {
            Afterwards::Leave => self.stage = Stage::Left,
            Afterwards::Keep => {}
            Afterwards::Clear => self.stage = Stage::Idle,
        }
        Ok(())
    }

    /// Who won the game on the table.
    pub(super) fn winner(&self) -> Option<Color> {
        let Stage::Playing(table) = &self.stage else { return None };
        match table.game.ending()?.result(table.game.seats()) {
            GameResult::Won(Seat::First) => Some(Color::White),
            GameResult::Won(Seat::Second) => Some(Color::Black),
            GameResult::Drawn | GameResult::NotCounted => None,
        }
    }
}
