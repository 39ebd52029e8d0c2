//! What a command would do: nothing is changed here.

use tabiya_notation::UciMove;
use tabiya_rules::{Position, Rules, Setup};

use crate::absorb::Change;
use crate::game::millis;
use crate::{
    Answer, By, BySeat, Claim, Clock, Command, Decision, Ending, Event, Fact, Game, History, Moment, NodeId,
    Refusal, Schema, Seat, Step, Takeback,
};

/// What a command causes, and what that does to the tree of moves.
struct CommandEffect {
    events: Vec<Event>,
    change: Change,
}

impl CommandEffect {
    /// Something that leaves the tree as it is.
    fn of(event: Event) -> CommandEffect {
        CommandEffect { events: vec![event], change: Change::Nothing }
    }
}

type EffectResult = Result<CommandEffect, Refusal>;

impl Game {
    /// What a command would cause, without causing it; see [`Game::apply`].
    pub fn decide(&self, by: By, command: Command, at: Moment) -> Result<Decision, Refusal> {
        let CommandEffect { events, change } = self.draft(by, command, at.max(self.last))?;
        Ok(Decision::new(self, events, change))
    }

    fn draft(&self, by: By, command: Command, at: Moment) -> EffectResult {
        if let (None, Some(seat)) = (self.ending, self.flagged(command, at)) {
            return Ok(CommandEffect::of(self.ended(self.fall_of_flag(seat), at)));
        }
        match command {
            Command::Undo(plies) => self.undo(by, plies, at),
            Command::Redo(plies) => self.redo(by, plies, at),
            Command::GoTo(node) => self.go_to(by, node, at),
            _ => {
                self.still_running()?;
                self.decide_running(by, command, at)
            }
        }
    }

    fn decide_running(&self, by: By, command: Command, at: Moment) -> EffectResult {
        match command {
            Command::Move(m) => self.make_move(by, m, at),
            Command::Pass => self.pass(by, at),
            Command::AskTakeback(plies) => self.ask_takeback(by, plies, at),
            Command::AnswerTakeback(answer) => self.answer_takeback(by, answer, at),
            Command::OfferDraw => self.offer_draw(by, at),
            Command::AnswerDraw(answer) => self.answer_draw(by, answer, at),
            Command::ClaimDraw => self.claim_draw(by, at),
            Command::Resign => {
                Ok(CommandEffect::of(self.ended(Ending::Resigned { seat: self.acting_seat(by)? }, at)))
            }
            Command::Flag => Err(self.time_left(at)),
            Command::SetUp(setup) => self.set_up(by, setup, at),
            Command::Stop => self.stop(by, at),
            Command::Abort => self.abort(by, at),
            Command::Abandon(seat) => self.abandon(by, seat, at),
            Command::Interrupt(since) => self.interrupt(by, since, at),
            Command::Undo(_) | Command::Redo(_) | Command::GoTo(_) => unreachable!("decided before"),
        }
    }

    /// Whose flag fell before a command was given. An interruption is settled by when it began.
    fn flagged(&self, command: Command, at: Moment) -> Option<Seat> {
        let until = if let Command::Interrupt(since) = command { (since).min(at) } else { at };
        self.clock.as_ref()?.flagged(until)
    }

    fn fall_of_flag(&self, seat: Seat) -> Ending {
        Ending::Flagged { seat, wins: self.position().can_win(self.color(!seat)) }
    }

    fn still_running(&self) -> Result<(), Refusal> {
        self.ending.map_or(Ok(()), |ending| Err(Refusal::GameOver { ending, seats: self.seats() }))
    }

    /// A file may have variations in which a side passes that had to move. Nobody can have played them.
    fn check_passes(&self, node: NodeId) -> Result<(), Refusal> {
        let mut line = std::iter::successors(Some(node), |&node| self.history.parent(node));
        let is_odd = |node: NodeId| {
            let before = self.history.parent(node).and_then(|parent| self.history.get(parent));
            let passes = self.history.get(node).is_some_and(|node| node.step == Some(Step::Pass));
            let must_pass = |position: &Position<&'static Rules>| {
                position.rules().ends.lets_pass() && !position.has_moves()
            };
            passes && before.is_some_and(|before| !must_pass(&before.position))
        };
        if line.any(is_odd) { Err(Refusal::NotPlayable) } else { Ok(()) }
    }

    /// The seat for which somebody acts. The arbiter plays for nobody.
    fn acting_seat(&self, by: By) -> Result<Seat, Refusal> {
        match by {
            By::Seat(seat) => Ok(seat),
            By::Board => Ok(self.seat_to_move()),
            By::Arbiter => Err(Refusal::NotYourTurn { turn: self.turn() }),
        }
    }

    fn on_turn(&self, by: By) -> Result<(), Refusal> {
        if self.acting_seat(by)? == self.seat_to_move() {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn { turn: self.turn() })
        }
    }

    fn make_move(&self, by: By, m: UciMove, at: Moment) -> EffectResult {
        self.on_turn(by)?;
        let refused = |why| Refusal::Unplayable { m, why };
        let legal = self.legal(m).map_err(refused)?;
        let written = UciMove::from_move(legal, self.position());
        self.stepped(Fact::Moved(written), Step::Move(legal), self.position().play_unchecked(legal), at)
    }

    fn pass(&self, by: By, at: Moment) -> EffectResult {
        self.on_turn(by)?;
        let position = self.position();
        if !position.rules().ends.lets_pass() {
            return Err(self.no_passing());
        }
        if position.has_moves() {
            return Err(Refusal::MustMove);
        }
        self.stepped(Fact::Passed, Step::Pass, position.pass().ok_or_else(|| self.no_passing())?, at)
    }

    fn stepped(&self, fact: Fact, step: Step, next: Position<&'static Rules>, at: Moment) -> EffectResult {
        if self.history.len() >= History::MAX_NODES {
            return Err(Refusal::TooLong);
        }
        let clock = self.clock.as_ref().map(|clock| clock.pressed(at).unwrap_or_else(|_| clock.stopped(at)));
        let left = clock.as_ref().map(|clock| millis(clock.reading(at)));
        let mut events = vec![Event { schema: Schema::NOW, at, left, fact }];
        let occurrences = self.history.occurrences_after(Some(self.history.here()), &next);
        if let Some(outcome) = next.judge(occurrences).outcome {
            events.push(Event { left, ..self.ended(Ending::ByRules(outcome), at) });
        }
        Ok(CommandEffect { events, change: Change::Step(step, next) })
    }

    fn undo(&self, by: By, plies: u32, at: Moment) -> EffectResult {
        self.may_navigate(by)?;
        self.undone(plies, at)
    }

    fn undone(&self, plies: u32, at: Moment) -> EffectResult {
        let there = self.history.current().ply;
        if plies == 0 || plies > there {
            return Err(Refusal::NothingToUndo { asked: plies, there });
        }
        let node = self.history.back().nth(plies as usize).unwrap_or(NodeId::ROOT);
        Ok(CommandEffect {
            events: vec![self.event_at(node, Fact::Undone(plies), at)],
            change: Change::Go(node),
        })
    }

    /// What ended stays so: the end is taken back by going back, not by going on.
    fn redo(&self, by: By, plies: u32, at: Moment) -> EffectResult {
        self.may_navigate(by)?;
        let there = u32::try_from(self.history.ahead().count()).unwrap_or(u32::MAX);
        if plies == 0 || plies > there {
            return Err(Refusal::NothingToRedo { asked: plies, there });
        }
        self.still_running()?;
        let node = self.history.ahead().nth(plies as usize - 1).unwrap_or(NodeId::ROOT);
        self.check_passes(node)?;
        Ok(self.arrived(node, Fact::Redone(plies), at))
    }

    fn go_to(&self, by: By, node: NodeId, at: Moment) -> EffectResult {
        self.may_navigate(by)?;
        if self.history.get(node).is_none() {
            return Err(Refusal::NoSuchNode { node });
        }
        self.check_passes(node)?;
        Ok(self.arrived(node, Fact::WentTo(node), at))
    }

    /// Whether somebody may go back and forth without asking.
    fn may_navigate(&self, by: By) -> Result<(), Refusal> {
        match (self.start.conduct.takeback, by) {
            (Takeback::Free, _) | (Takeback::ByAgreement, By::Board | By::Arbiter) => Ok(()),
            (Takeback::ByAgreement, By::Seat(_)) => Err(Refusal::AskFirst),
            (Takeback::Never, _) => Err(Refusal::NoTakeback),
        }
    }

    /// The events of coming to a node: the fact, and the end of the game, where the rules see it there.
    fn arrived(&self, node: NodeId, fact: Fact, at: Moment) -> CommandEffect {
        let event = self.event_at(node, fact, at);
        let left = event.left;
        let ended = self.end_of(node, at).map(|ended| Event { left, ..ended });
        CommandEffect { events: std::iter::once(event).chain(ended).collect(), change: Change::Go(node) }
    }

    /// An event after which the game stands at another node. Going there gives nobody time: each seat has what it
    /// has now, or what it had then, if that is less.
    fn event_at(&self, node: NodeId, fact: Fact, at: Moment) -> Event {
        let then = self.history.get(node).and_then(|node| node.left);
        let left = self.clock.as_ref().map(|clock| {
            let now = clock.reading(at);
            BySeat::from_fn(|seat| then.map_or(now[seat], |then| then[seat].min(now[seat])))
        });
        Event { schema: Schema::NOW, at, left: left.map(millis), fact }
    }

    /// The end of the game at a node, if the rules see it there.
    pub(crate) fn end_of(&self, node: NodeId, at: Moment) -> Option<Event> {
        let position = &self.history.get(node)?.position;
        let outcome = position.judge(self.history.occurrences(node)).outcome?;
        Some(self.ended(Ending::ByRules(outcome), at))
    }

    fn ask_takeback(&self, by: By, plies: u32, at: Moment) -> EffectResult {
        let seat = self.acting_seat(by)?;
        match self.may_navigate(by) {
            Err(Refusal::AskFirst) => {}
            Err(other) => return Err(other),
            Ok(()) => return Err(Refusal::NoNeedToAsk),
        }
        if self.takeback.is_some_and(|request| request.seat == seat) {
            return Err(Refusal::AlreadyAsked);
        }
        self.undone(plies, at)?;
        Ok(CommandEffect::of(self.event(Fact::TakebackAsked { seat, plies }, at)))
    }

    fn answer_takeback(&self, by: By, answer: Answer, at: Moment) -> EffectResult {
        let request = self.takeback.ok_or(Refusal::NothingToAnswer)?;
        let seat = self.answering_seat(by, request.seat)?;
        match answer {
            Answer::Accept => self.undone(request.plies, at),
            Answer::Decline => Ok(CommandEffect::of(self.event(Fact::TakebackDeclined { seat }, at))),
        }
    }

    fn offer_draw(&self, by: By, at: Moment) -> EffectResult {
        let seat = self.acting_seat(by)?;
        match self.draw_offer {
            Some(offer) if offer == seat => Err(Refusal::AlreadyOffered),
            Some(_) => Ok(CommandEffect::of(self.ended(Ending::Agreed, at))),
            None => Ok(CommandEffect::of(self.event(Fact::DrawOffered { seat }, at))),
        }
    }

    fn answer_draw(&self, by: By, answer: Answer, at: Moment) -> EffectResult {
        let offer = self.draw_offer.ok_or(Refusal::NothingToAnswer)?;
        let seat = self.answering_seat(by, offer)?;
        match answer {
            Answer::Accept => Ok(CommandEffect::of(self.ended(Ending::Agreed, at))),
            Answer::Decline => Ok(CommandEffect::of(self.event(Fact::DrawDeclined { seat }, at))),
        }
    }

    /// The seat that answers what `asked` wants. At one board the other side answers.
    fn answering_seat(&self, by: By, asked: Seat) -> Result<Seat, Refusal> {
        match by {
            By::Seat(seat) if seat == asked => Err(Refusal::OwnOffer),
            By::Seat(seat) => Ok(seat),
            By::Board => Ok(!asked),
            By::Arbiter => Err(Refusal::OwnOffer),
        }
    }

    fn claim_draw(&self, by: By, at: Moment) -> EffectResult {
        self.on_turn(by)?;
        let claims = self.claims();
        let claim = match (claims.repetition, claims.quiet_moves) {
            (true, _) => Claim::Repetition,
            (false, true) => Claim::QuietMoves,
            (false, false) => return Err(self.no_claim()),
        };
        Ok(CommandEffect::of(self.ended(Ending::Claimed { seat: self.seat_to_move(), claim }, at)))
    }

    fn no_claim(&self) -> Refusal {
        let knows_claims = self.position().rules().ends.knows_claims();
        if knows_claims { Refusal::NothingToClaim } else { Refusal::NoClaims { game: self.rules().title() } }
    }

    pub(crate) fn no_passing(&self) -> Refusal {
        Refusal::NoPassing { game: self.rules().title() }
    }

    fn time_left(&self, at: Moment) -> Refusal {
        let running = self.clock.as_ref().and_then(|clock| Some((clock, clock.running()?)));
        running.map_or(Refusal::NoClockRuns, |(clock, running)| Refusal::TimeLeft {
            color: self.color(running.seat),
            left: clock.left(running.seat, at),
        })
    }

    fn set_up(&self, by: By, setup: Setup, at: Moment) -> EffectResult {
        Game::not_a_player(by)?;
        if !self.history.is_empty() {
            return Err(Refusal::UnderWay);
        }
        let rules = self.history.start().rules();
        let position = Position::new(setup, rules).map_err(Refusal::BadPosition)?;
        let mut events = vec![self.event(Fact::PositionSet(position.setup()), at)];
        events.extend(position.outcome().map(|outcome| self.ended(Ending::ByRules(outcome), at)));
        Ok(CommandEffect { events, change: Change::Start(position) })
    }

    fn stop(&self, by: By, at: Moment) -> EffectResult {
        Game::not_a_player(by)?;
        if !self.may_stop_alone() {
            return Err(Refusal::NotCounted);
        }
        Ok(CommandEffect::of(self.ended(Ending::Stopped(self.position().outcome_by_score()), at)))
    }

    /// What one of two players must not do to the other.
    fn not_a_player(by: By) -> Result<(), Refusal> {
        if let By::Seat(_) = by { Err(Refusal::ArbiterOnly) } else { Ok(()) }
    }

    /// Whoever has both sides takes nothing from anybody, at any time.
    fn abort(&self, by: By, at: Moment) -> EffectResult {
        if matches!(by, By::Seat(_)) && self.history.current().ply >= 2 {
            return Err(Refusal::TooLateToAbort);
        }
        Ok(CommandEffect::of(self.ended(Ending::Aborted, at)))
    }

    fn abandon(&self, by: By, seat: Seat, at: Moment) -> EffectResult {
        Game::not_a_player(by)?;
        Ok(CommandEffect::of(self.ended(Ending::Abandoned { seat }, at)))
    }

    fn interrupt(&self, by: By, since: Moment, at: Moment) -> EffectResult {
        Game::not_a_player(by)?;
        if since > at {
            return Err(Refusal::WrongMoment);
        }
        let since = since.max(self.last);
        let left = self.clock.as_ref().map(|clock| millis(clock.reading(since)));
        Ok(CommandEffect::of(Event { schema: Schema::NOW, at, left, fact: Fact::Interrupted(since) }))
    }

    pub(crate) fn ended(&self, ending: Ending, at: Moment) -> Event {
        self.event(Fact::Ended(ending), at)
    }

    fn event(&self, fact: Fact, at: Moment) -> Event {
        let left = self.clock.as_ref().map(|clock: &Clock| millis(clock.reading(at)));
        Event { schema: Schema::NOW, at, left, fact }
    }
}
