use std::collections::HashMap;
use std::sync::Arc;

use tabiya_game::{DamageKind, Event, Fact, Game};

use crate::exhibition::Exhibition;
use crate::store::Entry;
use crate::{CommandId, Error};

/// After how many entries the game is remembered as it stood.
const CHECKPOINT: usize = 64;

/// The entries of a game, in memory, with the game as it stood after every 64th of them: what happened at any time is
/// told by replaying a few. Copies of a game share what they have in common, so that checkpoints cost little.
#[derive(Default)]
pub(super) struct EntryLog {
    entries: Vec<Arc<Entry>>,
    versions: HashMap<CommandId, u32>,
    checkpoints: Vec<Checkpoint>,
    /// How two computers play after the last entry.
    exhibition: Option<Exhibition>,
}

/// What is remembered after some entries.
struct Checkpoint {
    game: Game,
    exhibition: Option<Exhibition>,
}

/// Some entries in order, with the game before the first of them; none before the start.
pub(super) struct Stretch {
    pub game: Option<Game>,
    /// How two computers played before them.
    pub exhibition: Option<Exhibition>,
    pub entries: Vec<Arc<Entry>>,
}

impl EntryLog {
    /// The game that entries tell. Every one of them is checked.
    pub fn replay(entries: Vec<Entry>) -> Result<(EntryLog, Game), Error> {
        let mut log = EntryLog::default();
        let mut game = None;
        for entry in entries {
            check_version(&entry, log.version() + 1)?;
            let after = absorbed(game, &entry)?;
            log.push(entry, &after);
            game = Some(after);
        }
        Ok((log, game.ok_or_else(Error::no_game)?))
    }

    /// The version of the game: that of its last entry.
    pub fn version(&self) -> u32 {
        self.entries.len() as u32
    }

    /// An entry of a command that was accepted before.
    pub fn by_id(&self, id: &CommandId) -> Option<&Entry> {
        let version = *self.versions.get(id)?;
        self.entries.get(version as usize - 1).map(AsRef::as_ref)
    }

    /// All entries, which are shared.
    pub fn entries(&self) -> Vec<Arc<Entry>> {
        self.entries.clone()
    }

    /// The last entry.
    pub fn last(&self) -> Option<&Entry> {
        self.entries.last().map(AsRef::as_ref)
    }

    /// How two computers play, where it is a game of two.
    pub fn exhibition(&self) -> Option<Exhibition> {
        self.exhibition
    }

    /// Whether nothing has happened on the board since a version.
    pub fn is_quiet_since(&self, version: u32) -> bool {
        let later = self.entries.get(version as usize..);
        later.is_some_and(|later| later.iter().all(|entry| entry.events.is_empty()))
    }

    /// Refuses an entry with which the log would not replay: the first begins with the start of the game, and no other
    /// does. Such an entry must never be kept.
    pub fn check_next(&self, entry: &Entry) -> Result<(), Error> {
        check_version(entry, self.version() + 1)?;
        let damaged = |why: DamageKind| Error::Damaged { entry: entry.version, why: why.to_string() };
        match (self.entries.is_empty(), begins(&entry.events)) {
            (true, false) => Err(damaged(DamageKind::NoStart)),
            (false, true) => Err(damaged(DamageKind::StartedTwice)),
            _ => Ok(()),
        }
    }

    /// One more entry, after which the game stands as it does.
    pub fn push(&mut self, entry: Entry, after: &Game) {
        self.versions.insert(entry.command_id.clone(), entry.version);
        self.exhibition = Exhibition::after(self.exhibition, &entry);
        self.entries.push(Arc::new(entry));
        if self.entries.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(Checkpoint { game: after.clone(), exhibition: self.exhibition });
        }
    }

    /// At most `most` entries after a version, and the few before them since the last checkpoint.
    pub fn stretch(&self, since: u32, most: usize) -> Stretch {
        let since = (since as usize).min(self.entries.len());
        let checkpoint = since / CHECKPOINT;
        let end = since.saturating_add(most).min(self.entries.len());
        let before = checkpoint.checked_sub(1).map(|number| &self.checkpoints[number]);
        Stretch {
            game: before.map(|before| before.game.clone()),
            exhibition: before.and_then(|before| before.exhibition),
            entries: self.entries[checkpoint * CHECKPOINT..end].to_vec(),
        }
    }
}

/// How many of some entries replay, one after the other, and the game that these tell; `None` where not even the first
/// does.
pub(crate) fn replay_readable(entries: &[Entry]) -> (usize, Option<Game>) {
    let mut game = None;
    for (number, entry) in entries.iter().enumerate() {
        let next = check_version(entry, number as u32 + 1).and_then(|()| absorbed(game.clone(), entry));
        match next {
            Ok(after) => game = Some(after),
            Err(_) => return (number, game),
        }
    }
    (entries.len(), game)
}

fn check_version(entry: &Entry, wanted: u32) -> Result<(), Error> {
    if entry.version == wanted {
        return Ok(());
    }
    Err(Error::Damaged { entry: wanted, why: "it is missing".to_owned() })
}

/// The game after an entry; `None` before the first one.
pub(super) fn absorbed(game: Option<Game>, entry: &Entry) -> Result<Game, Error> {
    let damaged = |why: DamageKind| Error::Damaged { entry: entry.version, why: why.to_string() };
    match game {
        None => Game::replay(&entry.events).map_err(|damage| damaged(damage.why)),
        Some(mut game) => {
            entry.events.iter().try_for_each(|event| game.absorb(event)).map_err(damaged)?;
            Ok(game)
        }
    }
}

/// Whether events are those with which a game begins.
pub(super) fn begins(events: &[Event]) -> bool {
    matches!(events.first(), Some(Event { fact: Fact::Started(_), .. }))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{By, Command, GameStart, Moment};
    use tabiya_rules::FIDE;

    use super::*;

    fn entry(version: u32, events: Vec<Event>) -> Entry {
        let command_id = format!("c{version}").parse().unwrap();
        Entry { version, command_id, command_hash: [0; 32], events, exhibition: None, edit: None }
    }

    /// A game in which knights go to and fro, with moves taken back so that it never ends.
    fn entries(count: u32) -> Vec<Entry> {
        let (mut game, events) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
        let mut entries = vec![entry(1, events)];
        for version in 2..=count {
            let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
            let command = match (version - 2) % 5 {
                4 => Command::Undo(4),
                number => Command::Move(knights[number as usize].parse().unwrap()),
            };
            entries.push(entry(version, game.apply(By::Board, command, Moment(0)).unwrap()));
        }
        entries
    }

    #[test]
    fn a_stretch_leads_to_the_same_game_from_the_nearest_checkpoint() {
        let entries = entries(700);
        let (log, _) = EntryLog::replay(entries.clone()).unwrap();
        for since in [0, 1, 63, 64, 65, 128, 400, 690, 700, 9000] {
            let Stretch { game, exhibition: _, entries: few } = log.stretch(since, 100);
            assert!(few.len() < CHECKPOINT + 100, "{since}: {}", few.len());
            let last = (since + 100).min(700);
            let (_, wanted) = EntryLog::replay(entries[..last as usize].to_vec()).unwrap();
            let found = few.iter().try_fold(game, |game, entry| absorbed(game, entry).map(Some)).unwrap();
            assert_eq!(found, Some(wanted), "{since}");
        }
    }

    #[test]
    fn an_entry_that_would_not_replay_is_refused() {
        let all = entries(3);
        let empty = EntryLog::default();
        assert!(empty.check_next(&all[0]).is_ok());
        let headless = Entry { version: 1, ..all[1].clone() };
        assert!(matches!(empty.check_next(&headless), Err(Error::Damaged { entry: 1, .. })));
        let (log, _) = EntryLog::replay(all[..1].to_vec()).unwrap();
        assert!(log.check_next(&all[1]).is_ok());
        assert!(log.check_next(&all[2]).is_err(), "a version is missing");
        assert!(log.check_next(&Entry { version: 2, ..all[0].clone() }).is_err(), "a second start");
    }

    #[test]
    fn the_number_of_a_damaged_entry_is_told() {
        let mut all = entries(6);
        all.remove(3);
        assert!(matches!(EntryLog::replay(all), Err(Error::Damaged { entry: 4, .. })));
        let mut all = entries(6);
        all[4].events = all[3].events.clone();
        assert!(matches!(EntryLog::replay(all), Err(Error::Damaged { entry: 5, .. })));
    }
}
