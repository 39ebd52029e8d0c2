use std::fmt;

use tabiya_reasons::{MoveFlaw, MoveReasons};
use tabiya_rules::{Language, Outcome, Words};

use crate::game_report::claimed_win;
use crate::{GameAnalysis, JudgedMove, MoveMark};

/// What can be learnt from a move, in words that the rules prove.
///
/// ```
/// use tabiya_analysis::{BetterMove, MoveHarm, MoveLesson};
/// use tabiya_reasons::{MoveFlaw, MoveReasons};
/// use tabiya_rules::{Language, Role};
///
/// let flaw = MoveFlaw::Hangs { role: Role::Knight, at: "c6".parse().unwrap() };
/// let lesson = MoveLesson::Missed {
///     played: "a6".to_owned(),
///     harm: Some(MoveHarm::Flaw(flaw)),
///     better: Some(BetterMove { san: "Bd7".to_owned(), reasons: MoveReasons::default() }),
/// };
/// assert_eq!(lesson.to_string(), "a6 hangs the knight on c6. Better is Bd7.");
/// let german = Language::German.words(&lesson).to_string();
/// assert_eq!(german, "a6 stellt den Springer auf c6 ein. Besser ist Bd7.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveLesson {
    /// A mistake: what it allows, and what would have been better.
    Missed {
        /// The move.
        played: String,
        /// What it does to whoever made it, as far as the rules prove it.
        harm: Option<MoveHarm>,
        /// The better move, where it is known.
        better: Option<BetterMove>,
    },
    /// A good move, and why it is one.
    Found {
        /// The move.
        played: String,
        /// Why, as far as the rules prove it.
        reasons: MoveReasons,
    },
}

/// What a mistake does to whoever makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveHarm {
    /// What the answer to it does.
    Flaw(MoveFlaw),
    /// It ends the game.
    Ends(Outcome),
}

/// A move that would have been better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetterMove {
    /// The move.
    pub san: String,
    /// Why it is better, as far as the rules prove it: what is true of the move that was made as well is left out.
    pub reasons: MoveReasons,
}

impl GameAnalysis {
    /// What can be learnt from a move of this analysis; nothing where it has no mark, or where there is nothing to say. To find
    /// it may take some ten milliseconds.
    pub fn lesson(&self, judged: &JudgedMove) -> Option<MoveLesson> {
        let played = judged.san.clone();
        match judged.mark? {
            MoveMark::Good => {
                let search = self.search(judged.ply)?;
                let claimed = claimed_win(search.score, judged.color);
                let reasons =
                    MoveReasons::find(&self.context(judged.ply)?, &search.lines.first()?.moves, claimed);
                Some(MoveLesson::Found { played, reasons })
            }
            MoveMark::Inaccuracy | MoveMark::Mistake | MoveMark::Blunder => {
                let (harm, better) = (self.harm(judged), self.better(judged));
                let is_something = harm.is_some() || better.is_some();
                is_something.then_some(MoveLesson::Missed { played, harm, better })
            }
        }
    }

    fn harm(&self, judged: &JudgedMove) -> Option<MoveHarm> {
        let next = self.places.get(judged.ply + 1)?;
        if let Some(outcome) = next.outcome {
            return Some(MoveHarm::Ends(outcome));
        }
        let answers = &next.search.as_ref()?.lines.first()?.moves;
        let claimed = claimed_win(judged.after, !judged.color);
        MoveFlaw::find(&self.context(judged.ply)?, judged.m, answers, claimed).map(MoveHarm::Flaw)
    }

    fn better(&self, judged: &JudgedMove) -> Option<BetterMove> {
        let line = judged.better.as_ref()?;
        let claimed = claimed_win(line.score, judged.color);
        let mut played = vec![judged.m];
        let answers = self.search(judged.ply + 1).and_then(|search| search.lines.first());
        played.extend(answers.into_iter().flat_map(|line| &line.moves));
        let context = self.context(judged.ply)?;
        let reasons = MoveReasons::find_beyond(&context, &line.moves, claimed, &played);
        Some(BetterMove { san: self.san(judged.ply, *line.moves.first()?)?, reasons })
    }
}

impl MoveLesson {
    fn write(&self, f: &mut fmt::Formatter<'_>, language: Language) -> fmt::Result {
        let is_english = language == Language::English;
        match self {
            MoveLesson::Missed { played, harm, better } => {
                match harm {
                    Some(MoveHarm::Flaw(flaw)) => write!(f, "{played} {}.", language.words(flaw))?,
                    Some(MoveHarm::Ends(outcome)) if is_english => {
                        write!(f, "{played} ends the game: {outcome}.")?;
                    }
                    Some(MoveHarm::Ends(outcome)) => {
                        write!(f, "{played} beendet die Partie: {}.", language.words(outcome))?;
                    }
                    None => {}
                }
                let Some(BetterMove { san, reasons }) = better else { return Ok(()) };
                let gap = if harm.is_some() { " " } else { "" };
                write!(f, "{gap}{} {san}", if is_english { "Better is" } else { "Besser ist" })?;
                if !reasons.is_empty() {
                    let which = if is_english { ", which" } else { ": das" };
                    write!(f, "{which} {}", language.words(reasons))?;
                }
                f.write_str(".")
            }
            MoveLesson::Found { played, reasons } => {
                match is_english {
                    true => write!(f, "Only {played} is good")?,
                    false => write!(f, "Nur {played} ist gut")?,
                }
                if !reasons.is_empty() {
                    write!(f, ": {} {}", if is_english { "it" } else { "das" }, language.words(reasons))?;
                }
                f.write_str(".")
            }
        }
    }
}

impl fmt::Display for MoveLesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Language::English)
    }
}

impl Words for MoveLesson {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, Language::German)
    }
}
