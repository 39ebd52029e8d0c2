use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tabiya_system::{Draft, FileError};

use super::fingerprint::Fingerprint;
use super::graded::{GradeOrigin, Graded};

/// What was graded, a file for each submission, so that a run that was cut short goes on and nobody is graded twice.
pub struct GradeRecords {
    folder: PathBuf,
}

const ENDING: &str = "json";

impl GradeRecords {
    /// Those in a folder, which is made where it is missing.
    pub fn open(folder: &Path) -> io::Result<GradeRecords> {
        fs::create_dir_all(folder)?;
        Ok(GradeRecords { folder: folder.to_owned() })
    }

    /// The grade of the same files in the same way. What cannot be read was never there.
    pub(super) fn find(&self, fingerprint: &Fingerprint) -> Option<Graded> {
        let bytes = fs::read(self.path(fingerprint)).ok()?;
        let graded: Graded = serde_json::from_slice(&bytes).ok()?;
        Some(Graded { origin: GradeOrigin::Record, fingerprint: Some(fingerprint.clone()), ..graded })
    }

    /// Keeps a grade, whole or not at all.
    pub(super) fn keep(&self, fingerprint: &Fingerprint, graded: &Graded) -> Result<(), FileError> {
        let path = self.path(fingerprint);
        let mut draft = Draft::new(&path)?;
        let form = serde_json::to_vec(graded).map_err(io::Error::from);
        form.and_then(|form| draft.write_all(&form)).map_err(FileError::system(&path))?;
        draft.commit()
    }

    /// Takes away what belongs to none of these: submissions as they were before, and graded in another way.
    pub fn keep_only(&self, list: &[Graded]) -> io::Result<()> {
        let kept: Vec<PathBuf> = list.iter().filter_map(|graded| self.path_of(graded)).collect();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if is_record(&path) && !kept.contains(&path) {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }

    fn path_of(&self, graded: &Graded) -> Option<PathBuf> {
        graded.fingerprint.as_ref().map(|fingerprint| self.path(fingerprint))
    }

    fn path(&self, fingerprint: &Fingerprint) -> PathBuf {
        self.folder.join(fingerprint.digits()).with_extension(ENDING)
    }
}

/// Whether a file is called as ours are; never take away anything else.
fn is_record(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().as_encoded_bytes();
    path.extension().is_some_and(|ending| ending == ENDING)
        && stem.len() == 64
        && stem.iter().all(u8::is_ascii_hexdigit)
}
