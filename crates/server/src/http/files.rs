use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use tabiya_rules::ByLanguage;

use super::extract::{GamePath, Path};
use super::games::ask_room;
use super::{App, Caller};
use crate::Error;
use crate::blocking::run_blocking;
use crate::export::{ExportForm, ExportedGame, export as write};
use crate::grounds::Grounds;

/// Tells what of a game has no place in its file.
const LEFT_OUT: HeaderName = HeaderName::from_static("tabiya-left-out");

/// A game as a file.
pub async fn export(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Path((_, form)): Path<(String, String)>,
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
    let language = caller.language;
    let ExportedGame { text, left_out } =
        run_blocking(move || write(language, form, &snapshot, &entries)).await??;
    let name = format!("attachment; filename=\"{id}.{}\"", form.ending());
    let headers = [(header::CONTENT_TYPE, form.media_type().to_owned()), (header::CONTENT_DISPOSITION, name)];
    let mut response = (headers, text).into_response();
    if !left_out.is_empty() {
        response.headers_mut().insert(LEFT_OUT, header_value(&left_out.join("; ")));
    }
    Ok(response)
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
