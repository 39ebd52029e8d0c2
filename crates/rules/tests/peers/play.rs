//! Random games played in three libraries at once.

use cozy_chess as cozy;
use shakmaty::{CastlingMode, Chess, Position as _, PositionError};
use tabiya_rules::{Fide, Move, Position, Setup, Start};

use super::keys::Keys;
use super::translation::{cozy_builder, shakmaty_setup};
use super::view::View;
use crate::support::random::Random;
use crate::support::{fen, perft_file, walk};

const PLIES: usize = 120;

/// The same game in each library.
struct Game {
    ours: Position<Fide>,
    shakmaty: Chess,
    /// Where cozy-chess allows the position.
    cozy: Option<cozy::Board>,
}

impl Game {
    fn new(setup: Setup) -> Game {
        let theirs = shakmaty_setup(&setup).position(CastlingMode::Chess960);
        Game {
            ours: Position::new(setup, Fide).expect("a valid start"),
            shakmaty: theirs.or_else(PositionError::ignore_too_much_material).expect("a valid start"),
            cozy: cozy_builder(&setup).and_then(|builder| builder.build().ok()),
        }
    }

    fn play(&mut self, m: Move) {
        self.ours = self.ours.play(m).expect("a generated move is legal");
        // As king takes rook, the move is the same in all three.
        let text = m.to_string();
        let uci: shakmaty::uci::UciMove = text.parse().expect("UCI");
        let theirs = uci.to_move(&self.shakmaty).expect("the moves agree");
        self.shakmaty.play_unchecked(theirs);
        if let Some(board) = &mut self.cozy {
            board.play(text.parse().expect("UCI"));
        }
    }

    fn compare(&self) {
        let place = fen::of(&self.ours);
        assert_eq!(View::of(&self.ours), View::of_shakmaty(&self.shakmaty), "ours and shakmaty's: {place}");
        if let Some(board) = &self.cozy {
            assert_eq!(
                View::of(&self.ours).for_cozy(),
                View::of_cozy(board),
                "ours and cozy-chess's: {place}"
            );
        }
    }
}

/// Plays a game from each setup and compares after every move; tells how many positions that were.
fn play_from(setups: &[Setup], seed: u64) -> usize {
    let mut random = Random::seeded(seed);
    let mut keys = Keys::default();
    let mut positions = 0;
    for &setup in setups {
        let mut game = Game::new(setup);
        for _ in 0..PLIES {
            game.compare();
            keys.note(&game.ours, &game.shakmaty);
            positions += 1;
            match walk::random_move(&game.ours, &mut random) {
                Some(m) => game.play(m),
                None => break,
            }
        }
    }
    positions
}

#[test]
fn games_from_the_usual_start_agree() {
    assert!(play_from(&[Setup::USUAL; 250], 30) >= 20_000);
}

#[test]
fn games_from_chess960_starts_agree() {
    let starts: Vec<Setup> = (0..960).step_by(3).filter_map(Start::chess960).collect();
    assert!(play_from(&starts, 31) >= 20_000);
}

#[test]
fn games_from_the_perft_positions_agree() {
    let files = ["fide", "chess960", "waterloo"].map(perft_file::read);
    let setups: Vec<Setup> = files.iter().flatten().map(|entry| fen::setup(&entry.epd)).collect();
    assert!(play_from(&setups, 32) >= 20_000);
}

#[test]
fn chess960_starts_are_numbered_alike() {
    for number in 0..960 {
        let ours = Start::chess960(number).expect("there are 960");
        let theirs = cozy::Board::chess960_startpos(number.into());
        let ours = Position::new(ours, Fide).expect("a valid start");
        assert_eq!(View::of(&ours).for_cozy(), View::of_cozy(&theirs), "number {number}");
    }
}
