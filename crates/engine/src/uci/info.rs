use std::fmt::Write;

use tabiya_notation::UciMove;
use tabiya_rules::{Move, Position, Rules};

use crate::Info;

/// The `info` line for what a search tells.
pub fn info_line(info: &Info, position: &Position<&'static Rules>, shows_chances: bool) -> String {
    let millis = info.time.as_millis();
    let per_second =
        (u128::from(info.nodes) * 1000).checked_div(millis).unwrap_or(u128::from(info.nodes) * 1000);
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth, info.selective_depth, info.multi_pv, info.score
    );
    if shows_chances {
        let (win, draw, loss) = info.score.chances();
        let _ = write!(line, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        line,
        " nodes {} nps {per_second} hashfull {} tbhits {} time {millis} pv",
        info.nodes, info.fullness, info.table_hits
    );
    for &m in &info.line {
        let _ = write!(line, " {}", written(m, position));
    }
    line
}

/// A move of a line from a position, as UCI writes it. Only the rules decide how, so that the position need not be the
/// one in which it is played.
pub fn written(m: Move, position: &Position<&'static Rules>) -> UciMove {
    UciMove::from_move(m, position)
}
