//! Compilers, and what of the system programs may see.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::recipe::RecipeError;

/// A program that builds or runs others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tool {
    Cpp,
    C,
    Javac,
    Java,
    Python,
    Rustc,
    Cargo,
}

/// What of the system is shown to every program.
const SYSTEM: [&str; 15] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
];

/// How the names of folders in `/etc` begin that runtimes need.
const SETTINGS: [&str; 2] = ["java", "python"];

impl Tool {
    const ALL: [Tool; 7] =
        [Tool::Cpp, Tool::C, Tool::Javac, Tool::Java, Tool::Python, Tool::Rustc, Tool::Cargo];

    /// What it may be called, the first one first.
    pub fn candidates(self) -> &'static [&'static str] {
        match self {
            Tool::Cpp => &["g++", "c++", "clang++"],
            Tool::C => &["gcc", "cc", "clang"],
            Tool::Javac => &["javac"],
            Tool::Java => &["java"],
            Tool::Python => &["python3"],
            Tool::Rustc => &["rustc"],
            Tool::Cargo => &["cargo"],
        }
    }

    /// The program and the folder that it needs, by its own word where what is on the path may only stand for it.
    fn real(self, found: &Path) -> (PathBuf, PathBuf) {
        let asked = match self {
            Tool::Rustc | Tool::Cargo => {
                let rustc = found.with_file_name("rustc");
                answer(&rustc, &["--print", "sysroot"])
                    .map(|root| (root.join("bin").join(self.candidates()[0]), root))
            }
            Tool::Python => {
                let base = answer(found, &["-I", "-c", "import sys; print(sys.base_prefix)"]);
                let path = answer(
                    found,
                    &["-I", "-c", "import sys; print(getattr(sys, '_base_executable', sys.executable))"],
                );
                path.zip(base)
            }
            Tool::Cpp | Tool::C | Tool::Javac | Tool::Java => None,
        };
        asked.filter(|(path, _)| is_program(path)).unwrap_or_else(|| {
            let real = found.canonicalize().unwrap_or_else(|_| found.to_owned());
            let folder = real.parent().and_then(Path::parent).unwrap_or(Path::new("/")).to_owned();
            (found.to_owned(), folder)
        })
    }
}

/// The first line that a program answers, as a path.
fn answer(program: &Path, args: &[&str]) -> Option<PathBuf> {
    let output = Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(text.lines().next()?);
    (output.status.success() && path.is_absolute()).then(|| path.to_owned())
}

fn is_program(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

/// Whether a folder is somebody's home, or has homes in it.
fn is_home(folder: &Path) -> bool {
    ["/root", "/home"].map(Path::new).contains(&folder) || folder.parent() == Some(Path::new("/home"))
}

/// Whether a folder is one of those in a home in which many programs keep their things, such as `.local`.
fn is_drawer(folder: &Path) -> bool {
    let is_hidden = folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    is_hidden && folder.parent().is_some_and(is_home)
}

/// The compilers that are installed.
#[derive(Clone, Debug, Default)]
pub struct Toolchain {
    tools: BTreeMap<Tool, PathBuf>,
    /// Folders that they need, outside of the usual ones.
    folders: Vec<PathBuf>,
}

impl Toolchain {
    /// Looks for compilers on a path, as in `PATH`. What they need of the user's `home` is shown, but never all of it.
    pub fn find(path: &OsStr, home: Option<&Path>) -> Toolchain {
        let mut toolchain = Toolchain::default();
        let folders: Vec<PathBuf> =
            std::env::split_paths(path).filter(|folder| folder.is_absolute()).collect();
        for tool in Tool::ALL {
            let candidates =
                tool.candidates().iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
            if let Some(found) = candidates.into_iter().find(|path| is_program(path)) {
                let (program, needed) = tool.real(&found);
                toolchain.need(&needed, &program, home);
                toolchain.tools.insert(tool, program);
            }
        }
        toolchain
    }

    fn need(&mut self, folder: &Path, program: &Path, home: Option<&Path>) {
        let is_too_much = folder == Path::new("/")
            || home.is_some_and(|home| home.starts_with(folder))
            || is_home(folder)
            || is_drawer(folder);
        let folder = if is_too_much { program.parent().unwrap_or(program) } else { folder };
        let is_seen = SYSTEM.iter().any(|seen| folder.starts_with(seen));
        if !is_seen && !self.folders.iter().any(|known| folder.starts_with(known)) {
            self.folders.push(folder.to_owned());
        }
    }

    /// Which of the folders that every program may see has this one in it, if any.
    pub fn that_shows(&self, folder: &Path) -> Option<PathBuf> {
        self.visible().into_iter().find(|seen| folder.starts_with(seen))
    }

    /// Every tool, in the place where it would be.
    #[cfg(test)]
    pub fn imaginary() -> Toolchain {
        let tools =
            Tool::ALL.into_iter().map(|tool| (tool, Path::new("/usr/bin").join(tool.candidates()[0])));
        Toolchain { tools: tools.collect(), folders: Vec::new() }
    }

    /// Where a tool is.
    pub fn path(&self, tool: Tool) -> Result<OsString, RecipeError> {
        self.tools.get(&tool).map(|path| path.clone().into()).ok_or(RecipeError::NoTool(tool))
    }

    /// All that programs may see of the system.
    pub fn visible(&self) -> Vec<PathBuf> {
        let names = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.file_name());
        let settings =
            names.filter(|name| SETTINGS.iter().any(|start| name.to_string_lossy().starts_with(start)));
        let settings = settings.map(|name| Path::new("/etc").join(name));
        SYSTEM.iter().map(PathBuf::from).chain(settings).chain(self.folders.iter().cloned()).collect()
    }

    /// The environment of every program.
    pub fn environment(&self) -> Vec<(String, String)> {
        let mut folders: Vec<&Path> = self.tools.values().filter_map(|tool| tool.parent()).collect();
        folders.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(Path::new));
        let mut path: Vec<String> = Vec::new();
        for folder in folders.iter().filter_map(|folder| folder.to_str()) {
            if !path.iter().any(|known| known == folder) {
                path.push(folder.to_owned());
            }
        }
        [
            ("PATH", path.join(":").as_str()),
            ("HOME", "/tmp"),
            ("TMPDIR", "/tmp"),
            ("LANG", "C.UTF-8"),
            ("CARGO_HOME", "/tmp/cargo"),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_never_shown_as_a_whole() {
        let mut toolchain = Toolchain::default();
        let home = Some(Path::new("/home/ann"));
        toolchain.need(Path::new("/home/ann"), Path::new("/home/ann/bin/g++"), home);
        toolchain.need(Path::new("/home"), Path::new("/home/bin/gcc"), home);
        toolchain.need(Path::new("/home/ann/.rustup/toolchains/stable"), Path::new("/x"), home);
        toolchain.need(Path::new("/usr/lib/jvm/java-17"), Path::new("/usr/bin/java"), home);
        let expected = ["/home/ann/bin", "/home/bin", "/home/ann/.rustup/toolchains/stable"];
        assert_eq!(toolchain.folders, expected.map(PathBuf::from));
    }

    #[test]
    fn nor_is_that_of_somebody_else_or_where_programs_keep_their_things() {
        let mut toolchain = Toolchain::default();
        let home = Some(Path::new("/root"));
        toolchain.need(Path::new("/home/ann"), Path::new("/home/ann/bin/g++"), home);
        toolchain.need(Path::new("/root/.cargo"), Path::new("/root/.cargo/bin/cargo"), None);
        toolchain.need(Path::new("/home/ann/.local"), Path::new("/home/ann/.local/bin/cc"), home);
        toolchain.need(Path::new("/home/ann/jdk-17"), Path::new("/home/ann/jdk-17/bin/java"), home);
        let expected = ["/home/ann/bin", "/root/.cargo/bin", "/home/ann/.local/bin", "/home/ann/jdk-17"];
        assert_eq!(toolchain.folders, expected.map(PathBuf::from));
    }

    #[test]
    fn what_everybody_sees_is_known() {
        let mut toolchain = Toolchain::default();
        toolchain.need(Path::new("/opt/jdk"), Path::new("/opt/jdk/bin/java"), None);
        assert_eq!(toolchain.that_shows(Path::new("/opt/jdk/x")), Some("/opt/jdk".into()));
        assert_eq!(toolchain.that_shows(Path::new("/usr/local/courses")), Some("/usr".into()));
        assert_eq!(toolchain.that_shows(Path::new("/opt/courses")), None);
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let toolchain = Toolchain::find(OsStr::new("/no/such/folder:relative"), None);
        assert!(matches!(toolchain.path(Tool::Cpp), Err(RecipeError::NoTool(Tool::Cpp))));
        assert_eq!(RecipeError::NoTool(Tool::Cpp).to_string(), "g++ or c++ or clang++ is not installed here");
    }
}
