//! Our own count, through the API that everybody uses: the rules known when compiling, and as a value at run time.

use std::hint::black_box;

use tabiya_rules::*;

pub fn specialized(fen: &str, depth: u32) -> u64 {
    let position = Position::new(setup(fen), Fide).expect("a suite position is valid");
    perft(&position, depth)
}

pub fn run_time(fen: &str, depth: u32) -> u64 {
    // Hidden from the optimiser, which would else fold this value too.
    let rules: &'static Rules = black_box(&FIDE);
    let position = Position::new(setup(fen), rules).expect("a suite position is valid");
    perft(&position, depth)
}

fn setup(fen: &str) -> Setup {
    let b = cozy_chess::Board::from_fen(fen, false).unwrap();
    let mut board = Board::EMPTY;
    for s in cozy_chess::Square::ALL {
        if let (Some(p), Some(c)) = (b.piece_on(s), b.color_on(s)) {
            let role =
                [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King][p as usize];
            let color = if c == cozy_chess::Color::White { Color::White } else { Color::Black };
            board.set(Square::from_index(s as usize), Some(Piece { color, role }));
        }
    }
    let mut castling = Bitboard::EMPTY;
    for (c, base) in [(cozy_chess::Color::White, 0), (cozy_chess::Color::Black, 56)] {
        let r = b.castle_rights(c);
        for f in [r.short, r.long].into_iter().flatten() {
            castling = castling | Bitboard::of(Square::from_index(base + f as usize));
        }
    }
    let turn = if b.side_to_move() == cozy_chess::Color::White { Color::White } else { Color::Black };
    Setup { board, turn, castling, en_passant: None, halfmoves: 0, fullmoves: 1 }
}
