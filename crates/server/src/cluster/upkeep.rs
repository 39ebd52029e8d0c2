//! What a node does without being asked: signs of life, the clocks of the games for which it stands first, and what heals where news were
//! lost.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::engine_jobs::work_at_jobs;
use super::pulse::BEAT;
use super::{ClubNews, Cluster};
use crate::http::{App, node_report};
use crate::postgres::MISSED;
use crate::{GameId, StoreError};

/// How often a node gives a sign of life.
const SIGN: Duration = Duration::from_millis(500);

/// How often everything in memory is compared with what is kept, where no news were lost.
const HEAL: Duration = Duration::from_secs(2);

/// After how many of these whoever has a connection by a session makes sure of it.
const DOUBT: u32 = 5;

/// How often it is looked for games for which this node stands first and which it has not opened.
const SWEEP: Duration = Duration::from_secs(10);

/// How often it is told what this node shows of its games: soon where it has changed.
const SHOW_CHANGED: Duration = Duration::from_millis(250);
const SHOW: Duration = Duration::from_secs(4);

/// Keeps a node in its cluster.
pub(crate) async fn keep_up(app: Arc<App>, cluster: Arc<Cluster>) {
    tokio::join!(
        feel_pulse(&app, &cluster),
        give_signs(&app, &cluster),
        heal(&app, &cluster),
        hear(&app, &cluster),
        show(&app, &cluster),
        keep_clocks(&app, &cluster),
        work_at_jobs(&app, &cluster),
    );
}

/// Notices when this node stood still, and begins another run then.
async fn feel_pulse(app: &App, cluster: &Cluster) {
    loop {
        if cluster.pulse.is_missed() {
            renew(app, cluster).await;
        } else {
            cluster.pulse.feel();
        }
        sleep(BEAT).await;
    }
}

async fn renew(app: &App, cluster: &Cluster) {
    tracing::warn!("this node stood still for a while: nobody who plays here pays for that");
    loop {
        match timeout(MISSED, cluster.store.begin_anew()).await {
            Ok(Ok(runs)) => {
                app.shared.note_runs(&runs);
                return cluster.pulse.renew(cluster.node());
            }
            _ => sleep(BEAT).await,
        }
    }
}

async fn give_signs(app: &App, cluster: &Cluster) {
    let mut ticks = interval(SIGN);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // A sign would hide that this run has stood still.
        if cluster.pulse.is_missed() {
            continue;
        }
        let silent = || StoreError::Away("it does not answer".to_owned());
        let beaten = timeout(MISSED, cluster.store.beat()).await.unwrap_or_else(|_| Err(silent()));
        app.shared.note_store(beaten.as_ref().err());
        let Ok(heartbeat) = beaten else { continue };
        cluster.clock_error.store(heartbeat.error.as_micros() as u64, Ordering::Relaxed);
        cluster.members.send_if_modified(|members| {
            let is_other = **members != heartbeat.live;
            if is_other {
                *members = Arc::new(heartbeat.live);
            }
            is_other
        });
    }
}

/// Compares what is in memory with what is kept, again and again, and at once where news may have been lost.
async fn heal(app: &App, cluster: &Cluster) {
    let mut losses = cluster.bus.losses();
    losses.mark_unchanged();
    let mut round = 0_u32;
    loop {
        let were_lost = timeout(HEAL, losses.changed()).await.is_ok();
        if were_lost {
            // One loss seldom comes alone.
            sleep(SHOW_CHANGED).await;
            losses.mark_unchanged();
        }
        round += 1;
        if let Err(error) = heal_once(app, cluster, were_lost || round.is_multiple_of(DOUBT)).await {
            tracing::debug!(%error, "what is in memory could not be compared");
        }
    }
}

async fn heal_once(app: &App, cluster: &Cluster, is_doubted: bool) -> Result<(), StoreError> {
    let shared = &app.shared;
    let rooms = shared.open_rooms();
    if !rooms.is_empty() {
        let games: Vec<_> = rooms.iter().map(|(game, _)| *game).collect();
        let mut marks = cluster.store.marks(&games).await?;
        for (game, room) in rooms {
            room.compare(marks.remove(&game));
        }
    }
    let tokens = app.session_cache.tokens();
    if !tokens.is_empty() {
        let known = cluster.store.sessions(&tokens).await?;
        app.session_cache.settle(&tokens, known);
    }
    if is_doubted {
        app.session_cache.doubt();
    }
    take_host_settings(app).await;
    shared.lobby.forget_silent();
    shared.running_games.forget_silent();
    Ok(())
}

async fn take_host_settings(app: &App) {
    let shared = &app.shared;
    shared.host.refresh(shared.store.as_ref()).await;
    shared.lobby.close(shared.host.state.with(|state| state.switches.lobby_closed));
}

/// Hears what other nodes tell.
async fn hear(app: &App, cluster: &Cluster) {
    let mut heard = cluster.club_news().await;
    while let Some((node, news)) = heard.next().await {
        match news {
            ClubNews::Player { player, ended } => {
                if let Ok(player) = player.parse() {
                    app.session_cache.hear(player, &ended);
                }
            }
            ClubNews::Census(census) => {
                let report = Box::new(node_report(app));
                cluster.tell_club(&ClubNews::Report { census, report });
            }
            ClubNews::Report { census, report } => cluster.census_desk.hear(census, node, *report),
            ClubNews::Removed(player) => {
                if let Ok(player) = player.parse() {
                    app.shared.people.forget(player);
                }
            }
            ClubNews::Job => cluster.engine_jobs.look(),
            ClubNews::Host => take_host_settings(app).await,
            ClubNews::Shown { lobby, running } => {
                app.shared.lobby.show_of(node, lobby);
                app.shared.running_games.show_of(node, running);
            }
        }
    }
}

/// Tells what this node shows of its games.
async fn show(app: &App, cluster: &Cluster) {
    let (lobby, running) = (&app.shared.lobby, &app.shared.running_games);
    let mut shown = None;
    let mut told = Instant::now();
    loop {
        sleep(SHOW_CHANGED).await;
        lobby.expire(app.shared.now.moment());
        let now = (lobby.changes(), running.changes());
        if shown != Some(now) || told.elapsed() > SHOW {
            cluster.tell_club(&ClubNews::Shown { lobby: lobby.own(), running: running.own() });
            (shown, told) = (Some(now), Instant::now());
        }
    }
}

/// Opens the games with clocks for which this node stands first, so that their flags fall whoever has died.
async fn keep_clocks(app: &App, cluster: &Cluster) {
    let mut members = cluster.members();
    let mut failed = HashSet::new();
    let mut is_tidy = false;
    loop {
        members.mark_unchanged();
        let is_ours = |game: &GameId| cluster.is_first(*game) && !failed.contains(game);
        if let Ok(games) = app.shared.store.timed_games().await {
            let ours = games.into_iter().filter(is_ours).collect();
            // A game that is damaged is told once, and not again every ten seconds.
            failed.extend(app.shared.load_games(ours).await);
            app.shared.note_loaded();
            if !is_tidy {
                is_tidy = true;
                app.shared.forget_past().await;
            }
        }
        let _ = timeout(SWEEP, members.changed()).await;
    }
}
