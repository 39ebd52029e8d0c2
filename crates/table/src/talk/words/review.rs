//! What an analysis of a game says of it.

use tabiya_analysis::{JudgedMove, MoveMark, SparklineSigns};
use tabiya_rules::{ByLanguage, Color, Language};

use crate::{GameReview, ReviewedTry, Table};

/// How many mistakes are told at once.
const TOLD: usize = 8;

/// How far an analysis is.
pub fn review_progress(language: Language, review: &GameReview) -> String {
    let (known, all) = review.analysis().progress();
    match language {
        Language::English => format!("Analysis: {known} of {all} positions"),
        Language::German => format!("Analyse: {known} von {all} Stellungen"),
    }
}

/// How well both sides played, where all of it is known; else how far the analysis is.
pub fn accuracy(language: Language, review: &GameReview) -> String {
    let side = |color: Color| {
        let accuracy = review.report().sides.get(color).accuracy;
        let percent = accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        format!("{} {percent}", language.words(&color))
    };
    if !review.analysis().is_complete() {
        return review_progress(language, review);
    }
    let title = match language {
        Language::English => "Accuracy",
        Language::German => "Genauigkeit",
    };
    format!("{title}: {}, {}", side(Color::White), side(Color::Black))
}

/// What each side did in marks: `White: 1 ?!, 2 ??`.
fn marks(language: Language, review: &GameReview, color: Color) -> String {
    let side = review.report().sides.get(color);
    let told = |mark: MoveMark| {
        let count = side.count(mark);
        (count > 0).then(|| format!("{count} {}", mark.glyph()))
    };
    let told: Vec<String> = MoveMark::ALL.into_iter().filter_map(told).collect();
    let none = match language {
        Language::English => "no mistake",
        Language::German => "kein Fehler",
    };
    let told = if told.is_empty() { none.to_owned() } else { told.join(", ") };
    format!("{}: {told}", language.words(&color))
}

/// What came of an analysis, in a sentence or two.
pub fn review_result(language: Language, review: &GameReview) -> String {
    let [white, black] = Color::ALL.map(|color| marks(language, review, color));
    let head = accuracy(language, review);
    format!("{head}. {white}. {black}.")
}

/// What is said when an analysis is forgotten. What the file of the game had before stays in it, which is told.
pub fn review_forgotten(language: Language, table: &Table) -> String {
    let forgotten = ByLanguage {
        english: "The analysis is forgotten: the game is saved without it.",
        german: "Die Analyse ist vergessen: die Partie wird ohne sie gespeichert.",
    };
    let stays = ByLanguage {
        english: " The one that its file had before stays there.",
        german: " Die ihrer Datei von vorher bleibt darin.",
    };
    let stays = if table.has_analysis_in_file() { language.choose(stays) } else { "" };
    format!("{}{stays}", language.choose(forgotten))
}

/// What is thought of a move, and what can be learnt from it.
pub fn judged_move(language: Language, review: &GameReview, judged: &JudgedMove) -> String {
    let head = judged_head(language, judged);
    match review.lesson(judged.ply) {
        Some(lesson) => format!("{head} {}", language.words(lesson)),
        None => head,
    }
}

/// A move with its mark, and the chances of whoever made it before and after it.
fn judged_head(language: Language, judged: &JudgedMove) -> String {
    format!("{} {}", judged.numbered(), judged.verdict(language))
}

/// Everything that is told of an analysis to whoever reads lines: a graph of so many columns, what both did, the worst
/// mistakes.
pub fn review_lines(
    language: Language,
    review: &GameReview,
    columns: usize,
    signs: SparklineSigns,
) -> Vec<String> {
    let mut lines = vec![review.report().sparkline(columns, signs), review_result(language, review)];
    let mut worst = review.report().worst();
    let left_out = worst.len().saturating_sub(TOLD);
    worst.truncate(TOLD);
    worst.sort_by_key(|judged| judged.ply);
    lines.extend(worst.into_iter().map(|judged| judged_move(language, review, judged)));
    if left_out > 0 {
        lines.push(match language {
            Language::English => format!("Smaller ones that are left out: {left_out}."),
            Language::German => format!("Kleinere, die hier fehlen: {left_out}."),
        });
    }
    lines
}

/// What somebody is asked who looks for a better move than the one of the game.
pub fn exercise(language: Language, judged: &JudgedMove) -> String {
    let head = judged_head(language, judged);
    let side = language.words(&judged.color);
    match language {
        Language::English => format!("{head} {side} to move: what is better?"),
        Language::German => format!("{head} {side} am Zug: was ist besser?"),
    }
}

/// What is thought of a move that somebody tried there.
pub fn tried(language: Language, review: &GameReview, tried: &ReviewedTry) -> String {
    let is_english = language == Language::English;
    let san = &tried.judged.san;
    let wanted = review.judged(tried.ply).and_then(|judged| judged.better.as_ref());
    let is_wanted = wanted.is_some_and(|line| line.moves.first() == Some(&tried.judged.m));
    let is_played = review.judged(tried.ply).is_some_and(|judged| judged.m == tried.judged.m);
    let is_bad = tried.judged.mark.is_some_and(MoveMark::is_mistake);
    let flaw = tried.lesson.as_ref().map(|lesson| format!(" {}", language.words(lesson))).unwrap_or_default();
    let loss = tried.judged.loss;
    match (is_wanted, is_played, is_bad) {
        (true, ..) if is_english => format!("Right: {san}."),
        (true, ..) => format!("Richtig: {san}."),
        (_, true, _) if is_english => format!("{san} was played in the game: try another move.{flaw}"),
        (_, true, _) => format!("{san} wurde gespielt: versuch einen anderen Zug.{flaw}"),
        (_, _, false) if is_english => format!("{san} is good as well."),
        (_, _, false) => format!("Auch {san} ist gut."),
        (_, _, true) if is_english => format!("{san} loses {loss:.0} % of the chances: try again.{flaw}"),
        (_, _, true) => format!("{san} kostet {loss:.0} % der Chancen: versuch es noch einmal.{flaw}"),
    }
}
