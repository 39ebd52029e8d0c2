use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tabiya_rules::{Key, Move, Position, Rules, Square};

use crate::BySeat;
use crate::shared_vec::SharedVec;

/// The place of a move in the tree of a game. Moves are numbered in the order in which they were first made.
///
/// ```
/// use tabiya_game::NodeId;
///
/// assert_eq!(NodeId::ROOT.number(), 0);
/// assert_eq!(NodeId::new(7).number(), 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(u32);

impl NodeId {
    /// Before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// The place of a move by its number, which a game may have or not.
    pub const fn new(number: u32) -> NodeId {
        NodeId(number)
    }

    /// The move's number.
    pub const fn number(self) -> u32 {
        self.0
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a side does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// It moves.
    Move(Move),
    /// It passes.
    Pass,
}

/// A move in the tree, with the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What was done; `None` at the root.
    pub step: Option<Step>,
    /// The position after it.
    pub position: Position<&'static Rules>,
    /// How many steps lead here.
    pub ply: u32,
    pub(crate) left: Option<BySeat<Duration>>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// The child that was left last: where redoing goes.
    latest: Option<NodeId>,
}

/// All moves of a game, taken back or not, as a tree, and the place where the game stands. Copies share what they have
/// in common: one costs little, however long the game is.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment};
/// use tabiya_rules::FIDE;
///
/// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// for command in [
///     Command::Move("e2e4".parse().unwrap()),
///     Command::Undo(1),
///     Command::Move("d2d4".parse().unwrap()),
/// ] {
///     game.apply(By::Board, command, Moment(0)).unwrap();
/// }
/// let history = game.history();
/// assert_eq!(history.children(tabiya_game::NodeId::ROOT).len(), 2);
/// assert_eq!(history.line().count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    nodes: SharedVec<Node>,
    here: NodeId,
}

impl History {
    /// More moves than any game has, and few enough for any machine.
    pub const MAX_NODES: usize = 100_000;

    pub(crate) fn new(start: Position<&'static Rules>, left: Option<BySeat<Duration>>) -> History {
        let root =
            Node { step: None, position: start, ply: 0, left, parent: None, children: vec![], latest: None };
        History { nodes: SharedVec::of(root), here: NodeId::ROOT }
    }

    /// Where the game stands.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// The node where the game stands.
    pub fn current(&self) -> &Node {
        self.node(self.here)
    }

    /// A node that is known to be there.
    fn node(&self, node: NodeId) -> &Node {
        self.nodes.get(node.index()).expect("nodes are never taken away")
    }

    fn node_mut(&mut self, node: NodeId) -> &mut Node {
        self.nodes.get_mut(node.index()).expect("nodes are never taken away")
    }

    /// A node, if there is one of that number.
    pub fn get(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.index())
    }

    /// The start position.
    pub fn start(&self) -> &Position<&'static Rules> {
        &self.node(NodeId::ROOT).position
    }

    /// How many moves there are in all.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether no move was ever made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The node before this one.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.get(node)?.parent
    }

    /// What was played after this node, the first choice first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.get(node).map_or(&[], |node| &node.children)
    }

    /// The nodes from the one where the game stands back to the first move.
    pub fn back(&self) -> impl Iterator<Item = NodeId> {
        let steps = std::iter::successors(Some(self.here), |&node| self.parent(node));
        steps.take_while(|&node| node != NodeId::ROOT)
    }

    /// The nodes from the first move to where the game stands.
    pub fn line(&self) -> impl Iterator<Item = NodeId> {
        let back: Vec<NodeId> = self.back().collect();
        back.into_iter().rev()
    }

    /// The nodes that redoing would go through, in order.
    pub fn ahead(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.current().latest, |&node| self.node(node).latest)
    }

    /// The last node that the line to where the game stands has in common with the line to another one.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment, NodeId};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// for m in ["e2e4", "e7e5", "g1f3"] {
    ///     game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap();
    /// }
    /// game.apply(By::Board, Command::Undo(2), Moment(0)).unwrap();
    /// game.apply(By::Board, Command::Move("c7c5".parse().unwrap()), Moment(0)).unwrap();
    /// assert_eq!(game.history().fork(NodeId::new(3)), NodeId::new(1));
    /// ```
    pub fn fork(&self, other: NodeId) -> NodeId {
        let ply = |node| self.get(node).map_or(0, |node| node.ply);
        let up = |node| self.parent(node).unwrap_or(NodeId::ROOT);
        let (mut a, mut b) = (self.here, other);
        while a != b {
            if ply(a) >= ply(b) {
                a = up(a);
            } else {
                b = up(b);
            }
        }
        a
    }

    /// The keys of the positions before the one where the game stands, the start first: what whoever chooses a move must
    /// know of repetitions.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// assert!(game.history().earlier_keys().is_empty());
    /// let mut keys = Vec::new();
    /// for m in ["e2e4", "e7e5"] {
    ///     keys.push(game.position().key());
    ///     game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap();
    /// }
    /// assert_eq!(game.history().earlier_keys(), keys);
    /// ```
    pub fn earlier_keys(&self) -> Vec<Key> {
        self.keys_before(self.here)
    }

    /// The same for any node.
    pub fn keys_before(&self, node: NodeId) -> Vec<Key> {
        let before = std::iter::successors(self.parent(node), |&node| self.parent(node));
        let mut keys: Vec<Key> = before.map(|node| self.node(node).position.key()).collect();
        keys.reverse();
        keys
    }

    /// Where the move that leads to a node has taken something, if it has.
    ///
    /// ```
    /// use tabiya_game::{By, Command, Game, GameStart, Moment, NodeId};
    /// use tabiya_rules::FIDE;
    ///
    /// let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
    /// for m in ["e2e4", "d7d5", "e4d5"] {
    ///     game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap();
    /// }
    /// let taken = [2, 3].map(|node| game.history().taken_on(NodeId::new(node)));
    /// assert_eq!(taken, [None, Some("d5".parse().unwrap())]);
    /// ```
    pub fn taken_on(&self, node: NodeId) -> Option<Square> {
        let men = |node: &Node| node.position.board().occupied().len();
        let at = self.get(node)?;
        match at.step? {
            Step::Move(m) if men(self.get(at.parent?)?) > men(at) => Some(m.to()),
            Step::Move(_) | Step::Pass => None,
        }
    }

    /// How often the position of a node has been on the board in the line that leads there.
    pub fn occurrences(&self, node: NodeId) -> u16 {
        self.get(node).map_or(0, |at| self.occurrences_after(at.parent, &at.position))
    }

    /// How often `position` has been on the board, if it comes after a node.
    pub(crate) fn occurrences_after(&self, node: Option<NodeId>, position: &Position<&'static Rules>) -> u16 {
        let earlier = std::iter::successors(node, |&node| self.parent(node));
        // No position comes back once a pawn has moved or something was taken.
        let reach = usize::from(position.halfmoves());
        let key = position.key();
        let same = |node: &NodeId| self.node(*node).position.key() == key;
        let times = earlier.take(reach).filter(same).count();
        u16::try_from(times).unwrap_or(u16::MAX).saturating_add(1)
    }

    /// Goes on with a step: to the node that has it already, or a new one.
    pub(crate) fn go_on(
        &mut self,
        step: Step,
        position: Position<&'static Rules>,
        left: Option<BySeat<Duration>>,
    ) {
        let mut known = self.current().children.iter().copied();
        let known = known.find(|&node| self.node(node).step == Some(step));
        let node = known.unwrap_or_else(|| self.add(step, position));
        if self.node(node).left != left {
            self.node_mut(node).left = left;
        }
        self.set_latest(self.here, node);
        self.here = node;
    }

    fn add(&mut self, step: Step, position: Position<&'static Rules>) -> NodeId {
        let node = NodeId(self.nodes.len() as u32);
        let ply = self.current().ply + 1;
        let parent = Some(self.here);
        self.nodes.push(Node {
            step: Some(step),
            position,
            ply,
            left: None,
            parent,
            children: vec![],
            latest: None,
        });
        self.node_mut(self.here).children.push(node);
        node
    }

    /// Goes to a node; what redoing follows stays as it is.
    pub(crate) fn stand_at(&mut self, node: NodeId) {
        if self.get(node).is_some() {
            self.here = node;
        }
    }

    /// Goes anywhere; the way there becomes the line that redoing follows.
    pub(crate) fn go_to(&mut self, node: NodeId) {
        if self.get(node).is_none() {
            return;
        }
        let mut child = node;
        while let Some(parent) = self.node(child).parent {
            self.set_latest(parent, child);
            child = parent;
        }
        self.here = node;
    }

    /// What copies share is not touched where nothing changes.
    fn set_latest(&mut self, node: NodeId, child: NodeId) {
        if self.node(node).latest != Some(child) {
            self.node_mut(node).latest = Some(child);
        }
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
