//! The tables at the end.

use super::contestant::Contestant;
use super::curve::Curve;
use super::figures::{Figures, Latencies};
use super::load::Pace;
use super::memory::Memory;
use super::{Plan, Rounds};

pub fn print_costs(plan: &Plan, contestants: &[Contestant], paces: &[Pace; 2], all: &[[Rounds; 2]]) {
    println!(
        "{} games of {} single moves with {} spectators; of {} rounds, taken in turns, the one with the least processor \
         time a move",
        plan.games, plan.plies, plan.spectators, plan.rounds
    );
    for (number, pace) in paces.iter().enumerate() {
        println!("\n{}", title(*pace));
        println!("{HEADER}");
        let mut first = None;
        for (contestant, rounds) in contestants.iter().zip(all) {
            first.get_or_insert_with(|| best_cpu(&rounds[number]));
            print_contestant(contestant, &rounds[number], first.unwrap_or_default());
        }
    }
}

fn title(pace: Pace) -> String {
    match pace {
        Pace::Full => "at full load".to_owned(),
        Pace::Rate(rate) => format!("at {rate} moves a second, each at its time"),
    }
}

const HEADER: &str = "  moves/s   CPU µs/move  (median)   to first   sent B/move  to players   written B/move   accepted ms p50     \
                      p99   arrived ms p50     p99   own µs/move";

fn print_contestant(contestant: &Contestant, rounds: &Rounds, first: f64) {
    let mut cpu: Vec<f64> = rounds.iter().map(cpu_per_move).collect();
    cpu.sort_by(f64::total_cmp);
    let best = best(rounds);
    let [accepted, arrived] =
        [&best.accepted, &best.arrived].map(|all| (all.percentile(50), all.percentile(99)));
    println!(
        "{:>9.0}{:>14.1}{:>10.1}{:>11.2}{:>14.0}{:>12.0}{:>17.0}{:>18.2}{:>8.2}{:>17.2}{:>8.2}{:>14.1}   {}",
        best.rate(),
        cpu[0],
        cpu[cpu.len() / 2],
        cpu[0] / first,
        best.sent_per_move(),
        best.sent_to_players_per_move(),
        best.written_per_move(),
        accepted.0,
        accepted.1,
        arrived.0,
        arrived.1,
        best.micros_per_move(best.own_cpu),
        contestant.name()
    );
    let threads = best.threads.iter().map(|(name, cpu)| (name, best.micros_per_move(*cpu)));
    let threads = threads.filter(|(_, micros)| *micros >= 0.05);
    let threads: Vec<String> = threads.map(|(name, micros)| format!("{name} {micros:.1}")).collect();
    println!("          of which by thread: {}", threads.join(", "));
}

fn cpu_per_move(figures: &Figures) -> f64 {
    figures.micros_per_move(figures.cpu)
}

/// The round with the least processor time.
pub fn best(rounds: &Rounds) -> &Figures {
    rounds.iter().min_by(|a, b| a.cpu.cmp(&b.cpu)).expect("there is a round")
}

pub fn best_cpu(rounds: &Rounds) -> f64 {
    cpu_per_move(best(rounds))
}

/// What the disk took by itself.
pub fn print_probes(before: &Latencies, after: &Latencies) {
    println!("\na page written and synced, without a server");
    for (name, probe) in [("before", before), ("after", after)] {
        println!("{name:>9}: median {:.2} ms, p99 {:.2} ms", probe.percentile(50), probe.percentile(99));
    }
}

pub fn print_memory(contestants: &[Contestant], memories: &[Memory]) {
    println!("\nmemory\n  B/idle socket   B/ply of a live game   given back");
    for (contestant, memory) in contestants.iter().zip(memories) {
        let given_back = memory.given_back.map_or("-".to_owned(), |share| format!("{:.0} %", share * 100.0));
        println!(
            "{:>15.0}{:>23.0}{given_back:>13}   {}",
            memory.per_socket,
            memory.per_ply,
            contestant.name()
        );
    }
}

pub fn print_curves(curves: &[Curve]) {
    println!("\nacceptance of a move at rates from 128 games, each move at its time");
    println!("  moves/s   reached   ms p50      p99");
    for curve in curves {
        for point in &curve.points {
            println!(
                "{:>9}{:>10.0}{:>9.2}{:>9.2}   {}",
                point.rate, point.reached, point.median, point.p99, curve.name
            );
        }
    }
    println!();
}
