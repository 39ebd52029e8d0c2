//! Where the computer helps, and where that would be unfair.

use tabiya_rules::ByLanguage;

use crate::context::ServerContext;
use crate::host::computer_off;
use crate::store::{GameRow, GameStage};
use crate::{Error, PlayerId};

/// How the computer helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Help {
    /// The best move.
    Hint,
    /// Lines of positions, and what is thought of all moves.
    Analysis,
}

/// Refuses help where somebody would have an advantage over another, or where the computer is to rest.
pub(crate) fn check_fairness(
    shared: &ServerContext,
    row: &GameRow,
    who: Option<PlayerId>,
    help: Help,
) -> Result<(), Error> {
    if shared.host.state.with(|state| state.switches.computer_off) {
        return Err(computer_off());
    }
    let is_player = || row.seats.0.iter().any(|holder| holder.player().is_some_and(|own| Some(own) == who));
    match row.stage {
        GameStage::Over => Ok(()),
        GameStage::Open => Err(Error::refused("not_begun", not_begun(help))),
        // Two computers cannot be helped.
        GameStage::Live if row.is_exhibition() => Ok(()),
        GameStage::Live if who.is_none() => Err(Error::NoSession),
        GameStage::Live if !is_player() => Err(Error::not_a_player()),
        GameStage::Live if row.has_two_people() => Err(Error::refused("two_people", two_people(help))),
        GameStage::Live => Ok(()),
    }
}

/// Refuses copies of a game that two people are playing. A copy is a game of its own, in which the computer would help whoever made
/// it, or move for them.
pub(crate) fn check_copy(row: &GameRow) -> Result<(), Error> {
    if row.stage == GameStage::Live && row.has_two_people() {
        return Err(Error::refused("two_people", TWO_PEOPLE_COPIED));
    }
    Ok(())
}

const TWO_PEOPLE_COPIED: ByLanguage<&str> = ByLanguage {
    english: "two people are playing this game: it can be opened as a game of its own once it is over",
    german: "diese Partie spielen zwei Menschen gerade: als eigene Partie lässt sie sich öffnen, wenn sie zu Ende ist",
};

fn not_begun(help: Help) -> ByLanguage<&'static str> {
    match help {
        Help::Hint => ByLanguage {
            english: "the game has not begun: there are hints once it has",
            german: "die Partie hat noch nicht begonnen: Tipps gibt es erst dann",
        },
        Help::Analysis => ByLanguage {
            english: "the game has not begun: there is nothing to analyse yet",
            german: "die Partie hat noch nicht begonnen: noch gibt es nichts zu analysieren",
        },
    }
}

fn two_people(help: Help) -> ByLanguage<&'static str> {
    match help {
        Help::Hint => ByLanguage {
            english: "there are no hints while two people play each other: ask once the game is over",
            german: "solange zwei Menschen gegeneinander spielen, gibt es keine Tipps: frag nach der Partie",
        },
        Help::Analysis => ByLanguage {
            english: "nothing is analysed while two people play each other: come back once the game is over",
            german: "solange zwei Menschen gegeneinander spielen, wird nichts analysiert: komm nach der Partie wieder",
        },
    }
}
