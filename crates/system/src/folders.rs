//! Where things of a user lie, by the customs of free desktops.

use std::path::PathBuf;
use std::{env, fmt};

/// The data folder that was named, or else the usual one.
pub fn data_folder(named: Option<PathBuf>) -> Result<PathBuf, NoDataFolder> {
    named.or_else(|| usual("XDG_DATA_HOME", ".local/share")).ok_or(NoDataFolder)
}

/// Nobody has named a data folder, and the user has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDataFolder;

impl fmt::Display for NoDataFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no data folder is known: --data names one")
    }
}

impl std::error::Error for NoDataFolder {}

/// The usual file with settings.
pub fn settings_file() -> Option<PathBuf> {
    usual("XDG_CONFIG_HOME", ".config").map(|folder| folder.join("tabiya.toml"))
}

/// Where programs of a user look for what belongs to no program alone, such as manual pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserFolders {
    /// For data: `~/.local/share`.
    pub data: PathBuf,
    /// For settings: `~/.config`.
    pub config: PathBuf,
}

/// The user's folders; nothing where they are not known.
pub fn user_folders() -> Option<UserFolders> {
    let data = shared("XDG_DATA_HOME", ".local/share")?;
    Some(UserFolders { data, config: shared("XDG_CONFIG_HOME", ".config")? })
}

/// A path with the user's folder for a tilde, which no shell has put there; nothing where that folder is not known.
pub fn with_home(path: PathBuf) -> Option<PathBuf> {
    match path.strip_prefix("~") {
        Ok(rest) => home().map(|home| home.join(rest)),
        Err(_) => Some(path),
    }
}

fn home() -> Option<PathBuf> {
    env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from)
}

fn usual(variable: &str, in_home: &str) -> Option<PathBuf> {
    shared(variable, in_home).map(|folder| folder.join("tabiya"))
}

fn shared(variable: &str, in_home: &str) -> Option<PathBuf> {
    let set = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    set.or_else(|| home().map(|home| home.join(in_home)))
}
