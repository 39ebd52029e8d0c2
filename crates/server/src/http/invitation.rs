use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use qrcode::QrCode;
use qrcode::render::svg;
use tabiya_game::Seat;
use tabiya_rules::ByLanguage;

use super::extract::{GamePath, TicketPath, no_ticket};
use super::games::{ask_room, look};
use super::{App, Caller};
use crate::grounds::Untranslated;
use crate::room::own_opponent;
use crate::store::Holder;
use crate::wire::{GameView, Invitation};
use crate::{Error, GameId, Secret};

/// The link that gives somebody the open seat; for whoever made the game.
pub async fn invitation(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<Invitation>, Error> {
    let player = caller.player()?;
    let row = look(&app, id, &caller).await?.row;
    if row.seats[Seat::First] != Holder::Person(player.id) {
        return Err(Error::forbidden(
            "not_yours",
            ByLanguage {
                english: "only whoever made the game can invite",
                german: "nur wer die Partie angelegt hat, kann einladen",
            },
        ));
    }
    let opening = row.opening.ok_or_else(|| {
        Error::refused(
            "seat_taken",
            ByLanguage { english: "the other seat is taken", german: "der andere Platz ist schon vergeben" },
        )
    })?;
    if opening.invitations.is_none() {
        return invite(&app, &caller, id, "join", String::new());
    }
    let key = caller.invitation(id)?;
    // It is new where the seat was moved to this device.
    ask_room(&app, id, &caller, |room| {
        let digest = key.digest();
        async move { room.invite(digest).await }
    })
    .await?;
    invite(&app, &caller, id, "join", key.reveal().to_owned())
}

/// A link that moves the caller's seat to another device. It works once.
pub async fn transfer(
    State(app): State<Arc<App>>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<Invitation>, Error> {
    let player = caller.player()?;
    let row = look(&app, id, &caller).await?.row;
    let mine: Vec<Seat> =
        Seat::ALL.into_iter().filter(|&seat| row.seats[seat] == Holder::Person(player.id)).collect();
    let &[seat] = mine.as_slice() else {
        let says = if mine.is_empty() {
            ByLanguage {
                english: "you have no seat in this game",
                german: "du hast keinen Platz in dieser Partie",
            }
        } else {
            ByLanguage {
                english: "both seats are at this device",
                german: "beide Plätze sind an diesem Gerät",
            }
        };
        return Err(Error::forbidden("no_seat", says));
    };
    let secret = Secret::random();
    let expires = app.shared.now.moment().after(app.shared.config.limits.ticket);
    app.shared.store.create_ticket(secret.digest(), row.id, seat, expires).await?;
    invite(&app, &caller, id, "seat", secret.reveal().to_owned())
}

/// Takes the seat that such a link gives.
pub async fn take_seat(
    State(app): State<Arc<App>>,
    TicketPath(secret): TicketPath,
    caller: Caller,
) -> Result<Json<GameView>, Error> {
    let player = caller.player()?;
    let (ticket, now) = (secret.digest(), app.shared.now.moment());
    let (game, seat) = app.shared.store.ticket(ticket, now).await?.ok_or_else(no_ticket)?;
    // Before it is used up: whoever it is meant for can still take it.
    if look(&app, game, &caller).await?.row.seats[!seat] == Holder::Person(player.id) {
        return Err(own_opponent());
    }
    let (game, seat) = app.shared.store.take_ticket(ticket, now).await?.ok_or_else(no_ticket)?;
    app.shared.room(game).await?.transfer(seat, player.id).await?;
    look(&app, game, &caller).await?.view(caller.listener()).await.map(Json)
}

/// The key comes behind a `#`, which browsers do not send: it gets into nobody's log.
fn invite(
    app: &App,
    caller: &Caller,
    id: GameId,
    what: &str,
    key: String,
) -> Result<Json<Invitation>, Error> {
    let base = app.hosts.base(&caller.host);
    let url = if key.is_empty() { format!("{base}/{id}") } else { format!("{base}/{id}#{what}={key}") };
    let code = QrCode::new(&url).map_err(|error| Error::bad("no_code", Untranslated::new(error)))?;
    let qr = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(Json(Invitation {
        url,
        key,
        qr,
        loopback_only: app.hosts.is_loopback_only(),
        hint: app.hosts.hint(caller.language),
    }))
}
