//! The moves of a game in words, each spelled once however often the game is looked at.

use std::sync::Arc;

use tabiya_classics::Rows;
use tabiya_game::{Game, Step};
use tabiya_notation::UciMove;

use crate::situation::RuledPosition;

/// How many pairs of moves are shown of one game.
const SHOWN_PAIRS: usize = 200;

/// The moves up to a moment. Moments share their words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveWords(Vec<Arc<str>>);

impl MoveWords {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The moves in pairs, with their numbers; of a very long game its beginning and its end.
    pub fn numbered(&self) -> String {
        let pairs =
            self.0.chunks(2).enumerate().map(|(number, pair)| format!("{}. {}", number + 1, pair.join(" ")));
        let mut pairs: Vec<String> = pairs.collect();
        if pairs.len() > SHOWN_PAIRS {
            pairs.splice(SHOWN_PAIRS / 2..pairs.len() - SHOWN_PAIRS / 2, ["...".to_owned()]);
        }
        pairs.join(" ")
    }
}

/// Spells the moves of a game, with squares named as they are by whoever reads them.
pub struct MoveSpeller {
    rows: Rows,
    start: Option<RuledPosition>,
    steps: Vec<Step>,
    words: MoveWords,
}

impl MoveSpeller {
    pub fn new(rows: Rows) -> MoveSpeller {
        MoveSpeller { rows, start: None, steps: Vec::new(), words: MoveWords::default() }
    }

    /// The moves of a game up to where it stands.
    pub fn spell(&mut self, game: &Game) -> MoveWords {
        let history = game.history();
        let nodes: Vec<_> = history.line().filter_map(|node| history.get(node)).collect();
        let steps: Vec<Step> = nodes.iter().filter_map(|node| node.step).collect();
        let is_same_game = self.start.as_ref() == Some(history.start());
        let same = self.steps.iter().zip(&steps).take_while(|(old, new)| old == new).count();
        let known = if is_same_game { same } else { 0 };
        self.words.0.truncate(known);
        for (number, &step) in steps.iter().enumerate().skip(known) {
            let before = number.checked_sub(1).map_or(history.start(), |last| &nodes[last].position);
            self.words.0.push(self.rows.turn_words(&spelled(before, step)).into());
        }
        (self.start, self.steps) = (Some(*history.start()), steps);
        self.words.clone()
    }
}

fn spelled(before: &RuledPosition, step: Step) -> String {
    let Step::Move(m) = step else { return "pass".to_owned() };
    match UciMove::from_move(m, before) {
        UciMove::Normal { from, to, promotion } => {
            let new = promotion.map(|role| format!("={}", role.letter().to_ascii_uppercase()));
            format!("{from}-{to}{}", new.unwrap_or_default())
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{By, Command, GameStart, Moment};
    use tabiya_rules::FIDE;

    use super::*;

    #[test]
    fn moves_come_in_pairs() {
        let moves = MoveWords(["e2-e4", "e7-e5", "g1-f3"].map(Arc::from).to_vec());
        assert_eq!(moves.numbered(), "1. e2-e4 e7-e5 2. g1-f3");
        assert_eq!(MoveWords::default().numbered(), "");
    }

    #[test]
    fn what_is_taken_back_is_spelled_no_more() {
        let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
        let mut speller = MoveSpeller::new(Rows::FromWhite);
        let mut told = |command: Command, game: &mut Game| {
            game.apply(By::Board, command, Moment(0)).unwrap();
            speller.spell(game).numbered()
        };
        let moved = |text: &str| Command::Move(text.parse().unwrap());
        assert_eq!(told(moved("e2e4"), &mut game), "1. e2-e4");
        assert_eq!(told(moved("c7c5"), &mut game), "1. e2-e4 c7-c5");
        assert_eq!(told(Command::Undo(1), &mut game), "1. e2-e4");
        assert_eq!(told(moved("e7e5"), &mut game), "1. e2-e4 e7-e5");
    }
}
