use std::io;
use std::path::Path;

/// How many bytes a user may still write to the disk that a path lies on.
pub fn free_space(path: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(path)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_has_room_or_is_not_there() {
        assert!(free_space(&std::env::temp_dir()).is_ok());
        let missing = free_space(Path::new("/no/such/folder")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
