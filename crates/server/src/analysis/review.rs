use std::sync::Arc;
use std::time::{Duration, Instant};

use tabiya_analysis::{GameAnalysis, GameReport, JudgedMove, MoveLesson, MoveMark};
use tabiya_engine::Control;
use tabiya_notation::UciMove;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::ByLanguage;
use tokio::sync::watch;

use super::ply_search::PlySearch;
use super::{AnalysisProgress, EnginePool};
use crate::Error;
use crate::export::whole_game;
use crate::room::Snapshot;
use crate::store::KeptReview;
use crate::wire::LineMove;

/// The most single moves of a game that are judged.
const MOST_MOVES: usize = 1200;

/// How many moves of a better line are told.
const LINE_LENGTH: usize = 12;

/// How often it is told how far it is.
const PACE: Duration = Duration::from_millis(300);

/// The moves of a game and what is known of its positions.
pub(crate) struct ReviewedGame {
    pub analysis: GameAnalysis,
    /// The moves, as they are kept.
    pub moves: String,
}

/// The main line of a game, with what was kept of its positions. Of another line that has been the main one, the positions count that
/// both have.
pub(crate) fn reviewed_game(game: &PgnGame, kept: Option<&KeptReview>) -> ReviewedGame {
    let analysis = GameAnalysis::new(game);
    let moves = line_text(game);
    let mut reviewed = ReviewedGame { analysis, moves };
    if let Some(kept) = kept {
        reviewed.put(kept);
    }
    reviewed
}

fn line_text(game: &PgnGame) -> String {
    let mut position = *game.start();
    let mut words = Vec::new();
    for m in game.main_line().map(|node| game[node].m) {
        words.push(m.map_or_else(|| "0000".to_owned(), |m| UciMove::from_move(m, &position).to_string()));
        position = match m {
            Some(m) => position.play_unchecked(m),
            None => position.pass().unwrap_or(position),
        };
    }
    words.join(" ")
}

impl ReviewedGame {
    /// The main line of a game as it is now.
    pub fn of(snapshot: &Snapshot, kept: Option<&KeptReview>) -> Result<ReviewedGame, Error> {
        // Damage is told, and nothing is found out about half a game.
        drop(snapshot.tree()?);
        let reviewed = reviewed_game(&whole_game(snapshot), kept);
        if reviewed.analysis.plies() > MOST_MOVES {
            return Err(too_long());
        }
        Ok(reviewed)
    }

    /// Takes in what was kept.
    pub fn put(&mut self, kept: &KeptReview) {
        let words = |moves: &str| moves.split_ascii_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (ours, theirs) = (words(&self.moves), words(&kept.moves));
        let same = ours.iter().zip(&theirs).take_while(|(ours, theirs)| ours == theirs).count();
        let known = kept.searches.iter().enumerate().take(same + 1);
        for (ply, text) in known.filter(|(_, text)| !text.is_empty()) {
            // What cannot be read is found out anew.
            let _ = self.analysis.put_text(ply, text);
        }
    }

    /// What is known.
    pub fn state(&self, version: u32) -> ReviewState {
        ReviewState::new(&self.analysis, &self.moves, version, None)
    }
}

fn too_long() -> Error {
    let moves = MOST_MOVES / 2;
    let says = ByLanguage {
        english: format!("the game is too long: the moves of games of up to {moves} moves are judged"),
        german: format!("die Partie ist zu lang: beurteilt werden Partien von bis zu {moves} Zügen"),
    };
    Error::refused("too_long", says)
}

/// What is known of a game's moves at a moment.
#[derive(Clone, Debug)]
pub(crate) struct ReviewState {
    /// The version of the game whose moves they are.
    pub version: u32,
    /// Of how many positions something is known, and how many there are.
    pub progress: (usize, usize),
    pub report: GameReport,
    /// The moves that are worth a word.
    pub marked: Vec<MarkedMove>,
    /// As it is kept.
    pub kept: KeptReview,
}

/// A move that is worth a word, with all that is told of it.
#[derive(Clone, Debug)]
pub(crate) struct MarkedMove {
    pub judged: JudgedMove,
    pub mark: MoveMark,
    pub lesson: Option<MoveLesson>,
    /// The better line, where it was a mistake.
    pub line: Vec<LineMove>,
}

impl ReviewState {
    fn new(analysis: &GameAnalysis, moves: &str, version: u32, before: Option<&ReviewState>) -> ReviewState {
        let report = analysis.report();
        let marked = report.marked().filter_map(|judged| marked_move(analysis, judged, before)).collect();
        let kept = kept_review(analysis, moves);
        ReviewState { version, progress: analysis.progress(), report, marked, kept }
    }

    /// Whether anything was found out.
    pub fn is_empty(&self) -> bool {
        self.kept.searches.iter().all(String::is_empty)
    }

    pub fn is_complete(&self) -> bool {
        self.progress.0 == self.progress.1
    }
}

fn kept_review(analysis: &GameAnalysis, moves: &str) -> KeptReview {
    let text = |ply| analysis.search_text(ply).unwrap_or_default();
    KeptReview { moves: moves.to_owned(), searches: (0..=analysis.plies()).map(text).collect() }
}

/// Lessons take some time to be found: those that are there already are taken over.
fn marked_move(
    analysis: &GameAnalysis,
    judged: &JudgedMove,
    before: Option<&ReviewState>,
) -> Option<MarkedMove> {
    let known = before.and_then(|before| before.marked.iter().find(|known| known.judged.ply == judged.ply));
    if let Some(known) = known {
        return Some(known.clone());
    }
    let mark = judged.mark?;
    let better = judged.better.as_ref().filter(|_| mark.is_mistake());
    let line = better.zip(analysis.position(judged.ply)).map(|(better, position)| {
        LineMove::of_line(position, better.moves.iter().copied().take(LINE_LENGTH))
    });
    let lesson = analysis.lesson(judged);
    Some(MarkedMove { judged: judged.clone(), mark, lesson, line: line.unwrap_or_default() })
}

/// All positions of a game, one after the other.
pub(crate) struct ReviewTask {
    search: PlySearch,
    moves: String,
    version: u32,
    state: watch::Sender<Arc<ReviewState>>,
    told: Instant,
}

impl ReviewTask {
    pub fn new(
        game: ReviewedGame,
        state: ReviewState,
        engines: &Arc<EnginePool>,
    ) -> (ReviewTask, watch::Receiver<Arc<ReviewState>>) {
        let version = state.version;
        let (state, told) = watch::channel(Arc::new(state));
        let ReviewedGame { analysis, moves } = game;
        let search = PlySearch::new(analysis, |_| true, engines);
        (ReviewTask { search, moves, version, state, told: Instant::now() }, told)
    }

    pub fn next_slice(&self) -> Duration {
        self.search.next_slice()
    }

    pub fn advance(&mut self, control: &Control) -> AnalysisProgress {
        let is_found = self.search.advance(control);
        let is_done = self.search.is_done();
        if is_done || is_found && self.told.elapsed() >= PACE {
            self.tell();
        }
        if is_done { AnalysisProgress::Done } else { AnalysisProgress::Continues }
    }

    fn tell(&mut self) {
        self.told = Instant::now();
        let before = Arc::clone(&self.state.borrow());
        let state = ReviewState::new(&self.search.analysis, &self.moves, self.version, Some(&before));
        self.state.send_replace(Arc::new(state));
    }
}

/// What was found out since it was told last is kept as well.
impl Drop for ReviewTask {
    fn drop(&mut self) {
        let analysis = &self.search.analysis;
        if analysis.progress() != self.state.borrow().progress {
            let (kept, progress) = (kept_review(analysis, &self.moves), analysis.progress());
            let last = ReviewState::clone(&self.state.borrow());
            self.state.send_replace(Arc::new(ReviewState { kept, progress, ..last }));
        }
    }
}
