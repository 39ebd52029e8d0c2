use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A point in time, in milliseconds since whatever the owner of the games counts from: usually 1970.
///
/// Nothing here reads a clock: whoever gives a command says when.
///
/// ```
/// use std::time::Duration;
/// use tabiya_game::Moment;
///
/// let noon = Moment(43_200_000);
/// assert_eq!(noon.after(Duration::from_secs(1)), Moment(43_201_000));
/// assert_eq!(noon.since(Moment(43_199_500)), Duration::from_millis(500));
/// assert_eq!(noon.since(Moment(50_000_000)), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The moment when `span` has passed.
    pub fn after(self, span: Duration) -> Moment {
        Moment(self.0.saturating_add(u64::try_from(span.as_millis()).unwrap_or(u64::MAX)))
    }

    /// How much time has passed since an earlier moment; none, where it is not earlier. Clocks of machines do go
    /// backwards at times, and nobody should gain by it.
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }
}
