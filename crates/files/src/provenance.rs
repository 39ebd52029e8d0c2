//! What a game was opened from: its headings, variations and remarks.

use tabiya_notation::pgn::{PgnEnding, PgnGame, PgnNodeId};
use tabiya_openings::renew_opening;
use tabiya_rules::Color;

use crate::Omission;

/// A game as the file told it from which it was opened. While it is played on, only moves, players and clocks are
/// known; [`Provenance::add_to`] adds the rest again when it is saved or exported.
///
/// ```
/// use tabiya_files::Provenance;
/// use tabiya_notation::pgn::{PgnGame, PgnReader};
///
/// let text = "[White \"Anna\"]\n[Round \"7\"]\n\n1. e4 {best by test} 1-0";
/// let (opened, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
/// let provenance = Provenance::new(opened.clone(), 1, 1);
///
/// let mut played = PgnGame::default();
/// played.tags.set("White", "Anna");
/// played.add(PgnGame::ROOT, opened.moves().next());
/// provenance.add_to(&mut played);
/// assert_eq!(played, opened);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Which game of the file it was, from 1.
    pub number: u64,
    /// How many games the file had.
    pub games: u64,
    /// What was left out.
    pub left_out: Vec<Omission>,
    /// The game with everything that the file says of it.
    pub pgn: PgnGame,
    /// What that is.
    pub origin: GameOrigin,
}

/// What a game begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameOrigin {
    /// A game, of a file or of anything else that tells one.
    #[default]
    Game,
    /// The moves of an opening, made for both sides.
    Opening,
    /// Nothing but a position.
    Position,
}

/// How much of a game is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptSize {
    /// How many moves, with all variations.
    pub moves: usize,
    /// How many bytes as PGN.
    pub text: usize,
}

impl Provenance {
    /// The game of a number in a file of so many.
    pub fn new(pgn: PgnGame, number: u64, games: u64) -> Provenance {
        Provenance { number, games, left_out: Vec::new(), pgn, origin: GameOrigin::Game }
    }

    /// The only game of something.
    pub fn only(pgn: PgnGame) -> Provenance {
        Provenance::new(pgn, 1, 1)
    }

    /// An opening with which a game is begun.
    pub fn opening(pgn: PgnGame) -> Provenance {
        Provenance { origin: GameOrigin::Opening, ..Provenance::only(pgn) }
    }

    /// A position with which a game is begun.
    pub fn position(pgn: PgnGame) -> Provenance {
        Provenance { origin: GameOrigin::Position, ..Provenance::only(pgn) }
    }

    /// The same for a game that goes on from there: it has no result yet, and that is told.
    ///
    /// ```
    /// use tabiya_files::{Omission, Provenance};
    /// use tabiya_notation::pgn::{PgnEnding, PgnReader};
    ///
    /// let (opened, _) = PgnReader::new("1. e4 1-0".as_bytes()).games().next().unwrap().unwrap();
    /// let told = opened.ending;
    /// let provenance = Provenance::only(opened).without_result();
    /// assert_eq!((provenance.pgn.ending, provenance.left_out), (PgnEnding::Unknown, vec![Omission::Result(told)]));
    /// ```
    #[must_use]
    pub fn without_result(mut self) -> Provenance {
        let told = std::mem::take(&mut self.pgn.ending);
        if told != PgnEnding::Unknown {
            self.pgn.tags.remove("Termination");
            self.left_out.push(Omission::Result(told));
        }
        self
    }

    /// As much as can be kept: first the variations are left out, and then the remarks. `None` where the main line
    /// alone is too long.
    pub fn trimmed(mut self, most: KeptSize) -> Option<Provenance> {
        if self.pgn.main_line().count() > most.moves {
            return None;
        }
        if self.pgn.len() > most.moves {
            self.pgn = copied(&self.pgn, CopyExtent::MainLine);
            self.left_out.push(Omission::Variations { most_moves: most.moves as u64 });
        }
        if self.pgn.to_string().len() > most.text {
            self.pgn = copied(&self.pgn, CopyExtent::Moves);
            self.left_out.push(Omission::Remarks { most_kilobytes: most.text as u64 / 1024 });
        }
        Some(self)
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
    /// game: then the headings are the file's, and so is the result until another move is made. The opening is that of
    /// the moves that there are now.
    pub fn add_to(&self, pgn: &mut PgnGame) {
        self.add_remarks(pgn);
        let is_same = Color::ALL.into_iter().all(|color| self.is_player(pgn, color));
        for (name, value) in self.pgn.tags.iter() {
            if is_same || pgn.tags.get(name).is_none() {
                pgn.tags.set(name, value);
            }
        }
        if !is_same && let Some(players) = self.players() {
            pgn.tags.set("Source", &players);
        }
        if is_same && pgn.ending == PgnEnding::Unknown && pgn.moves().eq(self.pgn.moves()) {
            pgn.ending = self.pgn.ending;
        }
        renew_opening(pgn, &self.pgn);
    }

    /// Whether a side has the same player as in the file. One whom it does not name is called by the color.
    fn is_player(&self, pgn: &mut PgnGame, color: Color) -> bool {
        let tag = color.to_string();
        let told = self.pgn.tags.get(&tag);
        if told.is_none() && pgn.tags.get(&tag).is_some_and(|name| name == tag || name == "?") {
            pgn.tags.remove(&tag);
        }
        pgn.tags.get(&tag) == told
    }

    /// Who played, and when.
    fn players(&self) -> Option<String> {
        let tag = |name| self.pgn.tags.get(name);
        let (white, black) = (tag("White")?, tag("Black")?);
        let rest: Vec<&str> = [tag("Event"), tag("Date")].into_iter().flatten().collect();
        let rest = if rest.is_empty() { String::new() } else { format!(", {}", rest.join(", ")) };
        Some(format!("{white} - {black}{rest}"))
    }

    /// The moves of the file and those of a game that went on from it, which is the main line. Our own clock has nothing to
    /// say of moves that were made elsewhere.
    ///
    /// ```
    /// use tabiya_files::Provenance;
    /// use tabiya_notation::pgn::PgnReader;
    ///
    /// let read = |text: &str| PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0;
    /// let provenance = Provenance::only(read("1. e4 {bold} (1. d4) e5 *"));
    /// let joined = provenance.joined(&read("1. e4 {[%clk 0:01:00]} c5 {[%clk 0:00:59]} *"));
    /// assert!(joined.to_string().ends_with("1. e4 {bold} (1. d4) 1... c5 {[%clk 0:00:59]} (1... e5) *\n"));
    /// ```
    pub fn joined(&self, played: &PgnGame) -> PgnGame {
        let mut whole = self.pgn.clone();
        whole.join(played);
        if let Some(last) = whole.find_line(played.main_line().map(|node| played[node].m)) {
            whole.make_main(last);
        }
        whole
    }

    /// What was taken back at the end is not part of the game.
    fn add_remarks(&self, pgn: &mut PgnGame) {
        if pgn.start() != self.pgn.start() {
            return;
        }
        let mut whole = self.joined(pgn);
        let last = |whole: &PgnGame| whole.find_line(pgn.main_line().map(|node| pgn[node].m));
        while let Some(next) = last(&whole).and_then(|last| whole.first_child(last)) {
            whole.remove(next);
        }
        pgn.set_moves(&whole);
    }
}

/// How much of a game is copied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyExtent {
    /// Everything but the variations.
    MainLine,
    /// Nothing but the moves.
    Moves,
}

fn copied(game: &PgnGame, extent: CopyExtent) -> PgnGame {
    let mut copy = PgnGame::new(*game.start());
    copy.rules_name.clone_from(&game.rules_name);
    copy.ending = game.ending;
    if extent == CopyExtent::MainLine {
        copy.tags = game.tags.clone();
        remark(game, PgnGame::ROOT, &mut copy, PgnGame::ROOT);
    }
    let mut open = vec![(PgnGame::ROOT, PgnGame::ROOT)];
    while let Some((from, to)) = open.pop() {
        let most = if extent == CopyExtent::MainLine { 1 } else { usize::MAX };
        for child in game.children(from).take(most) {
            let added = copy.add(to, game[child].m);
            if extent == CopyExtent::MainLine {
                remark(game, child, &mut copy, added);
            }
            open.push((child, added));
        }
    }
    copy
}

/// Says of one move what is said of another.
fn remark(from: &PgnGame, at: PgnNodeId, to: &mut PgnGame, node: PgnNodeId) {
    to[node].nags.clone_from(&from[at].nags);
    to[node].before.clone_from(&from[at].before);
    to[node].after.clone_from(&from[at].after);
}

#[cfg(test)]
mod tests {
    use tabiya_notation::pgn::PgnReader;

    use super::*;

    const MOST: KeptSize = KeptSize { moves: 500, text: 20_000 };

    fn read(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0
    }

    #[test]
    fn too_many_variations_are_left_out_and_told() {
        let lines = "(1. d4 d5) ".repeat(MOST.moves / 2 + 1);
        let game = read(&format!("[White \"A\"]\n\n1. e4 {{best}} {lines} e5 1-0"));
        let kept = Provenance::only(game).trimmed(MOST).unwrap();
        assert_eq!((kept.pgn.len(), kept.left_out.len()), (2, 1));
        assert!(kept.pgn.to_string().contains("1. e4 {best}"));
        let long = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(MOST.moves / 4 + 1);
        assert!(Provenance::only(read(&long)).trimmed(MOST).is_none());
    }

    #[test]
    fn too_many_remarks_are_left_out_and_told() {
        let line = format!("(1. d4 {{{}}}) ", "word ".repeat(2000));
        let text = format!("1. e4 {} e5 *", line.repeat(MOST.text / line.len() + 1));
        let game = read(&text);
        let moves = game.len();
        let kept = Provenance::only(game).trimmed(MOST).unwrap();
        assert_eq!((kept.pgn.len(), kept.left_out.len()), (moves, 1));
        assert!(!kept.has_remarks());
    }

    #[test]
    fn what_a_file_said_is_added_again() {
        for players in ["[White \"A\"]\n[Black \"B\"]\n", "[Black \"B\"]\n[Round \"3\"]\n", ""] {
            let game = read(&format!("{players}\n{{before}} 1. e4! {{good}} (1. d4 {{too}} d5) e5 1-0"));
            let mut bare = copied(&game, CopyExtent::Moves);
            bare.ending = PgnEnding::Unknown;
            for (tag, color) in [("White", Color::White), ("Black", Color::Black)] {
                let name = game.tags.get(tag).map_or_else(|| color.to_string(), str::to_owned);
                bare.tags.set(tag, &name);
            }
            Provenance::only(game.clone()).add_to(&mut bare);
            assert_eq!(bare, game, "{players}");
        }
    }

    #[test]
    fn the_same_variation_twice_loses_nothing() {
        let game =
            read("[White \"A\"]\n[Black \"B\"]\n\n1. e4 {first} (1. e4 {second} e5 {third} 2. Nf3) c5 *");
        let mut bare = read("[White \"A\"]\n[Black \"B\"]\n\n1. e4 c5 (1... e5 2. Nf3) *");
        Provenance::only(game.clone()).add_to(&mut bare);
        assert_eq!(bare, game);
    }

    #[test]
    fn the_opening_is_that_of_the_moves_unless_the_file_knows_better() {
        let tags = |text: &str, played: &str| {
            let mut pgn = read(played);
            Provenance::only(read(text)).add_to(&mut pgn);
            ["ECO", "Opening"].map(|tag| pgn.tags.get(tag).unwrap_or("-").to_owned())
        };
        let file = "[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 *";
        assert_eq!(tags(file, "1. e4 c5 *"), ["B20", "Sicilian Defense"]);
        assert_eq!(tags(file, "1. e4 c5 2. c3 *"), ["B22", "Sicilian Defense: Alapin Variation"]);
        assert_eq!(tags(file, "1. e4 *"), ["B00", "King's Pawn Game"], "a move was taken back");
        assert_eq!(tags(file, "*"), ["-", "-"]);
        let others = format!("[White \"A\"]\n[Black \"B\"]\n{file}");
        assert_eq!(tags(&others, "[White \"C\"]\n\n1. e4 c5 2. c3 *")[0], "B22", "others go on with it");
        let own = "[ECO \"B22\"]\n\n1. e4 c5 *";
        assert_eq!(tags(own, "1. e4 c5 2. Nf3 *"), ["B22", "-"]);
        assert_eq!(tags("1. e4 c5 *", "1. e4 c5 2. c3 *"), ["-", "-"], "what a file does not say");
    }

    #[test]
    fn other_players_play_another_game() {
        let game = read("[White \"A\"]\n[Black \"B\"]\n[Event \"Club\"]\n\n1. e4 {good} 1-0");
        let mut played = copied(&game, CopyExtent::Moves);
        played.ending = PgnEnding::Unknown;
        played.tags.set("White", "C");
        played.tags.set("Black", "B");
        Provenance::only(game).add_to(&mut played);
        assert_eq!(played.ending, PgnEnding::Unknown);
        assert_eq!(played.tags.get("White"), Some("C"));
        assert_eq!(played.tags.get("Source"), Some("A - B, Club"));
        assert!(played.to_string().contains("1. e4 {good}"));
    }
}
