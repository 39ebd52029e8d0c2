//! The table of the documents' methods names what there is.

use std::collections::BTreeSet;
use std::path::Path;

use tabiya_game::{Command, Game, History};
use tabiya_rules::{Board, Position, Rules, Square};

/// The names of items, which do not compile where one is not there.
macro_rules! names {
    ($($item:path),* $(,)?) => {{
        $(let _ = $item;)*
        [$(stringify!($item)),*]
    }};
}

type AnyPosition = Position<&'static Rules>;
type Narrator = tabiya_classics::ChessBoard<Vec<u8>>;

fn items() -> BTreeSet<String> {
    let rules = names![
        AnyPosition::piece_at,
        AnyPosition::turn,
        AnyPosition::destinations,
        AnyPosition::legal,
        AnyPosition::outcome,
        Board::piece_at,
        Board::set,
        Square::new,
        tabiya_rules::attacks::of,
    ];
    let game = names![
        Game::apply,
        Game::start,
        Game::ending,
        Game::history,
        Command::Move,
        Command::Undo,
        History::current,
        History::is_empty,
    ];
    let others = names![
        tabiya_notation::xml::read_xml,
        tabiya_notation::xml::write_xml::<&'static Rules>,
        Narrator::new,
        Narrator::reset_board,
    ];
    let _ = |board: &mut Narrator| board.submit_move("E2", "E4");
    rules
        .iter()
        .map(|name| name.replace("AnyPosition", "Position"))
        .map(|name| if name.starts_with("tabiya") { name } else { format!("tabiya_rules::{name}") })
        .chain(game.iter().map(|name| format!("tabiya_game::{name}")))
        .chain(["tabiya_classics::ChessBoard::submit_move".to_owned()])
        .chain(others.iter().map(|name| name.replace("Narrator", "tabiya_classics::ChessBoard")))
        .map(|name| name.split("::<").next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn every_method_of_the_documents_has_its_like_here() {
    let spec = include_str!("../../SPEC.md");
    let rows: Vec<&str> = spec
        .lines()
        .filter(|line| line.starts_with("| BYU | `") || line.starts_with("| Imperial | `"))
        .collect();
    assert!(rows.len() > 20, "the table is there");
    let ours = rows.iter().flat_map(|row| {
        let last = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        last.split('`').skip(1).step_by(2)
    });
    let (paths, names): (Vec<&str>, Vec<&str>) = ours.partition(|name| name.contains('/'));
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    for path in paths {
        assert!(root.join(path).is_file(), "{path}");
    }
    assert_eq!(names.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), items());
}
