//! Games of this board as PGN, and the way back.

use std::collections::{HashMap, HashSet};

use tabiya_game::{
    Bonus, By, Command, Event, Game, GameResult, History, Moment, NodeId, Refusal, Stage, Start, Step,
    TimeControl,
};
use tabiya_notation::pgn::{self, PgnGame};
use tabiya_notation::{SanPlus, UciMove};
use tabiya_rules::{ByColor, Position, Rules};

use super::moment::Calendar;

/// How much of a game is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Every move, also those that were taken back.
    Everything,
    /// The moves that led to where the game stands.
    Line,
}

/// The game as PGN: the line that was played last is the main one.
pub fn to_pgn(game: &Game, names: &ByColor<String>, began: Moment, extent: Extent) -> PgnGame {
    let mut pgn = PgnGame::new(*game.history().start());
    let rules = game.rules();
    if !tabiya_rules::RULE_SETS.iter().any(|set| *set.rules == rules.rules) {
        pgn.rules_name = rules.name.as_ref().map(ToString::to_string);
    }
    pgn.tags.set("Event", "Tabiya");
    pgn.tags.set("Date", &Calendar::of(began).tag());
    pgn.tags.set("White", &names.white);
    pgn.tags.set("Black", &names.black);
    if let Some(time) = &game.settings().time {
        pgn.tags.set("TimeControl", &time_tag(time));
    }
    pgn.ending = ending(game);
    copy_moves(game.history(), &mut pgn, extent);
    pgn
}

/// A time control as PGN writes it, in seconds. It has no sign for a delay.
fn time_tag(time: &TimeControl) -> String {
    let stage = |stage: &Stage| {
        let moves = stage.moves.map_or_else(String::new, |moves| format!("{moves}/"));
        let bonus = match stage.bonus {
            Bonus::Increment(span) => format!("+{}", span.as_secs()),
            Bonus::None | Bonus::Delay(_) | Bonus::Bronstein(_) => String::new(),
        };
        format!("{moves}{}{bonus}", stage.time.as_secs())
    };
    time.stages().iter().map(stage).collect::<Vec<_>>().join(":")
}

fn ending(game: &Game) -> pgn::Ending {
    match game.ending().map(|ending| ending.result(game.seats())) {
        Some(GameResult::Won(seat)) => pgn::Ending::Won(game.color(seat)),
        Some(GameResult::Drawn) => pgn::Ending::Drawn,
        Some(GameResult::None) | None => pgn::Ending::Unknown,
    }
}

fn copy_moves(history: &History, pgn: &mut PgnGame, extent: Extent) {
    let mut line: HashSet<NodeId> = history.line().collect();
    if extent == Extent::Everything {
        line.extend(history.ahead());
    }
    let mut to_do = vec![(NodeId::ROOT, PgnGame::ROOT)];
    while let Some((from, to)) = to_do.pop() {
        let mut children: Vec<NodeId> = history.children(from).to_vec();
        // The main line first, the others in the order in which they were played.
        children.sort_by_key(|child| !line.contains(child));
        if extent == Extent::Line {
            children.retain(|child| line.contains(child));
        }
        for child in children {
            let step = history.get(child).and_then(|node| node.step);
            let m = if let Some(Step::Move(m)) = step { Some(m) } else { None };
            to_do.push((child, pgn.add(to, m)));
        }
    }
}

/// A game that was read, played here.
pub struct Played {
    pub game: Game,
    pub events: Vec<Event>,
    /// Why the main line could not be played to its end.
    pub broken: Option<Refusal>,
}

/// Plays all moves of a PGN, and stands at the end of its main line.
pub fn play(start: Start, pgn: &PgnGame, at: Moment) -> Result<Played, Refusal> {
    let (game, events) = Game::start(start, at)?;
    let mut played = Played { game, events, broken: None };
    let mut nodes = HashMap::from([(PgnGame::ROOT, NodeId::ROOT)]);
    let main: Vec<pgn::NodeId> = pgn.main_line().collect();
    let mut end = NodeId::ROOT;
    for &node in &main {
        if let Err(refusal) = played.step(pgn, node, &mut nodes, at) {
            played.broken = Some(refusal);
            break;
        }
        end = played.game.history().here();
    }
    let mut to_do: Vec<pgn::NodeId> = vec![PgnGame::ROOT];
    while let Some(node) = to_do.pop() {
        for child in pgn.children(node) {
            if nodes.contains_key(&child) || played.variation(pgn, node, child, &mut nodes, at) {
                to_do.push(child);
            }
        }
    }
    if played.game.history().here() != end {
        played.obey(Command::GoTo(end), at)?;
    }
    Ok(played)
}

impl Played {
    fn obey(&mut self, command: Command, at: Moment) -> Result<(), Refusal> {
        self.events.extend(self.game.apply(By::Board, command, at)?);
        Ok(())
    }

    fn step(
        &mut self,
        pgn: &PgnGame,
        node: pgn::NodeId,
        nodes: &mut HashMap<pgn::NodeId, NodeId>,
        at: Moment,
    ) -> Result<(), Refusal> {
        let command = match pgn[node].m {
            Some(m) => Command::Move(UciMove::from_move(m, self.game.position())),
            None => Command::Pass,
        };
        self.obey(command, at)?;
        nodes.insert(node, self.game.history().here());
        Ok(())
    }

    /// Plays a move beside the main line; says whether that could be done.
    fn variation(
        &mut self,
        pgn: &PgnGame,
        parent: pgn::NodeId,
        node: pgn::NodeId,
        nodes: &mut HashMap<pgn::NodeId, NodeId>,
        at: Moment,
    ) -> bool {
        let Some(&place) = nodes.get(&parent) else { return false };
        let is_there = self.game.history().here() == place;
        (is_there || self.obey(Command::GoTo(place), at).is_ok()) && self.step(pgn, node, nodes, at).is_ok()
    }
}

/// Moves with their numbers: `1. e4 e5 2. Nf3`.
pub fn numbered(history: &History, nodes: impl IntoIterator<Item = NodeId>) -> Vec<String> {
    let mut words = Vec::new();
    for node in nodes {
        let Some(before) = history.parent(node).and_then(|parent| history.get(parent)) else { continue };
        let step = history.get(node).and_then(|node| node.step);
        let number = before.position.fullmoves();
        match before.position.turn() {
            color if color.is_white() => words.push(format!("{number}.")),
            _ if words.is_empty() => words.push(format!("{number}...")),
            _ => {}
        }
        words.push(step.map_or_else(String::new, |step| notation(step, &before.position)));
    }
    words
}

fn notation(step: Step, position: &Position<&'static Rules>) -> String {
    match step {
        Step::Move(m) => SanPlus::from_move(m, position).to_string(),
        Step::Pass => "pass".to_owned(),
    }
}
