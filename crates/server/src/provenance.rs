//! What a game was opened from, as the server keeps and shows it. It lies as PGN beside the log, in which headings and
//! remarks have no place, and is added again when the game is exported.

use tabiya_files::{Form, GameOrigin, GameReader, KeptSize, Omission, Pardon, Provenance, open_game};
use tabiya_notation::RuleFile;
use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_openings::opening_of_moves;
use tabiya_rules::Language;

use crate::store::SourceFile;
use crate::wire::{HeadingView, OpenedView};

/// More moves than any game has that people played, with all variations; and bytes with all remarks.
pub(crate) const MOST: KeptSize = KeptSize { moves: 5_000, text: 256 * 1024 };

/// As it is kept; nothing where there is nothing but a position.
pub(crate) fn to_source(provenance: &Provenance) -> Option<SourceFile> {
    let Provenance { number, games, left_out, pgn, origin } = provenance;
    (*origin != GameOrigin::Position).then(|| SourceFile {
        number: saturated(*number),
        games: saturated(*games),
        left_out: left_out.iter().map(kept).collect(),
        is_opening: Some(*origin == GameOrigin::Opening),
        pgn: pgn.to_string(),
    })
}

/// What was kept, or why it cannot be read. The rules are those of the game where the text does not name others.
pub(crate) fn from_source(source: SourceFile, rules: &RuleFile) -> Result<Provenance, String> {
    let SourceFile { number, games, left_out, is_opening, pgn } = source;
    let mut reader = GameReader::new(Form::Pgn, pgn.as_bytes(), Some(rules), Pardon::Nothing);
    let opened = open_game(&mut reader, 1).map_err(|error| error.to_string())?;
    if let Some(damage) = opened.damage {
        return Err(damage.to_string());
    }
    let left_out = left_out.into_iter().map(found).collect();
    let provenance = Provenance { left_out, ..Provenance::new(opened.game, number.into(), games.into()) };
    let is_opening = is_opening.unwrap_or_else(|| looks_like_opening(&provenance));
    Ok(Provenance { origin: if is_opening { GameOrigin::Opening } else { GameOrigin::Game }, ..provenance })
}

/// Whether there is nothing to it but an opening with which the game was begun.
pub(crate) fn is_opening(provenance: &Provenance) -> bool {
    provenance.origin == GameOrigin::Opening
}

/// The same as earlier versions told it, which did not keep it.
fn looks_like_opening(provenance: &Provenance) -> bool {
    let Provenance { number: _, games: _, left_out, pgn, origin: _ } = provenance;
    let line = opening_of_moves(pgn.start(), pgn.moves());
    let is_line = line.is_some_and(|line| line.moves().iter().copied().eq(pgn.moves()));
    is_line
        && pgn.tags.is_empty()
        && pgn.ending == PgnEnding::Unknown
        && left_out.is_empty()
        && !provenance.has_remarks()
}

/// What was left out, as it is kept: without a sentence of any language.
fn kept(omission: &Omission) -> String {
    match omission {
        Omission::Variations { most_moves } => format!("variations:{most_moves}"),
        Omission::Remarks { most_kilobytes } => format!("remarks:{most_kilobytes}"),
        Omission::Result(ending) => format!("result:{ending}"),
        Omission::Followed => "followed".to_owned(),
        Omission::TakenBack => "taken-back".to_owned(),
        Omission::LostSource => "lost-source".to_owned(),
        Omission::LostEdits => "lost-edits".to_owned(),
        Omission::Told(words) => words.clone(),
    }
}

/// What was left out, as it was kept. Earlier versions kept it in words.
fn found(kept: String) -> Omission {
    let result = kept.strip_prefix("result:").and_then(|text| PgnEnding::from_text(text.as_bytes()));
    let number = |prefix| kept.strip_prefix(prefix).and_then(|number: &str| number.parse().ok());
    match kept.as_str() {
        "followed" => Omission::Followed,
        "taken-back" => Omission::TakenBack,
        "lost-source" => Omission::LostSource,
        "lost-edits" => Omission::LostEdits,
        _ => match (number("variations:"), number("remarks:"), result) {
            (Some(most_moves), ..) => Omission::Variations { most_moves },
            (_, Some(most_kilobytes), _) => Omission::Remarks { most_kilobytes },
            (.., Some(ending)) => Omission::Result(ending),
            (None, None, None) => Omission::Told(kept),
        },
    }
}

/// The headings that are told by themselves.
const OWN_FIELDS: [&str; 4] = ["White", "Black", "Event", "Date"];

/// So many others are shown, and so much of each: a file may have a thousand, and be opened again and again.
const MOST_HEADINGS: usize = 60;
const LONGEST_HEADING: usize = 500;

/// As it is shown.
pub(crate) fn view(language: Language, provenance: &Provenance) -> OpenedView {
    let Provenance { number, games, left_out, pgn, origin: _ } = provenance;
    let tag = |name| pgn.tags.get(name).map(str::to_owned);
    OpenedView {
        number: saturated(*number),
        games: saturated(*games),
        white: tag("White"),
        black: tag("Black"),
        event: tag("Event"),
        date: tag("Date"),
        result: pgn.ending.to_string(),
        headings: headings(pgn),
        left_out: left_out.iter().map(|omission| language.words(omission).to_string()).collect(),
    }
}

fn headings(pgn: &PgnGame) -> Vec<HeadingView> {
    let shortened = |text: &str| text.chars().take(LONGEST_HEADING).collect();
    let others = pgn.tags.iter().filter(|(name, _)| !OWN_FIELDS.contains(name));
    let view = |(name, value)| HeadingView { name: shortened(name), value: shortened(value) };
    others.take(MOST_HEADINGS).map(view).collect()
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

    #[test]
    fn a_game_that_is_as_short_as_an_opening_is_none() {
        let (game, _) = PgnReader::new("1. e4 e5 *".as_bytes()).games().next().unwrap().unwrap();
        let kept = |provenance: &Provenance| {
            from_source(to_source(provenance).unwrap(), &game.rule_file()).unwrap().origin
        };
        assert_eq!(kept(&Provenance::only(game.clone())), GameOrigin::Game);
        assert_eq!(kept(&Provenance::opening(game.clone())), GameOrigin::Opening);
        // As earlier versions kept both.
        let source = SourceFile { is_opening: None, ..to_source(&Provenance::only(game.clone())).unwrap() };
        assert_eq!(from_source(source, &game.rule_file()).unwrap().origin, GameOrigin::Opening);
    }

    #[test]
    fn what_was_left_out_is_kept_without_words() {
        for (omission, text) in [
            (Omission::Variations { most_moves: 5000 }, "variations:5000"),
            (Omission::Remarks { most_kilobytes: 256 }, "remarks:256"),
            (Omission::Result(PgnEnding::Drawn), "result:1/2-1/2"),
            (Omission::Followed, "followed"),
            (Omission::TakenBack, "taken-back"),
            (Omission::LostSource, "lost-source"),
            (Omission::LostEdits, "lost-edits"),
            (Omission::Told("the remarks: too long".to_owned()), "the remarks: too long"),
        ] {
            assert_eq!(kept(&omission), text);
            assert_eq!(found(text.to_owned()), omission);
        }
    }
}
