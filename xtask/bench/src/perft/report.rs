//! The table at the end: speeds, ratios, geometric means.

use super::Contestant;
use super::suite::Case;
use crate::race::{Times, noise};

/// How many times as fast one contestant is as another, by their places in the field.
pub struct Ratio {
    pub of: usize,
    pub to: usize,
}

pub fn print(contestants: &[Contestant], ratios: &[Ratio], suite: &[Case], times: &[Vec<Times>]) {
    let speeds: Vec<Vec<f64>> = suite.iter().zip(times).map(|(case, times)| speeds(case, times)).collect();
    println!("{}", header(contestants, ratios));
    for (case, speeds) in suite.iter().zip(&speeds) {
        println!("{}", row(&format!("{} d{}", case.name, case.depth), speeds, ratios));
    }
    println!("{}", row("geometric mean", &geometric_means(&speeds), ratios));
    println!("noise: the median run took {:.0} % longer than the best", noise(times) * 100.0);
}

/// Million nodes per second.
fn speeds(case: &Case, times: &[Times]) -> Vec<f64> {
    times.iter().map(|times| case.nodes as f64 / times.best().as_secs_f64() / 1e6).collect()
}

fn geometric_means(speeds: &[Vec<f64>]) -> Vec<f64> {
    let mean_log = |i: usize| speeds.iter().map(|row| row[i].ln()).sum::<f64>() / speeds.len() as f64;
    (0..speeds[0].len()).map(|i| mean_log(i).exp()).collect()
}

fn header(contestants: &[Contestant], ratios: &[Ratio]) -> String {
    let names = contestants.iter().map(|c| format!("{:>12}", c.name));
    let pairs = ratios
        .iter()
        .map(|r| format!("{:>22}", format!("{}/{}", contestants[r.of].name, contestants[r.to].name)));
    format!("{:<16}{}", "Mnodes/s", names.chain(pairs).collect::<String>())
}

/// The mean of ratios is the ratio of means when both are geometric, so one function serves every row.
fn row(name: &str, speeds: &[f64], ratios: &[Ratio]) -> String {
    let speed = speeds.iter().map(|speed| format!("{speed:>12.1}"));
    let ratio = ratios.iter().map(|r| format!("{:>22.3}", speeds[r.of] / speeds[r.to]));
    format!("{name:<16}{}", speed.chain(ratio).collect::<String>())
}
