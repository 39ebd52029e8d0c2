use std::fmt;
use std::path::Path;

use crate::packed::Packing;

/// How games and positions are written down.
///
/// ```
/// use std::path::Path;
/// use tabiya_files::Form;
///
/// assert_eq!(Form::of_path(Path::new("club.PGN")), Some(Form::Pgn));
/// assert_eq!(Form::of_path(Path::new("club.txt")), None);
/// assert_eq!(Form::Xml.to_string(), "XML");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Any number of games with everything.
    Pgn,
    /// The board and the moves of one game, in BYU's form.
    Xml,
    /// Positions, one a line.
    Fen,
    /// Positions with operations, one a line.
    Epd,
}

impl Form {
    #[expect(missing_docs, reason = "its value says it")]
    pub const ALL: [Form; 4] = [Form::Pgn, Form::Xml, Form::Fen, Form::Epd];

    /// The form that a path's ending names.
    pub fn of_path(path: &Path) -> Option<Form> {
        Form::of_ending(path.extension()?.to_str()?)
    }

    /// The same for a file to be read, which may be compressed: `games.pgn.zst`.
    ///
    /// ```
    /// use std::path::Path;
    /// use tabiya_files::Form;
    ///
    /// assert_eq!(Form::of_input(Path::new("games.pgn.zst")), Some(Form::Pgn));
    /// assert_eq!(Form::of_path(Path::new("games.pgn.zst")), None);
    /// ```
    pub fn of_input(path: &Path) -> Option<Form> {
        let is_packed = Packing::of_path(path).is_some();
        Form::of_path(if is_packed { Path::new(path.file_stem()?) } else { path })
    }

    /// The form of an ending such as `pgn`, in small or capital letters.
    pub fn of_ending(ending: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.ending().eq_ignore_ascii_case(ending))
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Form::Pgn => "pgn",
            Form::Xml => "xml",
            Form::Fen => "fen",
            Form::Epd => "epd",
        }
    }

    /// What it is called when it is sent over a network.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Pgn => "application/vnd.chess-pgn; charset=utf-8",
            Form::Xml => "application/xml; charset=utf-8",
            Form::Fen | Form::Epd => "text/plain; charset=utf-8",
        }
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
        f.write_str(&self.ending().to_ascii_uppercase())
    }
}
