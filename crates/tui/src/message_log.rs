/// What happened, the last thing last.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageLog {
    lines: Vec<String>,
}

/// The most lines that are remembered.
const MOST: usize = 500;

impl MessageLog {
    /// Adds a text, each of its lines by itself.
    pub fn add(&mut self, text: &str) {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        self.lines.extend(lines.map(tabiya_text::visible));
        let surplus = self.lines.len().saturating_sub(MOST);
        self.lines.drain(..surplus);
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}
