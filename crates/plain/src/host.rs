use std::ffi::OsStr;

use tabiya_notation::RuleFile;
use tabiya_table::Table;

/// What the program around a board does for it.
pub trait Host {
    /// The rule set of a name, or in the file at a path.
    fn load_rules(&self, name_or_path: &OsStr) -> anyhow::Result<RuleFile>;

    /// Looks at the table after something was asked of it, before anybody is told what came of that.
    fn after_request(&self, table: &Table);
}
