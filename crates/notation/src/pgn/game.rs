use tabiya_rules::{Move, Position, Rules, Setup};

use super::{Nag, PgnEnding, Tags};
use crate::RuleFile;

/// The place of a move in the tree of a game.
///
/// ```
/// use tabiya_notation::pgn::PgnGame;
///
/// let game = PgnGame::default();
/// assert_eq!(game.first_child(PgnGame::ROOT), None);
/// ```
///
/// ```
/// use tabiya_notation::pgn::{Nag, PgnGame};
///
/// let mut game = PgnGame::default();
/// let m = game.start().legal_moves()[0];
/// let node = game.add(PgnGame::ROOT, Some(m));
/// game[node].nags.push(Nag(1));
/// assert_eq!(game[node].m, Some(m));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PgnNodeId(pub(super) u32);

/// A move in the tree of a game, with what is said of it.
#[derive(Clone, Debug, Default)]
pub struct PgnNode {
    /// The move; `None` where a side passes, and at the root.
    pub m: Option<Move>,
    /// Marks; at the root, those before the first move.
    pub nags: Vec<Nag>,
    /// Comments before the move, where it begins a variation. Elsewhere they are read as the last move's.
    pub before: Vec<String>,
    /// Comments after the move; at the root, those before the first move. Blanks around a comment are not kept, and
    /// the end of a line in it is a blank.
    pub after: Vec<String>,
    pub(super) parent: u32,
    pub(super) first_child: Option<u32>,
    pub(super) last_child: Option<u32>,
    pub(super) next_sibling: Option<u32>,
}

/// A game with everything that a file says of it.
///
/// ```
/// use tabiya_notation::San;
/// use tabiya_notation::pgn::PgnGame;
///
/// let mut game = PgnGame::default();
/// game.tags.set("White", "Philidor");
/// let m = "e4".parse::<San>().unwrap().to_move(game.start()).unwrap();
/// let node = game.add(PgnGame::ROOT, Some(m));
/// game[node].after.push("best by test".to_owned());
/// assert!(game.to_string().contains("1. e4 {best by test} *"));
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tags, without those that tell rules, start position and ending: `Variant`, `Rules`, `SetUp`, `FEN`, `Result`.
    pub tags: Tags,
    /// How it ended.
    pub ending: PgnEnding,
    /// What the rule set is called, built in or not; `None` where nobody said. A value does not tell its name, for
    /// several rule sets may be the same: [`PgnGame::rule_file`] has both.
    pub rules_name: Option<String>,
    start: Position<&'static Rules>,
    pub(super) nodes: Vec<PgnNode>,
}

impl Default for PgnGame {
    fn default() -> PgnGame {
        PgnGame::new(Position::start().generalized())
    }
}

impl PgnGame {
    /// Where every game begins: no move, before the first.
    pub const ROOT: PgnNodeId = PgnNodeId(0);

    /// A game without moves from a position.
    pub fn new(start: Position<&'static Rules>) -> PgnGame {
        PgnGame {
            tags: Tags::default(),
            ending: PgnEnding::Unknown,
            rules_name: None,
            start,
            nodes: vec![PgnNode::default()],
        }
    }

    /// Where the game begins.
    pub fn start(&self) -> &Position<&'static Rules> {
        &self.start
    }

    /// The rule set.
    pub fn rules(&self) -> &'static Rules {
        self.start.rules()
    }

    /// The rule set with its name, as it is written; where nobody named it, as its value is called.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "[Variant \"imperial\"]\n\n1. e4 *";
    /// let (game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// assert_eq!(game.rule_file().name.as_deref(), Some("imperial"));
    /// assert!(game.to_string().contains("[Variant \"imperial\"]"));
    /// ```
    pub fn rule_file(&self) -> RuleFile {
        RuleFile::named(*self.rules(), self.rules_name.as_deref())
    }

    /// Whether the game begins where games under its rules always do.
    pub fn is_from_usual_start(&self) -> bool {
        self.start.setup() == usual_start(self.rules())
    }

    /// How many moves there are, with all variations.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// Adds a move after `parent`: the first one continues the line, others are variations of it. `None` passes.
    pub fn add(&mut self, parent: PgnNodeId, m: Option<Move>) -> PgnNodeId {
        let id = self.nodes.len() as u32;
        self.nodes.push(PgnNode { m, parent: parent.0, ..PgnNode::default() });
        let before = self.nodes[parent.0 as usize].last_child.replace(id);
        match before {
            Some(sibling) => self.nodes[sibling as usize].next_sibling = Some(id),
            None => self.nodes[parent.0 as usize].first_child = Some(id),
        }
        PgnNodeId(id)
    }

    /// The node before this one; the root has none.
    pub fn parent(&self, node: PgnNodeId) -> Option<PgnNodeId> {
        (node != PgnGame::ROOT).then(|| PgnNodeId(self.nodes[node.0 as usize].parent))
    }

    /// The move that continues the line after this one.
    pub fn first_child(&self, node: PgnNodeId) -> Option<PgnNodeId> {
        self.nodes[node.0 as usize].first_child.map(PgnNodeId)
    }

    /// The next variation in place of this move.
    pub fn next_sibling(&self, node: PgnNodeId) -> Option<PgnNodeId> {
        self.nodes[node.0 as usize].next_sibling.map(PgnNodeId)
    }

    /// The moves that may follow this one: the line's own, then the variations.
    pub fn children(&self, node: PgnNodeId) -> impl Iterator<Item = PgnNodeId> {
        std::iter::successors(self.first_child(node), |&child| self.next_sibling(child))
    }

    /// The nodes of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = PgnNodeId> {
        std::iter::successors(self.first_child(PgnGame::ROOT), |&node| self.first_child(node))
    }

    /// The position after a move.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let (game, _) = PgnReader::new("1. e4 e5 *".as_bytes()).games().next().unwrap().unwrap();
    /// let last = game.main_line().last().unwrap();
    /// assert_eq!(game.position(last).fullmoves(), 2);
    /// ```
    pub fn position(&self, node: PgnNodeId) -> Position<&'static Rules> {
        let path = std::iter::successors(Some(node), |&node| self.parent(node));
        let path: Vec<PgnNodeId> = path.take_while(|&node| node != PgnGame::ROOT).collect();
        path.iter().rev().fold(self.start, |position, &node| self.after(node, &position))
    }

    /// The position after a move from the one before it.
    pub(super) fn after(
        &self,
        node: PgnNodeId,
        before: &Position<&'static Rules>,
    ) -> Position<&'static Rules> {
        match self[node].m {
            Some(m) => before.play_unchecked(m),
            None => before.pass().unwrap_or(*before),
        }
    }

    pub(super) fn set_start(&mut self, start: Position<&'static Rules>) {
        self.start = start;
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.main_line().filter_map(|node| self[node].m)
    }
}

/// Games are equal when they say the same, in whatever order their moves were added.
impl PartialEq for PgnGame {
    fn eq(&self, other: &PgnGame) -> bool {
        let head = |game: &PgnGame| (game.ending, game.start);
        head(self) == head(other)
            && self.rule_file().name == other.rule_file().name
            && self.tags == other.tags
            && self.has_same_moves(other)
    }
}

impl Eq for PgnGame {}

impl PgnGame {
    fn has_same_moves(&self, other: &PgnGame) -> bool {
        let mut pairs = vec![(PgnGame::ROOT, PgnGame::ROOT)];
        while let Some((ours, theirs)) = pairs.pop() {
            let (a, b) = (&self[ours], &other[theirs]);
            let is_same = a.m == b.m && a.nags == b.nags && a.before == b.before && a.after == b.after;
            if !is_same || self.children(ours).count() != other.children(theirs).count() {
                return false;
            }
            pairs.extend(self.children(ours).zip(other.children(theirs)));
        }
        self.len() == other.len()
    }
}

/// The start of a rule set as positions hold it: without rights that the rules do not know.
fn usual_start(rules: &'static Rules) -> Setup {
    Position::starting(rules).map_or_else(|_| rules.start.setup(), |position| position.setup())
}

impl std::ops::Index<PgnNodeId> for PgnGame {
    type Output = PgnNode;

    fn index(&self, node: PgnNodeId) -> &PgnNode {
        &self.nodes[node.0 as usize]
    }
}

impl std::ops::IndexMut<PgnNodeId> for PgnGame {
    fn index_mut(&mut self, node: PgnNodeId) -> &mut PgnNode {
        &mut self.nodes[node.0 as usize]
    }
}
