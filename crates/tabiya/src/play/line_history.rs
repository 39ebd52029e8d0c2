use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use tabiya_plain::MAX_REMEMBERED;
use tabiya_system::Draft;

/// What the file is called in the data folder.
const NAME: &str = "play-history";

/// A file of so many bytes is made shorter.
const MAX_BYTES: u64 = 256 * 1024;

/// The lines that were typed at the plain board, in a file that only its owner can read. A line is added when it is typed, so
/// that nothing is lost by a power cut, and several boards can do so at once.
pub struct LineHistory {
    path: PathBuf,
}

impl LineHistory {
    /// The history in a data folder.
    pub fn new(folder: &Path) -> LineHistory {
        LineHistory { path: folder.join(NAME) }
    }

    /// The lines, the oldest first. Where they cannot be read, there are none: nobody is kept from playing by that.
    pub fn lines(&self) -> Vec<String> {
        let lines = self.read().unwrap_or_default();
        let latest = lines.len().saturating_sub(MAX_REMEMBERED);
        lines[latest..].to_vec()
    }

    fn read(&self) -> io::Result<Vec<String>> {
        let file = File::open(&self.path)?;
        let size = file.metadata()?.len();
        let mut lines = Vec::new();
        for line in BufReader::new(file.take(2 * MAX_BYTES)).split(b'\n') {
            // What is no text was not typed here.
            lines.extend(
                String::from_utf8(line?)
                    .ok()
                    .filter(|line| !line.is_empty() && !line.contains(char::is_control)),
            );
        }
        if size > MAX_BYTES {
            self.shorten(&lines)?;
        }
        Ok(lines)
    }

    /// Keeps the latest lines alone.
    fn shorten(&self, lines: &[String]) -> io::Result<()> {
        let latest = lines.len().saturating_sub(MAX_REMEMBERED);
        // A file that is replaced keeps its rights.
        let mut draft = Draft::new(&self.path).map_err(io::Error::other)?;
        for line in &lines[latest..] {
            writeln!(draft, "{line}")?;
        }
        draft.commit().map_err(io::Error::other)
    }

    /// Adds a line. What cannot be kept is gone with the session; a game does not stop for that.
    pub fn add(&self, line: &str) {
        let mut options = OpenOptions::new();
        options.append(true).create(true).mode(0o600);
        let folder = self.path.parent().filter(|_| !line.contains(char::is_control));
        let made = folder.is_some_and(|folder| super::disk_archive::make_folder(folder).is_ok());
        if made && let Ok(mut file) = options.open(&self.path) {
            // In one piece: another board may add a line at the same time.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn lines_are_kept_for_their_owner_alone_and_not_for_ever() {
        let folder = std::env::temp_dir().join(format!("tabiya-history-{}", std::process::id()));
        let history = LineHistory::new(&folder);
        assert!(history.lines().is_empty());
        history.add("e4");
        history.add("two\nlines");
        history.add("open Müller.pgn");
        assert_eq!(history.lines(), ["e4", "open Müller.pgn"]);
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&history.path), 0o600);
        // Something else's file, or a damaged one, keeps nobody from playing.
        std::fs::write(&history.path, b"\xff\xfe\nd4\n\x1b[2J\n").unwrap();
        assert_eq!(history.lines(), ["d4"]);
        let long: String = (0..40_000).map(|number| format!("line {number}\n")).collect();
        std::fs::write(&history.path, &long).unwrap();
        assert_eq!(history.lines().len(), MAX_REMEMBERED);
        assert_eq!(std::fs::read_to_string(&history.path).unwrap().lines().count(), MAX_REMEMBERED);
        assert_eq!(mode(&history.path), 0o600);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
