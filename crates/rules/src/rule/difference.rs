use std::fmt;

use super::{EndRules, FIDE, Limits, MoveRules, RoyalTaken, Royalty, Rules, Stalemate, StalemateTest, Start};
use crate::{ByRole, Role, Roles, Setup, Square};

/// One thing in which rules differ from ordinary chess, with its facts. Worded once, here.
///
/// ```
/// use tabiya_rules::{FIDE, HONG, RuleDifference};
///
/// assert!(FIDE.differences().is_empty());
/// assert!(HONG.differences().contains(&RuleDifference::NoDoubleStep));
/// assert_eq!(RuleDifference::NoDoubleStep.to_string(), "a pawn takes one step, also with its first move");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum RuleDifference {
    /// The back ranks are shuffled.
    ShuffledStart,
    /// Some roles are not played with.
    AbsentRoles(Roles),
    /// The start is another in some other way.
    OtherStart,
    /// The game is about another piece than the king.
    OtherRoyal { royal: Role },
    /// The royal piece need not be kept out of attack.
    NoCheck { royal: Role, taken: RoyalTaken },
    /// There is no castling.
    NoCastling,
    /// Pawns take single steps only.
    NoDoubleStep,
    /// Pawns are not taken in passing.
    NoEnPassant,
    /// Pawns stay pawns.
    NoPromotion,
    /// Pawns become something else than in ordinary chess.
    OtherPromotions { choices: Roles },
    /// Stalemate is no draw.
    OtherStalemate { stalemate: Stalemate, royalty: Royalty },
    /// Unsafe moves of the royal piece save nobody from stalemate.
    UnsafeMovesNotCounted { royal: Role },
    /// Repeated positions draw at other counts, or never.
    OtherRepetition(Limits),
    /// Quiet moves draw at other counts, or never.
    OtherQuietMoves(Limits),
    /// A lack of men draws nothing.
    NoDeadPosition,
    /// The pieces left are counted at the end.
    Scored { values: ByRole<u16> },
}

impl Rules {
    /// The roles that these rules play with: those at the start, and those that pawns become.
    ///
    /// ```
    /// use tabiya_rules::{HONG, Role};
    ///
    /// assert!(HONG.roles().contains(Role::Rook) && !HONG.roles().contains(Role::Knight));
    /// ```
    pub fn roles(&self) -> Roles {
        let Rules { start, moves, ends: _, values: _ } = self;
        let at_start = roles_of(&start.setup());
        Role::ALL
            .into_iter()
            .filter(|&role| at_start.contains(role) || moves.promotes_to.contains(role))
            .collect()
    }

    /// What differs from ordinary chess, from the start of a game to its end. Empty for ordinary chess, and for rules that
    /// are played alike.
    pub fn differences(&self) -> Vec<RuleDifference> {
        let Rules { start, moves, ends, values } = *self;
        let mut found = self.of_start(start);
        found.extend(of_moves(moves, ends.royal_taken));
        found.extend(of_ends(ends, moves));
        // The values are for nothing else.
        found.extend(ends.counts_pieces().then_some(RuleDifference::Scored { values }));
        found
    }

    fn of_start(&self, start: Start) -> Vec<RuleDifference> {
        let Start::Fixed(setup) = start else { return vec![RuleDifference::ShuffledStart] };
        let absent: Roles = Role::ALL.into_iter().filter(|&role| !self.roles().contains(role)).collect();
        let is_usual = |sq: Square| {
            let usual = Setup::USUAL.board.piece_at(sq).filter(|man| !absent.contains(man.role));
            setup.board.piece_at(sq) == usual
        };
        // Where there is no castling, that is told, and the rights say nothing more.
        let castling = if self.moves.castling { setup.castling } else { Setup::USUAL.castling };
        let without_men = Setup { board: Setup::USUAL.board, castling, ..setup };
        let is_other = !Square::all().all(is_usual) || without_men != Setup::USUAL;
        let absent = (!absent.is_empty()).then_some(RuleDifference::AbsentRoles(absent));
        absent.into_iter().chain(is_other.then_some(RuleDifference::OtherStart)).collect()
    }
}

fn of_moves(moves: MoveRules, taken: RoyalTaken) -> impl Iterator<Item = RuleDifference> {
    let MoveRules { royal, royalty, castling, double_step, en_passant, promotes_to } = moves;
    let usual = FIDE.moves;
    let promotion = match promotes_to {
        choices if choices.is_empty() => RuleDifference::NoPromotion,
        choices => RuleDifference::OtherPromotions { choices },
    };
    let differences = [
        (royal != usual.royal, RuleDifference::OtherRoyal { royal }),
        (royalty != usual.royalty, RuleDifference::NoCheck { royal, taken }),
        (castling != usual.castling, RuleDifference::NoCastling),
        (double_step != usual.double_step, RuleDifference::NoDoubleStep),
        // Without double steps there is nothing to take in passing.
        (double_step && en_passant != usual.en_passant, RuleDifference::NoEnPassant),
        (promotes_to != usual.promotes_to, promotion),
    ];
    differences.into_iter().filter(|(differs, _)| *differs).map(|(_, difference)| difference)
}

fn of_ends(ends: EndRules, moves: MoveRules) -> impl Iterator<Item = RuleDifference> {
    let EndRules {
        stalemate,
        stalemate_test,
        // Told with the check that is missing, and with the score.
        royal_taken: _,
        repetition,
        quiet_moves,
        dead_position,
    } = ends;
    let usual = FIDE.ends;
    let skips_unsafe_moves = match stalemate_test {
        StalemateTest::NoMove => false,
        StalemateTest::NoSafeMove => true,
    };
    let differences = [
        (stalemate != usual.stalemate, RuleDifference::OtherStalemate { stalemate, royalty: moves.royalty }),
        (skips_unsafe_moves, RuleDifference::UnsafeMovesNotCounted { royal: moves.royal }),
        (repetition != usual.repetition, RuleDifference::OtherRepetition(repetition)),
        (quiet_moves != usual.quiet_moves, RuleDifference::OtherQuietMoves(quiet_moves)),
        (dead_position != usual.dead_position, RuleDifference::NoDeadPosition),
    ];
    differences.into_iter().filter(|(differs, _)| *differs).map(|(_, difference)| difference)
}

fn roles_of(setup: &Setup) -> Roles {
    Square::all().filter_map(|sq| setup.board.role_at(sq)).collect()
}

impl fmt::Display for RuleDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RuleDifference::ShuffledStart => f.write_str("the men behind the pawns are shuffled"),
            RuleDifference::AbsentRoles(roles) => write_absent(f, roles),
            RuleDifference::OtherStart => f.write_str("games begin from another position"),
            RuleDifference::OtherRoyal { royal } => write!(f, "the game is about the {royal}, not the king"),
            RuleDifference::NoCheck { royal, taken } => {
                write!(f, "there is no check: the {royal} may be left in attack, and ")?;
                match taken {
                    RoyalTaken::Wins => write!(f, "whoever takes the other's {royal} wins"),
                    RoyalTaken::Scored => f.write_str("taking it ends the game"),
                }
            }
            RuleDifference::NoCastling => f.write_str("there is no castling"),
            RuleDifference::NoDoubleStep => f.write_str("a pawn takes one step, also with its first move"),
            RuleDifference::NoEnPassant => f.write_str("pawns are not taken in passing"),
            RuleDifference::NoPromotion => f.write_str("a pawn at the end of the board stays a pawn"),
            RuleDifference::OtherPromotions { choices } => {
                write!(f, "a pawn at the end of the board becomes a {choices}")
            }
            RuleDifference::OtherStalemate { stalemate, royalty } => write_stalemate(f, stalemate, royalty),
            RuleDifference::UnsafeMovesNotCounted { royal } => {
                write!(
                    f,
                    "a side that can only move its {royal} to where it could be taken counts as having no move"
                )
            }
            RuleDifference::OtherRepetition(limits) => match (limits.claim, limits.automatic) {
                (None, None) => f.write_str("there is no draw by repetition"),
                _ => write_limits(f, limits, "when a position occurs", "times"),
            },
            RuleDifference::OtherQuietMoves(limits) => match (limits.claim, limits.automatic) {
                (None, None) => {
                    f.write_str("there is no draw by fifty moves without a capture or a pawn's move")
                }
                _ => write_limits(f, limits, "after", "single moves without a capture or a pawn's move"),
            },
            RuleDifference::NoDeadPosition => {
                f.write_str("the game goes on when neither side has the men to mate")
            }
            RuleDifference::Scored { values } => write_values(f, values),
        }
    }
}

fn write_absent(f: &mut fmt::Formatter<'_>, roles: Roles) -> fmt::Result {
    for (i, role) in roles.iter().enumerate() {
        write!(f, "{}{role}s", if i == 0 { "there are no " } else { " and no " })?;
    }
    Ok(())
}

fn write_stalemate(f: &mut fmt::Formatter<'_>, stalemate: Stalemate, royalty: Royalty) -> fmt::Result {
    let verb = match stalemate {
        Stalemate::Draws => "draws",
        Stalemate::Loses => "loses",
        Stalemate::Wins => "wins",
        Stalemate::Passes => "passes",
    };
    match royalty {
        Royalty::Checked => write!(f, "whoever has no move and is not in check {verb}"),
        Royalty::Taken => write!(f, "whoever has no move {verb}"),
    }
}

/// When a draw can be claimed, and when it comes by itself.
fn write_limits(f: &mut fmt::Formatter<'_>, limits: Limits, when: &str, what: &str) -> fmt::Result {
    let Limits { claim, automatic } = limits;
    match (claim, automatic) {
        (Some(claim), Some(automatic)) => {
            write!(f, "a draw can be claimed {when} {claim} {what}, and comes by itself at {automatic}")
        }
        (Some(claim), None) => {
            write!(f, "a draw can be claimed {when} {claim} {what}, and never comes by itself")
        }
        (None, Some(automatic)) => write!(f, "the game is drawn {when} {automatic} {what}"),
        (None, None) => write!(f, "there is no draw {when} any number of {what}"),
    }
}

fn write_values(f: &mut fmt::Formatter<'_>, values: ByRole<u16>) -> fmt::Result {
    f.write_str("at the end the pieces left are counted, and the higher sum wins")?;
    for (i, role) in Role::ALL.into_iter().enumerate() {
        write!(f, "{} {role} {}", if i == 0 { ":" } else { "," }, values.get(role))?;
    }
    Ok(())
}
