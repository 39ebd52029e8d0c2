use std::time::Duration;

/// A span of time in words.
///
/// ```
/// use std::time::Duration;
/// use tabiya_game::narration::span_words;
///
/// assert_eq!(span_words(Duration::from_secs(3723)), "1 hour 2 minutes 3 seconds");
/// assert_eq!(span_words(Duration::from_millis(9_450)), "9.4 seconds");
/// assert_eq!(span_words(Duration::from_secs(60)), "1 minute");
/// assert_eq!(span_words(Duration::ZERO), "0 seconds");
/// ```
pub fn span_words(span: Duration) -> String {
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
