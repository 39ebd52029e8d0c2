//! What the tags of a PGN say of the players: `White`, `WhiteType`, and `WhiteProgram` where a program has another name.

use tabiya_engine::Level;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::{ByColor, Color};

use crate::session::Session;

/// Who played a side, as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ToldPlayer {
    Human,
    Level(Level),
    /// A program by its name.
    Program(String),
}

/// The name of a player, if it is known.
pub(crate) fn player_name(pgn: &PgnGame, color: Color) -> Option<&str> {
    pgn.tags.get(&color.to_string()).filter(|name| !matches!(*name, "" | "?"))
}

/// Who played, where the file tells it of both sides, or of a computer of ours. Of two programs of others nothing
/// is to be known here.
pub(crate) fn told_players(pgn: &PgnGame) -> Option<ByColor<ToldPlayer>> {
    let told = ByColor::from_fn(|color| told_player(pgn, color));
    match (told.white, told.black) {
        (Some(ToldPlayer::Program(_)), Some(ToldPlayer::Program(_))) => None,
        (Some(white), Some(black)) => Some(ByColor { white, black }),
        (Some(white @ ToldPlayer::Level(_)), None) => Some(ByColor { white, black: ToldPlayer::Human }),
        (None, Some(black @ ToldPlayer::Level(_))) => Some(ByColor { white: ToldPlayer::Human, black }),
        _ => None,
    }
}

fn told_player(pgn: &PgnGame, color: Color) -> Option<ToldPlayer> {
    let name = player_name(pgn, color);
    match pgn.tags.get(&type_tag(color)).map(str::to_ascii_lowercase).as_deref() {
        Some("human") => Some(ToldPlayer::Human),
        Some("program") => {
            let program = pgn.tags.get(&program_tag(color)).or(name)?;
            let level = Level::of_player_name(program).map(ToldPlayer::Level);
            Some(level.unwrap_or_else(|| ToldPlayer::Program(program.to_owned())))
        }
        _ => name.and_then(Level::of_player_name).map(ToldPlayer::Level),
    }
}

/// Writes who plays.
pub(crate) fn write_players(pgn: &mut PgnGame, session: &Session) {
    for color in Color::ALL {
        let program = session.player(color).computer_name();
        pgn.tags.set(&type_tag(color), if program.is_some() { "program" } else { "human" });
        match program.filter(|program| player_name(pgn, color) != Some(program.as_str())) {
            Some(program) => pgn.tags.set(&program_tag(color), &program),
            None => {
                pgn.tags.remove(&program_tag(color));
            }
        }
    }
}

fn type_tag(color: Color) -> String {
    format!("{color}Type")
}

fn program_tag(color: Color) -> String {
    format!("{color}Program")
}
