use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::{Mutex, watch};

use crate::Error;
use crate::store::{Store, StoreError};

/// A value that outlasts the server. What is in memory is on disk.
pub(crate) struct KeptValue<T> {
    name: &'static str,
    value: watch::Sender<Arc<T>>,
    /// Whether what is on disk could not be read.
    is_lost: AtomicBool,
    /// One change at a time.
    changing: Mutex<()>,
}

impl<T: Clone + Default + DeserializeOwned + Serialize> KeptValue<T> {
    pub fn new(name: &'static str) -> KeptValue<T> {
        KeptValue {
            name,
            value: watch::Sender::default(),
            is_lost: AtomicBool::new(false),
            changing: Mutex::default(),
        }
    }

    /// Reads what was kept, if anything was.
    pub async fn load(&self, store: &dyn Store) -> Result<(), Error> {
        let read = self.read(store).await;
        self.is_lost.store(read.is_err(), Ordering::Relaxed);
        if let Some(value) = read? {
            self.value.send_replace(Arc::new(value));
        }
        Ok(())
    }

    async fn read(&self, store: &dyn Store) -> Result<Option<T>, Error> {
        let Some(text) = store.setting(self.name).await? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(|error| self.damaged(&error))
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
        change: impl FnOnce(&mut T) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let _one = self.changing.lock().await;
        let mut value = T::clone(&self.value.borrow());
        let answer = change(&mut value)?;
        let text = serde_json::to_string(&value).map_err(|error| self.damaged(&error))?;
        store.set_setting(self.name, text).await?;
        self.is_lost.store(false, Ordering::Relaxed);
        self.value.send_replace(Arc::new(value));
        Ok(answer)
    }

    fn damaged(&self, error: &serde_json::Error) -> Error {
        Error::Store(StoreError::Damaged(format!("what was set as `{}` cannot be read: {error}", self.name)))
    }
}
