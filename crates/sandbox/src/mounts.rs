//! Mounts that cannot be written to.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_remount,
};

/// No mount of ours is seen by others from now on, nor theirs by us.
pub fn keep_to_ourselves() -> io::Result<()> {
    Ok(mount_change("/", MountPropagationFlags::REC | MountPropagationFlags::PRIVATE)?)
}

/// A file system in memory, which may hold so many bytes.
pub fn mount_memory(target: &Path, bytes: u64, mode: &str, exec: Executables) -> io::Result<()> {
    let mut flags = MountFlags::NOSUID | MountFlags::NODEV;
    if exec == Executables::Forbidden {
        flags |= MountFlags::NOEXEC;
    }
    // An entry costs memory as well, even an empty one.
    let entries = (bytes / 4096).clamp(1024, 100_000);
    let data = format!("size={bytes},nr_inodes={entries},mode={mode}");
    Ok(mount("tmpfs", target, "tmpfs", flags, Some(&*std::ffi::CString::new(data)?))?)
}

/// Whether files there can be run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Executables {
    Allowed,
    Forbidden,
}

/// Shows a file or a folder, with all that is mounted in it, in another place.
pub fn bind(source: &Path, target: &Path) -> io::Result<()> {
    Ok(mount_bind_recursive(source, target)?)
}

/// Shows a file or a folder in another place, where it cannot be changed.
pub fn bind_read_only(source: &Path, target: &Path) -> io::Result<()> {
    bind(source, target)?;
    let table = fs::read("/proc/self/mountinfo")?;
    for (place, flags) in mounts_below(&table, target) {
        remount_read_only(&place, flags)?;
    }
    Ok(())
}

/// Forbids all changes in a mount. Flags that a mount has from outside must stay, or the system refuses.
pub fn remount_read_only(place: &Path, flags: MountFlags) -> io::Result<()> {
    let flags = flags | MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
    mount_remount(place, flags, c"").map_err(|error| {
        let error = io::Error::from(error);
        io::Error::new(error.kind(), format!("{} cannot be made read-only: {error}", place.display()))
    })
}

/// The mounts in a folder and their flags, from the kernel's table.
fn mounts_below(table: &[u8], folder: &Path) -> Vec<(PathBuf, MountFlags)> {
    let rows = table.split(|&byte| byte == b'\n').filter_map(|row| {
        let mut fields = row.split(|&byte| byte == b' ').skip(4);
        let (place, options) = (fields.next()?, fields.next()?);
        Some((PathBuf::from(OsString::from_vec(unescaped(place))), flags(options)))
    });
    rows.filter(|(place, _)| place.starts_with(folder)).collect()
}

fn flags(options: &[u8]) -> MountFlags {
    let known = |option: &[u8]| match option {
        b"nosuid" => MountFlags::NOSUID,
        b"nodev" => MountFlags::NODEV,
        b"noexec" => MountFlags::NOEXEC,
        b"noatime" => MountFlags::NOATIME,
        b"nodiratime" => MountFlags::NODIRATIME,
        b"relatime" => MountFlags::RELATIME,
        _ => MountFlags::empty(),
    };
    options.split(|&byte| byte == b',').map(known).fold(MountFlags::empty(), MountFlags::union)
}

/// A path of the table: blanks and the like are written as three octal digits behind a backslash.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut path = Vec::new();
    let mut rest = field;
    while let Some((&byte, after)) = rest.split_first() {
        let octal = (byte == b'\\').then(|| after.get(..3)).flatten();
        let value = octal.and_then(|digits| std::str::from_utf8(digits).ok());
        match value.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(value) => {
                path.push(value);
                rest = &after[3..];
            }
            None => {
                path.push(byte);
                rest = after;
            }
        }
    }
    path
}

/// An empty file or folder to mount something on, of the same kind as what will be there.
pub fn make_place(source: &Path, target: &Path) -> io::Result<()> {
    if source.is_dir() {
        return fs::create_dir_all(target);
    }
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    match fs::File::create_new(target) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made.map(drop),
    }
}

/// An absolute path in another root.
pub fn under(root: &Path, path: &Path) -> PathBuf {
    let bytes = path.as_os_str().as_bytes();
    let relative = bytes.iter().position(|&byte| byte != b'/').map_or(&b""[..], |start| &bytes[start..]);
    root.join(OsString::from_vec(relative.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_table_is_read_with_blanks_and_all() {
        let table = b"23 29 0:22 / /a rw,relatime shared:7 - proc proc rw\n\
                      24 29 0:23 / /a/b\\040c ro,nosuid,nodev,noexec - tmpfs none rw\n\
                      25 29 0:24 / /ab rw - tmpfs none rw\nrubbish\n";
        let found = mounts_below(table, Path::new("/a"));
        let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        assert_eq!(found, [("/a".into(), MountFlags::RELATIME), ("/a/b c".into(), flags)]);
    }

    #[test]
    fn a_path_keeps_its_place_in_another_root() {
        assert_eq!(under(Path::new("/new"), Path::new("/usr/lib")), Path::new("/new/usr/lib"));
        assert_eq!(under(Path::new("/new"), Path::new("/")), Path::new("/new"));
    }
}
