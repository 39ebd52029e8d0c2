//! The engine with tables of endgames, good and bad ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tabiya_engine::{Control, Engine, GamePosition, Rng, SearchLimits, Tables};
use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{BYU, CHESS960, CUHK, EndRules, FIDE, HONG, Limits as Counts, Rules, Stalemate, WATERLOO};

const FOLDER: &str = "tests/tables";
/// The value of a win by tables is above this, and that of a mate above the other.
const WIN: i32 = 31_000;
const MATE: i32 = 31_488;

fn game(fen: &str, rules: &'static Rules) -> GamePosition {
    GamePosition::new(read_position(fen, rules, Strictness::Lenient).expect("a position").position)
}

fn tables(folder: &Path) -> Arc<Tables> {
    Arc::new(Tables::open(folder.to_str().expect("a path")).expect("tables"))
}

/// The best move, its value and how often tables were asked.
fn search(tables: &Arc<Tables>, game: &GamePosition, nodes: u64, threads: usize) -> (String, i32, u64) {
    let mut engine = Engine::new(2, threads);
    engine.tables = Some(Arc::clone(tables));
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let mut hits = 0;
    let answer = engine.search(game, &limits, &Control::default(), &mut |info| hits = info.table_hits);
    (answer.best.expect("a legal move").to_string(), answer.score.value(), hits)
}

/// A folder that is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-tables-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn copy(&self, file: &str) {
        fs::copy(Path::new(FOLDER).join(file), self.0.join(file)).expect("a copy");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_position_of_the_tables_is_decided_at_once() {
    let tables = tables(Path::new(FOLDER));
    let won = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1", &FIDE);
    let (_, value, hits) = search(&tables, &won, 200, 1);
    assert!((WIN..MATE).contains(&value), "{value}");
    assert!(hits > 0);
    let lost = game("8/8/8/3k4/8/8/8/KR6 b - - 0 1", &FIDE);
    assert!(search(&tables, &lost, 1, 1).1 < -WIN);
    let drawn = game("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", &FIDE);
    let (best, value, _) = search(&tables, &drawn, 1, 1);
    assert_eq!(value, 0, "{best}");
    // A mate that is seen is a mate.
    let mate = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1", &FIDE);
    assert_eq!(search(&tables, &mate, 500, 1).1, 31_999);
}

#[test]
fn the_one_move_that_holds_is_played() {
    let tables = tables(Path::new(FOLDER));
    for (fen, best) in
        [("8/4k3/4P3/4K3/8/8/8/8 b - - 0 1", "e7e8"), ("8/8/8/8/4k3/4p3/4K3/8 w - - 0 1", "e2e1")]
    {
        let (found, _, _) = search(&tables, &game(fen, &FIDE), 1, 1);
        assert_eq!(found, best, "{fen}");
    }
}

#[test]
fn the_search_asks_where_men_are_taken() {
    let tables = tables(Path::new(FOLDER));
    // Four men: the tables know only what follows when one of the two is taken.
    for threads in [1, 3] {
        let game = game("8/8/8/4k3/8/4p3/R7/4K3 w - - 0 1", &FIDE);
        let (_, value, hits) = search(&tables, &game, 60_000, threads);
        assert!(value > WIN && hits > 0, "{value} {hits}");
    }
    let (_, _, hits) = search(&tables, &GamePosition::starting(&FIDE).expect("a start"), 20_000, 1);
    assert_eq!(hits, 0);
}

#[test]
fn what_the_tables_do_not_speak_of_is_not_asked() {
    let tables = tables(Path::new(FOLDER));
    let rook = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
    let stalemates = Rules { ends: EndRules { stalemate: Stalemate::Loses, ..FIDE.ends }, ..FIDE }.intern();
    for rules in [&BYU, &HONG, &CUHK, stalemates] {
        let (_, value, hits) = search(&tables, &game(rook, rules), 3_000, 1);
        assert_eq!(hits, 0, "{rules:?}");
        assert!(!(WIN..MATE).contains(&value), "{value}");
    }
    for rules in [&FIDE, &CHESS960, &WATERLOO] {
        assert!(search(&tables, &game(rook, rules), 3_000, 1).2 > 0, "{rules:?}");
    }
    let castles = game("8/8/8/3k4/8/8/8/4K2R w K - 0 1", &FIDE);
    let (_, _, with_right) = search(&tables, &castles, 60, 1);
    let (_, _, without) = search(&tables, &game("8/8/8/3k4/8/8/8/4K2R w - - 0 1", &FIDE), 60, 1);
    assert_eq!(with_right, 0);
    assert!(without > 0);
}

#[test]
fn quiet_moves_and_repetitions_count() {
    let tables = tables(Path::new(FOLDER));
    // Nobody mates with a rook from there in ten moves, unless nobody counts.
    let late = "8/8/8/3k4/8/8/8/KR6 w - - 80 100";
    let (_, value, _) = search(&tables, &game(late, &FIDE), 1, 1);
    assert!((0..10).contains(&value), "{value}");
    assert!(search(&tables, &game(late, &WATERLOO), 1, 1).1 > WIN);
    let sixty = Rules {
        ends: EndRules { quiet_moves: Counts { claim: Some(120), automatic: None }, ..FIDE.ends },
        ..FIDE
    };
    assert_eq!(search(&tables, &game(late, sixty.intern()), 1, 1).2, 0);
    // After a repetition only what is nearest to mate is tried: with a single node too, the game goes on.
    let mut game = game("8/8/8/3k4/8/8/8/KR6 w - - 0 1", &FIDE);
    let there_and_back = ["b1b2", "d5d4", "b2b1", "d4d5"];
    for text in there_and_back.into_iter().chain(there_and_back) {
        let m = game.position.legal_moves().iter().copied().find(|m| m.to_string() == text);
        game.play(m.expect("a legal move"));
    }
    let mut plies = 0;
    while game.position.has_moves() {
        let (best, value, _) = search(&tables, &game, 1, 1);
        assert!(value.abs() > WIN, "{value}");
        let m = game.position.legal_moves().iter().copied().find(|m| m.to_string() == best);
        game.play(m.expect("a legal move"));
        plies += 1;
        assert!(plies < 60, "no progress");
    }
    assert!(game.position.is_check());
}

#[test]
fn results_without_distances_still_win() {
    let folder = Folder::new("results");
    for man in ["P", "N", "B", "R", "Q"] {
        folder.copy(&format!("K{man}vK.rtbw"));
    }
    let tables = tables(&folder.0);
    assert_eq!(tables.to_string(), "5 tables with results, 0 with distances, up to 3 men");
    let won = game("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", &FIDE);
    let (_, value, hits) = search(&tables, &won, 2_000, 1);
    assert!(value > WIN && hits > 0);
    assert_eq!(tables.take_fault(), None);
}

#[test]
fn folders_are_searched_one_after_the_other() {
    let (first, second) = (Folder::new("first"), Folder::new("second"));
    first.copy("KQvK.rtbw");
    second.copy("KQvK.rtbw");
    second.copy("KQvK.rtbz");
    let both = std::env::join_paths([&first.0, &second.0]).expect("two paths");
    let tables = Tables::open(both.to_str().expect("a path")).expect("tables");
    assert_eq!(tables.to_string(), "1 table with results, 1 with distances, up to 3 men");
    let empty = Folder::new("empty");
    assert_eq!(
        Tables::open(empty.0.to_str().expect("a path")).expect_err("nothing").to_string(),
        "no tables there"
    );
    assert!(Tables::open("").is_err());
}

#[test]
fn what_is_no_table_is_left_out() {
    let folder = Folder::new("foreign");
    folder.copy("KRvK.rtbw");
    fs::write(folder.0.join("KQvK.rtbw"), [7; 80]).expect("a file");
    fs::write(folder.0.join("KPvK.rtbw"), []).expect("a file");
    let mut cut = fs::read(Path::new(FOLDER).join("KRvK.rtbz")).expect("a table");
    cut.truncate(1000);
    fs::write(folder.0.join("KRvK.rtbz"), cut).expect("a file");
    fs::copy(Path::new(FOLDER).join("KQvK.rtbw"), folder.0.join("KQQQQQQQQvK.rtbw")).expect("a copy");
    fs::copy(Path::new(FOLDER).join("KQvK.rtbw"), folder.0.join("tables.rtbw")).expect("a copy");
    fs::create_dir(folder.0.join("KNvK.rtbw")).expect("a folder");
    fs::write(folder.0.join("notes.txt"), "hello").expect("a file");
    let tables = tables(&folder.0);
    assert_eq!(tables.to_string(), "1 table with results, 0 with distances, up to 3 men");
    assert_eq!(tables.left_out().len(), 6, "{:?}", tables.left_out());
}

#[test]
fn a_broken_table_is_told_and_not_asked_again() {
    let folder = Folder::new("broken");
    folder.copy("KQvK.rtbw");
    let table = fs::read(Path::new(FOLDER).join("KRvK.rtbw")).expect("a table");
    fs::write(folder.0.join("KRvK.rtbw"), &table[..80]).expect("a file");
    let tables = tables(&folder.0);
    let (_, _, hits) = search(&tables, &game("8/8/8/3k4/8/8/8/KR6 w - - 0 1", &FIDE), 500, 2);
    assert_eq!(hits, 0);
    let fault = tables.take_fault().expect("a fault");
    assert!(fault.contains("KRvK"), "{fault}");
    assert_eq!(tables.take_fault(), None);
    let (_, _, hits) = search(&tables, &game("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", &FIDE), 500, 1);
    assert_eq!(hits, 0);
}

#[test]
fn no_bytes_crash_the_engine() {
    let folder = Folder::new("mutated");
    let mut rng = Rng::from_seed(11);
    let fens = [
        ("KP", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"),
        ("KQ", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"),
        ("KR", "8/8/8/3k4/8/8/8/KR6 b - - 0 1"),
    ];
    for round in 0..240 {
        let (men, fen) = fens[round % fens.len()];
        for kind in ["rtbw", "rtbz"] {
            let name = format!("{men}vK.{kind}");
            let mut bytes = fs::read(Path::new(FOLDER).join(&name)).expect("a table");
            // Mostly the head, where everything is described.
            for _ in 0..1 + round % 5 {
                let most = if round % 2 == 0 { 60 } else { bytes.len() };
                let at = 4 + rng.below(most.min(bytes.len()) as u64 - 4) as usize;
                bytes[at] = rng.next_u64() as u8;
            }
            if round % 7 == 0 {
                bytes.truncate(bytes.len() - 64);
            }
            fs::write(folder.0.join(&name), bytes).expect("a file");
        }
        let Ok(tables) = Tables::open(folder.0.to_str().expect("a path")) else { continue };
        let game = game(fen, &FIDE);
        let (best, _, _) = search(&Arc::new(tables), &game, 50, 1);
        assert!(game.position.legal_moves().iter().any(|m| m.to_string() == best));
    }
}
