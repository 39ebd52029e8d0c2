//! Files: what was opened is saved with everything in it, and what else lies in a file stays as it is.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::board::{Board, Folder, tabiya};

const PEOPLE: &str = "--white human --black human";

/// Written as nobody here would write it: what is not touched must stay like that.
const FIRST: &str = "[Event \"Odd\"]\r\n[White \"A\"]\r\n\r\n1.e4   e5 {two  blanks}\r\n1-0\r\n\r\n\r\n";

/// Everything that PGN has a place for.
const SECOND: &str = "\
[Event \"Club championship\"]
[Site \"Reykjavik\"]
[Date \"1972.07.23\"]
[Round \"6\"]
[White \"Fischer, Robert James\"]
[Black \"Spassky, Boris V\"]
[Result \"1-0\"]
[ECO \"D59\"]
[PlyCount \"4\"]
[Termination \"normal\"]

{before} 1. c4 $1 {[%csl Gd5] English} (1. e4 {also} 1... e5 (1... c5)) 1... e6
2. Nf3 d5 1-0
";

const THIRD: &str = "\n\n1. d4 ; last\n *";

fn club(folder: &Folder) -> PathBuf {
    let path = folder.path().join("club.pgn");
    fs::write(&path, [FIRST, SECOND, THIRD].concat()).unwrap();
    path
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

fn read(path: &PathBuf) -> String {
    fs::read_to_string(path).unwrap()
}

/// What stands between the first game and the third.
fn second(text: &str) -> &str {
    text.strip_prefix(FIRST).and_then(|rest| rest.strip_suffix(THIRD)).unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn opening_and_saving_changes_nothing() {
    for walk in [&[][..], &["first"], &["previous", "previous", "next"], &["first", "last"]] {
        for save in ["save club.pgn", "save over club.pgn", "save ./club.pgn"] {
            let folder = Folder::new();
            let path = club(&folder);
            let mut board = Board::new(&folder, PEOPLE);
            board.ask("open club.pgn #2");
            for step in walk {
                board.ask(step);
            }
            let told = board.ask(save);
            assert!(told.ends_with(" as number 2; the others stay as they were."), "{told}");
            assert_eq!(board.ask("quit"), if walk.is_empty() { "Goodbye." } else { KEPT });
            assert_eq!(read(&path), [FIRST, SECOND, THIRD].concat(), "{walk:?}");
        }
    }
}

const KEPT: &str = "The game is kept: tabiya play offers to go on with it. Goodbye.";

#[test]
fn a_game_that_goes_on_keeps_what_was_said_of_it() {
    let folder = Folder::new();
    let path = club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("open club.pgn #2");
    board.ask("d4");
    board.ask("save over club.pgn");
    let text = read(&path);
    let saved = second(&text);
    let kept = [
        "[Event \"Club championship\"]",
        "[Round \"6\"]",
        "[ECO \"D59\"]",
        "{before} 1. c4 $1 {[%csl Gd5] English}",
    ];
    for part in kept.into_iter().chain([
        "(1. e4 {also} 1... e5 (1... c5))",
        "[PlyCount \"5\"]",
        "[Result \"*\"]",
        "3. d4 *",
    ]) {
        assert!(saved.replace('\n', " ").contains(part), "{part}: {saved}");
    }
    assert!(!saved.contains("Termination"), "{saved}");
    // It is this game's place now, whatever becomes of it.
    board.ask("undo");
    board.ask("save club.pgn");
    assert_eq!(second(&read(&path)), SECOND);
    board.ask("resign");
    board.hear();
    board.ask("save over club.pgn");
    assert!(second(&read(&path)).contains("[Result \"0-1\"]"), "{}", read(&path));
}

#[test]
fn another_line_makes_variations_of_the_moves_of_the_file() {
    let folder = Folder::new();
    let path = club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("open club.pgn #2");
    board.ask("undo 2");
    board.ask("d4");
    board.ask("save over club.pgn");
    let saved = second(&read(&path)).replace('\n', " ");
    assert!(saved.contains("1... e6 2. d4 (2. Nf3 d5) *"), "{saved}");
    assert!(saved.contains("(1. e4 {also} 1... e5 (1... c5))"), "{saved}");
}

#[test]
fn what_was_opened_survives_a_kill() {
    let folder = Folder::new();
    let path = club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("open club.pgn #2");
    board.ask("d4");
    board.kill();
    let mut board = Board::new(&folder, "--resume");
    let told = board.ask("save over club.pgn");
    assert!(told.contains("as number 2"), "{told}");
    let text = read(&path);
    assert!(second(&text).contains("[%csl Gd5] English"), "{text}");
    assert!(second(&text).contains("3. d4"), "{text}");
}

#[test]
fn a_file_of_several_games_is_not_replaced_by_one() {
    let folder = Folder::new();
    let path = club(&folder);
    fs::write(
        folder.path().join("two.fen"),
        "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n8/8/4k3/8/8/4K3/4P3/8 b - - 0 1\n",
    )
    .unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("e4");
    assert_eq!(board.ask("save club.pgn"), "The file club.pgn is there already: save over FILE replaces it.");
    let told = board.ask("save over club.pgn");
    assert_eq!(told, "The file club.pgn holds several games, and they would be lost: choose another name.");
    let told = board.ask("save over two.fen");
    assert_eq!(
        told,
        "The file two.fen holds several positions, and they would be lost: choose another name."
    );
    assert_eq!(read(&path), [FIRST, SECOND, THIRD].concat());
    // Nor by another game than the one that was opened from it.
    board.ask("open club.pgn #2");
    board.hear();
    board.ask("new");
    board.ask("d4");
    assert!(board.ask("save over club.pgn").contains("would be lost"));
}

#[test]
fn a_file_that_was_changed_meanwhile_is_not_written_over() {
    let folder = Folder::new();
    let path = club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("open club.pgn #2");
    board.ask("d4");
    let changed = [THIRD, FIRST, SECOND].concat();
    fs::write(&path, &changed).unwrap();
    let told = board.ask("save over club.pgn");
    assert!(told.starts_with("Cannot save club.pgn: game 2 in it is not the one that was opened"), "{told}");
    assert_eq!(read(&path), changed);
}

#[test]
fn what_cannot_be_read_of_a_game_is_not_lost() {
    let folder = Folder::new();
    let path = folder.path().join("damaged.pgn");
    let text = "[White \"A\"]\n\n1. e4 e5 2. Ke3 Nc6 1/2-1/2\n";
    fs::write(&path, text).unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    assert!(board.ask("open damaged.pgn").starts_with("In damaged.pgn: "));
    board.hear();
    let told = board.ask("save over damaged.pgn");
    assert!(told.contains("what cannot be read of the game would be lost"), "{told}");
    assert_eq!(read(&path), text);
}

#[test]
fn compressed_files_are_not_overwritten_by_plain_text() {
    let folder = Folder::new();
    let path = folder.path().join("club.pgn.gz");
    fs::write(&path, b"\x1f\x8b\x08rubbish").unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("e4");
    let expected = "The file club.pgn.gz is compressed, and games are saved as plain text: choose another name, such as club.pgn.";
    assert_eq!(board.ask("save over club.pgn.gz"), expected);
    assert_eq!(fs::read(&path).unwrap(), b"\x1f\x8b\x08rubbish");
    for name in ["new.pgn.gz", "new.pgn.zst", "new.PGN.ZSTD"] {
        let told = board.ask(&format!("save {name}"));
        assert!(told.contains("compressed") && told.contains("such as new."), "{told}");
        assert!(!folder.path().join(name).exists());
    }
    // Whatever is in it: others would go by the name.
    let path = folder.path().join("plain.pgn.gz");
    fs::write(&path, "1. d4 *\n").unwrap();
    assert!(board.ask("save over plain.pgn.gz").contains("compressed"));
    assert_eq!(read(&path), "1. d4 *\n");
}

#[test]
fn compressed_games_are_opened_and_saved_elsewhere() {
    let folder = Folder::new();
    for (name, packed) in
        [("club.pgn.gz", gzip(SECOND)), ("club.pgn.zst", zstd(SECOND)), ("club", zstd(SECOND))]
    {
        let path = folder.path().join(name);
        fs::write(&path, &packed).unwrap();
        let mut board = Board::new(&folder, PEOPLE);
        let told = board.ask(&format!("open {name}"));
        assert!(told.contains("Fischer"), "{told}");
        board.ask("d4");
        for save in ["save", "save over"] {
            let told = board.ask(&format!("{save} {name}"));
            assert!(told.contains("is compressed") && told.contains("choose another name"), "{told}");
            assert!(!told.contains(&format!("such as {name}.")), "{told}");
        }
        assert_eq!(fs::read(&path).unwrap(), packed);
        let told = board.ask("save over plain.pgn");
        assert!(told.starts_with("The game is saved"), "{told}");
        let saved = read(&folder.path().join("plain.pgn")).replace('\n', " ");
        assert!(saved.contains("[%csl Gd5] English") && saved.contains("3. d4 *"), "{saved}");
    }
}

#[test]
fn compressed_positions_are_known_by_the_ending_before_the_last() {
    let folder = Folder::new();
    fs::write(folder.path().join("end.fen.gz"), gzip("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\n")).unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("open end.fen.gz");
    assert_eq!(board.ask("fen"), "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1");
}

#[test]
fn clock_sides_and_opponent_come_back_from_a_file() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, "--white 2 --clock 5+3 --seed 4");
    while !board.hear().starts_with("White has ") {}
    board.ask("e5");
    while !board.ask("save game.pgn").starts_with("The game is saved") {}
    board.kill();
    let path = folder.path().join("game.pgn");
    let text = read(&path);
    for tag in [
        "[TimeControl \"300+3\"]",
        "[White \"Tabiya level 2\"]",
        "[WhiteType \"program\"]",
        "[BlackType \"human\"]",
    ] {
        assert!(text.contains(tag), "{tag}: {text}");
    }
    fs::write(&path, text.replace("[%clk 0:05:", "[%clk 0:02:")).unwrap();
    let mut board = Board::new(&folder, "");
    let told = board.ask("open game.pgn");
    assert!(told.contains("you have Black against level 2"), "{told}");
    assert!(told.contains("White has 2 minutes"), "{told}");
    assert_eq!(board.ask("level"), "The computer plays at level 2.");
}

#[test]
fn a_game_without_a_clock_is_said_to_be_one() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("none.pgn", "1. e4 *\n");
    write("which.pgn", "1. e4 {[%clk 0:01:00]} *\n");
    write("untold.pgn", "[TimeControl \"300+3\"]\n\n1. e4 *\n");
    write("over.pgn", "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:01:00]} 1-0\n");
    write("odd.pgn", "[TimeControl \"*180\"]\n\n1. e4 *\n");
    write("own.pgn", "[TimeControl \"600\"]\n\n1. e4 {[%clk 0:01:00]} *\n");
    let mut board = Board::new(&folder, "--white human --black human --clock 5+3");
    for (file, told) in [
        ("none.pgn", "The clock is put away, for this game was begun without it."),
        ("which.pgn", "The clock of this game stands, for the file does not say which it was."),
        ("untold.pgn", "The clock of this game (5+3) stands, for the file does not say what was left."),
        ("over.pgn", "The clock of this game (5+3) stands, for the game was over."),
        ("odd.pgn", "The clock of this game stands, for what the file says of it is not known here: *180."),
        ("own.pgn", "This game has its own clock, which is 10."),
    ] {
        assert_eq!(board.ask(&format!("open {file}")), told);
        board.hear();
    }
    let clock = board.ask("clock");
    assert!(clock.starts_with("White has 1 minute, Black has "), "{clock}");
}

#[test]
fn programs_are_never_started_by_a_file() {
    let folder = Folder::new();
    let text = "[White \"Anna\"]\n[Black \"/bin/true\"]\n[WhiteType \"human\"]\n[BlackType \"program\"]\n\n1. e4 *\n";
    fs::write(folder.path().join("game.pgn"), text).unwrap();
    let mut board = Board::new(&folder, "");
    let told = board.ask("open game.pgn");
    assert!(
        told.starts_with("/bin/true played Black, and is not here: rating 800 plays in its place."),
        "{told}"
    );
    assert!(board.hear().contains("you have White against rating 800"));
    // Here it is, under the name that it had.
    let mut board = Board::new(&folder, "--black /bin/true");
    fs::write(folder.path().join("game.pgn"), text.replace("/bin/true", "true")).unwrap();
    assert!(board.ask("open game.pgn").contains("you have White against true"));
}

#[test]
fn two_people_stay_two_people() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("e4");
    board.ask("save game.pgn");
    board.kill();
    let mut board = Board::new(&folder, "");
    assert!(board.ask("open game.pgn").contains("two people play on this board"));
    // Whoever names the players is right.
    let args = ["play", "--plain", "--data", "data", "--white", "2", "game.pgn"].map(str::to_owned);
    let output = tabiya(&folder, &args).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("you have Black against level 2"));
}

#[test]
fn the_settings_file_says_where_games_are_kept() {
    let folder = Folder::new();
    let settings = folder.path().join("settings/tabiya");
    fs::create_dir_all(&settings).unwrap();
    fs::write(settings.join("tabiya.toml"), "data = \"club\"\n").unwrap();
    let args = ["play", "--plain", "--white", "human", "--black", "human"].map(str::to_owned);
    let mut command = tabiya(&folder, &args);
    let mut child = command.env("XDG_CONFIG_HOME", folder.path().join("settings")).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"e4\nquit\n").unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert_eq!(fs::read_dir(folder.path().join("club/play")).unwrap().count(), 1);
}

/// A process each, all at once, for a few rounds: whatever is told as saved is in the file.
#[test]
fn boards_that_save_into_one_file_at_once_lose_no_game() {
    const BOARDS: usize = 6;
    let folder = Folder::new();
    let path = folder.path().join("shared.pgn");
    let games: Vec<String> =
        (1..=BOARDS).map(|number| format!("[White \"Number {number}\"]\n\n*\n")).collect();
    fs::write(&path, games.join("\n")).unwrap();
    let mut boards: Vec<Board> = (1..=BOARDS)
        .map(|number| {
            let mut board = Board::new(&folder, PEOPLE);
            board.say(&format!("open shared.pgn #{number}"));
            while !board.hear().starts_with("Number ") {}
            board
        })
        .collect();
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6"];
    for (round, m) in moves.into_iter().enumerate() {
        for board in &mut boards {
            board.ask(m);
        }
        for board in &mut boards {
            board.say("save shared.pgn");
        }
        for board in &mut boards {
            let told = board.hear();
            assert!(told.starts_with("The game is saved as PGN in "), "{told}");
        }
        let saved = read(&path);
        assert_eq!(saved.matches(m).count(), BOARDS, "round {round}: {saved}");
    }
}

#[test]
fn of_boards_that_make_one_file_at_once_only_one_does() {
    const BOARDS: usize = 6;
    let folder = Folder::new();
    let mut boards: Vec<Board> = (0..BOARDS).map(|_| Board::new(&folder, PEOPLE)).collect();
    for board in &mut boards {
        board.ask("e4");
    }
    for round in 0..5 {
        for (number, board) in boards.iter_mut().enumerate() {
            board.ask(&format!("name white Number {number}"));
        }
        for board in &mut boards {
            board.say(&format!("save new-{round}.pgn"));
        }
        let told: Vec<String> = boards.iter_mut().map(Board::hear).collect();
        let saved: Vec<usize> = (0..BOARDS).filter(|&n| told[n].starts_with("The game is saved")).collect();
        assert_eq!(saved.len(), 1, "{told:?}");
        let text = read(&folder.path().join(format!("new-{round}.pgn")));
        assert!(text.contains(&format!("Number {}", saved[0])), "{text}");
    }
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        6,
        "five games and the data folder, and nothing beside them"
    );
}

#[test]
fn plain_games_get_no_name_for_compressed_files() {
    let folder = Folder::new();
    club(&folder);
    let matched =
        ["match", "--engine", "level:1", "--engine", "level:2", "--games", "2", "--pgn", "out.pgn.gz"];
    for args in [&["games", "club.pgn", "--extract", "out.pgn.zst"][..], &matched] {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let output = tabiya(&folder, &args).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(
            told.contains("is a name for a compressed file") && told.ends_with("such as out.pgn\n"),
            "{told}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the club is there");
    }
}

#[test]
fn xml_says_which_rules_it_does_not_name() {
    let folder = Folder::new();
    for (rules, told) in [
        ("imperial", "XML does not name the rules imperial: "),
        ("fide", "XML does not name the rules fide: unless told so, it is opened with the rules byu."),
    ] {
        let mut board = Board::new(&folder, &format!("{PEOPLE} --rules {rules}"));
        board.ask("e4");
        let saved = board.ask(&format!("save anyway {rules}.xml"));
        assert!(saved.contains(told), "{saved}");
        board.kill();
    }
    for (rules, opened) in [("", "Rules byu"), ("--rules fide", "Rules fide")] {
        let args = format!("play --plain --data other {rules} fide.xml");
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let output = tabiya(&folder, &args).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains(opened), "{rules}: {told}");
    }
}

#[test]
fn xml_from_any_start_is_opened_taken_back_and_saved_again_without_a_name() {
    let folder = Folder::new();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/../notation/tests/byu/any-start.xml");
    let any = folder.path().join("any.xml");
    fs::copy(case, &any).unwrap();
    let mut board = Board::new(&folder, PEOPLE);
    for line in
        ["save", "open any.xml", "undo", "fen", "Qxg6", "save", "save other.pgn", "save", "new", "save"]
    {
        board.say(line);
    }
    let told = board.end();
    let start = "7k/5K2/6p1/6Q1/8/8/8/8 w - - 0 1";
    let mut rest = told.as_str();
    for expected in [
        "This game was neither opened from a file nor saved: save FILE gives it a name.\n",
        &format!("the start is not the usual one of the rules byu: it is {start}.\n")[1..],
        "Rules byu",
        &format!("\n{start}\n"),
        "The game is saved as XML in any.xml.",
        "The game is saved as PGN in other.pgn.\n",
        "The game is saved as PGN in other.pgn.\n",
        "This game was neither opened from a file nor saved",
    ] {
        rest = rest.split_once(expected).unwrap_or_else(|| panic!("{expected}: {told}")).1;
    }
    assert_eq!(fs::read(&any).unwrap(), fs::read(case).unwrap());
}

#[test]
fn a_file_that_names_other_rules_than_the_command_is_told() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, &format!("{PEOPLE} --rules hong"));
    board.ask("e3");
    board.ask("save hong.pgn");
    board.kill();
    let told = "The file names the rules of this game, which are hong, not fide.";
    for (rules, is_told) in [("", false), ("--rules fide", true), ("--rules hong", false)] {
        let args = format!("play --plain --data other {rules} hong.pgn");
        let args: Vec<String> = args.split_whitespace().map(str::to_owned).collect();
        let output = tabiya(&folder, &args).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("Rules hong") && said.contains(told) == is_told, "{rules}: {said}");
    }
}

#[test]
fn a_result_that_only_the_file_knows_is_told_and_not_lost_unsaid() {
    let folder = Folder::new();
    club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    let told = board.ask("open club.pgn #2");
    assert!(
        told.starts_with("Fischer, Robert James - Spassky, Boris V, 1-0 in the file, 4 single"),
        "{told}"
    );
    assert!(!board.ask("save club.pgn").contains("result"));
    board.ask("d4");
    let told = board.ask("save");
    assert!(told.contains("this game ended 1-0, and another one would take its place: save over"), "{told}");
    let told = board.ask("save over");
    assert!(told.ends_with(" Its result was 1-0 before it went on."), "{told}");
    assert!(!board.ask("save club.pgn").contains("result"));
}

#[test]
fn a_game_and_a_position_that_are_pasted_are_opened() {
    let folder = Folder::new();
    let mut board = Board::new(&folder, PEOPLE);
    for line in
        ["[White \"Ann\"]", "[Black \"Bob\"]", "[Result \"1-0\"]", "", "1. e4 {the best", "", "resign} e5"]
    {
        board.say(line);
    }
    let told = board.ask("2. Nf3 (2. f4) 1-0");
    assert!(told.starts_with("Ann - Bob, 1-0 in the file, 3 single moves played. Rules fide."), "{told}");
    assert_eq!(board.ask("list"), "1. e4 e5 2. Nf3");
    // Without tags, and without a result.
    board.say("1. d4 $1 d5");
    let told = board.ask("");
    assert!(told.contains("2 single moves played, White to move."), "{told}");
    assert_eq!(board.ask("list"), "1. d4 d5");
    // What is no game is told, and what somebody gives up is forgotten.
    board.say("[White \"Ann\"]");
    assert_eq!(board.ask("."), "The game is forgotten.");
    board.say("1. Ke2 {no}");
    let told = board.ask("*");
    assert!(told.contains("e2"), "{told}");
    assert_eq!(board.ask("list"), "1. d4 d5");
    let told = board.ask("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(told.starts_with("Rules fide: two people play on this board."), "{told}");
    assert_eq!(board.ask("fen"), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    // A game at the end of the input is a game.
    board.say("[White \"Zoe\"]");
    board.say("");
    board.say("1. c4 c5");
    let rest = board.end();
    assert!(rest.contains("Zoe - ") && rest.contains("2 single moves played"), "{rest}");
}

#[test]
fn a_board_that_is_always_shown_is_shown_with_another_game() {
    let folder = Folder::new();
    club(&folder);
    let mut board = Board::new(&folder, PEOPLE);
    board.ask("board always");
    board.ask("open club.pgn #2");
    let next = board.ask("fen");
    assert!(!next.contains("KQkq"), "no board comes before the answer: {next}");
}

#[test]
fn an_analysis_is_told_in_lines_and_saved_with_the_game() {
    let folder = Folder::new();
    for (more, is_saved) in [("", true), ("analyse off\n", false)] {
        let mut board = Board::new(&folder, PEOPLE);
        board.say(&format!("f3 e5 g4 Qh4\nanalyse\n{more}save over game.pgn"));
        let told = board.end();
        assert!(told.contains("Accuracy: White ") && told.contains("2. g4?? Blunder ("), "{told}");
        assert!(told.contains("g4 allows mate on h4."), "{told}");
        let saved = fs::read_to_string(folder.path().join("game.pgn")).unwrap();
        assert_eq!(saved.contains("[%eval"), is_saved, "{saved}");
    }
}
