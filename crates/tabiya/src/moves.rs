use serde_json::json;
use tabiya_game::narration::{move_words, sentence};
use tabiya_notation::{MoveText, UciMove};
use tabiya_rules::{Language, Move, Position, Rules};

use crate::output::{Status, print_lines, tell};
use crate::position::PositionArgs;

/// List the legal moves of a position, or say whether a move is legal and why not
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Args {
    /// A move in any notation: e2e4, E2,E4, Nf3, Ng1-f3, exd5, e8=Q, O-O
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
chess960 as the king taking its rook; both are read. A draw by count or lack of men does not
shorten the list: the pieces can still move.
With a move: a sentence, and status 0 if it is legal, 1 if not. Squares and pieces may be written in
capitals or small letters; a small b is a pawn where a pawn can make the move, else a bishop.

Examples:
  tabiya moves
  tabiya moves g1f3
  tabiya moves Nf3
  tabiya moves 'e2 e4'
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
    if let (true, Some(outcome)) = (moves.is_empty(), position.outcome()) {
        tell(format_args!("note: there is no legal move: {outcome}"));
    }
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
    let written: MoveText = text.parse()?;
    let (is_legal, m, answer) = match written.to_move(position) {
        Ok(m) => (true, UciMove::from_move(m, position).to_string(), sentence(consequence(position, m))),
        Err(why) => (false, text.to_owned(), sentence(why)),
    };
    if as_json {
        print_lines([json!({ "move": m, "legal": is_legal, "sentence": answer })])?;
    } else if is_legal {
        print_lines([&answer])?;
    }
    if is_legal {
        return Ok(Status::Done);
    }
    tell(answer);
    Ok(Status::Refused)
}

/// What a legal move does, and what comes of it.
fn consequence(position: &Position<&'static Rules>, m: Move) -> String {
    let what = move_words(Language::English, position, m);
    if let Some(outcome) = position.outcome() {
        return format!("{what}, though the game was over before: {outcome}");
    }
    let next = position.play_unchecked(m);
    let is_check = position.rules().moves.knows_check() && next.is_check();
    match next.outcome() {
        Some(outcome) => format!("{what}: {outcome}"),
        None if is_check => format!("{what}, with check"),
        None => what,
    }
}
