//! Playing below one's strength.

use tabiya_rules::{Move, Position, Rules};

use crate::eval::{self, Misjudgment};
use crate::rating_table::{RATED, RatedHandicap};
use crate::{Control, Engine, GamePosition, GameSeed, Info, Rng, SearchLimits};

/// How much weaker than it can the engine plays: it sees so many positions only, and misjudges what it sees.
///
/// ```
/// use tabiya_engine::{Control, Engine, GamePosition, GameSeed, Handicap, SearchLimits, Rng};
/// use tabiya_rules::FIDE;
///
/// let game = GamePosition::starting(&FIDE).unwrap();
/// let (mut engine, control, mut rng) = (Engine::new(1, 1), Control::default(), Rng::from_seed(1));
/// let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
/// let handicap = Handicap::of_rating(1000);
/// let m = handicap.choose(&mut engine, &game, &limits, &control, (GameSeed(1), &mut rng), &mut |_| {});
/// assert!(game.position.is_legal(m.unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Positions seen for a move.
    nodes: u64,
    /// How far off positions seem, in hundredths of a pawn, each in its own way for a whole game.
    error: u32,
    /// How much a move may be misjudged by chance when all is seen, in hundredths of a pawn.
    slack: u64,
}

/// How many of the best moves are weighed against each other.
const CHOICES: usize = 6;

/// A lead of a pawn, in hundredths.
const PAWN: u32 = 100;

/// Nobody takes more care than for a lead of so many pawns.
const PLAIN: u32 = 5;

impl Handicap {
    /// One that sees so many positions, at least one, and errs by so much.
    pub const fn new(nodes: u64, error: u32) -> Handicap {
        Handicap { nodes: if nodes == 0 { 1 } else { nodes }, error, slack: 0 }
    }

    /// For an opponent of this rating, between those that were measured; whoever is beyond all of them plays as the nearest.
    pub fn of_rating(rating: u16) -> Handicap {
        let above = RATED.partition_point(|rated| rated.rating < rating);
        match (above.checked_sub(1).map(|below| RATED[below]), RATED.get(above)) {
            (Some(weaker), Some(stronger)) => between(weaker, *stronger, rating),
            (None, Some(only)) => Handicap::new(only.nodes, only.error),
            (Some(only), None) => Handicap::new(only.nodes, only.error),
            (None, None) => Handicap::new(u64::MAX, 0),
        }
    }

    /// For a numbered level; those below 4 do not search.
    pub(crate) fn of_number(number: u16) -> Handicap {
        let (nodes, slack) = match number {
            ..=4 => (400, 500),
            5 => (1_500, 140),
            6 => (6_000, 60),
            7 => (20_000, 25),
            8 => (80_000, 0),
            _ => (400_000, 0),
        };
        Handicap { nodes, error: 0, slack }
    }

    /// How many positions it sees for a move here at most.
    pub(crate) fn nodes_at(self, position: &Position<&'static Rules>) -> u64 {
        self.with_care(position).nodes
    }

    /// How many positions it sees for a move at most, where one side leads by far.
    pub(crate) fn most_nodes(self) -> u64 {
        if self.error == 0 { self.nodes } else { self.nodes.saturating_mul((1 + PLAIN).into()) }
    }

    /// A move as somebody of this strength would choose it; `None` where there is no legal one.
    ///
    /// The limits hold beside the handicap. `report` hears as many lines as the engine is set to, and at last the line
    /// of the move that is played where it is another than the first one told.
    pub fn choose(
        self,
        engine: &mut Engine,
        game: &GamePosition,
        limits: &SearchLimits,
        control: &Control,
        (seed, rng): (GameSeed, &mut Rng),
        report: &mut dyn FnMut(&Info),
    ) -> Option<Move> {
        let careful = self.with_care(&game.position);
        let Handicap { nodes: _, error, slack } = careful;
        engine.misjudge((error > 0).then_some(Misjudgment { size: error, seed: seed.0 }));
        let limits = careful.within(limits);
        if slack == 0 {
            return engine.search(game, &limits, control, report).best;
        }
        let lines = engine.multi_pv;
        engine.multi_pv = lines.max(CHOICES);
        let mut found: Vec<Info> = Vec::new();
        let answer = engine.search(game, &limits, control, &mut |info| {
            if info.multi_pv <= lines {
                report(info);
            }
            if info.multi_pv <= CHOICES && info.score.is_exact() {
                found.truncate(info.multi_pv - 1);
                found.push(info.clone());
            }
        });
        engine.multi_pv = lines;
        let Some(mut chosen) = self.waver(found, rng) else { return answer.best };
        if chosen.multi_pv > 1 {
            chosen.multi_pv = 1;
            report(&chosen);
        }
        chosen.line.first().copied()
    }

    /// The same where one side leads: who is ahead takes care to win, who is behind resists, and both judge better what is plain to see.
    /// For every pawn of the lead, as it looks at a glance, as many positions again are seen, and the error is divided alike.
    /// Without it, whoever errs by as much everywhere throws away most where there is most to lose. It is no matter of those who do not err.
    fn with_care(self, position: &Position<&'static Rules>) -> Handicap {
        if self.error == 0 {
            return self;
        }
        let care = 1 + (eval::value(position).unsigned_abs() / PAWN).min(PLAIN);
        Handicap { nodes: self.nodes.saturating_mul(care.into()), error: self.error / care, ..self }
    }

    /// The limits, and no more positions than are seen at this strength.
    fn within(self, limits: &SearchLimits) -> SearchLimits {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(self.nodes);
        SearchLimits { nodes: Some(nodes), ..limits.clone() }
    }

    /// The line that seems best to somebody who is not sure of any.
    fn waver(self, lines: Vec<Info>, rng: &mut Rng) -> Option<Info> {
        let judge = |info: Info| (i64::from(info.score.value()) + rng.below(self.slack + 1) as i64, info);
        let judged: Vec<(i64, Info)> = lines.into_iter().map(judge).collect();
        judged.into_iter().max_by_key(|(value, _)| *value).map(|(_, info)| info)
    }
}

/// What is as far between two handicaps as a rating is between theirs: of what is seen, each step multiplies it.
fn between(weaker: RatedHandicap, stronger: RatedHandicap, rating: u16) -> Handicap {
    let steps = f64::from(stronger.rating - weaker.rating);
    let share = f64::from(rating - weaker.rating) / steps;
    let nodes = (weaker.nodes as f64).ln() * (1.0 - share) + (stronger.nodes as f64).ln() * share;
    let error = f64::from(weaker.error) * (1.0 - share) + f64::from(stronger.error) * share;
    Handicap::new(nodes.exp().round() as u64, error.round() as u32)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::{ByColor, FIDE};

    use super::*;
    use crate::{ClockTimes, Level};

    /// The move that is chosen from the start, and what was told.
    fn choose(level: u16, limits: &SearchLimits, seed: u64) -> (String, Vec<Info>) {
        let game = GamePosition::starting(&FIDE).expect("a start");
        let mut told = Vec::new();
        let m = Level::new(level).expect("a level").handicap().expect("one that searches").choose(
            &mut Engine::new(1, 1),
            &game,
            limits,
            &Control::default(),
            (GameSeed(seed), &mut Rng::from_seed(seed)),
            &mut |info| told.push(info.clone()),
        );
        (m.expect("a move").to_string(), told)
    }

    #[test]
    fn only_the_moves_that_are_asked_for_are_chosen() {
        let start = GamePosition::starting(&FIDE).expect("a start").position;
        let is_edge = |m: &Move| ["a2a3", "h2h3"].contains(&m.to_string().as_str());
        let moves: Vec<Move> = start.legal_moves().iter().copied().filter(is_edge).collect();
        assert_eq!(moves.len(), 2);
        for level in [4, 400, 1_500, 2_400] {
            for seed in 0..5 {
                let limits = SearchLimits { moves: moves.clone(), ..SearchLimits::default() };
                let (m, _) = choose(level, &limits, seed);
                assert!(["a2a3", "h2h3"].contains(&m.as_str()), "{m}");
            }
        }
    }

    #[test]
    fn the_tighter_limit_holds() {
        let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
        let (_, told) = choose(2_000, &limits, 1);
        assert_eq!(told.last().map(|info| info.depth), Some(2));
        let tight = SearchLimits { nodes: Some(100), mate: Some(3), ..SearchLimits::default() };
        let within = Handicap::of_rating(2_000).within(&tight);
        assert_eq!((within.nodes, within.mate), (Some(100), Some(3)));
        let loose = SearchLimits { nodes: Some(u64::MAX), ..SearchLimits::default() };
        assert_eq!(Handicap::of_rating(0).within(&loose).nodes, Some(RATED[0].nodes));
    }

    #[test]
    fn care_grows_with_the_lead_of_either_side() {
        let position =
            |fen: &str| read_position(fen, &FIDE, Strictness::Strict).expect("a position").position;
        let erring = Handicap::new(100, 300);
        let level = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!((erring.with_care(&level), erring.nodes_at(&level)), (erring, 100));
        let ahead = position("4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1");
        let care = erring.with_care(&ahead).nodes / 100;
        assert!((2..6).contains(&care), "{care}");
        assert_eq!(u64::from(erring.with_care(&ahead).error), 300 / care);
        for turn in ['w', 'b'] {
            let queen_up =
                position(&format!("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {turn} KQkq - 0 1"));
            assert_eq!(erring.with_care(&queen_up), Handicap::new(600, 50));
            assert_eq!((erring.nodes_at(&queen_up), erring.most_nodes()), (600, 600));
            assert_eq!(Handicap::new(u64::MAX, 3).with_care(&queen_up), Handicap::new(u64::MAX, 0));
            // The numbers mean what they always meant.
            for numbered in (4..=9).map(Handicap::of_number) {
                assert_eq!(numbered.with_care(&queen_up), numbered);
                assert_eq!(numbered.most_nodes(), numbered.nodes);
            }
        }
    }

    #[test]
    fn the_clock_holds_for_the_weak_too() {
        let clock =
            ClockTimes { left: ByColor::from_fn(|_| Duration::from_millis(1)), ..ClockTimes::default() };
        let limits = [
            SearchLimits { clock: Some(clock), ..SearchLimits::default() },
            SearchLimits { move_time: Some(Duration::from_millis(1)), ..SearchLimits::default() },
        ];
        for limits in limits {
            let (_, told) = choose(9, &limits, 1);
            // Far less than the handicap allows, on any machine.
            assert!(told.iter().all(|info| info.nodes < 100_000), "{told:?}");
        }
    }

    #[test]
    fn the_move_that_is_played_is_told_last() {
        for seed in 0..20 {
            let (m, told) = choose(4, &SearchLimits::default(), seed);
            let last = told.last().expect("something is told");
            assert_eq!((last.multi_pv, last.line[0].to_string()), (1, m));
        }
    }

    #[test]
    fn every_rating_sees_at_least_as_much_and_errs_at_most_as_much_as_a_lower_one() {
        let all: Vec<Handicap> = (0..4_000).map(Handicap::of_rating).collect();
        for two in all.windows(2) {
            assert!(two[0].nodes <= two[1].nodes && two[0].error >= two[1].error, "{two:?}");
        }
        for RatedHandicap { rating, nodes, error } in RATED {
            assert_eq!(Handicap::of_rating(rating), Handicap::new(nodes, error));
        }
    }
}
