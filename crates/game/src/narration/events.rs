use super::spans::counted;
use super::{move_words, result_words, sentence};
use tabiya_rules::{Language, Position, Rules};

use crate::absorb::Change;
use crate::{Ending, Event, Fact, Game, GameStart, Seat, Step, german};

/// What an event did, in a sentence. `before` is the game before it; for the start of a game it does not matter.
///
/// ```
/// use tabiya_game::{By, Command, Game, GameStart, Moment, narration};
/// use tabiya_rules::{FIDE, Language};
///
/// let (mut game, events) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
/// let told = narration::tell(Language::English, &game, &events[0]);
/// assert_eq!(told, "A game begins: White has white, Black has black.");
/// let before = game.clone();
/// let events = game.apply(By::Board, Command::OfferDraw, Moment(0)).unwrap();
/// assert_eq!(narration::tell(Language::English, &before, &events[0]), "White offers a draw.");
/// assert_eq!(narration::tell(Language::German, &before, &events[0]), "Weiß bietet Remis an.");
/// ```
pub fn tell(language: Language, before: &Game, event: &Event) -> String {
    match language {
        Language::English => english(before, event),
        Language::German => german::tell(before, event),
    }
}

fn english(before: &Game, event: &Event) -> String {
    let color = |seat: Seat| before.color(seat);
    match &event.fact {
        Fact::Started(start) => started(start),
        Fact::Moved(m) => match m.to_move(before.position()) {
            Ok(m) => sentence(move_words(Language::English, before.position(), m)),
            Err(why) => sentence(why),
        },
        Fact::Passed => format!("{} cannot move and passes.", before.turn()),
        Fact::Undone(1) => "The last move is taken back.".to_owned(),
        Fact::Undone(plies) => format!("The last {} are taken back.", counted(u64::from(*plies), "move")),
        Fact::Redone(1) => "The move is made again.".to_owned(),
        Fact::Redone(plies) => format!("{} are made again.", counted(u64::from(*plies), "move")),
        Fact::WentTo(_) => "Another line is shown.".to_owned(),
        Fact::TakebackAsked { seat, plies } => {
            format!("{} asks to take back {}.", color(*seat), counted(u64::from(*plies), "move"))
        }
        Fact::TakebackDeclined { seat } => format!("{} does not agree to take back.", color(*seat)),
        Fact::DrawOffered { seat } => format!("{} offers a draw.", color(*seat)),
        Fact::DrawDeclined { seat } => format!("{} declines the draw.", color(*seat)),
        Fact::PositionSet(_) => "A new position is set up.".to_owned(),
        Fact::Interrupted(_) => "The game was interrupted; the time did not run.".to_owned(),
        Fact::Ended(ending) => ended(Language::English, before, *ending, before.position()),
    }
}

fn ended(language: Language, game: &Game, ending: Ending, position: &Position<&'static Rules>) -> String {
    sentence(result_words(language, ending, game.seats(), position))
}

fn started(start: &GameStart) -> String {
    let name = |seat: Seat| &start.names[seat];
    format!("A game begins: {} has white, {} has black.", name(start.seats.white), name(start.seats.black))
}

/// The same, where it was found out what the event does to the tree. At the end of a game `after` is the board.
pub(super) fn tell_change(
    language: Language,
    before: &Game,
    event: &Event,
    change: &Change,
    after: &Position<&'static Rules>,
) -> String {
    match (&event.fact, change) {
        (Fact::Moved(_), Change::Step(Step::Move(m), _)) => {
            sentence(move_words(language, before.position(), *m))
        }
        (Fact::Ended(ending), _) => ended(language, before, *ending, after),
        _ => tell(language, before, event),
    }
}

/// That the side to move stands in check, after something changed the board. It goes without saying where the game is
/// over.
pub(super) fn check_words(
    language: Language,
    events: &[Event],
    ending: Option<Ending>,
    after: &Position<&'static Rules>,
) -> Option<String> {
    let [event] = events else { return None };
    let is_new_board = matches!(
        event.fact,
        Fact::Moved(_)
            | Fact::Passed
            | Fact::Undone(_)
            | Fact::Redone(_)
            | Fact::WentTo(_)
            | Fact::PositionSet(_)
    );
    let is_told = is_new_board && ending.is_none() && after.is_check();
    is_told.then(|| match language {
        Language::English => format!("{} is in check.", after.turn()),
        Language::German => german::check_words(after),
    })
}
