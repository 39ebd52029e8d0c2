//! How values of the rules are written in events: as text that people can read too.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serializer, de};

pub(crate) mod outcome_form;
pub(crate) mod rules_form;
pub(crate) mod seats_form;
pub(crate) mod setup_form;

/// Values that print and parse.
pub(crate) mod text_form {
    use super::{Deserializer, Display, FromStr, Serializer, parse};

    pub fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, T: FromStr<Err: Display>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        parse(from, str::parse)
    }
}

/// A string turned into a value.
fn parse<'de, T, E: Display, D: Deserializer<'de>>(
    from: D,
    read: impl FnOnce(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    let text = String::deserialize(from)?;
    read(&text).map_err(de::Error::custom)
}
