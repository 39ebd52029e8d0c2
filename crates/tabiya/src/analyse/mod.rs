//! `tabiya analyse`: where games went wrong.

mod analysis_args;
mod game_list;
mod kept_results;
mod outputs;
mod report_json;
mod report_text;
mod searchers;

use std::sync::Arc;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use tabiya_analysis::{GameAnalysis, GameReport, MoveLesson};
use tabiya_engine::Control;
use tabiya_notation::pgn::{EditBounds, PgnGame};
use tabiya_rules::Language;

use crate::output::{Status, print_lines, tell};
use crate::signals::{hear, status_of};

pub use analysis_args::Args;
use game_list::NumberedGame;
use kept_results::KeptResults;
use outputs::Outputs;
use report_text::ReportText;
use searchers::Searchers;

/// A game with what was found out about it.
struct AnalysedGame<'a> {
    /// Its number in the file.
    number: u64,
    game: &'a PgnGame,
    analysis: &'a GameAnalysis,
    report: GameReport,
    /// What can be learnt from moves, by the number of moves before them.
    lessons: Vec<(usize, Option<MoveLesson>)>,
}

pub fn run(args: &Args) -> anyhow::Result<Status> {
    let limits = args.limits();
    let games = game_list::read(args)?;
    let mut outputs = Outputs::prepare(args, &games)?;
    let (mut kept, known) = KeptResults::open(outputs.kept_path(), &limits, args.force)?;
    if known > 0 {
        tell(format_args!("going on: {known} positions are known already"));
    }
    let control = stoppable()?;
    let mut searchers = Searchers::new(args.threads, limits.search.clone(), games.len());
    let text = ReportText::new(games.len());
    for NumberedGame { number, game } in &games {
        let mut analysis = GameAnalysis::new(game);
        kept.put_into(*number, &mut analysis);
        let is_whole = searchers
            .search(*number, &mut analysis, &control, |analysis, ply| kept.append(*number, analysis, ply))?;
        if !is_whole {
            return Ok(stopped(&outputs));
        }
        let report = analysis.report();
        let lessons = report.marked().map(|judged| (judged.ply, analysis.lesson(judged))).collect();
        let analysed = AnalysedGame { number: *number, game, analysis: &analysis, report, lessons };
        outputs.put(&analysed, games.len())?;
        if args.json {
            print_lines([report_json::line(&analysed)])?;
        } else if !outputs.is_printed() {
            print_lines(text.lines(&analysed))?;
        }
    }
    let told = outputs.commit()?;
    kept.remove()?;
    if !args.json {
        print_lines(told)?;
    }
    Ok(Status::Done)
}

impl AnalysedGame<'_> {
    /// The game with everything written into it.
    fn annotated(&self) -> anyhow::Result<PgnGame> {
        let mut game = self.game.clone();
        // As everything else that this command writes.
        let language = Language::English;
        self.analysis.annotate_with(
            &mut game,
            &self.report,
            &self.lessons,
            language,
            &EditBounds::default(),
        )?;
        Ok(game)
    }

    /// What can be learnt from a move.
    fn lesson(&self, ply: usize) -> Option<&MoveLesson> {
        self.lessons.iter().find(|(known, _)| *known == ply).and_then(|(_, lesson)| lesson.as_ref())
    }

    /// A tag's value, unless it says that nothing is known.
    fn tag(&self, name: &str) -> Option<&str> {
        self.game.tags.get(name).filter(|value| !crate::games::is_unknown(value))
    }
}

/// What the first Ctrl-C stops; the second does not wait.
fn stoppable() -> anyhow::Result<Arc<Control>> {
    let control = Arc::new(Control::default());
    for signal in [SIGINT, SIGTERM] {
        let again = Arc::new(std::sync::atomic::AtomicBool::new(false));
        flag::register_conditional_shutdown(signal, status_of(signal), Arc::clone(&again))?;
        flag::register(signal, again)?;
        let control = Arc::clone(&control);
        hear(signal, move || control.stop())?;
    }
    Ok(control)
}

fn stopped(outputs: &Outputs) -> Status {
    let advice = match outputs.kept_path() {
        Some(_) => "the same command goes on from here",
        None => "with -o OUT.pgn the same command would go on from here",
    };
    tell(format_args!("stopped: {advice}"));
    Status::Refused
}
