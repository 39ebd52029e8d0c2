use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use qrcode::QrCode;
use qrcode::render::svg;
use tabiya_rules::ByLanguage;

use super::account::{SessionKind, session_answer};
use super::body::Body;
use super::{App, Caller};
use crate::grounds::{Grounds, Untranslated};
use crate::rate_limit::RateKind;
use crate::recovery_code::RecoveryCode;
use crate::store::{GameFilter, GameRow, PlayerRecord};
use crate::wire::{GuestGames, RecoverPlayer, RecoveryLink};
use crate::{Error, PlayerId, Secret};

/// How many games are looked at together.
const PAGE: u32 = 100;

/// A code by which the caller is known at another device. The one before is worthless then.
pub async fn make_code(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<(StatusCode, Json<RecoveryLink>), Error> {
    let player = caller.player()?;
    app.rate_limiter.take(RateKind::Code, caller.requester(&app.shared))?;
    Ok((StatusCode::CREATED, Json(new_code(&app, &caller, player).await?)))
}

/// Makes the code of a player anew.
pub(super) async fn new_code(
    app: &App,
    caller: &Caller,
    player: &PlayerRecord,
) -> Result<RecoveryLink, Error> {
    let code = RecoveryCode::random();
    app.shared.store.set_recovery(player.id, code.digest()).await?;
    let text = code.reveal();
    // Behind a `#`, which browsers do not send: it gets into nobody's log.
    let url = format!("{}/#code={text}", app.hosts.base(&caller.host));
    let picture = QrCode::new(&url).map_err(|error| Error::bad("no_code", Untranslated::new(error)))?;
    Ok(RecoveryLink {
        player: player.id.to_string(),
        name: player.name.clone(),
        code: text,
        url,
        qr: picture.render::<svg::Color<'_>>().min_dimensions(240, 240).build(),
        loopback_only: app.hosts.is_loopback_only(),
    })
}

/// Gives this device a session of the player whose code it has. Other devices stay what they are.
pub async fn recover(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(wish): Body<RecoverPlayer>,
) -> Result<Response, Error> {
    let kind = SessionKind::wished(&caller, wish.token)?;
    app.rate_limiter.take(RateKind::Code, caller.as_stranger().requester(&app.shared))?;
    let code: RecoveryCode = wish.code.parse().map_err(|_| no_such_code())?;
    let player = app.shared.store.recover(code.digest()).await?.ok_or_else(no_such_code)?;
    app.shared.host.check_player(player.id, app.shared.now.moment())?;
    let guest = caller.player.clone().filter(|guest| guest.id != player.id);
    if let Some(guest) = &guest {
        settle_guest(&app, guest, player.id, wish.guest_games).await?;
    }
    let secret = Secret::random();
    let expires = app.shared.now.moment().after(app.shared.config.limits.session);
    if !app.shared.store.add_session(player.id, secret.digest(), expires).await? {
        return Err(no_such_code());
    }
    app.shared.people.see(&player, caller.address);
    // The device forgets whom it was before: nobody else has that session.
    if let (Some(guest), Some(token)) = (guest, caller.token()) {
        app.shared.store.end_session(token).await?;
        app.session_cache.end(guest.id, token);
    }
    Ok(session_answer(&app, &player, &secret, kind))
}

fn no_such_code() -> Error {
    let says = ByLanguage {
        english: "nobody here has this code: it may be written otherwise, or a newer one has taken its place",
        german: "niemand hier hat diesen Code: vielleicht wird er anders geschrieben, oder ein neuerer hat ihn ersetzt",
    };
    Error::refused("no_such_code", says)
}

/// Does with the games that a device has as somebody else what is wished, or asks.
async fn settle_guest(
    app: &App,
    guest: &PlayerRecord,
    player: PlayerId,
    wish: Option<GuestGames>,
) -> Result<(), Error> {
    match wish {
        Some(GuestGames::Leave) => Ok(()),
        Some(GuestGames::Take) => take_games(app, guest.id, player).await,
        None => {
            let games = games_of(app, guest.id, None).await?.len();
            if games == 0 { Ok(()) } else { Err(ask_for(&guest.name, games)) }
        }
    }
}

/// Asks what shall become of the games of a guest.
fn ask_for(name: &str, games: usize) -> Error {
    let (english, german) = match games {
        1 => ("one game".to_owned(), "eine Partie".to_owned()),
        count if count == PAGE as usize => ("many games".to_owned(), "viele Partien".to_owned()),
        count => (format!("{count} games"), format!("{count} Partien")),
    };
    let says = ByLanguage {
        english: format!(
            "this device has {english} as {name}: they can be taken along, or stay behind where nobody plays them any \
             more"
        ),
        german: format!(
            "dieses Gerät hat {german} als {name}: du kannst sie mitnehmen oder zurücklassen, wo sie niemand mehr spielt"
        ),
    };
    Error::Conflict(Grounds::plain("guest_games", says))
}

/// Gives the games of one player to another, but for those in which they are opponents. If that is cut off in the middle,
/// doing it again does the rest.
async fn take_games(app: &App, from: PlayerId, to: PlayerId) -> Result<(), Error> {
    let mut after = None;
    loop {
        let page = games_of(app, from, after.as_ref()).await?;
        for row in &page {
            app.shared.room(row.id).await?.adopt(from, to).await?;
        }
        match page.len() {
            count if count < PAGE as usize => return Ok(()),
            _ => after = page.last().cloned(),
        }
    }
}

async fn games_of(app: &App, player: PlayerId, after: Option<&GameRow>) -> Result<Vec<GameRow>, Error> {
    let filter = GameFilter {
        player: Some(player),
        after: after.map(|row| (row.created, row.id)),
        limit: PAGE,
        ..GameFilter::default()
    };
    Ok(app.shared.store.games(filter).await?)
}

/// Ends what the caller has open at all other devices, and what would lead back: the code, and links to seats.
pub async fn end_others(State(app): State<Arc<App>>, caller: Caller) -> Result<StatusCode, Error> {
    let player = caller.player()?.id;
    for token in app.shared.store.end_sessions(player, caller.session()).await? {
        app.session_cache.end(player, token);
    }
    app.shared.store.end_recovery(player).await?;
    app.shared.store.end_tickets(player).await?;
    Ok(StatusCode::NO_CONTENT)
}
