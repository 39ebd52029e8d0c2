use tabiya_rules::{Bitboard, Board, Color, Square};

/// How often each square is attacked by one side, and by what.
///
/// Pinned pieces attack, and so does a piece that guards one of its own.
///
/// ```
/// use tabiya_game::Threats;
/// use tabiya_rules::{Color, Position, Square};
///
/// let threats = Threats::of(Position::start().board(), Color::White);
/// let f3: Square = "f3".parse().unwrap();
/// assert_eq!(threats.count(f3), 3);
/// let by: Vec<String> = threats.attackers(f3).into_iter().map(|sq| sq.to_string()).collect();
/// assert_eq!(by, ["g1", "e2", "g2"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threats {
    attackers: [Bitboard; 64],
}

impl Threats {
    /// The squares that the men of `color` attack.
    pub fn of(board: &Board, color: Color) -> Threats {
        let attackers = |index| board.attackers(Square::from_index(index), color, board.occupied());
        Threats { attackers: std::array::from_fn(attackers) }
    }

    /// How many men attack a square.
    pub fn count(&self, square: Square) -> usize {
        self.attackers(square).len()
    }

    /// Where those men stand.
    pub fn attackers(&self, square: Square) -> Bitboard {
        self.attackers[square.index()]
    }
}
