//! Files and the network closed by Landlock, where namespaces are not allowed. A process may always do that to itself.

use std::io;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope, path_beneath_rules,
};

use crate::devices::DEVICES;
use crate::{Folder, Sandbox};

/// Whatever the kernel knows of this is asked for.
const KNOWN: ABI = ABI::V6;

/// Closes all files to this process, and what it will become, but those of the sandbox; its own folder is here. What it
/// writes goes into the sandbox's mount point, where nothing is mounted in this case.
pub fn close_files(sandbox: &Sandbox, folder: &Path) -> io::Result<()> {
    match closed(sandbox, folder).map_err(io::Error::other)? {
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
        RulesetStatus::NotEnforced => Err(io::Error::other("the kernel does not know Landlock")),
    }
}

fn closed(sandbox: &Sandbox, folder: &Path) -> Result<RulesetStatus, RulesetError> {
    let (read, all) = (AccessFs::from_read(KNOWN), AccessFs::from_all(KNOWN));
    let own = match sandbox.folder {
        Folder::ReadOnly(_) => read,
        Folder::Kept(..) => all,
    };
    let status = Ruleset::default()
        .handle_access(all)?
        // No rule opens a port again.
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(&sandbox.visible, read))?
        // Landlock itself keeps what is behind other processes' entries closed.
        .add_rules(path_beneath_rules(["/proc"], read))?
        .add_rules(path_beneath_rules(DEVICES, AccessFs::ReadFile | AccessFs::WriteFile))?
        .add_rules(path_beneath_rules([folder], own))?
        .add_rules(path_beneath_rules([&sandbox.mount_point], all))?
        .restrict_self()?;
    Ok(status.ruleset)
}
