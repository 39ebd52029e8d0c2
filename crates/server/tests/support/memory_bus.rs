//! A second bus: one queue for each listener, which drops what does not fit and says so.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::stream::unfold;
use tabiya_server::{Bus, BusEvent, GameId, Notice, Subscription};
use tokio::sync::mpsc::{Receiver, Sender, channel};

const QUEUE: usize = 16;

#[derive(Default)]
pub struct MemoryBus {
    listeners: Mutex<HashMap<GameId, Vec<Listener>>>,
}

struct Listener {
    queue: Sender<Notice>,
    has_lost: Arc<AtomicBool>,
}

impl Listener {
    /// Whether somebody still listens.
    fn tell(&self, notice: &Notice) -> bool {
        if self.queue.try_send(notice.clone()).is_err() {
            self.has_lost.store(true, Ordering::SeqCst);
        }
        !self.queue.is_closed()
    }
}

impl Bus for MemoryBus {
    fn publish(&self, game: GameId, notice: Notice) {
        let mut listeners = self.listeners.lock().unwrap();
        if let Some(listeners) = listeners.get_mut(&game) {
            listeners.retain(|listener| listener.tell(&notice));
        }
    }

    fn subscribe(&self, game: GameId) -> Subscription {
        let (queue, waiting) = channel(QUEUE);
        let has_lost = Arc::new(AtomicBool::new(false));
        let listener = Listener { queue, has_lost: Arc::clone(&has_lost) };
        self.listeners.lock().unwrap().entry(game).or_default().push(listener);
        Subscription::new(unfold((waiting, has_lost), |(waiting, has_lost)| hear(waiting, has_lost)))
    }
}

/// What was lost is told before what was not: versions put it right.
async fn hear(
    mut waiting: Receiver<Notice>,
    has_lost: Arc<AtomicBool>,
) -> Option<(BusEvent, (Receiver<Notice>, Arc<AtomicBool>))> {
    if has_lost.swap(false, Ordering::SeqCst) {
        return Some((BusEvent::Gap, (waiting, has_lost)));
    }
    let notice = waiting.recv().await?;
    Some((BusEvent::Notice(notice), (waiting, has_lost)))
}
