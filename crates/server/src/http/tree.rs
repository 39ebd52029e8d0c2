use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use tabiya_game::narration::{move_words, sentence};
use tabiya_notation::Excerpt;
use tabiya_notation::pgn::{EditRefusal, NotAPath, PgnPath};
use tabiya_rules::{Language, Position, Rules};

use super::extract::{GamePath, Query};
use super::games::look;
use super::{App, Caller};
use crate::Error;
use crate::blocking::run_blocking;
use crate::grounds::{Grounds, Untranslated};
use crate::room::Snapshot;
use crate::tree_cache::TreeKey;
use crate::tree_edit::read_move;
use crate::wire::{PlaceQuery, PlaceView, Reason, TreeView};

/// The moves of a game with all variations, and what is said of them. They are written once for all who ask before something
/// else happens.
pub async fn tree(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Response, Error> {
    let snapshot = look(&app, id, &caller).await?;
    let may_edit = snapshot.may_edit(caller.id());
    let key = TreeKey { game: id, version: snapshot.version, may_edit };
    let text = app.trees.text(key, move || written(&snapshot, may_edit)).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

fn written(snapshot: &Snapshot, may_edit: bool) -> Result<Bytes, Error> {
    let view = TreeView::new(&*snapshot.tree()?, snapshot.version, may_edit);
    let text = serde_json::to_vec(&view);
    text.map(Bytes::from).map_err(|error| Error::refused("not_in_this_form", Untranslated::new(error)))
}

/// What can be done in a position of the tree.
pub async fn moves(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(PlaceQuery { path }): Query<PlaceQuery>,
    caller: Caller,
) -> Result<Json<PlaceView>, Error> {
    let snapshot = look(&app, id, &caller).await?;
    let view = move || {
        let (path, position) = place(&snapshot, &path)?;
        Ok(PlaceView::new(&position, path.to_string(), snapshot.version))
    };
    run_blocking(view).await?.map(Json)
}

/// Whether a move can be made in a position of the tree, and why not.
pub(super) async fn why(
    language: Language,
    snapshot: Snapshot,
    path: String,
    m: String,
) -> Result<Reason, Error> {
    let why = move || {
        let (_, position) = place(&snapshot, &path)?;
        match read_move(&m, language, &position) {
            Ok(m) => match m.to_move(&position) {
                Ok(m) => Ok(Reason {
                    code: "legal".to_owned(),
                    says: sentence(move_words(language, &position, m)),
                    marks: vec![],
                }),
                Err(why) => Ok(Grounds::plain("no_move", why).to_reason(language)),
            },
            Err(Error::Refused(grounds)) => Ok(grounds.to_reason(language)),
            Err(error) => Err(error),
        }
    };
    run_blocking(why).await?
}

fn place(snapshot: &Snapshot, path: &str) -> Result<(PgnPath, Position<&'static Rules>), Error> {
    let read: PgnPath = path.parse().map_err(|why: NotAPath| Error::bad("bad_path", why))?;
    let tree = snapshot.tree()?;
    let refusal = || Error::Refused(Grounds::from(&EditRefusal::NoSuchMove(Excerpt::new(path))));
    let node = tree.find(&read).ok_or_else(refusal)?;
    Ok((read, tree.position(node)))
}
