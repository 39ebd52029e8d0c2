use tabiya_rules::Color;

/// The results of games between two engines, from the first one's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTally {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// How many pairs of games with the same opening brought 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// Points of a game, doubled so that they are whole: 0, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfPoints(pub u8);

impl HalfPoints {
    /// What the side of `color` gets.
    pub fn of(winner: Option<Color>, color: Color) -> HalfPoints {
        HalfPoints(match winner {
            Some(winner) if winner == color => 2,
            Some(_) => 0,
            None => 1,
        })
    }
}

impl MatchTally {
    /// Counts a game.
    pub fn add(&mut self, points: HalfPoints) {
        match points.0 {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Both games of a pair are there.
    pub fn add_pair(&mut self, first: HalfPoints, second: HalfPoints) {
        self.pairs[usize::from(first.0 + second.0).min(4)] += 1;
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The part of the points that were won.
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }

    /// The same from the other side.
    pub fn reversed(&self) -> MatchTally {
        let mut pairs = self.pairs;
        pairs.reverse();
        MatchTally { wins: self.losses, losses: self.wins, draws: self.draws, pairs }
    }

    /// Counts the games of another tally too.
    pub fn add_all(&mut self, other: &MatchTally) {
        let MatchTally { wins, losses, draws, pairs } = other;
        self.wins += wins;
        self.losses += losses;
        self.draws += draws;
        self.pairs.iter_mut().zip(pairs).for_each(|(sum, count)| *sum += count);
    }

    /// How far the score of a game is from the mean, squared.
    pub fn game_variance(&self) -> f64 {
        variance(&[(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)])
    }

    /// The same for the mean score of a pair; `None` with less than two pairs.
    pub fn pair_variance(&self) -> Option<f64> {
        let pairs: Vec<(f64, u64)> =
            self.pairs.iter().enumerate().map(|(i, &count)| (i as f64 / 4.0, count)).collect();
        (self.pairs.iter().sum::<u64>() > 1).then(|| variance(&pairs))
    }
}

fn variance(values: &[(f64, u64)]) -> f64 {
    let total: f64 = values.iter().map(|(_, count)| *count as f64).sum();
    let mean = values.iter().map(|(value, count)| value * *count as f64).sum::<f64>() / total;
    values.iter().map(|(value, count)| (value - mean).powi(2) * *count as f64).sum::<f64>() / total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_from_the_first_side() {
        let mut tally = MatchTally::default();
        let (white, black) = (Color::White, Color::Black);
        let pair = [HalfPoints::of(Some(white), white), HalfPoints::of(None, black)];
        pair.iter().for_each(|&points| tally.add(points));
        tally.add_pair(pair[0], pair[1]);
        assert_eq!(tally, MatchTally { wins: 1, losses: 0, draws: 1, pairs: [0, 0, 0, 1, 0] });
        assert_eq!(tally.reversed(), MatchTally { wins: 0, losses: 1, draws: 1, pairs: [0, 1, 0, 0, 0] });
        assert_eq!(tally.score(), Some(0.75));
    }

    #[test]
    fn variances_are_those_of_the_results() {
        let tally = MatchTally { wins: 1, losses: 1, draws: 2, pairs: [1, 0, 0, 0, 1] };
        assert_eq!(tally.game_variance(), 0.125);
        assert_eq!(tally.pair_variance(), Some(0.25));
        assert_eq!(MatchTally { pairs: [0, 1, 0, 0, 0], ..tally }.pair_variance(), None);
    }
}
