use std::cell::OnceCell;
use std::fmt;

use tabiya_rules::{File, Language, Move, Outcome, Rank, Role, Square};

use crate::context::{MoveContext, capture_of};
use crate::forced_win::{self, ForcedWin};
use crate::material::{GAME, GivenPosition, PieceWorth};
use crate::node_budget::NodeBudget;
use crate::reason::ReasonWeight;
use crate::runner::{self, runs_through};
use crate::tactics::MadeMove;
use crate::threats::{mates_in_one, single};
use crate::{MoveReason, StandingPiece};

/// How many positions it may take to see what is left after every answer.
const POSITIONS: u32 = 60_000;

/// How many of the reasons are said.
const SAID: usize = 2;

/// Up to which move pieces are brought into play.
const OPENING: u16 = 12;

/// Why a move is good: the weightiest reasons first, as many as fit into a sentence, or none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveReasons(Vec<MoveReason>);

impl MoveReasons {
    /// How many positions it may take to find them, but for what is taken on single squares.
    pub const MOST_POSITIONS: u64 =
        forced_win::POSITIONS as u64 + 3 * POSITIONS as u64 + runner::POSITIONS as u64;

    /// The reasons of a line's first move. `claimed` is in how many moves whoever found the line believes to mate with
    /// it: that says how far to look for a proof, and nothing else.
    pub fn find(context: &MoveContext<'_>, line: &[Move], claimed: Option<u32>) -> MoveReasons {
        MoveReasons::find_beyond(context, line, claimed, &[])
    }

    /// The same without what is true of the first move of another line as well: why the one is better than the other. It
    /// may take twice as many positions.
    pub fn find_beyond(
        context: &MoveContext<'_>,
        line: &[Move],
        claimed: Option<u32>,
        other: &[Move],
    ) -> MoveReasons {
        let Some(inquiry) = Inquiry::of_line(context, line) else { return MoveReasons::default() };
        let mut found = inquiry.beyond(Inquiry::of_line(context, other)).all(claimed);
        found.sort_by_key(|reason| reason.weight());
        let said = match found.first().map(|reason| reason.weight()) {
            Some(ReasonWeight::Strong) => {
                found.iter().filter(|reason| reason.weight() == ReasonWeight::Strong).count().min(SAID)
            }
            Some(ReasonWeight::Alone | ReasonWeight::Weak) => 1,
            None => 0,
        };
        found.truncate(said);
        MoveReasons(found)
    }

    /// The reasons, the weightiest first.
    pub fn iter(&self) -> impl Iterator<Item = MoveReason> {
        self.0.iter().copied()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn joined(&self, f: &mut fmt::Formatter<'_>, language: Language, and: &str) -> fmt::Result {
        for (number, reason) in self.0.iter().enumerate() {
            if number > 0 {
                write!(f, " {and} ")?;
            }
            write!(f, "{}", language.words(reason))?;
        }
        Ok(())
    }
}

impl fmt::Display for MoveReasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.joined(f, Language::English, "and")
    }
}

/// A move that is looked at.
pub(crate) struct Inquiry<'a> {
    context: &'a MoveContext<'a>,
    line: &'a [Move],
    m: Move,
    material: PieceWorth,
    after: GivenPosition,
    /// What the opponent could do if one passed instead; `None` in check.
    passed: Option<GivenPosition>,
    /// Another move, whose reasons are not told.
    other: Option<Box<Inquiry<'a>>>,
    /// What was found out by going through many positions, which is done once.
    known_sure: OnceCell<Option<i32>>,
    known_gain: OnceCell<Option<i32>>,
}

impl<'a> Inquiry<'a> {
    pub fn of_line(context: &'a MoveContext<'a>, line: &'a [Move]) -> Option<Inquiry<'a>> {
        let m = *line.first()?;
        let after = context.position.play(m).ok()?;
        let material = PieceWorth::new(context.position.rules());
        let (known_sure, known_gain) = (OnceCell::new(), OnceCell::new());
        let passed = context.position.pass();
        Some(Inquiry { context, line, m, material, after, passed, other: None, known_sure, known_gain })
    }

    fn beyond(self, other: Option<Inquiry<'a>>) -> Inquiry<'a> {
        Inquiry { other: other.map(Box::new), ..self }
    }

    /// Whether the other move cannot be said to have a reason of this one, too.
    fn is_own(&self, reason: &MoveReason) -> bool {
        self.other.as_ref().is_none_or(|other| !other.shares(*reason))
    }

    /// Whether a reason of another move is one of this move as well, or might be.
    fn shares(&self, reason: MoveReason) -> bool {
        match reason {
            MoveReason::EndsGame { .. }
            | MoveReason::Draws { .. }
            | MoveReason::Repeats
            | MoveReason::OnlyMove => self.alone(None) == Some(reason),
            // What is forced sooner is better, and nobody has looked for how soon it is here.
            MoveReason::Forces { .. } => false,
            MoveReason::TakesBack { .. } | MoveReason::WinsPiece { .. } => {
                self.taking(self.sure()) == Some(reason)
            }
            MoveReason::Promotes { .. } => self.promotion(self.sure()) == Some(reason),
            MoveReason::StopsMate { .. } => self.stopped_mate() == Some(reason),
            MoveReason::SavesPiece { role, at } => {
                // A man that takes as much as it is worth is not lost either.
                let is_paid = || at == self.m.from() && self.gain().is_some_and(|gain| gain >= 0);
                self.saves(StandingPiece { role, at }) || is_paid()
            }
            MoveReason::Forks { .. } | MoveReason::Skewers { .. } | MoveReason::Uncovers { .. } => {
                self.tactic(self.sure()) == Some(reason)
            }
            MoveReason::WinsMaterial => self.sure().is_none_or(|sure| sure > 0),
            MoveReason::PawnRuns { .. } => self.running_pawn() == Some(reason),
            MoveReason::ThreatensMate { .. } => {
                self.after.pass().is_some_and(|next| !mates_in_one(&next).is_empty())
            }
            MoveReason::Threatens { piece } => {
                let next = self.after.pass();
                let stays = self.after.piece_at(piece.at) == self.before().piece_at(piece.at);
                stays && next.is_some_and(|next| self.material.profit_on(&next, piece.at) != Some(0))
            }
            MoveReason::Pins { .. } => self.made().pin() == Some(reason),
            MoveReason::TradesAhead { .. } => self.trade() == Some(reason),
            MoveReason::Castles { .. } => self.castling() == Some(reason),
            MoveReason::Develops { .. } => self.development() == Some(reason),
        }
    }

    fn before(&self) -> &GivenPosition {
        &self.context.position
    }

    /// Where the man stands that moved.
    fn made(&self) -> MadeMove<'_> {
        let us = self.before().turn();
        let to = if self.m.is_castling() { self.after.royal(us) } else { None };
        MadeMove {
            material: self.material,
            before: self.before(),
            after: &self.after,
            us,
            from: self.m.from(),
            to: to.unwrap_or(self.m.to()),
        }
    }

    fn all(&self, claimed: Option<u32>) -> Vec<MoveReason> {
        let is_own = |reason: &MoveReason| self.is_own(reason);
        if let Some(alone) = self.alone(claimed).filter(is_own) {
            return vec![alone];
        }
        let sure = self.sure();
        let mut found: Vec<MoveReason> = Vec::new();
        let taken = self.taking(sure);
        // What takes back may leave more than there was, and yet wins nothing.
        let takes_back = matches!(taken, Some(MoveReason::TakesBack { .. }));
        found.extend(taken.filter(is_own));
        found.extend(self.promotion(sure).filter(is_own));
        found.extend(self.stopped_mate().filter(is_own));
        found.extend(self.tactic(sure).filter(is_own));
        found.extend(self.saved_piece());
        if found.is_empty() {
            found.extend(self.running_pawn().filter(is_own));
        }
        if found.is_empty() && !takes_back && sure.is_some_and(|sure| sure > 0) {
            found.extend(Some(MoveReason::WinsMaterial).filter(is_own));
        }
        if found.is_empty() && sure.is_some_and(|sure| sure >= 0) {
            found.extend(self.weak());
        }
        found
    }

    /// What says all there is to say.
    fn alone(&self, claimed: Option<u32>) -> Option<MoveReason> {
        let us = self.before().turn();
        let judgement = self.after.judge(self.context.occurrences(&self.after));
        match judgement.outcome {
            Some(Outcome::Won { winner, by }) if winner == us => {
                return Some(MoveReason::EndsGame { by, at: self.made().to });
            }
            Some(Outcome::Drawn(by)) => return Some(MoveReason::Draws { by }),
            Some(Outcome::Won { .. }) | None => {}
        }
        if self.before().legal_moves().len() == 1 {
            return Some(MoveReason::OnlyMove);
        }
        if judgement.claims.repetition {
            return Some(MoveReason::Repeats);
        }
        let forced = ForcedWin::find(self.context, self.material, self.line, &self.after, claimed);
        forced.map(|(end, moves, bound)| MoveReason::Forces { end, moves, bound })
    }

    /// What the move wins at least: after every answer, and at the end of the line. `None` where that is not settled.
    pub fn sure(&self) -> Option<i32> {
        *self.known_sure.get_or_init(|| self.find_sure())
    }

    fn find_sure(&self) -> Option<i32> {
        let us = self.before().turn();
        let (mut answers, mut end) = (NodeBudget::new(POSITIONS), NodeBudget::new(POSITIONS));
        let least = self.material.after_every_answer(&self.after, us, &mut answers)?;
        let mut last = *self.before();
        for &m in self.line {
            match last.play(m) {
                Ok(next) => last = next,
                Err(_) => break,
            }
        }
        let led = match last.outcome() {
            Some(Outcome::Won { winner, .. }) if winner == us => GAME,
            // A line that wins nothing proves nothing.
            Some(Outcome::Won { .. } | Outcome::Drawn(_)) => return None,
            None => {
                let settled = self.material.settled(&last, (-GAME, GAME), 0, &mut end)?;
                if last.turn() == us { settled } else { -settled }
            }
        };
        Some(least.min(led) - self.material.balance(self.before(), us))
    }

    fn taking(&self, sure: Option<i32>) -> Option<MoveReason> {
        let (role, at) = capture_of(self.before(), self.m)?;
        if self.context.taken_on == Some(at) {
            return Some(MoveReason::TakesBack { role, at });
        }
        let gain = self.gain()?;
        let worth = self.material.worth(role);
        let sure = sure.filter(|_| role != self.material.royal)?;
        if gain >= worth && sure >= worth && worth > 0 {
            return Some(MoveReason::WinsPiece { role, at, price: None });
        }
        let mover = self.before().role_of(self.m);
        let is_price = self.m.promotion().is_none() && gain == worth - self.material.worth(mover);
        let is_taken_back = self.line.get(1).is_some_and(|&answer| {
            capture_of(&self.after, answer).is_some_and(|(_, taken)| taken == self.m.to())
        });
        let is_sure = gain > 0 && sure >= gain && is_price && is_taken_back;
        is_sure.then_some(MoveReason::WinsPiece { role, at, price: Some(mover) })
    }

    /// What the move wins on its square.
    fn gain(&self) -> Option<i32> {
        let find = || self.material.capture_gain(self.before(), self.m, &mut NodeBudget::new(POSITIONS));
        *self.known_gain.get_or_init(find)
    }

    fn promotion(&self, sure: Option<i32>) -> Option<MoveReason> {
        let to = self.m.promotion()?;
        let grown = self.material.worth(to) - self.material.worth(Role::Pawn);
        let is_kept = self.gain()? >= grown && sure? >= grown && grown > 0;
        is_kept.then_some(MoveReason::Promotes { to })
    }

    fn stopped_mate(&self) -> Option<MoveReason> {
        let threatened = mates_in_one(self.passed.as_ref()?);
        let is_stopped = !threatened.is_empty() && mates_in_one(&self.after).is_empty();
        is_stopped.then(|| MoveReason::StopsMate { on: single(&threatened) })
    }

    /// What is won beside what is taken.
    fn tactic(&self, sure: Option<i32>) -> Option<MoveReason> {
        let taken = capture_of(self.before(), self.m).map_or(0, |(role, _)| self.material.worth(role));
        if sure? <= taken {
            return None;
        }
        let made = self.made();
        made.fork().or_else(|| made.skewer()).or_else(|| made.uncovering())
    }

    fn saved_piece(&self) -> Option<MoveReason> {
        let hanging = self.material.hanging(self.passed.as_ref()?);
        hanging.into_iter().find_map(|(piece, _)| {
            let StandingPiece { role, at } = piece;
            let reason = MoveReason::SavesPiece { role, at };
            (self.saves(piece) && self.is_own(&reason)).then_some(reason)
        })
    }

    /// Whether nobody takes a man of ours with profit after the move.
    fn saves(&self, piece: StandingPiece) -> bool {
        let stays = self.after.piece_at(piece.at) == self.before().piece_at(piece.at);
        let now = match piece.at == self.m.from() {
            true => self.made().to,
            false if stays => piece.at,
            // Castling has taken it elsewhere.
            false => return false,
        };
        self.material.is_safe(&self.after, now)
    }

    fn running_pawn(&self) -> Option<MoveReason> {
        let at = self.m.to();
        let is_pawn = self.m.role() == Some(Role::Pawn) && self.m.promotion().is_none();
        (is_pawn && runs_through(self.material, &self.after, at)).then_some(MoveReason::PawnRuns { at })
    }

    fn weak(&self) -> Option<MoveReason> {
        let made = self.made();
        if !self.material.is_safe(&self.after, made.to) {
            return self.trade().filter(|reason| self.is_own(reason));
        }
        let quiet = || [made.pin(), self.castling(), self.development()];
        self.threat().or_else(|| quiet().into_iter().flatten().find(|reason| self.is_own(reason)))
    }

    /// What could be done next, and could not be done at once.
    fn threat(&self) -> Option<MoveReason> {
        let next = self.after.pass()?;
        let mates = mates_in_one(&next);
        if !mates.is_empty() && mates_in_one(self.before()).is_empty() {
            let reason = MoveReason::ThreatensMate { on: single(&mates) };
            if self.is_own(&reason) {
                return Some(reason);
            }
        }
        let now = self.material.hanging(self.before());
        self.material.hanging(&next).into_iter().find_map(|(piece, _)| {
            let reason = MoveReason::Threatens { piece };
            let is_new = now.iter().all(|(known, _)| *known != piece);
            (is_new && self.is_own(&reason)).then_some(reason)
        })
    }

    /// Men of the same worth, one of which the line takes for the other, by the side that has more.
    fn trade(&self) -> Option<MoveReason> {
        let (against, _) = capture_of(self.before(), self.m)?;
        let role = self.before().role_of(self.m);
        let answer = *self.line.get(1)?;
        let is_taken_back = capture_of(&self.after, answer).is_some_and(|(_, at)| at == self.m.to());
        let worth = |role| self.material.worth(role);
        let is_even = worth(role) == worth(against) && self.m.promotion().is_none();
        let is_ahead = self.material.balance(self.before(), self.before().turn()) > 0;
        (is_taken_back && is_even && is_ahead).then_some(MoveReason::TradesAhead { role, against })
    }

    fn castling(&self) -> Option<MoveReason> {
        let is_middle = |square: Square| matches!(square.file(), File::D | File::E);
        let leaves = is_middle(self.m.from()) && !is_middle(self.made().to);
        (self.m.is_castling() && leaves).then_some(MoveReason::Castles { royal: self.material.royal })
    }

    fn development(&self) -> Option<MoveReason> {
        let (us, m) = (self.before().turn(), self.m);
        let role = m.role().filter(|role| matches!(role, Role::Knight | Role::Bishop))?;
        let home = Rank::First.seen_by(us);
        let leaves = m.from().rank() == home && m.to().rank() != home;
        let reach = |place: &GivenPosition, at| {
            tabiya_rules::attacks::of(role, us, at, place.board().occupied())
                .without(place.board().by_color(us))
                .len()
        };
        let is_freer = reach(&self.after, m.to()) > reach(self.before(), m.from());
        let is_opening = self.before().fullmoves() <= OPENING && role != self.material.royal;
        (leaves && is_freer && is_opening).then_some(MoveReason::Develops { role })
    }
}
