//! How a program draws its boards, where that is another way than the document's, but always the same.
//!
//! The first board of a game is known, so that by it can be told which letter stands for which man. No letter may be that of
//! another man: whoever has king and queen in each other's place has another board.

use tabiya_classics::{BoardFrame, Classic, PieceStyle};
use tabiya_rules::{Board, ByColor, ByRole, Color, Piece, Position, Role};

use crate::invisible::shown;
use crate::layout::Skeleton;
use crate::phrase::Phrase;
use crate::voice_lessons::OtherWords;

/// What is said of boards that are not drawn as in the document.
pub const OTHER_BOARD: &str = "the board is drawn otherwise";

/// What may stand on light and on dark squares without a man.
const EMPTY: [(&str, &str); 8] =
    [(" ", " "), (".", "."), ("_", "_"), ("*", "*"), ("..", ".."), (" ", "_"), (" ", "#"), (" ", ".")];

/// Signs for men, which are no layout.
const MEN: u32 = 0xe000;

/// With how many letters men may be written.
const WIDTHS: [usize; 2] = [1, 2];

/// A board as a program draws it.
pub struct OtherBoard {
    pub frame: BoardFrame,
    pub words: OtherWords,
}

impl OtherBoard {
    /// How boards are drawn in some outputs, where the document's are in none of them.
    pub fn find<'a>(
        classic: &Classic,
        outputs: impl Iterator<Item = &'a [u8]> + Clone,
    ) -> Option<OtherBoard> {
        let own = classic.voice.frame;
        if own.after.is_empty() {
            return None;
        }
        let start = *Position::starting(classic.rules).ok()?.board();
        let mut drawn = Vec::new();
        own.draw(&start, &mut drawn).ok()?;
        let bare = Skeleton::of(&drawn).bytes;
        let is_own = |output: &[u8]| Skeleton::of(output).bytes.windows(bare.len()).any(|text| text == bare);
        if outputs.clone().any(is_own) {
            return None;
        }
        let row = |text: &[u8]| {
            let mut lines = text.split(|&byte| byte == b'\n');
            lines.find(|line| line.trim_ascii().first().is_some_and(u8::is_ascii_digit)).map(<[u8]>::to_vec)
        };
        let patterns: Vec<(BoardFrame, Vec<char>)> =
            frames(&own).into_iter().map(|frame| (frame, pattern(&frame, &start))).collect();
        outputs.into_iter().find_map(|output| {
            let bare = Skeleton::of(output);
            let (frame, at) = patterns.iter().find_map(|(frame, pattern)| {
                let (letters, at) = letters_in(pattern, &bare)?;
                let men = PieceStyle::Letters(Box::leak(Box::new(letters)));
                Some((BoardFrame { men, ..*frame }, at))
            })?;
            let (expected, found) = (row(&drawn)?, row(&output[at..])?);
            let words = OtherWords {
                what: OTHER_BOARD,
                expected: shown(&expected),
                found: shown(&found),
                phrase: Phrase::always(std::str::from_utf8(&found).ok()?),
            };
            Some(OtherBoard { frame, words })
        })
    }
}

/// The frame with other signs for what is no man.
fn frames(own: &BoardFrame) -> Vec<BoardFrame> {
    let bars = |bar: &'static str| {
        let below = own.after.split_once('\n').map_or("", |(_, below)| below);
        let after: &'static str = String::leak(format!("{bar}\n{below}"));
        BoardFrame { before: bar, between: bar, after, ..*own }
    };
    let mut frames = vec![*own];
    for frame in [*own, bars(" | "), bars(" ")] {
        frames.extend(EMPTY.map(|(light, dark)| BoardFrame { light, dark, ..frame }));
    }
    frames
}

/// All men, each with a sign of its own.
fn men() -> impl Iterator<Item = (char, Piece)> {
    let men = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    (MEN..).map_while(char::from_u32).zip(men)
}

/// A board without its layout, with a sign for each man.
fn pattern(frame: &BoardFrame, board: &Board) -> Vec<char> {
    let signs = ByColor::from_fn(|color| {
        ByRole::from_fn(|role| {
            let sign = men().find(|(_, man)| *man == Piece { color, role }).map(|(sign, _)| sign);
            &*String::leak(sign.into_iter().collect())
        })
    });
    let frame = BoardFrame { men: PieceStyle::Letters(Box::leak(Box::new(signs))), ..*frame };
    let mut drawn = Vec::new();
    frame.draw(board, &mut drawn).expect("a vector takes everything");
    String::from_utf8_lossy(&Skeleton::of(&drawn).bytes).chars().collect()
}

/// The letters of men.
type MenLetters = ByColor<ByRole<&'static str>>;

/// What stands for each man where an output has such a board, and where that is.
fn letters_in(pattern: &[char], bare: &Skeleton) -> Option<(MenLetters, usize)> {
    // No board is longer, however its signs are written.
    let most = pattern.len() * WIDTHS.len() * size_of::<char>();
    let starts = [0].into_iter().chain(bare.line_ends.iter().copied());
    starts.into_iter().find_map(|start| {
        let rest = &bare.bytes[start..];
        let text = String::from_utf8_lossy(&rest[..rest.len().min(most)]);
        let letters = WIDTHS.into_iter().find_map(|width| letters(pattern, &text, width))?;
        Some((letters, bare.place(start)))
    })
}

/// What stands for each man in a text that begins with a board, where all of them have so many letters.
fn letters(pattern: &[char], text: &str, width: usize) -> Option<MenLetters> {
    let mut text = text.chars();
    let mut found: Vec<(Piece, String)> = Vec::new();
    for &expected in pattern {
        let Some((_, man)) = men().find(|(sign, _)| *sign == expected) else {
            if text.next()? != expected {
                return None;
            }
            continue;
        };
        let written: String = text.by_ref().take(width).collect();
        let is_same = |(other, letters): &(Piece, String)| (*other == man) == (*letters == written);
        if written.chars().count() < width || !may_stand_for(&written, man.role) || !found.iter().all(is_same)
        {
            return None;
        }
        found.push((man, written));
    }
    let of = |man: Piece| {
        let letters = found.iter().find(|(other, _)| *other == man).map(|(_, letters)| letters.clone());
        &*String::leak(letters.unwrap_or_else(|| man.letter().to_string()))
    };
    Some(ByColor::from_fn(|color| ByRole::from_fn(|role| of(Piece { color, role }))))
}

/// Whether letters may be those of a man: they are no signs, and not another's.
fn may_stand_for(written: &str, role: Role) -> bool {
    let is_of = |letter: char, role: Role| letter.eq_ignore_ascii_case(&role.letter());
    let is_letter = |letter: char| letter.is_alphabetic() || !letter.is_ascii();
    let is_of_other = |letter: char| Role::ALL.into_iter().any(|other| other != role && is_of(letter, other));
    written.chars().all(is_letter)
        && (written.chars().any(|letter| is_of(letter, role)) || !written.chars().any(is_of_other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first board of a classic with some characters replaced.
    fn changed(name: &str, change: impl Fn(char) -> char) -> Option<OtherBoard> {
        let classic = Classic::find(name).unwrap();
        let mut drawn = b"Welcome\n".to_vec();
        let start = Position::starting(classic.rules).unwrap();
        classic.voice.frame.draw(start.board(), &mut drawn).unwrap();
        let output: String = String::from_utf8(drawn).unwrap().chars().map(change).collect();
        OtherBoard::find(classic, [output.as_bytes()].into_iter())
    }

    fn swapped(c: char) -> char {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    }

    #[test]
    fn letters_may_be_others() {
        for name in ["cuhk", "hong", "hong-written", "waterloo"] {
            assert!(changed(name, |c| c).is_none(), "{name} as it is");
        }
        let board = changed("cuhk", swapped).unwrap();
        let PieceStyle::Letters(letters) = board.frame.men else { panic!("they are known") };
        assert_eq!((letters.white.king, letters.black.king), ("K", "k"));
        assert_eq!(board.words.found, "1·|·r·|·n·|·b·|·q·|·k·|·b·|·n·|·r·|·");
        assert!(changed("waterloo", |c| if c == 'n' { 'h' } else { c }).is_some());
        assert!(changed("waterloo", |c| if c == 'N' { '♘' } else { c }).is_some());
        assert!(changed("hong", |c| c.to_ascii_lowercase()).is_some());
    }

    #[test]
    fn empty_squares_may_be_others() {
        let board = changed("waterloo", |c| if c == '_' { '.' } else { c }).unwrap();
        assert_eq!((board.frame.light, board.frame.dark), (" ", "."));
    }

    #[test]
    fn a_man_in_the_place_of_another_is_no_other_letter() {
        let turned = |c: char| match c {
            'k' => 'q',
            'q' => 'k',
            other => other,
        };
        assert!(changed("cuhk", turned).is_none());
        assert!(changed("cuhk", |c| if c == 'q' { 'k' } else { c }).is_none(), "two of a kind");
        assert!(changed("cuhk", |c| if c == 'q' { '9' } else { c }).is_none());
    }
}
