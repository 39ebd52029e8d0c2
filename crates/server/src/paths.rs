//! Paths as people type them, and names beside them.

use std::path::{Path, PathBuf};

/// A path with something behind its name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A path that can be pasted into a shell.
pub(crate) fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_paths_are_quoted() {
        for (path, text) in [
            ("/home/ann/tabiya.db", "/home/ann/tabiya.db"),
            ("/a b", "'/a b'"),
            ("/it's", r"'/it'\''s'"),
            ("/$(x)", "'/$(x)'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(Path::new(path)), text);
        }
        assert_eq!(with_ending(Path::new("/x/a.db"), "-wal"), Path::new("/x/a.db-wal"));
    }
}
