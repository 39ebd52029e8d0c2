//! Who can still win, with few men on the board.

use shakmaty::{CastlingMode, Chess, Position as _};
use tabiya_rules::{Board, Color, FIDE, Fide, Piece, Position, Role, Rules, Setup, Square, Stalemate};

use super::translation::shakmaty_setup;
use crate::support::random::Random;

/// Kings and up to three more men of each side, without queens or rooks in most cases: those always can win.
fn sparse_setup(random: &mut Random) -> Setup {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        let men = (0..random.below(4)).map(|_| match random.below(12) {
            0 => Role::Queen,
            1 => Role::Rook,
            2 => Role::Pawn,
            3..=6 => Role::Knight,
            _ => Role::Bishop,
        });
        for role in std::iter::once(Role::King).chain(men.collect::<Vec<_>>()) {
            let free: Vec<Square> = (!board.occupied()).into_iter().collect();
            board.set(random.pick(&free), Some(Piece { color, role }));
        }
    }
    Setup::start(board)
}

#[test]
fn shakmaty_agrees_on_who_can_win() {
    let mut random = Random::seeded(7);
    let (mut lost, mut compared) = (0, 0);
    while compared < 20_000 {
        let setup = sparse_setup(&mut random);
        let Ok(ours) = Position::new(setup, Fide) else { continue };
        let theirs = shakmaty_setup(&setup).position::<Chess>(CastlingMode::Standard).expect("it is valid");
        for color in Color::ALL {
            let helpless = theirs.has_insufficient_material(shakmaty::Color::from_white(color.is_white()));
            assert_eq!(ours.can_win(color), !helpless, "{color} in {:?}", setup.board);
            lost += usize::from(helpless);
        }
        assert_eq!(ours.is_dead(), Color::ALL.iter().all(|&color| !ours.can_win(color)));
        compared += 1;
    }
    assert!(lost > 1000, "only {lost} sides could not win");
}

#[test]
fn anybody_can_win_where_a_side_without_moves_loses() {
    let ends = tabiya_rules::EndRules { stalemate: Stalemate::Loses, ..FIDE.ends };
    let rules = Rules { ends, ..FIDE }.intern();
    let mut setup = Setup::start(Board::EMPTY);
    for (index, letter) in [(0, 'K'), (63, 'k'), (20, 'N')] {
        setup.board.set(Square::from_index(index), Piece::from_letter(letter));
    }
    for color in Color::ALL {
        assert!(!Position::new(setup, Fide).unwrap().can_win(color));
        assert!(Position::new(setup, rules).unwrap().can_win(color));
    }
    setup.board.set(Square::from_index(20), None);
    assert!(Position::new(setup, rules).unwrap().is_dead());
}
