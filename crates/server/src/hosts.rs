use std::net::{IpAddr, SocketAddr, UdpSocket};
use tabiya_rules::{ByLanguage, Language};

use crate::Tls;

/// What the server goes by: which names a request may call it, and what links begin with.
pub(crate) struct Hosts {
    listen: SocketAddr,
    /// Such as `https://chess.example.org`, without a slash at its end.
    public: Option<String>,
    /// How connections to the server itself are made.
    scheme: Scheme,
    /// What the certificate calls the server, with its port.
    certified: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Scheme {
    fn name(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    /// The port that nobody types.
    fn port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

/// By which names a machine calls itself.
const LOOPBACK_NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

impl Hosts {
    pub fn new(listen: SocketAddr, public: Option<&str>, tls: Option<&Tls>) -> Hosts {
        let public = public.map(|url| url.trim_end_matches('/').to_ascii_lowercase());
        let scheme = if tls.is_some() { Scheme::Https } else { Scheme::Http };
        let certified = tls.and_then(Tls::name).map(|name| at_port(&name, listen.port(), scheme));
        Hosts { listen, public, scheme, certified }
    }

    /// Whether a request that calls the server `host` is meant for it. A name that somebody made to lead here is not
    /// ours: that is how pages of others reach into the networks of their visitors.
    pub fn is_ours(&self, host: &str, local: Option<SocketAddr>) -> bool {
        let host = host.to_ascii_lowercase();
        let port = self.listen.port();
        let is_at = |name: &str| is_at(&host, name, port, self.scheme);
        let is_loopback = LOOPBACK_NAMES.into_iter().any(is_at);
        let is_listen = [Some(self.listen), local]
            .into_iter()
            .flatten()
            .any(|address| !address.ip().is_unspecified() && is_at(&name_of(address.ip())));
        let is_public = self.public.as_deref().is_some_and(|url| url.split("//").nth(1) == Some(&host));
        let is_certified = self.certified.as_deref() == Some(&host);
        is_loopback || is_listen || is_public || is_certified
    }

    /// Whether a machine calls itself so, with whatever port.
    pub fn is_loopback_name(host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        LOOPBACK_NAMES
            .iter()
            .any(|name| host.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':')))
    }

    /// Whether a page of ours, seen under `host`, has this origin.
    pub fn is_origin(&self, origin: &str, host: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        let is_public = self.public.as_deref() == Some(origin.as_str());
        let is_plain = origin == format!("{}://{}", self.scheme.name(), host.to_ascii_lowercase());
        // Behind a public URL with its own host, only that URL is the origin of its pages.
        let is_public_host = self.public.as_deref().is_some_and(|url| url.split("//").nth(1) == Some(host));
        is_public || is_plain && !is_public_host
    }

    /// Whether pages come over an encrypted connection.
    pub fn is_secure(&self) -> bool {
        self.scheme == Scheme::Https || self.public.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether only this machine can reach the server.
    pub fn is_loopback_only(&self) -> bool {
        self.public.is_none() && self.listen.ip().is_loopback()
    }

    /// What to do about that.
    pub fn hint(&self, language: Language) -> Option<String> {
        let says = ByLanguage {
            english: "Only this computer can reach the server, so nobody else can follow the link. \
                      Start it with: tabiya serve --lan",
            german: "Nur dieser Computer erreicht den Server, also kann niemand sonst dem Link folgen. \
                     Starte ihn mit: tabiya serve --lan",
        };
        self.is_loopback_only().then(|| language.choose(says).to_owned())
    }

    /// What links begin with, for somebody who calls the server `host`.
    pub fn base(&self, host: &str) -> String {
        match &self.public {
            Some(url) => url.clone(),
            None if self.listen.ip().is_loopback() => format!("{}://{host}", self.scheme.name()),
            None => self.address(),
        }
    }

    /// Where this machine finds the server.
    pub fn loopback_address(&self) -> String {
        let ip = self.listen.ip();
        let ip = if ip.is_unspecified() { IpAddr::from([127, 0, 0, 1]) } else { ip };
        format!("{}://{}:{}", self.scheme.name(), name_of(ip), self.listen.port())
    }

    /// Where the server is found, as people on the same network type it.
    pub fn address(&self) -> String {
        if let Some(url) = &self.public {
            return url.clone();
        }
        if let Some(host) = &self.certified {
            return format!("{}://{host}", self.scheme.name());
        }
        let ip = if self.listen.ip().is_unspecified() { lan_address() } else { None };
        let ip = ip.unwrap_or_else(|| match self.listen.ip() {
            ip if ip.is_unspecified() => IpAddr::from([127, 0, 0, 1]),
            ip => ip,
        });
        format!("{}://{}:{}", self.scheme.name(), name_of(ip), self.listen.port())
    }
}

/// A name with the port behind it, as browsers write it.
fn at_port(name: &str, port: u16, scheme: Scheme) -> String {
    if port == scheme.port() { name.to_owned() } else { format!("{name}:{port}") }
}

fn is_at(host: &str, name: &str, port: u16, scheme: Scheme) -> bool {
    match host.strip_prefix(name) {
        Some("") => port == scheme.port(),
        Some(rest) => rest.strip_prefix(':').is_some_and(|text| text.parse() == Ok(port)),
        None => false,
    }
}

fn name_of(ip: IpAddr) -> String {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// The address that others on the network see. Nothing is sent to find it: the system only says which it would use.
fn lan_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // An address for documentation, which nobody has.
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(listen: &str, public: Option<&str>) -> Hosts {
        Hosts::new(listen.parse().unwrap(), public, None)
    }

    #[test]
    fn only_our_names_are_ours() {
        let lan: SocketAddr = "192.168.1.5:8064".parse().unwrap();
        let ours = hosts("0.0.0.0:8064", Some("https://Chess.example.org/"));
        for host in [
            "127.0.0.1:8064",
            "localhost:8064",
            "LOCALHOST:8064",
            "[::1]:8064",
            "192.168.1.5:8064",
            "chess.example.org",
        ] {
            assert!(ours.is_ours(host, Some(lan)), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.0.0.1:8064.evil.example",
            "localhost.evil.example:8064",
            "192.168.1.6:8064",
            "0.0.0.0:8064",
            "chess.example.org:8064",
            "127.0.0.1:8064:8064",
            "127.0.0.1:+8064x",
        ] {
            assert!(!ours.is_ours(host, Some(lan)), "{host}");
        }
    }

    #[test]
    fn origins_match_exactly() {
        let ours = hosts("127.0.0.1:8064", None);
        assert!(ours.is_origin("http://127.0.0.1:8064", "127.0.0.1:8064"));
        for origin in [
            "null",
            "",
            "http://localhost:8064",
            "https://127.0.0.1:8064",
            "http://127.0.0.1:80",
            "http://127.0.0.1:8064.evil.example",
        ] {
            assert!(!ours.is_origin(origin, "127.0.0.1:8064"), "{origin}");
        }
        let public = hosts("127.0.0.1:8064", Some("https://chess.example.org"));
        assert!(public.is_origin("https://chess.example.org", "chess.example.org"));
        assert!(!public.is_origin("http://chess.example.org", "chess.example.org"));
    }

    #[test]
    fn links_begin_with_what_others_can_reach() {
        assert_eq!(hosts("127.0.0.1:8064", None).base("localhost:8064"), "http://localhost:8064");
        assert_eq!(hosts("10.0.0.7:8064", None).base("localhost:8064"), "http://10.0.0.7:8064");
        assert_eq!(hosts("0.0.0.0:1", Some("https://a.example/")).base("x"), "https://a.example");
    }
}
