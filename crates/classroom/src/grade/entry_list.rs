use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::source_language::SourceLanguage;

/// How the name of a file ends that holds nothing but a command.
pub const COMMAND_ENDING: &str = "command";

/// What somebody has handed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudentWork {
    /// The name of the file or folder: text of others.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// What is in a folder of submissions.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct EntryList {
    /// The submissions, by name.
    pub submissions: Vec<StudentWork>,
    /// The names of files that are no submission.
    pub left_out: Vec<String>,
}

impl EntryList {
    /// Reads a folder. Every folder in it is a submission, and every file that is a program, a source or a command.
    /// Hidden ones are not looked at, nor is `except`, where our own reports lie.
    pub fn read(folder: &Path, except: &Path) -> io::Result<EntryList> {
        let except = except.canonicalize().ok();
        let mut list = EntryList::default();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || (except.is_some() && path.canonicalize().ok() == except) {
                continue;
            }
            // A link of the teacher's is followed; those in submissions are not.
            match fs::metadata(&path) {
                Ok(about) if is_submission(&path, &about) => {
                    list.submissions.push(StudentWork { name, path });
                }
                _ => list.left_out.push(name),
            }
        }
        list.submissions.sort_by(|a, b| (&a.name, &a.path).cmp(&(&b.name, &b.path)));
        list.left_out.sort();
        Ok(list)
    }
}

fn is_submission(path: &Path, about: &Metadata) -> bool {
    let is_command = path.extension().is_some_and(|ending| ending == COMMAND_ENDING);
    about.is_dir()
        || (about.is_file() && (is_command || SourceLanguage::of(path).is_some() || is_executable(about)))
}

/// Whether somebody may run a file.
pub fn is_executable(about: &Metadata) -> bool {
    about.is_file() && about.permissions().mode() & 0o111 != 0
}
