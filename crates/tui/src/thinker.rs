//! Threads that think, so that the board never waits for them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::{Control, Engine, GamePosition, Info, SearchLimits};
use tabiya_game::Moment;
use tabiya_table::{
    ComputerQuestion, EngineTrouble, Engines, GameReview, HintQuestion, ReviewedTry, TryQuestion,
};

use crate::event::ScreenEvent;

/// How long a move takes at least where two computers play, so that it can be seen.
const LEAST: Duration = Duration::from_millis(400);

/// The megabytes of what an analysis remembers.
const MEMORY: usize = 32;

/// How long engines of others have to go when the board is left.
const PATIENCE: Duration = Duration::from_secs(5);

enum ThinkingTask {
    Ask { number: u64, question: Box<ComputerQuestion>, is_watched: bool },
    End,
}

struct AnalysisTask {
    number: u64,
    game: Box<GamePosition>,
    lines: usize,
    control: Arc<Control>,
}

/// Whoever thinks for the board.
pub(crate) struct Thinker {
    events: Sender<ScreenEvent>,
    questions: Sender<ThinkingTask>,
    analyses: Sender<AnalysisTask>,
    /// The number of the question whose answer somebody waits for; 0 where nobody does.
    wanted: Arc<AtomicU64>,
    /// Tells the engines of others that nobody waits any more.
    stop: Arc<AtomicBool>,
    analysis: Option<Arc<Control>>,
    review: Option<Arc<Control>>,
    /// Hears that all engines are gone.
    ended: Receiver<()>,
}

impl Thinker {
    /// `stop` is looked at by the engines while they think.
    pub fn new(
        events: Sender<ScreenEvent>,
        engines: Box<dyn Engines + Send>,
        stop: Arc<AtomicBool>,
        clock: fn() -> Moment,
    ) -> Thinker {
        let (questions, asked) = channel();
        let (analyses, analysed) = channel();
        let (ends, ended) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let wish = AnswerWish { wanted: Arc::clone(&wanted), stop: Arc::clone(&stop) };
        let (answers, lines) = (events.clone(), events.clone());
        thread::spawn(move || {
            answer_all(&asked, engines, &answers, &wish, clock);
            // Nobody may be there to hear it.
            let _ = ends.send(());
        });
        thread::spawn(move || analyse_all::<EngineAnalyst>(&analysed, &lines));
        Thinker { events, questions, analyses, wanted, stop, analysis: None, review: None, ended }
    }

    pub fn ask(&self, number: u64, question: Box<ComputerQuestion>, is_watched: bool) {
        self.wanted.store(number, Ordering::SeqCst);
        // A thread that is gone leaves the computer silent, and the board as it is.
        let _ = self.questions.send(ThinkingTask::Ask { number, question, is_watched });
    }

    pub fn stop_thinking(&self) {
        self.wanted.store(0, Ordering::SeqCst);
        self.stop.store(true, Ordering::SeqCst);
    }

    pub fn end_engines(&self) {
        let _ = self.questions.send(ThinkingTask::End);
    }

    pub fn find_hint(&self, number: u64, question: Box<HintQuestion>) {
        let events = self.events.clone();
        thread::spawn(move || {
            let hint = unbroken(|| Ok(question.answer()));
            // Nobody may be there to hear it.
            let _ = events.send(ScreenEvent::HintFound(number, hint));
        });
    }

    pub fn analyse(&mut self, number: u64, game: Box<GamePosition>, lines: usize) {
        self.stop_analysis();
        let control = Arc::new(Control::default());
        self.analysis = Some(Arc::clone(&control));
        let _ = self.analyses.send(AnalysisTask { number, game, lines, control });
    }

    pub fn stop_analysis(&mut self) {
        if let Some(control) = self.analysis.take() {
            control.stop();
        }
    }

    /// Goes through the whole game, and tells after every position what is known.
    pub fn review(&mut self, number: u64, mut review: Box<GameReview>) {
        self.stop_review();
        let control = Arc::new(Control::default());
        self.review = Some(Arc::clone(&control));
        let events = self.events.clone();
        thread::spawn(move || {
            let searched = unbroken(|| {
                review.search(&control, |known| {
                    if events.send(ScreenEvent::Reviewed(number, Ok(Box::new(known.clone())))).is_err() {
                        control.stop();
                    }
                });
                Ok(())
            });
            if let Err(trouble) = searched {
                // Nobody may be there to hear it.
                let _ = events.send(ScreenEvent::Reviewed(number, Err(trouble)));
            }
        });
    }

    pub fn stop_review(&mut self) {
        if let Some(control) = self.review.take() {
            control.stop();
        }
    }

    pub fn try_move(&self, number: u64, question: Box<TryQuestion>) {
        let events = self.events.clone();
        thread::spawn(move || {
            let tried: Result<Option<ReviewedTry>, EngineTrouble> = unbroken(|| Ok(question.answer()));
            let _ = events.send(ScreenEvent::Tried(number, tried));
        });
    }

    /// Ends everything, and waits a little for engines of others to go.
    pub fn end(mut self) {
        self.stop_analysis();
        self.stop_review();
        self.stop_thinking();
        let Thinker { questions, ended, .. } = self;
        drop(questions);
        let _ = ended.recv_timeout(PATIENCE);
    }
}

/// Whether somebody waits for an answer.
struct AnswerWish {
    wanted: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
}

impl AnswerWish {
    /// Begins with a question, if it is still wanted. Whoever stops it from now on is heard: the flag is cleared before the look,
    /// and set after the number has changed.
    fn begin(&self, number: u64) -> bool {
        self.stop.store(false, Ordering::SeqCst);
        self.wanted.load(Ordering::SeqCst) == number
    }
}

fn answer_all(
    tasks: &Receiver<ThinkingTask>,
    mut engines: Box<dyn Engines + Send>,
    events: &Sender<ScreenEvent>,
    wish: &AnswerWish,
    clock: fn() -> Moment,
) {
    for task in tasks {
        match task {
            ThinkingTask::End => engines.end(),
            ThinkingTask::Ask { number, mut question, is_watched } => {
                if !wish.begin(number) {
                    continue;
                }
                let begun = Instant::now();
                let answer = unbroken(|| question.answer(&mut *engines, clock()));
                let least = if is_watched { LEAST } else { question.pause(answer.as_ref().ok(), clock()) };
                thread::sleep(least.saturating_sub(begun.elapsed()));
                if events.send(ScreenEvent::Answer(number, answer)).is_err() {
                    return;
                }
            }
        }
    }
}

/// What came of thinking. Where whoever thinks breaks down, that is the answer: nobody waits for ever, and the next question is
/// heard.
fn unbroken<T>(think: impl FnOnce() -> Result<T, EngineTrouble>) -> Result<T, EngineTrouble> {
    let broken = |panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Err(EngineTrouble { name: None, why: text.unwrap_or("it broke down").to_owned() })
    };
    catch_unwind(AssertUnwindSafe(think)).unwrap_or_else(broken)
}

/// Analyses whatever is asked for. One that breaks down is told, and the next one begins anew.
fn analyse_all<A: Analyst>(tasks: &Receiver<AnalysisTask>, events: &Sender<ScreenEvent>) {
    let mut analyst: Option<A> = None;
    for task in tasks {
        let number = task.number;
        let mut known = analyst.take().unwrap_or_default();
        let searched = unbroken(|| {
            known.search(&task, &mut |info| {
                if events.send(ScreenEvent::Line(number, Box::new(info.clone()))).is_err() {
                    task.control.stop();
                }
            });
            Ok(known)
        });
        match searched {
            Ok(known) => analyst = Some(known),
            Err(trouble) => {
                if events.send(ScreenEvent::AnalysisBroken(number, trouble)).is_err() {
                    return;
                }
            }
        }
    }
}

/// Whoever looks for the best lines.
trait Analyst: Default {
    fn search(&mut self, task: &AnalysisTask, report: &mut dyn FnMut(&Info));
}

/// The engine, which remembers what it saw.
#[derive(Default)]
struct EngineAnalyst(Option<Engine>);

impl Analyst for EngineAnalyst {
    fn search(&mut self, task: &AnalysisTask, mut report: &mut dyn FnMut(&Info)) {
        let engine = self.0.get_or_insert_with(|| Engine::new(MEMORY, 1));
        engine.multi_pv = task.lines;
        engine.search(&task.game, &SearchLimits::default(), &task.control, &mut report);
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Write};
    use std::path::{Path, PathBuf};

    use tabiya_engine::{Rng, Yielding};
    use tabiya_game::{BySeat, FirstMoves, Game};
    use tabiya_system::FileError;
    use tabiya_table::{BookSetting, EngineAnswer, FileLock, Files, Player, SaveTrouble, Table, TableSetup};

    use super::*;

    struct Broken;

    impl Engines for Broken {
        fn ask(&mut self, command: &str, _: &Game, _: Moment) -> Result<EngineAnswer, EngineTrouble> {
            panic!("{command} fell off the table")
        }

        fn end(&mut self) {}
    }

    struct NoFiles;

    impl Files for NoFiles {
        fn find(&self, _: &Path) -> Option<PathBuf> {
            None
        }

        fn read(&self, _: &Path) -> Result<Box<dyn Read>, FileError> {
            Err(io::Error::from(io::ErrorKind::NotFound).into())
        }

        fn lock(&mut self, _: &Path) -> Result<Box<dyn FileLock>, FileError> {
            Err(io::Error::from(io::ErrorKind::NotFound).into())
        }

        fn write(
            &mut self,
            _: &Path,
            _: &mut dyn FnMut(&mut dyn Write) -> Result<(), SaveTrouble>,
        ) -> Result<(), SaveTrouble> {
            Err(SaveTrouble::File(io::Error::from(io::ErrorKind::NotFound).into()))
        }
    }

    #[test]
    fn whoever_breaks_down_answers_and_is_asked_again() {
        let setting = TableSetup {
            players: BySeat([Player::Engine("somebody".to_owned()), Player::Human]),
            rules: None,
            position: None,
            opening: None,
            book: BookSetting { is_open: false, ..BookSetting::default() },
            yielding: Yielding::Never,
            game_seed: None,
            time: None,
            first_moves: FirstMoves::Free,
            rng: Rng::from_seed(1),
            archive: None,
            engines: Box::new(Broken),
            files: Box::new(NoFiles),
        };
        let mut table = Table::new(setting, Moment(0)).unwrap();
        let (events, heard) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let thinker = Thinker::new(events, Box::new(Broken), stop, || Moment(0));
        for number in 1..3 {
            thinker.ask(number, Box::new(table.question().unwrap()), false);
            let event = heard.recv_timeout(Duration::from_secs(20)).unwrap();
            let ScreenEvent::Answer(answered, Err(trouble)) = event else { panic!("{event:?}") };
            assert_eq!((answered, trouble.why.as_str()), (number, "somebody fell off the table"));
        }
        thinker.end();
    }

    /// Breaks down the first time, and finds nothing later.
    #[derive(Default)]
    struct Clumsy;

    impl Analyst for Clumsy {
        fn search(&mut self, task: &AnalysisTask, _: &mut dyn FnMut(&Info)) {
            assert!(task.lines > 1, "it fell off the table");
        }
    }

    #[test]
    fn an_analysis_that_breaks_down_is_told_and_another_is_heard() {
        let (analyses, tasks) = channel();
        let (events, heard) = channel();
        let game = GamePosition {
            position: tabiya_rules::Position::new(
                tabiya_rules::FIDE.start.setup(),
                tabiya_rules::FIDE.intern(),
            )
            .unwrap(),
            history: Vec::new(),
        };
        for (number, lines) in [(1, 1), (2, 2), (3, 1)] {
            let (game, control) = (Box::new(game.clone()), Arc::new(Control::default()));
            analyses.send(AnalysisTask { number, game, lines, control }).unwrap();
        }
        drop(analyses);
        analyse_all::<Clumsy>(&tasks, &events);
        drop(events);
        let told: Vec<(u64, String)> = heard
            .iter()
            .map(|event| match event {
                ScreenEvent::AnalysisBroken(number, trouble) => (number, trouble.why),
                other => panic!("{other:?}"),
            })
            .collect();
        let fell = "it fell off the table".to_owned();
        assert_eq!(told, [(1, fell.clone()), (3, fell)]);
    }
}
