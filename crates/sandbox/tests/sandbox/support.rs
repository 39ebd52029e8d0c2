//! What the tests of the sandbox share.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::io::Errno;
use tabiya_sandbox::{Confinement, Folder, Helper, Incident, Journal, Sandbox, SandboxLimits};

/// Small enough to be reached soon.
pub const LIMITS: SandboxLimits =
    SandboxLimits { memory: 64 << 20, processes: 24, disk: 8 << 20, cpu_seconds: 20 };

/// What shells need.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc/alternatives", "/etc/ld.so.cache", "/nix/store"];

const NOBODY: u32 = 65_534;

/// A place for one program, with a sandbox around it. All is gone at the end.
pub struct Place {
    pub folder: PathBuf,
    pub sandbox: Sandbox,
    /// Whom the sandbox is made by, if not by us.
    user: Option<u32>,
}

/// Places where the sandbox is made by us, and, if we are the administrator, by an ordinary user as well. Where the
/// system forbids it, that is said, and there is no place.
pub fn places() -> Vec<Place> {
    let mut users = vec![None];
    users.extend(rustix::process::geteuid().is_root().then_some(Some(NOBODY)));
    users.into_iter().filter_map(Place::new).collect()
}

impl Place {
    fn new(user: Option<u32>) -> Option<Place> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("tabiya-sandbox-{}-{number}", std::process::id()));
        for name in ["", "own", "other", "mount", "kept"] {
            let made = folder.join(name);
            fs::create_dir_all(&made).unwrap();
            user.map_or(Ok(()), |user| chown(&made, Some(user), Some(user))).unwrap();
        }
        fs::write(folder.join("own/file"), "mine").unwrap();
        fs::write(folder.join("other/secret"), "not yours").unwrap();
        let sandbox = Sandbox {
            confinement: Confinement::Namespaces,
            visible: SYSTEM.iter().map(PathBuf::from).collect(),
            hidden: Vec::new(),
            folder: Folder::ReadOnly(folder.join("own")),
            limits: LIMITS,
            environment: vec![("PATH".into(), "/usr/bin:/bin".into()), ("HOME".into(), "/tmp".into())],
            mount_point: folder.join("mount"),
            journal: folder.join("journal"),
        };
        let place = Place { folder, sandbox, user };
        let tried = place.start("true").wait_with_output().unwrap();
        if tried.status.success() {
            return Some(place);
        }
        let incidents = place.incidents();
        assert!(
            incidents.iter().any(is_forbidden),
            "a sandbox that fails by itself: {incidents:?} {tried:?}"
        );
        eprintln!("SKIPPED: this system allows no sandbox for user {user:?}: {incidents:?}");
        None
    }

    /// Starts a line of the shell in the sandbox.
    pub fn start(&self, script: &str) -> Child {
        self.start_after(":", script)
    }

    /// The same from a shell that has done something before.
    pub fn start_after(&self, before: &str, script: &str) -> Child {
        let words = ["sh", "-c", script].map(OsString::from);
        let launched = self.sandbox.launcher(&helper(), &words).unwrap().command();
        let mut command = Command::new("bash");
        command.args(["-c", &format!("{before}; exec \"$0\" \"$@\"")]);
        command.arg(launched.get_program()).args(launched.get_args());
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs a line of the shell in the sandbox, until it ends.
    pub fn run(&self, script: &str) -> Output {
        self.start(script).wait_with_output().unwrap()
    }

    /// What a line of the shell prints.
    pub fn answer(&self, script: &str) -> String {
        String::from_utf8(self.run(script).stdout).unwrap()
    }

    pub fn incidents(&self) -> Vec<Incident> {
        Journal::read(&self.sandbox.journal).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether the system does not want a sandbox to be made: anything else would be our fault.
fn is_forbidden(incident: &Incident) -> bool {
    let forbidden = [Errno::PERM, Errno::ACCESS].map(|errno| std::io::Error::from(errno).to_string());
    match incident {
        Incident::Failure(why) => {
            why.contains("none are allowed") || forbidden.iter().any(|error| why.ends_with(error))
        }
        _ => false,
    }
}

/// The helper, which `cargo test` builds with the other examples.
fn helper() -> Helper {
    let here = std::env::current_exe().unwrap();
    let path = here.parent().and_then(Path::parent).unwrap().join("examples/helper");
    assert!(
        path.exists(),
        "cargo test builds examples when no target is named; else: cargo build --example helper"
    );
    Helper { path, words: Vec::new() }
}

/// Waits until no process of the system has this word among its arguments.
pub fn wait_until_gone(word: &str) {
    while is_running(word) {
        std::thread::yield_now();
    }
}

/// Whether a process has this word among its arguments.
pub fn is_running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let is_other = entry.file_name().to_str() != Some(&std::process::id().to_string());
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        is_other && words.split(|&byte| byte == 0).any(|found| found == word.as_bytes())
    })
}
