use serde::{Deserialize, Serialize};
use tabiya_game::Refusal;
use tabiya_game::narration::sentence;
use tabiya_notation::{SanError, Unplayable};
use tabiya_rules::{Bitboard, CastlingFault, Fault, Illegal, Square};

/// Why something was refused: a word for programs, a sentence for people, and the squares that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reason {
    /// A word that never changes.
    pub code: String,
    /// The reason in words.
    pub says: String,
    /// What to draw on the board.
    pub marks: Vec<SquareMark>,
}

/// A square and what it has to do with a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SquareMark {
    /// The square.
    pub square: String,
    /// Its part.
    pub mark: Mark,
}

/// The part of a square in a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Mark {
    /// What attacks, pins or gives check stands there.
    Attacker,
    /// What is in the way stands there.
    Blocker,
    /// On the line of a pin.
    Line,
    /// Where the piece stands or would go.
    Place,
    /// Where the royal piece would pass.
    Crossing,
}

impl Reason {
    /// A reason without squares.
    pub fn plain(code: &str, says: impl std::fmt::Display) -> Reason {
        Reason { code: code.to_owned(), says: sentence(says), marks: vec![] }
    }

    fn with(self, marks: Vec<SquareMark>) -> Reason {
        Reason { marks, ..self }
    }
}

fn mark(mark: Mark, square: Square) -> SquareMark {
    SquareMark { square: square.to_string(), mark }
}

fn all(kind: Mark, squares: Bitboard) -> Vec<SquareMark> {
    squares.into_iter().map(|square| mark(kind, square)).collect()
}

impl From<&Refusal> for Reason {
    fn from(refusal: &Refusal) -> Reason {
        let code = match refusal {
            Refusal::Unplayable { why: Unplayable::Illegal(why), .. } => return Reason::from(why),
            Refusal::Unplayable { why: Unplayable::Null, .. } => "no_move",
            Refusal::GameOver { .. } => "game_over",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::MustMove => "must_move",
            Refusal::NoPassing { .. } => "no_passing",
            Refusal::NothingToUndo { .. } => "nothing_to_undo",
            Refusal::NothingToRedo { .. } => "nothing_to_redo",
            Refusal::NoSuchNode { .. } => "no_such_node",
            Refusal::AskFirst => "ask_first",
            Refusal::NoTakeback => "no_takeback",
            Refusal::NoNeedToAsk => "no_need_to_ask",
            Refusal::AlreadyAsked => "already_asked",
            Refusal::NothingToAnswer => "nothing_to_answer",
            Refusal::OwnOffer => "own_offer",
            Refusal::AlreadyOffered => "already_offered",
            Refusal::NothingToClaim => "nothing_to_claim",
            Refusal::NoClaims { .. } => "no_claims",
            Refusal::TimeLeft { .. } => "time_left",
            Refusal::NoClockRuns => "no_clock_runs",
            Refusal::UnderWay => "under_way",
            Refusal::BadPosition(_) => "bad_position",
            Refusal::NotCounted => "not_counted",
            Refusal::ArbiterOnly => "not_for_players",
            Refusal::TooLateToAbort => "too_late_to_abort",
            Refusal::WrongMoment => "wrong_moment",
            Refusal::TooLong => "too_long",
        };
        Reason::plain(code, refusal)
    }
}

impl From<&Illegal> for Reason {
    fn from(why: &Illegal) -> Reason {
        use Mark::{Attacker, Blocker, Line, Place};
        let (code, marks) = match *why {
            Illegal::GameOver(_) => ("game_over", vec![]),
            Illegal::NoPiece { at } => ("no_piece", vec![mark(Place, at)]),
            Illegal::NotYours { at, .. } => ("not_yours", vec![mark(Place, at)]),
            Illegal::Pattern { from, to, .. } => ("pattern", vec![mark(Place, from), mark(Place, to)]),
            Illegal::DoubleStepNotInRules { from, to, .. } => {
                ("double_step_not_in_rules", vec![mark(Place, from), mark(Place, to)])
            }
            Illegal::Blocked { to, at, .. } => ("blocked", vec![mark(Blocker, at), mark(Place, to)]),
            Illegal::OwnPiece { at, .. } => ("own_piece", vec![mark(Blocker, at)]),
            Illegal::NothingToTake { at } => ("nothing_to_take", vec![mark(Place, at)]),
            Illegal::EnPassantGone { pawn } => ("en_passant_gone", vec![mark(Place, pawn)]),
            Illegal::EnPassantNotInRules { pawn, .. } => ("en_passant_not_in_rules", vec![mark(Place, pawn)]),
            Illegal::PawnAtEnd { at } => ("pawn_at_end", vec![mark(Place, at)]),
            Illegal::LeavesInCheck { at, .. } => ("leaves_in_check", vec![mark(Attacker, at)]),
            Illegal::Pinned { at, line, .. } => {
                let mut marks = vec![mark(Attacker, at)];
                marks.extend(all(Line, line & !Bitboard::of(at)));
                ("pinned", marks)
            }
            Illegal::Castling { why, .. } => castling(why),
            Illegal::PromotionMissing { .. } => ("promotion_missing", vec![]),
            Illegal::PromotionNotAllowed { .. } => ("promotion_not_allowed", vec![]),
            Illegal::PromotionNotInRules { .. } => ("promotion_not_in_rules", vec![]),
            Illegal::NoPromotion { .. } => ("no_promotion", vec![]),
            Illegal::OtherPosition => ("other_position", vec![]),
        };
        Reason::plain(code, why).with(marks)
    }
}

fn castling(why: CastlingFault) -> (&'static str, Vec<SquareMark>) {
    use Mark::{Attacker, Blocker, Crossing};
    match why {
        CastlingFault::NotInRules { .. } | CastlingFault::OtherRoyal { .. } => {
            ("castling_not_in_rules", vec![])
        }
        CastlingFault::Moved => ("castling_moved", vec![]),
        CastlingFault::InCheck { at, .. } => ("castling_in_check", vec![mark(Attacker, at)]),
        CastlingFault::Blocked { at, .. } => ("castling_blocked", vec![mark(Blocker, at)]),
        CastlingFault::ThroughCheck { crossing, at, .. } => {
            ("castling_through_check", vec![mark(Crossing, crossing), mark(Attacker, at)])
        }
        CastlingFault::Uncovered { at, .. } => ("castling_uncovered", vec![mark(Attacker, at)]),
    }
}

impl From<&SanError> for Reason {
    fn from(why: &SanError) -> Reason {
        match why {
            SanError::Illegal(why) => Reason::from(why),
            other => Reason::plain("unclear_move", other),
        }
    }
}

impl From<&Fault> for Reason {
    fn from(fault: &Fault) -> Reason {
        use Mark::{Attacker, Blocker, Place};
        let (code, marks) = match *fault {
            Fault::Rules(_) => ("rules", vec![]),
            Fault::RoyalMissing { .. } => ("royal_missing", vec![]),
            Fault::TooManyRoyals { .. } => ("too_many_royals", vec![]),
            Fault::PawnOnEndRank { at, .. } => ("pawn_on_end_rank", vec![mark(Place, at)]),
            Fault::OpponentInCheck { at, .. } => ("opponent_in_check", vec![mark(Attacker, at)]),
            Fault::ImpossibleChecks { checkers } => ("impossible_checks", all(Attacker, checkers)),
            Fault::CastlingWithoutRook { at } => ("castling_without_rook", vec![mark(Place, at)]),
            Fault::CastlingWithoutRoyal { at, .. } => ("castling_without_royal", vec![mark(Place, at)]),
            Fault::CastlingTwice { at } => ("castling_twice", vec![mark(Place, at)]),
            Fault::CastlingNotInRules { rights } => ("castling_not_in_rules", all(Place, rights)),
            Fault::EnPassantNotInRules { at } => ("en_passant_not_in_rules", vec![mark(Place, at)]),
            Fault::EnPassantRank { at, .. } => ("en_passant_rank", vec![mark(Place, at)]),
            Fault::EnPassantWithoutPawn { at, pawn } => {
                ("en_passant_without_pawn", vec![mark(Place, at), mark(Place, pawn)])
            }
            Fault::EnPassantBlocked { at, by } => {
                ("en_passant_blocked", vec![mark(Place, at), mark(Blocker, by)])
            }
            Fault::EnPassantAfterCheck { at, from, .. } => {
                ("en_passant_after_check", vec![mark(Place, at), mark(Attacker, from)])
            }
        };
        Reason::plain(code, fault).with(marks)
    }
}

#[cfg(test)]
mod tests {
    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::FIDE;

    use super::*;

    #[test]
    fn a_pin_comes_with_its_line() {
        let position =
            read_position("4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", &FIDE, Strictness::Strict).unwrap().position;
        let why = position.legal("e2".parse().unwrap(), "d3".parse().unwrap(), None).unwrap_err();
        let reason = Reason::from(&why);
        assert_eq!(reason.code, "pinned");
        assert_eq!(reason.says, "The bishop is pinned to your king by the rook on e8.");
        assert_eq!(reason.marks[0], SquareMark { square: "e8".to_owned(), mark: Mark::Attacker });
        let line: Vec<&str> = reason.marks[1..].iter().map(|marked| marked.square.as_str()).collect();
        assert!(line.contains(&"e5"), "{line:?}");
    }
}
