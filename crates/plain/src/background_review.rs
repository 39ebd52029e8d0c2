use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use tabiya_analysis::SparklineSigns;
use tabiya_engine::Control;
use tabiya_rules::{ByLanguage, Language};
use tabiya_system::{shows_unicode, width};
use tabiya_table::GameReview;
use tabiya_table::talk::words;

/// An analysis of the whole game, which goes on while somebody types.
#[derive(Default)]
pub(crate) struct BackgroundReview {
    known: Option<Box<GameReview>>,
    running: Option<ReviewThread>,
}

struct ReviewThread {
    control: Arc<Control>,
    found: Receiver<GameReview>,
    /// How many fourths of it have been told.
    told: usize,
}

/// What is to be told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReviewNews {
    /// It has come a good part further.
    Progress,
    /// All of it is known.
    Complete,
    /// Whoever searched broke down.
    Broken,
}

impl BackgroundReview {
    /// Begins or goes on with an analysis, and calls whenever there may be news.
    pub fn begin(&mut self, review: GameReview, call: impl Fn() + Send + 'static) {
        self.stop();
        let (sends, found) = channel();
        let control = Arc::new(Control::default());
        let searched = Arc::clone(&control);
        let mut review = review;
        self.known = Some(Box::new(review.clone()));
        std::thread::spawn(move || {
            review.search(&Arc::clone(&searched), |known| {
                if sends.send(known.clone()).is_err() {
                    searched.stop();
                }
                call();
            });
            drop(sends);
            call();
        });
        self.running = Some(ReviewThread { control, found, told: 0 });
    }

    /// The same for whoever waits for it.
    pub fn finish(&mut self, mut review: GameReview) {
        self.stop();
        review.search(&Control::default(), |_| {});
        self.known = Some(Box::new(review));
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// What is known so far.
    pub fn known(&self) -> Option<&GameReview> {
        self.known.as_deref()
    }

    /// Stops it; what was found stays. Says whether it ran.
    pub fn stop(&mut self) -> bool {
        self.running.take().map(|running| running.control.stop()).is_some()
    }

    /// Forgets it.
    pub fn forget(&mut self) {
        self.stop();
        self.known = None;
    }

    /// What has been found since, once that is worth a word.
    pub fn news(&mut self) -> Option<ReviewNews> {
        let running = self.running.as_mut()?;
        let is_over = loop {
            match running.found.try_recv() {
                Ok(review) => self.known = Some(Box::new(review)),
                Err(TryRecvError::Empty) => break false,
                Err(TryRecvError::Disconnected) => break true,
            }
        };
        let analysis = self.known.as_ref()?.analysis();
        let (known, all) = analysis.progress();
        if is_over {
            let is_complete = analysis.is_complete();
            self.running = None;
            return Some(if is_complete { ReviewNews::Complete } else { ReviewNews::Broken });
        }
        let fourths = known * 4 / all.max(1);
        let is_further = fourths > running.told && fourths < 4;
        running.told = running.told.max(fourths);
        is_further.then_some(ReviewNews::Progress)
    }
}

/// The columns of the graph where there is no terminal.
const COLUMNS: usize = 80;

/// What is said when an analysis begins.
pub(crate) fn begun_words(language: Language) -> &'static str {
    language.choose(ByLanguage {
        english: "The game is analysed; stop ends that.",
        german: "Die Partie wird analysiert; stop beendet das.",
    })
}

/// What is said when it is stopped.
pub(crate) fn stopped_words(language: Language) -> &'static str {
    language.choose(ByLanguage {
        english: "The analysis stops, and what was found stays: analyse goes on with it.",
        german: "Die Analyse hält an, und was gefunden ist, bleibt: analyse setzt sie fort.",
    })
}

/// What is said of news.
pub(crate) fn news_words(language: Language, news: ReviewNews, review: &GameReview) -> String {
    match news {
        ReviewNews::Progress => words::review_progress(language, review),
        ReviewNews::Broken => language
            .choose(ByLanguage {
                english: "The analysis broke down; what was found stays.",
                german: "Die Analyse ist abgestürzt; was gefunden ist, bleibt.",
            })
            .to_owned(),
        ReviewNews::Complete => {
            let signs = if shows_unicode() { SparklineSigns::Blocks } else { SparklineSigns::Letters };
            let mut lines = words::review_lines(language, review, width().unwrap_or(COLUMNS), signs);
            lines.push(
                language
                    .choose(ByLanguage {
                        english: "save writes it into a PGN with the game; analyse off leaves it out.",
                        german: "save schreibt sie mit der Partie in eine PGN; analyse off lässt sie weg.",
                    })
                    .to_owned(),
            );
            lines.join("\n")
        }
    }
}
