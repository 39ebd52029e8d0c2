//! `tabiya classic grade`: the programs of a whole class.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use tabiya_classics::Classic;
use tabiya_classroom::{
    CheckOptions, EntryList, GradeLimits, GradeNews, GradeRecords, GradeScope, GradedClass, Grader,
    ProgramError, RECIPES_HELP, Toolchain, Workspace, grades_csv, grades_json, grades_junit, grades_table,
    gradescope_json, index_page, page_names, student_page,
};
use tabiya_sandbox::{Confinement, Orphans, SandboxLimits};
use tabiya_system::{Progress, shown, visible};

use super::check::{helper, stop_on_signals};
use super::check_args::{CheckArgs, seconds, usage};
use crate::output::{Status, print_lines, save, tell};

/// Grade a folder of students' programs of a classic
///
/// Every submission is copied, built and checked against ours, several at a time, in a sandbox without network. What came
/// out is a table, and in a folder a page for each submission, an index, CSV, JSON and JUnit's XML.
#[derive(clap::Args)]
#[command(after_long_help = help())]
pub struct Args {
    #[command(flatten)]
    check: CheckArgs,

    /// The folder with the submissions
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Where the reports go; those of an earlier run are replaced, but whoever has not changed keeps the grade
    #[arg(long, value_name = "FOLDER", default_value = "grades")]
    out: PathBuf,

    /// Grade everybody anew, also those who were graded before and have not changed
    #[arg(long)]
    again: bool,

    /// How long checking one submission may take
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds)]
    total_time: Duration,

    /// How many submissions at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,

    /// How much memory a program may use, all its processes together
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(16..=65_536))]
    memory: u64,

    /// How many processes and threads a program may have
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(2..=4096))]
    processes: u64,

    /// How much a program may write to files
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=16_384))]
    disk: u64,

    /// How long building may take
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = seconds)]
    build_time: Duration,

    /// Go on where the system allows no sandbox: for containers, which are one
    #[arg(long)]
    unconfined: bool,

    /// Print the report as JSON
    #[arg(long)]
    json: bool,

    /// Write Gradescope's results.json, too; there must be one submission only
    #[arg(long, value_name = "FILE")]
    gradescope: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  tabiya classic grade hong submissions
  tabiya classic grade cuhk submissions --out week-7 --jobs 4
  tabiya classic grade imperial submissions --json |
      jq '.submissions[] | {name, points}'

";

const SANDBOX_HELP: &str = "

Building and running happen in a sandbox: no network, no other submissions, the system read-only, the submission's own
folder read-only while it runs, and a small /tmp; at the end of every run each of its processes is ended. Where the system
allows no sandbox, nothing is run, but with --unconfined: then there are limits for each process, files and TCP are closed by
Landlock if the kernel has it, and what is missing is told. Building may use 2048 MB of memory, 256 processes, 512 MB of files and
--build-time.

Every grade is kept as soon as it is there: run again, also after it was stopped or killed, the command goes on with whoever
is missing, has changed, or is to be graded with other options.

Exit status: 0 all were graded, 1 some were not or the reports cannot be written, 2 wrong usage.";

fn help() -> String {
    [EXAMPLES, RECIPES_HELP, SANDBOX_HELP].concat()
}

/// The folder of the students' pages, beside the index.
const PAGES: &str = "students";

/// The folder of what was graded, for the next run.
const RECORDS: &str = "records";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let classic = args.check.classic()?;
    let entries = EntryList::read(&args.folder, &args.out)
        .map_err(|error| usage(&format!("{}: {error}", shown(&args.folder))))?;
    args.check_entries(&entries)?;
    args.check_out()?;
    for name in &entries.left_out {
        tell(format_args!("{}: no submission, left out", visible(name)));
    }
    // Wherever the reports cannot be written, it is better to know it now.
    fs::create_dir_all(args.out.join(PAGES)).with_context(|| shown(&args.out))?;
    let records = GradeRecords::open(&args.out.join(RECORDS)).with_context(|| shown(&args.out))?;
    // From here on there is something to clear away.
    let stop = stop_on_signals()?;
    let workspace = Workspace::new(&std::env::temp_dir()).context("a temporary folder")?;
    let class = args.grade(classic, &entries, workspace.path(), &records, &stop)?;
    drop(workspace);
    if !args.json {
        // First, so that it is seen where the pages cannot be written.
        print_lines(grades_table(&class, tabiya_system::width()))?;
    }
    let pages = write_reports(args, &class, &entries.left_out)?;
    records.keep_only(&class.list).with_context(|| shown(&args.out.join(RECORDS)))?;
    if args.json {
        print_lines([tabiya_system::json_line(&grades_json(&args.about(), &class, &pages))])?;
    } else {
        print_lines([format!("The pages: {}", shown(&args.out.join("index.html")))])?;
    }
    Ok(if class.is_complete() { Status::Done } else { Status::Refused })
}

/// The files of a report, beside the students' pages. Where the last of them is, they are all ours.
const REPORTS: [&str; 4] = ["index.html", "grades.csv", "junit.xml", "grades.json"];

impl Args {
    /// Refuses to put reports among submissions, or over files of somebody else.
    fn check_out(&self) -> anyhow::Result<()> {
        let place = |folder: &Path| folder.canonicalize().ok();
        if place(&self.out).is_some_and(|out| Some(out) == place(&self.folder)) {
            bail!("{}: the submissions are there; choose another folder with --out", shown(&self.out));
        }
        let is_there = |name: &&&str| self.out.join(name).exists();
        let [others @ .., ours] = &REPORTS;
        match others.iter().find(is_there) {
            Some(name) if !is_there(&ours) => bail!(
                "{}: that is no report of ours, and would be replaced; choose another folder with --out",
                shown(&self.out.join(name))
            ),
            _ => Ok(()),
        }
    }

    /// Refuses folders that every program may read, where students would see each other's work.
    fn check_sight(&self, tools: &Toolchain) -> anyhow::Result<()> {
        for folder in [&self.folder, &self.out] {
            let place = folder.canonicalize().or_else(|_| std::path::absolute(folder))?;
            if let Some(seen) = tools.that_shows(&place) {
                bail!(
                    "{}: every program may read {}, so students would see each other's work; use a folder elsewhere",
                    shown(folder),
                    shown(&seen)
                );
            }
        }
        Ok(())
    }

    fn check_entries(&self, entries: &EntryList) -> anyhow::Result<()> {
        let count = entries.submissions.len();
        if count == 0 {
            bail!("{}: there is no submission", shown(&self.folder));
        }
        if self.gradescope.is_some() && count != 1 {
            return Err(usage(&format!("--gradescope is for one submission, and there are {count}")));
        }
        Ok(())
    }

    fn grade(
        &self,
        classic: &'static Classic,
        entries: &EntryList,
        workspace: &Path,
        records: &GradeRecords,
        stop: &AtomicBool,
    ) -> anyhow::Result<GradedClass> {
        let helper = helper()?;
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let tools = Toolchain::find(&std::env::var_os("PATH").unwrap_or_default(), home.as_deref());
        self.check_sight(&tools)?;
        let jobs = self.jobs();
        let options = self.options(if entries.submissions.len() == 1 { jobs } else { 1 })?;
        let arguments: &[OsString] = if self.check.undo { &["-undo".into()] } else { &[] };
        let mut grader = Grader {
            classic,
            options: &options,
            arguments,
            limits: self.limits(),
            tools: &tools,
            confinement: Confinement::Namespaces,
            helper: &helper,
            workspace,
            records,
            scope: if self.again { GradeScope::Everybody } else { GradeScope::Changed },
        };
        grader.confinement = self.confinement(&mut grader, stop)?;
        let _orphans = match grader.confinement {
            Confinement::Namespaces => None,
            Confinement::Landlock | Confinement::LimitsOnly => Some(Orphans::adopt()?),
        };
        let live = Live::new(entries.submissions.len());
        match grader.grade(&entries.submissions, jobs, stop, &|news| live.hear(&news)) {
            Err(ProgramError::Stopped) => {
                bail!(
                    "stopped before the end, as you asked; the same command goes on with those who are missing"
                )
            }
            graded => Ok(graded?),
        }
    }

    /// The best that the system allows. Whatever is less than a sandbox must be asked for, and is told.
    fn confinement(&self, grader: &mut Grader, stop: &AtomicBool) -> anyhow::Result<Confinement> {
        let Err(error) = grader.probe() else { return Ok(Confinement::Namespaces) };
        if stop.load(Ordering::Relaxed) {
            return Err(ProgramError::Stopped.into());
        }
        if !self.unconfined {
            bail!("{error}; in a container, --unconfined goes on without one");
        }
        tell(error);
        grader.confinement = Confinement::Landlock;
        if grader.probe().is_ok() {
            tell(
                "Files of others and TCP are closed to the programs all the same (by Landlock), as far as this kernel can;",
            );
            tell(
                "what is missing: an end to what they leave in the background, and a common limit on memory and disk.",
            );
            return Ok(Confinement::Landlock);
        }
        tell(
            "The programs can use the network and all files that their user can; there are only limits for each process.",
        );
        Ok(Confinement::LimitsOnly)
    }

    fn jobs(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.jobs.map_or_else(processors, usize::from)
    }

    fn options(&self, jobs: usize) -> anyhow::Result<CheckOptions> {
        Ok(CheckOptions { total_time: Some(self.total_time), jobs, ..self.check.options()? })
    }

    fn limits(&self) -> GradeLimits {
        let limits = GradeLimits { build_time: self.build_time, ..GradeLimits::default() };
        let run = SandboxLimits {
            memory: self.memory << 20,
            processes: self.processes,
            disk: self.disk << 20,
            ..limits.run
        };
        GradeLimits { run, ..limits }
    }

    /// How it was graded, for programs that read the report.
    fn about(&self) -> Value {
        json!({
            "games": self.check.games,
            "seed": self.check.seed,
            "strict": self.check.strict,
            "timeout_seconds": self.check.timeout.as_secs_f64(),
            "memory_mb": self.memory,
            "processes": self.processes,
            "disk_mb": self.disk,
        })
    }
}

/// Who is being worked on, in one line on a terminal.
struct Live(Mutex<LiveState>);

struct LiveState {
    progress: Progress,
    all: usize,
    done: usize,
    at_work: BTreeMap<String, String>,
}

impl Live {
    fn new(all: usize) -> Live {
        Live(Mutex::new(LiveState { progress: Progress::new(), all, done: 0, at_work: BTreeMap::new() }))
    }

    fn hear(&self, news: &GradeNews) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match news {
            GradeNews::Building(name) => state.at_work.insert((*name).to_owned(), "is built".to_owned()),
            GradeNews::Checking(name, done, all) => {
                state.at_work.insert((*name).to_owned(), format!("case {} of {all}", done + 1))
            }
            GradeNews::Done(name) => {
                state.done += 1;
                state.at_work.remove(*name)
            }
            GradeNews::NotKept(name, error) => {
                state.progress.hide();
                tell(format_args!("{}: the grade cannot be kept for the next run: {error}", visible(name)));
                None
            }
        };
        state.show();
    }
}

impl LiveState {
    fn show(&self) {
        if self.progress.interval().is_some() && !self.progress.is_due() {
            return;
        }
        let at_work: Vec<String> =
            self.at_work.iter().map(|(name, doing)| format!("{}: {doing}", visible(name))).collect();
        let line = format!("{} of {} done; {}", self.done, self.all, at_work.join("; "));
        let width = tabiya_system::width().unwrap_or(80).saturating_sub(1);
        self.progress.show_or_log(line.chars().take(width).collect::<String>());
    }
}

/// Writes everything, each file whole or not at all, the index last. Says where the pages are.
fn write_reports(args: &Args, class: &GradedClass, left_out: &[String]) -> anyhow::Result<Vec<String>> {
    let names = page_names(class.list.iter().map(|graded| graded.name.as_str()));
    let pages: Vec<String> = names.iter().map(|name| format!("{PAGES}/{name}")).collect();
    let old = old_pages(&args.out.join("grades.json"));
    for (graded, page) in class.list.iter().zip(&pages) {
        save(&args.out.join(page), student_page(graded, class).as_bytes())?;
    }
    save(&args.out.join("grades.csv"), grades_csv(class, &pages).as_bytes())?;
    save(&args.out.join("junit.xml"), grades_junit(class).as_bytes())?;
    save(
        &args.out.join("grades.json"),
        format!("{:#}\n", grades_json(&args.about(), class, &pages)).as_bytes(),
    )?;
    save(&args.out.join("index.html"), index_page(class, &pages, left_out).as_bytes())?;
    for page in old.iter().filter(|page| !pages.contains(page)) {
        // Of somebody who is not in the class any more. One that is gone already is as well.
        let _ = fs::remove_file(args.out.join(page));
    }
    if let (Some(path), [graded]) = (&args.gradescope, &class.list[..]) {
        let result = gradescope_json(graded)
            .context("the submission was not graded, so there is no result for Gradescope")?;
        save(path, format!("{result:#}\n").as_bytes())?;
    }
    Ok(pages)
}

/// The pages that an earlier run has made, by its own word; never anything else.
fn old_pages(path: &Path) -> Vec<String> {
    let old: Value =
        fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let submissions = old["submissions"].as_array().cloned().unwrap_or_default();
    let pages = submissions.iter().filter_map(|submission| submission["page"].as_str().map(str::to_owned));
    pages.filter(|page| is_page(page)).collect()
}

fn is_page(page: &str) -> bool {
    let name = page.strip_prefix(PAGES).and_then(|rest| rest.strip_prefix('/')?.strip_suffix(".html"));
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_ours_are_taken_away() {
        assert!(is_page("students/anna-2.html"));
        for page in
            ["students/../index.html", "../a.html", "students/a.txt", "index.html", "students//etc/a.html"]
        {
            assert!(!is_page(page), "{page}");
        }
    }
}
