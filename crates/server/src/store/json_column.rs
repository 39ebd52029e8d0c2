//! What is written as JSON in a column.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_notation::Excerpt;

use super::StoreError;

/// How many bytes what is wrong with a text may have. A message that is longer repeats what was found in it.
const LONGEST: usize = 200;

pub fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Other(error.to_string()))
}

/// What a text in a column means, or why it means nothing, in short: that goes into answers and into the log.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| {
        let why = error.to_string();
        if why.len() <= LONGEST { why } else { format!("{:#}", Excerpt::new(&why)) }
    })
}
