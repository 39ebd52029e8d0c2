use tabiya_rules::{Bitboard, Color, Position, Rank, RuleSource, Square, attacks};

use super::rules::EvalRules;

/// What is known of one side while its pieces are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvalSide {
    pub(super) men: Bitboard,
    pub(super) pawns: Bitboard,
    /// Where its royal piece stands.
    pub(super) royal: Square,
    /// The squares around it, and those before them.
    pub(super) ring: Bitboard,
    /// What pieces may count as their mobility.
    pub(super) free: Bitboard,
    pub(super) pawn_attacks: Bitboard,
    pub(super) minor_attacks: Bitboard,
    pub(super) knight_attacks: Bitboard,
    pub(super) bishop_attacks: Bitboard,
    pub(super) rook_attacks: Bitboard,
    pub(super) queen_attacks: Bitboard,
    pub(super) king_attacks: Bitboard,
    /// Attacked at all, and at least twice.
    pub(super) attacks: Bitboard,
    pub(super) double_attacks: Bitboard,
    /// Units of danger that its pieces bring to the enemy's king, and how many of them do.
    pub(super) assault: i32,
    pub(super) assailants: i32,
}

/// Both sides.
pub(super) struct EvalSides {
    pub(super) white: EvalSide,
    pub(super) black: EvalSide,
    pub(super) occupied: Bitboard,
}

impl EvalSides {
    #[inline(always)]
    pub(super) fn of<R: RuleSource>(position: &Position<R>) -> EvalSides {
        EvalSides {
            white: EvalSide::of(position, Color::White),
            black: EvalSide::of(position, Color::Black),
            occupied: position.board().occupied(),
        }
    }

    /// One side and its enemy.
    #[inline(always)]
    pub(super) fn both<const WHITE: bool>(&self) -> (&EvalSide, &EvalSide) {
        if WHITE { (&self.white, &self.black) } else { (&self.black, &self.white) }
    }

    #[inline(always)]
    pub(super) fn both_mut<const WHITE: bool>(&mut self) -> (&mut EvalSide, &EvalSide) {
        if WHITE { (&mut self.white, &self.black) } else { (&mut self.black, &self.white) }
    }
}

impl EvalSide {
    #[inline(always)]
    fn of<R: RuleSource>(position: &Position<R>, us: Color) -> EvalSide {
        let board = position.board();
        let men = board.by_color(us);
        let pawns = board.pawns() & men;
        let enemy_pawns = board.pawns() & board.by_color(!us);
        let royal = position.royal(us).unwrap_or(Square::from_index(0));
        let kings = board.kings() & men;
        let king_attacks = if EvalRules::of(position).is_king_royal {
            attacks::king(royal)
        } else {
            kings.into_iter().fold(Bitboard::EMPTY, |all, sq| all | attacks::king(sq))
        };
        let pawn_attacks = attacks::pawns(us, pawns);
        let around = attacks::king(royal);
        // Pawns that cannot step or have not yet moved are no squares to go to, nor is the royal piece's.
        let stuck = pawns & (board.occupied().forward(!us) | low_ranks(us));
        let free = !(stuck | Bitboard::of(royal) | attacks::pawns(!us, enemy_pawns));
        EvalSide {
            men,
            pawns,
            royal,
            ring: around | around.forward(us),
            free,
            pawn_attacks,
            minor_attacks: Bitboard::EMPTY,
            knight_attacks: Bitboard::EMPTY,
            bishop_attacks: Bitboard::EMPTY,
            rook_attacks: Bitboard::EMPTY,
            queen_attacks: Bitboard::EMPTY,
            king_attacks,
            attacks: pawn_attacks | king_attacks,
            double_attacks: pawn_attacks & king_attacks | twice_by_pawns(us, pawns),
            assault: 0,
            assailants: 0,
        }
    }

    /// Takes note of a piece's attacks.
    #[inline(always)]
    pub(super) fn attack(&mut self, attacks: Bitboard) {
        self.double_attacks |= self.attacks & attacks;
        self.attacks |= attacks;
    }
}

fn low_ranks(us: Color) -> Bitboard {
    Bitboard::rank(Rank::Second.seen_by(us)) | Bitboard::rank(Rank::Third.seen_by(us))
}

#[inline(always)]
fn twice_by_pawns(us: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(us);
    ahead.west() & ahead.east()
}
