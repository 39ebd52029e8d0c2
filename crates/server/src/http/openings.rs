use axum::Json;
use serde::Deserialize;
use tabiya_openings::search_openings;

use super::Query;
use crate::Error;
use crate::blocking::run_blocking;
use crate::wire::OpeningChoice;

/// How many openings are told at once.
const MOST: usize = 20;

/// What somebody has typed of an opening's name or code.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSearch {
    #[serde(default)]
    text: String,
}

/// The openings that may be meant, the likeliest first. All names are looked at, by a thread that serves nobody else.
pub async fn search(
    Query(OpeningSearch { text }): Query<OpeningSearch>,
) -> Result<Json<Vec<OpeningChoice>>, Error> {
    let found = run_blocking(move || search_openings(&text, MOST)).await?;
    Ok(Json(found.into_iter().map(OpeningChoice::from).collect()))
}
