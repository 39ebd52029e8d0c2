//! The directed games: made anew by `cargo xtask games`, and held to what they should show.

use std::path::Path;

use tabiya_classics::CLASSICS;
use tabiya_classroom::find_games;

/// The search takes minutes, so it is only asked for by name.
#[test]
#[ignore = "writes the directed games anew: cargo xtask games"]
fn write_the_directed_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    std::thread::scope(|scope| {
        for classic in &CLASSICS {
            let path = folder.join(format!("{}.txt", classic.name));
            scope.spawn(move || std::fs::write(path, find_games(classic)).unwrap());
        }
    });
}
