use serde_json::json;
use tabiya_notation::UciMove;
use tabiya_rules::{Position, Rules};

use crate::narrate::narrate;
use crate::output::{Status, print_lines, sentence, tell};
use crate::position::PositionArgs;

/// List the legal moves of a position, or say whether a move is legal and why not
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A move such as e2e4, e7e8q for a promotion, e1g1 or e1h1 for castling
    #[arg(value_name = "MOVE")]
    m: Option<String>,

    #[command(flatten)]
    position: PositionArgs,

    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Without a move: the legal moves, one a line, sorted. Castling is written as the king's move, in
chess960 as the king taking its rook; both are read.
With a move: a sentence, and status 0 if it is legal, 1 if not.

Examples:
  tabiya moves
  tabiya moves g1f3
  tabiya moves --rules hong --fen 'r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R b - - 0 1' e7e5";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let position = args.position.position()?;
    match &args.m {
        Some(text) => judge(&position, text, args.json),
        None => list(&position, args.json),
    }
}

fn list(position: &Position<&'static Rules>, as_json: bool) -> anyhow::Result<Status> {
    let moves = position.legal_moves();
    let mut moves: Vec<String> =
        moves.into_iter().map(|m| UciMove::from_move(m, position).to_string()).collect();
    moves.sort();
    if as_json {
        print_lines([json!({ "moves": moves })])?;
    } else {
        print_lines(moves)?;
    }
    Ok(Status::Done)
}

fn judge(position: &Position<&'static Rules>, text: &str, as_json: bool) -> anyhow::Result<Status> {
    let written: UciMove = text.parse()?;
    let (is_legal, answer) = match written.to_move(position) {
        Ok(m) => (true, sentence(narrate(position, m))),
        Err(why) => (false, sentence(why)),
    };
    if as_json {
        print_lines([json!({ "move": written.to_string(), "legal": is_legal, "sentence": answer })])?;
    } else if is_legal {
        print_lines([&answer])?;
    }
    if is_legal {
        return Ok(Status::Done);
    }
    tell(answer);
    Ok(Status::Refused)
}
