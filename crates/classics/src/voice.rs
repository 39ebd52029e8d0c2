use std::io::{self, Write};

use tabiya_game::{MatchScore, Seat, Threats};
use tabiya_rules::{Board, Color, Piece, Square};

use crate::board_frame::letter;
use crate::intent::Spot;
use crate::{BoardFrame, ValueStyle};

/// What is said on one occasion, piece by piece; nothing where there is none.
pub type Parts = &'static [Part];

/// A piece of what a classic says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Always the same.
    Text(&'static str),
    /// The board in its frame.
    Board,
    /// The frame with the number of attackers on each square: `.` for none, `+` for ten or more.
    Threats,
    /// The number of the move, every single one counted.
    Round,
    /// The side to move: `White`.
    Turn,
    /// The side to move: `W`.
    TurnLetter,
    /// `Y` where a king could be taken now, else `N`.
    InCheck,
    /// The owner of the piece that moves or should: `White`.
    Mover,
    /// That piece: `Pawn`.
    Man,
    /// Where it comes from: `E2`.
    From,
    /// Where it goes: `E4`.
    To,
    /// The owner of the piece that is taken.
    Loser,
    /// That piece.
    Taken,
    /// Who won: `White`.
    Winner,
    /// Who won: `W`, `B`, or `D` for neither.
    WinnerLetter,
    /// The points of a side over all games.
    Points(Color),
    /// Another part, written in another way. No document asks for it; programs of others do it.
    Restyled(&'static Part, ValueStyle),
}

impl Part {
    /// What it tells, however that is written.
    pub const fn content(self) -> Part {
        match self {
            Part::Restyled(part, _) => part.content(),
            part => part,
        }
    }
}

/// What a classic says, and when. A child lists what it says; the rest is [`Voice::SILENT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voice {
    /// How the board is drawn.
    pub frame: BoardFrame,
    /// A game begins.
    pub started: Parts,
    /// A turn begins in a game that goes on.
    pub turn: Parts,
    /// Something is to be read, or a machine to move.
    pub prompt: Parts,
    /// It has been read.
    pub heard: Parts,
    /// A piece was moved to an empty square.
    pub moved: Parts,
    /// A piece was moved and took another.
    pub took: Parts,
    /// A machine moved.
    pub machine_moved: Parts,
    /// A machine could not move.
    pub passed: Parts,
    /// The side to move is in check after a move.
    pub check: Parts,
    /// A move was refused.
    pub refused: RefusalParts,
    /// What was read means nothing, or nothing here.
    pub unclear: Parts,
    /// The game ended.
    pub ended: EndParts,
    /// A move was taken back.
    pub undone: Parts,
    /// The setting up of a position begins, or a piece was put or taken away.
    pub placed: Parts,
    /// Somebody asked for threats.
    pub threats: Parts,
    /// The input is at its end, or the last game.
    pub goodbye: Parts,
    /// Asked, beside the output, when a pawn reaches the end and nothing says what it becomes.
    pub promotion: &'static str,
}

/// What is said of a move that is refused, by the first reason found, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefusalParts {
    /// The game is over.
    pub over: Parts,
    /// Nothing stands there.
    pub empty: Parts,
    /// The piece is not of the side to move.
    pub turn: Parts,
    /// It cannot go there.
    pub cannot: Parts,
    /// It could go there, but its king would be in check.
    pub into_check: Parts,
}

/// What is said when a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndParts {
    /// By checkmate.
    pub checkmate: Parts,
    /// Because the side to move has no move.
    pub stalemate: Parts,
    /// With a winner, in any other way.
    pub won: Parts,
    /// Without one, in any other way.
    pub drawn: Parts,
}

/// The reason for which a move is refused, as far as classics tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    Over,
    Empty,
    Turn,
    Cannot,
    IntoCheck,
}

impl RefusalParts {
    pub(crate) const fn parts(&self, fault: RefusalKind) -> Parts {
        match fault {
            RefusalKind::Over => self.over,
            RefusalKind::Empty => self.empty,
            RefusalKind::Turn => self.turn,
            RefusalKind::Cannot => self.cannot,
            RefusalKind::IntoCheck => self.into_check,
        }
    }

    /// The same whatever the reason.
    pub const fn always(said: Parts) -> RefusalParts {
        RefusalParts { over: said, empty: said, turn: said, cannot: said, into_check: said }
    }
}

impl EndParts {
    /// The same whatever the end.
    pub const fn always(said: Parts) -> EndParts {
        EndParts { checkmate: said, stalemate: said, won: said, drawn: said }
    }
}

impl Voice {
    /// Says nothing.
    pub const SILENT: Voice = Voice {
        frame: BoardFrame {
            rows: crate::Rows::FromWhite,
            top: "",
            before: "",
            between: "",
            after: "",
            bottom: "",
            men: crate::PieceStyle::WhiteCapital,
            light: "",
            dark: "",
        },
        started: &[],
        turn: &[],
        prompt: &[],
        heard: &[],
        moved: &[],
        took: &[],
        machine_moved: &[],
        passed: &[],
        check: &[],
        refused: RefusalParts::always(&[]),
        unclear: &[],
        ended: EndParts::always(&[]),
        undone: &[],
        placed: &[],
        threats: &[],
        goodbye: &[],
        promotion: "",
    };
}

/// What there is to speak of.
pub(crate) struct Scene<'a> {
    pub board: Board,
    pub turn: Color,
    pub round: u64,
    pub in_check: bool,
    pub winner: Option<Color>,
    pub score: MatchScore,
    pub threats_of: Color,
    pub deed: &'a Deed,
}

/// A move, made or refused.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deed {
    pub from: Spot,
    pub to: Spot,
    pub piece: Option<Piece>,
    pub taken: Option<Piece>,
}

impl Scene<'_> {
    /// Says some parts.
    pub fn tell(&self, parts: Parts, frame: &BoardFrame, output: &mut dyn Write) -> io::Result<()> {
        parts.iter().try_for_each(|&part| self.tell_part(part, frame, output))
    }

    fn tell_part(&self, part: Part, frame: &BoardFrame, output: &mut dyn Write) -> io::Result<()> {
        match part {
            Part::Text(text) => output.write_all(text.as_bytes()),
            Part::Board => frame.draw(&self.board, output),
            Part::Threats => self.tell_threats(frame, output),
            Part::Round => write!(output, "{}", self.round),
            Part::Turn => write!(output, "{}", self.turn),
            Part::TurnLetter => write!(output, "{}", letter(self.turn)),
            Part::InCheck => output.write_all(if self.in_check { b"Y" } else { b"N" }),
            Part::Mover => tell_color(self.deed.piece, output),
            Part::Man => tell_role(self.deed.piece, output),
            Part::From => output.write_all(&self.deed.from.name),
            Part::To => output.write_all(&self.deed.to.name),
            Part::Loser => tell_color(self.deed.taken, output),
            Part::Taken => tell_role(self.deed.taken, output),
            Part::Winner => self.winner.map_or(Ok(()), |color| write!(output, "{color}")),
            Part::WinnerLetter => write!(output, "{}", self.winner.map_or('D', letter)),
            Part::Points(Color::White) => write!(output, "{}", self.score.points(Seat::First)),
            Part::Points(Color::Black) => write!(output, "{}", self.score.points(Seat::Second)),
            Part::Restyled(&part, style) => {
                let mut value = Vec::new();
                self.tell_part(part, frame, &mut value)?;
                output.write_all(style.write(&String::from_utf8_lossy(&value)).as_bytes())
            }
        }
    }

    fn tell_threats(&self, frame: &BoardFrame, output: &mut dyn Write) -> io::Result<()> {
        let threats = Threats::of(&self.board, self.threats_of);
        frame.fill(output, |square: Square, output| match threats.count(square) {
            0 => output.write_all(b"."),
            count @ 1..=9 => write!(output, "{count}"),
            _ => output.write_all(b"+"),
        })
    }
}

fn tell_color(piece: Option<Piece>, output: &mut dyn Write) -> io::Result<()> {
    piece.map_or(Ok(()), |piece| write!(output, "{}", piece.color))
}

fn tell_role(piece: Option<Piece>, output: &mut dyn Write) -> io::Result<()> {
    let Some(piece) = piece else { return Ok(()) };
    let name = piece.role.name();
    write!(output, "{}{}", name[..1].to_ascii_uppercase(), &name[1..])
}
