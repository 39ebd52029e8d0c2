use axum::http::{HeaderMap, header};

/// How an answer is made smaller on its way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentCoding {
    Brotli,
    Gzip,
}

impl ContentCoding {
    pub fn name(self) -> &'static str {
        match self {
            ContentCoding::Brotli => "br",
            ContentCoding::Gzip => "gzip",
        }
    }

    /// Whether whoever asks can take it.
    pub fn is_accepted(self, asked: &HeaderMap) -> bool {
        let lines = asked.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let mut codings = lines.flat_map(|line| line.split(','));
        codings.any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(self.name()));
            is_named && !parts.any(is_zero)
        })
    }
}

/// Whether a parameter says that something is not wanted at all.
fn is_zero(parameter: &str) -> bool {
    let weight = parameter.strip_prefix("q=").or_else(|| parameter.strip_prefix("Q="));
    weight.is_some_and(|weight| weight.trim().parse() == Ok(0.0))
}
