//! Playing below one's strength.

use tabiya_rules::Move;

use crate::{Control, Engine, GamePosition, Info, Level, Rng, SearchLimits};

/// How much weaker than it can the engine plays: it sees so many positions only, and misjudges what it sees.
///
/// ```
/// use tabiya_engine::{Control, Engine, GamePosition, Handicap, SearchLimits, Rng};
/// use tabiya_rules::FIDE;
///
/// let game = GamePosition::starting(&FIDE).unwrap();
/// let (mut engine, control, mut rng) = (Engine::new(1, 1), Control::default(), Rng::from_seed(1));
/// let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
/// let m = Handicap::of_elo(1000).choose(&mut engine, &game, &limits, &control, &mut rng, &mut |_| {});
/// assert!(game.position.is_legal(m.unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Positions seen for a move.
    nodes: u64,
    /// How much a move may be misjudged, in hundredths of a pawn.
    slack: u64,
}

/// How many of the best moves are weighed against each other.
const CHOICES: usize = 6;

impl Handicap {
    /// The lowest and the highest rating that can be asked for.
    pub const ELO: (i64, i64) = (800, 2_800);

    /// For an opponent of about this rating, within [`Handicap::ELO`]: every 190 points double the positions, and all of
    /// them take the misjudgment away.
    pub fn of_elo(elo: i64) -> Handicap {
        let (least, most) = Handicap::ELO;
        let steps = (elo.clamp(least, most) - least) as f64;
        let nodes = 250.0 * (steps / 190.0).exp2();
        let slack = 220.0 * (1.0 - steps / (most - least) as f64);
        Handicap { nodes: nodes as u64, slack: slack as u64 }
    }

    /// For a level; those below 4 do not search.
    pub(crate) fn of_level(level: Level) -> Handicap {
        let (nodes, slack) = match level.number() {
            ..=4 => (400, 500),
            5 => (1_500, 140),
            6 => (6_000, 60),
            7 => (20_000, 25),
            8 => (80_000, 0),
            _ => (400_000, 0),
        };
        Handicap { nodes, slack }
    }

    /// How many positions it sees for a move.
    pub(crate) fn nodes(self) -> u64 {
        self.nodes
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
        rng: &mut Rng,
        report: &mut dyn FnMut(&Info),
    ) -> Option<Move> {
        if self.slack == 0 {
            return engine.search(game, &self.within(limits), control, report).best;
        }
        let lines = engine.multi_pv;
        engine.multi_pv = lines.max(CHOICES);
        let mut found: Vec<Info> = Vec::new();
        let answer = engine.search(game, &self.within(limits), control, &mut |info| {
            if info.multi_pv <= lines {
                report(info);
            }
            if info.multi_pv <= CHOICES && info.score.is_exact() {
                found.truncate(info.multi_pv - 1);
                found.push(info.clone());
            }
        });
        engine.multi_pv = lines;
        let Some(mut chosen) = self.misjudge(found, rng) else { return answer.best };
        if chosen.multi_pv > 1 {
            chosen.multi_pv = 1;
            report(&chosen);
        }
        chosen.line.first().copied()
    }

    /// The limits, and no more positions than are seen at this strength.
    fn within(self, limits: &SearchLimits) -> SearchLimits {
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(self.nodes);
        SearchLimits { nodes: Some(nodes), ..limits.clone() }
    }

    /// The line that seems best to somebody who is not sure of any.
    fn misjudge(self, lines: Vec<Info>, rng: &mut Rng) -> Option<Info> {
        let judge = |info: Info| (i64::from(info.score.value()) + rng.below(self.slack + 1) as i64, info);
        let judged: Vec<(i64, Info)> = lines.into_iter().map(judge).collect();
        judged.into_iter().max_by_key(|(value, _)| *value).map(|(_, info)| info)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tabiya_rules::{ByColor, FIDE};

    use super::*;
    use crate::ClockTimes;

    /// The move that is chosen from the start, and what was told.
    fn choose(elo: i64, limits: &SearchLimits, seed: u64) -> (String, Vec<Info>) {
        let game = GamePosition::starting(&FIDE).expect("a start");
        let mut told = Vec::new();
        let m = Handicap::of_elo(elo).choose(
            &mut Engine::new(1, 1),
            &game,
            limits,
            &Control::default(),
            &mut Rng::from_seed(seed),
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
        for elo in [800, 1_500, 2_800] {
            for seed in 0..5 {
                let limits = SearchLimits { moves: moves.clone(), ..SearchLimits::default() };
                let (m, _) = choose(elo, &limits, seed);
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
        let within = Handicap::of_elo(2_000).within(&tight);
        assert_eq!((within.nodes, within.mate), (Some(100), Some(3)));
        let loose = SearchLimits { nodes: Some(u64::MAX), ..SearchLimits::default() };
        assert_eq!(Handicap::of_elo(800).within(&loose).nodes, Some(250));
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
            let (_, told) = choose(2_700, &limits, 1);
            // Far less than the handicap allows, on any machine.
            assert!(told.iter().all(|info| info.nodes < 100_000), "{told:?}");
        }
    }

    #[test]
    fn the_move_that_is_played_is_told_last() {
        for seed in 0..20 {
            let (m, told) = choose(900, &SearchLimits::default(), seed);
            let last = told.last().expect("something is told");
            assert_eq!((last.multi_pv, last.line[0].to_string()), (1, m));
        }
    }
}
