use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tabiya_game::{Date, Moment};

use super::extract::Query;
use super::{App, Caller};
use crate::context::ServerContext;
use crate::store::{GameFilter, GameRow, GameStage};
use crate::wire::GameSummary;
use crate::{Error, GameId, StoreError};

/// How many games are listed at once.
const PAGE: u32 = 50;

/// How many seats the lobby shows.
const LOBBY: usize = 200;

fn listed(row: &GameRow) -> GameSummary {
    GameSummary {
        game: row.id.to_string(),
        white: row.white.clone(),
        black: row.black.clone(),
        rules: row.rules.clone(),
        result: row.result.clone(),
        plies: row.plies,
        stage: row.stage,
        clock: row.clock.as_ref().map(ToString::to_string),
        created: row.created.0,
        updated: row.updated.0,
    }
}

/// The seats that anybody may take, whose makers are here.
pub async fn lobby(State(app): State<Arc<App>>) -> Result<Json<Vec<GameSummary>>, Error> {
    open_seats(&app.shared).await.map(Json)
}

/// The same for whoever tells it.
pub(crate) async fn open_seats(shared: &ServerContext) -> Result<Vec<GameSummary>, Error> {
    let mut seats = Vec::new();
    for id in shared.waiting().into_iter().take(LOBBY) {
        let row = match shared.store.game(id).await {
            // Whoever opens it is told; the others' seats can be taken.
            Err(StoreError::DamagedGame(_)) => continue,
            row => row?,
        };
        let is_free = |row: &GameRow| {
            row.stage == GameStage::Open
                && row.opening.as_ref().is_some_and(|opening| opening.invitation.is_none())
        };
        seats.extend(row.filter(is_free).as_ref().map(listed));
    }
    seats.sort_by(|a, b| b.created.cmp(&a.created).then_with(|| a.game.cmp(&b.game)));
    Ok(seats)
}

/// What is looked for, as a query says it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    player: Option<String>,
    result: Option<String>,
    rules: Option<String>,
    from: Option<String>,
    to: Option<String>,
    stage: Option<GameStage>,
    #[serde(default)]
    mine: bool,
    after: Option<String>,
}

/// A page of a list.
#[derive(Serialize)]
pub struct GamesPage {
    games: Vec<GameSummary>,
    /// What to ask for to get the next page.
    after: Option<String>,
}

/// Games, the latest first.
pub async fn games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(search): Query<Search>,
) -> Result<Json<GamesPage>, Error> {
    let filter = filter(search, &caller)?;
    let rows = app.shared.store.games(filter).await?;
    let after = rows.last().filter(|_| rows.len() as u32 == PAGE);
    let after = after.map(|row| format!("{}-{}", row.created.0, row.id));
    // Open games are for those who know their link, and for the lobby.
    let is_shown = |row: &&GameRow| {
        row.stage != GameStage::Open
            || row.seats.0.iter().any(|seat| seat.player() == caller.id() && caller.id().is_some())
    };
    Ok(Json(GamesPage { games: rows.iter().filter(is_shown).map(listed).collect(), after }))
}

fn filter(search: Search, caller: &Caller) -> Result<GameFilter, Error> {
    let date = |text: Option<String>| {
        let date = text.map(|text| text.parse::<Date>());
        date.transpose().map_err(|error| Error::bad("bad_date", error))
    };
    let mine = if search.mine { Some(caller.player()?.id) } else { None };
    Ok(GameFilter {
        name: search.player.filter(|name| !name.is_empty()),
        player: mine,
        result: search.result,
        rules: search.rules,
        from: date(search.from)?.map(Date::begins),
        to: date(search.to)?.map(Date::ends),
        stage: search.stage,
        after: search.after.as_deref().map(parse_after).transpose()?,
        limit: PAGE,
    })
}

fn parse_after(text: &str) -> Result<(Moment, GameId), Error> {
    let parsed = text
        .split_once('-')
        .and_then(|(created, id)| Some((Moment(created.parse().ok()?), id.parse().ok()?)));
    parsed.ok_or_else(|| Error::bad("bad_page", "this is no page of the list"))
}
