//! Games that wait to be gone on with: which there are, and what becomes of one; and sessions that begin anew.

use std::path::{Path, PathBuf};

use tabiya_engine::Yielding;
use tabiya_game::{By, Command, Moment, Seat};
use tabiya_openings::NoOpenings;
use tabiya_rules::{ByColor, Color};

use crate::book::begun;
use crate::game_plan::GamePlan;
use crate::games::{FoundSessions, LeftSession, NextGame};
use crate::pairing::{GameProgress, Pairing};
use crate::refusal::TableRefusal;
use crate::reply::{BegunGame, LeftOver, Reply};
use crate::session::{Lineup, SessionEntry};
use crate::table::{LONGEST_NAME, Table, level_of, start, start_position};
use crate::waiting_choice::{OnTable, WaitingChoice, mark};

/// A game that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingGame {
    /// Its record.
    pub record: PathBuf,
    /// A word by which it is found, as long as it waits.
    pub mark: String,
    /// What somebody called it.
    pub title: Option<String>,
    /// Who plays it.
    pub pairing: Pairing,
    /// What the players are called.
    pub names: ByColor<String>,
    /// What its rules are called.
    pub rules: String,
    /// How far it is.
    pub progress: GameProgress,
    /// When something last happened in it.
    pub last: Moment,
}

/// What waits.
#[derive(Debug, Default)]
pub struct WaitingGames {
    /// The games, the last one first.
    pub games: Vec<WaitingGame>,
    /// What else was found: records that are damaged, or cannot be read.
    pub notes: Vec<LeftOver>,
}

impl WaitingGames {
    /// The game that somebody means, or why there is none.
    pub fn find(&self, choice: &WaitingChoice) -> Result<&WaitingGame, TableRefusal> {
        choice.place(&self.games, OnTable::Nothing, &mut Vec::new()).map(|place| &self.games[place])
    }
}

impl WaitingGame {
    pub(crate) fn of(LeftSession { record, session }: &LeftSession) -> WaitingGame {
        WaitingGame {
            record: record.path(),
            mark: mark(&record.path()),
            title: session.lineup.title.clone(),
            pairing: session.pairing(),
            names: ByColor::from_fn(|color| session.name(color)),
            rules: session.game.rules().display_name().to_owned(),
            progress: session.progress(),
            last: session.game.last_moment(),
        }
    }
}

impl Table {
    /// The games that wait, and what was found beside them.
    pub fn waiting_games(&mut self) -> Result<WaitingGames, TableRefusal> {
        let FoundSessions { left, notes, .. } = self.left_sessions()?;
        Ok(WaitingGames { games: left.iter().map(WaitingGame::of).collect(), notes })
    }

    fn left_sessions(&mut self) -> Result<FoundSessions, TableRefusal> {
        let archive = self.recorder.archive().ok_or(TableRefusal::NoArchive)?;
        FoundSessions::of(archive).map_err(TableRefusal::NotLookedFor)
    }

    /// The session of a record, if it waits.
    fn left_session(&mut self, record: &Path) -> Result<(LeftSession, Vec<LeftOver>), TableRefusal> {
        let FoundSessions { left, in_use, notes, .. } = self.left_sessions()?;
        match left.into_iter().find(|left| left.record.path() == record) {
            Some(found) => Ok((found, notes)),
            None => Err(TableRefusal::NoneWaiting { is_elsewhere: in_use > 0, notes }),
        }
    }

    pub(crate) fn go_on_with(&mut self, record: &Path, at: Moment) -> Result<Reply, TableRefusal> {
        let (found, notes) = self.left_session(record)?;
        self.resume(found, notes, at)
    }

    pub(crate) fn throw_away(&mut self, record: &Path) -> Result<Reply, TableRefusal> {
        let (found, _) = self.left_session(record)?;
        found.record.remove().map_err(TableRefusal::NotRecorded)?;
        Ok(Reply::ThrownAway)
    }

    pub(crate) fn set_title(
        &mut self,
        record: Option<&Path>,
        title: &str,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        if title.chars().count() > LONGEST_NAME {
            return Err(TableRefusal::NameTooLong { longest: LONGEST_NAME });
        }
        let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
        match record {
            None => {
                let lineup = Lineup { title: title.clone(), ..self.session.lineup.clone() };
                self.set_named_lineup(lineup, at)?;
            }
            Some(record) => {
                let (LeftSession { mut record, session }, _) = self.left_session(record)?;
                let lineup = Lineup { title: title.clone(), ..session.lineup };
                let lines = SessionEntry::to_lines(&[SessionEntry::Players(lineup)]);
                let lines = lines.map_err(|error| TableRefusal::NotRecorded(error.into()))?;
                record.append(&lines).map_err(TableRefusal::NotRecorded)?;
            }
        }
        Ok(Reply::Titled(title))
    }

    /// Begins a session of its own: other players, and a score that begins anew.
    pub(crate) fn begin_plan(&mut self, plan: GamePlan, at: Moment) -> Result<Reply, TableRefusal> {
        let GamePlan { players, rules, position, opening, time } = plan;
        if opening.is_some() && position.is_some() {
            return Err(TableRefusal::NoOpenings(NoOpenings));
        }
        let seats = ByColor { white: Seat::First, black: Seat::Second };
        let lineup = Lineup {
            players: tabiya_game::BySeat([players.white, players.black]),
            title: None,
            plays_to_the_end: self.yielding == Yielding::Never,
            ..self.session.lineup.clone()
        };
        let is_set_up = position.is_some();
        let usual = match opening {
            Some(_) => rules.rules.start.setup(),
            None => start_position(&rules, &mut self.rng),
        };
        let start =
            start(&rules, position.unwrap_or(usual), seats, &lineup, (time.clone(), self.first_moves));
        let (game, events) = begun(start, opening, at)?;
        let next = NextGame { game, events, source: None, lineup, is_set_up, is_own_match: true };
        let before = self.replace(next, at)?;
        self.hold_clock(opening);
        self.level = level_of(&self.session.lineup.players);
        (self.rules, self.are_rules_told, self.time) = (rules, true, time);
        self.is_waiting = false;
        Ok(Reply::Begun(BegunGame { before, introduction: self.introduction() }))
    }

    /// Gives back what the clock has taken since something last happened: meanwhile somebody only looked at the game.
    pub fn excuse_clock(&mut self, at: Moment) -> Result<(), TableRefusal> {
        if self.flag_falls().is_some() {
            let since = self.game().last_moment();
            self.act(By::Board, Command::Interrupt(since), at)?;
        }
        Ok(())
    }

    /// What the players of the game on the table are called.
    pub fn names(&self) -> ByColor<String> {
        ByColor::from_fn(|color: Color| self.session.name(color))
    }
}
