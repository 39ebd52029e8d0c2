//! A classic at work.

mod games;
mod moves;
mod setting_up;

use std::io::{self, BufRead, Write};

use tabiya_engine::Rng;
use tabiya_game::{Command, MatchScore, narration};
use tabiya_rules::{Board, ByColor, Color, Setup};

use crate::current_game::CurrentGame;
use crate::intent::Intent;
use crate::streams::Streams;
use crate::voice::{Deed, RefusalKind, Scene};
use crate::wrong::Wrong;
use crate::{
    CheckHook, Classic, Grammar, Listener, Options, Parts, Player, Reasons, RulingHook, SessionHooks,
    SessionView, Verb,
};

/// Runs a classic until its input or its last game ends.
///
/// The output is flushed before every read. What is told beside it, to people or as a classic demands, goes to
/// `asides`; errors there are passed over. Only reading and writing can fail, and a start position that the rules
/// do not allow.
///
/// ```
/// use tabiya_classics::{Classic, Options, run};
///
/// let imperial = Classic::find("imperial").unwrap();
/// let mut output = Vec::new();
/// run(imperial, &Options::default(), &mut &b"E2 E4"[..], &mut output, &mut std::io::sink()).unwrap();
/// assert_eq!(output, b"A new chess game is started!\nWhite's Pawn moves from E2 to E4\n");
/// ```
pub fn run(
    classic: &Classic,
    options: &Options,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    asides: &mut dyn Write,
) -> io::Result<()> {
    run_hooked(classic, options, input, output, asides, SessionHooks::default())
}

/// Runs a classic as [`run`] does, and shows what is on the table: before the first command, after everything that
/// was read, and whenever a game ends.
///
/// ```
/// use tabiya_classics::{Classic, Options, SessionView, run_watched};
///
/// let hong = Classic::find("hong").unwrap();
/// let mut moves = 0;
/// let mut watcher = |sight: SessionView<'_>| {
///     if let SessionView::Game(game) = sight {
///         moves = game.history().len();
///     }
/// };
/// let input = &mut &b"E2,E3\nE7,E6\n"[..];
/// run_watched(hong, &Options::default(), input, &mut Vec::new(), &mut std::io::sink(), &mut watcher).unwrap();
/// assert_eq!(moves, 2);
/// ```
pub fn run_watched<'a>(
    classic: &'a Classic,
    options: &Options,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
    watcher: &'a mut dyn FnMut(SessionView<'_>),
) -> io::Result<()> {
    let hooks = SessionHooks { watcher: Some(watcher), ..SessionHooks::default() };
    run_hooked(classic, options, input, output, asides, hooks)
}

/// Runs a classic as [`run`] does, with those who watch it or have a say in it.
pub fn run_hooked<'a>(
    classic: &'a Classic,
    options: &Options,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    asides: &'a mut dyn Write,
    hooks: SessionHooks<'a>,
) -> io::Result<()> {
    let SessionHooks { watcher, machine, ruling, in_check } = hooks;
    let mut session = Session { ruling, in_check, ..Session::new(classic, options)? };
    run_at(&mut Streams::new(input, output, asides).hooked(watcher, machine), &mut session)
}

fn run_at(streams: &mut Streams<'_>, session: &mut Session<'_>) -> io::Result<()> {
    session.open(streams)?;
    session.show(streams);
    while !matches!(session.stage, Stage::Left) {
        session.go_on(streams)?;
        session.show(streams);
    }
    session.say(session.classic.voice.goodbye, streams)?;
    streams.output.flush()
}

/// A classic, and how far it has come.
pub(crate) struct Session<'a> {
    classic: &'a Classic,
    listener: Listener,
    /// Whether a turn begins with a word, before which moves can be taken back.
    takes_back: bool,
    rng: Rng,
    score: MatchScore,
    stage: Stage,
    /// Where the next game starts, if not where the rules say.
    start: Option<Setup>,
    ruling: Option<RulingHook<'a>>,
    in_check: Option<CheckHook<'a>>,
}

enum Stage {
    Idle,
    SettingUp(Setup),
    Playing(Box<CurrentGame>),
    Left,
}

/// Why something was not done, and how that is said.
enum Trouble {
    /// Writing or reading failed.
    Io(io::Error),
    /// It means nothing, or nothing here.
    Unclear(Wrong),
    /// A move was refused.
    Refused { fault: RefusalKind, deed: Box<Deed>, why: Wrong },
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

impl From<Wrong> for Trouble {
    fn from(why: Wrong) -> Trouble {
        Trouble::Unclear(why)
    }
}

type Done = Result<(), Trouble>;

const PEOPLE: ByColor<Player> = ByColor { white: Player::Person, black: Player::Person };

impl<'a> Session<'a> {
    pub fn new(classic: &'a Classic, options: &Options) -> io::Result<Session<'a>> {
        let start = options.fen.map(|fen| fen.setup);
        // A bad start is told before anything else.
        CurrentGame::new(classic.rules, start, PEOPLE)?;
        Ok(Session {
            classic,
            listener: options.listener,
            takes_back: options.undo && knows_undo(&classic.grammar),
            rng: Rng::from_seed(options.seed.unwrap_or(0)),
            score: MatchScore::default(),
            stage: Stage::Idle,
            start,
            ruling: None,
            in_check: None,
        })
    }

    /// One turn of a machine, or one thing read and done.
    fn go_on(&mut self, streams: &mut Streams<'_>) -> io::Result<()> {
        self.say(self.classic.voice.prompt, streams)?;
        if let Some(skill) = self.machine_on_turn() {
            let done = self.machine_move(skill, streams);
            return self.answer(done, streams);
        }
        streams.output.flush()?;
        match self.classic.grammar.read(&mut streams.source, self.classic)? {
            None => self.stage = Stage::Left,
            Some(reading) => {
                self.say(self.classic.voice.heard, streams)?;
                self.obey(reading, streams)?;
            }
        }
        Ok(())
    }

    /// Does what somebody wants, or says that it cannot be done.
    pub fn obey(&mut self, reading: Result<Intent, Wrong>, streams: &mut Streams<'_>) -> io::Result<()> {
        let done = match reading {
            Ok(intent) => {
                streams.show(SessionView::Wanted(&intent));
                self.carry_out(intent, streams)
            }
            Err(wrong) => Err(wrong.into()),
        };
        self.answer(done, streams)
    }

    fn carry_out(&mut self, intent: Intent, streams: &mut Streams<'_>) -> Done {
        match intent {
            Intent::Move(written) => self.move_as_written(written, streams),
            Intent::MachineMove => self.move_machine(streams),
            Intent::Stop => self.end_by(Command::Stop, streams),
            Intent::Resign => self.end_by(Command::Resign, streams),
            Intent::Undo => self.undo(streams),
            Intent::Play => self.begin_turn(),
            Intent::Reset => Ok(self.begin(PEOPLE, streams)?),
            Intent::Game(players) => self.begin_by_command(players, streams),
            Intent::SetUp => self.set_up(streams),
            Intent::Place(piece, square) => self.put(Some(piece), square, streams),
            Intent::Remove(square) => self.put(None, square, streams),
            Intent::Turn(color) => {
                self.setup()?.turn = color;
                Ok(())
            }
            Intent::Done => self.finish_setup(),
            Intent::Threats(color) => self.show_threats(color, streams),
            Intent::Nothing => Ok(()),
        }
    }

    fn answer(&self, done: Done, streams: &mut Streams<'_>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Io(error)) => Err(error),
            Err(Trouble::Unclear(why)) => {
                streams.show(SessionView::Refused(&why));
                self.say(self.classic.voice.unclear, streams)?;
                self.explain(&why, streams)
            }
            Err(Trouble::Refused { fault, deed, why }) => {
                streams.show(SessionView::Refused(&why));
                self.say_of(self.classic.voice.refused.parts(fault), &deed, streams)?;
                self.explain(&why, streams)
            }
        }
    }

    fn show_threats(&mut self, color: Color, streams: &mut Streams<'_>) -> Done {
        self.table()?;
        let no_deed = Deed::default();
        let scene = Scene { threats_of: color, ..self.scene(&no_deed) };
        Ok(scene.tell(self.classic.voice.threats, &self.classic.voice.frame, streams.output)?)
    }

    /// The game on the table, running or over.
    fn table(&mut self) -> Result<&mut CurrentGame, Wrong> {
        match &mut self.stage {
            Stage::Playing(table) => Ok(table),
            Stage::SettingUp(_) => Err(Wrong::SettingUp),
            Stage::Idle | Stage::Left => Err(Wrong::NoGame),
        }
    }

    fn show(&self, streams: &mut Streams<'_>) {
        streams.show(match &self.stage {
            Stage::Playing(table) => SessionView::Game(&table.game),
            Stage::SettingUp(setup) => SessionView::SettingUp(setup),
            Stage::Idle | Stage::Left => SessionView::Nothing,
        });
    }

    fn explain(&self, why: &Wrong, streams: &mut Streams<'_>) -> io::Result<()> {
        match (self.classic.conduct.reasons, self.listener) {
            (Reasons::ForPeople, Listener::Program) => Ok(()),
            (Reasons::Always, _) | (_, Listener::Person) => {
                let words = why.words(self.classic.voice.frame.rows);
                streams.aside(&format!("{}\n", narration::sentence(words)))
            }
        }
    }

    /// Whether there is a check on a table, where the rules say this.
    fn sees_check(&self, table: &CurrentGame, is_check: bool) -> bool {
        self.in_check.map_or(is_check, |in_check| in_check(table.position(), is_check))
    }

    fn say(&self, parts: Parts, streams: &mut Streams<'_>) -> io::Result<()> {
        self.say_of(parts, &Deed::default(), streams)
    }

    fn say_of(&self, parts: Parts, deed: &Deed, streams: &mut Streams<'_>) -> io::Result<()> {
        if parts.is_empty() {
            return Ok(());
        }
        self.scene(deed).tell(parts, &self.classic.voice.frame, streams.output)
    }

    fn scene<'d>(&self, deed: &'d Deed) -> Scene<'d> {
        let (setup, round, in_check) = match &self.stage {
            Stage::Playing(table) => {
                let in_check = self.sees_check(table, table.can_take_a_king());
                (table.position().setup(), table.round, in_check)
            }
            Stage::SettingUp(setup) => (*setup, 1, false),
            Stage::Idle | Stage::Left => (Setup::start(Board::EMPTY), 1, false),
        };
        Scene {
            board: setup.board,
            turn: setup.turn,
            round,
            in_check,
            winner: self.winner(),
            score: self.score,
            threats_of: Color::White,
            deed,
        }
    }
}

fn knows_undo(grammar: &Grammar) -> bool {
    matches!(grammar, Grammar::Words { verbs, .. } if verbs.iter().any(|&(_, verb)| verb == Verb::Undo))
}
