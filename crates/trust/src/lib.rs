//! Whom to believe who they are at the other end of an encrypted connection: for boards that play on servers, and for servers
//! that use a database.

mod tls_trust;

pub use tls_trust::{Belief, TlsTrust, TrustFileFault};
