use std::collections::HashSet;
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use tabiya_engine::{Level, Rng};
use tabiya_game::{
    By, BySeat, Command, Event, Game, GameResult, MatchScore, Moment, Seat, Start, TimeControl, narration,
};
use tabiya_notation::RuleFile;
use tabiya_rules::{ByColor, Color, Setup, Start as StartPosition};

use super::editor::Editor;
use super::keeper::Keeper;
use super::moment::now;
use super::picture::Style;
use super::player::{Player, USUAL, usual_name};
use super::request::Request;
use super::sitting::{Entry, Seated, Sitting};
use super::visitors::Visitors;
use super::word::{WORDS, Word};

/// A board with a game on it, and whoever sits there. It does what is asked of it and says what came of it; how
/// that is heard and shown is not its concern.
pub struct Table {
    pub(super) sitting: Sitting,
    pub(super) keeper: Keeper,
    pub(super) view: View,
    pub(super) rng: Rng,
    /// The rules and the clock of the next game.
    pub(super) rules: RuleFile,
    pub(super) time: Option<TimeControl>,
    /// How well a computer plays that is called to the board.
    pub(super) level: Level,
    /// Whether the computer waits, though it is its turn: somebody is looking around in the game.
    pub(super) is_waiting: bool,
    /// Whether this game has something that is kept nowhere but in the record.
    pub(super) is_changed: bool,
    /// Files that this table has written, and may replace.
    pub(super) saved: HashSet<PathBuf>,
    pub(super) editor: Option<Editor>,
    pub(super) visitors: Visitors,
}

/// How the board is shown.
#[derive(Default)]
pub struct View {
    pub style: Style,
    pub is_flipped: bool,
    /// Whether it is shown after every move.
    pub is_always: bool,
}

/// What the table says to a request, or why it does not do it. Then nothing has changed.
pub type Reply = anyhow::Result<String>;

/// What a table is set for.
pub struct Setting {
    pub players: BySeat<Player>,
    pub rules: RuleFile,
    pub position: Option<Setup>,
    pub time: Option<TimeControl>,
    pub rng: Rng,
    pub keeper: Keeper,
}

impl Table {
    /// A table with a game that begins.
    pub fn new(mut setting: Setting) -> anyhow::Result<Table> {
        let seated = Seated { players: setting.players, names: BySeat::default() };
        let rules = setting.rules;
        let position = setting.position.unwrap_or_else(|| start_position(&rules, &mut setting.rng));
        let seats = ByColor { white: Seat::First, black: Seat::Second };
        let start = start(&rules, position, seats, &seated, setting.time.clone());
        let at = now();
        let (game, events) = Game::start(start, at).map_err(|refusal| anyhow!("{refusal}"))?;
        let level = level_of(&seated.players);
        let sitting = Sitting { seated, earlier: MatchScore::default(), game, began: at };
        let mut table = Table {
            sitting,
            keeper: setting.keeper,
            view: View::default(),
            rng: setting.rng,
            rules,
            time: setting.time,
            level,
            is_waiting: false,
            is_changed: false,
            saved: HashSet::new(),
            editor: None,
            visitors: Visitors::default(),
        };
        let seated = Entry::Seated(table.sitting.seated.clone());
        table.keeper.begin(vec![seated, Entry::Happened(events)])?;
        Ok(table)
    }

    pub fn game(&self) -> &Game {
        &self.sitting.game
    }

    pub fn is_editing(&self) -> bool {
        self.editor.is_some()
    }

    /// Does what is asked.
    pub fn obey(&mut self, request: Request) -> Reply {
        match request {
            Request::Move(text) => self.make_move(&text),
            Request::Board => Ok(self.board()),
            Request::BoardStyle(style) => self.set_style(style),
            Request::BoardAlways(is_always) => Ok(self.set_always(is_always)),
            Request::Moves(square) => self.moves(square),
            Request::Why(text) => self.why(&text),
            Request::Threats(whose) => Ok(self.threats(whose)),
            Request::Undo(moves) => self.undo(moves),
            Request::Redo(moves) => self.redo(moves),
            Request::Remove => self.remove(),
            Request::Walk(walk) => self.walk(walk),
            Request::Save { file, replace } => self.save(&file, replace),
            Request::Open { file, number } => self.open(&file, number),
            Request::New(color) => self.new_game(color),
            Request::Setup(Some(fen)) => self.set_up(&fen),
            Request::Setup(None) => Ok(self.edit()),
            Request::Rules(name) => self.rules(name.as_deref()),
            Request::Flip => Ok(self.flip()),
            Request::Resign(color) => self.resign(color),
            Request::Draw => self.draw(),
            Request::Accept => self.answer_draw(tabiya_game::Answer::Accept),
            Request::Decline => self.answer_draw(tabiya_game::Answer::Decline),
            Request::Pass => self.act(By::Board, Command::Pass),
            Request::Stop => self.stop(),
            Request::Score => Ok(self.score()),
            Request::Clock => Ok(self.clock()),
            Request::Hint => self.hint(),
            Request::Fen => Ok(self.fen()),
            Request::Pgn => Ok(self.pgn()),
            Request::List => Ok(self.list()),
            Request::Level(level) => self.set_level(level),
            Request::Force => self.force(),
            Request::Go => self.go(),
            Request::Computer(color) => self.computer_plays(color),
            Request::Name { color, name } => self.name(color, &name),
            Request::Continue(number) => self.go_on(number),
            Request::Help(command) => help(command.as_deref()),
            Request::Quit => Ok(self.leave()),
        }
    }

    /// Gives a command to the game, and keeps what it causes before anything is told of it.
    pub(super) fn act(&mut self, by: By, command: Command) -> Reply {
        let decision =
            self.sitting.game.decide(by, command, now()).map_err(|refusal| anyhow!("{refusal}"))?;
        self.take(decision.events())
    }

    /// Lets events happen.
    fn take(&mut self, events: &[Event]) -> Reply {
        let kept = self.keeper.keep(Entry::Happened(events.to_vec()));
        let note = kept.map_err(|error| anyhow!("this cannot be kept on disk and is not done: {error:#}"))?;
        let mut told = narration::tell_all(&self.sitting.game, events);
        self.is_changed = true;
        let had_ended = self.sitting.game.ending().is_some();
        for event in events {
            self.sitting.game.absorb(event)?;
        }
        if !had_ended && self.sitting.game.ending().is_some() {
            told.push_str(&self.after_the_end());
        }
        Ok(note.into_iter().chain([told]).collect::<Vec<_>>().join("\n"))
    }

    /// What is worth knowing when a game has just ended.
    fn after_the_end(&self) -> String {
        let game = &self.sitting.game;
        let result = match game.ending().map(|ending| ending.result(game.seats())) {
            Some(GameResult::Won(seat)) if game.color(seat).is_white() => "1-0",
            Some(GameResult::Won(_)) => "0-1",
            Some(GameResult::Drawn) => "1/2-1/2",
            Some(GameResult::None) | None => "*",
        };
        let score =
            if self.sitting.score().games() > 1 { format!(" {}", self.match_score()) } else { String::new() };
        format!("\nThe game is over: {result}.{score} Say new for another one.")
    }

    /// The game is at its end by the clock, if nobody moved in time.
    pub fn look_at_the_clock(&mut self) -> Option<Reply> {
        let is_over = self.game().ending().is_some();
        let flagged = self.game().clock().and_then(|clock| clock.flagged(now()));
        flagged.filter(|_| !is_over).map(|_| self.act(By::Arbiter, Command::Flag))
    }

    /// When the clock should be looked at again.
    pub fn flag_falls(&self) -> Option<Moment> {
        let clock = self.game().clock().filter(|_| self.game().ending().is_none());
        clock.and_then(tabiya_game::Clock::flag_falls)
    }

    /// Changes who plays.
    pub(super) fn seat(&mut self, players: BySeat<Player>) -> anyhow::Result<()> {
        let seated = Seated { players, names: self.sitting.seated.names.clone() };
        self.keeper.begin(vec![Entry::Seated(seated.clone())])?;
        self.sitting.seated = seated;
        Ok(())
    }

    fn name(&mut self, color: Option<Color>, name: &str) -> Reply {
        const LONGEST: usize = 60;
        if name.chars().count() > LONGEST {
            bail!("a name has at most {LONGEST} characters");
        }
        let color = color.or(self.sitting.human_color()).unwrap_or(self.game().turn());
        let seat = *self.game().seats().get(color);
        let mut seated = self.sitting.seated.clone();
        seated.names[seat] = Some(name.to_owned());
        self.keeper.begin(vec![Entry::Seated(seated.clone())])?;
        self.sitting.seated = seated;
        Ok(format!("{color} is now called {}.", tabiya_system::visible(name)))
    }

    /// What is said when somebody leaves on purpose.
    fn leave(&self) -> String {
        let fate = match self.sitting.is_unfinished() {
            true if self.keeper.is_keeping() => "The game is kept: tabiya play offers to go on with it. ",
            true if self.is_changed => "The game is not kept. ",
            // It is over, or still as it is in its file.
            _ => "",
        };
        format!("{fate}Goodbye.")
    }

    /// Puts everything in order before the table is left.
    pub fn close(&mut self) -> anyhow::Result<()> {
        if !self.sitting.is_unfinished() {
            self.put_away()?;
            self.keeper.close()?;
        }
        Ok(())
    }
}

/// The first position of a game: of the 960, one by chance.
pub(super) fn start_position(rules: &RuleFile, rng: &mut Rng) -> Setup {
    let shuffled = match rules.rules.start {
        StartPosition::Chess960 => StartPosition::chess960(rng.below(960) as u16),
        StartPosition::Fixed(_) => None,
    };
    shuffled.unwrap_or_else(|| rules.rules.start.setup())
}

pub(super) fn start(
    rules: &RuleFile,
    position: Setup,
    seats: ByColor<Seat>,
    seated: &Seated,
    time: Option<TimeControl>,
) -> Start {
    let names = BySeat::from_fn(|seat| {
        seated.names[seat].clone().unwrap_or_else(|| usual_name(&seated.players, seat))
    });
    Start { position, seats, names, time, ..Start::usual(rules.clone()) }
}

/// How well the computers at a table play.
pub(super) fn level_of(players: &BySeat<Player>) -> Level {
    let level = |player: &Player| if let Player::Level(level) = player { Some(*level) } else { None };
    players.0.iter().find_map(level).or(level(&USUAL)).unwrap_or(Level::MIN)
}

fn help(command: Option<&str>) -> Reply {
    let Some(name) = command else {
        return Ok(help_list());
    };
    let Some(word) = Word::find(name) else {
        bail!("there is no command {}: help lists them", tabiya_notation::Excerpt::new(name));
    };
    let also = if word.also.is_empty() { String::new() } else { format!(" Also: {}.", word.also.join(", ")) };
    Ok(format!("{}: {}.{also}", word.form(), word.help))
}

fn help_list() -> String {
    let head = "A move in any notation: e2e4, Nf3, exd5, e8=Q, O-O. Or a command:";
    let lines = WORDS.iter().map(|word| format!("  {}: {}", word.form(), word.help));
    std::iter::once(head.to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}
