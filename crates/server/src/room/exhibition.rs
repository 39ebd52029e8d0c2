//! A game of two computers: who steers it, when they move, when they wait.

use std::time::Duration;

use tabiya_game::{By, Command, Decision, Moment, Refusal};
use tabiya_rules::{ByLanguage, Language};
use tokio::time::Instant;

use super::CommandReceipt;
use super::actor::Actor;
use super::command::{Order, refused};
use super::persist::Aside;
use super::view::{exhibition_view, may_steer};
use crate::exhibition::{Exhibition, ExhibitionFact, ExhibitionPermit, PauseCause, PlayState};
use crate::listener::Listener;
use crate::store::{Entry, GameStage, PlayerRecord};
use crate::wire::{Action, ExhibitionView};
use crate::{CommandId, Error, PlayerId};

/// How long to wait before a pause is tried again that could not be kept.
const AGAIN: Duration = Duration::from_secs(1);

impl Actor {
    /// How two computers play, where it is a game of two.
    pub fn exhibition(&self) -> Option<Exhibition> {
        self.row.is_exhibition().then(|| self.log.exhibition().unwrap_or_default())
    }

    /// The same as everybody is told.
    pub fn show_exhibition(&self, language: Language, exhibition: Exhibition) -> ExhibitionView {
        exhibition_view(language, &self.row, exhibition)
    }

    /// Whether two computers play, and go on doing so.
    pub fn is_exhibition_running(&self) -> bool {
        self.row.stage == GameStage::Live
            && self.exhibition().is_some_and(|exhibition| exhibition.play == PlayState::Running)
    }

    /// Refuses whoever did not make the game.
    pub fn check_maker(&self, who: Option<PlayerId>) -> Result<(), Error> {
        if may_steer(&self.row, who) {
            return Ok(());
        }
        let says = match &self.row.maker {
            Some(PlayerRecord { name, .. }) => ByLanguage {
                english: format!("two computers play here: only {name}, who made the game, can steer it"),
                german: format!(
                    "hier spielen zwei Computer: nur {name} hat die Partie angelegt und kann sie steuern"
                ),
            },
            None => ByLanguage {
                english: "two computers play here, and nobody knows any more who made the game".to_owned(),
                german: "hier spielen zwei Computer, und niemand weiß mehr, wer die Partie angelegt hat"
                    .to_owned(),
            },
        };
        Err(Error::forbidden("not_the_maker", says))
    }

    /// Obeys the maker of the game, or says why not.
    pub async fn steer(
        &mut self,
        from: Listener,
        id: CommandId,
        hash: [u8; 32],
        exhibition: Exhibition,
        action: &Action,
    ) -> Result<CommandReceipt, Error> {
        if let Some(ending) = self.game.ending() {
            return Err(refused(&Refusal::GameOver { ending, seats: self.game.seats() }));
        }
        if matches!(action, Action::Stop | Action::Abort) {
            let decision = self.end_exhibition(action)?;
            return self.persist(from, id, hash, decision).await;
        }
        let fact = fact_of(exhibition, action)?;
        // It is had before anybody is told that the game goes on.
        let permit = match fact {
            ExhibitionFact::WentOn => Some(self.take_permit()?),
            _ => None,
        };
        let aside = Aside::Exhibition(fact);
        let receipt = self.persist_with(from, id, hash, self.game.decide_nothing(), aside).await?;
        self.permit = permit.or(self.permit.take());
        Ok(receipt)
    }

    /// The right to run. It counts where its maker was last, which nobody knows after a restart until the maker comes again.
    fn take_permit(&self) -> Result<ExhibitionPermit, Error> {
        let maker = self.row.maker.as_ref().map(|maker| maker.id);
        let address = maker.and_then(|maker| self.shared.people.address_of(maker));
        self.shared.exhibitions.take(maker, address)
    }

    /// The end that the maker wants: without a result, or by the count of pieces where the rules count.
    fn end_exhibition(&self, action: &Action) -> Result<Decision, Error> {
        let command = match action {
            Action::Stop => Command::Stop,
            _ => Command::Abort,
        };
        self.decide(&Order { by: By::Arbiter, command }, self.now())
    }

    /// Whether the computer to move may think now: always, but for two computers that wait.
    pub fn may_computer_think(&self) -> bool {
        self.may_computer_move() && self.exhibition().is_none_or(|shown| self.move_due(shown) <= self.now())
    }

    /// Whether the computer to move may move: always, but for two computers that are paused.
    pub fn may_computer_move(&self) -> bool {
        self.exhibition().is_none_or(|shown| !matches!(shown.play, PlayState::Paused(_)))
    }

    /// When the next move may be thought of. One that was asked for comes at once.
    fn move_due(&self, exhibition: Exhibition) -> Moment {
        match exhibition.play {
            PlayState::Running => self.game.last_moment().after(exhibition.speed.least()),
            PlayState::Paused(_) | PlayState::OneMove(_) => self.game.last_moment(),
        }
    }

    /// When something is to be done in a game of two computers without being asked.
    pub fn exhibition_due(&self) -> Option<Moment> {
        let exhibition = self.exhibition().filter(|_| self.is_exhibition_running())?;
        let is_free = self.held_since.is_none() && !self.is_thinking();
        let is_awaited = self.computer_to_move().is_some() && is_free && self.may_think_here();
        let moment = is_awaited.then(|| self.move_due(exhibition));
        let deserted = (!self.is_watched() && self.stands_first()).then(|| self.deserted_at());
        [moment, deserted].into_iter().flatten().min()
    }

    /// When the game pauses if nobody comes.
    fn deserted_at(&self) -> Moment {
        self.watched.after(self.shared.config.limits.exhibition_unwatched)
    }

    /// Lets the computers wait where nobody watches.
    pub async fn watch_over_exhibition(&mut self, now: Moment) {
        let is_deserted = !self.is_watched() && self.stands_first() && self.deserted_at() <= now;
        if self.is_exhibition_running() && is_deserted {
            self.pause(PauseCause::Unwatched).await;
        }
    }

    /// Waits until somebody else has the place of these computers.
    pub async fn place_taken(&self) {
        match &self.permit {
            Some(permit) => permit.over().await,
            None => std::future::pending().await,
        }
    }

    /// Two computers play with a permit; without one they wait. After a restart more may want to play than can, and whoever has
    /// none may get the place of a game that has had its turn.
    pub async fn settle_exhibition(&mut self) {
        if !self.is_exhibition_running() || !self.may_think_here() {
            self.permit = None;
            return;
        }
        if self.permit.as_ref().is_some_and(ExhibitionPermit::is_over) {
            self.permit = None;
            return self.pause(PauseCause::Crowded).await;
        }
        if self.permit.is_some() || self.again.is_some_and(|at| at > Instant::now()) {
            return;
        }
        match self.take_permit() {
            Ok(permit) => self.permit = Some(permit),
            Err(_) => self.pause(PauseCause::Crowded).await,
        }
    }

    /// Pauses the game without being asked. The id makes sure that it happens once, whoever restarts or races.
    async fn pause(&mut self, cause: PauseCause) {
        let id = CommandId::of_server("pause", self.version() + 1);
        let (decision, fact) = (self.game.decide_nothing(), Aside::Exhibition(ExhibitionFact::Paused(cause)));
        if let Err(error) =
            self.persist_with(Listener::default(), id, Entry::SERVER_COMMAND, decision, fact).await
        {
            tracing::warn!(game = %self.row.id, ?error, "a game of two computers could not be paused");
            self.again = Some(Instant::now() + AGAIN);
            return;
        }
        self.permit = None;
    }

    /// The pause that comes with a move, after so many.
    pub fn pause_after(&self, decision: &Decision) -> Option<ExhibitionFact> {
        let standing = decision.standing();
        let most = self.shared.config.limits.exhibition_moves;
        let is_long =
            self.is_exhibition_running() && standing.ply.is_multiple_of(most.saturating_mul(2).max(1));
        let goes_on = standing.ending.is_none();
        (is_long && goes_on).then_some(ExhibitionFact::Paused(PauseCause::Long(standing.ply / 2)))
    }

    /// Pauses where a computer's move was refused, which happens in games that are too long to be kept; whether it did.
    pub async fn pause_refused(&mut self, error: &Error) -> bool {
        let is_refused = matches!(error, Error::Refused(_)) && self.is_exhibition_running();
        if is_refused {
            self.pause(PauseCause::Long(self.game.standing().ply / 2)).await;
        }
        is_refused
    }
}

/// What an action of the maker does, or why it does not fit.
fn fact_of(exhibition: Exhibition, action: &Action) -> Result<ExhibitionFact, Error> {
    let Exhibition { speed: now, play } = exhibition;
    match (action, play) {
        (Action::Pause, PlayState::Running) => Ok(ExhibitionFact::Paused(PauseCause::Maker)),
        (Action::Pause, _) => Err(Error::refused(
            "already_paused",
            ByLanguage { english: "the game is paused already", german: "die Partie steht schon still" },
        )),
        (Action::GoOn, PlayState::Running) => Err(Error::refused(
            "not_waiting",
            ByLanguage { english: "the computers are playing already", german: "die Computer spielen schon" },
        )),
        (Action::GoOn, _) => Ok(ExhibitionFact::WentOn),
        (Action::Step, PlayState::Paused(_)) => Ok(ExhibitionFact::OneMove),
        (Action::Step, PlayState::Running) => Err(Error::refused(
            "not_paused",
            ByLanguage {
                english: "the computers make single moves while the game is paused",
                german: "einzelne Züge machen die Computer nur, wenn die Partie stillsteht",
            },
        )),
        (Action::Step, PlayState::OneMove(_)) => Err(Error::refused(
            "already_moving",
            ByLanguage {
                english: "the computer is making its move",
                german: "der Computer macht gerade seinen Zug",
            },
        )),
        (Action::SetSpeed { speed }, _) if *speed == now => Err(Error::refused(
            "same_speed",
            ByLanguage {
                english: "the computers play at that speed already",
                german: "die Computer spielen schon so schnell",
            },
        )),
        (Action::SetSpeed { speed }, _) => Ok(ExhibitionFact::SpeedSet(*speed)),
        _ => Err(Error::refused(
            "two_computers",
            ByLanguage {
                english: "two computers play here: you can pause them, let them go on or end the game, but not play",
                german: "hier spielen zwei Computer: du kannst sie anhalten, weiterspielen lassen oder die Partie beenden, aber nicht mitspielen",
            },
        )),
    }
}
