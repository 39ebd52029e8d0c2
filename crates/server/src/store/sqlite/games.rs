use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};
use tabiya_game::{BySeat, Moment, Seat};
use tabiya_text::folded;

use super::column::column;
use super::{entries, sources};
use crate::store::game_row::{color_number, color_of};
use crate::store::json_column::{from_json, to_json};
use crate::store::{
    BegunGames, CreateOutcome, GameFilter, GameRow, GameStage, Holder, NewGameRow, OpenSeat, PlayerRecord,
    PrivateGames, StoreError, WITHDRAWN,
};
use crate::{GameId, PlayerId};

const COLUMNS: &str = "id, created, updated, stage, timed, seat0, seat1, white, black, rules, result, plies, \
                       previous, halves0, halves1, games, opening, clock, version, maker, maker_name, \
                       white_seat, first_turn, is_public, is_record";

pub fn create(connection: &Connection, game: &NewGameRow) -> Result<CreateOutcome, StoreError> {
    let row = &game.row;
    if game.first.as_ref().is_some_and(|entry| entry.version != 1 || !entry.is_in_place()) {
        return Err(StoreError::NoStart);
    }
    if find(connection, row.id)?.is_some() {
        return Ok(CreateOutcome::IdTaken);
    }
    if let Some(previous) = row.previous {
        if let Some(next) = next(connection, previous)? {
            return Ok(CreateOutcome::FollowedBy(next));
        }
        sources::wish_rematch(connection, previous, None, row.created)?;
    }
    insert(connection, row)?;
    if let Some(entry) = &game.first {
        entries::insert(connection, row.id, entry)?;
    }
    if let Some(source) = &game.source {
        sources::insert(connection, row.id, source)?;
    }
    Ok(CreateOutcome::Done)
}

/// Writes what an entry changed, and not what is settled when a game is made. An index is written anew whenever a
/// column of it is named here, even where the value stays: so the seats are only named with the first entry, with
/// which they may be taken, and `timed` where it changes.
pub fn update(connection: &Connection, row: &GameRow, version: u32) -> Result<(), StoreError> {
    const SEATS: &str = ", timed = ?11, seat0 = ?12, seat1 = ?13 WHERE id = ?1";
    const SAME_CLOCK: &str = " WHERE id = ?1 AND timed = ?11";
    const OTHER_CLOCK: &str = ", timed = ?11 WHERE id = ?1";
    let updated = match version {
        1 => update_by(connection, row, SEATS)?,
        _ => match update_by(connection, row, SAME_CLOCK)? {
            0 => update_by(connection, row, OTHER_CLOCK)?,
            updated => updated,
        },
    };
    if updated == 0 { Err(StoreError::NoGame) } else { Ok(()) }
}

/// How many rows were written.
fn update_by(connection: &Connection, row: &GameRow, rest: &str) -> Result<usize, StoreError> {
    let query = format!(
        "UPDATE game SET updated = ?2, stage = ?3, white = ?4, black = ?5, rules = ?6, result = ?7, plies = ?8, \
         opening = ?9, version = ?10{rest}"
    );
    let mut statement = connection.prepare_cached(&query)?;
    let values: [Value; 13] = [
        row.id.to_string().into(),
        integer(row.updated),
        i64::from(row.stage.number()).into(),
        row.white.clone().into(),
        row.black.clone().into(),
        row.rules.clone().into(),
        row.result.clone().into(),
        i64::from(row.plies).into(),
        opening_text(row)?.into(),
        row.version.map(i64::from).into(),
        row.timed.into(),
        row.seats[Seat::First].to_text().into(),
        row.seats[Seat::Second].to_text().into(),
    ];
    let named = statement.parameter_count();
    Ok(statement.execute(params_from_iter(values.into_iter().take(named)))?)
}

fn opening_text(row: &GameRow) -> Result<Option<String>, StoreError> {
    row.opening.as_ref().map(to_json).transpose()
}

pub fn change_opening(connection: &Connection, game: GameId, opening: &OpenSeat) -> Result<bool, StoreError> {
    let query = "UPDATE game SET opening = ?2, white = ?4, black = ?5 WHERE id = ?1 AND stage = ?3";
    let (names, seats) = (&opening.start.names, opening.start.seats);
    let (white, black) = (&names[seats.white], &names[seats.black]);
    let values = params![game.as_str(), to_json(opening)?, GameStage::Open.number(), white, black];
    Ok(connection.execute(query, values)? == 1)
}

/// Writes the row of a game that is not there yet.
pub fn insert(connection: &Connection, row: &GameRow) -> Result<(), StoreError> {
    let query = format!(
        "INSERT INTO game ({COLUMNS}) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, \
          ?21, ?22, ?23, ?24, ?25)"
    );
    let mut statement = connection.prepare_cached(&query)?;
    statement.execute(params![
        row.id.as_str(),
        row.created.0,
        row.updated.0,
        row.stage.number(),
        row.timed,
        row.seats[Seat::First].to_text(),
        row.seats[Seat::Second].to_text(),
        row.white,
        row.black,
        row.rules,
        row.result,
        row.plies,
        row.previous.as_ref().map(GameId::as_str),
        row.score.0,
        row.score.1,
        row.score.2,
        opening_text(row)?,
        row.clock.as_ref().map(ToString::to_string),
        row.version,
        row.maker.as_ref().map(|maker| Holder::Person(maker.id).to_text()),
        row.maker.as_ref().map(|maker| maker.name.as_str()),
        row.white_seat.map(Seat::number),
        row.first_turn.map(color_number),
        row.is_public,
        row.is_record,
    ])?;
    Ok(())
}

/// The row as it is written; [`recent_entries::row`](super::recent_entries::row) knows what is not in it yet.
pub fn find(connection: &Connection, id: GameId) -> Result<Option<GameRow>, StoreError> {
    let query = format!("SELECT {COLUMNS} FROM game WHERE id = ?1");
    let mut statement = connection.prepare_cached(&query)?;
    statement.query_row(params![id.as_str()], |row| Ok(read(row))).optional()?.transpose()
}

pub fn next(connection: &Connection, id: GameId) -> Result<Option<GameId>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM game WHERE previous = ?1")?;
    statement.query_row(params![id.as_str()], |row| Ok(read_id(row))).optional()?.transpose()
}

/// How many there are of each stage.
pub fn stages(connection: &Connection) -> Result<Vec<(GameStage, u64)>, StoreError> {
    // A damaged row is of none of them.
    let query = "SELECT stage, count(*) FROM game WHERE stage IN (?1, ?2, ?3) GROUP BY stage";
    let mut statement = connection.prepare_cached(query)?;
    let rows =
        statement.query_map(GameStage::ALL.map(GameStage::number), |row| Ok((row.get(0)?, row.get(1)?)))?;
    let counted: Vec<(i64, i64)> = rows.collect::<Result<_, _>>()?;
    let count = |stage: GameStage| {
        let number = i64::from(stage.number());
        let games = counted.iter().find(|(stage, _)| *stage == number).map_or(0, |(_, games)| *games);
        (stage, games.unsigned_abs())
    };
    Ok(GameStage::ALL.into_iter().map(count).collect())
}

pub fn timed(connection: &Connection) -> Result<RowReport<GameId>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT id FROM game WHERE timed")?;
    let rows = statement.query_map([], |row| Ok(read_id(row)))?;
    RowReport::of(rows.map(|row| row?))
}

/// Every game's name.
pub fn all(connection: &Connection) -> Result<Vec<GameId>, StoreError> {
    let mut statement = connection.prepare("SELECT id FROM game")?;
    let rows = statement.query_map([], |row| Ok(read_id(row)))?;
    rows.map(|row| row?).collect()
}

/// The names that a query finds, as many as come before damage.
pub fn readable_names(connection: &Connection, query: &str) -> Vec<GameId> {
    let mut names = Vec::new();
    let Ok(mut statement) = connection.prepare(query) else { return names };
    let Ok(mut rows) = statement.query([]) else { return names };
    while let Ok(Some(row)) = rows.next() {
        names.extend(row.get::<_, String>(0).ok().and_then(|id| id.parse::<GameId>().ok()));
    }
    names
}

pub fn move_seat(
    connection: &Connection,
    game: GameId,
    seat: Seat,
    from: PlayerId,
    to: PlayerId,
) -> Result<bool, StoreError> {
    let column = match seat {
        Seat::First => "seat0",
        Seat::Second => "seat1",
    };
    let query = format!("UPDATE game SET {column} = ?1 WHERE id = ?2 AND {column} = ?3");
    let (from, to) = (Holder::Person(from).to_text(), Holder::Person(to).to_text());
    Ok(connection.execute(&query, params![to, game.as_str(), from])? == 1)
}

/// Gives everything that one player has in a game to another who has no seat there.
pub fn adopt(
    connection: &Connection,
    game: GameId,
    from: PlayerId,
    to: PlayerId,
) -> Result<bool, StoreError> {
    let query = "UPDATE game SET seat0 = iif(seat0 = ?2, ?3, seat0), seat1 = iif(seat1 = ?2, ?3, seat1), \
                 maker = iif(maker = ?2, ?3, maker) \
                 WHERE id = ?1 AND ?2 IN (seat0, seat1, ifnull(maker, '')) AND ?3 NOT IN (seat0, seat1)";
    let (from, to) = (Holder::Person(from).to_text(), Holder::Person(to).to_text());
    Ok(connection.execute(query, params![game.as_str(), from, to])? == 1)
}

pub fn withdraw(connection: &Connection, game: GameId, now: Moment) -> Result<bool, StoreError> {
    let query = "DELETE FROM game WHERE id = ?1 AND stage = ?2";
    let is_gone = connection.execute(query, params![game.as_str(), GameStage::Open.number()])? == 1;
    if is_gone {
        connection.execute("DELETE FROM source WHERE game = ?1", params![game.as_str()])?;
        let oldest = now.0.saturating_sub(WITHDRAWN.as_millis() as u64);
        connection.execute("DELETE FROM withdrawn WHERE at < ?1", params![oldest])?;
        let query = "INSERT OR REPLACE INTO withdrawn (game, at) VALUES (?1, ?2)";
        connection.execute(query, params![game.as_str(), now.0])?;
    }
    Ok(is_gone)
}

pub fn is_withdrawn(connection: &Connection, game: GameId) -> Result<bool, StoreError> {
    let mut statement = connection.prepare_cached("SELECT 1 FROM withdrawn WHERE game = ?1")?;
    Ok(statement.exists(params![game.as_str()])?)
}

/// What can be read of some rows, and what is wrong with each of the others.
pub struct RowReport<T> {
    pub found: Vec<T>,
    pub damaged: Vec<String>,
}

impl<T> RowReport<T> {
    fn of(rows: impl Iterator<Item = Result<T, StoreError>>) -> Result<RowReport<T>, StoreError> {
        let mut readable = RowReport { found: vec![], damaged: vec![] };
        for row in rows {
            match row {
                Ok(row) => readable.found.push(row),
                Err(StoreError::DamagedGame(what)) => readable.damaged.push(what),
                Err(error) => return Err(error),
            }
        }
        Ok(readable)
    }
}

/// As many games as are wanted, if there are so many: a page that is not full counts as the last one. So more are
/// looked at where some are damaged.
pub fn list(connection: &Connection, filter: &GameFilter) -> Result<RowReport<GameRow>, StoreError> {
    let wanted = filter.limit as usize;
    let mut most = filter.limit;
    loop {
        let mut rows = list_some(connection, filter, most)?;
        let is_all = rows.found.len() + rows.damaged.len() < most as usize || most == u32::MAX;
        if is_all || rows.found.len() >= wanted {
            rows.found.truncate(wanted);
            return Ok(rows);
        }
        most = most.saturating_mul(2);
    }
}

fn list_some(
    connection: &Connection,
    filter: &GameFilter,
    most: u32,
) -> Result<RowReport<GameRow>, StoreError> {
    let Conditions { texts, values } = conditions(filter);
    let query = format!(
        "SELECT {COLUMNS} FROM game WHERE {} ORDER BY created DESC, id DESC LIMIT {most}",
        texts.join(" AND "),
    );
    let mut statement = connection.prepare(&query)?;
    let rows = statement.query_map(params_from_iter(values), |row| Ok(read(row)))?;
    RowReport::of(rows.map(|row| row?))
}

/// What must hold of a row, as SQL with its values.
struct Conditions {
    texts: Vec<String>,
    values: Vec<Value>,
}

impl Conditions {
    /// One more, where something is looked for.
    fn add(&mut self, text: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.values.push(value);
            self.texts.push(text.replace('?', &format!("?{}", self.values.len())));
        }
    }
}

fn conditions(filter: &GameFilter) -> Conditions {
    let mut all = Conditions { texts: vec!["1".to_owned()], values: vec![] };
    if let PrivateGames::Of(player) = filter.private {
        let holder = player.map(|player| Holder::Person(player).to_text());
        let (live, over) = (GameStage::Live.number(), GameStage::Over.number());
        let text = format!(
            "(stage = {over} AND is_record IS NOT TRUE OR stage = {live} AND is_public IS TRUE \
             OR seat0 = ? OR seat1 = ? OR maker = ?)"
        );
        // Nobody sits on a seat that is empty text.
        all.add(&text, Some(holder.unwrap_or_default().into()));
    }
    let name = filter.name.as_deref().map(|name| folded(name).into());
    all.add("(instr(folded(white), ?) OR instr(folded(black), ?))", name);
    all.add(
        "(seat0 = ? OR seat1 = ? OR maker = ?)",
        filter.player.map(|player| Holder::Person(player).to_text().into()),
    );
    all.add("result = ?", filter.result.clone().map(Value::from));
    all.add("rules = ?", filter.rules.clone().map(Value::from));
    all.add("created >= ?", filter.from.map(integer));
    all.add("created < ?", filter.to.map(integer));
    all.add("stage = ?", filter.stage.map(|stage| i64::from(stage.number()).into()));
    let over = i64::from(GameStage::Over.number());
    all.add("stage != ?", filter.unfinished.then(|| over.into()));
    match filter.begun {
        BegunGames::All => {}
        BegunGames::Begun => all.texts.push(BEGUN.to_owned()),
        BegunGames::NotBegun => all.texts.push(format!("NOT {BEGUN}")),
        BegunGames::BegunOrSince(moment) => {
            all.add(&format!("({BEGUN} OR created >= ?)"), Some(integer(moment)));
        }
    }
    all.add("created <= ?", filter.after.map(|(created, _)| integer(created)));
    let rank = filter.after.map(|(created, id)| format!("{:020} {id}", created.0).into());
    all.add("printf('%020d %s', created, id) < ?", rank);
    all
}

/// The same of a row as [`GameRow::has_begun`].
const BEGUN: &str = "(version IS NULL OR version > 1 OR is_record IS TRUE \
                     OR seat0 LIKE 'person %' AND seat1 LIKE 'person %' AND seat0 != seat1)";

fn integer(moment: Moment) -> Value {
    i64::try_from(moment.0).unwrap_or(i64::MAX).into()
}

fn read(row: &Row<'_>) -> Result<GameRow, StoreError> {
    let id = read_id(row)?;
    read_columns(row, id).map_err(|what| StoreError::DamagedGame(format!("game {id}: {what}")))
}

/// The row of a game whose name is known, or what is wrong with it.
fn read_columns(row: &Row<'_>, id: GameId) -> Result<GameRow, String> {
    let holder = |index| {
        Holder::from_text(&column::<String>(row, index)?).ok_or_else(|| "unknown kind of player".to_owned())
    };
    let stage = GameStage::from_number(column(row, 3)?).ok_or("unknown stage")?;
    let previous = column::<Option<String>>(row, 12)?.map(|id| id.parse()).transpose();
    let white_seat = column::<Option<u8>>(row, 21)?.map(Seat::try_from).transpose();
    let first_turn = column::<Option<u8>>(row, 22)?.map(|number| color_of(number).ok_or("unknown color"));
    let opening = column::<Option<String>>(row, 16)?;
    let opening = opening.map(|text| from_json(&text)).transpose()?;
    let clock = column::<Option<String>>(row, 17)?.map(|text| text.parse()).transpose();
    Ok(GameRow {
        id,
        created: Moment(column(row, 1)?),
        updated: Moment(column(row, 2)?),
        stage,
        timed: column(row, 4)?,
        seats: BySeat([holder(5)?, holder(6)?]),
        maker: read_maker(row)?,
        white: column(row, 7)?,
        black: column(row, 8)?,
        rules: column(row, 9)?,
        clock: clock.map_err(|_| "unknown kind of clock".to_owned())?,
        result: column(row, 10)?,
        plies: column(row, 11)?,
        version: column(row, 18)?,
        previous: previous.map_err(|_| "the game before it has no proper name".to_owned())?,
        score: (column(row, 13)?, column(row, 14)?, column(row, 15)?),
        opening,
        white_seat: white_seat.map_err(|_| "unknown seat")?,
        first_turn: first_turn.transpose()?,
        is_public: column::<Option<bool>>(row, 23)?.unwrap_or(false),
        is_record: column::<Option<bool>>(row, 24)?.unwrap_or(false),
    })
}

/// Who made a game of two computers.
fn read_maker(row: &Row<'_>) -> Result<Option<PlayerRecord>, String> {
    let Some(text) = column::<Option<String>>(row, 19)? else { return Ok(None) };
    let id = Holder::from_text(&text).and_then(Holder::player);
    let id = id.ok_or_else(|| "unknown kind of maker".to_owned())?;
    Ok(Some(PlayerRecord { id, name: column(row, 20)? }))
}

/// The name of a game, which is the first column.
fn read_id(row: &Row<'_>) -> Result<GameId, StoreError> {
    let nameless = || StoreError::DamagedGame("a game has no proper name".to_owned());
    column::<String>(row, 0).ok().and_then(|id| id.parse().ok()).ok_or_else(nameless)
}
