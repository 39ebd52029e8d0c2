//! Every attempt to move is either a legal move or refused for a reason, and every reason is true.
//!
//! In sampled positions all squares are tried with all squares and all promotions. The model says what is legal, and
//! each fact of each reason is looked up in it.

use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

use tabiya_rules::{
    Bitboard, CastlingFault, Color, Draw, Exposure, Illegal, Move, Outcome, Piece, Position, Role, Roles,
    Rules, Square, Stalemate, Victory,
};

use crate::model::{ModelPosition, Pattern, Role as ModelRole};
use crate::support::sets::{self, Set};
use crate::support::translate::{self, piece, role, square, to_model};
use crate::support::{fen, walk};

const POSITIONS: usize = 60;

const PROMOTIONS: [Option<Role>; 7] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
];

#[test]
fn every_attempt_is_legal_or_refused_for_a_true_reason() {
    for set in sets::all() {
        for position in walk::positions(&set, 20, POSITIONS * 5).iter().step_by(5) {
            Trial::new(&set, position).try_everything();
        }
    }
}

/// What random play seldom shows, or never.
const RARE: &[&str] = &[
    // A piece pinned on one side of the king, check from the other.
    "k3r3/8/8/4B3/4K3/8/8/4r3 w - - 0 1",
    "k3r3/8/8/8/4K3/4B3/8/4r3 w - - 0 1",
    // A pinned piece and a check from elsewhere, and a double check.
    "k3r3/8/8/8/1r2K3/4B3/8/4r3 w - - 0 1",
    "k3r3/8/5n2/8/4K3/8/2B5/8 w - - 0 1",
    // En passant that leaves a check, answers one, and opens a line: along the rank and along a diagonal.
    "8/8/8/7k/3pP3/8/8/3BK3 b - e3 0 1",
    "8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "4k2b/8/8/3pP3/3K4/8/8/8 w - d6 0 1",
    // Castling with a rook that shields the king, through attacks, past men.
    "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1",
    "4k3/8/8/8/8/8/8/1K4Rr w G - 0 1",
    "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1",
    "rn2k1nr/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
];

#[test]
fn reasons_are_true_in_rare_positions_too() {
    let set = sets::named("chess960");
    for text in RARE {
        for position in [set.position(text), set.position(text).mirrored()] {
            Trial::new(&set, &position).try_everything();
        }
    }
}

#[test]
fn random_play_gives_every_kind_of_reason() {
    let mut seen: HashMap<Discriminant<Illegal>, Illegal> = HashMap::new();
    let mut castling: HashSet<Discriminant<CastlingFault>> = HashSet::new();
    for set in sets::all() {
        for position in walk::positions(&set, 20, POSITIONS * 5) {
            for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
                for promotion in [None, Some(Role::Queen)] {
                    if let Err(why) = position.legal(from, to, promotion) {
                        seen.insert(discriminant(&why), why);
                        if let Illegal::Castling { why, .. } = why {
                            castling.insert(discriminant(&why));
                        }
                    }
                }
            }
        }
    }
    // All but the one of a move that was made for another position.
    assert_eq!(seen.len(), 18, "{:?}", seen.values());
    assert_eq!(castling.len(), 7, "{castling:?}");
}

/// One position, in which everything is tried.
struct Trial<'a> {
    set: &'a Set,
    position: &'a Position<&'static Rules>,
    model: ModelPosition,
    legal: HashSet<String>,
    /// Legal, were it not for the royal piece.
    pseudo_legal: HashSet<String>,
}

/// One attempt in it.
struct Attempt<'a> {
    trial: &'a Trial<'a>,
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl<'a> Trial<'a> {
    fn new(set: &'a Set, position: &'a Position<&'static Rules>) -> Trial<'a> {
        let model = to_model(position, &set.model);
        let legal = model.moves().into_iter().collect();
        let pseudo_legal = model.pseudo_moves().into_iter().collect();
        Trial { set, position, model, legal, pseudo_legal }
    }

    fn try_everything(&self) {
        let mut found: HashSet<Move> = HashSet::new();
        for from in Square::all() {
            for to in Square::all() {
                for promotion in PROMOTIONS {
                    found.extend(Attempt { trial: self, from, to, promotion }.make());
                }
            }
        }
        let mut text: Vec<String> = found.iter().map(ToString::to_string).collect();
        text.sort();
        assert_eq!(text, translate::moves(self.position), "{}: {}", self.set.name, fen::of(self.position));
    }

    fn is_piece(&self, at: Square, expected: Piece) -> bool {
        self.model.piece_at(square(at)) == Some(piece(expected))
    }

    /// The rook that castles to the side of `to`, if it has the right.
    fn rook_towards(&self, royal: Square, to: Square) -> Option<Square> {
        let mut rights = self.position.castling() & Bitboard::rank(royal.rank());
        if !self.is_castling_rank(royal) {
            rights = Bitboard::EMPTY;
        }
        rights.into_iter().find(|rook| (rook.file() > royal.file()) == (to.file() > royal.file()))
    }

    fn is_castling_rank(&self, royal: Square) -> bool {
        square(royal).rank == self.model.turn.home_rank()
    }
}

impl Attempt<'_> {
    /// Asks the library, checks its answer, and returns the move if it is one.
    fn make(&self) -> Option<Move> {
        let answer = self.trial.position.legal(self.from, self.to, self.promotion);
        let text = self.text();
        assert_eq!(answer.is_ok(), self.trial.legal.contains(&text), "{}: {answer:?}", self.place());
        match answer {
            Ok(m) => {
                assert_eq!(m.to_string(), text, "{}", self.place());
                Some(m)
            }
            Err(why) => {
                assert!(self.is_true(why), "{}: refused because {why} ({why:?})", self.place());
                None
            }
        }
    }

    fn place(&self) -> String {
        let Attempt { trial, from, to, promotion } = self;
        format!("{}: {}: {from}{to} {promotion:?}", trial.set.name, fen::of(trial.position))
    }

    /// What the model calls the move that is meant.
    fn text(&self) -> String {
        let to = self.castling_rook().unwrap_or(self.to);
        let promotion = self.promotion.map_or(String::new(), |role| role.letter().to_string());
        format!("{}{to}{promotion}", self.from)
    }

    /// The rook, where castling is meant: the royal piece goes to its rook, or further than it can step to the c-file
    /// or the g-file.
    fn castling_rook(&self) -> Option<Square> {
        let model = &self.trial.model;
        let is_royal = model.royal_square(model.turn) == Some(square(self.from));
        if !is_royal || self.from.rank() != self.to.rank() || !self.trial.is_castling_rank(self.from) {
            return None;
        }
        if model.rights.contains(&square(self.to)) {
            return Some(self.to);
        }
        let is_goal = ['c', 'g'].contains(&self.to.file().letter());
        let is_short = self.to.file().letter() == 'g';
        let is_far = (self.to.file() as i8 - self.from.file() as i8).abs() > 1;
        let is_to_its_side = is_short == (self.to.file() > self.from.file());
        let is_plain = model.pattern_reaches(square(self.from), square(self.to));
        (is_goal && is_far && is_to_its_side && !is_plain)
            .then(|| self.trial.rook_towards(self.from, self.to))
            .flatten()
    }

    /// The move without a promotion, or with the first there is: what else would stop it does not depend on that.
    fn pseudo_move(&self) -> Option<String> {
        let plain = format!("{}{}", self.from, self.to);
        let choices = &self.trial.model.rules.promotes_to;
        let promoted = choices.iter().map(|role| format!("{plain}{}", role.letter()));
        promoted.chain([plain.clone()]).find(|text| self.trial.pseudo_legal.contains(text))
    }

    fn pattern(&self) -> Option<Pattern> {
        self.trial.model.pattern(square(self.from), square(self.to))
    }

    fn is_true(&self, why: Illegal) -> bool {
        let Attempt { trial, from, to, promotion } = self;
        let model = &trial.model;
        let (from, to) = (*from, *to);
        // Whatever the reason, it is not given when the game is over or the piece is not there to move.
        let is_movable = model.piece_at(square(from)).is_some_and(|man| man.color == model.turn);
        let is_after_first_checks =
            matches!(why, Illegal::GameOver(_) | Illegal::NoPiece { .. } | Illegal::NotYours { .. });
        if !is_after_first_checks && !is_movable {
            return false;
        }
        match why {
            Illegal::GameOver(outcome) => self.is_over(outcome),
            Illegal::NoPiece { at } => at == from && model.piece_at(square(at)).is_none(),
            Illegal::NotYours { piece, at } => {
                at == from && trial.is_piece(at, piece) && translate::color(piece.color) != model.turn
            }
            Illegal::Pattern { role: named, from: start, to: target } => {
                (start, target) == (from, to)
                    && self.is_mover(named)
                    && self.pattern().is_none()
                    && self.castling_rook().is_none()
            }
            Illegal::DoubleStepNotInRules { from: start, to: target, game } => {
                (start, target) == (from, to)
                    && self.is_mover(Role::Pawn)
                    && !model.rules.double_step
                    && square(from).rank == model.turn.second_rank()
                    && square(to).rank == square(from).rank + 2 * model.turn.forward()
                    && from.file() == to.file()
                    && game == trial.set.rules.title()
            }
            Illegal::Blocked { role: named, to: target, by, at } => {
                target == to && self.is_mover(named) && trial.is_piece(at, by) && self.is_first_on_the_way(at)
            }
            Illegal::OwnPiece { role: named, at } => {
                at == to
                    && trial.is_piece(at, Piece { color: trial.position.turn(), role: named })
                    && matches!(self.pattern(), Some(Pattern::Piece | Pattern::Capture))
                    && model.first_blocker(square(from), square(to)).is_none()
            }
            Illegal::NothingToTake { at } => self.takes_nothing() && at == to && self.pawn_beside().is_none(),
            Illegal::EnPassantGone { pawn } => {
                self.takes_nothing() && model.rules.en_passant && self.pawn_beside() == Some(pawn)
            }
            Illegal::EnPassantNotInRules { pawn, game } => {
                game == trial.set.rules.title()
                    && self.takes_nothing()
                    && !model.rules.en_passant
                    && self.pawn_beside() == Some(pawn)
            }
            Illegal::PawnAtEnd { at } => {
                at == from
                    && self.is_mover(Role::Pawn)
                    && square(at).rank == model.turn.last_rank()
                    && model.rules.promotes_to.is_empty()
            }
            Illegal::LeavesInCheck { royal, by, at, exposure } => {
                self.leaves_in_check(royal, by, at, exposure)
            }
            Illegal::Pinned { role: named, royal, by, at, line } => {
                self.is_mover(named) && self.is_royal(royal) && self.is_pinned(by, at, line)
            }
            Illegal::Castling { color, why, .. } => {
                color == trial.position.turn() && self.is_castling_refused(why)
            }
            Illegal::PromotionMissing { choices } => {
                promotion.is_none() && self.promotes() && self.are_choices(choices)
            }
            Illegal::PromotionNotAllowed { role: named, choices, game } => {
                *promotion == Some(named)
                    && game == trial.set.rules.title()
                    && self.promotes()
                    && self.are_choices(choices)
                    && !model.rules.promotes_to.contains(&role(named))
            }
            Illegal::PromotionNotInRules { game } => {
                promotion.is_some()
                    && game == trial.set.rules.title()
                    && self.is_mover(Role::Pawn)
                    && square(to).rank == model.turn.last_rank()
                    && model.rules.promotes_to.is_empty()
                    && trial.legal.contains(&Attempt { promotion: None, ..*self }.text())
            }
            Illegal::NoPromotion { role: named } => {
                let unpromoted = Attempt { promotion: None, ..*self }.text();
                *promotion == Some(named) && trial.legal.contains(&unpromoted)
            }
            Illegal::OtherPosition => false,
        }
    }

    fn is_mover(&self, named: Role) -> bool {
        self.trial.model.piece_at(square(self.from)).is_some_and(|man| man.role == role(named))
    }

    fn is_royal(&self, named: Role) -> bool {
        self.trial.model.rules.royal == role(named)
    }

    fn is_over(&self, outcome: Outcome) -> bool {
        let Trial { model, position, set, .. } = self.trial;
        let us = position.turn();
        let has_royal = |color| model.royal_square(translate::color(color)).is_some();
        if !has_royal(Color::White) || !has_royal(Color::Black) {
            let winner = if has_royal(Color::White) { Color::White } else { Color::Black };
            let taken = Outcome::Won { winner, by: Victory::RoyalTaken(position.rules().moves.royal) };
            return model.rules.taken && (outcome == taken || outcome == position.outcome_by_score());
        }
        if !self.trial.legal.is_empty() {
            return false;
        }
        if !model.rules.taken && model.in_check(model.turn) {
            return outcome == Outcome::Won { winner: !us, by: Victory::Checkmate };
        }
        match set.rules.ends.stalemate {
            Stalemate::Draws => outcome == Outcome::Drawn(Draw::Stalemate),
            Stalemate::Loses => outcome == Outcome::Won { winner: !us, by: Victory::Stalemate },
            Stalemate::Wins => outcome == Outcome::Won { winner: us, by: Victory::Stalemate },
            Stalemate::Passes => false,
        }
    }

    /// Whether `at` is the first man on the way; a pawn's steps need their last square free too.
    fn is_first_on_the_way(&self, at: Square) -> bool {
        let model = &self.trial.model;
        let first = model.first_blocker(square(self.from), square(self.to));
        match self.pattern() {
            Some(Pattern::Piece) => first == Some(square(at)),
            Some(Pattern::Step | Pattern::DoubleStep) => {
                let last = model.piece_at(square(self.to)).is_some().then_some(square(self.to));
                first.or(last) == Some(square(at))
            }
            Some(Pattern::Capture) | None => false,
        }
    }

    /// Whether a pawn would go diagonally to an empty square on which it cannot take in passing.
    fn takes_nothing(&self) -> bool {
        let model = &self.trial.model;
        self.pattern() == Some(Pattern::Capture)
            && model.piece_at(square(self.to)).is_none()
            && model.en_passant != Some(square(self.to))
    }

    /// The enemy pawn on the rank where double steps end that would be taken in passing, were it the time.
    fn pawn_beside(&self) -> Option<Square> {
        let model = &self.trial.model;
        let beside = Square::new(self.to.file(), self.from.rank());
        let man = model.piece_at(square(beside)).filter(|man| man.color != model.turn)?;
        let stepped_twice = square(beside).rank == man.color.second_rank() + 2 * man.color.forward();
        (man.role == ModelRole::Pawn && stepped_twice).then_some(beside)
    }

    fn leaves_in_check(&self, royal: Role, by: Piece, at: Square, exposure: Exposure) -> bool {
        let model = &self.trial.model;
        let Some(text) = self.pseudo_move() else { return false };
        let attackers = model.play_unsafely(&text).checkers_of(model.turn);
        let was_attacker = model.checkers_of(model.turn).contains(&square(at));
        let royal_moves = model.royal_square(model.turn) == Some(square(self.from));
        let expected = match (royal_moves, was_attacker) {
            (true, _) => Exposure::StepsInto,
            (false, true) => Exposure::Remains,
            (false, false) => Exposure::Uncovered,
        };
        !model.rules.taken
            && self.is_royal(royal)
            && self.trial.is_piece(at, by)
            && attackers.contains(&square(at))
            && exposure == expected
    }

    /// Whether `at` attacks the royal piece as soon as the piece that would move is lifted, but not before, and the
    /// move leaves the line.
    fn is_pinned(&self, by: Piece, at: Square, line: Bitboard) -> bool {
        let model = &self.trial.model;
        let royal = model.royal_square(model.turn).expect("there is a royal piece to pin to");
        let mut lifted = model.board;
        lifted.set(square(self.from), None);
        let attacks_then = lifted.attackers_of(royal, model.turn.other()).contains(&square(at));
        let attacks_now = model.checkers_of(model.turn).contains(&square(at));
        let way = royal.between(square(at)).chain([square(at)]);
        let way: Bitboard = way.map(|sq| sq.to_string().parse::<Square>().expect("a square")).collect();
        self.pseudo_move().is_some()
            && !model.rules.taken
            && self.trial.is_piece(at, by)
            && attacks_then
            && !attacks_now
            && line == way
            && line.contains(self.from)
            && !line.contains(self.to)
    }

    fn is_castling_refused(&self, why: CastlingFault) -> bool {
        let Trial { model, .. } = self.trial;
        if self.is_mover(Role::King) && model.rules.royal != role(Role::King) {
            return self.is_kings_castling_refused(why);
        }
        let is_royal = model.royal_square(model.turn) == Some(square(self.from));
        if !is_royal || !self.trial.is_castling_rank(self.from) || self.to.rank() != self.from.rank() {
            return false;
        }
        let rook = self.castling_rook();
        match (why, rook) {
            (CastlingFault::NotInRules { game }, None) => {
                game == self.trial.set.rules.title() && !model.rules.castling && self.looks_like_castling()
            }
            (CastlingFault::Moved, None) => {
                model.rules.castling
                    && self.looks_like_castling()
                    && self.trial.rook_towards(self.from, self.to).is_none()
            }
            (CastlingFault::InCheck { by, at }, Some(_)) => {
                !model.rules.taken
                    && self.trial.is_piece(at, by)
                    && model.checkers_of(model.turn).contains(&square(at))
            }
            (CastlingFault::Blocked { by, at }, Some(rook)) => {
                self.trial.is_piece(at, by) && model.castling_blockers(square(rook)).contains(&square(at))
            }
            (CastlingFault::ThroughCheck { crossing, by, at }, Some(rook)) => {
                let mut lifted = model.board;
                lifted.set(square(self.from), None);
                !model.rules.taken
                    && self.trial.is_piece(at, by)
                    && crossing != self.from
                    && model.castling_attacked(square(rook)).contains(&square(crossing))
                    && lifted.attackers_of(square(crossing), model.turn.other()).contains(&square(at))
            }
            (CastlingFault::Uncovered { by, at }, Some(rook)) => {
                let text = format!("{}{rook}", self.from);
                let now = model.checkers_of(model.turn);
                !model.rules.taken
                    && self.trial.is_piece(at, by)
                    && !now.contains(&square(at))
                    && self.trial.pseudo_legal.contains(&text)
                    && model.play_unsafely(&text).checkers_of(model.turn).contains(&square(at))
            }
            _ => false,
        }
    }

    /// A king that is not royal would castle as in chess.
    fn is_kings_castling_refused(&self, why: CastlingFault) -> bool {
        let (set, rules) = (self.trial.set, &self.trial.model.rules);
        let home = if self.trial.position.turn() == Color::White { '1' } else { '8' };
        let squares = ["c", "g"].map(|file| format!("e{home}{file}{home}"));
        squares.contains(&format!("{}{}", self.from, self.to))
            && match why {
                CastlingFault::OtherRoyal { game } => rules.castling && game == set.rules.title(),
                CastlingFault::NotInRules { game } => !rules.castling && game == set.rules.title(),
                _ => false,
            }
    }

    /// Two squares along the home rank to where castling would end, which the royal piece cannot step.
    fn looks_like_castling(&self) -> bool {
        let is_goal = (self.to.file() as i8 - self.from.file() as i8).abs() == 2
            && ['c', 'g'].contains(&self.to.file().letter());
        let own_rook = Piece { color: self.trial.position.turn(), role: Role::Rook };
        (is_goal || self.trial.position.piece_at(self.to) == Some(own_rook)) && self.pattern().is_none()
    }

    /// Whether the move is legal with some promotion.
    fn promotes(&self) -> bool {
        let choices = &self.trial.model.rules.promotes_to;
        let plain = format!("{}{}", self.from, self.to);
        choices.iter().any(|role| self.trial.legal.contains(&format!("{plain}{}", role.letter())))
    }

    fn are_choices(&self, choices: Roles) -> bool {
        let expected = &self.trial.model.rules.promotes_to;
        choices.len() == expected.len() && choices.iter().all(|choice| expected.contains(&role(choice)))
    }
}
