//! The tree of a game, put in another order: which move continues a line, and which are variations of it.

use tabiya_rules::Move;

use super::{PgnGame, PgnNode, PgnNodeId};

impl PgnGame {
    /// Makes a move the one that continues its line: the one that did becomes a variation of it.
    pub(super) fn make_first(&mut self, node: PgnNodeId) {
        let Some(parent) = self.parent(node) else { return };
        let Some(before) = self.children(parent).find(|&child| self.next_sibling(child) == Some(node)) else {
            return;
        };
        let (at, parent) = (node.0 as usize, parent.0 as usize);
        self.nodes[before.0 as usize].next_sibling = self.nodes[at].next_sibling;
        if self.nodes[parent].last_child == Some(node.0) {
            self.nodes[parent].last_child = Some(before.0);
        }
        self.nodes[at].next_sibling = self.nodes[parent].first_child;
        self.nodes[parent].first_child = Some(node.0);
        self.settle_first(node);
    }

    /// A variation changes places with the next one, which both stand behind another.
    pub(super) fn swap_with_next(&mut self, before: PgnNodeId, first: PgnNodeId) {
        let Some(second) = self.next_sibling(first) else { return };
        let (before, at, next) = (before.0 as usize, first.0 as usize, second.0 as usize);
        self.nodes[before].next_sibling = Some(second.0);
        self.nodes[at].next_sibling = self.nodes[next].next_sibling.replace(first.0);
        let parent = self.nodes[at].parent as usize;
        if self.nodes[parent].last_child == Some(second.0) {
            self.nodes[parent].last_child = Some(first.0);
        }
    }

    /// What stands before the first move of a variation has no such place once it is none: it is said of the move then.
    fn settle_first(&mut self, node: PgnNodeId) {
        let at = &mut self[node];
        let mut said = std::mem::take(&mut at.before);
        said.append(&mut at.after);
        at.after = said;
    }

    /// Makes the line to a move the main line.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let node = game.find(&"e2e4 c7c5 c2c3".parse().unwrap()).unwrap();
    /// game.make_main(node);
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5) 2. c3 (2. Nf3) *\n"));
    /// ```
    pub fn make_main(&mut self, node: PgnNodeId) {
        for node in self.line_to(node) {
            self.make_first(node);
        }
    }

    /// The same, and the main line ends there: what followed stands beside its last move. Where nothing was played,
    /// nothing is left.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3)) *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let node = game.find(&"e2e4 c7c5".parse().unwrap()).unwrap();
    /// game.end_main(node);
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5) (1... c5 2. Nf3 (2. c3)) *\n"));
    /// ```
    pub fn end_main(&mut self, node: PgnNodeId) {
        self.make_main(node);
        let children: Vec<PgnNodeId> = self.children(node).collect();
        let Some(parent) = self.parent(node) else {
            self.nodes = vec![PgnNode { first_child: None, last_child: None, ..self[node].clone() }];
            return;
        };
        if children.is_empty() {
            return;
        }
        let beside = self.add(parent, self[node].m);
        for child in children {
            self[child].parent = beside.0;
        }
        let (last, beside) = (node.0 as usize, beside.0 as usize);
        self.nodes[beside].first_child = self.nodes[last].first_child.take();
        self.nodes[beside].last_child = self.nodes[last].last_child.take();
    }

    /// Makes the line to a move the main line, which ends there: what followed goes.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3)) *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let node = game.find(&"e2e4 c7c5".parse().unwrap()).unwrap();
    /// game.end_at(node);
    /// assert!(game.to_string().ends_with("1. e4 c5 {sharp} (1... e5) *\n"));
    /// ```
    pub fn end_at(&mut self, node: PgnNodeId) {
        let plies = self.line_to(node).len();
        self.make_main(node);
        let last = |game: &PgnGame| game.main_line().take(plies).last().unwrap_or(PgnGame::ROOT);
        while let Some(next) = self.first_child(last(self)) {
            self.remove(next);
        }
    }

    /// Takes a move away with all that follows it. Moves have other places afterwards.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "1. e4 (1. d4 d5) (1. c4) 1... e5 *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// game.remove(game.find(&"d2d4".parse().unwrap()).unwrap());
    /// assert!(game.to_string().ends_with("1. e4 (1. c4) 1... e5 *\n"));
    /// assert_eq!(game.len(), 3);
    /// ```
    pub fn remove(&mut self, node: PgnNodeId) {
        if node == PgnGame::ROOT {
            return;
        }
        let old = self.clone();
        self.nodes = vec![PgnNode::default()];
        copy_said(&old, PgnGame::ROOT, self, PgnGame::ROOT);
        let mut open = vec![(PgnGame::ROOT, PgnGame::ROOT)];
        while let Some((from, to)) = open.pop() {
            for child in old.children(from).filter(|&child| child != node) {
                let added = self.add(to, old[child].m);
                copy_said(&old, child, self, added);
                if self.first_child(to) == Some(added) {
                    self.settle_first(added);
                }
                open.push((child, added));
            }
        }
    }

    /// Takes over the moves of another game from the same start, with everything that is said of them.
    pub fn set_moves(&mut self, other: &PgnGame) {
        debug_assert!(self.start() == other.start(), "these moves begin elsewhere");
        self.nodes.clone_from(&other.nodes);
    }

    /// The place of the last of some moves from the start, in whichever of several same variations they go on. What is
    /// missing is added.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let text = "1. e4 (1. e4 e5 2. Nf3) 1... c5 *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let moves: Vec<_> = game.line_to(game.find(&"e2e4~2 e7e5".parse().unwrap()).unwrap());
    /// let moves: Vec<_> = moves.into_iter().map(|node| game[node].m).collect();
    /// let node = game.add_line(moves);
    /// assert_eq!(game.path(node).to_string(), "e2e4~2 e7e5");
    /// assert_eq!(game.len(), 5);
    /// ```
    pub fn add_line(&mut self, moves: impl IntoIterator<Item = Option<Move>>) -> PgnNodeId {
        let mut places = vec![PgnGame::ROOT];
        for m in moves {
            let mut next = self.all_after(&places, m);
            if next.is_empty() {
                next.push(self.add(places[0], m));
            }
            places = next;
        }
        places[0]
    }

    /// The same where nothing is missing.
    pub fn find_line(&self, moves: impl IntoIterator<Item = Option<Move>>) -> Option<PgnNodeId> {
        let mut places = vec![PgnGame::ROOT];
        for m in moves {
            places = self.all_after(&places, m);
        }
        places.first().copied()
    }

    /// All places of a move behind some others.
    fn all_after(&self, places: &[PgnNodeId], m: Option<Move>) -> Vec<PgnNodeId> {
        let children = places.iter().flat_map(|&place| self.children(place));
        children.filter(|&child| self[child].m == m).collect()
    }

    /// Adds the moves of another game from the same start that are missing here, with what is said of them. A line
    /// that is in one of several same variations is not missing.
    ///
    /// ```
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let read = |text: &str| PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0;
    /// let mut game = read("1. e4 {best} (1. e4 e5 2. Nf3) 1... c5 *");
    /// game.join(&read("1. e4 {now} e5 {new?} 2. Nf3 Nc6 {new} *"));
    /// assert!(game.to_string().ends_with("1. e4 {best} (1. e4 e5 2. Nf3 Nc6 {new}) 1... c5 *\n"));
    /// ```
    pub fn join(&mut self, other: &PgnGame) {
        let mut open = vec![(PgnGame::ROOT, vec![PgnGame::ROOT])];
        while let Some((theirs, ours)) = open.pop() {
            for child in other.children(theirs) {
                let m = other[child].m;
                let mut same = self.all_after(&ours, m);
                if same.is_empty() {
                    let added = self.add(ours[0], m);
                    copy_said(other, child, self, added);
                    same.push(added);
                }
                open.push((child, same));
            }
        }
    }

    /// How deep variations are nested: none where there is only the main line.
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut open = vec![(PgnGame::ROOT, 0)];
        while let Some((node, depth)) = open.pop() {
            deepest = deepest.max(depth);
            for (number, child) in self.children(node).enumerate() {
                open.push((child, depth + usize::from(number > 0)));
            }
        }
        deepest
    }
}

/// Says of one move what is said of another.
fn copy_said(from: &PgnGame, at: PgnNodeId, to: &mut PgnGame, node: PgnNodeId) {
    to[node].nags.clone_from(&from[at].nags);
    to[node].before.clone_from(&from[at].before);
    to[node].after.clone_from(&from[at].after);
}
