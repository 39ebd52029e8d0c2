use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tabiya_analysis::USUAL_NODES;
use tabiya_engine::SearchLimits;

use crate::games::GameNumbers;

/// Find the mistakes in games, with better moves and a graph
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// Games to analyse: PGN, XML, FEN or EPD, also compressed (.gz, .zst); - is PGN on standard input
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    /// Write the games with scores, marks, remarks and better lines, and graphs beside it; - is standard output
    #[arg(short, long, value_name = "OUT.pgn")]
    pub output: Option<PathBuf>,

    /// Search every position so many moves deep
    #[arg(long, value_name = "D", group = "limit", value_parser = clap::value_parser!(i32).range(1..=100))]
    pub depth: Option<i32>,

    /// Search so many positions for each of the game [default: 200000]
    #[arg(long, value_name = "N", group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Search every position for so many milliseconds
    ///
    /// What is found then depends on how fast the computer is.
    #[arg(long, value_name = "MS", group = "limit", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Option<u64>,

    /// Search with this many threads, 1 to 256
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,

    /// Only the games of these numbers: 3, 3-5, 3-
    #[arg(long, value_name = "N")]
    pub number: Option<GameNumbers>,

    /// The rules of games that do not name theirs: a name that `tabiya rules` lists, or a rule file
    #[arg(long, value_name = "NAME")]
    pub rules: Option<OsString>,

    /// Analyse damaged games too, as far as they can be read
    #[arg(long)]
    pub lossy: bool,

    /// Replace files that exist, and begin anew what another command began
    #[arg(long)]
    pub force: bool,

    /// Print one line of JSON for each game
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Moves are marked by the winning chances that they lose: ?! from 5 %, ? from
10 %, ?? from 15 % on. A move is ! where every other would be a mistake, the
game hung on it, and not everybody would have seen it. Chances are those of
lichess's formula (lichess.org/page/accuracy), 50 + 50 * (2 / (1 +
exp(-0.00368208 * centipawns)) - 1), and so is the accuracy of a move, 103.1668
* exp(-0.04354 * loss) - 3.1669. That of a side is the mean of two means of its
moves: one weighted by how much the chances went up and down around each move,
and the harmonic one. What is said of a move the rules have proven.

OUT.pgn has everything that was in FILE, with [%eval 0.17] at every move, marks,
remarks, and better lines as variations; what an earlier analysis wrote is
replaced. Beside it, OUT.svg has the graph, or OUT-1.svg, OUT-2.svg and so on
where there are several games. All appear when they are complete, and nothing
that exists is replaced unless with --force. Stopped in any way, the same
command goes on from there: OUT.pgn.analysis has what is known until it is done.

With --nodes or --depth the result is the same however many threads there are.

Examples:
  tabiya analyse game.pgn
  tabiya analyse club.pgn --number 12 -o game.pgn
  tabiya analyse club.pgn.zst -o club-analysed.pgn --threads 4 --nodes 1000000
  tabiya analyse game.pgn --json";

/// How long every position is searched.
#[derive(Clone)]
pub struct AnalysisLimits {
    pub search: SearchLimits,
    name: String,
}

impl Args {
    pub fn limits(&self) -> AnalysisLimits {
        let usual = SearchLimits::default();
        let (search, name) = match (self.depth, self.movetime, self.nodes) {
            (Some(depth), ..) => (SearchLimits { depth: Some(depth), ..usual }, format!("--depth {depth}")),
            (None, Some(time), _) => {
                let move_time = Some(Duration::from_millis(time));
                (SearchLimits { move_time, ..usual }, format!("--movetime {time}"))
            }
            (None, None, nodes) => {
                let nodes = nodes.unwrap_or(USUAL_NODES);
                (SearchLimits { nodes: Some(nodes), ..usual }, format!("--nodes {nodes}"))
            }
        };
        AnalysisLimits { search, name }
    }
}

/// As they are asked for.
impl fmt::Display for AnalysisLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
