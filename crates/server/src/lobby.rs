use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_game::Moment;
use tokio::sync::watch;

use crate::cluster::LobbySeatForm;
use crate::wire::{FromLobby, GameSummary};
use crate::{GameId, PlayerId};

/// How many seats are shown.
const MOST: usize = 200;

/// How many of one maker, so that nobody hides the seats of others.
const MOST_OF_ONE: usize = 10;

/// The seats that anybody may take, whose makers are here. It is put together when it changes, once for all who look.
pub(crate) struct Lobby {
    seats: Mutex<LobbySeats>,
    /// Goes up with every change of what this node shows.
    changes: AtomicU64,
    list: watch::Sender<Arc<LobbyList>>,
    /// Whether nothing is shown for now.
    is_closed: AtomicBool,
}

/// For how long it holds what another node showed.
pub(crate) const SHOWN: Duration = Duration::from_secs(10);

#[derive(Default)]
struct LobbySeats {
    own: HashMap<GameId, LobbySeat>,
    /// Those of other nodes, and when they told them.
    elsewhere: HashMap<i64, (Instant, Vec<LobbySeat>)>,
}

/// A seat that anybody may take.
pub(crate) struct LobbySeat {
    pub summary: GameSummary,
    pub maker: Option<PlayerId>,
    /// Until when the maker counts as here.
    pub until: Moment,
}

/// What is shown, the latest first.
#[derive(Default)]
pub(crate) struct LobbyList {
    pub seats: Vec<GameSummary>,
    /// The same as it goes over a socket.
    pub text: String,
}

impl LobbyList {
    fn new(seats: Vec<GameSummary>) -> LobbyList {
        let message = FromLobby::Lobby { seats: seats.clone() };
        // Nothing in it can fail to be written.
        let text = serde_json::to_string(&message).unwrap_or_default();
        LobbyList { seats, text }
    }
}

impl Default for Lobby {
    fn default() -> Lobby {
        let list = watch::Sender::new(Arc::new(LobbyList::new(Vec::new())));
        Lobby { seats: Mutex::default(), changes: AtomicU64::new(0), list, is_closed: AtomicBool::new(false) }
    }
}

impl Lobby {
    /// Notes that the maker of an open game is here until a moment.
    pub fn wait(&self, id: GameId, until: Moment, seat: impl FnOnce() -> LobbySeat) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        match seats.own.get_mut(&id) {
            Some(known) => known.until = until,
            None => {
                seats.own.insert(id, seat());
                self.note_change(&seats);
            }
        }
    }

    fn note_change(&self, seats: &LobbySeats) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.update(seats);
    }

    /// A number that goes up whenever what this node shows has changed.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// What this node shows, for the others.
    pub fn own(&self) -> Vec<LobbySeatForm> {
        let seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let form = |seat: &LobbySeat| LobbySeatForm {
            summary: seat.summary.clone(),
            maker: seat.maker.map(|maker| maker.to_string()),
            until: seat.until.0,
        };
        seats.own.values().take(MOST).map(form).collect()
    }

    /// Takes in what another node shows.
    pub fn show_of(&self, node: i64, shown: Vec<LobbySeatForm>) {
        let seat = |LobbySeatForm { summary, maker, until }| LobbySeat {
            summary,
            maker: maker.and_then(|maker: String| maker.parse().ok()),
            until: Moment(until),
        };
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        seats.elsewhere.insert(node, (Instant::now(), shown.into_iter().map(seat).collect()));
        self.update(&seats);
    }

    /// Forgets what nodes showed that have said nothing for a while.
    pub fn forget_silent(&self) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let before = seats.elsewhere.len();
        seats.elsewhere.retain(|_, (heard, _)| heard.elapsed() < SHOWN);
        if seats.elsewhere.len() != before {
            self.update(&seats);
        }
    }

    /// Notes that a game is open no more.
    pub fn leave(&self, id: GameId) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let is_shown = seats.own.remove(&id).is_some();
        let mut is_elsewhere = false;
        for (_, shown) in seats.elsewhere.values_mut() {
            let before = shown.len();
            shown.retain(|seat| seat.summary.game != id.as_str());
            is_elsewhere |= shown.len() != before;
        }
        if is_shown || is_elsewhere {
            self.note_change(&seats);
        }
    }

    /// Forgets the seats of makers who went without a word.
    pub fn expire(&self, now: Moment) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let before = seats.own.len();
        seats.own.retain(|_, seat| seat.until >= now);
        if seats.own.len() != before {
            self.note_change(&seats);
        }
    }

    /// Shows nothing for now, or everything again.
    pub fn close(&self, is_closed: bool) {
        self.is_closed.store(is_closed, Ordering::Relaxed);
        self.update(&self.seats.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What is shown, now and whenever it has changed.
    pub fn lists(&self) -> watch::Receiver<Arc<LobbyList>> {
        self.list.subscribe()
    }

    fn update(&self, seats: &LobbySeats) {
        let is_shown = !self.is_closed.load(Ordering::Relaxed);
        let elsewhere = seats.elsewhere.values().flat_map(|(_, shown)| shown);
        let mut all: Vec<&LobbySeat> = seats.own.values().chain(elsewhere).filter(|_| is_shown).collect();
        all.sort_by(|a, b| {
            let rank = |seat: &LobbySeat| Reverse(seat.summary.created);
            rank(a).cmp(&rank(b)).then_with(|| a.summary.game.cmp(&b.summary.game))
        });
        all.dedup_by(|a, b| a.summary.game == b.summary.game);
        let mut of_makers: HashMap<Option<PlayerId>, usize> = HashMap::new();
        all.retain(|seat| {
            let count = of_makers.entry(seat.maker).or_default();
            *count += 1;
            *count <= MOST_OF_ONE
        });
        let shown: Vec<GameSummary> = all.iter().take(MOST).map(|seat| seat.summary.clone()).collect();
        self.list.send_if_modified(|list| {
            let is_other = list.seats != shown;
            if is_other {
                *list = Arc::new(LobbyList::new(shown));
            }
            is_other
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameStage;

    fn wait(lobby: &Lobby, maker: PlayerId, created: u64, until: u64) -> GameId {
        let id = GameId::random();
        let until = Moment(until);
        let summary = GameSummary {
            game: id.to_string(),
            white: "Ann".to_owned(),
            black: "?".to_owned(),
            rules: "fide".to_owned(),
            result: "*".to_owned(),
            plies: 0,
            stage: GameStage::Open,
            clock: None,
            created,
            updated: created,
            turn: None,
            open: None,
            one_board: false,
            begun: false,
            recorded: false,
            you: None,
        };
        lobby.wait(id, until, || LobbySeat { summary, maker: Some(maker), until });
        id
    }

    fn shown(lobby: &Lobby) -> Vec<u64> {
        lobby.lists().borrow().seats.iter().map(|seat| seat.created).collect()
    }

    #[test]
    fn nobody_hides_the_seats_of_others() {
        let lobby = Lobby::default();
        let (ann, eve) = (PlayerId::random(), PlayerId::random());
        wait(&lobby, ann, 1, 10);
        for created in 2..500 {
            wait(&lobby, eve, created, 10);
        }
        let expected: Vec<u64> = (490..500).rev().chain([1]).collect();
        assert_eq!(shown(&lobby), expected);
    }

    #[test]
    fn seats_go_when_they_are_taken_or_their_makers_have_gone() {
        let lobby = Lobby::default();
        let ann = PlayerId::random();
        let taken = wait(&lobby, ann, 1, 10);
        wait(&lobby, ann, 2, 10);
        wait(&lobby, ann, 3, 30);
        let mut lists = lobby.lists();
        lists.mark_unchanged();
        lobby.expire(Moment(10));
        assert!(!lists.has_changed().unwrap());
        lobby.leave(taken);
        assert!(lists.has_changed().unwrap());
        assert_eq!(shown(&lobby), [3, 2]);
        lobby.expire(Moment(20));
        assert_eq!(shown(&lobby), [3]);
        assert!(lobby.lists().borrow().text.starts_with(r#"{"type":"lobby","seats":[{"#));
    }
}
