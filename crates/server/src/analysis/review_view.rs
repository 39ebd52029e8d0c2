use tabiya_analysis::{GameReport, MoveLesson, PositionScore};
use tabiya_rules::{Color, Language};

use super::ReviewState;
use super::review::MarkedMove;
use crate::wire::{ReviewView, ReviewedMove, ReviewedSide, ScoredPosition, rounded};

/// What is known of a game's moves, as somebody is told.
pub(crate) fn review_view(language: Language, state: &ReviewState) -> ReviewView {
    let ReviewState { version, progress: (done, of), report, marked, kept } = state;
    let point = |score: &Option<PositionScore>| score.map(ScoredPosition::from);
    ReviewView {
        version: *version,
        line: kept.moves.clone(),
        done: *done as u32,
        of: *of as u32,
        points: report.positions.iter().map(point).collect(),
        moves: marked.iter().map(|marked| reviewed_move(language, marked)).collect(),
        white: ReviewedSide::from(report.sides.get(Color::White)),
        black: ReviewedSide::from(report.sides.get(Color::Black)),
        graph: state.is_complete().then(|| graph_words(language, report)).flatten(),
    }
}

fn reviewed_move(language: Language, marked: &MarkedMove) -> ReviewedMove {
    let MarkedMove { judged, mark, lesson, line } = marked;
    let (says, better_says) = lesson.as_ref().map_or((None, None), |lesson| parts(language, lesson));
    ReviewedMove {
        ply: judged.ply as u32,
        san: judged.san.clone(),
        mark: mark.glyph().to_owned(),
        name: language.words(mark).to_string(),
        loss: rounded(judged.loss / 100.0, 4),
        line: line.clone(),
        says,
        better_says,
    }
}

/// A lesson without the better move, and the better move: whoever looks for it must not be told.
pub(crate) fn parts(language: Language, lesson: &MoveLesson) -> (Option<String>, Option<String>) {
    let told = |lesson: MoveLesson| language.words(&lesson).to_string();
    match lesson {
        MoveLesson::Missed { played, harm, better } => {
            let missed = |harm: &Option<_>, better: &Option<_>| {
                told(MoveLesson::Missed { played: played.clone(), harm: *harm, better: Clone::clone(better) })
            };
            let says = harm.is_some().then(|| missed(harm, &None));
            (says, better.is_some().then(|| missed(&None, better)))
        }
        MoveLesson::Found { .. } => (Some(told(lesson.clone())), None),
    }
}

/// The graph in words: how it begins and ends, and where each side stood best.
fn graph_words(language: Language, report: &GameReport) -> Option<String> {
    let scores: Vec<PositionScore> = report.positions.iter().copied().flatten().collect();
    let (first, last) = (scores.first()?, scores.last()?);
    let best = |color: Color| {
        let chances = |score: &&PositionScore| score.chances().of(color);
        scores.iter().max_by(|a, b| chances(a).total_cmp(&chances(b)))
    };
    let (white, black) = (best(Color::White)?, best(Color::Black)?);
    let worst = report.worst().first().map(|judged| judged.numbered());
    let mut says = match language {
        Language::English => {
            format!(
                "The graph begins at {first} and ends at {last}. It was at best {white} for White and {black} for Black."
            )
        }
        Language::German => {
            format!(
                "Der Verlauf beginnt bei {first} und endet bei {last}. Am besten stand er bei {white} für Weiß und bei {black} für Schwarz."
            )
        }
    };
    if let Some(worst) = worst {
        says += &match language {
            Language::English => format!(" The worst mistake is {worst}."),
            Language::German => format!(" Der schlimmste Fehler ist {worst}."),
        };
    }
    Some(says)
}
