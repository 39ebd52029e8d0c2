//! The moves as they are listed beside the board, with variations and remarks.

use std::collections::HashMap;

use tabiya_analysis::MoveMark;
use tabiya_game::{History, Node, NodeId, Step};
use tabiya_notation::SanPlus;
use tabiya_notation::pgn::{PgnGame, PgnNodeId, words_of};
use tabiya_text::visible;
use unicode_width::UnicodeWidthStr;

/// A word of the list, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveWord {
    pub text: String,
    pub kind: WordKind,
    /// The move that it is, or belongs to.
    pub node: Option<NodeId>,
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordKind {
    Number,
    Move,
    /// A move of a variation.
    Variation,
    Remark,
}

/// All moves of a game in words, in lines of some width.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveListing {
    pub words: Vec<MoveWord>,
}

impl MoveListing {
    /// The moves of a game, and what its file and an analysis say of them.
    pub fn of(
        history: &History,
        said: Option<&PgnGame>,
        judged: &HashMap<NodeId, MoveMark>,
        width: usize,
    ) -> MoveListing {
        let teller = MoveTeller::new(history, said, judged);
        let mut words = teller.words();
        let is_plain = words.iter().all(|word| matches!(word.kind, WordKind::Number | WordKind::Move));
        if is_plain {
            in_columns(&mut words, history);
        } else {
            in_flow(&mut words, width);
        }
        MoveListing { words }
    }

    /// The line in which a move stands.
    pub fn line_of(&self, node: NodeId) -> Option<usize> {
        self.words.iter().find(|word| word.node == Some(node)).map(|word| word.line)
    }

    pub fn lines(&self) -> usize {
        self.words.last().map_or(0, |word| word.line + 1)
    }

    /// The move at a place of the list.
    pub fn at(&self, line: usize, column: usize) -> Option<NodeId> {
        let is_there = |word: &&MoveWord| {
            word.line == line && (word.column..word.column + word.text.width()).contains(&column)
        };
        self.words.iter().find(is_there)?.node
    }
}

/// A line for each move of both: its number, White's move, Black's.
fn in_columns(words: &mut [MoveWord], history: &History) {
    let mut line = 0;
    for (number, word) in words.iter_mut().enumerate() {
        if word.kind == WordKind::Number && number > 0 {
            line += 1;
        }
        let is_white =
            word.node.and_then(|node| history.get(node)).is_some_and(|node| !node.position.turn().is_white());
        word.line = line;
        word.column = match word.kind {
            WordKind::Number => 4usize.saturating_sub(word.text.width()),
            _ if is_white => 5,
            _ => 15,
        };
    }
}

/// Word after word.
fn in_flow(words: &mut [MoveWord], width: usize) {
    let (mut line, mut column) = (0, 0);
    for word in words {
        let length = word.text.width();
        if column > 0 && column + length > width {
            (line, column) = (line + 1, 0);
        }
        (word.line, word.column) = (line, column);
        column += length + 1;
    }
}

struct MoveTeller<'a> {
    history: &'a History,
    said: Option<&'a PgnGame>,
    /// What an analysis says of moves.
    judged: &'a HashMap<NodeId, MoveMark>,
    /// Which move of the file each move of the game is.
    places: HashMap<NodeId, PgnNodeId>,
    /// What was played after each move of the line that was played, also what was taken back at its end.
    played: HashMap<NodeId, NodeId>,
}

/// What is still to be told, the last first.
enum Todo {
    /// A line from a move on, with whether it is the one that was played.
    Line { node: NodeId, is_main: bool, place: TellingPlace },
    /// The end of a variation.
    Close,
}

/// Where a move stands in its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TellingPlace {
    /// Right behind the move before it.
    Next,
    /// Behind something else than that, so that its number is told.
    AfterBreak,
    /// At the beginning of a variation.
    Branch,
}

impl MoveTeller<'_> {
    fn new<'a>(
        history: &'a History,
        said: Option<&'a PgnGame>,
        judged: &'a HashMap<NodeId, MoveMark>,
    ) -> MoveTeller<'a> {
        let places = said.map(|said| places(history, said)).unwrap_or_default();
        let main: Vec<NodeId> = history.line().chain(history.ahead()).collect();
        let before = std::iter::once(NodeId::ROOT).chain(main.iter().copied());
        let played = before.zip(main.iter().copied()).collect();
        MoveTeller { history, said, judged, places, played }
    }

    /// The move that follows one in its line.
    fn next(&self, node: NodeId, is_main: bool) -> Option<NodeId> {
        let played = self.played.get(&node).copied().filter(|_| is_main);
        played.or_else(|| self.history.children(node).first().copied())
    }

    fn words(&self) -> Vec<MoveWord> {
        let mut words = Vec::new();
        self.remarks(NodeId::ROOT, &mut words);
        let line = |node| Todo::Line { node, is_main: true, place: TellingPlace::AfterBreak };
        let mut todo: Vec<Todo> = self.next(NodeId::ROOT, true).map(line).into_iter().collect();
        while let Some(next) = todo.pop() {
            match next {
                Todo::Close => {
                    if let Some(last) = words.last_mut() {
                        last.text.push(')');
                    }
                }
                Todo::Line { node, is_main, place } => {
                    let is_told = self.tell(node, is_main, place, &mut words);
                    let others = if place == TellingPlace::Branch { Vec::new() } else { self.others(node) };
                    let is_broken = is_told || !others.is_empty();
                    let place = if is_broken { TellingPlace::AfterBreak } else { TellingPlace::Next };
                    let after = self.next(node, is_main);
                    todo.extend(after.map(|node| Todo::Line { node, is_main, place }));
                    for node in others.into_iter().rev() {
                        todo.push(Todo::Close);
                        todo.push(Todo::Line { node, is_main: false, place: TellingPlace::Branch });
                    }
                }
            }
        }
        words
    }

    /// What else was played in place of a move.
    fn others(&self, node: NodeId) -> Vec<NodeId> {
        let parent = self.history.parent(node).unwrap_or(NodeId::ROOT);
        self.history.children(parent).iter().copied().filter(|&other| other != node).collect()
    }

    /// Tells a move, and says whether something was said of it.
    fn tell(&self, node: NodeId, is_main: bool, place: TellingPlace, words: &mut Vec<MoveWord>) -> bool {
        let Some(before) = self.history.parent(node).and_then(|parent| self.history.get(parent)) else {
            return false;
        };
        let Some(at) = self.history.get(node) else { return false };
        let open = if place == TellingPlace::Branch { "(" } else { "" };
        let number = before.position.fullmoves();
        let numbered = match before.position.turn().is_white() {
            true => Some(format!("{open}{number}.")),
            false if place != TellingPlace::Next => Some(format!("{open}{number}...")),
            false => None,
        };
        words.extend(numbered.map(|text| word(text, WordKind::Number, node)));
        let kind = if is_main { WordKind::Move } else { WordKind::Variation };
        words.push(word(format!("{}{}", notation(before, at), self.marks(node)), kind, node));
        self.remarks(node, words)
    }

    fn marks(&self, node: NodeId) -> String {
        let said = self.said.zip(self.places.get(&node));
        let said: String = said
            .map(|(said, place)| said[*place].nags.iter().filter_map(|nag| nag.glyph()).collect())
            .unwrap_or_default();
        // Where the file says something itself, that stands.
        let judged = self.judged.get(&node).map(|mark| mark.glyph()).filter(|_| said.is_empty());
        judged.map(str::to_owned).unwrap_or(said)
    }

    fn remarks(&self, node: NodeId, words: &mut Vec<MoveWord>) -> bool {
        let Some((said, place)) = self.said.zip(self.places.get(&node)) else { return false };
        let remarks = words_of(&said[*place].after);
        for remark in &remarks {
            words.extend(
                visible(remark).split_whitespace().map(|text| word(text.to_owned(), WordKind::Remark, node)),
            );
        }
        !remarks.is_empty()
    }
}

fn word(text: String, kind: WordKind, node: NodeId) -> MoveWord {
    MoveWord { text, kind, node: Some(node), line: 0, column: 0 }
}

fn notation(before: &Node, at: &Node) -> String {
    match at.step {
        Some(Step::Move(m)) => SanPlus::from_move(m, &before.position).to_string(),
        Some(Step::Pass) => "pass".to_owned(),
        None => String::new(),
    }
}

/// Which move of a file each move of a game is.
fn places(history: &History, said: &PgnGame) -> HashMap<NodeId, PgnNodeId> {
    let mut places = HashMap::from([(NodeId::ROOT, PgnGame::ROOT)]);
    let mut open = vec![(NodeId::ROOT, PgnGame::ROOT)];
    while let Some((node, place)) = open.pop() {
        for child in said.children(place) {
            let step = said[child].m.map_or(Step::Pass, Step::Move);
            let is_it = |other: &&NodeId| history.get(**other).is_some_and(|other| other.step == Some(step));
            if let Some(&found) = history.children(node).iter().find(is_it)
                && !places.contains_key(&found)
            {
                places.insert(found, child);
                open.push((found, child));
            }
        }
    }
    places
}
