use std::borrow::Cow;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{ioctl_fionbio, ioctl_fionread};

/// How much is read at once.
const PIECE: usize = 16 * 1024;

/// How much of standard error is kept: the last of it, where a program tells why it died.
const COMPLAINTS: usize = 4096;

/// How long to rest where there is nothing left to wait for but the end of the process.
const REST: Duration = Duration::from_millis(1);

/// Our ends of a program's pipes. Nothing here ever blocks, so that no thread is needed and none can get stuck.
pub struct Pipes<'a> {
    input: Option<ChildStdin>,
    all: Cow<'a, [u8]>,
    /// How much of the input has been written, and how much may be.
    written: usize,
    allowed: usize,
    /// Whether nobody reads any more.
    is_hung_up: bool,
    /// Whether the pipe is closed when all that may be written is.
    is_closing: bool,
    output: Pipe<OutputEnd>,
    complaints: Pipe<ChildStderr>,
}

/// A pipe that is read, until the other end is closed.
struct Pipe<T> {
    pipe: Option<T>,
    read: Vec<u8>,
}

/// Where a program's output comes from.
pub enum OutputEnd {
    Pipe(ChildStdout),
    Terminal(File),
}

impl Read for OutputEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            OutputEnd::Pipe(pipe) => pipe.read(buffer),
            OutputEnd::Terminal(terminal) => terminal.read(buffer),
        }
    }
}

impl AsFd for OutputEnd {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        match self {
            OutputEnd::Pipe(pipe) => pipe.as_fd(),
            OutputEnd::Terminal(terminal) => terminal.as_fd(),
        }
    }
}

impl Pipes<'_> {
    /// `terminal` is our end of the terminal that the program writes to, where it is no pipe.
    pub fn new<'a>(child: &mut Child, terminal: Option<File>, input: &'a [u8]) -> io::Result<Pipes<'a>> {
        let output = terminal.map(OutputEnd::Terminal).or_else(|| child.stdout.take().map(OutputEnd::Pipe));
        let pipes = Pipes {
            input: child.stdin.take(),
            all: Cow::Borrowed(input),
            written: 0,
            allowed: 0,
            is_hung_up: false,
            is_closing: false,
            output: Pipe { pipe: output, read: Vec::new() },
            complaints: Pipe { pipe: child.stderr.take(), read: Vec::new() },
        };
        // Our ends only: the program's own are as it expects them.
        pipes.input.as_ref().map_or(Ok(()), ioctl_nonblocking)?;
        pipes.output.pipe.as_ref().map_or(Ok(()), ioctl_nonblocking)?;
        pipes.complaints.pipe.as_ref().map_or(Ok(()), ioctl_nonblocking)?;
        Ok(pipes)
    }

    pub fn output(&self) -> &[u8] {
        &self.output.read
    }

    /// Lets the program have this much of its input; says whether that is more than before.
    pub fn allow(&mut self, upto: usize) -> bool {
        let is_more = upto > self.allowed;
        self.allowed = self.allowed.max(upto.min(self.all.len()));
        self.feed();
        is_more
    }

    /// Adds something to the input, and lets the program have it.
    pub fn say(&mut self, more: &[u8]) {
        self.all.to_mut().extend_from_slice(more);
        self.allow(self.all.len());
    }

    /// Lets it have all, and closes the pipe then.
    pub fn close(&mut self) {
        self.is_closing = true;
        self.allow(self.all.len());
    }

    /// Whether the pipe is closed or will be.
    pub fn is_closing(&self) -> bool {
        self.is_closing
    }

    /// Whether the program was given all of its input.
    pub fn is_all_written(&self) -> bool {
        self.written == self.all.len()
    }

    /// Whether the program has read nothing of what it was given, though it was given something.
    pub fn is_unread(&self) -> bool {
        if self.is_hung_up {
            return self.written == 0;
        }
        let left = self.input.as_ref().and_then(|pipe| ioctl_fionread(pipe).ok());
        self.written > 0 && left == Some(self.written as u64)
    }

    /// What was read from standard output, and the last that was read from standard error.
    pub fn into_output(self) -> (Vec<u8>, Vec<u8>) {
        (self.output.read, self.complaints.read)
    }

    /// Waits until bytes can go one way or the other, and lets them. Says whether there is new output.
    pub fn exchange(&mut self, patience: Duration) -> io::Result<bool> {
        self.wait(patience)?;
        self.feed();
        let before = self.output.read.len();
        self.output.take_piece();
        self.complaints.take_piece();
        let superfluous = self.complaints.read.len().saturating_sub(COMPLAINTS);
        self.complaints.read.drain(..superfluous);
        Ok(self.output.read.len() > before)
    }

    /// Reads what is still in the pipes of a program that has ended.
    pub fn drain(&mut self, patience: Duration, limit: usize) -> io::Result<()> {
        self.allowed = self.written;
        let deadline = Instant::now() + patience;
        while self.output.pipe.is_some() && self.output.read.len() <= limit && Instant::now() < deadline {
            self.exchange(REST)?;
        }
        self.exchange(Duration::ZERO)?;
        Ok(())
    }

    fn wait(&self, patience: Duration) -> io::Result<()> {
        let mut ends = Vec::with_capacity(3);
        let has_more = self.written < self.allowed || self.is_closing;
        let input = self.input.as_ref().filter(|_| has_more);
        ends.extend(input.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
        ends.extend(self.output.watched());
        ends.extend(self.complaints.watched());
        if ends.is_empty() {
            std::thread::sleep(patience.min(REST));
            return Ok(());
        }
        let patience = Timespec { tv_sec: 0, tv_nsec: patience.subsec_nanos().into() };
        match poll(&mut ends, Some(&patience)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives the program as much of its input as it takes and may have. At the end, or where it wants no more, the pipe
    /// is closed.
    fn feed(&mut self) {
        while let Some(pipe) = &mut self.input {
            let left = &self.all[self.written..self.allowed];
            if left.is_empty() {
                if self.is_closing {
                    self.input = None;
                }
                return;
            }
            match pipe.write(left) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => {
                    self.is_hung_up = true;
                    self.input = None;
                }
            }
        }
    }
}

impl<T: Read + AsFd> Pipe<T> {
    fn watched(&self) -> Option<PollFd<'_>> {
        self.pipe.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN))
    }

    /// Reads one piece, if there is one. A terminal whose other end is closed fails; a pipe has an end.
    fn take_piece(&mut self) {
        let Some(pipe) = &mut self.pipe else { return };
        let mut piece = [0; PIECE];
        match pipe.read(&mut piece) {
            Ok(0) => self.pipe = None,
            Ok(count) => self.read.extend_from_slice(&piece[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.pipe = None,
        }
    }
}

fn ioctl_nonblocking(pipe: &impl AsFd) -> io::Result<()> {
    Ok(ioctl_fionbio(pipe, true)?)
}
