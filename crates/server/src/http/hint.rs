//! The best move for whoever wants to know it, where that is fair.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tabiya_game::narration::best_move_words;
use tabiya_game::{NodeId, Refusal};
use tabiya_notation::{SanPlus, UciMove};
use tabiya_rules::{ByLanguage, Words};
use tokio::sync::oneshot;

use super::extract::{GamePath, Query};
use super::games::look;
use super::{App, Caller};
use crate::context::ServerContext;
use crate::grounds::Grounds;
use crate::host::computer_off;
use crate::question_queue::Asker;
use crate::store::{GameRow, GameStage};
use crate::wire::{HintQuery, HintView};
use crate::workers::{OpponentKind, Question, QuestionTask};
use crate::{Error, PlayerId};

/// The best move after any move of a game, or where it stands, with its reason.
pub async fn hint(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    Query(HintQuery { node }): Query<HintQuery>,
    caller: Caller,
) -> Result<Json<HintView>, Error> {
    let player = caller.player()?.id;
    let snapshot = look(&app, id, &caller).await?;
    check_fairness(&app.shared, &snapshot.row, player)?;
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

/// Refuses hints where somebody would have an advantage over another, or where the computer is to rest.
fn check_fairness(shared: &ServerContext, row: &GameRow, who: PlayerId) -> Result<(), Error> {
    if shared.host.state.with(|state| state.switches.computer_off) {
        return Err(computer_off());
    }
    let [first, second] = row.seats.0;
    match row.stage {
        GameStage::Over => Ok(()),
        GameStage::Open => Err(Error::refused(
            "not_begun",
            ByLanguage {
                english: "the game has not begun: there are hints once it has",
                german: "die Partie hat noch nicht begonnen: Tipps gibt es erst dann",
            },
        )),
        // Two computers cannot be helped.
        GameStage::Live if row.is_exhibition() => Ok(()),
        GameStage::Live if ![first, second].iter().any(|holder| holder.player() == Some(who)) => {
            Err(Error::not_a_player())
        }
        GameStage::Live if first.player().is_some() && second.player().is_some() && first != second => {
            Err(Error::refused(
                "two_people",
                ByLanguage {
                    english: "there are no hints while two people play each other: ask once the game is over",
                    german: "solange zwei Menschen gegeneinander spielen, gibt es keine Tipps: frag nach der Partie",
                },
            ))
        }
        GameStage::Live => Ok(()),
    }
}

fn no_move() -> Error {
    Error::refused(
        "no_move",
        ByLanguage { english: "there is no move to be made here", german: "hier gibt es keinen Zug mehr" },
    )
}

fn busy() -> Error {
    let says = ByLanguage {
        english: "the computer is busy with other games: try again in a moment",
        german: "der Computer ist mit anderen Partien beschäftigt: versuch es gleich noch einmal",
    };
    Error::Busy(Grounds::plain("busy", says))
}
