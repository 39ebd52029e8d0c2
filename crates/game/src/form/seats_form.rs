//! Who has which color, as the seat of White and the seat of Black.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tabiya_rules::ByColor;

use crate::Seat;

pub fn serialize<S: Serializer>(seats: &ByColor<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    [seats.white, seats.black].serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<ByColor<Seat>, D::Error> {
    let [white, black] = <[Seat; 2]>::deserialize(from)?;
    if white == black {
        return Err(de::Error::custom("both colors on one seat"));
    }
    Ok(ByColor { white, black })
}
