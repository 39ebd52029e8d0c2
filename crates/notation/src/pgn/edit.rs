use std::fmt;

use super::{
    Drawing, MAX_COMMENT, MAX_DEPTH, Nag, PgnGame, PgnNodeId, PgnPath, PgnStep, with_drawing, with_words,
};
use crate::{Excerpt, UciMove, Unplayable};

/// A change of what a game tells: where, and what. Edits are data, so that they can be kept and made again.
///
/// ```
/// use tabiya_notation::pgn::{EditBounds, Nag, PgnChange, PgnEdit, PgnReader};
///
/// let (mut game, _) = PgnReader::new("1. e4 e5 *".as_bytes()).games().next().unwrap().unwrap();
/// let edit = |at: &str, change| PgnEdit { at: at.parse().unwrap(), change };
/// let bounds = EditBounds::default();
/// game.edit(&edit("e2e4", PgnChange::Play("c7c5".parse().unwrap())), &bounds).unwrap();
/// game.edit(&edit("e2e4 c7c5", PgnChange::Marks(vec![Nag(1)])), &bounds).unwrap();
/// assert!(game.to_string().ends_with("1. e4 e5 (1... c5 $1) *\n"));
/// game.edit(&edit("e2e4 c7c5", PgnChange::Promote), &bounds).unwrap();
/// assert!(game.to_string().ends_with("1. e4 c5 $1 (1... e5) *\n"));
///
/// let why = game.edit(&edit("e2e4", PgnChange::Play("e7e4".parse().unwrap())), &bounds).unwrap_err();
/// assert_eq!(why.to_string(), "a pawn does not move from e7 to e4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnEdit {
    /// The way to the move that is meant; the start of the game where it is empty.
    pub at: PgnPath,
    /// What is changed there.
    pub change: PgnChange,
}

/// What can be changed at a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnChange {
    /// What people say there, a comment for each line. What programs wrote into comments stays.
    Words(CommentPlace, Vec<String>),
    /// The marks, all of them.
    Marks(Vec<Nag>),
    /// What is drawn on the board.
    Drawing(Drawing),
    /// A move after it: where it is not there yet, a new variation, or the line goes on.
    Play(UciMove),
    /// A variation in its place that begins with the same move and goes on with this one: what could have followed
    /// after the end of a game.
    Beside(UciMove),
    /// The variation that it is in takes the place of the line that it is a variation of.
    Promote,
    /// The variation that it begins changes places with the one before it; none goes before the line that it is a
    /// variation of.
    Earlier,
    /// It goes, and all that follows it.
    Delete,
}

/// Where a comment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommentPlace {
    /// Before the first move of a variation.
    Before,
    /// After a move, or before the first move of a game.
    After,
}

/// How far edits may go.
#[derive(Clone, Debug)]
pub struct EditBounds {
    /// The moves with all variations.
    pub moves: usize,
    /// The bytes of all comments together.
    pub text: usize,
    /// The characters that somebody may write in one place.
    pub words: usize,
    /// The moves that were played, if any were: they are never deleted.
    pub played: Vec<Option<tabiya_rules::Move>>,
    /// The moves behind those that were taken back and can be made again: nor are they.
    pub taken_back: Vec<Option<tabiya_rules::Move>>,
    /// Whether those stay the main line.
    pub main_line: MainLine,
}

/// Whether a variation may become the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainLine {
    /// The moves that were played are the main line.
    Played,
    /// Any line may be it.
    Free,
}

impl Default for EditBounds {
    fn default() -> EditBounds {
        let (moves, text, words) = (super::MAX_MOVES, super::MAX_TEXT, MAX_COMMENT);
        let (played, taken_back) = (Vec::new(), Vec::new());
        EditBounds { moves, text, words, played, taken_back, main_line: MainLine::Free }
    }
}

/// The most marks that somebody may set on a move.
pub(super) const MOST_MARKS: usize = 16;

/// The most arrows and circles that somebody may draw for a position.
pub(super) const MOST_DRAWN: usize = 64;

/// Why an edit is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditRefusal {
    /// The rules or the start of the game could not be read, and its moves were passed over: nothing can be said of them.
    UnreadStart,
    /// There is no such move.
    NoSuchMove(Excerpt),
    /// The start of a game is no move.
    Start,
    /// The move cannot be made there.
    Unplayable(Unplayable),
    /// The move begins no variation.
    NoVariation,
    /// Nothing would change.
    Unchanged,
    /// It is in the main line already.
    MainLine,
    /// It is the first of the variations already.
    FirstVariation,
    /// The moves that were played stay first.
    PlayedFirst,
    /// The moves that were played stay.
    Played,
    /// The moves that were taken back stay for as long as they can be made again.
    TakenBack,
    /// A side passes in a line that would be the main line.
    Passes,
    /// Too many moves.
    TooManyMoves {
        /// How many there may be.
        most: usize,
    },
    /// Too much is written in one place.
    TooLong {
        /// How many characters there may be.
        most: usize,
    },
    /// Too much is written in all.
    TooMuchText {
        /// How many kilobytes there may be.
        most: usize,
    },
    /// Too many marks.
    TooManyMarks,
    /// Too much is drawn.
    TooManyDrawn,
    /// Variations would be nested too deep.
    TooDeep,
}

impl fmt::Display for EditRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditRefusal::UnreadStart => f.write_str(
                "the rules or the start of this game could not be read: nothing can be written in it",
            ),
            EditRefusal::NoSuchMove(path) => write!(f, "the game has no such move any more: {path}"),
            EditRefusal::Start => f.write_str("there is no move yet at the start of the game"),
            EditRefusal::Unplayable(why) => why.fmt(f),
            EditRefusal::NoVariation => f.write_str(
                "only the first move of a variation has a remark before it: write it after the move before",
            ),
            EditRefusal::Unchanged => f.write_str("it is so already"),
            EditRefusal::MainLine => f.write_str("this is the main line already"),
            EditRefusal::FirstVariation => f.write_str("this is the first variation already"),
            EditRefusal::PlayedFirst => f.write_str("the moves that were played stay the main line"),
            EditRefusal::Played => f.write_str("these moves were played: only variations can be deleted"),
            EditRefusal::TakenBack => f.write_str(
                "these moves were taken back and can be made again: they can be deleted once another move was made",
            ),
            EditRefusal::Passes => f.write_str("a side passes in this line: it cannot be the main line"),
            EditRefusal::TooManyMoves { most } => {
                write!(f, "with all variations a game has at most {most} moves here")
            }
            EditRefusal::TooLong { most } => write!(f, "a remark has at most {most} characters"),
            EditRefusal::TooMuchText { most } => {
                write!(f, "the remarks of a game have at most {most} kB together")
            }
            EditRefusal::TooManyMarks => write!(f, "a move has at most {MOST_MARKS} marks"),
            EditRefusal::TooManyDrawn => {
                write!(f, "at most {MOST_DRAWN} arrows and circles are drawn for a position")
            }
            EditRefusal::TooDeep => write!(f, "variations are nested at most {MAX_DEPTH} deep"),
        }
    }
}

impl std::error::Error for EditRefusal {}

impl PgnEdit {
    /// The way to the move that the edit is about once it is made, as far as the edit alone tells: the new one, or the
    /// one before what was deleted. Of several same variations, one that goes before another counts before it then, which
    /// only [`PgnGame::edit`] knows.
    pub fn place(&self) -> PgnPath {
        let at = self.at.clone();
        match &self.change {
            PgnChange::Play(m) => at.then(PgnStep::first(*m)),
            PgnChange::Beside(m) => twin(at).then(PgnStep::first(*m)),
            PgnChange::Delete => at.parent().unwrap_or_default(),
            PgnChange::Words(..)
            | PgnChange::Marks(_)
            | PgnChange::Drawing(_)
            | PgnChange::Promote
            | PgnChange::Earlier => at,
        }
    }
}

/// The way to the next move in the same place that is the same.
fn twin(mut path: PgnPath) -> PgnPath {
    if let Some(last) = path.0.last_mut() {
        last.nth = last.nth.saturating_add(1);
    }
    path
}

impl PgnGame {
    /// Changes what an edit says, or refuses it whole. Moves may have other places afterwards; what is given is the way
    /// to the move that the edit is about then.
    ///
    /// ```
    /// use tabiya_notation::pgn::{EditBounds, PgnChange, PgnEdit, PgnReader};
    ///
    /// let text = "1. e4 (1. d4) (1. d4 d5) *";
    /// let (mut game, _) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    /// let edit = PgnEdit { at: "d2d4~2 d7d5".parse().unwrap(), change: PgnChange::Promote };
    /// let place = game.edit(&edit, &EditBounds::default()).unwrap();
    /// assert_eq!(place.to_string(), "d2d4 d7d5");
    /// ```
    pub fn edit(&mut self, edit: &PgnEdit, bounds: &EditBounds) -> Result<PgnPath, EditRefusal> {
        let PgnEdit { at, change } = edit;
        if !self.is_start_read() {
            return Err(EditRefusal::UnreadStart);
        }
        let node = self.find(at).ok_or_else(|| EditRefusal::NoSuchMove(Excerpt::new(&at.to_string())))?;
        let about = match change {
            PgnChange::Words(place, lines) => self.set_words(node, *place, lines, bounds).map(|()| node)?,
            PgnChange::Marks(marks) => self.set_marks(node, marks).map(|()| node)?,
            PgnChange::Drawing(drawing) => self.set_drawing(node, drawing, bounds).map(|()| node)?,
            PgnChange::Play(m) => self.play(node, *m, bounds)?,
            PgnChange::Beside(m) => self.play_beside(at, node, *m, bounds)?,
            // Lines change their order: moves stay where they are kept.
            PgnChange::Promote => self.promote(node, bounds).map(|()| node)?,
            PgnChange::Earlier => self.go_earlier(node).map(|()| node)?,
            PgnChange::Delete => return self.delete(node, bounds).map(|()| edit.place()),
        };
        Ok(self.path(about))
    }

    fn set_words(
        &mut self,
        node: PgnNodeId,
        place: CommentPlace,
        lines: &[String],
        bounds: &EditBounds,
    ) -> Result<(), EditRefusal> {
        let lines: Vec<String> =
            lines.iter().map(|line| clean(line)).filter(|line| !line.is_empty()).collect();
        if lines.iter().map(|line| line.chars().count()).sum::<usize>() > bounds.words {
            return Err(EditRefusal::TooLong { most: bounds.words });
        }
        let comments = match place {
            CommentPlace::Before if !self.begins_variation(node) => return Err(EditRefusal::NoVariation),
            CommentPlace::Before => &self[node].before,
            CommentPlace::After => &self[node].after,
        };
        let changed = with_words(comments, &lines);
        self.set_comments(node, place, changed, bounds)
    }

    fn set_drawing(
        &mut self,
        node: PgnNodeId,
        drawing: &Drawing,
        bounds: &EditBounds,
    ) -> Result<(), EditRefusal> {
        if drawing.arrows.len() + drawing.circles.len() > MOST_DRAWN {
            return Err(EditRefusal::TooManyDrawn);
        }
        let changed = with_drawing(&self[node].after, drawing);
        self.set_comments(node, CommentPlace::After, changed, bounds)
    }

    fn set_comments(
        &mut self,
        node: PgnNodeId,
        place: CommentPlace,
        changed: Vec<String>,
        bounds: &EditBounds,
    ) -> Result<(), EditRefusal> {
        let size = |comments: &[String]| comments.iter().map(String::len).sum::<usize>();
        let whole = self.text_size();
        let too_much = EditRefusal::TooMuchText { most: bounds.text / 1024 };
        let comments = match place {
            CommentPlace::Before => &mut self[node].before,
            CommentPlace::After => &mut self[node].after,
        };
        if *comments == changed {
            return Err(EditRefusal::Unchanged);
        }
        let grows = size(&changed) > size(comments);
        let is_long = changed.iter().any(|comment| comment.len() > MAX_COMMENT);
        if is_long || grows && whole - size(comments) + size(&changed) > bounds.text {
            return Err(too_much);
        }
        *comments = changed;
        Ok(())
    }

    /// The bytes of all comments.
    fn text_size(&self) -> usize {
        self.nodes.iter().flat_map(|node| node.before.iter().chain(&node.after)).map(String::len).sum()
    }

    fn set_marks(&mut self, node: PgnNodeId, marks: &[Nag]) -> Result<(), EditRefusal> {
        let mut once: Vec<Nag> = Vec::new();
        for &mark in marks {
            if !once.contains(&mark) {
                once.push(mark);
            }
        }
        if self[node].nags == once {
            return Err(EditRefusal::Unchanged);
        }
        if once.len() > MOST_MARKS {
            return Err(EditRefusal::TooManyMarks);
        }
        self[node].nags = once;
        Ok(())
    }

    /// The new move.
    fn play(&mut self, node: PgnNodeId, m: UciMove, bounds: &EditBounds) -> Result<PgnNodeId, EditRefusal> {
        let m = m.to_move(&self.position(node)).map_err(EditRefusal::Unplayable)?;
        if self.children(node).any(|child| self[child].m == Some(m)) {
            return Err(EditRefusal::Unchanged);
        }
        self.check_room(1, bounds)?;
        let is_variation = self.first_child(node).is_some();
        if self.nesting(node) + usize::from(is_variation) > MAX_DEPTH {
            return Err(EditRefusal::TooDeep);
        }
        Ok(self.add(node, Some(m)))
    }

    fn play_beside(
        &mut self,
        at: &PgnPath,
        node: PgnNodeId,
        m: UciMove,
        bounds: &EditBounds,
    ) -> Result<PgnNodeId, EditRefusal> {
        let parent = self.parent(node).ok_or(EditRefusal::Start)?;
        if let Some(twin) = self.find(&twin(at.clone())) {
            return self.play(twin, m, bounds);
        }
        m.to_move(&self.position(node)).map_err(EditRefusal::Unplayable)?;
        self.check_room(2, bounds)?;
        if self.nesting(node) + 1 > MAX_DEPTH {
            return Err(EditRefusal::TooDeep);
        }
        let twin = self.add(parent, self[node].m);
        self.play(twin, m, bounds)
    }

    fn check_room(&self, more: usize, bounds: &EditBounds) -> Result<(), EditRefusal> {
        let is_room = self.len() + more <= bounds.moves;
        is_room.then_some(()).ok_or(EditRefusal::TooManyMoves { most: bounds.moves })
    }

    /// Whether a move is a variation of another.
    pub fn begins_variation(&self, node: PgnNodeId) -> bool {
        self.parent(node).is_some_and(|parent| self.first_child(parent) != Some(node))
    }

    /// In how many variations a move is.
    fn nesting(&self, node: PgnNodeId) -> usize {
        self.line_to(node).into_iter().filter(|&node| self.begins_variation(node)).count()
    }

    fn promote(&mut self, node: PgnNodeId, bounds: &EditBounds) -> Result<(), EditRefusal> {
        let line = self.line_to(node);
        let begins = line.iter().copied().rev().find(|&node| self.begins_variation(node));
        let begins = begins.ok_or(EditRefusal::MainLine)?;
        let replaced = self.parent(begins).and_then(|parent| self.first_child(parent));
        if bounds.main_line == MainLine::Played && replaced.is_some_and(|node| self.was_played(node, bounds))
        {
            return Err(EditRefusal::PlayedFirst);
        }
        let depth = self.depth();
        let mut promoted = self.clone();
        promoted.make_first(begins);
        if promoted.depth() > depth.max(MAX_DEPTH) {
            return Err(EditRefusal::TooDeep);
        }
        // Readers take no line for the main line in which a side passes, unless that was played.
        let passes = |game: &PgnGame| game.main_line().filter(|&node| game[node].m.is_none()).count();
        if passes(&promoted) > passes(self) {
            return Err(EditRefusal::Passes);
        }
        *self = promoted;
        Ok(())
    }

    fn go_earlier(&mut self, node: PgnNodeId) -> Result<(), EditRefusal> {
        let parent = self.parent(node).ok_or(EditRefusal::Start)?;
        let siblings: Vec<PgnNodeId> = self.children(parent).collect();
        match siblings.iter().position(|&sibling| sibling == node) {
            None | Some(0) => Err(EditRefusal::MainLine),
            Some(1) => Err(EditRefusal::FirstVariation),
            Some(place) => {
                self.swap_with_next(siblings[place - 2], siblings[place - 1]);
                Ok(())
            }
        }
    }

    fn delete(&mut self, node: PgnNodeId, bounds: &EditBounds) -> Result<(), EditRefusal> {
        if node == PgnGame::ROOT {
            return Err(EditRefusal::Start);
        }
        if self.was_played(node, bounds) {
            return Err(EditRefusal::Played);
        }
        if self.can_be_made_again(node, bounds) {
            return Err(EditRefusal::TakenBack);
        }
        let mut left = self.clone();
        left.remove(node);
        let passes = left.main_line().any(|node| left[node].m.is_none());
        if passes && self.main_line().all(|node| self[node].m.is_some()) {
            return Err(EditRefusal::Passes);
        }
        *self = left;
        Ok(())
    }

    /// Whether a move is one of those that were played.
    fn was_played(&self, node: PgnNodeId, bounds: &EditBounds) -> bool {
        self.find_line(bounds.played.iter().copied()).is_some_and(|last| self.line_to(last).contains(&node))
    }

    /// Whether a move is one of those that were taken back at the end. A game that ended meanwhile has them beside its
    /// last move.
    fn can_be_made_again(&self, node: PgnNodeId, bounds: &EditBounds) -> bool {
        let line = bounds.played.iter().chain(&bounds.taken_back).copied();
        !bounds.taken_back.is_empty()
            && self.find_line(line).is_some_and(|last| self.line_to(last).contains(&node))
    }
}

/// A line as a comment keeps it: without what cannot be seen, no blanks around it, and nothing that programs would take for
/// a command of theirs.
fn clean(line: &str) -> String {
    line.replace(char::is_control, " ").replace("[%", "[ %").trim().to_owned()
}
