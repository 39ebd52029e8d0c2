use tabiya_game::narration::{tell, tell_all};
use tabiya_game::{Event, Fact, Game, Moment, NodeId};

use crate::store::{Entry, StoreError};
use crate::wire::{FromServer, LineChange, state_of};
use crate::{CommandId, Error};

/// What those who watch a game are told of its entries.
pub(crate) struct Telling;

impl Telling {
    /// One entry, between the game before and after it.
    pub fn entry(
        version: u32,
        id: &CommandId,
        events: &[Event],
        before: &Game,
        after: &Game,
        now: Moment,
    ) -> FromServer {
        let line: Vec<NodeId> = match begins(events) {
            true => vec![],
            false => before.history().line().collect(),
        };
        FromServer::Entry {
            version,
            now: now.0,
            id: id.as_str().to_owned(),
            says: says(before, events),
            happened: events.iter().map(|event| word(&event.fact).to_owned()).collect(),
            line: LineChange::from(&line, after),
            state: state_of(after, now),
        }
    }

    /// The game that all its entries tell.
    pub fn game(entries: &[Entry]) -> Result<Game, Error> {
        let game = entries.iter().try_fold(None, |game, entry| absorbed(game, &entry.events).map(Some))?;
        game.ok_or_else(Error::no_game)
    }

    /// The entries after a version, out of all of a game.
    pub fn replay(entries: &[Entry], since: u32, now: Moment) -> Result<Vec<FromServer>, Error> {
        let mut told = Vec::new();
        let mut game: Option<Game> = None;
        for (number, entry) in entries.iter().enumerate() {
            let after = absorbed(game.clone(), &entry.events)?;
            if entry.version > since {
                // An earlier entry shows the clocks as they were.
                let is_last = number + 1 == entries.len();
                let at = if is_last { now } else { after.last_moment() };
                let before = game.as_ref().unwrap_or(&after);
                told.push(Telling::entry(
                    entry.version,
                    &entry.command_id,
                    &entry.events,
                    before,
                    &after,
                    at,
                ));
            }
            game = Some(after);
        }
        Ok(told)
    }
}

/// The game after the events of an entry; `None` before the first one.
pub(super) fn absorbed(game: Option<Game>, events: &[Event]) -> Result<Game, Error> {
    let Some(mut game) = game else {
        let damaged = |damage: tabiya_game::Damage| StoreError::Damaged(damage.to_string());
        return Game::replay(events).map_err(|damage| Error::Store(damaged(damage)));
    };
    for event in events {
        game.absorb(event).map_err(|why| Error::Store(StoreError::Damaged(why.to_string())))?;
    }
    Ok(game)
}

pub(super) fn begins(events: &[Event]) -> bool {
    matches!(events.first(), Some(Event { fact: Fact::Started(_), .. }))
}

/// Moves that came with an opened file are not told one by one.
fn says(before: &Game, events: &[Event]) -> String {
    match events {
        [first, ..] if begins(events) => tell(before, first),
        _ => tell_all(before, events),
    }
}

fn word(fact: &Fact) -> &'static str {
    match fact {
        Fact::Started(_) => "started",
        Fact::Moved(_) => "moved",
        Fact::Passed => "passed",
        Fact::Undone(_) => "undone",
        Fact::Redone(_) => "redone",
        Fact::WentTo(_) => "went_to",
        Fact::TakebackAsked { .. } => "takeback_asked",
        Fact::TakebackDeclined { .. } => "takeback_declined",
        Fact::DrawOffered { .. } => "draw_offered",
        Fact::DrawDeclined { .. } => "draw_declined",
        Fact::PositionSet(_) => "position_set",
        Fact::Interrupted(_) => "interrupted",
        Fact::Ended(_) => "ended",
    }
}
