//! The server from outside, on the store that `TABIYA_TEST_STORE` names: `sqlite` unless it is set, `postgres`, `cluster` or
//! `memory`.

#[path = "../support/mod.rs"]
mod support;

mod analysis;
mod broken_lines;
mod classics;
mod cluster;
mod commands;
mod computer;
mod damage; // in SQLite only
mod docs;
mod engine_jobs;
mod entry_times;
mod exhibitions;
mod files;
mod host;
mod host_of_nodes;
mod identity;
mod invitations;
mod lag;
mod languages;
mod limits;
mod lists;
mod lobby;
mod logs;
mod openapi;
mod operations;
mod records;
mod remarks;
mod resync;
mod roles;
mod rules;
mod safety;
mod tls;
