//! The program that Hong's document prints in its appendix, as far as it departs from the game that the document
//! describes. `SPEC.md` tells how these places were found.

use tabiya_game::Game;
use tabiya_rules::{Bitboard, Board, Color, Position, Rules, Square, attacks};

use crate::{Departure, DepartureMoment, LastLine};

/// What the listing prints where it does not see a draw: the top of its board.
const BOARD: Option<&str> = Some("  ---");
const DRAW: Option<&str> = Some("Winner: D");

/// In the order in which they are looked for: where several are possible, the first one is the most likely.
pub(crate) const DEPARTURES: [Departure; 14] = [
    Departure {
        number: 1,
        does: "it does not see a pawn's check to the side to move, because all pawns go the way of that side",
        instead: Some("In check: N"),
        shows: only_pawns_check,
        fen: None,
        input: "D2,D3\nD7,D6\nE1,D2\nD6,D5\nD2,E3\nD5,D4\n",
        ours: "In check: Y\nNext move: W\n",
    },
    Departure {
        number: 2,
        does: "it sees a check where the king of the side to move stands diagonally behind an enemy pawn",
        instead: Some("In check: Y"),
        shows: king_is_behind_pawn,
        fen: None,
        input: "E2,E3\nB7,B6\nE1,E2\nB6,B5\nE2,D3\nB5,B4\nD3,C4\nB4,B3\n",
        ours: "In check: N\nNext move: W\n",
    },
    Departure {
        number: 3,
        does: "it calls a draw when the king is walled in by its own men, though these can move",
        instead: DRAW,
        shows: |now| goes_on(now) && is_walled_in(now.game.position().board(), now.game.turn()),
        fen: None,
        input: "B2,B3\nA7,A6\nC1,B2\nA6,A5\nA1,D1\nA5,A4\n",
        ours: "In check: N\nNext move: W\n",
    },
    Departure {
        number: 4,
        does: "it judges a draw by the board before the move, where the man just taken still stands in its king's way",
        instead: DRAW,
        shows: |now| goes_on(now) && has_lost_man_beside_king(now.game),
        fen: None,
        input: "B2,B3\nD7,D6\nC1,B2\nC8,G4\nA1,D1\nG4,E2\n",
        ours: "In check: N\nNext move: W\n",
    },
    Departure {
        number: 5,
        does: "it takes a pawn's step for an attack, in the direction of the side to move, and calls a draw",
        instead: DRAW,
        shows: |now| {
            let (position, turn) = (now.game.position(), now.game.turn());
            let steps = pawns(position, !turn).forward(turn);
            let safe = safe_king_moves(position);
            goes_on(now) && only_king_moves(now.game) && safe.is_any() && safe.without(steps).is_empty()
        },
        fen: Some("6R1/7P/8/7k/8/6K1/8/8 b - - 0 1"),
        input: "",
        ours: "In check: N\nNext move: B\n",
    },
    Departure {
        number: 6,
        does: "it calls a draw when nothing but the king can move and the first square that it looks at is attacked, \
               though another is safe",
        instead: DRAW,
        shows: |now| goes_on(now) && only_king_moves(now.game),
        fen: Some("8/8/3k4/8/3K4/8/8/8 w - - 0 1"),
        input: "",
        ours: "In check: N\nNext move: W\n",
    },
    Departure {
        number: 7,
        does: "it counts men that were taken as men that can move, and sees no draw",
        instead: BOARD,
        shows: |&DepartureMoment { game, .. }| {
            let count = |board: &Board| board.by_color(game.turn()).len();
            is_drawn(game) && count(game.position().board()) < count(game.history().start().board())
        },
        fen: Some("7k/5p2/5KB1/8/8/8/8/8 w - - 0 1"),
        input: "F6,F7\n",
        ours: "Winner: D\n",
    },
    Departure {
        number: 8,
        does: "it lets the king take a man that is protected, and sees no draw",
        instead: BOARD,
        shows: |&DepartureMoment { game, .. }| {
            let position = game.position();
            is_drawn(game) && (king_moves(position) & position.board().by_color(!game.turn())).is_any()
        },
        fen: Some("7k/7P/6K1/8/8/8/8/8 b - - 0 1"),
        input: "",
        ours: "Winner: D\n",
    },
    Departure {
        number: 9,
        does: "it does not see that a square behind the king is attacked through the king, and sees no draw",
        instead: BOARD,
        shows: |now| is_drawn(now.game) && hidden_king_moves(now.game.position()).is_any(),
        fen: Some("R1k5/8/2K5/8/8/8/8/8 b - - 0 1"),
        input: "",
        ours: "Winner: D\n",
    },
    Departure {
        number: 10,
        does: "it does not see that pawns attack empty squares diagonally before them, and sees no draw",
        instead: BOARD,
        shows: |&DepartureMoment { game, .. }| {
            let attacked = attacks::pawns(!game.turn(), pawns(game.position(), !game.turn()));
            is_drawn(game) && (king_moves(game.position()) & attacked).is_any()
        },
        fen: Some("k7/2P5/K7/8/8/8/8/8 b - - 0 1"),
        input: "",
        ours: "Winner: D\n",
    },
    Departure {
        number: 11,
        does: "it judges a draw by the board before the move, where the man that moved still stands in the way, and \
               sees none",
        instead: BOARD,
        shows: |now| is_drawn(now.game),
        fen: Some("k3B2R/8/1K6/8/8/8/8/8 w - - 0 1"),
        input: "E8,D7\n",
        ours: "Winner: D\n",
    },
    Departure {
        number: 12,
        does: "it judges again after an invalid line, now by the board as it is, and may call a draw then",
        instead: DRAW,
        shows: |now| now.game.ending().is_none() && matches!(now.last, LastLine::Refused(_)),
        fen: Some("8/5k2/8/4P3/3K4/8/8/8 b - - 0 1"),
        input: "F7,E6\nx\n",
        ours: "In check: N\nNext move: W\n",
    },
    Departure {
        number: 13,
        does: "it does not stop at the end of the input, but prints its blocks for ever",
        instead: None,
        shows: |now| now.last == LastLine::End,
        fen: None,
        input: "",
        ours: "\n==== BEGIN GAME INPUT ====\n",
    },
    Departure {
        number: 14,
        does: "it looks at a square outside the board when the first line is invalid, and behind the end of a line of \
               fewer than four characters: what happens then nobody can say",
        instead: None,
        shows: is_undefined,
        fen: None,
        input: "x\n",
        ours: "In check: N\nNext move: W\n",
    },
];

/// Whether a game goes on after a move, or begins.
fn goes_on(now: &DepartureMoment<'_>) -> bool {
    now.game.ending().is_none() && now.last == LastLine::Obeyed
}

/// Whether the listing looks where it has nothing: at a move before the first one, or behind the end of a short line.
fn is_undefined(now: &DepartureMoment<'_>) -> bool {
    const LOOKED_AT: usize = 4;
    let LastLine::Refused(line) = now.last else { return false };
    now.game.history().is_empty() || line.trim_ascii_end().len() < LOOKED_AT
}

fn is_drawn(game: &Game) -> bool {
    game.ending().is_some_and(|ending| ending.winner(game.seats()).is_none())
}

fn only_pawns_check(now: &DepartureMoment<'_>) -> bool {
    let (position, turn) = (now.game.position(), now.game.turn());
    let checkers = position.attackers_of_royal(turn);
    let others = checkers.without(position.board().pawns()) | position.attackers_of_royal(!turn);
    checkers.is_any() && others.is_empty()
}

fn king_is_behind_pawn(now: &DepartureMoment<'_>) -> bool {
    let (position, turn) = (now.game.position(), now.game.turn());
    let seen = attacks::pawns(turn, pawns(position, !turn));
    let is_check = Color::ALL.into_iter().any(|color| position.attackers_of_royal(color).is_any());
    !is_check && position.royal(turn).is_some_and(|king| seen.contains(king))
}

fn is_walled_in(board: &Board, color: Color) -> bool {
    let king = (board.kings() & board.by_color(color)).first();
    king.is_some_and(|king| attacks::king(king).without(board.by_color(color)).is_empty())
}

/// Whether the last move took a man next to the king of the side to move.
fn has_lost_man_beside_king(game: &Game) -> bool {
    let history = game.history();
    let before = history.parent(history.here()).and_then(|node| history.get(node));
    let (Some(before), Some(king)) = (before, game.position().royal(game.turn())) else { return false };
    let men = |position: &Position<&'static Rules>| position.board().by_color(game.turn());
    (attacks::king(king) & men(&before.position)).without(men(game.position())).is_any()
}

fn only_king_moves(game: &Game) -> bool {
    let position = game.position();
    position.legal_moves().iter().all(|m| Some(m.from()) == position.royal(game.turn()))
}

/// Where the king of the side to move could go by its pattern.
fn king_moves(position: &Position<&'static Rules>) -> Bitboard {
    let own = position.board().by_color(position.turn());
    position.royal(position.turn()).map_or(Bitboard::EMPTY, |king| attacks::king(king).without(own))
}

/// Those of them where it could not be taken.
fn safe_king_moves(position: &Position<&'static Rules>) -> Bitboard {
    let king = position.royal(position.turn()).map_or(Bitboard::EMPTY, Bitboard::of);
    safe_with(position, position.board().occupied().without(king))
}

/// Those that are safe only as long as the king stands between them and its attacker.
fn hidden_king_moves(position: &Position<&'static Rules>) -> Bitboard {
    safe_with(position, position.board().occupied()).without(safe_king_moves(position))
}

/// Where the king would not be attacked with these squares occupied.
fn safe_with(position: &Position<&'static Rules>, occupied: Bitboard) -> Bitboard {
    let is_safe = |to: &Square| position.board().attackers(*to, !position.turn(), occupied).is_empty();
    king_moves(position).into_iter().filter(is_safe).collect()
}

fn pawns(position: &Position<&'static Rules>, color: Color) -> Bitboard {
    position.board().pawns() & position.board().by_color(color)
}
