//! Games and positions in files: everything that opens, saves or converts them does it here.
//!
//! Nothing in here touches a disk: readers and writers are handed in.
//!
//! - [`Form`] is how games are written down, known by the ending of a file.
//! - [`GameReader`] reads games one after the other from a stream of any form; [`open_game`] reads one by its number.
//! - [`UnpackingReader`] is what is in a file, whether it is compressed or not; [`GameReader`] has it built in. [`Packing`] tells
//!   whether it is.
//! - [`GameWriter`] writes games in a form, and [`Losses`] tells beforehand what the form has no place for. To convert
//!   is to read [`PgnGame`](tabiya_notation::pgn::PgnGame)s, for PGN holds everything, and to write them.
//! - [`Provenance`] keeps what a file said of a game that is played on, and adds it again when the game is saved.
//! - [`replace_game`] puts a game in its place in a PGN file of several, and leaves all others as they are, to the byte.
//!   [`expect_game`] finds out whether a file of one game is still as it was.
//!
//! Opening the second game of a file, playing on and saving it:
//!
//! ```
//! use tabiya_files::{Form, GameReader, Pardon, Provenance, open_game, replace_game};
//! use tabiya_notation::pgn::PgnGame;
//!
//! let file = "1. d4 *\n\n[White \"Anna\"]\n\n1. e4 {bold} *\n\n1. c4 c5\n";
//! let mut games = GameReader::new(Form::Pgn, file.as_bytes(), None, Pardon::Nothing);
//! let opened = open_game(&mut games, 2).unwrap();
//! let provenance = Provenance::new(opened.game, 2, 3);
//!
//! // The board knows moves and players only.
//! let mut played = PgnGame::default();
//! played.tags.set("White", "Anna");
//! let m = played.start().legal_moves().iter().copied().find(|m| m.to().to_string() == "e4").unwrap();
//! played.add(PgnGame::ROOT, Some(m));
//! provenance.add_to(&mut played);
//!
//! let mut saved = Vec::new();
//! replace_game(file.as_bytes(), &mut saved, provenance.number, &provenance.pgn, &played).unwrap();
//! let saved = String::from_utf8(saved).unwrap();
//! assert!(saved.starts_with("1. d4 *\n\n[Event \"?\"]"), "{saved}");
//! assert!(saved.ends_with("\n\n1. e4 {bold} *\n\n1. c4 c5\n"), "{saved}");
//! ```

mod error;
mod form;
mod game;
mod game_damage;
mod german;
mod loss;
mod omission;
mod open;
mod packed;
mod position_lines;
mod provenance;
mod reader;
mod reading_note;
mod replace;
mod writer;
mod zstd;

pub use error::{ReadError, ReplaceError, WriteError};
pub use form::Form;
pub use game::{ending_on_board, last_position, take_game};
pub use game_damage::{GameDamage, LineDamage};
pub use loss::{Loss, LossNote, Losses};
pub use omission::Omission;
pub use open::{OpenError, OpenedGame, open_game};
pub use packed::{OtherContent, Packing, UnpackError, UnpackingReader};
pub use provenance::{GameOrigin, KeptSize, Provenance};
pub use reader::{FileGame, GameReader, Pardon};
pub use reading_note::ReadingNote;
pub use replace::{expect_game, replace_game};
pub use writer::GameWriter;
