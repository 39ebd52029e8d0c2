//! Games as text: Portable Game Notation.
//!
//! [`PgnReader`] reads any amount of text with the same small memory and tells a [`Visitor`] what it finds;
//! [`GameBuilder`] is the visitor that keeps everything, as a [`PgnGame`]: tags, moves, variations, comments, marks.
//! [`PgnReader::games`] gives all of them, one after the other. A game is written by its `Display`.
//!
//! What is wrong in a game is told with its number, line and ply; what came before it is kept, and the next game is
//! not touched by it. It costs as little as possible: a refused move costs the rest of its line, of a variation or of the
//! game; a tag, mark or bracket costs itself. A game ends at its result, at tags on a new line, or at a first move's
//! number behind a blank line.
//!
//! The reader is a window of 64 kB that moves over the input (`scanner`). `token` names what stands at its beginning,
//! from at most 256 bytes, which are at hand whatever pieces the input comes in; `state` knows the open variations, by a
//! stack that is bounded and not by recursion, and what is passed over. Rules, start and result are values of a game and
//! are made tags only when it is written.
//!
//! A game that is there can be changed by a [`PgnEdit`], which is data: where, by a [`PgnPath`], and what. It is obeyed whole
//! or refused with the reason, and leaves a game that is written and read again as it is.
//!
//! ```
//! use tabiya_notation::pgn::PgnReader;
//!
//! let text = "[Event \"?\"]\n\n1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 $1 *\n";
//! let (game, end) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
//! assert_eq!(end.damage, None);
//! assert_eq!(game.moves().count(), 3);
//! assert!(game.to_string().ends_with("1. e4 e5 (1... c5 {sharp} 2. Nf3) 2. Nf3 $1 *\n"));
//! ```

mod annotation;
mod builder;
mod comment;
mod damage;
mod edit;
mod ending;
mod game;
mod games;
mod german;
mod nag;
mod path;
mod reader;
mod rearrange;
mod remark;
mod scanner;
mod state;
mod tag;
mod tags;
mod text;
mod token;
mod variant;
mod visitor;
mod write;

pub use annotation::{Annotation, Arrow, Circle, Eval, MarkColor, PgnClock, annotations};
pub use builder::GameBuilder;
pub use damage::{PgnDamage, PgnFault};
pub use edit::{CommentPlace, EditBounds, EditRefusal, MainLine, PgnChange, PgnEdit};
pub use ending::PgnEnding;
pub use game::{PgnGame, PgnNode, PgnNodeId};
pub use games::Games;
pub use nag::Nag;
pub use path::{NotAPath, PgnPath, PgnStep};
pub use reader::{GameEnd, PgnReader};
pub use remark::{Drawing, drawing_of, with_drawing, with_eval, with_words, words_of};
pub use scanner::READ_AHEAD;
pub use tags::Tags;
pub use text::decode;
pub use visitor::{Interest, Visitor};

/// How deep variations may be nested.
pub const MAX_DEPTH: usize = 256;

/// The most bytes of a comment.
pub const MAX_COMMENT: usize = 64 * 1024;

/// The most moves of a game, with all its variations.
pub const MAX_MOVES: usize = 200_000;

/// The most bytes of a tag.
pub const MAX_TAG: usize = 8 * 1024;

/// The most tags of a game.
pub const MAX_TAGS: usize = 1000;

/// The most bytes of all tags and comments of a game together.
pub const MAX_TEXT: usize = 8 * 1024 * 1024;
