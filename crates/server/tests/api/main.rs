//! The server from outside.

#[path = "../support/mod.rs"]
mod support;

mod commands;
mod computer;
mod docs;
mod files;
mod invitations;
mod lists;
mod resync;
mod roles;
mod rules;
mod safety;
