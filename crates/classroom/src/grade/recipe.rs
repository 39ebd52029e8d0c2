//! How a submission is built and run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use super::entry_list::COMMAND_ENDING;
use super::main_file::{java_class, main_file};
use super::source_language::SourceLanguage;
use super::source_list::SourceList;
use super::toolchain::{Tool, Toolchain};

/// The rules in words, for `--help`.
pub const RECIPES_HELP: &str = "\
What is a submission: every folder in DIR, and every file there that is a program (may be run), a source (.cpp .cc .cxx .c
.java .rs .py) or a command (NAME.command). Hidden ones are not looked at. Of a folder with nothing but a folder in it, the
inner one counts. How it is built and run, the first that fits:
  1. a file `command`: its one line is the command that runs it; a file `build` beside it is one line that is run before
  2. `Cargo.toml`: cargo build --release --offline; the one program that this makes
  3. C++ sources (all together): g++ -O2, or c++, or clang++; C files beside them are compiled as C++, too
  4. C sources (all together): gcc -O2, or cc, or clang
  5. Java sources (all together): javac; the class that has `main`
  6. Rust sources: rustc -O, of the file that has `main`
  7. Python: the file to start is checked with py_compile, and run by python3
  8. no sources, but one program
Where several files could be the one to start, it is the one called main, chess, game or program.";

/// What is built, so that it cannot be mistaken for something of the student's.
const PROGRAM: &str = "tabiya-built-program";
const CLASSES: &str = "tabiya-built-classes";

/// The longest command.
const LONGEST_LINE: usize = 4096;

/// How a submission is built and run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// What it is written in, or what else it is.
    pub kind: &'static str,
    /// What is run first, where something has to be built.
    pub build: Option<Vec<OsString>>,
    /// What is run then.
    pub run: ProgramStart,
}

/// What starts a submission.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramStart {
    /// This command.
    Command(Vec<OsString>),
    /// The one program in this folder, once it has been built.
    OnlyProgramIn(&'static str),
}

/// Why it is not known how to build or run a submission.
#[derive(Debug)]
pub enum RecipeError {
    /// There is nothing that could be built or run.
    Nothing,
    /// There is only a link to something else.
    Link(PathBuf),
    /// It is not clear which file is to be started.
    NoMain(SourceLanguage),
    /// There are several programs.
    SeveralPrograms(usize),
    /// What was built is not one program.
    BuiltPrograms(usize),
    /// A file with a command does not hold one line of text.
    NoLine(PathBuf),
    /// No compiler is there.
    NoTool(Tool),
    /// It cannot be read.
    Io(io::Error),
}

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecipeError::Nothing => f.write_str("there is nothing in it that could be built or run"),
            RecipeError::Link(path) => {
                write!(f, "{} is a link, and links are not followed: hand in the file itself", path.display())
            }
            RecipeError::NoMain(language) => write!(
                f,
                "it is not clear which {} file is to be started: call it main, or write the command into a file called command",
                language.name()
            ),
            RecipeError::SeveralPrograms(count) => {
                write!(
                    f,
                    "there are {count} programs in it: a file called command must say which is to be run"
                )
            }
            RecipeError::BuiltPrograms(count) => {
                write!(
                    f,
                    "building made {count} programs instead of one: a file called command must say which is to be run"
                )
            }
            RecipeError::NoLine(path) => {
                write!(f, "{} does not hold one line with a command", path.display())
            }
            RecipeError::NoTool(tool) => {
                write!(f, "{} is not installed here", tool.candidates().join(" or "))
            }
            RecipeError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecipeError {}

impl From<io::Error> for RecipeError {
    fn from(error: io::Error) -> RecipeError {
        RecipeError::Io(error)
    }
}

impl RecipeError {
    /// Whether it is ours, not the student's.
    pub fn is_ours(&self) -> bool {
        matches!(self, RecipeError::NoTool(_) | RecipeError::Io(_))
    }
}

impl Recipe {
    /// Looks for the first way that fits.
    pub fn find(folder: &Path, tools: &Toolchain, java_memory: u64) -> Result<Recipe, RecipeError> {
        if let Some(recipe) = by_command(folder)? {
            return Ok(recipe);
        }
        if is_file(&folder.join("Cargo.toml")) {
            return by_cargo(tools);
        }
        let list = SourceList::read(folder)?;
        match list.languages().first() {
            Some(&language) => by_sources(folder, &list, language, tools, java_memory),
            None => by_program(&list),
        }
    }
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_file())
}

fn words<const N: usize>(words: [&str; N]) -> Vec<OsString> {
    words.map(OsString::from).to_vec()
}

fn by_command(folder: &Path) -> Result<Option<Recipe>, RecipeError> {
    let Some(file) = command_file(folder)? else { return Ok(None) };
    let run = one_line(&file)?;
    let build = folder.join("build");
    let build = if is_file(&build) { Some(words(["sh", "-c", &one_line(&build)?])) } else { None };
    // What the checker adds to the command comes behind the line.
    let run = ProgramStart::Command(words(["sh", "-c", &format!("{run} \"$@\""), "sh"]));
    Ok(Some(Recipe { kind: "a command", build, run }))
}

/// The file called `command`, or the only one if it is called `NAME.command`.
fn command_file(folder: &Path) -> io::Result<Option<PathBuf>> {
    let usual = folder.join(COMMAND_ENDING);
    if is_file(&usual) {
        return Ok(Some(usual));
    }
    let mut entries = fs::read_dir(folder)?;
    let (first, second) = (entries.next().transpose()?, entries.next());
    let only = first.filter(|_| second.is_none()).map(|entry| entry.path());
    Ok(only.filter(|path| path.extension().is_some_and(|ending| ending == COMMAND_ENDING) && is_file(path)))
}

/// The only line of a file that is not empty and no comment.
fn one_line(path: &Path) -> Result<String, RecipeError> {
    let no_line = || RecipeError::NoLine(path.file_name().unwrap_or_default().into());
    let bytes = fs::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| no_line())?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) if line.len() <= LONGEST_LINE && !line.contains('\0') => {
            Ok(without_comment(line).to_owned())
        }
        _ => Err(no_line()),
    }
}

/// A line without the comment behind it, in which the arguments would be lost that are added.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        let is_start = before.is_whitespace() || ";&|()".contains(before);
        // A blank that is escaped parts no words.
        before = if is_escaped { '\\' } else { c };
        match (c, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', None | Some('"')) => is_escaped = true,
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            ('#', None) if is_start => return line[..at].trim_end(),
            _ => {}
        }
    }
    line
}

fn by_cargo(tools: &Toolchain) -> Result<Recipe, RecipeError> {
    let mut build = vec![tools.path(Tool::Cargo)?];
    build.extend(words(["build", "--release", "--offline", "--target-dir", "target"]));
    Ok(Recipe {
        kind: "Rust (Cargo)",
        build: Some(build),
        run: ProgramStart::OnlyProgramIn("target/release"),
    })
}

fn by_program(list: &SourceList) -> Result<Recipe, RecipeError> {
    match &list.programs[..] {
        [] => Err(list.links.first().map_or(RecipeError::Nothing, |link| RecipeError::Link(link.clone()))),
        [program] => {
            let run = ProgramStart::Command(vec![Path::new(".").join(program).into()]);
            Ok(Recipe { kind: "a program", build: None, run })
        }
        several => Err(RecipeError::SeveralPrograms(several.len())),
    }
}

fn by_sources(
    folder: &Path,
    list: &SourceList,
    language: SourceLanguage,
    tools: &Toolchain,
    java_memory: u64,
) -> Result<Recipe, RecipeError> {
    let files = list.of(language);
    let main = || main_file(folder, language, &files).ok_or(RecipeError::NoMain(language));
    let built = || ProgramStart::Command(words([&format!("./{PROGRAM}")]));
    let (build, run) = match language {
        SourceLanguage::Cpp => {
            let all = [&files[..], &list.of(SourceLanguage::C)].concat();
            (compile(tools.path(Tool::Cpp)?, ["-O2", "-I.", "-o", PROGRAM], &all), built())
        }
        SourceLanguage::C => {
            let mut build = compile(tools.path(Tool::C)?, ["-O2", "-I.", "-o", PROGRAM], &files);
            build.push("-lm".into());
            (build, built())
        }
        SourceLanguage::Java => {
            let build = compile(tools.path(Tool::Javac)?, ["-encoding", "UTF-8", "-d", CLASSES], &files);
            (build, java(tools, &java_class(folder, &main()?), java_memory)?)
        }
        SourceLanguage::Rust => {
            let main = main()?;
            (compile(tools.path(Tool::Rustc)?, ["-O", "--edition=2021", "-o", PROGRAM], &[&main]), built())
        }
        SourceLanguage::Python => {
            let (python, main) = (tools.path(Tool::Python)?, in_folder(&main()?));
            let build = vec![python.clone(), "-m".into(), "py_compile".into(), main.clone()];
            (build, ProgramStart::Command(vec![python, main]))
        }
    };
    Ok(Recipe { kind: language.name(), build: Some(build), run })
}

fn compile<const N: usize>(compiler: OsString, options: [&str; N], files: &[&Path]) -> Vec<OsString> {
    let files = files.iter().map(|file| in_folder(file));
    std::iter::once(compiler).chain(words(options)).chain(files).collect()
}

/// A path that no program takes for an option.
fn in_folder(path: &Path) -> OsString {
    Path::new(".").join(path).into()
}

/// Java's own idea of how much memory there is comes from the machine; half of ours is for its heap.
fn java(tools: &Toolchain, class: &str, memory: u64) -> Result<ProgramStart, RecipeError> {
    let heap = format!("-Xmx{}m", (memory >> 21).max(16));
    let options = [
        &heap,
        "-Xms8m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-cp",
        &format!("{CLASSES}:."),
        class,
    ];
    Ok(ProgramStart::Command(std::iter::once(tools.path(Tool::Java)?).chain(words(options)).collect()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::grade::source_list::real_folder;
    use crate::grade::workspace::Workspace;

    type Files<'a> = &'a [(&'a str, &'a str)];

    /// What is found in a folder with these files; one that begins with `#!` may be run.
    fn found(files: Files) -> Result<(&'static str, String, String), String> {
        let workspace = Workspace::new(&std::env::temp_dir()).unwrap();
        for (name, text) in files {
            let path = workspace.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        }
        let folder = real_folder(workspace.path()).unwrap();
        let recipe =
            Recipe::find(&folder, &Toolchain::imaginary(), 512 << 20).map_err(|error| error.to_string())?;
        let line = |words: &[OsString]| {
            words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
        };
        let run = match &recipe.run {
            ProgramStart::Command(words) => line(words),
            ProgramStart::OnlyProgramIn(folder) => format!("the one in {folder}"),
        };
        Ok((recipe.kind, recipe.build.map(|words| line(&words)).unwrap_or_default(), run))
    }

    const JAVA: &str =
        "/usr/bin/java -Xmx256m -Xms8m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp tabiya-built-classes:.";
    const PROGRAM_LINE: &str = "./tabiya-built-program";
    const MAIN: &str = "public static void main(String[] args) {}";

    #[test]
    fn the_first_way_that_fits_is_taken() {
        let java_main = format!("package a.b;\nclass Start {{ {MAIN} }}");
        let cases: [(Files, (&str, &str, String)); 10] = [
            (
                &[("command", "# ours\n./chess -undo\n"), ("main.py", ""), ("build", "make")],
                ("a command", "sh -c make", "sh -c ./chess -undo \"$@\" sh".into()),
            ),
            (&[("ann.command", "node chess.js")], ("a command", "", "sh -c node chess.js \"$@\" sh".into())),
            (
                &[("Cargo.toml", ""), ("src/main.rs", "fn main() {}")],
                (
                    "Rust (Cargo)",
                    "/usr/bin/cargo build --release --offline --target-dir target",
                    "the one in target/release".into(),
                ),
            ),
            (
                &[
                    ("a.cpp", ""),
                    ("src/b.CC", ""),
                    ("c.c", ""),
                    ("x.py", ""),
                    (".git/x.cpp", ""),
                    ("target/y.cpp", ""),
                ],
                (
                    "C++",
                    "/usr/bin/g++ -O2 -I. -o tabiya-built-program ./a.cpp ./src/b.CC ./c.c",
                    PROGRAM_LINE.into(),
                ),
            ),
            (
                &[("-o.c", "")],
                ("C", "/usr/bin/gcc -O2 -I. -o tabiya-built-program ./-o.c -lm", PROGRAM_LINE.into()),
            ),
            (
                &[("Board.java", "class Board {}"), ("a/b/Start.java", &java_main)],
                (
                    "Java",
                    "/usr/bin/javac -encoding UTF-8 -d tabiya-built-classes ./Board.java ./a/b/Start.java",
                    format!("{JAVA} a.b.Start"),
                ),
            ),
            (
                &[("board.rs", ""), ("chess.rs", "fn  main() {}")],
                (
                    "Rust",
                    "/usr/bin/rustc -O --edition=2021 -o tabiya-built-program ./chess.rs",
                    PROGRAM_LINE.into(),
                ),
            ),
            (
                &[("inner/board.py", ""), ("inner/Chess.py", ""), ("__MACOSX/x", "")],
                ("Python", "/usr/bin/python3 -m py_compile ./Chess.py", "/usr/bin/python3 ./Chess.py".into()),
            ),
            (
                &[
                    ("test.py", "if __name__ == '__main__': pass"),
                    ("main.py", "if __name__ == '__main__': pass"),
                ],
                ("Python", "/usr/bin/python3 -m py_compile ./main.py", "/usr/bin/python3 ./main.py".into()),
            ),
            (&[("chess", "#!/bin/sh"), ("README", "")], ("a program", "", "./chess".into())),
        ];
        for (files, (kind, build, run)) in cases {
            assert_eq!(found(files), Ok((kind, build.to_owned(), run)), "{files:?}");
        }
    }

    #[test]
    fn a_comment_takes_no_arguments_with_it() {
        for (line, command) in [
            ("./chess -undo # with undo", "./chess -undo"),
            ("./chess \t# a \"b", "./chess"),
            ("./chess a#b", "./chess a#b"),
            ("echo '# no' \"# no\" \\# # yes", "echo '# no' \"# no\" \\#"),
            ("true;# yes", "true;"),
            ("./chess a\\ #b", "./chess a\\ #b"),
            ("echo 'open # no", "echo 'open # no"),
        ] {
            assert_eq!(without_comment(line), command);
        }
    }

    #[test]
    fn a_link_is_told_as_one() {
        let workspace = Workspace::new(&std::env::temp_dir()).unwrap();
        std::os::unix::fs::symlink("/nowhere", workspace.path().join("chess.cpp")).unwrap();
        let error = Recipe::find(workspace.path(), &Toolchain::imaginary(), 512 << 20).err().unwrap();
        assert!(error.to_string().starts_with("chess.cpp is a link"), "{error}");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        for (files, words) in [
            (&[("README", "")][..], "nothing in it"),
            (&[("a", "#!"), ("b", "#!")], "2 programs"),
            (&[("a.py", ""), ("b.py", "")], "which Python file"),
            (&[("a.java", MAIN), ("b.java", MAIN)], "which Java file"),
            (&[("command", "a\nb")], "command does not hold one line"),
            (&[("command", "\n# nothing\n")], "command does not hold one line"),
            (&[("command", "./a"), ("build", "")], "build does not hold one line"),
        ] {
            let error = found(files).unwrap_err();
            assert!(error.contains(words), "{error}");
        }
    }
}
