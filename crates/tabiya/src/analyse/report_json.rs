use serde_json::{Value, json};
use tabiya_analysis::{JudgedMove, SearchedLine, SideReport};
use tabiya_notation::{Fen, SanPlus, UciMove};
use tabiya_openings::opening_of_moves;
use tabiya_rules::{Color, Position, Rules};
use tabiya_system::json_line;

use super::AnalysedGame;

/// A game in one line.
pub fn line(analysed: &AnalysedGame<'_>) -> String {
    json_line(&value(analysed))
}

fn value(analysed: &AnalysedGame<'_>) -> Value {
    let AnalysedGame { number, game, analysis, report, lessons: _ } = analysed;
    let opening = opening_of_moves(game.start(), game.moves())
        .map(|line| json!({ "eco": line.eco().to_string(), "name": line.name() }));
    let positions: Vec<Value> = report
        .positions
        .iter()
        .enumerate()
        .map(|(ply, score)| {
            json!({
                "ply": ply,
                "score": score.map(|score| score.to_string()),
                "white": score.map(|score| rounded(score.chances().of(Color::White))),
                "depth": analysis.search(ply).and_then(|search| search.depth),
            })
        })
        .collect();
    let moves: Vec<Value> =
        report.moves.iter().flatten().map(|judged| move_value(analysed, judged)).collect();
    json!({
        "number": number,
        "white": analysed.tag("White"),
        "black": analysed.tag("Black"),
        "date": analysed.tag("Date"),
        "result": game.ending.to_string(),
        "rules": game.rule_file().display_name(),
        "start": Fen::from(game.start()).to_string(),
        "opening": opening,
        "sides": { "white": side_value(&report.sides.white), "black": side_value(&report.sides.black) },
        "positions": positions,
        "moves": moves,
    })
}

fn side_value(side: &SideReport) -> Value {
    let SideReport { accuracy, mean_loss, moves, good, inaccuracies, mistakes, blunders } = side;
    json!({
        "accuracy": accuracy.map(rounded),
        "mean_loss": mean_loss.map(rounded),
        "moves": moves,
        "good": good,
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
    })
}

fn move_value(analysed: &AnalysedGame<'_>, judged: &JudgedMove) -> Value {
    let position = analysed.analysis.position(judged.ply).copied().unwrap_or(*analysed.game.start());
    json!({
        "ply": judged.ply,
        "number": judged.number,
        "color": if judged.color.is_white() { "white" } else { "black" },
        "san": judged.san,
        "uci": UciMove::from_move(judged.m, &position).to_string(),
        "loss": rounded(judged.loss),
        "accuracy": rounded(judged.accuracy),
        "mark": judged.mark.map(tabiya_analysis::MoveMark::glyph),
        "better": judged.better.as_ref().filter(|_| judged.mark.is_some()).map(|line| line_value(position, line)),
        "words": analysed.lesson(judged.ply).map(ToString::to_string),
    })
}

fn line_value(mut position: Position<&'static Rules>, line: &SearchedLine) -> Value {
    let mut moves = Vec::new();
    for &m in &line.moves {
        moves.push(SanPlus::from_move(m, &position).to_string());
        position.make_unchecked(m);
    }
    json!({ "score": line.score.to_string(), "moves": moves })
}

/// Two digits are more than is known.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
