use std::path::{Path, PathBuf};

use tabiya_trust::{Belief, TlsTrust, TrustFileFault};

/// What the address of a database, or of what carries news, says of encryption (`sslmode`, `sslrootcert`), as PostgreSQL's own
/// programs understand it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineEncryption {
    mode: Option<SslMode>,
    root: Option<PathBuf>,
}

/// What is wanted of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SslMode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl LineEncryption {
    /// Takes what it is about out of an address; what is left is the rest of it.
    pub fn split(address: &str) -> Result<(String, LineEncryption), String> {
        let mut encryption = LineEncryption::default();
        let Some((place, query)) = address.split_once('?') else {
            return Ok((address.to_owned(), encryption));
        };
        let mut rest = Vec::new();
        let mut is_system = false;
        for word in query.split('&') {
            match word.split_once('=') {
                Some(("sslmode", mode)) => encryption.mode = Some(SslMode::parse(mode)?),
                Some(("sslrootcert", file)) => {
                    encryption.root = root(file)?;
                    is_system = encryption.root.is_none();
                }
                _ => rest.push(word),
            }
        }
        // Anybody has a certificate by those whom a system trusts: without the name it says nothing.
        match encryption.mode {
            None if is_system => encryption.mode = Some(SslMode::VerifyFull),
            Some(mode) if is_system && mode != SslMode::VerifyFull => {
                return Err("with sslrootcert=system, sslmode is verify-full or left out".to_owned());
            }
            _ => {}
        }
        let place = place.to_owned();
        let rest = if rest.is_empty() { place } else { format!("{place}?{}", rest.join("&")) };
        Ok((rest, encryption))
    }

    /// The same where the address begins with `tls://`, which no mode takes back.
    pub fn encrypted(mut self) -> Result<LineEncryption, String> {
        match self.mode {
            Some(SslMode::Disable | SslMode::Prefer) => {
                let why = "a line by tls:// is encrypted: sslmode is require, verify-ca or verify-full, or left out";
                return Err(why.to_owned());
            }
            None => self.mode = Some(SslMode::VerifyFull),
            Some(SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull) => {}
        }
        Ok(self)
    }

    /// Whether there is to be no connection without encryption.
    pub fn is_required(&self) -> bool {
        self.mode() == tokio_postgres::config::SslMode::Require
    }

    /// Whether a connection without encryption will do.
    pub fn mode(&self) -> tokio_postgres::config::SslMode {
        match self.mode {
            Some(SslMode::Disable) => tokio_postgres::config::SslMode::Disable,
            // Whoever names a certificate wants it to be looked at.
            Some(SslMode::Prefer) | None if self.root.is_none() => tokio_postgres::config::SslMode::Prefer,
            _ => tokio_postgres::config::SslMode::Require,
        }
    }

    /// The same where encryption is wanted whatever the address says: whom to believe.
    pub fn trust(&self) -> Result<TlsTrust, TrustFileFault> {
        TlsTrust::of(self.root.as_deref(), self.belief())
    }

    /// The same where whoever says nothing wants the name to be looked at.
    pub fn strict_trust(&self) -> Result<TlsTrust, TrustFileFault> {
        let belief = if self.mode.is_none() { Belief::OwnName } else { self.belief() };
        TlsTrust::of(self.root.as_deref(), belief)
    }

    fn belief(&self) -> Belief {
        match (self.mode, &self.root) {
            (Some(SslMode::VerifyFull), _) => Belief::OwnName,
            (Some(SslMode::VerifyCa), _) | (_, Some(_)) => Belief::AnyName,
            (_, None) => Belief::Anything,
        }
    }
}

impl SslMode {
    fn parse(word: &str) -> Result<SslMode, String> {
        Ok(match word {
            "disable" => SslMode::Disable,
            "allow" | "prefer" => SslMode::Prefer,
            "require" => SslMode::Require,
            "verify-ca" => SslMode::VerifyCa,
            "verify-full" => SslMode::VerifyFull,
            _ => return Err("sslmode is disable, prefer, require, verify-ca or verify-full".to_owned()),
        })
    }
}

/// The file of the certificates that are believed; none for those of the system.
fn root(file: &str) -> Result<Option<PathBuf>, String> {
    let decoded = decode(file).ok_or("sslrootcert is no path")?;
    Ok((decoded != "system").then(|| Path::new(&decoded).to_owned()))
}

/// A text in which bytes are written as `%2F`.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut left = text.bytes();
    while let Some(byte) = left.next() {
        let byte = match byte {
            b'%' => {
                let digits = [left.next()?, left.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other => other,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whom_to_believe() {
        use tokio_postgres::config::SslMode as Wanted;
        for (address, rest, wanted, belief, root) in [
            ("postgres://a@b/c", "postgres://a@b/c", Wanted::Prefer, Belief::Anything, None),
            ("postgres://a@b/c?sslmode=disable", "postgres://a@b/c", Wanted::Disable, Belief::Anything, None),
            (
                "postgres://a@b/c?sslmode=require&x=y",
                "postgres://a@b/c?x=y",
                Wanted::Require,
                Belief::Anything,
                None,
            ),
            (
                "p?sslmode=require&sslrootcert=%2Fetc/a.pem",
                "p",
                Wanted::Require,
                Belief::AnyName,
                Some("/etc/a.pem"),
            ),
            ("p?sslrootcert=/a.pem", "p", Wanted::Require, Belief::AnyName, Some("/a.pem")),
            ("p?sslmode=verify-ca", "p", Wanted::Require, Belief::AnyName, None),
            ("p?sslmode=verify-full&sslrootcert=system", "p", Wanted::Require, Belief::OwnName, None),
            ("p?sslrootcert=system", "p", Wanted::Require, Belief::OwnName, None),
        ] {
            let (found, encryption) = LineEncryption::split(address).unwrap();
            assert_eq!(
                (found.as_str(), encryption.mode(), encryption.belief()),
                (rest, wanted, belief),
                "{address}"
            );
            assert_eq!(encryption.root.as_deref(), root.map(Path::new), "{address}");
        }
        for address in [
            "p?sslmode=full",
            "p?sslrootcert=%zz",
            "p?sslrootcert=%2",
            "p?sslmode=disable&sslrootcert=system",
            "p?sslrootcert=system&sslmode=prefer",
            "p?sslmode=require&sslrootcert=system",
            "p?sslrootcert=%73ystem&sslmode=verify-ca",
        ] {
            assert!(LineEncryption::split(address).is_err(), "{address}");
        }
    }

    #[test]
    fn what_is_said_to_be_encrypted_is() {
        for (address, wish) in [
            ("tls://a", Some(Belief::OwnName)),
            ("tls://a?sslrootcert=/a.pem", Some(Belief::OwnName)),
            ("tls://a?sslrootcert=system", Some(Belief::OwnName)),
            ("tls://a?sslmode=require", Some(Belief::Anything)),
            ("tls://a?sslmode=verify-ca", Some(Belief::AnyName)),
            ("tls://a?sslmode=disable", None),
            ("tls://a?sslmode=prefer", None),
            ("tls://a?sslmode=allow&sslrootcert=/a.pem", None),
        ] {
            let (_, encryption) = LineEncryption::split(address).unwrap();
            let encryption = encryption.encrypted().ok();
            assert!(encryption.as_ref().is_none_or(LineEncryption::is_required), "{address}");
            assert_eq!(encryption.map(|encryption| encryption.belief()), wish, "{address}");
        }
    }
}
