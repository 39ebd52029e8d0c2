use std::path::Path;

use tabiya_table::talk::path;

/// The most names that are proposed.
const MOST: usize = 500;

/// The names of files that go on from what was typed, as they would be typed; folders end with a stroke. Hidden ones are
/// named to whoever types their dot.
pub fn file_names(typed: &str) -> Vec<String> {
    let (folder, begun) = typed.rfind('/').map_or(("", typed), |at| typed.split_at(at + 1));
    let listed = path(folder).unwrap_or_else(|| Path::new(".").to_owned());
    let Ok(entries) = std::fs::read_dir(listed) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok().filter(|name| name.starts_with(begun))?;
            let is_shown =
                !name.contains(tabiya_text::is_unseen) && (!name.starts_with('.') || begun.starts_with('.'));
            let end = if entry.path().is_dir() { "/" } else { "" };
            is_shown.then(|| format!("{folder}{name}{end}"))
        })
        .collect();
    names.sort();
    names.truncate(MOST);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_they_would_be_typed() {
        let folder = std::env::temp_dir().join(format!("tabiya-names-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("club games")).unwrap();
        for name in ["club.pgn", "other.pgn", ".hidden", "bad\u{1b}[2J"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let found = |typed: &str| -> Vec<String> {
            let place = format!("{}/", folder.display());
            let names = file_names(&format!("{place}{typed}"));
            names.iter().map(|name| name.strip_prefix(&place).unwrap().to_owned()).collect()
        };
        assert_eq!(found("club"), ["club games/", "club.pgn"]);
        assert_eq!(found(""), ["club games/", "club.pgn", "other.pgn"]);
        assert_eq!(found("."), [".hidden"]);
        assert!(found("nothing").is_empty() && file_names("/no/such/folder/").is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
