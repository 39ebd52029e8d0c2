use std::borrow::Cow;

/// The text of some bytes: UTF-8 where they are, else Latin-1, which older programs write.
///
/// ```
/// use tabiya_notation::pgn::decode;
///
/// assert_eq!(decode("Réti".as_bytes()), "Réti");
/// assert_eq!(decode(b"R\xe9ti"), "Réti");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect::<String>().into(),
    }
}
