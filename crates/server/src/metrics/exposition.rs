use std::fmt::{Display, Write as _};

use super::histogram::{BUCKETS, Histogram};

/// What it is called in answers.
pub(crate) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Figures as Prometheus reads them: a sentence on each, its kind, its values.
#[derive(Default)]
pub(crate) struct Exposition(String);

impl Exposition {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// Something that goes up and down.
    pub fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "gauge", help);
        let _ = writeln!(self.0, "{name} {value}");
    }

    /// Something that only grows.
    pub fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.head(name, "counter", help);
        let _ = writeln!(self.0, "{name} {value}");
    }

    /// The same for several, each with its label.
    pub fn gauges<V: Display>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (impl AsRef<str>, V)>,
    ) {
        self.head(name, "gauge", help);
        self.labelled(name, label, values);
    }

    /// The same for several that only grow.
    pub fn counters<V: Display>(
        &mut self,
        name: &str,
        help: &str,
        label: &str,
        values: impl IntoIterator<Item = (impl AsRef<str>, V)>,
    ) {
        self.head(name, "counter", help);
        self.labelled(name, label, values);
    }

    fn labelled<V: Display>(
        &mut self,
        name: &str,
        label: &str,
        values: impl IntoIterator<Item = (impl AsRef<str>, V)>,
    ) {
        for (word, value) in values {
            let _ = writeln!(self.0, "{name}{{{label}=\"{}\"}} {value}", escaped(word.as_ref()));
        }
    }

    /// How long something took.
    pub fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, "histogram", help);
        // Read first, so that no bucket has more than there are in all.
        let buckets = histogram.cumulative();
        let count = histogram.count().max(buckets[BUCKETS.len() - 1]);
        for (most, times) in BUCKETS.iter().zip(buckets) {
            let seconds = *most as f64 / 1000.0;
            let _ = writeln!(self.0, "{name}_bucket{{le=\"{seconds}\"}} {times}");
        }
        let _ = writeln!(self.0, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(self.0, "{name}_sum {}\n{name}_count {count}", histogram.sum().as_secs_f64());
    }

    /// All of it.
    pub fn finish(self) -> String {
        self.0
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn figures_are_written_as_prometheus_reads_them() {
        let mut text = Exposition::default();
        text.gauge("a", "What is a.", 7);
        text.counters("b_total", "What is b.", "why", [("x", 1), ("\"\\\n", 2)]);
        let histogram = Histogram::default();
        histogram.note(Duration::from_millis(1500));
        text.histogram("c_seconds", "What is c.", &histogram);
        let text = text.finish();
        assert!(text.starts_with("# HELP a What is a.\n# TYPE a gauge\na 7\n"), "{text}");
        assert!(text.contains("b_total{why=\"x\"} 1\nb_total{why=\"\\\"\\\\\\n\"} 2\n"), "{text}");
        assert!(text.contains("c_seconds_bucket{le=\"1\"} 0\nc_seconds_bucket{le=\"2.5\"} 1\n"), "{text}");
        assert!(
            text.ends_with("c_seconds_bucket{le=\"+Inf\"} 1\nc_seconds_sum 1.5\nc_seconds_count 1\n"),
            "{text}"
        );
    }
}
