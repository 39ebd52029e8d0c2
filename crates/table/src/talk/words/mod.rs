//! What boards say: every reply and refusal of the table in sentences, with the words that go on from there.

mod english;
mod german;
mod review;

use tabiya_game::Date;
use tabiya_game::narration::{best_move_note, best_move_words};
use tabiya_openings::OpeningLine;
use tabiya_rules::{ByLanguage, Language, Rules, Words};
use tabiya_text::visible;

use super::move_telling::MoveTelling;
use crate::{
    BookSetting, GameChange, GameProgress, GameState, Hint, Introduction, LeftOver, MatchStandings,
    OpenedFile, Pairing, Reply, Table, TableRefusal, Turn, WaitingGame,
};

pub use review::{
    accuracy, exercise, judged_move, review_forgotten, review_lines, review_progress, review_result, tried,
};

/// What came of a request.
pub fn reply(language: Language, reply: &Reply) -> String {
    match language {
        Language::English => english::reply(reply),
        Language::German => german::reply(reply),
    }
}

/// The same, with moves told as somebody wishes.
pub fn reply_as(language: Language, reply: &Reply, telling: MoveTelling) -> String {
    let Reply::Happened(GameChange { before, events, over }) = reply else {
        return self::reply(language, reply);
    };
    let over = over.as_ref().map(|over| match language {
        Language::English => english::over(over),
        Language::German => german::over(over),
    });
    let over = over.map(|over| format!("\n{over}")).unwrap_or_default();
    format!("{}{over}", telling.tell(language, before, events))
}

/// Why a request was not obeyed, and what would help.
pub fn refusal(language: Language, refusal: &TableRefusal) -> String {
    match language {
        Language::English => english::refusal(refusal),
        Language::German => german::refusal(refusal),
    }
}

/// That moves behind one of one's own are not made, because the computer is to answer it.
pub fn computer_first(language: Language, moves: &[String]) -> String {
    let moves = moves.join(" ");
    match language {
        Language::English => {
            format!("Not played: {moves}. The computer answers first; force lets you move for both sides.")
        }
        Language::German => {
            format!(
                "Nicht gespielt: {moves}. Erst antwortet der Computer; mit force ziehst du für beide Seiten."
            )
        }
    }
}

/// That moves behind one of one's own are not made, because the opponent on a server is to answer it.
pub fn opponent_first(language: Language, moves: &[String]) -> String {
    let moves = moves.join(" ");
    match language {
        Language::English => format!("Not played: {moves}. Your opponent answers first."),
        Language::German => format!("Nicht gespielt: {moves}. Erst antwortet der Gegner."),
    }
}

/// Why a move on a line of several was refused, and which moves behind it were not made.
pub fn refused_on_line(language: Language, m: &str, why: &str, rest: &[String]) -> String {
    let rest = rest.join(" ");
    match language {
        Language::English if rest.is_empty() => format!("the move {m} is refused: {why}"),
        Language::English => format!("the move {m} is refused, and {rest} not played: {why}"),
        Language::German if rest.is_empty() => format!("der Zug {m} geht nicht: {why}"),
        Language::German => format!("der Zug {m} geht nicht, und {rest} wird nicht gespielt: {why}"),
    }
}

/// How a match stands.
pub fn standings(language: Language, standings: &MatchStandings) -> String {
    match language {
        Language::English => english::standings(standings),
        Language::German => german::standings(standings),
    }
}

/// Whose turn it is.
pub fn turn(language: Language, turn: Turn) -> String {
    match language {
        Language::English => english::turn(turn),
        Language::German => german::turn(turn),
    }
}

/// Where a game stands, beside a board.
pub fn full_state(language: Language, state: GameState) -> String {
    match language {
        Language::English => english::full_state(state),
        Language::German => german::full_state(state),
    }
}

/// A game from a file that is only looked at.
pub fn viewed(language: Language, opened: &OpenedFile) -> String {
    match language {
        Language::English => english::viewed(opened),
        Language::German => german::viewed(opened),
    }
}

/// What is played here, by whom, and whose turn it is.
pub fn introduction(language: Language, introduction: &Introduction) -> String {
    match language {
        Language::English => english::introduction(introduction),
        Language::German => german::introduction(introduction),
    }
}

/// Which opening is played.
pub fn opening(language: Language, line: &OpeningLine) -> String {
    match language {
        Language::English => english::opening(line),
        Language::German => german::opening(line),
    }
}

/// What the computer plays by.
pub fn book(language: Language, setting: &BookSetting) -> String {
    match language {
        Language::English => english::book(setting),
        Language::German => german::book(setting),
    }
}

/// What differs from ordinary chess under some rules, in one line; nothing where nothing does.
pub fn differences(language: Language, rules: &Rules) -> Option<String> {
    match language {
        Language::English => english::differences(rules),
        Language::German => german::differences(rules),
    }
}

/// The best move, and why it is good.
pub fn hint(language: Language, Hint { position, m, reasons }: &Hint) -> String {
    let why = (!reasons.is_empty()).then_some(reasons as &dyn Words);
    best_move_words(language, position, *m, why)
}

/// The same in a line, where the move is drawn.
pub fn hint_note(language: Language, Hint { position, m, reasons }: &Hint) -> String {
    let why = (!reasons.is_empty()).then_some(reasons as &dyn Words);
    best_move_note(language, position, *m, why)
}

/// What earlier sessions left.
pub fn left_over(language: Language, left_over: &LeftOver) -> String {
    match language {
        Language::English => english::left_over(left_over),
        Language::German => german::left_over(left_over),
    }
}

/// Who plays against whom.
pub fn pairing(language: Language, pairing: &Pairing) -> String {
    match language {
        Language::English => english::pairing(pairing),
        Language::German => german::pairing(pairing),
    }
}

/// A game that waits, in a line.
pub fn waiting(language: Language, game: &WaitingGame) -> String {
    let WaitingGame { title, rules, .. } = game;
    let title = title.as_ref().map(|title| format!("{}: ", visible(title))).unwrap_or_default();
    let (pairing, progress) = (pairing(language, &game.pairing), progress(language, game.progress));
    format!("{title}{pairing}, {progress} ({})", visible(rules))
}

/// The same in a list, with the day on which something last happened in it.
pub fn dated_waiting(language: Language, game: &WaitingGame) -> String {
    format!("{}  {}", Date::of(game.last), waiting(language, game))
}

/// A player's name as a board shows it: who has none of their own is called so in the language of the board. Files keep the
/// English names.
pub fn player_name(language: Language, name: &str) -> String {
    match language {
        Language::English => name.to_owned(),
        Language::German => german::player_name(name),
    }
}

/// How far a game is.
pub fn progress(language: Language, progress: GameProgress) -> String {
    match language {
        Language::English => english::progress(progress),
        Language::German => german::progress(progress),
    }
}

/// What is said when somebody leaves on purpose: what becomes of the game.
pub fn farewell(language: Language, table: &Table) -> String {
    let fate = match table.session().is_unfinished() {
        true if table.is_recording() => ByLanguage {
            english: "The game is kept: tabiya play offers to go on with it. ",
            german: "Die Partie bleibt erhalten: tabiya play bietet an, sie fortzusetzen. ",
        },
        true if table.is_changed() => {
            ByLanguage { english: "The game is not kept. ", german: "Die Partie wird nicht aufbewahrt. " }
        }
        // It is over, or still as it is in its file.
        _ => ByLanguage { english: "", german: "" },
    };
    let goodbye = ByLanguage { english: "Goodbye.", german: "Auf Wiedersehen." };
    format!("{}{}", language.choose(fate), language.choose(goodbye))
}
