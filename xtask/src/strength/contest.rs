//! Matches of our engine, played by `tabiya match`.

use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use super::figure::Match;
use super::{Args, program};
use crate::{shell, workspace};

pub fn measure(name: &str, contest: &Match, args: &Args) -> Result<String> {
    if let Some(tool) = &contest.tool {
        tool.ensure()?;
    }
    let program = program::build(contest.build)?;
    let pgn = program::folder()?.join(format!("{name}.pgn"));
    if args.fresh {
        for file in [pgn.clone(), pgn.with_extension("pgn.state")] {
            let _ = std::fs::remove_file(file);
        }
    }
    let path = format!("\"{}\"", program.display());
    let games = contest.games.unwrap_or(args.games);
    let mut command = Command::new(&program);
    command.current_dir(workspace::root()).arg("match");
    command.args(["--engine", &format!("{path} uci name=Tabiya {}", contest.ours)]);
    command.args(["--engine", &contest.theirs.replace("OURS", &path)]);
    command.args(contest.options);
    command.args(["--games", &games.to_string(), "--concurrency", &args.concurrency.to_string()]);
    command.arg("--pgn").arg(&pgn).arg("--json");
    println!("$ {}", shell::line(&command));
    let answer = shell::output(&mut command)?;
    let answer: Value = serde_json::from_str(&answer).context("tabiya match did not answer in JSON")?;
    describe(&answer).context("the answer of tabiya match is not understood")
}

/// The result in words: points, Elo, and who failed how often.
fn describe(answer: &Value) -> Option<String> {
    let pairing = &answer["pairings"][0];
    let count = |name: &str| pairing[name].as_u64();
    let (wins, losses, draws) = (count("wins")?, count("losses")?, count("draws")?);
    let mut text = format!("+{wins} -{losses} ={draws}, {:.1} %", pairing["score"].as_f64()? * 100.0);
    text += &elo(pairing).unwrap_or_default();
    for fault in answer["faults"].as_array()? {
        let (engine, kind) = (fault["engine"].as_str()?, fault["fault"].as_str()?);
        text += &format!("; {engine} {kind} {}", fault["count"]);
    }
    Some(text)
}

/// The difference in strength with its error, or its bound where everything was won or lost.
fn elo(pairing: &Value) -> Option<String> {
    let number = |name: &str| pairing[name].as_f64();
    match (number("elo"), number("elo_low"), number("elo_high")) {
        (Some(elo), ..) => Some(format!(", Elo {elo:+.0} ± {:.0}", number("error")?)),
        (None, Some(low), None) => Some(format!(", Elo at least {low:+.0}")),
        (None, None, Some(high)) => Some(format!(", Elo at most {high:+.0}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_told_with_their_faults() {
        let answer = r#"{"pairings":[{"wins":3,"losses":1,"draws":0,"score":0.75,"elo":190.8,"error":12.3}],
            "faults":[{"engine":"x","fault":"time","count":2}]}"#;
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(describe(&answer).unwrap(), "+3 -1 =0, 75.0 %, Elo +191 ± 12; x time 2");
        assert_eq!(describe(&Value::Null), None);
    }

    #[test]
    fn a_clean_score_has_a_bound() {
        let told = |ends: &str| elo(&serde_json::from_str(ends).unwrap());
        let won = r#"{"elo":null,"error":null,"elo_low":606.8,"elo_high":null}"#;
        let lost = r#"{"elo":null,"error":null,"elo_low":null,"elo_high":-606.8}"#;
        assert_eq!(told(won).unwrap(), ", Elo at least +607");
        assert_eq!(told(lost).unwrap(), ", Elo at most -607");
        assert_eq!(told("{}"), None);
    }
}
