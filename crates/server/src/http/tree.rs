use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tabiya_game::narration::{move_words, sentence};
use tabiya_notation::Excerpt;
use tabiya_notation::pgn::{EditRefusal, NotAPath, PgnPath};
use tabiya_rules::{Language, Position, Rules};

use super::extract::{GamePath, Query};
use super::games::look;
use super::{App, Caller};
use crate::Error;
use crate::blocking::run_blocking;
use crate::grounds::Grounds;
use crate::room::Snapshot;
use crate::tree_edit::read_move;
use crate::wire::{PlaceQuery, PlaceView, Reason, TreeView};

/// The moves of a game with all variations, and what is said of them.
pub async fn tree(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<TreeView>, Error> {
    let snapshot = look(&app, id, &caller).await?;
    let who = caller.id();
    let view = move || {
        let tree = snapshot.tree()?;
        Ok(TreeView::new(&tree, snapshot.version, snapshot.may_edit(who)))
    };
    run_blocking(view).await?.map(Json)
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
        match read_move(&m, &position) {
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
