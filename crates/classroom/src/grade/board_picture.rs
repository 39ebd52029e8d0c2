//! A board on a page, without pictures from elsewhere.

use tabiya_classics::Rows;
use tabiya_notation::Fen;
use tabiya_rules::{Color, File, Piece, Rank, Role, Square};

/// A position as a table, its rows numbered as the program does; nothing where the text is no position.
pub fn board_picture(fen: &str, rows: Rows) -> Option<String> {
    let setup = fen.parse::<Fen>().ok()?.setup;
    let turn = if setup.turn == Color::White { "White" } else { "Black" };
    let mut text = format!("<table class=\"board\"><caption>{turn} to move</caption>\n");
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("<tr><th scope=\"row\">{}</th>", rows.turn(rank).digit()));
        for file in File::ALL {
            let square = Square::new(file, rank);
            let shade = if square.is_light() { "light" } else { "dark" };
            let piece = setup.board.piece_at(square).map(man).unwrap_or_default();
            text.push_str(&format!("<td class=\"{shade}\">{piece}</td>"));
        }
        text.push_str("</tr>\n");
    }
    let letters: String =
        File::ALL.iter().map(|file| format!("<th scope=\"col\">{}</th>", file.letter())).collect();
    Some(text + &format!("<tr><td></td>{letters}</tr></table>\n"))
}

/// A man: the filled sign for both colors, because the hollow ones are hard to see. The sign behind it asks for a letter,
/// not a colored picture.
fn man(piece: Piece) -> String {
    let (class, color) = if piece.color == Color::White { ("white", "White") } else { ("black", "Black") };
    let sign = match piece.role {
        Role::King => '♚',
        Role::Queen => '♛',
        Role::Rook => '♜',
        Role::Bishop => '♝',
        Role::Knight => '♞',
        Role::Pawn => '♟',
    };
    let name = piece.role.name();
    format!(
        "<span class=\"{class}\" role=\"img\" aria-label=\"{color}&#39;s {name}\" title=\"{color}&#39;s {name}\">{sign}\u{fe0e}</span>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_men() {
        let picture = board_picture("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", Rows::FromWhite).unwrap();
        assert!(picture.contains("Black to move"));
        assert_eq!(picture.matches("<td class").count(), 64);
        assert_eq!(picture.matches("aria-label").count(), 3);
        assert!(board_picture("<script>", Rows::FromWhite).is_none());
    }

    #[test]
    fn rows_have_the_numbers_of_the_program() {
        let numbers = |rows| {
            let picture = board_picture("4k3/8/8/8/8/8/8/4K3 w - - 0 1", rows).unwrap();
            let rows = picture.split("<th scope=\"row\">").skip(1);
            rows.map(|row| row.chars().next().unwrap()).collect::<String>()
        };
        assert_eq!(
            (numbers(Rows::FromWhite), numbers(Rows::FromBlack)),
            ("87654321".into(), "12345678".into())
        );
    }
}
