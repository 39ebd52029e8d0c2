use std::time::{SystemTime, UNIX_EPOCH};

use tabiya_game::Moment;

/// The time, for tables, which cannot look at a clock themselves.
pub fn now() -> Moment {
    Moment(0).after(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
