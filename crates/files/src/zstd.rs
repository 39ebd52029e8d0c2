use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use crate::UnpackError;
use crate::packed::is_over;

/// The largest window that a frame may ask for: as much memory as the usual program takes without being told more.
const MAX_WINDOW: u64 = 128 << 20;

/// Unpacks zstd, frame after frame: programs that compress with several threads write many.
pub(crate) struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    is_inside: bool,
}

impl<R: BufRead> Frames<R> {
    pub(crate) fn new(source: R) -> Frames<R> {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW);
        Frames { source, decoder, is_inside: false }
    }

    pub(crate) fn source(&self) -> &R {
        &self.source
    }

    /// Begins the next frame; false at the end of the input.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !is_over(&mut self.source)? {
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.is_inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                Err(_) => return Err(self.failure()?),
            }
        }
        Ok(false)
    }

    /// Passes over a frame that has nothing for us.
    fn skip(&mut self, length: u64) -> io::Result<()> {
        let passed = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
        if passed == length { Ok(()) } else { Err(UnpackError::Truncated.into()) }
    }

    /// Ends the frame, if it says what its sum says.
    fn end_frame(&mut self) -> Result<(), UnpackError> {
        self.is_inside = false;
        match self.decoder.get_checksum_from_data() {
            Some(told) if self.decoder.get_calculated_checksum() != Some(told) => Err(UnpackError::Damaged),
            _ => Ok(()),
        }
    }

    /// Why the decoder cannot go on: where nothing is left, something is missing.
    fn failure(&mut self) -> io::Result<io::Error> {
        let what = if is_over(&mut self.source)? { UnpackError::Truncated } else { UnpackError::Damaged };
        Ok(what.into())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_inside && !self.begin_frame()? {
                return Ok(0);
            }
            if self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                // One block at a time, which bounds what is held.
                let decoded =
                    self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
                if decoded.is_err() {
                    return Err(self.failure()?);
                }
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            if self.decoder.is_finished() && self.decoder.can_collect() == 0 {
                self.end_frame()?;
            }
        }
    }
}
