use std::{fmt, io};

use serde::{Deserialize, Serialize};
use tabiya_game::{BySeat, Damage, Event, Fact, Game, MatchScore, Moment, NodeId, Schema, Seat};
use tabiya_rules::Color;

use crate::book::BookRecord;
use crate::game_source::{GameSource, SourceEntry};
use crate::player::{Player, only_human, usual_name};
use crate::table::begins_with;
use crate::tags::player_name;

/// Some games of the same two players, one after the other; the last one is being played.
pub struct Session {
    /// Who plays.
    pub lineup: Lineup,
    /// The score of the games before.
    pub earlier: MatchScore,
    /// The game that is being played.
    pub game: Game,
    /// When it began.
    pub began: Moment,
    /// What it was opened from, if it was.
    pub source: Option<GameSource>,
    /// Where it was over when it was put on the table: nobody here has played for that.
    pub over_at: Option<NodeId>,
    /// When the board was there last, as the record of a session that was left tells it.
    pub last_seen: Option<Moment>,
}

/// Who sits where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineup {
    /// Who they are.
    pub players: BySeat<Player>,
    /// What they wish to be called.
    pub names: BySeat<Option<String>>,
    /// What the computers among them play by; records of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookRecord>,
    /// What they call their game, so that it is found again; records of earlier versions do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the computers among them play to the end; records of earlier versions do not tell.
    #[serde(default, rename = "to_the_end", skip_serializing_if = "std::ops::Not::not")]
    pub plays_to_the_end: bool,
}

/// A line in the record of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionEntry {
    /// The players sat down, or changed.
    #[serde(rename = "seated")]
    Players(Lineup),
    /// The game that begins next was opened from a file.
    #[serde(rename = "opened")]
    Source(SourceEntry),
    /// What one command caused. A game begins with its start, and ends where the next one begins.
    #[serde(rename = "happened")]
    Events(Vec<Event>),
    /// The board was there, and a clock ran. Earlier versions did not tell.
    #[serde(rename = "seen")]
    Seen(Moment),
}

/// Why a record tells no session.
#[derive(Debug)]
pub struct SessionDamage {
    /// The number of the entry that is damaged, from 1; `None` where it is the whole that makes no sense.
    pub entry: Option<usize>,
    /// What is wrong with it.
    pub why: SessionDamageKind,
}

/// What is wrong with the record of a session.
#[derive(Debug)]
pub enum SessionDamageKind {
    /// It is no entry.
    Text(serde_json::Error),
    /// It tells something that cannot have happened.
    Game(tabiya_game::DamageKind),
    /// The game that was opened cannot be read.
    Source,
    /// It does not say who plays.
    NoPlayers,
    /// A newer Tabiya wrote it, in a form that is not known here.
    Newer,
}

impl fmt::Display for SessionDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(entry) = self.entry {
            write!(f, "entry {entry}: ")?;
        }
        match &self.why {
            SessionDamageKind::Text(error) => error.fmt(f),
            SessionDamageKind::Game(why) => why.fmt(f),
            SessionDamageKind::Source => f.write_str("the game that was opened cannot be read"),
            SessionDamageKind::NoPlayers => f.write_str("it does not say who plays"),
            SessionDamageKind::Newer => f.write_str("a newer Tabiya wrote it"),
        }
    }
}

impl std::error::Error for SessionDamage {}

impl SessionEntry {
    /// Entries as lines of a record.
    pub(crate) fn to_lines(entries: &[SessionEntry]) -> io::Result<Vec<u8>> {
        let mut lines = Vec::new();
        for entry in entries {
            serde_json::to_writer(&mut lines, entry)?;
            lines.push(b'\n');
        }
        Ok(lines)
    }

    /// The entries that some lines tell.
    fn of_lines(lines: &[u8]) -> Result<Vec<SessionEntry>, SessionDamage> {
        let lines = lines.split_inclusive(|&byte| byte == b'\n').zip(1..);
        let read = |(line, number)| {
            let damage = |error| SessionDamage { entry: Some(number), why: SessionDamageKind::Text(error) };
            serde_json::from_slice(line).map_err(damage)
        };
        lines.map(read).collect()
    }
}

/// The form in which an entry tells events, whatever else it is.
#[derive(Deserialize)]
struct EntryForm {
    #[serde(default)]
    happened: Vec<EventForm>,
}

#[derive(Deserialize)]
struct EventForm {
    schema: u64,
}

/// Whether any event of a record is written in a form that came after the one of this version.
fn is_newer(lines: &[u8]) -> bool {
    let entries = lines.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let newest = entries.flat_map(|entry: EntryForm| entry.happened).map(|event| event.schema).max();
    newest.is_some_and(|newest| newest > u64::from(u16::from(Schema::NOW)))
}

impl Lineup {
    /// What the player on a seat is called.
    pub fn name(&self, seat: Seat) -> String {
        self.names[seat].clone().unwrap_or_else(|| usual_name(&self.players, seat))
    }
}

/// The events of one game, with the entry that each came from.
#[derive(Default)]
struct EventLog {
    events: Vec<Event>,
    entries: Vec<usize>,
    /// How many events made the game what it was when it was opened.
    first: usize,
    source: Option<(usize, SourceEntry)>,
    /// What the players wished to be called when it began.
    names: BySeat<Option<String>>,
}

impl EventLog {
    /// Where the game was over when it was put on the table.
    fn over_at(&self) -> Result<Option<NodeId>, SessionDamage> {
        // Most games only begin.
        let has_end = self.events[..self.first].iter().any(|event| matches!(event.fact, Fact::Ended(_)));
        if !has_end {
            return Ok(None);
        }
        let damage =
            |_| SessionDamage { entry: self.entries.first().copied(), why: SessionDamageKind::Source };
        Ok(over_at(&Game::replay(&self.events[..self.first]).map_err(damage)?))
    }

    /// Counts the game, where somebody here has played for its end.
    fn record(&self, score: &mut MatchScore) -> Result<(), SessionDamage> {
        let game = self.replay()?;
        if is_played(&game, self.over_at()?) {
            game.record(score);
        }
        Ok(())
    }

    fn replay(&self) -> Result<Game, SessionDamage> {
        let damage = |Damage { event, why }| SessionDamage {
            entry: self.entries.get(event).copied(),
            why: SessionDamageKind::Game(why),
        };
        Game::replay(&self.events).map_err(damage)
    }

    fn source(&self) -> Result<Option<GameSource>, SessionDamage> {
        let Some((entry, source)) = &self.source else { return Ok(None) };
        let damage = || SessionDamage { entry: Some(*entry), why: SessionDamageKind::Source };
        let opened = Game::replay(&self.events[..self.first]).map_err(|_| damage())?;
        source.read(&opened, self.names.clone()).map(Some).ok_or_else(damage)
    }
}

/// Where a game is over that is put on the table.
pub(crate) fn over_at(game: &Game) -> Option<NodeId> {
    game.ending().map(|_| game.history().here())
}

/// Whether somebody here has played for where a game stands.
fn is_played(game: &Game, over_at: Option<NodeId>) -> bool {
    over_at != Some(game.history().here())
}

impl Session {
    /// The session that the lines of a record tell, or what is wrong with the record.
    pub fn of_lines(lines: &[u8]) -> Result<Session, SessionDamage> {
        SessionEntry::of_lines(lines).and_then(Session::replay).map_err(|damage| {
            // What a newer version writes is not damaged because it is not understood here.
            if is_newer(lines) {
                SessionDamage { entry: None, why: SessionDamageKind::Newer }
            } else {
                damage
            }
        })
    }

    fn replay(entries: Vec<SessionEntry>) -> Result<Session, SessionDamage> {
        let mut lineup: Option<Lineup> = None;
        let mut earlier = MatchScore::default();
        let mut log = EventLog::default();
        let (mut opened, mut last_seen) = (None, None);
        for (number, entry) in (1..).zip(entries) {
            match entry {
                SessionEntry::Players(players) => lineup = Some(players),
                SessionEntry::Seen(at) => last_seen = Some(at),
                SessionEntry::Source(source) => opened = Some((number, source)),
                SessionEntry::Events(events) => {
                    let begins = events.first().is_some_and(|event| matches!(event.fact, Fact::Started(_)));
                    if begins && !log.events.is_empty() {
                        log.record(&mut earlier)?;
                    }
                    if begins {
                        let names = lineup.as_ref().map(|lineup| lineup.names.clone()).unwrap_or_default();
                        log = EventLog {
                            first: events.len(),
                            source: opened.take(),
                            names,
                            ..EventLog::default()
                        };
                    }
                    log.entries.extend(events.iter().map(|_| number));
                    log.events.extend(events);
                }
            }
        }
        let nobody = SessionDamage { entry: None, why: SessionDamageKind::NoPlayers };
        let lineup = lineup.ok_or(nobody)?;
        let began = log.events.first().map(|event| event.at).unwrap_or_default();
        let (game, source, over_at) = (log.replay()?, log.source()?, log.over_at()?);
        Ok(Session { lineup, earlier, game, began, source, over_at, last_seen })
    }

    /// Who plays a side.
    pub fn player(&self, color: Color) -> &Player {
        &self.lineup.players[*self.game.seats().get(color)]
    }

    /// The side of the one person, where the other side is a computer's.
    pub fn human_color(&self) -> Option<Color> {
        only_human(&self.lineup.players).map(|seat| self.game.color(seat))
    }

    /// What the player of a side is called: as told here, as the file says, or as whoever plays now usually is.
    pub fn name(&self, color: Color) -> String {
        let in_file = || player_name(&self.source.as_ref()?.provenance.pgn, color).map(str::to_owned);
        let usual = || self.lineup.name(*self.game.seats().get(color));
        self.renamed(color).or_else(in_file).unwrap_or_else(usual)
    }

    /// What the player of a side was called since the game was on the table.
    pub(crate) fn renamed(&self, color: Color) -> Option<String> {
        let seat = *self.game.seats().get(color);
        let told = &self.lineup.names[seat];
        let is_old = self.source.as_ref().is_some_and(|source| source.names[seat] == *told);
        told.clone().filter(|_| !is_old)
    }

    /// The score with the last game, if it has ended.
    pub fn score(&self) -> MatchScore {
        let mut score = self.earlier;
        if is_played(&self.game, self.over_at) {
            self.game.record(&mut score);
        }
        score
    }

    /// Whether somebody may want to go on with the last game: they have moved in it, or set its position up.
    pub fn is_unfinished(&self) -> bool {
        self.game.ending().is_none() && (!self.game.history().is_empty() || self.is_set_up())
    }

    /// Whether the game begins with a position that its rules do not.
    fn is_set_up(&self) -> bool {
        !begins_with(&self.game.rules().rules, &self.game.settings().position)
    }
}
