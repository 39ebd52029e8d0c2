//! `tabiya convert` with files.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{Folder, tabiya, told};

fn convert(input: &Path, output: &Path, more: &[&str]) -> Output {
    tabiya().arg("convert").args([input, output]).args(more).output().unwrap()
}

fn byu() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../notation/tests/byu"))
}

#[test]
fn xml_comes_back_from_pgn_to_the_byte() {
    let folder = Folder::new();
    for (name, same) in [("start", "start"), ("queen-check", "queen-check"), ("odd-spacing", "queen-check")] {
        let pgn = folder.join(format!("{name}.pgn"));
        let again = folder.join(format!("{name}.xml"));
        for run in [convert(&byu().join(format!("{name}.xml")), &pgn, &[]), convert(&pgn, &again, &[])] {
            assert!(run.status.success(), "{name}: {}", told(&run));
            assert_eq!(told(&run), "", "{name}");
        }
        let expected = fs::read(byu().join(format!("{same}.xml"))).unwrap();
        assert_eq!(fs::read(again).unwrap(), expected, "{name}");
    }
}

#[test]
fn rules_that_were_asked_for_are_not_replaced_by_others() {
    let folder = Folder::new();
    let (xml, pgn) = (byu().join("queen-check.xml"), folder.join("queen-check.pgn"));
    let refused = convert(&xml, &pgn, &["--rules", "hong"]);
    assert!(!refused.status.success() && !pgn.exists(), "{}", told(&refused));
    assert!(told(&refused).contains("not under hong; nothing was written"), "{}", told(&refused));
    let read = convert(&xml, &pgn, &["--rules", "hong", "--lossy"]);
    assert!(read.status.success() && told(&read).contains("not under hong"), "{}", told(&read));
}

#[test]
fn xml_from_any_start_comes_back_and_the_start_is_told() {
    let folder = Folder::new();
    for (name, fen) in
        [("any-start", "7k/5K2/6p1/6Q1/8/8/8/8 w - - 0 1"), ("position", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1")]
    {
        let case = byu().join(format!("{name}.xml"));
        let (pgn, again) = (folder.join(format!("{name}.pgn")), folder.join(format!("{name}.xml")));
        let run = convert(&case, &pgn, &[]);
        let note = format!("the start is not the usual one of the rules byu: it is {fen}");
        assert!(run.status.success() && told(&run).contains(&note), "{}", told(&run));
        let run = convert(&pgn, &again, &[]);
        assert!(run.status.success() && told(&run).is_empty(), "{}", told(&run));
        assert_eq!(fs::read(again).unwrap(), fs::read(case).unwrap(), "{name}");
    }
    let black = folder.write("black.fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9\n");
    let run = convert(&black, &folder.join("black.xml"), &[]);
    assert_eq!(run.status.code(), Some(1));
    for part in ["that it is Black's turn", "the move numbers at the start", "nothing was written"] {
        assert!(told(&run).contains(part), "{part}: {}", told(&run));
    }
}

#[test]
fn bad_xml_is_refused_whole() {
    let folder = Folder::new();
    let mut count = 0;
    for entry in fs::read_dir(byu()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.starts_with("bad-") || !name.ends_with(".xml") {
            continue;
        }
        let message = fs::read_to_string(path.with_extension("txt")).unwrap();
        for more in [&[][..], &["--lossy"]] {
            let kept = folder.write("kept.pgn", "old");
            let run = convert(&path, &kept, more);
            assert_eq!(run.status.code(), Some(1), "{name}");
            assert!(told(&run).contains(message.trim()), "{name}: {}", told(&run));
            assert_eq!(fs::read(&kept).unwrap(), b"old", "{name}");
            assert_eq!(folder.count(), 1, "{name}");
        }
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn pgn_written_once_is_written_the_same_again() {
    let folder = Folder::new();
    let (once, twice) = (folder.join("once.pgn"), folder.join("twice.pgn"));
    assert!(convert(Path::new("files/club.pgn"), &once, &[]).status.success());
    assert!(convert(&once, &twice, &[]).status.success());
    assert_eq!(fs::read(&once).unwrap(), fs::read(twice).unwrap());
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/club.pgn");
    assert_eq!(fs::read(&once).unwrap(), fs::read(original).unwrap());
}

#[test]
fn positions_go_through_every_form_and_back() {
    let folder = Folder::new();
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/positions.fen");
    let (pgn, epd, fen) = (folder.join("a.pgn"), folder.join("b.EPD"), folder.join("c.fen"));
    for (from, to) in [(Path::new(original), &pgn), (&pgn, &epd), (&epd, &fen)] {
        let run = convert(from, to, &[]);
        assert!(run.status.success(), "{}", told(&run));
    }
    let lines = fs::read_to_string(original).unwrap().replace("\n\n", "\n");
    assert_eq!(fs::read_to_string(fen).unwrap(), lines);
}

#[test]
fn rules_travel_where_they_can_and_are_told_where_not() {
    let folder = Folder::new();
    let fen = folder.write("hong.fen", "r1b1kb1r/pppppppp/8/8/8/4P3/PPPP1PPP/R1B1KB1R b - - 0 1\n");
    let (pgn, back) = (folder.join("hong.pgn"), folder.join("back.fen"));
    assert!(convert(&fen, &pgn, &["--rules", "hong"]).status.success());
    assert!(fs::read_to_string(&pgn).unwrap().contains("[Variant \"hong\"]"));
    let refused = convert(&pgn, &back, &[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(told(&refused).contains("the rules, which are hong"), "{}", told(&refused));
    assert!(convert(&pgn, &back, &["--rules", "hong"]).status.success());
    assert_eq!(fs::read(fen).unwrap(), fs::read(back).unwrap());
}

#[test]
fn rules_are_those_of_games_that_name_none() {
    let folder = Folder::new();
    let pgn = folder.write("a.pgn", "1. e3 e6 2. Ke2 *\n\n[Variant \"fide\"]\n\n1. e4 *\n");
    let out = folder.join("b.pgn");
    assert!(convert(&pgn, &out, &["--rules", "hong"]).status.success());
    let text = fs::read_to_string(out).unwrap();
    assert_eq!(text.matches("[Variant \"hong\"]").count(), 1, "{text}");
    assert!(text.ends_with("1. e4 *\n"));
}

#[test]
fn pipes_need_their_forms_told() {
    let mut child = tabiya()
        .args(["convert", "-", "-", "--from", "epd", "--to", "pgn"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let line = b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"a } brace\";\n";
    child.stdin.take().unwrap().write_all(line).unwrap();
    let run = child.wait_with_output().unwrap();
    assert!(run.status.success());
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains(";bm e4; id \"a } brace\";\n"), "{text}");
}

#[test]
fn names_of_files_may_be_any_bytes() {
    let folder = Folder::new();
    let odd = folder.join(OsStr::from_bytes(b"\xff\x1b[31m.pgn"));
    let run = convert(Path::new("files/club.pgn"), &odd, &[]);
    assert!(run.status.success(), "{}", told(&run));
    let again = folder.join("again.pgn");
    assert!(convert(&odd, &again, &[]).status.success());
    assert_eq!(fs::read(&odd).unwrap(), fs::read(again).unwrap());
    let listed = tabiya().arg("games").args([&odd, &folder.join("missing")]).output().unwrap();
    assert!(!listed.stdout.contains(&0x1b) && !listed.stderr.contains(&0x1b));
}

#[test]
fn lines_that_never_end_are_refused_in_little_memory() {
    let folder = Folder::new();
    let mut text = vec![b'x'; 50_000_000];
    text.extend_from_slice(b"\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    let (input, output) = (folder.write("long.fen", text), folder.join("out.fen"));
    let limited = "ulimit -v 60000; exec \"$0\" convert \"$1\" \"$2\" --lossy";
    let run = std::process::Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_tabiya")])
        .args([&input, &output])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", told(&run));
    assert_eq!(fs::read_to_string(output).unwrap(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
    assert!(told(&run).contains("line 1: this is no FEN"), "{}", told(&run));
}

#[test]
fn a_result_in_the_tags_alone_is_kept() {
    let folder = Folder::new();
    let pgn = folder.write("a.pgn", "[Result \"0-1\"]\n\n1. e4 e5\n");
    let out = folder.join("b.pgn");
    assert!(convert(&pgn, &out, &[]).status.success());
    let text = fs::read_to_string(out).unwrap();
    assert!(text.contains("[Result \"0-1\"]") && text.ends_with("1. e4 e5 0-1\n"), "{text}");
}

#[test]
fn rules_keep_the_name_that_somebody_gave_them() {
    let folder = Folder::new();
    let pgn = folder.write("a.pgn", "1. e4 *\n");
    let (named, xml, again) = (folder.join("b.pgn"), folder.join("c.xml"), folder.join("d.pgn"));
    assert!(convert(&pgn, &named, &["--rules", "imperial"]).status.success());
    let run = convert(&named, &xml, &[]);
    assert!(run.status.success(), "{}", told(&run));
    let note =
        "note: XML does not name the rules imperial: unless told so, it is opened with the rules byu\n";
    assert_eq!(told(&run), note);
    assert!(convert(&xml, &again, &["--rules", "imperial"]).status.success());
    for path in [&named, &again] {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains("[Variant \"imperial\"]"), "{text}");
    }
    let listed = tabiya().args(["games", "--json"]).arg(&named).output().unwrap();
    assert!(String::from_utf8(listed.stdout).unwrap().contains("\"rules\":\"imperial\""));
}

#[test]
fn compressed_files_are_read_as_what_is_in_them() {
    let folder = Folder::new();
    let original = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/club.pgn");
    let gzip = std::process::Command::new("gzip").args(["-c", original]).output().unwrap();
    let packed = folder.write("club.pgn.gz", &gzip.stdout);
    let out = folder.join("out.pgn");
    let run = convert(&packed, &out, &[]);
    assert!(run.status.success(), "{}", told(&run));
    assert_eq!(fs::read(&out).unwrap(), fs::read(original).unwrap());
    let list = |path: &Path| tabiya().arg("games").arg(path).output().unwrap().stdout;
    assert_eq!(list(&packed), list(Path::new(original)));
    let book = |path: &Path| {
        let out = folder.join("book.bin");
        let run = tabiya().args(["book", "make"]).args([path, &out]).output().unwrap();
        assert!(run.status.success(), "{}", told(&run));
        fs::read(out).unwrap()
    };
    assert_eq!(book(&packed), book(Path::new(original)));

    let cut = folder.write("cut.pgn.gz", &gzip.stdout[..gzip.stdout.len() - 20]);
    for command in [&["convert", "--to", "pgn", "--lossy"][..], &["games"], &["book", "make"]] {
        let mut tabiya = tabiya();
        tabiya.args(command).arg(&cut);
        if command[0] != "games" {
            tabiya.arg("-");
        }
        let run = tabiya.output().unwrap();
        assert_eq!(run.status.code(), Some(1), "{command:?}");
        assert!(told(&run).contains("the compressed file is cut off"), "{command:?}: {}", told(&run));
    }
    let out = folder.join("out.pgn.gz");
    let extract = tabiya().arg("games").arg(original).arg("--extract").arg(&out).output().unwrap();
    let original = Path::new(original);
    for refused in [convert(original, &out, &[]), convert(original, &out, &["--to", "pgn"]), extract] {
        assert_eq!(refused.status.code(), Some(1), "what is written is not compressed: {}", told(&refused));
        assert!(!out.exists());
    }
}

#[test]
fn what_is_no_text_is_no_pgn() {
    let folder = Folder::new();
    let zip = folder.write("games.pgn", b"PK\x03\x04\x14\0\0\0\x08\0e4 e5 Nf3");
    let out = folder.join("out.pgn");
    for more in [&[][..], &["--lossy"]] {
        let run = convert(&zip, &out, more);
        assert_eq!(run.status.code(), Some(1));
        assert!(told(&run).contains("this is no PGN") && told(&run).contains("ZIP"), "{}", told(&run));
    }
    let run = tabiya().arg("games").arg(&zip).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(told(&run).contains("this is no PGN"), "{}", told(&run));
}
