//! The trees of games as they go over the wire. Thousands of moves take long to be written, so that is done once for all who
//! look at the same game, on a thread that serves nobody else.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use tokio::sync::OnceCell;

use crate::blocking::run_blocking;
use crate::{Error, GameId};

/// How many are kept: those that were asked for last. The largest has a megabyte.
const MOST: usize = 16;

/// What a text tells: a version of a game, to those who may change it or to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TreeKey {
    pub game: GameId,
    pub version: u32,
    pub may_edit: bool,
}

/// A text that is there, or that somebody is writing.
type TreeText = Arc<OnceCell<Bytes>>;

/// The latest of them, the one that was asked for last at the end.
#[derive(Default)]
pub(crate) struct TreeCache(Mutex<VecDeque<(TreeKey, TreeText)>>);

impl TreeCache {
    /// The text of a tree. Whoever asks while it is being written waits for that.
    pub async fn text(
        &self,
        key: TreeKey,
        write: impl FnOnce() -> Result<Bytes, Error> + Send + 'static,
    ) -> Result<Bytes, Error> {
        let text = self.find(key);
        text.get_or_try_init(async || run_blocking(write).await?).await.cloned()
    }

    fn find(&self, key: TreeKey) -> TreeText {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(known, _)| *known == key);
        let found = place.and_then(|place| kept.remove(place));
        let (_, text) = found.unwrap_or_else(|| (key, TreeText::default()));
        // What was told before is told to nobody any more.
        kept.retain(|(known, _)| known.game != key.game || known.version >= key.version);
        if kept.len() >= MOST {
            kept.pop_front();
        }
        kept.push_back((key, Arc::clone(&text)));
        text
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_tree_is_written_once_for_all_who_ask() {
        let cache = Arc::new(TreeCache::default());
        let written = Arc::new(AtomicUsize::new(0));
        let game = GameId::random();
        let ask = async |version, may_edit| {
            let count = Arc::clone(&written);
            let write = move || {
                count.fetch_add(1, Ordering::Relaxed);
                Ok(Bytes::from(format!("{version} {may_edit}")))
            };
            cache.text(TreeKey { game, version, may_edit }, write).await.unwrap()
        };
        for (version, may_edit) in [(1, true), (1, true), (1, false), (1, true), (2, true), (2, true)] {
            assert_eq!(ask(version, may_edit).await, format!("{version} {may_edit}"));
        }
        assert_eq!(written.load(Ordering::Relaxed), 3);
        assert_eq!(cache.0.lock().unwrap().len(), 1, "what is out of date is forgotten");
    }

    #[tokio::test]
    async fn few_are_kept_and_no_failure_is() {
        let cache = TreeCache::default();
        let key = |game| TreeKey { game, version: 1, may_edit: false };
        let game = GameId::random();
        assert!(cache.text(key(game), || Err(Error::no_game())).await.is_err());
        assert_eq!(cache.text(key(game), || Ok(Bytes::from("x"))).await.unwrap(), "x");
        for _ in 0..100 {
            cache.text(key(GameId::random()), || Ok(Bytes::new())).await.unwrap();
        }
        assert_eq!(cache.0.lock().unwrap().len(), MOST);
    }
}
