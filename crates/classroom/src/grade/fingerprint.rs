use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::entry_list::is_executable;

/// What a submission is and how it is graded, in one number: the same where a grade would be made of the same files in
/// the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of a submission by its name, the folder of its files, which was copied within bounds, and how it is graded.
    pub fn of(name: &str, folder: &Path, settings: &str) -> io::Result<Fingerprint> {
        let mut digest = Sha256::new();
        for text in [env!("CARGO_PKG_VERSION"), settings, name] {
            add(&mut digest, text.as_bytes());
        }
        let mut waiting = vec![PathBuf::new()];
        while let Some(inside) = waiting.pop() {
            for name in names(&folder.join(&inside))? {
                let path = inside.join(name);
                if add_entry(&mut digest, folder, &path)? {
                    waiting.push(path);
                }
            }
        }
        Ok(Fingerprint(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The digits, fit for the name of a file.
    pub fn digits(&self) -> &str {
        &self.0
    }
}

/// In their order, whatever the file system's is.
fn names(folder: &Path) -> io::Result<Vec<std::ffi::OsString>> {
    let mut names: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>()?;
    names.sort();
    Ok(names)
}

/// Adds a file, a folder or a link; says whether it is a folder.
fn add_entry(digest: &mut Sha256, folder: &Path, path: &Path) -> io::Result<bool> {
    let full = folder.join(path);
    let about = fs::symlink_metadata(&full)?;
    add(digest, path.as_os_str().as_bytes());
    if about.is_dir() {
        add(digest, b"folder");
    } else if about.is_symlink() {
        add(digest, b"link");
        add(digest, fs::read_link(&full)?.as_os_str().as_bytes());
    } else {
        add(digest, if is_executable(&about) { b"program" } else { b"file" });
        digest.update(about.len().to_le_bytes());
        io::copy(&mut File::open(&full)?, digest)?;
    }
    Ok(about.is_dir())
}

/// With its length first, so that no two lists of texts are the same bytes.
fn add(digest: &mut Sha256, bytes: &[u8]) {
    digest.update((bytes.len() as u64).to_le_bytes());
    digest.update(bytes);
}
