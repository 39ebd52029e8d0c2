use tabiya_rules::{Position, Rules};

use super::variant::{self, Variant};
use super::{Ending, Interest, MAX_MOVES, MAX_TEXT, Nag, NodeId, PgnGame, Reason, Tags, Visitor, decode};
use crate::{San, SanError, Strictness, read_position};

/// How many rule sets of its own a file may bring. Each is kept for good.
const MAX_RULE_SETS: usize = 100;

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
    line: Line,
    /// The lines that variations interrupt.
    interrupted: Vec<Line>,
    /// Comments that no move has taken up yet.
    waiting: Vec<String>,
    text: usize,
    rule_sets: Vec<&'static Rules>,
    /// The rules of games that name none.
    usual: Option<&'static Rules>,
}

/// A line of moves as far as it has been read.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The last node.
    at: NodeId,
    position: Position<&'static Rules>,
    /// The position before the last move, where the line has one.
    before: Option<Position<&'static Rules>>,
}

impl Default for Line {
    fn default() -> Line {
        Line { at: PgnGame::ROOT, position: *PgnGame::default().start(), before: None }
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
    /// use tabiya_notation::pgn::{GameBuilder, PgnReader};
    /// use tabiya_rules::HONG;
    ///
    /// let mut builder = GameBuilder::with_rules(&HONG);
    /// PgnReader::new("1. e3 *".as_bytes()).read_game(&mut builder).unwrap();
    /// assert_eq!(builder.take().rules(), &HONG);
    /// ```
    pub fn with_rules(rules: &'static Rules) -> GameBuilder {
        GameBuilder { usual: Some(rules), ..GameBuilder::default() }
    }

    /// The game that was read last; an empty one remains.
    pub fn take(&mut self) -> PgnGame {
        self.settle_comments();
        std::mem::take(&mut self.game)
    }

    /// The position after the last move of the main line that was read.
    pub fn position(&self) -> &Position<&'static Rules> {
        &self.interrupted.first().unwrap_or(&self.line).position
    }

    fn begin_at(&mut self, start: Position<&'static Rules>) {
        let tags = std::mem::take(&mut self.game.tags);
        self.game = PgnGame::new(start);
        self.game.tags = tags;
        self.line = Line { at: PgnGame::ROOT, position: start, before: None };
    }

    fn start(&mut self) -> Result<(), Reason> {
        let variant = Variant::from_tags(&self.game.tags)?;
        let rules = match self.usual {
            Some(rules) if !Variant::is_named(&self.game.tags) => rules,
            _ => self.lasting_rules(&variant)?,
        };
        let start = match self.game.tags.get("FEN") {
            Some(fen) => read_position(fen.trim(), rules, Strictness::Lenient)?.position,
            None => Position::starting(rules).map_err(Reason::Setup)?,
        };
        for name in variant::TAGS {
            self.game.tags.remove(name);
        }
        self.begin_at(start);
        self.game.rules_name = variant.name;
        Ok(())
    }

    fn lasting_rules(&mut self, variant: &Variant) -> Result<&'static Rules, Reason> {
        if let Some(rules) = variant.find(&self.rule_sets) {
            return Ok(rules);
        }
        if self.rule_sets.len() >= MAX_RULE_SETS {
            return Err(Reason::TooManyRules);
        }
        let rules = variant.rules.intern();
        self.rule_sets.push(rules);
        Ok(rules)
    }

    /// Takes up text, unless the game has too much of it.
    fn keep(&mut self, text: &[u8]) -> Option<String> {
        self.text += text.len();
        (self.text <= MAX_TEXT).then(|| decode(text).into_owned())
    }

    /// Comments at the end of a line without moves belong to the move before it.
    fn settle_comments(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        self.game[self.line.at].after.extend(waiting);
    }
}

impl Visitor for GameBuilder {
    fn begin_game(&mut self) {
        self.game.tags = Tags::default();
        self.begin_at(*PgnGame::default().start());
        self.interrupted.clear();
        self.waiting.clear();
        self.text = 0;
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if let Some(value) = self.keep(value) {
            self.game.tags.set(&decode(name), &value);
        }
    }

    fn end_tags(&mut self) -> Result<Interest, Reason> {
        self.start()?;
        Ok(Interest::Read)
    }

    #[inline]
    fn san(&mut self, san: San) -> Result<(), Reason> {
        if self.game.len() > MAX_MOVES {
            return Err(Reason::TooManyMoves);
        }
        let line = &mut self.line;
        let before = line.position;
        let m = match san {
            // A null move is a remark, not a move that somebody made.
            San::Null if self.interrupted.is_empty() => return Err(SanError::Null.into()),
            San::Null => {
                line.position = before.pass().ok_or(Reason::NullInCheck)?;
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
        if self.line.before.is_some() {
            self.game[self.line.at].nags.push(nag);
        }
    }

    fn comment(&mut self, text: &[u8]) -> Result<(), Reason> {
        let text = self.keep(text.trim_ascii()).ok_or(Reason::TooLong)?;
        match self.line.before {
            Some(_) => self.game[self.line.at].after.push(text),
            None => self.waiting.push(text),
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, Reason> {
        let before = self.line.before.ok_or(Reason::NoMoveToReplace)?;
        let parent = self.game.parent(self.line.at).ok_or(Reason::NoMoveToReplace)?;
        self.interrupted.push(self.line);
        self.line = Line { at: parent, position: before, before: None };
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) {
        if let Some(line) = self.interrupted.pop() {
            // A variation of comments alone: they are about the move that it would have replaced.
            let waiting = std::mem::take(&mut self.waiting);
            self.line = line;
            self.game[line.at].after.extend(waiting);
        }
    }

    fn ending(&mut self, ending: Ending) {
        self.game.ending = ending;
    }
}
