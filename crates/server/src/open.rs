//! Games from files, and games that were played here, to go on with.

use tabiya_game::{Event, Game};
use tabiya_notation::pgn::{GameBuilder, PgnReader};
use tabiya_notation::{RuleFile, Strictness, UciMove, read_position, read_xml};
use tabiya_rules::{BYU, Move, Position, RULE_SETS, Rules, Setup};

use crate::create::{rules, too_many_rules};
use crate::house::House;
use crate::room::{Telling, written_line};
use crate::wire::{OpenFile, RulesWish};
use crate::{Error, GameId};

/// More moves than any game has that people played.
const MAX_MOVES: usize = 5_000;

/// What a new game begins with.
pub(crate) struct Opened {
    pub rules: RuleFile,
    pub position: Setup,
    /// Moves, as UCI writes them.
    pub moves: Vec<String>,
}

/// The game in a file. The rules that are wished for count where the file names none.
pub(crate) async fn open(house: &House, file: &OpenFile, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    let opened = match file {
        OpenFile::Pgn(text) => pgn(house, text, wish),
        OpenFile::Xml(text) => xml(house, text, wish),
        OpenFile::Fen(text) => fen(house, text, wish),
        OpenFile::Json(text) => json(house, text),
        OpenFile::Game(id) => stored(house, id).await,
    }?;
    if opened.moves.len() > MAX_MOVES {
        return Err(Error::refused("too_long", format!("the game has more than {MAX_MOVES} moves")));
    }
    Ok(opened)
}

fn bad_file(says: impl std::fmt::Display) -> Error {
    Error::refused("bad_file", says)
}

fn pgn(house: &House, text: &str, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    // A game may bring its own rules, and each is kept for good.
    if text.contains("[Rules") && !house.shelf.has_room() {
        return Err(too_many_rules());
    }
    let mut builder = GameBuilder::with_rules(rules(house, wish)?.rules.intern());
    let end = PgnReader::new(text.as_bytes()).read_game(&mut builder).map_err(bad_file)?;
    let end = end.ok_or_else(|| bad_file("there is no game in it"))?;
    if let Some(damage) = end.damage {
        return Err(bad_file(damage));
    }
    let game = builder.take();
    house.shelf.admit(*game.rules()).ok_or_else(too_many_rules)?;
    let usual = named(game.rules());
    let name = game.rules_name.clone().map(Into::into).or(usual.name);
    let rules = RuleFile { name, ..usual };
    let moves: Vec<Option<Move>> = game.main_line().map(|node| game[node].m).collect();
    Ok(Opened { rules, position: game.start().setup(), moves: written(*game.start(), &moves) })
}

/// A rule set with its name, if it has one.
fn named(rules: &Rules) -> RuleFile {
    RULE_SETS.iter().find(|set| set.rules == rules).map_or_else(|| RuleFile::from(*rules), RuleFile::from)
}

fn xml(house: &House, text: &str, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    let asked = match wish {
        Some(_) => rules(house, wish)?.rules.intern(),
        None => &BYU,
    };
    let game = read_xml(text.as_bytes(), asked).map_err(bad_file)?;
    let start = Position::starting(game.rules).map_err(bad_file)?;
    let moves: Vec<Option<Move>> = game.moves.iter().copied().map(Some).collect();
    Ok(Opened { rules: named(game.rules), position: start.setup(), moves: written(start, &moves) })
}

fn fen(house: &House, text: &str, wish: Option<&RulesWish>) -> Result<Opened, Error> {
    let rules = rules(house, wish)?;
    let read = read_position(text.trim(), rules.rules.intern(), Strictness::Strict).map_err(bad_file)?;
    Ok(Opened { rules, position: read.position.setup(), moves: vec![] })
}

/// The events of a game, as this server exports them.
fn json(house: &House, text: &str) -> Result<Opened, Error> {
    #[derive(serde::Deserialize)]
    struct Export {
        events: Vec<Event>,
    }
    let export: Export = serde_json::from_str(text).map_err(bad_file)?;
    if let Some(Event { fact: tabiya_game::Fact::Started(start), .. }) = export.events.first() {
        house.shelf.admit(start.rules.rules).ok_or_else(too_many_rules)?;
    }
    let game = Game::replay(&export.events).map_err(bad_file)?;
    Ok(of_game(&game))
}

async fn stored(house: &House, id: &str) -> Result<Opened, Error> {
    let id: GameId = id.parse().map_err(|_| Error::no_game())?;
    let entries = house.store.entries(id, 0).await?;
    if entries.is_empty() {
        return Err(Error::no_game());
    }
    Ok(of_game(&Telling::game(&entries)?))
}

fn of_game(game: &Game) -> Opened {
    Opened {
        rules: game.rules().clone(),
        position: game.history().start().setup(),
        moves: written_line(game),
    }
}

fn written(start: Position<&'static Rules>, moves: &[Option<Move>]) -> Vec<String> {
    let mut position = start;
    let mut written = Vec::with_capacity(moves.len());
    for m in moves {
        match *m {
            Some(m) => {
                written.push(UciMove::from_move(m, &position).to_string());
                position = position.play_unchecked(m);
            }
            None => {
                written.push(UciMove::Null.to_string());
                position = position.pass().unwrap_or(position);
            }
        }
    }
    written
}
