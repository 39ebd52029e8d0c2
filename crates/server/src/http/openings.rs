use axum::Json;
use tabiya_openings::search_openings;

use super::Query;
use crate::Error;
use crate::blocking::run_blocking;
use crate::wire::{OpeningChoice, OpeningQuery};

/// How many openings are told at once.
const MOST: usize = 20;

/// The openings that may be meant, the likeliest first. All names are looked at, by a thread that serves nobody else.
pub async fn search(
    Query(OpeningQuery { text }): Query<OpeningQuery>,
) -> Result<Json<Vec<OpeningChoice>>, Error> {
    let found = run_blocking(move || search_openings(&text, MOST)).await?;
    Ok(Json(found.into_iter().map(OpeningChoice::from).collect()))
}
