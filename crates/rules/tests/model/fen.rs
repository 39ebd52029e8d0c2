//! Positions from FEN and to FEN.

use super::board::Board;
use super::piece::{Color, Piece, Role};
use super::position::ModelPosition;
use super::rules::ModelRules;
use super::square::Square;

impl ModelPosition {
    /// Reads FEN, X-FEN or Shredder-FEN. Rights and en passant squares that the rules or the board do not bear out are
    /// dropped; missing fields at the end have their usual values.
    pub fn from_fen(rules: &ModelRules, fen: &str) -> ModelPosition {
        let mut fields = fen.split_whitespace();
        let mut field = |default| fields.next().unwrap_or(default);
        let mut position = ModelPosition {
            rules: rules.clone(),
            board: read_board(field("8/8/8/8/8/8/8/8")),
            turn: if field("w") == "b" { Color::Black } else { Color::White },
            rights: vec![],
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        };
        for letter in field("-").chars() {
            position.rights.extend(position.right(letter).filter(|rook| !position.rights.contains(rook)));
        }
        position.en_passant = Square::parse(field("-")).filter(|&square| position.was_stepped_over(square));
        position.halfmoves = field("0").parse().expect("halfmoves are a number");
        position.fullmoves = field("1").parse().expect("fullmoves are a number");
        position
    }

    /// Writes FEN: rights as the files of the rooks, the outer king's side first, and the en passant square only where
    /// a legal move captures there.
    pub fn fen(&self) -> String {
        format!(
            "{} {} {} {} {} {}",
            write_board(&self.board),
            if self.turn == Color::White { 'w' } else { 'b' },
            self.write_rights(),
            self.usable_en_passant().map_or("-".to_string(), |square| square.to_string()),
            self.halfmoves,
            self.fullmoves
        )
    }

    /// The rook meant by a letter of the castling field.
    fn right(&self, letter: char) -> Option<Square> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let royal = self.royal_square(color).filter(|royal| royal.rank == color.home_rank())?;
        let is_rook = |square: &Square| self.piece_at(*square) == Some(Piece { color, role: Role::Rook });
        let mut rooks = (0..8).map(|file| Square { file, ..royal }).filter(is_rook);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.next_back().filter(|rook| rook.file > royal.file),
            'q' => rooks.next().filter(|rook| rook.file < royal.file),
            file @ 'a'..='h' => rooks.find(|rook| rook.file == file as i8 - 'a' as i8),
            _ => None,
        };
        rook.filter(|_| self.rules.castling)
    }

    fn write_rights(&self) -> String {
        let mut letters = String::new();
        for color in [Color::White, Color::Black] {
            for file in (0..8).rev() {
                let rook = Square { file, rank: color.home_rank() };
                let letter = (b'a' + file as u8) as char;
                if self.rights.contains(&rook) {
                    letters.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
                }
            }
        }
        if letters.is_empty() { "-".to_string() } else { letters }
    }

    /// Whether the last move can have been a double step over this square.
    fn was_stepped_over(&self, square: Square) -> bool {
        let them = self.turn.other();
        let from = Square { file: square.file, rank: them.second_rank() };
        let to = Square { rank: square.rank + them.forward(), ..square };
        self.rules.en_passant
            && square.rank == from.rank + them.forward()
            && self.piece_at(from).is_none()
            && self.piece_at(square).is_none()
            && self.piece_at(to) == Some(Piece { color: them, role: Role::Pawn })
    }

    /// The en passant square, if a legal move captures there.
    pub fn usable_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.legal_moves().into_iter().any(|m| self.board.is_en_passant(m)))
    }
}

fn read_board(field: &str) -> Board {
    let mut board = Board::empty();
    for (row, line) in field.split('/').enumerate() {
        let mut file = 0;
        for letter in line.chars() {
            if let Some(gap) = letter.to_digit(10) {
                file += gap as i8;
            } else {
                let square = Square::new(file, 7 - row as i8).expect("the board has eight files and ranks");
                board.set(square, Some(Piece::from_letter(letter).expect("a letter of a piece")));
                file += 1;
            }
        }
    }
    board
}

fn write_board(board: &Board) -> String {
    let rows: Vec<String> = (0..8).rev().map(|rank| write_row(board, rank)).collect();
    rows.join("/")
}

fn write_row(board: &Board, rank: i8) -> String {
    let mut row = String::new();
    let mut gap = 0;
    for file in 0..8 {
        match board.piece_at(Square { file, rank }) {
            Some(piece) => {
                push_gap(&mut row, gap);
                row.push(piece.letter());
                gap = 0;
            }
            None => gap += 1,
        }
    }
    push_gap(&mut row, gap);
    row
}

fn push_gap(row: &mut String, gap: u32) {
    if gap > 0 {
        row.push_str(&gap.to_string());
    }
}
