//! The settings file, which all commands share, and where games are kept: what a flag says, else what the file says,
//! else what is usual.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tabiya_rules::Language;
use tabiya_server::{AddressRange, NotAPlace, StorePlace};
use tabiya_system::{Draft, shown};
use tabiya_tui::BoardSettings;

use crate::backup_rhythm::BackupRhythm;
use crate::output::tell;
use crate::system_language::read_language;

/// What the settings file says. Whatever it does not say is as usual.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SettingsFile {
    #[serde(deserialize_with = "listen_address")]
    pub listen: Option<SocketAddr>,
    pub lan: bool,
    pub data: Option<PathBuf>,
    /// Where games are kept instead of the data folder.
    pub store: Option<String>,
    /// What carries news between servers that use that database together.
    pub bus: Option<String>,
    pub public_url: Option<String>,
    #[serde(deserialize_with = "address_ranges")]
    pub trusted_proxies: Vec<AddressRange>,
    #[serde(deserialize_with = "address_ranges")]
    pub metrics_readers: Vec<AddressRange>,
    pub open: Option<bool>,
    pub book: Option<PathBuf>,
    /// A folder with tables of endgames.
    pub tables: Option<PathBuf>,
    /// What one is called on servers.
    pub name: Option<String>,
    #[serde(deserialize_with = "read_language")]
    pub language: Option<Language>,
    pub tls: Option<TlsSettings>,
    pub backups: BackupSettings,
    pub limits: LimitSettings,
    pub board: BoardSettings,
    /// The file itself, where there is one.
    #[serde(skip)]
    path: PathBuf,
}

/// The certificate of a server that encrypts by itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TlsSettings {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// How a club wants its backups.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BackupSettings {
    pub every: Option<BackupRhythm>,
    pub keep: Option<NonZeroUsize>,
    pub folder: Option<PathBuf>,
}

/// The limits that a club may want otherwise.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct LimitSettings {
    pub sessions_per_minute: Option<NonZeroU32>,
    pub games_per_minute: Option<NonZeroU32>,
    pub requests_per_second: Option<NonZeroU32>,
    pub players_per_address: Option<NonZeroU32>,
    pub connections: Option<NonZeroUsize>,
    pub connections_per_address: Option<NonZeroUsize>,
    pub sockets_per_address: Option<NonZeroUsize>,
    pub rule_sets_per_hour: Option<NonZeroU32>,
    pub moves_per_day: Option<NonZeroU32>,
    pub kept_megabytes_per_player: Option<NonZeroU32>,
    pub kept_megabytes: Option<NonZeroU32>,
    pub classics: Option<NonZeroUsize>,
    pub classics_per_address: Option<NonZeroUsize>,
    pub classic_idle_minutes: Option<NonZeroU32>,
    pub classic_life_minutes: Option<NonZeroU32>,
    pub exhibitions: Option<NonZeroUsize>,
    pub exhibitions_per_address: Option<NonZeroUsize>,
    pub exhibitions_per_player: Option<NonZeroUsize>,
    pub exhibition_moves: Option<NonZeroU32>,
    pub exhibition_unwatched_seconds: Option<NonZeroU32>,
    pub exhibition_turn_seconds: Option<NonZeroU32>,
    pub analyses: Option<NonZeroUsize>,
    pub analyses_per_address: Option<NonZeroUsize>,
    pub analyses_per_player: Option<NonZeroUsize>,
    pub claim_after_seconds: Option<u32>,
}

impl SettingsFile {
    /// The file that a flag names, else the usual one, which need not be there.
    pub fn load(named: Option<&Path>) -> anyhow::Result<SettingsFile> {
        match named {
            Some(path) => read(path),
            None => tabiya_system::settings_file()
                .map_or_else(|| Ok(SettingsFile::default()), |path| read_if_there(&path)),
        }
    }
}

/// The flags of every command that works with the games that are kept.
#[derive(clap::Args, Default)]
pub struct DataArgs {
    /// Where games are kept [default: what the settings file says, else the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// A file with settings [default: tabiya/tabiya.toml in the user's configuration folder]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The flag of every command that works with the games of a server.
#[derive(clap::Args, Default)]
pub struct StoreArgs {
    /// Keep games in this PostgreSQL database instead of the data folder, such as postgres://club:secret@localhost/chess
    #[arg(long, value_name = "URL")]
    store: Option<String>,
}

impl StoreArgs {
    /// The address of the database that this flag or the settings name, if one does.
    pub fn database(&self, settings: &SettingsFile) -> anyhow::Result<Option<String>> {
        let Some(named) = self.store.as_ref().or(settings.store.as_ref()) else { return Ok(None) };
        match named.parse() {
            Ok(StorePlace::Postgres(address)) => Ok(Some(address)),
            Ok(StorePlace::Folder(_)) | Err(NotAPlace) => Err(anyhow!(
                "--store is the address of a database, such as postgres://club:secret@localhost/chess; a folder is named by \
                 --data"
            )),
        }
    }
}

impl DataArgs {
    /// The settings file that these flags mean.
    pub fn settings(&self) -> anyhow::Result<SettingsFile> {
        SettingsFile::load(self.config.as_deref())
    }

    /// Where settings are written down.
    pub fn settings_path(&self) -> Option<PathBuf> {
        self.config.clone().or_else(tabiya_system::settings_file)
    }

    /// The settings by which the folder is found. A file that is not needed for that is not read, and cannot be wrong.
    pub fn settings_for_folder(&self) -> anyhow::Result<SettingsFile> {
        match (&self.data, &self.config) {
            (Some(_), None) => Ok(SettingsFile::default()),
            _ => self.settings(),
        }
    }

    /// The same for whoever has read the settings. The path holds wherever it is pasted.
    pub fn folder_by(&self, settings: &SettingsFile) -> anyhow::Result<PathBuf> {
        let named = self.data.as_ref().or(settings.data.as_ref());
        let folder = tabiya_system::data_folder(named.cloned())?;
        let absolute = std::path::absolute(&folder).context("the data folder has no name")?;
        if self.data.is_none() && settings.data.as_ref().is_some_and(|data| data.is_relative()) {
            let (file, folder, example) =
                (shown(&settings.path), shown(&absolute), "data = \"/home/anna/chess\"");
            tell(format_args!(
                "note: {file} names a data folder that depends on where the command is started: here it is {folder}; \
                 a path such as {example} is the same everywhere"
            ));
        }
        Ok(absolute)
    }
}

fn read_if_there(path: &Path) -> anyhow::Result<SettingsFile> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(SettingsFile::default()),
        _ => read(path),
    }
}

fn read(path: &Path) -> anyhow::Result<SettingsFile> {
    let text = fs::read_to_string(path).with_context(|| shown(path))?;
    let mut settings: SettingsFile = toml::from_str(&text)
        .map_err(|error| anyhow!("{}: {}", shown(path), error.to_string().trim_end()))?;
    settings.data = settings.data.map(in_home).transpose().with_context(|| shown(path))?;
    settings.book = settings.book.map(in_home).transpose().with_context(|| shown(path))?;
    settings.tables = settings.tables.map(in_home).transpose().with_context(|| shown(path))?;
    settings.backups.folder =
        settings.backups.folder.map(in_home).transpose().with_context(|| shown(path))?;
    let tls = settings.tls.map(|TlsSettings { certificate, key }| {
        Ok::<_, anyhow::Error>(TlsSettings { certificate: in_home(certificate)?, key: in_home(key)? })
    });
    settings.tls = tls.transpose().with_context(|| shown(path))?;
    settings.path = path.to_owned();
    Ok(settings)
}

/// Writes a section of a settings file anew, and leaves all else in it as it is. A file that could not be read afterwards is
/// not written.
pub fn write_section(path: &Path, name: &str, lines: &str) -> anyhow::Result<()> {
    rewrite(path, &format!("[{name}]"), |text| with_section(text, name, lines))
}

/// Writes a value that belongs to no section anew, in the same way.
pub fn write_value(path: &Path, line: &str) -> anyhow::Result<()> {
    rewrite(path, "its first part", |text| with_value(text, line))
}

fn rewrite(path: &Path, place: &str, change: impl FnOnce(&str) -> String) -> anyhow::Result<()> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| shown(path))?,
    };
    let written = change(&text);
    toml::from_str::<SettingsFile>(&written).map_err(|error| {
        anyhow!("{}: with other lines in {place} it could not be read: {}", shown(path), error.message())
    })?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| shown(folder))?;
    }
    let mut draft = Draft::new(path)?;
    draft.write_all(written.as_bytes()).with_context(|| shown(path))?;
    Ok(draft.commit()?)
}

/// A file of settings with other lines in one of its sections. What somebody remarked there stays.
fn with_section(text: &str, name: &str, lines: &str) -> String {
    let own: Vec<&str> = text.lines().collect();
    let is_head = |line: &&str| line.trim_start().starts_with('[');
    let Some(head) = own.iter().position(|line| section_name(line) == Some(name)) else {
        let gap = if own.is_empty() || own.last().is_some_and(|line| line.is_empty()) { "" } else { "\n" };
        return format!("{}{gap}[{name}]\n{lines}", joined(&own));
    };
    let inside = &own[head + 1..];
    let next = inside.iter().position(is_head).unwrap_or(inside.len());
    // What is remarked above the next head is said of that.
    let is_remark = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let end = inside[..next].iter().rposition(|line| !is_remark(line)).map_or(0, |last| last + 1);
    let after = &inside[end..];
    let gap = if after.first().is_some_and(is_head) { "\n" } else { "" };
    let section = with_values(&inside[..end], lines);
    format!("{}{}{gap}{}", joined(&own[..=head]), joined(&section), joined(after))
}

/// A file of settings with another value of those that stand before all sections.
fn with_value(text: &str, line: &str) -> String {
    let own: Vec<&str> = text.lines().collect();
    let head = own.iter().position(|line| line.trim_start().starts_with('[')).unwrap_or(own.len());
    let place =
        own[..head].iter().position(|own| value_name(own).is_some_and(|name| value_name(line) == Some(name)));
    match place {
        Some(place) => format!("{}{line}\n{}", joined(&own[..place]), joined(&own[place + 1..])),
        None => format!("{line}\n{}", joined(&own)),
    }
}

/// The lines of a section with other values: each in the place of the former one, the others behind.
fn with_values<'a>(own: &[&'a str], lines: &'a str) -> Vec<&'a str> {
    let mut left: Vec<&str> = lines.lines().collect();
    let mut section = Vec::new();
    for line in own {
        match value_name(line) {
            None => section.push(*line),
            Some(name) => {
                let place = left.iter().position(|line| value_name(line) == Some(name));
                section.extend(place.map(|place| left.remove(place)));
            }
        }
    }
    section.extend(left);
    section
}

/// The name of the section that begins with a line, if one does.
fn section_name(line: &str) -> Option<&str> {
    let (name, _) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(unquoted(name))
}

/// The name of the value that a line sets, if it sets one.
fn value_name(line: &str) -> Option<&str> {
    let (name, _) = line.split_once('=').filter(|_| !line.trim_start().starts_with('#'))?;
    Some(unquoted(name))
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\''])
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn in_home(path: PathBuf) -> anyhow::Result<PathBuf> {
    tabiya_system::with_home(path).context("~ is no folder here, for HOME is not set")
}

/// An address as people write it.
pub fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let expected = "expected an address of this machine with a port, such as 127.0.0.1:8064";
    text.parse().map_err(|_| expected.to_owned())
}

fn listen_address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<SocketAddr>, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse_address(&text).map(Some).map_err(D::Error::custom)
}

fn address_ranges<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<AddressRange>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_written_anew_and_the_rest_stays() {
        let lines = "theme = \"blue\"\n";
        let board = "[board]\ntheme = \"blue\"\n";
        for (before, after) in [
            ("", board.to_owned()),
            ("# mine\nlan = true", format!("# mine\nlan = true\n\n{board}")),
            ("lan = true\n\n[board]\ntheme = \"wood\"\nhjkl = true\n", format!("lan = true\n\n{board}")),
            (
                "[board]\ntheme = \"wood\"\n\n[limits] # few\nclassics = 3\n",
                format!("{board}\n[limits] # few\nclassics = 3\n"),
            ),
            ("[ board ] # mine\nhjkl = true\n", "[ board ] # mine\ntheme = \"blue\"\n".to_owned()),
            (
                "[board]\n# home\ntheme = \"wood\"\n# broken\nmouse = false\n\n# few\n[limits]\n",
                "[board]\n# home\ntheme = \"blue\"\n# broken\n\n# few\n[limits]\n".to_owned(),
            ),
        ] {
            let written = with_section(before, "board", lines);
            assert_eq!(written, after, "{before}");
            assert_eq!(with_section(&written, "board", lines), after, "{before}");
            assert_eq!(toml::from_str::<SettingsFile>(&written).unwrap().board.theme.name(), "blue");
        }
    }

    #[test]
    fn a_value_is_written_anew_and_the_rest_stays() {
        let line = "language = \"de\"";
        for (before, after) in [
            ("", "language = \"de\"\n"),
            ("# mine\nlanguage = \"en\"\nlan = true\n", "# mine\nlanguage = \"de\"\nlan = true\n"),
            (
                "lan = true\n\n[board]\nhjkl = true\n",
                "language = \"de\"\nlan = true\n\n[board]\nhjkl = true\n",
            ),
            ("# language = \"en\"\n", "language = \"de\"\n# language = \"en\"\n"),
        ] {
            let written = with_value(before, line);
            assert_eq!(written, after, "{before}");
            assert_eq!(with_value(&written, line), after, "{before}");
            let settings = toml::from_str::<SettingsFile>(&written).unwrap();
            assert_eq!(settings.language, Some(Language::German));
        }
    }

    #[test]
    fn settings_that_could_not_be_read_afterwards_are_not_written() {
        let folder = std::env::temp_dir().join(format!("tabiya-settings-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tabiya.toml");
        for text in ["board = { theme = \"wood\" }\n", "board.theme = \"wood\"\n", "lan = maybe\n"] {
            fs::write(&path, text).unwrap();
            let told = write_section(&path, "board", "theme = \"blue\"\n");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert!(told.unwrap_err().to_string().contains("could not be read"), "{text}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
