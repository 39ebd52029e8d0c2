use std::fmt;

use tabiya_notation::pgn::{Annotation, Ending, PgnGame, annotations};
use tabiya_notation::{XmlWriteError, write_xml, xml};
use tabiya_rules::{FIDE, Rules};

use crate::game::{ending_on_board, last_position, rules_name};

/// Something that a game has and a form cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    Moves,
    OtherGames,
    /// What an EPD says of its position.
    Operations,
    /// The rules, and what they are called.
    Rules(&'static Rules),
    /// What the XML form has no place for, in its words.
    Told(xml::Loss),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Moves => f.write_str("the moves"),
            Loss::OtherGames => f.write_str("all games but the first"),
            Loss::Operations => f.write_str("the operations"),
            Loss::Rules(rules) => write!(f, "the rules, which are {}", rules_name(rules)),
            Loss::Told(loss) => loss.fmt(f),
        }
    }
}

/// What is lost of some games, and of how many.
#[derive(Default)]
pub struct Losses {
    losses: Vec<(Loss, u64)>,
    /// What is no loss, but worth a word.
    pub notes: Vec<String>,
}

impl Losses {
    pub fn is_empty(&self) -> bool {
        self.losses.is_empty()
    }

    pub fn add(&mut self, loss: Loss) {
        match self.losses.iter_mut().find(|(known, _)| *known == loss) {
            Some((_, count)) => *count += 1,
            None => self.losses.push((loss, 1)),
        }
    }

    /// All losses in words, with the number of games they concern where there are several.
    pub fn of(&self, games: u64) -> String {
        let word = |(loss, count): &(Loss, u64)| match (loss, count) {
            (Loss::OtherGames, _) => loss.to_string(),
            _ if games == 1 => loss.to_string(),
            (_, count) => format!("{loss} ({count} of {games})"),
        };
        self.losses.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    /// What is lost where only the last position of a game is written. Its rules are known where `rules` were told.
    pub fn of_position(&mut self, game: &PgnGame, rules: Option<&'static Rules>) {
        if !game.is_empty() {
            self.add(Loss::Moves);
        }
        if game.rules() != rules.unwrap_or(&FIDE) {
            self.add(Loss::Rules(game.rules()));
        }
        self.of_remarks(game);
    }

    /// What is lost where only the moves of a game are written.
    pub fn of_xml(&mut self, game: &PgnGame, rules: Option<&'static Rules>) -> Result<(), XmlWriteError> {
        let moves: Vec<_> = game.moves().collect();
        for loss in write_xml(game.start(), &moves)?.losses {
            match loss {
                xml::Loss::Rules { .. } if rules == Some(game.rules()) => {}
                // PGN does not name these rules either: that they are others when the game is opened is worth a word.
                xml::Loss::Rules { opened: Some(_) } if *game.rules() == FIDE => {
                    self.notes.push(format!("XML does not name {loss}"));
                }
                _ => self.add(Loss::Told(loss)),
            }
        }
        self.of_remarks(game);
        Ok(())
    }

    /// What is lost where neither headings nor remarks can be written.
    fn of_remarks(&mut self, game: &PgnGame) {
        let mut lost = |loss, is_there| {
            if is_there {
                self.add(Loss::Told(loss));
            }
        };
        lost(xml::Loss::Headings, has_headings(game));
        let is_on_board = || game.ending == ending_on_board(&last_position(game));
        lost(xml::Loss::Result, game.ending != Ending::Unknown && !is_on_board());
        let remarks = Remarks::of(game);
        lost(xml::Loss::Clocks, remarks.clocks);
        lost(xml::Loss::Comments, remarks.comments);
        lost(xml::Loss::Variations, remarks.variations);
    }
}

/// Whether a tag says anything. The result is told by the game itself.
fn has_headings(game: &PgnGame) -> bool {
    let says_something = |value: &str| !value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
    game.tags.iter().any(|(name, value)| name != "Result" && says_something(value))
}

/// What is said of the moves of a game.
#[derive(Default)]
struct Remarks {
    clocks: bool,
    comments: bool,
    variations: bool,
}

impl Remarks {
    fn of(game: &PgnGame) -> Remarks {
        let mut remarks = Remarks::default();
        remarks.see(game, PgnGame::ROOT);
        for node in game.main_line() {
            remarks.see(game, node);
            remarks.variations |= game.next_sibling(node).is_some();
        }
        remarks
    }

    fn see(&mut self, game: &PgnGame, node: tabiya_notation::pgn::NodeId) {
        let node = &game[node];
        self.comments |= !node.nags.is_empty();
        for comment in node.before.iter().chain(&node.after) {
            let (found, text) = annotations(comment);
            let is_clock =
                |annotation: &Annotation| matches!(annotation, Annotation::Clock(_) | Annotation::Spent(_));
            self.clocks |= found.iter().any(is_clock);
            self.comments |= !text.is_empty() || !found.iter().all(is_clock);
        }
    }
}
