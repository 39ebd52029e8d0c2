//! What an event does to a game.

use std::time::Duration;

use tabiya_notation::UciMove;
use tabiya_rules::Position;

use crate::game::DamageKind;
use crate::{BySeat, Event, Fact, FirstMoves, Game, History, Refusal, Step, TakebackRequest};

impl Game {
    /// Takes in an event that [`Game::decide`] gave. One that cannot have happened changes nothing.
    pub fn absorb(&mut self, event: &Event) {
        if self.check(event).is_err() {
            return;
        }
        let left = event.left.map(|left| left.map(Duration::from_millis));
        self.take(&event.fact, left);
        self.last = event.at;
        self.set_clock(event, left);
    }

    /// Whether an event can have happened now.
    pub(crate) fn check(&self, event: &Event) -> Result<(), DamageKind> {
        let refused = |refusal| Err(DamageKind::Refused(refusal));
        let ply = self.history.current().ply;
        match &event.fact {
            Fact::Started(_) => Err(DamageKind::StartedTwice),
            Fact::Moved(m) => match m.to_move(self.position()) {
                Err(why) => refused(Refusal::Unplayable { m: *m, why }),
                Ok(_) => Ok(()),
            },
            Fact::Passed if self.position().pass().is_none() => refused(Refusal::NoPassing),
            Fact::Undone(plies) if *plies > ply => {
                refused(Refusal::NothingToUndo { asked: *plies, there: ply })
            }
            Fact::Redone(plies) => {
                let there = u32::try_from(self.history.ahead().count()).unwrap_or(u32::MAX);
                if *plies > there { refused(Refusal::NothingToRedo { asked: *plies, there }) } else { Ok(()) }
            }
            Fact::WentTo(node) if self.history.get(*node).is_none() => {
                refused(Refusal::NoSuchNode { node: *node })
            }
            Fact::PositionSet(setup) => match Position::new(*setup, self.history.start().rules()) {
                Err(faults) => refused(Refusal::BadPosition(faults)),
                Ok(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn take(&mut self, fact: &Fact, left: Option<BySeat<Duration>>) {
        match *fact {
            Fact::Started(_) | Fact::Interrupted(_) => {}
            Fact::Moved(m) => self.make(m, left),
            Fact::Passed => {
                if let Some(next) = self.position().pass() {
                    self.step(Step::Pass, next, left);
                }
            }
            Fact::Undone(plies) => self.navigate(|history| (0..plies).for_each(|_| history.go_back())),
            Fact::Redone(plies) => self.navigate(|history| (0..plies).for_each(|_| history.go_ahead())),
            Fact::WentTo(node) => self.navigate(|history| history.go_to(node)),
            Fact::TakebackAsked { seat, plies } => self.takeback = Some(TakebackRequest { seat, plies }),
            Fact::TakebackDeclined { .. } => self.takeback = None,
            Fact::DrawOffered { seat } => self.draw_offer = Some(seat),
            Fact::DrawDeclined { .. } => self.draw_offer = None,
            Fact::PositionSet(setup) => {
                if let Ok(position) = Position::new(setup, self.history.start().rules()) {
                    self.start.position = position.setup();
                    self.history = History::new(position, left);
                }
            }
            Fact::Ended(ending) => {
                self.ending = Some(ending);
                self.draw_offer = None;
                self.takeback = None;
            }
        }
    }

    fn make(&mut self, m: UciMove, left: Option<BySeat<Duration>>) {
        if let Ok(m) = m.to_move(self.position()) {
            let next = self.position().play_unchecked(m);
            self.step(Step::Move(m), next, left);
        }
    }

    fn step(
        &mut self,
        step: Step,
        next: Position<&'static tabiya_rules::Rules>,
        left: Option<BySeat<Duration>>,
    ) {
        // By moving instead of answering one declines.
        let mover = self.seat_to_move();
        self.draw_offer = self.draw_offer.filter(|&seat| seat == mover);
        self.takeback = None;
        self.history.go_on(step, next, left);
    }

    fn navigate(&mut self, go: impl FnOnce(&mut History)) {
        go(&mut self.history);
        self.ending = None;
        self.draw_offer = None;
        self.takeback = None;
    }

    /// Sets the clock to what the event says, running for whoever is to move now.
    fn set_clock(&mut self, event: &Event, left: Option<BySeat<Duration>>) {
        let ply = self.history.current().ply;
        let (Some(clock), Some(left)) = (&self.clock, left) else { return };
        let clock = clock.set(left, self.moves_made(ply));
        let is_running = match self.start.conduct.first_moves {
            FirstMoves::Timed => true,
            FirstMoves::Free => ply >= 2,
        };
        self.clock = Some(if self.ending.is_none() && is_running {
            clock.started(self.seat_to_move(), event.at)
        } else {
            clock
        });
    }
}
