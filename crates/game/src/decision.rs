use tabiya_rules::{Position, Rules};

use crate::absorb::Change;
use crate::{By, Command, DamageKind, Ending, Event, Fact, FirstMoves, Game, Moment, NodeId, Refusal};

/// What a command causes, with everything that was found out about it, so that taking it in finds out nothing again.
///
/// Whoever must keep events before they count asks for a decision, keeps its events, and then lets the game
/// [accept](Game::accept) it.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment};
/// use tabiya_rules::FIDE;
///
/// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// let decision = game.decide(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(0)).unwrap();
/// assert_eq!((decision.events().len(), decision.standing().ply), (1, 1));
/// assert_eq!(game.standing().ply, 0);
/// game.accept(&decision).unwrap();
/// assert_eq!(game.standing(), decision.standing());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    events: Vec<Event>,
    /// What the one event does to the tree that changes it.
    change: Change,
    /// Upon which game it was decided.
    upon: Fence,
    standing: Standing,
}

/// Where a game stands, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many single moves lead there.
    pub ply: u32,
    /// How it has ended, if it has.
    pub ending: Option<Ending>,
    /// When the last event happened.
    pub at: Moment,
    /// Whether somebody's time runs.
    pub has_running_clock: bool,
}

/// What changes with every event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    here: NodeId,
    moves: usize,
    last: Moment,
}

impl Decision {
    pub(crate) fn new(game: &Game, events: Vec<Event>, change: Change) -> Decision {
        let standing = game.standing_after(&events);
        Decision { events, change, upon: game.fence(), standing }
    }

    /// What happens.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What happens, to be kept.
    pub fn into_events(self) -> Vec<Event> {
        self.events
    }

    /// Where the game will stand.
    pub fn standing(&self) -> Standing {
        self.standing
    }

    pub(crate) fn change(&self) -> &Change {
        &self.change
    }

    /// The position that the game will have.
    pub(crate) fn position<'a>(&'a self, before: &'a Game) -> &'a Position<&'static Rules> {
        match &self.change {
            Change::Nothing => before.position(),
            Change::Step(_, position) | Change::Start(position) => position,
            Change::Go(node) => before.history.get(*node).map_or(before.position(), |node| &node.position),
        }
    }
}

impl Game {
    /// What a command would cause after an interruption, in one with it. Where the time was used up before that began,
    /// the game is over and the command is not looked at.
    ///
    /// Only here are two decisions made into one: an interruption leaves the tree as it is, so that the one change which
    /// a decision holds is the command's.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let start = GameStart { time: Some("1".parse().unwrap()), ..GameStart::usual(FIDE) };
    /// let (mut game, _) = Game::start(start, Moment(0)).unwrap();
    /// let command = Command::Move("e2e4".parse().unwrap());
    /// let decision = game.decide_interrupted(Moment(1000), By::Board, command, Moment(90_000)).unwrap();
    /// assert_eq!((decision.events().len(), decision.standing().ply), (2, 1));
    /// game.accept(&decision).unwrap();
    /// assert_eq!(game.ending(), None);
    /// ```
    pub fn decide_interrupted(
        &self,
        since: Moment,
        by: By,
        command: Command,
        at: Moment,
    ) -> Result<Decision, Refusal> {
        let interrupted = self.decide(By::Arbiter, Command::Interrupt(since.min(at)), at)?;
        let mut game = self.clone();
        game.accept(&interrupted).expect("what was decided can happen");
        if game.ending().is_some() {
            return Ok(interrupted);
        }
        let Decision { events, change, upon: _, standing } = game.decide(by, command, at)?;
        let events = interrupted.events.into_iter().chain(events).collect();
        Ok(Decision { events, change, upon: interrupted.upon, standing })
    }

    /// What a command causes that changes nothing in the game, and is kept all the same: that it was given.
    ///
    /// ```
    /// use tabiya_game::{Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// let before = game.clone();
    /// let decision = game.decide_nothing();
    /// assert!(decision.events().is_empty() && decision.standing() == game.standing());
    /// game.accept(&decision).unwrap();
    /// assert_eq!(game, before);
    /// ```
    pub fn decide_nothing(&self) -> Decision {
        Decision::new(self, Vec::new(), Change::Nothing)
    }

    /// Takes in a decision that it made. One that was made upon another game, or before something else happened, is
    /// looked at like any event that comes from elsewhere.
    pub fn accept(&mut self, decision: &Decision) -> Result<(), DamageKind> {
        let is_own = decision.upon == self.fence();
        for event in &decision.events {
            if is_own && changes_tree(&event.fact) {
                self.take(event, decision.change);
            } else {
                self.absorb(event)?;
            }
        }
        Ok(())
    }

    fn fence(&self) -> Fence {
        Fence { here: self.history.here(), moves: self.history.len(), last: self.last }
    }

    /// Where it stands, in short.
    pub fn standing(&self) -> Standing {
        Standing {
            ply: self.history.current().ply,
            ending: self.ending,
            at: self.last,
            has_running_clock: self.clock.as_ref().is_some_and(|clock| clock.running().is_some()),
        }
    }

    fn standing_after(&self, events: &[Event]) -> Standing {
        let mut standing = self.standing();
        for event in events {
            standing.at = event.at;
            let ply = match event.fact {
                Fact::Moved(_) | Fact::Passed => standing.ply + 1,
                Fact::Undone(plies) => standing.ply.saturating_sub(plies),
                Fact::Redone(plies) => standing.ply.saturating_add(plies),
                Fact::WentTo(node) => self.history.get(node).map_or(standing.ply, |node| node.ply),
                Fact::PositionSet(_) => 0,
                Fact::Started(_)
                | Fact::TakebackAsked { .. }
                | Fact::TakebackDeclined { .. }
                | Fact::DrawOffered { .. }
                | Fact::DrawDeclined { .. }
                | Fact::Interrupted(_)
                | Fact::Ended(_) => standing.ply,
            };
            standing.ply = ply;
            match event.fact {
                Fact::Ended(ending) => standing.ending = Some(ending),
                Fact::Undone(_) | Fact::Redone(_) | Fact::WentTo(_) => standing.ending = None,
                _ => {}
            }
        }
        standing.has_running_clock =
            self.clock.is_some() && standing.ending.is_none() && self.is_timed_at(standing.ply);
        standing
    }

    /// Whether the clock runs, where there is one, after so many moves.
    pub(crate) fn is_timed_at(&self, ply: u32) -> bool {
        match self.start.conduct.first_moves {
            FirstMoves::Timed => true,
            FirstMoves::Free => ply >= 2,
            FirstMoves::OneFree => ply >= 1,
        }
    }
}

fn changes_tree(fact: &Fact) -> bool {
    match fact {
        Fact::Moved(_)
        | Fact::Passed
        | Fact::Undone(_)
        | Fact::Redone(_)
        | Fact::WentTo(_)
        | Fact::PositionSet(_) => true,
        Fact::Started(_)
        | Fact::TakebackAsked { .. }
        | Fact::TakebackDeclined { .. }
        | Fact::DrawOffered { .. }
        | Fact::DrawDeclined { .. }
        | Fact::Interrupted(_)
        | Fact::Ended(_) => false,
    }
}
