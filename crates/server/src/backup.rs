//! Copies of everything that is kept, and the way back.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rusqlite::InterruptHandle;
use tabiya_system::{Draft, NamedDraft};

use crate::data_folder::{DataFolder, FolderError, LOCK, check_kept_here};
use crate::paths::with_ending;
use crate::store::StoreError;
use crate::store::sqlite::{
    self, Access, DatabaseFiles, LogIndex, SalvageReport, check_file, connect_by, count_games, file_in,
    into_one_file, is_database, take_rights_of_others, try_room,
};

/// Copies the database of a folder into a file, also while a server uses it; how many games there are. The file appears
/// when it is complete. Where there are no games, whatever the file was before stays: it may be the last good copy. So does
/// what is no backup: somebody may have mistaken its name.
pub fn backup(folder: &Path, to: &Path) -> Result<u64, FolderError> {
    check_kept_here(folder)?;
    let file = file_in(folder);
    if !file.exists() {
        return Err(FolderError::NoDatabase { folder: folder.to_owned() });
    }
    let not_written = |error| FolderError::File { file: to.to_owned(), error };
    if is_servers_own(&file, to) {
        let error = "this is the database itself or belongs to it: a backup is another file";
        return Err(not_written(io::Error::other(error)));
    }
    refuse_strange(to)?;
    if let Some(place) = to.parent().filter(|place| !place.as_os_str().is_empty() && !place.exists()) {
        return Err(FolderError::NoPlace { folder: place.to_owned() });
    }
    // On a full disk the index of the log is in our memory, and no server may begin with the database meanwhile.
    let held = (try_room(&file) == Err(StoreError::Full)).then(|| DataFolder::take(folder).ok()).flatten();
    let index = if held.is_some() { LogIndex::of_start(&file) } else { LogIndex::Shared };
    let draft = DatabaseDraft::new(to)?;
    match copy_into(&file, index, draft.path(), to, drop)? {
        0 => {
            Err(FolderError::NoGames { folder: folder.to_owned(), kept: to.exists().then(|| to.to_owned()) })
        }
        games => {
            // A copy may take long, and somebody may have put something there meanwhile.
            refuse_strange(to)?;
            draft.commit().map(|()| games)
        }
    }
}

/// Refuses to replace what is neither a backup nor empty.
fn refuse_strange(file: &Path) -> Result<(), FolderError> {
    let is_something = fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() > 0);
    if is_something && !is_database(file) {
        return Err(FolderError::NotABackup { file: file.to_owned() });
    }
    Ok(())
}

/// Whether a path leads to something in a data folder that is the server's: its lock, or whatever has the name of the
/// database with an ending.
fn is_servers_own(database: &Path, path: &Path) -> bool {
    let own = |database: &Path, path: &Path| {
        let folder = |path: &Path| match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => fs::canonicalize(".").ok(),
            folder => fs::canonicalize(folder?).ok(),
        };
        let name = |path: &Path| path.file_name().unwrap_or_default().as_encoded_bytes().to_owned();
        let is_own_name = name(path) == LOCK.as_bytes() || name(path).starts_with(&name(database));
        is_own_name && folder(path).is_some() && folder(path) == folder(database)
    };
    // Either may be a link that leads elsewhere.
    let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (real_database, real_path) = (real(database), real(path));
    [database, &real_database].iter().any(|database| own(database, path) || own(database, &real_path))
}

/// Copies a database into a draft of a file; how many games are in it. The copy was opened and read through. Whoever gets
/// the handle can put an end to it.
pub(crate) fn copy_into(
    file: &Path,
    index: LogIndex,
    draft: &Path,
    to: &Path,
    begun: impl FnOnce(InterruptHandle),
) -> Result<u64, FolderError> {
    let failed = |error| FolderError::Store { file: file.to_owned(), error };
    let connection = connect_by(file, Access::Read, index).map_err(failed)?;
    begun(connection.get_interrupt_handle());
    let name = draft.to_string_lossy().into_owned();
    match connection.execute("VACUUM INTO ?1", [name]).map_err(StoreError::from) {
        Ok(_) => {}
        Err(StoreError::Full) => {
            return Err(FolderError::File { file: to.to_owned(), error: io::ErrorKind::StorageFull.into() });
        }
        Err(error) => return Err(failed(error)),
    }
    let unsound = |error| FolderError::BadCopy { file: to.to_owned(), error };
    check_file(draft).map_err(unsound)?;
    count_games(draft).map_err(unsound)
}

/// A database that is being written beside the file whose place it takes. If it does not, nothing is left of it.
pub(crate) struct DatabaseDraft {
    draft: Option<NamedDraft>,
    /// Where to write.
    path: PathBuf,
    /// The file, as it was named.
    to: PathBuf,
}

impl DatabaseDraft {
    pub fn new(to: &Path) -> Result<DatabaseDraft, FolderError> {
        let draft = NamedDraft::new(to).map_err(|error| not_saved(to, &error))?;
        Ok(DatabaseDraft { path: draft.path().to_owned(), draft: Some(draft), to: to.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn commit(mut self) -> Result<(), FolderError> {
        match self.draft.take().map(NamedDraft::commit) {
            Some(Err(error)) => Err(not_saved(&self.to, &error)),
            _ => Ok(()),
        }
    }
}

impl Drop for DatabaseDraft {
    fn drop(&mut self) {
        for log in ["-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_ending(&self.path, log));
        }
    }
}

/// What the system says about a file that could not be saved.
pub(crate) fn not_saved(file: &Path, error: &dyn fmt::Display) -> FolderError {
    FolderError::File { file: file.to_owned(), error: io::Error::other(format!("{error:#}")) }
}

/// What came of restoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreReport {
    /// What was saved of the file.
    pub salvaged: SalvageReport,
    /// Where the database is now that was there before.
    pub kept: Option<PathBuf>,
}

/// What is taken of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackupPart {
    /// All of it; one that is damaged is refused.
    Whole,
    /// Whatever can be read.
    Readable,
}

/// Makes the games in a file those of a folder that no server uses. What was there before is kept beside it. The file may be
/// the folder's own database: then everything is saved that can be read.
///
/// The new database takes the place of the old one in one step, so that at every moment one of them is there, whole.
/// After an error everything is as it was, also that there was no folder.
pub fn restore(folder: &Path, from: &Path, part: BackupPart) -> Result<RestoreReport, FolderError> {
    let failed = |error| FolderError::File { file: from.to_owned(), error };
    // Whoever opens a pipe waits for somebody who writes into it.
    let found = fs::metadata(from).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FolderError::NoBackup { file: from.to_owned(), folder: folder.to_owned() },
        _ => failed(error),
    })?;
    if !found.is_file() {
        return Err(failed(io::Error::other("it is no file")));
    }
    File::open(from).map_err(failed)?;
    check_kept_here(folder)?;
    let taken = DataFolder::take(folder)?;
    let restored = restore_into(&taken, from, part);
    if restored.is_err() {
        taken.give_back();
    }
    restored
}

fn restore_into(folder: &DataFolder, from: &Path, part: BackupPart) -> Result<RestoreReport, FolderError> {
    // SQLite's logs lie beside the file that a link leads to.
    let target = fs::canonicalize(folder.database()).unwrap_or_else(|_| folder.database());
    let failed = |file: &Path, error| FolderError::File { file: file.to_owned(), error };
    let not_readable =
        |error| FolderError::NotReadable { file: from.to_owned(), folder: folder.path().to_owned(), error };
    let draft = DatabaseDraft::new(&target)?;
    let salvaged = sqlite::salvage(from, draft.path()).map_err(|error| match error {
        StoreError::Damaged(_) => not_readable(error),
        error => match DatabaseFiles::new(&target).explain(error) {
            // Only where it is written to, which may be another disk than the one that it comes from.
            error @ (StoreError::Full | StoreError::ReadOnly) => {
                FolderError::Store { file: target.clone(), error }
            }
            error => FolderError::Store { file: from.to_owned(), error },
        },
    })?;
    if salvaged.games == 0 && salvaged.damaged.is_empty() {
        return Err(FolderError::NothingToRestore { file: from.to_owned() });
    }
    if salvaged.games == 0 && salvaged.damaged.iter().all(|damaged| damaged.entries == 0) {
        let error = StoreError::Damaged("no game in it is whole enough".to_owned());
        return Err(not_readable(error));
    }
    let is_whole = !salvaged.is_list_damaged && salvaged.damaged.is_empty() && check_file(from).is_ok();
    if part == BackupPart::Whole && !is_whole && !is_same_file(from, &target) {
        return Err(FolderError::DamagedBackup {
            file: from.to_owned(),
            folder: folder.path().to_owned(),
            games: salvaged.games,
            damaged: salvaged.damaged.len(),
        });
    }
    let old = OldDatabase::keep(&target).map_err(|error| failed(&target, error))?;
    draft.commit().inspect_err(|_| old.undo())?;
    Ok(RestoreReport { salvaged, kept: old.kept })
}

/// The database that was there before, under another name as well.
struct OldDatabase {
    /// Where it was.
    target: PathBuf,
    kept: Option<PathBuf>,
    /// Where its log was and where it is, if the log could not be brought into it.
    log: Option<(PathBuf, PathBuf)>,
}

impl OldDatabase {
    /// Gives the database one more name, and sees to it that no log of it is left that would be taken for one of the
    /// new database. All of it is in one file before that, unless it is so damaged that no server starts with it; then
    /// the log gets its new name before the old one is taken away.
    fn keep(target: &Path) -> io::Result<OldDatabase> {
        let (log, index) = (with_ending(target, "-wal"), with_ending(target, "-shm"));
        let mut old = OldDatabase { target: target.to_owned(), kept: None, log: None };
        if target.exists() {
            // Where this fails the log is still there.
            let connected = connect_by(target, Access::Write, LogIndex::of_start(target));
            let _ = connected.and_then(|connection| into_one_file(&connection));
            let name = |number| with_ending(target, &format!(".old-{number}"));
            let is_free = |path: &Path, file: &Path| !path.exists() || is_same_file(path, file);
            let are_free =
                |kept: &PathBuf| is_free(kept, target) && is_free(&with_ending(kept, "-wal"), &log);
            let kept = (1..).map(name).find(are_free).unwrap_or_else(|| name(0));
            old.kept = Some(kept.clone());
            let kept_log = with_ending(&kept, "-wal");
            let named = if log.exists() { add_name(&log, &kept_log) } else { Ok(()) };
            named.and_then(|()| add_name(target, &kept)).inspect_err(|_| old.undo())?;
            old.log = log.exists().then(|| (log.clone(), kept_log));
        }
        sync_folder_of(target)
            .and_then(|()| remove(&log))
            .and_then(|()| remove(&index))
            .inspect_err(|_| old.undo())?;
        sync_folder_of(target).inspect_err(|_| old.undo())?;
        Ok(old)
    }

    /// Makes everything as it was, also where the new database has taken the place and could not be seen onto the disk.
    /// What cannot be put back keeps its other name.
    fn undo(&self) {
        let Some(kept) = &self.kept else {
            let _ = fs::remove_file(&self.target);
            return;
        };
        // Before its log: to the new database that log would be a wrong one.
        let is_elsewhere = kept.exists() && !is_same_file(kept, &self.target);
        if is_elsewhere && fs::rename(kept, &self.target).is_err() {
            return;
        }
        if let Some((log, kept_log)) = &self.log
            && !log.exists()
            && add_name(kept_log, log).is_err()
        {
            return;
        }
        let _ = fs::remove_file(kept);
        let _ = fs::remove_file(with_ending(kept, "-wal"));
    }
}

/// Gives a file one more name; where the file system knows no such thing, a copy.
fn add_name(file: &Path, name: &Path) -> io::Result<()> {
    if name.exists() && is_same_file(file, name) || fs::hard_link(file, name).is_ok() {
        return Ok(());
    }
    let copy = || {
        let mut draft = Draft::new(name)?;
        io::copy(&mut File::open(file)?, &mut draft)?;
        draft.commit()
    };
    copy().map_err(|error| io::Error::other(format!("{error:#}")))?;
    take_rights_of_others(name)
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    let identity = |path| fs::metadata(path).map(|found| (found.dev(), found.ino())).ok();
    identity(one).is_some() && identity(one) == identity(other)
}

/// Removes a file, if it is there.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Sees the names in a file's folder onto the disk.
fn sync_folder_of(file: &Path) -> io::Result<()> {
    File::open(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))?
        .sync_all()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::store::sqlite::{SqliteStore, connect};

    /// A data folder of a test's own, gone at its end.
    struct TestFolder(PathBuf);

    impl TestFolder {
        fn new(name: &str) -> TestFolder {
            let path = std::env::temp_dir().join(format!("tabiya-backup-{}-{name}", std::process::id()));
            fs::create_dir(&path).unwrap();
            TestFolder(path)
        }

        fn database(&self) -> PathBuf {
            file_in(&self.0)
        }

        /// Everything in it but the lock, and but for what the head of a database counts: when it was written, and how
        /// its log was kept then.
        fn content(&self) -> BTreeMap<PathBuf, Vec<u8>> {
            let paths = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().path());
            let files = paths.filter(|path| path.is_file() && !path.ends_with(LOCK));
            let content = |path: &Path| {
                let mut bytes = fs::read(path).unwrap();
                if bytes.starts_with(b"SQLite") {
                    for counted in [18..20, 24..28, 92..96] {
                        bytes[counted].fill(0);
                    }
                }
                bytes
            };
            // An empty log is none.
            let files = files.map(|path| (path.clone(), content(&path)));
            files.filter(|(_, content)| !content.is_empty()).collect()
        }
    }

    impl Drop for TestFolder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    /// A folder without a database, one with a sound one, and one with a damaged one that has a log.
    fn folders(name: &str) -> [TestFolder; 3] {
        let [empty, sound, damaged] =
            ["empty", "sound", "damaged"].map(|kind| TestFolder::new(&format!("{name}-{kind}")));
        drop(SqliteStore::open(&sound.database()).unwrap());
        into_one_file(&connect(&sound.database(), Access::Write).unwrap()).unwrap();
        fs::write(damaged.database(), "this was a database").unwrap();
        fs::write(with_ending(&damaged.database(), "-wal"), "this was its log").unwrap();
        [empty, sound, damaged]
    }

    /// Gives the place of a database to another one, as the last step of restoring does.
    fn replace(folder: &TestFolder) {
        let new = folder.0.join("new");
        fs::write(&new, "the new one").unwrap();
        fs::rename(&new, folder.database()).unwrap();
    }

    #[test]
    fn a_database_that_was_kept_is_put_back() {
        let [empty, sound, _] = folders("undone");
        for folder in [empty, sound] {
            let before = folder.content();
            for takes_its_place in [false, true] {
                let old = OldDatabase::keep(&folder.database()).unwrap();
                if takes_its_place {
                    replace(&folder);
                }
                old.undo();
                assert!(folder.content() == before, "{:?}", folder.content().keys());
            }
        }
    }

    #[test]
    fn what_is_no_backup_is_refused_before_anything_is_copied() {
        // This one cannot be copied.
        let [_, _, folder] = folders("strange");
        let notes = folder.0.join("notes.txt");
        fs::write(&notes, "The second round is on Friday.").unwrap();
        let before = folder.content();
        let error = backup(&folder.0, &notes).unwrap_err();
        assert!(matches!(error, FolderError::NotABackup { .. }), "{error}");
        assert!(folder.content() == before, "{:?}", folder.content().keys());
    }

    #[test]
    fn a_log_comes_back_with_its_database() {
        let [_, _, folder] = folders("log");
        let (database, before) = (folder.database(), folder.content());
        let (log, kept) = (with_ending(&database, "-wal"), with_ending(&database, ".old-1"));
        for takes_its_place in [false, true] {
            let kept_log = with_ending(&kept, "-wal");
            add_name(&database, &kept).unwrap();
            add_name(&log, &kept_log).unwrap();
            fs::remove_file(&log).unwrap();
            if takes_its_place {
                replace(&folder);
            }
            let log = Some((log.clone(), kept_log));
            OldDatabase { target: database.clone(), kept: Some(kept.clone()), log }.undo();
            assert!(folder.content() == before, "{:?}", folder.content().keys());
        }
    }

    #[test]
    fn where_restoring_fails_on_the_way_everything_is_as_it_was() {
        let source = TestFolder::new("source");
        let backup = fixture(&source);
        for folder in folders("failing") {
            let before = folder.content();
            // A folder cannot be removed as a file can: the last step before the new database takes its place.
            fs::create_dir(with_ending(&folder.database(), "-shm")).unwrap();
            let taken = DataFolder::take(&folder.0).unwrap();
            let error = restore_into(&taken, &backup, BackupPart::Whole).unwrap_err();
            assert!(matches!(error, FolderError::File { .. }), "{error}");
            assert!(folder.content() == before, "{:?}", folder.content().keys());
            fs::remove_dir(with_ending(&folder.database(), "-shm")).unwrap();
            assert_eq!(restore_into(&taken, &backup, BackupPart::Whole).unwrap().salvaged.games, 1);
        }
    }

    #[test]
    fn a_log_of_an_older_database_is_not_replaced() {
        let [_, _, folder] = folders("names");
        let stray = with_ending(&folder.database(), ".old-1-wal");
        fs::write(&stray, "another log").unwrap();
        let old = OldDatabase::keep(&folder.database()).unwrap();
        assert_eq!(old.kept, Some(with_ending(&folder.database(), ".old-2")));
        assert_eq!(fs::read(stray).unwrap(), b"another log");
    }

    /// A database with one game in it.
    fn fixture(folder: &TestFolder) -> PathBuf {
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../tabiya/tests/upgrade/2026-11-16/club.backup");
        let file = folder.0.join("backup");
        fs::copy(kept, &file).unwrap();
        let database = connect(&file, Access::Write).unwrap();
        database.execute("DELETE FROM game WHERE id != (SELECT min(game) FROM entry)", []).unwrap();
        database.execute("DELETE FROM entry WHERE game NOT IN (SELECT id FROM game)", []).unwrap();
        into_one_file(&database).unwrap();
        file
    }
}
