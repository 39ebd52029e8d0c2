//! Whether rungs err like people: how much they lose in positions that are level, better and worse, how often a piece at once, how
//! often they miss a mate in one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Result, ensure};
use tabiya_analysis::PositionScore;
use tabiya_engine::{Control, Engine, GamePosition, SearchAnswer, SearchLimits};
use tabiya_notation::pgn::{PgnGame, PgnReader};
use tabiya_rules::{Color, Move, Position, Rules};

use crate::field::Entrant;
use crate::order::Order;
use crate::page;

/// How a rung has played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    pub level: Losses,
    pub ahead: Losses,
    pub behind: Losses,
    /// Moves after which the opponent can take a piece with profit at once, of all moves.
    pub pieces_lost: Share,
    /// Mates in one that were there and not given.
    pub mates_missed: Share,
}

/// What moves have cost: in pawns, of which the last ones of somebody who is lost are worth little, and in chances to win.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// In hundredths of a pawn.
    pub pawns: MeanLoss,
    /// In percent.
    pub chances: MeanLoss,
}

impl Losses {
    /// A move after which a position is worth so much to whoever made it, where the judge's own leads to one worth more.
    fn add(&mut self, own: i32, played: i32) {
        self.pawns.add(f64::from((own - played).clamp(-MOST, MOST)));
        self.chances.add(chances(own) - chances(played));
    }
}

/// The chances to win that a value means, in percent.
fn chances(value: i32) -> f64 {
    PositionScore::Centipawns(value).chances().of(Color::White)
}

/// The mean of some losses. It may be below nothing: the judge sees more after a move than before it, and then and now takes another
/// one for better than his own.
#[derive(Clone, Copy, Debug, Default)]
pub struct MeanLoss {
    sum: f64,
    squares: f64,
    pub moves: u32,
}

impl MeanLoss {
    fn add(&mut self, loss: f64) {
        self.sum += loss;
        self.squares += loss.powi(2);
        self.moves += 1;
    }

    pub fn mean(self) -> Option<f64> {
        (self.moves > 0).then(|| self.sum / f64::from(self.moves))
    }

    /// How far the mean is from the truth, usually, as a share of it.
    fn relative_error(self) -> Option<f64> {
        let (mean, moves) = (self.mean().filter(|mean| *mean > 0.0)?, f64::from(self.moves));
        Some((self.squares / moves - mean * mean).max(0.0).sqrt() / moves.sqrt() / mean)
    }

    /// How many times the other's mean this one is, with its error of 95 %.
    pub fn ratio(self, other: MeanLoss) -> Option<(f64, f64)> {
        let ratio = self.mean()? / other.mean().filter(|mean| *mean > 0.0)?;
        let error = self.relative_error()?.hypot(other.relative_error()?);
        Some((ratio, TWO_SIDED * error * ratio))
    }
}

/// The usual deviations within which 95 % lie.
const TWO_SIDED: f64 = 1.96;

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
pub const NODES: u64 = 20_000;
/// So far apart is no longer level; beyond the second the game is decided, and nobody plays worse for being lost.
const LEVEL: i32 = 120;
const DECIDED: i32 = 1_000;
/// No move costs more.
const MOST: i32 = 1_000;
/// What a piece is worth at least.
const PIECE: i32 = 250;

/// A game has so many moves of each side that are looked at, mostly more: so many games are enough.
const MOVES_OF_GAME: u64 = 12;

/// The report on every rung, from games with its neighbour above; of the highest, from those with the one below.
pub fn of_ladder(order: &Order, rungs: &[Entrant]) -> Result<Vec<Report>> {
    ensure!(rungs.len() > 1, "one rung has nobody to play with");
    let contests = order.contests()?;
    let (next, reports) = (AtomicUsize::new(0), Mutex::new(vec![Report::default(); rungs.len()]));
    // Looking takes longer than playing, and nobody waits for anybody.
    std::thread::scope(|scope| {
        let work = || -> Result<()> {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at + 1 >= rungs.len() {
                    return Ok(());
                }
                let games = contests.games(&rungs[at], &rungs[at + 1], games(order.moves))?;
                let is_last = at + 2 == rungs.len();
                for (at, rung) in rungs.iter().enumerate().skip(at).take(1 + usize::from(is_last)) {
                    let report =
                        report(games.iter().map(|game| game.pgn.as_str()), rung.name(), order.moves)?;
                    println!("{}", page::error_row(rung, &report));
                    reports.lock().expect("nobody panics with it")[at] = report;
                }
            }
        };
        let workers: Vec<_> = (0..order.concurrency).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("it does not panic"))
    })?;
    Ok(reports.into_inner().expect("nobody panics with it"))
}

fn games(moves: u64) -> u64 {
    (moves / MOVES_OF_GAME).next_multiple_of(2).max(2)
}

/// The report on whoever has a name in some games.
fn report<'a>(games: impl Iterator<Item = &'a str>, name: &str, moves: u64) -> Result<Report> {
    let mut report = Report::default();
    let mut judge = Judge { engine: Engine::new(4, 1) };
    let mut seen = 0;
    for game in games.flat_map(|pgn| PgnReader::new(pgn.as_bytes()).games()) {
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
        let before = self.search(position);
        let (Some(own), best) = (before.best, value(&before)) else { return };
        if best.abs() > DECIDED {
            return;
        }
        // Both moves are looked at from a move later, so that what comes to light there is no loss of one alone.
        let (played, answer) = self.after(&next);
        let own = if own == m { played } else { self.after(&position.play_unchecked(own)).0 };
        let losses = match best {
            LEVEL.. => &mut report.ahead,
            _ if best <= -LEVEL => &mut report.behind,
            _ => &mut report.level,
        };
        losses.add(own, played);
        let takes =
            |answer: Move| next.board().piece_at(answer.to()).is_some_and(|piece| piece.color != next.turn());
        report.pieces_lost.add(own - played >= PIECE && answer.is_some_and(takes));
    }

    /// What a position is worth to whoever moved there, and the answer to it.
    fn after(&mut self, next: &Position<&'static Rules>) -> (i32, Option<Move>) {
        match next.outcome() {
            None => {
                let answer = self.search(next);
                (-value(&answer), answer.best)
            }
            Some(outcome) => {
                let worth = |winner| if winner == next.turn() { -2 * MOST } else { 2 * MOST };
                (outcome.winner().map_or(0, worth), None)
            }
        }
    }

    fn search(&mut self, position: &Position<&'static Rules>) -> SearchAnswer {
        let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
        self.engine.search(&GamePosition::new(*position), &limits, &Control::default(), &mut |_| {})
    }
}

/// What a position is worth to the side to move.
fn value(answer: &SearchAnswer) -> i32 {
    answer.score.value().clamp(-2 * MOST, 2 * MOST)
}

fn is_mate(position: &Position<&'static Rules>) -> bool {
    position.is_check() && !position.has_moves()
}

fn is_mate_in_one(position: &Position<&'static Rules>) -> bool {
    position.legal_moves().iter().any(|&m| is_mate(&position.play_unchecked(m)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn losses(losses: &[i32]) -> MeanLoss {
        let mut mean = MeanLoss::default();
        losses.iter().for_each(|&loss| mean.add(loss.into()));
        mean
    }

    #[test]
    fn means_are_compared_with_their_error() {
        let (small, large) = (losses(&[10, 30, 10, 30]), losses(&[60, 60, 60, 60]));
        let (ratio, error) = large.ratio(small).unwrap();
        assert_eq!(ratio, 3.0);
        // Half of the mean, over the root of four.
        assert!((error - 3.0 * 1.96 * 0.25).abs() < 1e-9, "{error}");
        assert_eq!(large.ratio(MeanLoss::default()), None);
        assert_eq!(large.ratio(losses(&[0, 0])), None);
    }

    #[test]
    fn what_comes_to_light_after_any_move_is_no_loss_and_pawns_of_the_lost_are_few_chances() {
        let mut losses = Losses::default();
        for (own, played) in [(-300, -300), (-300, -260), (-300, -340)] {
            losses.add(own, played);
        }
        assert_eq!(losses.pawns.mean(), Some(0.0));
        let of_one = |own: i32| {
            let mut losses = Losses::default();
            losses.add(own, own - 100);
            (losses.pawns.mean().unwrap(), losses.chances.mean().unwrap())
        };
        let (level, lost) = (of_one(50), of_one(-500));
        assert_eq!(level.0, lost.0);
        assert!(level.1 > 2.0 * lost.1 && lost.1 > 0.0, "{level:?} {lost:?}");
    }

    #[test]
    fn a_missed_mate_and_a_piece_that_is_given_away_are_seen() {
        let looked = |moves: &str| {
            let games = format!("[White \"x\"]\n[Black \"y\"]\n\n{moves} *\n");
            report([games.as_str()].into_iter(), "x", 100).unwrap()
        };
        // Every third move of a side: the first and the fourth.
        let missed = looked("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3");
        assert_eq!((missed.mates_missed.happened, missed.mates_missed.of), (1, 1));
        let given = looked("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#");
        assert_eq!((given.mates_missed.happened, given.mates_missed.of), (0, 1));
        let lost = looked("1. e4 e5 2. Qh5 Nc6 3. a3 d6 4. Qxh7");
        assert_eq!((lost.pieces_lost.happened, lost.pieces_lost.of), (1, 2));
    }
}
