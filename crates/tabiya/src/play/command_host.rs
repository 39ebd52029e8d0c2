use std::ffi::OsStr;

use tabiya_notation::RuleFile;
use tabiya_plain::Host;
use tabiya_table::Table;

use super::interrupt::Interrupt;
use crate::rule_set;

/// This command as the board sees it: it reads rule files, and knows on Ctrl-C what to say of the game.
pub struct CommandHost {
    interrupt: Interrupt,
}

impl CommandHost {
    pub fn new(interrupt: &Interrupt) -> CommandHost {
        CommandHost { interrupt: interrupt.clone() }
    }
}

impl Host for CommandHost {
    fn load_rules(&self, name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
        rule_set::load(name_or_path)
    }

    fn after_request(&self, table: &Table) {
        self.interrupt.set_game_recorded(table.is_recording());
    }
}
