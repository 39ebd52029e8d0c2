//! The table, and what is a fault in it.

use super::{Damage, Round};

/// What an attack may cost the others.
const MOST: f64 = 2.0;

/// Prints what each attack cost, and gives how many cost too much.
pub fn print(all: &[Damage]) -> usize {
    let calm = p99(&all[0]);
    println!(
        "\nothers' moves, ms p50     p99   to calm   server's load   attacker done/s   refused/s   what somebody does"
    );
    for damage in all {
        let name = damage.attack.map_or("nothing", super::attack::Attack::name);
        let rates = |count: fn(&Round) -> u64| median(damage, |round| count(round) as f64 / round.seconds());
        println!(
            "{:>21.2}{:>8.2}{:>10.2}{:>14.0} %{:>18.0}{:>12.0}   {name}",
            median(damage, |round| round.accepted.percentile(50)),
            p99(damage),
            p99(damage) / calm,
            median(damage, |round| round.load * 100.0),
            rates(|round| round.tally.done),
            rates(|round| round.tally.refused),
        );
    }
    let faults = all.iter().filter(|damage| p99(damage) > MOST * calm).count();
    println!("{faults} of {} attacks cost more than {MOST} times the p99", all.len() - 1);
    faults
}

fn p99(damage: &Damage) -> f64 {
    median(damage, |round| round.accepted.percentile(99))
}

/// The middle of what the rounds say.
fn median(damage: &Damage, figure: impl Fn(&Round) -> f64) -> f64 {
    let mut figures: Vec<f64> = damage.rounds.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
