//! Compressed input: what a stream is, is told by its first bytes.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::{fmt, mem};

use flate2::bufread::MultiGzDecoder;

use crate::zstd::Frames;

/// A chess file as text, whether it comes plain or compressed with gzip or zstd. It is unpacked while it is read, in
/// little memory. What is no text at all is refused, and so is what grows as no chess file does.
///
/// ```
/// use std::io::Read;
/// use tabiya_files::UnpackingReader;
///
/// let mut text = String::new();
/// UnpackingReader::new("1. e4 *".as_bytes()).read_to_string(&mut text).unwrap();
/// assert_eq!(text, "1. e4 *");
///
/// let error = UnpackingReader::new(&b"PK\x03\x04..."[..]).read_to_string(&mut text).unwrap_err();
/// assert_eq!(error.to_string(), "this is no PGN nor any other text: it looks like a ZIP archive, which must be unpacked first");
/// ```
pub struct UnpackingReader<R> {
    stream: Stream<R>,
    /// How many bytes came out.
    unpacked: u64,
}

/// What was read to know what it is, and the rest.
type PackedInput<R> = BufReader<CountingReader<io::Chain<io::Cursor<Vec<u8>>, R>>>;

enum Stream<R> {
    Unknown(R),
    Plain(io::Chain<io::Cursor<Vec<u8>>, R>),
    Gzip(Box<MultiGzDecoder<PackedInput<R>>>),
    Zstd(Box<Frames<PackedInput<R>>>),
    /// It has failed, and says no more.
    Over,
}

/// Texts of games shrink to a fourth or a tenth. What shrinks to less than this part is no text of games...
pub(crate) const MAX_RATIO: u64 = 250;

/// ...unless it is small all the same, for a short text may be the same line again and again.
const FREE: u64 = 64 << 20;

/// More than all games together that were ever written down.
const MAX_UNPACKED: u64 = 1 << 42;

/// Why a stream cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// It ends too early.
    Truncated,
    /// What is compressed in it cannot be told.
    Damaged,
    /// It is made to fill disks and memory.
    Bomb,
    /// It is something else than text, and what.
    NoText(Option<OtherContent>),
    /// Games are not replaced inside of compressed files.
    InPlace,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Truncated => f.write_str("the compressed file is cut off: its end is missing"),
            UnpackError::Damaged => f.write_str("the compressed file is damaged: it cannot be unpacked"),
            UnpackError::Bomb => write!(
                f,
                "the compressed file grows to more than {MAX_RATIO} times its size, as no file of games does: \
                 it is not read further"
            ),
            UnpackError::NoText(None) => {
                f.write_str("this is no PGN nor any other text: there are binary data in it")
            }
            UnpackError::NoText(Some(what)) => {
                write!(f, "this is no PGN nor any other text: it looks like {what}")
            }
            UnpackError::InPlace => {
                f.write_str("the file is compressed, and no game can be replaced in it: another file will do")
            }
        }
    }
}

impl std::error::Error for UnpackError {}

impl From<UnpackError> for io::Error {
    fn from(error: UnpackError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, error)
    }
}

impl<R: Read> UnpackingReader<R> {
    /// The text of an input. Nothing is read yet.
    pub fn new(input: R) -> UnpackingReader<R> {
        UnpackingReader { stream: Stream::Unknown(input), unpacked: 0 }
    }

    /// Looks at the first bytes.
    fn begin(&mut self) -> io::Result<()> {
        let Stream::Unknown(mut input) = mem::replace(&mut self.stream, Stream::Over) else { return Ok(()) };
        let head = read_head(&mut input)?;
        let packing = Packing::of(&head);
        if packing.is_none() {
            check_text(&head)?;
        }
        let chain = io::Cursor::new(head).chain(input);
        self.stream = match packing {
            None => Stream::Plain(chain),
            Some(Packing::Gzip) => Stream::Gzip(Box::new(MultiGzDecoder::new(source(chain)))),
            Some(Packing::Zstd) => Stream::Zstd(Box::new(Frames::new(source(chain)))),
        };
        Ok(())
    }

    fn read_packed(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (read, packed) = match &mut self.stream {
            Stream::Gzip(decoder) => {
                let read = decoder.read(buffer).map_err(reason);
                (read, decoder.get_ref().get_ref().count)
            }
            Stream::Zstd(frames) => {
                let read = frames.read(buffer);
                (read, frames.source().get_ref().count)
            }
            Stream::Plain(input) => return input.read(buffer),
            Stream::Unknown(_) | Stream::Over => return Ok(0),
        };
        let count = read?;
        // What is inside may be something else again.
        if self.unpacked == 0 {
            check_text(&buffer[..count])?;
        }
        self.unpacked += count as u64;
        let is_bomb = self.unpacked > FREE && self.unpacked / MAX_RATIO > packed;
        if is_bomb || self.unpacked > MAX_UNPACKED {
            return Err(UnpackError::Bomb.into());
        }
        Ok(count)
    }
}

impl<R: Read> Read for UnpackingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if matches!(self.stream, Stream::Unknown(_)) {
            self.begin()?;
        }
        let read = self.read_packed(buffer);
        if read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
            self.stream = Stream::Over;
        }
        read
    }
}

fn source<R: Read>(input: io::Chain<io::Cursor<Vec<u8>>, R>) -> PackedInput<R> {
    BufReader::new(CountingReader { input, count: 0 })
}

/// Why gzip cannot go on. What the system says itself stays as it is.
fn reason(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::Interrupted => error,
        _ if error.raw_os_error().is_some() => error,
        io::ErrorKind::UnexpectedEof => UnpackError::Truncated.into(),
        _ => UnpackError::Damaged.into(),
    }
}

/// As much as is needed to tell what an input is, and what comes along with it.
fn read_head(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = vec![0; 8 * 1024];
    let mut length = 0;
    while length < 8 {
        match input.read(&mut head[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    head.truncate(length);
    Ok(head)
}

/// How something is compressed: its bytes tell it, and where there are none yet, its name.
///
/// ```
/// use std::path::Path;
/// use tabiya_files::Packing;
///
/// assert_eq!(Packing::of_input(&b"\x1f\x8b\x08..."[..]).unwrap(), Some(Packing::Gzip));
/// assert_eq!(Packing::of_input(&b"1. e4 *"[..]).unwrap(), None);
/// assert_eq!(Packing::of_path(Path::new("club.pgn.ZST")), Some(Packing::Zstd));
/// assert_eq!(Packing::of_path(Path::new("club.pgn")), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are known by these names")]
pub enum Packing {
    Gzip,
    Zstd,
}

impl Packing {
    /// How an input is compressed that begins so.
    pub(crate) fn of(head: &[u8]) -> Option<Packing> {
        match head {
            [0x1f, 0x8b, 8, ..] => Some(Packing::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Packing::Zstd),
            _ => None,
        }
    }

    /// How an input is compressed. Its first bytes are read.
    pub fn of_input(mut input: impl Read) -> io::Result<Option<Packing>> {
        Ok(Packing::of(&read_head(&mut input)?))
    }

    /// How a file is compressed that is called so.
    pub fn of_path(path: &Path) -> Option<Packing> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "gz" => Some(Packing::Gzip),
            "zst" | "zstd" => Some(Packing::Zstd),
            _ => None,
        }
    }
}

/// What a file is that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they are known by these names")]
pub enum OtherContent {
    Zip,
    Bzip2,
    Xz,
    SevenZip,
    Pdf,
    Database,
    Utf16,
}

impl fmt::Display for OtherContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OtherContent::Zip => "a ZIP archive, which must be unpacked first",
            OtherContent::Bzip2 => "a file compressed with bzip2, which must be unpacked first",
            OtherContent::Xz => "a file compressed with xz, which must be unpacked first",
            OtherContent::SevenZip => "a 7z archive, which must be unpacked first",
            OtherContent::Pdf => "a PDF",
            OtherContent::Database => "a database",
            OtherContent::Utf16 => "text in UTF-16, which must be saved as UTF-8 first",
        })
    }
}

/// What files that are no text begin with.
const OTHERS: [(&[u8], OtherContent); 8] = [
    (b"PK\x03\x04", OtherContent::Zip),
    (b"BZh", OtherContent::Bzip2),
    (b"\xfd7zXZ\0", OtherContent::Xz),
    (b"7z\xbc\xaf", OtherContent::SevenZip),
    (b"%PDF-", OtherContent::Pdf),
    (b"SQLite format 3\0", OtherContent::Database),
    (b"\xff\xfe", OtherContent::Utf16),
    (b"\xfe\xff", OtherContent::Utf16),
];

/// Refuses what is no text. A few control characters make no difference, for many files have some.
fn check_text(head: &[u8]) -> Result<(), UnpackError> {
    if let Some(&(_, what)) = OTHERS.iter().find(|(begin, _)| head.starts_with(begin)) {
        return Err(UnpackError::NoText(Some(what)));
    }
    let is_odd = |byte: &&u8| matches!(byte, 1..=8 | 0x0e..=0x19 | 0x1c..=0x1f);
    if head.contains(&0) || head.iter().filter(is_odd).count() > head.len() / 10 {
        return Err(UnpackError::NoText(None));
    }
    Ok(())
}

/// Counts what is read through it.
struct CountingReader<R> {
    input: R,
    count: u64,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count += count as u64;
        Ok(count)
    }
}

/// Whether an input is at its end.
pub(crate) fn is_over(input: &mut impl BufRead) -> io::Result<bool> {
    Ok(input.fill_buf()?.is_empty())
}
