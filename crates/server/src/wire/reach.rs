use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabiya_game::Game;
use tabiya_rules::{Bitboard, Color, File, MoveRules, Piece, Position, Rank, Role, Rules, Square, attacks};

use super::state::DestsBySquare;

/// Where men could ever go, if all others were placed well for them: targets of moves made in advance. It is the same all
/// through a game, so that it is told once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReachView {
    /// For each man, as a letter of FEN, the squares where it may stand, each with where it could go from there.
    #[cfg_attr(test, schemars(with = "BTreeMap<String, BTreeMap<String, String>>"))]
    pub men: BTreeMap<char, DestsBySquare>,
}

impl ReachView {
    /// That of the men of some sides.
    pub(crate) fn of(game: &Game, sides: &[Color]) -> ReachView {
        let start = game.history().start();
        let men = sides.iter().flat_map(|&color| Role::ALL.map(|role| Piece { color, role }));
        ReachView { men: men.map(|man| (man.letter(), of_man(start, man))).collect() }
    }
}

fn of_man(start: &Position<&'static Rules>, man: Piece) -> DestsBySquare {
    let ways = Square::all().map(|from| (from, reach(start, man, from)));
    ways.filter(|(_, to)| to.is_any()).map(|(from, to)| (from.into(), to.into())).collect()
}

fn reach(start: &Position<&'static Rules>, man: Piece, from: Square) -> Bitboard {
    let MoveRules { royal, royalty: _, castling, double_step, en_passant: _, promotes_to: _ } =
        start.rules().moves;
    let Piece { color: us, role } = man;
    let mut to = attacks::of(role, us, from, Bitboard::EMPTY);
    if role == Role::Pawn {
        let step = Bitboard::of(from).forward(us);
        to |= step;
        if double_step && from.rank().seen_by(us) == Rank::Second {
            to |= step.forward(us);
        }
    }
    if role == royal && castling && start.royal(us) == Some(from) {
        to |= castling_reach(start, from);
    }
    to
}

/// Where castling would be written to, whatever stands between.
fn castling_reach(start: &Position<&'static Rules>, from: Square) -> Bitboard {
    let rooks = start.castling() & Bitboard::rank(from.rank());
    let file = |rook: Square| if rook.file() > from.file() { File::G } else { File::C };
    let ends = rooks.into_iter().map(|rook| Bitboard::of(Square::new(file(rook), from.rank())));
    ends.fold(rooks, |all, end| all | end).without(Bitboard::of(from))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{GameStart, Moment};
    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::{BYU, FIDE, HONG};

    use super::*;

    fn view(rules: Rules, fen: &str, sides: &[Color]) -> ReachView {
        let position = read_position(fen, rules.intern(), Strictness::Strict).unwrap().position;
        let (game, _) = Game::start(GameStart::usual(rules).from(position.setup()), Moment(0)).unwrap();
        ReachView::of(&game, sides)
    }

    #[test]
    fn reach_fits_the_rule_set() {
        let reach =
            |rules, fen, man: char, from: &str| view(rules, fen, &[Color::Black]).men[&man][from].to_string();
        let fen = "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(reach(FIDE, fen, 'p', "e7"), "e5d6e6f6");
        assert_eq!(reach(HONG, fen, 'p', "e7"), "d6e6f6");
        let castles = reach(FIDE, "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", 'k', "e8");
        assert!(castles.contains("c8") && castles.contains("a8"));
        assert!(!reach(BYU, "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", 'k', "e8").contains("c8"));
        assert!(!reach(FIDE, fen, 'k', "e8").contains("c8"), "there is no right to castle");
    }

    #[test]
    fn only_the_men_of_ones_own_side_are_told() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let told = |sides: &[Color]| view(FIDE, start, sides).men.into_keys().collect::<String>();
        assert_eq!(told(&[Color::White]), "BKNPQR");
        assert_eq!(told(&[Color::Black]), "bknpqr");
        assert_eq!(told(&[]), "");
    }
}
