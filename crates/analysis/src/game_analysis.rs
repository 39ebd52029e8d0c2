use std::fmt;

use tabiya_engine::GamePosition;
use tabiya_notation::SanPlus;
use tabiya_notation::pgn::{Annotation, PgnGame, PgnNodeId, annotations};
use tabiya_reasons::{MoveContext, capture_of};
use tabiya_rules::{Key, Move, Outcome, Position, Rules, Square};

use crate::{NotASearch, PositionScore, PositionSearch, SearchTask};

/// The positions of a game's main line, with what was found out about them so far: in any order, by whomever, all at
/// once or with breaks.
///
/// ```
/// use tabiya_analysis::{GameAnalysis, MoveMark};
/// use tabiya_notation::pgn::PgnReader;
///
/// let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.5]} Ke7 {[%eval #1]} 3. Qxe5# 1-0";
/// let (game, _) = PgnReader::new(pgn.as_bytes()).games().next().unwrap().unwrap();
/// let mut analysis = GameAnalysis::new(&game);
/// analysis.put_evals(&game);
/// let report = analysis.report();
/// assert_eq!(report.moves[3].as_ref().unwrap().mark, Some(MoveMark::Blunder));
/// ```
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    /// The positions, one more than there are moves.
    pub(crate) places: Vec<AnalysedPosition>,
    /// The keys of the positions.
    keys: Vec<Key>,
    /// The moves; `None` where a side passes.
    pub(crate) moves: Vec<Option<Move>>,
}

/// A position of a game, and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct AnalysedPosition {
    pub position: Position<&'static Rules>,
    /// How the game is over with it.
    pub outcome: Option<Outcome>,
    pub search: Option<PositionSearch>,
}

impl AnalysedPosition {
    /// What it is worth: by the rules where they say it, else as was found out.
    pub fn score(&self) -> Option<PositionScore> {
        let searched = || self.search.as_ref().map(|search| search.score);
        self.outcome.map(PositionScore::of_outcome).or_else(searched)
    }

    /// What an engine looks at: the position itself, or the one after it where the side to move can only pass.
    fn searched(&self) -> Position<&'static Rules> {
        match self.position.has_moves() {
            true => self.position,
            false => self.position.pass().unwrap_or(self.position),
        }
    }
}

impl GameAnalysis {
    /// The main line of a game, of which nothing is known yet.
    pub fn new(game: &PgnGame) -> GameAnalysis {
        let moves = game.main_line().map(|node| game[node].m);
        GameAnalysis::of_moves(*game.start(), moves)
    }

    /// A line of moves from a position; `None` passes.
    pub fn of_moves(
        start: Position<&'static Rules>,
        line: impl IntoIterator<Item = Option<Move>>,
    ) -> GameAnalysis {
        let mut analysis = GameAnalysis { places: Vec::new(), keys: Vec::new(), moves: Vec::new() };
        analysis.push(start);
        let mut position = start;
        for m in line {
            position = match m {
                Some(m) => position.play_unchecked(m),
                None => position.pass().unwrap_or(position),
            };
            analysis.moves.push(m);
            analysis.push(position);
        }
        analysis
    }

    fn push(&mut self, position: Position<&'static Rules>) {
        let key = position.key();
        // No position comes back once a pawn has moved or something was taken.
        let reach = usize::from(position.halfmoves());
        let before = self.keys.iter().rev().take(reach).filter(|&&earlier| earlier == key).count();
        let occurrences = u16::try_from(before + 1).unwrap_or(u16::MAX);
        let outcome = position.judge(occurrences).outcome;
        self.places.push(AnalysedPosition { position, outcome, search: None });
        self.keys.push(key);
    }

    /// How many single moves there are.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The position after so many single moves.
    pub fn position(&self, ply: usize) -> Option<&Position<&'static Rules>> {
        self.places.get(ply).map(|place| &place.position)
    }

    /// The moves; `None` where a side passes.
    pub fn moves(&self) -> impl Iterator<Item = Option<Move>> {
        self.moves.iter().copied()
    }

    /// How the game is over after so many single moves, by the rules.
    pub fn outcome(&self, ply: usize) -> Option<Outcome> {
        self.places.get(ply)?.outcome
    }

    /// What is still to be searched, from the start of the game to its end.
    pub fn tasks(&self) -> impl Iterator<Item = SearchTask> {
        self.open_plies().filter_map(|ply| self.task(ply))
    }

    /// After how many single moves positions stand that are still to be searched.
    pub fn open_plies(&self) -> impl Iterator<Item = usize> {
        let is_open = |place: &AnalysedPosition| place.outcome.is_none() && place.search.is_none();
        self.places.iter().enumerate().filter(move |(_, place)| is_open(place)).map(|(ply, _)| ply)
    }

    /// The position after so many single moves as it is searched, whether it has to be or not.
    pub fn task(&self, ply: usize) -> Option<SearchTask> {
        let place = self.places.get(ply)?;
        let reach = usize::from(place.position.halfmoves()).min(ply);
        let history = self.keys[ply - reach..ply].to_vec();
        Some(SearchTask { ply, game: GamePosition { position: place.searched(), history } })
    }

    /// How many positions there are, and of how many of them something is known.
    pub fn progress(&self) -> (usize, usize) {
        (self.places.len() - self.open_plies().count(), self.places.len())
    }

    /// Whether nothing is left to search.
    pub fn is_complete(&self) -> bool {
        self.open_plies().next().is_none()
    }

    /// Takes in what was found out about the position after so many single moves, in place of what was known of it.
    pub fn put(&mut self, ply: usize, search: PositionSearch) -> Result<(), NotInAnalysis> {
        let place = self.places.get_mut(ply).ok_or(NotInAnalysis::NoSuchPly { ply })?;
        let start = place.searched();
        for line in &search.lines {
            let mut here = start;
            for &m in &line.moves {
                here = here.play(m).map_err(|_| NotInAnalysis::OtherPosition { ply })?;
            }
        }
        place.search = Some(search);
        Ok(())
    }

    /// The same from text ([`PositionSearch::to_text`]).
    pub fn put_text(&mut self, ply: usize, text: &str) -> Result<(), NotInAnalysis> {
        let place = self.places.get_mut(ply).ok_or(NotInAnalysis::NoSuchPly { ply })?;
        place.search = Some(PositionSearch::from_text(text, &place.searched()).map_err(NotInAnalysis::Text)?);
        Ok(())
    }

    /// What was found out about the position after so many single moves.
    pub fn search(&self, ply: usize) -> Option<&PositionSearch> {
        self.places.get(ply)?.search.as_ref()
    }

    /// The same as text, to be kept.
    pub fn search_text(&self, ply: usize) -> Option<String> {
        let place = self.places.get(ply)?;
        Some(place.search.as_ref()?.to_text(&place.searched()))
    }

    /// Takes in what a PGN of the same moves says of positions of which nothing is known yet (`[%eval 0.17]`), and how
    /// many that were. Lines it does not tell, so that there is no better move to show then.
    pub fn put_evals(&mut self, game: &PgnGame) -> usize {
        let mut taken = 0;
        for (place, node) in self.places.iter_mut().zip(nodes(game)) {
            let Some((score, depth)) = told_score(game, node).filter(|_| place.search.is_none()) else {
                continue;
            };
            place.search = Some(PositionSearch { score, depth, lines: Vec::new() });
            taken += 1;
        }
        taken
    }

    /// Whether a game has the moves that are analysed.
    pub fn is_of(&self, game: &PgnGame) -> bool {
        let start = self.places.first().map(|place| place.position);
        start == Some(*game.start())
            && game.main_line().map(|node| game[node].m).eq(self.moves.iter().copied())
    }

    /// Where the move after so many others is made.
    pub(crate) fn context(&self, ply: usize) -> Option<MoveContext<'_>> {
        let place = self.places.get(ply)?;
        Some(MoveContext {
            position: place.position,
            history: self.keys.get(..ply)?,
            taken_on: ply.checked_sub(1).and_then(|before| self.taken_on(before)),
        })
    }

    /// Where a move takes something.
    fn taken_on(&self, ply: usize) -> Option<Square> {
        let m = (*self.moves.get(ply)?)?;
        capture_of(&self.places.get(ply)?.position, m).map(|_| m.to())
    }

    /// How a move after so many others is written.
    pub(crate) fn san(&self, ply: usize, m: Move) -> Option<String> {
        Some(SanPlus::from_move(m, &self.places.get(ply)?.position).to_string())
    }
}

/// The nodes of a main line, from the start of the game on.
pub(crate) fn nodes(game: &PgnGame) -> impl Iterator<Item = PgnNodeId> {
    std::iter::once(PgnGame::ROOT).chain(game.main_line())
}

/// The last score that comments at a move tell.
pub(crate) fn told_score(game: &PgnGame, node: PgnNodeId) -> Option<(PositionScore, Option<u32>)> {
    let found = game[node].after.iter().flat_map(|comment| annotations(comment).0);
    let mut scores = found.filter_map(|annotation| match annotation {
        Annotation::Eval(eval, depth) => Some((PositionScore::of_eval(eval)?, depth)),
        Annotation::Clock(_)
        | Annotation::Spent(_)
        | Annotation::Arrows(_)
        | Annotation::Circles(_)
        | Annotation::Other(..) => None,
    });
    scores.next_back()
}

/// Why something that was found out does not belong to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotInAnalysis {
    /// The game is shorter.
    NoSuchPly {
        /// The number of moves that was asked for.
        ply: usize,
    },
    /// The lines are of another position.
    OtherPosition {
        /// After how many moves.
        ply: usize,
    },
    /// The text is none of ours.
    Text(NotASearch),
}

impl fmt::Display for NotInAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotInAnalysis::NoSuchPly { ply } => write!(f, "the game has fewer than {ply} single moves"),
            NotInAnalysis::OtherPosition { ply } => {
                write!(f, "a line cannot be played in the position after {ply} single moves")
            }
            NotInAnalysis::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotInAnalysis {}
