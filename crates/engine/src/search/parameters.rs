//! Every number of the search that somebody may want to tune, in one table. Values are hundredths of a pawn, depths are
//! moves, reductions are 1/1024 of a move; a change of any of them changes the signature of the benchmark.

use super::value::Value;

// Near a draw by counting moves.

/// So few quiet moves before a draw the values of the table of positions, which know nothing of their number, are not
/// trusted.
pub(super) const NEAR_DRAW: u16 = 10;
/// Of so many parts an evaluation loses so many on the way to such a draw, quiet move by quiet move.
pub(super) const FADING_PARTS: Value = 220;
pub(super) const FADING_MOST: Value = 100;

// Razoring: step 7.

pub(super) const RAZORING_DEPTH: i32 = 3;
pub(super) const RAZORING_BASE: Value = 60;
pub(super) const RAZORING_PER_DEPTH: Value = 220;

// Reverse futility: step 8.

pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
pub(super) const REVERSE_FUTILITY_PER_DEPTH: Value = 75;

// The null move: step 9.

pub(super) const NULL_DEPTH: i32 = 3;
/// How far the evaluation may be below the bound, and how much further for each move of depth.
pub(super) const NULL_BASE: Value = 80;
pub(super) const NULL_PER_DEPTH: Value = 20;
/// By how many moves less deep it is searched: at least, one more for so much depth, one more for so much evaluation.
pub(super) const NULL_REDUCTION: i32 = 4;
pub(super) const NULL_DEPTH_DIVISOR: i32 = 4;
pub(super) const NULL_EVAL_DIVISOR: Value = 180;
pub(super) const NULL_EVAL_MOST: i32 = 3;
/// From here on what passing seems to win is checked by a search without passing.
pub(super) const NULL_CHECK_DEPTH: i32 = 12;
/// How deep that check forbids passing, in quarters of its depth.
pub(super) const NULL_CHECK_QUARTERS: usize = 3;

// Captures that beat a raised bound: step 10.

pub(super) const PROBCUT_DEPTH: i32 = 5;
pub(super) const PROBCUT_MARGIN: Value = 170;
pub(super) const PROBCUT_IMPROVING: Value = 40;
/// How much less deep than the node what is found there counts.
pub(super) const PROBCUT_REDUCTION: i32 = 3;

// Less depth without a move from the table: step 11.

pub(super) const TABLELESS_DEPTH: i32 = 4;

// Moves that are left out: step 13.

/// Quiet moves tried: so many and the square of the depth, half of it where the side does not improve.
pub(super) const LATE_BASE: i32 = 4;
pub(super) const FUTILITY_DEPTH: i32 = 8;
pub(super) const FUTILITY_BASE: Value = 90;
pub(super) const FUTILITY_PER_DEPTH: Value = 85;
pub(super) const FUTILITY_HISTORY_DIVISOR: i32 = 128;
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 4;
pub(super) const HISTORY_PRUNING_PER_DEPTH: i32 = 4_500;
pub(super) const HISTORY_PRUNING_MOST_DEPTH: i32 = 6;
/// What a quiet move may lose by exchanges, for the square of the depth left.
pub(super) const QUIET_LOSS_DEPTH: i32 = 8;
pub(super) const QUIET_LOSS_PER_SQUARE: Value = 22;
/// What a capture may lose by exchanges, for each move of depth.
pub(super) const NOISY_LOSS_DEPTH: i32 = 7;
pub(super) const NOISY_LOSS_PER_DEPTH: Value = 95;

// Extensions: steps 14 and 15.

pub(super) const SINGULAR_DEPTH: i32 = 7;
/// How much less deep than the node the table's value may come from.
pub(super) const SINGULAR_TABLE_DEPTH: i32 = 3;
pub(super) const SINGULAR_PER_DEPTH: Value = 2;
/// So far below the bound the others must stay for two moves more, which one line gets so often at most.
pub(super) const DOUBLE_MARGIN: Value = 18;
pub(super) const DOUBLES_MOST: u8 = 8;
pub(super) const CHECK_DEPTH: i32 = 6;
/// Lines are extended up to this many times the depth of the search.
pub(super) const EXTENDED_LENGTH: usize = 2;

// Reductions of late moves: step 16.

pub(super) const REDUCTION_DEPTH: i32 = 2;
pub(super) const REDUCTION_BASE: i32 = 300;
pub(super) const REDUCTION_LOGARITHMS: i32 = 225;
pub(super) const REDUCED_NOT_IMPROVING: i32 = 512;
pub(super) const REDUCED_CUT: i32 = 1_300;
pub(super) const REDUCED_NOISY_TABLE_MOVE: i32 = 1_024;
pub(super) const SPARED_REFUTATION: i32 = 1_024;
pub(super) const SPARED_NOISY: i32 = 512;
pub(super) const SPARED_WAS_PV: i32 = 1_024;
pub(super) const SPARED_PV: i32 = 512;
pub(super) const SPARED_CHECK: i32 = 1_024;
/// The history that spares a quiet move, and a capture, one move of reduction.
pub(super) const QUIET_HISTORY_PER_MOVE: i32 = 14_000;
pub(super) const NOISY_HISTORY_PER_MOVE: i32 = 10_000;
/// A reduced move that surprises so much is searched one move deeper, one that surprises less one move less deep.
pub(super) const SURPRISE_LARGE: Value = 60;
pub(super) const SURPRISE_SMALL: Value = 8;

// What is learnt: step 19.

/// What a move gains in the histories for beating the window: by depth, and within bounds.
pub(super) const BONUS_PER_DEPTH: i32 = 150;
pub(super) const BONUS_BASE: i32 = 70;
pub(super) const BONUS_LEAST: i32 = 20;
pub(super) const BONUS_MOST: i32 = 1_600;
/// So far above the window counts as one move deeper.
pub(super) const CLEAR_CUT: Value = 80;
/// The most that a history says, either way.
pub(super) const HISTORY_LIMIT: i32 = 16_384;
/// How large a correction of the evaluation becomes at most.
pub(super) const CORRECTION_MOST: Value = 64;
/// How much of a correction is new, in 1/256: one for each move of depth and one more, up to this.
pub(super) const CORRECTION_WEIGHT_MOST: i32 = 16;
/// How the corrections by pawns, and by the pieces of each side, are mixed, in thirds.
pub(super) const CORRECTION_PAWNS: i32 = 2;
pub(super) const CORRECTION_PIECES: i32 = 1;

// What is remembered of positions.

/// What tables of endgames decide counts as searched so much deeper than the node.
pub(super) const ENDGAME_TABLE_DEPTH: i32 = 6;
/// A position that was searched so much deeper is not written over by itself.
pub(super) const KEPT_DEPTH: i32 = 4;
/// How much depth each search since costs an entry where room is needed.
pub(super) const AGE_DEPTH: i32 = 4;

// Captures alone.

/// What a capture may bring beyond what it takes.
pub(super) const DELTA_MARGIN: Value = 170;
/// How many moves are tried against a check before the quiet ones are left out.
pub(super) const EVASIONS: usize = 3;

// The order of moves.

pub(super) const GAIN_WEIGHT: i32 = 16;
/// How the histories of a quiet move are mixed: its own, and those behind what moved one, two and four moves before.
pub(super) const QUIET_WEIGHT: i32 = 2;
pub(super) const CONTINUATION_WEIGHTS: [i32; 3] = [2, 1, 1];

// Deeper and deeper.

pub(super) const ASPIRATION_DEPTH: i32 = 5;
pub(super) const ASPIRATION_WIDTH: Value = 12;
/// One more for so much of the expected value, which is taken up to a limit.
pub(super) const ASPIRATION_DIVISOR: Value = 60;
pub(super) const ASPIRATION_VALUE_MOST: Value = 2_000;
/// A window wider than this is thrown open.
pub(super) const ASPIRATION_MOST: Value = 900;
pub(super) const ASPIRATION_GROWTH: Value = 4;
/// How many moves less deep a value above the window is searched again, at most.
pub(super) const ASPIRATION_REDUCTION: i32 = 3;

// Time: how much longer or shorter than planned to think.

/// After so many depths with the same best move nothing more is saved.
pub(super) const STABLE_MOST: i32 = 8;
pub(super) const UNSTABLE_STRETCH: f64 = 1.35;
pub(super) const STABLE_SAVING: f64 = 0.08;
/// How much of a rise and of a fall of the value counts.
pub(super) const RISE_MOST: Value = 20;
pub(super) const DROP_MOST: Value = 80;
pub(super) const DOUBT_STRETCH: f64 = 1.6;
pub(super) const EFFORT_SAVING: f64 = 0.9;
/// Where there is only one move, a tenth of the time is enough to see what comes of it.
pub(super) const ALONE_STRETCH: f64 = 0.1;
pub(super) const ALONE_DEPTH: i32 = 4;

// Time: the plan for a move, as shares of what is left.

/// Of the time up to the next control and of the increment.
pub(super) const CONTROL_SHARE: f64 = 0.9;
pub(super) const CONTROL_INCREMENT: f64 = 0.7;
/// So much of it at most, and for the last move before the control.
pub(super) const CONTROL_MOST: f64 = 0.7;
pub(super) const LAST_MOVE_MOST: f64 = 0.9;
/// Of the time for the rest of the game and of the increment: less than all of it, so that a reserve is left for a
/// machine that stalls.
pub(super) const GAME_SHARE: f64 = 0.025;
pub(super) const GAME_INCREMENT: f64 = 0.6;
pub(super) const GAME_MOST: f64 = 0.4;
/// How many times the share may be taken where the search is in doubt.
pub(super) const HARD_SHARES: f64 = 5.0;
/// Of the time left this is kept for the move at hand, whatever the overhead of those to come.
pub(super) const OVERHEAD_KEEPS: f64 = 0.5;
