use tabiya_notation::{Fen, UciMove};
use tabiya_rules::{Move, Position, Rules};

/// A game as an engine is told of it: where it began and what was played.
#[derive(Clone)]
pub struct GameLine {
    start: Position<&'static Rules>,
    current: Position<&'static Rules>,
    moves: Vec<Move>,
    /// The moves as text, in UCI's form.
    texts: Vec<String>,
}

impl GameLine {
    /// A game before its first move.
    pub fn new(start: Position<&'static Rules>) -> GameLine {
        GameLine { start, current: start, moves: Vec::new(), texts: Vec::new() }
    }

    /// Adds a move that is legal now.
    pub fn push(&mut self, m: Move) {
        self.texts.push(UciMove::from_move(m, &self.current).to_string());
        self.current = self.current.play_unchecked(m);
        self.moves.push(m);
    }

    /// The position in which it began.
    pub fn start(&self) -> &Position<&'static Rules> {
        &self.start
    }

    /// The position now.
    pub fn current(&self) -> &Position<&'static Rules> {
        &self.current
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves as text, in UCI's form.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Whether the game began where games under its rules usually do.
    pub fn is_from_usual_start(&self) -> bool {
        Position::starting(self.start.rules()).is_ok_and(|usual| usual == self.start)
    }

    /// The start as text.
    pub fn fen(&self) -> String {
        Fen::from(&self.start).to_string()
    }
}
