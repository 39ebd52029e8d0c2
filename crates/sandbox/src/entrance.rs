use std::ffi::OsString;
use std::process::ExitCode;

use crate::leash::{self, LEASH};
use crate::sandbox::SandboxOrders;
use crate::{inner, keeper, outer};

/// The status of a helper that was not told what to do.
const MISUSED: u8 = 2;

/// What a helper does, by the words behind those that made it one. Returns only where that is over, or failed.
///
/// To be called at once, before there are threads.
pub fn enter(words: &[OsString]) -> ExitCode {
    if let [part] = words
        && part == LEASH
    {
        return leash::run();
    }
    let [part, orders, program @ ..] = words else { return misused() };
    let Some(orders) = orders.to_str().and_then(|text| serde_json::from_str::<SandboxOrders>(text).ok())
    else {
        return misused();
    };
    match part.to_str() {
        Some("outer") => outer::run(orders, program),
        Some("keeper") => keeper::run(&orders, program),
        Some("inner") => inner::run(&orders, program),
        _ => misused(),
    }
}

fn misused() -> ExitCode {
    eprintln!("this is for programs that make a sandbox, not for people");
    MISUSED.into()
}
