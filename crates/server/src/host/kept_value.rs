use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex, watch};

use crate::Error;
use crate::cluster::{ClubNews, Cluster};
use crate::store::{Store, StoreError};

/// A value that outlasts the server. What is in memory is on disk.
pub(crate) struct KeptValue<T> {
    name: &'static str,
    value: watch::Sender<Arc<T>>,
    /// Whether what is on disk could not be read.
    is_lost: AtomicBool,
    /// One change at a time; what is on disk, as far as that is known.
    kept: Mutex<Option<String>>,
    /// The other servers for which it is set as well.
    cluster: Option<Arc<Cluster>>,
}

impl<T: Clone + Default + DeserializeOwned + Serialize> KeptValue<T> {
    pub fn new(name: &'static str, cluster: Option<Arc<Cluster>>) -> KeptValue<T> {
        KeptValue {
            name,
            value: watch::Sender::default(),
            is_lost: AtomicBool::new(false),
            kept: Mutex::default(),
            cluster,
        }
    }

    /// Reads what was kept, if anything was.
    pub async fn load(&self, store: &dyn Store) -> Result<(), Error> {
        let mut kept = self.kept.lock().await;
        let read = self.read(store, &mut kept).await;
        self.is_lost.store(read.is_err(), Ordering::Relaxed);
        if let Some(value) = read? {
            self.value.send_replace(Arc::new(value));
        }
        Ok(())
    }

    /// Takes in what another server has kept since. What cannot be read now stays as it was.
    pub async fn refresh(&self, store: &dyn Store) {
        let mut kept = self.kept.lock().await;
        let before = kept.clone();
        match self.read(store, &mut kept).await {
            Ok(Some(value)) if *kept != before => drop(self.value.send_replace(Arc::new(value))),
            Ok(_) => {}
            Err(error) => tracing::debug!(?error, "what the host has set could not be read again"),
        }
    }

    async fn read(&self, store: &dyn Store, kept: &mut Option<String>) -> Result<Option<T>, Error> {
        *kept = store.setting(self.name).await?;
        let Some(text) = kept else { return Ok(None) };
        serde_json::from_str(text).map(Some).map_err(|error| self.damaged(&error))
    }

    /// Whether what was kept could not be read, and nothing has taken its place.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    pub fn get(&self) -> Arc<T> {
        Arc::clone(&self.value.borrow())
    }

    /// Looks at the value.
    pub fn with<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.value.borrow())
    }

    /// The value now and whenever it has changed.
    pub fn watch(&self) -> watch::Receiver<Arc<T>> {
        self.value.subscribe()
    }

    /// Changes the value. It holds once it is kept; where `change` refuses, nothing has changed.
    pub async fn change<R>(
        &self,
        store: &dyn Store,
        change: impl Fn(&mut T) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let mut kept = self.kept.lock().await;
        loop {
            let mut value = T::clone(&self.value.borrow());
            let answer = change(&mut value)?;
            let text = serde_json::to_string(&value).map_err(|error| self.damaged(&error))?;
            if self.keep(store, kept.as_deref(), &text).await? {
                *kept = Some(text);
                self.is_lost.store(false, Ordering::Relaxed);
                self.value.send_replace(Arc::new(value));
                self.cluster.iter().for_each(|cluster| cluster.tell_club(&ClubNews::Host));
                return Ok(answer);
            }
            // Another node has changed it meanwhile: the change is made to that.
            match self.read(store, &mut kept).await {
                Ok(value) => drop(self.value.send_replace(Arc::new(value.unwrap_or_default()))),
                // What cannot be read is replaced.
                Err(Error::Store(StoreError::Damaged(_))) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Keeps a text where another one was, which only another node may have changed; whether it is kept.
    async fn keep(&self, store: &dyn Store, before: Option<&str>, text: &str) -> Result<bool, Error> {
        match &self.cluster {
            Some(cluster) => Ok(cluster.store.change_setting(self.name, before, text).await?),
            None => {
                store.set_setting(self.name, text.to_owned()).await?;
                Ok(true)
            }
        }
    }

    fn damaged(&self, error: &serde_json::Error) -> Error {
        Error::Store(StoreError::Damaged(format!("what was set as `{}` cannot be read: {error}", self.name)))
    }
}
