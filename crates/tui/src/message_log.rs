/// What happened, the last thing last.
#[derive(Clone, Debug, Default)]
pub(crate) struct MessageLog {
    lines: Vec<String>,
    /// How many of them are about something that is over.
    past: usize,
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
        self.past = self.past.saturating_sub(surplus);
    }

    /// What was told so far is over; whoever looks for it still finds it.
    pub fn turn_page(&mut self) {
        self.past = self.lines.len();
    }

    /// What is told beside the board.
    pub fn recent(&self) -> &[String] {
        self.lines.get(self.past..).unwrap_or_default()
    }

    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}
