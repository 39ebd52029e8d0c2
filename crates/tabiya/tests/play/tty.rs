//! A terminal that tests sit at: what the program draws is seen as a person would see it.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::board::Folder;

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal of 80 columns and 24 lines, and the board in it.
pub struct Tty {
    pub child: Child,
    ours: Option<File>,
    is_closed: Arc<AtomicBool>,
    seen: Arc<Mutex<vt100::Parser>>,
}

impl Tty {
    pub fn new(folder: &Folder, args: &[&str]) -> Tty {
        Tty::sized(folder, args, (80, 24))
    }

    /// The same in a terminal that says that it has so many columns and lines.
    pub fn sized(folder: &Folder, args: &[&str], size: (u16, u16)) -> Tty {
        Tty::opened(folder, args, size, OFlags::empty(), vt100::Parser::new(24, 80, 0), watch)
    }

    /// The same in a terminal that has but one screen, on which something stands already.
    pub fn with_one_screen(folder: &Folder, args: &[&str], text: &str) -> Tty {
        let mut parser = vt100::Parser::new(24, 80, 0);
        parser.process(text.as_bytes());
        Tty::opened(folder, args, (80, 24), OFlags::empty(), parser, watch_one_screen)
    }

    /// The same in a terminal that refuses what it cannot take at once.
    pub fn impatient(folder: &Folder, args: &[&str]) -> Tty {
        Tty::opened(folder, args, (80, 24), OFlags::NONBLOCK, vt100::Parser::new(24, 80, 0), watch)
    }

    fn opened(
        folder: &Folder,
        args: &[&str],
        (columns, lines): (u16, u16),
        flags: OFlags,
        parser: vt100::Parser,
        watch: fn(File, &Mutex<vt100::Parser>, &AtomicBool),
    ) -> Tty {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap();
        let flags = flags | OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let theirs = open(name.as_c_str(), flags, Mode::empty()).unwrap();
        tcsetwinsize(&theirs, size(columns, lines)).unwrap();
        // A session of its own, of which this is the terminal, as a shell has it.
        let mut command = Command::new("setsid");
        command.args(["--ctty", env!("CARGO_BIN_EXE_tabiya"), "play", "--data", "data"]).args(args);
        command.current_dir(folder.path()).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
        command
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS")
            .env_remove("LINES")
            .env_remove("COLORTERM");
        let end = || Stdio::from(theirs.try_clone().unwrap());
        let child = command.stdin(end()).stdout(end()).stderr(end()).spawn().unwrap();
        let ours = File::from(ours);
        let seen = Arc::new(Mutex::new(parser));
        let is_closed = Arc::new(AtomicBool::new(false));
        let (output, parser, closed) = (ours.try_clone().unwrap(), Arc::clone(&seen), Arc::clone(&is_closed));
        std::thread::spawn(move || watch(output, &parser, &closed));
        Tty { child, ours: Some(ours), is_closed, seen }
    }

    pub fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.ours.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Lets the program draw more than fits into the terminal, before somebody looks at it again.
    pub fn overfill(&mut self, keys: &str) {
        let seen = Arc::clone(&self.seen);
        let _not_looking = seen.lock().unwrap();
        for _ in 0..100 {
            self.send(keys);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// What is on the screen.
    pub fn text(&self) -> String {
        self.seen.lock().unwrap().screen().contents()
    }

    /// Waits until something is on the screen.
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |seen| seen.contains(text));
    }

    pub fn wait_until(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        while !is_there(&self.text()) {
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Does something and waits for what it does.
    pub fn ask(&mut self, keys: &str, text: &str) {
        self.send(keys);
        self.wait_for(text);
    }

    /// A click on a square, White below.
    pub fn click(&mut self, square: &str) {
        self.mouse(square, 'M');
        self.mouse(square, 'm');
    }

    pub fn drag(&mut self, from: &str, to: &str) {
        self.mouse(from, 'M');
        self.mouse(to, 'm');
    }

    /// As terminals tell of the mouse: columns and lines from 1.
    fn mouse(&mut self, square: &str, end: char) {
        let bytes = square.as_bytes();
        let (file, rank) = (u16::from(bytes[0] - b'a'), u16::from(bytes[1] - b'1'));
        let (column, line) = (2 + 5 * file + 2, 1 + 2 * (7 - rank));
        self.send(&format!("\u{1b}[<0;{};{}{end}", column + 1, line + 1));
    }

    pub fn resize(&mut self, columns: u16, lines: u16) {
        self.seen.lock().unwrap().screen_mut().set_size(lines, columns);
        tcsetwinsize(self.ours.as_ref().unwrap(), size(columns, lines)).unwrap();
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
    }

    /// Closes the window.
    pub fn hang_up(&mut self) {
        self.is_closed.store(true, Ordering::SeqCst);
        self.ours = None;
    }

    /// Waits until the program is stopped.
    pub fn wait_until_stopped(&self) {
        let path = format!("/proc/{}/stat", self.child.id());
        self.wait_until("the program to stop", |_| {
            let stat = std::fs::read_to_string(&path).unwrap();
            stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('T'))
        });
    }

    /// Leaves the terminal as a shell might that had it meanwhile.
    pub fn leave_otherwise(&self) {
        let ours = self.ours.as_ref().unwrap();
        let mut modes = tcgetattr(ours).unwrap();
        modes.local_modes |= LocalModes::ICANON | LocalModes::ECHO;
        tcsetattr(ours, OptionalActions::Now, &modes).unwrap();
        let mut parser = self.seen.lock().unwrap();
        parser.process(b"\x1b[?1049l\x1b[?25h\x1b[?1006l\x1b[?1000l\x1b[?2004l$ ");
    }

    /// Whether the board has the terminal.
    pub fn is_taken(&self) -> bool {
        let is_shown = self.seen.lock().unwrap().screen().alternate_screen();
        is_shown && self.is_raw()
    }

    /// Whether keys come one by one, as full screens want them.
    pub fn is_raw(&self) -> bool {
        let modes = tcgetattr(self.ours.as_ref().unwrap());
        modes.is_ok_and(|modes| !modes.local_modes.contains(LocalModes::ICANON))
    }

    /// Whether the terminal is as it was before the program.
    pub fn is_restored(&self) -> bool {
        let parser = self.seen.lock().unwrap();
        let screen = parser.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
            && !self.is_raw()
    }

    /// Whether the terminal takes whole lines and shows them itself, as programs expect to find it.
    pub fn is_plain(&self) -> bool {
        let modes = tcgetattr(self.ours.as_ref().unwrap()).unwrap().local_modes;
        modes.contains(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Waits until the program has ended.
    pub fn wait(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Leaves by a key, and finds everything in order.
    pub fn quit(mut self) {
        self.send("\u{11}");
        assert!(self.wait().success());
        self.wait_until("the terminal as it was", |_| self.is_restored());
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Shows what the program draws, until there is no more or the window is closed.
fn watch(output: File, parser: &Mutex<vt100::Parser>, is_closed: &AtomicBool) {
    read_all(output, is_closed, |bytes| parser.lock().unwrap().process(bytes));
}

/// The same where a terminal does not know that others have a second screen.
fn watch_one_screen(output: File, parser: &Mutex<vt100::Parser>, is_closed: &AtomicBool) {
    read_all(output, is_closed, |bytes| {
        let text = String::from_utf8_lossy(bytes).replace("\u{1b}[?1049", "\u{1b}[?9999");
        parser.lock().unwrap().process(text.as_bytes());
    });
}

fn read_all(mut output: File, is_closed: &AtomicBool, mut show: impl FnMut(&[u8])) {
    let patience = Timespec { tv_sec: 0, tv_nsec: 5_000_000 };
    let mut bytes = [0; 4096];
    while !is_closed.load(Ordering::SeqCst) {
        let mut polled = [PollFd::new(&output, PollFlags::IN)];
        match poll(&mut polled, Some(&patience)) {
            Ok(0) | Err(_) => continue,
            Ok(_) => {}
        }
        match output.read(&mut bytes) {
            Ok(count @ 1..) => show(&bytes[..count]),
            _ => return,
        }
    }
}

fn size(columns: u16, lines: u16) -> Winsize {
    Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}
