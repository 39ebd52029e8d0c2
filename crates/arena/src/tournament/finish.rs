use std::fmt;
use std::time::Duration;

use tabiya_game::{Claim, Ending, Seat, narration};
use tabiya_rules::{ByColor, Color, Draw, Language};

use super::adjudication::Ruling;
use crate::engine_process::EngineError;

/// Why a game of a match ended. Who won is told by the game itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It was played to its end: by the rules, by a draw that could be claimed, by giving up, or until neither side
    /// could move.
    Played(Ending),
    /// Time ran out, by so much.
    Overtime {
        loser: Color,
        by: Duration,
    },
    Failed {
        loser: Color,
        error: EngineError,
    },
    Adjudicated(Ruling),
    /// So many moves were made.
    TooLong(u32),
}

/// In the games of a match, White has the first seat.
pub const SEATS: ByColor<Seat> = ByColor { white: Seat::First, black: Seat::Second };

/// In which way an engine failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the faults are their own names")]
pub enum EngineFault {
    Time,
    Crash,
    Hang,
    Illegal,
    /// It took the game for ended, which it is not: draws that can be claimed are taken before an engine is asked.
    Claim,
}

impl Finish {
    /// Which engine failed, and how.
    pub fn fault(&self) -> Option<(Color, EngineFault)> {
        match self {
            Finish::Overtime { loser, .. } => Some((*loser, EngineFault::Time)),
            Finish::Failed { loser, error } => {
                let fault = match error {
                    EngineError::Silent { .. } => EngineFault::Hang,
                    EngineError::Illegal { .. } => EngineFault::Illegal,
                    EngineError::Claimed(_) => EngineFault::Claim,
                    _ => EngineFault::Crash,
                };
                Some((*loser, fault))
            }
            _ => None,
        }
    }

    /// What PGN calls it.
    pub fn termination(&self) -> &'static str {
        match self {
            Finish::Played(_) => "normal",
            Finish::Overtime { .. } => "time forfeit",
            Finish::Adjudicated(_) | Finish::TooLong(_) => "adjudication",
            Finish::Failed { error: EngineError::Illegal { .. } | EngineError::Claimed(_), .. } => {
                "rules infraction"
            }
            Finish::Failed { .. } => "abandoned",
        }
    }
}

impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Finish::Played(ending) => f.write_str(&played_words(*ending)),
            Finish::Overtime { loser, by } => {
                write!(f, "{loser} loses on time, {} ms too late", by.as_millis())
            }
            Finish::Failed { loser, error } => {
                let fault = self.fault().map(|(_, fault)| fault);
                match fault {
                    Some(EngineFault::Illegal) => write!(f, "{loser} makes an illegal move: {error}"),
                    Some(EngineFault::Hang) => write!(f, "{loser} hangs: {error}"),
                    Some(EngineFault::Claim) => write!(f, "{loser} makes a false claim: {error}"),
                    _ => write!(f, "{loser} fails: {error}"),
                }
            }
            Finish::Adjudicated(Ruling::Won(winner)) => write!(f, "{winner} wins by adjudication"),
            Finish::Adjudicated(Ruling::Drawn) => f.write_str("draw by adjudication"),
            Finish::TooLong(moves) => write!(f, "draw after {moves} moves"),
        }
    }
}

/// How a game was played to its end. Draws are claimed for whoever is to move, so nobody is named.
fn played_words(ending: Ending) -> String {
    match ending {
        Ending::Claimed { claim: Claim::Repetition, .. } => format!("draw by {}", Draw::Repetition),
        Ending::Claimed { claim: Claim::QuietMoves, .. } => format!("draw by {}", Draw::QuietMoves),
        Ending::Stopped(outcome) => format!("neither side can move: {outcome}"),
        Ending::Resigned { seat } if seat == SEATS.white => format!("{} resigns", Color::White),
        Ending::Resigned { .. } => format!("{} resigns", Color::Black),
        Ending::ByRules(_)
        | Ending::Agreed
        | Ending::Flagged { .. }
        | Ending::Abandoned { .. }
        | Ending::Aborted
        | Ending::Recorded { .. } => narration::ending_words(Language::English, ending, SEATS),
    }
}

impl EngineFault {
    /// All of them.
    pub const ALL: [EngineFault; 5] =
        [EngineFault::Time, EngineFault::Crash, EngineFault::Hang, EngineFault::Illegal, EngineFault::Claim];

    /// The word in files.
    pub fn word(self) -> &'static str {
        match self {
            EngineFault::Time => "time",
            EngineFault::Crash => "crash",
            EngineFault::Hang => "hang",
            EngineFault::Illegal => "illegal",
            EngineFault::Claim => "claim",
        }
    }

    /// What happened so many times.
    pub fn counted(self, count: usize) -> String {
        let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
        match self {
            EngineFault::Time => format!("lost on time {times}"),
            EngineFault::Crash => format!("crashed {times}"),
            EngineFault::Hang => format!("hung {times}"),
            EngineFault::Illegal => format!("made an illegal move {times}"),
            EngineFault::Claim => format!("made a false claim {times}"),
        }
    }
}
