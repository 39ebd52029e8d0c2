//! The moves of a game with all that is said of them, and who may change that.
//!
//! Until somebody changes something, the tree is what the game and the file that it was opened from tell. From then on it is
//! what the edits have made of it; moves that the game makes are added.

use std::sync::{Arc, OnceLock};

use tabiya_files::Provenance;
use tabiya_game::{Game, NodeId, Step};
use tabiya_notation::Excerpt;
use tabiya_notation::pgn::{EditBounds, EditRefusal, MainLine, PgnEdit, PgnGame};
use tabiya_rules::{ByLanguage, Language, Move};

use super::actor::Actor;
use super::entry_log::absorbed;
use super::persist::Aside;
use super::view::may_steer;
use super::{CommandReceipt, Snapshot};
use crate::grounds::Grounds;
use crate::listener::Listener;
use crate::provenance::{MOST, is_opening};
use crate::store::{Entry, GameRow, GameStage, Holder};
use crate::tree_edit::{TreeChange, TreeEdit, read_move};
use crate::{CommandId, Error, PlayerId};

/// The bytes of all comments: less than a file may have, so that it can be opened again with everything in it.
const MOST_TEXT: usize = MOST.text / 2;

/// The characters that somebody may write in one place: with the way there it fits into a message of a WebSocket.
const MOST_WORDS: usize = 3000;

/// The bytes of all edits of a game. They are kept for ever, also where a later one undoes them.
const MOST_EDITS: usize = 4 << 20;

/// What an edit counts beside its text.
const EDIT_OVERHEAD: usize = 200;

/// What the edits of a game have led to.
#[derive(Clone, Default)]
pub(crate) enum EditedTree {
    /// There were none.
    #[default]
    None,
    /// The tree, and how many bytes the edits have.
    Some { tree: Arc<PgnGame>, size: usize },
    /// One of them cannot be made again.
    Damaged { entry: u32, why: String },
}

impl EditedTree {
    /// The tree after one more entry, after which the game stands as it does.
    pub fn after(self, entry: &Entry, game: &Game, provenance: Option<&Provenance>) -> EditedTree {
        match (self, &entry.edit) {
            (EditedTree::None, None) => EditedTree::None,
            (damaged @ EditedTree::Damaged { .. }, _) => damaged,
            (EditedTree::Some { mut tree, size }, None) => {
                if !entry.events.is_empty() && tree.find_line(played(game)).is_none() {
                    add_played(Arc::make_mut(&mut tree), game);
                }
                if game.ending().is_some() {
                    end_with(Arc::make_mut(&mut tree), game);
                }
                EditedTree::Some { tree, size }
            }
            (before, Some(edit)) => {
                let size = before.size() + size_of(edit);
                let extent = if edit.is_whole { TreeExtent::Whole } else { TreeExtent::Played };
                let made = edit.read().map_err(|_| "it cannot be read".to_owned()).and_then(|edit| {
                    let mut tree = before.into_tree().unwrap_or_else(|| unedited(game, provenance, extent));
                    // What was allowed once stays so, whatever the bounds are now.
                    tree.edit(&edit, &EditBounds::default()).map_err(|why| why.to_string())?;
                    Ok(tree)
                });
                match made {
                    Ok(tree) => EditedTree::Some { tree: Arc::new(tree), size },
                    Err(why) => EditedTree::Damaged { entry: entry.version, why },
                }
            }
        }
    }

    /// What all entries of a game lead to.
    pub fn replay(entries: &[Arc<Entry>], provenance: Option<&Provenance>) -> Result<EditedTree, Error> {
        let mut tree = EditedTree::None;
        if entries.iter().all(|entry| entry.edit.is_none()) {
            return Ok(tree);
        }
        let mut game = None;
        for entry in entries {
            let after = absorbed(game, entry)?;
            tree = tree.after(entry, &after, provenance);
            game = Some(after);
        }
        Ok(tree)
    }

    /// The tree, where there were edits.
    pub fn tree(&self) -> Option<&PgnGame> {
        match self {
            EditedTree::Some { tree, .. } => Some(tree),
            EditedTree::None | EditedTree::Damaged { .. } => None,
        }
    }

    fn into_tree(self) -> Option<PgnGame> {
        match self {
            EditedTree::Some { tree, .. } => Some(Arc::unwrap_or_clone(tree)),
            EditedTree::None | EditedTree::Damaged { .. } => None,
        }
    }

    fn size(&self) -> usize {
        match self {
            EditedTree::Some { size, .. } => *size,
            EditedTree::None | EditedTree::Damaged { .. } => 0,
        }
    }

    fn check(&self) -> Result<(), Error> {
        match self {
            EditedTree::Damaged { entry, why } => Err(Error::Damaged { entry: *entry, why: why.clone() }),
            EditedTree::None | EditedTree::Some { .. } => Ok(()),
        }
    }
}

fn size_of(edit: &TreeEdit) -> usize {
    EDIT_OVERHEAD + edit.at.len() + edit.change.text().len()
}

/// The moves that lead to where a game stands.
pub(crate) fn played(game: &Game) -> impl Iterator<Item = Option<Move>> {
    moves_of(game, game.history().line())
}

fn moves_of(game: &Game, nodes: impl Iterator<Item = NodeId>) -> impl Iterator<Item = Option<Move>> {
    let history = game.history();
    nodes.map(move |node| match history.get(node).and_then(|node| node.step) {
        Some(Step::Move(m)) => Some(m),
        Some(Step::Pass) | None => None,
    })
}

/// Adds what a game has played since, with its clocks.
fn add_played(tree: &mut PgnGame, game: &Game) {
    let line: Vec<Option<Move>> = played(game).collect();
    let is_known = |&count: &usize| tree.find_line(line[..count].iter().copied()).is_some();
    let known = (1..line.len()).rev().find(is_known).unwrap_or(0);
    let last = tree.add_line(line);
    let told = game.to_pgn();
    for (ours, theirs) in tree.line_to(last).into_iter().zip(told.main_line()).skip(known) {
        tree[ours].after.clone_from(&told[theirs].after);
    }
}

/// The tree that nobody has changed, once somebody has asked for it.
pub(crate) type UneditedTree = Arc<OnceLock<Arc<PgnGame>>>;

/// What the tree of a game has that is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TreeExtent {
    /// Also what was taken back at its end.
    Whole,
    /// Not that, as it was in earlier versions.
    Played,
}

/// The tree that nobody has changed: what was played is the main line, and what was taken back is a variation, or follows it
/// for as long as it can be made again.
fn unedited(game: &Game, provenance: Option<&Provenance>, extent: TreeExtent) -> PgnGame {
    let history = game.history();
    let has_ahead = extent == TreeExtent::Whole || game.ending().is_none();
    let ahead = history.ahead().last().filter(|_| has_ahead);
    let mut whole = game.to_pgn_until(ahead.unwrap_or_else(|| history.here()));
    let opened = provenance.filter(|provenance| !is_opening(provenance));
    let Some(opened) = opened.filter(|opened| opened.pgn.start() == whole.start()) else {
        end_with(&mut whole, game);
        return whole;
    };
    let mut tree = opened.pgn.clone();
    tree.join(&whole);
    let last = tree.add_line(played(game));
    tree.make_main(last);
    end_with(&mut tree, game);
    tree
}

/// Nothing follows the last move of a game that is over: it would look as if it had been played. What does, in a file,
/// stands beside it.
fn end_with(tree: &mut PgnGame, game: &Game) {
    let last = tree.find_line(played(game)).filter(|_| game.ending().is_some());
    if let Some(last) = last.filter(|&last| tree.main_line().any(|node| node == last)) {
        tree.end_main(last);
    }
}

/// Whether one person has both seats and opened the game from a file: then it is theirs to write.
fn is_own_file(row: &GameRow, provenance: Option<&Provenance>) -> bool {
    let [first, second] = row.seats.0;
    let is_opened = provenance.is_some_and(|provenance| !is_opening(provenance));
    matches!(first, Holder::Person(_)) && first == second && is_opened
}

/// Refuses whoever has no part in a game, and tells where they may write.
pub(super) fn check_part(row: &GameRow, who: Option<PlayerId>) -> Result<(), Error> {
    let has_seat = who.is_some_and(|who| row.seats.0.contains(&Holder::Person(who)));
    if !has_seat && !may_steer(row, who) {
        let says = ByLanguage {
            english: "only those who played this game can write remarks in it: open a copy of it to write your own",
            german: "nur wer diese Partie gespielt hat, kann Anmerkungen in sie schreiben: öffne eine Kopie, um eigene zu schreiben",
        };
        return Err(Error::forbidden("not_a_player", says));
    }
    Ok(())
}

/// Refuses whoever may not change what is said of a game: players may once it is over, and at any time in one that they
/// opened from a file at their own device. While people play each other or the computer, nobody writes to anybody.
fn check_writer(row: &GameRow, provenance: Option<&Provenance>, who: Option<PlayerId>) -> Result<(), Error> {
    check_part(row, who)?;
    if row.stage != GameStage::Over && !is_own_file(row, provenance) {
        let says = ByLanguage {
            english: "remarks and variations are written when the game is over",
            german: "Anmerkungen und Varianten schreibt man, wenn die Partie zu Ende ist",
        };
        return Err(Error::refused("still_playing", says));
    }
    Ok(())
}

impl Snapshot {
    /// The moves with all that is said of them.
    pub fn tree(&self) -> Result<Arc<PgnGame>, Error> {
        self.edited.check()?;
        Ok(self.readable_tree())
    }

    /// The same without what was written and cannot be read any more.
    pub fn readable_tree(&self) -> Arc<PgnGame> {
        let unedited = || Arc::new(unedited(&self.game, self.provenance.as_deref(), TreeExtent::Whole));
        match &self.edited {
            EditedTree::Some { tree, .. } => Arc::clone(tree),
            EditedTree::None | EditedTree::Damaged { .. } => Arc::clone(self.unedited.get_or_init(unedited)),
        }
    }

    /// Whether one person has both seats and opened the game from a file.
    pub fn is_own_file(&self) -> bool {
        is_own_file(&self.row, self.provenance.as_deref())
    }

    /// Whether somebody may change that.
    pub fn may_edit(&self, who: Option<PlayerId>) -> bool {
        check_writer(&self.row, self.provenance.as_deref(), who).is_ok()
    }
}

impl Actor {
    /// Changes what is said of the game, or says why not; then nothing has changed.
    pub async fn annotate(
        &mut self,
        from: Listener,
        id: CommandId,
        hash: [u8; 32],
        edit: TreeEdit,
    ) -> Result<CommandReceipt, Error> {
        let provenance = self.provenance.as_deref();
        check_writer(&self.row, provenance, from.who)?;
        self.edited.check()?;
        let unedited = || unedited(&self.game, provenance, TreeExtent::Whole);
        let mut tree = self.edited.tree().map_or_else(unedited, PgnGame::clone);
        let mut edit = self.settled(edit, from.language, &tree)?;
        let size = self.edited.size() + size_of(&edit);
        if size > MOST_EDITS {
            let says = ByLanguage {
                english: "this game was written in so often that no more is kept: save it, and open it as a new one",
                german: "in diese Partie wurde so oft geschrieben, dass nichts mehr aufbewahrt wird: speichere sie und öffne sie als neue",
            };
            return Err(Error::refused("too_many_edits", says));
        }
        let read = edit.read()?;
        let place = tree.edit(&read, &self.bounds()).map_err(|why| Error::Refused(Grounds::from(&why)))?;
        edit.place = (place != read.place()).then(|| place.to_string());
        let edited = EditedTree::Some { tree: Arc::new(tree), size };
        self.persist_with(from, id, hash, self.game.decide_nothing(), Aside::Edit(edit, edited)).await
    }

    /// An edit with its move in the form in which it is kept. What could have followed the end of a game stands beside its
    /// last move: behind it, it would look as if it had been played.
    fn settled(&self, edit: TreeEdit, language: Language, tree: &PgnGame) -> Result<TreeEdit, Error> {
        let (TreeChange::Play(text) | TreeChange::Beside(text)) = &edit.change else { return Ok(edit) };
        let unread = TreeEdit::new(edit.at.clone(), TreeChange::Promote);
        let PgnEdit { at, change: _ } = unread.read()?;
        let no_such = || {
            let excerpt = Excerpt::new(&edit.at);
            Error::Refused(Grounds::from(&EditRefusal::NoSuchMove(excerpt)))
        };
        let node = tree.find(&at).ok_or_else(no_such)?;
        let m = read_move(text, language, &tree.position(node))?;
        let is_end = self.row.stage == GameStage::Over && tree.find_line(played(&self.game)) == Some(node);
        let change = match &edit.change {
            TreeChange::Play(_) if !is_end => TreeChange::Play(m.to_string()),
            _ => TreeChange::Beside(m.to_string()),
        };
        Ok(TreeEdit { at: at.to_string(), change, ..edit })
    }

    fn bounds(&self) -> EditBounds {
        let is_free = is_own_file(&self.row, self.provenance.as_deref());
        EditBounds {
            moves: MOST.moves,
            text: MOST_TEXT,
            words: MOST_WORDS,
            played: played(&self.game).collect(),
            // After the end nothing is made again.
            taken_back: match self.game.ending() {
                None => moves_of(&self.game, self.game.history().ahead()).collect(),
                Some(_) => vec![],
            },
            main_line: if is_free { MainLine::Free } else { MainLine::Played },
        }
    }
}
