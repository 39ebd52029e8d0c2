//! The table at the end.

use std::path::Path;

use super::figures::Figures;
use super::load::Pace;
use super::{Plan, Rounds};

pub fn print(plan: &Plan, paces: &[Pace; 2], all: &[[Rounds; 2]]) {
    println!(
        "{} games of {} single moves with {} spectators; of {} rounds, taken in turns, the one with the least processor \
         time a move",
        plan.games, plan.plies, plan.spectators, plan.rounds
    );
    for (number, pace) in paces.iter().enumerate() {
        println!("\n{}", title(*pace));
        println!("{HEADER}");
        let mut first = None;
        for (program, rounds) in plan.programs.iter().zip(all) {
            first.get_or_insert_with(|| best_cpu(&rounds[number]));
            print_program(program, &rounds[number], first.unwrap_or_default());
        }
    }
}

fn title(pace: Pace) -> String {
    match pace {
        Pace::Full => "at full load".to_owned(),
        Pace::Rate(rate) => format!("at {rate} moves a second"),
    }
}

const HEADER: &str = "  moves/s   CPU µs/move  (median)   to first   sent B/move   accepted ms p50     p99   \
                      arrived ms p50     p99   own µs/move";

fn print_program(program: &Path, rounds: &Rounds, first: f64) {
    let mut cpu: Vec<f64> = rounds.iter().map(cpu_per_move).collect();
    cpu.sort_by(f64::total_cmp);
    let best = best(rounds);
    let [accepted, arrived] =
        [&best.accepted, &best.arrived].map(|all| (all.percentile(50), all.percentile(99)));
    println!(
        "{:>9.0}{:>14.1}{:>10.1}{:>11.2}{:>14.0}{:>18.2}{:>8.2}{:>17.2}{:>8.2}{:>14.1}   {}",
        best.rate(),
        cpu[0],
        cpu[cpu.len() / 2],
        cpu[0] / first,
        best.bytes_per_move(),
        accepted.0,
        accepted.1,
        arrived.0,
        arrived.1,
        best.micros_per_move(best.own_cpu),
        program.display()
    );
    let threads = best.threads.iter().map(|(name, cpu)| (name, best.micros_per_move(*cpu)));
    let threads = threads.filter(|(_, micros)| *micros >= 0.05);
    let threads: Vec<String> = threads.map(|(name, micros)| format!("{name} {micros:.1}")).collect();
    println!("          of which by thread: {}", threads.join(", "));
}

fn cpu_per_move(figures: &Figures) -> f64 {
    figures.micros_per_move(figures.cpu)
}

fn best(rounds: &Rounds) -> &Figures {
    rounds.iter().min_by(|a, b| a.cpu.cmp(&b.cpu)).expect("there is a round")
}

fn best_cpu(rounds: &Rounds) -> f64 {
    cpu_per_move(best(rounds))
}
