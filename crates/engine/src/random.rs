use tabiya_rules::{Bitboard, Move, Position, RuleSource, Square};

/// Random numbers from a seed: the same ones on every machine and in every run.
///
/// ```
/// use tabiya_engine::Rng;
///
/// let mut one = Rng::from_seed(7);
/// let mut other = Rng::from_seed(7);
/// assert_eq!(one.next_u64(), other.next_u64());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The numbers that belong to a seed.
    pub const fn from_seed(seed: u64) -> Rng {
        Rng { state: seed }
    }

    /// The next 64 random bits.
    ///
    /// CITE: SplitMix64, Sebastiano Vigna; <https://prng.di.unimi.it/splitmix64.c>
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`, each as likely as the others; 0 where `end` is 0.
    ///
    /// CITE: Lemire, "Fast random integer generation in an interval", 2019; <https://arxiv.org/abs/1805.10941>
    pub const fn below(&mut self, end: u64) -> u64 {
        if end == 0 {
            return 0;
        }
        // The first numbers of the range would come once more often than the rest; they are drawn again.
        let surplus = end.wrapping_neg() % end;
        loop {
            let product = self.next_u64() as u128 * end as u128;
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    /// One of the items, each as likely as the others; `None` where there are none.
    ///
    /// ```
    /// use tabiya_engine::Rng;
    ///
    /// assert_eq!(Rng::from_seed(1).pick(&["alone"]), Some("alone"));
    /// assert_eq!(Rng::from_seed(1).pick::<u8>(&[]), None);
    /// ```
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len() as u64) as usize).copied()
    }

    fn pick_square(&mut self, squares: Bitboard) -> Option<Square> {
        squares.into_iter().nth(self.below(squares.len() as u64) as usize)
    }
}

/// A legal move, each as likely as the others; `None` where there is none.
///
/// ```
/// use tabiya_engine::{Rng, random_move};
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = random_move(&start, &mut Rng::from_seed(1)).unwrap();
/// assert!(start.is_legal(m));
/// ```
pub fn random_move<R: RuleSource>(position: &Position<R>, rng: &mut Rng) -> Option<Move> {
    rng.pick(&position.legal_moves())
}

/// A legal move found as CUHK's machine does: first a piece that can move, each as likely as the others, then one of
/// its squares, then what it becomes.
///
/// ```
/// use tabiya_engine::{Rng, random_piece_move};
/// use tabiya_rules::{CUHK, Position};
///
/// let start = Position::starting(&CUHK).unwrap();
/// let m = random_piece_move(&start, &mut Rng::from_seed(1)).unwrap();
/// assert!(start.is_legal(m));
/// ```
pub fn random_piece_move<R: RuleSource>(position: &Position<R>, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let from = rng.pick_square(moves.iter().map(|m| m.from()).collect())?;
    let of_piece = moves.iter().filter(|m| m.from() == from);
    let to = rng.pick_square(of_piece.clone().map(|m| m.to()).collect())?;
    let choices: Vec<Move> = of_piece.filter(|m| m.to() == to).copied().collect();
    rng.pick(&choices)
}
