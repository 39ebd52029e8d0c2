use tabiya_rules::{Board, ByRole, Color, Piece, Position, Role, Rules};

/// What a side has lost, and who leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Material {
    /// The men of the other side that are gone, the most valuable first.
    pub taken: Vec<Piece>,
    /// By how much the side's pieces are worth more, by the rules' own values; nothing where they are not.
    pub lead: u32,
}

impl Material {
    /// What `color` has taken since the start.
    pub fn of(color: Color, start: &Position<&'static Rules>, now: &Position<&'static Rules>) -> Material {
        let (before, after) = (count(start.board(), !color), count(now.board(), !color));
        let mut gone = ByRole::from_fn(|role| before.get(role).saturating_sub(*after.get(role)));
        // A pawn that became something else was not taken.
        let promoted: u32 = Role::ALL
            .into_iter()
            .filter(|role| *role != Role::Pawn)
            .map(|role| after.get(role).saturating_sub(*before.get(role)))
            .sum();
        *gone.get_mut(Role::Pawn) = gone.get(Role::Pawn).saturating_sub(promoted);
        let taken = Role::ALL
            .into_iter()
            .rev()
            .flat_map(|role| std::iter::repeat_n(Piece { color: !color, role }, *gone.get(role) as usize));
        let lead = now.score(color).saturating_sub(now.score(!color));
        Material { taken: taken.collect(), lead }
    }
}

fn count(board: &Board, color: Color) -> ByRole<u32> {
    ByRole::from_fn(|role| board.by_piece(Piece { color, role }).len() as u32)
}
