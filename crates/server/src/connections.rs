//! The connections that the server has, and who has to go when there are too many.
//!
//! Nobody is locked out by those who only sit there: a newcomer takes the place of the connection that has been idle for
//! the longest time, of the same address where that one has too many, and of a stranger before that of a player. Where nobody
//! is idle, a stranger's request gives way. A newcomer is a stranger until the first request says who it is; half of all
//! places are kept from the WebSockets of strangers, so that whoever has a session finds one.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::ServerLimits;
use crate::client_address::ClientAddress;

/// All connections.
pub(crate) struct Connections {
    most: usize,
    per_address: usize,
    table: Mutex<ConnectionTable>,
    /// Told when the last one has gone.
    gone: Notify,
}

#[derive(Default)]
struct ConnectionTable {
    records: HashMap<u64, ConnectionRecord>,
    counts: HashMap<ClientAddress, usize>,
    /// How many strangers have a WebSocket.
    stranger_sockets: usize,
    /// Goes up with everything that happens.
    ticks: u64,
}

struct ConnectionRecord {
    /// Whose it is; nobody's in particular where a trusted proxy has it.
    address: Option<ClientAddress>,
    is_known: bool,
    is_socket: bool,
    /// How many requests and sockets are served on it.
    busy: u32,
    /// When something last began or ended on it.
    used: u64,
    end: Arc<Notify>,
}

/// A connection's place. A WebSocket has it for as long as it lives, and the server does not end before all have been
/// given back.
#[derive(Clone)]
pub(crate) struct ConnectionPermit(Arc<PermitHandle>);

struct PermitHandle {
    connections: Arc<Connections>,
    id: u64,
    /// Whether all that comes by it comes from one place: not where a trusted proxy has it.
    is_of_one: bool,
    /// Whether somebody became a player on it.
    had_session: AtomicBool,
    end: Arc<Notify>,
}

/// Which connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ConnectionId(u64);

/// While this lives, the connection is not idle.
pub(crate) struct BusyConnection(ConnectionPermit);

impl Connections {
    pub fn new(limits: &ServerLimits) -> Arc<Connections> {
        Arc::new(Connections {
            most: limits.connections,
            per_address: limits.connections_per_address,
            table: Mutex::default(),
            gone: Notify::new(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a newcomer; `None` where everybody who might have to go is busy.
    pub fn admit(self: &Arc<Connections>, address: Option<ClientAddress>) -> Option<ConnectionPermit> {
        let mut table = self.lock();
        let of_address = |record: &ConnectionRecord| record.address == address;
        let has_many = address.is_some_and(|address| table.counts.get(&address) >= Some(&self.per_address));
        if has_many && !table.end_one(of_address) {
            return None;
        }
        if table.records.len() >= self.most && !table.end_one(|_| true) {
            return None;
        }
        let (id, end) = table.add(address);
        Some(ConnectionPermit(Arc::new(PermitHandle {
            connections: Arc::clone(self),
            id,
            is_of_one: address.is_some(),
            had_session: AtomicBool::new(false),
            end,
        })))
    }

    /// Ends one that can be spared.
    pub fn end_one(&self) {
        self.lock().end_one(|_| true);
    }

    /// Waits until none is left.
    pub async fn all_gone(&self) {
        loop {
            let gone = self.gone.notified();
            if self.lock().records.is_empty() {
                return;
            }
            gone.await;
        }
    }
}

impl ConnectionRecord {
    /// Who goes first; nobody who is not in the way at all.
    fn expendability(&self) -> Option<Expendability> {
        match (self.busy > 0, self.is_known) {
            _ if self.is_socket => None,
            (false, false) => Some(Expendability::IdleStranger),
            (false, true) => Some(Expendability::IdlePlayer),
            (true, false) => Some(Expendability::BusyStranger),
            (true, true) => None,
        }
    }
}

/// Who has to go before whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Expendability {
    IdleStranger,
    IdlePlayer,
    BusyStranger,
}

impl ConnectionTable {
    fn tick(&mut self) -> u64 {
        self.ticks += 1;
        self.ticks
    }

    fn add(&mut self, address: Option<ClientAddress>) -> (u64, Arc<Notify>) {
        let id = self.tick();
        let end = Arc::new(Notify::new());
        if let Some(address) = address {
            *self.counts.entry(address).or_default() += 1;
        }
        let record = ConnectionRecord {
            address,
            is_known: false,
            is_socket: false,
            busy: 0,
            used: id,
            end: Arc::clone(&end),
        };
        self.records.insert(id, record);
        (id, end)
    }

    fn remove(&mut self, id: u64) {
        let Some(record) = self.records.remove(&id) else { return };
        self.stranger_sockets -= usize::from(record.is_socket && !record.is_known);
        if let Some(address) = record.address
            && let Some(count) = self.counts.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&address);
            }
        }
    }

    /// Ends the one of these that can be spared best, the oldest of them; whether there was one.
    fn end_one(&mut self, fits: impl Fn(&ConnectionRecord) -> bool) -> bool {
        let fitting = self.records.iter().filter(|(_, record)| fits(record));
        let ranked = fitting.filter_map(|(&id, record)| Some((record.expendability()?, record.used, id)));
        let Some((_, _, id)) = ranked.min() else { return false };
        if let Some(record) = self.records.get(&id) {
            record.end.notify_one();
        }
        self.remove(id);
        true
    }
}

impl ConnectionPermit {
    /// Waits until the place is wanted for somebody else.
    pub async fn ended(&self) {
        self.0.end.notified().await;
    }

    /// Something begins on the connection.
    pub fn begin(&self) -> BusyConnection {
        self.change(|record| record.busy += 1);
        BusyConnection(self.clone())
    }

    /// A WebSocket begins on the connection, and stays; `None` where too many strangers have one.
    pub fn begin_socket(&self) -> Option<BusyConnection> {
        let mut table = self.0.connections.lock();
        let has_room = table.stranger_sockets < self.0.connections.most.div_ceil(2);
        // One that had to go meanwhile is closed by its server.
        let record = table.records.get_mut(&self.0.id)?;
        if !record.is_known && !has_room {
            return None;
        }
        record.is_socket = true;
        let is_known = record.is_known;
        table.stranger_sockets += usize::from(!is_known);
        drop(table);
        Some(self.begin())
    }

    /// Which connection it is, where all that comes by it comes from one place.
    pub fn id(&self) -> Option<ConnectionId> {
        self.0.is_of_one.then_some(ConnectionId(self.0.id))
    }

    /// Somebody becomes a player on it.
    pub fn note_session(&self) {
        self.0.had_session.store(self.0.is_of_one, Ordering::Relaxed);
    }

    /// Whether somebody did already.
    pub fn had_session(&self) -> bool {
        self.0.had_session.load(Ordering::Relaxed)
    }

    /// Whoever has the connection has a session.
    pub fn know(&self) {
        self.change(|record| record.is_known = true);
    }

    fn change(&self, change: impl FnOnce(&mut ConnectionRecord)) {
        let mut table = self.0.connections.lock();
        let used = table.tick();
        if let Some(record) = table.records.get_mut(&self.0.id) {
            change(record);
            record.used = used;
        }
    }
}

impl Drop for BusyConnection {
    fn drop(&mut self) {
        self.0.change(|record| record.busy -= 1);
    }
}

impl Drop for PermitHandle {
    fn drop(&mut self) {
        let mut table = self.connections.lock();
        table.remove(self.id);
        if table.records.is_empty() {
            self.connections.gone.notify_waiters();
        }
    }
}

#[cfg(test)]
impl ConnectionId {
    pub fn new(number: u64) -> ConnectionId {
        ConnectionId(number)
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn connections(most: usize, per_address: usize) -> Arc<Connections> {
        Connections::new(&ServerLimits {
            connections: most,
            connections_per_address: per_address,
            ..ServerLimits::default()
        })
    }

    fn address(number: u8) -> Option<ClientAddress> {
        Some(ClientAddress::from(IpAddr::from([10, 0, 0, number])))
    }

    fn is_ended(permit: &ConnectionPermit) -> bool {
        !permit.0.connections.lock().records.contains_key(&permit.0.id)
    }

    #[test]
    fn a_newcomer_takes_the_place_of_whoever_was_idle_for_the_longest_time() {
        let all = connections(3, 100);
        let idle: Vec<_> = (0..3).map(|number| all.admit(address(number)).unwrap()).collect();
        drop(idle[0].begin());
        let newcomer = all.admit(address(9)).unwrap();
        assert_eq!(idle.iter().map(is_ended).collect::<Vec<_>>(), [false, true, false]);
        assert!(!is_ended(&newcomer));
    }

    #[test]
    fn whoever_has_a_session_stays_and_finds_a_place() {
        let all = connections(4, 100);
        let player = all.admit(address(1)).unwrap();
        player.know();
        let strangers: Vec<_> = (0..50).map(|number| all.admit(address(number)).unwrap()).collect();
        assert!(!is_ended(&player));
        assert_eq!(strangers.iter().filter(|stranger| !is_ended(stranger)).count(), 3);
        let other = all.admit(address(2)).unwrap();
        other.know();
        assert!(!is_ended(&player) && !is_ended(&other));
    }

    #[test]
    fn strangers_who_are_busy_lock_nobody_out() {
        let all = connections(4, 100);
        let strangers: Vec<_> = (0..4).map(|number| all.admit(address(number)).unwrap()).collect();
        let sockets: Vec<_> = strangers.iter().filter_map(ConnectionPermit::begin_socket).collect();
        assert_eq!(sockets.len(), 2, "half of all places");
        let requests: Vec<_> = strangers.iter().map(ConnectionPermit::begin).collect();
        let player = all.admit(address(9)).unwrap();
        player.know();
        assert_eq!(strangers.iter().map(is_ended).collect::<Vec<_>>(), [false, false, true, false]);
        let _socket = player.begin_socket().unwrap();
        let other = all.admit(address(9)).unwrap();
        other.know();
        let _request = other.begin();
        assert!(is_ended(&strangers[3]));
        assert!(all.admit(address(9)).is_none(), "only players and sockets are left");
        drop((sockets, requests, strangers));
        assert_eq!(all.lock().stranger_sockets, 0);
    }

    #[test]
    fn an_address_with_too_many_makes_room_for_its_own() {
        let all = connections(100, 2);
        let mine = all.admit(address(1)).unwrap();
        let busy = all.admit(address(2)).unwrap();
        busy.know();
        let work = busy.begin();
        let idle = all.admit(address(2)).unwrap();
        let third = all.admit(address(2)).unwrap();
        assert!(is_ended(&idle) && !is_ended(&busy) && !is_ended(&mine));
        third.know();
        let _more = third.begin();
        assert!(all.admit(address(2)).is_none(), "all of them are busy");
        drop(work);
        assert!(all.admit(address(2)).is_some() && is_ended(&busy));
        let proxied: Vec<_> = (0..50).map(|_| all.admit(None).unwrap()).collect();
        assert!(!proxied.iter().any(is_ended));
    }

    #[test]
    fn places_are_given_back() {
        let all = connections(4, 4);
        for _ in 0..3 {
            let permits: Vec<_> = (0..4).filter_map(|_| all.admit(address(1))).collect();
            permits.iter().for_each(ConnectionPermit::know);
            drop(permits);
            let table = all.lock();
            assert!(table.records.is_empty() && table.counts.is_empty() && table.stranger_sockets == 0);
        }
    }
}
