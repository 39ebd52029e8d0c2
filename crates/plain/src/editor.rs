//! Putting up a position piece by piece.

use tabiya_files::LineDamage;
use tabiya_game::narration::sentence;
use tabiya_notation::{Fen, Strictness, read_setup};
use tabiya_rules::german::{self, NounCase};
use tabiya_rules::{
    Bitboard, Board, ByLanguage, Illegal, Language, Piece, Position, Role, Rules, Setup, Square,
};
use tabiya_table::talk::{self, fault};

/// A board on which anything can be put.
pub struct Editor {
    setup: Setup,
    rules: &'static Rules,
    language: Language,
}

/// What a line did to it.
#[derive(Debug, PartialEq, Eq)]
pub enum Edit {
    /// Nothing has changed, or something on the board has.
    Said(String),
    /// The board as it now is should be shown.
    Shown,
    /// The position is complete.
    Done(Setup),
    Cancelled,
}

pub const HELP: ByLanguage<&str> = ByLanguage {
    english: "\
Put up the position, a line at a time:
  place K e1          a piece: capitals for White, small letters for Black
  place black queen d8
  remove e1           whatever stands there
  clear               every piece; start puts up the start position
  turn white          who is to move
  castling KQkq       who may still castle, as in FEN; - for nobody
  passing e3          the square a pawn has just stepped over; - for none
  FEN                 all of it at once
  board               look at it
  done                play from here
  cancel              leave everything as it was",
    german: "\
Bau die Stellung auf, eine Zeile nach der anderen:
  place K e1          eine Figur: groß für Weiß, klein für Schwarz
  place black queen d8
  remove e1           was dort steht
  clear               alle Figuren; start stellt die Grundstellung auf
  turn white          wer am Zug ist
  castling KQkq       wer noch rochieren darf, wie in FEN; - für niemanden
  passing e3          das Feld, über das ein Bauer gerade ging; - für keines
  FEN                 alles auf einmal
  board               es ansehen
  done                von hier spielen
  cancel              alles lassen, wie es war",
};

/// The words with which its lines begin.
pub const SETUP_WORDS: [&str; 11] =
    ["place", "remove", "clear", "start", "turn", "castling", "passing", "board", "help", "done", "cancel"];

impl Editor {
    pub fn new(setup: Setup, rules: &'static Rules, language: Language) -> Editor {
        Editor { setup, rules, language }
    }

    /// The board so far.
    pub fn board(&self) -> &Board {
        &self.setup.board
    }

    /// What is not on the board, in a sentence.
    pub fn situation(&self) -> String {
        let fen = self.fen();
        let mut fields = fen.split(' ').skip(2);
        let castling = fields.next().unwrap_or("-");
        let passing = fields.next().unwrap_or("-");
        let turn = self.language.words(&self.setup.turn);
        match self.language {
            Language::English => format!("{turn} is to move; castling {castling}; passing {passing}."),
            Language::German => format!("{turn} ist am Zug; Rochade {castling}; en passant {passing}."),
        }
    }

    fn fen(&self) -> String {
        Fen { setup: self.setup, royal: self.rules.moves.royal }.to_string()
    }

    /// Obeys a line, or says why not; then nothing has changed.
    pub fn obey(&mut self, line: &str) -> Result<Edit, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, rest @ ..] = words.as_slice() else { return Ok(Edit::Said(String::new())) };
        match (first.to_ascii_lowercase().as_str(), rest) {
            ("place" | "put" | "add", rest) => self.place(rest),
            ("remove" | "delete", [square]) => self.remove(square),
            ("clear", []) => Ok(self.set(Setup::start(Board::EMPTY))),
            ("start", []) => Ok(self.set(self.rules.start.setup())),
            ("turn", [color]) => self.turn(color),
            ("castling", [letters]) => self.castling(letters),
            ("passing", [square]) => self.passing(square),
            ("board" | "show", []) => Ok(Edit::Shown),
            ("help" | "?", []) => Ok(Edit::Said(self.language.choose(HELP).to_owned())),
            ("done", []) => self.done(),
            ("cancel" | "quit" | "exit", []) => Ok(Edit::Cancelled),
            _ if first.contains('/') => self.read(line),
            _ => Err(self.choose(
                "this is no line of the setup: help lists them, done and cancel end it",
                "das ist keine Zeile des Aufbaus: help zeigt alle, done und cancel beenden ihn",
            )),
        }
    }

    fn set(&mut self, setup: Setup) -> Edit {
        self.setup = setup;
        Edit::Shown
    }

    fn place(&mut self, words: &[&str]) -> Result<Edit, String> {
        let language = self.language;
        let usage = || match language {
            Language::English => "that is written place K e1 or place white king e1".to_owned(),
            Language::German => "das wird so geschrieben: place K e1 oder place white king e1".to_owned(),
        };
        let (piece, square) = match words {
            [piece, square] => (letter(piece).ok_or_else(usage)?, square),
            [color, role, square] => {
                let color = talk::color(color).ok_or_else(usage)?;
                (Piece { color, role: parse_role(role).ok_or_else(usage)? }, square)
            }
            _ => return Err(usage()),
        };
        let square = self.parse_square(square)?;
        self.setup.board.set(square, Some(piece));
        Ok(Edit::Said(match self.language {
            Language::English => format!("{piece} stands on {square}."),
            Language::German => sentence(format!("{} steht auf {square}", nominative(piece))),
        }))
    }

    fn remove(&mut self, square: &str) -> Result<Edit, String> {
        let square = self.parse_square(square)?;
        let none = || self.language.words(&Illegal::NoPiece { at: square }).to_string();
        let piece = self.setup.board.piece_at(square).ok_or_else(none)?;
        self.setup.board.set(square, None);
        Ok(Edit::Said(match self.language {
            Language::English => format!("{piece} is gone from {square}."),
            Language::German => sentence(format!("{} ist weg von {square}", nominative(piece))),
        }))
    }

    fn turn(&mut self, color: &str) -> Result<Edit, String> {
        let usage = || {
            self.choose(
                "that is written turn white or turn black",
                "das wird so geschrieben: turn white oder turn black",
            )
        };
        self.setup.turn = talk::color(color).ok_or_else(usage)?;
        Ok(Edit::Said(self.situation()))
    }

    /// Castling as a FEN would have it, read by the reader of FENs.
    fn castling(&mut self, letters: &str) -> Result<Edit, String> {
        let bare = Setup { castling: Bitboard::EMPTY, en_passant: None, ..self.setup };
        let fen = Fen { setup: bare, royal: self.rules.moves.royal }.to_string();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[2] = letters;
        let read = read_setup(&fields.join(" "), self.rules.moves.royal, Strictness::Strict);
        self.setup.castling = read.map_err(|error| self.language.words(&error).to_string())?.setup.castling;
        Ok(Edit::Said(self.situation()))
    }

    fn passing(&mut self, square: &str) -> Result<Edit, String> {
        self.setup.en_passant = if square == "-" { None } else { Some(self.parse_square(square)?) };
        Ok(Edit::Said(self.situation()))
    }

    fn read(&mut self, fen: &str) -> Result<Edit, String> {
        let read = read_setup(fen, self.rules.moves.royal, Strictness::Strict);
        let setup = read.map_err(|error| fault(self.language, &LineDamage::Fen(error)))?.setup;
        Ok(self.set(setup))
    }

    fn done(&self) -> Result<Edit, String> {
        match Position::new(self.setup, self.rules) {
            Ok(position) => Ok(Edit::Done(position.setup())),
            Err(faults) => Err(fault(self.language, &LineDamage::Position(faults))),
        }
    }

    fn parse_square(&self, text: &str) -> Result<Square, String> {
        let german = "ein Feld wird so geschrieben: e4, ein Buchstabe von a bis h, eine Ziffer von 1 bis 8";
        let english = "a square is written as e4: a letter from a to h, a digit from 1 to 8";
        text.parse().map_err(|_| self.choose(english, german))
    }

    fn choose(&self, english: &str, german: &str) -> String {
        self.language.choose(ByLanguage { english, german }).to_owned()
    }
}

fn nominative(piece: Piece) -> String {
    german::piece(piece, NounCase::Nominative)
}

fn letter(text: &str) -> Option<Piece> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none()).and_then(Piece::from_letter)
}

fn parse_role(text: &str) -> Option<Role> {
    Role::ALL.into_iter().find(|role| role.name().eq_ignore_ascii_case(text))
}
