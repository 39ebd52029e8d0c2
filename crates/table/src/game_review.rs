use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use tabiya_analysis::{
    GameAnalysis, GameReport, JudgedMove, MoveLesson, MoveMark, NotAnnotated, USUAL_MEMORY, USUAL_NODES,
};
use tabiya_engine::{Control, Engine, SearchLimits};
use tabiya_files::Form;
use tabiya_game::NodeId;
use tabiya_notation::pgn::{EditBounds, EditRefusal, PgnGame};
use tabiya_rules::{Language, Move};

use crate::refusal::TableRefusal;
use crate::saving::Extent;
use crate::table::Table;

/// What an analysis of a whole game has found so far, and what is told of it. It is apart from the table, so that whoever
/// looks at the game need not wait for it.
#[derive(Clone, Debug)]
pub struct GameReview {
    analysis: GameAnalysis,
    /// What the file of the game says of its positions, which is shown as long as nothing else is known of them.
    told: Option<GameAnalysis>,
    report: GameReport,
    /// What can be learnt from moves, by the number of moves before them.
    lessons: BTreeMap<usize, Option<MoveLesson>>,
}

impl GameReview {
    /// What is known of a game now.
    pub fn new(analysis: GameAnalysis) -> GameReview {
        GameReview::beside(analysis, None)
    }

    /// The same beside what a file says of the positions.
    fn beside(analysis: GameAnalysis, told: Option<GameAnalysis>) -> GameReview {
        let report = analysis.report();
        let mut review = GameReview { analysis, told, report, lessons: BTreeMap::new() };
        review.learn();
        review
    }

    /// Searches what is still open, from the start of the game to its end, and tells after every position what is known then.
    /// What was found when it is stopped stays.
    pub fn search(&mut self, control: &Control, mut tell: impl FnMut(&GameReview)) {
        let mut engine = Engine::new(USUAL_MEMORY, 1);
        let tasks: Vec<_> = self.analysis.tasks().collect();
        for task in tasks {
            let Some(found) = task.search(&mut engine, &usual_limits(), control) else { return };
            // A search of this very position fits it.
            if self.analysis.put(task.ply, found).is_ok() {
                self.learn();
                tell(self);
            }
        }
    }

    /// Takes note of what is known now. What can be learnt from a move is looked for once, when it was searched.
    fn learn(&mut self) {
        let mut known = self.analysis.clone();
        if let Some(told) = &self.told {
            known.put_known(told);
        }
        self.report = known.report();
        let open: BTreeSet<usize> = self.analysis.open_plies().collect();
        let is_searched =
            |judged: &&JudgedMove| !open.contains(&judged.ply) && !open.contains(&(judged.ply + 1));
        let is_new = |judged: &&JudgedMove| is_searched(judged) && !self.lessons.contains_key(&judged.ply);
        let found: Vec<_> = self
            .report
            .marked()
            .filter(is_new)
            .map(|judged| (judged.ply, self.analysis.lesson(judged)))
            .collect();
        self.lessons.extend(found);
    }

    /// What was found.
    pub fn analysis(&self) -> &GameAnalysis {
        &self.analysis
    }

    /// What it says of the moves.
    pub fn report(&self) -> &GameReport {
        &self.report
    }

    /// What is thought of the move after so many others.
    pub fn judged(&self, ply: usize) -> Option<&JudgedMove> {
        self.report.moves.get(ply)?.as_ref()
    }

    /// What can be learnt from that move.
    pub fn lesson(&self, ply: usize) -> Option<&MoveLesson> {
        self.lessons.get(&ply)?.as_ref()
    }

    /// The mistakes, in the order of the game.
    pub fn mistakes(&self) -> impl Iterator<Item = &JudgedMove> {
        self.report.marked().filter(|judged| judged.mark.is_some_and(MoveMark::is_mistake))
    }

    /// Another move in place of one of the game, to be judged.
    pub fn try_move(&self, ply: usize, m: Move) -> Option<TryQuestion> {
        Some(TryQuestion { ply, branch: self.analysis.branch(ply, m)? })
    }
}

fn usual_limits() -> SearchLimits {
    SearchLimits { nodes: Some(USUAL_NODES), ..SearchLimits::default() }
}

/// A move that somebody tries in place of one of the game.
#[derive(Clone, Debug)]
pub struct TryQuestion {
    ply: usize,
    branch: GameAnalysis,
}

/// What is thought of it.
#[derive(Clone, Debug)]
pub struct ReviewedTry {
    /// After how many moves it is tried.
    pub ply: usize,
    /// The move.
    pub judged: JudgedMove,
    /// What it does to whoever would make it; the better move is not told.
    pub lesson: Option<MoveLesson>,
}

impl TryQuestion {
    /// How good it is. That may take its time.
    pub fn answer(mut self) -> Option<ReviewedTry> {
        let last = self.branch.plies();
        if self.branch.open_plies().any(|ply| ply == last) {
            let task = self.branch.task(last)?;
            let found =
                task.search(&mut Engine::new(USUAL_MEMORY, 1), &usual_limits(), &Control::default())?;
            self.branch.put(last, found).ok()?;
        }
        let judged = self.branch.report().moves.pop().flatten()?;
        let lesson = match self.branch.lesson(&judged) {
            Some(MoveLesson::Missed { played, harm: Some(harm), .. }) => {
                Some(MoveLesson::Missed { played, harm: Some(harm), better: None })
            }
            Some(MoveLesson::Missed { harm: None, .. } | MoveLesson::Found { .. }) | None => None,
        };
        Some(ReviewedTry { ply: self.ply, judged, lesson })
    }
}

impl Table {
    /// The game as it would be saved, to be analysed: with what an earlier analysis knows of the same moves.
    pub fn review(&self, earlier: Option<&GameReview>) -> Result<GameReview, TableRefusal> {
        let pgn = self.session.to_pgn(Extent::Line);
        let mut analysis = GameAnalysis::new(&pgn);
        if analysis.plies() == 0 {
            return Err(TableRefusal::NothingPlayed);
        }
        if let Some(earlier) = earlier {
            analysis.put_known(&earlier.analysis);
        }
        let mut told = GameAnalysis::new(&pgn);
        let is_told = told.put_evals(&pgn) > 0;
        Ok(GameReview::beside(analysis, is_told.then_some(told)))
    }

    /// The moves of that game, from the start on.
    pub fn reviewed_line(&self) -> Vec<NodeId> {
        let history = self.game().history();
        let parent = |node: &NodeId| history.parent(*node);
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(self.session.last_to_save()), parent).collect();
        line.reverse();
        line
    }

    /// After how many moves of an analysis a place of the game stands, where it belongs to it.
    pub fn reviewed_ply(&self, review: &GameReview, node: NodeId) -> Option<usize> {
        let history = self.game().history();
        let ply = std::iter::successors(history.parent(node), |&node| history.parent(node)).count();
        let line = std::iter::successors(Some(node), |&node| history.parent(node));
        // Variations have positions of their own.
        let is_of = |(back, node): (usize, NodeId)| {
            let place = history.get(node).map(|at| &at.position);
            place.is_some() && place == review.analysis.position(ply - back)
        };
        line.enumerate().all(is_of).then_some(ply)
    }

    /// The place of the game after so many moves of an analysis.
    pub fn reviewed_node(&self, review: &GameReview, ply: usize) -> Option<NodeId> {
        let line = self.reviewed_line();
        let node = *line.get(ply)?;
        (self.reviewed_ply(review, node) == Some(ply)).then_some(node)
    }

    /// The moves of the game that an analysis marks, with their marks.
    pub fn review_marks(&self, review: &GameReview) -> HashMap<NodeId, MoveMark> {
        let line = self.reviewed_line();
        let marked = |judged: &JudgedMove| {
            let node = *line.get(judged.ply + 1)?;
            self.reviewed_ply(review, node)?;
            Some((node, judged.mark?))
        };
        review.report.marked().filter_map(marked).collect()
    }

    /// What is written into the game when it is saved as PGN, in a language; nothing where `None`.
    pub fn save_with(&mut self, review: Option<&GameReview>, language: Language) {
        self.saved_analysis = review.map(|review| (review.analysis.clone(), language));
    }

    /// Whether the file of the game has an analysis of its own, which stays there until another takes its place.
    pub fn has_analysis_in_file(&self) -> bool {
        let source = self.session.source.as_ref().map(|source| &source.provenance.pgn);
        source.is_some_and(|pgn| GameAnalysis::new(pgn).put_evals(pgn) > 0)
    }

    /// Whether a file of this name can hold an analysis.
    pub fn holds_analysis(path: &Path) -> bool {
        Form::of_path(path).unwrap_or(Form::Pgn) == Form::Pgn
    }

    /// Writes the analysis that goes with the game into it, as far as it has the same moves.
    pub(crate) fn annotate(&self, pgn: &mut PgnGame) -> Result<(), EditRefusal> {
        let Some((known, language)) = &self.saved_analysis else { return Ok(()) };
        let mut analysis = GameAnalysis::new(pgn);
        analysis.put_known(known);
        match analysis.annotate(pgn, *language, &EditBounds::default()) {
            Err(NotAnnotated::Refused(why)) => Err(why),
            // It is of this very game.
            Ok(()) | Err(NotAnnotated::OtherGame) => Ok(()),
        }
    }
}
