//! The table, and what is a fault in it.

use super::attack::Attack;
use super::{Experience, Round, Row};

/// How many times as long as on the server beside it the others may wait, by the slowest hundredth of their moves.
const MOST_WAIT: f64 = 2.0;

/// How long somebody may wait who comes to play the weakest computer, in milliseconds.
const LONGEST_ARRIVAL: f64 = 500.0;

/// How much of a processor the attack may take from those who are served, of two that there are at least.
const MOST_TAKEN: f64 = 1.0;

pub fn name(attack: Option<Attack>) -> &'static str {
    attack.map_or("nothing", Attack::name)
}

/// Prints what each attack cost, and tells which cost too much.
pub fn print(rows: &[Row]) -> Vec<String> {
    println!(
        "\nothers' moves, ms      |  the server beside |         | come and play |  taken, % of a   |  attacker       |"
    );
    println!(
        "    p50     p99  to calm |    p50     p99     |   ratio | longest, ms   |  core: serves thinks |  done/s refused/s |  what somebody does"
    );
    let lines: Vec<Line> = rows.iter().map(Line::new).collect();
    lines.iter().for_each(|line| line.print(&lines[0]));
    let noise = lines[0].ratio.max(1.0);
    let faults: Vec<String> = lines.iter().skip(1).flat_map(|line| line.faults(noise)).collect();
    faults.iter().for_each(|fault| println!("{fault}"));
    println!(
        "{} faults in {} attacks; two servers without any differ {noise:.2} times",
        faults.len(),
        rows.len() - 1
    );
    faults
}

/// The middle of what the rounds say of each figure.
struct Line {
    name: &'static str,
    moves: [f64; 2],
    beside: [f64; 2],
    ratio: f64,
    arrival: f64,
    arrival_beside: f64,
    turned_away: usize,
    serving: f64,
    thinking: f64,
    done: f64,
    refused: f64,
}

impl Line {
    fn new(row: &Row) -> Line {
        let middle = |figure: fn(&Round) -> f64| median(row.rounds.iter().map(figure));
        Line {
            name: name(row.attack),
            moves: [
                middle(|round| round.attacked.moves.percentile(50)),
                middle(|round| p99(&round.attacked)),
            ],
            beside: [
                middle(|round| round.bystander.moves.percentile(50)),
                middle(|round| p99(&round.bystander)),
            ],
            ratio: middle(|round| p99(&round.attacked) / p99(&round.bystander)),
            arrival: middle(|round| longest_arrival(&round.attacked)),
            arrival_beside: middle(|round| longest_arrival(&round.bystander)),
            turned_away: row.rounds.iter().map(|round| round.attacked.arrivals.turned_away).sum(),
            serving: middle(|round| share(round, |one| one.serving.as_secs_f64())),
            thinking: middle(|round| share(round, |one| one.thinking.as_secs_f64())),
            done: middle(|round| round.tally.done as f64 / round.attacked.time.as_secs_f64()),
            refused: middle(|round| round.tally.refused as f64 / round.attacked.time.as_secs_f64()),
        }
    }

    fn print(&self, calm: &Line) {
        println!(
            "{:>7.2}{:>8.2}{:>9.2} |{:>7.2}{:>8.2}     |{:>8.2} |{:>14.0} |{:>14.0}{:>7.0} |{:>8.0}{:>10.0} |  {}",
            self.moves[0],
            self.moves[1],
            self.moves[1] / calm.moves[1],
            self.beside[0],
            self.beside[1],
            self.ratio,
            self.arrival,
            100.0 * self.serving,
            100.0 * self.thinking,
            self.done,
            self.refused,
            self.name
        );
    }

    /// What it costs too much, where two servers that nobody attacks differ by so many times.
    fn faults(&self, noise: f64) -> Vec<String> {
        let waits = self.ratio > MOST_WAIT * noise;
        let arrives_late = self.arrival > LONGEST_ARRIVAL && self.arrival_beside <= LONGEST_ARRIVAL;
        let found = [
            waits.then(|| format!("others' moves wait {:.1} times as long", self.ratio)),
            arrives_late.then(|| format!("whoever comes waits {:.0} ms for the computer", self.arrival)),
            (self.turned_away > 0).then(|| format!("{} who came were turned away", self.turned_away)),
            (self.serving > MOST_TAKEN).then(|| format!("it takes {:.1} processors", self.serving)),
        ];
        found.into_iter().flatten().map(|fault| format!("{}: {fault}", self.name)).collect()
    }
}

fn p99(experience: &Experience) -> f64 {
    experience.moves.percentile(99)
}

/// Somebody who came was let in, or there are faults enough.
fn longest_arrival(experience: &Experience) -> f64 {
    let waits = &experience.arrivals.waits;
    if waits.len() == 0 { f64::INFINITY } else { waits.percentile(100) }
}

/// What the attacked server took of a processor on top of the one beside it.
fn share(round: &Round, seconds: fn(&Experience) -> f64) -> f64 {
    let rate = |one: &Experience| seconds(one) / one.time.as_secs_f64();
    (rate(&round.attacked) - rate(&round.bystander)).max(0.0)
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> Line {
        Line {
            name: "something",
            moves: [1.0, 6.0],
            beside: [1.0, 3.0],
            ratio: 2.0,
            arrival: 500.0,
            arrival_beside: 20.0,
            turned_away: 0,
            serving: 1.0,
            thinking: 1.9,
            done: 100.0,
            refused: 0.0,
        }
    }

    #[test]
    fn what_is_within_the_bounds_is_no_fault() {
        assert_eq!(line().faults(1.0), [""; 0]);
        assert_eq!(Line { ratio: 2.4, ..line() }.faults(1.3), [""; 0]);
        assert_eq!(Line { arrival: 900.0, arrival_beside: 800.0, ..line() }.faults(1.0), [""; 0]);
    }

    #[test]
    fn each_bound_has_its_fault() {
        let worse = Line { ratio: 2.1, arrival: 501.0, turned_away: 3, serving: 1.1, ..line() };
        assert_eq!(
            worse.faults(1.0),
            [
                "something: others' moves wait 2.1 times as long",
                "something: whoever comes waits 501 ms for the computer",
                "something: 3 who came were turned away",
                "something: it takes 1.1 processors",
            ]
        );
    }
}
