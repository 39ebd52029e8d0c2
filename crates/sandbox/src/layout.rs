//! The files that the program sees.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use rustix::mount::MountFlags;

use crate::devices::DEVICES;
use crate::mounts::{Executables, bind, bind_read_only, make_place, mount_memory, remount_read_only, under};
use crate::namespaces::{NOBODY, Rights};
use crate::{Folder, Sandbox, TreeLimits, copy_tree};

/// Where the program's own folder is.
pub const SUBMISSION: &str = "/submission";

/// How much the frame of folders may take, in which all else is mounted.
const FRAME: u64 = 4 << 20;

const LINKS: [(&str, &str); 5] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
    // So that shared memory is counted with the files.
    ("/dev/shm", "/tmp"),
];

const FILES: [(&str, &str); 2] =
    [("/etc/passwd", "student:x:1000:1000::/tmp:/bin/sh\n"), ("/etc/group", "student:x:1000:\n")];

/// Nothing is in it, and everything that is hidden looks like it.
const EMPTY: &str = "/.hidden";

/// Puts everything in its place, at the mount point.
pub fn lay_out(sandbox: &Sandbox, rights: Rights) -> Result<(), (String, io::Error)> {
    let root = &sandbox.mount_point;
    let at = |what: &str, error: io::Error| (what.to_owned(), error);
    mount_memory(root, FRAME, "755", Executables::Forbidden)
        .map_err(|error| at("file systems in memory", error))?;
    for path in &sandbox.visible {
        show(root, path).map_err(|error| at(&path.to_string_lossy(), error))?;
    }
    frame(root).map_err(|error| at("the folders", error))?;
    hide(root, &sandbox.hidden).map_err(|error| at("a file to be hidden", error))?;
    mount_memory(&under(root, Path::new("/tmp")), sandbox.limits.disk, "1777", Executables::Allowed)
        .map_err(|error| at("/tmp", error))?;
    own_folder(sandbox, rights).map_err(|error| at(SUBMISSION, error))?;
    remount_read_only(root, MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC)
        .map_err(|error| at("the root folder", error))
}

/// Shows a file or folder of the system where it is there, and a link as a link.
fn show(root: &Path, path: &Path) -> io::Result<()> {
    let Ok(about) = fs::symlink_metadata(path) else { return Ok(()) };
    let place = under(root, path);
    if fs::symlink_metadata(&place).is_ok_and(|there| !there.is_dir()) {
        return Ok(());
    }
    if about.is_symlink() {
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)?;
        }
        return symlink(fs::read_link(path)?, place);
    }
    make_place(path, &place)?;
    bind_read_only(path, &place)
}

fn frame(root: &Path) -> io::Result<()> {
    for folder in ["/dev", "/etc", "/proc", "/tmp", SUBMISSION] {
        fs::create_dir_all(under(root, Path::new(folder)))?;
    }
    for device in DEVICES.map(Path::new) {
        let place = under(root, device);
        make_place(device, &place)?;
        bind(device, &place)?;
    }
    for (link, target) in LINKS {
        symlink(target, under(root, Path::new(link)))?;
    }
    FILES.iter().try_for_each(|(path, text)| fs::write(under(root, Path::new(path)), text))
}

fn hide(root: &Path, hidden: &[std::path::PathBuf]) -> io::Result<()> {
    let empty = under(root, Path::new(EMPTY));
    fs::File::create(&empty)?;
    let places = hidden.iter().map(|path| under(root, path)).filter(|place| place.exists());
    places.into_iter().try_for_each(|place| bind(&empty, &place))
}

fn own_folder(sandbox: &Sandbox, rights: Rights) -> io::Result<()> {
    let place = under(&sandbox.mount_point, Path::new(SUBMISSION));
    match &sandbox.folder {
        Folder::ReadOnly(folder) => bind_read_only(folder, &place),
        Folder::Kept(source, _) => {
            mount_memory(&place, sandbox.limits.disk, "755", Executables::Allowed)?;
            let owner = (rights == Rights::Administrator).then_some(NOBODY);
            copy_tree(source, &place, TreeLimits::of_own_folder(sandbox.limits.disk), owner)
                .map_err(io::Error::other)
        }
    }
}
