use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::Control;
use tabiya_engine::uci::{UciAction, UciSession};

use super::output::UciOutput;
use super::worker::{self, Task};
use crate::rule_set;

/// Longer lines are not read: the longest sensible one, a game of some thousand moves, is far shorter.
const MOST_LINE: usize = 1 << 20;

/// Hears lines until the input ends or says quit.
pub fn listen(mut input: impl BufRead) -> io::Result<()> {
    let (tasks, received) = mpsc::channel();
    let voice = UciOutput::default();
    let answering = voice.clone();
    let search = move || worker::work(&received, answering);
    let searching = thread::Builder::new().name("search".into()).spawn(search)?;
    let session = UciSession::default();
    let mut listener =
        UciListener { session, tasks, voice: voice.clone(), running: None, is_quitting: false };
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        voice.check()?;
        if line.len() > MOST_LINE {
            voice.say("info string a line of more than 1048576 bytes is not read");
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let actions = listener.session.hear(&text);
        if actions.into_iter().any(|action| listener.act(action)) {
            break;
        }
    }
    listener.stop();
    let is_told = listener.is_quitting;
    drop(listener);
    // What runs ends at once; a book or tables that are being read are waited for where nobody said quit.
    let started = Instant::now();
    let is_over = || is_told && started.elapsed() > PATIENCE;
    while !searching.is_finished() && !is_over() {
        thread::sleep(Duration::from_millis(1));
    }
    voice.check()
}

/// How long to wait for the last answer after quit.
const PATIENCE: Duration = Duration::from_millis(500);

struct UciListener {
    session: UciSession,
    tasks: Sender<Task>,
    voice: UciOutput,
    /// The search, benchmark or count that was started last, which may have ended.
    running: Option<Arc<Control>>,
    /// Whether somebody said quit.
    is_quitting: bool,
}

impl UciListener {
    /// Does what is to be done; whether that was the end.
    fn act(&mut self, action: UciAction) -> bool {
        match action {
            UciAction::Say(text) => self.voice.say(&text),
            UciAction::Ready if self.is_running() => self.voice.say("readyok"),
            UciAction::Ready => self.send(Task::Say("readyok".into())),
            UciAction::Forget => self.send(Task::Forget),
            UciAction::Configure(options) => self.send(Task::Configure(options)),
            UciAction::Search(job) => {
                let control = if job.ponder { Control::pondering() } else { Control::default() };
                let control = self.begin(control);
                self.send(Task::Search(job, control));
            }
            UciAction::Bench(depth) => {
                let control = self.begin(Control::default());
                self.send(Task::Bench(depth, control));
            }
            UciAction::Perft(depth) => {
                let control = self.begin(Control::default());
                self.send(Task::Perft(self.session.game().position, depth, control));
            }
            UciAction::Stop => self.stop(),
            UciAction::PonderHit => {
                if let Some(control) = &self.running {
                    control.ponder_hit();
                }
            }
            UciAction::OpenBook(path) => self.send(Task::OpenBook(path)),
            UciAction::OpenTables(path) => self.send(Task::OpenTables(path)),
            UciAction::LoadRules(path) => self.load_rules(&path),
            UciAction::Quit => self.is_quitting = true,
        }
        self.is_quitting
    }

    /// Ends what runs, so that it answers at once, and gives the other end of the next one's control.
    fn begin(&mut self, control: Control) -> Arc<Control> {
        self.stop();
        let control = Arc::new(control);
        self.running = Some(Arc::clone(&control));
        control
    }

    /// What runs holds the other end of its control until it ends.
    fn is_running(&self) -> bool {
        self.running.as_ref().is_some_and(|control| Arc::strong_count(control) > 1)
    }

    fn stop(&self) {
        if let Some(control) = &self.running {
            control.stop();
        }
    }

    fn load_rules(&mut self, path: &str) {
        match rule_set::load_file(Path::new(path)) {
            Ok(file) => {
                self.session.options.set_rules(path, file.rules.intern());
                self.session.restart();
                self.send(Task::Configure(Box::new(self.session.options.clone())));
            }
            Err(why) => self.voice.note(&format!("{why:#}")),
        }
    }

    fn send(&self, task: Task) {
        // The other thread ends only when this one does.
        let _ = self.tasks.send(task);
    }
}

/// Reads one line without its end, of which at most one byte more than the limit is kept. `false` at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut is_any = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(is_any);
        }
        is_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = (MOST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}
