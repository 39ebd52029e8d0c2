//! Chess text, to and from the types of [`tabiya_rules`].
//!
//! - [`fen`]: positions as FEN, X-FEN and Shredder-FEN.
//! - [`epd`]: positions with operations, such as the best move.
//! - [`UciMove`]: moves as `e2e4`; [`San`], [`Lan`] and [`Figurine`]: as `Nf3`, `Ng1-f3` and `♘f3`;
//!   [`MoveText`]: as anybody may type them.
//! - [`pgn`]: games with variations and comments.
//! - [`rule_file`]: rule sets as TOML; [`find_rules`]: rule sets by name.
//! - [`polyglot`]: opening books in Polyglot's form.
//! - [`xml`]: games in the XML form of BYU's windowed game.
//!
//! Text is read without panics and within bounds, and what is refused is refused with its place and reason.
//! Nothing here does input or output.
//!
//! ```
//! use tabiya_notation::Fen;
//! use tabiya_rules::{Fide, Position};
//!
//! let fen: Fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3".parse().unwrap();
//! let position = Position::new(fen.setup, Fide).unwrap();
//! assert_eq!(position.legal_moves().len(), 27);
//! assert_eq!(Fen::from(&position), fen);
//! ```

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![forbid(unsafe_code)]

pub mod epd;
mod excerpt;
pub mod fen;
mod german;
mod move_text;
mod nearest;
pub mod pgn;
pub mod polyglot;
pub mod rule_file;
mod rule_name;
mod san;
mod uci_move;
pub mod xml;

pub use epd::{Epd, EpdError};
pub use excerpt::Excerpt;
pub use fen::{Fen, FenError, FenField, Note, PositionError, Strictness, read_position, read_setup};
pub use move_text::{MoveText, NotAMove, with_usual_letters};
pub use nearest::nearest;
pub use polyglot::{Book, BookError, BookKey, BookMaker};
pub use rule_file::{RuleFile, RuleFileError, RuleFileErrors};
pub use rule_name::{UnknownRules, find_rules};
pub use san::{Figurine, Lan, NotASan, San, SanError, SanPlus};
pub use uci_move::{NotAUciMove, UciMove, Unplayable};
pub use xml::{WrittenXml, XmlError, XmlGame, XmlWriteError, read_xml, write_xml};
