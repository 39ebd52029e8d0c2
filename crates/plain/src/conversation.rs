//! One line in, a few lines out.

use std::io::{self, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use tabiya_game::narration::sentence;
use tabiya_openings::OpeningLine;
use tabiya_rules::{ByLanguage, Language};
use tabiya_table::Request;
use tabiya_table::talk::{self, AnswerResult, Instruction, words};

use crate::line_listener::{InputEvent, LineListener};
use crate::now;
use crate::plain_board::PlainBoard;

/// How many moves computers make in a row before they wait for a word.
const REST: usize = 1000;

/// The talk between a board and whoever sits at it.
pub struct Conversation {
    board: PlainBoard,
    listener: LineListener,
    out: StdoutLock<'static>,
    /// Whether a person reads and types here.
    is_terminal: bool,
    /// Whether somebody's time is up and the table could not take note of it.
    is_flag_refused: bool,
    /// The opening that was told last.
    told_opening: Option<&'static OpeningLine>,
}

/// What a person at a terminal sees after every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtTerminal {
    /// The board.
    Board,
    /// Nothing but what is told anywhere.
    Sentences,
}

/// Whether the talk goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

impl Conversation {
    /// A talk with the board. Lines are read from standard input, and what is said goes to standard output.
    pub fn new(mut board: PlainBoard, out: StdoutLock<'static>, at_terminal: AtTerminal) -> Conversation {
        let is_terminal = io::stdin().is_terminal() && out.is_terminal();
        board.show_always(is_terminal && at_terminal == AtTerminal::Board);
        let told_opening = board.table().opening();
        Conversation {
            board,
            listener: LineListener::new(),
            out,
            is_terminal,
            is_flag_refused: false,
            told_opening,
        }
    }

    /// Talks until somebody leaves or the input ends.
    pub fn run(mut self, greeting: &[String]) -> anyhow::Result<()> {
        for line in greeting {
            self.say(line)?;
        }
        if let Some(board) = self.board.board_after_move() {
            self.say(&board)?;
        }
        loop {
            self.let_computers_move()?;
            self.look_at_the_clock()?;
            self.prompt()?;
            if self.answer()? == Flow::Over {
                break;
            }
        }
        self.board.close()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() { Ok(()) } else { writeln!(self.out, "{text}") }
    }

    /// Says what came of something, or why nothing did.
    fn reply(&mut self, answer: AnswerResult) -> io::Result<bool> {
        match answer {
            Ok(told) => self.say(&told).map(|()| true),
            Err(why) => self.say(&sentence(why)).map(|()| false),
        }
    }

    /// The same of a move, with the opening that it has led to, on the same line: a request has one.
    fn reply_to_move(&mut self, answer: AnswerResult) -> io::Result<bool> {
        let answer = answer.map(|told| format!("{told}{}", self.new_opening()));
        self.reply(answer)
    }

    /// Which opening it is, where that is another than was told before, the computer does not answer at once, and no board
    /// says it.
    fn new_opening(&mut self) -> String {
        if self.board.is_computers_turn() && self.board.has_person() {
            return String::new();
        }
        let opening = self.board.table().opening();
        // A name may have several lines.
        let named = |line: Option<&'static OpeningLine>| line.map(|line| (line.eco(), line.name()));
        let is_other = named(opening) != named(std::mem::replace(&mut self.told_opening, opening));
        let is_running = self.board.table().game().ending().is_none();
        let is_told = is_other && is_running && self.board.board_after_move().is_none();
        opening
            .filter(|_| is_told)
            .map(|line| format!(" {}", words::opening(self.board.language(), line)))
            .unwrap_or_default()
    }

    fn let_computers_move(&mut self) -> anyhow::Result<()> {
        for _ in 0..REST {
            if !self.board.is_computers_turn() {
                return Ok(());
            }
            let reply = self.board.computer_moves();
            if !self.reply_to_move(reply)? {
                self.board.wait();
            }
            self.show_after_move()?;
        }
        self.board.wait();
        let says = match self.board.language() {
            Language::English => format!("The computers rest after {REST} moves: go lets them go on."),
            Language::German => format!("Die Computer ruhen nach {REST} Zügen: go lässt sie weiterspielen."),
        };
        self.say(&says)?;
        Ok(())
    }

    /// Shows the board, which has the times, or only the times; once, if the computer answers at once.
    fn show_after_move(&mut self) -> io::Result<()> {
        let is_answered = self.board.is_computers_turn();
        let board = self.board.board_after_move().filter(|_| !is_answered);
        if let Some(shown) = board.or_else(|| self.board.clock_after_move()) {
            self.say(&shown)?;
        }
        self.out.flush()
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.is_terminal {
            let who = if self.board.is_editing() {
                "setup".to_owned()
            } else {
                self.board.language().words(&self.board.table().game().turn()).to_string()
            };
            write!(self.out, "{who}> ")?;
        }
        self.out.flush()
    }

    /// Says that somebody's time is up. Before the prompt: what is typed belongs behind that.
    fn look_at_the_clock(&mut self) -> io::Result<()> {
        let was_refused = self.is_flag_refused;
        let reply = self.board.look_at_the_clock();
        self.is_flag_refused = matches!(reply, Some(Err(_)));
        match reply {
            // Once is enough.
            Some(Err(_)) if was_refused => {}
            Some(reply) => drop(self.reply(reply)?),
            None => {}
        }
        Ok(())
    }

    /// Waits for a line and obeys it.
    fn answer(&mut self) -> anyhow::Result<Flow> {
        let falls = self.board.table().flag_falls().filter(|_| !self.is_flag_refused);
        let patience = falls.map(|falls| falls.since(now()) + Duration::from_millis(1));
        match self.listener.next(patience) {
            InputEvent::Line(line) => return self.obey(&line),
            InputEvent::NoText => {
                let says =
                    ByLanguage { english: "This line is no text.", german: "Diese Zeile ist kein Text." };
                self.say(self.board.language().choose(says))?;
            }
            InputEvent::TooLong => {
                let says =
                    ByLanguage { english: "This line is too long.", german: "Diese Zeile ist zu lang." };
                self.say(self.board.language().choose(says))?;
            }
            InputEvent::Nothing if self.is_terminal => self.say("\r")?,
            InputEvent::Nothing => {}
            InputEvent::End => {
                if self.is_terminal {
                    self.say("\r")?;
                }
                return Ok(Flow::Over);
            }
        }
        Ok(Flow::On)
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        if line.is_empty() {
            return Ok(Flow::On);
        }
        if self.board.is_editing() {
            let reply = self.board.edit_line(line);
            self.reply(reply)?;
            return Ok(Flow::On);
        }
        let language = self.board.language();
        let instruction = match talk::read(language, line) {
            Ok(instruction) => instruction,
            Err(why) => {
                self.say(&sentence(language.words(&why)))?;
                return Ok(Flow::On);
            }
        };
        let is_move = matches!(instruction, Instruction::Ask(Request::Move(_)));
        let is_other_game =
            matches!(instruction, Instruction::Ask(Request::Open { .. } | Request::Continue(_)));
        let is_last = instruction == Instruction::Quit;
        let reply = self.board.obey(instruction);
        let is_done = if is_move { self.reply_to_move(reply)? } else { self.reply(reply)? };
        if !is_move {
            self.told_opening = self.board.table().opening();
        }
        if is_done && is_move {
            self.show_after_move()?;
        }
        // The times are told with the game already.
        if let Some(board) = self.board.board_after_move().filter(|_| is_done && is_other_game) {
            self.say(&board)?;
        }
        Ok(if is_last { Flow::Over } else { Flow::On })
    }
}
