//! The archive for any Linux.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::{Release, text};
use crate::shell;

/// Packs the tree: sorted, of one time, owned by nobody in particular, so that the same files give the same bytes.
pub fn pack(tree: &Path, folder: &Path, release: &Release) -> Result<PathBuf> {
    let name = format!("tabiya-{}-x86_64-linux", release.version);
    let plain = folder.join(format!("{name}.tar"));
    let packed = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u=rwX,go=rX", &format!("--mtime=@{}", release.time)]);
    tar.arg(format!("--transform=s,^\\.,{name},")).arg("--file").arg(&plain);
    shell::run(tar.args(["--directory", text(tree)?, "."]))?;
    let _ = fs::remove_file(&packed);
    shell::run(Command::new("gzip").args(["-9", "--no-name"]).arg(&plain))?;
    Ok(packed)
}
