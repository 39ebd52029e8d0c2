//! Names of types: each stands once in the workspace, so that whoever looks for one finds it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// Names that may stand several times, and why.
const SHARED: [(&str, &str); 1] = [("Args", "what a command takes, as clap's own examples call it")];

const KEYWORDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

pub fn faults() -> Result<Vec<String>> {
    let root = workspace::root();
    let crates = root.join("crates");
    let mut files = Vec::new();
    for entry in fs::read_dir(&crates).with_context(|| format!("cannot list {}", crates.display()))? {
        let folder = entry?.path().join("src");
        if folder.is_dir() {
            read_files(&folder, &mut files)?;
        }
    }
    let tests: Vec<PathBuf> = files.iter().flat_map(|(path, text)| test_files(path, text)).collect();
    files.retain(|(path, _)| !tests.contains(path));
    let mut homes = BTreeMap::new();
    for (path, text) in &files {
        add_homes(&mut homes, path.strip_prefix(root).unwrap_or(path), text);
    }
    Ok(homes_faults(&homes))
}

fn read_files(folder: &Path, files: &mut Vec<(PathBuf, String)>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            read_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.push((path, text));
        }
    }
    Ok(())
}

/// The files of modules that are compiled for tests alone.
fn test_files(path: &Path, text: &str) -> Vec<PathBuf> {
    let modules = text.split("#[cfg(test)]\nmod ").skip(1).filter_map(|rest| rest.lines().next());
    let modules = modules.filter_map(|line| line.strip_suffix(';'));
    modules.map(|module| path.with_file_name(module).with_extension("rs")).collect()
}

/// Where names are declared. A file counts once: twins in it are the same thing for different machines.
fn add_homes(homes: &mut BTreeMap<String, Vec<String>>, path: &Path, text: &str) {
    let path = path.display().to_string();
    for name in declared(text) {
        let paths = homes.entry(name.to_owned()).or_default();
        if paths.last() != Some(&path) {
            paths.push(path.clone());
        }
    }
}

/// The types that a formatted file declares, without those of its tests and without the types of traits.
fn declared(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() == "#[cfg(test)]" {
            let indent = indent(line);
            // What it is about ends where a line as far to the left says so.
            lines.find(|line| self::indent(line) == indent && line.ends_with([';', '}', ',']));
        } else {
            names.extend(declaration(line));
        }
    }
    names
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn declaration(line: &str) -> Option<&str> {
    let item = line.trim_start();
    let item = match item.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => item.strip_prefix("pub ").unwrap_or(item),
    };
    let item = item.strip_prefix("unsafe ").unwrap_or(item);
    let (keyword, rest) = item.split_once(' ')?;
    // A trait or its implementation names the types inside it as it must.
    let is_inside = keyword == "type" && indent(line) > 0;
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (KEYWORDS.contains(&keyword) && !is_inside && !name.is_empty()).then_some(name)
}

fn homes_faults(homes: &BTreeMap<String, Vec<String>>) -> Vec<String> {
    let is_shared = |name: &str| SHARED.iter().any(|(shared, _)| *shared == name);
    let repeated = homes.iter().filter(|(name, paths)| paths.len() > 1 && !is_shared(name));
    let repeated = repeated.map(|(name, paths)| {
        format!("the type name {name} stands more than once: {}; say what each is", paths.join(", "))
    });
    let single = SHARED.iter().filter(|(name, _)| homes.get(*name).is_none_or(|paths| paths.len() < 2));
    let single =
        single.map(|(name, _)| format!("the type name {name} need not be among those that may repeat"));
    repeated.chain(single).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn homes(files: &[(&str, &str)]) -> BTreeMap<String, Vec<String>> {
        let mut homes = BTreeMap::new();
        files.iter().for_each(|(path, text)| add_homes(&mut homes, Path::new(path), text));
        homes
    }

    #[test]
    fn every_kind_of_type_is_seen_at_any_depth() {
        let text = "pub struct A(u8);\npub(crate) enum B {\n    C,\n}\nunion D {}\npub(in crate::a) trait E {\n    \
                    type F;\n}\ntype G<T> = H<T>;\nfn f() {\n    struct I;\n}\npub unsafe trait J {}\n";
        assert_eq!(declared(text), ["A", "B", "D", "E", "G", "I", "J"]);
    }

    #[test]
    fn words_that_declare_nothing_are_passed_over() {
        let text =
            "/// struct A\n// enum B\nuse a::type_name;\nlet structure = enumerate;\n    pub struct $name;\n";
        assert_eq!(declared(text), Vec::<&str>::new());
    }

    #[test]
    fn what_is_for_tests_alone_may_be_called_anything() {
        let text = "struct A;\n\n#[cfg(test)]\nstruct B {\n    b: u8,\n}\n\n#[cfg(test)]\nuse c::C;\n\nstruct D;\n\n\
                    #[cfg(test)]\nmod tests {\n    struct E;\n\n    impl E {\n    }\n}\n";
        assert_eq!(declared(text), ["A", "D"]);
        let text = "mod a;\n#[cfg(test)]\nmod tests;\nmod b;\n#[cfg(test)]\nmod c {\n}\n";
        assert_eq!(test_files(Path::new("x/mod.rs"), text), [PathBuf::from("x/tests.rs")]);
    }

    #[test]
    fn a_name_in_two_files_is_told_with_both() {
        let homes = homes(&[
            ("a.rs", "struct Args;\nstruct Line;\n"),
            ("b.rs", "pub enum Line {\n}\nstruct Args;\n"),
            ("c.rs", "struct Word;\nmod d {\n    struct Word;\n}\n"),
        ]);
        let expected = "the type name Line stands more than once: a.rs, b.rs; say what each is";
        assert_eq!(homes_faults(&homes), [expected]);
    }

    #[test]
    fn a_permission_that_nobody_needs_is_told() {
        let expected = "the type name Args need not be among those that may repeat";
        assert_eq!(homes_faults(&homes(&[("a.rs", "struct Args;\n")])), [expected]);
    }
}
