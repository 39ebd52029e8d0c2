//! Keys and clicks while a position is set up.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_rules::{Color, File, Language, Piece, Square};
use tabiya_table::{Request, talk};

use super::Screen;
use crate::editor_layout::EditorLayout;
use crate::event::ScreenEffect;
use crate::popup::{Popup, PromptPurpose};
use crate::position_editor::{Brush, EditorDeed, PositionEditor};

/// A part of a line of the editor, and what a click on it does.
#[derive(Clone)]
pub(crate) struct EditorPart {
    pub text: String,
    pub deed: Option<EditorDeed>,
}

impl Screen {
    pub(super) fn set_editor(&mut self, fen: &str) {
        let language = self.language;
        let Some(Popup::Editor(editor)) = self.popups.last_mut() else { return };
        match talk::read_fen(language, fen, editor.rules()) {
            Ok(setup) => editor.set(setup),
            Err(why) => self.tell_refusal(&sentence(why)),
        }
    }

    pub(super) fn key_in_editor(&mut self, key: KeyEvent, now: Moment) {
        let (cursor, bottom) = (self.hand.cursor, self.bottom());
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let Some(Popup::Editor(editor)) = self.popups.last_mut() else { return };
        match key.code {
            KeyCode::Left => self.hand.step(-1, 0, bottom),
            KeyCode::Right => self.hand.step(1, 0, bottom),
            KeyCode::Up => self.hand.step(0, 1, bottom),
            KeyCode::Down => self.hand.step(0, -1, bottom),
            KeyCode::Delete | KeyCode::Backspace | KeyCode::Char(' ' | '.') => editor.put(cursor, None),
            KeyCode::Char('q') if is_control => self.effects.push(ScreenEffect::Quit),
            KeyCode::Char('z') if is_control => editor.undo(),
            code => match (editor_deed(code), code) {
                (Some(deed), _) => self.edit_position(deed, cursor, now),
                (None, KeyCode::Char(c)) if !is_control => {
                    if let Some(piece) = Piece::from_letter(c) {
                        editor.put(cursor, Some(piece));
                    }
                }
                _ => {}
            },
        }
    }

    fn edit_position(&mut self, deed: EditorDeed, cursor: Square, now: Moment) {
        let Some(Popup::Editor(editor)) = self.popups.last_mut() else { return };
        match deed {
            EditorDeed::Turn => editor.turn(),
            EditorDeed::Castling => editor.change_castling(),
            EditorDeed::Right(color, file) => {
                if !editor.change_right(color, file) {
                    self.tell(&self.choose(
                        "King and rook must stand at home for that.",
                        "Dafür müssen König und Turm auf ihren Feldern stehen.",
                    ));
                }
            }
            EditorDeed::EnPassant => editor.change_en_passant(cursor),
            EditorDeed::Clear => editor.clear(),
            EditorDeed::Start => editor.start(),
            EditorDeed::Fen => {
                let fen = editor.fen();
                self.open_prompt(PromptPurpose::EditorFen, &fen);
            }
            EditorDeed::Flip => self.is_flipped = !self.is_flipped,
            EditorDeed::Keys => self.show_keys(),
            EditorDeed::Done => self.end_editing(now),
            EditorDeed::Leave => self.close_popup(),
        }
    }

    fn end_editing(&mut self, now: Moment) {
        let Some(Popup::Editor(editor)) = self.popups.last() else { return };
        match editor.done() {
            Some(setup) => {
                self.popups.pop();
                self.ask(Request::SetUp(setup), now);
            }
            None => {
                let faults = editor.faults(self.language).join("; ");
                self.tell(&match self.language {
                    Language::English => format!("This is no position to play from: {faults}."),
                    Language::German => format!("Von dieser Stellung kann man nicht spielen: {faults}."),
                });
            }
        }
    }

    pub(super) fn mouse_in_editor(&mut self, mouse: MouseEvent, now: Moment) {
        let square = self.square_at(mouse);
        let brush = self.editor_layout().and_then(|layout| layout.brush_at(mouse.column, mouse.row));
        let deed = self.editor_deed_at(mouse);
        let Some(Popup::Editor(editor)) = self.popups.last_mut() else { return };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => match (square, brush, deed) {
                (Some(square), ..) => {
                    self.hand.cursor = square;
                    match editor.brush {
                        Brush::Move => editor.dragged = Some(square),
                        Brush::Put(_) | Brush::Remove => editor.paint(square),
                    }
                }
                (None, Some(brush), _) => editor.brush = brush,
                (None, None, Some(deed)) => self.edit_position(deed, self.hand.cursor, now),
                (None, None, None) => {}
            },
            MouseEventKind::Down(MouseButton::Right) => {
                if let Some(square) = square {
                    editor.put(square, None);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => {
                if let Some(from) = editor.dragged.take() {
                    editor.drag(from, square);
                }
            }
            _ => {}
        }
    }

    fn editor_layout(&self) -> Option<EditorLayout> {
        self.layout().map(|layout| EditorLayout::of(layout.panel))
    }

    fn editor_deed_at(&self, mouse: MouseEvent) -> Option<EditorDeed> {
        let Some(Popup::Editor(editor)) = self.popups.last() else { return None };
        let layout = self.editor_layout()?;
        let lines = layout.lines();
        if !lines.contains((mouse.column, mouse.row).into()) {
            return None;
        }
        let line = usize::from(mouse.row - lines.y);
        let mut column = usize::from(mouse.column - lines.x);
        for part in self.editor_lines(editor, layout.is_tight).into_iter().nth(line)? {
            let width = part.text.chars().count();
            if column < width {
                return part.deed;
            }
            column -= width;
        }
        None
    }

    /// What is wrong with the position, if something is.
    pub(crate) fn editor_faults(&self, editor: &PositionEditor) -> Option<String> {
        let faults = editor.faults(self.language);
        (!faults.is_empty()).then(|| format!("! {}", sentence(faults.join("; "))))
    }

    /// What stands below the men: what can be done, in fewer lines where there is little room.
    pub(crate) fn editor_lines(&self, editor: &PositionEditor, is_tight: bool) -> Vec<Vec<EditorPart>> {
        let turn = self.language.words(&editor.setup.turn);
        let key = |key: &str| if is_tight { format!("{key} ") } else { format!("{key:<7}") };
        let doing = |name: &str, (english, german): (&str, &str), deed| {
            part(format!("{}{}", key(name), self.choose(english, german)), Some(deed))
        };
        let told = |name: (&str, &str), (english, german): (&str, &str)| {
            part(format!("{}{}", key(&self.choose(name.0, name.1)), self.choose(english, german)), None)
        };
        let right = |(key, letter, color, file): (char, char, Color, File)| {
            let letter = if editor.has_right(color, file) { letter } else { '-' };
            part(format!(" {key}:{letter}"), Some(EditorDeed::Right(color, file)))
        };
        let mut castling = vec![doing("F7", ("castling", "Rochade"), EditorDeed::Castling)];
        castling.extend(RIGHTS.map(right));
        let is_to_move = self.choose("is to move", "ist am Zug");
        let turn = vec![part(format!("{}{turn} {is_to_move}", key("Tab")), Some(EditorDeed::Turn))];
        let passed = editor.setup.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
        let en_passant = part(format!("{}en passant {passed}", key("e")), Some(EditorDeed::EnPassant));
        let put = told(("KQRBNP", "KQRBNP"), ("put; small: Black's", "setzen; klein: schwarz"));
        let remove = told(("Del", "Entf"), ("remove", "wegnehmen"));
        let clear = doing("F5", ("clear", "leeren"), EditorDeed::Clear);
        let flip = doing("F2", ("turn ", "drehen"), EditorDeed::Flip);
        let start = part(self.choose("F6 start", "F6 Grundstellung"), Some(EditorDeed::Start));
        let fen = part("F8 FEN".to_owned(), Some(EditorDeed::Fen));
        let done = doing("Enter", ("play from here", "von hier spielen"), EditorDeed::Done);
        let keys = |english, german| part(self.choose(english, german), Some(EditorDeed::Keys));
        let leave = doing("Esc", ("leave all as it was", "alles lassen, wie es war"), EditorDeed::Leave);
        match is_tight {
            true => vec![
                [turn, vec![part(" ".to_owned(), None), keys("? keys", "? Hilfe")]].concat(),
                castling,
                beside([en_passant, remove], 2),
                beside([clear, part(self.choose("F6 start", "F6 Start"), Some(EditorDeed::Start)), flip], 1),
                vec![put],
                beside([fen, done], 1),
                vec![leave],
            ],
            false => vec![
                turn,
                castling,
                vec![en_passant],
                vec![put],
                beside([remove, keys("? keys", "? Tasten")], 3),
                beside([clear, start], 3),
                beside([flip, fen], 3),
                vec![done],
                vec![leave],
            ],
        }
    }
}

/// Parts beside each other, with so many blanks between them.
fn beside<const N: usize>(parts: [EditorPart; N], blanks: usize) -> Vec<EditorPart> {
    let blank = || part(" ".repeat(blanks), None);
    parts.into_iter().flat_map(|part| [part, blank()]).collect()
}

/// The rights to castle, each with its key and as FEN writes it.
const RIGHTS: [(char, char, Color, File); 4] = [
    ('1', 'K', Color::White, File::H),
    ('2', 'Q', Color::White, File::A),
    ('3', 'k', Color::Black, File::H),
    ('4', 'q', Color::Black, File::A),
];

fn part(text: String, deed: Option<EditorDeed>) -> EditorPart {
    EditorPart { text, deed }
}

/// What a key does in the editor.
fn editor_deed(code: KeyCode) -> Option<EditorDeed> {
    Some(match code {
        KeyCode::Tab => EditorDeed::Turn,
        KeyCode::F(2) => EditorDeed::Flip,
        KeyCode::F(5) => EditorDeed::Clear,
        KeyCode::F(6) => EditorDeed::Start,
        KeyCode::F(7) => EditorDeed::Castling,
        KeyCode::F(8) | KeyCode::Char(':') => EditorDeed::Fen,
        KeyCode::Char('e') => EditorDeed::EnPassant,
        KeyCode::Enter => EditorDeed::Done,
        KeyCode::Char(key) => {
            let (_, _, color, file) = RIGHTS.into_iter().find(|(known, ..)| *known == key)?;
            EditorDeed::Right(color, file)
        }
        _ => return None,
    })
}
