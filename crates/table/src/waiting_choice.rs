use std::convert::Infallible;
use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use tabiya_text::folded;

use crate::refusal::TableRefusal;
use crate::reply::LeftOver;
use crate::waiting::WaitingGame;

/// Which of the games that wait somebody means.
///
/// ```
/// use tabiya_table::WaitingChoice;
///
/// assert_eq!("2".parse(), Ok(WaitingChoice::Number(2)));
/// assert_eq!("Sunday".parse(), Ok(WaitingChoice::Name("Sunday".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitingChoice {
    /// The one left last.
    Last,
    /// By its place among them, from 1: the one left last. Another game has it once one is thrown away or gone on with. The
    /// game on the table, which would wait once it is left, is the first of them.
    Number(usize),
    /// By what it is called, or by its mark. Both stay.
    Name(String),
}

/// Whether the game on the table would wait, too, once it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnTable {
    Unfinished,
    Nothing,
}

impl WaitingChoice {
    /// The place of the game that is meant, from 0, or why there is none, with what was found beside games.
    pub(crate) fn place(
        &self,
        games: &[WaitingGame],
        on_table: OnTable,
        notes: &mut Vec<LeftOver>,
    ) -> Result<usize, TableRefusal> {
        let mut notes = || std::mem::take(notes);
        match self {
            _ if games.is_empty() => Err(TableRefusal::NoneWaiting { is_elsewhere: false, notes: notes() }),
            WaitingChoice::Last => Ok(0),
            WaitingChoice::Number(1) if on_table == OnTable::Unfinished => {
                Err(TableRefusal::OnTableAlready { next: games[0].mark.clone() })
            }
            WaitingChoice::Number(number) => {
                let before = 1 + usize::from(on_table == OnTable::Unfinished);
                let place = number.checked_sub(before).filter(|&place| place < games.len());
                place.ok_or_else(|| TableRefusal::OnlyWaiting {
                    count: games.len() + before - 1,
                    notes: notes(),
                })
            }
            WaitingChoice::Name(name) => {
                let wanted = folded(name.trim());
                // The word that is told of a game finds it, whatever others are called.
                if let Some(place) = games.iter().position(|game| game.mark == wanted) {
                    return Ok(place);
                }
                let is_meant = |(_, game): &(usize, &WaitingGame)| {
                    game.title.as_ref().is_some_and(|title| folded(title) == wanted)
                };
                let found: Vec<usize> =
                    games.iter().enumerate().filter(is_meant).map(|(place, _)| place).collect();
                match found.as_slice() {
                    [place] => Ok(*place),
                    [] => Err(TableRefusal::NoneSoCalled { name: name.clone(), notes: notes() }),
                    several => {
                        let marks = several.iter().map(|&place| games[place].mark.clone()).collect();
                        Err(TableRefusal::SeveralSoCalled { name: name.clone(), marks })
                    }
                }
            }
        }
    }
}

impl FromStr for WaitingChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<WaitingChoice, Infallible> {
        let number = text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
        Ok(number.map_or_else(|| WaitingChoice::Name(text.to_owned()), WaitingChoice::Number))
    }
}

const CONSONANTS: &[u8; 16] = b"bdghjklmnprstvwz";
const VOWELS: &[u8; 5] = b"aeiou";

/// Three syllables for a record, by which its game is found whatever else waits: they follow from the name of the record alone.
pub(crate) fn mark(record: &Path) -> String {
    let name = record.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
    // CITE: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    let mut hash = name.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let mut letter = |letters: &[u8]| {
        let count = letters.len() as u64;
        let chosen = letters[(hash % count) as usize];
        hash /= count;
        char::from(chosen)
    };
    (0..3).flat_map(|_| [letter(CONSONANTS), letter(VOWELS)]).collect()
}
