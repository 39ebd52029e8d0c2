use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio::task::JoinHandle;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config};

use super::encrypted_line::DatabaseTls;
use super::error::in_full;
use crate::store::StoreError;
use crate::tls::LineEncryption;

/// How many connections there are at most, beside the one that holds the claim. PostgreSQL has a hundred in all, unless it is told
/// otherwise.
pub const CONNECTIONS: usize = 8;

/// How long a connection may take to come about, or to become free.
const PATIENCE: Duration = Duration::from_secs(5);

/// What every connection asks for. A server that was cut off must not hold rows for long.
const OPTIONS: &str = "-c synchronous_commit=on -c statement_timeout=60s -c lock_timeout=20s \
                       -c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=5 \
                       -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3";

/// Where a database is, who asks, and how the line to it is encrypted: `postgres://club:secret@db.example.org/chess?sslmode=verify-full`.
#[derive(Clone)]
pub struct DatabaseAddress {
    config: Config,
    tls: DatabaseTls,
}

impl DatabaseAddress {
    pub fn parse(address: &str) -> Result<DatabaseAddress, StoreError> {
        let wrong =
            |why: String| StoreError::Other(format!("this is no address of a PostgreSQL database: {why}"));
        if has_bare_signs(address) {
            let why = "signs such as / ? # @ : in a password are written as %2F %3F %23 %40 %3A";
            return Err(wrong(why.to_owned()));
        }
        let (address, encryption) = LineEncryption::split(address).map_err(wrong)?;
        let mut config: Config = address.parse().map_err(|error| wrong(in_full(&error)))?;
        let options = match config.get_options() {
            Some(wished) => format!("{OPTIONS} {wished}"),
            None => OPTIONS.to_owned(),
        };
        config.options(options).application_name("tabiya").keepalives_idle(Duration::from_secs(10));
        config.connect_timeout(PATIENCE).tcp_user_timeout(Duration::from_secs(10));
        if config.get_hosts().is_empty() {
            // What has no name is to have a certificate for its IP address.
            for ip in config.get_hostaddrs().to_vec() {
                config.host(ip.to_string());
            }
        }
        // Nobody listens at a socket in a folder, and nothing is encrypted there. Where there is a `hostaddr`, the line goes there.
        let hosts = config.get_hosts();
        let is_socket = config.get_hostaddrs().is_empty()
            && !hosts.is_empty()
            && hosts.iter().all(|host| matches!(host, Host::Unix(_)));
        config.ssl_mode(if is_socket { SslMode::Disable } else { encryption.mode() });
        let trust = encryption.trust().map_err(|fault| StoreError::Other(format!("sslrootcert: {fault}")))?;
        Ok(DatabaseAddress { config, tls: DatabaseTls::new(&trust) })
    }

    /// A few connections for all.
    pub fn pool(&self) -> Result<Pool, StoreError> {
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(self.config.clone(), self.tls.clone(), manager))
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE));
        pool.build().map_err(|error| StoreError::Other(error.to_string()))
    }

    /// One connection, and what ends with it.
    pub async fn connect(&self) -> Result<(Client, JoinHandle<()>), tokio_postgres::Error> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        let connection = tokio::spawn(async move {
            let _ = connection.await;
        });
        Ok((client, connection))
    }
}

/// Whether a name or password has signs in it that end it in an address: what follows them would be told as if it were none.
fn has_bare_signs(address: &str) -> bool {
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let secret = rest.rsplit_once('@').map_or("", |(secret, _)| secret);
    let is_in_query = secret.split_once('?').is_some_and(|(place, _)| place.contains('@'));
    !is_in_query && secret.contains(['/', '?', '#', '@'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sockets_in_folders_go_without_encryption() {
        for (address, mode) in [
            ("postgres:///c?host=/run&sslmode=verify-full", SslMode::Disable),
            ("postgres://%2Frun,%2Ftmp/c?sslmode=verify-full", SslMode::Disable),
            ("postgres://a@b/c", SslMode::Prefer),
            ("postgres://a@b/c?sslmode=disable", SslMode::Disable),
            ("postgres://a@b/c?hostaddr=10.0.0.20&sslmode=verify-full", SslMode::Require),
            ("postgres://a@/c?hostaddr=10.0.0.20&sslmode=verify-full", SslMode::Require),
            ("postgres://a@/c?hostaddr=10.0.0.20,10.0.0.22&sslmode=require", SslMode::Require),
            ("postgres://a@/c?hostaddr=10.0.0.20", SslMode::Prefer),
            ("postgres://a@%2Frun/c?hostaddr=10.0.0.20&sslmode=require", SslMode::Require),
            ("postgres://%2Frun,b/c?sslmode=require", SslMode::Require),
            ("postgres:///c?sslmode=require", SslMode::Require),
        ] {
            let parsed = DatabaseAddress::parse(address).unwrap();
            assert_eq!(parsed.config.get_ssl_mode(), mode, "{address}");
        }
    }
}
