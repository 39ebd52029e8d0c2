//! Why something was refused, before it is told to somebody in a language.

use std::fmt;
use std::sync::Arc;

use tabiya_game::Refusal;
use tabiya_game::narration::sentence;
use tabiya_notation::{SanError, Unplayable};
use tabiya_rules::{Bitboard, CastlingFault, Fault, Illegal, Language, Square, Words};

use crate::wire::{Mark, Reason, SquareMark};

/// Why something was refused: a word for programs, what people are told, and the squares that it is about.
#[derive(Clone)]
pub struct Grounds {
    /// A word that never changes.
    pub code: &'static str,
    says: Arc<dyn Words + Send + Sync>,
    marks: Vec<SquareMark>,
}

impl Grounds {
    /// Grounds without squares.
    pub fn plain(code: &'static str, says: impl Words + Send + Sync + 'static) -> Grounds {
        Grounds { code, says: Arc::new(says), marks: vec![] }
    }

    fn with(self, marks: Vec<SquareMark>) -> Grounds {
        Grounds { marks, ..self }
    }

    /// As somebody is told.
    pub fn to_reason(&self, language: Language) -> Reason {
        Reason {
            code: self.code.to_owned(),
            says: sentence(language.words(&*self.says)),
            marks: self.marks.clone(),
        }
    }
}

/// In English, as logs are written.
impl fmt::Debug for Grounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.says)
    }
}

/// What a library says, or the system, or what only authors of programs meet: the same in every language.
pub(crate) struct Untranslated(pub String);

impl Untranslated {
    pub fn new(says: impl fmt::Display) -> Untranslated {
        Untranslated(says.to_string())
    }
}

impl fmt::Display for Untranslated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Words for Untranslated {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn mark(mark: Mark, square: Square) -> SquareMark {
    SquareMark { square: square.to_string(), mark }
}

fn all(kind: Mark, squares: Bitboard) -> Vec<SquareMark> {
    squares.into_iter().map(|square| mark(kind, square)).collect()
}

impl From<&Refusal> for Grounds {
    fn from(refusal: &Refusal) -> Grounds {
        let code = match refusal {
            Refusal::Unplayable { why: Unplayable::Illegal(why), .. } => return Grounds::from(why),
            Refusal::Unplayable { why: Unplayable::Null, .. } => "no_move",
            Refusal::GameOver { .. } => "game_over",
            Refusal::NotYourTurn { .. } => "not_your_turn",
            Refusal::MustMove => "must_move",
            Refusal::NoPassing { .. } => "no_passing",
            Refusal::NothingToUndo { .. } => "nothing_to_undo",
            Refusal::NothingToRedo { .. } => "nothing_to_redo",
            Refusal::NoSuchNode { .. } => "no_such_node",
            Refusal::NotPlayable => "not_playable",
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
        Grounds::plain(code, refusal.clone())
    }
}

impl From<&Illegal> for Grounds {
    fn from(why: &Illegal) -> Grounds {
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
        Grounds::plain(code, *why).with(marks)
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

impl From<&SanError> for Grounds {
    fn from(why: &SanError) -> Grounds {
        match why {
            SanError::Illegal(why) => Grounds::from(why),
            other => Grounds::plain("unclear_move", *other),
        }
    }
}

impl From<&Fault> for Grounds {
    fn from(fault: &Fault) -> Grounds {
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
        Grounds::plain(code, *fault).with(marks)
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
        let grounds = Grounds::from(&why);
        let reason = grounds.to_reason(Language::English);
        assert_eq!(reason.code, "pinned");
        assert_eq!(reason.says, "The bishop is pinned to your king by the rook on e8.");
        let german = grounds.to_reason(Language::German);
        assert_eq!(german.says, "Der Läufer ist gefesselt: der Turm auf e8 zielt auf deinen König.");
        assert_eq!((&german.code, &german.marks), (&reason.code, &reason.marks));
        assert_eq!(reason.marks[0], SquareMark { square: "e8".to_owned(), mark: Mark::Attacker });
        let line: Vec<&str> = reason.marks[1..].iter().map(|marked| marked.square.as_str()).collect();
        assert!(line.contains(&"e5"), "{line:?}");
    }
}
