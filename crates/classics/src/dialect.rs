use tabiya_engine::Rng;
use tabiya_rules::{Role, Square};

/// How a classic is spoken to, and what its document says of the answers: for whoever plays random games with a program
/// of that classic and judges what it prints. It knows words, not rules of what follows.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// What comes first in all.
    pub greeting: &'static [&'static str],
    /// A move, on one line or more.
    pub spell: fn(Square, Square, Option<Role>, &mut Rng) -> String,
    /// What is no move, though some of it looks like one.
    pub nonsense: &'static [&'static str],
    /// What may be asked at any time of a game.
    pub questions: &'static [&'static str],
    /// What begins another game, where one program plays several.
    pub new_game: Option<&'static str>,
    /// What ends a game that has not ended by itself.
    pub giving_up: Option<&'static str>,
    /// Positions to set up with commands before a game.
    pub setups: &'static [&'static str],
    /// Sessions in which machines move.
    pub machines: &'static [MachineScript],
    /// Sessions of a program that takes moves back, where it is started for that.
    pub undo_sessions: &'static [&'static str],
    /// What a program prints that plays the exercise's own game and reads nothing.
    pub sample: Option<&'static [u8]>,
    /// What follows a refusal, in a sentence.
    pub after_refusal: &'static str,
    /// What follows the end of a game, in a sentence.
    pub after_end: &'static str,
    /// What the document leaves open.
    pub open: OpenTexts,
    /// What becomes of the program at the end of its input.
    pub at_end: AtEnd,
    /// Words that the document misprints, and as which they count where a line begins with them.
    pub misprints: &'static [(&'static str, &'static str)],
}

impl Dialect {
    /// What a program wrote, with the document's misprints put right.
    ///
    /// ```
    /// use tabiya_classics::Classic;
    ///
    /// let dialect = Classic::find("hong").unwrap().dialect;
    /// assert_eq!(dialect.corrected(b"Winnner: W\n"), b"Winner: W\n");
    /// ```
    pub fn corrected(&self, output: &[u8]) -> Vec<u8> {
        let is_misprinted =
            |line: &[u8]| self.misprints.iter().find(|(wrong, _)| line.starts_with(wrong.as_bytes()));
        let mut corrected = Vec::with_capacity(output.len());
        for line in output.split_inclusive(|&byte| byte == b'\n') {
            match is_misprinted(line) {
                Some((wrong, right)) => {
                    corrected.extend_from_slice(right.as_bytes());
                    corrected.extend_from_slice(&line[wrong.len()..]);
                }
                None => corrected.extend_from_slice(line),
            }
        }
        corrected
    }
}

/// A session in which machines move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineScript {
    /// What it is called.
    pub name: &'static str,
    /// The start position, where it is not the usual one.
    pub fen: Option<&'static str>,
    /// What is said first.
    pub opening: &'static str,
    /// What is said for each turn.
    pub turn: &'static str,
    /// How often.
    pub turns: usize,
    /// What is said last.
    pub closing: &'static str,
    /// Who plays in it.
    pub game: MachineGame,
}

/// How machines take part in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineGame {
    /// Which sides they have.
    pub seats: MachineSeats,
    /// How they move.
    pub play: MachinePlay,
    /// What a person does in it.
    pub person: PersonPlay,
    /// How often it is played: machines that move by chance play another game each time.
    pub games: usize,
}

/// Which sides are machines'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineSeats {
    /// One, against a person.
    One,
    /// Both.
    Both,
}

/// How a machine finds its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachinePlay {
    /// By chance, so that every move may come.
    ByChance,
    /// By chance: first a piece that can move, each as likely as the others, then one of its squares.
    PieceByChance,
    /// By any plan.
    ByPlan,
}

/// What a person does in a game against a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonPlay {
    /// What is written in the script, whatever the machine does.
    AsWritten,
    /// The script is how it begins; then the person takes the king as soon as possible.
    TakesKing,
    /// ... puts the own king where the machine can take it.
    OffersKing,
    /// ... makes quiet moves for long, and takes the king then.
    PlaysLong,
}

impl MachineGame {
    /// One game, in which persons do what is written.
    pub const fn once(seats: MachineSeats, play: MachinePlay) -> MachineGame {
        MachineGame { seats, play, person: PersonPlay::AsWritten, games: 1 }
    }
}

impl MachineScript {
    /// The whole input.
    pub fn input(&self) -> String {
        format!("{}{}{}", self.opening, self.turn.repeat(self.turns), self.closing)
    }
}

/// What a document leaves open, so that every program may word it as it likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTexts {
    /// All refusals.
    pub refusals: bool,
    /// What is said of lines that name no two squares.
    pub nonsense: bool,
    /// What is said of moves after the end of a game.
    pub after_end: bool,
    /// The line that tells a stalemate, after the move.
    pub stalemate: bool,
    /// The answers to questions.
    pub answers: bool,
}

impl OpenTexts {
    /// The document settles every byte.
    pub const NONE: OpenTexts =
        OpenTexts { refusals: false, nonsense: false, after_end: false, stalemate: false, answers: false };
}

/// What becomes of a program at the end of its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// The document does not say.
    Anything,
    /// It says its last words and ends.
    LastWords,
}
