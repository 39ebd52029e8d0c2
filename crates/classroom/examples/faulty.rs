//! Programs with one fault each, for the tests of the checker; and a few honest ones that behave oddly.
//!
//! `faulty CLASSIC FAULT [CASE'S ARGUMENTS]` is our own program of that classic with the fault.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use tabiya_classics::{Classic, ClassicOptions, MachineTurn, Part, RefusalParts, SessionHost, run_hosted};
use tabiya_rules::{ByRole, CUHK, Color, EndRules, FIDE, Move, MoveRules, Role, Roles, Rules, Stalemate};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, fault, ..] = args.as_slice() else { exit(2) };
    let mut classic = *Classic::find(name).expect("the name of a classic");
    let fen = args.iter().position(|arg| arg == "--fen").map(|at| args[at + 1].parse().expect("a FEN"));
    let options =
        ClassicOptions { fen, undo: args.iter().any(|arg| arg == "-undo"), ..ClassicOptions::default() };
    if let Some(rules) = other_rules(&classic, fault) {
        classic.rules = rules.intern();
    }
    let refused = &mut classic.voice.refused;
    match fault.as_str() {
        "no-board-when-refused" => *refused = RefusalParts::always(&[]),
        "own-refusals" => *refused = RefusalParts::always(&[Part::Text("That cannot be done.\n")]),
        "silent-of-check" => refused.into_check = refused.cannot,
        _ => {}
    }
    let stdin = BufReader::new(io::stdin());
    let source: Box<dyn BufRead> = match fault.as_str() {
        "first-of-line" => Box::new(FirstOfLine { input: stdin, line: Vec::new(), read: 0 }),
        _ => Box::new(stdin),
    };
    let dies_at = (fault == "dies-of-questions").then_some("threats");
    let mut input = Feed { input: source, lines: 0, act: act(fault), at_end: at_end(fault), dies_at };
    let release = match fault.as_str() {
        "buffers" | "no-last-newline" | "says-goodbye" => Release::AtTheEnd,
        "crashes-thinking" => Release::WholeLines,
        _ => Release::Flushed,
    };
    let mut output = Mangler { mangle: mangle(fault), release, held: Vec::new() };
    register(std::process::id());
    before(fault);
    let good_moves = match fault.as_str() {
        "crashes-thinking" => 0,
        "crashes-in-its-own-games" => 40,
        _ => usize::MAX,
    };
    let mut host = FaultyHost { good_moves, spares_persons: fault == "crashes-in-its-own-games" };
    run_hosted(&classic, &options, &mut input, &mut output, &mut host).expect("our pipes hold");
    output.finish(fault);
    after(fault);
}

/// Runs the session, until the computer has moved too often.
struct FaultyHost {
    good_moves: usize,
    /// Whether it goes on as Black, who is the computer against a person.
    spares_persons: bool,
}

impl SessionHost for FaultyHost {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        match self.good_moves.checked_sub(1) {
            Some(left) => self.good_moves = left,
            None if self.spares_persons && turn.game.turn() == Color::Black => {}
            None => std::process::abort(),
        }
        Ok(turn.by_skill())
    }
}

/// Tells a test which processes there are, so that it can see that none is left.
fn register(process: u32) {
    let Some(path) = std::env::var_os("FAULTY_PROCESSES") else { return };
    let mut file = OpenOptions::new().create(true).append(true).open(path).expect("a file for the numbers");
    // In one piece: others write theirs at the same time.
    file.write_all(format!("{process}\n").as_bytes()).expect("a line fits in");
}

/// The rules with a mistake in them.
fn other_rules(classic: &Classic, fault: &str) -> Option<Rules> {
    let rules = *classic.rules;
    let moves = match fault {
        "king-left-in-check" => MoveRules { royalty: CUHK.moves.royalty, ..rules.moves },
        "no-en-passant" => MoveRules { en_passant: false, ..rules.moves },
        "no-castling" => MoveRules { castling: false, ..rules.moves },
        "pawns-step-twice" => MoveRules { double_step: true, ..rules.moves },
        "no-double-step" => MoveRules { double_step: false, ..rules.moves },
        "only-queens" => MoveRules { promotes_to: Roles::of(&[Role::Queen]), ..rules.moves },
        "stalemate-loses" | "other-values" | "bishops-worth-10" => rules.moves,
        _ => return None,
    };
    let ends = match fault {
        "stalemate-loses" => EndRules { stalemate: Stalemate::Loses, ..rules.ends },
        _ => rules.ends,
    };
    let values = match fault {
        "other-values" => FIDE.values,
        "bishops-worth-10" => ByRole { bishop: 10, ..rules.values },
        _ => rules.values,
    };
    Some(Rules { moves, ends, values, ..rules })
}

/// What is done before anything else.
fn before(fault: &str) {
    match fault {
        "reads-nothing" => {
            println!("Welcome to chess!");
            sleep_for_ever();
        }
        "exits-at-once" => exit(0),
        // As the sandbox does it with who takes too much memory.
        "is-killed" => {
            let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
        }
        "greets-and-exits" => {
            println!("A new chess game is started!");
            exit(0);
        }
        "tells-sample" => tell_sample(usize::MAX),
        "tells-half-sample" => tell_sample(27),
        "floods" => flood("all work and no play\n"),
        "floods-one-line" => flood("all work and no play "),
        "floods-errors" => loop {
            eprintln!("all work and no play");
        },
        "closes-output" => {
            // Nobody reads what this one writes, and it does not care.
            let nowhere = std::fs::File::create("/dev/null").expect("there is nowhere");
            rustix::stdio::dup2_stdout(nowhere).expect("an output can be closed");
            sleep_for_ever();
        }
        _ => {}
    }
}

/// Plays the exercise's own game, as far as so many lines, and reads nothing.
fn tell_sample(lines: usize) -> ! {
    let mut sample = Vec::new();
    tabiya_classics::sample(&mut sample).expect("a vector takes everything");
    let told: Vec<u8> =
        sample.split_inclusive(|&byte| byte == b'\n').take(lines).flatten().copied().collect();
    io::stdout().write_all(&told).expect("our pipes hold");
    exit(0)
}

fn flood(text: &str) -> ! {
    let mut out = io::stdout();
    while out.write_all(text.as_bytes()).is_ok() {}
    exit(1)
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// What is done when the third line is wanted.
fn act(fault: &str) -> fn() {
    match fault {
        "crashes" => || {
            eprintln!("assertion failed: the bishop is a knight");
            std::process::abort();
        },
        "panics" => || panic!("the bishop is a knight"),
        "exits-early" => || exit(0),
        "fails-early" => || exit(3),
        "hangs" => || sleep_for_ever(),
        "spins" => || {
            // No polite word ends this one.
            let flag = Arc::new(AtomicBool::new(false));
            for signal in [SIGTERM, SIGINT, SIGHUP] {
                signal_hook::flag::register(signal, Arc::clone(&flag)).expect("signals can be caught");
            }
            loop {
                std::hint::spin_loop();
            }
        },
        _ => || {},
    }
}

/// What honest programs do at the end of their input.
fn at_end(fault: &str) -> fn() {
    match fault {
        "loops-at-end" => || loop {
            println!("==== BEGIN GAME INPUT ====");
        },
        "waits-at-end" => || sleep_for_ever(),
        "crashes-at-end" => || std::process::abort(),
        // The child has our pipes, too, and keeps them.
        "leaves-children" => || {
            register(Command::new("sleep").arg("3600").spawn().expect("there is a program that sleeps").id());
        },
        // This one even parts from our group.
        "leaves-strangers" => || {
            let child = Command::new("sleep").arg("2").process_group(0).spawn();
            register(child.expect("there is a program that sleeps").id());
        },
        _ => || {},
    }
}

fn after(fault: &str) {
    match fault {
        "status" => exit(3),
        "goes-on" => sleep_for_ever(),
        "floods-after" => flood("and so on\n"),
        "crashes-after" => std::process::abort(),
        _ => {}
    }
}

/// What the output is turned into, line by line.
fn mangle(fault: &str) -> fn(&[u8]) -> Vec<u8> {
    match fault {
        "wrong-byte" => |line| replaced(line, b"7", b"6"),
        "lost-blanks" => |line| {
            let end = line.iter().rposition(|&byte| byte != b' ' && byte != b'\n').map_or(0, |at| at + 1);
            let newline: &[u8] = if line.ends_with(b"\n") { b"\n" } else { b"" };
            [&line[..end], newline].concat()
        },
        "extra-blanks" => |line| replaced(line, b"\n", b" \n"),
        "crlf" => |line| replaced(line, b"\n", b"\r\n"),
        "tabs" => |line| replaced(line, b"  ", b"\t"),
        "own-words" => |line| {
            let text = String::from_utf8_lossy(line);
            let other = text
                .replace("The game is already over!", "Game over.")
                .replace(" is in stalemate", " cannot move");
            other.into_bytes()
        },
        "misprints" => |line| replaced(line, b"Winner:", b"Winnner:"),
        "escapes" => |line| [b"\x1b[2J", line].concat(),
        "small-letters" => |line| line.to_ascii_lowercase(),
        _ => <[u8]>::to_vec,
    }
}

fn replaced(line: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut made = Vec::new();
    let mut rest = line;
    while let [first, others @ ..] = rest {
        match rest.strip_prefix(from) {
            Some(after) => {
                made.extend_from_slice(to);
                rest = after;
            }
            None => {
                made.push(*first);
                rest = others;
            }
        }
    }
    made
}

/// Standard input that acts up.
struct Feed<R> {
    input: R,
    lines: usize,
    act: fn(),
    at_end: fn(),
    /// How a line begins that it cannot bear.
    dies_at: Option<&'static str>,
}

impl<R: BufRead> Read for Feed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer)
    }
}

impl<R: BufRead> BufRead for Feed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.lines == 2 {
            (self.act)();
        }
        if self.input.fill_buf()?.is_empty() {
            (self.at_end)();
        }
        let line = self.input.fill_buf()?;
        if self.dies_at.is_some_and(|word| line.starts_with(word.as_bytes())) {
            exit(1);
        }
        Ok(line)
    }

    fn consume(&mut self, count: usize) {
        let taken = self.input.fill_buf().unwrap_or_default();
        self.lines += taken[..count].iter().filter(|&&byte| byte == b'\n').count();
        self.input.consume(count);
    }
}

/// Of every line the first move alone.
struct FirstOfLine<R> {
    input: R,
    line: Vec<u8>,
    read: usize,
}

impl<R: BufRead> Read for FirstOfLine<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for FirstOfLine<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        const MOVE: usize = "d7 d5".len();
        if self.read == self.line.len() {
            (self.line, self.read) = (Vec::new(), 0);
            self.input.read_until(b'\n', &mut self.line)?;
            if self.line.len() > MOVE {
                self.line.truncate(MOVE);
                self.line.push(b'\n');
            }
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

/// Standard output that is not what it should be.
struct Mangler {
    mangle: fn(&[u8]) -> Vec<u8>,
    release: Release,
    held: Vec<u8>,
}

/// When output is let go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Release {
    Flushed,
    /// As the library of C does it on a terminal: a line that is not ended is held back.
    WholeLines,
    AtTheEnd,
}

impl Write for Mangler {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        if self.release == Release::WholeLines
            && let Some(last) = self.held.iter().rposition(|&byte| byte == b'\n')
        {
            let rest = self.held.split_off(last + 1);
            self.let_go()?;
            self.held = rest;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.release == Release::AtTheEnd { Ok(()) } else { self.let_go() }
    }
}

impl Mangler {
    fn let_go(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let lines = held.split_inclusive(|&byte| byte == b'\n');
        io::stdout().write_all(&lines.flat_map(self.mangle).collect::<Vec<u8>>())?;
        io::stdout().flush()
    }

    fn finish(&mut self, fault: &str) {
        match fault {
            "no-last-newline" => drop(self.held.pop()),
            "says-goodbye" => self.held.extend_from_slice(b"Goodbye!\n"),
            _ => {}
        }
        let _ = self.let_go();
    }
}
