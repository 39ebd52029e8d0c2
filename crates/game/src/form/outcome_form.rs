//! Outcomes in two words or three: `white checkmate`, `black royal-taken king`, `draw stalemate`.

use serde::{Deserializer, Serializer};
use tabiya_rules::{Color, Draw, Outcome, Role, Victory};

/// One table for both ways. What is missing there does not compile: written under another's word, a draw would come
/// back from the log as something that never happened.
macro_rules! draw_words {
    ($($draw:ident = $word:literal,)+) => {
        #[cfg(test)]
        const DRAWS: &[Draw] = &[$(Draw::$draw),+];

        fn draw_word(draw: Draw) -> &'static str {
            match draw {
                $(Draw::$draw => $word,)+
            }
        }

        fn draw_of(word: &str) -> Option<Draw> {
            match word {
                $($word => Some(Draw::$draw),)+
                _ => None,
            }
        }
    };
}

draw_words! {
    Stalemate = "stalemate",
    NoSafeMove = "no-safe-move",
    Repetition = "repetition",
    QuietMoves = "quiet-moves",
    DeadPosition = "dead-position",
    Score = "score",
}

pub fn serialize<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&write(*outcome))
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
    super::parse(from, |text| read(text).ok_or("this is no outcome of a game"))
}

fn write(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, by } => {
            let winner = if winner.is_white() { "white" } else { "black" };
            match by {
                Victory::Checkmate => format!("{winner} checkmate"),
                Victory::Stalemate => format!("{winner} stalemate"),
                Victory::Score => format!("{winner} score"),
                Victory::RoyalTaken(role) => format!("{winner} royal-taken {}", role.name()),
            }
        }
        Outcome::Drawn(why) => format!("draw {}", draw_word(why)),
    }
}

fn read(text: &str) -> Option<Outcome> {
    let mut words = text.split(' ');
    let (who, how, what) = (words.next()?, words.next()?, words.next());
    let winner = match who {
        "white" => Color::White,
        "black" => Color::Black,
        "draw" => return draw_of(how).filter(|_| what.is_none()).map(Outcome::Drawn),
        _ => return None,
    };
    let by = match (how, what) {
        ("checkmate", None) => Victory::Checkmate,
        ("stalemate", None) => Victory::Stalemate,
        ("score", None) => Victory::Score,
        ("royal-taken", Some(name)) => {
            Victory::RoyalTaken(Role::ALL.into_iter().find(|role| role.name() == name)?)
        }
        _ => return None,
    };
    Some(Outcome::Won { winner, by })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_comes_back() {
        let victories = [Victory::Checkmate, Victory::Stalemate, Victory::Score];
        let victories = victories.into_iter().chain(Role::ALL.map(Victory::RoyalTaken));
        let won = victories.flat_map(|by| Color::ALL.map(|winner| Outcome::Won { winner, by }));
        for outcome in won.chain(DRAWS.iter().copied().map(Outcome::Drawn)) {
            assert_eq!(read(&write(outcome)), Some(outcome));
        }
    }

    #[test]
    fn other_words_are_no_outcome() {
        for text in
            ["", "white", "draw checkmate", "white royal-taken", "white royal-taken duke", "draw score x"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
