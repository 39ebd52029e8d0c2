//! A second, slow and plain opinion on the games of Hong and CUHK. It shares nothing with the library.

/// Eight rows from the top, letters as in a FEN, `.` for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    pub rows: [[u8; 8]; 8],
    pub white: bool,
    pub double_step: bool,
}

/// Row from the top, column.
pub type At = (i32, i32);

impl Model {
    pub fn hong(double_step: bool) -> Model {
        Model::new(["r.b.kb.r", "pppppppp", "PPPPPPPP", "R.B.KB.R"], double_step)
    }

    pub fn cuhk() -> Model {
        Model::new(["rnbqkbnr", "pppppppp", "PPPPPPPP", "RNBQKBNR"], true)
    }

    fn new(filled: [&str; 4], double_step: bool) -> Model {
        let mut rows = [[b'.'; 8]; 8];
        for (row, text) in [0, 1, 6, 7].into_iter().zip(filled) {
            rows[row].copy_from_slice(text.as_bytes());
        }
        Model { rows, white: true, double_step }
    }

    pub fn get(&self, (row, column): At) -> u8 {
        self.rows[row as usize][column as usize]
    }

    fn is_own(&self, at: At, white: bool) -> bool {
        let piece = self.get(at);
        piece != b'.' && piece.is_ascii_uppercase() == white
    }

    /// Whether a piece of `white` can go there by its pattern, whatever happens to kings.
    pub fn can_go(&self, from: At, to: At, white: bool) -> bool {
        if !self.is_own(from, white) || self.is_own(to, white) {
            return false;
        }
        let (down, right) = (to.0 - from.0, to.1 - from.1);
        let forward = if white { -1 } else { 1 };
        let straight = down == 0 || right == 0;
        let diagonal = down.abs() == right.abs();
        let is_free = self.get(to) == b'.';
        match self.get(from).to_ascii_lowercase() {
            b'k' => down.abs() <= 1 && right.abs() <= 1,
            b'n' => down.abs() * right.abs() == 2,
            b'r' => straight && self.is_clear(from, to),
            b'b' => diagonal && self.is_clear(from, to),
            b'q' => (straight || diagonal) && self.is_clear(from, to),
            b'p' if right == 0 && down == forward => is_free,
            b'p' if right == 0 && down == 2 * forward => {
                let home = if white { 6 } else { 1 };
                self.double_step && from.0 == home && is_free && self.is_clear(from, to)
            }
            b'p' => right.abs() == 1 && down == forward && !is_free,
            _ => false,
        }
    }

    fn is_clear(&self, from: At, to: At) -> bool {
        let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let mut at = (from.0 + step.0, from.1 + step.1);
        while at != to {
            if self.get(at) != b'.' {
                return false;
            }
            at = (at.0 + step.0, at.1 + step.1);
        }
        true
    }

    pub fn after(&self, from: At, to: At) -> Model {
        let mut next = self.clone();
        next.rows[to.0 as usize][to.1 as usize] = self.get(from);
        next.rows[from.0 as usize][from.1 as usize] = b'.';
        next.white = !self.white;
        next
    }

    pub fn king(&self, white: bool) -> Option<At> {
        let king = if white { b'K' } else { b'k' };
        squares().find(|&at| self.get(at) == king)
    }

    pub fn can_lose_king(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| squares().any(|from| self.can_go(from, king, !white)))
    }

    /// All moves by pattern of the side to move.
    pub fn moves(&self) -> Vec<(At, At)> {
        let pairs = squares().flat_map(|from| squares().map(move |to| (from, to)));
        pairs.filter(|&(from, to)| self.can_go(from, to, self.white)).collect()
    }

    /// Those that do not leave the own king to be taken.
    pub fn guarded_moves(&self) -> Vec<(At, At)> {
        self.moves()
            .into_iter()
            .filter(|&(from, to)| !self.after(from, to).can_lose_king(self.white))
            .collect()
    }

    /// Whether the king has no safe move and nothing else any move.
    pub fn is_hongs_draw(&self) -> bool {
        let king = self.king(self.white);
        self.moves()
            .into_iter()
            .all(|(from, to)| Some(from) == king && self.after(from, to).can_lose_king(self.white))
    }

    pub fn worth(&self, white: bool) -> u32 {
        let value = |at| match self.get(at).to_ascii_lowercase() {
            b'k' => 1000,
            b'q' => 50,
            b'b' => 20,
            b'n' => 10,
            b'r' => 5,
            b'p' => 1,
            _ => 0,
        };
        squares().filter(|&at| self.is_own(at, white)).map(value).sum()
    }
}

pub fn squares() -> impl Iterator<Item = At> {
    (0..8).flat_map(|row| (0..8).map(move |column| (row, column)))
}
