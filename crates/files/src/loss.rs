use std::fmt;

use tabiya_notation::pgn::{Annotation, PgnEnding, PgnGame, PgnNodeId, annotations};
use tabiya_notation::{RuleFile, XmlWriteError, write_xml, xml};
use tabiya_rules::{FIDE, Language};

use crate::{Form, ending_on_board, last_position};

/// Something that a game has and a form cannot hold.
///
/// ```
/// use tabiya_files::Loss;
///
/// assert_eq!(Loss::Rules("hong".to_owned()).to_string(), "the rules, which are hong");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The moves.
    Moves,
    /// All games but the first.
    OtherGames,
    /// What an EPD says of its position.
    Operations,
    /// All of the above and below, in short, where only a position is written.
    AllButPosition,
    /// Moves that were taken back and could be made again.
    TakenBack,
    /// The rules, by their name.
    Rules(String),
    /// The rules, in the XML form, which does not name them.
    XmlRules {
        /// What they are called.
        name: String,
        /// The rules with which the game is opened when nothing else is said; `None` where it is refused then.
        opened: Option<&'static str>,
    },
    /// What has no place beside bare moves or positions, in the XML form's words.
    Told(xml::XmlLoss),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Moves => f.write_str("the moves"),
            Loss::OtherGames => f.write_str("all games but the first"),
            Loss::Operations => f.write_str("the operations"),
            Loss::AllButPosition => f.write_str("everything but the position"),
            Loss::TakenBack => f.write_str("the moves that were taken back at the end"),
            Loss::Rules(name) => write!(f, "the rules, which are {name}"),
            Loss::XmlRules { name, opened: Some(opened) } => {
                write!(f, "the rules {name}: unless told so, it is opened with the rules {opened}")
            }
            Loss::XmlRules { name, opened: None } => {
                write!(f, "the rules {name}: unless told so, it cannot be opened")
            }
            Loss::Told(loss) => loss.fmt(f),
        }
    }
}

/// What is no loss, but worth a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossNote {
    /// XML does not name something that other forms do not name either, or that is the same under another name.
    Unnamed(Loss),
}

impl fmt::Display for LossNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LossNote::Unnamed(loss) => write!(f, "XML does not name {loss}"),
        }
    }
}

/// What is lost of some games when they are written in a form, and of how many of them.
///
/// ```
/// use tabiya_files::{Form, Losses};
/// use tabiya_notation::pgn::PgnGame;
/// use tabiya_rules::Language;
///
/// let mut game = PgnGame::default();
/// game.tags.set("White", "Anna");
/// let mut losses = Losses::default();
/// losses.see(Form::Fen, &game, None).unwrap();
/// assert_eq!(losses.of(Language::English, 1), "the players' names and other headings");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    losses: Vec<(Loss, u64)>,
    /// What is no loss, but worth a word.
    pub notes: Vec<LossNote>,
}

impl Losses {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        self.losses.is_empty()
    }

    /// Everything that is lost, each thing once.
    pub fn iter(&self) -> impl Iterator<Item = &Loss> {
        self.losses.iter().map(|(loss, _)| loss)
    }

    /// Whether all that is lost is among these.
    pub fn is_within(&self, known: &Losses) -> bool {
        self.iter().all(|loss| known.iter().any(|known| known == loss))
    }

    /// The same in short: where only a position is written, that says it all.
    pub fn in_short(&self, language: Language, form: Form) -> Vec<String> {
        let losses = self.iter().map(|loss| language.words(loss).to_string());
        match form {
            Form::Fen | Form::Epd if !self.is_empty() => {
                vec![language.words(&Loss::AllButPosition).to_string()]
            }
            _ => losses.chain(self.notes.iter().map(|note| language.words(note).to_string())).collect(),
        }
    }

    /// Looks at what a form would lose of a game. Of its rules nothing is lost where the reader will be told `rules`.
    pub fn see(&mut self, form: Form, game: &PgnGame, rules: Option<&RuleFile>) -> Result<(), XmlWriteError> {
        match form {
            Form::Pgn => Ok(()),
            Form::Xml => self.see_xml(game, rules),
            Form::Fen | Form::Epd => {
                self.see_position(game, rules);
                Ok(())
            }
        }
    }

    /// Adds one loss of one game.
    pub fn add(&mut self, loss: Loss) {
        match self.losses.iter_mut().find(|(known, _)| *known == loss) {
            Some((_, count)) => *count += 1,
            None => self.losses.push((loss, 1)),
        }
    }

    /// Takes a loss away: nobody misses it.
    pub fn forget(&mut self, loss: &Loss) {
        self.losses.retain(|(known, _)| known != loss);
    }

    /// All losses in words, with the number of games they concern where there are several.
    pub fn of(&self, language: Language, games: u64) -> String {
        let word = |(loss, count): &(Loss, u64)| {
            let said = language.words(loss).to_string();
            match (loss, language) {
                (Loss::OtherGames, _) => said,
                _ if games == 1 => said,
                (_, Language::English) => format!("{said} ({count} of {games})"),
                (_, Language::German) => format!("{said} ({count} von {games})"),
            }
        };
        self.losses.iter().map(word).collect::<Vec<_>>().join(", ")
    }

    /// What is lost where only the last position of a game is written.
    fn see_position(&mut self, game: &PgnGame, rules: Option<&RuleFile>) {
        if !game.is_empty() {
            self.add(Loss::Moves);
        }
        if *game.rules() != rules.map_or(FIDE, |told| told.rules) {
            self.add(Loss::Rules(game.rule_file().display_name().to_owned()));
        }
        self.see_remarks(game);
    }

    /// What is lost where only the moves of a game are written.
    fn see_xml(&mut self, game: &PgnGame, told: Option<&RuleFile>) -> Result<(), XmlWriteError> {
        let moves: Vec<_> = game.moves().collect();
        let rules = game.rule_file();
        let mut is_named = xml::OPENED_AS.contains(&rules.display_name());
        for loss in write_xml(game.start(), &moves)?.losses {
            let xml::XmlLoss::Rules { opened } = loss else {
                self.add(Loss::Told(loss));
                continue;
            };
            is_named = true;
            let loss = Loss::XmlRules { name: rules.display_name().to_owned(), opened };
            match opened {
                _ if told.is_some_and(|told| told.rules == rules.rules) => {}
                // PGN does not name these rules either: that they are others when the game is opened is worth a word.
                Some(_) if rules.rules == FIDE => self.notes.push(LossNote::Unnamed(loss)),
                _ => self.add(loss),
            }
        }
        // The rules are the same, and only their name is another.
        if !is_named && told.is_none() {
            let opened = xml::OPENED_AS
                .into_iter()
                .find(|name| RuleFile::named(rules.rules, Some(name)).built_in().is_some());
            let loss = Loss::XmlRules { name: rules.display_name().to_owned(), opened };
            self.notes.push(LossNote::Unnamed(loss));
        }
        self.see_remarks(game);
        Ok(())
    }

    /// What is lost where neither headings nor remarks can be written.
    fn see_remarks(&mut self, game: &PgnGame) {
        let mut lost = |loss, is_there| {
            if is_there {
                self.add(Loss::Told(loss));
            }
        };
        lost(xml::XmlLoss::Headings, has_headings(game));
        let is_on_board = || game.ending == ending_on_board(&last_position(game));
        lost(xml::XmlLoss::Result, game.ending != PgnEnding::Unknown && !is_on_board());
        let remarks = Remarks::of(game);
        lost(xml::XmlLoss::Clocks, remarks.clocks || has_clock(game));
        lost(xml::XmlLoss::Comments, remarks.comments);
        lost(xml::XmlLoss::Variations, remarks.variations);
    }
}

/// Whether a tag says anything. The result is told by the game itself.
fn has_headings(game: &PgnGame) -> bool {
    let says_something = |value: &str| !value.chars().all(|c| matches!(c, '?' | '.' | '-' | ' '));
    game.tags.iter().any(|(name, value)| name != "Result" && says_something(value))
}

/// Whether a clock ran, though nothing may be said of the time of any move.
fn has_clock(game: &PgnGame) -> bool {
    game.tags.get("TimeControl").is_some_and(|control| !matches!(control.trim(), "" | "?" | "-"))
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

    fn see(&mut self, game: &PgnGame, node: PgnNodeId) {
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
