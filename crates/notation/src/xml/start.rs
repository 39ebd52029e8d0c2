//! The start of a game, found by taking its moves back from the board.

use tabiya_rules::{
    Board, Color, Faults, File, MoveRules, Piece, Position, Rank, Role, Rules, Setup, Square,
};

use super::replay::ReplayFailure;
use super::scan::XmlMove;
use super::{RulesName, XmlMoveFault, XmlProblem};
use crate::RuleFile;

/// The position from which the moves lead to the board: whatever it is, it must be valid. It is the turn of the side
/// that moves first; without moves White's, or Black's where only that is valid. The form does not tell rights to
/// castle: they are those that royal pieces and rooks at home allow.
pub(super) fn find_start(
    board: &Board,
    steps: &[XmlMove],
    rules: &RuleFile,
) -> Result<Position<&'static Rules>, ReplayFailure> {
    let board = board_before(board, steps, rules)?;
    let turns: &[Color] = match steps.first() {
        Some(first) => &[first.from.piece.color],
        None => &Color::ALL,
    };
    let impossible = |faults| {
        let problem = XmlProblem::Start { moves: steps.len(), rules: RulesName::of(rules), faults };
        ReplayFailure { progress: steps.len(), problem }
    };
    first_valid(turns.iter().map(|&turn| Setup { turn, ..Setup::start(board) }), rules).map_err(impossible)
}

/// The first setup that is a position, or what is wrong with the first of all.
fn first_valid(
    setups: impl Iterator<Item = Setup>,
    rules: &RuleFile,
) -> Result<Position<&'static Rules>, Faults> {
    let rules = rules.rules.intern();
    let mut positions = setups.map(|setup| Position::new(setup.with_home_rights(rules.moves.royal), rules));
    let first = positions.next().unwrap_or_else(|| Position::starting(rules));
    first.or_else(|faults| positions.find_map(Result::ok).ok_or(faults))
}

/// The board with all moves taken back, the last one first.
fn board_before(board: &Board, steps: &[XmlMove], rules: &RuleFile) -> Result<Board, ReplayFailure> {
    let mut board = *board;
    for (before, step) in steps.iter().enumerate().rev() {
        let number = before + 1;
        take_back(step, &mut board, &rules.rules.moves).map_err(|fault| ReplayFailure {
            progress: steps.len() - number,
            problem: XmlProblem::Move { number, rules: RulesName::of(rules), fault },
        })?;
    }
    Ok(board)
}

/// Takes a move back as far as it says what it did; whether it is legal shows when it is made again.
fn take_back(step: &XmlMove, board: &mut Board, rules: &MoveRules) -> Result<(), XmlMoveFault> {
    let XmlMove { line: _, from, to, taken } = *step;
    let there = board.piece_at(to.at);
    if there != Some(to.piece) {
        return Err(XmlMoveFault::NotArrived { stated: to, there });
    }
    board.set(to.at, None);
    if let Some(rook) = castled_rook(step, board, rules) {
        board.set(rook.after, None);
        board.set(rook.before, Some(rook.piece));
    }
    if let Some(there) = board.piece_at(from.at) {
        return Err(XmlMoveFault::NotLeft { stated: from, there });
    }
    board.set(from.at, Some(from.piece));
    let Some(taken) = taken else { return Ok(()) };
    if let Some(there) = board.piece_at(taken.at) {
        return Err(XmlMoveFault::NotTaken { stated: taken, there });
    }
    board.set(taken.at, Some(taken.piece));
    Ok(())
}

/// A rook that followed its royal piece.
struct CastledRook {
    piece: Piece,
    before: Square,
    after: Square,
}

/// The rook of a move that can only have been castling: the royal piece left its home square, and the rook stands where
/// it would have crossed it. Nothing else looks like that, so that there is one answer.
fn castled_rook(step: &XmlMove, board: &Board, rules: &MoveRules) -> Option<CastledRook> {
    let MoveRules {
        castling,
        royal,
        // Whether pieces are attacked, and what pawns do, says nothing of castling.
        royalty: _,
        double_step: _,
        en_passant: _,
        promotes_to: _,
    } = *rules;
    let color = step.from.piece.color;
    let home = Rank::First.seen_by(color);
    let is_royal = step.from.piece.role == royal && step.to.piece == step.from.piece;
    let is_from_home = step.from.at.rank() == home
        && Setup::USUAL.board.piece_at(step.from.at) == Some(step.from.piece)
        && step.to.at.rank() == home;
    let (before, after) = match step.to.at.file() {
        File::G => (File::H, File::F),
        File::C => (File::A, File::D),
        _ => return None,
    };
    let (before, after) = (Square::new(before, home), Square::new(after, home));
    let piece = Piece { color, role: Role::Rook };
    let has_followed = board.piece_at(after) == Some(piece) && board.piece_at(before).is_none();
    (castling && is_royal && is_from_home && has_followed).then_some(CastledRook { piece, before, after })
}
