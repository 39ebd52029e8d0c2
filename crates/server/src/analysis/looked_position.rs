use tabiya_analysis::{GameAnalysis, PositionScore};
use tabiya_engine::GamePosition;
use tabiya_game::narration::sentence;
use tabiya_notation::pgn::{EditRefusal, NotAPath, PgnPath};
use tabiya_notation::{Excerpt, Fen, SanPlus, UciMove};
use tabiya_rules::{ByLanguage, Illegal, Language, Move, Position, Rules};

use crate::Error;
use crate::grounds::Grounds;
use crate::room::Snapshot;
use crate::tree_edit::read_move;
use crate::wire::{LookedPlace, PlaceView, TriedMove};

/// The most moves that may be tried beyond those of the tree.
const MOST_TRIED: usize = 200;

/// A position that somebody looks at.
pub(crate) struct LookedPosition {
    /// What can be done there.
    pub place: LookedPlace,
    /// What is searched; nothing where the game would be over.
    pub game: Option<GamePosition>,
    /// What it is worth where it would be over.
    pub over: Option<PositionScore>,
}

impl LookedPosition {
    /// The position after a move of a game's tree and some moves beyond it.
    pub fn find(
        language: Language,
        snapshot: &Snapshot,
        at: String,
        then: String,
    ) -> Result<LookedPosition, Error> {
        if then.split_ascii_whitespace().count() > MOST_TRIED {
            return Err(too_long());
        }
        let path: PgnPath = at.parse().map_err(|why: NotAPath| Error::bad("bad_path", why))?;
        let tree = snapshot.tree()?;
        let no_such = || Error::Refused(Grounds::from(&EditRefusal::NoSuchMove(Excerpt::new(&at))));
        let node = tree.find(&path).ok_or_else(no_such)?;
        let mut line: Vec<Option<Move>> = tree.line_to(node).into_iter().map(|node| tree[node].m).collect();
        let mut position = tree.position(node);
        let mut tried = Vec::new();
        for word in then.split_ascii_whitespace() {
            let (m, shown) = tried_move(word, language, &position)?;
            line.push(Some(m));
            tried.push(shown);
            position = position.play_unchecked(m);
        }
        let count = line.len();
        let analysis = GameAnalysis::of_moves(*tree.start(), line);
        let outcome = analysis.outcome(count);
        let place = LookedPlace {
            then,
            moves: tried,
            fen: Fen::from(&position).to_string(),
            over: outcome.map(|outcome| sentence(language.words(&outcome))),
            place: PlaceView::new(&position, at.clone(), snapshot.version),
            at,
        };
        let game = analysis.task(count).map(|task| task.game).filter(|_| outcome.is_none());
        Ok(LookedPosition { place, game, over: outcome.map(PositionScore::of_outcome) })
    }

    /// What the side that is not to move would do, if it were.
    pub fn threat(&self) -> Result<Option<GamePosition>, Error> {
        let Some(game) = &self.game else { return Ok(None) };
        let passed = game.position.pass().ok_or_else(in_check)?;
        Ok(Some(GamePosition { position: passed, history: Vec::new() })
            .filter(|game| game.position.has_moves()))
    }
}

fn tried_move(
    word: &str,
    language: Language,
    position: &Position<&'static Rules>,
) -> Result<(Move, TriedMove), Error> {
    let uci = read_move(word, language, position)?;
    let other = |_| Error::Refused(Grounds::from(&Illegal::OtherPosition));
    let m = uci.to_move(position).map_err(other)?;
    let after = position.play_unchecked(m);
    let shown = TriedMove {
        uci: UciMove::from_move(m, position).to_string(),
        san: SanPlus::from_move(m, position).to_string(),
        fen: Fen::from(&after).to_string(),
    };
    Ok((m, shown))
}

fn too_long() -> Error {
    let says = ByLanguage {
        english: format!("at most {MOST_TRIED} moves are tried beyond those of the game"),
        german: format!("höchstens {MOST_TRIED} Züge werden über die der Partie hinaus ausprobiert"),
    };
    Error::bad("too_long", says)
}

fn in_check() -> Error {
    Error::refused(
        "in_check",
        ByLanguage {
            english: "there is check: nothing else can be threatened before it is answered",
            german: "es steht Schach: bevor das beantwortet ist, kann nichts anderes gedroht werden",
        },
    )
}
