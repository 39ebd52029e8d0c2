use ratatui::crossterm::terminal;

/// The columns and lines of terminals that were never asked for another size.
const USUAL: (u16, u16) = (80, 24);

/// The columns and lines of the window. A terminal that does not know them, such as a serial line, is as large as the variables
/// `COLUMNS` and `LINES` say, or as terminals usually are.
pub fn window_size() -> (u16, u16) {
    let told = terminal::size().unwrap_or_default();
    let said = |name: &str| std::env::var(name).ok().and_then(|value| value.trim().parse().ok());
    (known(told.0, said("COLUMNS"), USUAL.0), known(told.1, said("LINES"), USUAL.1))
}

fn known(told: u16, said: Option<u16>, usual: u16) -> u16 {
    [Some(told), said].into_iter().flatten().find(|&count| count > 0).unwrap_or(usual)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_knows_no_size_has_the_usual_one() {
        for (told, said, size) in [(100, Some(50), 100), (0, Some(50), 50), (0, Some(0), 24), (0, None, 24)] {
            assert_eq!(known(told, said, 24), size);
        }
    }
}
