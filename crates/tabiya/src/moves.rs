use anyhow::anyhow;
use serde_json::json;
use tabiya_game::narration::{move_words, sentence};
use tabiya_notation::{MoveText, NotAMove, UciMove};
use tabiya_rules::{Language, Move, Position, Rules};

use crate::output::{Status, print_lines, tell};
use crate::position::PositionArgs;
use crate::system_language::system_language;

/// List the legal moves of a position, or say why one is none
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
Without a move: the legal moves, one a line, sorted. Castling is written as the
king's move, in chess960 as the king taking its rook; both are read. A draw by
count or lack of men does not shorten the list: the pieces can still move. With
a move: a sentence, and status 0 if it is legal, 1 if not. Squares and pieces
may be written in capitals or small letters; a small b is a pawn where a pawn
can make the move, else a bishop.

Examples:
  tabiya moves
  tabiya moves g1f3
  tabiya moves Nf3
  tabiya moves 'e2 e4'
  tabiya moves e7e5 --rules hong \\
      --fen 'r1b1kb1r/pppppppp/8/8/8/8/PPPPPPPP/R1B1KB1R b - - 0 1'";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let position = args.position.position()?;
    // What programs read stays the same everywhere.
    let language = if args.json { Language::English } else { system_language() };
    match &args.m {
        Some(text) => judge(language, &position, text, args.json),
        None => list(language, &position, args.json),
    }
}

fn list(language: Language, position: &Position<&'static Rules>, as_json: bool) -> anyhow::Result<Status> {
    let moves = position.legal_moves();
    if let (true, Some(outcome)) = (moves.is_empty(), position.outcome()) {
        let outcome = language.words(&outcome);
        match language {
            Language::English => tell(format_args!("note: there is no legal move: {outcome}")),
            Language::German => tell(format_args!("Hinweis: es gibt keinen erlaubten Zug: {outcome}")),
        }
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

fn judge(
    language: Language,
    position: &Position<&'static Rules>,
    text: &str,
    as_json: bool,
) -> anyhow::Result<Status> {
    let not_a_move = |error: NotAMove| anyhow!("{}", language.words(&error));
    let written = MoveText::read(language, text).map_err(not_a_move)?;
    let (is_legal, m, answer) = match written.to_move(position) {
        Ok(m) => {
            (true, UciMove::from_move(m, position).to_string(), sentence(consequence(language, position, m)))
        }
        Err(why) => (false, text.to_owned(), sentence(language.words(&why))),
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
fn consequence(language: Language, position: &Position<&'static Rules>, m: Move) -> String {
    let what = move_words(language, position, m);
    if let Some(outcome) = position.outcome() {
        let outcome = language.words(&outcome);
        return match language {
            Language::English => format!("{what}, though the game was over before: {outcome}"),
            Language::German => format!("{what}, obwohl die Partie schon zu Ende war: {outcome}"),
        };
    }
    let next = position.play_unchecked(m);
    let is_check = position.rules().moves.knows_check() && next.is_check();
    match next.outcome() {
        Some(outcome) => format!("{what}: {}", language.words(&outcome)),
        None if is_check => match language {
            Language::English => format!("{what}, with check"),
            Language::German => format!("{what}, mit Schach"),
        },
        None => what,
    }
}
