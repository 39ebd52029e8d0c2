//! The engine under python-chess's client. Run by `cargo xtask ci python`, which names the interpreter in
//! `TABIYA_PYTHON`; left out where there is none.

use std::process::Command;

#[test]
#[ignore = "needs python-chess: cargo xtask ci python"]
fn python_chess_plays_with_the_engine() {
    let python =
        std::env::var_os("TABIYA_PYTHON").expect("TABIYA_PYTHON names a Python with the package chess");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/uci.py");
    let engine = [env!("CARGO_BIN_EXE_tabiya"), "uci"];
    let output = Command::new(python).arg(script).args(engine).output().unwrap();
    let (proven, fault) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "after:\n{proven}\n{fault}");
    assert_eq!(proven.lines().last(), Some("searches_with_several_threads"));
}
