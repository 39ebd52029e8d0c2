//! Folders of strangers, copied within bounds.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, lchown, symlink};
use std::path::{Path, PathBuf};
use std::{fmt, io};

use rustix::fs::OFlags;

/// How much is copied at most.
#[derive(Clone, Copy, Debug)]
pub struct TreeLimits {
    /// Bytes in all files together.
    pub bytes: u64,
    /// Files, folders and links.
    pub entries: usize,
    /// What becomes of all else.
    pub special: SpecialFiles,
    /// Folders that are passed over with all that is in them, by their names.
    pub passes_over: fn(&OsStr) -> bool,
}

impl TreeLimits {
    /// For a folder that a program may write to: so many bytes, and whatever else it makes.
    pub(crate) fn of_own_folder(bytes: u64) -> TreeLimits {
        TreeLimits { bytes, entries: usize::MAX, special: SpecialFiles::LeftOut, passes_over: |_| false }
    }
}

/// What becomes of what is no file, no folder and no link: pipes, sockets, devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialFiles {
    /// Nothing is copied where there is one.
    Refused,
    /// All else is copied.
    LeftOut,
}

/// Why a folder is not copied.
#[derive(Debug)]
pub enum TreeError {
    /// There are more bytes in it than this.
    TooLarge(u64),
    /// There are more files and folders in it than this.
    TooMany(usize),
    /// Something there is no file, no folder and no link.
    Special(PathBuf),
    /// It is a link, which is not followed.
    Link(PathBuf),
    /// A file or folder cannot be read or written.
    Io(PathBuf, io::Error),
}

impl TreeError {
    /// Whether it is the fault of whoever copies, not of what is copied.
    pub fn is_of_copier(&self) -> bool {
        match self {
            TreeError::TooLarge(_) | TreeError::TooMany(_) | TreeError::Special(_) | TreeError::Link(_) => {
                false
            }
            TreeError::Io(_, error) => error.kind() != io::ErrorKind::InvalidFilename,
        }
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::TooLarge(bytes) => write!(f, "it is larger than {} MB", bytes >> 20),
            TreeError::TooMany(entries) => write!(f, "it has more than {entries} files and folders"),
            TreeError::Special(path) => write!(f, "{} is neither a file nor a folder", path.display()),
            TreeError::Link(path) => {
                write!(f, "{} is a link, and links are not followed: hand in the file itself", path.display())
            }
            TreeError::Io(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for TreeError {}

/// Copies a file or a folder with all that is in it. Links stay links and are not followed; everybody may read the
/// copies; they belong to `owner`, where one is named. What was copied until an error stays.
pub fn copy_tree(from: &Path, to: &Path, limits: TreeLimits, owner: Option<u32>) -> Result<(), TreeError> {
    let mut copy = TreeCopy { limits, bytes: 0, entries: 0, owner };
    let mut waiting = vec![(from.to_owned(), to.to_owned())];
    while let Some((from, to)) = waiting.pop() {
        copy.one(&from, &to, &mut waiting)?;
    }
    Ok(())
}

struct TreeCopy {
    limits: TreeLimits,
    bytes: u64,
    entries: usize,
    owner: Option<u32>,
}

impl TreeCopy {
    fn one(
        &mut self,
        from: &Path,
        to: &Path,
        waiting: &mut Vec<(PathBuf, PathBuf)>,
    ) -> Result<(), TreeError> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(TreeError::TooMany(self.limits.entries));
        }
        let at = |error| TreeError::Io(from.to_owned(), error);
        let kind = fs::symlink_metadata(from).map_err(at)?.file_type();
        if kind.is_dir() {
            make_folder(to).map_err(at)?;
            for entry in fs::read_dir(from).map_err(at)? {
                let entry = entry.map_err(at)?;
                let name = entry.file_name();
                if (self.limits.passes_over)(&name) && entry.file_type().map_err(at)?.is_dir() {
                    continue;
                }
                waiting.push((from.join(&name), to.join(&name)));
                // What waits is as long as what is there: the limit holds for both.
                if waiting.len() > self.limits.entries {
                    return Err(TreeError::TooMany(self.limits.entries));
                }
            }
        } else if kind.is_symlink() {
            fs::read_link(from).and_then(|target| symlink(target, to)).map_err(at)?;
        } else if kind.is_file() {
            self.file(from, to)?;
        } else {
            return match self.limits.special {
                SpecialFiles::Refused => Err(TreeError::Special(from.to_owned())),
                SpecialFiles::LeftOut => Ok(()),
            };
        }
        self.owner.map_or(Ok(()), |owner| lchown(to, Some(owner), Some(owner))).map_err(at)
    }

    fn file(&mut self, from: &Path, to: &Path) -> Result<(), TreeError> {
        let at = |error| TreeError::Io(from.to_owned(), error);
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
        let source = OpenOptions::new().read(true).custom_flags(flags).open(from).map_err(at)?;
        let about = source.metadata().map_err(at)?;
        if !about.is_file() {
            return Err(TreeError::Special(from.to_owned()));
        }
        let left = self.limits.bytes - self.bytes;
        let mut copy = File::create_new(to).map_err(at)?;
        let copied = io::copy(&mut io::Read::take(source, left + 1), &mut copy).map_err(at)?;
        if copied > left {
            return Err(TreeError::TooLarge(self.limits.bytes));
        }
        self.bytes += copied;
        let mode = if about.permissions().mode() & 0o111 != 0 { 0o755 } else { 0o644 };
        copy.set_permissions(Permissions::from_mode(mode)).map_err(at)
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        // Said afterwards, because what is said before is taken away by whoever wants new files for himself.
        Ok(()) => fs::set_permissions(path, Permissions::from_mode(0o755)),
        // The place to copy to may be there already.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}
