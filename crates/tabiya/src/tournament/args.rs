use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use tabiya_arena::engine_process::{EngineSpec, GameLine, Pace, SecondsControl, Variant};
use tabiya_arena::tournament::{
    Adjudication, Anchor, DrawRule, MatchFormat, MatchPlan, MatchSettings, Openings, Schedule, Sprt, WinRule,
};
use tabiya_notation::find_rules;

use super::openings;
use crate::output::tell;
use crate::{rule_set, wrong_usage};

/// Let engines play each other, and tell how strong they are
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// An engine: a UCI program with its arguments, or our own as
    /// level:3 or elo:1400; give two or more
    ///
    /// Settings are words behind the program: name=NAME (in tables and games), proto=xboard (for engines that speak
    /// XBoard's protocol), option.NAME=VALUE, dir=FOLDER (to run it in), restart=on (anew for every game), and tc=,
    /// movetime=, nodes= or depth= for a pace of its own. Quotes hold blanks together. Instead of beginning with the
    /// program, say cmd='PROGRAM ARGUMENTS'. Our own plays at its own pace; handicap:2500/55 is ours with so
    /// many positions seen for a move, misjudged by so many hundredths of a pawn. Without a folder the program is looked for on the path and in /usr/games.
    #[arg(long = "engine", value_name = "ENGINE", required = true)]
    engines: Vec<EngineSpec>,

    /// Games of each pair of engines, an even number
    ///
    /// Each opening is played with both colors. [default: 100, with --sprt at most 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: Option<u32>,

    /// Everybody against everybody, instead of the first engine against all others
    #[arg(long)]
    round_robin: bool,

    /// Everybody against the next N in the order they are named in, as for engines of rising strength
    #[arg(long, value_name = "N", conflicts_with = "round_robin", value_parser = clap::value_parser!(u16).range(1..))]
    neighbours: Option<u16>,

    /// The rating of an engine that is known, by its name; may be given for several
    ///
    /// The ratings of all engines are fitted to all games together. They are shifted so that the mean of those that are known
    /// is right; without any, the mean of all is 0.
    #[arg(long = "anchor", value_name = "NAME=ELO")]
    anchors: Vec<String>,

    /// Seconds for all and for each move: 3+0.03 [default: 10+0.1]
    ///
    /// Also 40/60 (moves in a time) and 40/60+0.5. Seconds, as all programs for engine matches have it, while `tabiya play --clock` counts minutes: its 5+3 is
    /// 300+3 here.
    #[arg(long, value_name = "TIME", group = "pace")]
    tc: Option<SecondsControl>,

    /// So many milliseconds for every move, instead of a clock
    #[arg(long, value_name = "MS", group = "pace", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    movetime: Option<u64>,

    /// So many nodes for every move, instead of a clock
    #[arg(long, value_name = "N", group = "pace", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// So deep at every move, instead of a clock
    #[arg(long, value_name = "D", group = "pace", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,

    /// The rule set, by name or by its file
    #[arg(long, value_name = "NAME", default_value = "fide")]
    rules: OsString,

    /// Openings: a file of positions (.epd, .fen) or games (.pgn) [default: 500 of our own]
    ///
    /// Under rules that are not those of ordinary chess, the default are the 960 start positions of Chess960, and else a
    /// few random moves from the start after which nothing can be taken.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Play at most so many single moves of each opening
    #[arg(long, value_name = "N")]
    plies: Option<u32>,

    /// Settles the order of the openings, and what random openings and levels leave to chance
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Games played at the same time, 1 to 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,

    /// Call a game drawn when both engines do: 'after=40 moves=8 score=10' means from move 40 on, for 8 moves
    /// in a row, neither sees more than 10 hundredths of a pawn. Words left out take these values
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,

    /// Call a game won when both engines do: 'moves=4 score=800' means for 4 moves in a row, one side is ahead by
    /// 800 hundredths of a pawn or more. Words left out take these values
    #[arg(long, value_name = "RULE")]
    resign: Option<WinRule>,

    /// Call a game drawn after so many moves of each side
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_moves: u32,

    /// Stop as soon as it is clear whether the first engine is stronger: by less than ELO0, or by more than ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// How often --sprt may find a gain that is none
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt")]
    alpha: f64,

    /// How often --sprt may miss a gain
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt")]
    beta: f64,

    /// Write every game to this file, to be gone on with
    ///
    /// What is needed to go on is kept beside it, in FILE.state.
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,

    /// Keep what is needed to go on in this file
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,

    /// So many milliseconds by which a clock may be overrun, for what passes between the programs
    #[arg(long, value_name = "MS", default_value = "50", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    margin: u64,

    /// So many seconds for an engine to start, and to move where it has no clock
    #[arg(long, value_name = "S", default_value = "30", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,

    /// Append everything that engines say and are told to this file
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Every game is judged by our own rules: mate, stalemate, repetition, quiet moves
and dead positions, as the rule set has them; draws that could be claimed are
taken. An engine that crashes, hangs, oversteps the time, makes an illegal move
or claims a result that is none loses that game, with the reason in the table
and in the PGN, and is started again.

With --pgn or --state a match can be stopped in any way and goes on with the
same command: finished games are neither lost nor repeated. The same command
with more --games lengthens it. Ctrl-C stops it and prints the table; a second
Ctrl-C does not wait.

Elo comes with an error of 95 %, from pairs of games with the same opening.
Pairs counts those that brought 0, 1/2, 1, 1 1/2 and 2 points. For three
engines and more, ratings are fitted to all games together (Bradley-Terry).

Exit status: 0 done, 1 refused, failed or stopped, 2 wrong usage. With --sprt:
0 where the answer is yes, 3 where it is no, 4 where all games were too few to
tell; the last line says it in words.

Examples:
  tabiya match --engine toga2 --engine glaurung --tc 3+0.03 --pgn toga.pgn
  tabiya match --engine 'new/tabiya uci name=new' \\
      --engine 'old/tabiya uci name=old' --tc 8+0.08 --sprt 0 10
  tabiya match --engine stockfish --engine 'gnuchess --uci option.Hash=16' \\
      --engine 'sjeng proto=xboard' --games 20
  tabiya match --engine level:3 --engine level:1 --rules hong --games 20";

/// How fast an engine plays in a match: as it was told for itself or for all.
fn pace_of(engine: &EngineSpec, usual: Pace) -> Pace {
    if engine.own.is_some() { Pace::Free } else { engine.pace.unwrap_or(usual) }
}

impl Args {
    /// What is to be played.
    pub fn plan(&self) -> anyhow::Result<MatchPlan> {
        if self.engines.len() < 2 {
            return Err(wrong_usage("match", "two engines are needed: give --engine once more"));
        }
        let games = self.games.unwrap_or(if self.sprt.is_some() { 20_000 } else { 100 }) as usize;
        if games % 2 == 1 {
            return Err(wrong_usage(
                "match",
                "--games must be even: each opening is played with both colors",
            ));
        }
        let file = rule_set::load(&self.rules)?;
        let variant = Variant::of(&file, self.rules_path()?);
        let format = match self.neighbours {
            Some(reach) => MatchFormat::Neighbours(reach.into()),
            None if self.round_robin => MatchFormat::RoundRobin,
            None => MatchFormat::Gauntlet,
        };
        let engines = self.named_engines();
        let pace = self.pace();
        Ok(MatchPlan {
            anchors: self.anchors(&engines)?,
            engines,
            paces: self.engines.iter().map(|engine| pace_of(engine, pace)).collect(),
            openings: self.openings(&variant, games / 2).context("the openings")?,
            variant,
            rules: file,
            schedule: Schedule::new(self.engines.len(), games, format),
            format,
            settings: self.settings(),
            sprt: self.sprt()?,
            seed: self.seed,
        })
    }

    /// Tells what a clock means that looks as if minutes were meant.
    pub fn tell_hints(&self) {
        let own = self.engines.iter().filter_map(|engine| match engine.pace {
            Some(Pace::Clock(control)) => Some(control),
            _ => None,
        });
        let mut told: Vec<String> =
            self.tc.into_iter().chain(own).filter_map(|control| control.minutes_hint()).collect();
        told.dedup();
        told.iter().for_each(|hint| tell(format_args!("note: {hint}")));
    }

    /// The openings in the order in which they are played: always the same for a seed.
    fn openings(&self, variant: &Variant, count: usize) -> anyhow::Result<Vec<GameLine>> {
        let wanted = Openings { seed: self.seed, count };
        let plies = self.plies.map_or(usize::MAX, |plies| plies as usize);
        match &self.openings {
            Some(path) => Ok(wanted.given(openings::read(path, plies, variant.rules)?)),
            None => wanted.built_in(variant),
        }
    }

    /// The whole path of the rule file, where the rules are in one.
    fn rules_path(&self) -> anyhow::Result<Option<PathBuf>> {
        if find_rules(&self.rules.to_string_lossy()).is_ok() {
            return Ok(None);
        }
        Ok(Some(std::path::absolute(&self.rules)?))
    }

    /// The engines, those of the same name with a number.
    fn named_engines(&self) -> Vec<EngineSpec> {
        let mut engines: Vec<EngineSpec> = Vec::new();
        for engine in &self.engines {
            let mut engine = engine.clone();
            let name = engine.name.clone();
            let mut number = 2;
            while engines.iter().any(|other| other.name == engine.name) {
                engine.name = format!("{name} ({number})");
                number += 1;
            }
            engines.push(engine);
        }
        engines
    }

    /// The engines whose ratings are known.
    fn anchors(&self, engines: &[EngineSpec]) -> anyhow::Result<Vec<Anchor>> {
        let read = |text: &String| {
            let (name, elo) = text.rsplit_once('=')?;
            let elo = elo.parse().ok().filter(|elo: &f64| (-10_000.0..=10_000.0).contains(elo))?;
            Some((engines.iter().position(|engine| engine.name == name)?, elo))
        };
        let wrong = |text: &String| {
            let fault =
                format!("--anchor takes the name of an engine and its rating, as in toga2=2600: '{text}'");
            wrong_usage("match", &fault)
        };
        self.anchors.iter().map(|text| read(text).ok_or_else(|| wrong(text))).collect()
    }

    fn pace(&self) -> Pace {
        const USUAL: SecondsControl =
            SecondsControl::new(Duration::from_secs(10), Duration::from_millis(100));
        match (self.movetime, self.nodes, self.depth) {
            (Some(time), _, _) => Pace::MoveTime(Duration::from_millis(time)),
            (_, Some(nodes), _) => Pace::Nodes(nodes),
            (_, _, Some(depth)) => Pace::Depth(depth),
            (None, None, None) => Pace::Clock(self.tc.unwrap_or(USUAL)),
        }
    }

    fn settings(&self) -> MatchSettings {
        MatchSettings {
            adjudication: Adjudication { draw: self.draw, win: self.resign, max_moves: self.max_moves },
            margin: Duration::from_millis(self.margin),
            patience: self.patience(),
        }
    }

    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }

    pub fn concurrency(&self) -> usize {
        self.concurrency.into()
    }

    fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        let is_elo = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        let is_chance = |chance: f64| (0.0001..=0.4999).contains(&chance);
        let fault = match () {
            () if self.engines.len() != 2 => "--sprt is for two engines",
            () if !is_elo(elo0) || !is_elo(elo1) || elo0 >= elo1 => {
                "--sprt takes two numbers from -1000 to 1000, the smaller one first"
            }
            () if !is_chance(self.alpha) || !is_chance(self.beta) => {
                "--alpha and --beta are chances from 0.0001 to 0.4999"
            }
            () => return Ok(Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })),
        };
        Err(wrong_usage("match", fault))
    }
}
