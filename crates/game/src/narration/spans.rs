use std::time::Duration;

use tabiya_rules::Language;

use crate::german;

/// A span of time in words.
///
/// ```
/// use std::time::Duration;
/// use tabiya_game::narration::span_words;
/// use tabiya_rules::Language::{English, German};
///
/// assert_eq!(span_words(English, Duration::from_secs(3723)), "1 hour 2 minutes 3 seconds");
/// assert_eq!(span_words(German, Duration::from_millis(9_450)), "9,4 Sekunden");
/// ```
pub fn span_words(language: Language, span: Duration) -> String {
    match language {
        Language::English => english(span),
        Language::German => german::span_words(span),
    }
}

fn english(span: Duration) -> String {
    let seconds = span.as_secs();
    if seconds < 10 && span.subsec_millis() >= 100 {
        return format!("{seconds}.{} seconds", span.subsec_millis() / 100);
    }
    let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")];
    let told: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| counted(*count, unit)).collect();
    if told.is_empty() { counted(0, "second") } else { told.join(" ") }
}

/// A number with the word for what is counted.
pub(super) fn counted(count: u64, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_told_in_the_units_that_they_have() {
        for (millis, english, german) in [
            (3_723_000, "1 hour 2 minutes 3 seconds", "1 Stunde 2 Minuten 3 Sekunden"),
            (7_260_000, "2 hours 1 minute", "2 Stunden 1 Minute"),
            (9_450, "9.4 seconds", "9,4 Sekunden"),
            (60_000, "1 minute", "1 Minute"),
            (1_000, "1 second", "1 Sekunde"),
            (0, "0 seconds", "0 Sekunden"),
        ] {
            let said = |language| span_words(language, Duration::from_millis(millis));
            assert_eq!(
                (said(Language::English).as_str(), said(Language::German).as_str()),
                (english, german)
            );
        }
    }
}
