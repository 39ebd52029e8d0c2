use std::path::PathBuf;

use tabiya_rules::{ByLanguage, Language};
use tabiya_table::{FileGames, ListedGame, Sides};
use tabiya_text::visible;
use unicode_width::UnicodeWidthStr;

use crate::list_box::ListBox;
use crate::name_words::NameWords;
use crate::popup::PopupContent;
use crate::text_entry::TextEntry;

/// The columns of a player's name in the list.
const NAME: usize = 20;

/// The games of a file, of which one is chosen.
pub(crate) struct GamePicker {
    pub path: PathBuf,
    pub sides: Sides,
    found: FileGames,
    list: ListBox<usize>,
    /// What is looked for.
    pub entry: TextEntry,
}

impl GamePicker {
    pub fn new(path: PathBuf, sides: Sides, found: FileGames) -> GamePicker {
        let list = ListBox::new(Vec::new());
        let mut picker = GamePicker { path, sides, found, list, entry: TextEntry::default() };
        picker.look();
        picker
    }

    /// Lists the games in which every word that was typed begins a word: of a name, the event, the date. Accents and capitals
    /// do not matter. Of a number the game with that number comes first, before those of which it begins a date.
    pub fn look(&mut self) {
        let words = NameWords::of(self.entry.text());
        let number = self.entry.text().trim().trim_start_matches('#').parse().ok();
        let is_meant = |game: &&ListedGame| {
            let ListedGame { names, result, date, event, .. } = game;
            number == Some(game.number)
                || words.are_in(&format!("{} {} {event} {date} {result}", names.white, names.black))
        };
        let mut meant: Vec<&ListedGame> = self.found.games.iter().filter(is_meant).collect();
        meant.sort_by_key(|game| number != Some(game.number));
        self.list = ListBox::new(meant.iter().map(|game| (label(game), game.number)).collect());
    }

    pub fn step(&mut self, steps: isize) {
        self.list.step(steps);
    }

    pub fn page(&mut self, steps: isize) {
        self.list.page(steps);
    }

    /// Chooses what the list shows in a line.
    pub fn choose(&mut self, line: usize) -> bool {
        self.list.choose(line)
    }

    /// The number of the game that is chosen.
    pub fn chosen(&self) -> Option<usize> {
        self.list.value().copied()
    }

    pub fn content(&self, language: Language) -> PopupContent {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        let (shown, all) = (self.list.rows.len(), self.found.games.len());
        let more = if self.found.has_more { "+" } else { "" };
        let count = match language {
            Language::English => format!("{shown} of {all}{more} games"),
            Language::German => format!("{shown} von {all}{more} Partien"),
        };
        let name = self.path.file_name().map(|name| visible(&name.to_string_lossy())).unwrap_or_default();
        PopupContent {
            title: choose("Games of the file", "Partien der Datei"),
            head: vec![format!("{name}: {count}")],
            lines: self.list.rows.iter().map(|(label, _)| label.clone()).collect(),
            chosen: Some(self.list.chosen()),
            scroll: 0,
            entry: Some((choose("Look for: ", "Suchen: "), self.entry.clone())),
            footer: choose(
                "Type names or a number, Enter opens, Esc goes back",
                "Namen oder Nummer tippen, Enter öffnet, Esc geht zurück",
            ),
        }
    }
}

fn label(game: &ListedGame) -> String {
    let ListedGame { number, names, result, date, event } = game;
    let (white, black) = (fitted(&names.white), fitted(&names.black));
    let (result, date, event) = (result.to_string(), visible(date), visible(event));
    format!("{number:>5}  {white} - {black} {result:<7} {date:<10} {event}").trim_end().to_owned()
}

/// A name in so many columns, whatever is in it.
fn fitted(name: &str) -> String {
    let name = if name.is_empty() { "?".to_owned() } else { visible(name) };
    let mut fitted = String::new();
    for c in name.chars() {
        if format!("{fitted}{c}").width() > NAME {
            break;
        }
        fitted.push(c);
    }
    let room = NAME.saturating_sub(fitted.width());
    fitted + &" ".repeat(room)
}
