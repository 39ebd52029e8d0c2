//! Values of other crates in the records of what was graded: by their names.

/// A piece.
pub mod role_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tabiya_rules::Role;

    pub fn serialize<S: Serializer>(role: &Role, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(role.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Role, D::Error> {
        let name = String::deserialize(deserializer)?;
        Role::ALL.into_iter().find(|role| role.name() == name).ok_or_else(|| D::Error::custom("no piece"))
    }
}

/// A classic.
pub mod classic_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tabiya_classics::Classic;

    pub fn serialize<S: Serializer>(classic: &Classic, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(classic.name)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static Classic, D::Error> {
        let name = String::deserialize(deserializer)?;
        Classic::find(&name).ok_or_else(|| D::Error::custom("no classic"))
    }
}
