//! The best move for whoever wants to know it, where that is fair.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tabiya_engine::BestMove;
use tabiya_game::narration::best_move_words;
use tabiya_game::{NodeId, Refusal};
use tabiya_notation::{SanPlus, UciMove};
use tabiya_rules::{ByLanguage, Words};
use tokio::sync::oneshot;

use super::extract::{GamePath, Query};
use super::games::look;
use super::{App, Caller};
use crate::Error;
use crate::fairness::{Help, check_fairness};
use crate::grounds::Grounds;
use crate::question_queue::Asker;
use crate::wire::{HintQuery, HintView};
use crate::workers::{OpponentKind, Question, QuestionTask};

/// The best move after any move of a game, or where it stands, with its reason.
pub async fn hint(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(HintQuery { node }): Query<HintQuery>,
    caller: Caller,
) -> Result<Json<HintView>, Error> {
    let player = caller.player()?.id;
    let snapshot = look(&app, id, &caller).await?;
    check_fairness(&app.shared, &snapshot.row, Some(player), Help::Hint)?;
    let history = snapshot.game.history();
    let node = node.map_or_else(|| history.here(), NodeId::new);
    let at = history.get(node).ok_or_else(|| Error::bad("no_such_node", Refusal::NoSuchNode { node }))?;
    let position = at.position;
    if !position.has_moves() {
        return Err(no_move());
    }
    let mut keys = history.keys_before(node);
    // No position comes back once a pawn has moved or something was taken: a question that waits is kept small.
    keys.drain(..keys.len().saturating_sub(usize::from(position.halfmoves())));
    let (begun, _) = oneshot::channel();
    let (answer, answered) = oneshot::channel();
    let question = Question {
        task: QuestionTask::Hint { taken_on: history.taken_on(node), answer },
        position,
        history: keys,
        asker: Asker::Player(player),
        opponent: OpponentKind::Person,
        effort: BestMove::effort(),
        begun,
        asked: std::time::Instant::now(),
    };
    if !app.shared.workers.ask(question) {
        return Err(busy());
    }
    // Whoever goes away takes the question along: nobody thinks for those who have gone.
    let best = answered.await.map_err(|_| busy())?.ok_or_else(no_move)?;
    let why = (!best.reasons.is_empty()).then_some(&best.reasons as &dyn Words);
    Ok(Json(HintView {
        version: snapshot.version,
        node: node.number(),
        m: UciMove::from_move(best.m, &position).to_string(),
        san: SanPlus::from_move(best.m, &position).to_string(),
        says: best_move_words(caller.language, &position, best.m, why),
    }))
}

fn no_move() -> Error {
    Error::refused(
        "no_move",
        ByLanguage { english: "there is no move to be made here", german: "hier gibt es keinen Zug mehr" },
    )
}

pub(crate) fn busy() -> Error {
    let says = ByLanguage {
        english: "the computer is busy with other games: try again in a moment",
        german: "der Computer ist mit anderen Partien beschäftigt: versuch es gleich noch einmal",
    };
    Error::Busy(Grounds::plain("busy", says))
}
