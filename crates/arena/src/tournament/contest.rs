use std::collections::HashMap;
use std::time::Duration;

use tabiya_notation::pgn::{Annotation, Clock as Time, NodeId, PgnGame};
use tabiya_rules::{ByColor, Color, Draw, Key, Move, Position, Rules};

use super::adjudication::{Adjudication, Adjudicator};
use super::clock::Clock;
use super::finish::Finish;
use crate::engine_process::{Answer, Budget, Clocks, Engine, Line, Pace, Thought, Trouble};

/// What holds for all games alike.
#[derive(Clone)]
pub struct Conduct {
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How far a clock may be overrun, for what passes between the programs.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
}

/// How long an engine is waited for when its time is over, to tell one that is slow from one that hangs.
const GRACE: Duration = Duration::from_secs(1);

/// One side of a game.
pub struct Seat {
    pub engine: Engine,
    pub pace: Pace,
}

/// A game that has ended.
pub struct Played {
    pub game: PgnGame,
    pub finish: Finish,
    pub plies: usize,
}

/// A game while it is played.
pub struct Contest<'a> {
    conduct: &'a Conduct,
    line: Line,
    game: PgnGame,
    node: NodeId,
    plies: usize,
    paces: ByColor<Pace>,
    clocks: ByColor<Option<Clock>>,
    occurrences: HashMap<Key, u16>,
    adjudicator: Adjudicator,
}

impl<'a> Contest<'a> {
    pub fn new(conduct: &'a Conduct, opening: &Line, paces: ByColor<Pace>) -> Contest<'a> {
        let clock = |pace| match pace {
            Pace::Clock(control) => Some(Clock::new(control)),
            Pace::MoveTime(_) | Pace::Nodes(_) | Pace::Depth(_) | Pace::Free => None,
        };
        let mut contest = Contest {
            conduct,
            line: Line::new(*opening.start()),
            game: PgnGame::new(*opening.start()),
            node: PgnGame::ROOT,
            plies: 0,
            paces,
            clocks: paces.map(clock),
            occurrences: HashMap::new(),
            adjudicator: Adjudicator::new(conduct.adjudication),
        };
        contest.occurrences.insert(opening.start().key(), 1);
        opening.moves().iter().for_each(|&m| contest.play(m));
        contest
    }

    /// A game that could not begin.
    pub fn abandon(self, loser: Color, trouble: Trouble) -> Played {
        self.end(Finish::Failed { loser, trouble })
    }

    /// Plays the game to its end; `None` if everything was asked to stop meanwhile.
    pub fn run(mut self, seats: &mut ByColor<Seat>, seed: u64) -> Option<Played> {
        for color in [Color::White, Color::Black] {
            let seat = seats.get_mut(color);
            match seat.engine.new_game(&self.line, seat.pace, seed) {
                Ok(()) => {}
                Err(Trouble::Interrupted) => return None,
                Err(trouble) => return Some(self.abandon(color, trouble)),
            }
        }
        loop {
            if let Some(finish) = self.judge() {
                return Some(self.end(finish));
            }
            let mover = self.line.current().turn();
            let finish = match self.ask(seats.get_mut(mover), mover) {
                Ok(thought) => self.take(&thought, mover),
                Err(Trouble::Interrupted) => return None,
                Err(trouble) => Some(Finish::Failed { loser: mover, trouble }),
            };
            if let Some(finish) = finish {
                return Some(self.end(finish));
            }
        }
    }

    fn ask(&self, seat: &mut Seat, mover: Color) -> Result<Thought, Trouble> {
        let (budget, allowed) = match seat.pace {
            Pace::MoveTime(time) => (Budget::MoveTime(time), time),
            Pace::Nodes(nodes) => (Budget::Nodes(nodes), self.conduct.patience),
            Pace::Depth(depth) => (Budget::Depth(depth), self.conduct.patience),
            Pace::Free => (Budget::MoveTime(self.conduct.patience), self.conduct.patience),
            Pace::Clock(control) => {
                let clocks = self.told_clocks(mover, control.base);
                let left = *clocks.left.get(mover);
                (Budget::Clock(clocks), left)
            }
        };
        seat.engine.think(&self.line, &budget, allowed + self.conduct.margin + GRACE)
    }

    /// The clocks as the mover sees them. An opponent without a clock is shown with its own.
    fn told_clocks(&self, mover: Color, base: Duration) -> Clocks {
        let own = self.clocks.get(mover).as_ref();
        let shown = |color| self.clocks.get(color).as_ref().or(own);
        Clocks {
            left: ByColor::from_fn(|color| shown(color).map_or(base, Clock::left)),
            increment: ByColor::from_fn(|color| shown(color).map_or(Duration::ZERO, Clock::increment)),
            moves_to_go: own.and_then(Clock::moves_to_go),
        }
    }

    /// Takes an answer: the move is played unless that ends the game in another way.
    fn take(&mut self, thought: &Thought, mover: Color) -> Option<Finish> {
        let m = match thought.answer {
            Answer::Move(m) => m,
            Answer::Resigns => return Some(Finish::Resigned { loser: mover }),
        };
        if let Some(by) = self.overtime(thought.time, mover) {
            return Some(Finish::Overtime { loser: mover, by });
        }
        self.play(m);
        self.remark(thought, mover);
        if self.line.current().outcome().is_some() {
            return None;
        }
        let ruling = self.adjudicator.note(mover, thought.score, self.moves());
        ruling.map(Finish::Adjudicated)
    }

    /// How much a move took too long, beyond the margin.
    fn overtime(&mut self, time: Duration, mover: Color) -> Option<Duration> {
        let margin = self.conduct.margin;
        if let Pace::MoveTime(allowed) = *self.paces.get(mover) {
            return (time > allowed + margin).then(|| time - allowed);
        }
        self.clocks.get_mut(mover).as_mut()?.spend(time, margin).err().map(|flagged| flagged.0)
    }

    fn play(&mut self, m: Move) {
        self.line.push(m);
        self.node = self.game.add(self.node, Some(m));
        self.plies += 1;
        *self.occurrences.entry(self.line.current().key()).or_insert(0) += 1;
    }

    /// Writes down what the engine said of its move.
    fn remark(&mut self, thought: &Thought, mover: Color) {
        let eval = thought.score.map(|score| Annotation::Eval(score.eval(mover), thought.depth));
        let spent = Annotation::Spent(Time { milliseconds: thought.time.as_millis() as u64 });
        let remarks: Vec<String> = eval.iter().chain([&spent]).map(ToString::to_string).collect();
        self.game[self.node].after.push(remarks.join(" "));
    }

    /// Moves made by both sides, the opening's among them.
    fn moves(&self) -> u32 {
        self.plies.div_ceil(2) as u32
    }

    /// Whether the game is over. A side that cannot move where the rules make nothing of it passes.
    fn judge(&mut self) -> Option<Finish> {
        let position = *self.line.current();
        let judgement = position.judge(self.occurrences.get(&position.key()).copied().unwrap_or(1));
        if let Some(outcome) = judgement.outcome {
            return Some(Finish::Outcome(outcome));
        }
        if judgement.claims.repetition {
            return Some(Finish::Claimed(Draw::Repetition));
        }
        if judgement.claims.quiet_moves {
            return Some(Finish::Claimed(Draw::QuietMoves));
        }
        if self.moves() >= self.conduct.adjudication.max_moves {
            return Some(Finish::TooLong(self.moves()));
        }
        if position.has_moves() { None } else { self.pass(&position) }
    }

    fn pass(&mut self, position: &Position<&'static Rules>) -> Option<Finish> {
        match position.pass().filter(Position::has_moves) {
            Some(passed) => {
                self.line = Line::new(passed);
                self.node = self.game.add(self.node, None);
                self.plies += 1;
                None
            }
            None => Some(Finish::Stuck(position.outcome_by_score())),
        }
    }

    fn end(mut self, finish: Finish) -> Played {
        self.game.ending = finish.ending();
        self.game[self.node].after.push(finish.to_string());
        Played { game: self.game, finish, plies: self.plies }
    }
}
