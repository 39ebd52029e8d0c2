use axum::http::{HeaderMap, header};
use tabiya_rules::Language;

/// The language that a request wants its answer in: of those that it names, the one that is known here and wanted most. English
/// where it names none.
pub(super) fn language_of(headers: &HeaderMap) -> Language {
    let wishes =
        headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Of equal wishes the first counts.
    let mut best = (0, Language::default());
    for wish in wishes.split(',') {
        let (tag, weight) = wish.split_once(';').unwrap_or((wish, ""));
        let weight = thousandths(weight);
        if let Some(language) = Language::of_tag(tag.trim())
            && weight > best.0
        {
            best = (weight, language);
        }
    }
    best.1
}

/// A weight such as `q=0.8`. What is none counts as wholly wanted, as where nothing is said.
fn thousandths(text: &str) -> u32 {
    let number = text.trim().strip_prefix("q=").and_then(|text| text.parse::<f32>().ok());
    number.map_or(1000, |number| (number.clamp(0.0, 1.0) * 1000.0) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_known_one_that_is_wanted_most() {
        for (wishes, language) in [
            ("", Language::English),
            ("de", Language::German),
            ("de-AT,en;q=0.8", Language::German),
            ("fr, de;q=0.5, en;q=0.4", Language::German),
            ("en;q=0.9, de", Language::German),
            ("en, de", Language::English),
            ("de;q=0", Language::English),
            ("*", Language::English),
            ("fr-FR", Language::English),
            ("de;q=x", Language::German),
            (";;,,=", Language::English),
        ] {
            let headers = [(header::ACCEPT_LANGUAGE, wishes.parse().unwrap())].into_iter().collect();
            assert_eq!(language_of(&headers), language, "{wishes}");
        }
    }
}
