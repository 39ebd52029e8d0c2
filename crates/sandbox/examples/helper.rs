//! What the tests run as the helper of a sandbox.

use std::process::ExitCode;

fn main() -> ExitCode {
    tabiya_sandbox::enter(&std::env::args_os().skip(1).collect::<Vec<_>>())
}
