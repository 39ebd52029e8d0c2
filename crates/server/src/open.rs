//! Games from files, and games that were played here, to go on with.

use std::sync::Arc;

use tabiya_game::{Event, Fact, Game};
use tabiya_notation::pgn::{GameBuilder, PgnGame, PgnReader};
use tabiya_notation::xml::OPENED_AS;
use tabiya_notation::{RuleFile, Strictness, find_rules, read_position, read_xml};
use tabiya_rules::Position;

use crate::create::{rules, too_many_rules};
use crate::export::whole_game;
use crate::house::House;
use crate::origin::Origin;
use crate::wire::{OpenFile, RulesWish};
use crate::{Error, GameId};

/// What a new game goes on with.
pub(crate) struct Opened {
    pub rules: RuleFile,
    pub origin: Origin,
}

/// The game of that number in a file. The rules that are wished for count where the file names none.
pub(crate) async fn open(
    house: &Arc<House>,
    file: &OpenFile,
    number: u32,
    wish: Option<&RulesWish>,
) -> Result<Opened, Error> {
    let opened = match file {
        OpenFile::Pgn(text) => pgn(house, text, number, wish),
        _ if number != 1 => Err(no_such_game(number, 1)),
        OpenFile::Xml(text) => xml(house, text, wish),
        OpenFile::Fen(text) => fen(house, text, wish),
        OpenFile::Json(text) => json(house, text),
        OpenFile::Game(id) => stored(house, id).await,
    }?;
    let too_long = || Error::refused("too_long", "the game has more moves than are kept here");
    Ok(Opened { origin: opened.origin.trimmed().ok_or_else(too_long)?, ..opened })
}

fn bad_file(says: impl std::fmt::Display) -> Error {
    Error::refused("bad_file", says)
}

fn no_such_game(number: u32, games: u32) -> Error {
    let says = match games {
        1 => format!("there is one game in it, and none with the number {number}"),
        _ => format!("there are {games} games in it, and none with the number {number}"),
    };
    Error::refused("no_such_number", says)
}

fn pgn(house: &House, text: &str, number: u32, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    // A game may bring its own rules, and each is kept for good.
    if text.contains("[Rules") && !house.shelf.has_room() {
        return Err(too_many_rules());
    }
    let wished = rules(house, wish)?;
    let (pgn, games) = read_pgn(text, number, &wished)?;
    house.shelf.admit(*pgn.rules()).ok_or_else(too_many_rules)?;
    Ok(Opened { rules: pgn.rule_file(), origin: Origin { number, games, left_out: vec![], pgn } })
}

/// The game of that number, and how many there are. The others are only counted.
fn read_pgn(text: &str, number: u32, rules: &RuleFile) -> Result<(PgnGame, u32), Error> {
    let mut reader = PgnReader::new(text.as_bytes());
    let mut builder = GameBuilder::with_rules(rules);
    let (mut games, mut found) = (0, None);
    loop {
        let end = if games + 1 == number { reader.read_game(&mut builder) } else { reader.skip_game() };
        let Some(end) = end.map_err(bad_file)? else { break };
        games += 1;
        if games == number {
            if let Some(damage) = end.damage {
                return Err(bad_file(damage));
            }
            found = Some(builder.take());
        }
    }
    match found {
        Some(game) => Ok((game, games)),
        None if games == 0 => Err(bad_file("there is no game in it")),
        None => Err(no_such_game(number, games)),
    }
}

fn xml(house: &House, text: &str, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    let asked = match wish {
        Some(_) => rules(house, wish)?,
        None => RuleFile::from(find_rules(OPENED_AS[0]).map_err(bad_file)?),
    };
    let game = read_xml(text.as_bytes(), &asked).map_err(bad_file)?;
    let mut pgn = PgnGame::new(Position::starting(game.rules.rules.intern()).map_err(bad_file)?);
    game.moves.iter().fold(PgnGame::ROOT, |node, &m| pgn.add(node, Some(m)));
    pgn.rules_name = game.rules.name.as_deref().map(str::to_owned);
    Ok(Opened { rules: game.rules, origin: Origin::only(pgn) })
}

fn fen(house: &House, text: &str, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    let rules = rules(house, wish)?;
    let read = read_position(text.trim(), rules.rules.intern(), Strictness::Strict).map_err(bad_file)?;
    let mut pgn = PgnGame::new(read.position);
    pgn.rules_name = rules.name.as_deref().map(str::to_owned);
    Ok(Opened { rules, origin: Origin::only(pgn) })
}

/// The events of a game, as this server exports them.
fn json(house: &House, text: &str) -> Result<Opened, Error> {
    #[derive(serde::Deserialize)]
    struct Export {
        events: Vec<Event>,
    }
    let export: Export = serde_json::from_str(text).map_err(bad_file)?;
    if let Some(Event { fact: Fact::Started(start), .. }) = export.events.first() {
        house.shelf.admit(start.rules.rules).ok_or_else(too_many_rules)?;
    }
    let game = Game::replay(&export.events).map_err(bad_file)?;
    Ok(of_game(&game, game.to_pgn()))
}

async fn stored(house: &Arc<House>, id: &str) -> Result<Opened, Error> {
    let id: GameId = id.parse().map_err(|_| Error::no_game())?;
    let snapshot = house.room(id).await?.look().await?;
    Ok(of_game(&snapshot.game, whole_game(&snapshot)))
}

fn of_game(game: &Game, pgn: PgnGame) -> Opened {
    let mut origin = Origin::only(pgn);
    if game.history().ahead().next().is_some() {
        origin.left_out.push("the moves that were taken back at the end".to_owned());
    }
    Opened { rules: game.rules().clone(), origin }
}
