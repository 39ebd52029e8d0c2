use std::path::{Path, PathBuf};

use tabiya_rules::{ByLanguage, Language};
use tabiya_text::visible;

use crate::list_box::ListBox;
use crate::name_words::NameWords;
use crate::popup::PopupContent;
use crate::screen_host::{FolderEntry, ScreenHost};
use crate::text_entry::TextEntry;

/// What a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FilePurpose {
    Open,
    Save,
}

/// A folder, of which a file is chosen or named.
pub(crate) struct FilePicker {
    pub purpose: FilePurpose,
    folder: PathBuf,
    list: ListBox<FolderEntry>,
    /// What was typed: the name of a file, or a path.
    pub entry: TextEntry,
    /// Why the folder is not shown.
    trouble: Option<String>,
}

/// What came of a choice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    File(PathBuf),
    /// Another folder is shown, or nothing was chosen.
    Nothing,
}

/// The endings of files that can be opened.
const ENDINGS: [&str; 6] = ["pgn", "xml", "fen", "epd", "gz", "zst"];

impl FilePicker {
    pub fn new(purpose: FilePurpose, folder: PathBuf, name: &str, host: &dyn ScreenHost) -> FilePicker {
        let mut picker = FilePicker {
            purpose,
            folder,
            list: ListBox::new(Vec::new()),
            entry: TextEntry::new(name),
            trouble: None,
        };
        picker.read(host);
        picker
    }

    fn read(&mut self, host: &dyn ScreenHost) {
        let found = host.list_folder(&self.folder);
        self.trouble = found.as_ref().err().map(ToString::to_string);
        let mut entries = found.unwrap_or_default();
        entries
            .retain(|entry| !entry.name.starts_with('.') && (entry.is_folder || is_game_file(&entry.name)));
        entries.sort_by_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
        if self.folder.parent().is_some() {
            entries.insert(0, FolderEntry { name: "..".to_owned(), is_folder: true });
        }
        let label = |entry: &FolderEntry| {
            format!("{}{}", visible(&entry.name), if entry.is_folder { "/" } else { "" })
        };
        self.list = ListBox::new(entries.into_iter().map(|entry| (label(&entry), entry)).collect());
    }

    pub fn step(&mut self, steps: isize) {
        self.list.step(steps);
    }

    pub fn page(&mut self, steps: isize) {
        self.list.page(steps);
    }

    /// Chooses what the list shows in a line.
    pub fn choose(&mut self, line: usize, host: &dyn ScreenHost) -> Picked {
        if !self.list.choose(line) {
            return Picked::Nothing;
        }
        self.entry.clear();
        self.enter(host)
    }

    /// Takes what was typed, else what is chosen.
    pub fn enter(&mut self, host: &dyn ScreenHost) -> Picked {
        let typed = self.entry.text().trim();
        if !typed.is_empty() {
            let typed = PathBuf::from(typed);
            let path = self.folder.join(tabiya_system::with_home(typed.clone()).unwrap_or(typed));
            if host.list_folder(&path).is_ok() {
                return self.go_to(path, host);
            }
            return match self.meant().filter(|_| self.purpose == FilePurpose::Open) {
                Some(entry) if entry.is_folder => self.go_to(self.folder.join(entry.name), host),
                Some(entry) => Picked::File(self.folder.join(entry.name)),
                None => Picked::File(with_ending(path, self.purpose)),
            };
        }
        match self.list.value().cloned() {
            Some(entry) if entry.name == ".." => {
                let parent = self.folder.parent().map(Path::to_owned);
                self.go_to(parent.unwrap_or_else(|| self.folder.clone()), host)
            }
            Some(entry) if entry.is_folder => self.go_to(self.folder.join(&entry.name), host),
            Some(entry) => Picked::File(self.folder.join(&entry.name)),
            None => Picked::Nothing,
        }
    }

    fn go_to(&mut self, folder: PathBuf, host: &dyn ScreenHost) -> Picked {
        self.folder = folder;
        self.entry.clear();
        self.read(host);
        Picked::Nothing
    }

    /// Completes what was typed with the name that is meant.
    pub fn complete(&mut self) {
        if let Some(entry) = self.meant() {
            self.entry.set(&entry.name);
        }
    }

    /// Chooses what is meant, so that it is seen while somebody types.
    pub fn look(&mut self) {
        let meant = self.meant();
        let place = self.list.rows.iter().position(|(_, entry)| Some(entry) == meant.as_ref());
        if let Some(place) = place {
            self.list.choose(place);
        }
    }

    /// The first of the list that is called as was typed, or begins so, or whose words do, whatever their accents.
    fn meant(&self) -> Option<FolderEntry> {
        let typed = self.entry.text().trim();
        let words = NameWords::of(typed);
        if words.is_empty() {
            return None;
        }
        let find = |is_meant: &dyn Fn(&str) -> bool| {
            self.list.rows.iter().map(|(_, entry)| entry).find(|entry| is_meant(&entry.name)).cloned()
        };
        find(&|name| name == typed)
            .or_else(|| find(&|name| name.starts_with(typed)))
            .or_else(|| find(&|name| words.are_in(name)))
    }

    pub fn content(&self, language: Language) -> PopupContent {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        let title = match self.purpose {
            FilePurpose::Open => choose("Open", "Öffnen"),
            FilePurpose::Save => choose("Save as", "Speichern unter"),
        };
        let footer = match self.purpose {
            FilePurpose::Open => choose(
                "Choose or type a file, Esc back, ? keys",
                "Datei wählen oder tippen, Esc zurück, ? Tasten",
            ),
            FilePurpose::Save => choose(
                "Type a name: .pgn .xml .fen .epd; Esc back, ? keys",
                "Namen tippen: .pgn .xml .fen .epd; Esc zurück, ? Tasten",
            ),
        };
        let mut head = vec![visible(&self.folder.display().to_string())];
        head.extend(self.trouble.clone());
        PopupContent {
            title,
            head,
            lines: self.list.rows.iter().map(|(label, _)| label.clone()).collect(),
            chosen: Some(self.list.chosen()),
            scroll: 0,
            entry: Some((choose("File: ", "Datei: "), self.entry.clone())),
            footer,
        }
    }
}

fn is_game_file(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

/// A name without an ending is that of a PGN, where it is to be made.
fn with_ending(path: PathBuf, purpose: FilePurpose) -> PathBuf {
    match purpose {
        FilePurpose::Save if path.extension().is_none() => path.with_extension("pgn"),
        FilePurpose::Save | FilePurpose::Open => path,
    }
}
