use std::sync::Arc;

use tabiya_files::Provenance;
use tabiya_game::{BySeat, Event, Game, GameStart, Moment, Seat, Standing};

use crate::Error;
use crate::blocking::run_blocking;
use crate::grounds::Grounds;
use crate::store::{GameRow, GameStage, OpenSeat};

/// The game that an opening becomes, with its first events: the start, and the moves that came with it.
pub(crate) fn begin(
    opening: &OpenSeat,
    provenance: Option<&Provenance>,
    names: BySeat<String>,
    now: Moment,
) -> Result<(Game, Vec<Event>), Grounds> {
    let start = GameStart { names, ..opening.start.clone() };
    let begun = match provenance {
        Some(provenance) => Game::continue_pgn(&provenance.pgn, start, now),
        None => Game::start(start, now),
    };
    begun.map_err(|refusal| Grounds::from(&refusal))
}

/// The same where it may take long, because many moves came with the opening.
pub(super) async fn begin_apart(
    opening: OpenSeat,
    provenance: Option<Arc<Provenance>>,
    names: BySeat<String>,
    now: Moment,
) -> Result<Result<(Game, Vec<Event>), Grounds>, Error> {
    if provenance.is_none() {
        return Ok(begin(&opening, None, names, now));
    }
    run_blocking(move || begin(&opening, provenance.as_deref(), names, now)).await
}

/// A game that was played elsewhere and is over, to be looked at.
pub(crate) fn begin_record(
    opening: &OpenSeat,
    provenance: &Provenance,
    now: Moment,
) -> Result<(Game, Vec<Event>), Grounds> {
    let begun = Game::record_pgn(&provenance.pgn, opening.start.clone(), now);
    begun.map_err(|refusal| Grounds::from(&refusal))
}

/// The row of a game as it is after the entry of a version.
pub(crate) fn row_of(row: &GameRow, game: &Game, version: u32) -> GameRow {
    let names = &game.settings().names;
    let seats = game.seats();
    GameRow {
        white: names[seats.white].clone(),
        black: names[seats.black].clone(),
        rules: game.rules().display_name().to_owned(),
        clock: game.settings().time.clone(),
        white_seat: Some(seats.white),
        first_turn: Some(game.settings().position.turn),
        ..row_after(row, game, game.standing(), version)
    }
}

/// The row of a game as it will be, where only the game goes on.
pub(super) fn row_after(row: &GameRow, game: &Game, standing: Standing, version: u32) -> GameRow {
    let Standing { ply, ending, at, has_running_clock } = standing;
    GameRow {
        updated: at,
        stage: if ending.is_some() { GameStage::Over } else { GameStage::Live },
        timed: has_running_clock,
        result: ending.map(|ending| ending.to_pgn(game.seats())).unwrap_or_default().to_string(),
        plies: ply,
        version: Some(version),
        opening: None,
        ..row.clone()
    }
}

/// Whether the row of a game tells what its entries lead to, which is the other one.
pub(crate) fn agrees(row: &GameRow, told: &GameRow) -> bool {
    let standing = |row: &GameRow| (row.plies, row.stage, row.result.clone());
    standing(row) == standing(told) && (row.version.is_none() || row.version == told.version)
}

/// The seat that has a color's pieces when the maker of a game, who has the first seat, has `white` or not.
pub(crate) fn seats_with(maker_has_white: bool) -> tabiya_rules::ByColor<Seat> {
    let white = if maker_has_white { Seat::First } else { Seat::Second };
    tabiya_rules::ByColor { white, black: !white }
}
