use tabiya_rules::{ByColor, Color};

/// Who plays whom, and with which opening, in the games of a tournament: settled by the game's number alone.
#[derive(Clone, Debug)]
pub struct Schedule {
    engines: usize,
    pairings: Vec<(usize, usize)>,
    /// Games of each pairing; an even number.
    games: usize,
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Counted from 0.
    pub number: usize,
    /// The number of the pairing.
    pub pairing: usize,
    /// Which pair of games of the pairing: both have the same opening.
    pub pair: usize,
    /// The engines.
    pub players: ByColor<usize>,
}

impl Schedule {
    /// So many games of each pair of engines that meets.
    pub fn new(engines: usize, games: usize, format: MatchFormat) -> Schedule {
        let (firsts, reach) = match format {
            MatchFormat::Gauntlet => (1, engines),
            MatchFormat::RoundRobin => (engines, engines),
            MatchFormat::Neighbours(reach) => (engines, reach),
        };
        let others = |one: usize| one + 1..engines.min(one.saturating_add(reach).saturating_add(1));
        let pairings = (0..firsts).flat_map(|one| others(one).map(move |other| (one, other))).collect();
        Schedule { engines, pairings, games }
    }

    /// How many engines there are.
    pub fn engines(&self) -> usize {
        self.engines
    }

    /// Which engines meet, by their numbers.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many games each pairing plays.
    pub fn games_per_pairing(&self) -> usize {
        self.games
    }

    /// How many games there are in all.
    pub fn games(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// A game by its number. The two games of a pair follow each other; then the next pairing has its turn.
    pub fn fixture(&self, number: usize) -> Fixture {
        let (pair, turn) = (number / 2, number % 2);
        let pairing = pair % self.pairings.len();
        let (one, other) = self.pairings[pairing];
        let players = if turn == 0 {
            ByColor { white: one, black: other }
        } else {
            ByColor { white: other, black: one }
        };
        Fixture { number, pairing, pair: pair / self.pairings.len(), players }
    }

    /// The color of the first engine of a game's pairing.
    pub fn first_color(&self, fixture: &Fixture) -> Color {
        let is_white = self.pairings[fixture.pairing].0 == fixture.players.white;
        if is_white { Color::White } else { Color::Black }
    }

    /// The other game with the same opening.
    pub fn partner(number: usize) -> usize {
        number ^ 1
    }
}

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    /// The first meets all others.
    Gauntlet,
    /// Everybody meets everybody.
    RoundRobin,
    /// Everybody meets so many of those who come next in the order they were named in.
    Neighbours(usize),
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_pair_of_engines_has_every_opening_with_both_colors() {
        for (engines, format, pairings) in [
            (2, MatchFormat::Gauntlet, 1),
            (4, MatchFormat::Gauntlet, 3),
            (4, MatchFormat::RoundRobin, 6),
            (5, MatchFormat::Neighbours(2), 7),
            (3, MatchFormat::Neighbours(9), 3),
        ] {
            let schedule = Schedule::new(engines, 10, format);
            assert_eq!(schedule.games(), pairings * 10);
            let mut seen = HashSet::new();
            for number in 0..schedule.games() {
                let game = schedule.fixture(number);
                let other = schedule.fixture(Schedule::partner(number));
                assert_eq!((game.pairing, game.pair), (other.pairing, other.pair));
                assert_eq!(game.players.white, other.players.black);
                assert_ne!(schedule.first_color(&game), schedule.first_color(&other));
                assert!(game.pair < 5 && seen.insert((game.players.white, game.players.black, game.pair)));
            }
        }
    }
}
