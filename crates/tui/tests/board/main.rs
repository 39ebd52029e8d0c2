//! The full-screen board without a terminal: keys and clicks in, screens out.

mod desk;
#[expect(dead_code, reason = "the tests of the table need all of it")]
#[path = "../../../table/tests/table/memory.rs"]
mod memory;

mod byu;
mod files;
mod hands;
mod lobby;
mod pictures;
mod reviews;
mod screens;
mod svg;
mod walks;
