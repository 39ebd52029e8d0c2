//! Choices made by the bytes of an input.

use tabiya_rules::{
    FIDE, MoveRules, Piece, Position, RULE_SETS, Role, Roles, Royalty, Rules, Setup, Square, Start,
};

/// The bytes of an input, taken one by one.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte; nothing when all are taken.
    pub fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// One of the things in a list.
    pub fn choose<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        let n = usize::from(self.byte()?);
        things.get(n % things.len().max(1)).copied()
    }

    pub fn square(&mut self) -> Option<Square> {
        Some(Square::from_index(usize::from(self.byte()? & 63)))
    }

    /// A built-in rule set, or one whose rules of moving are put together at random.
    pub fn rules(&mut self) -> Option<&'static Rules> {
        let first = self.byte()?;
        match RULE_SETS.get(usize::from(first)) {
            Some(set) => Some(set.rules),
            None => Some(Rules { moves: self.move_rules()?, ..FIDE }.intern()),
        }
    }

    /// No pawn becomes royal and no royal rook castles with itself: a rule file that says so is refused.
    fn move_rules(&mut self) -> Option<MoveRules> {
        let royal = self.choose(&Role::ALL[1..])?;
        let (flags, roles) = (self.byte()?, self.byte()?);
        let is_chosen = |role: &Role| *role != royal && roles >> *role as u8 & 1 == 1;
        let promotes_to: Vec<Role> = Role::ALL[1..].iter().copied().filter(is_chosen).collect();
        Some(MoveRules {
            royal,
            royalty: if flags & 1 == 0 { Royalty::Checked } else { Royalty::Taken },
            castling: flags & 2 == 0 && royal != Role::Rook,
            double_step: flags & 4 == 0,
            en_passant: flags & 8 == 0,
            promotes_to: Roles::of(&promotes_to),
        })
    }

    /// The start of a rule set or one of the 960, with a few pieces put down or taken away.
    pub fn position(&mut self, rules: &'static Rules) -> Option<Position<&'static Rules>> {
        let mut setup = self.setup(rules)?;
        for _ in 0..self.byte()? & 15 {
            let (square, piece) = (self.square()?, self.byte()?);
            setup.board.set(
                square,
                "PNBRQKpnbrqk".chars().nth(usize::from(piece & 15)).and_then(Piece::from_letter),
            );
        }
        // Leniently first, for an edit often takes away a rook that could castle.
        let position = Position::lenient(setup, rules).ok()?.position;
        Position::new(position.setup(), rules).ok()
    }

    fn setup(&mut self, rules: &Rules) -> Option<Setup> {
        match self.byte()? {
            0 => Some(rules.start.setup()),
            high => Start::chess960((u16::from(high) << 8 | u16::from(self.byte()?)) % 960),
        }
    }
}
