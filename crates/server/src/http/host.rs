//! The host's page, from the server's side.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Deserialize;
use tabiya_game::Moment;
use tabiya_rules::ByLanguage;

use super::account::cookie;
use super::body::Body;
use super::extract::Path;
use super::recovery::new_code;
use super::{App, Caller};
use crate::blocking::run_briefly;
use crate::client_address::ClientAddress;
use crate::cluster::{ClubNews, NodeReport};
use crate::grounds::{Grounds, Untranslated};
use crate::host::{HOST_COOKIE, HostProof, ReservedName, SwitchChange, is_host_token};
use crate::listener::Listener;
use crate::metrics::{processor_time, resident_memory};
use crate::name::player_name;
use crate::rate_limit::RateKind;
use crate::room::PlayerCommand;
use crate::store::{GameFilter, GameRow, GameStage, Holder, PlayerRecord};
use crate::wire::{
    Action, BackupView, HostChange, HostGame, HostToken, HostView, LoadView, NodeView, PersonView,
    RecoveryLink, RemovalView, RemovePlayer, ReserveName, ReservedNameView, Submit,
};
use crate::{Error, PlayerId, Secret};

/// How many running games are shown.
const GAMES: u32 = 200;

/// How long a browser stays the host's: a school year.
const HOST_LIFE: Duration = Duration::from_secs(400 * 24 * 3600);

/// A request of the host; others are refused.
pub struct HostCaller(pub Caller);

impl<S: Send + Sync> FromRequestParts<S> for HostCaller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<HostCaller, Error> {
        let caller = parts.extensions.get::<Caller>().cloned().unwrap_or_default();
        if caller.host_proof.is_host() {
            Ok(HostCaller(caller))
        } else {
            Err(not_the_host(caller.host_proof))
        }
    }
}

fn not_the_host(proof: HostProof) -> Error {
    if proof == HostProof::WrongCookie {
        let says = ByLanguage {
            english: "this browser is not, or no longer, the host's: `tabiya host` prints a new link",
            german: "dieser Browser ist nicht oder nicht mehr der des Gastgebers: `tabiya host` gibt einen neuen Link aus",
        };
        return Error::forbidden("not_the_host", says);
    }
    let says = ByLanguage {
        english: "this is for the host of the server: on its own computer, or with the link that `tabiya host` prints there",
        german: "das ist für den Gastgeber des Servers: auf dessen eigenem Computer oder mit dem Link, den `tabiya host` dort ausgibt",
    };
    Error::forbidden("not_the_host", says)
}

/// Exchanges the host's token for a cookie.
pub async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(HostToken { token }): Body<HostToken>,
) -> Result<Response, Error> {
    app.rate_limiter.take(RateKind::Code, caller.as_stranger().requester(&app.shared))?;
    let says = ByLanguage {
        english: "this link is not the host's, or a newer one has taken its place: `tabiya host` prints a new one",
        german: "dieser Link ist nicht der des Gastgebers, oder ein neuerer hat ihn ersetzt: `tabiya host` gibt einen neuen aus",
    };
    let wrong = || Error::forbidden("wrong_token", says);
    let token: Secret = token.trim().parse().map_err(|_| wrong())?;
    let folder = app.shared.config.data.clone().ok_or_else(wrong)?;
    let checked = token.clone();
    if !run_briefly(move || is_host_token(&folder, &checked)).await? {
        return Err(wrong());
    }
    let cookie = cookie(&app, HOST_COOKIE, "/v1/host", token.reveal(), HOST_LIFE.as_secs());
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, cookie)])).into_response())
}

/// Makes this browser anybody's again.
pub async fn sign_out(State(app): State<Arc<App>>, HostCaller(_): HostCaller) -> Response {
    let gone = cookie(&app, HOST_COOKIE, "/v1/host", "", 0);
    (StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, gone)])).into_response()
}

/// Everything that the host sees.
pub async fn view(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
) -> Result<Json<HostView>, Error> {
    view_of(&app, &caller).await.map(Json)
}

async fn view_of(app: &App, caller: &Caller) -> Result<HostView, Error> {
    let shared = &app.shared;
    let (now, limits) = (shared.now.moment(), &shared.config.limits);
    let filter = GameFilter { stage: Some(GameStage::Live), limit: GAMES, ..GameFilter::default() };
    let health = app.health().await;
    // Where they cannot be read, that is the trouble which the host is told.
    let games = match shared.store.games(filter).await {
        Err(_) if !health.is_ready() => Vec::new(),
        games => games?,
    };
    let Everywhere { started, people, load, nodes } = everywhere(app).await;
    Ok(HostView {
        now: now.0,
        started,
        url: app.hosts.address(),
        switches: shared.host.state.with(|state| state.switches.clone()),
        people,
        games: games.iter().map(host_game).collect(),
        removals: removals(app, now),
        names: shared.host.names.get().0.iter().map(reserved_name).collect(),
        load,
        nodes,
        claim_after: [limits.claim_with_clock.as_secs(), limits.claim_without_clock.as_secs()],
        trouble: health.trouble(caller.language, shared.config.data.as_deref()),
        at_home: caller.host_proof == HostProof::Place,
    })
}

/// What this server tells of itself, to the host or to another one that the host asked.
pub(crate) fn node_report(app: &App) -> NodeReport {
    let nodes: Vec<i64> = app.shared.cluster.iter().map(|cluster| cluster.node()).collect();
    let view = |(player, person): (PlayerId, crate::people_here::PersonHere)| PersonView {
        player: player.to_string(),
        name: person.name,
        address: person.address.map(|address| address.to_string()),
        windows: person.sockets,
        nodes: nodes.clone(),
    };
    let people = app.shared.people.all().into_iter().map(view).collect();
    NodeReport { started: app.shared.started.0, people, load: load(app) }
}

/// All servers together that use the database.
struct Everywhere {
    started: u64,
    people: Vec<PersonView>,
    load: LoadView,
    nodes: Vec<NodeView>,
}

async fn everywhere(app: &App) -> Everywhere {
    let own = node_report(app);
    let mut all = Everywhere { started: own.started, people: own.people, load: own.load, nodes: Vec::new() };
    let Some(cluster) = &app.shared.cluster else { return all };
    let own_load = all.load.clone();
    all.load.questions += cluster.store.waiting_jobs().await.unwrap_or_default() as u32;
    let reports = cluster.census().await;
    if reports.is_empty() {
        return all;
    }
    let people = all.people.len() as u32;
    all.nodes.push(NodeView { node: cluster.node(), people, load: Some(own_load) });
    let mut known: HashMap<String, PersonView> =
        all.people.drain(..).map(|person| (person.player.clone(), person)).collect();
    for (node, report) in reports {
        let people = report.as_ref().map_or(0, |report| report.people.len() as u32);
        all.nodes.push(NodeView { node, people, load: report.as_ref().map(|report| report.load.clone()) });
        if let Some(NodeReport { started, people, load }) = report {
            all.started = all.started.max(started);
            all.load = sum(&all.load, &load);
            people.into_iter().for_each(|person| meet(&mut known, person));
        }
    }
    all.nodes.sort_by_key(|node| node.node);
    all.people = known.into_values().collect();
    all.people.sort_by_cached_key(|person| (person.name.to_lowercase(), person.player.clone()));
    all
}

/// Adds somebody who is at another server. Who is at several is told once.
fn meet(known: &mut HashMap<String, PersonView>, person: PersonView) {
    match known.get_mut(&person.player) {
        Some(known) => {
            known.windows += person.windows;
            known.nodes.extend(person.nodes);
            known.nodes.sort_unstable();
            known.address = known.address.take().or(person.address);
        }
        None => drop(known.insert(person.player.clone(), person)),
    }
}

fn sum(one: &LoadView, other: &LoadView) -> LoadView {
    let both = |one: Option<u64>, other: Option<u64>| one.zip(other).map(|(one, other)| one + other);
    LoadView {
        processor: both(one.processor, other.processor),
        processors: one.processors + other.processors,
        memory: both(one.memory, other.memory),
        moves: one.moves + other.moves,
        sockets: one.sockets + other.sockets,
        questions: one.questions + other.questions,
    }
}

/// Where somebody was last, at whichever server.
async fn address_of(app: &App, player: PlayerId) -> Option<ClientAddress> {
    if let Some(address) = app.shared.people.address_of(player) {
        return Some(address);
    }
    let cluster = app.shared.cluster.as_ref()?;
    let player = player.to_string();
    let mut people = cluster.census().await.into_values().flatten().flat_map(|report| report.people);
    let address: IpAddr = people.find(|person| person.player == player)?.address?.parse().ok()?;
    Some(address.into())
}

fn host_game(row: &GameRow) -> HostGame {
    let mut players: Vec<String> =
        row.seats.0.iter().filter_map(|holder| holder.player()).map(|player| player.to_string()).collect();
    players.dedup();
    HostGame {
        game: row.id.to_string(),
        white: row.white.clone(),
        black: row.black.clone(),
        players,
        rules: row.rules.clone(),
        clock: row.clock.as_ref().map(ToString::to_string),
        plies: row.plies,
        updated: row.updated.0,
    }
}

fn removals(app: &App, now: Moment) -> Vec<RemovalView> {
    let removals = app.shared.host.removals.get();
    let view = |removal: &crate::host::Removal| RemovalView {
        player: removal.player.clone(),
        name: removal.name.clone(),
        until: removal.until.0,
        address: removal.address.is_some(),
    };
    removals.at(now).map(view).collect()
}

fn reserved_name(reserved: &ReservedName) -> ReservedNameView {
    ReservedNameView { player: reserved.player.clone(), name: reserved.name.clone() }
}

fn load(app: &App) -> LoadView {
    LoadView {
        processor: processor_time().map(|time| time.as_millis() as u64),
        processors: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        memory: resident_memory(),
        moves: app.shared.metrics.moves(),
        sockets: app.sockets.total() as u32,
        questions: app.shared.workers.waiting() as u32,
    }
}

/// Switches something on or off, or announces something.
pub async fn change(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
    Body(wish): Body<HostChange>,
) -> Result<Json<HostView>, Error> {
    let HostChange {
        lobby_closed,
        sessions_closed,
        takebacks_off,
        computer_off,
        clocks_paused,
        announcement,
    } = wish;
    let change = SwitchChange {
        lobby_closed,
        sessions_closed,
        takebacks_off,
        computer_off,
        clocks_paused,
        announcement,
    };
    let shared = &app.shared;
    let now = shared.now.moment();
    shared.host.state.change(shared.store.as_ref(), |state| state.apply(change.clone(), now)).await?;
    shared.lobby.close(shared.host.state.with(|state| state.switches.lobby_closed));
    view_of(&app, &caller).await.map(Json)
}

/// A player as the host names one.
fn player_id(text: &str) -> Result<PlayerId, Error> {
    text.parse().map_err(|_| no_player())
}

fn no_player() -> Error {
    Error::NotFound(Grounds::plain(
        "no_player",
        ByLanguage { english: "nobody here has this id", german: "niemand hier hat diese Kennung" },
    ))
}

/// Ends what somebody has open, frees the seats that wait for an opponent, and keeps them away where that is wished. Games
/// that have begun go on: an opponent may claim them as those of anybody who left.
pub async fn remove(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
    Body(wish): Body<RemovePlayer>,
) -> Result<Json<HostView>, Error> {
    let player = known_player(&app, &wish.player).await?;
    let shared = &app.shared;
    if wish.minutes > 0 {
        let now = shared.now.moment();
        let until = now.after(Duration::from_secs(u64::from(wish.minutes) * 60));
        let address = if wish.address { address_of(&app, player.id).await } else { None };
        if wish.address && address.is_none() {
            let says = ByLanguage {
                english: "nobody knows any more where they came from: keep them away without that",
                german: "niemand weiß mehr, woher sie kamen: halte sie ohne das fern",
            };
            return Err(Error::refused("no_address", says));
        }
        let keep_away = |removals: &mut crate::host::Removals| {
            removals.add(&player, until, address, now);
            Ok(())
        };
        shared.host.removals.change(shared.store.as_ref(), keep_away).await?;
    }
    for token in shared.store.end_sessions(player.id, None).await? {
        app.session_cache.end(player.id, token);
    }
    // What was made before must not lead back to a seat from elsewhere.
    shared.store.end_tickets(player.id).await?;
    withdraw_open_games(&app, player.id).await?;
    app.shared.people.forget(player.id);
    if let Some(cluster) = &shared.cluster {
        cluster.tell_club(&ClubNews::Removed(player.id.to_string()));
    }
    view_of(&app, &caller).await.map(Json)
}

/// Somebody who is here, or has a name that is reserved.
async fn known_player(app: &App, id: &str) -> Result<PlayerRecord, Error> {
    let id = player_id(id)?;
    app.shared.store.player(id).await?.ok_or_else(no_player)
}

/// Takes back what somebody offers in the lobby or by a link.
async fn withdraw_open_games(app: &App, player: PlayerId) -> Result<(), Error> {
    let filter = GameFilter {
        player: Some(player),
        stage: Some(GameStage::Open),
        limit: GAMES,
        ..GameFilter::default()
    };
    for row in app.shared.store.games(filter).await? {
        if row.seats.0[0] != Holder::Person(player) {
            continue;
        }
        let listener = Listener { who: Some(player), ..Listener::default() };
        let submit = Submit { id: "removed".to_owned(), version: 0, action: Action::Abort, thought: None };
        // Somebody may just have taken the seat: then the game goes on like all others.
        let _ = app.shared.room(row.id).await?.submit(listener, PlayerCommand::try_from(submit)?).await;
    }
    Ok(())
}

/// The player whom a path names as its `{player}`.
#[derive(Deserialize)]
pub struct NamedPlayer {
    player: String,
}

/// Whether somebody was found, or that nobody was.
fn known(is_found: bool) -> Result<(), Error> {
    if is_found { Ok(()) } else { Err(no_player()) }
}

/// Lets somebody come again who was kept away.
pub async fn readmit(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
    Path(NamedPlayer { player }): Path<NamedPlayer>,
) -> Result<Json<HostView>, Error> {
    let store = app.shared.store.as_ref();
    app.shared.host.removals.change(store, |removals| known(removals.readmit(&player))).await?;
    view_of(&app, &caller).await.map(Json)
}

/// Reserves a name, with a code for whom it belongs to.
pub async fn reserve(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
    Body(wish): Body<ReserveName>,
) -> Result<(StatusCode, Json<RecoveryLink>), Error> {
    let shared = &app.shared;
    let name = player_name(&wish.name)?;
    let known = shared.host.names.get().find(&name).map(|reserved| reserved.player.clone());
    let owner = match wish.player.or(known) {
        Some(id) => PlayerRecord { name, ..known_player(&app, &id).await? },
        None => {
            let player = PlayerRecord { id: PlayerId::random(), name };
            shared.store.create_player(player.clone()).await?;
            player
        }
    };
    let reserve = |names: &mut crate::host::ReservedNames| names.add(&owner.name, owner.id);
    shared.host.names.change(shared.store.as_ref(), reserve).await?;
    shared.store.rename(owner.clone()).await?;
    app.session_cache.forget(owner.id);
    Ok((StatusCode::CREATED, Json(new_code(&app, &caller, &owner).await?)))
}

/// Lets anybody have a name again that was reserved.
pub async fn release(
    State(app): State<Arc<App>>,
    HostCaller(caller): HostCaller,
    Path(NamedPlayer { player }): Path<NamedPlayer>,
) -> Result<Json<HostView>, Error> {
    let store = app.shared.store.as_ref();
    app.shared.host.names.change(store, |names| known(names.release(&player))).await?;
    view_of(&app, &caller).await.map(Json)
}

/// Copies all games into a file.
pub async fn back_up(
    State(app): State<Arc<App>>,
    HostCaller(_): HostCaller,
) -> Result<(StatusCode, Json<BackupView>), Error> {
    let says = ByLanguage {
        english: "this server has no folder to copy",
        german: "dieser Server hat keinen Ordner, der gesichert werden könnte",
    };
    let backups = app.shared.config.backups.as_ref().ok_or_else(|| Error::refused("no_folder", says))?;
    let made =
        backups.make_now().await.map_err(|error| Error::refused("no_backup", Untranslated::new(error)))?;
    let view = BackupView { file: made.file.display().to_string(), games: made.games, bytes: made.bytes };
    Ok((StatusCode::CREATED, Json(view)))
}

/// Ends the server as Ctrl-C does: everybody is told, what was asked is answered, games wait on disk.
pub async fn shut_down(State(app): State<Arc<App>>, HostCaller(_): HostCaller) -> StatusCode {
    app.shared.host.shutdown.send_replace(true);
    StatusCode::NO_CONTENT
}
