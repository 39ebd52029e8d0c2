use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How much must be taken in the time that is given, unless less is left: as much as a very slow line carries.
const LEAST: usize = 32 * 1024;

/// A stream that gives up on whoever does not take what is sent: what waits for them is in memory.
pub(crate) struct PatientStream<S> {
    stream: S,
    patience: Duration,
    /// Until when some more must have been taken, where something waits.
    deadline: Option<Pin<Box<Sleep>>>,
    /// How much was taken since that was set.
    taken: usize,
}

impl<S> PatientStream<S> {
    pub fn new(stream: S, patience: Duration) -> PatientStream<S> {
        PatientStream { stream, patience, deadline: None, taken: 0 }
    }

    pub fn get_ref(&self) -> &S {
        &self.stream
    }

    /// What a try to send `offered` bytes comes to.
    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        offered: usize,
        tried: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(taken)) = tried {
            self.taken += taken;
            if taken == offered || self.taken >= LEAST {
                (self.deadline, self.taken) = (None, 0);
            }
            return tried;
        }
        if tried.is_ready() {
            return tried;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(deadline.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PatientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, bytes.len(), tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.judge(cx, slices.iter().map(|slice| slice.len()).sum(), tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn whoever_takes_nothing_is_given_up() {
        let (near, _far) = duplex(1000);
        let mut stream = PatientStream::new(near, PATIENCE);
        let error = stream.write_all(&[0; 5000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn whoever_takes_a_few_bytes_now_and_then_is_given_up() {
        let (near, mut far) = duplex(1000);
        let mut stream = PatientStream::new(near, PATIENCE);
        let reader = tokio::spawn(async move {
            while far.read_u8().await.is_ok() {
                sleep(PATIENCE / 50).await;
            }
        });
        let error = stream.write_all(&[0; 500_000]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(stream);
        reader.await.unwrap();
    }

    #[tokio::test]
    async fn whoever_reads_on_is_served_and_may_rest_in_between() {
        let (near, mut far) = duplex(1000);
        let mut stream = PatientStream::new(near, Duration::from_secs(60));
        let reader = tokio::spawn(async move {
            let mut all = Vec::new();
            far.read_to_end(&mut all).await.unwrap();
            all.len()
        });
        for _ in 0..10 {
            stream.write_all(&[0; 50_000]).await.unwrap();
        }
        assert!(stream.deadline.is_none());
        drop(stream);
        assert_eq!(reader.await.unwrap(), 500_000);
    }
}
