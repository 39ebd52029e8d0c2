//! Which of several sources is the one to start.

use std::fs;
use std::path::{Path, PathBuf};

use super::source_language::SourceLanguage;

/// What the file to start is often called, without its ending.
const USUAL: [&str; 5] = ["main", "chess", "game", "program", "__main__"];

/// How much of a source is read to find out.
const MOST: usize = 1 << 20;

/// The file to start: the only one, or the only one that looks like a beginning, or the one with a usual name.
pub fn main_file(folder: &Path, language: SourceLanguage, files: &[&Path]) -> Option<PathBuf> {
    if let [only] = files {
        return Some((*only).to_owned());
    }
    let begins = |file: &&&Path| begins(&source(&folder.join(file)), language);
    let beginnings: Vec<&Path> = files.iter().filter(begins).copied().collect();
    match &beginnings[..] {
        [only] => Some((*only).to_owned()),
        [] => usual(files),
        several => usual(several),
    }
}

/// Of files with a usual name the one nearest to the top; names go before places.
fn usual(files: &[&Path]) -> Option<PathBuf> {
    USUAL.iter().find_map(|name| {
        let has_name = |file: &&&Path| {
            file.file_stem().is_some_and(|stem| stem.to_string_lossy().eq_ignore_ascii_case(name))
        };
        files
            .iter()
            .filter(has_name)
            .min_by_key(|file| file.components().count())
            .map(|file| (*file).to_owned())
    })
}

fn begins(source: &str, language: SourceLanguage) -> bool {
    let words: String = source.split_whitespace().collect::<Vec<_>>().join(" ");
    match language {
        SourceLanguage::Java => words.contains("static void main(") || words.contains("static void main ("),
        SourceLanguage::Python => words.contains("if __name__ =="),
        SourceLanguage::Rust => words.contains("fn main()"),
        SourceLanguage::Cpp | SourceLanguage::C => words.contains("main("),
    }
}

/// The class of a Java file, with its package.
pub fn java_class(folder: &Path, file: &Path) -> String {
    let class = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let source = source(&folder.join(file));
    let package = source.lines().find_map(|line| line.trim().strip_prefix("package ")?.split(';').next());
    match package.map(str::trim).filter(|package| !package.is_empty()) {
        Some(package) => format!("{package}.{class}"),
        None => class,
    }
}

/// The beginning of a source; nothing where it cannot be read, of which the compiler will complain.
fn source(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes[..bytes.len().min(MOST)]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_go_by_their_order_and_then_by_their_place() {
        let files = ["a/main.py", "chess.py", "b/c/main.py"].map(Path::new);
        assert_eq!(usual(&files), Some("a/main.py".into()));
        assert_eq!(usual(&files[1..2]), Some("chess.py".into()));
        assert_eq!(usual(&["board.py"].map(Path::new)), None);
    }
}
