use std::path::Path;

use anyhow::{Context, anyhow, bail};
use tabiya_files::{Form, GameReader, Pardon};
use tabiya_notation::pgn::PgnGame;
use tabiya_system::{Input, input_name, shown};

use super::Args;
use crate::output::tell;
use crate::{rule_set, wrong_usage};

/// A game of a file.
pub struct NumberedGame {
    /// Its number in the file, from 1.
    pub number: u64,
    pub game: PgnGame,
}

/// The games that are asked for. They are read before anything is searched, so that whatever is wrong with them is told at
/// once.
pub fn read(args: &Args) -> anyhow::Result<Vec<NumberedGame>> {
    let form = form(&args.input)?;
    let rules = args.rules.as_ref().map(|name| rule_set::load(name)).transpose()?;
    let input = Input::open(&args.input)?;
    let progress = input.progress();
    let name = input_name(&args.input);
    let pardon = if args.lossy { Pardon::Everything } else { Pardon::Nothing };
    let reader = GameReader::new(form, input, rules.as_ref(), pardon);
    let (mut games, mut read, mut damaged) = (Vec::new(), 0, 0u64);
    for (number, found) in (1..).zip(reader) {
        let found = found.with_context(|| name.clone())?;
        read = number;
        if args.number.is_some_and(|wanted| !wanted.contains(number)) {
            continue;
        }
        progress.hide();
        for note in &found.notes {
            tell(format_args!("note: {name}: {note}"));
        }
        if let Some(damage) = &found.damage {
            damaged += 1;
            tell(format_args!("{name}: {damage}"));
        }
        games.extend(found.game.map(|game| NumberedGame { number, game }));
        if args.number.and_then(|wanted| wanted.last) == Some(number) {
            break;
        }
    }
    if damaged > 0 && !args.lossy {
        let are = if damaged == 1 { "game is" } else { "games are" };
        bail!(
            "{name}: {damaged} {are} damaged\nhint: --lossy analyses such games as far as they can be read"
        );
    }
    if games.is_empty() {
        return Err(none(args, &name, read));
    }
    Ok(games)
}

/// The form of what is read; standard input has no ending that tells it.
fn form(path: &Path) -> anyhow::Result<Form> {
    if path == Path::new("-") {
        return Ok(Form::Pgn);
    }
    Form::of_input(path).ok_or_else(|| {
        let name = shown(path);
        wrong_usage(
            "analyse",
            &format!("the form of {name} cannot be told from its ending: .pgn, .xml, .fen or .epd"),
        )
    })
}

/// Why there is no game.
fn none(args: &Args, name: &str, read: u64) -> anyhow::Error {
    match args.number {
        _ if read == 0 => anyhow!("{name}: there is no game in it"),
        Some(numbers) if read < numbers.first => anyhow!("{name}: there is no game {numbers}, only {read}"),
        _ => anyhow!("{name}: nothing of it can be read"),
    }
}
