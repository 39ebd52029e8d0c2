use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::entry_list::is_executable;
use super::source_language::SourceLanguage;

/// Folders that hold nothing a person has written.
const SKIPPED: [&str; 5] = ["__MACOSX", "__pycache__", "node_modules", "target", "venv"];

/// The files of a submission that can be built or run, in the order of their names, relative to its folder.
#[derive(Default, Debug)]
pub struct SourceList {
    pub sources: Vec<(SourceLanguage, PathBuf)>,
    /// Files in the folder itself that can be run and are no sources.
    pub programs: Vec<PathBuf>,
    /// Links, which are not followed: they could lead to the solution, or to anybody else's.
    pub links: Vec<PathBuf>,
}

impl SourceList {
    /// Looks through a folder, which was copied within bounds. Hidden names are not looked at.
    pub fn read(folder: &Path) -> io::Result<SourceList> {
        let mut list = SourceList::default();
        let mut waiting = vec![PathBuf::new()];
        while let Some(inside) = waiting.pop() {
            for entry in fs::read_dir(folder.join(&inside))? {
                let entry = entry?;
                let path = inside.join(entry.file_name());
                let kind = entry.file_type()?;
                if is_hidden(&path) {
                    continue;
                } else if kind.is_dir() {
                    waiting.push(path);
                } else if kind.is_symlink() {
                    list.links.push(path);
                } else if let Some(language) = SourceLanguage::of(&path).filter(|_| kind.is_file()) {
                    list.sources.push((language, path));
                } else if inside.as_os_str().is_empty() && kind.is_file() && is_executable(&entry.metadata()?)
                {
                    list.programs.push(path);
                }
            }
        }
        list.sources.sort();
        list.programs.sort();
        list.links.sort();
        Ok(list)
    }

    /// The files of a language.
    pub fn of(&self, language: SourceLanguage) -> Vec<&Path> {
        self.sources.iter().filter(|(of, _)| *of == language).map(|(_, path)| path.as_path()).collect()
    }

    /// The languages that there are files of.
    pub fn languages(&self) -> Vec<SourceLanguage> {
        let mut languages: Vec<SourceLanguage> = self.sources.iter().map(|(language, _)| *language).collect();
        languages.dedup();
        languages
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || SKIPPED.contains(&&*name)
}

/// Where a submission really begins: archives often hold one folder that holds everything.
pub fn real_folder(folder: &Path) -> io::Result<PathBuf> {
    let mut folder = folder.to_owned();
    loop {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if !is_hidden(&entry.path()) {
                entries.push(entry);
            }
        }
        match &entries[..] {
            [only] if only.file_type()?.is_dir() => folder = only.path(),
            _ => return Ok(folder),
        }
    }
}
