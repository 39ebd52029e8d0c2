//! Manual pages, and what shells complete commands by: from the same definition that arguments are read by.

use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use tabiya_system::shown;

use crate::Cli;
use crate::completed_values::with_values;
use crate::output::Status;

/// The shells that are known.
pub const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// One file.
pub struct Paper {
    pub name: String,
    pub kind: PaperKind,
    pub content: Vec<u8>,
}

/// What a file is for.
pub enum PaperKind {
    Completion(Shell),
    Page,
}

/// All of them.
pub fn all() -> anyhow::Result<Vec<Paper>> {
    let completion = |shell: Shell| {
        let name = clap_complete::Generator::file_name(&shell, "tabiya");
        Paper { name, kind: PaperKind::Completion(shell), content: completion(shell) }
    };
    let mut papers: Vec<Paper> = SHELLS.map(completion).into();
    let mut cli = definition().disable_help_subcommand(true);
    cli.build();
    add_pages(&cli, &mut papers)?;
    Ok(papers)
}

/// They are the same whatever CPU they are made on.
fn definition() -> Command {
    Cli::command().long_version(env!("CARGO_PKG_VERSION"))
}

/// What a shell completes by.
pub fn completion(shell: Shell) -> Vec<u8> {
    let mut content = Vec::new();
    clap_complete::generate(shell, &mut with_values(definition()), "tabiya", &mut content);
    content
}

/// The page of a command, and those of its subcommands.
fn add_pages(command: &Command, papers: &mut Vec<Paper>) -> anyhow::Result<()> {
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        add_pages(inner, papers)?;
    }
    let page = clap_mangen::Man::new(command.clone());
    let mut content = Vec::new();
    page.render(&mut content)?;
    papers.push(Paper { name: page.get_filename(), kind: PaperKind::Page, content });
    Ok(())
}

/// Writes them to a folder.
pub fn write(folder: &Path) -> anyhow::Result<Status> {
    fs::create_dir_all(folder).with_context(|| shown(folder))?;
    for Paper { name, content, .. } in all()? {
        let path = folder.join(name);
        fs::write(&path, content).with_context(|| shown(&path))?;
    }
    Ok(Status::Done)
}
