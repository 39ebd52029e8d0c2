//! The files that come with the program, as they lie under `/usr` or `/usr/local`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Programs, notices};
use crate::{shell, workspace};

/// What people read, and what they copy from.
const DOCUMENTS: [&str; 3] = ["README.md", "docs", "deploy"];
/// The terms: the whole is under the first, its libraries under the others.
const LICENSES: [&str; 3] = ["LICENSE-GPL", "LICENSE-MIT", "LICENSE-APACHE"];

/// Where each shell looks for what completes a command.
const COMPLETIONS: [(&str, &str); 3] = [
    ("tabiya.bash", "share/bash-completion/completions/tabiya"),
    ("_tabiya", "share/zsh/site-functions/_tabiya"),
    ("tabiya.fish", "share/fish/vendor_completions.d/tabiya.fish"),
];

/// Lays out everything anew.
pub fn fill(tree: &Path, programs: &Programs) -> Result<()> {
    let _ = fs::remove_dir_all(tree);
    copy(&programs.plain, &tree.join("bin/tabiya"))?;
    for twin in &programs.twins {
        copy(twin, &tree.join("lib/tabiya").join(twin.file_name().context("a twin has a name")?))?;
    }
    papers(tree, &programs.plain)?;
    let documents = tree.join("share/doc/tabiya");
    let root = workspace::root();
    for name in DOCUMENTS {
        shell::run(Command::new("cp").arg("--recursive").arg(root.join(name)).arg(&documents))?;
    }
    // Pictures weigh more than all texts, and the texts say the same without them.
    fs::remove_dir_all(documents.join("docs/pictures"))?;
    fs::remove_dir_all(documents.join("deploy/debian"))?;
    for name in LICENSES {
        copy(&root.join(name), &documents.join(name))?;
    }
    copy(&root.join("CHANGELOG.md"), &documents.join("changelog"))?;
    compress(&documents.join("changelog"))?;
    fs::write(documents.join("NOTICES"), notices::collect()?)?;
    compress(&documents.join("NOTICES"))
}

/// Manual pages and completions, written by the program itself.
fn papers(tree: &Path, program: &Path) -> Result<()> {
    let written = tree.join("papers");
    shell::run(Command::new(program).arg("write-papers").arg(&written))?;
    for (name, place) in COMPLETIONS {
        copy(&written.join(name), &tree.join(place))?;
        fs::remove_file(written.join(name))?;
    }
    let manual = tree.join("share/man/man1");
    fs::create_dir_all(manual.parent().context("a folder lies in another")?)?;
    fs::rename(written, &manual)?;
    for page in fs::read_dir(&manual)? {
        compress(&page?.path())?;
    }
    fs::create_dir_all(tree.join("share/doc/tabiya"))?;
    Ok(())
}

/// Copies a file, with its permissions and the folders above it.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Packs a file without its name and time.
fn compress(file: &Path) -> Result<()> {
    shell::output(Command::new("gzip").args(["-9", "--no-name", "--force"]).arg(file)).map(drop)
}
