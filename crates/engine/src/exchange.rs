use tabiya_rules::{
    Bitboard, ByRole, Color, Move, MoveRules, Position, Role, Royalty, RuleSource, Square, attacks,
};

/// What is taken by a move, if anything.
#[inline(always)]
pub(crate) fn captured<R: RuleSource>(position: &Position<R>, m: Move) -> Option<Role> {
    if m.is_en_passant() {
        return Some(Role::Pawn);
    }
    if m.is_castling() {
        return None;
    }
    position.board().role_at(m.to())
}

/// What a move wins when both sides go on taking on its square for as long as it pays, by the values given.
///
/// CITE: the swap algorithm, <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>
pub(crate) fn gain<R: RuleSource>(position: &Position<R>, m: Move, values: &ByRole<i32>) -> i32 {
    let Some(mover) = m.role() else { return 0 };
    let value = |role: Role| *values.get(role);
    let standing = m.promotion().unwrap_or(mover);
    let mut balance = [0; 34];
    balance[0] = captured(position, m).map_or(0, value) + value(standing) - value(mover);
    let mut occupied = position.board().occupied().without(Bitboard::of(m.from()));
    if m.is_en_passant() {
        occupied = occupied.without(Bitboard::of(m.to()).forward(!position.turn()));
    }
    let mut at_stake = value(standing);
    let mut side = !position.turn();
    let mut depth = 0;
    while let Some((from, role)) = cheapest_attacker(position, m.to(), side, occupied, values) {
        if depth + 1 == balance.len() {
            break;
        }
        depth += 1;
        balance[depth] = at_stake - balance[depth - 1];
        at_stake = value(role);
        occupied = occupied.without(Bitboard::of(from));
        side = !side;
    }
    while depth > 0 {
        balance[depth - 1] = -balance[depth].max(-balance[depth - 1]);
        depth -= 1;
    }
    balance[0]
}

fn cheapest_attacker<R: RuleSource>(
    position: &Position<R>,
    to: Square,
    side: Color,
    occupied: Bitboard,
    values: &ByRole<i32>,
) -> Option<(Square, Role)> {
    let board = position.board();
    let attackers = attackers_through(position, to, side, occupied);
    let role = Role::ALL
        .into_iter()
        .filter(|&r| (board.by_role(r) & attackers).is_any())
        .min_by_key(|&r| *values.get(r))?;
    Some(((board.by_role(role) & attackers).first()?, role))
}

fn attackers_through<R: RuleSource>(
    position: &Position<R>,
    to: Square,
    side: Color,
    occupied: Bitboard,
) -> Bitboard {
    let attackers = position.board().attackers(to, side, occupied) & occupied;
    // A royal piece that must stay out of attack takes only what nobody guards.
    match position.royal(side) {
        Some(royal) if attackers == Bitboard::of(royal) && kept_role(position).is_some() => {
            let rest = occupied.without(attackers);
            let guards = position.board().attackers(to, !side, rest) & rest;
            if guards.is_any() { Bitboard::EMPTY } else { attackers }
        }
        _ => attackers,
    }
}

/// The role that must be kept out of attack, if one must.
#[inline(always)]
fn kept_role<R: RuleSource>(position: &Position<R>) -> Option<Role> {
    let MoveRules {
        royal,
        royalty,
        // What else moves, and becomes, is seen by the move itself.
        castling: _,
        double_step: _,
        en_passant: _,
        promotes_to: _,
    } = position.source().moves();
    match royalty {
        Royalty::Checked => Some(royal),
        Royalty::Taken => None,
    }
}

/// What the pieces are worth where the search weighs exchanges. A king is worth the game.
pub(crate) const PLAYING: ByRole<i32> =
    ByRole { pawn: 100, knight: 330, bishop: 350, rook: 520, queen: 1000, king: 10_000 };

/// Whether a move wins at least `threshold` by exchanges on its square.
///
/// CITE: the swap algorithm with a bound, <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>
pub(crate) fn wins<R: RuleSource>(position: &Position<R>, m: Move, threshold: i32) -> bool {
    let Some(mover) = m.role() else { return threshold <= 0 };
    let board = position.board();
    let standing = m.promotion().unwrap_or(mover);
    let grown = if m.promotion().is_some() { *PLAYING.get(standing) - PLAYING.pawn } else { 0 };
    let mut balance = captured(position, m).map_or(0, |role| *PLAYING.get(role)) + grown - threshold;
    if balance < 0 {
        return false;
    }
    balance -= *PLAYING.get(standing);
    if balance >= 0 {
        return true;
    }
    let to = m.to();
    let mut side = position.turn();
    let mut occupied = board.occupied().without(Bitboard::of(m.from())) | Bitboard::of(to);
    if m.is_en_passant() {
        occupied = occupied.without(Bitboard::of(to).forward(!side));
    }
    let (diagonal, straight) = (board.diagonal_sliders(), board.straight_sliders());
    let mut attackers = attacks::pawn(Color::Black, to) & board.pawns() & board.by_color(Color::White)
        | attacks::pawn(Color::White, to) & board.pawns() & board.by_color(Color::Black)
        | attacks::knight(to) & board.knights()
        | attacks::king(to) & board.kings()
        | attacks::bishop(to, occupied) & diagonal
        | attacks::rook(to, occupied) & straight;
    // Whoever cannot take back any more, or not without loss, has lost the exchange.
    let mut is_ours = true;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        let cheapest = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King]
            .into_iter()
            .find(|&role| (own & board.by_role(role)).is_any());
        let Some(role) = cheapest else { break };
        // A royal piece that must stay out of attack takes only what nobody guards.
        if Some(role) == kept_role(position) && (attackers & board.by_color(!side)).is_any() {
            break;
        }
        is_ours = !is_ours;
        balance = -balance - 1 - *PLAYING.get(role);
        if balance >= 0 {
            break;
        }
        let Some(from) = (own & board.by_role(role)).first() else { break };
        occupied = occupied.without(Bitboard::of(from));
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook(to, occupied) & straight;
        }
    }
    is_ours
}
