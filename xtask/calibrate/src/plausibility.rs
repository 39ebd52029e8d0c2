//! Whether rungs err like people: how much they lose in positions that are level, better and worse, how often a piece at once, how
//! often they miss a mate in one.

use std::fs::File;
use std::io::BufReader;

use anyhow::{Context, Result};
use tabiya_engine::{Control, Engine, GamePosition, SearchLimits};
use tabiya_notation::pgn::{PgnGame, PgnReader};
use tabiya_rules::{Move, Position, Rules};

use crate::contest::Contests;
use crate::field::{Entrant, Kind};

/// How a rung has played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    pub level: MeanLoss,
    pub ahead: MeanLoss,
    pub behind: MeanLoss,
    /// Moves after which the opponent can take a piece with profit at once, of all moves.
    pub pieces_lost: Share,
    /// Mates in one that were there and not given.
    pub mates_missed: Share,
}

/// What moves have cost, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanLoss {
    sum: i64,
    moves: i64,
}

impl MeanLoss {
    fn add(&mut self, loss: i32) {
        self.sum += i64::from(loss);
        self.moves += 1;
    }

    pub fn mean(self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum as f64 / self.moves as f64)
    }
}

/// How often something happened where it could.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    pub happened: u32,
    pub of: u32,
}

impl Share {
    fn add(&mut self, happened: bool) {
        self.happened += u32::from(happened);
        self.of += 1;
    }
}

/// What a judge looks at for each position.
const NODES: u64 = 8_000;
/// So far apart is no longer level; beyond the second the game is decided, and nobody plays worse for being lost.
const LEVEL: i32 = 120;
const DECIDED: i32 = 1_000;
/// No move costs more.
const MOST: i32 = 1_000;
/// What a piece is worth at least.
const PIECE: i32 = 250;

/// The report on every rung, from its games with its neighbours.
pub fn of_ladder(contests: &Contests<'_>, field: &[Entrant], moves: usize) -> Result<Vec<(usize, Report)>> {
    let rungs: Vec<(usize, &Entrant)> =
        field.iter().enumerate().filter(|(_, entrant)| matches!(entrant.kind, Kind::Rung(..))).collect();
    let mut reports = Vec::new();
    for (place, &(number, rung)) in rungs.iter().enumerate() {
        let (one, other) = match rungs.get(place + 1) {
            Some((_, stronger)) => (rung, *stronger),
            None => (rungs[place - 1].1, rung),
        };
        let file = contests.pgn(&one.engine, &other.engine);
        let file = File::open(&file).with_context(|| format!("the games {}", file.display()))?;
        let name = rung.engine.split("name=").nth(1).unwrap_or_default();
        reports.push((number, report(BufReader::new(file), name, moves)?));
        println!("looked at {}", rung.title);
    }
    Ok(reports)
}

/// The report on whoever has a name in some games.
fn report(games: impl std::io::Read, name: &str, moves: usize) -> Result<Report> {
    let mut report = Report::default();
    let mut judge = Judge { engine: Engine::new(4, 1) };
    let mut seen = 0;
    for game in PgnReader::new(games).games() {
        let (game, _) = game?;
        for (ply, (position, m)) in line(&game).into_iter().enumerate() {
            let mover = if position.turn().is_white() { "White" } else { "Black" };
            // Every third move is enough, and of more games.
            if game.tags.get(mover) != Some(name) || !(ply / 2).is_multiple_of(3) {
                continue;
            }
            judge.look(&position, m, &mut report);
            seen += 1;
            if seen >= moves {
                return Ok(report);
            }
        }
    }
    Ok(report)
}

/// The moves that were played, each with where.
fn line(game: &PgnGame) -> Vec<(Position<&'static Rules>, Move)> {
    let (mut position, mut at, mut line) = (*game.start(), PgnGame::ROOT, Vec::new());
    while let Some(next) = game.first_child(at) {
        let Some(m) = game[next].m else { break };
        line.push((position, m));
        (position, at) = (position.play_unchecked(m), next);
    }
    line
}

struct Judge {
    engine: Engine,
}

impl Judge {
    fn look(&mut self, position: &Position<&'static Rules>, m: Move, report: &mut Report) {
        let next = position.play_unchecked(m);
        if is_mate_in_one(position) {
            report.mates_missed.add(!is_mate(&next));
        }
        let best = self.value(position);
        if best.abs() > DECIDED {
            return;
        }
        let played = if next.outcome().is_some() { best } else { -self.value(&next) };
        let loss = (best - played).clamp(0, MOST);
        match best {
            LEVEL.. => report.ahead.add(loss),
            _ if best <= -LEVEL => report.behind.add(loss),
            _ => report.level.add(loss),
        }
        report.pieces_lost.add(loss >= PIECE && self.takes_at_once(&next));
    }

    /// What a position is worth to the side to move.
    fn value(&mut self, position: &Position<&'static Rules>) -> i32 {
        let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
        let game = GamePosition::new(*position);
        let score = self.engine.search(&game, &limits, &Control::default(), &mut |_| {}).score;
        score.value().clamp(-2 * MOST, 2 * MOST)
    }

    /// Whether the best answer takes something.
    fn takes_at_once(&mut self, position: &Position<&'static Rules>) -> bool {
        let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
        let game = GamePosition::new(*position);
        let best = self.engine.search(&game, &limits, &Control::default(), &mut |_| {}).best;
        best.is_some_and(|m| {
            position.board().piece_at(m.to()).is_some_and(|piece| piece.color != position.turn())
        })
    }
}

fn is_mate(position: &Position<&'static Rules>) -> bool {
    position.is_check() && !position.has_moves()
}

fn is_mate_in_one(position: &Position<&'static Rules>) -> bool {
    position.legal_moves().iter().any(|&m| is_mate(&position.play_unchecked(m)))
}
