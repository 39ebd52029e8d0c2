use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Instant;

/// The most bytes of a line that are kept. Long lines of analysis have about a thousand.
const MAX_LINE: usize = 16 * 1024;

/// How many lines wait for us. When there are more, the program has to wait until we have read some.
const MAX_QUEUE: usize = 256;

/// A line that a program wrote, and when it arrived.
pub struct OutputLine {
    pub text: String,
    pub at: Instant,
}

/// Reads the lines of an output on a thread of its own. The channel closes when the output ends.
pub fn lines(output: impl Read + Send + 'static) -> Receiver<OutputLine> {
    let (sender, receiver) = mpsc::sync_channel(MAX_QUEUE);
    thread::spawn(move || read(BufReader::new(output), &sender));
    receiver
}

/// Until the output ends or nobody listens any more.
fn read(mut output: impl BufRead, to: &SyncSender<OutputLine>) {
    while let Ok(Some(bytes)) = line(&mut output) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim().to_owned();
        if to.send(OutputLine { text, at }).is_err() {
            return;
        }
        // Only now, because a line may have no end.
        if bytes.last() != Some(&b'\n') && output.skip_until(b'\n').is_err() {
            return;
        }
    }
}

/// The next line, or the beginning of one that is too long.
fn line(output: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut kept = Vec::new();
    let count = output.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut kept)?;
    Ok((count > 0).then_some(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let text = [b"one\r\n".to_vec(), vec![b'x'; MAX_LINE * 3], b"\ntwo \nthree".to_vec()].concat();
        let found: Vec<String> = lines(io::Cursor::new(text)).into_iter().map(|line| line.text).collect();
        assert_eq!(found.len(), 4);
        assert_eq!(found[1].len(), MAX_LINE);
        assert_eq!([&found[0], &found[2], &found[3]], ["one", "two", "three"]);
    }

    #[test]
    fn what_is_no_text_is_read_all_the_same() {
        let found: Vec<String> =
            lines(io::Cursor::new(b"\xff\xfe\nok\n")).into_iter().map(|line| line.text).collect();
        assert_eq!(found, ["\u{fffd}\u{fffd}", "ok"]);
    }
}
