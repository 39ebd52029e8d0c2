//! Any bytes go through any classic program, which prints the same in whatever pieces they come, and with CR LF for LF.

#![no_main]

use std::io::{self, BufReader, ErrorKind, Write};

use libfuzzer_sys::fuzz_target;
use tabiya_classics::{CLASSICS, Classic, ClassicOptions, run};

/// As much as is printed before two machines have played long enough.
struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() > 1 << 16 {
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.0.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn printed(classic: &Classic, options: &ClassicOptions, input: &[u8], capacity: usize) -> Vec<u8> {
    let (mut output, mut asides) = (Beginning(Vec::new()), Beginning(Vec::new()));
    let mut input = BufReader::with_capacity(capacity, input);
    if let Err(error) = run(classic, options, &mut input, &mut output, &mut asides) {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    output.0
}

fuzz_target!(|data: &[u8]| {
    let [choice, input @ ..] = data else { return };
    let classic = &CLASSICS[usize::from(choice >> 1) % CLASSICS.len()];
    let options = ClassicOptions { undo: choice & 1 != 0, ..ClassicOptions::default() };
    let output = printed(classic, &options, input, 1 << 13);
    assert_eq!(printed(classic, &options, input, 1), output);
    let lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    assert_eq!(printed(classic, &options, &lines.join(&b"\r\n"[..]), 7), output);
});
