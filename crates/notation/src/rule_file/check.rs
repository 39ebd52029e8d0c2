use std::fmt;

use tabiya_rules::{
    EndRules, FIDE, Faults, Limits, MoveRules, MoveRulesFault, Position, Role, RuleSource, Rules, Setup,
    Start,
};

/// Two things in a rule set that cannot both be, or one that cannot be at all.
///
/// ```
/// use tabiya_notation::rule_file::{Contradiction, contradictions};
/// use tabiya_rules::{CUHK, FIDE, MoveRules, Role, Rules};
///
/// assert!(contradictions(&CUHK).is_empty());
/// let rules = Rules { moves: MoveRules { royal: Role::Rook, ..FIDE.moves }, ..FIDE };
/// assert!(contradictions(&rules).contains(&Contradiction::RoyalRookCastles));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum Contradiction {
    /// Pawns are many, and they change.
    RoyalPawn,
    /// A pawn would become what it is.
    PromotesToPawn,
    /// A pawn would become a second royal piece.
    PromotesToRoyal { royal: Role },
    /// Castling takes a royal piece and a rook.
    RoyalRookCastles,
    /// The game would be drawn before it begins.
    LimitTooLow { field: &'static str, least: u16 },
    /// The claim would come after the end.
    ClaimAfterEnd { field: &'static str, claim: u16, automatic: u16 },
    /// The start position is none under these rules.
    Start(Faults),
    /// One of the 960 start positions is none under these rules.
    Chess960 { number: u16, faults: Faults },
}

impl Contradiction {
    /// The fields that contradict each other, the one to be changed first.
    pub(super) fn fields(&self) -> &'static [&'static str] {
        match self {
            Contradiction::RoyalPawn => &["royal"],
            Contradiction::PromotesToPawn => &["promotes-to"],
            Contradiction::PromotesToRoyal { .. } => &["promotes-to", "royal"],
            Contradiction::RoyalRookCastles => &["castling", "royal"],
            Contradiction::LimitTooLow { field: REPETITION_CLAIM, .. } => &[REPETITION_CLAIM],
            Contradiction::LimitTooLow { field: REPETITION_AUTOMATIC, .. } => &[REPETITION_AUTOMATIC],
            Contradiction::LimitTooLow { field: QUIET_CLAIM, .. } => &[QUIET_CLAIM],
            Contradiction::LimitTooLow { .. } => &[QUIET_AUTOMATIC],
            Contradiction::ClaimAfterEnd { field: REPETITION_CLAIM, .. } => {
                &[REPETITION_CLAIM, REPETITION_AUTOMATIC]
            }
            Contradiction::ClaimAfterEnd { .. } => &[QUIET_CLAIM, QUIET_AUTOMATIC],
            Contradiction::Start(_) | Contradiction::Chess960 { .. } => {
                &["start", "royal", "royalty", "castling", "en-passant", "promotes-to", "parent"]
            }
        }
    }
}

pub(super) const REPETITION_CLAIM: &str = "repetition-claim";
pub(super) const REPETITION_AUTOMATIC: &str = "repetition-automatic";
pub(super) const QUIET_CLAIM: &str = "quiet-half-moves-claim";
pub(super) const QUIET_AUTOMATIC: &str = "quiet-half-moves-automatic";

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::RoyalPawn => f.write_str("royal: the royal piece cannot be a pawn"),
            Contradiction::PromotesToPawn => {
                f.write_str("promotes-to: a pawn cannot become a pawn; where it stays one, write []")
            }
            Contradiction::PromotesToRoyal { royal } => {
                write!(f, "promotes-to: a pawn cannot become a {royal}, for the {royal} is royal")
            }
            Contradiction::RoyalRookCastles => {
                f.write_str("castling: expected false, for the rook is royal and cannot castle with itself")
            }
            Contradiction::LimitTooLow { field, least } => {
                write!(f, "{field}: expected \"never\" or a number from {least} to {}", u16::MAX)
            }
            Contradiction::ClaimAfterEnd { field, claim, automatic } => {
                write!(f, "{field}: {claim} is too late, for the draw comes by itself at {automatic}")
            }
            Contradiction::Start(faults) => write!(f, "start: not a position under these rules: {faults}"),
            Contradiction::Chess960 { number, faults } => {
                write!(f, "start: number {number} of the 960 is no position under these rules: {faults}")
            }
        }
    }
}

/// Everything in a rule set that contradicts itself. Only a rule set without any may be played or written down.
///
/// ```
/// use tabiya_notation::rule_file::contradictions;
/// use tabiya_rules::RULE_SETS;
///
/// assert!(RULE_SETS.iter().all(|set| contradictions(set.rules).is_empty()));
/// ```
pub fn contradictions(rules: &Rules) -> Vec<Contradiction> {
    // Taken apart to the last field: whoever adds a rule says here what it can contradict.
    let Rules { start: _, moves, ends, values: _ } = rules;
    let EndRules {
        repetition,
        quiet_moves,
        stalemate: _,
        stalemate_test: _,
        royal_taken: _,
        dead_position: _,
    } = ends;
    let mut found = check_moves(moves);
    found.extend(check_limits(*repetition, [REPETITION_CLAIM, REPETITION_AUTOMATIC]));
    found.extend(check_limits(*quiet_moves, [QUIET_CLAIM, QUIET_AUTOMATIC]));
    // Under rules that are wrong in themselves the start is bound to be wrong too.
    if moves.faults().next().is_none() {
        found.extend(check_start(rules));
    }
    found
}

fn check_moves(moves: &MoveRules) -> Vec<Contradiction> {
    let contradiction = |fault| match fault {
        MoveRulesFault::RoyalPawn => Contradiction::RoyalPawn,
        MoveRulesFault::PromotesToPawn => Contradiction::PromotesToPawn,
        MoveRulesFault::PromotesToRoyal => Contradiction::PromotesToRoyal { royal: moves.royal },
        MoveRulesFault::RoyalRookCastles => Contradiction::RoyalRookCastles,
    };
    moves.faults().map(contradiction).collect()
}

/// The least count that can limit anything: at the start a position has occurred once, and no half-move has passed.
pub(super) fn least(field: &str) -> u16 {
    if matches!(field, REPETITION_CLAIM | REPETITION_AUTOMATIC) { 2 } else { 1 }
}

fn check_limits(limits: Limits, [claim, automatic]: [&'static str; 2]) -> Vec<Contradiction> {
    let both = [(claim, limits.claim), (automatic, limits.automatic)];
    let too_low = both.into_iter().filter(|&(field, limit)| limit.is_some_and(|limit| limit < least(field)));
    let mut found: Vec<_> =
        too_low.map(|(field, _)| Contradiction::LimitTooLow { field, least: least(field) }).collect();
    if let (Some(claimed), Some(ended)) = (limits.claim, limits.automatic)
        && claimed > ended
    {
        found.push(Contradiction::ClaimAfterEnd { field: claim, claim: claimed, automatic: ended });
    }
    found
}

fn check_start(rules: &Rules) -> Option<Contradiction> {
    let faults = |setup: Setup| Position::new(setup, Moves(rules.moves)).err();
    match rules.start {
        Start::Fixed(setup) => faults(setup).map(Contradiction::Start),
        Start::Chess960 => (0..960).find_map(|number| {
            let faults = faults(Start::chess960(number)?)?;
            Some(Contradiction::Chess960 { number, faults })
        }),
    }
}

/// Rules that are not known to last, for validation only, which asks how pieces move and nothing else. Lasting ones
/// would take memory for every file that is looked at and refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Moves(MoveRules);

impl RuleSource for Moves {
    fn rules(&self) -> &'static Rules {
        &FIDE
    }

    fn moves(&self) -> MoveRules {
        self.0
    }
}
