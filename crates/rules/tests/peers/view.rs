//! What a library says of a position, in our words.

use cozy_chess as cozy;
use shakmaty::Position as _;
use tabiya_rules::{
    Bitboard, Board, Color, Draw, Outcome, Piece, Position, Role, RuleSource, Square, Victory,
};

use super::translation::{cozy_rights, from_cozy, from_shakmaty, role_from_cozy, role_from_shakmaty};

/// All that the libraries can be compared in.
#[derive(Debug, PartialEq, Eq)]
pub struct View {
    pub board: Board,
    pub turn: Color,
    pub rights: Bitboard,
    /// The en passant square, if a legal move captures there.
    pub en_passant: Option<Square>,
    pub halfmoves: u16,
    pub fullmoves: u16,
    pub checkers: Bitboard,
    /// Sorted; castling as king takes rook.
    pub moves: Vec<(usize, usize, Option<char>)>,
    pub end: Option<End>,
    /// Dead by material; `None` from a library that does not tell.
    pub is_dead: Option<bool>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Checkmate,
    Stalemate,
}

impl View {
    pub fn of<R: RuleSource>(position: &Position<R>) -> View {
        let list = position.legal_moves();
        let end = match position.outcome() {
            Some(Outcome::Won { winner, by: Victory::Checkmate }) if winner != position.turn() => {
                Some(End::Checkmate)
            }
            Some(Outcome::Drawn(Draw::Stalemate)) => Some(End::Stalemate),
            _ => None,
        };
        View {
            board: *position.board(),
            turn: position.turn(),
            rights: position.castling(),
            en_passant: list.iter().find(|m| m.is_en_passant()).map(|m| m.to()),
            halfmoves: position.halfmoves(),
            fullmoves: position.fullmoves(),
            checkers: position.checkers(),
            moves: sorted(list.iter().map(|m| (m.from(), m.to(), m.promotion()))),
            end,
            is_dead: Some(position.is_dead()),
        }
    }

    pub fn of_shakmaty(chess: &shakmaty::Chess) -> View {
        let list = chess.legal_moves();
        let mut board = Board::EMPTY;
        for (at, piece) in chess.board() {
            board.set(from_shakmaty(at), Piece::from_letter(piece.char()));
        }
        let in_our_words = |m: &shakmaty::Move| {
            let from = from_shakmaty(m.from().expect("no drops in chess"));
            (from, from_shakmaty(m.to()), m.promotion().map(role_from_shakmaty))
        };
        View {
            board,
            turn: color(chess.turn().is_white()),
            rights: Bitboard(chess.castles().castling_rights().0),
            en_passant: chess.legal_ep_square().map(from_shakmaty),
            halfmoves: chess.halfmoves() as u16,
            fullmoves: chess.fullmoves().get() as u16,
            checkers: Bitboard(chess.checkers().0),
            moves: sorted(list.iter().map(in_our_words)),
            end: end(chess.is_checkmate(), chess.is_stalemate()),
            is_dead: Some(chess.is_insufficient_material()),
        }
    }

    pub fn of_cozy(theirs: &cozy::Board) -> View {
        let mut board = Board::EMPTY;
        for at in Square::all() {
            let square = cozy::Square::index(at.index());
            let man = theirs.piece_on(square).zip(theirs.color_on(square));
            let piece = |(role, owner)| Piece {
                color: color(owner == cozy::Color::White),
                role: role_from_cozy(role),
            };
            board.set(at, man.map(piece));
        }
        let mut moves = Vec::new();
        theirs.generate_moves(|group| {
            moves.extend(
                group
                    .into_iter()
                    .map(|m| (from_cozy(m.from), from_cozy(m.to), m.promotion.map(role_from_cozy))),
            );
            false
        });
        let is_en_passant = |&&(from, to, _): &&(Square, Square, Option<Role>)| {
            board.role_at(from) == Some(Role::Pawn)
                && from.file() != to.file()
                && board.piece_at(to).is_none()
        };
        let is_check = !theirs.checkers().is_empty();
        View {
            board,
            turn: color(theirs.side_to_move() == cozy::Color::White),
            rights: cozy_rights(theirs),
            en_passant: moves.iter().find(is_en_passant).map(|&(_, to, _)| to),
            halfmoves: theirs.halfmove_clock().into(),
            fullmoves: theirs.fullmove_number(),
            checkers: Bitboard(theirs.checkers().0),
            end: end(moves.is_empty() && is_check, moves.is_empty() && !is_check),
            moves: sorted(moves.into_iter()),
            is_dead: None,
        }
    }

    /// The same without what cozy-chess does not tell; its count of quiet moves stops at 100.
    pub fn for_cozy(self) -> View {
        View { halfmoves: self.halfmoves.min(100), is_dead: None, ..self }
    }
}

fn end(checkmate: bool, stalemate: bool) -> Option<End> {
    match (checkmate, stalemate) {
        (true, _) => Some(End::Checkmate),
        (_, true) => Some(End::Stalemate),
        _ => None,
    }
}

fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

fn sorted(moves: impl Iterator<Item = (Square, Square, Option<Role>)>) -> Vec<(usize, usize, Option<char>)> {
    let mut moves: Vec<_> =
        moves.map(|(from, to, role)| (from.index(), to.index(), role.map(Role::letter))).collect();
    moves.sort_unstable();
    moves
}
