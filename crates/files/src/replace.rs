use std::io::{self, Read, Write};

use tabiya_notation::epd::Operation;
use tabiya_notation::pgn::{GameBuilder, PgnGame, PgnReader, READ_AHEAD};

use crate::packed::Packing;
use crate::{Form, GameReader, GameWriter, Pardon, ReplaceError, UnpackError, take_game};

/// Copies a PGN file with `new` in the place of game `number`, counted from 1. All other bytes stay as they are, and
/// the new game has the line ends of the old one.
///
/// The game that stands there must be `old`, as it was opened or last saved, and must be readable to its end, so that
/// nothing that anybody else wrote is lost. Neither file needs to fit in memory. After an error, what was written is of
/// no use.
///
/// ```
/// use tabiya_files::replace_game;
/// use tabiya_notation::pgn::PgnReader;
///
/// let file = "1. e4  {odd spacing}  *\r\n\r\n1. d4 *\r\n";
/// let (old, _) = PgnReader::new(file.as_bytes()).games().nth(1).unwrap().unwrap();
/// let mut new = old.clone();
/// new.tags.set("White", "Anna");
/// let mut output = Vec::new();
/// replace_game(file.as_bytes(), &mut output, 2, &old, &new).unwrap();
/// let output = String::from_utf8(output).unwrap();
/// assert!(output.starts_with("1. e4  {odd spacing}  *\r\n\r\n[Event \"?\"]\r\n"));
///
/// let error = replace_game(file.as_bytes(), Vec::new(), 1, &old, &new).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 1 in it is not the one that was opened: the file was changed meanwhile",
/// );
/// ```
pub fn replace_game<R: Read, W: Write>(
    input: R,
    output: W,
    number: u64,
    old: &PgnGame,
    new: &PgnGame,
) -> Result<(), ReplaceError> {
    let none = |games| ReplaceError::NoSuchGame { number, games };
    let before = number.checked_sub(1).ok_or_else(|| none(0))?;
    let mut reader = PgnReader::new(CopyReader::new(input, output));
    for passed in 0..before {
        reader.skip_game()?.ok_or_else(|| none(passed))?;
    }
    let begin = reader.next_start()?.ok_or_else(|| none(before))?;
    let line_ends = reader.input_mut().pause(begin)?;
    let mut builder = GameBuilder::with_rules(&old.rule_file());
    let end = reader.read_game(&mut builder)?.ok_or_else(|| none(before))?;
    if let Some(damage) = end.damage {
        return Err(ReplaceError::Damaged(damage));
    }
    // What is written is what counts: comments, for one, are written without the blanks around them.
    let is_old = take_game(&mut builder).is_some_and(|there| there.to_string() == old.to_string());
    if !is_old {
        return Err(ReplaceError::Changed { number });
    }
    let text = new.to_string();
    let copying = reader.into_input();
    Ok(copying.finish(end.bytes.end, &text.trim_end().replace('\n', line_ends))?)
}

/// Makes sure that a file of one game or position holds `known`, as it was opened or last saved, so that nothing is lost
/// that anybody else wrote. What the form does not hold of a game does not count.
///
/// ```
/// use tabiya_files::{Form, GameWriter, expect_game};
/// use tabiya_notation::pgn::PgnReader;
///
/// let (game, _) = PgnReader::new("1. e4 *".as_bytes()).games().next().unwrap().unwrap();
/// let mut writer = GameWriter::new(Form::Xml, Vec::new());
/// writer.put(game.clone(), &[]).unwrap();
/// let file = writer.finish();
/// assert!(expect_game(Form::Xml, &file[..], &game).is_ok());
/// assert!(expect_game(Form::Xml, &b"<svg/>"[..], &game).is_err());
/// ```
pub fn expect_game<R: Read>(form: Form, input: R, known: &PgnGame) -> Result<(), ReplaceError> {
    let mut games = GameReader::new(form, input, Some(&known.rule_file()), Pardon::Everything);
    let found = games.next().and_then(Result::ok).filter(|found| found.damage.is_none());
    let there = found.and_then(|found| written(form, found.game?, &found.operations));
    let is_known = there.is_some_and(|there| Some(there) == written(form, known.clone(), &[]));
    if is_known { Ok(()) } else { Err(ReplaceError::Changed { number: 1 }) }
}

/// A game in some form, where it can be written in it.
fn written(form: Form, game: PgnGame, operations: &[Operation]) -> Option<Vec<u8>> {
    let mut writer = GameWriter::new(form, Vec::new());
    writer.put(game, operations).ok()?;
    Some(writer.finish())
}

/// Copies what is read through it, but for a pause. The last bytes are held back, for whoever reads has read ahead.
struct CopyReader<R, W> {
    input: R,
    output: W,
    /// What was read, and neither written nor left out yet.
    held: Vec<u8>,
    /// How many bytes came before those.
    passed: u64,
    /// The last byte that was written.
    last: Option<u8>,
    is_paused: bool,
}

impl<R: Read, W: Write> CopyReader<R, W> {
    fn new(input: R, output: W) -> CopyReader<R, W> {
        CopyReader { input, output, held: Vec::new(), passed: 0, last: None, is_paused: false }
    }

    /// Writes everything before an offset, and from there on nothing. Gives the line ends that follow.
    fn pause(&mut self, offset: u64) -> io::Result<&'static str> {
        self.release(self.index(offset))?;
        self.is_paused = true;
        // The last byte of the mark that editors put before the first line.
        const MARK_END: u8 = 0xbf;
        if self.last.is_some_and(|byte| !matches!(byte, b'\n' | b'\r' | MARK_END)) {
            self.output.write_all(b"\n")?;
        }
        Ok(line_ends(&self.held))
    }

    /// Writes what takes the place of everything from the pause to an offset, and then the rest of the input.
    fn finish(mut self, offset: u64, text: &str) -> io::Result<()> {
        self.release(self.index(offset))?;
        self.output.write_all(text.as_bytes())?;
        self.output.write_all(&self.held)?;
        io::copy(&mut self.input, &mut self.output)?;
        self.output.flush()
    }

    /// Where an offset is among the bytes that are held. Only blanks can lie further back: those behind a game that
    /// has no last word, where they are very many.
    fn index(&self, offset: u64) -> usize {
        usize::try_from(offset.saturating_sub(self.passed))
            .map_or(self.held.len(), |at| at.min(self.held.len()))
    }

    /// Writes so many bytes of those that are held, or leaves them out.
    fn release(&mut self, count: usize) -> io::Result<()> {
        if !self.is_paused && count > 0 {
            self.output.write_all(&self.held[..count])?;
            self.last = Some(self.held[count - 1]);
        }
        self.held.drain(..count);
        self.passed += count as u64;
        Ok(())
    }
}

impl<R: Read, W: Write> Read for CopyReader<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.held.extend_from_slice(&buffer[..count]);
        if self.passed == 0 && Packing::of(&self.held).is_some() {
            return Err(UnpackError::InPlace.into());
        }
        // In large pieces, for the rest has to be moved each time.
        if self.held.len() > 4 * READ_AHEAD {
            self.release(self.held.len() - READ_AHEAD)?;
        }
        Ok(count)
    }
}

/// How the first line of a text ends.
fn line_ends(text: &[u8]) -> &'static str {
    match text.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(at) if text[at..].starts_with(b"\r\n") => "\r\n",
        Some(at) if text[at] == b'\r' => "\r",
        _ => "\n",
    }
}
