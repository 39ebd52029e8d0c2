use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// Where proxies write for whom they ask, the nearest of them last.
const FORWARDED: &str = "x-forwarded-for";

/// Whose limits a request counts against: an address, or in IPv6 the network of one, which its owner has all of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Whose limits count for what comes from the other end of a connection.
    pub fn of(remote: IpAddr, headers: &HeaderMap, trusted: &[AddressRange]) -> ClientAddress {
        ClientAddress::from(client_ip(remote, headers, trusted))
    }
}

/// The client at the other end of a connection. What a proxy says of its own client counts where the settings trust that
/// proxy; what anybody else says could be made up.
pub(crate) fn client_ip(remote: IpAddr, headers: &HeaderMap, trusted: &[AddressRange]) -> IpAddr {
    let lines = headers.get_all(FORWARDED).iter().rev();
    let mut hops = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
    let mut address = remote.to_canonical();
    while is_in(trusted, address) {
        let Some(before) = hops.next().and_then(parse_hop) else { break };
        address = before.to_canonical();
    }
    address
}

/// Whether something says that a request was handed on by a proxy. Then it does not come from where the proxy is.
pub(crate) fn is_handed_on(headers: &HeaderMap) -> bool {
    [FORWARDED, "x-forwarded-host", "x-real-ip", "forwarded", "via"]
        .iter()
        .any(|name| headers.contains_key(*name))
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address => address,
        })
    }
}

/// Whether one of these ranges has an address in it.
pub(crate) fn is_in(ranges: &[AddressRange], address: IpAddr) -> bool {
    ranges.iter().any(|range| range.contains(address))
}

/// An address as proxies write it, some of them with a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|address| address.ip()))
}

/// An address, or all those that begin like it: `10.0.0.0/8`.
///
/// ```
/// use tabiya_server::AddressRange;
///
/// let range: AddressRange = "10.0.0.0/8".parse().unwrap();
/// assert!(range.contains([10, 1, 2, 3].into()) && !range.contains([11, 0, 0, 1].into()));
/// assert!("10.0.0.0/33".parse::<AddressRange>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    /// How many bits of it count.
    bits: u32,
}

/// The text names no address and no range of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnAddress;

impl fmt::Display for NotAnAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an address such as 127.0.0.1, or a network such as 10.0.0.0/8")
    }
}

impl std::error::Error for NotAnAddress {}

impl AddressRange {
    /// Whether an address is one of these.
    pub fn contains(&self, address: IpAddr) -> bool {
        let bits_differ = match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (u32::from(first) ^ u32::from(address)).checked_shr(32 - self.bits).unwrap_or(0) != 0
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (u128::from(first) ^ u128::from(address)).checked_shr(128 - self.bits).unwrap_or(0) != 0
            }
            _ => true,
        };
        !bits_differ
    }
}

impl FromStr for AddressRange {
    type Err = NotAnAddress;

    fn from_str(text: &str) -> Result<AddressRange, NotAnAddress> {
        let (first, bits) = text.split_once('/').map_or((text, None), |(first, bits)| (first, Some(bits)));
        let first: IpAddr = first.parse().map_err(|_| NotAnAddress)?;
        let all = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), str::parse).map_err(|_| NotAnAddress)?;
        if bits > all { Err(NotAnAddress) } else { Ok(AddressRange { first, bits }) }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(remote: &str, lines: &[&'static str], trusted: &[&str]) -> ClientAddress {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, HeaderValue::from_static(line));
        }
        let trusted: Vec<AddressRange> = trusted.iter().map(|range| range.parse().unwrap()).collect();
        ClientAddress::of(remote.parse().unwrap(), &headers, &trusted)
    }

    fn address(text: &str) -> ClientAddress {
        ClientAddress::from(text.parse::<IpAddr>().unwrap())
    }

    #[test]
    fn only_trusted_proxies_say_for_whom_they_ask() {
        let proxies = ["127.0.0.1", "10.0.0.0/8", "::1"];
        for (remote, lines, expected) in [
            ("127.0.0.1", &["203.0.113.7"] as &[_], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.9, 203.0.113.7, 10.1.2.3"], "203.0.113.7"),
            ("127.0.0.1", &["198.51.100.9", "203.0.113.7:4711"], "203.0.113.7"),
            ("::1", &["[2001:db8::1]:443"], "2001:db8::1"),
            ("::ffff:127.0.0.1", &["2001:db8::1"], "2001:db8::1"),
            ("127.0.0.1", &["10.0.0.1"], "10.0.0.1"),
            ("127.0.0.1", &["203.0.113.7, unknown"], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
            ("203.0.113.7", &["198.51.100.9"], "203.0.113.7"),
        ] {
            assert_eq!(client(remote, lines, &proxies), address(expected), "{remote} {lines:?}");
        }
        assert_eq!(client("127.0.0.1", &["203.0.113.7"], &[]), address("127.0.0.1"));
    }

    #[test]
    fn whoever_has_a_network_counts_once() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:1"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
        assert_ne!(address("10.0.0.1"), address("10.0.0.2"));
    }

    #[test]
    fn ranges_are_read_or_refused() {
        for (range, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("0.0.0.0/0", "203.0.113.7", "::1"),
            ("2001:db8::/32", "2001:db8:1::1", "2001:db9::1"),
            ("::1", "::1", "127.0.0.1"),
        ] {
            let range: AddressRange = range.parse().unwrap();
            assert!(range.contains(inside.parse().unwrap()), "{range:?}");
            assert!(!range.contains(outside.parse().unwrap()), "{range:?}");
        }
        for text in ["", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert_eq!(text.parse::<AddressRange>(), Err(NotAnAddress), "{text}");
        }
    }
}
