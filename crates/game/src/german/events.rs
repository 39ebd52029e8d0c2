use tabiya_rules::german::{color, counted, words};
use tabiya_rules::{Position, Rules};

use super::{move_words, result_words};
use crate::narration::sentence;
use crate::{Event, Fact, Game, GameStart, Seat};

/// What an event did, in a sentence.
pub(crate) fn tell(before: &Game, event: &Event) -> String {
    let side = |seat: Seat| color(before.color(seat));
    let moves = |plies: u32| counted(u64::from(plies), "Zug", "Züge");
    match &event.fact {
        Fact::Started(start) => started(start),
        Fact::Moved(m) => match m.to_move(before.position()) {
            Ok(m) => sentence(move_words(before.position(), m)),
            Err(why) => sentence(words(&why)),
        },
        Fact::Passed => format!("{} kann nicht ziehen und setzt aus.", color(before.turn())),
        Fact::Undone(1) => "Der letzte Zug wird zurückgenommen.".to_owned(),
        Fact::Undone(plies) => format!("Die letzten {} werden zurückgenommen.", moves(*plies)),
        Fact::Redone(1) => "Der Zug wird wieder gemacht.".to_owned(),
        Fact::Redone(plies) => format!("{} werden wieder gemacht.", moves(*plies)),
        Fact::WentTo(_) => "Eine andere Variante wird gezeigt.".to_owned(),
        Fact::TakebackAsked { seat, plies } => {
            format!("{} möchte {} zurücknehmen.", side(*seat), asked(*plies))
        }
        Fact::TakebackDeclined { seat } => {
            format!("{} ist mit dem Zurücknehmen nicht einverstanden.", side(*seat))
        }
        Fact::DrawOffered { seat } => format!("{} bietet Remis an.", side(*seat)),
        Fact::DrawDeclined { seat } => format!("{} lehnt das Remis ab.", side(*seat)),
        Fact::PositionSet(_) => "Eine neue Stellung wird aufgebaut.".to_owned(),
        Fact::Interrupted(_) => "Die Partie war unterbrochen; die Zeit lief nicht.".to_owned(),
        Fact::Ended(ending) => sentence(result_words(*ending, before.seats(), before.position())),
    }
}

fn asked(plies: u32) -> String {
    if plies == 1 { "einen Zug".to_owned() } else { format!("{plies} Züge") }
}

fn started(start: &GameStart) -> String {
    let name = |seat: Seat| &start.names[seat];
    format!(
        "Eine Partie beginnt: {} hat Weiß, {} hat Schwarz.",
        name(start.seats.white),
        name(start.seats.black)
    )
}

/// That the side to move stands in check.
pub(crate) fn check_words(after: &Position<&'static Rules>) -> String {
    format!("{} steht im Schach.", color(after.turn()))
}
