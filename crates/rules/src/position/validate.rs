use super::play::home;
use super::{Fault, Faults, Position};
use crate::{Bitboard, Color, MoveRules, Piece, Rank, Role, RuleSource, Setup, Square, attacks};

/// A position made of a setup that was not quite right.
///
/// ```
/// use tabiya_rules::{Bitboard, Fide, Position, Setup};
///
/// let mut setup = Setup::USUAL;
/// setup.castling |= Bitboard::of("d4".parse().unwrap());
/// let lenient = Position::lenient(setup, Fide).unwrap();
/// assert_eq!(lenient.position, Position::start());
/// assert_eq!(lenient.forgiven.to_string(), "there is no rook to castle with on d4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lenient<R> {
    /// The position without what was wrong.
    pub position: Position<R>,
    /// What was wrong and is left out.
    pub forgiven: Faults,
}

impl<R: RuleSource> Position<R> {
    /// The position of a setup, or everything that is wrong with it.
    ///
    /// Rights to castle or to take in passing mean nothing under rules that know no such move, and are left out;
    /// so is an en passant square that no pawn attacks. A move number of 0 is read as 1.
    ///
    /// ```
    /// use tabiya_rules::{Color, Fide, Position, Setup};
    ///
    /// assert!(Position::new(Setup::USUAL, Fide).is_ok());
    /// ```
    pub fn new(setup: Setup, rules: R) -> Result<Position<R>, Faults> {
        let SetupCheck { setup, faults, .. } = check(setup, rules);
        if faults.is_empty() { Ok(Position::trusted(setup, rules)) } else { Err(faults) }
    }

    /// The position of a setup without what can be left out of it, and what that was; or everything that is
    /// wrong with it where that is not enough.
    pub fn lenient(setup: Setup, rules: R) -> Result<Lenient<R>, Faults> {
        let SetupCheck { setup, faults, meaningless } = check(setup, rules);
        if faults.iter().all(Fault::can_be_forgiven) {
            let forgiven = Faults([faults.0, meaningless].concat());
            Ok(Lenient { position: Position::trusted(setup, rules), forgiven })
        } else {
            Err(faults)
        }
    }
}

/// A setup without the rights that it cannot have, and all that is wrong.
struct SetupCheck {
    setup: Setup,
    faults: Faults,
    /// What the rules do not know and a strict reading passes over.
    meaningless: Vec<Fault>,
}

fn check<R: RuleSource>(setup: Setup, rules: R) -> SetupCheck {
    let MoveRules {
        castling,
        en_passant,
        // Looked at with the men and with the rights.
        royal: _,
        royalty: _,
        promotes_to: _,
        // Says nothing of where men can stand.
        double_step: _,
    } = rules.moves();
    let mut faults: Vec<Fault> = rules.moves().faults().map(Fault::Rules).collect();
    let mut meaningless = Vec::new();
    let mut cleaned = Setup { fullmoves: setup.fullmoves.max(1), ..setup };
    // Attacks, royal pieces and pawns are asked of the position that it would be.
    let position = Position::trusted(setup, rules);
    position.check_royals(&mut faults);
    position.check_pawns(&mut faults);
    position.check_checks(&mut faults);
    cleaned.castling = position.check_castling(setup.castling, &mut faults);
    cleaned.en_passant = setup.en_passant.and_then(|sq| position.check_en_passant(sq, &mut faults));
    if !castling && setup.castling.is_any() {
        meaningless.push(Fault::CastlingNotInRules { rights: setup.castling });
    }
    if let (false, Some(at)) = (en_passant, setup.en_passant) {
        meaningless.push(Fault::EnPassantNotInRules { at });
    }
    SetupCheck { setup: cleaned, faults: Faults(faults), meaningless }
}

impl<R: RuleSource> Position<R> {
    fn check_royals(&self, faults: &mut Vec<Fault>) {
        let royal = self.rules.moves().royal;
        for color in Color::ALL {
            match self.royals(color).len() {
                0 if self.is_royal_checked() => faults.push(Fault::RoyalMissing { color, royal }),
                0 | 1 => {}
                count => faults.push(Fault::TooManyRoyals { color, royal, count }),
            }
        }
    }

    /// A pawn cannot have come to its own first rank, and stays on its last one only where nothing promotes.
    fn check_pawns(&self, faults: &mut Vec<Fault>) {
        for color in Color::ALL {
            let mut forbidden = Bitboard::rank(home(color));
            if !self.rules.moves().promotes_to.is_empty() {
                forbidden |= Bitboard::rank(home(!color));
            }
            let pawns = self.board.by_piece(Piece { color, role: Role::Pawn });
            faults.extend((pawns & forbidden).into_iter().map(|at| Fault::PawnOnEndRank { color, at }));
        }
    }

    fn check_checks(&self, faults: &mut Vec<Fault>) {
        if !self.is_royal_checked() {
            return;
        }
        let attacker = self.attackers_of_royal(!self.turn).first();
        if let Some((at, by)) = attacker.and_then(|at| Some((at, self.piece_at(at)?))) {
            faults.push(Fault::OpponentInCheck {
                color: !self.turn,
                royal: self.rules.moves().royal,
                by,
                at,
            });
        }
        if self.is_impossible_check() {
            faults.push(Fault::ImpossibleChecks { checkers: self.checkers() });
        }
    }

    /// Whether no single move can have given the checks: more than two; two that do not slide, for only one
    /// piece moves; two along one line, for the piece between cannot have come there.
    fn is_impossible_check(&self) -> bool {
        let checkers = self.checkers();
        let (Some(royal), Some(first)) = (self.royal(self.turn), checkers.first()) else {
            return false;
        };
        let others = checkers.without(Bitboard::of(first));
        let steppers = self.board.pawns() | self.board.knights() | self.board.kings();
        others.is_many()
            || (checkers & steppers).is_many()
            || others.first().is_some_and(|second| attacks::line(royal, first).contains(second))
    }

    /// The rights that hold.
    fn check_castling(&self, rights: Bitboard, faults: &mut Vec<Fault>) -> Bitboard {
        let mut held = Bitboard::EMPTY;
        if !self.rules.moves().castling {
            return held;
        }
        for at in rights {
            match self.castling_fault(at, rights) {
                Some(fault) => faults.push(fault),
                None => held |= Bitboard::of(at),
            }
        }
        held
    }

    /// What is wrong with the right of the rook on `at`, among all `rights`.
    fn castling_fault(&self, at: Square, rights: Bitboard) -> Option<Fault> {
        let rook = self.piece_at(at).filter(|piece| piece.role == Role::Rook);
        let Some(rook) = rook.filter(|piece| at.rank() == home(piece.color)) else {
            return Some(Fault::CastlingWithoutRook { at });
        };
        let royal = self.royal(rook.color).filter(|sq| sq.rank() == home(rook.color));
        let Some(royal) = royal else {
            return Some(Fault::CastlingWithoutRoyal {
                color: rook.color,
                royal: self.rules.moves().royal,
                at,
            });
        };
        // The outermost rook has the right, as in X-FEN.
        let rivals = self.board.by_piece(rook) & rights & Bitboard::rank(at.rank());
        let is_further_out = |rival: Square| attacks::between(royal, rival).contains(at);
        rivals.into_iter().any(is_further_out).then_some(Fault::CastlingTwice { at })
    }

    /// The en passant square, if a pawn can have stepped over it and the rules know of it.
    fn check_en_passant(&self, at: Square, faults: &mut Vec<Fault>) -> Option<Square> {
        if !self.rules.moves().en_passant {
            return None;
        }
        match self.en_passant_fault(at) {
            None => Some(at),
            Some(fault) => {
                faults.push(fault);
                None
            }
        }
    }

    fn en_passant_fault(&self, at: Square) -> Option<Fault> {
        let expected = Rank::Sixth.seen_by(self.turn);
        if at.rank() != expected {
            return Some(Fault::EnPassantRank { at, expected });
        }
        let behind = Bitboard::of(at).forward(self.turn);
        let pawn = Bitboard::of(at).forward(!self.turn).first_or_any();
        if self.piece_at(pawn) != Some(Piece { color: !self.turn, role: Role::Pawn }) {
            return Some(Fault::EnPassantWithoutPawn { at, pawn });
        }
        let way = Bitboard::of(at) | behind;
        if let Some(by) = (way & self.board.occupied()).first() {
            return Some(Fault::EnPassantBlocked { at, by });
        }
        let from = self.checks_before_double_step(pawn, behind.first_or_any()).first()?;
        self.piece_at(from).map(|by| Fault::EnPassantAfterCheck {
            at,
            royal: self.rules.moves().royal,
            by,
            from,
        })
    }

    /// The checks that were there before the double step, when it was the same side's turn: there must be none.
    fn checks_before_double_step(&self, pawn: Square, origin: Square) -> Bitboard {
        let Some(royal) = self.royal(self.turn).filter(|_| self.is_royal_checked()) else {
            return Bitboard::EMPTY;
        };
        let occupied = self.board.occupied() ^ Bitboard::of(pawn) ^ Bitboard::of(origin);
        self.board.attackers(royal, !self.turn, occupied).without(Bitboard::of(pawn))
    }
}
