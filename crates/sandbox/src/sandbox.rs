use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use crate::{Incident, Journal, SandboxLimits};

/// What a program sees and how far it may go.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sandbox {
    /// How much the system helps.
    pub confinement: Confinement,
    /// Files and folders of the system that the program may read, where they are. Those that do not exist are left out.
    pub visible: Vec<PathBuf>,
    /// Files among them that it must not see.
    pub hidden: Vec<PathBuf>,
    /// Its own folder, in which it starts.
    pub folder: Folder,
    /// How far it may go.
    pub limits: SandboxLimits,
    /// All variables of its environment.
    pub environment: Vec<(String, String)>,
    /// An empty folder, where its view of the files is put together. Nothing of that is seen from outside.
    pub mount_point: PathBuf,
    /// Where incidents are noted.
    pub journal: PathBuf,
}

/// How much the system helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Confinement {
    /// A world of its own.
    Namespaces,
    /// Limits for each process, no files but those of the sandbox, no TCP where the kernel can close it. An administrator's
    /// programs run as nobody.
    Landlock,
    /// The same limits; everything that its user can see is seen, and the network is there.
    LimitsOnly,
}

/// The program's own folder. It is called `/submission` in there.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Folder {
    /// This one, which it cannot change.
    ReadOnly(PathBuf),
    /// A copy of the first, in memory, which it may change. Where the program ends with status 0, what is in the copy then
    /// is put into the second, which exists and is empty.
    Kept(PathBuf, PathBuf),
}

/// The executable that starts itself anew to make the sandbox: it must hand the words behind `words` to
/// [`enter`](crate::enter).
#[derive(Clone, Debug)]
pub struct Helper {
    /// The executable.
    pub path: PathBuf,
    /// The words that make it a helper.
    pub words: Vec<String>,
}

/// Why there can be no sandbox.
#[derive(Debug)]
pub enum SandboxError {
    /// The system refuses something that is needed.
    Refused(String),
    /// It could not be tried.
    Io(io::Error),
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SandboxError::Refused(why) => write!(f, "this system allows no sandbox: {why}"),
            SandboxError::Io(error) => write!(f, "the sandbox cannot be tried: {error}"),
        }
    }
}

impl std::error::Error for SandboxError {}

impl From<io::Error> for SandboxError {
    fn from(error: io::Error) -> SandboxError {
        SandboxError::Io(error)
    }
}

/// What the first process is told.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct SandboxOrders {
    pub sandbox: Sandbox,
    /// The words that make the executable a helper.
    pub words: Vec<String>,
    /// Who started the outer process.
    pub caller: u32,
    /// The number of the outer process, once it is known.
    pub outer: i32,
    /// Whether the program is to run as nobody.
    pub is_handed_to_nobody: bool,
}

impl Sandbox {
    /// What runs a program in here, as often as one likes. What cannot be written down, such as a path that is no text, is
    /// an error now.
    pub fn launcher(&self, helper: &Helper, program: &[OsString]) -> io::Result<Launcher> {
        let orders = SandboxOrders {
            sandbox: self.clone(),
            words: helper.words.clone(),
            caller: std::process::id(),
            outer: 0,
            is_handed_to_nobody: false,
        };
        let orders = serde_json::to_string(&orders)?;
        Ok(Launcher { helper: helper.clone(), orders, program: program.to_vec() })
    }

    /// Tries whether the system allows this, with a program that does nothing.
    pub fn probe(&self, helper: &Helper) -> Result<(), SandboxError> {
        let mut command = self.launcher(helper, &["true".into()])?.command();
        let output = command.stdin(Stdio::null()).output()?;
        if output.status.success() {
            return Ok(());
        }
        let why = Journal::read(&self.journal)?.into_iter().find_map(|incident| match incident {
            Incident::Failure(why) => Some(why),
            _ => None,
        });
        let complaint = || format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
        Err(SandboxError::Refused(why.unwrap_or_else(complaint)))
    }
}

/// A program and the sandbox that it runs in.
#[derive(Clone, Debug)]
pub struct Launcher {
    helper: Helper,
    orders: String,
    program: Vec<OsString>,
}

impl Launcher {
    /// The command that runs the program. Its standard streams are those of the program, its status is that of the program,
    /// and ending it ends all that the program has started.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.helper.path);
        command.args(&self.helper.words).arg("outer").arg(&self.orders).args(&self.program);
        // Nothing of ours is for strangers: not even in the memory of our own processes.
        command.env_clear();
        command
    }
}

impl SandboxOrders {
    /// The same executable, in another part.
    pub fn next(&self, part: &str, program: &[OsString]) -> io::Result<Command> {
        let mut command = Command::new("/proc/self/exe");
        command
            .args(&self.words)
            .arg(part)
            .arg(serde_json::to_string(self)?)
            .args(program.iter().map(OsStr::new));
        Ok(command)
    }
}
