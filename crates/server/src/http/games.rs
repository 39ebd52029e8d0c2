use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode};
use tabiya_game::narration::{move_words, sentence};
use tabiya_game::{NodeId, Refusal, Seat};
use tabiya_notation::{UciMove, Unplayable};
use tabiya_rules::{ByLanguage, Color};

use super::body::LargeBody;
use super::extract::{GamePath, Query};
use super::{App, Caller, tree};
use crate::create;
use crate::grounds::Grounds;
use crate::rate_limit::RateKind;
use crate::room::{Room, Snapshot};
use crate::typed_move::typed_move;
use crate::wire::{
    AttacksQuery, EntriesQuery, FromServer, GameView, MoveQuery, NewGame, ReachView, Reason, ThreatsView,
};
use crate::{Error, GameId, StoreError};

/// What is said of the code that stops a game.
const STOPS: ByLanguage<&str> = ByLanguage {
    english: "The game ends, and the pieces are counted.",
    german: "Die Partie endet, und die Figuren werden gezählt.",
};

/// A look at a game.
pub(crate) async fn look(app: &App, id: GameId, caller: &Caller) -> Result<Snapshot, Error> {
    ask_room(app, id, caller, |room| async move { room.look().await }).await
}

/// Asks something of a room. It may just be closing: then it is opened again.
pub(super) async fn ask_room<T, A: Future<Output = Result<T, Error>>>(
    app: &App,
    id: GameId,
    caller: &Caller,
    ask: impl Fn(Room) -> A,
) -> Result<T, Error> {
    let mut tries = 0;
    loop {
        let room = app.shared.room(id).await?;
        if let Some(player) = caller.id() {
            room.seen(player).await;
        }
        match ask(room).await {
            Err(Error::Store(StoreError::Closed)) if tries < 3 => tries += 1,
            answer => return answer,
        }
    }
}

/// Makes a game.
pub async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    LargeBody(wish): LargeBody<NewGame>,
) -> Result<(StatusCode, Json<GameView>), Error> {
    let player = caller.player()?;
    app.shared.host.check_name(&player.name, Some(player.id))?;
    app.rate_limiter.take(RateKind::Game, caller.requester(&app.shared))?;
    let id = create::create(&app.shared, &caller, player, wish).await?;
    let snapshot = look(&app, id, &caller).await?;
    Ok((StatusCode::CREATED, Json(snapshot.view(caller.listener()).await?)))
}

/// A game.
pub async fn view(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<GameView>, Error> {
    look(&app, id, &caller).await?.view(caller.listener()).await.map(Json)
}

/// Tells that a page is not the last one.
const MORE: HeaderName = HeaderName::from_static("tabiya-more");

/// The entries of a game after a version, as many as a page has.
pub async fn entries(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(EntriesQuery { since }): Query<EntriesQuery>,
    caller: Caller,
) -> Result<([(HeaderName, &'static str); 1], Json<Vec<FromServer>>), Error> {
    let page = app.shared.room(id).await?.missing(caller.listener(), since).await?;
    if page.version < since {
        return Err(Error::future_version(page.version, since));
    }
    Ok(([(MORE, if page.more { "true" } else { "false" })], Json(page.entries)))
}

/// What attacks what, after any move of the game or where it stands.
pub async fn threats(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(AttacksQuery { node }): Query<AttacksQuery>,
    caller: Caller,
) -> Result<Json<ThreatsView>, Error> {
    let snapshot = look(&app, id, &caller).await?;
    let node = node.map_or_else(|| snapshot.game.history().here(), NodeId::new);
    let threats = ThreatsView::of(&snapshot.game, node, snapshot.version);
    threats.map(Json).ok_or_else(|| Error::bad("no_such_node", Refusal::NoSuchNode { node }))
}

/// Where one's men could ever go. It stays the same, but for who sits where.
pub async fn reach(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<ReachView>, Error> {
    let player = caller.player()?.id;
    let Snapshot { row, game, .. } = look(&app, id, &caller).await?;
    let own = Seat::ALL.into_iter().filter(|&seat| row.seats[seat].player() == Some(player));
    let sides: Vec<Color> = own.map(|seat| game.color(seat)).collect();
    Ok(Json(ReachView::of(&game, &sides)))
}

/// Whether a move can be made now, and why not.
pub async fn why(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(MoveQuery { m, path }): Query<MoveQuery>,
    caller: Caller,
) -> Result<Json<Reason>, Error> {
    if let Some(path) = path {
        return tree::why(caller.language, look(&app, id, &caller).await?, path, m).await.map(Json);
    }
    let game = look(&app, id, &caller).await?.game;
    let position = game.position();
    if game.is_stopped_by(&m) && game.ending().is_none() {
        let says = caller.language.choose(STOPS).to_owned();
        return Ok(Json(Reason { code: "legal".to_owned(), says, marks: vec![] }));
    }
    let legal = match m.parse::<UciMove>() {
        Ok(m @ UciMove::Normal { .. }) => game.legal(m).map_err(|why| match why {
            Unplayable::Illegal(why) => Grounds::from(&why),
            Unplayable::Null => Grounds::plain("no_move", why),
        }),
        _ => match typed_move(&m, caller.language, |read| game.read(read)) {
            Ok(m) => Ok(m),
            Err(Error::Refused(grounds)) => Err(grounds),
            Err(error) => return Err(error),
        },
    };
    let language = caller.language;
    Ok(Json(match legal {
        Err(grounds) => grounds.to_reason(language),
        Ok(m) => Reason {
            code: "legal".to_owned(),
            says: sentence(move_words(language, position, m)),
            marks: vec![],
        },
    }))
}
