//! Saving, so that nothing is ever half-written: the new content goes into a file without a name, and takes the old
//! one's place in one step when it is complete and on disk.
//!
//! The file without a name lies in the folder of the target, so that nothing is left behind however the process ends;
//! when all is there it is synced, gets a name and is renamed over the target, and the folder is synced. Where the file
//! system knows no such files, the draft lies in the system's temporary folder and is copied beside the target at the
//! end. Standard output is saved the same way: it gets everything or nothing. What can only be written by its path, such
//! as a database, is a [`NamedDraft`]: it has a name beside the target from the start, and only its owner can read it; the rest
//! is the same.
//!
//! A draft that has a name is locked for as long as somebody writes it (`draft_name.rs`). Whoever is killed then leaves it
//! behind unlocked, and the next who saves something in that folder sweeps it away.

use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Seek, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use crate::draft_name::DraftName;
use crate::{FileError, FileFault, stdout, sync_folder, visible};

/// What will be written, once it is complete. Until [`Draft::commit`], and if that fails, everything is as it was.
pub struct Draft {
    content: BufWriter<File>,
    /// `None` for standard output.
    target: Option<Target>,
}

/// Where a file is to appear.
struct Target {
    path: PathBuf,
    folder: PathBuf,
    /// What is there now.
    old: Option<Metadata>,
    /// Whether the content lies in the folder already and only wants a name.
    can_be_linked: bool,
}

impl Draft {
    /// Begins to write a file, or to standard output if the path is `-`.
    pub fn new(path: &Path) -> Result<Draft, FileError> {
        if path == Path::new("-") {
            let content = unnamed_file()?;
            return Ok(Draft { content: BufWriter::new(content), target: None });
        }
        Draft::of_file(path).map_err(|why| why.at(path))
    }

    fn of_file(path: &Path) -> Result<Draft, FileFault> {
        let mut target = Target::new(path)?;
        let content = match unnamed_file_in(&target.folder)? {
            Some(file) => {
                target.can_be_linked = true;
                file
            }
            None => unnamed_file()?,
        };
        Ok(Draft { content: BufWriter::new(content), target: Some(target) })
    }

    /// Puts what was written in its place, for good.
    pub fn commit(self) -> Result<(), FileError> {
        let content = self.content.into_inner().map_err(io::IntoInnerError::into_error);
        let content = match &self.target {
            Some(target) => content.map_err(FileError::system(&target.path))?,
            None => content?,
        };
        match self.target {
            None => Ok(print(content)?),
            Some(target) => target.fill(content).map_err(FileError::system(&target.path)),
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.content.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.content.flush()
    }
}

/// A file that others write by its path before it takes the place of another. Only its owner can read it, whoever could
/// read the other. Until [`NamedDraft::commit`], and if that
/// fails, everything is as it was.
pub struct NamedDraft {
    target: Target,
    name: DraftName,
}

impl NamedDraft {
    /// Begins to write a file: an empty one lies beside it. Errors do not name the file.
    pub fn new(path: &Path) -> Result<NamedDraft, FileFault> {
        let target = Target::new(path)?;
        let name = DraftName::make(&target.folder, create_private)?;
        Ok(NamedDraft { target, name })
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        self.name.path()
    }

    /// Puts what was written in its place, for good.
    pub fn commit(self) -> io::Result<()> {
        let file = File::open(self.path())?;
        self.target.finish(&file)?;
        file.set_permissions(Permissions::from_mode(PRIVATE))?;
        self.target.replace(self.name)
    }
}

/// Copies the content to standard output. A terminal gets no control characters.
fn print(mut content: File) -> io::Result<()> {
    content.rewind()?;
    let mut out = stdout()?;
    if !out.is_terminal() {
        io::copy(&mut content, &mut out)?;
        return out.flush();
    }
    let mut lines = BufReader::new(content);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        writeln!(out, "{}", visible(String::from_utf8_lossy(&line).trim_end_matches('\n')))?;
        line.clear();
    }
    out.flush()
}

impl Target {
    /// Refuses what cannot be replaced by a file. What a link leads to is replaced, not the link.
    fn new(path: &Path) -> Result<Target, FileFault> {
        let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        let (path, old) = match fs::metadata(path) {
            Ok(found) => (path.canonicalize()?, Some(found)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_link => {
                return Err(FileFault::DeadLink);
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_owned(), None),
            Err(error) => return Err(error.into()),
        };
        if let Some(old) = &old {
            check_old(&path, old)?;
        }
        let folder = match path.parent() {
            Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
            Some(parent) => parent.to_owned(),
            None => return Err(FileFault::NoFile),
        };
        if path.file_name().is_none() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
            return Err(FileFault::NoFile);
        }
        Ok(Target { path, folder, old, can_be_linked: false })
    }

    fn fill(&self, content: File) -> io::Result<()> {
        let name = if self.can_be_linked { self.link(&content)? } else { self.copy(content)? };
        self.replace(name)
    }

    /// Gives a file that is complete and on disk its name, for good.
    fn replace(&self, name: DraftName) -> io::Result<()> {
        name.rename(&self.path)?;
        sync_folder(&self.folder)
    }

    fn link(&self, content: &File) -> io::Result<DraftName> {
        self.finish(content)?;
        // Before it has a name, so that nobody can be quicker.
        let _ = content.try_lock();
        DraftName::make(&self.folder, |path| link(content, path).and_then(|()| content.try_clone()))
    }

    fn copy(&self, mut content: File) -> io::Result<DraftName> {
        content.rewind()?;
        let name = DraftName::make(&self.folder, create_new)?;
        let mut file = OpenOptions::new().write(true).open(name.path())?;
        io::copy(&mut content, &mut file)?;
        self.finish(&file)?;
        Ok(name)
    }

    /// Gives a file the owner and permissions of the old one, and sees it onto the disk.
    fn finish(&self, file: &File) -> io::Result<()> {
        if let Some(old) = &self.old {
            // Only the administrator can give files away; for all others it is theirs, or was before.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
            file.set_permissions(Permissions::from_mode(old.mode() & 0o777))?;
        }
        file.sync_all()
    }
}

fn check_old(path: &Path, old: &Metadata) -> Result<(), FileFault> {
    let kind = old.file_type();
    if kind.is_dir() {
        return Err(FileFault::Folder);
    }
    if !kind.is_file() {
        let what = match () {
            () if kind.is_fifo() => "a named pipe",
            () if kind.is_socket() => "a socket",
            () => "a device",
        };
        return Err(FileFault::Special(what));
    }
    // A file that may not be written to is not replaced either, though its folder would allow it.
    OpenOptions::new().write(true).open(path)?;
    Ok(())
}

/// A file that nobody sees, and that is gone when we are, however we go.
fn unnamed_file() -> Result<File, FileFault> {
    let folder = std::env::temp_dir();
    let made = unnamed_file_in(&folder).and_then(|made| match made {
        Some(file) => Ok(file),
        None => {
            let name = DraftName::make(&folder, create_new)?;
            OpenOptions::new().read(true).write(true).open(name.path())
        }
    });
    made.map_err(|error| FileFault::Temporary(folder, error))
}

/// The rights to a file that only its owner can read.
const PRIVATE: u32 = 0o600;

/// Makes a file that is not there yet, and that only its owner can read.
fn create_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(PRIVATE).open(path)
}

/// Makes a file that is not there yet.
fn create_new(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The same in a certain folder, to be named by [`link`]; `None` where system or file system know no such thing.
#[cfg(target_os = "linux")]
fn unnamed_file_in(folder: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{Mode, OFlags};
    use rustix::io::Errno;

    if !Path::new("/proc/self/fd").exists() {
        return Ok(None);
    }
    let flags = OFlags::RDWR | OFlags::TMPFILE | OFlags::CLOEXEC;
    match rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)) {
        Ok(file) => Ok(Some(file.into())),
        Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

#[cfg(target_os = "linux")]
fn link(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD};
    use std::os::fd::AsRawFd;

    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(rustix::fs::linkat(CWD, unnamed, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn unnamed_file_in(_folder: &Path) -> io::Result<Option<File>> {
    Ok(None)
}

#[cfg(not(target_os = "linux"))]
fn link(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder of a test's own, gone at its end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("tabiya-save-{}-{name}", std::process::id()));
            fs::create_dir(&path).unwrap();
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    /// The draft of a file system that knows no files without a name.
    fn copying(path: &Path) -> Draft {
        let target = Target::new(path).unwrap();
        Draft { content: BufWriter::new(unnamed_file().unwrap()), target: Some(target) }
    }

    #[test]
    fn a_file_appears_when_it_is_complete_and_not_before() {
        let folder = Folder::new("appears");
        let path = folder.0.join("new.txt");
        for begin in [|path: &Path| Draft::new(path).unwrap(), copying] {
            let mut draft = begin(&path);
            draft.write_all(b"one").unwrap();
            draft.flush().unwrap();
            assert_eq!(folder.names(), [""; 0]);
            draft.commit().unwrap();
            assert_eq!(folder.names(), ["new.txt"]);
            assert_eq!(fs::read(&path).unwrap(), b"one");
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_file_is_replaced_with_its_permissions() {
        let folder = Folder::new("replaced");
        let path = folder.0.join("old.txt");
        for begin in [|path: &Path| Draft::new(path).unwrap(), copying] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
            let mut draft = begin(&path);
            draft.write_all(b"new").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"old");
            draft.commit().unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"new");
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
            assert_eq!(folder.names(), ["old.txt"]);
        }
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = Folder::new("dropped");
        let path = folder.0.join("old.txt");
        fs::write(&path, "old").unwrap();
        for begin in [|path: &Path| Draft::new(path).unwrap(), copying] {
            let mut draft = begin(&path);
            draft.write_all(b"new").unwrap();
            drop(draft);
            assert_eq!(fs::read(&path).unwrap(), b"old");
            assert_eq!(folder.names(), ["old.txt"]);
        }
    }

    #[test]
    fn what_cannot_be_replaced_any_more_is_left_with_no_litter() {
        let folder = Folder::new("too-late");
        let path = folder.0.join("target");
        for begin in [|path: &Path| Draft::new(path).unwrap(), copying] {
            let mut draft = begin(&path);
            draft.write_all(b"new").unwrap();
            fs::create_dir(&path).unwrap();
            fs::write(path.join("kept"), "kept").unwrap();
            draft.commit().unwrap_err();
            assert_eq!(folder.names(), ["target"]);
            assert_eq!(fs::read(path.join("kept")).unwrap(), b"kept");
            fs::remove_dir_all(&path).unwrap();
        }
    }

    #[test]
    fn what_others_wrote_by_its_path_takes_the_place_of_a_file() {
        let folder = Folder::new("named");
        let path = folder.0.join("old.txt");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        let draft = NamedDraft::new(&path).unwrap();
        fs::write(draft.path(), "half").unwrap();
        drop(draft);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(folder.names(), ["old.txt"]);
        let draft = NamedDraft::new(&path).unwrap();
        fs::write(draft.path(), "new").unwrap();
        assert_eq!(fs::metadata(draft.path()).unwrap().mode() & 0o777, 0o600);
        draft.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(folder.names(), ["old.txt"]);
        assert!(NamedDraft::new(&folder.0).is_err());
    }

    #[test]
    fn what_a_link_leads_to_is_replaced() {
        let folder = Folder::new("link");
        let (path, target) = (folder.0.join("link"), folder.0.join("target"));
        fs::write(&target, "old").unwrap();
        symlink("target", &path).unwrap();
        let mut draft = Draft::new(&path).unwrap();
        draft.write_all(b"new").unwrap();
        draft.commit().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    }

    #[test]
    fn what_is_no_file_is_refused_at_once() {
        let folder = Folder::new("odd");
        symlink("nowhere", folder.0.join("dangling")).unwrap();
        let pipe = folder.0.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(folder.0.join("socket")).unwrap();
        for (path, why) in [
            (folder.0.clone(), "it is a folder"),
            (folder.0.join("dangling"), "it is a link that leads nowhere"),
            (pipe, "it is a named pipe, not a file"),
            (folder.0.join("socket"), "it is a socket, not a file"),
            (PathBuf::from("/dev/null"), "it is a device, not a file"),
            (folder.0.join("missing/file"), "No such file or directory"),
            (folder.0.join("missing/"), "it is no file"),
        ] {
            let Err(error) = Draft::new(&path) else {
                panic!("{path:?}");
            };
            let error = format!("{error:#}");
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(folder.names(), ["dangling", "pipe", "socket"]);
    }
}
