//! What the host of a server has set, and who is the host.
//!
//! **Everything outlasts a restart.** What is set is kept before it holds (`kept_value.rs`): switches, times in which games
//! were held, who was asked to stay away, names that are reserved.
//!
//! **Held games.** While the host has paused all clocks, games with a clock are held; while the computer is switched off,
//! games against it are. In a held game nobody can do anything and nobody's time runs. Nothing is written when a hold
//! begins: what is kept is from when to when the host held games, and a room notes the interruption when the hold has
//! ended. A server that was killed meanwhile finds the same times again, together with those in which no server ran
//! (`hold.rs`).
//!
//! **Who is the host** is told in `access.rs`.

mod access;
mod hold;
mod kept_value;
mod removals;
mod reserved_names;
mod switches;
mod token;

use std::sync::Arc;

use tabiya_game::Moment;
use tokio::sync::watch;

use crate::cluster::Cluster;
use crate::store::Store;
use crate::{Error, PlayerId};

pub(crate) use access::{HOST_COOKIE, HostProof, is_host_place, user_at};
pub(crate) use hold::HoldSubject;
use kept_value::KeptValue;
pub(crate) use removals::{Removal, Removals};
pub(crate) use reserved_names::{ReservedName, ReservedNames};
pub use switches::HostSwitches;
pub(crate) use switches::{HostState, SwitchChange, computer_off};
pub(crate) use token::is_host_token;
pub use token::{host_links, renew_host_token};

/// All that the host has set.
pub(crate) struct HostControl {
    pub state: KeptValue<HostState>,
    pub removals: KeptValue<Removals>,
    pub names: KeptValue<ReservedNames>,
    /// Turns true when the host wants the server to end.
    pub shutdown: watch::Sender<bool>,
}

impl HostControl {
    /// What is set is set for all nodes of a cluster.
    pub fn of(cluster: Option<Arc<Cluster>>) -> HostControl {
        HostControl {
            state: KeptValue::new("host", cluster.clone()),
            removals: KeptValue::new("removals", cluster.clone()),
            names: KeptValue::new("reserved names", cluster),
            shutdown: watch::Sender::new(false),
        }
    }

    /// Reads what was set before. What cannot be read is as if it had never been set, and is no reason to lose the rest.
    pub async fn load(&self, store: &dyn Store) {
        let loaded =
            [self.state.load(store).await, self.removals.load(store).await, self.names.load(store).await];
        for error in loaded.into_iter().filter_map(Result::err) {
            tracing::error!(?error, "what the host has set cannot be read");
        }
    }

    /// Takes in what was set at another node.
    pub async fn refresh(&self, store: &dyn Store) {
        tokio::join!(self.state.refresh(store), self.removals.refresh(store), self.names.refresh(store));
    }

    /// Whether something that was set could not be read, and was not set again since.
    pub fn is_lost(&self) -> bool {
        self.state.is_lost() || self.removals.is_lost() || self.names.is_lost()
    }

    /// Waits until the host wants the server to end.
    pub async fn is_shut_down(&self) {
        let mut shutdown = self.shutdown.subscribe();
        // The sender lives as long as this does.
        let _ = shutdown.wait_for(|is_wanted| *is_wanted).await;
    }

    /// Refuses a name that is reserved for somebody else.
    pub fn check_name(&self, name: &str, player: Option<PlayerId>) -> Result<(), Error> {
        self.names.get().check(name, player)
    }

    /// Refuses whoever was asked to stay away.
    pub fn check_player(&self, player: PlayerId, now: Moment) -> Result<(), Error> {
        self.removals.get().check_player(player, now)
    }
}
