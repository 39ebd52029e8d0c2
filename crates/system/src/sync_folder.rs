use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Sees the names of a folder onto the disk. Some file systems cannot do that, and some folders cannot be read: what was
/// written there is kept all the same, and that is no error.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder).and_then(|folder| folder.sync_all()).or_else(|error| match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_wrong_is_told() {
        sync_folder(&std::env::temp_dir()).unwrap();
        let missing = sync_folder(Path::new("/no/such/folder")).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    }
}
