use std::collections::BTreeMap;

use anyhow::ensure;

use super::elo::Elo;
use super::finish::EngineFault;
use super::game_record::GameRecord;
use super::match_tally::{HalfPoints, MatchTally};
use super::ratings::{Anchor, FittedRating, fit};
use super::schedule::Schedule;

/// What the finished games say.
pub struct Standings {
    schedule: Schedule,
    /// One for each pairing, from the first engine's side.
    tallies: Vec<MatchTally>,
    /// Points of the first engine of its pairing in each finished game.
    points: BTreeMap<usize, HalfPoints>,
    /// How often each engine failed, and how.
    faults: BTreeMap<(usize, EngineFault), usize>,
}

impl Standings {
    /// The standings before the first game.
    pub fn new(schedule: Schedule) -> Standings {
        let tallies = vec![MatchTally::default(); schedule.pairings().len()];
        Standings { schedule, tallies, points: BTreeMap::new(), faults: BTreeMap::new() }
    }

    /// Counts a game; says whether it was new.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let number = record.number;
        if number >= self.schedule.games() || self.points.contains_key(&number) {
            return false;
        }
        let fixture = self.schedule.fixture(number);
        let points = HalfPoints::of(record.winner, self.schedule.first_color(&fixture));
        self.points.insert(number, points);
        let tally = &mut self.tallies[fixture.pairing];
        tally.add(points);
        if let Some(&other) = self.points.get(&Schedule::partner(number)) {
            tally.add_pair(points, other);
        }
        if let Some((color, fault)) = record.fault {
            *self.faults.entry((*fixture.players.get(color), fault)).or_insert(0) += 1;
        }
        true
    }

    /// Counts the games that a match went on from.
    pub fn add_all(&mut self, records: &[GameRecord]) -> anyhow::Result<()> {
        for record in records {
            let number = record.number + 1;
            ensure!(
                number <= self.schedule.games(),
                "the match has been lengthened: game {number} of it is finished, and --games is too small for that"
            );
            ensure!(self.add(record), "the state has game {number} twice");
        }
        Ok(())
    }

    /// Who plays whom.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Whether the game of a number is finished.
    pub fn is_finished(&self, number: usize) -> bool {
        self.points.contains_key(&number)
    }

    /// How many games are finished.
    pub fn finished(&self) -> usize {
        self.points.len()
    }

    /// The pairings with their results.
    pub fn pairings(&self) -> impl Iterator<Item = ((usize, usize), &MatchTally)> {
        self.schedule.pairings().iter().copied().zip(&self.tallies)
    }

    /// The results of the first pairing.
    pub fn first(&self) -> &MatchTally {
        &self.tallies[0]
    }

    /// The results of an engine against all others.
    pub fn of_engine(&self, engine: usize) -> MatchTally {
        let mut sum = MatchTally::default();
        for ((one, other), tally) in self.pairings() {
            match () {
                () if engine == one => sum.add_all(tally),
                () if engine == other => sum.add_all(&tally.reversed()),
                () => {}
            }
        }
        sum
    }

    /// The ratings of all engines, fitted to all games together, beside those that are known.
    pub fn ratings(&self, anchors: &[Anchor]) -> Vec<FittedRating> {
        let players = self.schedule.engines();
        let pairings: Vec<_> = self.pairings().map(|(who, tally)| (who, *tally)).collect();
        fit(players, &pairings, anchors)
    }

    /// Which engine failed in which way how often.
    pub fn faults(&self) -> impl Iterator<Item = (usize, EngineFault, usize)> {
        self.faults.iter().map(|(&(engine, fault), &count)| (engine, fault, count))
    }

    /// The difference of a pairing in words.
    pub fn elo(tally: &MatchTally) -> String {
        Elo::of(tally).map_or_else(|| "-".to_owned(), |elo| elo.to_string())
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::Color;

    use super::super::schedule::MatchFormat;
    use super::*;

    fn record(number: usize, winner: Option<Color>) -> GameRecord {
        let fault = (number == 3).then_some((Color::White, EngineFault::Crash));
        GameRecord { number, winner, reason: String::new(), fault, plies: 1, pgn: String::new() }
    }

    #[test]
    fn games_are_counted_once_in_any_order() {
        let mut standings = Standings::new(Schedule::new(3, 2, MatchFormat::Gauntlet));
        assert!(standings.add(&record(1, Some(Color::White))));
        assert!(standings.add(&record(3, Some(Color::Black))));
        assert!(standings.add(&record(0, Some(Color::White))));
        assert!(!standings.add(&record(0, Some(Color::Black))));
        assert!(!standings.add(&record(4, None)));
        assert_eq!(*standings.first(), MatchTally { wins: 1, losses: 1, draws: 0, pairs: [0, 0, 1, 0, 0] });
        // Game 3 is the third engine's with White, and it failed.
        assert_eq!(standings.faults().collect::<Vec<_>>(), [(2, EngineFault::Crash, 1)]);
        assert_eq!(standings.of_engine(0).wins, 2);
        assert_eq!(standings.of_engine(2).losses, 1);
    }
}
