use tabiya_rules::{ByColor, Color, Piece, Role, Square};

use crate::{ClassicPlayer, Rows};

/// What somebody wants, read from a line or from cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To make a move.
    Move(MoveInput),
    /// That the machine moves.
    MachineMove,
    /// To end the game and count the pieces.
    Stop,
    /// To give up.
    Resign,
    /// To take back a single move.
    Undo,
    /// To begin the turn without taking back.
    Play,
    /// To start again.
    Reset,
    /// To start a game between these.
    Game(ByColor<ClassicPlayer>),
    /// To set up a position.
    SetUp,
    /// To put a piece on a square.
    Place(Piece, Square),
    /// To take one away.
    Remove(Square),
    /// To say who is to move.
    Turn(Color),
    /// To leave the setting up.
    Done,
    /// To see what a side attacks.
    Threats(Color),
    /// Nothing: the line is empty.
    Nothing,
}

/// A move as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveInput {
    /// From where.
    pub from: Spot,
    /// To where.
    pub to: Spot,
    /// What a pawn should become.
    pub promotion: Option<Role>,
}

/// A square, or what was written where one should be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// The square, if there is one of that name.
    pub square: Option<Square>,
    /// What it is called, in capitals.
    pub name: Vec<u8>,
}

impl Spot {
    /// What was written, in either case.
    pub(crate) fn written(name: &[u8], rows: Rows) -> Spot {
        let square = std::str::from_utf8(name).ok().and_then(|name| name.parse().ok());
        Spot { square: square.map(|square| rows.turn_square(square)), name: name.to_ascii_uppercase() }
    }

    /// A square by its name.
    pub(crate) fn at(square: Square, rows: Rows) -> Spot {
        let name = rows.turn_square(square).to_string().to_ascii_uppercase().into_bytes();
        Spot { square: Some(square), name }
    }
}
