//! A classic at work.

mod games;
mod moves;
mod setting_up;

use std::io::{self, BufRead, Write};

use tabiya_engine::Rng;
use tabiya_game::{Command, MatchScore, narration};
use tabiya_rules::{Board, ByColor, Color, Setup};

use crate::current_game::CurrentGame;
use crate::host::StreamHost;
use crate::input_fault::InputFault;
use crate::intent::Intent;
use crate::streams::Streams;
use crate::voice::{Deed, RefusalKind, Scene};
use crate::{
    Classic, ClassicOptions, ClassicPlayer, NextMove, Parts, ReasonReader, Reasons, SessionHost, SessionView,
    Verb,
};

/// Runs a classic until its input or its last game ends.
///
/// The output is flushed before every read. What is told beside it, to people or as a classic demands, goes to
/// `asides`; errors there are passed over. Only reading and writing can fail, and a start position that the rules
/// do not allow.
///
/// ```
/// use tabiya_classics::{Classic, ClassicOptions, run};
///
/// let imperial = Classic::find("imperial").unwrap();
/// let mut output = Vec::new();
/// run(imperial, &ClassicOptions::default(), &mut &b"E2 E4"[..], &mut output, &mut std::io::sink()).unwrap();
/// assert_eq!(output, b"A new chess game is started!\nWhite's Pawn moves from E2 to E4\n");
/// ```
pub fn run(
    classic: &Classic,
    options: &ClassicOptions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    asides: &mut dyn Write,
) -> io::Result<()> {
    run_hosted(classic, options, input, output, &mut StreamHost { asides })
}

/// Runs a classic as [`run`] does, with a host in place of the asides. Beside reading and writing, the host can fail.
///
/// ```
/// use std::io;
/// use tabiya_classics::{Classic, ClassicOptions, ClassicPlayer, SessionHost, NextMove, SessionView, run_hosted};
///
/// /// Counts how often a person is to move.
/// struct Counter(u32);
///
/// impl SessionHost for Counter {
///     fn aside(&mut self, _: &str) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn show(&mut self, _: SessionView<'_>, next: NextMove) {
///         self.0 += u32::from(next.by == Some(ClassicPlayer::Person));
///     }
/// }
///
/// let cuhk = Classic::find("cuhk").unwrap();
/// let mut counter = Counter(0);
/// let input = &mut &b"2\nd7 d5\n"[..];
/// run_hosted(cuhk, &ClassicOptions::default(), input, &mut io::sink(), &mut counter).unwrap();
/// assert_eq!(counter.0, 2, "before the machine's move and after it");
/// ```
pub fn run_hosted(
    classic: &Classic,
    options: &ClassicOptions,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    host: &mut dyn SessionHost,
) -> io::Result<()> {
    let streams = &mut Streams::new(input, output, host);
    let mut session = ClassicSession::new(classic, options)?;
    session.open(streams)?;
    session.show(streams);
    while !matches!(session.stage, SessionStage::Left) {
        session.go_on(streams)?;
        session.show(streams);
    }
    session.say(classic.voice.goodbye, streams)?;
    streams.output.flush()
}

/// A classic, and how far it has come.
pub(crate) struct ClassicSession<'a> {
    classic: &'a Classic,
    listener: ReasonReader,
    /// Whether a turn begins with a word, before which moves can be taken back.
    takes_back: bool,
    rng: Rng,
    score: MatchScore,
    stage: SessionStage,
    /// Where the next game starts, if not where the rules say.
    start: Option<Setup>,
}

enum SessionStage {
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
    Unclear(InputFault),
    /// A move was refused.
    Refused { fault: RefusalKind, deed: Box<Deed>, why: InputFault },
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

impl From<InputFault> for Trouble {
    fn from(why: InputFault) -> Trouble {
        Trouble::Unclear(why)
    }
}

type SessionResult = Result<(), Trouble>;

const PEOPLE: ByColor<ClassicPlayer> = ByColor { white: ClassicPlayer::Person, black: ClassicPlayer::Person };

impl<'a> ClassicSession<'a> {
    pub fn new(classic: &'a Classic, options: &ClassicOptions) -> io::Result<ClassicSession<'a>> {
        let start = options.fen.map(|fen| fen.setup);
        // A bad start is told before anything else.
        CurrentGame::new(classic, start, PEOPLE)?;
        Ok(ClassicSession {
            classic,
            listener: options.listener,
            takes_back: options.undo && classic.takes_back(),
            rng: Rng::from_seed(options.seed.unwrap_or(0)),
            score: MatchScore::default(),
            stage: SessionStage::Idle,
            start,
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
            None => self.stage = SessionStage::Left,
            Some(reading) => {
                self.say(self.classic.voice.heard, streams)?;
                self.obey(reading, streams)?;
            }
        }
        Ok(())
    }

    /// Does what somebody wants, or says that it cannot be done.
    pub fn obey(&mut self, reading: Result<Intent, InputFault>, streams: &mut Streams<'_>) -> io::Result<()> {
        let done = match reading {
            Ok(intent) => {
                streams.host.hear_intent(&intent);
                self.carry_out(intent, streams)
            }
            Err(wrong) => Err(wrong.into()),
        };
        self.answer(done, streams)
    }

    fn carry_out(&mut self, intent: Intent, streams: &mut Streams<'_>) -> SessionResult {
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

    fn answer(&self, done: SessionResult, streams: &mut Streams<'_>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Io(error)) => Err(error),
            Err(Trouble::Unclear(why)) => {
                streams.host.hear_fault(&why);
                self.say(self.classic.voice.unclear, streams)?;
                self.explain(&why, streams)
            }
            Err(Trouble::Refused { fault, deed, why }) => {
                streams.host.hear_fault(&why);
                self.say_of(self.classic.voice.refused.parts(fault), &deed, streams)?;
                self.explain(&why, streams)
            }
        }
    }

    fn show_threats(&mut self, color: Color, streams: &mut Streams<'_>) -> SessionResult {
        self.table()?;
        let no_deed = Deed::default();
        let scene = Scene { threats_of: color, ..self.scene(&no_deed, streams.host) };
        Ok(scene.tell(self.classic.voice.threats, &self.classic.voice.frame, streams.output)?)
    }

    /// The game on the table, running or over.
    fn table(&mut self) -> Result<&mut CurrentGame, InputFault> {
        match &mut self.stage {
            SessionStage::Playing(table) => Ok(table),
            SessionStage::SettingUp(_) => Err(InputFault::SettingUp),
            SessionStage::Idle | SessionStage::Left => Err(InputFault::NoGame),
        }
    }

    fn show(&self, streams: &mut Streams<'_>) {
        let view = match (&self.stage, &self.start) {
            (SessionStage::Playing(table), _) => SessionView::Game(&table.game),
            (SessionStage::SettingUp(setup), _) => SessionView::SettingUp(setup),
            (SessionStage::Idle, Some(start)) => SessionView::SetUp(start),
            (SessionStage::Idle, None) | (SessionStage::Left, _) => SessionView::Nothing,
        };
        streams.host.show(view, self.next_move());
    }

    fn next_move(&self) -> NextMove {
        match &self.stage {
            SessionStage::Playing(table) if table.game.ending().is_none() => NextMove {
                by: Some(table.player()),
                opener: self.classic.grammar.word(Verb::Play).filter(|_| self.takes_back && !table.is_begun),
            },
            _ => NextMove::default(),
        }
    }

    fn explain(&self, why: &InputFault, streams: &mut Streams<'_>) -> io::Result<()> {
        match (self.classic.conduct.reasons, self.listener) {
            (Reasons::ForPeople, ReasonReader::Program) => Ok(()),
            (Reasons::Always, _) | (_, ReasonReader::Person) => {
                let words = why.words(self.classic.voice.frame.rows);
                streams.aside(&format!("{}\n", narration::sentence(words)))
            }
        }
    }

    fn say(&self, parts: Parts, streams: &mut Streams<'_>) -> io::Result<()> {
        self.say_of(parts, &Deed::default(), streams)
    }

    fn say_of(&self, parts: Parts, deed: &Deed, streams: &mut Streams<'_>) -> io::Result<()> {
        if parts.is_empty() {
            return Ok(());
        }
        self.scene(deed, streams.host).tell(parts, &self.classic.voice.frame, streams.output)
    }

    fn scene<'d>(&self, deed: &'d Deed, host: &mut dyn SessionHost) -> Scene<'d> {
        let (setup, round, in_check) = match &self.stage {
            SessionStage::Playing(table) => {
                let in_check = host.sees_check(table.position(), table.can_take_a_king());
                (table.position().setup(), table.round, in_check)
            }
            SessionStage::SettingUp(setup) => (*setup, 1, false),
            SessionStage::Idle | SessionStage::Left => (Setup::start(Board::EMPTY), 1, false),
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
