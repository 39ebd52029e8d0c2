use std::path::PathBuf;

use tabiya_server::sqlite::{DamagedGame, GameLoss};
use tabiya_server::{BackupPart, StorePlace, back_up_database, restore_database};
use tabiya_system::shown;

use crate::migrate::{on_runtime, show};
use crate::output::{Status, print_lines};
use crate::settings::{DataArgs, StoreArgs};

/// Copy the server's games into a file, also while it runs
#[derive(clap::Args)]
pub struct BackupArgs {
    /// The file to write. A backup that is there already is replaced, anything else is not
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    store: StoreArgs,
}

/// Bring back the games of a backup; no server may be running
///
/// The file is a backup, or the server's own database if that is damaged: then everything is saved that can be read. What
/// was there before is kept beside it.
#[derive(clap::Args)]
pub struct RestoreArgs {
    /// The file to read
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Take what can be read of a damaged backup
    #[arg(long)]
    damaged: bool,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    store: StoreArgs,
}

pub fn backup(args: &BackupArgs) -> anyhow::Result<Status> {
    let settings = args.data.settings_for_folder()?;
    let (games, place) = match args.store.database(&settings)? {
        None => {
            let folder = args.data.folder_by(&settings)?;
            (tabiya_server::backup(&folder, &args.file)?, StorePlace::Folder(folder))
        }
        Some(address) => {
            let games = on_runtime(back_up_database(&address, &args.file, &mut show()))??;
            (games, StorePlace::Postgres(address))
        }
    };
    let are = if games == 1 { "is" } else { "are" };
    print_lines([format!("{} of {place} {are} in {}.", counted(games), shown(&args.file))])?;
    Ok(Status::Done)
}

pub fn restore(args: &RestoreArgs) -> anyhow::Result<Status> {
    let settings = args.data.settings_for_folder()?;
    let part = if args.damaged { BackupPart::Readable } else { BackupPart::Whole };
    let (restored, place) = match args.store.database(&settings)? {
        None => {
            let folder = args.data.folder_by(&settings)?;
            (tabiya_server::restore(&folder, &args.file, part)?, StorePlace::Folder(folder))
        }
        Some(address) => {
            let restored = on_runtime(restore_database(&address, &args.file, part, &mut show()))??;
            (restored, StorePlace::Postgres(address))
        }
    };
    let mut lines = vec![format!("{} restored into {place}.", counted(restored.salvaged.games))];
    lines.extend(restored.salvaged.damaged.iter().map(told));
    if restored.salvaged.is_list_damaged {
        lines.push("The list of games is damaged: some games may be missing.".to_owned());
    }
    if restored.salvaged.may_miss_last_moves {
        lines.push("The place of the last moves is damaged: games may lack their last moves.".to_owned());
    }
    if restored.salvaged.found_by_page > 0 {
        lines.push(format!(
            "What leads to the moves is damaged: every page was read by itself, and {} found so. Games that lack some \
             are named above.",
            match restored.salvaged.found_by_page {
                1 => "1 step of a game was".to_owned(),
                found => format!("{found} steps of games were"),
            },
        ));
    }
    lines.extend(restored.kept.map(|kept| format!("What was there before is now {}.", shown(&kept))));
    print_lines(lines)?;
    Ok(Status::Done)
}

/// What was saved of a game that was damaged, and what was not.
fn told(DamagedGame { game, entries, lost }: &DamagedGame) -> String {
    let saved = match entries {
        0 => return format!("Game {game} is damaged: nothing of it could be saved."),
        1 if lost.contains(&GameLoss::Entries) => "its start was saved".to_owned(),
        entries if lost.contains(&GameLoss::Entries) => {
            format!("what happened up to version {entries} was saved")
        }
        _ => "all that happened in it was saved".to_owned(),
    };
    let lost = lost.iter().filter_map(|lost| match lost {
        GameLoss::Entries => None,
        GameLoss::Seats => Some("who sits where"),
        GameLoss::Maker => Some("who steers it"),
        GameLoss::Match => Some("to which match it belongs"),
    });
    let lost: Vec<&str> = lost.collect();
    let but = if lost.is_empty() { String::new() } else { format!(", but not {}", lost.join(" or ")) };
    format!("Game {game} is damaged: {saved}{but}.")
}

pub fn counted(games: u64) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}
