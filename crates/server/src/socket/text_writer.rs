use std::io::{self, IoSlice};

use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::text_frame::TextFrameHead;

/// Writes messages of text past the library, which would copy each twice, and keep a buffer for the longest of them for as
/// long as the socket is open. Where writing is given up in the middle of a message, the rest of it is kept: it goes first.
#[derive(Default)]
pub(super) struct TextWriter {
    rest: Vec<u8>,
}

impl TextWriter {
    /// Writes what was given up. Whatever went before it would stand in the middle of a message.
    pub async fn finish(&mut self, stream: &mut (impl AsyncWrite + Unpin)) -> io::Result<()> {
        while !self.rest.is_empty() {
            let written = some(stream.write(&self.rest).await?)?;
            self.rest.drain(..written);
        }
        Ok(())
    }

    /// Writes messages, in one packet where they fit.
    pub async fn write(&mut self, stream: &mut (impl AsyncWrite + Unpin), texts: &[&str]) -> io::Result<()> {
        self.finish(stream).await?;
        let heads: Vec<TextFrameHead> = texts.iter().map(|text| TextFrameHead::of(text)).collect();
        let pairs = heads.iter().zip(texts);
        let parts = pairs.flat_map(|(head, text)| [head.as_bytes(), text.as_bytes()]);
        let mut slices: Vec<IoSlice<'_>> = parts.map(IoSlice::new).collect();
        let mut remainder = TextRemainder { left: &mut slices, has_begun: false, rest: &mut self.rest };
        while !remainder.left.is_empty() {
            let written = some(stream.write_vectored(remainder.left).await?)?;
            remainder.has_begun = true;
            IoSlice::advance_slices(&mut remainder.left, written);
        }
        Ok(())
    }
}

fn some(written: usize) -> io::Result<usize> {
    if written == 0 { Err(io::ErrorKind::WriteZero.into()) } else { Ok(written) }
}

/// What is not yet written of some messages. It is kept where nobody waits any longer, unless none of it has gone.
struct TextRemainder<'a, 'b> {
    left: &'a mut [IoSlice<'b>],
    has_begun: bool,
    rest: &'a mut Vec<u8>,
}

impl Drop for TextRemainder<'_, '_> {
    fn drop(&mut self) {
        if self.has_begun {
            self.rest.extend(self.left.iter().flat_map(|slice| slice.iter()));
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;

    use super::*;

    /// Lets somebody write until nothing more fits, and then no longer.
    async fn give_up(writing: impl Future<Output = io::Result<()>>) {
        tokio::select! {
            biased;
            done = writing => panic!("it is written: {done:?}"),
            () = std::future::ready(()) => {}
        }
    }

    fn frame(text: &str) -> Vec<u8> {
        [TextFrameHead::of(text).as_bytes(), text.as_bytes()].concat()
    }

    #[tokio::test]
    async fn a_message_that_is_given_up_is_finished_before_the_next() {
        let (mut near, mut far) = tokio::io::duplex(8);
        let mut writer = TextWriter::default();
        give_up(writer.write(&mut near, &["a long message", "and another"])).await;
        give_up(writer.write(&mut near, &["never begun"])).await;
        let mut heard = Vec::new();
        let writing = async {
            writer.write(&mut near, &["over"]).await.unwrap();
            drop(near);
        };
        let (_, read) = tokio::join!(writing, far.read_to_end(&mut heard));
        read.unwrap();
        assert_eq!(heard, [frame("a long message"), frame("and another"), frame("over")].concat());
    }
}
