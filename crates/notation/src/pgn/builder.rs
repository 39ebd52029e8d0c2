use std::borrow::Cow;

use tabiya_rules::{Position, Rules};

use super::variant::{self, PgnVariant};
use super::{
    Interest, MAX_MOVES, MAX_TAGS, MAX_TEXT, Nag, PgnEnding, PgnFault, PgnGame, PgnNodeId, Visitor, decode,
    tags,
};
use crate::{RuleFile, San, SanError, Strictness, read_position};

/// How many rule sets of its own a file may bring. Each is kept for good.
const MAX_RULE_SETS: usize = 100;

/// What a text costs beside its bytes, more or less: many empty comments are much memory, too.
const OVERHEAD: usize = 40;

/// Keeps all of a game, and checks every move.
///
/// ```
/// use tabiya_notation::pgn::{GameBuilder, PgnReader};
///
/// let mut builder = GameBuilder::new();
/// PgnReader::new("[Variant \"hong\"]\n\n1. e3 *".as_bytes()).read_game(&mut builder).unwrap();
/// let game = builder.take();
/// assert_eq!(game.rules(), &tabiya_rules::HONG);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameBuilder {
    game: PgnGame,
    line: MoveLine,
    /// The lines that variations interrupt.
    interrupted: Vec<MoveLine>,
    /// Comments before the first move of a variation.
    waiting: Vec<String>,
    text: usize,
    rule_sets: Vec<&'static Rules>,
    /// The rules of games that name none, and what they are called.
    usual: Option<(&'static Rules, Option<String>)>,
}

/// A line of moves as far as it has been read.
#[derive(Clone, Copy, Debug)]
struct MoveLine {
    /// The last node.
    at: PgnNodeId,
    position: Position<&'static Rules>,
    /// The position before the last move, where the line has one.
    before: Option<Position<&'static Rules>>,
}

impl Default for MoveLine {
    fn default() -> MoveLine {
        MoveLine { at: PgnGame::ROOT, position: Position::start().generalized(), before: None }
    }
}

impl GameBuilder {
    /// A builder, to be used for any number of games.
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }

    /// The same, for games that are under `rules` unless they name others.
    ///
    /// ```
    /// use tabiya_notation::find_rules;
    /// use tabiya_notation::pgn::{GameBuilder, PgnReader};
    ///
    /// let mut builder = GameBuilder::with_rules(&find_rules("imperial").unwrap().into());
    /// PgnReader::new("1. e3 *".as_bytes()).read_game(&mut builder).unwrap();
    /// assert!(builder.take().to_string().contains("[Variant \"imperial\"]"));
    /// ```
    pub fn with_rules(rules: &RuleFile) -> GameBuilder {
        let name = rules.name.as_deref().map(str::to_owned);
        GameBuilder { usual: Some((rules.rules.intern(), name)), ..GameBuilder::default() }
    }

    /// The game that was read last; an empty one remains.
    pub fn take(&mut self) -> PgnGame {
        self.settle_comments();
        self.line.at = PgnGame::ROOT;
        std::mem::take(&mut self.game)
    }

    /// The position after the last move of the main line that was read.
    pub fn position(&self) -> &Position<&'static Rules> {
        &self.interrupted.first().unwrap_or(&self.line).position
    }

    /// The rules of the game that is being read, by the name that its tags give them.
    pub fn rule_file(&self) -> RuleFile {
        self.game.rule_file()
    }

    /// Sets the game up as its tags say. What was mended in that is told as an error.
    fn start(&mut self) -> Result<(), PgnFault> {
        self.take_result();
        self.forget_unknown();
        let variant = PgnVariant::from_tags(&self.game.tags)?;
        let (rules, rules_name) = match &self.usual {
            Some((rules, name)) if !PgnVariant::is_named(&self.game.tags) => (*rules, name.clone()),
            _ => (self.lasting_rules(&variant)?, variant.name),
        };
        let (start, notes) = match self.game.tags.get("FEN") {
            Some(fen) => {
                let read = read_position(fen.trim(), rules, Strictness::Lenient)?;
                (read.position, read.notes)
            }
            None => (Position::starting(rules).map_err(PgnFault::Setup)?, Vec::new()),
        };
        for name in variant::TAGS {
            self.game.tags.remove(name);
        }
        self.game.set_start(start);
        self.game.rules_name = rules_name;
        self.line = MoveLine { at: PgnGame::ROOT, position: start, before: None };
        notes.into_iter().next().map_or(Ok(()), |note| Err(PgnFault::Mended(note)))
    }

    /// The ending that the tags tell; it is kept as the game's. Anything else in that tag stays there.
    fn take_result(&mut self) {
        let result = self.game.tags.get(tags::RESULT).map(str::trim);
        let ending = result.and_then(|text| PgnEnding::from_text(text.as_bytes()));
        if ending.is_some() {
            self.game.tags.remove(tags::RESULT);
        }
        self.game.ending = ending.unwrap_or_default();
    }

    /// What the standard wants a file to say of what is not known is not said in a game.
    fn forget_unknown(&mut self) {
        for name in tags::ROSTER {
            if self.game.tags.get(name) == Some(tags::unknown(name)) {
                self.game.tags.remove(name);
            }
        }
    }

    fn lasting_rules(&mut self, variant: &PgnVariant) -> Result<&'static Rules, PgnFault> {
        if let Some(rules) = variant.find(&self.rule_sets) {
            return Ok(rules);
        }
        if self.rule_sets.len() >= MAX_RULE_SETS {
            return Err(PgnFault::TooManyRules);
        }
        let rules = variant.rules.intern();
        self.rule_sets.push(rules);
        Ok(rules)
    }

    /// Takes up text, unless the game has too much of it.
    fn keep<'a>(&mut self, text: &'a [u8]) -> Result<Cow<'a, str>, PgnFault> {
        let text = decode(text);
        self.text += OVERHEAD + text.len();
        if self.text <= MAX_TEXT { Ok(text) } else { Err(PgnFault::TooMuchText) }
    }

    /// Comments in a line without moves belong to the move before it.
    fn settle_comments(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.game[self.line.at].after.extend(waiting);
    }
}

impl Visitor for GameBuilder {
    fn begin_game(&mut self) {
        self.game = PgnGame::default();
        self.line = MoveLine { at: PgnGame::ROOT, position: *self.game.start(), before: None };
        self.interrupted.clear();
        self.waiting.clear();
        self.text = 0;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) -> Result<(), PgnFault> {
        if self.game.tags.len() >= MAX_TAGS {
            return Err(PgnFault::TooManyTags);
        }
        let name = decode(name);
        if let Some(old) = self.game.tags.remove(&name) {
            self.text -= OVERHEAD + old.len();
        }
        let value = self.keep(value)?;
        self.game.tags.set(&name, &value);
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Interest, PgnFault> {
        self.start()?;
        Ok(Interest::Read)
    }

    #[inline]
    fn san(&mut self, san: San) -> Result<(), PgnFault> {
        if self.game.len() >= MAX_MOVES {
            return Err(PgnFault::TooManyMoves);
        }
        let line = &mut self.line;
        let before = line.position;
        let m = match san {
            // A null move is a remark, not a move that somebody made.
            San::Null if self.interrupted.is_empty() => return Err(SanError::Null.into()),
            San::Null => {
                line.position = before.pass().ok_or(PgnFault::NullInCheck)?;
                None
            }
            _ => {
                let m = san.to_move(&before)?;
                line.position.make_unchecked(m);
                Some(m)
            }
        };
        line.before = Some(before);
        line.at = self.game.add(line.at, m);
        if !self.waiting.is_empty() {
            self.game[line.at].before = std::mem::take(&mut self.waiting);
        }
        Ok(())
    }

    fn nag(&mut self, nag: Nag) {
        // A mark before the first move of a variation is none on a move, and has no place in a tree of moves.
        let nags = &mut self.game[self.line.at].nags;
        if (self.line.before.is_some() || self.interrupted.is_empty()) && !nags.contains(&nag) {
            nags.push(nag);
        }
    }

    fn comment(&mut self, text: &[u8]) -> Result<(), PgnFault> {
        let text = self.keep(text.trim_ascii())?.into_owned();
        if self.line.before.is_some() || self.interrupted.is_empty() {
            self.game[self.line.at].after.push(text);
        } else {
            self.waiting.push(text);
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnFault> {
        let before = self.line.before.ok_or(PgnFault::NoMoveToReplace)?;
        let parent = self.game.parent(self.line.at).ok_or(PgnFault::NoMoveToReplace)?;
        self.interrupted.push(self.line);
        self.line = MoveLine { at: parent, position: before, before: None };
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.interrupted.pop() {
            // A variation of comments alone: they are about the move that it would have replaced.
            self.line = line;
            self.settle_comments();
        }
    }

    fn ending(&mut self, word: PgnEnding) -> Result<(), PgnFault> {
        let tag = self.game.ending;
        if word == PgnEnding::Unknown {
            return Ok(());
        }
        self.game.ending = word;
        if tag == PgnEnding::Unknown || tag == word { Ok(()) } else { Err(PgnFault::Endings { tag, word }) }
    }
}
