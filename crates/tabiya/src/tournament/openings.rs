use std::path::Path;

use anyhow::{Context, bail, ensure};
use tabiya_arena::engine_process::GameLine;
use tabiya_arena::tournament::{MAX_OPENINGS, Openings};
use tabiya_files::{FileGame, Form, GameReader, Pardon};
use tabiya_notation::RuleFile;
use tabiya_rules::Rules;
use tabiya_system::{Input, shown};

/// The openings in a file of EPD, FEN or PGN, each of so many single moves at most.
pub fn read(path: &Path, plies: usize, rules: &'static Rules) -> anyhow::Result<Vec<GameLine>> {
    let form = Form::of_input(path).filter(|form| *form != Form::Xml);
    let form = form.context("openings are read from files that end in .epd, .fen or .pgn");
    let form = form.with_context(|| shown(path))?;
    let mut openings = Vec::new();
    let usual = RuleFile::named(*rules, None);
    for found in GameReader::new(form, Input::open(path)?, Some(&usual), Pardon::Counters) {
        let number = openings.len() + 1;
        let found = found.with_context(|| shown(path))?;
        openings.push(opening(found, number, plies, rules).with_context(|| shown(path))?);
    }
    ensure!(!openings.is_empty(), "{}: there is no opening in it", shown(path));
    Ok(openings)
}

fn opening(found: FileGame, number: usize, plies: usize, rules: &'static Rules) -> anyhow::Result<GameLine> {
    ensure!(number <= MAX_OPENINGS, "there are more than {MAX_OPENINGS} openings");
    if let Some(damage) = found.damage {
        bail!("{damage}");
    }
    let game = found.game.with_context(|| format!("game {number} cannot be read"))?;
    Openings::line(&game, plies, rules).with_context(|| format!("opening {number}"))
}
