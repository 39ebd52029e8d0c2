use tabiya_notation::pgn::PgnEnding;

/// What a text is that somebody pastes at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastedText {
    /// Blanks.
    Nothing,
    /// A position, as FEN.
    Position,
    /// A game, as PGN.
    Game,
    /// A line, which somebody looks at before it is obeyed.
    Line,
    /// Several lines of moves.
    Lines,
}

impl PastedText {
    /// What a text is, without blanks around it.
    pub fn of(text: &str) -> PastedText {
        let first = text.split_whitespace().next().unwrap_or_default();
        let last = text.split_whitespace().next_back().unwrap_or_default();
        let is_over = PgnEnding::from_text(last.as_bytes()).is_some();
        let is_line = !text.contains(['\n', '\r']);
        match text {
            "" => PastedText::Nothing,
            _ if is_line && first.matches('/').count() == 7 => PastedText::Position,
            _ if text.starts_with(['[', '%']) || text.contains(['{', '(', ';', '$']) || is_over => {
                PastedText::Game
            }
            _ if is_line => PastedText::Line,
            _ => PastedText::Lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_known_by_how_it_looks() {
        for (text, kind) in [
            ("", PastedText::Nothing),
            ("e4", PastedText::Line),
            ("1. e4 e5 2. Nf3", PastedText::Line),
            ("resign", PastedText::Line),
            ("e4\ne5", PastedText::Lines),
            ("1. e4 e5\r\n2. Nf3", PastedText::Lines),
            ("1. e4 e5\n2. Nf3 1-0", PastedText::Game),
            ("1. e4 {bold} e5", PastedText::Game),
            ("1. e4 (1. d4) e5", PastedText::Game),
            ("[White \"Ann\"]\n\n1. e4 *", PastedText::Game),
            ("8/8/8/8/8/8/8/K1k5 w - - 0 1", PastedText::Position),
            ("8/8/8/8/8/8/8/nonsense", PastedText::Position),
            ("see http://a/b", PastedText::Line),
        ] {
            assert_eq!(PastedText::of(text), kind, "{text}");
        }
    }
}
