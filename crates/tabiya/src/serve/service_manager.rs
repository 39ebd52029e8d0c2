//! What systemd, or whoever else started the server as a service, is told of it: that it is ready, that it still runs, that
//! it is about to end. It names a socket for that in the environment (`man sd_notify`); without one nobody is told.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};
use std::time::Duration;

use anyhow::{Context, bail};

/// The manager of this service, where there is one.
pub struct ServiceManager {
    door: Option<(UnixDatagram, SocketAddr)>,
    /// How long the manager waits for a sign of life before it starts the server anew.
    patience: Option<Duration>,
}

impl ServiceManager {
    pub fn of_environment() -> anyhow::Result<ServiceManager> {
        let door = std::env::var_os("NOTIFY_SOCKET").map(open).transpose();
        let door = door.context("NOTIFY_SOCKET names no socket that can be written to")?;
        Ok(ServiceManager { door, patience: patience()? })
    }

    pub fn ready(&self) {
        self.tell("READY=1");
    }

    pub fn stopping(&self) {
        self.tell("STOPPING=1");
    }

    /// Shows for ever that the server's threads still take turns, twice as often as the manager asks for.
    pub async fn stay_alive(&self) {
        let Some(patience) = self.patience else { return };
        let mut interval = tokio::time::interval(patience / 2);
        loop {
            interval.tick().await;
            self.tell("WATCHDOG=1");
        }
    }

    fn tell(&self, state: &str) {
        let Some((socket, address)) = &self.door else { return };
        if let Err(error) = socket.send_to_addr(state.as_bytes(), address) {
            tracing::warn!(%error, state, "whoever manages this service could not be told");
        }
    }
}

/// The socket of a name: a path, or behind an `@` a name that is no file's.
fn open(name: OsString) -> io::Result<(UnixDatagram, SocketAddr)> {
    let address = match name.as_bytes() {
        #[cfg(target_os = "linux")]
        [b'@', name @ ..] => {
            use std::os::linux::net::SocketAddrExt;
            SocketAddr::from_abstract_name(name)?
        }
        _ => SocketAddr::from_pathname(name)?,
    };
    let socket = UnixDatagram::unbound()?;
    // A manager that does not listen must not keep the server.
    socket.set_nonblocking(true)?;
    Ok((socket, address))
}

/// What the manager asks for, if it asks this process.
fn patience() -> anyhow::Result<Option<Duration>> {
    let number = |name| match std::env::var_os(name) {
        Some(text) => match text.to_str().and_then(|text| text.parse::<u64>().ok()) {
            Some(number) => Ok(Some(number)),
            None => bail!("{name} is no number: {}", text.display()),
        },
        None => Ok(None),
    };
    let is_other = number("WATCHDOG_PID")?.is_some_and(|id| id != u64::from(std::process::id()));
    let patience = number("WATCHDOG_USEC")?.filter(|&time| time > 1 && !is_other);
    Ok(patience.map(Duration::from_micros))
}
