//! A board that tests talk to.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of a test's own, gone at its end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tabiya-play-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The only record in it.
    pub fn record(&self) -> PathBuf {
        let mut records = self.files("play", "jsonl");
        assert_eq!(records.len(), 1, "{records:?}");
        records.remove(0)
    }

    /// The files with an ending in a folder of the data.
    pub fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.join("data").join(folder)).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
        paths.sort();
        paths
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command with the folder as the current one, and with no data folder but one inside of it.
pub fn tabiya(folder: &Folder, args: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(args).current_dir(folder.path());
    command
        .env("XDG_DATA_HOME", folder.path().join("nowhere"))
        .env("LC_ALL", "C.UTF-8")
        .env_remove("COLUMNS");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A board that is being played on.
pub struct Board {
    pub child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Board {
    pub fn new(folder: &Folder, args: &str) -> Board {
        let args = format!("play --plain --data data {args}");
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let mut board = Board::of(tabiya(folder, &args));
        while !board.hear().starts_with("Type a move") {}
        board
    }

    /// A board of which nothing was heard yet.
    pub fn of(mut command: Command) -> Board {
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Board { child, input, output }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line; empty where there will be none.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Says something and hears one line.
    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Everything until the input's end is answered.
    pub fn end(mut self) -> String {
        drop(self.input.take());
        let mut rest = String::new();
        while let line = self.hear()
            && !line.is_empty()
        {
            rest.push_str(&line);
            rest.push('\n');
        }
        assert!(self.child.wait().unwrap().success());
        rest
    }

    /// Ends the process as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
