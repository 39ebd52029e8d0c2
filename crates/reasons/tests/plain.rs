//! What sentences mean, written down as plainly as can be, without bounds and shortcuts.

use tabiya_reasons::{ForcedEnd, MoveBound, MoveContext, MoveFlaw, MoveReason, StandingPiece};
use tabiya_rules::{
    Bitboard, Color, Move, Outcome, Piece, Position, Rank, Role, Rules, Square, Victory, attacks,
};

type Place = Position<&'static Rules>;

/// As far as captures are followed.
const DEPTH: u32 = 12;

fn worth(rules: &Rules, role: Role) -> i32 {
    if role == rules.moves.royal_role() {
        return 0;
    }
    if rules.ends.counts_pieces() && !rules.moves.knows_check() {
        return i32::from(*rules.values.get(role));
    }
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop | Role::King => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    }
}

fn balance(position: &Place, us: Color) -> i32 {
    let value = |piece: Piece| {
        let value = worth(position.rules(), piece.role);
        if piece.color == us { value } else { -value }
    };
    position.board().pieces().map(|(_, piece)| value(piece)).sum()
}

/// What leaves the board with a move, by looking at the board before and after.
fn victim(position: &Place, m: Move) -> Option<(Role, Square)> {
    let after = position.play(m).unwrap();
    let them = position.board().by_color(!position.turn());
    let gone = them.without(after.board().by_color(!position.turn()));
    gone.first().map(|at| (position.board().role_at(at).unwrap(), at))
}

fn winner_without_royal(position: &Place) -> Option<Option<Color>> {
    let is_gone = Color::ALL.into_iter().any(|color| position.royal(color).is_none());
    (is_gone && !position.rules().moves.knows_check()).then(|| position.outcome().unwrap().winner())
}

const GAME: i32 = 1_000_000;

/// What a move wins when both go on taking on its square as long as they like.
fn gain(position: &Place, m: Move) -> i32 {
    let us = position.turn();
    let after = position.play(m).unwrap();
    match winner_without_royal(&after) {
        Some(Some(winner)) if winner == us => GAME,
        Some(Some(_)) => -GAME,
        Some(None) => 0,
        None => balance(&after, us) - balance(position, us) - profit(&after, m.to()),
    }
}

/// What the side to move wins by taking on a square.
fn profit(position: &Place, at: Square) -> i32 {
    if position.piece_at(at).is_none_or(|piece| piece.color == position.turn()) {
        return 0;
    }
    let takes = |m: &&Move| victim(position, **m).is_some_and(|(_, taken)| taken == at);
    position.legal_moves().iter().filter(takes).map(|&m| gain(position, m)).fold(0, i32::max)
}

/// Whether `us` keep so much by taking, whatever the other takes.
fn keeps(position: &Place, us: Color, least: i32, depth: u32) -> bool {
    if let Some(winner) = winner_without_royal(position) {
        return winner == Some(us) || winner.is_none() && least <= 0;
    }
    let has = balance(position, us) >= least;
    if depth == DEPTH {
        return has;
    }
    let is_check = position.rules().moves.knows_check() && position.is_check();
    let is_ours = position.turn() == us;
    if !is_check && has == is_ours {
        return has;
    }
    let goes_on = |m: &Move| {
        let counts = is_check || victim(position, *m).is_some() || m.promotion().is_some();
        counts && keeps(&position.play(*m).unwrap(), us, least, depth + 1) == is_ours
    };
    // Ours: one that keeps it. Theirs: one that does not.
    position.legal_moves().iter().any(goes_on) == is_ours
}

fn keeps_after_every_answer(position: &Place, us: Color, least: i32) -> bool {
    let answers = position.legal_moves();
    if answers.is_empty() {
        return keeps(&position.pass().unwrap(), us, least, 0);
    }
    answers.iter().all(|&answer| {
        let next = position.play(answer).unwrap();
        let is_drawn_or_lost = next.outcome().is_some() && winner_without_royal(&next).is_none();
        !is_drawn_or_lost && keeps(&next, us, least, 0)
    })
}

fn mates_in_one(position: &Place) -> Vec<Square> {
    let mate = Some(Outcome::Won { winner: position.turn(), by: Victory::Checkmate });
    let is_mate = |m: &&Move| position.play(**m).unwrap().outcome() == mate;
    position.legal_moves().iter().filter(is_mate).map(|m| m.to()).collect()
}

/// Whether the side to move has lost whatever it does, within so many moves of the other, as `end` says.
fn is_lost(position: &Place, us: Color, more: u32, end: ForcedEnd) -> bool {
    if let Some(outcome) = position.outcome() {
        return is_end(outcome, us, end);
    }
    let wins = |next: Place| match next.outcome() {
        Some(outcome) => is_end(outcome, us, end),
        None => {
            let mut moves = next.legal_moves().to_vec();
            // Only an order: all of them are tried.
            moves.sort_by_key(|&m| !next.play_unchecked(m).is_check());
            moves.into_iter().any(|m| is_lost(&next.play_unchecked(m), us, more - 1, end))
        }
    };
    let answers = position.legal_moves();
    if more == 0 {
        return false;
    }
    if answers.is_empty() {
        return position.pass().is_some_and(wins);
    }
    answers.iter().all(|&answer| wins(position.play_unchecked(answer)))
}

fn is_end(outcome: Outcome, us: Color, end: ForcedEnd) -> bool {
    match (outcome, end) {
        (Outcome::Won { winner, by: Victory::Checkmate }, ForcedEnd::Mate) => winner == us,
        (Outcome::Won { winner, by: Victory::RoyalTaken(_) }, ForcedEnd::RoyalTaken(_)) => winner == us,
        (Outcome::Won { winner, .. }, ForcedEnd::Win) => winner == us,
        _ => false,
    }
}

fn runs(position: &Place, us: Color, pawn: Square) -> bool {
    let ahead = Bitboard::of(pawn).forward(us).first().unwrap();
    let answers = position.legal_moves();
    !answers.is_empty()
        && answers.iter().all(|&answer| {
            let next = position.play(answer).unwrap();
            let is_there = next.piece_at(pawn) == Some(Piece { color: us, role: Role::Pawn });
            let steps: Vec<Move> = next
                .legal_moves()
                .iter()
                .copied()
                .filter(|m| is_there && m.from() == pawn && m.to() == ahead)
                .collect();
            steps.iter().any(|&m| {
                let stepped = next.play(m).unwrap();
                match m.promotion() {
                    Some(_) => profit(&stepped, ahead) == 0,
                    None => runs(&stepped, us, ahead),
                }
            })
        })
}

/// Whether a reason of a line's first move is true; where it is not, why.
pub fn check(context: &MoveContext<'_>, line: &[Move], reason: MoveReason) -> Result<(), String> {
    let before = context.position;
    let (m, us) = (line[0], before.turn());
    let after = before.play(m).unwrap();
    let to = if m.is_castling() { after.royal(us).unwrap() } else { m.to() };
    let had = balance(&before, us);
    let wins = |least: i32| keeps_after_every_answer(&after, us, had + least);
    let is_true = match reason {
        MoveReason::EndsGame { by, at } => {
            at == to && after.outcome() == Some(Outcome::Won { winner: us, by })
        }
        MoveReason::Draws { by } => {
            let key = after.key();
            let earlier = context.history.iter().filter(|&&earlier| earlier == key).count();
            after.judge(earlier as u16 + 1).outcome == Some(Outcome::Drawn(by))
        }
        MoveReason::Repeats => {
            let key = after.key();
            let earlier = context.history.iter().filter(|&&earlier| earlier == key).count();
            before.rules().ends.repetition.is_claimable(earlier as u16 + 1)
        }
        MoveReason::OnlyMove => before.count_moves() == 1,
        MoveReason::Forces { end, moves, bound } => {
            let is_shortest = bound == MoveBound::AtMost
                || moves > 3
                || (0..moves - 1).all(|fewer| !is_lost(&after, us, fewer, ForcedEnd::Win));
            is_shortest && is_lost(&after, us, moves - 1, end)
        }
        MoveReason::TakesBack { role, at } => {
            context.taken_on == Some(at) && victim(&before, m) == Some((role, at))
        }
        MoveReason::WinsPiece { role, at, price } => {
            let worth = |role| worth(before.rules(), role);
            let least = worth(role) - price.map_or(0, worth);
            let is_paid = price.is_none_or(|price| before.role_of(m) == price && profit(&after, m.to()) > 0);
            let can_be_taken = gain(&before, m) >= least && least > 0;
            victim(&before, m) == Some((role, at)) && is_paid && can_be_taken && wins(least)
        }
        MoveReason::Promotes { to } => {
            let grown = worth(before.rules(), to) - worth(before.rules(), Role::Pawn);
            m.promotion() == Some(to) && wins(grown)
        }
        MoveReason::StopsMate { on } => {
            let threatened = mates_in_one(&before.pass().unwrap());
            let is_there = on.is_none_or(|on| threatened.iter().all(|&square| square == on));
            !threatened.is_empty() && is_there && mates_in_one(&after).is_empty()
        }
        MoveReason::SavesPiece { role, at } => {
            let was = before.piece_at(at) == Some(Piece { color: us, role });
            let now = if at == m.from() { to } else { at };
            was && profit(&before.pass().unwrap(), at) > 0
                && after.piece_at(now).is_some_and(|piece| piece.color == us)
                && profit(&after, now) == 0
        }
        MoveReason::Forks { first, second } => {
            let attacked = attacks_of(&after, to);
            let hits = |target: StandingPiece| stands(&after, !us, target) && attacked.contains(target.at);
            first != second && hits(first) && hits(second) && wins(1)
        }
        MoveReason::Skewers { front, back } => {
            let in_line = attacks::line(to, front.at).contains(back.at)
                && attacks::between(to, back.at).contains(front.at)
                && (attacks::between(to, back.at) & after.board().occupied()).len() == 1;
            let are_there = stands(&after, !us, front) && stands(&after, !us, back);
            are_there && in_line && attacks_of(&after, to).contains(front.at) && wins(1)
        }
        MoveReason::Uncovers { by, target } => {
            let uncovered = (after.board().by_piece(Piece { color: us, role: by })).into_iter().any(|from| {
                from != to
                    && attacks_of(&after, from).contains(target.at)
                    && !attacks_of(&before, from).contains(target.at)
            });
            stands(&after, !us, target) && uncovered && wins(1)
        }
        MoveReason::WinsMaterial => wins(1),
        MoveReason::PawnRuns { at } => {
            at == to && stands(&after, us, StandingPiece { role: Role::Pawn, at }) && runs(&after, us, at)
        }
        MoveReason::ThreatensMate { on } => {
            let mates = mates_in_one(&after.pass().unwrap());
            let is_there = on.is_none_or(|on| mates.iter().all(|&square| square == on));
            !mates.is_empty() && is_there && mates_in_one(&before).is_empty()
        }
        MoveReason::Threatens { piece } => {
            stands(&after, !us, piece)
                && profit(&before, piece.at) == 0
                && profit(&after.pass().unwrap(), piece.at) > 0
        }
        MoveReason::Pins { piece, royal } => {
            let king = after.royal(!us).unwrap();
            let mut board = *after.board();
            board.set(piece.at, None);
            stands(&after, !us, piece)
                && before.rules().moves.royal_role() == royal
                && before.rules().moves.knows_check()
                && board.attackers(king, us, board.occupied()).contains(to)
                && !after.board().attackers(king, us, after.board().occupied()).contains(to)
        }
        MoveReason::TradesAhead { role, against } => {
            let worth = |role| worth(before.rules(), role);
            let is_answered = victim(&after, line[1]).is_some_and(|(lost, at)| lost == role && at == m.to());
            had > 0
                && is_answered
                && worth(role) == worth(against)
                && victim(&before, m).unwrap().0 == against
        }
        MoveReason::Castles { royal } => {
            let is_middle = |square: Square| [3, 4].contains(&(square.index() % 8));
            let leaves = is_middle(m.from()) && !is_middle(to);
            m.is_castling() && leaves && before.rules().moves.royal_role() == royal
        }
        MoveReason::Develops { role } => {
            let home = Rank::First.seen_by(us);
            before.role_of(m) == role && m.from().rank() == home && to.rank() != home
        }
    };
    is_true.then_some(()).ok_or_else(|| format!("{reason:?} of {m} is not true"))
}

/// What must be true of the answer where a flaw says that the bad move itself gave a man for one that is worth less.
pub fn given_for(before: &Place, played: Move, flaw: MoveFlaw) -> Option<MoveReason> {
    let MoveFlaw::Loses { role, at, price } = flaw else { return None };
    let worth = |role| worth(before.rules(), role);
    let is_given =
        at == played.to() && victim(before, played) == Some((price, at)) && worth(price) < worth(role);
    is_given.then_some(MoveReason::WinsPiece { role, at, price: None })
}

/// Whether the man that moved is taken, and the opponent is left with more than before the move whatever is done then; `None`
/// where the flaw is another.
pub fn is_given(before: &Place, played: Move, answer: Move, flaw: MoveFlaw) -> Option<bool> {
    let MoveFlaw::Gives { role, at } = flaw else { return None };
    let (after, them) = (before.play(played).unwrap(), !before.turn());
    let is_taken = at == played.to() && victim(&after, answer) == Some((role, at));
    let least = balance(before, them) + 1;
    Some(is_taken && keeps_after_every_answer(&after.play(answer).unwrap(), them, least))
}

fn attacks_of(position: &Place, from: Square) -> Bitboard {
    let Some(Piece { color, role }) = position.piece_at(from) else { return Bitboard::EMPTY };
    attacks::of(role, color, from, position.board().occupied())
}

fn stands(position: &Place, color: Color, StandingPiece { role, at }: StandingPiece) -> bool {
    position.piece_at(at) == Some(Piece { color, role })
}
