use tabiya_game::{BySeat, Game, MatchScore};
use tabiya_rules::Color;

use crate::player::Player;
use crate::session::{Lineup, Session};
use crate::table::Table;

/// A game that is played elsewhere, on somebody's server, as it is shown at a table. It is looked at and saved here; who wants
/// something done in it asks there.
#[derive(Clone, Debug)]
pub struct ShownGame {
    /// The game, as far as it is known.
    pub game: Game,
    /// Who plays.
    pub players: BySeat<Player>,
    /// The side of whoever looks at it, where they have one of the two.
    pub own: Option<Color>,
}

/// What a table knows of a game that is played elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elsewhere {
    pub own: Option<Color>,
}

impl Table {
    /// Shows a game that is played elsewhere, in place of the one that was shown before. Nothing is recorded of it, no computer
    /// here moves in it, and no clock here ends it.
    pub fn show(&mut self, shown: ShownGame) {
        let ShownGame { game, players, own } = shown;
        let names = BySeat::from_fn(|seat| Some(game.settings().names[seat].clone()));
        let lineup = Lineup { players, names, book: None, title: None, plays_to_the_end: false };
        let began = game.last_moment();
        let is_other = game.settings() != self.game().settings();
        self.rules = game.rules().clone();
        self.session = Session {
            lineup,
            earlier: MatchScore::default(),
            game,
            began,
            source: None,
            over_at: None,
            last_seen: None,
        };
        self.elsewhere = Some(Elsewhere { own });
        self.is_changed = false;
        // A file holds the game that was saved in it, and no other.
        if is_other {
            self.documents.clear();
            self.saved_analysis = None;
            self.last_file = None;
        }
    }

    /// Whether the game is played elsewhere.
    pub fn is_elsewhere(&self) -> bool {
        self.elsewhere.is_some()
    }

    /// The side of whoever sits here, where they have one of the two.
    pub fn own_color(&self) -> Option<Color> {
        match self.elsewhere {
            Some(Elsewhere { own }) => own,
            None => self.session.human_color(),
        }
    }
}
