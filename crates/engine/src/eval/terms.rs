//! Where each term of the evaluation has its weights. The evaluation is the sum of weights times counts, so that a
//! tuner needs nothing but the counts.

/// By role, in the order of `Role::ALL`.
pub(super) const MATERIAL: usize = 0;
/// By role and square, as White sees the board.
pub(super) const SQUARES: usize = MATERIAL + 6;
/// By the number of squares a knight can safely reach; likewise the next ones.
pub(super) const KNIGHT_MOBILITY: usize = SQUARES + 6 * 64;
pub(super) const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
pub(super) const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
pub(super) const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
pub(super) const BISHOP_PAIR: usize = QUEEN_MOBILITY + 28;
/// For each own pawn on squares of the bishop's shade.
pub(super) const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A rook on a file without own pawns, without any pawns.
pub(super) const ROOK_HALF_OPEN: usize = BISHOP_PAWNS + 1;
pub(super) const ROOK_OPEN: usize = ROOK_HALF_OPEN + 1;
/// A minor piece that no enemy pawn can ever chase, without and with an own pawn behind it.
pub(super) const KNIGHT_OUTPOST: usize = ROOK_OPEN + 1;
pub(super) const BISHOP_OUTPOST: usize = KNIGHT_OUTPOST + 2;
pub(super) const MINOR_BEHIND_PAWN: usize = BISHOP_OUTPOST + 2;
/// Pawns: a second one on a file, one without neighbours (half-open file or not), one that cannot be guarded.
pub(super) const DOUBLED: usize = MINOR_BEHIND_PAWN + 1;
pub(super) const ISOLATED: usize = DOUBLED + 1;
pub(super) const BACKWARD: usize = ISOLATED + 2;
/// By rank: beside another pawn, guarded by another pawn.
pub(super) const PHALANX: usize = BACKWARD + 2;
pub(super) const SUPPORTED: usize = PHALANX + 8;
/// Passed pawns by rank; when blocked; when the way is safe; when the next step is guarded.
pub(super) const PASSED: usize = SUPPORTED + 8;
pub(super) const PASSED_BLOCKED: usize = PASSED + 8;
pub(super) const PASSED_SAFE: usize = PASSED_BLOCKED + 8;
pub(super) const PASSED_GUARDED: usize = PASSED_SAFE + 8;
/// The distance of each king to the square before a passed pawn, times how far the pawn has come.
pub(super) const PASSED_OWN_KING: usize = PASSED_GUARDED + 8;
pub(super) const PASSED_ENEMY_KING: usize = PASSED_OWN_KING + 8;
/// By file from the edge and rank: the nearest own pawn before the king; rank 0 where there is none.
pub(super) const SHELTER: usize = PASSED_ENEMY_KING + 8;
/// The same of the enemy's pawns that come nearer; those that an own pawn blocks stand apart.
pub(super) const STORM: usize = SHELTER + 4 * 8;
pub(super) const BLOCKED_STORM: usize = STORM + 4 * 8;
/// By units of danger to the king.
pub(super) const DANGER: usize = BLOCKED_STORM + 8;
pub(super) const DANGER_LEN: usize = 64;
/// The king on a file without own pawns.
pub(super) const KING_OPEN_FILE: usize = DANGER + DANGER_LEN;
/// Attacks of pawns on pieces by role; of minor pieces; of rooks; of the king.
pub(super) const PAWN_THREAT: usize = KING_OPEN_FILE + 2;
pub(super) const MINOR_THREAT: usize = PAWN_THREAT + 6;
pub(super) const ROOK_THREAT: usize = MINOR_THREAT + 6;
pub(super) const KING_THREAT: usize = ROOK_THREAT + 6;
/// Attacked pieces that nothing guards; safe pawn steps that would attack a piece; attacks on the queen to come.
pub(super) const HANGING: usize = KING_THREAT + 1;
pub(super) const PUSH_THREAT: usize = HANGING + 1;
pub(super) const WEAK_QUEEN: usize = PUSH_THREAT + 1;
/// Safe squares in the centre behind or between the own pawns.
pub(super) const SPACE: usize = WEAK_QUEEN + 1;
/// Being to move.
pub(super) const TEMPO: usize = SPACE + 1;
/// How many weights there are.
pub(super) const COUNT: usize = TEMPO + 1;
