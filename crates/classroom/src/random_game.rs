//! Random games as input for a program.

use tabiya_classics::Classic;
use tabiya_engine::Rng;
use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{Color, File, Position, Rules, Square};

use crate::chooser::{Haste, choose, mistake};

/// After how many moves both sides try to end the game.
const LEISURE: u64 = 40;

/// When a game that has not ended is left.
const LONGEST: usize = 160;

/// How many games are looked at to find one that ends.
const TRIES: usize = 40;

/// Whether the program takes moves back, and wants to be told to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    /// What is moved is moved.
    No,
    /// Every turn begins with a word for one or the other.
    Yes,
}

/// The input of one random game, or of several where the dialect has several in a row: always the same for a seed.
///
/// It ends the game by its rules where the dialect can.
pub fn random_input(classic: &Classic, undo: Undo, seed: u64) -> Vec<u8> {
    let mut rng = Rng::from_seed(seed);
    let mut script = Script { classic, undo, lines: Vec::new() };
    script.say_all(classic.dialect.greeting);
    let games = if classic.dialect.new_game.is_some() { 1 + rng.below(3) } else { 1 };
    for number in 0..games {
        script.play(number, &mut rng);
    }
    script.lines.join("\n").into_bytes().into_iter().chain([b'\n']).collect()
}

struct Script<'a> {
    classic: &'a Classic,
    undo: Undo,
    lines: Vec<String>,
}

impl Script<'_> {
    fn say(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn say_all(&mut self, lines: &[&str]) {
        lines.iter().for_each(|line| self.say(*line));
    }

    /// A game. Where nothing but its rules can end it, games are tried until one ends.
    fn play(&mut self, number: u64, rng: &mut Rng) {
        let begun = self.lines.len();
        for _ in 0..TRIES {
            self.lines.truncate(begun);
            let board = self.open(number, rng);
            let has_ended = self.moves(board, rng);
            if has_ended {
                // What comes after the end must be refused, where the program is still there to do it.
                if self.classic.dialect.new_game.is_some() && rng.below(2) == 0 {
                    let last = self.lines.last().cloned().unwrap_or_default();
                    self.say(last);
                }
                return;
            }
            if let Some(word) = self.classic.dialect.giving_up {
                self.begin_turn();
                self.say(word);
                return;
            }
        }
    }

    /// Everything before the first move, and the board then.
    fn open(&mut self, number: u64, rng: &mut Rng) -> Position<&'static Rules> {
        let setup = if rng.below(2) == 0 { rng.pick(self.classic.dialect.setups) } else { None };
        let board = setup.and_then(|fen| self.set_up(fen));
        // A program that announces its first game by itself needs no word for it.
        let is_announced = number == 0 && self.classic.dialect.setups.is_empty();
        if let Some(word) = self.classic.dialect.new_game.filter(|_| !is_announced) {
            self.say(word);
        }
        board.unwrap_or_else(|| {
            Position::starting(self.classic.rules).expect("the start of a built-in rule set")
        })
    }

    fn set_up(&mut self, fen: &str) -> Option<Position<&'static Rules>> {
        let board = read_position(fen, self.classic.rules, Strictness::Strict).ok()?.position;
        self.lines.extend(set_up_lines(&board));
        Some(board)
    }

    /// Moves, mistakes and nonsense until the game ends; says whether it did.
    fn moves(&mut self, start: Position<&'static Rules>, rng: &mut Rng) -> bool {
        let mut boards = vec![start];
        let leisure = 4 + rng.below(LEISURE) as usize;
        for ply in 0..LONGEST {
            let haste = if ply < leisure { Haste::Leisurely } else { Haste::Eager };
            if self.undo == Undo::Yes && boards.len() > 1 && rng.below(6) == 0 {
                self.say("undo");
                boards.pop();
            }
            self.begin_turn();
            let board = boards[boards.len() - 1];
            self.err(&board, rng);
            let Some(m) = choose(&board, haste, rng) else { return true };
            let to = if m.is_castling() { castled(m.from(), m.to()) } else { m.to() };
            let text = (self.classic.dialect.spell)(m.from(), to, m.promotion(), rng);
            self.say(text);
            let next = board.play_unchecked(m);
            if next.outcome().is_some() {
                return true;
            }
            if self.classic.dialect.giving_up.is_some() && ply > leisure && rng.below(20) == 0 {
                return false;
            }
            boards.push(next);
        }
        false
    }

    fn begin_turn(&mut self) {
        if self.undo == Undo::Yes {
            self.say("play");
        }
    }

    /// What must be refused, or changes nothing.
    fn err(&mut self, board: &Position<&'static Rules>, rng: &mut Rng) {
        if rng.below(3) == 0
            && let Some((from, to)) = mistake(board, rng)
        {
            let text = (self.classic.dialect.spell)(from, to, None, rng);
            self.say(text);
        }
        let others = match rng.below(10) {
            0 => self.classic.dialect.nonsense,
            1 => self.classic.dialect.questions,
            _ => return,
        };
        if let Some(line) = rng.pick(others) {
            self.say(line);
        }
    }
}

/// The commands that set up a position.
pub fn set_up_lines(board: &Position<&'static Rules>) -> Vec<String> {
    let pieces = board.board().pieces().map(|(square, piece)| format!("+ {} {square}", piece.letter()));
    let turn = if board.turn() == Color::White { "= white" } else { "= black" };
    let setup = ["setup".to_owned()].into_iter().chain(pieces);
    setup.chain([turn.to_owned(), "done".to_owned()]).collect()
}

/// Where the king goes that castles with this rook.
pub fn castled(king: Square, rook: Square) -> Square {
    let file = if rook.file() > king.file() { File::G } else { File::C };
    Square::new(file, king.rank())
}

#[cfg(test)]
mod tests {
    use tabiya_classics::ClassicOptions;

    use super::*;
    use crate::comparison::Rest;
    use crate::reference::Reference;

    /// How often our program ends by itself, or says its last words, in forty games.
    fn ended(name: &str) -> usize {
        let classic = Classic::find(name).unwrap();
        let ends = |seed: &u64| {
            let input = random_input(classic, Undo::No, *seed);
            let reference = Reference::record(classic, &ClassicOptions::default(), &input, None).unwrap();
            reference.rest == Rest::Nothing
        };
        (0..40).filter(ends).count()
    }

    #[test]
    fn games_end_by_their_rules_where_the_dialect_can() {
        assert_eq!(ended("hong"), 40);
        assert_eq!(ended("hong-written"), 40);
        assert_eq!(ended("cuhk"), 40);
        assert_eq!(ended("waterloo"), 40);
        assert_eq!(ended("imperial"), 0, "the narrator goes on for ever");
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let waterloo = Classic::find("waterloo").unwrap();
        assert_eq!(random_input(waterloo, Undo::Yes, 7), random_input(waterloo, Undo::Yes, 7));
        assert_ne!(random_input(waterloo, Undo::Yes, 7), random_input(waterloo, Undo::Yes, 8));
    }
}
