//! Builds the client in `web/` with npm and lists its files for the server, which carries them in itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs, io};

/// Set to anything, it builds a server with a plain page instead of the board.
const SKIP: &str = "TABIYA_SKIP_WEB";

/// What the client is made from.
const SOURCES: [&str; 10] = [
    "src",
    "build",
    "public",
    "index.html",
    "away.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    ".npmrc",
];

fn main() {
    if let Err(trouble) = run() {
        eprintln!("{trouble}");
        exit(1);
    }
}

fn run() -> Result<(), String> {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    let web = crate_folder.join("../../web");
    println!("cargo::rerun-if-env-changed={SKIP}");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    let built = out.join("web");
    let folder = if env::var_os(SKIP).is_some() {
        crate_folder.join("src/http/page")
    } else {
        build(&web, &built)?;
        built
    };
    let mut files = Vec::new();
    collect(&folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.sort();
    let list = out.join("page_files.rs");
    fs::write(&list, listed(&folder, &files)).map_err(|error| format!("{}: {error}", list.display()))
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo did not set {name}"))
}

/// Installs what `package-lock.json` names, unless it is there, and makes the files.
fn build(web: &Path, built: &Path) -> Result<(), String> {
    let changed = |file: &str| fs::metadata(web.join(file)).and_then(|file| file.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_none() || installed < changed("package-lock.json") {
        npm(web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let out = built.to_string_lossy();
    npm(web, &["run", "build", "--", "--outDir", &out, "--emptyOutDir"])
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(web).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    let output = command.output().map_err(|error| {
        format!(
            "the board for the browser is built with npm, which cannot be run ({error}).\n\
             Install Node.js 20.19 or newer with npm, or set {SKIP}=1 to build the server without the board."
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Err(format!(
        "`npm {}` failed in {}:\n{said}\nSet {SKIP}=1 to build the server without the board.",
        arguments.join(" "),
        web.display()
    ))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_none_or(|ending| ending != "gz" && ending != "br") {
            files.push(path);
        }
    }
    Ok(())
}

/// A Rust array of the files.
fn listed(folder: &Path, files: &[PathBuf]) -> String {
    let mut list = String::from("[\n");
    for file in files {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let packed = |ending: &str| {
            let packed = PathBuf::from(format!("{}.{ending}", file.display()));
            if packed.exists() { format!("Some(include_bytes!({packed:?}))") } else { "None".to_owned() }
        };
        let (brotli, gzip) = (packed("br"), packed("gz"));
        let _ = writeln!(
            list,
            "    PageFile {{ path: {:?}, content: include_bytes!({file:?}), brotli: {brotli}, gzip: {gzip} }},",
            format!("/{name}")
        );
    }
    list.push_str("]\n");
    list
}
