use tabiya_rules::{ByLanguage, Language};

use crate::board_action::{ACTIONS, KeyGroup, key_names};

/// A place that has keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyPlace {
    Board,
    /// The menu before a game.
    Start,
    /// The same of a game on a server.
    Seat,
    Editor,
    Lobby,
    /// Games that wait.
    Waiting,
    Settings,
    Files,
    /// The games of a file.
    Games,
    Promotion,
    /// Anything else of which something is chosen.
    List,
    CommandLine,
    /// Any other line that is typed.
    Entry,
}

/// A key, and what it does.
type KeyRow = (&'static str, ByLanguage<&'static str>);

const fn key(keys: &'static str, english: &'static str, german: &'static str) -> KeyRow {
    (keys, ByLanguage { english, german })
}

const CHOOSE: KeyRow = key("Up Down", "choose a line", "eine Zeile wählen");
const CHANGE: KeyRow = key("Left Right", "change what it says", "ändern, was sie sagt");
const PAGES: KeyRow = key("PageDown", "ten lines further", "zehn Zeilen weiter");
const COMPLETE: KeyRow = key("Tab", "complete it", "ihn ergänzen");
const EMPTY: KeyRow = key("Ctrl-U", "take away what is typed", "wegnehmen, was getippt ist");
const BACK: KeyRow = key("Esc", "goes back", "geht zurück");
const LEAVE: KeyRow = key("Ctrl-C", "leave Tabiya", "Tabiya verlassen");

const START: &[KeyRow] = &[
    CHOOSE,
    CHANGE,
    key("Enter", "begin or open; or type a value", "beginnen, öffnen; oder einen Wert tippen"),
    key("Ctrl-O", "open a file", "eine Datei öffnen"),
    key("Esc", "to the board", "zum Brett"),
    LEAVE,
];

const SEAT: &[KeyRow] = &[
    CHOOSE,
    CHANGE,
    key("Enter", "offer or begin the game", "die Partie anbieten oder beginnen"),
    BACK,
    LEAVE,
];

const EDITOR: &[KeyRow] = &[
    key("arrows", "the cursor", "der Cursor"),
    key("K Q R B N P", "put a white man there", "eine weiße Figur hinstellen"),
    key("k q r b n p", "put a black man there", "eine schwarze Figur hinstellen"),
    key("Del Space .", "remove what stands there", "wegnehmen, was dort steht"),
    key("mouse", "choose a man, click; drag; right: remove", "Figur wählen, klicken; ziehen; rechts: weg"),
    key("Tab", "who is to move", "wer am Zug ist"),
    key("F7", "castling: all rights, or none", "Rochade: alle Rechte oder keins"),
    key("1 2 3 4", "castling: K, Q, k, q", "Rochade: K, Q, k, q"),
    key("e", "en passant: the cursor's square", "en passant: das Feld des Cursors"),
    key("F5", "clear the board", "das Brett leeren"),
    key("F6", "the usual start", "die Grundstellung"),
    key("F8 :", "type a FEN", "eine FEN tippen"),
    key("F2", "turn the board", "das Brett drehen"),
    key("Ctrl-Z", "undo", "zurücknehmen"),
    key("Enter", "play from here", "von hier spielen"),
    key("Esc", "leave all as it was", "alles lassen, wie es war"),
];

const LOBBY: &[KeyRow] = &[
    CHOOSE,
    key("1 to 9", "the line of this number", "die Zeile dieser Nummer"),
    PAGES,
    key("Enter", "take it", "nehmen"),
    key(":", "type what you want; :help tells more", "tippen, was du willst; :help erklärt mehr"),
    key("Esc", "leave the lobby", "die Lobby verlassen"),
];

const WAITING: &[KeyRow] = &[
    CHOOSE,
    PAGES,
    key("Enter", "go on with the game", "die Partie fortsetzen"),
    key("F2", "give it a name", "ihr einen Namen geben"),
    key("Del", "throw it away", "sie wegwerfen"),
    BACK,
];

const FILES: &[KeyRow] = &[
    CHOOSE,
    PAGES,
    key("letters", "type a name", "einen Namen tippen"),
    COMPLETE,
    EMPTY,
    key("Enter", "take the file, or go into the folder", "die Datei nehmen oder in den Ordner gehen"),
    BACK,
];

const GAMES: &[KeyRow] = &[
    CHOOSE,
    PAGES,
    key("letters", "names that are looked for, or a number", "Namen, die gesucht werden, oder eine Nummer"),
    EMPTY,
    key("Enter", "open the game", "die Partie öffnen"),
    BACK,
];

const PROMOTION: &[KeyRow] = &[
    key("Q R B N", "what the pawn becomes", "was der Bauer wird"),
    CHOOSE,
    key("Enter", "take it", "nehmen"),
    key("Esc", "do not move", "nicht ziehen"),
];

const COMMAND_LINE: &[KeyRow] = &[
    key("letters", "type a command; help tells them all", "einen Befehl tippen; hilfe nennt alle"),
    COMPLETE,
    key("Up Down", "lines typed before", "Zeilen, die getippt wurden"),
    EMPTY,
    key("Enter", "do it", "ihn ausführen"),
    BACK,
];

const ENTRY: &[KeyRow] = &[
    key("letters", "type what is asked for", "tippen, wonach gefragt ist"),
    key("Left Right", "go through it to change it", "hindurchgehen, um es zu ändern"),
    EMPTY,
    key("Enter", "take it", "nehmen"),
    BACK,
];

const SETTINGS: &[KeyRow] = &[CHOOSE, CHANGE, BACK];

const LIST: &[KeyRow] = &[CHOOSE, key("Enter", "take it", "nehmen"), BACK];

impl KeyPlace {
    pub fn title(self, language: Language) -> String {
        let place = match self {
            KeyPlace::Start | KeyPlace::Seat => {
                ByLanguage { english: "Keys in this menu", german: "Tasten im Menü" }
            }
            KeyPlace::Editor => {
                ByLanguage { english: "Keys while setting up", german: "Tasten beim Aufbauen" }
            }
            KeyPlace::Lobby => ByLanguage { english: "Keys in the lobby", german: "Tasten in der Lobby" },
            KeyPlace::Board
            | KeyPlace::Waiting
            | KeyPlace::Settings
            | KeyPlace::Files
            | KeyPlace::Games
            | KeyPlace::Promotion
            | KeyPlace::List
            | KeyPlace::CommandLine
            | KeyPlace::Entry => ByLanguage { english: "Keys", german: "Tasten" },
        };
        language.choose(place).to_owned()
    }

    pub fn lines(self, language: Language) -> Vec<String> {
        let rows = match self {
            KeyPlace::Board => return board_keys(language),
            KeyPlace::Start => START,
            KeyPlace::Seat => SEAT,
            KeyPlace::Editor => EDITOR,
            KeyPlace::Lobby => LOBBY,
            KeyPlace::Waiting => WAITING,
            KeyPlace::Settings => SETTINGS,
            KeyPlace::Files => FILES,
            KeyPlace::Games => GAMES,
            KeyPlace::Promotion => PROMOTION,
            KeyPlace::List => LIST,
            KeyPlace::CommandLine => COMMAND_LINE,
            KeyPlace::Entry => ENTRY,
        };
        rows.iter().map(|(keys, what)| row(&key_names(language, keys), language.choose(*what))).collect()
    }
}

fn row(keys: &str, what: &str) -> String {
    format!("  {keys:<16}{what}")
}

/// All keys in groups.
fn board_keys(language: Language) -> Vec<String> {
    let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
    let mut lines = vec![
        choose("Moves", "Züge"),
        row(
            &choose("e4 Nf3 e2e4 O-O", "e4 Sf3 e2e4 O-O"),
            &choose("type a move, Enter makes it", "Zug tippen, Enter macht ihn"),
        ),
        row(&choose("arrows", "Pfeile"), &choose("the cursor", "der Cursor")),
        row(
            &choose("Enter, Space", "Enter, Leer"),
            &choose("choose a piece, then its target", "eine Figur wählen, dann ihr Ziel"),
        ),
        row(
            &choose("mouse", "Maus"),
            &choose("click both squares, or drag", "beide Felder klicken, oder ziehen"),
        ),
        row("Esc", &choose("goes back, from everything", "geht zurück, aus allem")),
    ];
    for group in KeyGroup::ALL {
        lines.push(String::new());
        lines.push(language.choose(group.title()).to_owned());
        let entries = ACTIONS.iter().filter(|entry| entry.group == group);
        lines.extend(entries.map(|entry| {
            let keys = if entry.keys.is_empty() {
                format!(":{}", entry.command)
            } else {
                key_names(language, entry.keys)
            };
            row(&keys, language.choose(entry.label))
        }));
    }
    lines.push(String::new());
    lines.push(choose("Marks on the board", "Zeichen auf dem Brett"));
    for (mark, english, german) in [
        ("[N]", "the piece that is chosen", "die gewählte Figur"),
        ("*  xNx", "where it can go, what it can take", "wohin sie kann, was sie schlagen kann"),
        ("(N)", "the last move", "der letzte Zug"),
        ("+K+", "a king in check", "ein König im Schach"),
        (
            "!R! -",
            "why a move is refused: the piece, its line",
            "warum ein Zug nicht geht: die Figur, ihre Linie",
        ),
        ("?N?", "a hint", "ein Tipp"),
        (">N<", "the cursor", "der Cursor"),
    ] {
        lines.push(row(mark, &choose(english, german)));
    }
    lines
}
