//! What a game was opened from: its headings, variations and remarks.

use tabiya_notation::RuleFile;
use tabiya_notation::pgn::{Ending, GameBuilder, NodeId, PgnGame, PgnReader};

use crate::store::Source;
use crate::wire::OpenedView;

/// More moves than any game has that people played, with all variations.
const MAX_MOVES: usize = 5_000;

/// The most bytes of a game that are kept with all its remarks.
const MAX_TEXT: usize = 256 * 1024;

/// The game that was opened, and what is to be said of it.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// Which game of the file it was, from 1.
    pub number: u32,
    /// How many games the file had.
    pub games: u32,
    /// What was left out, in words.
    pub left_out: Vec<String>,
    pub pgn: PgnGame,
}

impl Origin {
    /// The only game of something.
    pub fn only(pgn: PgnGame) -> Origin {
        Origin { number: 1, games: 1, left_out: vec![], pgn }
    }

    /// As much as can be kept; `None` where the main line alone is too long.
    pub fn trimmed(mut self) -> Option<Origin> {
        if self.pgn.main_line().count() > MAX_MOVES {
            return None;
        }
        if self.pgn.len() > MAX_MOVES {
            self.pgn = copied(&self.pgn, Extent::MainLine);
            self.left_out.push(format!("the variations: with them the game has more than {MAX_MOVES} moves"));
        }
        if self.pgn.to_string().len() > MAX_TEXT {
            self.pgn = copied(&self.pgn, Extent::Moves);
            self.left_out
                .push(format!("headings, comments and marks: they have more than {} kB", MAX_TEXT / 1024));
        }
        Some(self)
    }

    /// As it is kept; nothing where there is nothing but a position.
    pub fn to_source(&self) -> Option<Source> {
        let says_something = !self.pgn.is_empty() || !self.pgn.tags.is_empty() || !self.left_out.is_empty();
        says_something.then(|| Source {
            number: self.number,
            games: self.games,
            left_out: self.left_out.clone(),
            pgn: self.pgn.to_string(),
        })
    }

    /// What was kept. The rules are those of the game where the text does not name others.
    pub fn from_source(source: Source, rules: &RuleFile) -> Option<Origin> {
        let Source { number, games, left_out, pgn } = source;
        let mut builder = GameBuilder::with_rules(rules);
        let read = PgnReader::new(pgn.as_bytes()).read_game(&mut builder).ok().flatten()?;
        read.damage.is_none().then(|| Origin { number, games, left_out, pgn: builder.take() })
    }

    /// As it is shown.
    pub fn view(&self) -> OpenedView {
        let tag = |name| self.pgn.tags.get(name).map(str::to_owned);
        OpenedView {
            number: self.number,
            games: self.games,
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: self.pgn.ending.to_string(),
            left_out: self.left_out.clone(),
        }
    }

    /// Whether anything is said of the moves.
    pub fn has_remarks(&self) -> bool {
        let mut open = vec![PgnGame::ROOT];
        while let Some(node) = open.pop() {
            let at = &self.pgn[node];
            if !(at.nags.is_empty() && at.before.is_empty() && at.after.is_empty()) {
                return true;
            }
            open.extend(self.pgn.children(node));
        }
        false
    }

    /// Adds to a game that went on from here what was said before. Where the players are the same, it is the same
    /// game: then the headings are the file's, and so is the result until another move is made.
    pub fn add_to(&self, pgn: &mut PgnGame) {
        self.add_remarks(pgn);
        let is_same = ["White", "Black"].iter().all(|name| pgn.tags.get(name) == self.pgn.tags.get(name));
        for (name, value) in self.pgn.tags.iter() {
            if is_same || pgn.tags.get(name).is_none() {
                pgn.tags.set(name, value);
            }
        }
        if !is_same && let Some(players) = self.players() {
            pgn.tags.set("Source", &players);
        }
        if is_same && pgn.ending == Ending::Unknown && pgn.moves().eq(self.pgn.moves()) {
            pgn.ending = self.pgn.ending;
        }
    }

    /// Who played, and when.
    fn players(&self) -> Option<String> {
        let tag = |name| self.pgn.tags.get(name);
        let (white, black) = (tag("White")?, tag("Black")?);
        let rest: Vec<&str> = [tag("Event"), tag("Date")].into_iter().flatten().collect();
        let rest = if rest.is_empty() { String::new() } else { format!(", {}", rest.join(", ")) };
        Some(format!("{white} - {black}{rest}"))
    }

    /// Our own clock has nothing to say of moves that were made elsewhere.
    fn add_remarks(&self, pgn: &mut PgnGame) {
        let mut open = vec![(PgnGame::ROOT, PgnGame::ROOT)];
        while let Some((ours, theirs)) = open.pop() {
            remark(&self.pgn, ours, pgn, theirs);
            for child in self.pgn.children(ours) {
                let m = self.pgn[child].m;
                let same = pgn.children(theirs).find(|&other| pgn[other].m == m);
                open.extend(same.map(|other| (child, other)));
            }
        }
    }
}

/// How much of a game is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Everything but the variations.
    MainLine,
    /// Nothing but the moves.
    Moves,
}

fn copied(game: &PgnGame, extent: Extent) -> PgnGame {
    let mut copy = PgnGame::new(*game.start());
    copy.rules_name.clone_from(&game.rules_name);
    copy.ending = game.ending;
    if extent == Extent::MainLine {
        copy.tags = game.tags.clone();
        remark(game, PgnGame::ROOT, &mut copy, PgnGame::ROOT);
    }
    let mut open = vec![(PgnGame::ROOT, PgnGame::ROOT)];
    while let Some((from, to)) = open.pop() {
        let most = if extent == Extent::MainLine { 1 } else { usize::MAX };
        for child in game.children(from).take(most) {
            let added = copy.add(to, game[child].m);
            if extent == Extent::MainLine {
                remark(game, child, &mut copy, added);
            }
            open.push((child, added));
        }
    }
    copy
}

/// Says of one move what is said of another.
fn remark(from: &PgnGame, at: NodeId, to: &mut PgnGame, node: NodeId) {
    to[node].nags.clone_from(&from[at].nags);
    to[node].before.clone_from(&from[at].before);
    to[node].after.clone_from(&from[at].after);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0
    }

    #[test]
    fn too_many_variations_are_left_out_and_told() {
        let lines = "(1. d4 d5) ".repeat(MAX_MOVES / 2 + 1);
        let origin =
            Origin::only(read(&format!("[White \"A\"]\n\n1. e4 {{best}} {lines} e5 1-0"))).trimmed().unwrap();
        assert_eq!((origin.pgn.len(), origin.left_out.len()), (2, 1));
        assert!(origin.pgn.to_string().contains("1. e4 {best}"));
        let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(MAX_MOVES / 4 + 1);
        assert!(Origin::only(read(&long)).trimmed().is_none());
    }

    #[test]
    fn too_many_remarks_are_left_out_and_told() {
        let line = format!("(1. d4 {{{}}}) ", "word ".repeat(2000));
        let text = format!("1. e4 {} e5 *", line.repeat(MAX_TEXT / line.len() + 1));
        let game = read(&text);
        let moves = game.len();
        let origin = Origin::only(game).trimmed().unwrap();
        assert_eq!((origin.pgn.len(), origin.left_out.len()), (moves, 1));
        assert!(!origin.has_remarks());
    }

    #[test]
    fn what_was_kept_comes_back() {
        let game = read("[White \"A\"]\n[Black \"B\"]\n\n{before} 1. e4! {good} (1. d4 {too} d5) e5 1-0");
        let origin = Origin { number: 2, games: 3, left_out: vec![], pgn: game.clone() };
        let again = Origin::from_source(origin.to_source().unwrap(), &game.rule_file()).unwrap();
        assert_eq!((again.number, again.games, &again.pgn), (2, 3, &game));
        let mut bare = copied(&game, Extent::Moves);
        bare.ending = Ending::Unknown;
        for name in ["White", "Black"] {
            bare.tags.set(name, game.tags.get(name).unwrap());
        }
        origin.add_to(&mut bare);
        assert_eq!(bare, game);
    }
}
