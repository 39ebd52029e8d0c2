use std::sync::Arc;
use std::time::Duration;

use tabiya_notation::{MoveText, RuleFile, SanError, UciMove, Unplayable};
use tabiya_rules::{ByColor, Claims, Color, Move, Position, Rules};

use crate::{
    By, BySeat, Clock, Command, Conduct, Ending, Event, Fact, FirstMoves, GameStart, History, MatchScore,
    Moment, NodeId, Refusal, Schema, Seat, is_stop_code,
};

/// A game: where it stands, how it came there, and what may still happen.
///
/// It changes by commands, and each that is obeyed gives the events it caused. The same events make the same game
/// again.
///
/// ```
/// use tabiya_game::{By, Command, Ending, Fact, Game, GameStart, Moment};
/// use tabiya_rules::FIDE;
///
/// let (mut game, mut log) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// for m in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     log.extend(game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap());
/// }
/// assert!(matches!(game.ending(), Some(Ending::ByRules(_))));
/// assert!(matches!(log.last().unwrap().fact, Fact::Ended(_)));
/// assert_eq!(Game::replay(&log).unwrap(), game);
///
/// let late = game.apply(By::Board, Command::Move("a2a3".parse().unwrap()), Moment(0)).unwrap_err();
/// assert_eq!(late.to_string(), "the game is over: Black wins by checkmate");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    pub(crate) start: Arc<GameStart>,
    pub(crate) history: History,
    pub(crate) clock: Option<Clock>,
    pub(crate) ending: Option<Ending>,
    pub(crate) draw_offer: Option<Seat>,
    pub(crate) takeback: Option<TakebackRequest>,
    pub(crate) begun: Moment,
    pub(crate) last: Moment,
}

/// A player asked to take back moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakebackRequest {
    /// The player.
    pub seat: Seat,
    /// How many single moves.
    pub plies: u32,
}

impl Game {
    /// A new game and its first events: that it started, and that it ended, where the position is one in which it
    /// has.
    pub fn start(start: GameStart, at: Moment) -> Result<(Game, Vec<Event>), Refusal> {
        let mut game = Game::opened(start, at)?;
        let left = game.clock.as_ref().map(|clock| millis(clock.reading(at)));
        let fact = Fact::Started(Box::new(GameStart::clone(&game.start)));
        let mut events = vec![Event { schema: Schema::NOW, at, left, fact }];
        events.extend(game.end_of(NodeId::ROOT, at));
        for event in &events[1..] {
            game.absorb(event).expect("the rules have just seen the end");
        }
        Ok((game, events))
    }

    /// The game in its first moment, whatever the rules say of the position.
    pub(crate) fn opened(mut start: GameStart, at: Moment) -> Result<Game, Refusal> {
        let rules = start.rules.rules.intern();
        let position = Position::new(start.position, rules).map_err(Refusal::BadPosition)?;
        start.position = position.setup();
        let seat = *start.seats.get(position.turn());
        let clock = start.time.clone().map(Clock::new).map(|clock| match start.conduct.first_moves {
            FirstMoves::Timed => clock.started(seat, at),
            FirstMoves::Free | FirstMoves::OneFree => clock,
        });
        let left = clock.as_ref().map(|clock| clock.reading(at));
        let history = History::new(position, left);
        Ok(Game {
            start: Arc::new(start),
            history,
            clock,
            ending: None,
            draw_offer: None,
            takeback: None,
            begun: at,
            last: at,
        })
    }

    /// Obeys a command, or says why not; then nothing has changed.
    ///
    /// Where the time of the side to move was used up before, that ends the game, whatever the command was.
    pub fn apply(&mut self, by: By, command: Command, at: Moment) -> Result<Vec<Event>, Refusal> {
        let decision = self.decide(by, command, at)?;
        self.accept(&decision).expect("what was decided can happen");
        Ok(decision.into_events())
    }

    /// The game that a list of events tells.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Game, Damage> {
        let mut events = events.into_iter().enumerate();
        let Some((_, first @ Event { fact: Fact::Started(start), at, .. })) = events.next() else {
            return Err(Damage { event: 0, why: DamageKind::NoStart });
        };
        let bad_start = |why| Damage { event: 0, why };
        let opened = Game::opened((**start).clone(), *at);
        let mut game = opened.map_err(|refusal| bad_start(DamageKind::Refused(refusal)))?;
        game.check_clocks(first).map_err(bad_start)?;
        for (number, event) in events {
            game.absorb(event).map_err(|why| Damage { event: number, why })?;
        }
        Ok(game)
    }

    /// The position now.
    pub fn position(&self) -> &Position<&'static Rules> {
        &self.history.current().position
    }

    /// The legal move that is meant now, or why there is none, told by the name of this game's rules.
    ///
    /// ```
    /// use tabiya_game::{Game, GameStart, Moment};
    /// use tabiya_notation::find_rules;
    ///
    /// let (game, _) = Game::start(GameStart::usual(find_rules("imperial").unwrap()), Moment(0)).unwrap();
    /// let why = game.legal("e1g1".parse().unwrap()).unwrap_err();
    /// assert_eq!(why.to_string(), "in Imperial's game there is no castling");
    /// ```
    pub fn legal(&self, m: UciMove) -> Result<Move, Unplayable> {
        m.to_move(self.position()).map_err(|why| why.in_game(self.rules().title()))
    }

    /// The same for a move in any notation.
    pub fn read(&self, text: MoveText) -> Result<Move, SanError> {
        text.to_move(self.position()).map_err(|why| why.in_game(self.rules().title()))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The rule set with its name.
    pub fn rules(&self) -> &RuleFile {
        &self.start.rules
    }

    /// How it began.
    pub fn settings(&self) -> &GameStart {
        &self.start
    }

    /// How the players behave.
    pub fn conduct(&self) -> Conduct {
        self.start.conduct
    }

    /// All moves.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the game may be ended by the count of pieces, without anybody's consent: where the rules count them
    /// anyway, or nobody can move. Elsewhere whoever leads would always win, so that nobody may.
    pub fn may_stop_alone(&self) -> bool {
        let position = self.position();
        position.rules().ends.counts_pieces() || !position.has_moves()
    }

    /// Whether a text that stands where a move should be stops the game and has the pieces counted.
    pub fn is_stopped_by(&self, text: &str) -> bool {
        self.position().rules().ends.counts_pieces() && is_stop_code(text)
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Who has which color.
    pub fn seats(&self) -> ByColor<Seat> {
        self.start.seats
    }

    /// The seat that is to move.
    pub fn seat_to_move(&self) -> Seat {
        *self.start.seats.get(self.turn())
    }

    /// The color of a seat.
    pub fn color(&self, seat: Seat) -> Color {
        if self.start.seats.white == seat { Color::White } else { Color::Black }
    }

    /// Who offered a draw that still stands.
    pub fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// Who asked to take back moves and has no answer yet.
    pub fn takeback_request(&self) -> Option<TakebackRequest> {
        self.takeback
    }

    /// When it began.
    pub fn begun(&self) -> Moment {
        self.begun
    }

    /// When the last event happened.
    pub fn last_moment(&self) -> Moment {
        self.last
    }

    /// Which draws the side to move may claim.
    pub fn claims(&self) -> Claims {
        match self.ending {
            Some(_) => Claims::default(),
            None => self.position().judge(self.history.occurrences(self.history.here())).claims,
        }
    }

    /// Counts this game into the score of a match, if it has ended.
    pub fn record(&self, score: &mut MatchScore) {
        if let Some(ending) = self.ending {
            score.record(ending, self.start.seats);
        }
    }

    /// How many moves each seat has made in the line where the game stands.
    pub(crate) fn moves_made(&self, ply: u32) -> BySeat<u32> {
        let first = *self.start.seats.get(self.history.start().turn());
        BySeat::from_fn(|seat| if seat == first { ply.div_ceil(2) } else { ply / 2 })
    }
}

/// Why a list of events is no game.
///
/// ```
/// use tabiya_game::Game;
///
/// assert_eq!(Game::replay([]).unwrap_err().to_string(), "event 0: the log does not begin with the start of a game");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The number of the event, from 0.
    pub event: usize,
    /// What is wrong with it.
    pub why: DamageKind,
}

/// What is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DamageKind {
    /// The first event must be the start, and only the first.
    NoStart,
    /// A second start.
    StartedTwice,
    /// It tells what is left on clocks, and there are none.
    NoClocks,
    /// There are clocks, and it does not tell what is left on them.
    ClocksUntold,
    /// The rules see no end of the game there.
    NotTheEnd,
    /// It cannot have happened.
    Refused(Refusal),
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {}: {}", self.event, self.why)
    }
}

impl std::error::Error for Damage {}

impl std::fmt::Display for DamageKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DamageKind::NoStart => f.write_str("the log does not begin with the start of a game"),
            DamageKind::StartedTwice => f.write_str("the game starts a second time"),
            DamageKind::NoClocks => f.write_str("it tells what is left on clocks, but the game has none"),
            DamageKind::ClocksUntold => f.write_str("it does not tell what is left on the clocks"),
            DamageKind::NotTheEnd => f.write_str("the rules see no end of the game here"),
            DamageKind::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for DamageKind {}

/// Spans of time as events hold them.
pub(crate) fn millis(left: BySeat<Duration>) -> BySeat<u64> {
    left.map(|span| u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}
