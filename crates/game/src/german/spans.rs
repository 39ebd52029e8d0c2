use std::time::Duration;

use tabiya_rules::german::counted;

/// A span of time.
pub(crate) fn span_words(span: Duration) -> String {
    let seconds = span.as_secs();
    if seconds < 10 && span.subsec_millis() >= 100 {
        return format!("{seconds},{} Sekunden", span.subsec_millis() / 100);
    }
    let parts = [
        (seconds / 3600, "Stunde", "Stunden"),
        (seconds / 60 % 60, "Minute", "Minuten"),
        (seconds % 60, "Sekunde", "Sekunden"),
    ];
    let told: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, several)| counted(count, one, several))
        .collect();
    if told.is_empty() { counted(0, "Sekunde", "Sekunden") } else { told.join(" ") }
}
