use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use tabiya_analysis::GameAnalysis;
use tabiya_engine::{GameSeed, Level, Rng, Yielding};
use tabiya_game::{
    By, BySeat, Command, Conduct, Fact, FirstMoves, Game, GameStart, MatchScore, Moment, Seat, TimeControl,
};
use tabiya_notation::{RuleFile, find_rules};
use tabiya_openings::{NoOpenings, OpeningLine};
use tabiya_rules::{ByColor, Color, FIDE, Language, Move, Rules, Setup, Start};

use crate::archive::Archive;
use crate::book::{BookSetting, begun};
use crate::elsewhere::Elsewhere;
use crate::engines::Engines;
use crate::files::Files;
use crate::player::{Player, usual_name};
use crate::recorder::Recorder;
use crate::refusal::TableRefusal;
use crate::reply::{GameChange, GameOver, GameState, Introduction, MatchStandings, Reply, Turn};
use crate::request::Request;
use crate::saving::Document;
use crate::session::{Lineup, Session, SessionEntry};

/// The most characters of a name.
pub(crate) const LONGEST_NAME: usize = 60;

/// How often it is noted that the board is there while a clock runs.
pub const NOTING: Duration = Duration::from_secs(1);

/// A board with a game on it, and whoever sits there.
pub struct Table {
    pub(crate) session: Session,
    pub(crate) recorder: Recorder,
    pub(crate) engines: Box<dyn Engines>,
    pub(crate) files: Box<dyn Files>,
    pub(crate) rng: Rng,
    /// The rules and the clock of the next game.
    pub(crate) rules: RuleFile,
    /// Whether somebody named these rules.
    pub(crate) are_rules_told: bool,
    pub(crate) time: Option<TimeControl>,
    pub(crate) first_moves: FirstMoves,
    /// How well a computer plays that is called to the board.
    pub(crate) level: Level,
    /// What computers play by.
    pub(crate) book: BookSetting,
    /// Whether computers give up and agree to draws, as was told for this table; a game that waited knows it as well.
    pub(crate) yielding: Yielding,
    /// What they misjudge in every game, where somebody settled it; else each game has its own.
    pub(crate) game_seed: Option<GameSeed>,
    /// Whether the computer waits, though it is its turn: somebody is looking around in the game.
    pub(crate) is_waiting: bool,
    /// Whether the clock waits for the first move after those of an opening, which were made for both.
    pub(crate) is_clock_held: bool,
    /// Whether this game has something that is kept nowhere but in the record.
    pub(crate) is_changed: bool,
    /// Where this game is in files, as this board opened or saved it.
    pub(crate) documents: HashMap<PathBuf, Document>,
    /// The file from which it was opened or in which it was saved last, as somebody named it.
    pub(crate) last_file: Option<PathBuf>,
    /// The analysis that is written into the game when it is saved, and in which language.
    pub(crate) saved_analysis: Option<(GameAnalysis, Language)>,
    /// Where the game is played elsewhere, whose side is seen from below.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// When it was last noted that the board is there.
    noted: Moment,
}

/// What a table is set for.
pub struct TableSetup {
    /// Who plays.
    pub players: BySeat<Player>,
    /// The rules; `None` where nobody names any: then chess is played, and a file may mean others.
    pub rules: Option<RuleFile>,
    /// The position to begin with, where it is not the usual one.
    pub position: Option<Setup>,
    /// The opening to begin with, whose moves are made for both; then there is no other position.
    pub opening: Option<&'static OpeningLine>,
    /// What computers play by.
    pub book: BookSetting,
    /// Whether computers give up and agree to draws.
    pub yielding: Yielding,
    /// What they misjudge in every game, where somebody wants the same again; else each game has its own.
    pub game_seed: Option<GameSeed>,
    /// The clock, if there is one.
    pub time: Option<TimeControl>,
    /// Whether the clock runs from the start or once both sides have moved.
    pub first_moves: FirstMoves,
    /// Where chance comes from.
    pub rng: Rng,
    /// Where games are kept; `None` where nothing can be.
    pub archive: Option<Box<dyn Archive>>,
    /// Who runs engines of others.
    pub engines: Box<dyn Engines>,
    /// Where files are.
    pub files: Box<dyn Files>,
}

/// What a computer has made up its mind to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerChoice {
    /// Make a move.
    Move(Move),
    /// Offer a draw, and make a move.
    OfferDraw(Move),
    /// Give up.
    Resign,
    /// Claim the draw that it may claim.
    ClaimDraw,
    /// Pass, for it cannot move.
    Pass,
}

impl Table {
    /// A table with a game that begins.
    pub fn new(mut setting: TableSetup, at: Moment) -> Result<Table, TableRefusal> {
        let lineup = Lineup {
            players: setting.players,
            names: BySeat::default(),
            book: None,
            title: None,
            plays_to_the_end: setting.yielding == Yielding::Never,
        };
        let are_rules_told = setting.rules.is_some();
        let rules = setting.rules.unwrap_or_else(chess);
        if setting.opening.is_some() && setting.position.is_some() {
            return Err(TableRefusal::NoOpenings(NoOpenings));
        }
        let position = setting.position.unwrap_or_else(|| start_position(&rules, &mut setting.rng));
        let seats = ByColor { white: Seat::First, black: Seat::Second };
        let start = start(&rules, position, seats, &lineup, (setting.time.clone(), setting.first_moves));
        let (game, events) = begun(start, setting.opening, at)?;
        let level = level_of(&lineup.players);
        let session = Session {
            lineup,
            earlier: MatchScore::default(),
            game,
            began: at,
            source: None,
            over_at: None,
            last_seen: None,
        };
        let mut table = Table {
            session,
            recorder: Recorder::new(setting.archive),
            engines: setting.engines,
            files: setting.files,
            rng: setting.rng,
            rules,
            are_rules_told,
            time: setting.time,
            first_moves: setting.first_moves,
            level,
            book: setting.book,
            yielding: setting.yielding,
            game_seed: setting.game_seed,
            is_waiting: false,
            is_clock_held: false,
            is_changed: false,
            documents: HashMap::new(),
            last_file: None,
            saved_analysis: None,
            elsewhere: None,
            noted: at,
        };
        table.session.lineup.book = Some(table.book_record(&table.book));
        let players = SessionEntry::Players(table.session.lineup.clone());
        table.begin_record(vec![players, SessionEntry::Events(events)])?;
        table.hold_clock(setting.opening);
        Ok(table)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.session.game
    }

    /// The session that the game is part of.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The rules of the next game.
    pub fn rules(&self) -> &RuleFile {
        &self.rules
    }

    /// How well a computer plays that is called to the board.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whether there is a record that can be gone on with.
    pub fn is_recording(&self) -> bool {
        self.recorder.is_recording()
    }

    /// Whether the game has something that is kept nowhere but in the record, if at all.
    pub fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Does what is asked, at that moment.
    pub fn ask(&mut self, request: Request, at: Moment) -> Result<Reply, TableRefusal> {
        if self.elsewhere.is_some() && !matches!(request, Request::Save { .. } | Request::SaveAgain { .. }) {
            return Err(TableRefusal::PlayedElsewhere);
        }
        match request {
            Request::Move(text) => self.make_move(text, at),
            Request::Undo(moves) => self.undo(moves, at),
            Request::Redo(moves) => self.redo(moves, at),
            Request::Remove => self.remove(at),
            Request::Walk(walk) => self.walk(walk, at),
            Request::GoTo(node) => self.go_to(node, at),
            Request::Resign(color) => self.resign(color, at),
            Request::Draw => self.draw(at),
            Request::AnswerDraw(answer) => self.answer_draw(answer, at),
            Request::Pass => self.act(By::Board, Command::Pass, at).map(Reply::Happened),
            Request::Stop => self.stop(at),
            Request::New(color) => self.new_game(color, at),
            Request::SetUp(setup) => self.set_up(setup, at),
            Request::Opening(line) => self.begin_with(line, at),
            Request::Book(wish) => self.set_book(wish),
            Request::Begin(plan) => self.begin_plan(*plan, at),
            Request::Rules(rules) => self.change_rules(&rules, at),
            Request::Level(level) => self.set_level(level),
            Request::Force => self.force(),
            Request::Go => self.go(),
            Request::Computer(color) => self.computer_plays(color),
            Request::Name { color, name } => self.name(color, name, at),
            Request::Continue(choice) => self.continue_session(&choice, at),
            Request::GoOn(record) => self.go_on_with(&record, at),
            Request::ThrowAway(record) => self.throw_away(&record),
            Request::Title { record, title } => self.set_title(record.as_deref(), &title, at),
            Request::Save { path, replace, on_loss } => self.save(&path, replace, on_loss),
            Request::SaveAgain { replace, on_loss } => self.save_again(replace, on_loss),
            Request::Open { path, number, sides } => self.open(&path, number.unwrap_or(1), sides, at),
            Request::Read { text, sides } => self.open_text(&text, sides, at),
        }
    }

    /// Gives a command to the game, and records what it causes before anything is told of it.
    pub(crate) fn act(&mut self, by: By, command: Command, at: Moment) -> Result<GameChange, TableRefusal> {
        let is_move = matches!(command, Command::Move(_) | Command::Pass);
        let game = &self.session.game;
        let decision = match self.is_clock_held {
            true => game.decide_interrupted(game.last_moment(), by, command, at)?,
            false => game.decide(by, command, at)?,
        };
        let entry = SessionEntry::Events(decision.events().to_vec());
        self.recorder.record(vec![entry], at).map_err(TableRefusal::NotRecorded)?;
        let before = Box::new(self.session.game.clone());
        self.is_changed = true;
        let had_ended = self.session.game.ending().is_some();
        self.session.game.accept(&decision).map_err(TableRefusal::Impossible)?;
        let over = if had_ended { None } else { self.over() };
        let mut events = decision.into_events();
        if self.is_clock_held {
            // That the time did not run is seen, and nobody need be told.
            events.retain(|event| !matches!(event.fact, Fact::Interrupted(_)));
            self.is_clock_held = !is_move;
        }
        Ok(GameChange { before, events, over })
    }

    fn over(&self) -> Option<GameOver> {
        let game = &self.session.game;
        let result = game.ending()?.to_pgn(game.seats());
        let standings = self.standings();
        Some(GameOver { result, standings: (standings.score.games() > 1).then_some(standings) })
    }

    /// How the match stands.
    pub fn standings(&self) -> MatchStandings {
        let names = BySeat::from_fn(|seat| self.session.lineup.name(seat));
        MatchStandings { names, score: self.session.score() }
    }

    /// Lets the clock of a game that has just begun wait, where it begins with an opening.
    pub(crate) fn hold_clock(&mut self, opening: Option<&OpeningLine>) {
        self.is_clock_held = opening.is_some() && self.flag_falls().is_some();
    }

    /// The moment by which the clock goes: one that waits stands still.
    pub fn clock_moment(&self, now: Moment) -> Moment {
        if self.is_clock_held { self.game().last_moment() } else { now }
    }

    /// Ends the game by the clock, if nobody moved in time.
    pub fn look_at_the_clock(&mut self, at: Moment) -> Option<Result<GameChange, TableRefusal>> {
        let is_over = self.game().ending().is_some();
        let until = self.clock_moment(at);
        let flagged = self.game().clock().and_then(|clock| clock.flagged(until));
        flagged.filter(|_| !is_over).map(|_| self.act(By::Arbiter, Command::Flag, at))
    }

    /// When the clock should be looked at again.
    pub fn flag_falls(&self) -> Option<Moment> {
        let is_running = self.game().ending().is_none() && !self.is_clock_held;
        let clock = self.game().clock().filter(|_| is_running);
        clock.and_then(tabiya_game::Clock::flag_falls)
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Turn {
        let color = self.game().turn();
        Turn { color, waits: self.is_waiting && !self.session.player(color).is_human() }
    }

    /// Where the game stands.
    pub fn state(&self) -> GameState {
        let game = self.game();
        match game.ending() {
            Some(ending) => {
                GameState::Over { ending, seats: game.seats(), can_undo: game.history().current().ply > 0 }
            }
            None => GameState::Running { turn: self.turn(), is_check: game.position().is_check() },
        }
    }

    /// The game, where it has not ended.
    pub fn still_running(&self) -> Result<(), TableRefusal> {
        match self.state() {
            GameState::Over { ending, seats, can_undo } => {
                Err(TableRefusal::Over { ending, seats, can_undo })
            }
            GameState::Running { .. } => Ok(()),
        }
    }

    /// What is played here, by whom, and whose turn it is.
    pub fn introduction(&self) -> Introduction {
        let rules = self.game().rules().display_name().to_owned();
        Introduction { rules, pairing: self.session.pairing(), opening: self.opening(), state: self.state() }
    }

    /// Records what needs a record only if something follows.
    pub(crate) fn begin_record(&mut self, entries: Vec<SessionEntry>) -> Result<(), TableRefusal> {
        self.recorder.begin(entries).map_err(TableRefusal::NotRecorded)
    }

    /// Changes who plays.
    pub(crate) fn set_lineup(&mut self, lineup: Lineup) -> Result<(), TableRefusal> {
        self.begin_record(vec![SessionEntry::Players(lineup.clone())])?;
        self.session.lineup = lineup;
        Ok(())
    }

    /// The same where somebody gives a name. A game that has one is wanted: it waits from now on, though nobody has moved in it
    /// here, if there is something to go on with.
    pub(crate) fn set_named_lineup(&mut self, lineup: Lineup, at: Moment) -> Result<(), TableRefusal> {
        if !self.session.is_unfinished() {
            return self.set_lineup(lineup);
        }
        let players = SessionEntry::Players(lineup.clone());
        self.recorder.record(vec![players], at).map_err(TableRefusal::NotRecorded)?;
        self.session.lineup = lineup;
        Ok(())
    }

    pub(crate) fn set_players(&mut self, players: BySeat<Player>) -> Result<(), TableRefusal> {
        self.set_lineup(Lineup { players, ..self.session.lineup.clone() })
    }

    fn name(&mut self, color: Option<Color>, name: String, at: Moment) -> Result<Reply, TableRefusal> {
        if name.chars().count() > LONGEST_NAME {
            return Err(TableRefusal::NameTooLong { longest: LONGEST_NAME });
        }
        let color = color.or(self.session.human_color()).unwrap_or(self.game().turn());
        let seat = *self.game().seats().get(color);
        let mut lineup = self.session.lineup.clone();
        lineup.names[seat] = Some(name.clone());
        self.set_named_lineup(lineup, at)?;
        Ok(Reply::Named { color, name })
    }

    /// Puts everything in order before the table is left.
    pub fn close(&mut self, at: Moment) -> Result<(), TableRefusal> {
        if self.session.is_unfinished() {
            self.note_time_now(at);
        } else {
            self.put_away(at)?;
            self.recorder.close().map_err(TableRefusal::NotRecorded)?;
        }
        Ok(())
    }

    /// Notes that the board is there while a clock runs, so that whoever thinks has thought until then, however it is left.
    pub fn note_time(&mut self, at: Moment) {
        if at.since(self.noted) >= NOTING {
            self.note_time_now(at);
        }
    }

    pub(crate) fn note_time_now(&mut self, at: Moment) {
        self.noted = at;
        if self.flag_falls().is_some() {
            // Where that fails, whoever goes on with the game has a little more time.
            let _ = self.recorder.note(SessionEntry::Seen(at));
        }
    }
}

/// The rules where nobody names any.
fn chess() -> RuleFile {
    find_rules("fide").map_or_else(|_| RuleFile::named(FIDE, None), RuleFile::from)
}

/// The first position of a game: of the 960, one by chance.
pub(crate) fn start_position(rules: &RuleFile, rng: &mut Rng) -> Setup {
    rules.rules.start.drawn(|count| rng.below(count))
}

/// Whether games by some rules begin with a position.
pub(crate) fn begins_with(rules: &Rules, position: &Setup) -> bool {
    match &rules.start {
        Start::Fixed(first) => first == position,
        Start::Chess960 => (0..960).any(|number| Start::chess960(number).as_ref() == Some(position)),
    }
}

pub(crate) fn start(
    rules: &RuleFile,
    position: Setup,
    seats: ByColor<Seat>,
    lineup: &Lineup,
    (time, first_moves): (Option<TimeControl>, FirstMoves),
) -> GameStart {
    let names = BySeat::from_fn(|seat| {
        lineup.names[seat].clone().unwrap_or_else(|| usual_name(&lineup.players, seat))
    });
    let usual = GameStart::usual(rules.clone());
    let conduct = Conduct { first_moves, ..usual.conduct };
    GameStart { position, seats, names, time, conduct, ..usual }
}

/// How well the computers at a table play.
pub(crate) fn level_of(players: &BySeat<Player>) -> Level {
    told_level(players).unwrap_or(Player::USUAL_LEVEL)
}

/// The same, if there are any.
pub(crate) fn told_level(players: &BySeat<Player>) -> Option<Level> {
    players.0.iter().find_map(|player| if let Player::Level(level) = player { Some(*level) } else { None })
}
