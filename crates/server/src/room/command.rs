use std::time::Duration;

use sha2::{Digest, Sha256};
use tabiya_game::{Answer, By, Command, Decision, Event, Game, Moment, NodeId, Refusal, Seat};
use tabiya_notation::{MoveText, UciMove};

use super::actor::Actor;
use super::load::navigates;
use super::{Accepted, Telling, lag, row_of};
use crate::store::{Entry, Holder, Stage, Submission, Submitted};
use crate::wire::{Action, FromServer, Reason, Submit};
use crate::{CommandId, Error, PlayerId, StoreError};

/// Somebody's command, understood.
struct Order {
    by: By,
    command: Command,
}

impl Actor {
    /// Obeys a command, or says why not; then nothing has changed.
    pub async fn submit(&mut self, who: Option<PlayerId>, submit: Submit) -> Result<Accepted, Error> {
        let by = self.by(who)?;
        let id: CommandId = submit.id.parse().map_err(|_| {
            Error::bad("bad_id", "the id of a command has 1 to 64 letters, digits and signs, without blanks")
        })?;
        let hash = digest(by, &submit.action);
        if let Some(&(known, version)) = self.commands.get(&id) {
            return self.known_command(known == hash, version).await;
        }
        if self.row.stage == Stage::Open {
            return self.submit_open(&submit).await;
        }
        self.check_version(submit.version).await?;
        if submit.action == Action::GoOn {
            return self.go_on();
        }
        let order = self.order(by, &submit.action)?;
        let at = self.moment_of(&order, submit.thought);
        let events = self.decide(&order, at)?;
        self.keep(id, hash, events).await
    }

    /// What a command causes. Where the disk refused something before, the time since then is not counted: that is
    /// told with the same entry.
    fn decide(&self, order: &Order, at: Moment) -> Result<Vec<Event>, Error> {
        let is_running = self.game.clock().is_some_and(|clock| clock.running().is_some());
        let Some(since) = self.stuck_since.filter(|_| is_running) else {
            let decided = self.game.decide(order.by, order.command, at);
            return decided.map(Decision::into_events).map_err(|refusal| refused(&refusal));
        };
        let interrupted = self.game.decide(By::Arbiter, Command::Interrupt(since.min(at)), at);
        let mut events = interrupted.map_err(|refusal| refused(&refusal))?.into_events();
        let mut game = Game::clone(&self.game);
        for event in &events {
            game.absorb(event).map_err(|why| Error::Store(StoreError::Damaged(why.to_string())))?;
        }
        if game.ending().is_none() {
            let decided = game.decide(order.by, order.command, at).map_err(|refusal| refused(&refusal))?;
            events.extend(decided.into_events());
        }
        Ok(events)
    }

    /// For whom somebody acts.
    fn by(&self, who: Option<PlayerId>) -> Result<By, Error> {
        let who = who.ok_or_else(Error::not_a_player)?;
        let seats: Vec<Seat> = self.seats_of(who).collect();
        match seats[..] {
            [] => Err(Error::not_a_player()),
            [seat] => Ok(By::Seat(seat)),
            _ => Ok(By::Board),
        }
    }

    async fn known_command(&self, is_same: bool, version: u32) -> Result<Accepted, Error> {
        if !is_same {
            return Err(id_reused());
        }
        let entries = self.house.store.entries(self.row.id, 0).await?;
        let upto = entries.get(..version as usize).unwrap_or(&entries);
        let entry = Telling::replay(upto, version - 1, self.now())?.pop();
        Ok(Accepted { version, entry })
    }

    /// Before the game has begun its maker can only take it back.
    async fn submit_open(&mut self, submit: &Submit) -> Result<Accepted, Error> {
        if submit.action != Action::Abort {
            return Err(Error::refused("not_begun", "the game begins when your opponent is there"));
        }
        if !self.house.store.withdraw(self.row.id).await? {
            return Err(Error::no_game());
        }
        self.row.stage = Stage::Over;
        self.note_waiting();
        self.tell(&FromServer::Seats { version: self.version });
        Ok(Accepted { version: self.version, entry: None })
    }

    async fn check_version(&mut self, version: u32) -> Result<(), Error> {
        if version > self.version {
            self.catch_up().await?;
        }
        if version > self.version {
            let says = format!("this game has version {}: {version} is yet to come", self.version);
            return Err(Error::bad("future_version", says));
        }
        if version < self.version {
            return Err(self.stale(version).await);
        }
        Ok(())
    }

    async fn stale(&self, version: u32) -> Error {
        let entries = self.house.store.entries(self.row.id, 0).await;
        match entries.map_err(Error::from).and_then(|all| Telling::replay(&all, version, self.now())) {
            Ok(missing) => Error::Stale { version: self.version, missing },
            Err(error) => error,
        }
    }

    fn order(&self, by: By, action: &Action) -> Result<Order, Error> {
        let command = match action {
            Action::Move { m } => Command::Move(self.read_move(by, m)?),
            Action::Pass => Command::Pass,
            Action::Undo { plies } => Command::Undo(plies.unwrap_or_else(|| self.usual_undo(by))),
            Action::Redo { plies } => Command::Redo(plies.unwrap_or_else(|| self.usual_redo(by))),
            Action::GoTo { node } => Command::GoTo(NodeId::new(*node)),
            Action::AskTakeback { plies } => {
                Command::AskTakeback(plies.unwrap_or_else(|| self.usual_undo(by)))
            }
            Action::AnswerTakeback { accept } => Command::AnswerTakeback(answer(*accept)),
            Action::OfferDraw => Command::OfferDraw,
            Action::AnswerDraw { accept } => Command::AnswerDraw(answer(*accept)),
            Action::ClaimDraw => Command::ClaimDraw,
            Action::Resign => Command::Resign,
            Action::Flag => Command::Flag,
            Action::Abort => Command::Abort,
            Action::Stop => Command::Stop,
            Action::ClaimLeft => {
                return Ok(Order { by: By::Arbiter, command: Command::Abandon(self.left(by)?) });
            }
            Action::GoOn => return Err(Error::refused("no_computer", "the computer does not play here")),
        };
        Ok(Order { by, command })
    }

    /// The move that a text means where the game stands. Whose turn it is comes first: a reason from the wrong
    /// side of the board would only confuse.
    fn read_move(&self, by: By, text: &str) -> Result<UciMove, Error> {
        let game = &self.game;
        if let Some(ending) = game.ending() {
            return Err(refused(&Refusal::GameOver { ending, seats: game.seats() }));
        }
        if let By::Seat(seat) = by
            && seat != game.seat_to_move()
        {
            return Err(refused(&Refusal::NotYourTurn { turn: game.turn() }));
        }
        if let Ok(m @ UciMove::Normal { .. }) = text.parse() {
            return Ok(m);
        }
        let read: MoveText = text.parse().map_err(|error| Error::bad("not_a_move", error))?;
        let m = read.to_move(game.position()).map_err(|why| Error::Refused(Reason::from(&why)))?;
        Ok(UciMove::from_move(m, game.position()))
    }

    /// How far back one goes without saying: to where one can move again.
    fn usual_undo(&self, by: By) -> u32 {
        let By::Seat(seat) = by else { return 1 };
        let is_own_turn = self.game.seat_to_move() == seat;
        let there = self.game.history().current().ply;
        if is_own_turn && there >= 2 { 2 } else { 1 }
    }

    fn usual_redo(&self, by: By) -> u32 {
        let By::Seat(seat) = by else { return 1 };
        let is_own_turn = self.game.seat_to_move() == seat;
        if is_own_turn && self.game.history().ahead().count() >= 2 { 2 } else { 1 }
    }

    /// The opponent's seat, if that player has been away for so long that the game can be claimed.
    fn left(&self, by: By) -> Result<Seat, Error> {
        let By::Seat(seat) = by else {
            return Err(Error::refused("no_opponent", "there is nobody who could leave this game"));
        };
        if let Some(ending) = self.game.ending() {
            return Err(refused(&Refusal::GameOver { ending, seats: self.game.seats() }));
        }
        if !matches!(self.row.seats[!seat], Holder::Person(_)) {
            return Err(Error::refused("no_opponent", "the computer never leaves"));
        }
        match self.claim_in(!seat) {
            None => Err(Error::refused("opponent_present", "your opponent is here")),
            Some(Duration::ZERO) => Ok(!seat),
            Some(span) => {
                let words = tabiya_game::narration::span_words(Duration::from_secs(span.as_secs() + 1));
                Err(Error::refused(
                    "too_early",
                    format!("your opponent is away; you can claim the game in {words}"),
                ))
            }
        }
    }

    /// How long until the opponent of a player who is away may claim the game.
    pub fn claim_in(&self, seat: Seat) -> Option<Duration> {
        let limits = &self.house.config.limits;
        if self.is_connected(seat) {
            return None;
        }
        let away = self.presence[seat].away_since(self.now(), limits.presence)?;
        let wait =
            if self.game.clock().is_some() { limits.claim_with_clock } else { limits.claim_without_clock };
        Some(away.after(wait).since(self.now()))
    }

    /// When a command counts as given. A move is given back what the network took; others do not drop a flag while
    /// a move may be on its way.
    fn moment_of(&self, order: &Order, thought: Option<u64>) -> Moment {
        let now = self.now();
        let Some(clock) = self.game.clock() else { return now };
        let Some(running) = clock.running() else { return now };
        let is_move = matches!(order.command, Command::Move(_) | Command::Pass);
        let is_own = matches!(order.by, By::Board) || order.by == By::Seat(running.seat);
        let back = if is_move && is_own {
            let thought = thought.map_or(Duration::MAX, Duration::from_millis);
            let ping = self.presence[running.seat].ping();
            lag::compensation(now.since(running.since), thought, ping, self.house.config.limits.lag)
        } else if clock.flagged(now).is_some() {
            self.grace(running.seat)
        } else {
            Duration::ZERO
        };
        Moment(now.0.saturating_sub(back.as_millis() as u64))
    }

    /// Puts events on disk, and only then into the game and before everybody's eyes.
    pub async fn keep(
        &mut self,
        id: CommandId,
        hash: [u8; 32],
        events: Vec<Event>,
    ) -> Result<Accepted, Error> {
        let mut after = Game::clone(&self.game);
        for event in &events {
            after.absorb(event).map_err(|why| Error::Store(StoreError::Damaged(why.to_string())))?;
        }
        let row = row_of(&self.row, &after);
        let entry = Entry { version: self.version + 1, command_id: id, command_hash: hash, events };
        let submission = Submission { entry: entry.clone(), row: row.clone() };
        let submitted = self.house.store.submit(submission).await.inspect_err(|_| {
            self.stuck_since.get_or_insert(self.house.now.moment());
        })?;
        match submitted {
            Submitted::Inserted => {
                self.row = row;
                self.stuck_since = None;
                let told = self.advance(entry.command_id, hash, &entry.events, after);
                Ok(Accepted { version: self.version, entry: Some(told) })
            }
            Submitted::Same(kept) => {
                self.catch_up().await?;
                self.known_command(true, kept.version).await
            }
            Submitted::OtherCommand => {
                self.catch_up().await?;
                Err(id_reused())
            }
            Submitted::VersionTaken => {
                let seen = self.version;
                self.catch_up().await?;
                Err(self.stale(seen).await)
            }
        }
    }

    /// The game after an entry that is on disk; tells everybody.
    pub fn advance(&mut self, id: CommandId, hash: [u8; 32], events: &[Event], after: Game) -> FromServer {
        self.version += 1;
        self.is_paused = navigates(events);
        let told = Telling::entry(self.version, &id, events, &self.game, &after, self.now());
        self.game = std::sync::Arc::new(after);
        self.commands.insert(id, (hash, self.version));
        self.tell(&told);
        told
    }
}

fn refused(refusal: &Refusal) -> Error {
    Error::Refused(Reason::from(refusal))
}

fn id_reused() -> Error {
    Error::Conflict(Reason::plain("id_reused", "another command of this game has the same id"))
}

fn answer(accept: bool) -> Answer {
    if accept { Answer::Accept } else { Answer::Decline }
}

/// What makes two commands of one id the same: who wanted what.
fn digest(by: By, action: &Action) -> [u8; 32] {
    let who = match by {
        By::Seat(seat) => format!("{seat} "),
        By::Board => "board ".to_owned(),
        By::Arbiter => "arbiter ".to_owned(),
    };
    let what = serde_json::to_string(action).unwrap_or_default();
    Sha256::digest(who + &what).into()
}
