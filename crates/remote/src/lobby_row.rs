use tabiya_rules::{ByLanguage, Language};

use crate::api::GameInList;
use crate::words::{lobby_line, own_game_line};

/// A game that can be chosen in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyRow {
    /// A seat that anybody may take.
    Seat(GameInList),
    /// One's own game that is not over.
    Own(GameInList),
    /// A game of others, to watch.
    Watched(GameInList),
}

impl LobbyRow {
    /// One's own games and the seats of others, the seats first.
    pub(crate) fn seats_and_own(seats: Vec<GameInList>, own: Vec<GameInList>) -> Vec<LobbyRow> {
        let is_own = |seat: &GameInList| own.iter().any(|game| game.game == seat.game);
        let others = seats.into_iter().filter(|seat| !is_own(seat)).map(LobbyRow::Seat);
        let others: Vec<LobbyRow> = others.collect();
        others.into_iter().chain(own.into_iter().map(LobbyRow::Own)).collect()
    }

    /// The name of the game on its server.
    pub fn game(&self) -> &str {
        match self {
            LobbyRow::Seat(game) | LobbyRow::Own(game) | LobbyRow::Watched(game) => &game.game,
        }
    }

    /// What it is, in a line.
    pub fn line(&self, language: Language) -> String {
        match self {
            LobbyRow::Seat(game) => lobby_line(language, game),
            LobbyRow::Own(game) => own_game_line(language, game),
            LobbyRow::Watched(game) => {
                let watch = ByLanguage { english: "watch", german: "zusehen:" };
                format!("{} {}", language.choose(watch), lobby_line(language, game))
            }
        }
    }
}
