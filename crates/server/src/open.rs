//! Games from files, and games that were played here, to go on with.

use std::sync::Arc;

use tabiya_files::{Form, GameReader, Omission, OpenError, Pardon, Provenance, ReadingNote, open_game};
use tabiya_game::{Damage, Event, Fact, Game, Moment};
use tabiya_notation::pgn::{EditRefusal, NotAPath, PgnEnding, PgnGame, PgnNodeId, PgnPath};
use tabiya_notation::{Excerpt, RuleFile};
use tabiya_openings::renew_opening;
use tabiya_rules::{ByLanguage, Language, Words};

use crate::config::LARGEST_FILE;
use crate::context::ServerContext;
use crate::create::rules;
use crate::export::{leaves_out_taken_back, played_game};
use crate::fairness::check_copy;
use crate::grounds::{Grounds, Untranslated};
use crate::provenance::MOST;
use crate::rate_limit::Requester;
use crate::room::{EditedTree, Snapshot};
use crate::wire::{OpenFile, RulesWish};
use crate::{Error, GameId};

/// What a new game goes on with.
pub(crate) struct Continuation {
    pub rules: RuleFile,
    pub provenance: Provenance,
    pub finished: UntoldEnd,
}

/// What is done with a game of which only the board shows that it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UntoldEnd {
    /// It is looked at, as one whose result is told.
    LookedAt,
    /// Moves may be taken back in it: its form tells no results.
    TakenBack,
}

impl Continuation {
    /// How it ended, where the board shows that it did.
    pub fn ending_on_board(&self) -> Result<Option<PgnEnding>, Error> {
        let begun = Game::from_pgn(&self.provenance.pgn, Moment(0));
        let (game, _) = begun.map_err(|why| Error::Refused(Grounds::from(&why)))?;
        Ok(game.ending().map(|ending| ending.to_pgn(game.seats())))
    }
}

/// What a new game goes on with, found but not read yet.
pub(crate) enum UnreadGame {
    /// The game of that number in a file.
    File { form: Form, text: String, number: u32 },
    /// The log of a game.
    Json(String),
    /// A game that was played here.
    Game(Box<Snapshot>),
}

/// Finds what is to be opened.
pub(crate) async fn find(
    shared: &Arc<ServerContext>,
    file: OpenFile,
    number: u32,
) -> Result<UnreadGame, Error> {
    let of_form = |form, text| Ok(UnreadGame::File { form, text, number });
    match file {
        OpenFile::Pgn(text) | OpenFile::Xml(text) | OpenFile::Fen(text) | OpenFile::Json(text)
            if text.len() > LARGEST_FILE =>
        {
            Err(Error::file_too_large())
        }
        OpenFile::Pgn(text) => of_form(Form::Pgn, text),
        OpenFile::Xml(text) => of_form(Form::Xml, text),
        OpenFile::Fen(text) => of_form(Form::Fen, text),
        _ if number != 1 => Err(refused(OpenError::NoSuchGame { number: number.into(), games: 1 })),
        OpenFile::Json(text) => Ok(UnreadGame::Json(text)),
        OpenFile::Game(id) => {
            let id: GameId = id.parse().map_err(|_| Error::no_game())?;
            let snapshot = shared.room(id).await?.look().await?;
            check_copy(&snapshot.row)?;
            Ok(UnreadGame::Game(Box::new(snapshot)))
        }
    }
}

/// Reads it, which takes as long as it is. The rules that are wished for count where a file names none.
pub(crate) fn open(
    shared: &ServerContext,
    who: Requester,
    unread: UnreadGame,
    wish: Option<&RulesWish>,
) -> Result<Continuation, Error> {
    let opened = match unread {
        UnreadGame::File { form, text, number } => {
            let wished = wish.map(|_| rules(shared, who, wish)).transpose()?;
            // A game may bring its own rules, which are new once it has been read.
            if form == Form::Pgn && text.contains("[Rules") {
                shared.rule_registry.admit_unread(who)?;
            }
            file_of(form, &text, number, wished.as_ref())?
        }
        UnreadGame::Json(text) => json(shared, who, &text)?,
        UnreadGame::Game(snapshot) => played(&snapshot),
    };
    let too_long = || {
        Error::refused(
            "too_long",
            ByLanguage {
                english: "the game has more moves than are kept here",
                german: "die Partie hat mehr Züge, als hier aufbewahrt werden",
            },
        )
    };
    Ok(Continuation { provenance: opened.provenance.trimmed(MOST).ok_or_else(too_long)?, ..opened })
}

/// The same, to be played on after one of its moves: that is the last one then. What followed stays in the file: beside the
/// game that is played now, the same moves would stand twice, and nobody could tell which were played.
pub(crate) fn go_on_from(opened: &mut Continuation, path: &str) -> Result<(), Error> {
    let read: PgnPath = path.parse().map_err(|why: NotAPath| Error::bad("bad_path", why))?;
    let refused = |why: EditRefusal| Error::Refused(Grounds::from(&why));
    let pgn = &mut opened.provenance.pgn;
    let node = pgn.find(&read).ok_or_else(|| refused(EditRefusal::NoSuchMove(Excerpt::new(path))))?;
    // Nobody can have played a line in which a side passes that had to move.
    if !pgn.line_to(node).into_iter().all(|node| is_playable(pgn, node)) {
        return Err(refused(EditRefusal::Passes));
    }
    let told = pgn.clone();
    pgn.end_at(node);
    renew_opening(pgn, &told);
    if pgn.len() < told.len() {
        opened.provenance.left_out.push(Omission::Followed);
    }
    Ok(())
}

fn is_playable(pgn: &PgnGame, node: PgnNodeId) -> bool {
    let must_pass = |parent: PgnNodeId| {
        let before = pgn.position(parent);
        before.rules().ends.lets_pass() && !before.has_moves()
    };
    pgn[node].m.is_some() || pgn.parent(node).is_some_and(must_pass)
}

fn bad_file(says: impl Words + Send + Sync + 'static) -> Error {
    Error::refused("bad_file", says)
}

fn refused(error: OpenError) -> Error {
    match error {
        OpenError::NoSuchGame { games: 1.., .. } => Error::refused("no_such_number", error),
        _ => bad_file(error),
    }
}

/// A game of a file. Its rules are those that are wished for where the file names none.
fn file_of(form: Form, text: &str, number: u32, wished: Option<&RuleFile>) -> Result<Continuation, Error> {
    let mut games = GameReader::new(form, text.as_bytes(), wished, Pardon::Nothing);
    let opened = open_game(&mut games, number.into()).map_err(refused)?;
    if let Some(damage) = opened.damage {
        return Err(bad_file(damage));
    }
    // Whoever names rules wants no others; who names none is told which they are.
    let other = opened.notes.iter().find(|note| matches!(note, ReadingNote::OtherRules { .. }));
    if let Some(note) = other.filter(|_| wished.is_some()) {
        return Err(Error::refused("other_rules", note.clone()));
    }
    let mut pgn = opened.game;
    // XML tells no result: whether the game is over, the board shows.
    let finished = if form == Form::Xml { UntoldEnd::TakenBack } else { UntoldEnd::LookedAt };
    if form == Form::Xml {
        pgn.ending = PgnEnding::Unknown;
    }
    let games = u64::from(number) + games.count_rest().map_err(bad_file)?;
    let rules = pgn.rule_file();
    let provenance = match form {
        Form::Fen | Form::Epd => Provenance::position(pgn),
        Form::Pgn | Form::Xml => Provenance::new(pgn, number.into(), games),
    };
    Ok(Continuation { rules, provenance, finished })
}

/// The events of a game, as this server exports them.
fn json(shared: &ServerContext, who: Requester, text: &str) -> Result<Continuation, Error> {
    #[derive(serde::Deserialize)]
    struct Export {
        events: Vec<Event>,
    }
    let export: Export = serde_json::from_str(text).map_err(|error| bad_file(Untranslated::new(error)))?;
    if let Some(Event { fact: Fact::Started(start), .. }) = export.events.first() {
        shared.rule_registry.admit(&start.rules.rules, who)?;
    }
    let damaged = |Damage { event, why }| {
        bad_file(ByLanguage {
            english: format!("event {event}: {why}"),
            german: format!("Ereignis {event}: {}", Language::German.words(&why)),
        })
    };
    let game = Game::replay(&export.events).map_err(damaged)?;
    let mut provenance = Provenance::only(game.to_pgn());
    if game.history().ahead().next().is_some() {
        provenance.left_out.push(Omission::TakenBack);
    }
    Ok(Continuation { rules: game.rules().clone(), provenance, finished: UntoldEnd::LookedAt })
}

fn played(snapshot: &Snapshot) -> Continuation {
    let Snapshot { game, row, .. } = snapshot;
    let mut pgn = played_game(snapshot);
    // Whoever comes across the copy must not come by it to a game that is not for everybody.
    if !row.is_for_everybody() && pgn.tags.get("Site") == Some(row.id.as_str()) {
        pgn.tags.remove("Site");
    }
    let mut opened = Continuation {
        rules: game.rules().clone(),
        provenance: Provenance::only(pgn),
        finished: UntoldEnd::LookedAt,
    };
    // At the start nothing is left beside which it could stand.
    let is_at_start = game.history().ahead().next().is_some() && game.standing().ply == 0;
    if is_at_start || leaves_out_taken_back(snapshot) {
        opened.provenance.left_out.push(Omission::TakenBack);
    }
    if let EditedTree::Damaged { .. } = snapshot.edited {
        opened.provenance.left_out.push(Omission::LostEdits);
    }
    if snapshot.is_source_lost {
        opened.provenance.left_out.push(Omission::LostSource);
    }
    opened
}
