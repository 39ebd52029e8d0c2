//! Games as files.

use std::collections::HashMap;

use serde_json::json;
use tabiya_game::{Event, Fact, Game, GameResult, Moment, NodeId, Step};
use tabiya_notation::pgn::{Annotation, Clock, Ending, PgnGame};
use tabiya_notation::{Fen, write_xml};
use tabiya_rules::{Move, RULE_SETS};

use crate::Error;
use crate::store::{Entry, GameRow};

/// How a game is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Pgn,
    Xml,
    Fen,
    Json,
}

impl Form {
    pub fn of_name(name: &str) -> Option<Form> {
        match name {
            "pgn" => Some(Form::Pgn),
            "xml" => Some(Form::Xml),
            "fen" => Some(Form::Fen),
            "json" => Some(Form::Json),
            _ => None,
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Form::Pgn => "application/vnd.chess-pgn; charset=utf-8",
            Form::Xml => "application/xml; charset=utf-8",
            Form::Fen => "text/plain; charset=utf-8",
            Form::Json => "application/json",
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            Form::Pgn => "pgn",
            Form::Xml => "xml",
            Form::Fen => "fen",
            Form::Json => "json",
        }
    }
}

/// A game as a file.
pub(crate) fn export(form: Form, row: &GameRow, game: &Game, entries: &[Entry]) -> Result<String, Error> {
    let events: Vec<&Event> = entries.iter().flat_map(|entry| &entry.events).collect();
    match form {
        Form::Pgn => Ok(pgn(row, game, &events).to_string()),
        Form::Xml => xml(game),
        Form::Fen => Ok(format!("{}\n", Fen::from(game.position()))),
        Form::Json => Ok(log(row, game, &events)),
    }
}

fn xml(game: &Game) -> Result<String, Error> {
    let steps: Vec<Step> = line_steps(game);
    let moves: Vec<Move> = steps
        .iter()
        .filter_map(|step| match step {
            Step::Move(m) => Some(*m),
            Step::Pass => None,
        })
        .collect();
    let written = write_xml(game.history().start(), &moves);
    written.map(|xml| xml.text).map_err(|error| Error::refused("not_in_this_form", error))
}

fn line_steps(game: &Game) -> Vec<Step> {
    let history = game.history();
    history.line().filter_map(|node| history.get(node)?.step).collect()
}

fn log(row: &GameRow, game: &Game, events: &[&Event]) -> String {
    let value = json!({
        "game": row.id.as_str(),
        "white": row.white,
        "black": row.black,
        "rules": row.rules,
        "result": row.result,
        "created": row.created.0,
        "fen": Fen::from(game.position()).to_string(),
        "events": events,
    });
    format!("{value:#}\n")
}

fn pgn(row: &GameRow, game: &Game, events: &[&Event]) -> PgnGame {
    let mut pgn = PgnGame::new(*game.history().start());
    pgn.tags.set("Event", "Tabiya");
    pgn.tags.set("Site", row.id.as_str());
    pgn.tags.set("Date", &date(row.created).replace('-', "."));
    pgn.tags.set("White", &row.white);
    pgn.tags.set("Black", &row.black);
    if let Some(time) = &game.settings().time {
        pgn.tags.set("TimeControl", &time_control(time));
    }
    let is_built_in = RULE_SETS.iter().any(|set| *set.rules == game.rules().rules);
    pgn.rules_name = game.rules().name.as_deref().filter(|_| !is_built_in).map(str::to_owned);
    pgn.ending = match game.ending().map(|ending| ending.result(game.seats())) {
        Some(GameResult::Won(seat)) => Ending::Won(game.color(seat)),
        Some(GameResult::Drawn) => Ending::Drawn,
        Some(GameResult::None) | None => Ending::Unknown,
    };
    add_moves(&mut pgn, game, &clocks(events));
    pgn
}

/// As PGN writes it: seconds, `40/5400+30:1800+30`. Delays have no place in it and are left out.
fn time_control(time: &tabiya_game::TimeControl) -> String {
    let stage = |stage: &tabiya_game::Stage| {
        let moves = stage.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        let bonus = match stage.bonus {
            tabiya_game::Bonus::Increment(span) => format!("+{}", span.as_secs()),
            _ => String::new(),
        };
        format!("{moves}{}{bonus}", stage.time.as_secs())
    };
    time.stages().iter().map(stage).collect::<Vec<_>>().join(":")
}

/// The line where the game stands first, everything else that was tried as variations.
fn add_moves(pgn: &mut PgnGame, game: &Game, clocks: &HashMap<NodeId, u64>) {
    let history = game.history();
    let line: std::collections::HashSet<NodeId> = history.line().collect();
    let mut open = vec![(NodeId::ROOT, PgnGame::ROOT)];
    while let Some((from, to)) = open.pop() {
        let mut children: Vec<NodeId> = history.children(from).to_vec();
        // The first child goes on with the line.
        children.sort_by_key(|child| !line.contains(child));
        for child in children {
            let m = match history.get(child).and_then(|node| node.step) {
                Some(Step::Move(m)) => Some(m),
                Some(Step::Pass) | None => None,
            };
            let node = pgn.add(to, m);
            if let Some(&milliseconds) = clocks.get(&child) {
                pgn[node].after.push(Annotation::Clock(Clock { milliseconds }).to_string());
            }
            open.push((child, node));
        }
    }
}

/// What the side that moved had left after each move.
fn clocks(events: &[&Event]) -> HashMap<NodeId, u64> {
    let mut clocks = HashMap::new();
    let Some((first, rest)) = events.split_first() else { return clocks };
    let Ok(mut game) = Game::replay([*first]) else { return clocks };
    for event in rest {
        let mover = game.seat_to_move();
        game.absorb(event);
        if let (Fact::Moved(_), Some(left)) = (&event.fact, event.left) {
            clocks.insert(game.history().here(), left[mover]);
        }
    }
    clocks
}

/// The day of a moment in UTC, as `2026-11-16`.
///
/// CITE: days to civil dates, <https://howardhinnant.github.io/date_algorithms.html>
pub(crate) fn date(moment: Moment) -> String {
    let days = (moment.0 / 86_400_000) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The first moment of a day such as `2026-11-16`.
pub(crate) fn day(text: &str) -> Option<Moment> {
    let mut parts = text.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let fits = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    if !fits || parts.next().is_some() {
        return None;
    }
    let shifted_year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (shifted_year / 400, shifted_year % 400);
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    u64::try_from(era * 146_097 + day_of_era - 719_468).ok().map(|days| Moment(days * 86_400_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, days) in [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-11-16", 20_773)] {
            assert_eq!(day(text), Some(Moment(days * 86_400_000)), "{text}");
            assert_eq!(date(Moment(days * 86_400_000 + 5)), text);
        }
        for text in ["", "2026", "2026-13-01", "2026-11-16-1", "1969-12-31", "x-y-z"] {
            assert_eq!(day(text), None, "{text}");
        }
    }
}
