//! What the plain board says: every reply and refusal of the table in sentences, with the words that go on from there.

mod english;
mod german;

use tabiya_openings::OpeningLine;
use tabiya_rules::{Language, Rules};
use tabiya_table::{
    BookSetting, GameState, Hint, Introduction, LeftOver, MatchStandings, Reply, TableRefusal, Turn,
};

/// What came of a request.
pub fn reply(language: Language, reply: &Reply) -> String {
    match language {
        Language::English => english::reply(reply),
        Language::German => german::reply(reply),
    }
}

/// Why a request was not obeyed, and what would help.
pub fn refusal(language: Language, refusal: &TableRefusal) -> String {
    match language {
        Language::English => english::refusal(refusal),
        Language::German => german::refusal(refusal),
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

/// A move that the computer would make.
pub fn hint(language: Language, hint: &Hint) -> String {
    match language {
        Language::English => english::hint(hint),
        Language::German => german::hint(hint),
    }
}

/// What earlier sessions left.
pub fn left_over(language: Language, left_over: &LeftOver) -> String {
    match language {
        Language::English => english::left_over(left_over),
        Language::German => german::left_over(left_over),
    }
}
