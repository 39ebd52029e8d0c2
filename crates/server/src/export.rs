//! Games as files.

use std::sync::Arc;

use serde_json::json;
use tabiya_analysis::NotAnnotated;
use tabiya_files::{Form, GameWriter, Loss, Losses, Omission, WriteError};
use tabiya_game::{Date, Event, Game, Seat};
use tabiya_notation::pgn::{EditBounds, PgnGame};
use tabiya_notation::{Fen, XmlWriteError, xml};
use tabiya_openings::tag_opening;
use tabiya_rules::Language;

use crate::Error;
use crate::analysis::{ReviewedGame, reviewed_game};
use crate::grounds::Untranslated;
use crate::provenance::is_opening;
use crate::room::{EditedTree, Snapshot, played};
use crate::store::{Entry, GameRow, Holder, KeptReview};

/// How a game is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportForm {
    /// As other programs read it.
    File(Form),
    /// The log with everything that happened.
    Json,
}

impl ExportForm {
    pub const ALL: [ExportForm; 4] = [
        ExportForm::File(Form::Pgn),
        ExportForm::File(Form::Xml),
        ExportForm::File(Form::Fen),
        ExportForm::Json,
    ];

    /// The form of files with this ending.
    pub fn of_name(name: &str) -> Option<ExportForm> {
        ExportForm::ALL.into_iter().find(|form| form.ending().eq_ignore_ascii_case(name))
    }

    pub fn media_type(self) -> &'static str {
        match self {
            ExportForm::File(form) => form.media_type(),
            ExportForm::Json => "application/json",
        }
    }

    pub fn ending(self) -> &'static str {
        match self {
            ExportForm::File(form) => form.ending(),
            ExportForm::Json => "json",
        }
    }
}

/// A game as a file, and what has no place in it.
pub(crate) struct ExportedGame {
    pub text: String,
    pub left_out: Vec<String>,
}

/// A game as a file.
pub(crate) fn export(
    language: Language,
    form: ExportForm,
    snapshot: &Snapshot,
    entries: &[Arc<Entry>],
    review: Option<&KeptReview>,
) -> Result<ExportedGame, Error> {
    let mut exported = match form {
        ExportForm::File(form) => file(language, form, snapshot, review)?,
        ExportForm::Json => {
            let has_remarks = snapshot.provenance.as_ref().is_some_and(|provenance| provenance.has_remarks());
            let is_edited = snapshot.edited.tree().is_some();
            let left_out =
                (has_remarks || is_edited).then(|| language.words(&xml::XmlLoss::Comments).to_string());
            let text = log(&snapshot.row, &snapshot.game, entries);
            ExportedGame { text, left_out: left_out.into_iter().collect() }
        }
    };
    if snapshot.is_source_lost {
        exported.left_out.push(language.words(&Omission::LostSource).to_string());
    }
    if let EditedTree::Damaged { .. } = snapshot.edited {
        exported.left_out.push(language.words(&Omission::LostEdits).to_string());
    }
    Ok(exported)
}

fn file(
    language: Language,
    form: Form,
    snapshot: &Snapshot,
    review: Option<&KeptReview>,
) -> Result<ExportedGame, Error> {
    let not_in_it = |error: XmlWriteError| Error::refused("not_in_this_form", error);
    let mut pgn = if form == Form::Pgn { whole_game(snapshot) } else { played_game(snapshot) };
    if let Some(review) = review {
        let ReviewedGame { analysis, .. } = reviewed_game(&pgn, Some(review));
        let not_annotated = |why: NotAnnotated| Error::refused("not_in_this_form", Untranslated::new(why));
        analysis.annotate(&mut pgn, language, &EditBounds::default()).map_err(not_annotated)?;
    }
    let mut losses = Losses::default();
    losses.see(form, &pgn, None).map_err(not_in_it)?;
    let is_left_out = match form {
        Form::Pgn => leaves_out_taken_back(snapshot),
        Form::Xml | Form::Fen | Form::Epd => snapshot.game.history().ahead().next().is_some(),
    };
    if is_left_out {
        losses.add(Loss::TakenBack);
    }
    let mut writer = GameWriter::new(form, Vec::new());
    writer.put(pgn, &[]).map_err(|error| match error {
        WriteError::Xml(error) => not_in_it(error),
        WriteError::Output(error) => Error::refused("not_in_this_form", Untranslated::new(error)),
    })?;
    let text = String::from_utf8_lossy(&writer.finish()).into_owned();
    Ok(ExportedGame { text, left_out: losses.in_short(language, form) })
}

fn log(row: &GameRow, game: &Game, entries: &[Arc<Entry>]) -> String {
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

/// Tells people and programs apart, where a computer plays.
fn tag_players(pgn: &mut PgnGame, snapshot: &Snapshot) {
    let holders = snapshot.row.seats;
    let is_computer = |seat: Seat| matches!(holders[seat], Holder::Computer(..));
    if !Seat::ALL.into_iter().any(is_computer) {
        return;
    }
    let seats = snapshot.game.seats();
    for (tag, seat) in [("WhiteType", seats.white), ("BlackType", seats.black)] {
        pgn.tags.set(tag, if is_computer(seat) { "program" } else { "human" });
    }
}

/// A game with everything that PGN has a place for, also what was said of it in the file that it was opened from.
///
/// What was taken back is a variation, whether somebody wrote of it or not. What was taken back last is none yet: it can be
/// made again until another move is made or the game is over, and is left out until then. A game that somebody opened for
/// themselves is written as its tree is, wherever they stand in it.
pub(crate) fn whole_game(snapshot: &Snapshot) -> PgnGame {
    let mut pgn = headed_game(snapshot);
    pgn.set_moves(&snapshot.readable_tree());
    if !snapshot.is_own_file() {
        cut_taken_back(&mut pgn, &snapshot.game);
    }
    pgn
}

/// Whether moves were taken back that have no place in a game as it is written.
pub(crate) fn leaves_out_taken_back(snapshot: &Snapshot) -> bool {
    let Snapshot { game, .. } = snapshot;
    let has_place = snapshot.is_own_file() || game.ending().is_some() && game.standing().ply > 0;
    game.history().ahead().next().is_some() && !has_place
}

/// Makes what was played the main line, and takes away what follows it.
fn cut_taken_back(pgn: &mut PgnGame, game: &Game) {
    let last = pgn.add_line(played(game));
    pgn.make_main(last);
    let next = |pgn: &PgnGame| pgn.find_line(played(game)).and_then(|last| pgn.first_child(last));
    while let Some(next) = next(pgn) {
        pgn.remove(next);
    }
}

/// The moves that were played, with all headings.
fn headed_game(snapshot: &Snapshot) -> PgnGame {
    let Snapshot { row, game, provenance, .. } = snapshot;
    let mut pgn = game.to_pgn();
    // What was played elsewhere says itself where and when.
    if !row.is_record {
        pgn.tags.set("Event", "Tabiya");
        pgn.tags.set("Site", row.id.as_str());
        pgn.tags.set("Date", &Date::of(row.created).to_pgn());
    }
    tag_players(&mut pgn, snapshot);
    match provenance.as_ref().filter(|provenance| !is_opening(provenance)) {
        Some(provenance) => provenance.add_to(&mut pgn),
        // What a file does not say of its own game is not said for it.
        None => tag_opening(&mut pgn),
    }
    pgn
}

/// The same for what goes on from where the game stands: whatever somebody made the main line, it is what was played. What
/// follows in the tree stands beside the last move.
pub(crate) fn played_game(snapshot: &Snapshot) -> PgnGame {
    let mut pgn = whole_game(snapshot);
    let last = pgn.add_line(played(&snapshot.game));
    pgn.end_main(last);
    pgn
}
