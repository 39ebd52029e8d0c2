//! What the tests of the checker share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

pub const CLASSICS: [&str; 5] = ["hong", "hong-written", "cuhk", "waterloo", "imperial"];

/// The program with faults, which `cargo test` builds with the other examples.
pub fn faulty() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_BIN_EXE_tabiya")).with_file_name("examples");
    let path = folder.join("faulty");
    let changed = |path: &Path| path.metadata().and_then(|about| about.modified()).ok();
    let source = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/faulty.rs"));
    let is_built = changed(&path) >= changed(source);
    assert!(
        is_built,
        "cargo test builds examples when no target is named; else: cargo build --example faulty"
    );
    path
}

/// `tabiya classic check CLASSIC OPTIONS`.
pub fn check(classic: &str, options: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["classic", "check", classic]).args(options.split_whitespace()).env_remove("COLUMNS");
    command
}

/// The checker at work on the program with a fault.
pub fn check_faulty(classic: &str, fault: &str, options: &str) -> Output {
    check(classic, options).arg("--").arg(faulty()).args([classic, fault]).output().unwrap()
}

/// The report on the program with a fault.
pub fn report(classic: &str, fault: &str, options: &str) -> Value {
    let output = check_faulty(classic, fault, &format!("--json {options}"));
    let error = String::from_utf8_lossy(&output.stderr);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{fault}: {error}"));
    let agrees = report["agrees"].as_bool().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(!agrees)), "{fault}");
    report
}

/// The first difference in a report.
pub fn first_difference(report: &Value) -> Option<&Value> {
    report["cases"]
        .as_array()?
        .iter()
        .map(|case| &case["difference"])
        .find(|difference| difference.is_object())
}

pub fn text<'a>(difference: &'a Value, field: &str) -> &'a str {
    difference[field].as_str().unwrap_or_default()
}
