use tabiya_notation::SanPlus;
use tabiya_rules::{Language, Move, Position, Rules, Words};

use super::move_words;

/// The best move of a position, and why it is good, where somebody knows: what it does, in words that follow its name.
///
/// ```
/// use tabiya_game::narration::best_move_words;
/// use tabiya_rules::{ByLanguage, FIDE, Language, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let m = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// let why = ByLanguage { english: "opens lines", german: "öffnet Linien" };
/// assert_eq!(
///     best_move_words(Language::English, &start, m, Some(&why)),
///     "The best move is e4: White's pawn goes from e2 to e4. It opens lines."
/// );
/// ```
pub fn best_move_words(
    language: Language,
    position: &Position<&'static Rules>,
    m: Move,
    why: Option<&dyn Words>,
) -> String {
    let (san, done) = (SanPlus::from_move(m, position), move_words(language, position, m));
    advice(language, &format!("{san}: {done}"), why)
}

/// The same in a line, for whoever sees the move drawn: its reason is what needs the room.
///
/// ```
/// use tabiya_game::narration::best_move_note;
/// use tabiya_rules::{FIDE, Language, Position};
///
/// let start = Position::starting(&FIDE).unwrap();
/// let m = start.legal("e2".parse().unwrap(), "e4".parse().unwrap(), None).unwrap();
/// assert_eq!(best_move_note(Language::English, &start, m, None), "The best move is e4.");
/// ```
pub fn best_move_note(
    language: Language,
    position: &Position<&'static Rules>,
    m: Move,
    why: Option<&dyn Words>,
) -> String {
    advice(language, &SanPlus::from_move(m, position).to_string(), why)
}

fn advice(language: Language, m: &str, why: Option<&dyn Words>) -> String {
    let why = why.map(|why| language.words(why).to_string());
    match language {
        Language::English => {
            let why = why.map(|why| format!(" It {why}.")).unwrap_or_default();
            format!("The best move is {m}.{why}")
        }
        Language::German => {
            let why = why.map(|why| format!(" Er {why}.")).unwrap_or_default();
            format!("Der beste Zug ist {m}.{why}")
        }
    }
}
