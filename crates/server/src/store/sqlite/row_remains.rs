//! A row that cannot be read is put together anew: from those of its columns that can be, from the indices of the seats, which
//! lie elsewhere in the file, and from what the entries of the game tell.

use rusqlite::types::FromSql;
use rusqlite::{Connection, params};
use tabiya_engine::Level;
use tabiya_game::{BySeat, Ending, Game, Moment, Seat};

use super::GameLoss;
use crate::room::row_of;
use crate::store::{ComputerConduct, Entry, GameRow, GameStage, Holder, PlayerRecord};
use crate::{GameId, PlayerId};

/// What is left of the row of a game, each value by itself.
pub struct RowRemains {
    created: Option<Moment>,
    seats: BySeat<Option<Holder>>,
    /// Who made a game of two computers.
    maker: Option<PlayerRecord>,
    /// The game before it, which there may be none of.
    previous: Option<Option<GameId>>,
    score: Option<(u32, u32, u32)>,
    is_public: Option<bool>,
    is_record: Option<bool>,
}

impl RowRemains {
    pub fn find(old: &Connection, game: GameId) -> RowRemains {
        let previous: Option<Option<String>> = value(old, game, "previous FROM game");
        let number = |column| value::<u32>(old, game, column);
        let created = [
            "created FROM game",
            "created FROM main.game INDEXED BY game_seat0",
            "created FROM main.game INDEXED BY game_seat1",
        ];
        RowRemains {
            created: created.iter().find_map(|place| value(old, game, place)).map(Moment),
            seats: BySeat::from_fn(|seat| holder(old, game, seat)),
            maker: maker(old, game),
            previous: previous
                .and_then(|id| id.map(|id| id.parse().ok()).map_or(Some(None), |id| id.map(Some))),
            score: number("halves0 FROM game")
                .zip(number("halves1 FROM game"))
                .zip(number("games FROM game"))
                .map(|((first, second), games)| (first, second, games)),
            is_public: value(old, game, "is_public FROM game"),
            is_record: value(old, game, "is_record FROM game"),
        }
    }

    /// The row of the game that these entries tell, and what of it nobody knows any more.
    pub fn row(self, id: GameId, game: &Game, entries: &[Entry]) -> (GameRow, Vec<GameLoss>) {
        let RowRemains { created, seats, maker, previous, score, is_public, is_record } = self;
        let mut lost = Vec::new();
        let known = BySeat::from_fn(|seat| seats[seat].or_else(|| computer(game, seat)));
        if known.0.contains(&None) {
            lost.push(GameLoss::Seats);
        }
        let is_exhibition = known.0.iter().all(|holder| matches!(holder, Some(Holder::Computer(..))));
        if is_exhibition && maker.is_none() {
            lost.push(GameLoss::Maker);
        }
        if previous.is_none() || score.is_none() {
            lost.push(GameLoss::Match);
        }
        let first = entries.first().and_then(|entry| entry.events.first());
        let bare = GameRow {
            id,
            created: created.or(first.map(|event| event.at)).unwrap_or(Moment(0)),
            updated: Moment(0),
            stage: GameStage::Live,
            timed: false,
            // Somebody sat there, and nobody can prove to be that person.
            seats: BySeat::from_fn(|seat| known[seat].unwrap_or_else(|| Holder::Person(PlayerId::random()))),
            maker,
            white: String::new(),
            black: String::new(),
            rules: String::new(),
            clock: None,
            result: String::new(),
            plies: 0,
            version: None,
            previous: previous.flatten(),
            score: score.unwrap_or_default(),
            opening: None,
            white_seat: None,
            first_turn: None,
            // Where nobody is known to have a seat, nobody would find it otherwise.
            is_public: is_public.unwrap_or(known.0.iter().all(Option::is_none)),
            // The entries tell it only where the board does not show why the game was over.
            is_record: is_record.unwrap_or(matches!(game.ending(), Some(Ending::Recorded { .. }))),
        };
        (row_of(&bare, game, entries.len() as u32), lost)
    }
}

/// One value, from a place that may be damaged.
fn value<T: FromSql>(old: &Connection, game: GameId, place: &str) -> Option<T> {
    old.query_row(&format!("SELECT {place} WHERE id = ?1"), params![game.as_str()], |row| row.get(0)).ok()
}

fn holder(old: &Connection, game: GameId, seat: Seat) -> Option<Holder> {
    let (column, index) = match seat {
        Seat::First => ("seat0", "game_seat0"),
        Seat::Second => ("seat1", "game_seat1"),
    };
    let places = [format!("{column} FROM game"), format!("{column} FROM main.game INDEXED BY {index}")];
    places.iter().find_map(|place| Holder::from_text(&value::<String>(old, game, place)?))
}

fn maker(old: &Connection, game: GameId) -> Option<PlayerRecord> {
    let id = Holder::from_text(&value::<String>(old, game, "maker FROM game")?)?.player()?;
    Some(PlayerRecord { id, name: value(old, game, "maker_name FROM game")? })
}

/// The computer is known by its name.
fn computer(game: &Game, seat: Seat) -> Option<Holder> {
    Level::of_player_name(&game.settings().names[seat])
        .map(|level| Holder::Computer(level.number(), ComputerConduct::default()))
}
