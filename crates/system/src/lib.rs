//! What the programs need of the machine around them: files that are saved whole or not at all, input that shows how
//! far it is, the user's folders, and text of others that cannot write to a terminal. No chess in here.
//!
//! Text of others goes to a terminal only through [`visible`] and [`shown`]; what is written to files and pipes is not
//! touched. An answer goes out through [`stdout`] or a [`Draft`], which say so where it would be lost.

mod allocate;
mod draft_name;
mod file_error;
mod folders;
mod free_space;
mod input;
mod open_files;
mod progress;
mod round_trip;
mod save;
mod stdout;
mod step_back;
mod sync_folder;
mod terminal;
mod visible;

pub use allocate::allocate;
pub use draft_name::sweep_drafts;
pub use file_error::{FileError, FileFault};
pub use folders::{NoDataFolder, UserFolders, data_folder, settings_file, user_folders, with_home};
pub use free_space::free_space;
pub use input::{Input, input_name};
pub use open_files::allow_open_files;
pub use progress::Progress;
pub use round_trip::round_trip;
pub use save::{Draft, NamedDraft};
pub use stdout::{close_stdout_again, stdout};
pub use step_back::step_back;
pub use sync_folder::sync_folder;
pub use tabiya_text::visible;
pub use terminal::{shows_unicode, width};
pub use visible::{json_line, shown};
