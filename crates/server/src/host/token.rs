//! The host's token, by which somebody is the host who does not sit at the server's own machine.
//!
//! Its digest lies in a file of its own in the data folder, readable by its owner only, and not in the database: so a
//! command beside a running server can renew it, a backup that is handed on does not carry it, and going back to an older
//! backup does not bring an older token back.

use std::fs;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};

use tabiya_system::Draft;

use crate::backup::not_saved;
use crate::data_folder::FolderError;
use crate::hosts::Hosts;
use crate::store::sqlite::take_rights_of_others;
use crate::{Secret, SecretDigest, Tls};

/// The name of the file in the data folder.
const FILE: &str = "host-token";

fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Makes a new token for the host of a folder. The one before is worthless from now on, and with it what it opened.
pub fn renew_host_token(folder: &Path) -> Result<Secret, FolderError> {
    let token = Secret::random();
    let file = file_in(folder);
    let failed = |error| FolderError::File { file: file.clone(), error };
    let mut draft = Draft::new(&file).map_err(|error| not_saved(&file, &error))?;
    draft.write_all(text_of(token.digest()).as_bytes()).map_err(failed)?;
    draft.commit().map_err(|error| not_saved(&file, &error))?;
    take_rights_of_others(&file).map_err(failed)?;
    give_to_owner_of(folder, &file).map_err(failed)?;
    Ok(token)
}

/// Gives a file to whoever has the folder: an administrator who makes a token makes it for the server, which has to read it.
fn give_to_owner_of(folder: &Path, file: &Path) -> io::Result<()> {
    let (owner, made) = (fs::metadata(folder)?, fs::metadata(file)?);
    if owner.uid() == made.uid() {
        return Ok(());
    }
    chown(file, Some(owner.uid()), Some(owner.gid()))
}

/// The links by which a token opens the host's page of a server that listens at an address: for this machine, and for others
/// where they can reach it. The token comes behind a `#`, which browsers do not send.
pub fn host_links(
    address: SocketAddr,
    public_url: Option<&str>,
    tls: Option<&Tls>,
    token: &Secret,
) -> Vec<String> {
    let hosts = Hosts::new(address, public_url, tls);
    let known = hosts.address();
    // A certificate is rarely one for the numbers of this machine.
    let has_name = public_url.is_some() || tls.is_some();
    let mut places = if has_name { vec![known] } else { vec![hosts.loopback_address(), known] };
    places.dedup();
    places.iter().map(|place| format!("{place}/host#token={}", token.reveal())).collect()
}

/// Whether somebody has the token of the host of a folder.
pub(crate) fn is_host_token(folder: &Path, token: &Secret) -> bool {
    // Where none was made, nobody has it.
    let Ok(kept) = fs::read(file_in(folder)) else { return false };
    let given = text_of(token.digest());
    // Of digests nothing can be learned by how long it takes; it takes the same time all the same.
    let differences = kept.iter().zip(given.as_bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    kept.len() == given.len() && differences == 0
}

fn text_of(SecretDigest(bytes): SecretDigest) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
