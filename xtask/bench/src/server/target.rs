//! What the server is to reach, and whether it does.

use super::curve::Curve;
use super::memory::Memory;
use super::report::{best, best_cpu};
use super::{Plan, Rounds};

/// A figure and its bound.
pub struct Target {
    what: String,
    found: f64,
    bound: Bound,
}

enum Bound {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    fn at_most(what: impl Into<String>, bound: f64, found: f64) -> Target {
        Target { what: what.into(), found, bound: Bound::AtMost(bound) }
    }

    fn is_reached(&self) -> bool {
        match self.bound {
            Bound::AtMost(bound) => self.found <= bound,
            Bound::AtLeast(bound) => self.found >= bound,
        }
    }
}

/// How long the slowest hundredth may wait at 2,000 moves a second: less on a disk that is quick by itself.
fn patience(probe: f64) -> f64 {
    if probe < 0.5 { 15.0 } else { 6.0 * probe + 10.0 }
}

/// All of them for one program. The disk itself took so many milliseconds.
pub fn all(
    plan: &Plan,
    [full, rated]: &[Rounds; 2],
    curve: &Curve,
    memory: &Memory,
    probe: f64,
) -> Vec<Target> {
    let most = curve.points.iter().map(|point| point.reached).chain(full.iter().map(super::Figures::rate));
    let most = most.fold(0.0, f64::max);
    let mut targets = vec![
        Target::at_most("processor time of a move at full load, µs", 120.0, best_cpu(full)),
        Target::at_most(format!("the same at {} moves a second, µs", plan.rate), 200.0, best_cpu(rated)),
        Target { what: "moves a second at most".to_owned(), found: most, bound: Bound::AtLeast(7000.0) },
        Target::at_most("memory of an idle socket, B", 8192.0, memory.per_socket),
        Target::at_most("memory of a ply, B", 1024.0, memory.per_ply),
        Target::at_most("sent to both players for a move, B", 1024.0, best(full).sent_to_players_per_move()),
        Target::at_most("written for a move, B", 8192.0, best(rated).written_per_move()),
    ];
    if let Some(point) = curve.at(2000) {
        targets.push(Target::at_most("p99 at 2000 moves a second, ms", patience(probe), point.p99));
    }
    targets
}

pub fn print(targets: &[Target]) {
    println!("\nwhat is to be reached");
    for target in targets {
        let bound = match target.bound {
            Bound::AtMost(bound) => format!("at most {bound:.0}"),
            Bound::AtLeast(bound) => format!("at least {bound:.0}"),
        };
        let reached = if target.is_reached() { "reached" } else { "NOT reached" };
        println!("{:<48}{:>9.1}   {bound:<14}   {reached}", target.what, target.found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_disk_makes_everybody_patient() {
        assert_eq!(patience(0.4), 15.0);
        assert_eq!(patience(5.0), 40.0);
    }

    #[test]
    fn bounds_are_met_from_their_side() {
        let least = |found| Target { what: String::new(), found, bound: Bound::AtLeast(7000.0) };
        assert!(least(7000.0).is_reached() && !least(6999.0).is_reached());
        assert!(Target::at_most("", 8.0, 8.0).is_reached() && !Target::at_most("", 8.0, 8.1).is_reached());
    }
}
