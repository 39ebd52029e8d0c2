//! Where NATS is.

use std::path::PathBuf;

/// The program, as `cargo xtask ci` installs and names it, or as the system has it.
pub fn nats_program() -> PathBuf {
    let named = std::env::var_os("TABIYA_NATS_SERVER").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        || std::env::split_paths(&path).map(|folder| folder.join("nats-server")).find(|file| file.exists());
    named
        .or_else(found)
        .expect("NATS is missing: `cargo xtask ci` installs it, or put `nats-server` into the PATH")
}
