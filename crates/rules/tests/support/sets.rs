//! The rule sets that the tests try: the built-in ones, and some that combine what those do not.

use tabiya_rules::{FIDE, MoveRules, NamedRules, Position, Role, Roles, Royalty, Rules};

use super::{fen, perft_file};
use crate::model::{self, ModelRules};

/// A rule set, what the model knows of it, and positions to begin with.
pub struct Set {
    pub name: &'static str,
    pub rules: &'static Rules,
    pub model: ModelRules,
    pub fens: Vec<String>,
}

impl Set {
    pub fn position(&self, fen: &str) -> Position<&'static Rules> {
        fen::position(fen, self.rules)
    }
}

/// All of them.
pub fn all() -> Vec<Set> {
    let mut sets: Vec<Set> = ModelRules::NAMES.into_iter().map(named).collect();
    sets.extend([royal_queen(), careless()]);
    sets
}

/// A set that has a perft file.
pub fn named(name: &'static str) -> Set {
    let rules = NamedRules::find(name).map_or_else(knightmate, |set| set.rules);
    let fens = perft_file::read(name).into_iter().map(|entry| entry.epd).collect();
    Set { name, rules, model: ModelRules::named(name), fens }
}

/// Knights are royal and castle; kings are common pieces, and pawns may become one.
fn knightmate() -> &'static Rules {
    let promotes_to = Roles::of(&[Role::Queen, Role::Rook, Role::Bishop, Role::King]);
    Rules { moves: MoveRules { royal: Role::Knight, promotes_to, ..FIDE.moves }, ..FIDE }.intern()
}

/// Queens are royal, so that a royal piece gives check from afar, and castle; kings are common pieces.
fn royal_queen() -> Set {
    let promotes_to = Roles::of(&[Role::Knight, Role::Bishop, Role::Rook, Role::King]);
    let rules = Rules { moves: MoveRules { royal: Role::Queen, promotes_to, ..FIDE.moves }, ..FIDE };
    let model = ModelRules {
        royal: model::Role::Queen,
        promotes_to: vec![model::Role::Knight, model::Role::Bishop, model::Role::Rook, model::Role::King],
        ..ModelRules::fide()
    };
    let fens = [
        "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3q2r/8/8/2pP4/5pk1/2K5/4P3/1R2Q2R w HBha c6 0 1",
        "r4q1r/3p1p2/8/4P1P1/1p3k1p/8/P1PP4/R1Q3KR b KQkq - 3 9",
        "1r1q2r1/P6p/8/8/8/7k/p6P/2R1Q1R1 w GCgb - 0 1",
    ];
    Set { name: "royal-queen", rules: rules.intern(), model, fens: fens.map(str::to_string).to_vec() }
}

/// Kings may be left in attack and taken, in a game that has castling, en passant and promotion all the same.
fn careless() -> Set {
    let rules = Rules { moves: MoveRules { royalty: Royalty::Taken, ..FIDE.moves }, ..FIDE };
    let model = ModelRules { taken: true, ..ModelRules::fide() };
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1",
        "r4k1r/2P1q1P1/8/8/8/8/2p1Q1p1/R4K1R w KQkq - 0 1",
        "1rk3r1/8/8/3Pp3/8/8/8/1RK3R1 w GBgb e6 0 1",
    ];
    Set { name: "careless", rules: rules.intern(), model, fens: fens.map(str::to_string).to_vec() }
}
