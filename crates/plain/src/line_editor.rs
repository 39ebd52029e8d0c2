//! Lines that are typed at a terminal: edited, completed, and found again by the arrows.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, CompletionType, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler,
    ExternalPrinter, Helper, KeyCode, KeyEvent, Modifiers, Movement, RepeatCount,
};
use tabiya_table::talk::{self, Completion};

use crate::line_listener::{InputEvent, MAX_LINE};

/// How many lines are kept for the arrows.
pub const MAX_REMEMBERED: usize = 1000;

/// What editing lines needs of the machine.
pub struct LineEditing {
    /// Lines of earlier times, the oldest first.
    pub remembered: Vec<String>,
    /// Keeps a line for later times.
    pub remember: Box<dyn FnMut(&str)>,
    /// The names of files that go on from what was typed.
    pub file_names: fn(&str) -> Vec<String>,
    /// Leaves the program as Ctrl-C does elsewhere.
    pub interrupt: Box<dyn Fn() + Send>,
}

/// What a line is asked with.
pub(crate) struct LineQuestion {
    pub prompt: String,
    pub words: TypedWords,
}

/// What may be typed.
pub(crate) enum TypedWords {
    /// Moves and commands of the board.
    AtBoard(talk::Completer),
    /// These words first on a line.
    Setup(&'static [&'static str]),
}

/// What may be typed now, as the editor knows it while somebody types.
type SharedWords = Arc<Mutex<TypedWords>>;

/// Asks for lines in a thread of its own, so that a clock can run out meanwhile. Between two questions the terminal is as
/// any program finds it.
pub(crate) struct LineEditor {
    asks: SyncSender<String>,
    heard: Receiver<InputEvent>,
    printer: Box<dyn ExternalPrinter + Send>,
    words: SharedWords,
    remember: Box<dyn FnMut(&str)>,
    /// Whether somebody has been asked and has not answered yet.
    is_asking: bool,
    /// The other lines of an answer that had several.
    behind: VecDeque<InputEvent>,
}

impl LineEditor {
    /// An editor at standard input and output, which are a terminal.
    pub fn new(editing: LineEditing) -> rustyline::Result<LineEditor> {
        let LineEditing { remembered, remember, file_names, interrupt } = editing;
        // What is pasted is typed: each of its lines is one.
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MAX_REMEMBERED)?
            .bracketed_paste(false)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor: Editor<WordHelper, MemHistory> = Editor::with_history(config, history)?;
        for line in &remembered {
            editor.add_history_entry(line.as_str())?;
        }
        let words: SharedWords = Arc::new(Mutex::new(TypedWords::Setup(&[])));
        editor.set_helper(Some(WordHelper { words: Arc::clone(&words), file_names }));
        let clear_or_leave = EventHandler::Conditional(Box::new(ClearOrLeave));
        editor.bind_sequence(KeyEvent(KeyCode::Char('C'), Modifiers::CTRL), clear_or_leave);
        let printer = Box::new(editor.create_external_printer()?);
        let (asks, asked) = sync_channel(0);
        let (hears, heard) = sync_channel(0);
        std::thread::spawn(move || answer(editor, &asked, &hears, &*interrupt));
        Ok(LineEditor { asks, heard, printer, words, remember, is_asking: false, behind: VecDeque::new() })
    }

    /// Whether somebody is typing.
    pub fn is_asking(&self) -> bool {
        self.is_asking
    }

    /// The answer to a question, or to the one before, where that is still open; `patience` is how long to wait for it.
    pub fn next(
        &mut self,
        question: impl FnOnce() -> LineQuestion,
        patience: Option<Duration>,
    ) -> InputEvent {
        if let Some(line) = self.behind.pop_front() {
            return line;
        }
        if !self.is_asking {
            let LineQuestion { prompt, words } = question();
            self.know(words);
            if self.asks.send(prompt).is_err() {
                return InputEvent::End;
            }
        }
        self.is_asking = true;
        let heard = match patience {
            None => self.heard.recv().unwrap_or(InputEvent::End),
            Some(patience) => match self.heard.recv_timeout(patience) {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => return InputEvent::Nothing,
                Err(RecvTimeoutError::Disconnected) => InputEvent::End,
            },
        };
        self.is_asking = false;
        let InputEvent::Line(line) = heard else { return heard };
        if let Some(first) = self.take_several(&line) {
            return first;
        }
        if !line.is_empty() {
            (self.remember)(&line);
        }
        InputEvent::Line(line)
    }

    /// The first of several lines that came as one answer; the others come next. A terminal that says where something pasted
    /// begins and ends sends it so. Nobody looks for them by the arrows.
    fn take_several(&mut self, answer: &str) -> Option<InputEvent> {
        let lines =
            answer.contains(['\n', '\r']).then(|| answer.replace("\r\n", "\n").replace('\r', "\n"))?;
        self.behind = lines.lines().map(|line| bounded(line.trim())).collect();
        self.behind.pop_front()
    }

    /// Something else may be typed from now on, also in the line that is being typed.
    pub fn know(&mut self, words: TypedWords) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Says something above the line that is being typed.
    pub fn print_above(&mut self, text: &str) -> std::io::Result<()> {
        self.printer.print(format!("{text}\n")).map_err(std::io::Error::other)
    }
}

/// A line, unless it is too long.
fn bounded(line: &str) -> InputEvent {
    if line.len() > MAX_LINE { InputEvent::TooLong } else { InputEvent::Line(line.to_owned()) }
}

/// Asks for lines as long as somebody wants them.
fn answer(
    mut editor: Editor<WordHelper, MemHistory>,
    asked: &Receiver<String>,
    hears: &SyncSender<InputEvent>,
    interrupt: &dyn Fn(),
) {
    for prompt in asked {
        let heard = match editor.readline(prompt.as_str()) {
            Ok(line) if line.contains(['\n', '\r']) => InputEvent::Line(line),
            Ok(line) => {
                let heard = bounded(line.trim());
                if let InputEvent::Line(line) = &heard {
                    // A line that cannot be found again is no reason to refuse it.
                    let _ = editor.add_history_entry(line);
                }
                heard
            }
            Err(ReadlineError::Interrupted) => {
                interrupt();
                InputEvent::End
            }
            // A byte that begins no character takes away what is typed, as rustyline gives it up.
            Err(ReadlineError::Io(why)) if why.kind() == ErrorKind::InvalidData => InputEvent::NoText,
            // An input that fails has ended.
            Err(_) => InputEvent::End,
        };
        if hears.send(heard).is_err() {
            return;
        }
    }
}

/// Ctrl-C: takes away what is typed, and where nothing is, leaves.
struct ClearOrLeave;

impl ConditionalEventHandler for ClearOrLeave {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        Some(if context.line().is_empty() { Cmd::Interrupt } else { Cmd::Kill(Movement::WholeBuffer) })
    }
}

/// What the editor asks while somebody types.
struct WordHelper {
    words: SharedWords,
    file_names: fn(&str) -> Vec<String>,
}

impl Completer for WordHelper {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..cursor];
        let known = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let Completion { start, mut words, takes_file } = match &*known {
            TypedWords::AtBoard(completer) => completer.complete(typed),
            TypedWords::Setup(words) => {
                Completion::new(0, words.iter().map(|word| format!("{word} ")).collect(), typed)
            }
        };
        if takes_file {
            words.extend((self.file_names)(&typed[start..]));
        }
        let pair = |word: String| Pair { display: word.trim_end().to_owned(), replacement: word };
        Ok((start, words.into_iter().map(pair).collect()))
    }
}

impl Hinter for WordHelper {
    type Hint = String;
}

impl Highlighter for WordHelper {}

impl Validator for WordHelper {}

impl Helper for WordHelper {}
