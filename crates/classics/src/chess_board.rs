use std::io::{self, Write};

use crate::host::StreamHost;
use crate::imperial::IMPERIAL;
use crate::intent::{Intent, MoveInput, Spot};
use crate::session::ClassicSession;
use crate::streams::Streams;
use crate::{ClassicOptions, Rows};

/// A board that tells its game in sentences: what the exercise of Imperial College asks for.
///
/// The sample that the exercise gives, first some faults and then Alekhine against Vasic, 1931:
///
/// ```
/// use std::io::Write;
/// use tabiya_classics::ChessBoard;
///
/// let line = "===========================";
/// let mut told = Vec::new();
/// write!(told, "{line}\nTesting the Chess Engine\n{line}\n\n")?;
/// let mut board = ChessBoard::new(&mut told)?;
/// writeln!(board.output())?;
/// for (source, destination) in [("D7", "D6"), ("D4", "H6"), ("D2", "D4"), ("F8", "B4")] {
///     board.submit_move(source, destination)?;
///     writeln!(board.output())?;
/// }
///
/// write!(board.output(), "{line}\nAlekhine vs. Vasic (1931)\n{line}\n\n")?;
/// board.reset_board()?;
/// let moves = "E2E4 E7E6 D2D4 D7D5 B1C3 F8B4 F1D3 B4C3 B2C3 H7H6 C1A3 B8D7 \
///              D1E2 D5E4 D3E4 G8F6 E4D3 B7B6 E2E6 F7E6 D3G6";
/// for (ply, m) in moves.split(' ').enumerate() {
///     if ply % 2 == 0 {
///         writeln!(board.output())?;
///     }
///     board.submit_move(&m[..2], &m[2..])?;
/// }
/// writeln!(board.output())?;
/// assert_eq!(told, include_bytes!("../cases/imperial/sample.out"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ChessBoard<W: Write> {
    session: ClassicSession<'static>,
    output: W,
}

impl<W: Write> ChessBoard<W> {
    /// A new game, and that it is started.
    pub fn new(output: W) -> io::Result<ChessBoard<W>> {
        let session = ClassicSession::new(&IMPERIAL, &ClassicOptions::default())?;
        let mut board = ChessBoard { session, output };
        board.reset_board()?;
        Ok(board)
    }

    /// Makes a move and tells it, or tells why not.
    ///
    /// ```
    /// use tabiya_classics::ChessBoard;
    ///
    /// let mut told = Vec::new();
    /// ChessBoard::new(&mut told)?.submit_move("b1", "d2")?;
    /// assert_eq!(told, b"A new chess game is started!\nWhite's Knight cannot move to D2!\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn submit_move(&mut self, source: impl AsRef<[u8]>, destination: impl AsRef<[u8]>) -> io::Result<()> {
        let spot = |name: &[u8]| Spot::written(name, Rows::FromWhite);
        let (from, to) = (spot(source.as_ref()), spot(destination.as_ref()));
        self.obey(Intent::Move(MoveInput { from, to, promotion: None }))
    }

    /// Starts again, and tells it.
    pub fn reset_board(&mut self) -> io::Result<()> {
        self.obey(Intent::Reset)
    }

    /// Where it is told, for whoever wants to add something.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }

    fn obey(&mut self, intent: Intent) -> io::Result<()> {
        let mut nobody = StreamHost { asides: &mut io::sink() };
        let mut nothing = io::empty();
        self.session.obey(Ok(intent), &mut Streams::new(&mut nothing, &mut self.output, &mut nobody))
    }
}

/// Tells the sample of the exercise: some faults, and then Alekhine against Vasic, 1931.
///
/// ```
/// let mut told = Vec::new();
/// tabiya_classics::sample(&mut told)?;
/// assert_eq!(told, include_bytes!("../cases/imperial/sample.out"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn sample(output: &mut dyn Write) -> io::Result<()> {
    let line = "===========================";
    write!(output, "{line}\nTesting the Chess Engine\n{line}\n\n")?;
    let mut board = ChessBoard::new(output)?;
    for [source, destination] in FAULTS {
        writeln!(board.output)?;
        board.submit_move(source, destination)?;
    }
    write!(board.output, "\n{line}\nAlekhine vs. Vasic (1931)\n{line}\n\n")?;
    board.reset_board()?;
    for pair in ALEKHINE_VASIC.chunks(2) {
        writeln!(board.output)?;
        for [source, destination] in pair {
            board.submit_move(source, destination)?;
        }
    }
    writeln!(board.output)?;
    board.output.flush()
}

const FAULTS: [[&str; 2]; 4] = [["D7", "D6"], ["D4", "H6"], ["D2", "D4"], ["F8", "B4"]];

const ALEKHINE_VASIC: [[&str; 2]; 21] = [
    ["E2", "E4"],
    ["E7", "E6"],
    ["D2", "D4"],
    ["D7", "D5"],
    ["B1", "C3"],
    ["F8", "B4"],
    ["F1", "D3"],
    ["B4", "C3"],
    ["B2", "C3"],
    ["H7", "H6"],
    ["C1", "A3"],
    ["B8", "D7"],
    ["D1", "E2"],
    ["D5", "E4"],
    ["D3", "E4"],
    ["G8", "F6"],
    ["E4", "D3"],
    ["B7", "B6"],
    ["E2", "E6"],
    ["F7", "E6"],
    ["D3", "G6"],
];
