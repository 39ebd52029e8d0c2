use std::fmt;

use tabiya_rules::{Draw, Move, Role, Square, Victory};

use crate::context::capture_of;
use crate::find::Inquiry;
use crate::material::{GivenPosition, PieceWorth};
use crate::reason::counted;
use crate::{ForcedEnd, MoveBound, MoveContext, MoveReason, MoveReasons, StandingPiece};

/// What a bad move allows, with the facts: the same as the reason of the answer to it, told of whoever suffers it.
///
/// ```
/// use tabiya_reasons::MoveFlaw;
/// use tabiya_rules::{Language, Role};
///
/// let flaw = MoveFlaw::Hangs { role: Role::Knight, at: "c6".parse().unwrap() };
/// assert_eq!(flaw.to_string(), "hangs the knight on c6");
/// assert_eq!(Language::German.words(&flaw).to_string(), "stellt den Springer auf c6 ein");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are the facts that the variant's sentence names")]
pub enum MoveFlaw {
    /// The answer is mate.
    AllowsMate { on: Square },
    /// The game is lost whatever is done then.
    AllowsWin { end: ForcedEnd, moves: u32, bound: MoveBound },
    /// The answer takes the royal piece, which loses.
    LosesRoyal { royal: Role },
    /// The answer wins the game in another way.
    LosesGame,
    /// The answer ends the game in a draw.
    AllowsDraw { by: Draw },
    /// A man can be taken for nothing.
    Hangs { role: Role, at: Square },
    /// A man can be taken for one that is worth less, or was given for one.
    Loses { role: Role, at: Square, price: Role },
    /// The man that moved is taken, and all that is got for it, before and after, is worth less.
    Gives { role: Role, at: Square },
    /// A pawn becomes a piece.
    AllowsPromotion { to: Role },
    /// A pawn cannot be stopped any more.
    LetsPawnRun { at: Square },
    /// Two men can be attacked at once, with loss.
    AllowsFork { first: StandingPiece, second: StandingPiece },
    /// A man can be attacked through another, with loss.
    AllowsSkewer { front: StandingPiece, back: StandingPiece },
    /// A line can be opened to a man, with loss.
    AllowsUncovering { target: StandingPiece },
    /// Something is lost whatever is done then.
    LosesMaterial,
}

impl MoveFlaw {
    /// What a move allows, by the line of the opponent that answers it, whose first move is proven to do what is said.
    /// `claimed` is in how many moves whoever found the line believes the opponent to mate.
    pub fn find(
        context: &MoveContext<'_>,
        played: Move,
        answers: &[Move],
        claimed: Option<u32>,
    ) -> Option<MoveFlaw> {
        let MoveContext { position, history, taken_on: _ } = *context;
        let after = position.play(played).ok()?;
        let mut history = history.to_vec();
        history.push(position.key());
        let given = given_for(&position, played);
        let is_trade = given.is_none() && capture_of(&position, played).is_some();
        let taken_on = is_trade.then_some(played.to());
        let answered = MoveContext { position: after, history: &history, taken_on };
        let reasons = MoveReasons::find(&answered, answers, claimed);
        let gives = || if is_trade { None } else { gives(&position, played, &answered, answers) };
        let Some(flaw) = reasons.iter().find_map(MoveFlaw::of_answer) else { return gives() };
        match (flaw, given) {
            (MoveFlaw::Hangs { role, at }, Some(price)) if at == played.to() => {
                Some(MoveFlaw::Loses { role, at, price })
            }
            // What was taken before may be worth as much.
            (MoveFlaw::LosesMaterial, _) if capture_of(&position, played).is_some() => gives(),
            (MoveFlaw::LosesMaterial, None) => gives().or(Some(flaw)),
            // What was got for it before is worth as much, maybe.
            (MoveFlaw::Loses { at, .. }, Some(_)) if at == played.to() => gives(),
            _ => Some(flaw),
        }
    }

    fn of_answer(reason: MoveReason) -> Option<MoveFlaw> {
        Some(match reason {
            MoveReason::EndsGame { by: Victory::Checkmate, at } => MoveFlaw::AllowsMate { on: at },
            MoveReason::EndsGame { by: Victory::RoyalTaken(royal), at: _ } => MoveFlaw::LosesRoyal { royal },
            MoveReason::EndsGame { by: Victory::Stalemate | Victory::Score, at: _ } => MoveFlaw::LosesGame,
            MoveReason::Draws { by } => MoveFlaw::AllowsDraw { by },
            MoveReason::Forces { end, moves, bound } => MoveFlaw::AllowsWin { end, moves, bound },
            MoveReason::WinsPiece { role, at, price: None } => MoveFlaw::Hangs { role, at },
            MoveReason::WinsPiece { role, at, price: Some(price) } => MoveFlaw::Loses { role, at, price },
            MoveReason::Promotes { to } => MoveFlaw::AllowsPromotion { to },
            MoveReason::PawnRuns { at } => MoveFlaw::LetsPawnRun { at },
            MoveReason::Forks { first, second } => MoveFlaw::AllowsFork { first, second },
            MoveReason::Skewers { front, back } => MoveFlaw::AllowsSkewer { front, back },
            MoveReason::Uncovers { by: _, target } => MoveFlaw::AllowsUncovering { target },
            MoveReason::WinsMaterial => MoveFlaw::LosesMaterial,
            MoveReason::Repeats
            | MoveReason::OnlyMove
            | MoveReason::TakesBack { .. }
            | MoveReason::StopsMate { .. }
            | MoveReason::SavesPiece { .. }
            | MoveReason::ThreatensMate { .. }
            | MoveReason::Threatens { .. }
            | MoveReason::Pins { .. }
            | MoveReason::TradesAhead { .. }
            | MoveReason::Castles { .. }
            | MoveReason::Develops { .. } => return None,
        })
    }
}

/// What a move takes with a man that is worth more.
fn given_for(position: &GivenPosition, played: Move) -> Option<Role> {
    let (taken, _) = capture_of(position, played).filter(|_| played.promotion().is_none())?;
    let material = PieceWorth::new(position.rules());
    (material.worth(taken) < material.worth(position.role_of(played))).then_some(taken)
}

/// The man that moved, where the answer takes it and the opponent is left with more than before the move, whatever is done
/// then.
fn gives(
    position: &GivenPosition,
    played: Move,
    answered: &MoveContext<'_>,
    answers: &[Move],
) -> Option<MoveFlaw> {
    let (role, at) = capture_of(&answered.position, *answers.first()?)?;
    // Of a pawn nobody says so: where it is not lost for nothing, something else is.
    if at != played.to() || role == Role::Pawn {
        return None;
    }
    let got = PieceWorth::new(position.rules()).change(position, played);
    let lost = Inquiry::of_line(answered, answers)?.sure()?;
    (lost > got).then_some(MoveFlaw::Gives { role, at })
}

impl fmt::Display for MoveFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            MoveFlaw::AllowsMate { on } => write!(f, "allows mate on {on}"),
            MoveFlaw::AllowsWin { end, moves, bound } => {
                match end {
                    ForcedEnd::Mate => f.write_str("allows mate")?,
                    ForcedEnd::RoyalTaken(royal) => write!(f, "loses the {royal} by force")?,
                    ForcedEnd::Win => f.write_str("loses by force")?,
                }
                let at_most = match bound {
                    MoveBound::Exactly => "",
                    MoveBound::AtMost => "at most ",
                };
                write!(f, " in {at_most}{}", counted(moves))
            }
            MoveFlaw::LosesRoyal { royal } => write!(f, "lets the {royal} be taken"),
            MoveFlaw::LosesGame => f.write_str("loses the game at once"),
            MoveFlaw::AllowsDraw { by } => write!(f, "allows a draw by {by}"),
            MoveFlaw::Hangs { role, at } => write!(f, "hangs the {role} on {at}"),
            MoveFlaw::Loses { role, at, price } => write!(f, "loses the {role} on {at} for a {price}"),
            MoveFlaw::Gives { role, at } => write!(f, "gives the {role} on {at} for less"),
            MoveFlaw::AllowsPromotion { to } => write!(f, "lets a pawn become a {to}"),
            MoveFlaw::LetsPawnRun { at } => write!(f, "lets the pawn on {at} run"),
            MoveFlaw::AllowsFork { first, second } => write!(f, "allows a fork of {first} and {second}"),
            MoveFlaw::AllowsSkewer { front, back } => {
                write!(f, "allows a skewer of {front} and {back}")
            }
            MoveFlaw::AllowsUncovering { target } => {
                write!(f, "allows a discovered attack on {target}")
            }
            MoveFlaw::LosesMaterial => f.write_str("loses material"),
        }
    }
}
