use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use tabiya_engine::uci::{Options, SearchJob, info_line, written};
use tabiya_engine::{Control, Engine, GameSeed, Handicap, Rng, Tables, bench_until};
use tabiya_openings::OpeningBook;
use tabiya_rules::{Move, Position, RuleSource, Rules, perft};
use tabiya_system::shown;

use super::output::UciOutput;

/// What the searching thread is asked to do, in this order.
pub enum Task {
    Say(String),
    Forget,
    Configure(Box<Options>),
    OpenBook(Option<String>),
    OpenTables(Option<String>),
    Search(Box<SearchJob>, Arc<Control>),
    Bench(i32, Arc<Control>),
    Perft(Position<&'static Rules>, u32, Arc<Control>),
}

/// The searching thread's own.
struct UciWorker {
    engine: Engine,
    options: Options,
    /// The book and the tables, each with the path that it came from; without one, the book is the one that is built in.
    book: Option<(String, OpeningBook)>,
    tables: Option<(String, Arc<Tables>)>,
    rng: Rng,
    /// What is misjudged in this game, where strength is limited.
    seed: GameSeed,
    voice: UciOutput,
}

/// Does one task after the other until there are no more.
pub fn work(tasks: &Receiver<Task>, voice: UciOutput) {
    let options = Options::default();
    // The standard library seeds its maps from the system's random numbers.
    let seed = RandomState::new().hash_one(0);
    let mut rng = Rng::from_seed(seed);
    let mut worker = UciWorker {
        engine: Engine::new(options.hash, options.threads),
        options,
        book: None,
        tables: None,
        seed: GameSeed(rng.next_u64()),
        rng,
        voice,
    };
    for task in tasks {
        match task {
            Task::Say(text) => worker.voice.say(&text),
            Task::Forget => worker.forget(),
            Task::Configure(options) => worker.configure(*options),
            Task::OpenBook(path) => worker.open_book(path),
            Task::OpenTables(path) => worker.open_tables(path),
            Task::Search(job, control) => worker.search(&job, &control),
            Task::Bench(depth, control) => run_bench(depth, &control, &worker.voice),
            Task::Perft(position, depth, control) => run_perft(&position, depth, &control, &worker.voice),
        }
    }
}

impl UciWorker {
    /// Begins a game of which nothing is known.
    fn forget(&mut self) {
        self.engine.clear();
        self.seed = GameSeed(self.rng.next_u64());
    }

    fn configure(&mut self, options: Options) {
        if options.hash != self.options.hash {
            let room = available_megabytes().unwrap_or(usize::MAX);
            let megabytes = self.engine.set_megabytes(options.hash.min(room));
            if megabytes < options.hash {
                self.voice.say(&format!("info string there is memory for {megabytes} MB of Hash only"));
            }
        }
        self.engine.set_threads(options.threads);
        self.engine.multi_pv = options.multi_pv;
        self.engine.overhead = options.move_overhead;
        self.options = options;
        self.apply_tables();
    }

    /// Nobody weak plays endgames without a fault.
    fn apply_tables(&mut self) {
        let tables = self.tables.as_ref().filter(|_| !self.options.limit_strength);
        self.engine.tables = tables.map(|(_, tables)| Arc::clone(tables));
    }

    /// Takes a book, or none; where it cannot be read, the old one stays.
    fn open_book(&mut self, path: Option<String>) {
        match path {
            None => self.book = None,
            Some(path) if self.book.as_ref().is_some_and(|(open, _)| *open == path) => {}
            Some(path) => match read_book(&path) {
                Ok(book) => self.book = Some((path, book)),
                Err(why) => self.voice.note(&format!("{why:#}")),
            },
        }
    }

    /// Takes the tables of some folders, or none; where there are no tables, the old ones stay.
    fn open_tables(&mut self, path: Option<String>) {
        match path {
            None => self.tables = None,
            Some(path) if self.tables.as_ref().is_some_and(|(open, _)| *open == path) => {}
            Some(path) => self.read_tables(path),
        }
        self.apply_tables();
    }

    fn read_tables(&mut self, path: String) {
        match Tables::open(&path) {
            Ok(tables) => {
                self.voice.note(&format!("SyzygyPath: {tables}"));
                if let Some((first, rest)) = tables.left_out().split_first() {
                    self.voice.note(&format!("SyzygyPath: {} left out, such as {first}", rest.len() + 1));
                }
                self.tables = Some((path, Arc::new(tables)));
            }
            Err(why) => self.voice.note(&format!("SyzygyPath: {why}")),
        }
    }

    /// Searches and answers, at the time the protocol wants it.
    fn search(&mut self, job: &SearchJob, control: &Control) {
        let position = &job.game.position;
        let mut ponder = None;
        let best = match self.book_move(job) {
            Some(m) => Some(m),
            None => {
                let answer = self.think(job, control);
                ponder = answer.1;
                answer.0
            }
        };
        // An answer to an open question waits until somebody wants it.
        while (job.infinite || control.is_pondering()) && !control.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        let mut line = match best {
            Some(m) => format!("bestmove {}", written(m, position)),
            None => "bestmove 0000".to_string(),
        };
        if let Some(m) = ponder {
            line += &format!(" ponder {}", written(m, position));
        }
        self.voice.say(&line);
    }

    fn think(&mut self, job: &SearchJob, control: &Control) -> (Option<Move>, Option<Move>) {
        let position = &job.game.position;
        let shows_chances = self.options.show_wdl;
        let voice = &self.voice;
        let mut report = |info: &tabiya_engine::Info| voice.say(&info_line(info, position, shows_chances));
        if self.options.limit_strength {
            let handicap = Handicap::of_rating(self.options.elo);
            let (engine, luck) = (&mut self.engine, (self.seed, &mut self.rng));
            return (handicap.choose(engine, &job.game, &job.limits, control, luck, &mut report), None);
        }
        self.engine.play_fully();
        let answer = self.engine.search(&job.game, &job.limits, control, &mut report);
        if let Some(fault) = self.tables.as_ref().and_then(|(_, tables)| tables.take_fault()) {
            self.voice.note(&format!("SyzygyPath: {fault}; going on without tables"));
        }
        (answer.best, answer.ponder)
    }

    fn book_move(&mut self, job: &SearchJob) -> Option<Move> {
        let is_asked = self.options.own_book && !job.infinite && job.limits.moves.is_empty();
        if !is_asked {
            return None;
        }
        let book = self.book.as_ref().map_or(&OpeningBook::BuiltIn, |(_, book)| book);
        book.pick(&job.game.position, self.rng.next_u64())
    }
}

fn read_book(path: &str) -> anyhow::Result<OpeningBook> {
    let place = || format!("BookFile {}", shown(std::path::Path::new(path)));
    OpeningBook::read(File::open(path).with_context(place)?).with_context(place)
}

/// Half of the memory that is free, where the system tells: a larger table would end the process as soon as
/// it is filled.
fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((kilobytes / 1024 / 2).max(1))
}

fn run_bench(depth: i32, control: &Control, voice: &UciOutput) {
    let started = Instant::now();
    match bench_until(depth, control) {
        Some(nodes) => voice.say(&crate::bench::summary(nodes, started.elapsed())),
        None => voice.note("bench was stopped"),
    }
}

/// Counts sequences of moves, each first move told.
fn run_perft(position: &Position<&'static Rules>, depth: u32, control: &Control, voice: &UciOutput) {
    let mut sum = 0;
    for m in &position.legal_moves() {
        let next = position.play_unchecked(m);
        let count = match next.specialized() {
            Some(next) => count(&next, depth - 1, control),
            None => count(&next, depth - 1, control),
        };
        let Some(count) = count else {
            voice.note("perft was stopped");
            return;
        };
        sum += count;
        voice.say(&format!("{}: {count}", written(m, position)));
    }
    voice.say(&format!("\nNodes searched: {sum}"));
}

/// So short sequences are counted in a moment, whoever says stop.
const SHORT: u32 = 3;

/// The number of sequences of so many moves; `None` once it is stopped.
fn count<R: RuleSource>(position: &Position<R>, depth: u32, control: &Control) -> Option<u64> {
    if depth <= SHORT {
        return Some(perft(position, depth));
    }
    if control.is_stopped() {
        return None;
    }
    position.legal_moves().iter().map(|&m| count(&position.play_unchecked(m), depth - 1, control)).sum()
}
