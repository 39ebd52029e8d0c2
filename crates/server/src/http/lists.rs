use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use tabiya_game::{Date, Moment};
use tabiya_notation::pgn::PgnEnding;
use tabiya_notation::{Excerpt, find_rules};
use tabiya_rules::ByLanguage;

use super::extract::Query;
use super::{App, Caller};
use crate::store::{BegunGames, GameFilter, PrivateGames};
use crate::wire::{GameSummary, GamesPage, GamesQuery};
use crate::{Error, GameId};

/// How many games are listed at once.
const PAGE: u32 = 50;

/// The seats that anybody may take, whose makers are here.
pub async fn lobby(State(app): State<Arc<App>>) -> Json<Vec<GameSummary>> {
    app.shared.lobby.expire(app.shared.now.moment());
    let list = Arc::clone(&app.shared.lobby.lists().borrow());
    Json(list.seats.clone())
}

/// The games that anybody may watch, while somebody plays them.
pub async fn running(State(app): State<Arc<App>>) -> Json<Vec<GameSummary>> {
    Json(app.shared.running_games.list())
}

/// Games, the latest first.
pub async fn games(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(search): Query<GamesQuery>,
) -> Result<Json<GamesPage>, Error> {
    let filter = filter(search, &caller, app.shared.now.moment())?;
    let rules = filter.rules.clone();
    let rows = app.shared.store.games(filter).await?;
    if let (true, Some(rules)) = (rows.is_empty(), rules) {
        check_rules(&app, &caller, rules).await?;
    }
    let after = rows.last().filter(|_| rows.len() as u32 == PAGE);
    let after = after.map(|row| format!("{}-{}", row.created.0, row.id));
    Ok(Json(GamesPage {
        games: rows.iter().map(|row| GameSummary::told_to(row, caller.id())).collect(),
        after,
    }))
}

/// For how long a game that has not begun is listed among those that are not over. Whoever wants it will have begun by then.
const UNBEGUN: Duration = Duration::from_secs(24 * 3600);

fn filter(search: GamesQuery, caller: &Caller, now: Moment) -> Result<GameFilter, Error> {
    let date = |text: Option<String>| {
        let date = text.map(|text| text.parse::<Date>());
        date.transpose().map_err(|error| Error::bad("bad_date", error))
    };
    let mine = if search.mine { Some(caller.player()?.id) } else { None };
    Ok(GameFilter {
        name: search.player.filter(|name| !name.is_empty()),
        player: mine,
        result: search.result.as_deref().map(parse_result).transpose()?,
        rules: search.rules,
        from: date(search.from)?.map(Date::begins),
        to: date(search.to)?.map(Date::ends),
        stage: search.stage,
        unfinished: search.unfinished,
        begun: match search.begun {
            Some(true) => BegunGames::Begun,
            Some(false) => BegunGames::NotBegun,
            None if search.unfinished => {
                BegunGames::BegunOrSince(Moment(now.0.saturating_sub(UNBEGUN.as_millis() as u64)))
            }
            None => BegunGames::All,
        },
        // Private games are for those who know their link until they are over; the lobby has its own list.
        private: PrivateGames::Of(caller.id()),
        after: search.after.as_deref().map(parse_after).transpose()?,
        limit: PAGE,
    })
}

/// Refuses the name of a rule set that nobody knows. Players call theirs as they like: what any game is played by is known.
async fn check_rules(app: &App, caller: &Caller, rules: String) -> Result<(), Error> {
    let Err(unknown) = find_rules(&rules) else { return Ok(()) };
    let filter = GameFilter {
        rules: Some(rules),
        private: PrivateGames::Of(caller.id()),
        limit: 1,
        ..GameFilter::default()
    };
    let is_played = !app.shared.store.games(filter).await?.is_empty();
    if is_played { Ok(()) } else { Err(Error::bad("unknown_rules", unknown)) }
}

/// A result as rows have it, from any of its spellings.
fn parse_result(text: &str) -> Result<String, Error> {
    let result = PgnEnding::from_text(text.as_bytes()).map(|ending| ending.to_string());
    result.ok_or_else(|| {
        let found = Excerpt::new(text);
        let says = ByLanguage {
            english: format!("a result is 1-0, 0-1, 1/2-1/2 or *, and not {found}"),
            german: format!("ein Ergebnis ist 1-0, 0-1, 1/2-1/2 oder *, und nicht {found}"),
        };
        Error::bad("bad_result", says)
    })
}

fn parse_after(text: &str) -> Result<(Moment, GameId), Error> {
    let parsed = text
        .split_once('-')
        .and_then(|(created, id)| Some((Moment(created.parse().ok()?), id.parse().ok()?)));
    parsed.ok_or_else(|| {
        Error::bad(
            "bad_page",
            ByLanguage { english: "this is no page of the list", german: "das ist keine Seite der Liste" },
        )
    })
}
