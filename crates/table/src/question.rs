use std::time::Duration;

use tabiya_engine::{
    BestMove, ComputerDeed, ComputerTurn, Control, GamePosition, GameSeed, Level, OwnClock, Rng, Yielding,
};
use tabiya_game::{Clock, Game, Moment, NodeId};
use tabiya_openings::OpeningBook;
use tabiya_rules::Square;

use crate::engines::{EngineAnswer, EngineTrouble, Engines};
use crate::player::Player;
use crate::refusal::TableRefusal;
use crate::reply::Hint;
use crate::table::{ComputerChoice, Table};

/// What a computer is asked whose turn it is, with all that it needs to answer. It is apart from the table, so that whoever
/// asks need not wait for the answer.
#[derive(Clone, Debug)]
pub struct ComputerQuestion {
    player: Player,
    game: Game,
    /// When the clock was stopped, where it waits for this very move.
    held_at: Option<Moment>,
    book: Option<OpeningBook>,
    may_claim: bool,
    yielding: Yielding,
    seed: GameSeed,
    pub(crate) rng: Rng,
}

impl ComputerQuestion {
    /// What the computer does in the game as it was when it was asked. That may take its time.
    pub fn answer(&mut self, engines: &mut dyn Engines, at: Moment) -> Result<ComputerChoice, EngineTrouble> {
        if self.may_claim && ComputerTurn::claims_draw(&self.game_position()) {
            return Ok(ComputerChoice::ClaimDraw);
        }
        if !self.game.position().has_moves() {
            return Ok(ComputerChoice::Pass);
        }
        match self.player.clone() {
            Player::Engine(command) => match engines.ask(&command, &self.game, self.held_at.unwrap_or(at))? {
                EngineAnswer::Move(m) => Ok(ComputerChoice::Move(m)),
                EngineAnswer::Resigns => Ok(ComputerChoice::Resign),
            },
            Player::Level(level) => Ok(self.choose(level, at)),
            // Nobody moves for a person.
            Player::Human => Err(EngineTrouble { name: None, why: "a person is to move".to_owned() }),
        }
    }

    fn game_position(&self) -> GamePosition {
        GamePosition { position: *self.game.position(), history: self.game.history().earlier_keys() }
    }

    fn choose(&mut self, level: Level, at: Moment) -> ComputerChoice {
        let (game, mut rng) = (self.game_position(), self.rng.clone());
        let deed = self.turn(level, at).take(&game, self.seed, &mut rng);
        self.rng = rng;
        match deed {
            ComputerDeed::Move(m) => ComputerChoice::Move(m),
            ComputerDeed::OfferDraw(m) => ComputerChoice::OfferDraw(m),
            ComputerDeed::Resign => ComputerChoice::Resign,
            ComputerDeed::AcceptDraw | ComputerDeed::Pass => ComputerChoice::Pass,
        }
    }

    fn turn(&self, level: Level, at: Moment) -> ComputerTurn<'_> {
        let (seat, now) = (self.game.seat_to_move(), self.held_at.unwrap_or(at));
        let own_clock =
            |clock: &Clock| OwnClock { left: clock.time_to_move(seat, now), bonus: clock.bonus(seat).most() };
        let history = self.game.history();
        ComputerTurn {
            level,
            book: self.book.as_ref(),
            yielding: self.yielding,
            // Draws that are offered to it are answered at once, before it is asked.
            is_draw_offered: false,
            clock: self.game.clock().map(own_clock),
            taken_on: history.taken_on(history.here()),
        }
    }

    /// How long it takes at least for what it chose, where somebody watches.
    pub fn pause(&mut self, choice: Option<&ComputerChoice>, at: Moment) -> Duration {
        let Player::Level(level) = self.player else { return Duration::ZERO };
        let m = match choice {
            Some(ComputerChoice::Move(m) | ComputerChoice::OfferDraw(m)) => Some(*m),
            Some(ComputerChoice::ClaimDraw | ComputerChoice::Pass | ComputerChoice::Resign) | None => None,
        };
        let mut rng = self.rng.clone();
        let pause = self.turn(level, at).pause(&self.game_position(), m, &mut rng);
        self.rng = rng;
        pause
    }
}

/// What is asked by somebody who wants a hint: where, and nothing of who plays.
#[derive(Clone, Debug)]
pub struct HintQuestion {
    game: GamePosition,
    taken_on: Option<Square>,
}

impl HintQuestion {
    /// The best move there, where there is one. That may take its time, too.
    pub fn answer(&self) -> Option<Hint> {
        let best = BestMove::find(&self.game, self.taken_on, &Control::default())?;
        Some(Hint { position: self.game.position, m: best.m, reasons: best.reasons })
    }
}

impl Table {
    /// What the computer is asked whose turn it is. Chance comes out otherwise each time.
    pub fn question(&mut self) -> Result<ComputerQuestion, TableRefusal> {
        let player = self.session.player(self.game().turn()).clone();
        if player.is_human() {
            return Err(TableRefusal::NoComputer);
        }
        let rng = Rng::from_seed(self.rng.next_u64());
        Ok(self.question_by(player, rng))
    }

    /// What is asked by somebody who wants a hint where the game stands, as long as it goes on.
    pub fn hint_question(&self) -> Result<HintQuestion, TableRefusal> {
        self.still_running()?;
        self.hint_question_at(self.game().history().here())
    }

    /// What is asked by somebody who looks at a place of the game, over or not, and wants a hint there.
    pub fn hint_question_at(&self, node: NodeId) -> Result<HintQuestion, TableRefusal> {
        let history = self.game().history();
        let at = history.get(node).filter(|at| at.position.has_moves()).ok_or(TableRefusal::NoMove)?;
        let game = GamePosition { position: at.position, history: history.keys_before(node) };
        Ok(HintQuestion { game, taken_on: history.taken_on(node) })
    }

    pub(crate) fn question_by(&self, player: Player, rng: Rng) -> ComputerQuestion {
        ComputerQuestion {
            player,
            game: self.game().clone(),
            held_at: self.is_clock_held.then(|| self.game().last_moment()),
            book: self.book.open_book().cloned(),
            may_claim: self.may_claim(),
            yielding: self.yielding_now(),
            seed: self.game_seed.unwrap_or(GameSeed(self.game().begun().0)),
            rng,
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{BySeat, FirstMoves, Seat};
    use tabiya_notation::{RuleFile, find_rules};
    use tabiya_rules::ByColor;

    use super::*;
    use crate::session::Lineup;
    use crate::table::start;

    struct NoEngines;

    impl Engines for NoEngines {
        fn ask(&mut self, _: &str, _: &Game, _: Moment) -> Result<EngineAnswer, EngineTrouble> {
            Err(EngineTrouble { name: None, why: "there is none".to_owned() })
        }

        fn end(&mut self) {}
    }

    #[test]
    fn nobody_moves_for_a_person() {
        let players = BySeat([Player::Human, Player::Human]);
        let lineup =
            Lineup { players, names: BySeat::default(), book: None, title: None, plays_to_the_end: false };
        let seats = ByColor { white: Seat::First, black: Seat::Second };
        let rules: RuleFile = find_rules("fide").unwrap().into();
        let start = start(&rules, rules.rules.start.setup(), seats, &lineup, (None, FirstMoves::Free));
        let (game, _) = Game::start(start, Moment(0)).unwrap();
        let (player, rng) = (Player::Human, Rng::from_seed(1));
        let mut question = ComputerQuestion {
            player,
            game,
            held_at: None,
            book: None,
            may_claim: false,
            yielding: Yielding::Never,
            seed: GameSeed(0),
            rng,
        };
        assert!(question.answer(&mut NoEngines, Moment(0)).is_err());
    }
}
