//! Setups for the other libraries, and their squares and roles in ours.

use std::num::NonZeroU32;

use cozy_chess as cozy;
use tabiya_rules::{Bitboard, Color, File, Rank, Role, Setup, Square};

pub fn shakmaty_setup(setup: &Setup) -> shakmaty::Setup {
    let mut theirs = shakmaty::Setup::empty();
    for (at, piece) in setup.board.pieces() {
        let piece = shakmaty::Piece::from_char(piece.letter()).expect("the same letters");
        theirs.board.set_piece_at(to_shakmaty(at), piece);
    }
    theirs.turn = shakmaty::Color::from_white(setup.turn.is_white());
    theirs.castling_rights = shakmaty::Bitboard(setup.castling.0);
    theirs.ep_square = setup.en_passant.map(to_shakmaty);
    theirs.halfmoves = setup.halfmoves.into();
    theirs.fullmoves = NonZeroU32::new(setup.fullmoves.into()).unwrap_or(NonZeroU32::MIN);
    theirs
}

fn to_shakmaty(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

pub fn from_shakmaty(square: shakmaty::Square) -> Square {
    Square::from_index(square.to_usize())
}

pub fn role_from_shakmaty(role: shakmaty::Role) -> Role {
    Role::from_letter(role.char()).expect("the same letters")
}

/// `None` where the builder has no way to say it: rights off the home ranks or several on one side.
pub fn cozy_builder(setup: &Setup) -> Option<cozy::BoardBuilder> {
    let mut builder = cozy::BoardBuilder::empty();
    for (at, piece) in setup.board.pieces() {
        *builder.square_mut(to_cozy(at)) = Some((role_to_cozy(piece.role), color_to_cozy(piece.color)));
    }
    builder.side_to_move = color_to_cozy(setup.turn);
    for rook in setup.castling {
        let right = cozy_right(setup, rook, &mut builder)?;
        if right.replace(cozy::File::index(rook.file() as usize)).is_some() {
            return None;
        }
    }
    builder.en_passant = setup.en_passant.map(to_cozy);
    builder.halfmove_clock = setup.halfmoves.min(255) as u8;
    builder.fullmove_number = setup.fullmoves;
    Some(builder)
}

/// The place in the builder for the right of this rook.
fn cozy_right<'a>(
    setup: &Setup,
    rook: Square,
    builder: &'a mut cozy::BoardBuilder,
) -> Option<&'a mut Option<cozy::File>> {
    let color = match rook.rank() {
        Rank::First => Color::White,
        Rank::Eighth => Color::Black,
        _ => return None,
    };
    let king = (setup.board.kings() & setup.board.by_color(color)).first();
    let is_short = rook.file() > king.map_or(File::E, Square::file);
    let rights = builder.castle_rights_mut(color_to_cozy(color));
    Some(if is_short { &mut rights.short } else { &mut rights.long })
}

fn to_cozy(square: Square) -> cozy::Square {
    cozy::Square::index(square.index())
}

pub fn from_cozy(square: cozy::Square) -> Square {
    Square::from_index(square as usize)
}

fn color_to_cozy(color: Color) -> cozy::Color {
    if color.is_white() { cozy::Color::White } else { cozy::Color::Black }
}

fn role_to_cozy(role: Role) -> cozy::Piece {
    match role {
        Role::Pawn => cozy::Piece::Pawn,
        Role::Knight => cozy::Piece::Knight,
        Role::Bishop => cozy::Piece::Bishop,
        Role::Rook => cozy::Piece::Rook,
        Role::Queen => cozy::Piece::Queen,
        Role::King => cozy::Piece::King,
    }
}

pub fn role_from_cozy(role: cozy::Piece) -> Role {
    Role::from_letter(char::from(role)).expect("the same letters")
}

/// The rooks that may castle, by the files that cozy-chess keeps.
pub fn cozy_rights(board: &cozy::Board) -> Bitboard {
    let rooks = |color: cozy::Color, rank: Rank| {
        let rights = *board.castle_rights(color);
        let files = [rights.short, rights.long].into_iter().flatten();
        files.map(move |file| Square::new(File::ALL[file as usize], rank))
    };
    rooks(cozy::Color::White, Rank::First).chain(rooks(cozy::Color::Black, Rank::Eighth)).collect()
}
