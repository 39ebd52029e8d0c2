//! The server from outside.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod computer;
mod damage;
mod docs;
mod files;
mod invitations;
mod lag;
mod lists;
mod lobby;
mod logs;
mod resync;
mod roles;
mod rules;
mod safety;
