use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use tabiya_analysis::{GameAnalysis, PositionSearch, SearchTask, USUAL_MEMORY};
use tabiya_engine::{Control, Engine, SearchLimits};
use tabiya_system::Progress;

/// How wide the bar is.
const BAR: usize = 30;

/// The threads that search positions.
pub struct Searchers {
    engines: Vec<Engine>,
    limits: SearchLimits,
    progress: Progress,
    /// How many games there are, and how many are done.
    games: usize,
    done: usize,
}

impl Searchers {
    pub fn new(threads: u16, limits: SearchLimits, games: usize) -> Searchers {
        let engines = (0..threads.max(1)).map(|_| Engine::new(USUAL_MEMORY, 1)).collect();
        Searchers { engines, limits, progress: Progress::new(), games, done: 0 }
    }

    /// Searches what is open in a game, telling `keep` of every position that is known then; says whether it was not
    /// stopped.
    pub fn search(
        &mut self,
        number: u64,
        analysis: &mut GameAnalysis,
        control: &Control,
        mut keep: impl FnMut(&GameAnalysis, usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let tasks: Vec<SearchTask> = analysis.tasks().collect();
        let (next, limits) = (AtomicUsize::new(0), &self.limits);
        let (progress, games, done) = (&self.progress, self.games, self.done);
        let kept = thread::scope(|scope| {
            let (send, found) = mpsc::channel::<(usize, PositionSearch)>();
            for engine in &mut self.engines {
                let (send, tasks, next) = (send.clone(), &tasks, &next);
                scope.spawn(move || {
                    while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(search) = task.search(engine, limits, control) else { break };
                        if send.send((task.ply, search)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let kept = found.iter().try_for_each(|(ply, search)| {
                analysis.put(ply, search)?;
                let (known, all) = analysis.progress();
                let bar = "#".repeat(BAR * known / all.max(1));
                let of = if games > 1 { format!(" ({} of {games})", done + 1) } else { String::new() };
                progress.show(format_args!("game {number}{of} [{bar:.<BAR$}] {known} of {all} positions"));
                keep(analysis, ply)
            });
            if kept.is_err() {
                control.stop();
            }
            kept
        });
        self.progress.hide();
        kept?;
        self.done += 1;
        Ok(analysis.is_complete())
    }
}
