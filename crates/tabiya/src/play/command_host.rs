use std::ffi::OsStr;

use tabiya_notation::RuleFile;
use tabiya_plain::Host;
use tabiya_rules::Language;
use tabiya_table::Table;

use super::interrupt::Interrupt;
use crate::rule_set;

/// This command as the board sees it: it reads rule files, and knows on Ctrl-C what to say of the game.
pub struct CommandHost {
    interrupt: Interrupt,
    language: Language,
}

impl CommandHost {
    pub fn new(interrupt: &Interrupt, language: Language) -> CommandHost {
        CommandHost { interrupt: interrupt.clone(), language }
    }
}

impl Host for CommandHost {
    fn load_rules(&self, name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
        rule_set::load_in(self.language, name_or_path)
    }

    fn after_request(&self, table: &Table) {
        self.interrupt.set_game_recorded(table.is_recording());
    }
}
