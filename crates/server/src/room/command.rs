use std::time::Duration;

use sha2::{Digest, Sha256};
use tabiya_game::narration::span_words;
use tabiya_game::{Answer, By, Command, Decision, Moment, NodeId, Refusal, Seat};
use tabiya_notation::UciMove;
use tabiya_rules::{ByLanguage, Language};

use super::actor::Actor;
use super::lag::Ping;
use super::tree::check_part;
use super::{CommandReceipt, PlayerCommand};
use crate::cluster::GameNews;
use crate::grounds::{Grounds, Untranslated};
use crate::listener::Listener;
use crate::postgres::ServerSilence;
use crate::store::{GameStage, Holder};
use crate::tree_edit::TreeEdit;
use crate::typed_move::typed_move;
use crate::wire::{Action, PartView};
use crate::{CommandId, Error, PlayerId};

/// Somebody's command, understood.
pub(super) struct Order {
    pub by: By,
    pub command: Command,
}

/// When a command counts as given.
struct CommandTiming {
    at: Moment,
    /// The move that it is, where a clock ran for it.
    counted: Option<MoveTiming>,
}

/// A move on somebody's clock.
struct MoveTiming {
    seat: Seat,
    /// How long it took.
    elapsed: Duration,
    /// What of that is given back.
    given: Duration,
    /// How long the network was said to take.
    ping: Option<Ping>,
}

impl Actor {
    /// Obeys a command, or says why not; then nothing has changed.
    pub async fn submit(&mut self, from: Listener, command: PlayerCommand) -> Result<CommandReceipt, Error> {
        let who = from.who;
        // Another node may have given a seat to whoever sends it, or told them of a version that is not known here yet.
        if command.version > self.version() || self.part_of(who) == PartView::Spectator {
            self.refresh().await;
        }
        if let Action::Annotate { .. } = command.action {
            check_part(&self.row, who)?;
        }
        let by = self.by(who)?;
        let PlayerCommand { id: name, version, action, thought, ping } = command;
        let hash = digest(by, &action)?;
        let id = who.map_or_else(|| name.clone(), |player| name.clone().of_player(player));
        if let Some(known) = self.log.by_id(&id) {
            return if known.command_hash == hash {
                self.known_command(from, known.version).await
            } else {
                Err(id_reused())
            };
        }
        // Earlier versions kept names alone.
        if let Some(known) = self.log.by_id(&name).filter(|known| known.command_hash == hash) {
            return self.known_command(from, known.version).await;
        }
        if let Some((known, same)) = &self.withdrawn {
            return match *known == id {
                true if *same == hash => Ok(CommandReceipt { version: self.version(), entry: None }),
                true => Err(id_reused()),
                false => Err(Error::called_off()),
            };
        }
        self.check_version(from, version).await?;
        if self.row.stage == GameStage::Open {
            return self.submit_open(id, hash, &action).await;
        }
        if let Action::Annotate { at, change } = action {
            return self.annotate(from, id, hash, TreeEdit::new(at, change)).await;
        }
        self.check_host(&action)?;
        if let Some(exhibition) = self.exhibition() {
            return self.steer(from, id, hash, exhibition, &action).await;
        }
        if action == Action::GoOn {
            return self.go_on(from, id, hash).await;
        }
        self.heed_connections(from, version).await?;
        let order = self.order(by, &action, from.language)?;
        let timing = self.timing_of(&order, thought, ping);
        let decision = self.decide(&order, timing.at)?;
        let receipt = self.persist(from, id, hash, decision).await?;
        if let Some(MoveTiming { seat, elapsed, given, ping }) = timing.counted {
            self.lag[seat].settle(elapsed, given, ping);
        }
        Ok(receipt)
    }

    /// Sees to it that nobody pays for a node that has gone, before something is charged or a flag falls.
    async fn heed_connections(&mut self, from: Listener, version: u32) -> Result<(), Error> {
        let Some(seat) = self.clock_elsewhere() else { return Ok(()) };
        if from.who.is_some_and(|who| self.seats_of(who).any(|own| own == seat)) {
            self.heed_silence(ServerSilence::Doubted).await;
            // That may have taken a version.
            return self.check_version(from, version).await;
        }
        let is_down = self.game.clock().is_some_and(|clock| clock.flagged(self.now()).is_some());
        if is_down && self.flag_waits().await {
            let says = ByLanguage {
                english: "the server to which your opponent was connected does not answer: wait until they are back",
                german: "der Server, mit dem dein Gegner verbunden war, antwortet nicht: warte, bis er wieder da ist",
            };
            return Err(Error::Busy(Grounds::plain("opponent_cut_off", says)));
        }
        Ok(())
    }

    /// What a command causes. Where the disk refused something before, the time since then is not counted: that is
    /// told with the same entry.
    pub(super) fn decide(&self, order: &Order, at: Moment) -> Result<Decision, Error> {
        let decided = match self.stuck_clock_since() {
            Some(since) => self.game.decide_interrupted(since, order.by, order.command, at),
            None => self.game.decide(order.by, order.command, at),
        };
        decided.map_err(|refusal| refused(&refusal))
    }

    /// Since when the disk has refused what players did, where somebody's clock runs meanwhile.
    pub(super) fn stuck_clock_since(&self) -> Option<Moment> {
        let is_running = self.game.clock().is_some_and(|clock| clock.running().is_some());
        self.stuck_since.filter(|_| is_running)
    }

    /// For whom somebody acts.
    fn by(&self, who: Option<PlayerId>) -> Result<By, Error> {
        if self.row.is_exhibition() {
            return self.check_maker(who).map(|()| By::Arbiter);
        }
        let who = who.ok_or_else(Error::not_a_player)?;
        let seats: Vec<Seat> = self.seats_of(who).collect();
        match seats[..] {
            [] => Err(Error::not_a_player()),
            [seat] => Ok(By::Seat(seat)),
            _ => Ok(By::Board),
        }
    }

    /// The answer to a command that was accepted before: the same again.
    pub(super) async fn known_command(&self, to: Listener, version: u32) -> Result<CommandReceipt, Error> {
        let page = self.pages(to, version - 1, 1).run().await?;
        let entry = page.entries.first().map(|entry| entry.to_text().into());
        Ok(CommandReceipt { version, entry })
    }

    /// Before the game has begun its maker can only take it back, once; then there is no such game.
    async fn submit_open(
        &mut self,
        id: CommandId,
        hash: [u8; 32],
        action: &Action,
    ) -> Result<CommandReceipt, Error> {
        if *action != Action::Abort {
            return Err(Error::refused(
                "not_begun",
                ByLanguage {
                    english: "the game begins when your opponent is there",
                    german: "die Partie beginnt, wenn dein Gegner da ist",
                },
            ));
        }
        if !self.shared.store.withdraw(self.row.id).await? {
            return Err(Error::no_game());
        }
        self.row.stage = GameStage::Over;
        self.withdrawn = Some((id, hash));
        self.tell_peers(&GameNews::Row);
        self.note_waiting();
        self.tell_seats();
        Ok(CommandReceipt { version: self.version(), entry: None })
    }

    async fn check_version(&mut self, to: Listener, version: u32) -> Result<(), Error> {
        if version > self.version() {
            self.catch_up().await?;
        }
        if version > self.version() {
            return Err(Error::future_version(self.version(), version));
        }
        if version < self.version() {
            return Err(self.stale(to, version).await);
        }
        Ok(())
    }

    pub(super) async fn stale(&self, to: Listener, version: u32) -> Error {
        match self.page(to, version).run().await {
            Ok(page) => Error::Stale { version: self.version(), missing: page.entries },
            Err(error) => error,
        }
    }

    fn order(&self, by: By, action: &Action, language: Language) -> Result<Order, Error> {
        let command = match action {
            // Its document has people write it where a move is asked for.
            Action::Move { m } if self.game.is_stopped_by(m) => return self.stop(by),
            Action::Move { m } => Command::Move(self.read_move(by, m, language)?),
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
            Action::Stop => return self.stop(by),
            Action::ClaimLeft => {
                return Ok(Order { by: By::Arbiter, command: Command::Abandon(self.left(by)?) });
            }
            Action::GoOn => {
                return Err(Error::refused(
                    "no_computer",
                    ByLanguage {
                        english: "the computer does not play here",
                        german: "hier spielt kein Computer",
                    },
                ));
            }
            Action::Pause | Action::Step | Action::SetSpeed { .. } => {
                return Err(Error::refused(
                    "no_exhibition",
                    ByLanguage {
                        english: "that is for games of two computers",
                        german: "das gibt es nur, wenn zwei Computer spielen",
                    },
                ));
            }
            // Obeyed before: it is no command to the game.
            Action::Annotate { .. } => {
                return Err(Error::bad(
                    "bad_action",
                    ByLanguage {
                        english: "this is no command to the game",
                        german: "das ist kein Befehl an die Partie",
                    },
                ));
            }
        };
        Ok(Order { by, command })
    }

    /// The end by the count of pieces. One needs nobody's consent where the rules count anyway; against another person only
    /// at one's own turn, so that nobody takes something and stops before it can be taken back.
    fn stop(&self, by: By) -> Result<Order, Error> {
        let command = Command::Stop;
        match by {
            By::Seat(seat) if matches!(self.row.seats[!seat], Holder::Computer(..)) => {
                Ok(Order { by: By::Arbiter, command })
            }
            By::Seat(seat) if self.game.ending().is_none() && self.game.may_stop_alone() => {
                if seat != self.game.seat_to_move() {
                    return Err(refused(&Refusal::NotYourTurn { turn: self.game.turn() }));
                }
                Ok(Order { by: By::Arbiter, command })
            }
            By::Seat(_) | By::Board | By::Arbiter => Ok(Order { by, command }),
        }
    }

    /// The move that a text means where the game stands. Whose turn it is comes first: a reason from the wrong
    /// side of the board would only confuse.
    fn read_move(&self, by: By, text: &str, language: Language) -> Result<UciMove, Error> {
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
        let m = typed_move(text, language, |read| game.read(read))?;
        Ok(UciMove::from_move(m, game.position()))
    }

    /// How far back one goes without saying: to where one can move again. Who has not moved yet takes back what the
    /// computer did, which then waits.
    fn usual_undo(&self, by: By) -> u32 {
        match by {
            By::Seat(seat) => self.game.plies_back(seat, 1).unwrap_or(1),
            By::Board | By::Arbiter => 1,
        }
    }

    /// How far on: to one's next turn.
    fn usual_redo(&self, by: By) -> u32 {
        match by {
            By::Seat(seat) if seat == self.game.seat_to_move() => self.game.plies_ahead(seat, 1),
            By::Seat(_) | By::Board | By::Arbiter => 1,
        }
    }

    /// The opponent's seat, if that player has been away for so long that the game can be claimed.
    fn left(&self, by: By) -> Result<Seat, Error> {
        let By::Seat(seat) = by else {
            return Err(Error::refused(
                "no_opponent",
                ByLanguage {
                    english: "there is nobody who could leave this game",
                    german: "hier gibt es niemanden, der die Partie verlassen könnte",
                },
            ));
        };
        if let Some(ending) = self.game.ending() {
            return Err(refused(&Refusal::GameOver { ending, seats: self.game.seats() }));
        }
        if !matches!(self.row.seats[!seat], Holder::Person(_)) {
            return Err(Error::refused(
                "no_opponent",
                ByLanguage { english: "the computer never leaves", german: "der Computer geht nie weg" },
            ));
        }
        match self.claim_in(!seat) {
            None => Err(Error::refused(
                "opponent_present",
                ByLanguage { english: "your opponent is here", german: "dein Gegner ist da" },
            )),
            Some(Duration::ZERO) => Ok(!seat),
            Some(span) => {
                let span = Duration::from_secs(span.as_secs() + 1);
                let ByLanguage { english, german } =
                    ByLanguage::from_fn(|language| span_words(language, span));
                let says = ByLanguage {
                    english: format!("your opponent is away; you can claim the game in {english}"),
                    german: format!("dein Gegner ist weg; du kannst den Gewinn verlangen: in {german}"),
                };
                Err(Error::refused("too_early", says))
            }
        }
    }

    /// How long until the opponent of a player who is away may claim the game.
    pub fn claim_in(&self, seat: Seat) -> Option<Duration> {
        let limits = &self.shared.config.limits;
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
    fn timing_of(&self, order: &Order, thought: Option<u64>, ping: Option<Ping>) -> CommandTiming {
        let now = self.now();
        let at_once = CommandTiming { at: now, counted: None };
        let Some(clock) = self.game.clock() else { return at_once };
        let Some(running) = clock.running() else { return at_once };
        let is_move = matches!(order.command, Command::Move(_) | Command::Pass);
        let is_own = matches!(order.by, By::Board) || order.by == By::Seat(running.seat);
        let earlier = |span: Duration| Moment(now.0.saturating_sub(span.as_millis() as u64));
        if is_move && is_own {
            let (seat, elapsed) = (running.seat, now.since(running.since));
            let thought = thought.map_or(Duration::MAX, Duration::from_millis);
            let given = self.lag[seat].compensation(elapsed, thought, ping);
            return CommandTiming {
                at: earlier(given),
                counted: Some(MoveTiming { seat, elapsed, given, ping }),
            };
        }
        match clock.flagged(now) {
            Some(_) => CommandTiming { at: earlier(self.grace(running.seat)), counted: None },
            None => at_once,
        }
    }
}

pub(super) fn refused(refusal: &Refusal) -> Error {
    Error::Refused(Grounds::from(refusal))
}

pub(super) fn id_reused() -> Error {
    Error::Conflict(Grounds::plain(
        "id_reused",
        ByLanguage {
            english: "another command of yours in this game has the same id",
            german: "ein anderer Befehl von dir in dieser Partie hat dieselbe Kennung",
        },
    ))
}

fn answer(accept: bool) -> Answer {
    if accept { Answer::Accept } else { Answer::Decline }
}

/// What makes two commands of one id the same: who wanted what.
fn digest(by: By, action: &Action) -> Result<[u8; 32], Error> {
    let who = match by {
        By::Seat(seat) => format!("{seat} "),
        By::Board => "board ".to_owned(),
        By::Arbiter => "arbiter ".to_owned(),
    };
    // Without this, commands that differ would count as the same.
    let what =
        serde_json::to_string(action).map_err(|error| Error::bad("bad_action", Untranslated::new(error)))?;
    Ok(Sha256::digest(who + &what).into())
}
