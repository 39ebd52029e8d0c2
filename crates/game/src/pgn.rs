//! Games to PGN and back.

use tabiya_notation::UciMove;
use tabiya_notation::pgn::{Annotation, PgnClock, PgnGame, PgnNodeId};
use tabiya_rules::Color;

use crate::game::millis;
use crate::pgn_time::clock_of;
use crate::{
    BySeat, Conduct, DamageKind, Ending, Event, Fact, Game, GameStart, Moment, NodeId, Refusal, Schema, Seat,
    Step, Takeback,
};

impl Game {
    /// The game as it stands, with the names, the ending, the times and other lines as variations. What was taken back
    /// at its end is not part of it.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// for command in [
    ///     Command::Move("e2e4".parse().unwrap()),
    ///     Command::Undo(1),
    ///     Command::Move("d2d4".parse().unwrap()),
    ///     Command::Resign,
    /// ] {
    ///     game.apply(By::Board, command, Moment(0)).unwrap();
    /// }
    /// assert!(game.to_pgn().to_string().ends_with("1. d4 (1. e4) 1-0\n"));
    /// ```
    pub fn to_pgn(&self) -> PgnGame {
        self.to_pgn_until(self.history.here())
    }

    /// The same as if the game stood after another of its moves: that is where the main line ends.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// game.apply(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(0)).unwrap();
    /// let last = game.history().here();
    /// game.apply(By::Board, Command::Undo(1), Moment(0)).unwrap();
    /// assert!(game.to_pgn().is_empty());
    /// assert!(game.to_pgn_until(last).to_string().ends_with("1. e4 *\n"));
    /// ```
    pub fn to_pgn_until(&self, last: NodeId) -> PgnGame {
        let mut pgn = PgnGame::new(*self.history.start());
        pgn.rules_name = self.start.rules.name.as_deref().map(str::to_owned);
        pgn.tags.set("White", &self.start.names[self.start.seats.white]);
        pgn.tags.set("Black", &self.start.names[self.start.seats.black]);
        if let Some(time) = &self.start.time {
            pgn.tags.set("TimeControl", &time.to_pgn());
        }
        if let Some(ending) = self.ending {
            pgn.ending = ending.to_pgn(self.start.seats);
            if let Some(words) = termination(ending) {
                pgn.tags.set("Termination", words);
            }
        }
        self.add_line(&mut pgn, last);
        pgn
    }

    /// The line to a move, and beside each of its moves what else was played.
    fn add_line(&self, pgn: &mut PgnGame, last: NodeId) {
        let mut before = (NodeId::ROOT, PgnGame::ROOT);
        let back = std::iter::successors(Some(last), |&node| self.history.parent(node));
        let back: Vec<NodeId> = back.take_while(|&node| node != NodeId::ROOT).collect();
        for node in back.into_iter().rev() {
            let added = self.add_node(pgn, node, before.1);
            let others = self.history.children(before.0).iter().filter(|&&other| other != node);
            let mut open: Vec<(NodeId, PgnNodeId)> = others.rev().map(|&other| (other, before.1)).collect();
            while let Some((other, parent)) = open.pop() {
                let added = self.add_node(pgn, other, parent);
                open.extend(self.history.children(other).iter().rev().map(|&child| (child, added)));
            }
            before = (node, added);
        }
    }

    fn add_node(&self, pgn: &mut PgnGame, node: NodeId, parent: PgnNodeId) -> PgnNodeId {
        let Some(at) = self.history.get(node) else { return parent };
        let m = match at.step {
            Some(Step::Move(m)) => Some(m),
            Some(Step::Pass) | None => None,
        };
        let added = pgn.add(parent, m);
        if let Some(left) = at.left {
            let mover = *self.start.seats.get(!at.position.turn());
            let milliseconds = u64::try_from(left[mover].as_millis()).unwrap_or(u64::MAX);
            pgn[added].after.push(Annotation::Clock(PgnClock { milliseconds }).to_string());
        }
        added
    }

    /// A game opened from PGN at the end of its main line, with all variations, and the events that make it. It has
    /// ended only where its last position says so, so that it can be played on.
    ///
    /// ```
    /// use tabiya_game::{Game, Moment};
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "[White \"Anna\"]\n\n1. e4 (1. d4 d5) e5 1-0";
    /// let (pgn, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let (game, events) = Game::from_pgn(&pgn, Moment(0)).unwrap();
    /// assert_eq!(game.history().line().count(), 2);
    /// assert_eq!(game.history().len(), 4);
    /// assert_eq!(game.settings().names.0[0], "Anna");
    /// assert_eq!(Game::replay(&events), Ok(game));
    /// ```
    pub fn from_pgn(pgn: &PgnGame, at: Moment) -> Result<(Game, Vec<Event>), Refusal> {
        Game::continue_pgn(pgn, start_of(pgn), at)
    }

    /// The same, but only rules and position are the file's, and all else is as `start` says: players, clock, conduct.
    /// The moves that are there already take no time and give none.
    ///
    /// ```
    /// use tabiya_game::{Game, GameStart, Moment};
    /// use tabiya_notation::pgn::PgnReader;
    /// use tabiya_rules::FIDE;
    ///
    /// let (pgn, _) = PgnReader::new("1. e4 e5 *".as_bytes()).games().next().unwrap().unwrap();
    /// let start = GameStart { time: Some("5+3".parse().unwrap()), ..GameStart::usual(FIDE) };
    /// let (game, events) = Game::continue_pgn(&pgn, start, Moment(0)).unwrap();
    /// assert_eq!(events.last().unwrap().left, events[0].left);
    /// assert!(game.clock().unwrap().running().is_some());
    /// ```
    pub fn continue_pgn(pgn: &PgnGame, start: GameStart, at: Moment) -> Result<(Game, Vec<Event>), Refusal> {
        Game::open_pgn(pgn, start, at, Times::Start)
    }

    /// The same, but where the file tells a result the game is over, and is looked at instead of played on: nothing in it
    /// is taken back.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Ending, Game, GameStart, Moment, Seat};
    /// use tabiya_notation::pgn::PgnReader;
    /// use tabiya_rules::FIDE;
    ///
    /// let (pgn, _) = PgnReader::new("1. e4 e5 0-1".as_bytes()).games().next().unwrap().unwrap();
    /// let (game, events) = Game::record_pgn(&pgn, GameStart::usual(FIDE), Moment(0)).unwrap();
    /// assert_eq!(game.ending(), Some(Ending::Recorded { winner: Some(Seat::Second) }));
    /// assert!(game.decide(By::Board, Command::Undo(1), Moment(1)).is_err());
    /// assert_eq!(Game::replay(&events), Ok(game));
    /// ```
    pub fn record_pgn(pgn: &PgnGame, start: GameStart, at: Moment) -> Result<(Game, Vec<Event>), Refusal> {
        let Some(told) = Ending::recorded(pgn.ending, start.seats) else {
            return Game::continue_pgn(pgn, start, at);
        };
        let conduct = Conduct { takeback: Takeback::Never, ..start.conduct };
        let (game, events) = Game::continue_pgn(pgn, GameStart { conduct, ..start }, at)?;
        let mut opening = GameImport { game, events, at, times: Times::Start };
        // Of mate and stalemate the rules know more than the file.
        if opening.game.ending.is_none() {
            let left = opening.left_at(opening.game.history.here());
            opening.push(Fact::Ended(told), left)?;
        }
        Ok((opening.game, opening.events))
    }

    /// The same, but the clocks show what the comments of the file say that they showed, `[%clk 0:04:58]`: for a game
    /// that goes on with the clock that it had ([`PgnTime`](crate::PgnTime)).
    ///
    /// ```
    /// use std::time::Duration;
    /// use tabiya_game::{Game, GameStart, Moment, Seat};
    /// use tabiya_notation::pgn::PgnReader;
    /// use tabiya_rules::FIDE;
    ///
    /// let text = "1. e4 {[%clk 0:04:58]} e5 {[%clk 0:05:01.5]} *";
    /// let (pgn, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let start = GameStart { time: Some("5+3".parse().unwrap()), ..GameStart::usual(FIDE) };
    /// let (game, _) = Game::resume_pgn(&pgn, start, Moment(0)).unwrap();
    /// assert_eq!(game.clock().unwrap().left(Seat::Second, Moment(9000)), Duration::from_millis(301_500));
    /// assert_eq!(game.clock().unwrap().left(Seat::First, Moment(9000)), Duration::from_secs(289));
    /// ```
    pub fn resume_pgn(pgn: &PgnGame, start: GameStart, at: Moment) -> Result<(Game, Vec<Event>), Refusal> {
        Game::open_pgn(pgn, start, at, Times::File)
    }

    fn open_pgn(
        pgn: &PgnGame,
        start: GameStart,
        at: Moment,
        times: Times,
    ) -> Result<(Game, Vec<Event>), Refusal> {
        let rules = if start.rules.rules == *pgn.rules() { start.rules.clone() } else { pgn.rule_file() };
        let start = GameStart { rules, position: pgn.start().setup(), ..start };
        let (game, events) = Game::start(start, at)?;
        let mut opening = GameImport { game, events, at, times };
        let last = opening.add_tree(pgn)?;
        opening.go_to(last)?;
        let ended = opening.game.ending.is_none().then(|| opening.game.end_of(last, at)).flatten();
        if let Some(ended) = ended {
            let left = opening.left_at(last);
            opening.push(ended.fact, left)?;
        }
        Ok((opening.game, opening.events))
    }
}

/// What the clocks show after the moves of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    /// What they showed at the start: these moves took no time.
    Start,
    /// What the file says.
    File,
}

/// A game in the making.
struct GameImport {
    game: Game,
    events: Vec<Event>,
    at: Moment,
    times: Times,
}

impl GameImport {
    /// Adds every move, and gives the place of the last one of the main line.
    fn add_tree(&mut self, pgn: &PgnGame) -> Result<NodeId, Refusal> {
        let last = pgn.main_line().last().unwrap_or(PgnGame::ROOT);
        let mut place = NodeId::ROOT;
        let mut open = vec![(PgnGame::ROOT, NodeId::ROOT)];
        while let Some((node, parent)) = open.pop() {
            let here = if node == PgnGame::ROOT { parent } else { self.add(pgn, node, parent)? };
            if node == last {
                place = here;
            }
            let children: Vec<PgnNodeId> = pgn.children(node).collect();
            open.extend(children.into_iter().rev().map(|child| (child, here)));
        }
        Ok(place)
    }

    fn add(&mut self, pgn: &PgnGame, node: PgnNodeId, parent: NodeId) -> Result<NodeId, Refusal> {
        self.go_to(parent)?;
        let fact =
            pgn[node].m.map_or(Fact::Passed, |m| Fact::Moved(UciMove::from_move(m, self.game.position())));
        let mut left = self.left_at(parent);
        let told = clock_of(pgn, node).filter(|_| self.times == Times::File);
        if let (Some(left), Some(told)) = (&mut left, told) {
            left[self.game.seat_to_move()] = told;
        }
        self.push(fact, left)?;
        Ok(self.game.history.here())
    }

    fn go_to(&mut self, node: NodeId) -> Result<(), Refusal> {
        if self.game.history.here() == node {
            return Ok(());
        }
        self.push(Fact::WentTo(node), self.left_at(node))
    }

    /// What the clocks showed after a move, in milliseconds.
    fn left_at(&self, node: NodeId) -> Option<BySeat<u64>> {
        self.game.history.get(node).and_then(|node| node.left).map(millis)
    }

    fn push(&mut self, fact: Fact, left: Option<BySeat<u64>>) -> Result<(), Refusal> {
        let event = Event { schema: Schema::of(&fact), at: self.at, left, fact };
        match self.game.absorb(&event) {
            Ok(()) => self.events.push(event),
            Err(DamageKind::Refused(refusal)) => return Err(refusal),
            Err(other) => unreachable!(
                "the moment is that of the start, and clocks are told where it has some: {other}"
            ),
        }
        Ok(())
    }
}

fn start_of(pgn: &PgnGame) -> GameStart {
    let name = |tag: &str, color: Color| match pgn.tags.get(tag) {
        Some(name) if !matches!(name, "" | "?") => name.to_owned(),
        _ => color.to_string(),
    };
    let mut start = GameStart::usual(pgn.rule_file()).from(pgn.start().setup());
    start.names[Seat::First] = name("White", Color::White);
    start.names[Seat::Second] = name("Black", Color::Black);
    start
}

/// The words of the PGN standard; nothing where nobody here knows.
fn termination(ending: Ending) -> Option<&'static str> {
    match ending {
        Ending::Flagged { .. } => Some("time forfeit"),
        Ending::Abandoned { .. } | Ending::Aborted => Some("abandoned"),
        Ending::Stopped(_) => Some("adjudication"),
        Ending::ByRules(_) | Ending::Claimed { .. } | Ending::Agreed | Ending::Resigned { .. } => {
            Some("normal")
        }
        Ending::Recorded { .. } => None,
    }
}
