//! The tests of the notation, in one program: each program is linked with everything it uses, which takes longer than
//! most of them run.

mod epd;
mod fen;
mod moves;
mod pgn_annotation;
mod pgn_bounds;
mod pgn_edit;
mod pgn_laws;
mod pgn_odd;
mod pgn_oracle;
mod pgn_python;
mod polyglot;
mod polyglot_keys;
mod random;
mod random_game;
mod rule_file;
mod san;
mod uci_move;
mod xml;
mod xml_faults;

/// A file that nobody names here would never be run.
#[test]
fn every_file_is_named_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let name = file.strip_suffix(".rs").filter(|name| !["main"].contains(name));
        let is_named = |name| include_str!("main.rs").contains(&format!("\nmod {name};\n"));
        assert!(name.is_none_or(is_named), "{file}");
    }
}
