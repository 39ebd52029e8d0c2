use std::fs::File;
use std::io::{self, Read, StdinLock};
use std::path::Path;
use std::rc::Rc;

use crate::{FileError, Progress, shown};

/// Something to read, a file or standard input, that says how far it is where that takes long.
pub struct Input {
    source: InputSource,
    name: Rc<str>,
    size: Option<u64>,
    read: u64,
    progress: Rc<Progress>,
}

enum InputSource {
    File(File),
    StandardInput(StdinLock<'static>),
}

/// How wide the bar is.
const BAR: u64 = 30;

impl Input {
    /// Opens a file, or standard input if the path is `-`.
    pub fn open(path: &Path) -> Result<Input, FileError> {
        let name: Rc<str> = input_name(path).into();
        let (source, size) = if path == Path::new("-") {
            (InputSource::StandardInput(io::stdin().lock()), None)
        } else {
            let file = File::open(path).map_err(FileError::system(path))?;
            let found = file.metadata().map_err(FileError::system(path))?;
            (InputSource::File(file), found.is_file().then_some(found.len()))
        };
        Ok(Input { source, name, size, read: 0, progress: Rc::new(Progress::new()) })
    }

    /// What it is called in messages.
    pub fn name(&self) -> Rc<str> {
        Rc::clone(&self.name)
    }

    /// What to hide before anything else is written to the terminal.
    pub fn progress(&self) -> Rc<Progress> {
        Rc::clone(&self.progress)
    }

    fn show(&self) {
        let (name, read) = (&self.name, self.read);
        match self.size.filter(|&size| size > 0) {
            Some(size) => {
                let part = |whole| (u128::from(read.min(size)) * whole / u128::from(size)) as usize;
                let bar = format!("{:.<width$}", "#".repeat(part(BAR.into())), width = BAR as usize);
                self.progress.show(format_args!("{name} [{bar}] {} %", part(100)));
            }
            None => self.progress.show(format_args!("{name}: {} MB", read / 1_000_000)),
        }
    }
}

/// What an input or output is called in messages.
pub fn input_name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { shown(path) }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.source {
            InputSource::File(file) => file.read(buffer),
            InputSource::StandardInput(input) => input.read(buffer),
        }?;
        self.read += count as u64;
        if self.progress.is_due() {
            self.show();
        }
        Ok(count)
    }
}
