//! A move that somebody tries in place of another one of a game.

use tabiya_analysis::{GameAnalysis, MoveMark};
use tabiya_rules::{ByLanguage, Illegal, Language, Move};

use crate::Error;
use crate::grounds::Grounds;
use crate::tree_edit::read_move;

/// A game up to a move that is tried in place of another, with what is known of the last two positions.
pub(crate) fn tried_analysis(
    analysis: &GameAnalysis,
    ply: usize,
    m: &str,
    language: Language,
) -> Result<(GameAnalysis, String), Error> {
    let position = analysis.position(ply).filter(|_| ply < analysis.plies()).ok_or_else(no_such_ply)?;
    if analysis.outcome(ply).is_some() || !position.has_moves() {
        return Err(no_such_ply());
    }
    let uci = read_move(m, language, position)?;
    let m = uci.to_move(position).map_err(|_| Error::Refused(Grounds::from(&Illegal::OtherPosition)))?;
    let line: Vec<Option<Move>> = analysis.moves().take(ply).chain([Some(m)]).collect();
    let start = *analysis.position(0).unwrap_or(position);
    let mut tried = GameAnalysis::of_moves(start, line);
    if let Some(known) = analysis.search(ply) {
        let _ = tried.put(ply, known.clone());
    }
    if let Some(known) = analysis.search(ply + 1).filter(|_| analysis.moves().nth(ply) == Some(Some(m))) {
        let _ = tried.put(ply + 1, known.clone());
    }
    Ok((tried, uci.to_string()))
}

/// What is thought of a move that was tried, without the better one.
pub(crate) fn judged_words(
    language: Language,
    san: &str,
    mark: Option<MoveMark>,
    is_best: bool,
    harm: Option<String>,
) -> String {
    let is_english = language == Language::English;
    let verdict = match (mark.filter(|mark| mark.is_mistake()), is_english) {
        (None, true) if is_best => format!("{san} is the best move."),
        (None, false) if is_best => format!("{san} ist der beste Zug."),
        (None, true) => format!("{san} is a good move."),
        (None, false) => format!("{san} ist ein guter Zug."),
        (Some(mark), true) => {
            let article = if mark == MoveMark::Inaccuracy { "an" } else { "a" };
            format!("{san} is {article} {mark}: there is a better move.")
        }
        (Some(mark), false) => {
            let article = if mark == MoveMark::Inaccuracy { "eine" } else { "ein" };
            format!("{san} ist {article} {}: es gibt einen besseren Zug.", language.words(&mark))
        }
    };
    match harm {
        Some(harm) => format!("{verdict} {harm}"),
        None => verdict,
    }
}

fn no_such_ply() -> Error {
    Error::bad(
        "no_such_ply",
        ByLanguage {
            english: "no move was made there in the game",
            german: "dort wurde in der Partie kein Zug gemacht",
        },
    )
}
