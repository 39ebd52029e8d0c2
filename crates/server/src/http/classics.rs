use axum::Json;
use tabiya_classics::CLASSICS;

use crate::wire::ClassicView;

/// The classic programs that can be played here.
pub async fn classics() -> Json<Vec<ClassicView>> {
    Json(CLASSICS.iter().map(ClassicView::from).collect())
}
