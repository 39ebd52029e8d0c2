//! Manual pages, and what shells complete commands by: from the same definition that arguments are read by.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use tabiya_system::shown;

use crate::Cli;
use crate::output::Status;

/// Writes them to a folder.
pub fn write(folder: &Path) -> anyhow::Result<Status> {
    fs::create_dir_all(folder).with_context(|| shown(folder))?;
    // They are the same whatever CPU they are made on.
    let cli = Cli::command().long_version(env!("CARGO_PKG_VERSION"));
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        clap_complete::generate_to(shell, &mut cli.clone(), "tabiya", folder)
            .with_context(|| shown(folder))?;
    }
    clap_mangen::generate_to(cli, folder).with_context(|| shown(folder))?;
    Ok(Status::Done)
}
