//! What a game was opened from, as the server keeps and shows it. It lies as PGN beside the log, in which headings and
//! remarks have no place, and is added again when the game is exported.

use tabiya_files::{Form, GameReader, KeptSize, Pardon, Provenance, open_game};
use tabiya_notation::RuleFile;
use tabiya_notation::pgn::PgnEnding;
use tabiya_openings::opening_of_moves;

use crate::store::SourceFile;
use crate::wire::OpenedView;

/// More moves than any game has that people played, with all variations; and bytes with all remarks.
pub(crate) const MOST: KeptSize = KeptSize { moves: 5_000, text: 256 * 1024 };

/// As it is kept; nothing where there is nothing but a position.
pub(crate) fn to_source(provenance: &Provenance) -> Option<SourceFile> {
    let Provenance { number, games, left_out, pgn } = provenance;
    provenance.says_something().then(|| SourceFile {
        number: saturated(*number),
        games: saturated(*games),
        left_out: left_out.clone(),
        pgn: pgn.to_string(),
    })
}

/// What was kept, or why it cannot be read. The rules are those of the game where the text does not name others.
pub(crate) fn from_source(source: SourceFile, rules: &RuleFile) -> Result<Provenance, String> {
    let SourceFile { number, games, left_out, pgn } = source;
    let mut reader = GameReader::new(Form::Pgn, pgn.as_bytes(), Some(rules), Pardon::Nothing);
    let opened = open_game(&mut reader, 1).map_err(|error| error.to_string())?;
    if let Some(damage) = opened.damage {
        return Err(damage.to_string());
    }
    Ok(Provenance { left_out, ..Provenance::new(opened.game, number.into(), games.into()) })
}

/// Whether there is nothing to it but an opening with which the game was begun.
pub(crate) fn is_opening(provenance: &Provenance) -> bool {
    let Provenance { number: _, games: _, left_out, pgn } = provenance;
    let line = opening_of_moves(pgn.start(), pgn.moves());
    let is_line = line.is_some_and(|line| line.moves().iter().copied().eq(pgn.moves()));
    is_line
        && pgn.tags.is_empty()
        && pgn.ending == PgnEnding::Unknown
        && left_out.is_empty()
        && !provenance.has_remarks()
}

/// As it is shown.
pub(crate) fn view(provenance: &Provenance) -> OpenedView {
    let Provenance { number, games, left_out, pgn } = provenance;
    let tag = |name| pgn.tags.get(name).map(str::to_owned);
    OpenedView {
        number: saturated(*number),
        games: saturated(*games),
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: pgn.ending.to_string(),
        left_out: left_out.clone(),
    }
}

/// No request is so large that it could hold more games.
fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use tabiya_notation::pgn::PgnReader;

    use super::*;

    #[test]
    fn what_was_kept_comes_back() {
        let text = "[White \"A\"]\n\n{before} 1. e4! {good} (1. d4 {too} d5) e5 1-0";
        let (game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
        let opened = Provenance::new(game.clone(), 2, 3);
        let again = from_source(to_source(&opened).unwrap(), &game.rule_file()).unwrap();
        assert_eq!(again, opened);
    }
}
