//! Games as files.

use serde_json::json;
use tabiya_game::{Date, Event, Game};
use tabiya_notation::pgn::{Ending, PgnGame};
use tabiya_notation::xml::Loss;
use tabiya_notation::{Fen, write_xml};
use tabiya_rules::Move;

use crate::Error;
use crate::room::Snapshot;
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

/// A game as a file, and what has no place in it.
pub(crate) struct Exported {
    pub text: String,
    pub left_out: Vec<String>,
}

/// A game as a file.
pub(crate) fn export(form: Form, snapshot: &Snapshot, entries: &[Entry]) -> Result<Exported, Error> {
    let game = &snapshot.game;
    let pgn = whole_game(snapshot);
    let has_taken_back = game.history().ahead().next().is_some();
    let mut left_out: Vec<String> = Vec::new();
    let text = match form {
        Form::Pgn => pgn.to_string(),
        Form::Xml => {
            let moves: Vec<Move> = pgn.moves().collect();
            let written = write_xml(game.history().start(), &moves);
            let written = written.map_err(|error| Error::refused("not_in_this_form", error))?;
            left_out
                .extend(xml_losses(snapshot, &pgn).iter().chain(&written.losses).map(ToString::to_string));
            written.text
        }
        Form::Fen => {
            left_out.push("everything but the position".to_owned());
            format!("{}\n", Fen::from(game.position()))
        }
        Form::Json => {
            let has_remarks = snapshot.origin.as_ref().is_some_and(|origin| origin.has_remarks());
            left_out.extend(has_remarks.then(|| Loss::Comments.to_string()));
            log(&snapshot.row, game, entries)
        }
    };
    if has_taken_back && matches!(form, Form::Pgn | Form::Xml) {
        left_out.push("the moves that were taken back at the end".to_owned());
    }
    Ok(Exported { text, left_out })
}

/// What the XML form has no place for, beside what its moves tell.
fn xml_losses(snapshot: &Snapshot, pgn: &PgnGame) -> Vec<Loss> {
    let game = &snapshot.game;
    let has_remarks = snapshot.origin.as_ref().is_some_and(|origin| origin.has_remarks());
    let is_told = match game.ending() {
        Some(ending) => !matches!(ending, tabiya_game::Ending::ByRules(_)),
        None => pgn.ending != Ending::Unknown,
    };
    let losses = [
        (Loss::Headings, true),
        (Loss::Clocks, game.clock().is_some()),
        (Loss::Result, is_told),
        (Loss::Comments, has_remarks),
        (Loss::Variations, pgn.len() > pgn.main_line().count()),
    ];
    losses.into_iter().filter(|(_, is_there)| *is_there).map(|(loss, _)| loss).collect()
}

fn log(row: &GameRow, game: &Game, entries: &[Entry]) -> String {
    let events: Vec<&Event> = entries.iter().flat_map(|entry| &entry.events).collect();
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

/// A game with everything that PGN has a place for, also what was said of it in the file that it was opened from.
pub(crate) fn whole_game(snapshot: &Snapshot) -> PgnGame {
    let Snapshot { row, game, origin, .. } = snapshot;
    let mut pgn = game.to_pgn();
    pgn.tags.set("Event", "Tabiya");
    pgn.tags.set("Site", row.id.as_str());
    pgn.tags.set("Date", &Date::of(row.created).to_pgn());
    if let Some(origin) = origin {
        origin.add_to(&mut pgn);
    }
    pgn
}
