//! What is a valid setup: positions mutated at random, held against both libraries.
//!
//! Where one of them and we differ on purpose, it is written in [`SHAKMATY`] and [`COZY`]. A row that never applies
//! in the whole run fails the test, so that the tables stay true.

use cozy_chess as cozy;
use shakmaty::{CastlingMode, Chess, PositionError, PositionErrorKinds as Kinds};
use tabiya_notation::Fen;
use tabiya_rules::{Bitboard, Board, Color, Fault, Faults, Fide, Position, Role, Setup};

use super::keys::Keys;
use super::mutation::mutated_setups;
use super::translation::{cozy_builder, shakmaty_setup};
use super::view::View;

const SETUPS: usize = 200_000;

/// One setup, and what we and another library say of it.
struct Case<Fault> {
    setup: Setup,
    ours: Result<Position<Fide>, Faults>,
    theirs: Result<(), Fault>,
}

/// One way in which another library differs from us on purpose.
struct Difference<Fault> {
    what: &'static str,
    /// Who is right, and why.
    why: &'static str,
    /// Whether this is the matter in a case where the answers differ.
    applies: fn(&Case<Fault>) -> bool,
}

/// What shakmaty sees otherwise.
const SHAKMATY: [Difference<Kinds>; 2] = [
    Difference {
        what: "more material than a game can bring about is valid for us",
        why: "problems and lessons use such boards, and none of our lists has a bound that they could burst",
        applies: |case| case.theirs == Err(Kinds::TOO_MUCH_MATERIAL),
    },
    Difference {
        what: "a double step that shut a line of attack on the king is no double step for us",
        why: "the king was in check before it, when it was not its turn; shakmaty looks at open lines only",
        applies: |case| case.theirs.is_ok() && case.all_faults(|fault| is_shut_line(fault, &case.setup)),
    },
];

/// What cozy-chess sees otherwise.
const COZY: [Difference<cozy::BoardBuilderError>; 7] = [
    Difference {
        what: "more than sixteen men are valid for us",
        why: "as above",
        applies: |case| case.ours.is_ok() && most_of_one_color(&case.setup.board, Bitboard::ALL) > 16,
    },
    Difference {
        what: "more than eight pawns are valid for us",
        why: "as above",
        applies: |case| {
            case.ours.is_ok() && most_of_one_color(&case.setup.board, case.setup.board.pawns()) > 8
        },
    },
    Difference {
        what: "more than a hundred quiet moves are valid for us",
        why: "they end a game by themselves only at 150, and under some rules never",
        applies: |case| {
            matches!(case.theirs, Err(cozy::BoardBuilderError::InvalidHalfMoveClock))
                && case.setup.halfmoves > 100
        },
    },
    Difference {
        what: "a move number of 0 is taken as 1 by us",
        why: "programs write it, and nothing else can be meant",
        applies: |case| {
            matches!(case.theirs, Err(cozy::BoardBuilderError::InvalidFullmoveNumber))
                && case.setup.fullmoves == 0
        },
    },
    Difference {
        what: "kings side by side are invalid for us",
        why: "one of them could be taken; cozy-chess does not count kings as attackers",
        applies: |case| {
            case.has_fault(
                |fault| matches!(fault, Fault::OpponentInCheck { by, .. } if by.role == Role::King),
            )
        },
    },
    Difference {
        what: "checks that no move can give together are invalid for us",
        why: "shakmaty says so too; cozy-chess does not look",
        applies: |case| case.all_faults(|fault| matches!(fault, Fault::ImpossibleChecks { .. })),
    },
    Difference {
        what: "a double step that shut a line of attack on the king is no double step for us",
        why: "as above",
        applies: |case| case.theirs.is_ok() && case.all_faults(|fault| is_shut_line(fault, &case.setup)),
    },
];

/// A fault by its name in shakmaty and by ours.
type SameFault = (Kinds, fn(&Fault) -> bool);

/// The faults that shakmaty and we both tell apart.
const SAME_FAULTS: [SameFault; 5] = [
    (Kinds::MISSING_KING, |fault| matches!(fault, Fault::RoyalMissing { .. })),
    (Kinds::PAWNS_ON_BACKRANK, |fault| matches!(fault, Fault::PawnOnEndRank { .. })),
    (Kinds::OPPOSITE_CHECK, |fault| matches!(fault, Fault::OpponentInCheck { .. })),
    (Kinds::INVALID_CASTLING_RIGHTS, |fault| {
        use Fault::{CastlingTwice, CastlingWithoutRook, CastlingWithoutRoyal};
        matches!(fault, CastlingTwice { .. } | CastlingWithoutRook { .. } | CastlingWithoutRoyal { .. })
    }),
    (Kinds::INVALID_EP_SQUARE, |fault| {
        use Fault::{EnPassantBlocked, EnPassantRank, EnPassantWithoutPawn};
        matches!(fault, EnPassantBlocked { .. } | EnPassantRank { .. } | EnPassantWithoutPawn { .. })
    }),
];

impl<E> Case<E> {
    fn has_fault(&self, is_it: impl Fn(&Fault) -> bool) -> bool {
        self.ours.as_ref().is_err_and(|faults| faults.iter().any(is_it))
    }

    /// Whether we find faults, and no other than these.
    fn all_faults(&self, is_it: impl Fn(&Fault) -> bool) -> bool {
        self.ours.as_ref().is_err_and(|faults| faults.iter().all(is_it))
    }
}

impl<E: std::fmt::Debug> Case<E> {
    /// Where the answers differ, a row of the table must say so; that row is ticked off.
    fn look_up(&self, table: &[Difference<E>], ticks: &mut [usize]) {
        if self.ours.is_ok() == self.theirs.is_ok() {
            return;
        }
        let row = table.iter().position(|difference| (difference.applies)(self));
        let place = Fen::new(self.setup);
        let row = row.unwrap_or_else(|| panic!("{place}: ours {:?}, theirs {:?}", self.ours, self.theirs));
        ticks[row] += 1;
    }
}

fn is_shut_line(fault: &Fault, setup: &Setup) -> bool {
    match fault {
        Fault::EnPassantAfterCheck { from, .. } => !checkers(setup).contains(*from),
        _ => false,
    }
}

fn checkers(setup: &Setup) -> Bitboard {
    let king = (setup.board.kings() & setup.board.by_color(setup.turn)).first().expect("a king");
    setup.board.attackers(king, !setup.turn, setup.board.occupied())
}

fn most_of_one_color(board: &Board, squares: Bitboard) -> usize {
    Color::ALL.map(|color| (board.by_color(color) & squares).len()).into_iter().max().unwrap_or(0)
}

fn has_one_king_each(setup: &Setup) -> bool {
    Color::ALL.into_iter().all(|color| (setup.board.kings() & setup.board.by_color(color)).len() == 1)
}

fn assert_all_ticked<E>(table: &[Difference<E>], ticks: &[usize]) {
    for (difference, &times) in table.iter().zip(ticks) {
        println!("{times} times: {} ({})", difference.what, difference.why);
        assert!(times > 0, "never seen: {}", difference.what);
    }
}

#[test]
fn shakmaty_agrees_on_what_is_valid() {
    let mut ticks = [0; SHAKMATY.len()];
    let mut valid = 0;
    let mut keys = Keys::default();
    for setup in mutated_setups(40, SETUPS) {
        let ours = Position::new(setup, Fide);
        let theirs = shakmaty_setup(&setup).position::<Chess>(CastlingMode::Chess960);
        let kinds = theirs.as_ref().map(|_| ()).map_err(PositionError::kinds);
        let case = Case { setup, ours, theirs: kinds };
        case.look_up(&SHAKMATY, &mut ticks);
        case.compare_faults();
        if let Ok(position) = case.ours {
            let theirs = theirs.or_else(PositionError::ignore_too_much_material).expect("valid for both");
            keys.note(&position, &theirs);
            // Its list of moves ends at 270.
            if position.count_moves() <= 250 {
                assert_eq!(View::of(&position), View::of_shakmaty(&theirs), "{}", Fen::new(setup));
                valid += 1;
            }
        }
    }
    assert!(valid >= 20_000, "only {valid} were valid");
    assert_all_ticked(&SHAKMATY, &ticks);
}

impl Case<Kinds> {
    /// Fault by fault, where neither is confused by several kings.
    fn compare_faults(&self) {
        let theirs = self.theirs.err().unwrap_or(Kinds::empty());
        if !has_one_king_each(&self.setup) {
            return;
        }
        for (kind, is_it) in SAME_FAULTS {
            let place = Fen::new(self.setup);
            assert_eq!(self.has_fault(is_it), theirs.contains(kind), "{kind:?} in {place}: {:?}", self.ours);
        }
        let is_impossible_check = |fault: &Fault| match fault {
            Fault::ImpossibleChecks { .. } => true,
            Fault::EnPassantAfterCheck { at, .. } => {
                let pawn = Bitboard::of(*at).forward(!self.setup.turn);
                checkers(&self.setup).without(pawn).is_any()
            }
            _ => false,
        };
        let place = Fen::new(self.setup);
        let theirs = theirs.contains(Kinds::IMPOSSIBLE_CHECK);
        assert_eq!(self.has_fault(is_impossible_check), theirs, "{place}: {:?}", self.ours);
    }
}

#[test]
fn cozy_chess_agrees_on_what_is_valid() {
    let mut ticks = [0; COZY.len()];
    let mut valid = 0;
    for setup in mutated_setups(41, SETUPS) {
        let Some(builder) = cozy_builder(&setup) else { continue };
        let built = builder.build();
        let theirs = built.as_ref().map(|_| ()).map_err(|&error| error);
        let case = Case { setup, ours: Position::new(setup, Fide), theirs };
        case.look_up(&COZY, &mut ticks);
        if let (Ok(position), Ok(board)) = (case.ours, built) {
            assert_eq!(View::of(&position).for_cozy(), View::of_cozy(&board), "{}", Fen::new(setup));
            valid += 1;
        }
    }
    assert!(valid >= 20_000, "only {valid} were valid");
    assert_all_ticked(&COZY, &ticks);
}

/// Whatever was dropped, what is left is a position like any other.
#[test]
fn lenient_readings_give_valid_positions_but_for_their_checks() {
    for setup in mutated_setups(42, SETUPS) {
        let (strict, lenient) = (Position::new(setup, Fide), Position::lenient(setup, Fide));
        match (strict, lenient) {
            (Ok(position), Ok(lenient)) => {
                assert!(lenient.forgiven.is_empty(), "{}", Fen::new(setup));
                assert_eq!(lenient.position, position, "{}", Fen::new(setup));
            }
            (Ok(_), Err(faults)) => panic!("{}: {faults}", Fen::new(setup)),
            (Err(strict), Ok(lenient)) => {
                assert_eq!(lenient.forgiven, strict, "{}", Fen::new(setup));
                assert!(strict.iter().all(Fault::can_be_forgiven), "{}", Fen::new(setup));
                let left = Position::new(lenient.position.setup(), Fide).err().unwrap_or_default();
                let is_check = |fault: &Fault| matches!(fault, Fault::ImpossibleChecks { .. });
                assert!(left.iter().all(is_check), "{}: {left}", Fen::new(setup));
            }
            (Err(strict), Err(lenient)) => {
                assert_eq!(strict, lenient, "{}", Fen::new(setup));
                assert!(!strict.iter().all(Fault::can_be_forgiven), "{}", Fen::new(setup));
            }
        }
    }
}
