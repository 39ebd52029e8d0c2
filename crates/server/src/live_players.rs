use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::PlayerId;

/// Who has a seat in a running game that is in memory, against somebody else. They are served before others.
#[derive(Clone, Default)]
pub(crate) struct LivePlayers(Arc<Mutex<HashMap<PlayerId, u32>>>);

/// The players of one game, for as long as it runs.
pub(crate) struct LiveSeats {
    all: LivePlayers,
    players: [Option<PlayerId>; 2],
}

impl LivePlayers {
    /// Counts the players of a game.
    pub fn seat(&self, players: [Option<PlayerId>; 2]) -> LiveSeats {
        let seats = LiveSeats { all: self.clone(), players };
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for player in seats.served_first() {
            *counts.entry(player).or_default() += 1;
        }
        seats
    }

    pub fn contains(&self, player: PlayerId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&player)
    }
}

impl LiveSeats {
    pub fn players(&self) -> [Option<PlayerId>; 2] {
        self.players
    }

    /// Those of them who are served before others. A game with oneself is to be had for nothing, as often as one likes.
    fn served_first(&self) -> impl Iterator<Item = PlayerId> {
        let is_alone = self.players[0] == self.players[1];
        self.players.into_iter().flatten().filter(move |_| !is_alone)
    }
}

impl Drop for LiveSeats {
    fn drop(&mut self) {
        let mut counts = self.all.0.lock().unwrap_or_else(PoisonError::into_inner);
        for player in self.served_first() {
            if let Some(count) = counts.get_mut(&player) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&player);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_plays_until_the_last_game_has_ended() {
        let all = LivePlayers::default();
        let (ann, bob) = (PlayerId::random(), PlayerId::random());
        let first = all.seat([Some(ann), Some(bob)]);
        let second = all.seat([Some(ann), None]);
        drop(first);
        assert!(all.contains(ann) && !all.contains(bob));
        drop(second);
        assert!(!all.contains(ann) && all.0.lock().unwrap().is_empty());
    }

    /// Anybody can have such games, as many as they like.
    #[test]
    fn a_game_with_oneself_serves_nobody_before_others() {
        let all = LivePlayers::default();
        let ann = PlayerId::random();
        let _alone = all.seat([Some(ann), Some(ann)]);
        assert!(!all.contains(ann));
        let _with_the_computer = all.seat([Some(ann), None]);
        assert!(all.contains(ann));
    }
}
