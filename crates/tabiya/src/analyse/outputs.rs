use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use tabiya_analysis::graph_svg;
use tabiya_files::Form;
use tabiya_system::{Draft, shown};

use super::game_list::NumberedGame;
use super::{AnalysedGame, Args};
use crate::output::{check_plain_name, save};

/// What is written, once all of it is complete.
pub struct Outputs {
    games: Option<OutputFile>,
    /// Where each graph lies, and its picture.
    graphs: Vec<(PathBuf, String)>,
    written: usize,
    kept_path: Option<PathBuf>,
    /// What was read, where nothing may be replaced.
    source: Option<PathBuf>,
}

struct OutputFile {
    path: PathBuf,
    draft: Draft,
}

impl OutputFile {
    fn new(path: &Path) -> anyhow::Result<OutputFile> {
        Ok(OutputFile { path: path.to_owned(), draft: Draft::new(path)? })
    }
}

impl Outputs {
    /// Makes sure that everything can be written, before anything is searched.
    pub fn prepare(args: &Args, games: &[NumberedGame]) -> anyhow::Result<Outputs> {
        let Some(path) = &args.output else {
            return Ok(Outputs {
                games: None,
                graphs: Vec::new(),
                written: 0,
                kept_path: None,
                source: None,
            });
        };
        check_plain_name(path)?;
        if path == Path::new("-") {
            if args.json {
                return Err(crate::wrong_usage(
                    "analyse",
                    "--json and -o - would both write to standard output",
                ));
            }
            let games = Some(OutputFile::new(path)?);
            return Ok(Outputs { games, graphs: Vec::new(), written: 0, kept_path: None, source: None });
        }
        if Form::of_path(path) != Some(Form::Pgn) {
            let name = shown(path);
            return Err(crate::wrong_usage(
                "analyse",
                &format!("an analysis is a PGN: {name} should end with .pgn"),
            ));
        }
        let graphs: Vec<PathBuf> =
            games.iter().map(|game| graph_path(path, game.number, games.len() == 1)).collect();
        if !args.force {
            check_new(path, &args.input)?;
            graphs.iter().try_for_each(|graph| check_new(graph, &args.input))?;
        }
        let mut kept = path.clone().into_os_string();
        kept.push(".analysis");
        Ok(Outputs {
            games: Some(OutputFile::new(path)?),
            graphs: Vec::new(),
            written: 0,
            kept_path: Some(kept.into()),
            source: (!args.force).then(|| args.input.clone()),
        })
    }

    /// Where to keep what is known so far.
    pub fn kept_path(&self) -> Option<&Path> {
        self.kept_path.as_deref()
    }

    /// Whether the games themselves are printed.
    pub fn is_printed(&self) -> bool {
        self.games.is_some() && self.kept_path.is_none()
    }

    /// Adds a game and its graph.
    pub fn put(&mut self, analysed: &AnalysedGame<'_>, games: usize) -> anyhow::Result<()> {
        let is_file = self.kept_path.is_some();
        let Some(output) = &mut self.games else { return Ok(()) };
        let gap = if self.written == 0 { "" } else { "\n" };
        write!(output.draft, "{gap}{}", analysed.annotated()?)?;
        self.written += 1;
        if is_file {
            let path = graph_path(&output.path, analysed.number, games == 1);
            self.graphs.push((path, graph_svg(&analysed.report, &analysed.title())));
        }
        Ok(())
    }

    /// Puts everything in its place, the games last; says where.
    pub fn commit(self) -> anyhow::Result<Vec<String>> {
        let Some(output) = self.games else { return Ok(Vec::new()) };
        let graphs = match self.graphs.as_slice() {
            [] => String::new(),
            [(one, _)] => format!(", the graph in {}", shown(one)),
            [(first, _), .., (last, _)] => format!(", graphs in {} to {}", shown(first), shown(last)),
        };
        // Something may have appeared since.
        if let Some(source) = &self.source {
            check_new(&output.path, source)?;
            self.graphs.iter().try_for_each(|(graph, _)| check_new(graph, source))?;
        }
        for (path, picture) in &self.graphs {
            save(path, picture.as_bytes())?;
        }
        output.draft.commit()?;
        if self.kept_path.is_none() {
            return Ok(Vec::new());
        }
        let (count, noun) = (self.written, if self.written == 1 { "game" } else { "games" });
        Ok(vec![format!("{count} {noun} in {}{graphs}", shown(&output.path))])
    }
}

/// Where the graph of a game lies.
fn graph_path(output: &Path, number: u64, is_one: bool) -> PathBuf {
    if is_one {
        return output.with_extension("svg");
    }
    let mut name = output.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}.svg"));
    output.with_file_name(name)
}

/// Refuses to replace what is there.
fn check_new(path: &Path, source: &Path) -> anyhow::Result<()> {
    let Ok(there) = fs::canonicalize(path) else { return Ok(()) };
    let name = shown(path);
    if fs::canonicalize(source).is_ok_and(|source| source == there) {
        bail!("{name} is the file that is read\nhint: --force writes the analysis into it");
    }
    bail!("{name} exists already\nhint: --force replaces it");
}
