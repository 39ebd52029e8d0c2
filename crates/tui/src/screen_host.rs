use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use tabiya_notation::RuleFile;
use tabiya_rules::Language;
use tabiya_table::{Player, Table};

use crate::board_settings::BoardSettings;

/// What the program around the screen does for it.
pub trait ScreenHost {
    /// The rule set of a name, or in the file at a path; what is wrong with it is told in a language.
    fn load_rules(&self, language: Language, name_or_path: &OsStr) -> anyhow::Result<RuleFile>;

    /// Who is meant by a text, or why nobody is.
    fn read_player(&self, text: &str) -> Result<Player, String>;

    /// What is in a folder.
    fn list_folder(&self, folder: &Path) -> io::Result<Vec<FolderEntry>>;

    /// The folder in which files are looked for first.
    fn current_folder(&self) -> PathBuf;

    /// Writes the settings down.
    fn remember(&self, settings: &BoardSettings) -> anyhow::Result<()>;

    /// Writes the language down.
    fn remember_language(&self, language: Language) -> anyhow::Result<()>;

    /// Looks at the table after something was asked of it, before anybody is told what came of that.
    fn after_request(&self, table: &Table);
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderEntry {
    /// What it is called.
    pub name: String,
    /// Whether it is a folder itself.
    pub is_folder: bool,
}
