use std::collections::BTreeMap;
use std::fs::{self, DirBuilder};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabiya_system::{FileError, NamedDraft};

use crate::server_link::ServerAddress;

/// More than any number of servers takes.
const LARGEST: u64 = 1 << 20;

/// Who one is on which server, in a file of the data folder that only its owner can read.
pub struct IdentityFile {
    path: PathBuf,
}

/// Who one is on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServerIdentity {
    /// What one is called.
    pub name: String,
    /// What proves it.
    pub token: String,
    /// The game that was played last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
}

type ServerIdentities = BTreeMap<String, ServerIdentity>;

impl IdentityFile {
    /// The file of a data folder.
    pub fn new(folder: &Path) -> IdentityFile {
        IdentityFile { path: folder.join("servers.json") }
    }

    /// Who one is on a server, where that is known.
    pub fn find(&self, server: &ServerAddress) -> Result<Option<ServerIdentity>, FileError> {
        Ok(self.read()?.remove(&server.to_string()))
    }

    /// Remembers who one is on a server.
    pub fn remember(&self, server: &ServerAddress, identity: &ServerIdentity) -> Result<(), FileError> {
        self.change(|all| drop(all.insert(server.to_string(), identity.clone())))
    }

    /// Remembers which game is played on a server, of whoever one is there by now.
    pub fn note_game(&self, server: &ServerAddress, game: &str) -> Result<(), FileError> {
        self.change(|all| {
            if let Some(identity) = all.get_mut(&server.to_string()) {
                identity.game = Some(game.to_owned());
            }
        })
    }

    /// Changes what the file says, while nobody else does.
    fn change(&self, change: impl FnOnce(&mut ServerIdentities)) -> Result<(), FileError> {
        let system = FileError::system(&self.path);
        if let Some(folder) = self.path.parent() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)
                .map_err(FileError::system(folder))?;
        }
        let _lock = self.lock()?;
        let before = self.read()?;
        let mut all = before.clone();
        change(&mut all);
        if all == before {
            return Ok(());
        }
        let draft = NamedDraft::new(&self.path).map_err(|why| why.at(&self.path))?;
        let text = serde_json::to_vec_pretty(&all).map_err(|error| system(error.into()))?;
        fs::write(draft.path(), text).map_err(FileError::system(&self.path))?;
        draft.commit().map_err(FileError::system(&self.path))
    }

    /// Waits until nobody else changes the file. It is replaced whole: what is locked is therefore a file beside it.
    fn lock(&self) -> Result<fs::File, FileError> {
        let path = self.path.with_extension("lock");
        let mut options = fs::OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).mode(0o600).open(&path);
        let file = file.map_err(FileError::system(&path))?;
        // Where the file system has no locks to give, it goes without.
        while file.lock().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {}
        Ok(file)
    }

    /// What the file says. One that is damaged is told, and never written over.
    fn read(&self) -> Result<ServerIdentities, FileError> {
        let file = match fs::File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(ServerIdentities::new()),
            file => file.map_err(FileError::system(&self.path))?,
        };
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).map_err(FileError::system(&self.path))?;
        serde_json::from_slice(&bytes).map_err(|error| FileError::system(&self.path)(error.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn nobody_is_forgotten_where_many_are_remembered_at_once() {
        let folder = std::env::temp_dir().join(format!("tabiya-identities-{}", std::process::id()));
        let server = |port| ServerAddress { is_encrypted: false, host: "club".to_owned(), port };
        let identity = |token: &str| ServerIdentity {
            name: "Ann".to_owned(),
            token: token.to_owned(),
            game: Some("aB3dE6gH".to_owned()),
        };
        std::thread::scope(|scope| {
            for port in 1..=16 {
                let file = IdentityFile::new(&folder);
                scope.spawn(move || file.remember(&server(port), &identity("t")).unwrap());
            }
        });
        let file = IdentityFile::new(&folder);
        for port in 1..=16 {
            assert_eq!(file.find(&server(port)).unwrap(), Some(identity("t")), "{port}");
        }
        // Who has become somebody else meanwhile stays so.
        file.remember(&server(1), &identity("newer")).unwrap();
        file.note_game(&server(1), "next").unwrap();
        let game = Some("next".to_owned());
        assert_eq!(file.find(&server(1)).unwrap(), Some(ServerIdentity { game, ..identity("newer") }));
        file.note_game(&server(99), "next").unwrap();
        assert_eq!(file.find(&server(99)).unwrap(), None);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn who_one_is_is_kept_from_others_and_never_lost() {
        let folder = std::env::temp_dir().join(format!("tabiya-identity-{}", std::process::id()));
        let file = IdentityFile::new(&folder);
        let server = |port| ServerAddress { is_encrypted: false, host: "club".to_owned(), port };
        let identity =
            |name: &str| ServerIdentity { name: name.to_owned(), token: "t".to_owned(), game: None };
        assert_eq!(file.find(&server(1)).unwrap(), None);
        file.remember(&server(1), &identity("Ann")).unwrap();
        file.remember(&server(2), &identity("Bob")).unwrap();
        assert_eq!(file.find(&server(1)).unwrap(), Some(identity("Ann")));
        let path = folder.join("servers.json");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        fs::write(&path, "{\"http").unwrap();
        assert!(file.find(&server(1)).is_err() && file.remember(&server(1), &identity("Ann")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"{\"http");
        fs::remove_dir_all(&folder).unwrap();
    }
}
