use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tabiya_classics::Classic;
use tabiya_sandbox::{
    Confinement, Folder, Helper, Incident, Journal, Sandbox, SandboxError, SandboxLimits, TreeError,
    copy_tree,
};
use tabiya_system::FileError;

use super::build::build;
use super::entry_list::{StudentWork, is_executable};
use super::fingerprint::Fingerprint;
use super::grade_records::GradeRecords;
use super::graded::{GradeOrigin, GradeState, Graded, GradedClass};
use super::limits::{GradeLimits, SUBMISSION};
use super::recipe::{ProgramStart, Recipe, RecipeError};
use super::source_list::real_folder;
use super::toolchain::Toolchain;
use crate::check_options::CheckOptions;
use crate::checker::{Checker, max_points};
use crate::program::ProgramError;
use crate::worker_pool::{NextWork, for_each};

/// Grades submissions: each is copied, built, run and checked, building and running in a sandbox.
pub struct Grader<'a> {
    /// Which classic they should be.
    pub classic: &'static Classic,
    /// How they are checked.
    pub options: &'a CheckOptions,
    /// What every program is given behind its arguments.
    pub arguments: &'a [OsString],
    /// How far they may go.
    pub limits: GradeLimits,
    /// With what they are built.
    pub tools: &'a Toolchain,
    /// How much the system helps to keep them in.
    pub confinement: Confinement,
    /// What makes the sandbox.
    pub helper: &'a Helper,
    /// A folder of ours.
    pub workspace: &'a Path,
    /// What was graded before, and what is kept of this time.
    pub records: &'a GradeRecords,
    /// Who is graded.
    pub scope: GradeScope,
}

/// Who is graded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GradeScope {
    /// Whoever was not graded before, or has changed since; the others keep their grades.
    Changed,
    /// Everybody.
    Everybody,
}

/// How far grading has come.
#[derive(Debug)]
pub enum GradeNews<'a> {
    /// A submission is being built.
    Building(&'a str),
    /// So many of all cases have been run.
    Checking(&'a str, usize, usize),
    /// A submission is done.
    Done(&'a str),
    /// Its grade cannot be kept for the next run.
    NotKept(&'a str, &'a FileError),
}

/// What is being done, and for whom.
struct Work<'a> {
    submission: &'a StudentWork,
    folder: &'a Path,
    stop: &'a AtomicBool,
    tell: &'a (dyn Fn(GradeNews) + Sync),
}

/// What came out of the work on a submission.
enum WorkResult {
    /// A grade.
    New(GradeState),
    /// It has not changed since it was graded.
    Known(Box<Graded>),
}

/// What can be started, and where.
struct ReadyProgram {
    folder: PathBuf,
    words: Vec<OsString>,
}

/// The folders of a submission that is being worked on.
struct SubmissionFolders {
    source: PathBuf,
    built: PathBuf,
    mount_point: PathBuf,
    journal: PathBuf,
}

impl SubmissionFolders {
    fn new(folder: &Path) -> io::Result<SubmissionFolders> {
        let folders = SubmissionFolders {
            source: folder.join("source"),
            built: folder.join("built"),
            mount_point: folder.join("mount"),
            journal: folder.join("journal"),
        };
        for made in [&folders.source, &folders.built, &folders.mount_point] {
            fs::create_dir_all(made)?;
        }
        Ok(folders)
    }
}

impl Grader<'_> {
    /// Tries whether the system allows the sandbox.
    pub fn probe(&self) -> Result<(), SandboxError> {
        let folders = SubmissionFolders::new(&self.workspace.join("probe"))?;
        self.sandbox(&folders, Folder::ReadOnly(folders.source.clone()), self.limits.run).probe(self.helper)
    }

    /// Grades all of them, so many at a time. Where `stop` is set meanwhile, all programs are ended.
    pub fn grade(
        &self,
        submissions: &[StudentWork],
        jobs: usize,
        stop: &AtomicBool,
        tell: &(dyn Fn(GradeNews) + Sync),
    ) -> Result<GradedClass, ProgramError> {
        let list = for_each(jobs, submissions, &|number, submission| {
            let graded = self.one(number, submission, stop, tell);
            // So that a large class needs little room.
            let _ = fs::remove_dir_all(self.workspace.join(number.to_string()));
            let graded = graded?;
            tell(GradeNews::Done(&submission.name));
            Ok::<_, ProgramError>((graded, NextWork::Take))
        })?;
        if stop.load(Ordering::Relaxed) {
            return Err(ProgramError::Stopped);
        }
        let list = list.into_iter().flatten().collect();
        Ok(GradedClass { classic: self.classic, list, max_points: max_points(self.classic, self.options)? })
    }

    /// Grades one. The only error is that we were asked to stop.
    fn one(
        &self,
        number: usize,
        submission: &StudentWork,
        stop: &AtomicBool,
        tell: &(dyn Fn(GradeNews) + Sync),
    ) -> Result<Graded, ProgramError> {
        let begun = Instant::now();
        let folder = self.workspace.join(number.to_string());
        let mut graded = Graded {
            name: submission.name.clone(),
            kind: None,
            state: GradeState::Unusable(String::new()),
            incidents: Vec::new(),
            took: begun.elapsed(),
            origin: GradeOrigin::Run,
            fingerprint: None,
        };
        let work = Work { submission, folder: &folder, stop, tell };
        let state = match self.work_on(&work, &mut graded) {
            Err(ProgramError::Stopped) => return Err(ProgramError::Stopped),
            Err(error) => GradeState::Failed(error.to_string()),
            Ok(WorkResult::Known(known)) => return Ok(*known),
            Ok(WorkResult::New(state)) => state,
        };
        graded.state = state;
        graded.took = begun.elapsed();
        self.keep(&graded, tell);
        Ok(graded)
    }

    /// Keeps a grade for the next run. What may come out otherwise then is tried again.
    fn keep(&self, graded: &Graded, tell: &(dyn Fn(GradeNews) + Sync)) {
        let Some(fingerprint) = graded.fingerprint.as_ref().filter(|_| graded.is_final()) else {
            return;
        };
        if let Err(error) = self.records.keep(fingerprint, graded) {
            tell(GradeNews::NotKept(&graded.name, &error));
        }
    }

    fn work_on(&self, work: &Work, graded: &mut Graded) -> Result<WorkResult, ProgramError> {
        let folders = SubmissionFolders::new(work.folder)?;
        if let Err(error) = fetch(&work.submission.path, &folders.source) {
            let state = if error.is_of_copier() { GradeState::Failed } else { GradeState::Unusable };
            return Ok(WorkResult::New(state(error.to_string())));
        }
        let fingerprint = Fingerprint::of(&graded.name, &folders.source, &self.settings())?;
        if let Some(known) = self.known(&fingerprint) {
            return Ok(WorkResult::Known(Box::new(known)));
        }
        graded.fingerprint = Some(fingerprint);
        self.build_and_check(work, &folders, graded).map(WorkResult::New)
    }

    fn known(&self, fingerprint: &Fingerprint) -> Option<Graded> {
        match self.scope {
            GradeScope::Changed => self.records.find(fingerprint),
            GradeScope::Everybody => None,
        }
    }

    /// All that a grade depends on beside the submission, in words. How many run at a time is not of it.
    fn settings(&self) -> String {
        let Grader { classic, options, arguments, limits, confinement, .. } = self;
        let options = CheckOptions { jobs: 1, ..(*options).clone() };
        format!("{} {options:?} {arguments:?} {limits:?} {confinement:?}", classic.name)
    }

    fn build_and_check(
        &self,
        work: &Work,
        folders: &SubmissionFolders,
        graded: &mut Graded,
    ) -> Result<GradeState, ProgramError> {
        let ready = match self.prepare(work, folders, graded)? {
            Ok(ready) => ready,
            Err(state) => return Ok(state),
        };
        let sandbox = self.sandbox(folders, Folder::ReadOnly(ready.folder), self.limits.run);
        let name = &work.submission.name;
        let report = self.check(&sandbox, &ready.words, work.stop, &|done, all| {
            (work.tell)(GradeNews::Checking(name, done, all));
        })?;
        Ok(match self.note_incidents(folders, self.limits.run, "It", graded)? {
            Ok(()) => GradeState::Checked(Box::new(report)),
            Err(state) => state,
        })
    }

    /// Builds a submission, until it can be started or is known not to.
    fn prepare(
        &self,
        work: &Work,
        folders: &SubmissionFolders,
        graded: &mut Graded,
    ) -> Result<Result<ReadyProgram, GradeState>, ProgramError> {
        let source = real_folder(&folders.source)?;
        let recipe = match Recipe::find(&source, self.tools, self.limits.run.memory) {
            Ok(recipe) => recipe,
            Err(error) => return Ok(Err(without_recipe(&error))),
        };
        graded.kind = Some(recipe.kind.to_owned());
        let folder = match &recipe.build {
            Some(words) => match self.build(work, folders, &source, words, graded)? {
                Ok(()) => folders.built.clone(),
                Err(state) => return Ok(Err(state)),
            },
            None => source,
        };
        let words = start_words(&recipe.run, &folder).map_err(|error| without_recipe(&error));
        Ok(words.map(|words| ReadyProgram { folder, words }))
    }

    fn build(
        &self,
        work: &Work,
        folders: &SubmissionFolders,
        source: &Path,
        words: &[OsString],
        graded: &mut Graded,
    ) -> Result<Result<(), GradeState>, ProgramError> {
        (work.tell)(GradeNews::Building(&work.submission.name));
        let folder = Folder::Kept(source.to_owned(), folders.built.clone());
        let command =
            self.sandbox(folders, folder, self.limits.build).launcher(self.helper, words)?.command();
        let built = build(command, work.folder, self.limits.build_time, work.stop)?;
        let noted = self.note_incidents(folders, self.limits.build, "Building", graded)?;
        Ok(noted.and_then(|()| built.map_err(GradeState::NotBuilt)))
    }

    fn check(
        &self,
        sandbox: &Sandbox,
        words: &[OsString],
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<crate::check_report::CheckReport, ProgramError> {
        let words: Vec<OsString> = words.iter().chain(self.arguments).cloned().collect();
        let launcher = sandbox.launcher(self.helper, &words)?;
        let start = || launcher.command();
        // What the sandbox starts ends with us.
        let checker = Checker { classic: self.classic, start: &start, options: self.options, leash: None };
        let report = checker.run(stop, &|done, all, _| tell(done, all))?;
        // Nobody is graded by half of the cases.
        if stop.load(Ordering::Relaxed) { Err(ProgramError::Stopped) } else { Ok(report) }
    }

    /// Notes what happened in the sandbox. Where that could not be made, there is nothing to grade.
    fn note_incidents(
        &self,
        folders: &SubmissionFolders,
        limits: SandboxLimits,
        who: &str,
        graded: &mut Graded,
    ) -> Result<Result<(), GradeState>, ProgramError> {
        let incidents = Journal::read(&folders.journal)?;
        if let Some(why) = incidents.iter().find_map(failure) {
            return Ok(Err(GradeState::Failed(format!("the sandbox could not be made: {why}"))));
        }
        graded.incidents.extend(incidents.iter().filter_map(|incident| sentence(incident, limits, who)));
        // What follows begins with an empty one.
        if folders.journal.exists() {
            fs::remove_file(&folders.journal)?;
        }
        Ok(Ok(()))
    }

    fn sandbox(&self, folders: &SubmissionFolders, folder: Folder, limits: SandboxLimits) -> Sandbox {
        Sandbox {
            confinement: self.confinement,
            visible: self.tools.visible(),
            // With our own program at hand, a submission could be one line long.
            hidden: vec![self.helper.path.clone()],
            folder,
            limits,
            environment: self.tools.environment(),
            mount_point: folders.mount_point.clone(),
            journal: folders.journal.clone(),
        }
    }
}

/// Copies a submission. A file lies alone in its folder then.
fn fetch(path: &Path, folder: &Path) -> Result<(), TreeError> {
    // A link could lead to the solution, or to anybody else's.
    if path.is_symlink() {
        return Err(TreeError::Link(PathBuf::from(path.file_name().unwrap_or_default())));
    }
    let name = path.file_name().unwrap_or_default();
    let target = if path.is_dir() { folder.to_owned() } else { folder.join(name) };
    copy_tree(path, &target, SUBMISSION, None)
}

fn without_recipe(error: &RecipeError) -> GradeState {
    if error.is_ours() {
        GradeState::Failed(error.to_string())
    } else {
        GradeState::Unusable(error.to_string())
    }
}

fn start_words(start: &ProgramStart, folder: &Path) -> Result<Vec<OsString>, RecipeError> {
    let inside = match start {
        ProgramStart::Command(words) => return Ok(words.clone()),
        ProgramStart::OnlyProgramIn(inside) => *inside,
    };
    let mut programs = Vec::new();
    for entry in fs::read_dir(folder.join(inside))? {
        let entry = entry?;
        if entry.file_type()?.is_file() && is_executable(&entry.metadata()?) {
            programs.push(Path::new(".").join(inside).join(entry.file_name()));
        }
    }
    match &programs[..] {
        [program] => Ok(vec![program.clone().into()]),
        others => Err(RecipeError::BuiltPrograms(others.len())),
    }
}

fn failure(incident: &Incident) -> Option<&str> {
    match incident {
        Incident::Failure(why) => Some(why),
        _ => None,
    }
}

/// What happened, in a sentence.
fn sentence(incident: &Incident, limits: SandboxLimits, who: &str) -> Option<String> {
    let SandboxLimits { memory, processes, disk, .. } = limits;
    match incident {
        Incident::Memory => {
            Some(format!("{who} used more than {} MB of memory and was stopped.", memory >> 20))
        }
        Incident::Processes => {
            Some(format!("{who} started {processes} processes or threads and was stopped."))
        }
        Incident::Disk => Some(format!("{who} filled the {} MB that it may write.", disk >> 20)),
        Incident::Failure(_) | Incident::Died { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::*;
    use crate::grade::workspace::Workspace;

    #[test]
    fn hidden_folders_are_left_where_they_are() {
        let workspace = Workspace::new(&std::env::temp_dir()).unwrap();
        let (from, to) = (workspace.path().join("anna"), workspace.path().join("copy"));
        for folder in [".git", ".cargo", "src"] {
            fs::create_dir_all(from.join(folder)).unwrap();
            fs::write(from.join(folder).join("file"), "text").unwrap();
        }
        File::create(from.join(".git/pack")).unwrap().set_len(80 << 20).unwrap();
        fetch(&from, &to).unwrap();
        let is_there = |name: &str| to.join(name).exists();
        assert!(is_there("src/file") && is_there(".cargo/file") && !is_there(".git"));
        File::create(from.join("pack")).unwrap().set_len(80 << 20).unwrap();
        let error = fetch(&from, &workspace.path().join("other")).unwrap_err();
        assert_eq!(error.to_string(), "it is larger than 64 MB");
    }
}
