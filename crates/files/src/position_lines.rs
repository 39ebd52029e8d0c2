//! Positions, one a line, as FEN or EPD.

use std::io::{self, BufRead, BufReader, Read};

use tabiya_notation::epd::{EpdError, EpdNote, Operation, ReadEpd};
use tabiya_notation::pgn::PgnGame;
use tabiya_notation::{Epd, Note, PositionError, RuleFile, Strictness, epd, read_position};
use tabiya_rules::{Position, Rules};

use crate::{FileGame, Form, GameDamage, LineDamage, Pardon, ReadError, ReadingNote, ending_on_board};

/// Reads positions, one a line.
pub(crate) struct PositionLines<R> {
    form: Form,
    rules: &'static Rules,
    rules_name: Option<String>,
    pardon: Pardon,
    lines: BufReader<R>,
    number: u64,
}

/// A position that was read.
struct PositionLine {
    position: Position<&'static Rules>,
    operations: Vec<Operation>,
    notes: Vec<EpdNote>,
}

impl<R: Read> PositionLines<R> {
    pub(crate) fn new(input: R, form: Form, rules: RuleFile, pardon: Pardon) -> PositionLines<R> {
        let (lasting, rules_name) = (rules.rules.intern(), rules.name.map(Into::into));
        PositionLines { form, rules: lasting, rules_name, pardon, lines: BufReader::new(input), number: 0 }
    }

    /// The next line that is not empty; of one that is too long, a little more than it might have.
    pub(crate) fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            let mut line = Vec::new();
            let limit = epd::MAX_LENGTH as u64 + 2;
            if (&mut self.lines).take(limit).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if line.last() != Some(&b'\n') {
                self.lines.skip_until(b'\n')?;
            }
            let text = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line).trim_ascii();
            if !text.is_empty() {
                return Ok(Some(text.to_vec()));
            }
        }
    }

    fn read(&self, line: &[u8]) -> FileGame {
        let read = match std::str::from_utf8(line) {
            Err(_) => Err(LineDamage::NotUtf8(self.form)),
            Ok(text) if self.form == Form::Epd => self.read_epd(text),
            Ok(text) => self.read_fen(text),
        };
        match read {
            Err(why) => {
                let damage = GameDamage::Line { number: self.number, why };
                FileGame { damage: Some(damage), ..FileGame::default() }
            }
            Ok(PositionLine { position, operations, notes }) => {
                let mut game = PgnGame::new(position);
                game.rules_name.clone_from(&self.rules_name);
                game.ending = ending_on_board(&position);
                let number = self.number;
                let notes = notes.into_iter().map(|note| ReadingNote::Line { number, note }).collect();
                FileGame { game: Some(game), operations, damage: None, notes }
            }
        }
    }

    fn strictness(&self) -> Strictness {
        match self.pardon {
            Pardon::Nothing | Pardon::Counters => Strictness::Strict,
            Pardon::Everything => Strictness::Lenient,
        }
    }

    fn read_fen(&self, text: &str) -> Result<PositionLine, LineDamage> {
        let read = read_position(text, self.rules, self.strictness()).map_err(|error| match error {
            PositionError::Text(error) => LineDamage::Fen(error),
            PositionError::Setup(faults) => LineDamage::Position(faults),
        })?;
        let notes = read.notes.into_iter().map(EpdNote::Fen).collect();
        Ok(PositionLine { position: read.position, operations: Vec::new(), notes })
    }

    fn pardoned_epd(&self, text: &str) -> Result<ReadEpd, EpdError> {
        let royal = self.rules.moves.royal_role();
        let read = Epd::read(text, royal, self.strictness());
        if self.pardon != Pardon::Counters || read.is_ok() {
            return read;
        }
        let is_counter = |note: &EpdNote| matches!(note, EpdNote::Epd(EpdError::FenCounters { .. }));
        let mended = Epd::read(text, royal, Strictness::Lenient);
        mended.ok().filter(|mended| mended.notes.iter().all(is_counter)).map_or(read, Ok)
    }

    fn read_epd(&self, text: &str) -> Result<PositionLine, LineDamage> {
        let read = self.pardoned_epd(text).map_err(LineDamage::Epd)?;
        let mut notes = read.notes;
        let setup = read.epd.fen.setup;
        let position = match self.strictness() {
            Strictness::Strict => Position::new(setup, self.rules),
            Strictness::Lenient => Position::lenient(setup, self.rules).map(|lenient| {
                notes.extend(lenient.forgiven.iter().map(|&fault| EpdNote::Fen(Note::Setup(fault))));
                lenient.position
            }),
        };
        let position = position.map_err(LineDamage::Position)?;
        Ok(PositionLine { position, operations: read.epd.operations, notes })
    }
}

impl<R: Read> Iterator for PositionLines<R> {
    type Item = Result<FileGame, ReadError>;

    fn next(&mut self) -> Option<Result<FileGame, ReadError>> {
        match self.line() {
            Ok(line) => line.map(|line| Ok(self.read(&line))),
            Err(error) => Some(Err(error.into())),
        }
    }
}
