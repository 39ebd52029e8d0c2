/// The most bytes before a message of text.
const MOST: usize = 10;

/// Final, and text.
const FINAL_TEXT: u8 = 0x81;

/// What stands before a message of text that a server sends: that it is one and whole, and its length.
///
/// CITE: RFC 6455, section 5.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextFrameHead {
    bytes: [u8; MOST],
    length: usize,
}

impl TextFrameHead {
    pub fn of(text: &str) -> TextFrameHead {
        let mut bytes = [0; MOST];
        bytes[0] = FINAL_TEXT;
        let length = text.len();
        let length = match (u8::try_from(length), u16::try_from(length)) {
            (Ok(short @ ..126), _) => {
                bytes[1] = short;
                2
            }
            (_, Ok(medium)) => {
                bytes[1] = 126;
                bytes[2..4].copy_from_slice(&medium.to_be_bytes());
                4
            }
            _ => {
                bytes[1] = 127;
                bytes[2..].copy_from_slice(&(length as u64).to_be_bytes());
                MOST
            }
        };
        TextFrameHead { bytes, length }
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

    use super::*;

    #[test]
    fn heads_are_those_of_the_library() {
        for length in [0, 1, 125, 126, 127, 1000, 65_535, 65_536, 200_000] {
            let text = "x".repeat(length);
            let frame = Frame::message(text.clone(), OpCode::Data(Data::Text), true);
            let mut expected = Vec::new();
            frame.header().format(length as u64, &mut expected).unwrap();
            assert_eq!(TextFrameHead::of(&text).as_bytes(), expected, "{length}");
        }
    }
}
