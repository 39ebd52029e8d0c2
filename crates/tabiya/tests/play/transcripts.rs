//! Talks as they should go, in files: `$` begins a run, `>` is what is typed, the rest is what is said.

use std::io::Write;
use std::path::Path;

use crate::board::{Folder, tabiya};

/// One run of the command.
#[derive(Default)]
struct Run {
    args: Vec<String>,
    typed: String,
    said: String,
    told: String,
    status: i32,
}

#[test]
fn every_talk_goes_as_written() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/play/transcripts"));
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 10);
    let mut wrong = Vec::new();
    for path in paths {
        wrong.extend(check(&path));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a transcript.
fn check(path: &Path) -> Vec<String> {
    let folder = Folder::new();
    copy_files(&folder);
    let text = std::fs::read_to_string(path).unwrap();
    let mut wrong = Vec::new();
    for run in runs(&text) {
        let mut child = tabiya(&folder, &run.args).spawn().unwrap();
        // It may have ended before it has heard everything.
        let _ = child.stdin.take().unwrap().write_all(run.typed.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = lasting(&String::from_utf8(output.stdout).unwrap(), &folder);
        let told = lasting(&String::from_utf8(output.stderr).unwrap(), &folder);
        if said != run.said || told != run.told || output.status.code() != Some(run.status) {
            wrong.push(format!(
                "{}: {}\n{}\n! {told}= {:?}",
                path.display(),
                run.args.join(" "),
                differences(&run.said, &said),
                output.status.code()
            ));
        }
    }
    wrong
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(args) = line.strip_prefix("$ tabiya ") {
            runs.push(Run { args: words(args), ..Run::default() });
            continue;
        }
        let Some(run) = runs.last_mut() else { continue };
        if let Some(typed) = line.strip_prefix('>') {
            run.typed.push_str(typed.strip_prefix(' ').unwrap_or(typed));
            run.typed.push('\n');
        } else if let Some(told) = line.strip_prefix("! ") {
            run.told.push_str(told);
            run.told.push('\n');
        } else if let Some(status) = line.strip_prefix("= ") {
            run.status = status.parse().unwrap();
        } else {
            run.said.push_str(line);
            run.said.push('\n');
        }
    }
    runs
}

/// The words of a command; single quotes hold blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in line.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn copy_files(folder: &Folder) {
    let target = folder.path().join("files");
    std::fs::create_dir(&target).unwrap();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files")).unwrap() {
        let entry = entry.unwrap();
        if !entry.file_type().unwrap().is_file() {
            continue;
        }
        std::fs::copy(entry.path(), target.join(entry.file_name())).unwrap();
    }
}

/// What was said, without what changes from day to day and from folder to folder.
fn lasting(text: &str, folder: &Folder) -> String {
    let text = text.replace(&format!("{}/", folder.path().display()), "");
    let lines = text.lines().map(|line| match line {
        _ if line.starts_with("[Date ") => "[Date TODAY]\n".to_owned(),
        _ => match (line.find("data/games/"), line.rfind(".pgn")) {
            (Some(from), Some(to)) => format!("{}data/games/GAME{}\n", &line[..from], &line[to..]),
            _ => format!("{line}\n"),
        },
    });
    lines.collect()
}

/// The first place where two texts differ.
fn differences(expected: &str, found: &str) -> String {
    let same = expected.lines().zip(found.lines()).take_while(|(expected, found)| expected == found).count();
    let from = |text: &str| text.lines().skip(same).take(5).collect::<Vec<_>>().join("\n");
    format!("after {same} lines expected:\n{}\nfound:\n{}", from(expected), from(found))
}
