//! A second store, which keeps everything in memory: whatever is not promised by the trait is done otherwise than in
//! SQLite. What was kept outlasts the store itself, as a disk would.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use tabiya_game::{Moment, Seat};
use tabiya_server::{
    BegunGames, CreateOutcome, Entry, GameFilter, GameId, GameRow, GameStage, Holder, KeptReview, NewGameRow,
    Now, OpenSeat, PlayerId, PlayerRecord, PrivateGames, Run, SecretDigest, SourceFile, Store, StoreError,
    StoreFuture, Submission, SubmitOutcome,
};
use tabiya_text::folded;

/// What stays when a store is closed.
#[derive(Clone, Default)]
pub struct MemoryDisk(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    games: HashMap<GameId, GameRow>,
    /// The entries of a game, the first of which has version 1.
    entries: HashMap<GameId, Vec<Entry>>,
    sources: HashMap<GameId, SourceFile>,
    reviews: HashMap<GameId, KeptReview>,
    wishes: HashMap<GameId, Seat>,
    names: HashMap<PlayerId, String>,
    sessions: HashMap<SecretDigest, (PlayerId, Moment)>,
    tickets: HashMap<SecretDigest, Ticket>,
    withdrawn: HashSet<GameId>,
    recovery: HashMap<PlayerId, SecretDigest>,
    settings: HashMap<&'static str, String>,
    runs: BTreeMap<usize, Run>,
    runs_begun: usize,
}

struct Ticket {
    game: GameId,
    seat: Seat,
    expires: Moment,
}

impl MemoryDisk {
    /// Opens what is kept and begins a run of the server by a clock that is not before a certain moment.
    pub fn open(&self, clock: impl FnOnce(Moment) -> Now) -> MemoryStore {
        let mut kept = self.0.lock().unwrap();
        let earlier_runs: Vec<Run> = kept.runs.values().copied().collect();
        let last = earlier_runs.iter().map(|run| run.alive).max().unwrap_or(Moment(0));
        let now = clock(last);
        kept.runs_begun += 1;
        let run = kept.runs_begun;
        kept.runs.insert(run, Run { started: now.moment(), alive: now.moment() });
        drop(kept);
        MemoryStore { disk: self.clone(), run, earlier_runs, now }
    }
}

pub struct MemoryStore {
    disk: MemoryDisk,
    run: usize,
    earlier_runs: Vec<Run>,
    now: Now,
}

impl MemoryStore {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.disk.0.lock().unwrap()
    }

    /// Answers later, as a store does that is reached over a network.
    fn read<'a, T: Send + 'a>(&'a self, work: impl FnOnce(&Kept) -> T + Send + 'a) -> StoreFuture<'a, T> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            Ok(work(&self.kept()))
        })
    }

    /// The same for what changes something, all of it or nothing. Every change is a sign of life.
    fn try_write<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Kept) -> Result<T, StoreError> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            tokio::task::yield_now().await;
            let mut kept = self.kept();
            let done = work(&mut kept);
            kept.stamp(self.run, self.now.moment());
            done
        })
    }

    fn write<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Kept) -> T + Send + 'a,
    ) -> StoreFuture<'a, T> {
        self.try_write(|kept| Ok(work(kept)))
    }
}

impl Drop for MemoryStore {
    fn drop(&mut self) {
        let now = self.now.moment();
        self.kept().stamp(self.run, now);
    }
}

impl Kept {
    fn stamp(&mut self, run: usize, now: Moment) {
        if let Some(run) = self.runs.get_mut(&run) {
            run.alive = run.alive.max(now);
        }
    }

    fn submit(&mut self, Submission { entry, row }: Submission) -> Result<SubmitOutcome, StoreError> {
        let entries = self.entries.get(&row.id).map_or(&[] as &[Entry], Vec::as_slice);
        if let Some(known) = entries.iter().find(|known| known.command_id == entry.command_id) {
            let is_same = known.command_hash == entry.command_hash;
            return Ok(if is_same {
                SubmitOutcome::Same(known.clone())
            } else {
                SubmitOutcome::OtherCommand
            });
        }
        if entry.version as usize != entries.len() + 1 {
            return Ok(SubmitOutcome::VersionTaken);
        }
        if !entry.is_in_place() {
            return Err(StoreError::NoStart);
        }
        let before = self.games.get_mut(&row.id).ok_or(StoreError::NoGame)?;
        *before = GameRow {
            created: before.created,
            maker: before.maker.clone(),
            clock: before.clock.clone(),
            previous: before.previous,
            score: before.score,
            white_seat: before.white_seat,
            first_turn: before.first_turn,
            is_public: before.is_public,
            is_record: before.is_record,
            seats: if entry.version == 1 { row.seats } else { before.seats },
            ..row
        };
        self.entries.entry(before.id).or_default().push(entry);
        Ok(SubmitOutcome::Inserted)
    }

    fn create(&mut self, NewGameRow { row, first, source }: NewGameRow) -> Result<CreateOutcome, StoreError> {
        if first.as_ref().is_some_and(|entry| entry.version != 1 || !entry.is_in_place()) {
            return Err(StoreError::NoStart);
        }
        if self.games.contains_key(&row.id) {
            return Ok(CreateOutcome::IdTaken);
        }
        if let Some(previous) = row.previous {
            if let Some(next) = self.next(previous) {
                return Ok(CreateOutcome::FollowedBy(next));
            }
            self.wishes.remove(&previous);
        }
        self.entries.insert(row.id, first.into_iter().collect());
        self.sources.extend(source.map(|source| (row.id, source)));
        self.games.insert(row.id, row);
        Ok(CreateOutcome::Done)
    }

    fn next(&self, id: GameId) -> Option<GameId> {
        self.games.values().find(|row| row.previous == Some(id)).map(|row| row.id)
    }

    fn games(&self, filter: &GameFilter) -> Vec<GameRow> {
        let rank = |row: &GameRow| (row.created, row.id);
        let mut found: Vec<GameRow> = self.games.values().filter(|row| fits(row, filter)).cloned().collect();
        found.retain(|row| filter.after.is_none_or(|after| rank(row) < after));
        found.sort_by_key(|row| std::cmp::Reverse(rank(row)));
        found.truncate(filter.limit as usize);
        found
    }
}

fn fits(row: &GameRow, filter: &GameFilter) -> bool {
    let GameFilter {
        name,
        player,
        result,
        rules,
        from,
        to,
        stage,
        unfinished,
        begun,
        private,
        after: _,
        limit: _,
    } = filter;
    let is_named = |part: &String| {
        let part = folded(part);
        [&row.white, &row.black].iter().any(|name| folded(name).contains(&part))
    };
    name.as_ref().is_none_or(is_named)
        && player.is_none_or(|player| is_of(row, player))
        && result.as_ref().is_none_or(|result| row.result == *result)
        && rules.as_ref().is_none_or(|rules| row.rules == *rules)
        && from.is_none_or(|from| row.created >= from)
        && to.is_none_or(|to| row.created < to)
        && stage.is_none_or(|stage| row.stage == stage)
        && (!unfinished || row.stage != GameStage::Over)
        && match begun {
            BegunGames::All => true,
            BegunGames::Begun => row.has_begun(),
            BegunGames::NotBegun => !row.has_begun(),
            BegunGames::BegunOrSince(moment) => row.has_begun() || row.created >= *moment,
        }
        && match private {
            PrivateGames::All => true,
            PrivateGames::Of(player) => {
                row.stage == GameStage::Over && !row.is_record
                    || row.stage == GameStage::Live && row.is_public
                    || player.is_some_and(|player| is_of(row, player))
            }
        }
}

fn is_of(row: &GameRow, player: PlayerId) -> bool {
    let is_maker = row.maker.as_ref().is_some_and(|maker| maker.id == player);
    is_maker || row.seats.0.contains(&Holder::Person(player))
}

impl Store for MemoryStore {
    fn submit(&self, submission: Submission) -> StoreFuture<'_, SubmitOutcome> {
        self.try_write(|kept| kept.submit(submission))
    }

    fn entries(&self, game: GameId, after: u32) -> StoreFuture<'_, Vec<Entry>> {
        self.read(move |kept| {
            let entries = kept.entries.get(&game).into_iter().flatten();
            entries.filter(|entry| entry.version > after).cloned().collect()
        })
    }

    fn create(&self, game: NewGameRow) -> StoreFuture<'_, CreateOutcome> {
        self.try_write(|kept| kept.create(game))
    }

    fn game(&self, id: GameId) -> StoreFuture<'_, Option<GameRow>> {
        self.read(move |kept| kept.games.get(&id).cloned())
    }

    fn source(&self, game: GameId) -> StoreFuture<'_, Option<SourceFile>> {
        self.read(move |kept| kept.sources.get(&game).cloned())
    }

    fn source_size(&self, maker: Option<PlayerId>) -> StoreFuture<'_, u64> {
        self.read(move |kept| {
            let is_of = |game: &GameId| {
                let holder = kept.games.get(game).map(|row| row.seats[Seat::First]);
                maker.is_none_or(|maker| holder == Some(Holder::Person(maker)))
            };
            let sizes = kept.sources.iter().filter(|(game, _)| is_of(game));
            sizes.map(|(_, source)| source.pgn.len() as u64).sum()
        })
    }

    fn review(&self, game: GameId) -> StoreFuture<'_, Option<KeptReview>> {
        self.read(move |kept| kept.reviews.get(&game).cloned())
    }

    fn keep_review(&self, game: GameId, review: KeptReview) -> StoreFuture<'_, ()> {
        self.write(move |kept| drop(kept.reviews.insert(game, review)))
    }

    fn wish_rematch(&self, game: GameId, by: Option<Seat>) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.wishes.remove(&game);
            kept.wishes.extend(by.map(|seat| (game, seat)));
        })
    }

    fn rematch_wish(&self, game: GameId) -> StoreFuture<'_, Option<Seat>> {
        self.read(move |kept| kept.wishes.get(&game).copied())
    }

    fn next(&self, id: GameId) -> StoreFuture<'_, Option<GameId>> {
        self.read(move |kept| kept.next(id))
    }

    fn games(&self, filter: GameFilter) -> StoreFuture<'_, Vec<GameRow>> {
        self.read(move |kept| kept.games(&filter))
    }

    fn stages(&self) -> StoreFuture<'_, Vec<(GameStage, u64)>> {
        self.read(|kept| {
            let count = |stage| kept.games.values().filter(|row| row.stage == stage).count() as u64;
            GameStage::ALL.map(|stage| (stage, count(stage))).to_vec()
        })
    }

    fn timed_games(&self) -> StoreFuture<'_, Vec<GameId>> {
        self.read(|kept| kept.games.values().filter(|row| row.timed).map(|row| row.id).collect())
    }

    fn move_seat(&self, game: GameId, seat: Seat, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        self.write(move |kept| {
            let row = kept.games.get_mut(&game).filter(|row| row.seats[seat] == Holder::Person(from));
            row.map(|row| row.seats[seat] = Holder::Person(to)).is_some()
        })
    }

    fn change_opening(&self, game: GameId, opening: OpenSeat) -> StoreFuture<'_, bool> {
        self.write(move |kept| {
            let row = kept.games.get_mut(&game).filter(|row| row.stage == GameStage::Open);
            row.map(|row| {
                let (names, seats) = (&opening.start.names, opening.start.seats);
                (row.white, row.black) = (names[seats.white].clone(), names[seats.black].clone());
                row.opening = Some(opening);
            })
            .is_some()
        })
    }

    fn withdraw(&self, game: GameId) -> StoreFuture<'_, bool> {
        self.write(move |kept| {
            let is_open = kept.games.get(&game).is_some_and(|row| row.stage == GameStage::Open);
            if is_open {
                kept.games.remove(&game);
                kept.sources.remove(&game);
                kept.withdrawn.insert(game);
            }
            is_open
        })
    }

    fn is_withdrawn(&self, game: GameId) -> StoreFuture<'_, bool> {
        self.read(move |kept| kept.withdrawn.contains(&game))
    }

    fn create_session(
        &self,
        player: PlayerRecord,
        token: SecretDigest,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.sessions.insert(token, (player.id, expires));
            kept.names.insert(player.id, player.name);
        })
    }

    fn add_session(&self, player: PlayerId, token: SecretDigest, expires: Moment) -> StoreFuture<'_, bool> {
        self.write(move |kept| {
            let is_known = kept.names.contains_key(&player);
            if is_known {
                kept.sessions.insert(token, (player, expires));
            }
            is_known
        })
    }

    fn session(&self, token: SecretDigest) -> StoreFuture<'_, Option<(PlayerRecord, Moment)>> {
        self.read(move |kept| {
            let &(id, expires) = kept.sessions.get(&token)?;
            Some((PlayerRecord { id, name: kept.names.get(&id)?.clone() }, expires))
        })
    }

    fn end_session(&self, token: SecretDigest) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.sessions.remove(&token);
        })
    }

    fn end_sessions(
        &self,
        player: PlayerId,
        except: Option<SecretDigest>,
    ) -> StoreFuture<'_, Vec<SecretDigest>> {
        self.write(move |kept| {
            let ends = |token: &SecretDigest, holder: PlayerId| holder == player && Some(*token) != except;
            let of_player = kept.sessions.iter().filter(|(token, (holder, _))| ends(token, *holder));
            let ended: Vec<SecretDigest> = of_player.map(|(token, _)| *token).collect();
            kept.sessions.retain(|token, (holder, _)| !ends(token, *holder));
            ended
        })
    }

    fn player(&self, id: PlayerId) -> StoreFuture<'_, Option<PlayerRecord>> {
        self.read(move |kept| Some(PlayerRecord { id, name: kept.names.get(&id)?.clone() }))
    }

    fn create_player(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.names.insert(player.id, player.name);
        })
    }

    fn set_recovery(&self, player: PlayerId, code: SecretDigest) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.recovery.insert(player, code);
        })
    }

    fn end_recovery(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.recovery.remove(&player);
        })
    }

    fn recover(&self, code: SecretDigest) -> StoreFuture<'_, Option<PlayerRecord>> {
        self.read(move |kept| {
            let (&id, _) = kept.recovery.iter().find(|(_, known)| **known == code)?;
            Some(PlayerRecord { id, name: kept.names.get(&id)?.clone() })
        })
    }

    fn adopt(&self, game: GameId, from: PlayerId, to: PlayerId) -> StoreFuture<'_, bool> {
        self.write(move |kept| {
            let row = kept.games.get_mut(&game).filter(|row| is_of(row, from));
            let Some(row) = row.filter(|row| !row.seats.0.contains(&Holder::Person(to))) else {
                return false;
            };
            for holder in row.seats.0.iter_mut().filter(|holder| **holder == Holder::Person(from)) {
                *holder = Holder::Person(to);
            }
            for maker in row.maker.iter_mut().filter(|maker| maker.id == from) {
                maker.id = to;
            }
            true
        })
    }

    fn setting(&self, name: &'static str) -> StoreFuture<'_, Option<String>> {
        self.read(move |kept| kept.settings.get(name).cloned())
    }

    fn set_setting(&self, name: &'static str, value: String) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.settings.insert(name, value);
        })
    }

    fn rename(&self, player: PlayerRecord) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            if let Some(name) = kept.names.get_mut(&player.id) {
                *name = player.name;
            }
        })
    }

    fn create_ticket(
        &self,
        ticket: SecretDigest,
        game: GameId,
        seat: Seat,
        expires: Moment,
    ) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            kept.tickets.retain(|_, old| (old.game, old.seat) != (game, seat));
            kept.tickets.insert(ticket, Ticket { game, seat, expires });
        })
    }

    fn end_tickets(&self, player: PlayerId) -> StoreFuture<'_, ()> {
        self.write(move |kept| {
            let games = &kept.games;
            let is_of = |ticket: &Ticket| {
                games.get(&ticket.game).is_some_and(|row| row.seats[ticket.seat] == Holder::Person(player))
            };
            kept.tickets.retain(|_, ticket| !is_of(ticket));
        })
    }

    fn ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        self.read(move |kept| {
            let known = kept.tickets.get(&ticket).filter(|ticket| ticket.expires >= now);
            known.map(|ticket| (ticket.game, ticket.seat))
        })
    }

    fn take_ticket(&self, ticket: SecretDigest, now: Moment) -> StoreFuture<'_, Option<(GameId, Seat)>> {
        self.write(move |kept| {
            let taken = kept.tickets.remove(&ticket).filter(|ticket| ticket.expires >= now);
            taken.map(|ticket| (ticket.game, ticket.seat))
        })
    }

    fn now(&self) -> Now {
        self.now.clone()
    }

    fn earlier_runs(&self) -> Vec<Run> {
        self.earlier_runs.clone()
    }

    fn forget_earlier_runs(&self) -> StoreFuture<'_, ()> {
        self.write(|kept| kept.runs.retain(|&number, _| number >= self.run))
    }

    fn stamp(&self) -> StoreFuture<'_, ()> {
        self.write(|_| ())
    }

    fn try_room(&self) -> StoreFuture<'_, ()> {
        self.read(|_| ())
    }

    fn check(&self) -> StoreFuture<'_, Option<String>> {
        self.read(|_| None)
    }
}
