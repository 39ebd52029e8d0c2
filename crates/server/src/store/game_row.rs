use serde::{Deserialize, Serialize};
use tabiya_engine::Yielding;
use tabiya_game::{BySeat, Moment, Seat, TimeControl};
use tabiya_rules::Color;

use super::PlayerRecord;
use crate::{GameId, PlayerId, Secret, SecretDigest};

/// What is known of a game without its entries.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its name.
    pub id: GameId,
    /// When it was made.
    pub created: Moment,
    /// When something happened in it last.
    pub updated: Moment,
    /// Open, running or finished.
    pub stage: GameStage,
    /// Whether a clock is running in it.
    pub timed: bool,
    /// Who sits where.
    pub seats: BySeat<Holder>,
    /// Who made a game of two computers and steers it, called as then.
    pub maker: Option<PlayerRecord>,
    /// The name of White.
    pub white: String,
    /// The name of Black.
    pub black: String,
    /// The name of the rule set.
    pub rules: String,
    /// The time control, where there is a clock.
    pub clock: Option<TimeControl>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// How many single moves lead to where it stands.
    pub plies: u32,
    /// The version of its last entry, 0 where it has none; nothing in rows of earlier forms that could not be counted.
    pub version: Option<u32>,
    /// The game that this is a rematch of.
    pub previous: Option<GameId>,
    /// Half points of the seats in the games before, and how many there were.
    pub score: (u32, u32, u32),
    /// What the game will be, where it has not begun.
    pub opening: Option<OpenSeat>,
    /// Which seat has White; nothing in rows of earlier forms whose games cannot be read.
    pub white_seat: Option<Seat>,
    /// Which color moves first; nothing in the same rows.
    pub first_turn: Option<Color>,
    /// Whether anybody may come across it while it is played, and not only whoever knows its link.
    pub is_public: bool,
    /// Whether it was played elsewhere and is over: it is looked at by whoever opened it.
    pub is_record: bool,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody yet.
    Open,
    /// A player.
    Person(PlayerId),
    /// The computer at a level, and how it plays.
    Computer(u16, ComputerConduct),
}

/// How a computer plays, beside how well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComputerConduct {
    /// Whether it looks into a book.
    pub book: BookUse,
    /// Whether it gives up what is lost, and agrees to draws.
    pub yielding: Yielding,
}

/// Whether a computer looks into a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookUse {
    /// It plays by the server's book, where its level knows openings.
    #[default]
    ByBook,
    /// It thinks from the first move on.
    WithoutBook,
}

/// What follows the level of a computer that plays without a book.
const WITHOUT_BOOK: &str = "without-book";

/// And of one that neither resigns nor agrees to anything.
const TO_THE_END: &str = "to-the-end";

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum GameStage {
    /// A seat is open.
    Open,
    /// It is being played.
    Live,
    /// It has ended.
    Over,
}

impl GameStage {
    #[expect(missing_docs, reason = "its value says it")]
    pub const ALL: [GameStage; 3] = [GameStage::Open, GameStage::Live, GameStage::Over];

    /// As it is written in a table.
    pub(super) const fn number(self) -> u8 {
        self as u8
    }

    pub(super) fn from_number(number: u8) -> Option<GameStage> {
        GameStage::ALL.get(usize::from(number)).copied()
    }
}

/// A color as it is written in a table.
pub(super) fn color_number(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

pub(super) fn color_of(number: u8) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| color_number(color) == number)
}

/// As it goes over the wire.
impl AsRef<str> for GameStage {
    fn as_ref(&self) -> &str {
        match self {
            GameStage::Open => "open",
            GameStage::Live => "live",
            GameStage::Over => "over",
        }
    }
}

/// How a game will begin that waits for a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "OpenSeatForm")]
pub struct OpenSeat {
    /// How it starts; the name of whoever comes is put in then.
    pub start: tabiya_game::GameStart,
    /// What is kept of the keys of which one must know one to take the seat; in the lobby nothing.
    pub invitations: Option<Vec<SecretDigest>>,
}

/// An open seat as it is written, and as it was in earlier forms: with the key itself.
#[derive(Deserialize)]
struct OpenSeatForm {
    start: tabiya_game::GameStart,
    #[serde(default)]
    invitations: Option<Vec<SecretDigest>>,
    #[serde(default)]
    invitation: Option<String>,
}

impl From<OpenSeatForm> for OpenSeat {
    fn from(OpenSeatForm { start, invitations, invitation }: OpenSeatForm) -> OpenSeat {
        // A key that is none opens nothing, and the seat stays private.
        let of_key = |key: String| key.parse().iter().map(Secret::digest).collect();
        OpenSeat { start, invitations: invitations.or(invitation.map(of_key)) }
    }
}

impl OpenSeat {
    /// How many keys of one seat are good at the same time.
    const MOST_KEYS: usize = 16;

    /// Whether somebody who knows this may take the seat.
    pub fn admits(&self, key: Option<&str>) -> bool {
        let digest = || key?.parse().ok().map(|key: Secret| key.digest());
        self.invitations.as_ref().is_none_or(|known| digest().is_some_and(|digest| known.contains(&digest)))
    }

    /// The same seat with one more key. The oldest is forgotten where there are many.
    pub fn with_key(mut self, key: SecretDigest) -> OpenSeat {
        let keys = self.invitations.get_or_insert_default();
        if keys.len() >= OpenSeat::MOST_KEYS {
            keys.remove(0);
        }
        keys.push(key);
        self
    }
}

impl Holder {
    /// The player, if it is one.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Holder::Person(player) => Some(player),
            Holder::Open | Holder::Computer(..) => None,
        }
    }

    /// As it is written in a table.
    pub(crate) fn to_text(self) -> String {
        match self {
            Holder::Open => "open".to_owned(),
            Holder::Person(player) => format!("person {player}"),
            Holder::Computer(level, ComputerConduct { book, yielding }) => {
                let book = match book {
                    BookUse::ByBook => String::new(),
                    BookUse::WithoutBook => format!(" {WITHOUT_BOOK}"),
                };
                let yielding = match yielding {
                    Yielding::AsPeople => String::new(),
                    Yielding::Never => format!(" {TO_THE_END}"),
                };
                format!("computer {level}{book}{yielding}")
            }
        }
    }

    pub(crate) fn from_text(text: &str) -> Option<Holder> {
        match text.split_once(' ') {
            None => (text == "open").then_some(Holder::Open),
            Some(("person", player)) => player.parse().ok().map(Holder::Person),
            Some(("computer", how)) => {
                let mut words = how.split(' ');
                let level = words.next()?.parse().ok()?;
                let mut conduct = ComputerConduct::default();
                for word in words {
                    match word {
                        WITHOUT_BOOK => conduct.book = BookUse::WithoutBook,
                        TO_THE_END => conduct.yielding = Yielding::Never,
                        _ => return None,
                    }
                }
                Some(Holder::Computer(level, conduct))
            }
            Some(_) => None,
        }
    }
}

impl GameRow {
    /// Whether both seats are one player's.
    pub fn is_on_one_device(&self) -> bool {
        let [first, second] = self.seats.0;
        first.player().is_some() && first == second
    }

    /// Whether people have both seats, one each.
    pub fn has_two_people(&self) -> bool {
        let [first, second] = self.seats.0.map(Holder::player);
        first.is_some() && second.is_some() && first != second
    }

    /// Whether anybody may come across it now. What was played here is no secret once it is over.
    pub fn is_for_everybody(&self) -> bool {
        match self.stage {
            GameStage::Open => false,
            GameStage::Live => self.is_public,
            GameStage::Over => !self.is_record,
        }
    }

    /// Whether something has happened in it: somebody has come to play, something was done in it, or it was over when it was
    /// opened. Of rows of earlier forms that were not counted nobody knows, so it has.
    pub fn has_begun(&self) -> bool {
        self.has_two_people() || self.is_record || self.version.is_none_or(|version| version > 1)
    }

    /// Whose turn it is, where somebody's is. Moves and passes take turns.
    pub fn turn(&self) -> Option<Color> {
        let first = self.first_turn.filter(|_| self.stage == GameStage::Live)?;
        Some(if self.plies.is_multiple_of(2) { first } else { !first })
    }

    /// Which color waits for somebody to have it.
    pub fn open_color(&self) -> Option<Color> {
        let seats = self.opening.as_ref().map(|opening| opening.start.seats)?;
        let is_open = self.stage == GameStage::Open;
        Color::ALL.into_iter().find(|&color| is_open && self.seats[*seats.get(color)] == Holder::Open)
    }

    /// Whether two computers play.
    pub fn is_exhibition(&self) -> bool {
        self.seats.0.iter().all(|holder| matches!(holder, Holder::Computer(..)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_holder_is_read_back() {
        let person = Holder::Person(PlayerId::random());
        let conduct = |book, yielding| Holder::Computer(7, ComputerConduct { book, yielding });
        let computers = [
            conduct(BookUse::ByBook, Yielding::AsPeople),
            conduct(BookUse::WithoutBook, Yielding::AsPeople),
            conduct(BookUse::ByBook, Yielding::Never),
            conduct(BookUse::WithoutBook, Yielding::Never),
        ];
        for holder in [Holder::Open, person].into_iter().chain(computers) {
            assert_eq!(Holder::from_text(&holder.to_text()), Some(holder));
        }
        // As it has always been written.
        assert_eq!(Holder::from_text("computer 3"), Some(Holder::Computer(3, ComputerConduct::default())));
        for text in ["computer", "computer x", "computer 3 ", "computer 3 with", "computer 3 without-book x"]
        {
            assert_eq!(Holder::from_text(text), None, "{text}");
        }
    }
}
