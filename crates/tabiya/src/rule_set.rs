//! Rule sets by name or by path.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use tabiya_notation::{RuleFile, find_rules, rule_file};
use tabiya_rules::Language;
use tabiya_system::shown;

/// The built-in rule set of a name, or else the rule file at a path. What is wrong is told in English, as by all commands.
pub fn load(name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
    load_in(Language::English, name_or_path)
}

/// The same, told in a language.
pub fn load_in(language: Language, name_or_path: &OsStr) -> anyhow::Result<RuleFile> {
    let path = Path::new(name_or_path);
    let unknown = match find_rules(&name_or_path.to_string_lossy()) {
        Ok(set) => return Ok(RuleFile::from(set)),
        Err(unknown) => unknown,
    };
    let is_path = path.components().count() > 1 || path.extension().is_some() || path.exists();
    if is_path {
        return read_rules(language, path);
    }
    let unknown = language.words(&unknown);
    Err(match language {
        Language::English => anyhow!("{unknown}; a path to a rule file would do too"),
        Language::German => anyhow!("{unknown}; der Pfad einer Regeldatei geht auch"),
    })
}

/// The rule set in a file.
pub fn load_file(path: &Path) -> anyhow::Result<RuleFile> {
    read_rules(Language::English, path)
}

fn read_rules(language: Language, path: &Path) -> anyhow::Result<RuleFile> {
    let text = read_text(language, path).with_context(|| shown(path))?;
    text.parse().map_err(|errors: rule_file::RuleFileErrors| {
        let lines: Vec<String> = language
            .words(&errors)
            .to_string()
            .lines()
            .map(|line| format!("{}: {line}", shown(path)))
            .collect();
        anyhow!(lines.join("\n"))
    })
}

/// The text of a file, or of as much of it as a rule file may have and one byte more.
fn read_text(language: Language, path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let limit = rule_file::MAX_LENGTH as u64 + 1;
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == limit {
        let most = rule_file::MAX_LENGTH;
        match language {
            Language::English => bail!("the file has more than {most} bytes, which no rule file needs"),
            Language::German => {
                bail!("die Datei hat mehr als {most} Bytes, und so viele braucht keine Regeldatei")
            }
        }
    }
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to() + 1;
        match language {
            Language::English => anyhow!("byte {byte} is not UTF-8 text"),
            Language::German => anyhow!("Byte {byte} ist kein Text in UTF-8"),
        }
    })
}
