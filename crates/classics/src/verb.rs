use tabiya_engine::Level;
use tabiya_rules::{ByColor, Color, Piece, Role, Square};

use crate::input_fault::InputFault;
use crate::intent::{Intent, MoveInput, Spot};
use crate::{ClassicPlayer, Rows, Skill};

/// What a command of one word asks for, and what may follow the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `e2 e4`, `e7 e8 Q`, or nothing for the machine's move.
    Move,
    /// Nothing follows.
    Resign,
    /// Takes back a single move.
    Undo,
    /// Begins a turn.
    Play,
    /// Starts the game again.
    Reset,
    /// Who has White and who has Black: `human`, `computer1` to `computer9`; `computer` is the first of these.
    Game,
    /// Begins to set up a position.
    SetUp,
    /// `K e1`: the case tells the color.
    Place,
    /// `e1`.
    Remove,
    /// `white` or `black`.
    Turn,
    /// Leaves the setting up.
    Done,
    /// Shows what a side attacks.
    Threats(Color),
}

impl Verb {
    /// What is wanted with these words behind the command.
    pub(crate) fn read(self, words: &[&[u8]]) -> Result<Intent, InputFault> {
        let found = match (self, words) {
            (Verb::Move, []) => Some(Intent::MachineMove),
            (Verb::Move, [from, to]) => written_move(from, to, None),
            (Verb::Move, [from, to, role]) => {
                promotion(role).and_then(|role| written_move(from, to, Some(role)))
            }
            (Verb::Game, [white, black]) => players(white, black),
            (Verb::Place, [letter, at]) => {
                piece(letter).zip(square(at)).map(|(man, at)| Intent::Place(man, at))
            }
            (Verb::Remove, [at]) => square(at).map(Intent::Remove),
            (Verb::Turn, [b"white"]) => Some(Intent::Turn(Color::White)),
            (Verb::Turn, [b"black"]) => Some(Intent::Turn(Color::Black)),
            (Verb::Resign, []) => Some(Intent::Resign),
            (Verb::Undo, []) => Some(Intent::Undo),
            (Verb::Play, []) => Some(Intent::Play),
            (Verb::Reset, []) => Some(Intent::Reset),
            (Verb::SetUp, []) => Some(Intent::SetUp),
            (Verb::Done, []) => Some(Intent::Done),
            (Verb::Threats(color), []) => Some(Intent::Threats(color)),
            _ => None,
        };
        found.ok_or(InputFault::Usage { usage: self.usage() })
    }

    fn usage(self) -> &'static str {
        match self {
            Verb::Move => "`move e2 e4`, `move e7 e8 Q` for a promotion, or `move` alone for the computer",
            Verb::Game => "`game human computer1`: each side `human` or `computer1` to `computer9`",
            Verb::Place => "`+ K e1`, with a capital letter for White and a small one for Black",
            Verb::Remove => "`- e1`",
            Verb::Turn => "`= white` or `= black`",
            Verb::Resign
            | Verb::Undo
            | Verb::Play
            | Verb::Reset
            | Verb::SetUp
            | Verb::Done
            | Verb::Threats(_) => "alone on its line",
        }
    }
}

fn written_move(from: &[u8], to: &[u8], promotion: Option<Role>) -> Option<Intent> {
    let spot = |name| square(name).map(|square| Spot::at(square, Rows::FromWhite));
    Some(Intent::Move(MoveInput { from: spot(from)?, to: spot(to)?, promotion }))
}

/// A square in lower case.
fn square(name: &[u8]) -> Option<Square> {
    let name = std::str::from_utf8(name).ok()?;
    name.parse().ok().filter(|square: &Square| square.to_string() == name)
}

fn piece(letter: &[u8]) -> Option<Piece> {
    let &[letter] = letter else { return None };
    Piece::from_letter(char::from(letter))
}

/// What a pawn becomes, by its letter in either case.
pub(crate) fn promotion(letter: &[u8]) -> Option<Role> {
    let role = piece(letter)?.role;
    (!matches!(role, Role::King | Role::Pawn)).then_some(role)
}

fn players(white: &[u8], black: &[u8]) -> Option<Intent> {
    Some(Intent::Game(ByColor { white: player(white)?, black: player(black)? }))
}

fn player(name: &[u8]) -> Option<ClassicPlayer> {
    if name == b"human" {
        return Some(ClassicPlayer::Person);
    }
    let digit = match name.strip_prefix(b"computer")? {
        [] => b'1',
        &[digit] | &[b'[', digit, b']'] => digit,
        _ => return None,
    };
    let level = Level::new(digit.checked_sub(b'0')?.into()).ok()?;
    Some(ClassicPlayer::Machine(Skill::Level(level)))
}
