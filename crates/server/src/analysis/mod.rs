//! Games and positions analysed for people who look at them, in what the computer's own moves and hints leave of its time.
//!
//! Work is done in slices (`job.rs`) by the threads that choose moves (`workers.rs`): whoever waits for a move or a hint stops a
//! slice at once, and it goes on later from what its engine remembers (`line_search.rs`). There are three kinds: the best lines of a
//! position (`look_task.rs`), all moves of a game (`review.rs`, once for all who look at it and kept with the game,
//! `review_registry.rs`), and a move that somebody tries in place of another (`judge_task.rs`).

mod engine_pool;
mod job;
mod judge_task;
mod line_search;
mod look_task;
mod looked_position;
mod ply_search;
mod review;
mod review_registry;
mod review_view;
mod tables_view;
mod tried_move;

pub(crate) use engine_pool::EnginePool;
pub(crate) use job::{AnalysisJob, AnalysisProgress};
pub(crate) use judge_task::{JudgeTask, TriedJudgement};
pub(crate) use look_task::{FoundLines, LookTask};
pub(crate) use looked_position::LookedPosition;
pub(crate) use review::{ReviewState, ReviewedGame, reviewed_game};
pub(crate) use review_registry::{ReviewRegistry, RunningReview};
pub(crate) use review_view::{parts, review_view};
pub(crate) use tables_view::tables_view;
pub(crate) use tried_move::{judged_words, tried_analysis};
