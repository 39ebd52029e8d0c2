//! Where each term of the evaluation has its weights. The evaluation is the sum of weights times counts, so that a
//! tuner needs nothing but the counts.

/// By role, in the order of `Role::ALL`.
pub const MATERIAL: usize = 0;
/// By role and square, as White sees the board.
pub const SQUARES: usize = MATERIAL + 6;
/// By the number of squares a knight can safely reach; likewise the next ones.
pub const KNIGHT_MOBILITY: usize = SQUARES + 6 * 64;
pub const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
pub const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
pub const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
pub const BISHOP_PAIR: usize = QUEEN_MOBILITY + 28;
/// For each own pawn on squares of the bishop's shade.
pub const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A rook on a file without own pawns, without any pawns.
pub const ROOK_HALF_OPEN: usize = BISHOP_PAWNS + 1;
pub const ROOK_OPEN: usize = ROOK_HALF_OPEN + 1;
/// A minor piece that no enemy pawn can ever chase, without and with an own pawn behind it.
pub const KNIGHT_OUTPOST: usize = ROOK_OPEN + 1;
pub const BISHOP_OUTPOST: usize = KNIGHT_OUTPOST + 2;
pub const MINOR_BEHIND_PAWN: usize = BISHOP_OUTPOST + 2;
/// Pawns: a second one on a file, one without neighbours (half-open file or not), one that cannot be guarded.
pub const DOUBLED: usize = MINOR_BEHIND_PAWN + 1;
pub const ISOLATED: usize = DOUBLED + 1;
pub const BACKWARD: usize = ISOLATED + 2;
/// By rank: beside another pawn, guarded by another pawn.
pub const PHALANX: usize = BACKWARD + 2;
pub const SUPPORTED: usize = PHALANX + 8;
/// Passed pawns by rank; when blocked; when the way is safe; when the next step is guarded.
pub const PASSED: usize = SUPPORTED + 8;
pub const PASSED_BLOCKED: usize = PASSED + 8;
pub const PASSED_SAFE: usize = PASSED_BLOCKED + 8;
pub const PASSED_GUARDED: usize = PASSED_SAFE + 8;
/// The distance of each king to the square before a passed pawn, times how far the pawn has come.
pub const PASSED_OWN_KING: usize = PASSED_GUARDED + 8;
pub const PASSED_ENEMY_KING: usize = PASSED_OWN_KING + 8;
/// By file from the edge and rank: the nearest own pawn before the king; rank 0 where there is none.
pub const SHELTER: usize = PASSED_ENEMY_KING + 8;
/// The same of the enemy's pawns that come nearer; those that an own pawn blocks stand apart.
pub const STORM: usize = SHELTER + 4 * 8;
pub const BLOCKED_STORM: usize = STORM + 4 * 8;
/// By units of danger to the king.
pub const DANGER: usize = BLOCKED_STORM + 8;
pub const DANGER_LEN: usize = 64;
/// The king on a file without own pawns.
pub const KING_OPEN_FILE: usize = DANGER + DANGER_LEN;
/// Attacks of pawns on pieces by role; of minor pieces; of rooks; of the king.
pub const PAWN_THREAT: usize = KING_OPEN_FILE + 2;
pub const MINOR_THREAT: usize = PAWN_THREAT + 6;
pub const ROOK_THREAT: usize = MINOR_THREAT + 6;
pub const KING_THREAT: usize = ROOK_THREAT + 6;
/// Attacked pieces that nothing guards; safe pawn steps that would attack a piece; attacks on the queen to come.
pub const HANGING: usize = KING_THREAT + 1;
pub const PUSH_THREAT: usize = HANGING + 1;
pub const WEAK_QUEEN: usize = PUSH_THREAT + 1;
/// Safe squares in the centre behind or between the own pawns.
pub const SPACE: usize = WEAK_QUEEN + 1;
/// Being to move.
pub const TEMPO: usize = SPACE + 1;
/// How many weights there are.
pub const COUNT: usize = TEMPO + 1;
