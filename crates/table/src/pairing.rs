use tabiya_game::NodeId;
use tabiya_rules::Color;

use crate::player::Player;
use crate::session::Session;

/// Who plays against whom, as somebody at the board sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// One person against a computer.
    You {
        /// The person's side.
        color: Color,
        /// The computer.
        against: Player,
    },
    /// Two people.
    People,
    /// Two computers.
    Computers {
        /// Who has White.
        white: Player,
        /// Who has Black.
        black: Player,
    },
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// How many single moves were played.
    pub plies: u32,
    /// Who is to move.
    pub turn: Color,
}

impl Session {
    /// Who plays against whom.
    pub fn pairing(&self) -> Pairing {
        match (self.human_color(), self.player(Color::White), self.player(Color::Black)) {
            (Some(color), _, _) => Pairing::You { color, against: self.player(!color).clone() },
            (None, Player::Human, Player::Human) => Pairing::People,
            (None, white, black) => Pairing::Computers { white: white.clone(), black: black.clone() },
        }
    }

    /// How far the last game is.
    pub fn progress(&self) -> GameProgress {
        let history = self.game.history();
        let plies = if history.here() == NodeId::ROOT { 0 } else { history.current().ply };
        GameProgress { plies, turn: self.game.turn() }
    }
}
