use std::sync::Arc;
use std::time::Duration;

use tabiya_engine::{ComputerDeed, GameSeed, Level, OwnClock, Rng};
use tabiya_game::{Answer, By, Clock, Command, Seat};
use tabiya_notation::UciMove;
use tabiya_openings::OpeningBook;
use tabiya_rules::{ByLanguage, Move};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};

use super::actor::Actor;
use super::persist::Aside;
use super::{CommandReceipt, Message};
use crate::cluster::{Cluster, HeldJob};
use crate::listener::Listener;
use crate::postgres::AskedJob;
use crate::question_queue::{Asker, is_quick};
use crate::random::random_bytes;
use crate::store::{BookUse, ComputerConduct, Entry, GameStage, Holder};
use crate::wire::FromServer;
use crate::workers::{OpponentKind, Question, QuestionTask};
use crate::{CommandId, Error};

/// After how long any node is asked once more for a move: what it was asked by may be lost.
const ASK_AGAIN: Duration = Duration::from_secs(3);

impl Actor {
    /// Lets the computer think where it is its turn: here, or where there are several nodes and it takes time, on any of them.
    pub fn ask_computer(&mut self) {
        let Some((level, conduct)) = self.computer_to_move() else { return };
        if self.is_thinking()
            || !self.is_move_wanted()
            || !self.may_think_here()
            || self.again.is_some_and(|at| at > Instant::now())
        {
            return;
        }
        let effort = level.effort_at(self.game.position());
        match self.shared.cluster.clone() {
            Some(cluster) if !is_quick(effort) => self.ask_nodes(cluster, effort),
            _ => self.search((level, effort), conduct, None),
        }
    }

    /// Whether the computer is to move now, and nothing holds it.
    fn is_move_wanted(&self) -> bool {
        self.is_computer_free() && self.may_computer_think()
    }

    /// Whether the computer is to move, now or when it is time, and nothing holds it.
    fn is_computer_free(&self) -> bool {
        self.computer_to_move().is_some()
            && !self.is_paused
            && self.held_since.is_none()
            && self.may_computer_move()
    }

    /// Thinks in the place of any node, where that is still wanted. Whoever asked has seen that it is time: the clock here may be behind.
    pub fn think(&mut self, job: HeldJob) {
        let is_asked = job.version <= self.version() && self.log.is_quiet_since(job.version);
        if let Some((level, conduct)) =
            self.computer_to_move().filter(|_| is_asked && self.is_computer_free())
        {
            let effort = level.effort_at(self.game.position());
            self.search((level, effort), conduct, Some(job));
        }
    }

    /// Asks any node for the move, and again where that may have been forgotten, until it is there or wanted no longer.
    fn ask_nodes(&mut self, cluster: Arc<Cluster>, effort: u64) {
        let version = self.version();
        self.thinking = Some(version);
        self.asks += 1;
        let ask = self.asks;
        let asker = match self.asker() {
            Asker::Player(player) => player.to_string(),
            Asker::Game(_) | Asker::Address(_) => self.row.id.to_string(),
        };
        let (game, opponent) = (self.row.id, self.opponent_kind());
        let job = AskedJob { game, version, asker, effort, opponent };
        let (room, workers) = (self.sender.clone(), Arc::clone(&self.shared.workers));
        let busy_after = self.shared.config.limits.busy_after;
        tokio::spawn(async move {
            let asked = Instant::now();
            let mut is_told = false;
            loop {
                if let Err(error) = cluster.ask_job(&job, &workers).await {
                    tracing::debug!(%error, %game, "nobody could be asked for the computer's move");
                }
                let pause = if is_told { ASK_AGAIN } else { busy_after.min(ASK_AGAIN) };
                sleep(pause).await;
                let Some(room) = room.upgrade() else { return };
                let (reply, answer) = oneshot::channel();
                let _ = room.send(Message::StillAsked { ask, version, reply }).await;
                if !answer.await.unwrap_or(false) {
                    return;
                }
                if !is_told && asked.elapsed() >= busy_after {
                    is_told = true;
                    if cluster.store.is_job_waiting(game, version).await.unwrap_or(true) {
                        let _ = room.send(Message::ComputerBusy { version }).await;
                    }
                }
            }
        });
    }

    /// Whether a move is still to come that any node was asked for. What is asked again after a failure is asked by the later one alone.
    pub fn is_still_asked(&mut self, ask: u64, version: u32) -> bool {
        if self.asks != ask || self.thinking != Some(version) {
            return false;
        }
        if !self.is_thinking() || !self.is_move_wanted() {
            self.thinking = None;
        }
        self.thinking.is_some()
    }

    fn search(&mut self, (level, effort): (Level, u64), conduct: ComputerConduct, job: Option<HeldJob>) {
        let ComputerConduct { book, yielding } = conduct;
        let waited = job.as_ref().map_or(Duration::ZERO, |job| job.waited);
        let (now, history) = (Instant::now(), self.game.history());
        let asked = now.checked_sub(waited).unwrap_or(now);
        let (begun, has_begun) = oneshot::channel();
        let (answer, answered) = oneshot::channel();
        let question = Question {
            task: QuestionTask::Move {
                level,
                book: self.book(book),
                seed: GameSeed(self.game.begun().0),
                yielding,
                is_draw_offered: self.game.draw_offer() == Some(!self.game.seat_to_move()),
                clock: self.game.clock().map(|clock| self.own_clock(clock)),
                taken_on: history.taken_on(history.here()),
                rng: Rng::from_seed(u64::from_le_bytes(random_bytes())),
                answer,
            },
            position: *self.game.position(),
            history: history.earlier_keys(),
            asker: self.asker(),
            opponent: self.opponent_kind(),
            effort,
            begun,
            asked: now.into_std(),
        };
        if !self.shared.workers.ask(question) {
            // All workers are busy and the queue is full: a little later.
            self.again = Some(Instant::now() + Duration::from_millis(250));
            return;
        }
        self.thinking = Some(self.version());
        let (version, sender) = (self.version(), self.sender.clone());
        let (busy_after, is_watched) = (self.shared.config.limits.busy_after, self.row.is_exhibition());
        tokio::spawn(async move {
            let is_waiting = tokio::time::timeout(busy_after, has_begun).await.is_err();
            if let Some(sender) = sender.upgrade().filter(|_| is_waiting) {
                let _ = sender.send(Message::ComputerBusy { version }).await;
            }
            let answered = answered.await;
            if let Some(job) = &job {
                job.is_found();
            }
            let Ok(found) = answered else { return };
            // Two computers have a pace of their own.
            if !is_watched {
                sleep_until(asked + found.pause).await;
            }
            if let Some(sender) = sender.upgrade() {
                let _ = sender.send(Message::Computed { version, deed: found.deed, job }).await;
            }
        });
    }

    /// Tells a player that the computer is busy with other games. Two computers have time, and nobody is told.
    pub fn tell_busy(&self, version: u32) {
        if self.thinking == Some(version) && self.is_thinking() && !self.row.is_exhibition() {
            self.tell(&FromServer::Busy { version: self.version() });
        }
    }

    /// Whether the computer thinks about the position on the board.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some_and(|version| self.log.is_quiet_since(version))
    }

    /// Who waits for the computer's move.
    fn opponent_kind(&self) -> OpponentKind {
        if self.row.is_exhibition() { OpponentKind::Computer } else { OpponentKind::Person }
    }

    /// For whom the computer thinks.
    fn asker(&self) -> Asker {
        let person = Seat::ALL.into_iter().find_map(|seat| match self.row.seats[seat] {
            Holder::Person(player) => Some(player),
            Holder::Computer(..) | Holder::Open => None,
        });
        let maker = self.row.maker.as_ref().map(|maker| maker.id);
        person.or(maker).map_or(Asker::Game(self.row.id), Asker::Player)
    }

    /// The server's book, for a computer that looks into it.
    fn book(&self, book: BookUse) -> Option<OpeningBook> {
        match book {
            BookUse::ByBook => Some(self.shared.config.book.clone()),
            BookUse::WithoutBook => None,
        }
    }

    /// The clock of the side to move.
    fn own_clock(&self, clock: &Clock) -> OwnClock {
        let seat = self.game.seat_to_move();
        OwnClock { left: clock.time_to_move(seat, self.now()), bonus: clock.bonus(seat).most() }
    }

    /// The computer, if it is to move: how well it plays, and how.
    pub fn computer_to_move(&self) -> Option<(Level, ComputerConduct)> {
        if self.row.stage != GameStage::Live {
            return None;
        }
        match self.row.seats[self.game.seat_to_move()] {
            Holder::Computer(level, conduct) => Level::kept(level).ok().map(|level| (level, conduct)),
            Holder::Person(_) | Holder::Open => None,
        }
    }

    /// Does what the computer chose, unless something else happened meanwhile.
    pub async fn computer_acts(&mut self, version: u32, deed: ComputerDeed) {
        self.thinking = None;
        let is_free = self.held_since.is_none() && self.may_computer_move();
        let is_due = self.computer_to_move().is_some() && is_free;
        if !self.log.is_quiet_since(version) || !is_due {
            return;
        }
        let seat = self.game.seat_to_move();
        for command in self.commands_of(deed) {
            if let Err(error) = self.computer_does(seat, command).await {
                if self.pause_refused(&error).await {
                    return;
                }
                tracing::warn!(game = %self.row.id, ?error, "what the computer did was not kept");
                self.again = Some(Instant::now() + Duration::from_secs(1));
                return;
            }
        }
    }

    /// What a deed is to the game. An offer that outlasted a restart is not made again.
    fn commands_of(&self, deed: ComputerDeed) -> Vec<Command> {
        let written = |m: Move| Command::Move(UciMove::from_move(m, self.game.position()));
        match deed {
            ComputerDeed::OfferDraw(m) if self.game.draw_offer().is_none() => {
                vec![Command::OfferDraw, written(m)]
            }
            ComputerDeed::Move(m) | ComputerDeed::OfferDraw(m) => vec![written(m)],
            ComputerDeed::AcceptDraw => vec![Command::AnswerDraw(Answer::Accept)],
            ComputerDeed::Resign => vec![Command::Resign],
            ComputerDeed::Pass => vec![Command::Pass],
        }
    }

    async fn computer_does(&mut self, seat: Seat, command: Command) -> Result<(), Error> {
        // The id makes sure that a move is made once, whoever restarts or races.
        let id = CommandId::of_server("computer", self.version() + 1);
        let decided = self.game.decide(By::Seat(seat), command, self.now());
        let decision = decided.map_err(|refusal| Error::Refused((&refusal).into()))?;
        let aside = self.pause_after(&decision).map_or(Aside::Nothing, Aside::Exhibition);
        self.persist_with(Listener::default(), id, Entry::SERVER_COMMAND, decision, aside).await.map(drop)
    }

    /// Lets the computer move on after moves were taken back. That is an entry like any other, though nothing changes on
    /// the board: so it outlasts a restart, and sent again it is known.
    pub async fn go_on(
        &mut self,
        from: Listener,
        id: CommandId,
        hash: [u8; 32],
    ) -> Result<CommandReceipt, Error> {
        if self.computer_to_move().is_none() {
            return Err(Error::refused(
                "no_computer",
                ByLanguage {
                    english: "it is not the computer's turn",
                    german: "der Computer ist nicht am Zug",
                },
            ));
        }
        if !self.is_paused {
            return Err(Error::refused(
                "not_waiting",
                ByLanguage {
                    english: "the computer is thinking already",
                    german: "der Computer denkt schon nach",
                },
            ));
        }
        let decision = match self.stuck_clock_since() {
            Some(since) => self.game.decide(By::Arbiter, Command::Interrupt(since), self.now()),
            None => Ok(self.game.decide_nothing()),
        };
        let decision = decision.map_err(|refusal| Error::Refused((&refusal).into()))?;
        self.persist(from, id, hash, decision).await
    }
}
