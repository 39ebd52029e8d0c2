use std::io::Write;

use tabiya_notation::epd::{Operand, Operation};
use tabiya_notation::pgn::PgnGame;
use tabiya_notation::{Epd, Fen, write_xml};
use tabiya_text::visible;

use crate::{Form, WriteError, last_position};

/// Writes games in a form. [`Losses`](crate::Losses) tells what a form has no place for.
///
/// ```
/// use tabiya_files::{Form, GameWriter};
/// use tabiya_notation::pgn::PgnGame;
///
/// let mut writer = GameWriter::new(Form::Fen, Vec::new());
/// writer.put(PgnGame::default(), &[]).unwrap();
/// assert_eq!(writer.finish(), b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
/// ```
pub struct GameWriter<W> {
    form: Form,
    output: W,
    games: u64,
}

impl<W: Write> GameWriter<W> {
    /// A writer of games in a form.
    pub fn new(form: Form, output: W) -> GameWriter<W> {
        GameWriter { form, output, games: 0 }
    }

    /// Writes as much of a game as the form holds. PGN takes the operations of an EPD as a comment; XML holds one
    /// game, the first.
    pub fn put(&mut self, mut game: PgnGame, operations: &[Operation]) -> Result<(), WriteError> {
        let is_first = self.games == 0;
        self.games += 1;
        match self.form {
            Form::Pgn => {
                let words: Vec<String> = operations.iter().map(ToString::to_string).collect();
                if !words.is_empty() {
                    game[PgnGame::ROOT].after.push(words.join(" "));
                }
                write!(self.output, "{}{game}", if is_first { "" } else { "\n" })?;
            }
            Form::Xml if is_first => self.put_xml(&game)?,
            Form::Xml => {}
            Form::Fen => writeln!(self.output, "{}", Fen::from(&last_position(&game)))?,
            Form::Epd => writeln!(self.output, "{}", epd(&game, operations))?,
        }
        Ok(())
    }

    fn put_xml(&mut self, game: &PgnGame) -> Result<(), WriteError> {
        let moves: Vec<_> = game.moves().collect();
        let written = write_xml(game.start(), &moves).map_err(WriteError::Xml)?;
        Ok(self.output.write_all(written.text.as_bytes())?)
    }

    /// The output, with everything that was written.
    pub fn finish(self) -> W {
        self.output
    }
}

/// The last position of a game, named after the players where nothing else names it.
fn epd(game: &PgnGame, operations: &[Operation]) -> Epd {
    let known = |name| game.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
    let mut operations = operations.to_vec();
    if operations.is_empty() && (known("White").is_some() || known("Black").is_some()) {
        let names = [known("White").unwrap_or("?"), known("Black").unwrap_or("?")].join(" - ");
        let id = Operand::quoted(&visible(&names)).and_then(|names| Operation::new("id", vec![names]));
        operations.extend(id);
    }
    Epd { fen: Fen::from(&last_position(game)), operations }
}
