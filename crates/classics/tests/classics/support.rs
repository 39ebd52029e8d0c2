//! What several tests of the classics need.

use tabiya_classics::{Classic, ClassicOptions, run};

pub fn classic(name: &str) -> &'static Classic {
    Classic::find(name).unwrap()
}

/// What a classic prints and tells.
pub fn session(classic: &Classic, options: &ClassicOptions, mut input: &[u8]) -> (Vec<u8>, String) {
    let (mut output, mut asides) = (Vec::new(), Vec::new());
    run(classic, options, &mut input, &mut output, &mut asides).unwrap();
    (output, String::from_utf8(asides).unwrap())
}

/// What a classic prints.
pub fn printed(name: &str, options: &ClassicOptions, input: &[u8]) -> String {
    String::from_utf8(session(classic(name), options, input).0).unwrap()
}

pub fn from_fen(fen: &str) -> ClassicOptions {
    ClassicOptions { fen: Some(fen.parse().unwrap()), ..ClassicOptions::default() }
}

/// Two texts side by side, as far as they agree.
#[track_caller]
pub fn same(found: &[u8], expected: &[u8], what: &str) {
    if found != expected {
        let at = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
        let around = |bytes: &[u8]| {
            bytes[at.saturating_sub(60)..(at + 60).min(bytes.len())].escape_ascii().to_string()
        };
        panic!("{what}: byte {at}:\nfound    {}\nexpected {}", around(found), around(expected));
    }
}
