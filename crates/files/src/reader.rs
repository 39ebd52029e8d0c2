use std::io::Read;

use tabiya_notation::epd::Operation;
use tabiya_notation::pgn::{GameBuilder, PgnGame, PgnReader};
use tabiya_notation::xml::{MAX_LENGTH, OPENED_AS};
use tabiya_notation::{Fen, RuleFile, XmlGame, read_xml};
use tabiya_rules::{NamedRules, Position};

use crate::position_lines::PositionLines;
use crate::{Form, GameDamage, ReadError, ReadingNote, UnpackingReader, ending_on_board, take_game};

/// Something that was found in the input.
#[derive(Clone, Debug, Default)]
pub struct FileGame {
    /// As much of it as could be read, if that is anything.
    pub game: Option<PgnGame>,
    /// What an EPD says of the position.
    pub operations: Vec<Operation>,
    /// What is wrong with it, and where.
    pub damage: Option<GameDamage>,
    /// What had to be taken otherwise than it is written.
    pub notes: Vec<ReadingNote>,
}

/// What is forgiven in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pardon {
    /// Nothing: what is not quite right is damage.
    Nothing,
    /// An EPD with the counters of a FEN, as many files have them.
    Counters,
    /// Whatever leaves a position that can be told.
    Everything,
}

/// Reads games or positions one after the other, whatever form they have, compressed or not. After an error there are no more.
///
/// ```
/// use tabiya_files::{Form, GameReader, Pardon};
/// use tabiya_notation::find_rules;
///
/// let rules = find_rules("imperial").unwrap().into();
/// let mut games = GameReader::new(Form::Pgn, "1. e4 *\n\n1. d4 *".as_bytes(), Some(&rules), Pardon::Nothing);
/// let game = games.next().unwrap().unwrap().game.unwrap();
/// assert_eq!(game.rule_file().name.as_deref(), Some("imperial"));
/// assert_eq!(games.count_rest().unwrap(), 1);
/// ```
pub struct GameReader<R> {
    source: FormReader<R>,
}

enum FormReader<R> {
    Pgn(PgnReader<UnpackingReader<R>>, Box<GameBuilder>),
    Xml(UnpackingReader<R>, RuleFile),
    Lines(Box<PositionLines<UnpackingReader<R>>>),
    /// Nothing more is read.
    Over,
}

impl<R: Read> GameReader<R> {
    /// A reader of an input. The rules are those of games that do not name theirs: chess where none are given, and
    /// for XML `byu` and then chess.
    pub fn new(form: Form, input: R, rules: Option<&RuleFile>, pardon: Pardon) -> GameReader<R> {
        let input = UnpackingReader::new(input);
        let source = match form {
            Form::Pgn => {
                let builder = rules.map_or_else(GameBuilder::new, GameBuilder::with_rules);
                FormReader::Pgn(PgnReader::new(input), Box::new(builder))
            }
            Form::Xml => FormReader::Xml(input, rules.cloned().unwrap_or_else(|| built_in(OPENED_AS[0]))),
            Form::Fen | Form::Epd => {
                let rules = rules.cloned().unwrap_or_else(|| built_in("fide"));
                FormReader::Lines(Box::new(PositionLines::new(input, form, rules, pardon)))
            }
        };
        GameReader { source }
    }

    /// Passes over the next game as fast as possible; `None` where there is none.
    pub fn skip_game(&mut self) -> Result<Option<()>, ReadError> {
        match &mut self.source {
            FormReader::Pgn(reader, _) => Ok(reader.skip_game()?.map(|_| ())),
            FormReader::Lines(lines) => Ok(lines.line()?.map(|_| ())),
            FormReader::Xml(..) | FormReader::Over => Ok(self.next().transpose()?.map(|_| ())),
        }
    }

    /// Passes over all games that are left, and counts them.
    pub fn count_rest(&mut self) -> Result<u64, ReadError> {
        let mut count = 0;
        while self.skip_game()?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

/// A built-in rule set.
fn built_in(name: &'static str) -> RuleFile {
    NamedRules::find(name).map_or_else(|| RuleFile::named(tabiya_rules::FIDE, None), RuleFile::from)
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<FileGame, ReadError>;

    fn next(&mut self) -> Option<Result<FileGame, ReadError>> {
        let found = match &mut self.source {
            FormReader::Pgn(reader, builder) => next_pgn(reader, builder).transpose()?,
            FormReader::Lines(lines) => lines.next()?,
            FormReader::Xml(..) => {
                let FormReader::Xml(input, rules) = std::mem::replace(&mut self.source, FormReader::Over)
                else {
                    return None;
                };
                document(input, &rules)
            }
            FormReader::Over => return None,
        };
        if found.is_err() {
            self.source = FormReader::Over;
        }
        Some(found)
    }
}

fn next_pgn<R: Read>(
    reader: &mut PgnReader<R>,
    builder: &mut GameBuilder,
) -> Result<Option<FileGame>, ReadError> {
    let Some(end) = reader.read_game(builder)? else { return Ok(None) };
    let damage = end.damage.map(GameDamage::Pgn);
    Ok(Some(FileGame { game: take_game(builder), damage, ..FileGame::default() }))
}

/// Whether a game of XML begins elsewhere than usual.
fn other_start(game: &XmlGame) -> Option<ReadingNote> {
    let usual = Position::starting(game.start.source());
    (usual.as_ref() != Ok(&game.start)).then(|| ReadingNote::OtherStart {
        rules: game.rules.display_name().to_owned(),
        start: Fen::from(&game.start),
    })
}

/// The one game of an XML document.
fn document<R: Read>(input: R, rules: &RuleFile) -> Result<FileGame, ReadError> {
    let mut bytes = Vec::new();
    input.take(MAX_LENGTH as u64 + 1).read_to_end(&mut bytes)?;
    let read = read_xml(&bytes, rules).map_err(ReadError::Xml)?;
    let mut game = PgnGame::new(read.start);
    game.rules_name = read.rules.name.as_deref().map(str::to_owned);
    let mut node = PgnGame::ROOT;
    for &m in &read.moves {
        node = game.add(node, Some(m));
    }
    game.ending = ending_on_board(&read.position);
    let mut notes = Vec::new();
    if read.rules.rules != rules.rules {
        let [asked, played] = [rules, &read.rules].map(|rules| rules.display_name().to_owned());
        notes.push(ReadingNote::OtherRules { asked, played });
    }
    notes.extend(other_start(&read));
    Ok(FileGame { game: Some(game), notes, ..FileGame::default() })
}
