//! Keys and clicks while a position is set up.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_rules::{Color, File, Language, Piece, Square};
use tabiya_table::{Request, talk};

use super::Screen;
use crate::event::ScreenEffect;
use crate::popup::{Popup, PromptPurpose, wrapped};
use crate::position_editor::{Brush, EditorDeed, OFFERED, PositionEditor};

/// The first line of the panel behind the men that are offered.
pub(crate) const FIRST_LINE: u16 = 6;

/// A part of a line of the editor, and what a click on it does.
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
            Err(why) => self.tell(&sentence(why)),
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
        let (offered, deed) = (self.offered_at(mouse), self.editor_deed_at(mouse));
        let Some(Popup::Editor(editor)) = self.popups.last_mut() else { return };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => match (square, offered, deed) {
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

    /// What the editor offers at a place: White's men, Black's, a hand and a sponge.
    fn offered_at(&self, mouse: MouseEvent) -> Option<Brush> {
        let panel = self.layout()?.panel;
        let place = usize::from(mouse.column.checked_sub(panel.x)?) / 3;
        let put = |color: Color| Some(Brush::Put(Piece { color, role: *OFFERED.get(place)? }));
        match mouse.row.checked_sub(panel.y)? {
            2 => put(Color::White),
            3 => put(Color::Black),
            4 if place < 2 => Some(Brush::Move),
            4 if place < 6 => Some(Brush::Remove),
            _ => None,
        }
    }

    fn editor_deed_at(&self, mouse: MouseEvent) -> Option<EditorDeed> {
        let Some(Popup::Editor(editor)) = self.popups.last() else { return None };
        let panel = self.layout()?.panel;
        let line = usize::from(mouse.row.checked_sub(panel.y + FIRST_LINE)?);
        let mut column = usize::from(mouse.column.checked_sub(panel.x)?);
        let is_inside = mouse.row < panel.bottom();
        for part in self.editor_lines(editor).into_iter().nth(line).filter(|_| is_inside)? {
            let width = part.text.chars().count();
            if column < width {
                return part.deed;
            }
            column -= width;
        }
        None
    }

    /// What stands below the men: what is wrong with the position, and what can be done.
    pub(crate) fn editor_lines(&self, editor: &PositionEditor) -> Vec<Vec<EditorPart>> {
        let width = self.layout().map_or(1, |layout| usize::from(layout.panel.width));
        let faults = editor.faults(self.language);
        let faults = faults.iter().flat_map(|fault| wrapped(&format!("! {fault}"), width));
        let mut lines: Vec<Vec<EditorPart>> = faults.map(|line| vec![part(line, None)]).collect();
        let turn = self.language.words(&editor.setup.turn);
        let doing = |text: String, deed| part(text, Some(deed));
        let right = |(key, letter, color, file): (char, char, Color, File)| {
            let letter = if editor.has_right(color, file) { letter } else { '-' };
            doing(format!(" {key}:{letter}"), EditorDeed::Right(color, file))
        };
        let mut castling =
            vec![doing(format!("F7     {}", self.choose("castling", "Rochade")), EditorDeed::Castling)];
        castling.extend(RIGHTS.map(right));
        let passed = editor.setup.en_passant.map_or_else(|| "-".to_owned(), |square| square.to_string());
        lines.extend([
            vec![doing(
                format!("Tab    {turn} {}", self.choose("is to move", "ist am Zug")),
                EditorDeed::Turn,
            )],
            castling,
            vec![doing(format!("e      en passant {passed}"), EditorDeed::EnPassant)],
            vec![part(
                format!("KQRBNP {}", self.choose("put; small: Black's", "setzen; klein: schwarz")),
                None,
            )],
            vec![part(self.choose("Del    remove", "Entf   wegnehmen"), None)],
            vec![
                doing(self.choose("F5     clear   ", "F5     leeren   "), EditorDeed::Clear),
                doing(self.choose("F6 start", "F6 Grundstellung"), EditorDeed::Start),
            ],
            vec![
                doing(self.choose("F2     turn    ", "F2     drehen   "), EditorDeed::Flip),
                doing("F8 FEN".to_owned(), EditorDeed::Fen),
            ],
            vec![doing(
                format!("Enter  {}", self.choose("play from here", "von hier spielen")),
                EditorDeed::Done,
            )],
            vec![doing(
                format!("Esc    {}", self.choose("leave all as it was", "alles lassen, wie es war")),
                EditorDeed::Leave,
            )],
        ]);
        lines
    }
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
