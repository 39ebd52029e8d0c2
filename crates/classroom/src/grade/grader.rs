use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use tabiya_classics::Classic;
use tabiya_sandbox::{
    Confinement, Folder, Helper, Incident, Journal, Sandbox, SandboxError, SandboxLimits, copy_tree,
};

use super::build::build;
use super::entry_list::{Submission, is_executable};
use super::graded::{GradeState, Graded, GradedClass};
use super::limits::{GradeLimits, SUBMISSION};
use super::recipe::{Recipe, RecipeError, Start};
use super::source_list::real_folder;
use super::toolchain::Toolchain;
use crate::check_options::CheckOptions;
use crate::checker::Checker;
use crate::program::ProgramError;

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
}

/// Where a submission is worked on.
struct Desk {
    source: PathBuf,
    built: PathBuf,
    mount_point: PathBuf,
    journal: PathBuf,
}

impl Desk {
    fn new(folder: &Path) -> std::io::Result<Desk> {
        let desk = Desk {
            source: folder.join("source"),
            built: folder.join("built"),
            mount_point: folder.join("mount"),
            journal: folder.join("journal"),
        };
        for made in [&desk.source, &desk.built, &desk.mount_point] {
            fs::create_dir_all(made)?;
        }
        Ok(desk)
    }
}

impl Grader<'_> {
    /// Tries whether the system allows the sandbox.
    pub fn probe(&self) -> Result<(), SandboxError> {
        let desk = Desk::new(&self.workspace.join("probe"))?;
        self.sandbox(&desk, Folder::ReadOnly(desk.source.clone()), self.limits.run).probe(self.helper)
    }

    /// Grades all of them, so many at a time. Where `stop` is set meanwhile, all programs are ended.
    pub fn grade(
        &self,
        submissions: &[Submission],
        jobs: usize,
        stop: &AtomicBool,
        tell: &(dyn Fn(GradeNews) + Sync),
    ) -> Result<GradedClass, ProgramError> {
        let next = AtomicUsize::new(0);
        let list: Mutex<Vec<(usize, Graded)>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, submissions.len().max(1)) {
                scope.spawn(|| {
                    while let Some((number, submission)) = take(submissions, &next) {
                        let Ok(graded) = self.one(number, submission, stop, tell) else { return };
                        tell(GradeNews::Done(&submission.name));
                        list.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((number, graded));
                    }
                });
            }
        });
        let mut list = list.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if stop.load(Ordering::Relaxed) || list.len() < submissions.len() {
            return Err(ProgramError::Stopped);
        }
        list.sort_by_key(|(number, _)| *number);
        Ok(GradedClass { classic: self.classic, list: list.into_iter().map(|(_, graded)| graded).collect() })
    }

    /// Grades one. The only error is that we were asked to stop.
    fn one(
        &self,
        number: usize,
        submission: &Submission,
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
        };
        match self.work_on(&folder, submission, &mut graded, stop, tell) {
            Err(ProgramError::Stopped) => return Err(ProgramError::Stopped),
            Err(error) => graded.state = GradeState::Failed(error.to_string()),
            Ok(()) => {}
        }
        // So that a large class needs little room.
        let _ = fs::remove_dir_all(&folder);
        graded.took = begun.elapsed();
        Ok(graded)
    }

    fn work_on(
        &self,
        folder: &Path,
        submission: &Submission,
        graded: &mut Graded,
        stop: &AtomicBool,
        tell: &(dyn Fn(GradeNews) + Sync),
    ) -> Result<(), ProgramError> {
        let desk = Desk::new(folder)?;
        if let Err(error) = fetch(&submission.path, &desk.source) {
            graded.state = GradeState::Unusable(error);
            return Ok(());
        }
        let source = real_folder(&desk.source)?;
        let recipe = match Recipe::find(&source, self.tools, self.limits.run.memory) {
            Ok(recipe) => recipe,
            Err(error) => return Ok(graded.state = without_recipe(&error)),
        };
        graded.kind = Some(recipe.kind);
        let ready = match &recipe.build {
            Some(words) => {
                tell(GradeNews::Building(&submission.name));
                let sandbox =
                    self.sandbox(&desk, Folder::Kept(source, desk.built.clone()), self.limits.build);
                let command = sandbox.command(self.helper, words).map_err(std::io::Error::from)?;
                let built = build(command, folder, self.limits.build_time, stop)?;
                if !self.note_incidents(&desk, self.limits.build, "Building", graded)? {
                    return Ok(());
                }
                if let Err(failure) = built {
                    return Ok(graded.state = GradeState::NotBuilt(failure));
                }
                &desk.built
            }
            None => &source,
        };
        let words = match start_words(&recipe.run, ready) {
            Ok(words) => words,
            Err(error) => return Ok(graded.state = without_recipe(&error)),
        };
        let sandbox = self.sandbox(&desk, Folder::ReadOnly(ready.clone()), self.limits.run);
        let report = self.check(&sandbox, &words, stop, &|done, all| {
            tell(GradeNews::Checking(&submission.name, done, all));
        })?;
        graded.state = GradeState::Checked(Box::new(report));
        self.note_incidents(&desk, self.limits.run, "It", graded)?;
        Ok(())
    }

    fn check(
        &self,
        sandbox: &Sandbox,
        words: &[OsString],
        stop: &AtomicBool,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<crate::check_report::CheckReport, ProgramError> {
        let words: Vec<OsString> = words.iter().chain(self.arguments).cloned().collect();
        // That it can be written down is known once and for all.
        sandbox.command(self.helper, &words).map_err(std::io::Error::from)?;
        let start = || {
            sandbox
                .command(self.helper, &words)
                .unwrap_or_else(|_| std::process::Command::new("/nonexistent"))
        };
        let checker = Checker { classic: self.classic, start: &start, options: self.options };
        checker.run(stop, &|done, all, _| tell(done, all))
    }

    /// Notes what happened in the sandbox. Says whether the sandbox itself was in order.
    fn note_incidents(
        &self,
        desk: &Desk,
        limits: SandboxLimits,
        who: &str,
        graded: &mut Graded,
    ) -> Result<bool, ProgramError> {
        let incidents = Journal::read(&desk.journal)?;
        if let Some(why) = incidents.iter().find_map(failure) {
            graded.state = GradeState::Failed(format!("the sandbox could not be made: {why}"));
            return Ok(false);
        }
        graded.incidents.extend(incidents.iter().filter_map(|incident| sentence(incident, limits, who)));
        // What follows begins with an empty one.
        if desk.journal.exists() {
            fs::remove_file(&desk.journal)?;
        }
        Ok(true)
    }

    fn sandbox(&self, desk: &Desk, folder: Folder, limits: SandboxLimits) -> Sandbox {
        Sandbox {
            confinement: self.confinement,
            visible: self.tools.visible(),
            // With our own program at hand, a submission could be one line long.
            hidden: vec![self.helper.path.clone()],
            folder,
            limits,
            environment: self.tools.environment(),
            mount_point: desk.mount_point.clone(),
            journal: desk.journal.clone(),
        }
    }
}

fn take<'a>(submissions: &'a [Submission], next: &AtomicUsize) -> Option<(usize, &'a Submission)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    submissions.get(number).map(|submission| (number, submission))
}

/// Copies a submission. A file lies alone in its folder then.
fn fetch(path: &Path, folder: &Path) -> Result<(), String> {
    let path = path.canonicalize().map_err(|error| error.to_string())?;
    let name = path.file_name().unwrap_or_default();
    let target = if path.is_dir() { folder.to_owned() } else { folder.join(name) };
    copy_tree(&path, &target, SUBMISSION, None).map_err(|error| error.to_string())
}

fn without_recipe(error: &RecipeError) -> GradeState {
    if error.is_ours() {
        GradeState::Failed(error.to_string())
    } else {
        GradeState::Unusable(error.to_string())
    }
}

fn start_words(start: &Start, folder: &Path) -> Result<Vec<OsString>, RecipeError> {
    let inside = match start {
        Start::Command(words) => return Ok(words.clone()),
        Start::OnlyProgramIn(inside) => *inside,
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
