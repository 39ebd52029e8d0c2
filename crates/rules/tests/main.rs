//! The tests of the rules, in one program: each program is linked with everything it uses, which takes longer than most
//! of them run. `allocation.rs` counts what it allocates and has to be alone.

mod crowds;
mod differences;
mod faults;
mod judgements;
mod laws;
mod model;
mod model_itself;
mod peers;
mod perft;
mod perft_data;
mod reasons;
mod sentences;
mod support;

/// A file that nobody names here would never be run.
#[test]
fn every_file_is_named_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let name = file.strip_suffix(".rs").filter(|name| !["main", "allocation"].contains(name));
        let is_named = |name| include_str!("main.rs").contains(&format!("\nmod {name};\n"));
        assert!(name.is_none_or(is_named), "{file}");
    }
}
