use std::time::Duration;

use tabiya_game::{By, Command, Game, GameStart, Moment, Seat};
use tabiya_notation::UciMove;
use tabiya_notation::pgn::{Annotation, PgnClock};
use tabiya_rules::{ByColor, Color, Move, Position};

use super::adjudication::{Adjudication, Adjudicator, Ruling};
use super::engine_clock::EngineClock;
use super::finish::Finish;
use super::finished_game::FinishedGame;
use crate::engine_process::{
    Budget, Clocks, EngineChoice, EngineError, EnginePlayer, GameLine, Pace, Thought,
};

/// What holds for all games alike.
#[derive(Clone)]
pub struct MatchSettings {
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How far a clock may be overrun, for what passes between the programs.
    pub margin: Duration,
    /// How long an engine without a clock may think.
    pub patience: Duration,
}

/// How long an engine is waited for when its time is over, to tell one that is slow from one that hangs.
const GRACE: Duration = Duration::from_secs(1);

/// Time passes on the engines' own clocks.
const NO_TIME: Moment = Moment(0);

/// A game between two engines while it is played.
pub struct EngineGame<'a> {
    settings: &'a MatchSettings,
    game: Game,
    /// The game as engines are told of it.
    line: GameLine,
    /// What the engines said of each single move; nothing of the opening.
    remarks: Vec<Option<String>>,
    paces: ByColor<Pace>,
    clocks: ByColor<Option<EngineClock>>,
    adjudicator: Adjudicator,
}

impl<'a> EngineGame<'a> {
    /// A game after its opening. Who plays, and under which rules, is told by `start`.
    pub fn new(
        settings: &'a MatchSettings,
        start: GameStart,
        opening: &GameLine,
        paces: ByColor<Pace>,
    ) -> EngineGame<'a> {
        let clock = |pace| match pace {
            Pace::Clock(control) => Some(EngineClock::new(control)),
            Pace::MoveTime(_) | Pace::Nodes(_) | Pace::Depth(_) | Pace::Free => None,
        };
        let started = Game::start(start.from(opening.start().setup()), NO_TIME);
        let (game, _) = started.expect("a position can be started from");
        let mut new = EngineGame {
            settings,
            game,
            line: GameLine::new(*opening.start()),
            remarks: Vec::new(),
            paces,
            clocks: paces.map(clock),
            adjudicator: Adjudicator::new(settings.adjudication),
        };
        for &m in opening.moves() {
            // An opening that repeats itself may be a whole game.
            if new.game.ending().is_none() {
                new.play(m, None);
            }
        }
        new
    }

    /// A game that could not begin.
    pub fn abandon(self, loser: Color, error: EngineError) -> FinishedGame {
        self.end(Finish::Failed { loser, error })
    }

    /// Plays the game to its end; `None` if everything was asked to stop meanwhile.
    pub fn run(mut self, engines: &mut ByColor<EnginePlayer>, seed: u64) -> Option<FinishedGame> {
        for color in [Color::White, Color::Black] {
            match engines.get_mut(color).new_game(&self.line, *self.paces.get(color), seed) {
                Ok(()) => {}
                Err(EngineError::Interrupted) => return None,
                Err(error) => return Some(self.abandon(color, error)),
            }
        }
        loop {
            if let Some(finish) = self.judge() {
                return Some(self.end(finish));
            }
            let mover = self.game.turn();
            let finish = match self.ask(engines.get_mut(mover), mover) {
                Ok(thought) => self.take(&thought, mover),
                Err(EngineError::Interrupted) => return None,
                Err(error) => Some(Finish::Failed { loser: mover, error }),
            };
            if let Some(finish) = finish {
                return Some(self.end(finish));
            }
        }
    }

    fn ask(&self, engine: &mut EnginePlayer, mover: Color) -> Result<Thought, EngineError> {
        let (budget, allowed) = match *self.paces.get(mover) {
            Pace::MoveTime(time) => (Budget::MoveTime(time), time),
            Pace::Nodes(nodes) => (Budget::Nodes(nodes), self.settings.patience),
            Pace::Depth(depth) => (Budget::Depth(depth), self.settings.patience),
            Pace::Free => (Budget::MoveTime(self.settings.patience), self.settings.patience),
            Pace::Clock(control) => {
                let clocks = self.told_clocks(mover, control.base());
                let left = *clocks.left.get(mover);
                (Budget::Clock(clocks), left)
            }
        };
        engine.think(&self.line, &budget, allowed + self.settings.margin + GRACE)
    }

    /// The clocks as the mover sees them. An opponent without a clock is shown with its own.
    fn told_clocks(&self, mover: Color, base: Duration) -> Clocks {
        let own = self.clocks.get(mover).as_ref();
        let shown = |color| self.clocks.get(color).as_ref().or(own);
        Clocks {
            left: ByColor::from_fn(|color| shown(color).map_or(base, EngineClock::left)),
            increment: ByColor::from_fn(|color| shown(color).map_or(Duration::ZERO, EngineClock::increment)),
            moves_to_go: own.and_then(EngineClock::moves_to_go),
        }
    }

    /// Takes an answer: the move is played unless that ends the game in another way.
    fn take(&mut self, thought: &Thought, mover: Color) -> Option<Finish> {
        let m = match thought.answer {
            EngineChoice::Move(m) => m,
            EngineChoice::Resigns => {
                self.obey(By::Board, Command::Resign);
                return self.game.ending().map(Finish::Played);
            }
        };
        if let Some(by) = self.overtime(thought.time, mover) {
            return Some(Finish::Overtime { loser: mover, by });
        }
        self.play(m, Some(remark(thought, mover)));
        if self.game.ending().is_some() {
            return None;
        }
        let ruling = self.adjudicator.note(mover, thought.score, self.moves());
        ruling.map(Finish::Adjudicated)
    }

    /// How much a move took too long, beyond the margin.
    fn overtime(&mut self, time: Duration, mover: Color) -> Option<Duration> {
        let margin = self.settings.margin;
        if let Pace::MoveTime(allowed) = *self.paces.get(mover) {
            return (time > allowed + margin).then(|| time - allowed);
        }
        self.clocks.get_mut(mover).as_mut()?.spend(time, margin).err().map(|overtime| overtime.0)
    }

    fn play(&mut self, m: Move, remark: Option<String>) {
        let written = UciMove::from_move(m, self.game.position());
        self.obey(By::Board, Command::Move(written));
        self.line.push(m);
        self.remarks.push(remark);
    }

    /// What is asked here is in order: moves are legal, and nothing is asked of a game that is over.
    fn obey(&mut self, by: By, command: Command) {
        self.game.apply(by, command, NO_TIME).expect("the game runs, and the move is legal");
    }

    /// Moves made by both sides, the opening's among them.
    fn moves(&self) -> u32 {
        self.game.history().current().ply.div_ceil(2)
    }

    /// Whether the game is over. Draws that can be claimed are taken, and a side that cannot move where the rules make
    /// nothing of it passes.
    fn judge(&mut self) -> Option<Finish> {
        let claims = self.game.claims();
        if claims.repetition || claims.quiet_moves {
            self.obey(By::Board, Command::ClaimDraw);
        }
        if let Some(ending) = self.game.ending() {
            return Some(Finish::Played(ending));
        }
        if self.moves() >= self.settings.adjudication.max_moves {
            return Some(Finish::TooLong(self.moves()));
        }
        if self.game.position().has_moves() { None } else { self.pass() }
    }

    fn pass(&mut self) -> Option<Finish> {
        match self.game.position().pass().filter(Position::has_moves) {
            Some(passed) => {
                self.obey(By::Board, Command::Pass);
                self.line = GameLine::new(passed);
                self.remarks.push(None);
            }
            // Neither side can move, and the rules go on counting.
            None => self.obey(By::Arbiter, Command::Stop),
        }
        self.game.ending().map(Finish::Played)
    }

    fn end(mut self, finish: Finish) -> FinishedGame {
        if let Some(ending) = self.game.ending() {
            return FinishedGame { game: self.game, finish: Finish::Played(ending), remarks: self.remarks };
        }
        let seat = |color| *self.game.seats().get(color);
        match &finish {
            Finish::Overtime { loser, .. } | Finish::Failed { loser, .. } => {
                self.obey(By::Arbiter, Command::Abandon(seat(*loser)));
            }
            Finish::Adjudicated(Ruling::Won(winner)) => {
                // Its engine agrees that it has lost.
                self.obey(By::Seat(seat(!*winner)), Command::Resign);
            }
            Finish::Adjudicated(Ruling::Drawn) | Finish::TooLong(_) => {
                Seat::ALL.into_iter().for_each(|seat| self.obey(By::Seat(seat), Command::OfferDraw));
            }
            Finish::Played(_) => {}
        }
        FinishedGame { game: self.game, finish, remarks: self.remarks }
    }
}

/// What the engine said of its move, as it is written into games.
fn remark(thought: &Thought, mover: Color) -> String {
    let eval = thought.score.map(|score| Annotation::Eval(score.eval(mover), thought.depth));
    let spent = Annotation::Spent(PgnClock { milliseconds: thought.time.as_millis() as u64 });
    let remarks: Vec<String> = eval.iter().chain([&spent]).map(ToString::to_string).collect();
    remarks.join(" ")
}
