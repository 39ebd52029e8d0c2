use tabiya_rules::{Faults, Key, Move, Position, Rules};

/// A position of a game with the keys of those before it: where the engine stands, and what must not be repeated.
///
/// ```
/// use tabiya_engine::GamePosition;
/// use tabiya_rules::HONG;
///
/// let mut game = GamePosition::starting(&HONG).unwrap();
/// let m = game.position.legal_moves()[0];
/// game.play(m);
/// assert_eq!(game.history.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct GamePosition {
    /// The position now.
    pub position: Position<&'static Rules>,
    /// The keys of the positions before it.
    pub history: Vec<Key>,
}

impl GamePosition {
    /// A game that begins with a position.
    pub fn new(position: Position<&'static Rules>) -> GamePosition {
        GamePosition { position, history: Vec::new() }
    }

    /// A game from the start of a rule set.
    pub fn starting(rules: &'static Rules) -> Result<GamePosition, Faults> {
        Position::starting(rules).map(GamePosition::new)
    }

    /// Plays a move that is known to be legal.
    pub fn play(&mut self, m: Move) {
        self.history.push(self.position.key());
        self.position.make_unchecked(m);
    }
}
