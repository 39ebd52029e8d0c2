use std::fmt;
use std::path::Path;

/// How games and positions are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    Pgn,
    Xml,
    Fen,
    Epd,
}

impl Form {
    /// The form that a path's ending names.
    pub fn of_path(path: &Path) -> Option<Form> {
        let ending = path.extension()?.to_str()?;
        <Form as clap::ValueEnum>::from_str(ending, true).ok()
    }

    /// What there is several of in the form.
    pub fn noun(self) -> &'static str {
        match self {
            Form::Pgn | Form::Xml => "games",
            Form::Fen | Form::Epd => "positions",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Pgn => "PGN",
            Form::Xml => "XML",
            Form::Fen => "FEN",
            Form::Epd => "EPD",
        })
    }
}
