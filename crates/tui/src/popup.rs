use std::path::PathBuf;

use ratatui::layout::Rect;
use tabiya_game::NodeId;
use tabiya_notation::MoveText;
use tabiya_rules::{ByLanguage, Color, Language, Role, Square};
use tabiya_table::{Request, WaitingGame};
use unicode_width::UnicodeWidthStr;

use crate::board_action::BoardAction;
use crate::file_picker::FilePicker;
use crate::game_picker::GamePicker;
use crate::key_place::KeyPlace;
use crate::list_box::{ListBox, top};
use crate::lobby_picker::LobbyPicker;
use crate::position_editor::PositionEditor;
use crate::seat_menu::SeatMenu;
use crate::start_menu::StartMenu;
use crate::text_entry::TextEntry;
use crate::view::shortened;

/// Something that is open before the board.
pub(crate) enum Popup {
    /// The keys of a place.
    Keys {
        of: KeyPlace,
        scroll: usize,
    },
    /// A text to be read.
    Text {
        title: String,
        lines: Vec<String>,
        scroll: usize,
    },
    Menu(ListBox<BoardAction>),
    /// What a pawn becomes.
    Promotion {
        from: Square,
        to: Square,
        list: ListBox<Role>,
    },
    /// A question with its answers.
    Question {
        text: String,
        list: ListBox<AnswerDeed>,
    },
    /// A line to be typed.
    Prompt(Prompt),
    Files(FilePicker),
    /// The games of a file.
    Games(Box<GamePicker>),
    Start(Box<StartMenu>),
    /// The lobby of a server.
    Lobby(Box<LobbyPicker>),
    /// A game of one's own on a server, before it is made.
    Seat(SeatMenu),
    /// Games that wait.
    Waiting {
        games: Vec<WaitingGame>,
        list: ListBox<PathBuf>,
    },
    Settings(ListBox<SettingRow>),
    Editor(Box<PositionEditor>),
}

/// What an answer to a question does.
#[derive(Clone, Debug)]
pub(crate) enum AnswerDeed {
    Nothing,
    /// Leave the lobby.
    Leave,
    Ask(Request),
    /// Save the game with its analysis, or without.
    Save {
        is_saved: bool,
        request: Request,
    },
    /// Answer what somebody on a server asks.
    Reply(bool),
    /// Go on from a place, perhaps with a move.
    PlayOn {
        node: NodeId,
        sides: PlayOnSides,
        text: Option<MoveText>,
    },
}

/// Who goes on from a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayOnSides {
    /// Whoever plays.
    Same,
    /// Somebody here has both sides.
    Both,
    /// Somebody here has this side, and the computer the other.
    One(Color),
}

/// A line that is typed for a purpose.
#[derive(Clone, Debug)]
pub(crate) struct Prompt {
    pub purpose: PromptPurpose,
    pub entry: TextEntry,
    /// Which of the lines typed before is shown, counted back from the last.
    pub recalled: usize,
    /// What may follow, where somebody asked for it.
    pub proposed: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PromptPurpose {
    Command,
    /// What somebody wants in the lobby.
    LobbyWish,
    /// Who plays a side in the start menu.
    Player(Color),
    Clock,
    /// A position or an opening.
    Position,
    Rules,
    Title(Option<PathBuf>),
    EditorFen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingRow {
    Theme,
    Pieces,
    Colors,
    Background,
    Language,
    Coordinates,
    Mouse,
    Hjkl,
}

/// What a popup shows.
pub(crate) struct PopupContent {
    pub title: String,
    /// Lines above those that can be chosen.
    pub head: Vec<String>,
    pub lines: Vec<String>,
    /// The line that is chosen, or the first that is seen.
    pub chosen: Option<usize>,
    pub scroll: usize,
    /// A line that is being typed.
    pub entry: Option<(String, TextEntry)>,
    pub footer: String,
}

/// How many lines that can be chosen are seen, however much stands above them.
const LEAST_LINES: usize = 6;

/// Where a popup is in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PopupPlace {
    pub area: Rect,
    /// How many lines above those that can be chosen are seen.
    pub head: usize,
    /// Where its lines are.
    pub lines: Rect,
    /// The first of them that is seen.
    pub top: usize,
}

impl Prompt {
    pub fn new(purpose: PromptPurpose, text: &str) -> Prompt {
        let entry = match purpose {
            // A value is mostly replaced, a text mostly changed.
            PromptPurpose::Player(_) | PromptPurpose::Clock | PromptPurpose::EditorFen => {
                TextEntry::proposed(text)
            }
            PromptPurpose::Command
            | PromptPurpose::LobbyWish
            | PromptPurpose::Position
            | PromptPurpose::Rules
            | PromptPurpose::Title(_) => TextEntry::new(text),
        };
        Prompt { purpose, entry, recalled: 0, proposed: None }
    }

    /// What stands before the line.
    pub fn label(&self, language: Language) -> &'static str {
        language.choose(match &self.purpose {
            PromptPurpose::Command | PromptPurpose::LobbyWish => ByLanguage { english: ":", german: ":" },
            PromptPurpose::Player(_) => ByLanguage {
                english: "human, a level (1 to 9), a rating from 400 on, or a UCI engine: ",
                german: "human, eine Stufe (1 bis 9), eine Wertung ab 400 oder eine UCI-Engine: ",
            },
            PromptPurpose::Clock => ByLanguage {
                english: "Minutes and seconds for each move, such as 5+3: ",
                german: "Minuten und Sekunden für jeden Zug, wie 5+3: ",
            },
            PromptPurpose::EditorFen => ByLanguage { english: "FEN: ", german: "FEN: " },
            PromptPurpose::Position => ByLanguage {
                english: "FEN, or name or code of an opening: ",
                german: "FEN, oder Name oder Code einer Eröffnung: ",
            },
            PromptPurpose::Rules => ByLanguage {
                english: "Rules, by name or the path of a rule file: ",
                german: "Regeln, mit Namen oder dem Pfad einer Regeldatei: ",
            },
            PromptPurpose::Title(_) => {
                ByLanguage { english: "Name of the game: ", german: "Name der Partie: " }
            }
        })
    }
}

impl Popup {
    /// Where its keys are told.
    pub fn key_place(&self) -> Option<KeyPlace> {
        Some(match self {
            Popup::Start(_) => KeyPlace::Start,
            Popup::Seat(_) => KeyPlace::Seat,
            Popup::Editor(_) => KeyPlace::Editor,
            Popup::Lobby(_) => KeyPlace::Lobby,
            Popup::Waiting { .. } => KeyPlace::Waiting,
            Popup::Settings(_) => KeyPlace::Settings,
            Popup::Files(_) => KeyPlace::Files,
            Popup::Games(_) => KeyPlace::Games,
            Popup::Promotion { .. } => KeyPlace::Promotion,
            Popup::Menu(_) | Popup::Question { .. } => KeyPlace::List,
            Popup::Prompt(prompt) if prompt.purpose == PromptPurpose::Command => KeyPlace::CommandLine,
            Popup::Prompt(_) => KeyPlace::Entry,
            Popup::Keys { .. } | Popup::Text { .. } => return None,
        })
    }

    /// What is shown; `None` for what is shown elsewhere: lines that are typed below, the editor on the board.
    pub fn content(&self, language: Language, columns: u16) -> Option<PopupContent> {
        // Between the frame on both sides.
        let room = usize::from(columns).saturating_sub(4).max(1);
        self.wished_content(language, room).map(|content| content.fitted(room))
    }

    /// The same as it would be shown in any window, with sentences that fit some columns.
    fn wished_content(&self, language: Language, room: usize) -> Option<PopupContent> {
        let width = room.min(56);
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        let list_footer = || choose("Enter chooses, Esc goes back", "Enter wählt, Esc geht zurück");
        let listed = |title: String, lines: Vec<String>, chosen: usize| PopupContent {
            title,
            head: Vec::new(),
            lines,
            chosen: Some(chosen),
            scroll: 0,
            entry: None,
            footer: list_footer(),
        };
        Some(match self {
            Popup::Prompt(_) | Popup::Editor(_) => return None,
            Popup::Keys { of, scroll } => read(of.title(language), of.lines(language), *scroll, language),
            Popup::Text { title, lines, scroll } => read(title.clone(), lines.clone(), *scroll, language),
            Popup::Menu(list) => listed(choose("Menu", "Menü"), labels(list), list.chosen()),
            Popup::Promotion { list, .. } => {
                listed(choose("The pawn becomes", "Der Bauer wird"), labels(list), list.chosen())
            }
            Popup::Question { text, list } => PopupContent {
                head: wrapped(text, width),
                ..listed(choose("Question", "Frage"), labels(list), list.chosen())
            },
            Popup::Files(picker) => picker.content(language),
            Popup::Games(picker) => picker.content(language),
            Popup::Start(menu) => menu.content(language),
            Popup::Lobby(list) => list.content(language),
            Popup::Seat(menu) => menu.content(language),
            Popup::Waiting { list, .. } => PopupContent {
                // What is too long for its line is seen whole above the list.
                head: labels(list)
                    .get(list.chosen())
                    .filter(|line| line.width() > room)
                    .map(|line| wrapped(line, room))
                    .unwrap_or_default(),
                footer: choose(
                    "Enter goes on, F2 names, Del throws away, Esc back",
                    "Enter: weiter, F2: Name, Entf: weg, Esc: zurück",
                ),
                ..listed(choose("Unfinished games", "Unbeendete Partien"), labels(list), list.chosen())
            },
            Popup::Settings(list) => PopupContent {
                footer: choose(
                    "Left and right change it, Esc goes back",
                    "Links und rechts ändern, Esc geht zurück",
                ),
                ..listed(choose("Settings", "Einstellungen"), labels(list), list.chosen())
            },
        })
    }
}

impl PopupContent {
    /// The same in a window with room for so many columns of it: what can be chosen keeps its line, all else goes on below.
    fn fitted(mut self, room: usize) -> PopupContent {
        let hang = |lines: &[String]| lines.iter().flat_map(|line| hung(line, room)).collect();
        self.head = hang(&self.head);
        self.lines = match self.chosen {
            Some(_) => self.lines.iter().map(|line| shortened(line, room)).collect(),
            None => hang(&self.lines),
        };
        // The blanks around it are in the frame.
        (self.title, self.footer) = (shortened(&self.title, room), shortened(&self.footer, room - 1));
        self
    }
}

/// A line as it is where it fits; else in several, the others below where its last column begins.
fn hung(line: &str, room: usize) -> Vec<String> {
    if line.width() <= room {
        return vec![line.to_owned()];
    }
    let column = line.rfind("  ").map(|blank| blank + 2).filter(|&column| line[..column].width() <= room / 2);
    let column = column.unwrap_or(line.len() - line.trim_start().len());
    let (before, rest) = line.split_at(column);
    let indent = before.width();
    let below = " ".repeat(indent);
    let lines = wrapped(rest, room.saturating_sub(indent).max(1)).into_iter().enumerate();
    lines.map(|(number, line)| format!("{}{line}", if number == 0 { before } else { &below })).collect()
}

fn labels<T>(list: &ListBox<T>) -> Vec<String> {
    list.rows.iter().map(|(label, _)| label.clone()).collect()
}

fn read(title: String, lines: Vec<String>, scroll: usize, language: Language) -> PopupContent {
    let footer = language.choose(ByLanguage {
        english: "Up and down scroll, Esc goes back",
        german: "Auf und ab blättern, Esc geht zurück",
    });
    PopupContent {
        title,
        head: Vec::new(),
        lines,
        chosen: None,
        scroll,
        entry: None,
        footer: footer.to_owned(),
    }
}

/// A word in pieces that fit a line: links are longer than some windows are wide.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for c in word.chars() {
        let is_full = pieces.last().is_some_and(|piece| format!("{piece}{c}").width() > width.max(2));
        if is_full {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// A text in lines of some width.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace().flat_map(|word| pieces(word, width)) {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        lines.push(line);
    }
    lines
}

impl PopupPlace {
    /// In the middle of the window, as large as it needs to be and can be.
    pub fn of(content: &PopupContent, width: u16, height: u16) -> PopupPlace {
        let widths = content.head.iter().chain(&content.lines).chain([&content.footer, &content.title]);
        let widest = widths.map(|line| line.width()).max().unwrap_or(0).max(30);
        let height = usize::from(height);
        // A frame with its footer, and the line that is typed.
        let frame = 3 + usize::from(content.entry.is_some());
        let most_head = height.saturating_sub(frame + 2 + content.lines.len().min(LEAST_LINES));
        let head = content.head.len().min(most_head);
        let above = head + usize::from(head > 0);
        let most_lines = height.saturating_sub(frame + above + 1).max(1);
        let shown = content.lines.len().clamp(1, most_lines);
        let area_width = (widest + 4).min(usize::from(width)) as u16;
        let area_height = (shown + frame + above).min(height) as u16;
        let area =
            Rect::new((width - area_width) / 2, (height as u16 - area_height) / 2, area_width, area_height);
        let first = area.y + 1 + above as u16;
        let lines = Rect::new(area.x + 2, first, area_width.saturating_sub(4), shown as u16);
        let lines = lines.intersection(area);
        let top = match content.chosen {
            Some(chosen) => top(chosen, content.lines.len(), shown),
            None => content.scroll.min(content.lines.len().saturating_sub(shown)),
        };
        PopupPlace { area, head, lines, top }
    }

    /// The line of the list at a place of the window.
    pub fn line_at(&self, column: u16, line: u16) -> Option<usize> {
        let is_inside = (self.lines.x..self.lines.right()).contains(&column)
            && (self.lines.y..self.lines.bottom()).contains(&line);
        is_inside.then(|| self.top + usize::from(line - self.lines.y))
    }

    pub fn contains(&self, column: u16, line: u16) -> bool {
        (self.area.x..self.area.right()).contains(&column)
            && (self.area.y..self.area.bottom()).contains(&line)
    }
}
