//! Who is at which node and what each has to do: asked of all of them when the host looks, and of nobody else.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, timeout_at};

use super::{ClubNews, Cluster};
use crate::random::random_bytes;
use crate::wire::{LoadView, PersonView};

/// How long nodes have to answer.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a node reports of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NodeReport {
    /// When it was started.
    pub started: u64,
    pub people: Vec<PersonView>,
    pub load: LoadView,
}

/// Those who wait for reports, by the number of their question.
#[derive(Default)]
pub(super) struct CensusDesk(Mutex<HashMap<u64, UnboundedSender<(i64, NodeReport)>>>);

/// A question that is open until this is dropped.
struct OpenCensus<'a> {
    desk: &'a CensusDesk,
    number: u64,
    reports: UnboundedReceiver<(i64, NodeReport)>,
}

impl CensusDesk {
    fn open(&self) -> OpenCensus<'_> {
        let number = u64::from_le_bytes(random_bytes());
        let (sender, reports) = unbounded_channel();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(number, sender);
        OpenCensus { desk: self, number, reports }
    }

    /// Another node has answered.
    pub fn hear(&self, number: u64, node: i64, report: NodeReport) {
        if let Some(waiting) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&number) {
            let _ = waiting.send((node, report));
        }
    }
}

impl Drop for OpenCensus<'_> {
    fn drop(&mut self) {
        self.desk.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

impl Cluster {
    /// What every other node that is alive reports; nothing of one that does not answer in time.
    pub async fn census(&self) -> BTreeMap<i64, Option<NodeReport>> {
        let members = std::sync::Arc::clone(&self.members.borrow());
        let others = members.iter().copied().filter(|node| *node != self.node());
        let mut found: BTreeMap<i64, Option<NodeReport>> = others.map(|node| (node, None)).collect();
        if found.is_empty() {
            return found;
        }
        let mut census = self.census_desk.open();
        self.tell_club(&ClubNews::Census(census.number));
        let deadline = Instant::now() + PATIENCE;
        while found.values().any(Option::is_none) {
            let Ok(Some((node, report))) = timeout_at(deadline, census.reports.recv()).await else { break };
            found.insert(node, Some(report));
        }
        found
    }
}
