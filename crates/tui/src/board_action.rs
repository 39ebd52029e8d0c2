use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabiya_rules::{ByLanguage, Language};

/// Something that can be done at the board by a key, in the menu, on the tool bar and on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardAction {
    New,
    Open,
    Save,
    SaveAs,
    Undo,
    Redo,
    Quit,
    Keys,
    Menu,
    CommandLine,
    Flip,
    Hint,
    Analysis,
    Review,
    NextMistake,
    MistakeBefore,
    Exercise,
    Bar,
    Threats,
    SetUp,
    Draw,
    Resign,
    Rematch,
    Go,
    Waiting,
    Title,
    Settings,
    Theme,
    Messages,
    First,
    Previous,
    Next,
    Last,
    VariationBefore,
    VariationAfter,
    PlayOn,
}

/// A group of keys that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyGroup {
    File,
    Game,
    Walk,
    Review,
    View,
    Help,
}

impl KeyGroup {
    pub const ALL: [KeyGroup; 6] =
        [KeyGroup::File, KeyGroup::Game, KeyGroup::Walk, KeyGroup::Review, KeyGroup::View, KeyGroup::Help];

    pub const fn title(self) -> ByLanguage<&'static str> {
        match self {
            KeyGroup::File => ByLanguage { english: "Games and files", german: "Partien und Dateien" },
            KeyGroup::Game => ByLanguage { english: "In the game", german: "In der Partie" },
            KeyGroup::Walk => ByLanguage { english: "Through the moves", german: "Durch die Züge" },
            KeyGroup::Review => ByLanguage { english: "What went wrong", german: "Was schiefging" },
            KeyGroup::View => ByLanguage { english: "What is shown", german: "Was zu sehen ist" },
            KeyGroup::Help => ByLanguage { english: "Help", german: "Hilfe" },
        }
    }
}

/// What is told of an action.
pub(crate) struct ActionEntry {
    pub action: BoardAction,
    pub group: KeyGroup,
    /// Its keys, as they are shown.
    pub keys: &'static str,
    /// Its command.
    pub command: &'static str,
    pub label: ByLanguage<&'static str>,
}

const fn entry(
    action: BoardAction,
    group: KeyGroup,
    keys: &'static str,
    command: &'static str,
    english: &'static str,
    german: &'static str,
) -> ActionEntry {
    ActionEntry { action, group, keys, command, label: ByLanguage { english, german } }
}

use BoardAction as A;
use KeyGroup as G;

/// Every action, in the order in which menu and help list them.
pub(crate) const ACTIONS: &[ActionEntry] = &[
    entry(A::New, G::File, "Ctrl-N", "start", "New game", "Neue Partie"),
    entry(A::Open, G::File, "Ctrl-O", "browse", "Open a file", "Datei öffnen"),
    entry(A::Save, G::File, "Ctrl-S", "save", "Save", "Speichern"),
    entry(A::SaveAs, G::File, "F12", "saveas", "Save as", "Speichern unter"),
    entry(A::Waiting, G::File, "Ctrl-G", "games", "Unfinished games", "Unbeendete Partien"),
    entry(A::Title, G::File, "", "title", "Name this game", "Diese Partie benennen"),
    entry(A::Quit, G::File, "Ctrl-Q", "quit", "Quit", "Beenden"),
    entry(A::Undo, G::Game, "Ctrl-Z", "undo", "Take back", "Zurücknehmen"),
    entry(A::Redo, G::Game, "Ctrl-Y", "redo", "Make again", "Wieder machen"),
    entry(A::Draw, G::Game, "F8", "draw", "Claim, offer or answer a draw", "Remis fordern, bieten, annehmen"),
    entry(A::Resign, G::Game, "F9", "resign", "Resign", "Aufgeben"),
    entry(
        A::Rematch,
        G::Game,
        "Ctrl-R",
        "rematch",
        "Rematch, colours swapped",
        "Revanche mit getauschten Farben",
    ),
    entry(A::Go, G::Game, "=", "go", "Computer: move or pause", "Computer: ziehen oder ruhen"),
    entry(A::SetUp, G::Game, "F7", "editor", "Set up a position", "Stellung aufbauen"),
    entry(A::Hint, G::Game, "F3", "hint", "Hint", "Tipp"),
    entry(A::Previous, G::Walk, "PageUp or <", "previous", "One move back", "Einen Zug zurück"),
    entry(A::Next, G::Walk, "PageDown or >", "next", "One move on", "Einen Zug vor"),
    entry(A::First, G::Walk, "Home", "first", "To the start", "Zum Anfang"),
    entry(A::Last, G::Walk, "End", "last", "To where the game stands", "Dahin, wo die Partie steht"),
    entry(A::VariationBefore, G::Walk, "[", "", "Variation before", "Variante davor"),
    entry(A::VariationAfter, G::Walk, "]", "", "Variation after", "Variante danach"),
    entry(A::PlayOn, G::Walk, "Ctrl-P", "playon", "Play on from here", "Von hier weiterspielen"),
    entry(A::Review, G::Review, "Ctrl-A", "analyse", "Analyse the game", "Partie analysieren"),
    entry(A::NextMistake, G::Review, "Tab", "mistake", "Next mistake", "Nächster Fehler"),
    entry(A::MistakeBefore, G::Review, "Shift-Tab", "", "Mistake before", "Fehler davor"),
    entry(
        A::Exercise,
        G::Review,
        "Ctrl-F",
        "try",
        "Find the better move yourself",
        "Den besseren Zug selbst finden",
    ),
    entry(A::Flip, G::View, "F2", "flip", "Turn the board", "Brett drehen"),
    entry(A::Threats, G::View, "F5", "attacks", "Count attacks", "Angriffe zählen"),
    entry(A::Analysis, G::View, "F4", "lines", "Best lines here", "Beste Züge hier"),
    entry(A::Bar, G::View, "F6", "bar", "Evaluation bar", "Bewertungsbalken"),
    entry(A::Theme, G::View, "Ctrl-T", "theme", "Next theme", "Nächste Farben"),
    entry(A::Settings, G::View, "F11", "settings", "Settings", "Einstellungen"),
    entry(A::Messages, G::View, "", "messages", "All messages", "Alle Meldungen"),
    entry(A::Menu, G::Help, "F10", "menu", "Menu", "Menü"),
    entry(A::CommandLine, G::Help, ":", "", "Command line", "Befehlszeile"),
    entry(A::Keys, G::Help, "? or F1", "keys", "All keys", "Alle Tasten"),
];

/// Keys as they are called on the keyboards of whoever speaks a language.
pub(crate) fn key_names(language: Language, keys: &str) -> String {
    let names: &[(&str, &str)] = match language {
        Language::English => &[],
        Language::German => &[
            ("Ctrl-", "Strg-"),
            ("PageUp", "Bild auf"),
            ("PageDown", "Bild ab"),
            ("Shift-Tab", "Umschalt-Tab"),
            ("Home", "Pos1"),
            ("End", "Ende"),
            (" or ", " oder "),
            ("Up Down", "Auf Ab"),
            ("Left Right", "Links Rechts"),
            ("Del Space", "Entf Leer"),
            ("Del", "Entf"),
            ("arrows", "Pfeile"),
            ("mouse", "Maus"),
            ("letters", "Buchstaben"),
            (" to ", " bis "),
        ],
    };
    names.iter().fold(keys.to_owned(), |keys, (english, name)| keys.replace(english, name))
}

impl BoardAction {
    /// What a key does at the board, where it begins no move.
    pub fn of_key(key: KeyEvent) -> Option<BoardAction> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        let is_shift = key.modifiers.contains(KeyModifiers::SHIFT);
        Some(match key.code {
            KeyCode::Char('s' | 'S') if is_control && is_shift => A::SaveAs,
            KeyCode::Char(c) if is_control => match c.to_ascii_lowercase() {
                'n' => A::New,
                'o' => A::Open,
                's' => A::Save,
                'z' => A::Undo,
                'y' => A::Redo,
                'q' => A::Quit,
                'g' => A::Waiting,
                'r' => A::Rematch,
                'p' => A::PlayOn,
                't' => A::Theme,
                'a' => A::Review,
                'f' => A::Exercise,
                _ => return None,
            },
            KeyCode::Left if is_alt => A::Previous,
            KeyCode::Right if is_alt => A::Next,
            KeyCode::Up if is_alt => A::VariationBefore,
            KeyCode::Down if is_alt => A::VariationAfter,
            KeyCode::BackTab => A::MistakeBefore,
            KeyCode::Tab if is_shift => A::MistakeBefore,
            KeyCode::Tab => A::NextMistake,
            KeyCode::Char('?') | KeyCode::F(1) => A::Keys,
            KeyCode::Char(':') => A::CommandLine,
            KeyCode::Char('<') | KeyCode::PageUp => A::Previous,
            KeyCode::Char('>') | KeyCode::PageDown => A::Next,
            KeyCode::Char('[') => A::VariationBefore,
            KeyCode::Char(']') => A::VariationAfter,
            KeyCode::Char('=') => A::Go,
            KeyCode::Home => A::First,
            KeyCode::End => A::Last,
            KeyCode::F(2) => A::Flip,
            KeyCode::F(3) => A::Hint,
            KeyCode::F(4) => A::Analysis,
            KeyCode::F(5) => A::Threats,
            KeyCode::F(6) => A::Bar,
            KeyCode::F(7) => A::SetUp,
            KeyCode::F(8) => A::Draw,
            KeyCode::F(9) => A::Resign,
            KeyCode::F(10) => A::Menu,
            KeyCode::F(11) => A::Settings,
            KeyCode::F(12) => A::SaveAs,
            _ => return None,
        })
    }

    /// The action of a command.
    pub fn of_command(name: &str) -> Option<BoardAction> {
        let entry = ACTIONS.iter().find(|entry| !entry.command.is_empty() && entry.command == name);
        entry.map(|entry| entry.action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key that is shown by a name.
    fn shown_key(name: &str) -> KeyEvent {
        if let Some(letter) = name.strip_prefix("Ctrl-").and_then(|letter| letter.chars().next()) {
            return KeyEvent::new(KeyCode::Char(letter.to_ascii_lowercase()), KeyModifiers::CONTROL);
        }
        let number = name.strip_prefix('F').and_then(|number| number.parse().ok());
        let code = match (name, number) {
            (_, Some(number)) => KeyCode::F(number),
            ("PageUp", _) => KeyCode::PageUp,
            ("PageDown", _) => KeyCode::PageDown,
            ("Home", _) => KeyCode::Home,
            ("End", _) => KeyCode::End,
            ("Tab", _) => KeyCode::Tab,
            ("Shift-Tab", _) => KeyCode::BackTab,
            _ => KeyCode::Char(name.parse().unwrap()),
        };
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn every_key_and_command_does_what_is_told_of_it() {
        for entry in ACTIONS {
            for name in entry.keys.split(" or ").filter(|name| !name.is_empty()) {
                assert_eq!(BoardAction::of_key(shown_key(name)), Some(entry.action), "{name}");
            }
            if !entry.command.is_empty() {
                assert_eq!(BoardAction::of_command(entry.command), Some(entry.action), "{}", entry.command);
            }
            assert!(!entry.keys.is_empty() || !entry.command.is_empty(), "{:?}", entry.action);
        }
    }

    #[test]
    fn every_action_is_told_once() {
        for (number, entry) in ACTIONS.iter().enumerate() {
            assert!(ACTIONS[..number].iter().all(|other| entry.action != other.action), "{:?}", entry.action);
        }
    }
}
