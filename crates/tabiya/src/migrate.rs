use anyhow::Context;
use tabiya_server::{StorePlace, TransferProgress, transfer};
use tabiya_system::Progress;

use crate::backup::counted;
use crate::output::{Status, print_lines};

/// Move all games between a data folder and a database
///
/// The database is one of PostgreSQL. No server may be running. The place they go to must have none yet. They stay where they were as well, so that nothing is lost whatever happens. Interrupted,
/// the same command goes on. In the end everything is compared, and links, sessions and running games hold as before.
#[derive(clap::Args)]
pub struct Args {
    /// Where they are: a data folder, or a database such as postgres://club:secret@localhost/chess
    #[arg(long, value_name = "PLACE")]
    from: StorePlace,

    /// Where they go
    #[arg(long, value_name = "PLACE")]
    to: StorePlace,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let Args { from, to } = args;
    let moved = on_runtime(transfer(from, to, &mut show()))??;
    let players =
        if moved.players == 1 { "1 player".to_owned() } else { format!("{} players", moved.players) };
    let steps = if moved.entries == 1 { "1 step".to_owned() } else { format!("{} steps", moved.entries) };
    print_lines([
        format!(
            "{} with {steps}, and {players}, are in {to}: all that was sent has come.",
            counted(moved.games)
        ),
        match from {
            StorePlace::Folder(_) => {
                format!("{from} has them as well, and notes that they are elsewhere now.")
            }
            StorePlace::Postgres(_) => {
                format!("They are in {from} as well: start no server with that any more.")
            }
        },
    ])?;
    Ok(Status::Done)
}

/// Shows how far it is, on a terminal.
pub fn show() -> impl FnMut(TransferProgress) + Send {
    let progress = Progress::new();
    move |TransferProgress { table, is_compared, done, all }| {
        if progress.is_due() {
            let work = if is_compared { "comparing" } else { "moving" };
            progress.show(format_args!("{work} {table}: {done} of {all}"));
        }
    }
}

/// Waits for work that other servers do.
pub fn on_runtime<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.context("cannot begin to work")?.block_on(work))
}
