use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};

use crate::connections::BusyConnection;
use crate::message_memory::MemoryPermit;

/// What an answer needs for as long as some of it is in memory.
pub(super) struct AnswerHold {
    pub _memory: MemoryPermit,
    pub _connection: Option<BusyConnection>,
}

/// An answer of which no byte outlives what it holds. The body itself is dropped before its last bytes are sent: so the
/// bytes hold it as well.
pub(super) struct AnswerBody {
    body: Body,
    hold: Arc<AnswerHold>,
}

struct AnswerBytes {
    bytes: Bytes,
    _hold: Arc<AnswerHold>,
}

impl AsRef<[u8]> for AnswerBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AnswerBody {
    pub fn new(body: Body, hold: AnswerHold) -> AnswerBody {
        AnswerBody { body, hold: Arc::new(hold) }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        let hold = &self.hold;
        frame.map_ok(|frame| {
            frame.map_data(|bytes| Bytes::from_owner(AnswerBytes { bytes, _hold: Arc::clone(hold) }))
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
