use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use tabiya_files::Form;
use tabiya_rules::ByLanguage;

use super::extract::{GamePath, Path, Query};
use super::games::ask_room;
use super::{App, Caller};
use crate::Error;
use crate::blocking::run_blocking;
use crate::export::{ExportForm, ExportedGame, export as write};
use crate::fairness::{Help, check_fairness};
use crate::grounds::Grounds;
use crate::room::Snapshot;
use crate::store::KeptReview;
use crate::wire::ExportQuery;

/// Tells what of a game has no place in its file.
const LEFT_OUT: HeaderName = HeaderName::from_static("tabiya-left-out");

/// A game as a file.
pub async fn export(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Path((_, form)): Path<(String, String)>,
    Query(ExportQuery { review }): Query<ExportQuery>,
    caller: Caller,
) -> Result<Response, Error> {
    let form = ExportForm::of_name(&form).ok_or_else(|| {
        Error::NotFound(Grounds::plain(
            "no_such_form",
            ByLanguage {
                english: "games are written as pgn, xml, fen and json",
                german: "Partien werden als pgn, xml, fen und json geschrieben",
            },
        ))
    })?;
    let looked = ask_room(&app, id, &caller, |room| async move { room.look_with_log().await }).await;
    let (snapshot, entries) = looked?;
    let review = if review { Some(kept_review(&app, form, &snapshot, &caller).await?) } else { None };
    let language = caller.language;
    let ExportedGame { text, left_out } =
        run_blocking(move || write(language, form, &snapshot, &entries, review.as_ref())).await??;
    let name = format!("attachment; filename=\"{id}.{}\"", form.ending());
    let headers = [(header::CONTENT_TYPE, form.media_type().to_owned()), (header::CONTENT_DISPOSITION, name)];
    let mut response = (headers, text).into_response();
    if !left_out.is_empty() {
        response.headers_mut().insert(LEFT_OUT, header_value(&left_out.join("; ")));
    }
    Ok(response)
}

/// What the computer found out about a game, to be written into its PGN.
async fn kept_review(
    app: &App,
    form: ExportForm,
    snapshot: &Snapshot,
    caller: &Caller,
) -> Result<KeptReview, Error> {
    if form != ExportForm::File(Form::Pgn) {
        return Err(Error::refused(
            "not_in_this_form",
            ByLanguage {
                english: "what the computer found out is written into a PGN only",
                german: "was der Computer herausgefunden hat, steht nur in einer PGN-Datei",
            },
        ));
    }
    check_fairness(&app.shared, &snapshot.row, caller.id(), Help::Analysis)?;
    let id = snapshot.row.id;
    let running = app.shared.reviews.find(id).map(|review| review.state.borrow().clone());
    let kept = match running.filter(|state| !state.is_empty()) {
        Some(state) => Some(state.kept.clone()),
        None => app.shared.store.review(id).await?,
    };
    kept.ok_or_else(|| {
        Error::refused(
            "no_review",
            ByLanguage {
                english: "the moves of this game have not been judged yet: let the computer look at them first",
                german: "die Züge dieser Partie sind noch nicht beurteilt: lass erst den Computer darauf schauen",
            },
        )
    })
}

/// A text as a header, in Latin-1, as browsers read them: other letters, such as the name of a rule set may have, have no
/// place there.
fn header_value(text: &str) -> HeaderValue {
    let byte = |c: char| u8::try_from(c).ok().filter(|byte| matches!(byte, b' '..=b'~' | 0xa0..=0xff));
    let bytes: Vec<u8> = text.chars().map(|c| byte(c).unwrap_or(b'?')).collect();
    HeaderValue::from_bytes(&bytes).unwrap_or(HeaderValue::from_static("?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_holds_every_text() {
        assert_eq!(header_value("the rules of Žižka\n"), "the rules of ?i?ka?");
        assert_eq!(header_value("the clocks; the variations"), "the clocks; the variations");
        assert_eq!(header_value("die Züge").as_bytes(), b"die Z\xfcge");
    }
}
