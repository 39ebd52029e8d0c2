//! What an engine's view of a game's positions says of its moves.
//!
//! Nothing in here decides when, where or with how many threads positions are searched:
//!
//! - [`GameAnalysis`] has the positions of a game. [`GameAnalysis::tasks`] are those that are still to be searched, each for
//!   itself ([`SearchTask::search`]); what was found is put in, in any order ([`GameAnalysis::put`]), and can be kept as text
//!   meanwhile ([`GameAnalysis::search_text`], [`GameAnalysis::put_text`]). Scores that a PGN tells are read by
//!   [`GameAnalysis::put_evals`].
//! - [`GameReport`] says at any time what is known so far: the score of every position, every move with what it loses
//!   ([`JudgedMove`]), each side's accuracy, the graph.
//! - [`GameAnalysis::lesson`] says in words what a mistake missed, as the rules prove it.
//! - [`GameAnalysis::annotate`] writes all of it into a PGN: `[%eval 0.17]`, marks, remarks, better lines.
//! - [`graph_svg`] draws the graph.
//!
//! No rule set is asked for its name. How a game ends on the board the rules say, so that its last position is judged
//! exactly; chances are those of [`WinningChances`], marks those of [`MoveMark`].
//!
//! ```
//! use tabiya_analysis::{GameAnalysis, MoveMark};
//! use tabiya_engine::{Control, Engine, SearchLimits};
//! use tabiya_notation::pgn::PgnReader;
//!
//! let (game, _) = PgnReader::new("1. f3 e5 2. g4 Qh4# 0-1".as_bytes()).games().next().unwrap().unwrap();
//! let mut analysis = GameAnalysis::new(&game);
//! let limits = SearchLimits { nodes: Some(5_000), ..SearchLimits::default() };
//! for task in analysis.tasks().collect::<Vec<_>>() {
//!     let found = task.search(&mut Engine::new(1, 1), &limits, &Control::default()).unwrap();
//!     analysis.put(task.ply, found).unwrap();
//! }
//! let report = analysis.report();
//! let worst = report.worst()[0];
//! assert_eq!(worst.numbered(), "2. g4??");
//! assert!(analysis.lesson(worst).unwrap().to_string().starts_with("g4 allows mate on h4. Better is "));
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![forbid(unsafe_code)]

mod accuracy;
mod annotate;
mod game_analysis;
mod game_report;
mod graph;
mod graph_svg;
mod move_lesson;
mod move_mark;
mod position_score;
mod position_search;
mod winning_chances;

pub use accuracy::move_accuracy;
pub use annotate::NotAnnotated;
pub use game_analysis::{GameAnalysis, NotInAnalysis};
pub use game_report::{GameReport, JudgedMove, SideReport};
pub use graph::{GraphPoint, SparklineSigns};
pub use graph_svg::graph_svg;
pub use move_lesson::{BetterMove, MoveHarm, MoveLesson};
pub use move_mark::MoveMark;
pub use position_score::PositionScore;
pub use position_search::{NotASearch, PositionSearch, SearchTask, SearchedLine, USUAL_MEMORY, USUAL_NODES};
pub use winning_chances::WinningChances;
