//! Between moves as they are told and moves as the rules know them.

use tabiya_rules::{File, Illegal, Move, Piece, Position, Role, RuleSource, Rules, Square};

use super::scan::XmlMove;
use super::{PlacedPiece, RulesName, XmlMoveFault, XmlProblem};
use crate::RuleFile;

/// A game that could be played to its end.
pub(super) struct XmlReplay {
    pub(super) moves: Vec<Move>,
    pub(super) position: Position<&'static Rules>,
}

/// The first thing that went wrong.
pub(super) struct ReplayFailure {
    /// How far the reader had come: the moves that were taken back, then the start, then the moves that were made.
    pub(super) progress: usize,
    pub(super) problem: XmlProblem,
}

/// Plays the moves from their start.
pub(super) fn replay(
    start: Position<&'static Rules>,
    steps: &[XmlMove],
    rules: &RuleFile,
) -> Result<XmlReplay, ReplayFailure> {
    let mut position = start;
    let mut moves = Vec::with_capacity(steps.len());
    for (played, step) in steps.iter().enumerate() {
        let m = move_of(step, &position).map_err(|fault| ReplayFailure {
            progress: steps.len() + 1 + played,
            problem: XmlProblem::Move { number: played + 1, rules: RulesName::of(rules), fault },
        })?;
        moves.push(m);
        position = position.play_unchecked(m);
    }
    Ok(XmlReplay { moves, position })
}

/// The legal move that is told, if it is told exactly.
fn move_of<R: RuleSource>(step: &XmlMove, position: &Position<R>) -> Result<Move, XmlMoveFault> {
    let PlacedPiece { piece: left, at: from } = step.from;
    let PlacedPiece { piece: arrives, at: to } = step.to;
    let there = position.piece_at(from);
    if there != Some(left) {
        return Err(XmlMoveFault::From { stated: step.from, there });
    }
    let changes = left.role != arrives.role;
    if left.color != arrives.color || changes && left.role != Role::Pawn {
        return Err(XmlMoveFault::To { left, arrives });
    }
    let promotion = changes.then_some(arrives.role);
    let m = position.legal(from, to, promotion).map_err(XmlMoveFault::Illegal)?;
    if to != end_of(m) {
        return Err(XmlMoveFault::CastlingTarget { royal: left.role, ends: end_of(m) });
    }
    match (step.taken, taken_by(m, position)) {
        (stated, taken) if stated == taken => Ok(m),
        (None, Some(taken)) => Err(XmlMoveFault::TakesUntold(taken)),
        (Some(stated), Some(taken)) => Err(XmlMoveFault::TakesAnother { stated, taken }),
        (Some(stated), None) => Err(XmlMoveFault::TakesNothing { stated }),
        (None, None) => Ok(m),
    }
}

/// How a legal move is told.
pub(super) fn step_of<R: RuleSource>(m: Move, position: &Position<R>) -> Result<XmlMove, Illegal> {
    let left = position.piece_at(m.from()).ok_or(Illegal::NoPiece { at: m.from() })?;
    let arrives = Piece { role: m.promotion().unwrap_or(left.role), ..left };
    Ok(XmlMove {
        line: 0,
        from: PlacedPiece { piece: left, at: m.from() },
        to: PlacedPiece { piece: arrives, at: end_of(m) },
        taken: taken_by(m, position),
    })
}

/// Where the moving piece ends; when castling, the royal piece.
fn end_of(m: Move) -> Square {
    let (from, to) = (m.from(), m.to());
    match m.is_castling() {
        true if to.file() > from.file() => Square::new(File::G, from.rank()),
        true => Square::new(File::C, from.rank()),
        false => to,
    }
}

fn taken_by<R: RuleSource>(m: Move, position: &Position<R>) -> Option<PlacedPiece> {
    let at = match () {
        () if m.is_castling() => return None,
        () if m.is_en_passant() => Square::new(m.to().file(), m.from().rank()),
        () => m.to(),
    };
    position.piece_at(at).map(|piece| PlacedPiece { piece, at })
}
