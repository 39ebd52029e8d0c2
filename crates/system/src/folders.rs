//! Where things of a user lie, by the customs of free desktops.

use std::env;
use std::path::PathBuf;

use anyhow::Context;

/// The data folder that was named, or else the usual one.
pub fn data_folder(named: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    match named {
        Some(folder) => Ok(folder),
        None => usual("XDG_DATA_HOME", ".local/share").context("no data folder is known: --data names one"),
    }
}

/// The usual file with settings.
pub fn settings_file() -> Option<PathBuf> {
    usual("XDG_CONFIG_HOME", ".config").map(|folder| folder.join("tabiya.toml"))
}

fn usual(variable: &str, in_home: &str) -> Option<PathBuf> {
    let set = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(in_home));
    set.or_else(home).map(|folder| folder.join("tabiya"))
}
