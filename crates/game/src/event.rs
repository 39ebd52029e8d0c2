use std::fmt;

use serde::{Deserialize, Serialize};
use tabiya_notation::{RuleFile, UciMove};
use tabiya_rules::{ByColor, Setup};

use crate::{BySeat, Conduct, Ending, Moment, NodeId, Seat, TimeControl, rules_form, setup_form, text_form};

/// Something that happened in a game, for ever.
///
/// The list of a game's events is the game: [`Game::replay`](crate::Game::replay) makes it again. Events are written
/// as JSON, or in any form that serde knows:
///
/// ```
/// use tabiya_game::{Event, Fact};
///
/// let line = r#"{"schema":1,"at":1000,"left":null,"fact":{"moved":"e2e4"}}"#;
/// let event: Event = serde_json::from_str(line).unwrap();
/// assert_eq!(event.fact, Fact::Moved("e2e4".parse().unwrap()));
/// assert_eq!(serde_json::to_string(&event).unwrap(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// In which form it is written.
    pub schema: Schema,
    /// When it happened.
    pub at: Moment,
    /// What each seat had left on its clock afterwards, in milliseconds; nothing without a clock.
    pub left: Option<BySeat<u64>>,
    /// What happened.
    pub fact: Fact,
}

/// The number of the form in which an event is written: 2 where it tells how a game ended that was played elsewhere,
/// which earlier versions cannot read; 1 everywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Schema(u16);

impl Schema {
    /// The form of nearly everything.
    pub const NOW: Schema = Schema(1);

    /// The form of results that are recorded.
    pub const RECORDED: Schema = Schema(2);

    /// The form in which something is written.
    pub(crate) fn of(fact: &Fact) -> Schema {
        if let Fact::Ended(Ending::Recorded { .. }) = fact { Schema::RECORDED } else { Schema::NOW }
    }
}

impl From<Schema> for u16 {
    fn from(schema: Schema) -> u16 {
        schema.0
    }
}

impl TryFrom<u16> for Schema {
    type Error = UnknownSchema;

    fn try_from(number: u16) -> Result<Schema, UnknownSchema> {
        if (1..=Schema::RECORDED.0).contains(&number) {
            Ok(Schema(number))
        } else {
            Err(UnknownSchema { number })
        }
    }
}

/// The event was written by a later version.
///
/// ```
/// let line = r#"{"schema":99,"at":0,"left":null,"fact":"passed"}"#;
/// let error = serde_json::from_str::<tabiya_game::Event>(line).unwrap_err();
/// assert!(error.to_string().starts_with("events of schema 99 are not known here: a newer Tabiya wrote them"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownSchema {
    /// The number found.
    pub number: u16,
}

impl fmt::Display for UnknownSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "events of schema {} are not known here: a newer Tabiya wrote them", self.number)
    }
}

impl std::error::Error for UnknownSchema {}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// The game began.
    Started(Box<GameStart>),
    /// The side to move made a move.
    Moved(#[serde(with = "text_form")] UciMove),
    /// The side to move could not move and passed.
    Passed,
    /// So many single moves were taken back.
    Undone(u32),
    /// So many moves that had been taken back were made again.
    Redone(u32),
    /// Another place in the tree was gone to.
    WentTo(NodeId),
    /// A player asked to take back so many single moves.
    TakebackAsked {
        /// The player.
        seat: Seat,
        /// How many.
        plies: u32,
    },
    /// A player refused that.
    TakebackDeclined {
        /// The player.
        seat: Seat,
    },
    /// A player offered a draw.
    DrawOffered {
        /// The player.
        seat: Seat,
    },
    /// A player refused the draw.
    DrawDeclined {
        /// The player.
        seat: Seat,
    },
    /// Another position was put up.
    PositionSet(#[serde(with = "setup_form")] Setup),
    /// Nobody could play since that moment; the time was not counted.
    Interrupted(Moment),
    /// The game ended.
    Ended(Ending),
}

/// Everything that is settled before a game begins.
///
/// ```
/// use tabiya_game::GameStart;
/// use tabiya_rules::FIDE;
///
/// let start = GameStart::usual(FIDE);
/// assert_eq!(start.time, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStart {
    /// The whole rule set with its name, so that a rule file edited later changes no old game.
    #[serde(with = "rules_form")]
    pub rules: RuleFile,
    /// The position.
    #[serde(with = "setup_form")]
    pub position: Setup,
    /// Who has which color.
    #[serde(with = "crate::seats_form")]
    pub seats: ByColor<Seat>,
    /// Who sits where, as they wish to be called.
    pub names: BySeat<String>,
    /// The clock, if there is one.
    pub time: Option<TimeControl>,
    /// How the players behave.
    pub conduct: Conduct,
}

impl GameStart {
    /// A game on one board under a rule set, from its start position, without a clock.
    pub fn usual(rules: impl Into<RuleFile>) -> GameStart {
        let rules = rules.into();
        GameStart {
            position: rules.rules.start.setup(),
            rules,
            seats: ByColor { white: Seat::First, black: Seat::Second },
            names: BySeat(["White".to_owned(), "Black".to_owned()]),
            time: None,
            conduct: Conduct::default(),
        }
    }

    /// The same from another position.
    pub fn from(self, position: Setup) -> GameStart {
        GameStart { position, ..self }
    }
}
