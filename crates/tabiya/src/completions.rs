//! `tabiya completions`: what shells complete commands by, and manual pages, put where shells and `man` look for them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap_complete::Shell;
use tabiya_system::{UserFolders, shown, user_folders, with_home};

use crate::output::{Status, print_lines, save, tell};
use crate::papers::{self, Paper};

/// Complete commands in your shell, and install the manual
#[derive(clap::Args)]
#[command(after_long_help = EXAMPLES)]
#[group(id = "what", required = true, multiple = false)]
pub struct Args {
    /// Print what this shell completes by: bash, zsh or fish
    #[arg(value_name = "SHELL", value_parser = parse_shell)]
    shell: Option<Shell>,

    /// Put completions for all three and the manual pages where your shell and man look for them
    #[arg(long)]
    install: bool,

    /// Take away what --install has put there
    #[arg(long)]
    remove: bool,
}

const EXAMPLES: &str = "\
With --install, nothing but your own folders is touched: bash-completion,
zsh/site-functions and man/man1 in ~/.local/share (or XDG_DATA_HOME), and
fish/completions in ~/.config (or XDG_CONFIG_HOME). The Debian package has all
of it already. Install again after an update.

Examples:
  tabiya completions --install
  tabiya completions --remove
  tabiya completions zsh > _tabiya
  man tabiya-play";

/// Where zsh may look for what it completes by, in the folder for data.
const ZSH_FUNCTIONS: &str = "zsh/site-functions";

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let Args { shell, install, remove } = args;
    match shell {
        Some(shell) => print_lines([String::from_utf8(papers::completion(*shell))?.trim_end()])?,
        None if *install => self::install()?,
        None if *remove => self::remove()?,
        None => {}
    }
    Ok(Status::Done)
}

fn parse_shell(text: &str) -> Result<Shell, &'static str> {
    let is_meant = |shell: &Shell| text.eq_ignore_ascii_case(&shell.to_string());
    papers::SHELLS.into_iter().find(is_meant).ok_or("expected bash, zsh or fish")
}

/// Where a paper of a user lies.
fn place(paper: &Paper) -> anyhow::Result<PathBuf> {
    let folders = folders()?;
    let Paper { name, kind, .. } = paper;
    Ok(match kind {
        papers::PaperKind::Completion(Shell::Fish) => folders.config.join("fish/completions").join(name),
        papers::PaperKind::Completion(Shell::Zsh) => folders.data.join(ZSH_FUNCTIONS).join(name),
        // bash-completion finds it by the command's name.
        papers::PaperKind::Completion(_) => folders.data.join("bash-completion/completions/tabiya"),
        papers::PaperKind::Page => folders.data.join("man/man1").join(name),
    })
}

fn install() -> anyhow::Result<()> {
    let papers = papers::all()?;
    for paper in &papers {
        let path = place(paper)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).with_context(|| shown(folder))?;
        save(&path, &paper.content)?;
    }
    print_lines(folders_of(&papers)?)?;
    let data = folders()?.data;
    let manual = format!("man -M {} tabiya", for_shell(&data.join("man")));
    tell(match has_usual_data_folder(&data) {
        true => format!(
            "New shells complete tabiya. man tabiya shows the manual where ~/.local/bin is in PATH, else {manual}."
        ),
        false => format!("New shells complete tabiya. {manual} shows the manual."),
    });
    let functions = for_shell(&data.join(ZSH_FUNCTIONS));
    tell(format_args!("zsh looks there if ~/.zshrc has, before compinit: fpath=({functions} $fpath)"));
    Ok(())
}

/// Whether data lie where programs look for them that know nothing of `XDG_DATA_HOME`, such as man.
fn has_usual_data_folder(data: &Path) -> bool {
    with_home(PathBuf::from("~/.local/share")).is_some_and(|usual| usual == data)
}

/// A path as a shell reads it.
fn for_shell(path: &Path) -> String {
    if let Some(rest) = with_home(PathBuf::from("~")).and_then(|home| path.strip_prefix(home).ok().map(shown))
        && is_bare(&rest)
    {
        return format!("~/{rest}");
    }
    let path = shown(path);
    if is_bare(&path) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Whether a shell takes a text as it stands.
fn is_bare(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-+,@%".contains(&byte))
}

fn folders() -> anyhow::Result<UserFolders> {
    user_folders().ok_or_else(|| anyhow!("no folder of yours is known: HOME is not set"))
}

fn remove() -> anyhow::Result<()> {
    let mut removed = 0;
    for paper in papers::all()? {
        let path = place(&paper)?;
        match fs::remove_file(&path) {
            Ok(()) => removed += 1,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| shown(&path)),
        }
    }
    print_lines([match removed {
        0 => "Nothing was there.".to_owned(),
        1 => "1 file was removed.".to_owned(),
        _ => format!("{removed} files were removed."),
    }])
}

/// The places, each once, with how many files it has now.
fn folders_of(papers: &[Paper]) -> anyhow::Result<Vec<String>> {
    let mut places: Vec<(PathBuf, usize)> = Vec::new();
    for paper in papers {
        let path = place(paper)?;
        let folder = path.parent().unwrap_or(Path::new(".")).to_owned();
        match places.iter_mut().find(|(known, _)| *known == folder) {
            Some((_, count)) => *count += 1,
            None => places.push((folder, 1)),
        }
    }
    let files = |count| if count == 1 { "file" } else { "files" };
    Ok(places
        .iter()
        .map(|(folder, count)| format!("{count} {} in {}", files(*count), shown(folder)))
        .collect())
}
