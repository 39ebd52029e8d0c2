use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::games::look;
use super::{App, Caller};
use crate::Error;
use crate::export::{Form, export as write};
use crate::wire::Reason;

/// A game as a file.
pub async fn export(
    State(app): State<Arc<App>>,
    Path((id, form)): Path<(String, String)>,
    caller: Caller,
) -> Result<Response, Error> {
    let form = Form::of_name(&form).ok_or_else(|| {
        Error::NotFound(Reason::plain("no_such_form", "games are written as pgn, xml, fen and json"))
    })?;
    let snapshot = look(&app, &id, &caller).await?;
    let entries = app.house.store.entries(snapshot.row.id, 0).await?;
    let text = write(form, &snapshot.row, &snapshot.game, &entries)?;
    let name = format!("attachment; filename=\"{}.{}\"", snapshot.row.id, form.ending());
    Ok(([(header::CONTENT_TYPE, form.media_type().to_owned()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response())
}
