//! Boards as text.

use tabiya_rules::{Board, ByLanguage, Color, File, Language, Piece, Rank, Role, Square, german};

/// How a board is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Letters in rows: capitals for White, small ones for Black.
    #[default]
    Letters,
    /// The same with the pictures that Unicode has for pieces.
    Unicode,
    /// Told piece by piece, as one would read it out.
    Words,
}

/// The board with the men of `bottom` nearest to the reader.
pub fn draw(language: Language, board: &Board, style: Style, bottom: Color) -> String {
    match style {
        Style::Letters => {
            rows(bottom, |square| board.piece_at(square).map_or(".".to_owned(), |p| p.letter().to_string()))
        }
        Style::Unicode => {
            rows(bottom, |square| board.piece_at(square).map_or("·".to_owned(), |p| figure(p).to_string()))
        }
        Style::Words => [bottom, !bottom].map(|color| men(language, board, color)).join("\n"),
    }
}

/// Eight rows of squares with their names at the edges.
pub fn rows(bottom: Color, square: impl Fn(Square) -> String) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let row = |rank: Rank| {
        let squares = files.map(|file| square(Square::new(file, rank)));
        format!("{}  {}", rank.digit(), squares.join(" "))
    };
    let mut lines: Vec<String> = ranks.map(row).to_vec();
    lines.push(format!("   {}", files.map(|file| file.letter().to_string()).join(" ")));
    lines.join("\n")
}

/// Pictures of one kind for both sides would depend on the colors of the screen: White's are the hollow ones.
pub fn figure(piece: Piece) -> char {
    let (white, black) = match piece.role {
        Role::Pawn => ('♙', '♟'),
        Role::Knight => ('♘', '♞'),
        Role::Bishop => ('♗', '♝'),
        Role::Rook => ('♖', '♜'),
        Role::Queen => ('♕', '♛'),
        Role::King => ('♔', '♚'),
    };
    if piece.color.is_white() { white } else { black }
}

/// Where the men of a side stand: `White: king e1, rooks a1 and h1.`
fn men(language: Language, board: &Board, color: Color) -> String {
    let groups = Role::ALL.into_iter().rev().filter_map(|role| {
        let mut squares: Vec<String> =
            board.by_piece(Piece { color, role }).into_iter().map(|sq| sq.to_string()).collect();
        squares.sort();
        let men = match language {
            Language::English => format!("{role}{}", if squares.len() == 1 { "" } else { "s" }),
            Language::German if squares.len() == 1 => german::name(role).to_owned(),
            Language::German => german::plural(role).to_owned(),
        };
        (!squares.is_empty()).then(|| format!("{men} {}", enumerate(language, &squares)))
    });
    let groups: Vec<String> = groups.collect();
    let nothing = ByLanguage { english: "nothing", german: "nichts" };
    let men = if groups.is_empty() { language.choose(nothing).to_owned() } else { groups.join(", ") };
    format!("{}: {men}.", language.words(&color))
}

/// Some words as one says them: `a1`, `a1 and h1`, `a1 b1 and h1`.
pub fn enumerate(language: Language, words: &[String]) -> String {
    let and = language.choose(ByLanguage { english: "and", german: "und" });
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(" ")),
    }
}
