//! New games: what somebody wishes becomes a game, or a seat that waits.

use std::sync::Arc;

use tabiya_engine::{Level, Yielding};
use tabiya_files::{GameOrigin, Provenance};
use tabiya_game::{
    BySeat, Conduct, FirstMoves, GameStart, Moment, NotATimeControl, Seat, Takeback, TimeControl,
};
use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_notation::{PositionError, RuleFile, Strictness, find_rules, read_position};
use tabiya_openings::{OpeningLine, find_opening};
use tabiya_rules::{ByColor, ByLanguage, Position, Rules, Setup};

use crate::blocking::run_blocking;
use crate::context::ServerContext;
use crate::exhibition::ExhibitionFact;
use crate::host::computer_off;
use crate::http::Caller;
use crate::name::{MAX_NAME, clean_name};
use crate::open::{Continuation, UnreadGame, UntoldEnd, find, go_on_from, open};
use crate::provenance::to_source;
use crate::random::random_bytes;
use crate::rate_limit::Requester;
use crate::room::{begin, begin_record, row_of, seats_with};
use crate::store::{
    self, BookUse, ComputerConduct, CreateOutcome, Entry, GameRow, GameStage, Holder, OpenSeat, PlayerRecord,
    SourceFile,
};
use crate::wire::{ColorWish, ComputersWish, NewGame, OpponentWish, RulesWish};
use crate::{CommandId, Error, GameId};

/// Makes the game that a player wishes. A file may be long, and is read by a thread that serves nobody else.
pub(crate) async fn create(
    shared: &Arc<ServerContext>,
    caller: &Caller,
    maker: &PlayerRecord,
    mut wish: NewGame,
) -> Result<GameId, Error> {
    let Some(name) = wish.id.take() else { return make(shared, caller, maker, wish, None).await };
    let name = name.parse::<CommandId>().map_err(|_| Error::bad("bad_id", BAD_ID))?;
    match find_made(shared, caller, maker, &name).await? {
        WishedGame::Made(id) => Ok(id),
        WishedGame::Free(id) => make(shared, caller, maker, wish, Some(id)).await,
    }
}

/// Why a wish cannot be called so.
const BAD_ID: ByLanguage<&str> = ByLanguage {
    english: "the id of a new game has 1 to 64 letters, digits and signs, without blanks",
    german: "die Kennung einer neuen Partie hat 1 bis 64 Buchstaben, Ziffern und Zeichen, ohne Leerzeichen",
};

/// The game that somebody called by an id of their own when they wished for it.
enum WishedGame {
    /// It is made.
    Made(GameId),
    /// It will have this name.
    Free(GameId),
}

/// Whether a game is made already that its maker called so. Its name follows from that and from what proves who asks, so that nothing
/// beside the game need be kept, and every server finds it.
async fn find_made(
    shared: &ServerContext,
    caller: &Caller,
    maker: &PlayerRecord,
    name: &CommandId,
) -> Result<WishedGame, Error> {
    let secret = caller.secret.as_ref().ok_or(Error::NoSession)?;
    let mut attempt = 0;
    loop {
        let id = GameId::derived(secret, &format!("game {} {attempt}", name.as_str()));
        match shared.store.game(id).await? {
            None if shared.store.is_withdrawn(id).await? => return Err(Error::called_off()),
            None => return Ok(WishedGame::Free(id)),
            Some(row) if is_of(&row, maker) => return Ok(WishedGame::Made(id)),
            // There are so many names that this hardly ever happens.
            Some(_) => attempt += 1,
        }
    }
}

/// Whether somebody made a game.
fn is_of(row: &GameRow, maker: &PlayerRecord) -> bool {
    row.seats[Seat::First] == Holder::Person(maker.id)
        || row.maker.as_ref().is_some_and(|known| known.id == maker.id)
}

async fn make(
    shared: &Arc<ServerContext>,
    caller: &Caller,
    maker: &PlayerRecord,
    mut wish: NewGame,
    named: Option<GameId>,
) -> Result<GameId, Error> {
    check_switches(shared, wish.opponent)?;
    check_exhibition(shared, maker, &wish)?;
    let unread = find_file(shared, &mut wish).await?;
    let (for_draft, maker, who) = (Arc::clone(shared), maker.clone(), caller.requester(shared));
    let id = maker.id;
    let mut new = run_blocking(move || draft(&for_draft, who, &maker, &wish, unread)).await??;
    let size = new.source.as_ref().map_or(0, SourceFile::size);
    let kept = shared.file_quota.take(shared.store.as_ref(), id, who, size).await?;
    new.row.id = named.unwrap_or(new.row.id);
    loop {
        new.row.opening =
            new.row.opening.map(|opening| with_invitation(opening, caller, new.row.id)).transpose()?;
        match shared.store.create(new.clone()).await? {
            CreateOutcome::Done => {
                kept.commit();
                return Ok(new.row.id);
            }
            // The same wish came twice at once.
            CreateOutcome::IdTaken if named == Some(new.row.id) => return Ok(new.row.id),
            CreateOutcome::IdTaken | CreateOutcome::FollowedBy(_) => new.row.id = GameId::random(),
        }
    }
}

/// Refuses opponents whom the host has switched off.
fn check_switches(shared: &ServerContext, opponent: OpponentWish) -> Result<(), Error> {
    shared.host.state.with(|state| match opponent {
        OpponentWish::Lobby => state.switches.check_lobby(),
        OpponentWish::Computer(_) | OpponentWish::Computers(_) if state.switches.computer_off => {
            Err(computer_off())
        }
        OpponentWish::Link | OpponentWish::Here | OpponentWish::Computer(_) | OpponentWish::Computers(_) => {
            Ok(())
        }
    })
}

/// Refuses two computers where too many play already, and what makes no sense with them.
fn check_exhibition(shared: &ServerContext, maker: &PlayerRecord, wish: &NewGame) -> Result<(), Error> {
    let OpponentWish::Computers(_) = wish.opponent else { return Ok(()) };
    if wish.clock.is_some() {
        return Err(Error::bad(
            "clock_of_computers",
            ByLanguage {
                english: "two computers play without a clock",
                german: "zwei Computer spielen ohne Uhr",
            },
        ));
    }
    if wish.color != ColorWish::White {
        return Err(Error::bad(
            "color_of_computers",
            ByLanguage {
                english: "two computers play: you have no color yourself",
                german: "es spielen zwei Computer: du selbst hast keine Farbe",
            },
        ));
    }
    shared.exhibitions.check(Some(maker.id), shared.people.address_of(maker.id))
}

/// An open seat for those who have the maker's key, if it is private.
fn with_invitation(opening: OpenSeat, caller: &Caller, id: GameId) -> Result<OpenSeat, Error> {
    if opening.invitations.is_none() {
        return Ok(opening);
    }
    Ok(OpenSeat { invitations: Some(vec![caller.invitation(id)?.digest()]), ..opening })
}

/// The file that the game begins with, if it does.
async fn find_file(shared: &Arc<ServerContext>, wish: &mut NewGame) -> Result<Option<UnreadGame>, Error> {
    match wish.open.take() {
        Some(_) if wish.opening.is_some() => Err(position_and_opening()),
        Some(_) if wish.position.is_some() => Err(Error::bad(
            "position_and_file",
            ByLanguage {
                english: "a game begins with a position or with a file, not with both",
                german: "eine Partie beginnt mit einer Stellung oder mit einer Datei, nicht mit beidem",
            },
        )),
        Some(file) => find(shared, file, wish.number.unwrap_or(1)).await.map(Some),
        None if wish.from.is_some() => Err(Error::bad(
            "from_without_file",
            ByLanguage {
                english: "a game is played on from a move of one that is opened",
                german: "weitergespielt wird ab einem Zug einer Partie, die geöffnet wird",
            },
        )),
        None if wish.number.is_some() => Err(Error::bad(
            "number_without_file",
            ByLanguage {
                english: "a number says which game of a file to open",
                german: "eine Nummer sagt, welche Partie einer Datei geöffnet werden soll",
            },
        )),
        None => Ok(None),
    }
}

/// The game that a player wishes, as it is to be kept.
fn draft(
    shared: &ServerContext,
    who: Requester,
    maker: &PlayerRecord,
    wish: &NewGame,
    unread: Option<UnreadGame>,
) -> Result<store::NewGameRow, Error> {
    let Continuation { rules, provenance, finished: _ } = match unread {
        Some(file) => opened(open(shared, who, file, wish.rules.as_ref())?, wish)?,
        None => from_start(shared, who, wish)?,
    };
    let seats = seats_with(maker_has_white(wish.color));
    let opening = OpenSeat {
        start: GameStart {
            rules,
            position: provenance.pgn.start().setup(),
            seats,
            names: names(maker, wish.opponent, &provenance, seats)?,
            time: clock(wish.clock.as_deref())?,
            conduct: conduct(wish.opponent),
        },
        // The key comes with the name of the game.
        invitations: (wish.opponent == OpponentWish::Link).then(Vec::new),
    };
    let mut row = empty_row(maker, holders(maker, wish)?, shared.now.moment());
    row.is_public = is_public(wish.opponent);
    new_game(&row, began(wish.opponent), opening, &provenance)
}

/// What was opened, to be looked at with its result or to be played on without. Where the board shows that it is over, there is
/// nothing to play on, unless moves can be taken back.
fn opened(mut opened: Continuation, wish: &NewGame) -> Result<Continuation, Error> {
    if let Some(path) = &wish.from {
        go_on_from(&mut opened, path)?;
    }
    let is_played = wish.opponent != OpponentWish::Here || wish.clock.is_some() || wish.from.is_some();
    if is_played {
        opened.provenance = opened.provenance.without_result();
    }
    if opened.provenance.pgn.ending != PgnEnding::Unknown || opened.provenance.origin == GameOrigin::Position
    {
        return Ok(opened);
    }
    let can_go_back = wish.from.is_none() && conduct(wish.opponent).takeback == Takeback::Free;
    match opened.ending_on_board()? {
        Some(_) if is_played && !can_go_back => Err(over_on_board()),
        Some(ending) if !is_played && opened.finished == UntoldEnd::LookedAt => {
            opened.provenance.pgn.ending = ending;
            Ok(opened)
        }
        Some(_) | None => Ok(opened),
    }
}

fn over_on_board() -> Error {
    Error::refused(
        "over_there",
        ByLanguage {
            english: "the game is over after this move: play on from an earlier one",
            german: "nach diesem Zug ist die Partie zu Ende: spiel ab einem früheren weiter",
        },
    )
}

fn from_start(shared: &ServerContext, who: Requester, wish: &NewGame) -> Result<Continuation, Error> {
    let rules = rules(shared, who, wish.rules.as_ref())?;
    let bad = |error: PositionError| Error::refused("bad_position", error);
    let lasting = rules.rules.intern();
    if let Some(name) = &wish.opening {
        return with_opening(rules, name, wish.position.as_deref());
    }
    let position = match &wish.position {
        None => Position::new(random_start(lasting), lasting)
            .map_err(|faults| bad(PositionError::Setup(faults)))?,
        Some(fen) => read_position(fen, lasting, Strictness::Strict).map_err(bad)?.position,
    };
    Ok(Continuation {
        rules,
        provenance: Provenance::position(PgnGame::new(position)),
        finished: UntoldEnd::TakenBack,
    })
}

/// A game whose first moves are made for both sides.
fn with_opening(rules: RuleFile, name: &str, position: Option<&str>) -> Result<Continuation, Error> {
    if position.is_some() {
        return Err(position_and_opening());
    }
    let line: &OpeningLine = find_opening(name).map_err(|why| Error::refused("no_such_opening", why))?;
    let pgn = line.to_game(rules.rules.intern()).map_err(|why| Error::refused("no_openings", why))?;
    Ok(Continuation { rules, provenance: Provenance::opening(pgn), finished: UntoldEnd::TakenBack })
}

fn position_and_opening() -> Error {
    Error::bad(
        "position_and_opening",
        ByLanguage {
            english: "a game begins with a position, a file or an opening, not with two of them",
            german: "eine Partie beginnt mit einer Stellung, einer Datei oder einer Eröffnung, nicht mit zweien davon",
        },
    )
}

/// The rule set that is wished for; ordinary chess where none is.
pub(crate) fn rules(
    shared: &ServerContext,
    who: Requester,
    wish: Option<&RulesWish>,
) -> Result<RuleFile, Error> {
    let file = match wish {
        None => return rules(shared, who, Some(&RulesWish::Name("fide".to_owned()))),
        Some(RulesWish::Name(name)) => {
            RuleFile::from(find_rules(name).map_err(|error| Error::bad("unknown_rules", error))?)
        }
        Some(RulesWish::File(text)) => text
            .parse()
            .map_err(|errors: tabiya_notation::RuleFileErrors| Error::refused("bad_rules", errors))?,
    };
    shared.rule_registry.admit(&file.rules, who)?;
    Ok(file)
}

/// Where a game under some rules begins: of 960 positions, any.
pub(crate) fn random_start(rules: &Rules) -> Setup {
    rules.start.drawn(|count| u64::from_le_bytes(random_bytes()) % count)
}

fn maker_has_white(wish: ColorWish) -> bool {
    match wish {
        ColorWish::White => true,
        ColorWish::Black => false,
        ColorWish::Random => u8::from_le_bytes(random_bytes()) & 1 == 0,
    }
}

/// A player of whom no name is known.
const UNKNOWN: &str = "?";

/// Who plays. At one device these are the players of the game that was opened, where it has some.
fn names(
    maker: &PlayerRecord,
    opponent: OpponentWish,
    provenance: &Provenance,
    seats: ByColor<Seat>,
) -> Result<BySeat<String>, Error> {
    let mut names = BySeat([maker.name.clone(), "Guest".to_owned()]);
    match opponent {
        OpponentWish::Link | OpponentWish::Lobby => names[Seat::Second] = UNKNOWN.to_owned(),
        OpponentWish::Computer(number) => names[Seat::Second] = level(number)?.player_name(),
        OpponentWish::Computers(ComputersWish { white, black, speed: _ }) => {
            names[seats.white] = level(white)?.player_name();
            names[seats.black] = level(black)?.player_name();
        }
        OpponentWish::Here => {
            let told = |tag| provenance.pgn.tags.get(tag).and_then(|name| clean_name(&shortened(name)).ok());
            let (white, black) = (told("White"), told("Black"));
            if white.is_some() || black.is_some() {
                names[seats.white] = white.unwrap_or_else(|| UNKNOWN.to_owned());
                names[seats.black] = black.unwrap_or_else(|| UNKNOWN.to_owned());
            }
        }
    }
    Ok(names)
}

/// The level of a number.
fn level(number: u16) -> Result<Level, Error> {
    Level::new(number).map_err(|_| {
        let (least, most) = (Level::MIN, Level::MAX);
        let (lowest, highest) = (Level::LOWEST_RATING, Level::HIGHEST_RATING);
        let says = ByLanguage {
            english: format!("the computer plays at the levels {least} to {most}, or at ratings from {lowest} to {highest}"),
            german: format!(
                "der Computer spielt auf den Stufen {least} bis {most} oder mit Wertungen von {lowest} bis {highest}"
            ),
        };
        Error::bad("no_such_level", says)
    })
}

fn shortened(name: &str) -> String {
    name.trim().chars().take(MAX_NAME).collect()
}

fn clock(text: Option<&str>) -> Result<Option<TimeControl>, Error> {
    text.map(|text| text.parse().map_err(|error: NotATimeControl| Error::bad("bad_clock", error))).transpose()
}

/// Two people ask each other before they take back. Nobody's clock runs before both have moved.
fn conduct(opponent: OpponentWish) -> Conduct {
    let takeback = match opponent {
        OpponentWish::Link | OpponentWish::Lobby => Takeback::ByAgreement,
        OpponentWish::Here | OpponentWish::Computer(_) => Takeback::Free,
        OpponentWish::Computers(_) => Takeback::Never,
    };
    Conduct { takeback, first_moves: FirstMoves::Free }
}

/// Who sits where. The first seat is that of whoever makes the game; of two computers White has it.
fn holders(maker: &PlayerRecord, wish: &NewGame) -> Result<BySeat<Holder>, Error> {
    let book = if wish.book == Some(false) { BookUse::WithoutBook } else { BookUse::ByBook };
    // Whoever watches two computers wants to see how it ends.
    let is_watched = matches!(wish.opponent, OpponentWish::Computers(_));
    let plays_on = is_watched || wish.yields == Some(false);
    let yielding = if plays_on { Yielding::Never } else { Yielding::AsPeople };
    let conduct = ComputerConduct { book, yielding };
    let computer = |number| level(number).map(|level| Holder::Computer(level.number(), conduct));
    let first = Holder::Person(maker.id);
    Ok(BySeat(match wish.opponent {
        OpponentWish::Link | OpponentWish::Lobby => [first, Holder::Open],
        OpponentWish::Here => [first, first],
        OpponentWish::Computer(number) => [first, computer(number)?],
        OpponentWish::Computers(ComputersWish { white, black, speed: _ }) => {
            [computer(white)?, computer(black)?]
        }
    }))
}

/// How two computers begin.
fn began(opponent: OpponentWish) -> Option<ExhibitionFact> {
    match opponent {
        OpponentWish::Computers(wish) => Some(ExhibitionFact::Began(wish.speed)),
        OpponentWish::Link | OpponentWish::Lobby | OpponentWish::Here | OpponentWish::Computer(_) => None,
    }
}

/// Whether others may come across the game while it is played: whom one plays in the lobby is no secret, and two computers
/// have none.
fn is_public(opponent: OpponentWish) -> bool {
    match opponent {
        OpponentWish::Lobby | OpponentWish::Computers(_) => true,
        OpponentWish::Link | OpponentWish::Here | OpponentWish::Computer(_) => false,
    }
}

/// A game with its first entry, or one that waits for a player.
fn new_game(
    empty: &GameRow,
    exhibition: Option<ExhibitionFact>,
    opening: OpenSeat,
    provenance: &Provenance,
) -> Result<store::NewGameRow, Error> {
    let is_record = provenance.pgn.ending != PgnEnding::Unknown;
    let begun = if is_record {
        begin_record(&opening, provenance, empty.created)
    } else {
        begin(&opening, Some(provenance), opening.start.names.clone(), empty.created)
    };
    let (game, events) = begun.map_err(Error::Refused)?;
    let row = GameRow { is_record, ..row_of(empty, &game, 1) };
    let source = to_source(provenance);
    if row.seats[Seat::Second] == Holder::Open {
        let row =
            GameRow { stage: GameStage::Open, timed: false, version: Some(0), opening: Some(opening), ..row };
        return Ok(store::NewGameRow { row, first: None, source });
    }
    let entry = Entry {
        version: 1,
        command_id: CommandId::of_server("start", 1),
        command_hash: Entry::SERVER_COMMAND,
        events,
        exhibition,
        edit: None,
    };
    Ok(store::NewGameRow { row, first: Some(entry), source })
}

/// A new game of which only the players are known.
fn empty_row(maker: &PlayerRecord, seats: BySeat<Holder>, now: Moment) -> GameRow {
    let has_seat = seats.0.contains(&Holder::Person(maker.id));
    GameRow {
        id: GameId::random(),
        created: now,
        updated: now,
        stage: GameStage::Open,
        timed: false,
        seats,
        maker: (!has_seat).then(|| maker.clone()),
        white: String::new(),
        black: String::new(),
        rules: String::new(),
        clock: None,
        result: String::new(),
        plies: 0,
        version: Some(0),
        previous: None,
        score: (0, 0, 0),
        opening: None,
        white_seat: None,
        first_turn: None,
        is_public: false,
        is_record: false,
    }
}
