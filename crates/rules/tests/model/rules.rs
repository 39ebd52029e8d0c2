//! What the rule sets differ in, as far as moves are concerned.

use super::piece::Role;

/// The rules of moving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelRules {
    /// The piece that must not be lost.
    pub royal: Role,
    /// Whether the royal piece may be left in attack and be captured.
    pub taken: bool,
    pub castling: bool,
    pub double_step: bool,
    pub en_passant: bool,
    /// What a pawn may become at the end of the board; empty: it stays a pawn and never moves again.
    pub promotes_to: Vec<Role>,
}

impl ModelRules {
    /// The names of all sets, as the perft files are named.
    pub const NAMES: [&str; 9] =
        ["fide", "chess960", "hong", "hong-written", "cuhk", "waterloo", "byu", "imperial", "knightmate"];

    /// The set of that name.
    pub fn named(name: &str) -> ModelRules {
        match name {
            "fide" => ModelRules::fide(),
            "chess960" => ModelRules::chess960(),
            "hong" => ModelRules::hong(),
            "hong-written" => ModelRules::hong_written(),
            "cuhk" => ModelRules::cuhk(),
            "waterloo" => ModelRules::waterloo(),
            "byu" => ModelRules::byu(),
            "imperial" => ModelRules::imperial(),
            "knightmate" => ModelRules::knightmate(),
            _ => panic!("no rule set is named {name}"),
        }
    }

    pub fn fide() -> ModelRules {
        ModelRules {
            royal: Role::King,
            taken: false,
            castling: true,
            double_step: true,
            en_passant: true,
            promotes_to: vec![Role::Knight, Role::Bishop, Role::Rook, Role::Queen],
        }
    }

    /// The moves of FIDE's chess: castling is always understood in the terms of Chess960.
    pub fn chess960() -> ModelRules {
        ModelRules::fide()
    }

    pub fn hong() -> ModelRules {
        ModelRules { taken: true, double_step: false, ..ModelRules::byu() }
    }

    pub fn hong_written() -> ModelRules {
        ModelRules::byu()
    }

    pub fn cuhk() -> ModelRules {
        ModelRules { taken: true, ..ModelRules::byu() }
    }

    pub fn waterloo() -> ModelRules {
        ModelRules::fide()
    }

    pub fn byu() -> ModelRules {
        ModelRules { castling: false, en_passant: false, promotes_to: vec![], ..ModelRules::fide() }
    }

    pub fn imperial() -> ModelRules {
        ModelRules::byu()
    }

    /// Knights are royal and castle; kings are common pieces, and pawns may become one.
    pub fn knightmate() -> ModelRules {
        ModelRules {
            royal: Role::Knight,
            promotes_to: vec![Role::Bishop, Role::Rook, Role::Queen, Role::King],
            ..ModelRules::fide()
        }
    }
}
