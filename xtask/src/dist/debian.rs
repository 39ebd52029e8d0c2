//! The Debian package, also for Ubuntu and the like.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{Programs, Release, tree};
use crate::{shell, tool, workspace};

/// What dpkg runs at an installation, an upgrade, a removal.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// The settings are the administrator's: an upgrade asks before it touches them.
const CONFFILES: &str = "/etc/tabiya/tabiya.toml\n";

/// Packs the tree and what Debian asks for beside it.
pub fn pack(from: &Path, folder: &Path, release: &Release, programs: &Programs) -> Result<PathBuf> {
    tool::DPKG.ensure()?;
    let root = folder.join("debian");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("DEBIAN"))?;
    shell::run(
        Command::new("cp").args(["--recursive", "--no-target-directory"]).arg(from).arg(root.join("usr")),
    )?;
    let share = root.join("usr/share");
    fs::rename(share.join("zsh/site-functions"), share.join("zsh/vendor-completions"))?;
    // Debian has the text of this one, and wants one file about all terms.
    fs::remove_file(share.join("doc/tabiya/LICENSE-GPL"))?;
    let sources = workspace::root().join("deploy");
    tree::copy(&sources.join("debian/copyright"), &share.join("doc/tabiya/copyright"))?;
    tree::copy(&sources.join("tabiya.service"), &root.join("usr/lib/systemd/system/tabiya.service"))?;
    tree::copy(&sources.join("tabiya.toml"), &root.join("etc/tabiya/tabiya.toml"))?;
    fs::write(root.join("DEBIAN/conffiles"), CONFFILES)?;
    for script in SCRIPTS {
        tree::copy(&sources.join("debian").join(script), &root.join("DEBIAN").join(script))?;
    }
    fs::write(root.join("DEBIAN/control"), control(&root, release, programs)?)?;
    permit(&root)?;
    let package = folder.join(format!("tabiya_{}_amd64.deb", release.version));
    let mut build = Command::new("dpkg-deb");
    build.args(["--build", "--root-owner-group", "-Zxz"]).arg(&root).arg(&package);
    shell::run(build.env("SOURCE_DATE_EPOCH", &release.time))?;
    Ok(package)
}

/// What Debian knows of the package.
fn control(root: &Path, release: &Release, programs: &Programs) -> Result<String> {
    let form = workspace::root().join("deploy/debian/control");
    let form = fs::read_to_string(&form).with_context(|| format!("cannot read {}", form.display()))?;
    let size = shell::output(
        Command::new("du").args(["--summarize", "--apparent-size", "--block-size=1024"]).arg(root),
    )?;
    let size = size.split_whitespace().next().context("du tells no size")?;
    let filled = form.replace("{version}", &release.version).replace("{size}", size);
    Ok(filled.replace("{libc}", &libc_version(programs)?))
}

/// The oldest C library that has all that the programs ask of it.
fn libc_version(programs: &Programs) -> Result<String> {
    let mut dump = Command::new("objdump");
    dump.arg("--dynamic-syms").arg(&programs.plain).args(&programs.twins);
    let symbols = shell::output(&mut dump)?;
    let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    let newest = versions.max_by_key(|version| numbers(version)).context("the programs need no C library")?;
    Ok(newest.to_owned())
}

/// A version by its numbers, so that 2.9 is before 2.10.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

/// Everything may be read by everybody, and what is a program run: whoever built it may have other habits.
fn permit(path: &Path) -> Result<()> {
    let is_program = |path: &Path| {
        let folder = path.parent().unwrap_or(path);
        let in_folder = |name: &str| folder.ends_with(name);
        in_folder("usr/bin")
            || in_folder("usr/lib/tabiya")
            || SCRIPTS.iter().any(|script| path.ends_with(format!("DEBIAN/{script}")))
    };
    let mode = if path.is_dir() || is_program(path) { 0o755 } else { 0o644 };
    fs::set_permissions(path, Permissions::from_mode(mode))?;
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            permit(&entry?.path())?;
        }
    }
    Ok(())
}
