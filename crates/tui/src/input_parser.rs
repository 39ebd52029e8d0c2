//! What a terminal sends, byte by byte: keys, the mouse, pasted text, its background.
//!
//! Nothing that is sent can break it, nothing is remembered without bound, and what was begun and is not finished keeps
//! nobody from being heard: whoever hands in the bytes says when nothing more has come ([`InputParser::fall_silent`]).

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::background::Background;
use crate::event::ScreenEvent;

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// The most bytes of a sequence; no terminal sends that many.
const LONGEST_SEQUENCE: usize = 128;
/// The most bytes of a pasted text; the rest is passed over.
const LONGEST_PASTE: usize = 64 * 1024;
const PASTE_END: &[u8] = b"\x1b[201~";

/// How long the rest of a sequence is waited for. Terminals send one in a piece, fingers do not.
const SEQUENCE_PATIENCE: Duration = Duration::from_millis(40);
/// The same for a pasted text, which may come over a slow line.
const PASTE_PATIENCE: Duration = Duration::from_secs(1);

/// Understands what a terminal sends.
#[derive(Debug, Default)]
pub(crate) struct InputParser {
    state: ParserState,
}

/// What was begun.
#[derive(Debug, Default)]
enum ParserState {
    #[default]
    Nothing,
    /// A character of several bytes, of which so many are missing.
    Character {
        bytes: Vec<u8>,
        missing: usize,
        modifiers: KeyModifiers,
    },
    Escape,
    /// `ESC O`.
    Shifted,
    /// `ESC [` and what has followed.
    Sequence(Vec<u8>),
    /// `ESC [ M` and up to three bytes: the mouse of old terminals.
    OldMouse(Vec<u8>),
    /// A text for programs, behind `ESC ]` or another such byte, up to a bell or `ESC \`.
    Message {
        begin: u8,
        text: Vec<u8>,
    },
    Paste(Vec<u8>),
}

impl InputParser {
    /// Takes in a byte, and adds what it completes.
    pub fn hear(&mut self, byte: u8, events: &mut Vec<ScreenEvent>) {
        self.state = match std::mem::take(&mut self.state) {
            ParserState::Nothing => begin(byte, KeyModifiers::NONE, events),
            ParserState::Character { bytes, missing, modifiers } => {
                go_on_with_character(bytes, missing, modifiers, byte, events)
            }
            ParserState::Escape => after_escape(byte, events),
            ParserState::Shifted => {
                events.extend(shifted_key(byte).map(pressed));
                if byte == ESCAPE { ParserState::Escape } else { ParserState::Nothing }
            }
            ParserState::Sequence(sequence) => go_on_with_sequence(sequence, byte, events),
            ParserState::OldMouse(mut bytes) => {
                bytes.push(byte);
                if bytes.len() < 3 {
                    ParserState::OldMouse(bytes)
                } else {
                    events.extend(old_mouse(&bytes));
                    ParserState::Nothing
                }
            }
            ParserState::Message { begin, text } => go_on_with_message(begin, text, byte, events),
            ParserState::Paste(text) => go_on_with_paste(text, byte, events),
        };
    }

    /// How long more bytes are waited for; `None` where nothing was begun.
    pub fn patience(&self) -> Option<Duration> {
        match self.state {
            ParserState::Nothing => None,
            ParserState::Paste(_) => Some(PASTE_PATIENCE),
            _ => Some(SEQUENCE_PATIENCE),
        }
    }

    /// Nothing more has come: what was begun is taken for what it is, or forgotten.
    pub fn fall_silent(&mut self, events: &mut Vec<ScreenEvent>) {
        let with_alt = |byte: u8| key(KeyCode::Char(byte.into()), KeyModifiers::ALT);
        match std::mem::take(&mut self.state) {
            ParserState::Escape => events.push(key(KeyCode::Esc, KeyModifiers::NONE)),
            ParserState::Shifted => events.push(with_alt(b'O')),
            ParserState::Sequence(sequence) if sequence.is_empty() => events.push(with_alt(b'[')),
            ParserState::Message { begin, text } if text.is_empty() => events.push(with_alt(begin)),
            ParserState::Paste(text) => events.push(pasted(&text)),
            ParserState::Nothing
            | ParserState::Character { .. }
            | ParserState::Sequence(_)
            | ParserState::OldMouse(_)
            | ParserState::Message { .. } => {}
        }
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> ScreenEvent {
    ScreenEvent::Key(KeyEvent::new(code, modifiers))
}

fn pressed(code: KeyCode) -> ScreenEvent {
    key(code, KeyModifiers::NONE)
}

/// A character as a key: a capital is typed with Shift.
fn typed(c: char, modifiers: KeyModifiers) -> ScreenEvent {
    let shift = if c.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    key(KeyCode::Char(c), modifiers | shift)
}

/// A byte before which nothing was begun.
fn begin(byte: u8, modifiers: KeyModifiers, events: &mut Vec<ScreenEvent>) -> ParserState {
    let missing = match byte {
        ESCAPE => return ParserState::Escape,
        0x20..=0x7e => {
            events.push(typed(byte.into(), modifiers));
            return ParserState::Nothing;
        }
        0..=0x1f | 0x7f => {
            let (code, control) = control_key(byte);
            events.push(key(code, modifiers | control));
            return ParserState::Nothing;
        }
        0xc2..=0xdf => 1,
        0xe0..=0xef => 2,
        0xf0..=0xf4 => 3,
        // No character begins with it.
        _ => return ParserState::Nothing,
    };
    ParserState::Character { bytes: vec![byte], missing, modifiers }
}

fn control_key(byte: u8) -> (KeyCode, KeyModifiers) {
    let control = |c: u8| (KeyCode::Char(c.into()), KeyModifiers::CONTROL);
    match byte {
        b'\r' | b'\n' => (KeyCode::Enter, KeyModifiers::NONE),
        b'\t' => (KeyCode::Tab, KeyModifiers::NONE),
        0x08 | 0x7f => (KeyCode::Backspace, KeyModifiers::NONE),
        0 => control(b' '),
        1..=0x1a => control(byte - 1 + b'a'),
        _ => control(byte.saturating_sub(0x1c) + b'4'),
    }
}

fn go_on_with_character(
    mut bytes: Vec<u8>,
    missing: usize,
    modifiers: KeyModifiers,
    byte: u8,
    events: &mut Vec<ScreenEvent>,
) -> ParserState {
    if !(0x80..=0xbf).contains(&byte) {
        return begin(byte, KeyModifiers::NONE, events);
    }
    bytes.push(byte);
    if missing > 1 {
        return ParserState::Character { bytes, missing: missing - 1, modifiers };
    }
    let character = std::str::from_utf8(&bytes).ok().and_then(|text| text.chars().next());
    events.extend(character.map(|c| typed(c, modifiers)));
    ParserState::Nothing
}

fn after_escape(byte: u8, events: &mut Vec<ScreenEvent>) -> ParserState {
    match byte {
        b'[' => ParserState::Sequence(Vec::new()),
        b'O' => ParserState::Shifted,
        b']' | b'P' | b'X' | b'^' | b'_' => ParserState::Message { begin: byte, text: Vec::new() },
        ESCAPE => {
            events.push(pressed(KeyCode::Esc));
            ParserState::Escape
        }
        other => begin(other, KeyModifiers::ALT, events),
    }
}

/// The keys that some terminals send as `ESC O`.
fn shifted_key(byte: u8) -> Option<KeyCode> {
    Some(match byte {
        b'P'..=b'S' => KeyCode::F(byte - b'P' + 1),
        b'M' => KeyCode::Enter,
        other => return arrow(other),
    })
}

fn arrow(byte: u8) -> Option<KeyCode> {
    Some(match byte {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        _ => return None,
    })
}

fn go_on_with_sequence(mut sequence: Vec<u8>, byte: u8, events: &mut Vec<ScreenEvent>) -> ParserState {
    match byte {
        // The keys F1 to F5 of the Linux console have a second bracket.
        b'[' if sequence.is_empty() => ParserState::Sequence(vec![byte]),
        b'M' if sequence.is_empty() => ParserState::OldMouse(Vec::new()),
        0x20..=0x3f if sequence.len() < LONGEST_SEQUENCE => {
            sequence.push(byte);
            ParserState::Sequence(sequence)
        }
        b'~' if sequence == b"200" => ParserState::Paste(Vec::new()),
        0x40..=0x7e => {
            events.extend(sequence_event(&sequence, byte));
            ParserState::Nothing
        }
        // Another key has come before the end, or there will be none.
        other => begin(other, KeyModifiers::NONE, events),
    }
}

/// What a whole sequence means: what stands before its last byte, and that byte.
fn sequence_event(sequence: &[u8], last: u8) -> Option<ScreenEvent> {
    if let Some(report) = sequence.strip_prefix(b"<") {
        return mouse_report(report, last == b'm').filter(|_| matches!(last, b'M' | b'm'));
    }
    if sequence == b"[" {
        return matches!(last, b'A'..=b'E').then(|| pressed(KeyCode::F(last - b'A' + 1)));
    }
    let numbers = numbers(sequence)?;
    let number = |place: usize| numbers.get(place).copied().flatten();
    let modifiers = modifiers(number(1).unwrap_or(1));
    let code = match last {
        b'M' => return buttons_and_place(number(0)?.checked_sub(32)?, number(1)?, number(2)?, false),
        b'Z' => KeyCode::BackTab,
        b'~' if number(0) == Some(27) => return key_by_code(number(2)?, modifiers),
        b'~' => numbered_key(number(0)?)?,
        b'u' if is_release(sequence) => return None,
        b'u' => return key_by_code(number(0)?, modifiers),
        // Where the cursor is would be told in the same way.
        b'R' if number(0) != Some(1) => return None,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        other => arrow(other)?,
    };
    Some(key(code, modifiers))
}

/// The numbers of a sequence; of those with parts, the first part. `None` where there is something else in it.
fn numbers(sequence: &[u8]) -> Option<Vec<Option<u16>>> {
    let text = std::str::from_utf8(sequence).ok()?;
    let number = |text: &str| {
        let first = text.split(':').next().unwrap_or_default();
        if first.is_empty() { Some(None) } else { first.parse().ok().map(Some) }
    };
    text.split(';').map(number).collect()
}

/// Whether a key was let go, which some terminals tell in the second part of the second number.
fn is_release(sequence: &[u8]) -> bool {
    let mut parts =
        sequence.split(|&byte| byte == b';').nth(1).unwrap_or_default().split(|&byte| byte == b':');
    parts.nth(1) == Some(b"3")
}

fn modifiers(number: u16) -> KeyModifiers {
    let bits = number.saturating_sub(1);
    let all = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    all.into_iter().filter(|(bit, _)| bits & bit != 0).fold(KeyModifiers::NONE, |held, (_, one)| held | one)
}

fn numbered_key(number: u16) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23..=24 => KeyCode::F(number as u8 - 12),
        _ => return None,
    })
}

/// A key by the number of its character.
fn key_by_code(number: u16, modifiers: KeyModifiers) -> Option<ScreenEvent> {
    let code = match number {
        9 => KeyCode::Tab,
        10 | 13 => KeyCode::Enter,
        27 => KeyCode::Esc,
        8 | 127 => KeyCode::Backspace,
        // Numbers of keys that are no characters, such as Shift by itself.
        0xe000..=0xf8ff => return None,
        other => KeyCode::Char(char::from_u32(other.into()).filter(|c| !c.is_control())?),
    };
    let is_shifted = modifiers.contains(KeyModifiers::SHIFT);
    match code {
        KeyCode::Char(c) if is_shifted && c.is_lowercase() => {
            Some(key(KeyCode::Char(c.to_uppercase().next().unwrap_or(c)), modifiers))
        }
        code => Some(key(code, modifiers)),
    }
}

fn mouse_report(report: &[u8], is_release: bool) -> Option<ScreenEvent> {
    let numbers = numbers(report)?;
    let [Some(buttons), Some(column), Some(line)] = numbers.as_slice() else { return None };
    buttons_and_place(*buttons, *column, *line, is_release)
}

fn old_mouse(bytes: &[u8]) -> Option<ScreenEvent> {
    let number = |place: usize| bytes.get(place)?.checked_sub(32).map(u16::from);
    buttons_and_place(number(0)?, number(1)?, number(2)?, false)
}

/// What the mouse did: columns and lines are told from 1.
fn buttons_and_place(buttons: u16, column: u16, line: u16, is_release: bool) -> Option<ScreenEvent> {
    let button = match buttons & 0b11 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let is_motion = buttons & 32 != 0;
    let buttons = u8::try_from(buttons).ok()?;
    let kind = match (buttons & 0b1100_0011, button) {
        (64, _) => MouseEventKind::ScrollUp,
        (65, _) => MouseEventKind::ScrollDown,
        (66.., _) => return None,
        (_, Some(button)) if is_release => MouseEventKind::Up(button),
        (_, Some(button)) if is_motion => MouseEventKind::Drag(button),
        (_, Some(button)) => MouseEventKind::Down(button),
        (_, None) if is_motion => MouseEventKind::Moved,
        // Old terminals do not tell which button was let go.
        (_, None) => MouseEventKind::Up(MouseButton::Left),
    };
    let (column, row) = (column.checked_sub(1)?, line.checked_sub(1)?);
    Some(ScreenEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

fn go_on_with_message(
    begin_byte: u8,
    mut text: Vec<u8>,
    byte: u8,
    events: &mut Vec<ScreenEvent>,
) -> ParserState {
    match byte {
        // Its end may have two bytes, of which the second is no key.
        b'\\' if text.last() == Some(&ESCAPE) => text.truncate(text.len() - 1),
        BELL => {}
        _ if text.last() == Some(&ESCAPE) => return after_escape(byte, events),
        _ => {
            if text.len() < LONGEST_SEQUENCE || byte == ESCAPE {
                text.push(byte);
            }
            return ParserState::Message { begin: begin_byte, text };
        }
    }
    if begin_byte == b']' {
        events.extend(Background::of_report(&text).map(ScreenEvent::Background));
    }
    ParserState::Nothing
}

fn go_on_with_paste(mut text: Vec<u8>, byte: u8, events: &mut Vec<ScreenEvent>) -> ParserState {
    // What is too long is passed over, but for what may be the end.
    if text.len() >= LONGEST_PASTE + PASTE_END.len() {
        text.remove(LONGEST_PASTE);
    }
    text.push(byte);
    if !text.ends_with(PASTE_END) {
        return ParserState::Paste(text);
    }
    text.truncate(text.len() - PASTE_END.len());
    events.push(pasted(&text));
    ParserState::Nothing
}

fn pasted(text: &[u8]) -> ScreenEvent {
    ScreenEvent::Paste(String::from_utf8_lossy(&text[..text.len().min(LONGEST_PASTE)]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is understood of some bytes, after which nothing more comes.
    fn heard(bytes: &[u8]) -> String {
        let (mut parser, mut events) = (InputParser::default(), Vec::new());
        bytes.iter().for_each(|&byte| parser.hear(byte, &mut events));
        if parser.patience().is_some() {
            parser.fall_silent(&mut events);
        }
        assert!(parser.patience().is_none(), "{bytes:?}");
        events.iter().map(told).collect::<Vec<_>>().join(" ")
    }

    fn told(event: &ScreenEvent) -> String {
        match event {
            ScreenEvent::Key(KeyEvent { code, modifiers, .. }) => {
                let held = |one, name| if modifiers.contains(one) { name } else { "" };
                let (control, alt) = (held(KeyModifiers::CONTROL, "^"), held(KeyModifiers::ALT, "M-"));
                match code {
                    KeyCode::Char(c) => format!("{alt}{control}{c}"),
                    code => format!("{alt}{control}{code:?}"),
                }
            }
            ScreenEvent::Mouse(MouseEvent { kind, column, row, .. }) => format!("{kind:?}@{column},{row}"),
            ScreenEvent::Paste(text) => format!("paste:{text}"),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn keys_are_understood_as_terminals_send_them() {
        for (bytes, keys) in [
            (&b"e4\r"[..], "e 4 Enter"),
            (b"N\x7f\x08\t\n", "N Backspace Backspace Tab Enter"),
            (b"\x1a\x11\0", "^z ^q ^ "),
            ("é♞😀".as_bytes(), "é ♞ 😀"),
            (b"\x1b", "Esc"),
            (b"\x1b\x1b", "Esc Esc"),
            (b"\x1bq\x1b\x0e", "M-q M-^n"),
            (b"\x1b[A\x1b[D\x1bOB\x1bOH", "Up Left Down Home"),
            (b"\x1b[1;5C\x1b[1;3D", "^Right M-Left"),
            (b"\x1bOP\x1b[[B\x1b[13~\x1bOS\x1b[15~\x1b[24~", "F(1) F(2) F(3) F(4) F(5) F(12)"),
            (b"\x1b[5~\x1b[6~\x1b[3~\x1b[1~\x1b[8~\x1b[Z", "PageUp PageDown Delete Home End BackTab"),
            (b"\x1b[1;2R", "F(3)"),
            (b"\x1b[27;5;122~\x1b[122;5u\x1b[13u\x1b[27u", "^z ^z Enter Esc"),
            (b"\x1b[97;1:3u\x1b[97;2u\x1b[57441u", "A"),
            (b"\x1b[I\x1b[O\x1b[7;9R\x1b[?62;4c", ""),
        ] {
            assert_eq!(heard(bytes), keys, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn the_mouse_is_understood_and_one_off_the_window_is_nobodys() {
        for (bytes, done) in [
            (&b"\x1b[<0;7;3M\x1b[<0;7;3m"[..], "Down(Left)@6,2 Up(Left)@6,2"),
            (b"\x1b[<32;8;3M\x1b[<35;8;3M", "Drag(Left)@7,2 Moved@7,2"),
            (b"\x1b[<2;1;1M\x1b[<64;1;1M\x1b[<65;1;1M", "Down(Right)@0,0 ScrollUp@0,0 ScrollDown@0,0"),
            (b"\x1b[M !!\x1b[M#!!", "Down(Left)@0,0 Up(Left)@0,0"),
            (b"\x1b[32;7;3M", "Down(Left)@6,2"),
            (b"\x1b[<0;0;5M\x1b[<0;5;0M\x1b[M   \x1b[0;1;1M\x1b[32;0;0Ma", "a"),
            (b"\x1b[<99999999;1;1M\x1b[<0;70000;1M\x1b[<;;M\x1b[<0;1M\x1b[<M\x1b[<300;1;1Mb", "b"),
        ] {
            assert_eq!(heard(bytes), done, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_not_finished_swallows_nothing() {
        for begun in [
            &b"\x1b[1;"[..],
            b"\x1b[<0;5",
            b"\x1b[M ",
            b"\xe2\x99",
            b"\x1b]11;rgb:00",
            b"\x1bP+q",
            b"\x1b[<0;5\r",
        ] {
            let (mut parser, mut events) = (InputParser::default(), Vec::new());
            begun.iter().for_each(|&byte| parser.hear(byte, &mut events));
            if parser.patience().is_some() {
                parser.fall_silent(&mut events);
            }
            b"e4".iter().for_each(|&byte| parser.hear(byte, &mut events));
            let told = events.iter().map(told).collect::<Vec<_>>().join(" ");
            assert!(told.ends_with("e 4"), "{begun:?}: {told}");
        }
        assert_eq!(heard(b"\x1b["), "M-[");
        assert_eq!(heard(b"\x1bO"), "M-O");
        assert_eq!(heard(b"\x1b]"), "M-]");
        // A key that comes before the end is heard.
        assert_eq!(heard(b"\x1b[1;\r\x1b[1;\x1b[A\x1b]11;\x1b[B"), "Enter Up Down");
        assert_eq!(heard(b"\xe2e\xff\x80f"), "e f");
    }

    #[test]
    fn pasted_text_is_text_and_has_an_end() {
        assert_eq!(heard(b"\x1b[200~e4\r\x1b[A\x1b[201~\r"), "paste:e4\r\u{1b}[A Enter");
        assert_eq!(heard(b"\x1b[200~e4"), "paste:e4");
        assert_eq!(heard(b"\x1b[201~e"), "e");
        let long = [&b"\x1b[200~"[..], &[b'x'; 3 * LONGEST_PASTE], PASTE_END, b"e"].concat();
        assert_eq!(heard(&long).len(), "paste:".len() + LONGEST_PASTE + " e".len());
    }

    #[test]
    fn a_terminal_tells_its_background() {
        assert_eq!(heard(b"\x1b]11;rgb:ffff/ffff/dddd\x07e"), "Background(Light) e");
        assert_eq!(heard(b"\x1b]11;rgb:0000/2b2b/3636\x1b\\e"), "Background(Dark) e");
        assert_eq!(heard(b"\x1b]11;rgb:zz/0/0\x07\x1b]10;rgb:0/0/0\x07\x1b]52;c;AAAA\x07e"), "e");
    }

    #[test]
    fn no_bytes_break_it() {
        // A small generator of chance: any bytes, and many that mean something.
        let mut seed = 7_u64;
        let mut chance = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        };
        let signs = b"\x1b\x1b\x1b[[<;;;:M0123456789mOPRu~]\\\x07AZ";
        let (mut parser, mut events) = (InputParser::default(), Vec::new());
        for _ in 0..200_000 {
            let byte = if chance() % 4 == 0 { chance() as u8 } else { signs[chance() % signs.len()] };
            parser.hear(byte, &mut events);
            if chance() % 50 == 0 {
                parser.fall_silent(&mut events);
            }
        }
        assert!(events.len() > 1000);
    }
}
