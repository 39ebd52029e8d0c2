use deadpool_postgres::{GenericClient, Transaction};
use tabiya_game::{BySeat, Moment, Seat};
use tabiya_text::folded;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::statement::{column, count, execute, integer, query, query_one, text};
use super::{beside_games, entry_table, moment_of, time};
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

/// A value of a statement that is made up as it is needed.
type BoxedValue = Box<dyn ToSql + Sync + Send>;

/// Keeps a new game with what belongs to it. Where that cannot be, nothing is changed once the transaction is dropped.
pub async fn create(transaction: &Transaction<'_>, game: &NewGameRow) -> Result<CreateOutcome, StoreError> {
    let row = &game.row;
    if game.first.as_ref().is_some_and(|entry| entry.version != 1 || !entry.is_in_place()) {
        return Err(StoreError::NoStart);
    }
    if !insert(transaction, row).await? {
        return Ok(match row.previous {
            _ if find(transaction, row.id).await?.is_some() => CreateOutcome::IdTaken,
            Some(previous) => {
                let followed = next(transaction, previous).await?.map(CreateOutcome::FollowedBy);
                followed.unwrap_or(CreateOutcome::IdTaken)
            }
            None => CreateOutcome::IdTaken,
        });
    }
    if let Some(previous) = row.previous {
        beside_games::wish_rematch(transaction, previous, None, row.created).await?;
    }
    if let Some(entry) = &game.first {
        entry_table::insert_first(transaction, row.id, entry).await?;
    }
    if let Some(source) = &game.source {
        beside_games::insert_source(transaction, row.id, source).await?;
    }
    Ok(CreateOutcome::Done)
}

/// Writes the row of a game, unless its name is taken or the game before it is followed by another one; whether it was so.
async fn insert(client: &impl GenericClient, row: &GameRow) -> Result<bool, StoreError> {
    let statement = format!(
        "INSERT INTO game ({COLUMNS}, white_folded, black_folded) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
          $21, $22, $23, $24, $25, $26, $27) ON CONFLICT DO NOTHING"
    );
    let values: [&(dyn ToSql + Sync); 27] = [
        &row.id.as_str(),
        &time(row.created),
        &time(row.updated),
        &i16::from(row.stage.number()),
        &row.timed,
        &row.seats[Seat::First].to_text(),
        &row.seats[Seat::Second].to_text(),
        &text(&row.white),
        &text(&row.black),
        &text(&row.rules),
        &row.result,
        &integer(row.plies),
        &row.previous.as_ref().map(GameId::as_str),
        &integer(row.score.0),
        &integer(row.score.1),
        &integer(row.score.2),
        &row.opening.as_ref().map(to_json).transpose()?,
        &row.clock.as_ref().map(ToString::to_string),
        &row.version.map(integer),
        &row.maker.as_ref().map(|maker| Holder::Person(maker.id).to_text()),
        &row.maker.as_ref().map(|maker| text(&maker.name)),
        &row.white_seat.map(|seat| i16::from(seat.number())),
        &row.first_turn.map(|color| i16::from(color_number(color))),
        &row.is_public,
        &row.is_record,
        &folded(&text(&row.white)),
        &folded(&text(&row.black)),
    ];
    Ok(execute(client, &statement, &values).await? == 1)
}

pub async fn find(client: &impl GenericClient, id: GameId) -> Result<Option<GameRow>, StoreError> {
    let statement = format!("SELECT {COLUMNS} FROM game WHERE id = $1");
    query_one(client, &statement, &[&id.as_str()]).await?.as_ref().map(read).transpose()
}

/// The game that followed as a rematch.
pub async fn next(client: &impl GenericClient, id: GameId) -> Result<Option<GameId>, StoreError> {
    let row = query_one(client, "SELECT id FROM game WHERE previous = $1", &[&id.as_str()]).await?;
    row.as_ref().map(read_id).transpose()
}

/// How many there are of each stage.
pub async fn stages(client: &impl GenericClient) -> Result<Vec<(GameStage, u64)>, StoreError> {
    let rows = query(client, "SELECT stage, count(*) AS games FROM game GROUP BY stage", &[]).await?;
    let games_of = |stage: GameStage| {
        let is_it = |row: &&Row| column::<i16>(row, "stage") == Ok(i16::from(stage.number()));
        let games = rows.iter().find(is_it).and_then(|row| column::<i64>(row, "games").ok());
        (stage, games.unwrap_or_default().unsigned_abs())
    };
    Ok(GameStage::ALL.into_iter().map(games_of).collect())
}

/// Running games with a clock.
pub async fn timed(client: &impl GenericClient) -> Result<Vec<GameId>, StoreError> {
    let rows = query(client, "SELECT id FROM game WHERE timed", &[]).await?;
    rows.iter().map(read_id).collect()
}

pub async fn move_seat(
    client: &impl GenericClient,
    game: GameId,
    seat: Seat,
    from: PlayerId,
    to: PlayerId,
) -> Result<bool, StoreError> {
    let column = match seat {
        Seat::First => "seat0",
        Seat::Second => "seat1",
    };
    let statement = format!("UPDATE game SET {column} = $1 WHERE id = $2 AND {column} = $3");
    let (from, to) = (Holder::Person(from).to_text(), Holder::Person(to).to_text());
    Ok(execute(client, &statement, &[&to, &game.as_str(), &from]).await? == 1)
}

/// Gives everything that one player has in a game to another who has no seat there.
pub async fn adopt(
    client: &impl GenericClient,
    game: GameId,
    from: PlayerId,
    to: PlayerId,
) -> Result<bool, StoreError> {
    let statement = "UPDATE game SET seat0 = CASE seat0 WHEN $2 THEN $3 ELSE seat0 END, \
                     seat1 = CASE seat1 WHEN $2 THEN $3 ELSE seat1 END, \
                     maker = CASE maker WHEN $2 THEN $3 ELSE maker END \
                     WHERE id = $1 AND $2 IN (seat0, seat1, coalesce(maker, '')) AND $3 NOT IN (seat0, seat1)";
    let (from, to) = (Holder::Person(from).to_text(), Holder::Person(to).to_text());
    Ok(execute(client, statement, &[&game.as_str(), &from, &to]).await? == 1)
}

pub async fn change_opening(
    client: &impl GenericClient,
    game: GameId,
    opening: &OpenSeat,
) -> Result<bool, StoreError> {
    let statement = "UPDATE game SET opening = $2, white = $4, black = $5, white_folded = $6, black_folded = $7 \
                     WHERE id = $1 AND stage = $3";
    let (names, seats) = (&opening.start.names, opening.start.seats);
    let [white, black] = [&names[seats.white], &names[seats.black]].map(|name| text(name));
    let open = i16::from(GameStage::Open.number());
    let values: [&(dyn ToSql + Sync); 7] =
        [&game.as_str(), &to_json(opening)?, &open, &white, &black, &folded(&white), &folded(&black)];
    Ok(execute(client, statement, &values).await? == 1)
}

/// Takes a game that never began out of the list.
pub async fn withdraw(client: &impl GenericClient, game: GameId, now: Moment) -> Result<bool, StoreError> {
    let statement = "WITH gone AS (DELETE FROM game WHERE id = $1 AND stage = $2 RETURNING id), \
                     source_gone AS (DELETE FROM source WHERE game IN (SELECT id FROM gone)), \
                     forgotten AS (DELETE FROM withdrawn WHERE at < $4) \
                     INSERT INTO withdrawn (game, at) SELECT id, $3 FROM gone";
    let open = i16::from(GameStage::Open.number());
    let oldest = time(Moment(now.0.saturating_sub(WITHDRAWN.as_millis() as u64)));
    Ok(execute(client, statement, &[&game.as_str(), &open, &time(now), &oldest]).await? == 1)
}

pub async fn is_withdrawn(client: &impl GenericClient, game: GameId) -> Result<bool, StoreError> {
    let statement = "SELECT game FROM withdrawn WHERE game = $1";
    Ok(query_one(client, statement, &[&game.as_str()]).await?.is_some())
}

/// Games, the latest first, and what is wrong with those that cannot be read.
pub async fn list(client: &impl GenericClient, filter: &GameFilter) -> Result<Vec<GameRow>, StoreError> {
    let RowConditions { texts, values } = conditions(filter);
    let statement = format!(
        "SELECT {COLUMNS} FROM game WHERE {} ORDER BY created DESC, id DESC LIMIT {}",
        texts.join(" AND "),
        filter.limit,
    );
    let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
    let rows = query(client, &statement, &values).await?;
    let (read, damaged): (Vec<_>, Vec<_>) = rows.iter().map(read).partition(Result::is_ok);
    for error in damaged.into_iter().filter_map(Result::err) {
        tracing::error!("a game is left out of lists: {error}");
    }
    Ok(read.into_iter().flatten().collect())
}

/// What must hold of a row, as SQL with its values.
struct RowConditions {
    texts: Vec<String>,
    values: Vec<BoxedValue>,
}

impl RowConditions {
    /// One more, where something is looked for; `?` stands for the value wherever it is needed.
    fn add(&mut self, text: &str, value: Option<impl ToSql + Sync + Send + 'static>) {
        if let Some(value) = value {
            self.values.push(Box::new(value));
            self.texts.push(text.replace('?', &format!("${}", self.values.len())));
        }
    }
}

fn conditions(filter: &GameFilter) -> RowConditions {
    let mut all = RowConditions { texts: vec!["TRUE".to_owned()], values: vec![] };
    if let PrivateGames::Of(player) = filter.private {
        let holder = player.map(|player| Holder::Person(player).to_text());
        let (live, over) = (GameStage::Live.number(), GameStage::Over.number());
        let text = format!(
            "(stage = {over} AND NOT is_record OR stage = {live} AND is_public \
             OR seat0 = ? OR seat1 = ? OR maker = ?)"
        );
        // Nobody sits on a seat that is empty text.
        all.add(&text, Some(holder.unwrap_or_default()));
    }
    let name = filter.name.as_deref().map(|name| folded(&text(name)));
    all.add("(strpos(white_folded, ?) > 0 OR strpos(black_folded, ?) > 0)", name);
    all.add(
        "(seat0 = ? OR seat1 = ? OR maker = ?)",
        filter.player.map(|player| Holder::Person(player).to_text()),
    );
    all.add("result = ?", filter.result.as_deref().map(text));
    all.add("rules = ?", filter.rules.as_deref().map(text));
    all.add("created >= ?", filter.from.map(time));
    all.add("created < ?", filter.to.map(time));
    all.add("stage = ?", filter.stage.map(|stage| i16::from(stage.number())));
    all.add("stage != ?", filter.unfinished.then(|| i16::from(GameStage::Over.number())));
    match filter.begun {
        BegunGames::All => {}
        BegunGames::Begun => all.texts.push(BEGUN.to_owned()),
        BegunGames::NotBegun => all.texts.push(format!("NOT {BEGUN}")),
        BegunGames::BegunOrSince(moment) => {
            all.add(&format!("({BEGUN} OR created >= ?)"), Some(time(moment)));
        }
    }
    if let Some((created, id)) = filter.after {
        all.add("created <= ?", Some(time(created)));
        all.values.push(Box::new(id.as_str().to_owned()));
        let number = all.values.len();
        all.texts.push(format!("(created, id) < (${}, ${number})", number - 1));
    }
    all
}

/// The same of a row as [`GameRow::has_begun`].
const BEGUN: &str = "(version IS NULL OR version > 1 OR is_record \
                     OR seat0 LIKE 'person %' AND seat1 LIKE 'person %' AND seat0 != seat1)";

fn read(row: &Row) -> Result<GameRow, StoreError> {
    let id = read_id(row)?;
    read_columns(row, id).map_err(|what| StoreError::DamagedGame(format!("game {id}: {what}")))
}

/// The row of a game whose name is known, or what is wrong with it.
fn read_columns(row: &Row, id: GameId) -> Result<GameRow, String> {
    let holder = |name| -> Result<Holder, String> {
        Ok(Holder::from_text(&column::<String>(row, name)?).ok_or("unknown kind of player")?)
    };
    let small = |name| -> Result<Option<u8>, String> {
        let number = column::<Option<i16>>(row, name)?.map(u8::try_from).transpose();
        number.map_err(|_| format!("`{name}` does not hold what it should"))
    };
    let stage = small("stage")?.and_then(GameStage::from_number).ok_or("unknown stage")?;
    let previous = column::<Option<String>>(row, "previous")?.map(|id| id.parse()).transpose();
    let white_seat = small("white_seat")?.map(Seat::try_from).transpose();
    let first_turn = small("first_turn")?.map(|number| color_of(number).ok_or("unknown color")).transpose();
    let opening = column::<Option<String>>(row, "opening")?.map(|text| from_json(&text)).transpose();
    let clock = column::<Option<String>>(row, "clock")?.map(|text| text.parse()).transpose();
    let version = column::<Option<i32>>(row, "version")?.map(u32::try_from).transpose();
    Ok(GameRow {
        id,
        created: moment_of(row, "created")?,
        updated: moment_of(row, "updated")?,
        stage,
        timed: column(row, "timed")?,
        seats: BySeat([holder("seat0")?, holder("seat1")?]),
        maker: read_maker(row)?,
        white: column(row, "white")?,
        black: column(row, "black")?,
        rules: column(row, "rules")?,
        clock: clock.map_err(|_| "unknown kind of clock")?,
        result: column(row, "result")?,
        plies: count(row, "plies")?,
        version: version.map_err(|_| "`version` is below 0")?,
        previous: previous.map_err(|_| "the game before it has no proper name")?,
        score: (count(row, "halves0")?, count(row, "halves1")?, count(row, "games")?),
        opening: opening?,
        white_seat: white_seat.map_err(|_| "unknown seat")?,
        first_turn: first_turn?,
        is_public: column(row, "is_public")?,
        is_record: column(row, "is_record")?,
    })
}

/// Who made a game of two computers.
fn read_maker(row: &Row) -> Result<Option<PlayerRecord>, String> {
    let Some(text) = column::<Option<String>>(row, "maker")? else { return Ok(None) };
    let id = Holder::from_text(&text).and_then(Holder::player).ok_or("unknown kind of maker")?;
    Ok(Some(PlayerRecord { id, name: column(row, "maker_name")? }))
}

fn read_id(row: &Row) -> Result<GameId, StoreError> {
    let nameless = || StoreError::DamagedGame("a game has no proper name".to_owned());
    column::<String>(row, "id").ok().and_then(|id| id.parse().ok()).ok_or_else(nameless)
}
