//! The binary from outside: what it prints, where, and with which status.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use tabiya_engine::Level;

fn tabiya() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).env_remove("COLUMNS");
    // Whoever runs the tests may speak another language, but the programs of these tests do not.
    command.env("LC_ALL", "C.UTF-8");
    // Whoever runs the tests may have games and settings of their own.
    let home = concat!(env!("CARGO_TARGET_TMPDIR"), "/commands");
    command.env("HOME", home).env("XDG_DATA_HOME", home).env("XDG_CONFIG_HOME", home);
    command
}

/// One command of the table and all that it should do.
#[derive(Default, Debug, PartialEq)]
struct Case {
    line: String,
    out: String,
    err: String,
    status: i32,
}

impl Case {
    fn read(block: &str) -> Option<Case> {
        let mut case = Case::default();
        for line in block.lines() {
            if line.starts_with('#') {
                continue;
            } else if let Some(command) = line.strip_prefix("$ tabiya") {
                case.line = command.trim().to_owned();
            } else if let Some(err) = line.strip_prefix('!') {
                case.err.push_str(err.strip_prefix(' ').unwrap_or(err));
                case.err.push('\n');
            } else if let Some(status) = line.strip_prefix("= ") {
                case.status = status.parse().unwrap();
            } else {
                case.out.push_str(line);
                case.out.push('\n');
            }
        }
        block.lines().any(|line| line.starts_with('$')).then_some(case)
    }

    /// The same command as it went.
    fn run(&self) -> Case {
        let output = tabiya().args(words(&self.line)).output().unwrap();
        Case {
            line: self.line.clone(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            status: output.status.code().unwrap(),
        }
    }
}

/// The words of a command; single quotes hold blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn every_command_of_the_table_does_what_it_says() {
    let table = include_str!("commands.txt");
    let blocks = table.split("\n$ ").skip(1).map(|block| format!("$ {block}"));
    let mut count = 0;
    let mut wrong = Vec::new();
    for block in blocks {
        // A blank line ends a case, but may also be part of what is printed.
        let block = match block.find("\n\n#") {
            Some(end) => &block[..end],
            None => &block,
        };
        let expected = Case::read(block.trim_end()).unwrap();
        let found = expected.run();
        if found != expected {
            wrong.push(format!("expected {expected:#?}\nfound {found:#?}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 40);
}

#[test]
fn every_command_explains_itself() {
    let commands: [&[&str]; 19] = [
        &[],
        &["completions"],
        &["play"],
        &["rules"],
        &["moves"],
        &["perft"],
        &["convert"],
        &["games"],
        &["analyse"],
        &["book"],
        &["book", "make"],
        &["book", "show"],
        &["classic"],
        &["classic", "hong"],
        &["classic", "cuhk"],
        &["classic", "waterloo"],
        &["classic", "imperial"],
        &["classic", "byu"],
        &["classic", "check"],
    ];
    for command in commands {
        for option in ["--help", "-h"] {
            let output = tabiya().args(command).arg(option).output().unwrap();
            assert!(output.status.success());
            let help = String::from_utf8(output.stdout).unwrap();
            assert!(help.contains("Usage: tabiya"), "{help}");
            assert_eq!(help.contains("Examples:"), option == "--help", "{help}");
            assert!(!help.contains('\u{1b}'), "no colours where it is no terminal");
            let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(widest.chars().count() <= 80, "wider than a page whose width nobody knows: {widest}");
        }
    }
}

#[test]
fn the_help_of_play_tells_what_levels_and_ratings_mean() {
    let help = |command: &str| {
        let output = tabiya().args([command, "--help"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let play = help("play");
    let about = |level: Level| format!("{level} about {}", (level.rating() + 5) / 10 * 10);
    let rated = Level::numbered().skip(3).map(about).collect::<Vec<_>>().join(", ");
    let levels = format!("1 to 3 below 400, {rated}");
    assert!(play.contains(&levels), "{play}");
    for step in [
        "400 Newcomer",
        "1600 Club player",
        "2200 Candidate master",
        &format!("{} As strong as it can", Level::HIGHEST_RATING),
    ] {
        assert!(play.contains(step), "{step}: {play}");
    }
    for text in [play, help("uci")] {
        let measured = (Level::HIGHEST_MEASURED + 25) / 50 * 50;
        let estimates = format!("below about 1000 and above about {measured} are estimates");
        assert!(text.contains(&estimates), "{text}");
        assert!(text.contains("Stockfish at UCI_Elo 1500 plays like about 1050 here"), "{text}");
        assert!(text.contains("under other rules they only tell who is stronger"), "{text}");
    }
}

#[test]
fn a_printed_rule_set_is_a_rule_file() {
    let list = tabiya().args(["rules", "--json"]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    for set in list.as_array().unwrap() {
        let name = set["name"].as_str().unwrap();
        let printed = tabiya().args(["rules", name]).output().unwrap();
        let path = std::env::temp_dir().join(format!("tabiya-{}-{name}.toml", std::process::id()));
        std::fs::write(&path, &printed.stdout).unwrap();
        let checked = tabiya().args(["rules", "--check"]).arg(&path).output().unwrap();
        let again = tabiya().arg("rules").arg(&path).output().unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(checked.status.success(), "{name}");
        assert_eq!(again.stdout, printed.stdout, "{name}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let commands: [&[&str]; 16] = [
        &["play", "--white", "1", "--black", "1", "--data", "/dev/null/none"],
        &["moves"],
        &["rules"],
        &["rules", "fide"],
        &["perft", "4"],
        &["convert", "files/club.pgn", "-", "--to", "pgn"],
        &["games", "files/club.pgn"],
        &["games", "files/club.pgn", "--json"],
        &["games", "files/club.pgn", "--number", "1"],
        &["classic"],
        &["classic", "hong"],
        &["classic", "cuhk"],
        &["classic", "waterloo"],
        &["classic", "imperial", "--sample"],
        &[],
        &["--help"],
    ];
    // A server tells of it where an earlier version has left data.
    let home = std::env::temp_dir().join(format!("tabiya-closed-pipe-{}", std::process::id()));
    for args in commands {
        let mut command = tabiya();
        command.args(args).env("XDG_DATA_HOME", &home);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
    let _ = std::fs::remove_dir_all(&home);
}

#[test]
fn the_first_line_can_be_read_alone() {
    let mut child = tabiya().arg("moves").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "a2a3\n");
    assert!(child.wait_with_output().unwrap().stderr.is_empty());
}

#[test]
fn bytes_that_are_no_text_are_refused_in_every_place() {
    let bad = OsStr::from_bytes(b"\xff\xfe");
    for (args, status) in [
        (&["moves"][..], 2),
        (&["moves", "--fen"], 2),
        (&["perft"], 2),
        (&["moves", "--rules"], 1),
        (&["rules"], 1),
        (&["rules", "--check"], 1),
        (&[], 2),
    ] {
        let output = tabiya().args(args).arg(bad).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn threads_do_not_change_the_count() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for rules in ["fide", "chess960", "cuhk", "waterloo"] {
        let count = |threads| {
            let args = ["perft", "4", "--divide", "--rules", rules, "--fen", fen, "--threads", threads];
            tabiya().args(args).output().unwrap().stdout
        };
        assert_eq!(count("1"), count("2"), "{rules}");
        assert_eq!(count("1"), count("256"), "{rules}");
    }
}

#[test]
fn the_greatest_depth_fits_the_stack() {
    // The count never ends, but goes all the way down in its first moment.
    let mut child = tabiya().args(["perft", "100", "--rules", "cuhk"]).spawn().unwrap();
    let ended = loop {
        let ended = child.try_wait().unwrap();
        if ended.is_some() || ticks_worked(child.id()) >= 20 {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(ended, None);
}

/// How long a process has worked by itself, in hundredths of a second, however busy the machine is.
fn ticks_worked(id: u32) -> u64 {
    let about = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    // The name before the bracket may hold anything; the time is the twelfth word after it.
    let after_name = about.rsplit_once(')').map_or("", |(_, rest)| rest);
    after_name.split_whitespace().nth(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0)
}

#[test]
fn the_long_version_tells_which_code_runs() {
    let output = tabiya().arg("--version").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert_eq!(lines[0], concat!("tabiya ", env!("CARGO_PKG_VERSION")));
    let is_native = cfg!(all(target_feature = "bmi2", target_feature = "avx2"));
    assert_eq!(lines[1] == "code with PEXT and AVX2", is_native, "{told}");
}

#[test]
fn manual_pages_and_completions_are_written_for_every_command() {
    let folder = std::env::temp_dir().join(format!("tabiya-papers-{}", std::process::id()));
    let output = tabiya().arg("write-papers").arg(&folder).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("tabiya.1").contains("tabiya\\-serve(1)"));
    assert!(read("tabiya-serve.1").contains("\\-\\-public\\-url"));
    assert!(read("tabiya-classic-check.1").contains("\\-\\-games"));
    for name in ["tabiya.bash", "_tabiya", "tabiya.fish"] {
        let text = read(name);
        assert!(text.contains("public-url") && !text.contains("papers"), "{name}");
        // What may stand behind a flag is completed, and the manual does not repeat it.
        assert!(text.contains("15+10") && text.contains("sentences"), "{name}");
    }
    assert!(!read("tabiya-play.1").contains("15+10"));
    std::fs::remove_dir_all(&folder).unwrap();
    // A folder that cannot be made is told.
    let output = tabiya().arg("write-papers").arg("/dev/null/x").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("/dev/null/x"));
}

#[test]
fn a_shell_completes_values_and_the_paths_of_files() {
    let folder = std::env::temp_dir().join(format!("tabiya-completed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("mine.file"), "").unwrap();
    let script = folder.join("script.bash");
    let output = tabiya().args(["completions", "bash"]).output().unwrap();
    std::fs::write(&script, output.stdout).unwrap();
    let complete = |flag: &str, begun: &str| {
        let typed = format!(
            ". ./script.bash; COMP_WORDS=(tabiya play {flag} {begun}); COMP_CWORD=3; \
             _tabiya tabiya {begun} {flag}; echo \"${{COMPREPLY[*]}}\""
        );
        let output =
            Command::new("bash").args(["--norc", "-c", &typed]).current_dir(&folder).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(complete("--clock", "15"), "15+10");
    for flag in ["--white", "--black", "--rules", "--book", "--tls-ca"] {
        assert_eq!(complete(flag, "./mi"), "./mine.file", "{flag}");
        assert_eq!(complete(flag, "mi"), "mine.file", "{flag}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_shells_must_be_told_names_the_folders_that_are_used() {
    let home = std::env::temp_dir().join(format!("tabiya-shells-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    let told = |data: Option<&str>| {
        let mut command = tabiya();
        command.env("HOME", &home).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        command.envs(data.map(|data| ("XDG_DATA_HOME", home.join(data))));
        let output = command.args(["completions", "--install"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (data, functions, manual) in [
        (None, "fpath=(~/.local/share/zsh/site-functions $fpath)", "else man -M ~/.local/share/man tabiya."),
        (Some("data"), "fpath=(~/data/zsh/site-functions $fpath)", "tabiya. man -M ~/data/man tabiya shows"),
    ] {
        let told = told(data);
        assert!(told.contains(functions) && told.contains(manual), "{told}");
    }
    let told = told(Some("my data"));
    let functions = format!("fpath=('{}/my data/zsh/site-functions' $fpath)", home.display());
    assert!(told.contains(&functions), "{told}");
    std::fs::remove_dir_all(&home).unwrap();
}

#[test]
fn completions_and_manual_pages_are_installed_by_one_command_and_removed_by_another() {
    let home = std::env::temp_dir().join(format!("tabiya-completions-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    let run = |argument: &str| {
        let mut command = tabiya();
        command.env("HOME", &home).env_remove("XDG_DATA_HOME").env_remove("XDG_CONFIG_HOME");
        let output = command.args(["completions", argument]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let told = run("--install");
    let places = [
        ".local/share/bash-completion/completions/tabiya",
        ".local/share/zsh/site-functions/_tabiya",
        ".config/fish/completions/tabiya.fish",
        ".local/share/man/man1/tabiya.1",
        ".local/share/man/man1/tabiya-classic-check.1",
    ];
    for place in places {
        let text = std::fs::read_to_string(home.join(place)).unwrap();
        assert!(text.contains("tabiya"), "{place}");
        let folder = std::path::Path::new(place).parent().unwrap();
        assert!(told.contains(folder.to_str().unwrap()), "{told}");
    }
    // What is printed is what is installed, and again is no harm.
    let bash = std::fs::read_to_string(home.join(places[0])).unwrap();
    assert_eq!(run("bash").trim_end(), bash.trim_end());
    run("--install");
    assert!(run("--remove").contains(" files were removed."));
    assert!(places.iter().all(|place| !home.join(place).exists()));
    assert_eq!(run("--remove"), "Nothing was there.\n");
    std::fs::remove_dir_all(&home).unwrap();
}
