use tabiya_rules::{Bitboard, Color, File, Position, RuleSource, attacks};

use super::pawns::file_of;
use super::rules::EvalRules;
use super::side::EvalSides;
use super::{Tally, sign, terms};

/// Units of danger for checks that could be given safely, and for weak squares around the king.
const KNIGHT_CHECK: i32 = 7;
const BISHOP_CHECK: i32 = 5;
const ROOK_CHECK: i32 = 8;
const QUEEN_CHECK: i32 = 6;
const WEAK_SQUARE: i32 = 1;
/// Without a queen an attack is worth little.
const NO_QUEEN: i32 = 12;

/// The shelter of one side's royal piece and what threatens it.
///
/// CITE: attack units, <https://www.chessprogramming.org/King_Safety>
#[inline(always)]
pub(super) fn count<const WHITE: bool, R: RuleSource, T: Tally>(
    position: &Position<R>,
    sides: &EvalSides,
    tally: &mut T,
) {
    if EvalRules::of(position).is_king_royal {
        shelter::<WHITE, T>(sides, tally);
    }
    let units = danger::<WHITE, R>(position, sides);
    tally.add(terms::DANGER + (units.max(0) as usize).min(terms::DANGER_LEN - 1), sign(WHITE));
}

/// Own pawns before the king, and enemy pawns that come nearer, on its file and the two beside.
#[inline(always)]
fn shelter<const WHITE: bool, T: Tally>(sides: &EvalSides, tally: &mut T) {
    let (own, enemy) = sides.both::<WHITE>();
    let king = own.royal;
    let middle = (king.index() & 7).clamp(1, 6);
    // From the king's rank on, its own included.
    let behind = Bitboard::of(king).forward(if WHITE { Color::Black } else { Color::White });
    let front = match behind.first() {
        Some(sq) => ranks_from::<WHITE>(sq.index()),
        None => Bitboard::ALL,
    };
    for file in middle - 1..=middle + 1 {
        let on_file = Bitboard::file(File::ALL[file & 7]) & front;
        let edge = file.min(7 - file);
        let ours = nearest_rank::<WHITE>(own.pawns & on_file);
        let theirs = nearest_rank::<WHITE>(enemy.pawns & on_file);
        tally.add(terms::SHELTER + edge * 8 + ours, sign(WHITE));
        if theirs != 0 && ours + 1 == theirs && ours != 0 {
            tally.add(terms::BLOCKED_STORM + theirs, sign(WHITE));
        } else {
            tally.add(terms::STORM + edge * 8 + theirs, sign(WHITE));
        }
    }
    if (file_of(king) & own.pawns).is_empty() {
        let is_open = (file_of(king) & enemy.pawns).is_empty();
        tally.add(terms::KING_OPEN_FILE + usize::from(is_open), sign(WHITE));
    }
}

/// The ranks beyond that of the square of an index.
#[inline(always)]
fn ranks_from<const WHITE: bool>(index: usize) -> Bitboard {
    let base = index & 56;
    Bitboard(if WHITE { (!0 << base) << 8 } else { !(!0 << base) })
}

/// The rank of the pawn that comes first from the side's own end; 0 where there is none.
#[inline(always)]
fn nearest_rank<const WHITE: bool>(pawns: Bitboard) -> usize {
    if pawns.is_empty() {
        0
    } else if WHITE {
        pawns.0.trailing_zeros() as usize >> 3
    } else {
        pawns.0.leading_zeros() as usize >> 3
    }
}

/// How many units of danger the enemy's pieces bring to one side's royal piece.
#[inline(always)]
fn danger<const WHITE: bool, R: RuleSource>(position: &Position<R>, sides: &EvalSides) -> i32 {
    let (own, enemy) = sides.both::<WHITE>();
    let has_queen = (position.board().queens() & enemy.men).is_any();
    if enemy.assailants + i32::from(has_queen) < 2 {
        return 0;
    }
    let king = own.royal;
    let by_others = own.pawn_attacks | own.minor_attacks | own.rook_attacks | own.queen_attacks;
    // Attacked and guarded by the king or queen at most.
    let weak = enemy.attacks & !own.double_attacks & (!own.attacks | !by_others | own.queen_attacks);
    let safe = !enemy.men & (!own.attacks | weak & enemy.double_attacks);
    let diagonals = attacks::bishop(king, sides.occupied);
    let straights = attacks::rook(king, sides.occupied);
    let checks = [
        (attacks::knight(king) & enemy.knight_attacks, KNIGHT_CHECK),
        (diagonals & enemy.bishop_attacks, BISHOP_CHECK),
        (straights & enemy.rook_attacks, ROOK_CHECK),
        ((diagonals | straights) & enemy.queen_attacks, QUEEN_CHECK),
    ];
    let mut units = enemy.assault + WEAK_SQUARE * (weak & own.ring).len() as i32;
    for (squares, weight) in checks {
        let safe = (squares & safe).len() as i32;
        units += if safe > 0 { weight + (safe - 1).min(2) } else { 0 };
    }
    units - if has_queen { 0 } else { NO_QUEEN }
}
