use std::io::Write;

use anyhow::anyhow;
use tabiya_notation::epd::{Operand, Operation};
use tabiya_notation::pgn::PgnGame;
use tabiya_notation::{Epd, Fen, write_xml};
use tabiya_system::{Draft, visible};

use super::form::Form;
use crate::game::last_position;

/// Where games are written in a form.
pub struct Sink {
    form: Form,
    draft: Draft,
    games: u64,
}

impl Sink {
    pub fn new(form: Form, draft: Draft) -> Sink {
        Sink { form, draft, games: 0 }
    }

    /// Writes as much of a game as the form holds. PGN takes the operations of an EPD as a comment.
    pub fn put(&mut self, mut game: PgnGame, operations: Vec<Operation>) -> anyhow::Result<()> {
        let is_first = self.games == 0;
        self.games += 1;
        match self.form {
            Form::Pgn => {
                let words: Vec<String> = operations.iter().map(ToString::to_string).collect();
                if !words.is_empty() {
                    game[PgnGame::ROOT].after.push(words.join(" "));
                }
                write!(self.draft, "{}{game}", if is_first { "" } else { "\n" })?;
            }
            Form::Xml if is_first => self.put_xml(&game)?,
            Form::Xml => {}
            Form::Fen => writeln!(self.draft, "{}", Fen::from(&last_position(&game)))?,
            Form::Epd => writeln!(self.draft, "{}", epd(&game, operations))?,
        }
        Ok(())
    }

    fn put_xml(&mut self, game: &PgnGame) -> anyhow::Result<()> {
        let moves: Vec<_> = game.moves().collect();
        let written = write_xml(game.start(), &moves).map_err(|error| anyhow!("{error}"))?;
        Ok(self.draft.write_all(written.text.as_bytes())?)
    }

    /// What was written.
    pub fn finish(self) -> Draft {
        self.draft
    }
}

/// The last position of a game, named after the players where nothing else names it.
fn epd(game: &PgnGame, mut operations: Vec<Operation>) -> Epd {
    let known = |name| game.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
    if operations.is_empty() && (known("White").is_some() || known("Black").is_some()) {
        let names = [known("White").unwrap_or("?"), known("Black").unwrap_or("?")].join(" - ");
        let id = Operand::quoted(&visible(&names)).and_then(|names| Operation::new("id", vec![names]));
        operations.extend(id);
    }
    Epd { fen: Fen::from(&last_position(game)), operations }
}
