//! What an event does to a game, if it can have happened.

use std::sync::Arc;
use std::time::Duration;

use tabiya_rules::{Position, Rules};

use crate::game::DamageKind;
use crate::{
    BySeat, Claim, Clock, Ending, Event, Fact, Game, History, Moment, NodeId, Refusal, Seat, Step, Takeback,
    TakebackRequest,
};

type AbsorbResult<T = ()> = Result<T, DamageKind>;

/// What a fact does to the tree of moves, found out once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// Another place in it.
    Go(NodeId),
    /// A step to the position after it.
    Step(Step, Position<&'static Rules>),
    /// A new beginning.
    Start(Position<&'static Rules>),
}

impl Game {
    /// Takes in an event that [`Game::decide`] gave. One that cannot have happened changes nothing.
    ///
    /// ```
    /// use tabiya_game::{Event, Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// let line = r#"{"schema":1,"at":1000,"left":null,"fact":{"draw_declined":{"seat":0}}}"#;
    /// let event: Event = serde_json::from_str(line).unwrap();
    /// assert_eq!(game.absorb(&event).unwrap_err().to_string(), "nobody has asked for anything");
    /// ```
    pub fn absorb(&mut self, event: &Event) -> Result<(), DamageKind> {
        let change = self.check(event)?;
        self.take(event, change);
        Ok(())
    }

    /// Whether an event can have happened now. Every log that was ever written must pass: clocks are set to what an
    /// event says, and which end it was is taken as it is told, so that a later opinion about rules or time changes no
    /// game that is over.
    pub(crate) fn check(&self, event: &Event) -> AbsorbResult<Change> {
        if matches!(event.fact, Fact::Started(_)) {
            return Err(DamageKind::StartedTwice);
        }
        if event.at < self.last {
            return refused(Refusal::WrongMoment);
        }
        self.check_clocks(event)?;
        self.check_running(&event.fact)?;
        self.check_fact(event)
    }

    /// Events tell clocks exactly where there are some.
    pub(crate) fn check_clocks(&self, event: &Event) -> AbsorbResult {
        match (self.clock.is_some(), event.left.is_some()) {
            (true, false) => Err(DamageKind::ClocksUntold),
            (false, true) => Err(DamageKind::NoClocks),
            _ => Ok(()),
        }
    }

    /// After the end only the place in the tree can change, with which the game goes on. A file may have moves after
    /// a start that is over by the rules: those were always taken in.
    fn check_running(&self, fact: &Fact) -> AbsorbResult {
        let Some(ending) = self.ending else { return Ok(()) };
        let goes_on = match fact {
            Fact::Undone(_) | Fact::Redone(_) | Fact::WentTo(_) => true,
            Fact::Moved(_) | Fact::Passed => {
                self.history.start().outcome().is_some_and(|outcome| ending == Ending::ByRules(outcome))
            }
            Fact::Started(_)
            | Fact::TakebackAsked { .. }
            | Fact::TakebackDeclined { .. }
            | Fact::DrawOffered { .. }
            | Fact::DrawDeclined { .. }
            | Fact::PositionSet(_)
            | Fact::Interrupted(_)
            | Fact::Ended(_) => false,
        };
        if goes_on { Ok(()) } else { refused(Refusal::GameOver { ending, seats: self.seats() }) }
    }

    fn check_fact(&self, event: &Event) -> AbsorbResult<Change> {
        match event.fact {
            Fact::Started(_) => return Err(DamageKind::StartedTwice),
            Fact::Moved(m) => {
                let legal = m.to_move(self.position());
                let legal = legal.map_err(|why| DamageKind::Refused(Refusal::Unplayable { m, why }))?;
                return Ok(Change::Step(Step::Move(legal), self.position().play_unchecked(legal)));
            }
            Fact::Passed => {
                let next = self.position().pass().ok_or_else(|| DamageKind::Refused(self.no_passing()))?;
                return Ok(Change::Step(Step::Pass, next));
            }
            Fact::PositionSet(setup) => {
                if !self.history.is_empty() {
                    return refused(Refusal::UnderWay);
                }
                let position = Position::new(setup, self.history.start().rules());
                let bad = |faults| DamageKind::Refused(Refusal::BadPosition(faults));
                return position.map(Change::Start).map_err(bad);
            }
            Fact::Undone(plies) => return self.check_undone(plies).map(Change::Go),
            Fact::Redone(plies) => {
                let node = plies.checked_sub(1).and_then(|last| self.history.ahead().nth(last as usize));
                let there = || u32::try_from(self.history.ahead().count()).unwrap_or(u32::MAX);
                let missing = || DamageKind::Refused(Refusal::NothingToRedo { asked: plies, there: there() });
                return node.map(Change::Go).ok_or_else(missing);
            }
            Fact::WentTo(node) if self.history.get(node).is_none() => {
                return refused(Refusal::NoSuchNode { node });
            }
            Fact::WentTo(node) => return Ok(Change::Go(node)),
            Fact::TakebackAsked { seat, plies } => self.check_takeback_asked(seat, plies)?,
            Fact::TakebackDeclined { seat } => {
                check_answer(seat, self.takeback.map(|request| request.seat))?;
            }
            Fact::DrawOffered { .. } if self.draw_offer.is_some() => return refused(Refusal::AlreadyOffered),
            Fact::DrawOffered { .. } => {}
            Fact::DrawDeclined { seat } => check_answer(seat, self.draw_offer)?,
            Fact::Interrupted(since) => self.check_interruption(since, event.at)?,
            Fact::Ended(ending) => self.check_ending(ending, event)?,
        }
        Ok(Change::Nothing)
    }

    /// The place to which undoing goes.
    fn check_undone(&self, plies: u32) -> AbsorbResult<NodeId> {
        let there = self.history.current().ply;
        if plies == 0 || plies > there {
            return refused(Refusal::NothingToUndo { asked: plies, there });
        }
        Ok(self.history.back().nth(plies as usize).unwrap_or(NodeId::ROOT))
    }

    fn check_takeback_asked(&self, seat: Seat, plies: u32) -> AbsorbResult {
        match self.start.conduct.takeback {
            Takeback::Free => return refused(Refusal::NoNeedToAsk),
            Takeback::Never => return refused(Refusal::NoTakeback),
            Takeback::ByAgreement => {}
        }
        if self.takeback.is_some_and(|request| request.seat == seat) {
            return refused(Refusal::AlreadyAsked);
        }
        self.check_undone(plies).map(drop)
    }

    fn check_interruption(&self, since: Moment, at: Moment) -> AbsorbResult {
        if since < self.last || since > at { refused(Refusal::WrongMoment) } else { Ok(()) }
    }

    fn check_ending(&self, ending: Ending, event: &Event) -> AbsorbResult {
        match ending {
            Ending::ByRules(_) => self.check_outcome(),
            Ending::Claimed { seat, claim } => {
                let claims = self.claims();
                let is_there = match claim {
                    Claim::Repetition => claims.repetition,
                    Claim::QuietMoves => claims.quiet_moves,
                };
                if is_there && seat == self.seat_to_move() {
                    Ok(())
                } else {
                    refused(Refusal::NothingToClaim)
                }
            }
            Ending::Agreed if self.draw_offer.is_none() => refused(Refusal::NothingToAnswer),
            Ending::Flagged { seat, .. } => self.check_flag(seat, event),
            Ending::Agreed
            | Ending::Resigned { .. }
            | Ending::Stopped(_)
            | Ending::Abandoned { .. }
            | Ending::Aborted
            | Ending::Recorded { .. } => Ok(()),
        }
    }

    /// The rules must see an end.
    fn check_outcome(&self) -> AbsorbResult {
        let occurrences = self.history.occurrences(self.history.here());
        let outcome = self.position().judge(occurrences).outcome;
        outcome.map(drop).ok_or(DamageKind::NotTheEnd)
    }

    fn check_flag(&self, seat: Seat, event: &Event) -> AbsorbResult {
        let running = self.clock.as_ref().and_then(Clock::running);
        match event.left {
            Some(left) if running.is_some_and(|running| running.seat == seat) => match left[seat] {
                0 => Ok(()),
                millis => {
                    let left = Duration::from_millis(millis);
                    refused(Refusal::TimeLeft { color: self.color(seat), left })
                }
            },
            _ => refused(Refusal::NoClockRuns),
        }
    }

    /// Takes in an event that can have happened, with what it does to the tree.
    pub(crate) fn take(&mut self, event: &Event, change: Change) {
        let left = event.left.map(|left| left.map(Duration::from_millis));
        match change {
            Change::Step(step, next) => self.step(step, next, left),
            Change::Start(position) => {
                Arc::make_mut(&mut self.start).position = position.setup();
                self.history = History::new(position, left);
            }
            Change::Go(node) => self.go(node, &event.fact),
            Change::Nothing => self.take_fact(&event.fact),
        }
        self.last = event.at;
        self.set_clock(event, left);
    }

    fn take_fact(&mut self, fact: &Fact) {
        match *fact {
            Fact::Started(_)
            | Fact::Moved(_)
            | Fact::Passed
            | Fact::Undone(_)
            | Fact::Redone(_)
            | Fact::WentTo(_)
            | Fact::PositionSet(_)
            | Fact::Interrupted(_) => {}
            Fact::TakebackAsked { seat, plies } => self.takeback = Some(TakebackRequest { seat, plies }),
            Fact::TakebackDeclined { .. } => self.takeback = None,
            Fact::DrawOffered { seat } => self.draw_offer = Some(seat),
            Fact::DrawDeclined { .. } => self.draw_offer = None,
            Fact::Ended(ending) => {
                self.ending = Some(ending);
                self.draw_offer = None;
                self.takeback = None;
            }
        }
    }

    fn step(&mut self, step: Step, next: Position<&'static Rules>, left: Option<BySeat<Duration>>) {
        // By moving instead of answering one declines.
        let mover = self.seat_to_move();
        self.draw_offer = self.draw_offer.filter(|&seat| seat == mover);
        self.takeback = None;
        self.history.go_on(step, next, left);
    }

    /// Goes back and forth on a line, or to another one, which is then the one that redoing follows.
    fn go(&mut self, node: NodeId, fact: &Fact) {
        match fact {
            Fact::WentTo(_) => self.history.go_to(node),
            _ => self.history.stand_at(node),
        }
        self.ending = None;
        self.draw_offer = None;
        self.takeback = None;
    }

    /// Sets the clock to what the event says, running for whoever is to move now.
    fn set_clock(&mut self, event: &Event, left: Option<BySeat<Duration>>) {
        let ply = self.history.current().ply;
        let (Some(clock), Some(left)) = (&self.clock, left) else { return };
        let clock = clock.set(left, self.moves_made(ply));
        self.clock = Some(if self.ending.is_none() && self.is_timed_at(ply) {
            clock.started(self.seat_to_move(), event.at)
        } else {
            clock
        });
    }
}

fn refused<T>(refusal: Refusal) -> AbsorbResult<T> {
    Err(DamageKind::Refused(refusal))
}

/// An answer comes from the seat that was asked.
fn check_answer(seat: Seat, asked_by: Option<Seat>) -> AbsorbResult {
    match asked_by {
        None => refused(Refusal::NothingToAnswer),
        Some(asked) if asked == seat => refused(Refusal::OwnOffer),
        Some(_) => Ok(()),
    }
}
