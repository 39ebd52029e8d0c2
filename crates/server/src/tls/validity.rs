//! What a certificate says of itself that nobody else tells us: until when it holds, and for which names. Only as much of DER is
//! read as that takes; whatever is odd about a certificate, the parser ends with `None`.

use tabiya_game::{Date, Moment};

/// What we want to know of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CertificateFacts {
    /// Before it, the certificate does not hold yet.
    pub from: Option<Moment>,
    /// After it, the certificate does not hold any more.
    pub until: Option<Moment>,
    /// The names of machines that it is for, without those with a star.
    pub names: Vec<String>,
}

impl CertificateFacts {
    pub fn of(certificate: &[u8]) -> CertificateFacts {
        read(certificate).unwrap_or_default()
    }
}

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
const OCTETS: u8 = 0x04;
const OBJECT: u8 = 0x06;
const UTC_TIME: u8 = 0x17;
const TIME: u8 = 0x18;
/// The version and the extensions of a certificate, and a name of a machine among its names.
const VERSION: u8 = 0xa0;
const EXTENSIONS: u8 = 0xa3;
const DNS_NAME: u8 = 0x82;

/// `2.5.29.17`: whom a certificate is for.
const ALTERNATIVE_NAMES: &[u8] = &[0x55, 0x1d, 0x11];

fn read(certificate: &[u8]) -> Option<CertificateFacts> {
    let (whole, _) = value(certificate, SEQUENCE)?;
    let (mut rest, _) = value(whole, SEQUENCE)?;
    if let Some((_, after)) = value(rest, VERSION) {
        rest = after;
    }
    // The number, the algorithm, who issued it; then the dates.
    for tag in [INTEGER, SEQUENCE, SEQUENCE] {
        rest = value(rest, tag)?.1;
    }
    let (dates, mut rest) = value(rest, SEQUENCE)?;
    let (from, after) = time(dates)?;
    let (until, _) = time(after)?;
    let mut names = Vec::new();
    while let Some((tag, content, after)) = element(rest) {
        if tag == EXTENSIONS {
            names = alternative_names(content).unwrap_or_default();
        }
        rest = after;
    }
    Some(CertificateFacts { from: Some(from), until: Some(until), names })
}

fn alternative_names(extensions: &[u8]) -> Option<Vec<String>> {
    let (mut rest, _) = value(extensions, SEQUENCE)?;
    while let Some((extension, after)) = value(rest, SEQUENCE) {
        rest = after;
        let (object, mut content) = value(extension, OBJECT)?;
        if object != ALTERNATIVE_NAMES {
            continue;
        }
        // It may say whether it is critical.
        if let Some((tag, _, after)) = element(content)
            && tag != OCTETS
        {
            content = after;
        }
        let (octets, _) = value(content, OCTETS)?;
        let (mut list, _) = value(octets, SEQUENCE)?;
        let mut names = Vec::new();
        while let Some((tag, name, after)) = element(list) {
            let name = std::str::from_utf8(name).unwrap_or_default();
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
            if tag == DNS_NAME && !name.is_empty() && name.bytes().all(is_plain) {
                names.push(name.to_ascii_lowercase());
            }
            list = after;
        }
        return Some(names);
    }
    None
}

/// The content of the element that a text begins with, where it has this tag, and what follows it.
fn value(text: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (found, content, rest) = element(text)?;
    (found == tag).then_some((content, rest))
}

/// Tag, content, and what follows.
fn element(text: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = text.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // How many bytes the length has; more than four have no certificate.
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
            (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// A moment, written as `261117065000Z` until 2049, and as `20501117065000Z` from then on.
fn time(text: &[u8]) -> Option<(Moment, &[u8])> {
    let (tag, content, rest) = element(text)?;
    let digits = std::str::from_utf8(content).ok()?.strip_suffix('Z')?;
    let full = match tag {
        UTC_TIME if digits < "50" => format!("20{digits}"),
        UTC_TIME => format!("19{digits}"),
        TIME => digits.to_owned(),
        _ => return None,
    };
    if full.len() != 14 || !full.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let date: Date = format!("{}-{}-{}", &full[..4], &full[4..6], &full[6..8]).parse().ok()?;
    let two = |from: usize| full[from..from + 2].parse::<u64>().ok();
    let seconds = two(8)? * 3600 + two(10)? * 60 + two(12)?;
    Some((Moment(date.begins().0 + seconds * 1000), rest))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio_rustls::rustls::pki_types::CertificateDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject;

    use super::*;

    const CLUB: &[u8] = include_bytes!("../../tests/tls/club.pem");
    const EXPIRED: &[u8] = include_bytes!("../../tests/tls/expired.pem");

    #[test]
    fn a_certificate_tells_its_time_and_its_names() {
        let club = CertificateFacts::of(&CertificateDer::from_pem_slice(CLUB).unwrap());
        let begin = |text: &str| Some(text.parse::<Date>().unwrap().begins());
        assert_eq!((club.from, club.until), (begin("2020-01-01"), begin("2120-01-01")));
        assert_eq!(club.names, ["chess.example.org", "localhost"]);
        let expired = CertificateFacts::of(&CertificateDer::from_pem_slice(EXPIRED).unwrap());
        let morning = Duration::from_secs(4 * 3600 + 5 * 60 + 6);
        assert_eq!(expired.until, begin("2021-02-03").map(|day| day.after(morning)));
    }

    #[test]
    fn whatever_is_cut_or_changed_is_read_to_an_end() {
        let whole = CertificateDer::from_pem_slice(CLUB).unwrap();
        for length in 0..whole.len() {
            assert_eq!(CertificateFacts::of(&whole[..length]), CertificateFacts::default());
        }
        for place in 0..whole.len() {
            for byte in [0, 0x30, 0x7f, 0x80, 0x84, 0xff] {
                let mut changed = whole.to_vec();
                changed[place] = byte;
                let _ = CertificateFacts::of(&changed);
            }
        }
    }
}
