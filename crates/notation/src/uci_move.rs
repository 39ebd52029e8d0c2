use std::fmt;
use std::str::FromStr;

use tabiya_rules::{
    File, GameTitle, Illegal, Move, MoveRules, Position, Role, RuleSource, Rules, Square, Start,
};

use crate::Excerpt;

/// A move as programs write it to each other: `e2e4`, `e7e8q`, or `0000` for a move that only passes the turn.
///
/// It is read without a board and may be any nonsense on one; [`UciMove::to_move`] makes a legal move of it.
/// Letters are read in either case and written in lower case.
///
/// ```
/// use tabiya_notation::UciMove;
/// use tabiya_rules::Position;
///
/// let start = Position::start();
/// let m = "g1f3".parse::<UciMove>().unwrap().to_move(&start).unwrap();
/// assert_eq!(UciMove::from_move(m, &start).to_string(), "g1f3");
///
/// let why = "g1g3".parse::<UciMove>().unwrap().to_move(&start).unwrap_err();
/// assert_eq!(why.to_string(), "a knight does not move from g1 to g3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciMove {
    /// Nothing moves.
    Null,
    /// A piece moves.
    Normal {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What it becomes.
        promotion: Option<Role>,
    },
}

impl UciMove {
    /// The legal move of `position` that is meant, or why there is none. Castling may be written as the king's move
    /// to where it ends or onto its rook.
    pub fn to_move<R: RuleSource>(self, position: &Position<R>) -> Result<Move, Unplayable> {
        match self {
            UciMove::Null => Err(Unplayable::Null),
            UciMove::Normal { from, to, promotion } => {
                position.legal(from, to, promotion).map_err(Unplayable::Illegal)
            }
        }
    }

    /// How a legal move of `position` is written.
    ///
    /// Castling is the king's step of two squares where all is as in ordinary chess, and the royal piece taking its
    /// rook where that would mislead: from a Chess960 start, or from other squares than the usual.
    ///
    /// ```
    /// use tabiya_notation::{Strictness, UciMove, read_position};
    /// use tabiya_rules::{CHESS960, FIDE};
    ///
    /// let written = |fen, rules, m: &str| {
    ///     let position = read_position(fen, rules, Strictness::Strict).unwrap().position;
    ///     let m = m.parse::<UciMove>().unwrap().to_move(&position).unwrap();
    ///     UciMove::from_move(m, &position).to_string()
    /// };
    /// let usual = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    /// assert_eq!(written(usual, &FIDE, "e1h1"), "e1g1");
    /// assert_eq!(written(usual, &CHESS960, "e1g1"), "e1h1");
    /// assert_eq!(written("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", &FIDE, "e1g1"), "e1g1");
    /// ```
    pub fn from_move<R: RuleSource>(m: Move, position: &Position<R>) -> UciMove {
        let rank = m.from().rank();
        let to = match m.to().file() {
            File::H if is_usual_castling(m, position.rules()) => Square::new(File::G, rank),
            File::A if is_usual_castling(m, position.rules()) => Square::new(File::C, rank),
            _ => m.to(),
        };
        UciMove::Normal { from: m.from(), to, promotion: m.promotion() }
    }
}

/// Whether the king's step of two squares cannot be taken for anything else. A royal queen or rook could simply go
/// there.
fn is_usual_castling(m: Move, rules: &Rules) -> bool {
    // Taken apart to the last field: whoever adds a rule says here whether a king could step two squares by it.
    let Rules { start, moves, ends: _, values: _ } = rules;
    let MoveRules { royal, royalty: _, castling: _, double_step: _, en_passant: _, promotes_to: _ } = moves;
    m.is_castling() && *start != Start::Chess960 && *royal == Role::King && m.from().file() == File::E
}

/// Two squares and the letter of a promotion, or `0000`.
impl FromStr for UciMove {
    type Err = NotAUciMove;

    fn from_str(text: &str) -> Result<UciMove, NotAUciMove> {
        if text == "0000" {
            return Ok(UciMove::Null);
        }
        parse(text).ok_or_else(|| NotAUciMove { found: Excerpt::new(text) })
    }
}

fn parse(text: &str) -> Option<UciMove> {
    let from = text.get(..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let mut rest = text.get(4..)?.chars();
    let promotion = match (rest.next(), rest.next()) {
        (None, _) => None,
        (Some(letter), None) => Some(Role::from_letter(letter)?),
        _ => return None,
    };
    Some(UciMove::Normal { from, to, promotion })
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciMove::Null => f.write_str("0000"),
            UciMove::Normal { from, to, promotion: None } => write!(f, "{from}{to}"),
            UciMove::Normal { from, to, promotion: Some(role) } => {
                write!(f, "{from}{to}{}", role.letter())
            }
        }
    }
}

/// The text is no move in this form.
///
/// ```
/// use tabiya_notation::UciMove;
///
/// let error = "Nf3".parse::<UciMove>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a move such as e2e4 or e7e8q, found \"Nf3\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NotAUciMove {
    /// What was found instead.
    pub found: Excerpt,
}

impl fmt::Display for NotAUciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a move such as e2e4 or e7e8q, found {}", self.found)
    }
}

impl std::error::Error for NotAUciMove {}

/// Why a written move cannot be played in a position.
///
/// ```
/// use tabiya_notation::{UciMove, Unplayable};
/// use tabiya_rules::Position;
///
/// assert_eq!(UciMove::Null.to_move(&Position::start()), Err(Unplayable::Null));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unplayable {
    /// It moves nothing. Where the rules let a side pass, [`Position::pass`] does.
    Null,
    /// The rules forbid it.
    Illegal(Illegal),
}

impl Unplayable {
    /// The same in a game that carries its own name ([`Illegal::in_game`]).
    pub fn in_game(self, title: GameTitle) -> Unplayable {
        match self {
            Unplayable::Null => Unplayable::Null,
            Unplayable::Illegal(why) => Unplayable::Illegal(why.in_game(title)),
        }
    }
}

impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unplayable::Null => f.write_str("0000 moves nothing: a side must move"),
            Unplayable::Illegal(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for Unplayable {}
