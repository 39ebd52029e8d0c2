//! The suite of the API with a store and a bus in memory: the server needs no more of them than their traits say.

#[path = "../api/analysis.rs"]
mod analysis;
#[path = "../api/classics.rs"]
mod classics;
#[path = "../api/commands.rs"]
mod commands;
#[path = "../api/computer.rs"]
mod computer;
#[path = "../api/docs.rs"]
mod docs;
#[path = "../api/exhibitions.rs"]
mod exhibitions;
#[path = "../api/files.rs"]
mod files;
#[path = "../api/host.rs"]
mod host;
#[path = "../api/identity.rs"]
mod identity;
#[path = "../api/invitations.rs"]
mod invitations;
#[path = "../api/lag.rs"]
mod lag;
#[path = "../api/languages.rs"]
mod languages;
#[path = "../api/limits.rs"]
mod limits;
#[path = "../api/lists.rs"]
mod lists;
#[path = "../api/lobby.rs"]
mod lobby;
#[path = "../api/logs.rs"]
mod logs;
#[path = "../api/openapi.rs"]
mod openapi;
#[path = "../api/operations.rs"]
mod operations;
#[path = "../api/records.rs"]
mod records;
#[path = "../api/remarks.rs"]
mod remarks;
#[path = "../api/resync.rs"]
mod resync;
#[path = "../api/roles.rs"]
mod roles;
#[path = "../api/rules.rs"]
mod rules;
#[path = "../api/safety.rs"]
mod safety;
#[path = "../support/mod.rs"]
mod support;
#[path = "../api/tls.rs"]
mod tls;

/// A module that is about the file of SQLite alone has a remark behind its line in the other list, and is left out here.
#[test]
fn nothing_of_the_suite_is_left_out() {
    let modules = |text: &'static str| -> std::collections::BTreeSet<&str> {
        text.lines().filter(|line| line.starts_with("mod ") && line.ends_with(';')).collect()
    };
    assert_eq!(modules(include_str!("main.rs")), modules(include_str!("../api/main.rs")));
}
