//! What the host's switches, and a disk that fails, do to a game's time.

use tabiya_game::{By, Command, Moment};

use super::actor::Actor;
use crate::host::HoldSubject;
use crate::listener::Listener;
use crate::store::{Entry, GameStage, Holder};
use crate::wire::Action;
use crate::{CommandId, Error};

impl Actor {
    /// By what the game can be held.
    pub(super) fn hold_subject(&self) -> HoldSubject {
        HoldSubject {
            has_clock: self.game.clock().is_some(),
            has_computer: self.row.seats.0.iter().any(|holder| matches!(holder, Holder::Computer(..))),
        }
    }

    /// Notes that the host holds the game, or does no longer: then the time since is not counted.
    pub async fn heed_host(&mut self) {
        let subject = self.hold_subject();
        let is_live = self.row.stage == GameStage::Live;
        let held = self.shared.host.state.with(|state| state.held_since(subject)).filter(|_| is_live);
        match (self.held_since, held) {
            (None, Some(since)) => self.held_since = Some(since.max(self.game.last_moment())),
            (Some(since), None) => {
                self.held_since = None;
                self.end_hold(since).await;
            }
            (None, None) | (Some(_), Some(_)) => {}
        }
    }

    /// Notes that nothing can be kept, whoever found it: also those who obey, and do not try to move, do not pay for that time.
    /// Once something can be kept again it is taken off the clock.
    pub async fn heed_store(&mut self) {
        let failing_since = self.shared.store_failure.borrow().as_ref().map(|failure| failure.since);
        match (self.is_store_failing, failing_since) {
            (false, Some(since)) => {
                self.is_store_failing = true;
                self.stuck_since.get_or_insert(since.max(self.game.last_moment()));
            }
            (true, None) => {
                self.is_store_failing = false;
                // Another node may have kept something before: then the time runs since.
                self.refresh().await;
                if let Some(since) = self.stuck_since {
                    self.end_hold(since).await;
                }
            }
            (false, None) | (true, Some(_)) => {}
        }
    }

    /// Takes the time in which the game was held off its clock. What cannot be kept now is told with the next entry.
    pub(super) async fn end_hold(&mut self, since: Moment) {
        let is_running = self.game.clock().is_some_and(|clock| clock.running().is_some());
        if self.row.stage != GameStage::Live || !is_running {
            return;
        }
        let since = self.stuck_since.map_or(since, |stuck| stuck.min(since));
        // Another node was faster.
        if self.shared.cluster.is_some() && self.was_interrupted_since(since) {
            self.stuck_since = None;
            return;
        }
        let Ok(decision) = self.game.decide(By::Arbiter, Command::Interrupt(since), self.now()) else {
            return;
        };
        let id = CommandId::of_server("interrupted", self.version() + 1);
        if let Err(error) = self.persist(Listener::default(), id, Entry::SERVER_COMMAND, decision).await {
            // Where another node did something meanwhile, it has settled this as well.
            if !matches!(error, Error::Stale { .. }) {
                tracing::warn!(game = %self.row.id, ?error, "that a game was held could not be kept");
                self.stuck_since = Some(since);
            }
        }
    }

    /// Refuses what the host has switched off.
    pub(super) fn check_host(&self, action: &Action) -> Result<(), Error> {
        let subject = self.hold_subject();
        self.shared.host.state.with(|state| {
            if let Some(refusal) = state.hold_refusal(subject) {
                return Err(refusal);
            }
            match action {
                Action::Undo { .. }
                | Action::Redo { .. }
                | Action::GoTo { .. }
                | Action::AskTakeback { .. }
                | Action::AnswerTakeback { accept: true } => state.switches.check_takebacks(),
                _ => Ok(()),
            }
        })
    }
}
