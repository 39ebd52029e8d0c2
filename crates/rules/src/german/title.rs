use std::fmt;

use crate::{GameTitle, Words};

/// Behind it comes the verb: *in Hongs Spiel gibt es keine Rochade*.
impl Words for GameTitle {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.set().map_or("nach diesen Regeln", |set| set.german.within))
    }
}
