use std::io::{self, BufRead, Write};

use tabiya_engine::Rng;
use tabiya_game::{Command, Ending, GameResult, MatchScore, Refusal, Seat, narration};
use tabiya_notation::{Excerpt, UciMove};
use tabiya_rules::{
    Board, ByColor, Color, Draw, File, Outcome, Piece, Position, Rank, Role, Rules, Setup, Square, Victory,
};

use crate::intent::{Intent, Spot, Written};
use crate::source::{Number, Source};
use crate::table::Table;
use crate::voice::{Deed, Scene};
use crate::wrong::Wrong;
use crate::{Afterwards, Classic, Listener, Machines, Opening, Options, Parts, Player, Reasons, Skill, verb};

/// Runs a classic until its input or its last game ends.
///
/// The output is flushed before every read. What is told beside it, for people or as a classic demands, goes to
/// `asides`; errors there are passed over.
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
    let desk = &mut Desk { source: Source::new(input), output, asides };
    let mut session = Session::new(classic, options)?;
    session.greet(desk)?;
    session.open(desk)?;
    while !session.is_left() {
        session.go_on(desk)?;
    }
    session.say(classic.voice.goodbye, desk)?;
    desk.output.flush()
}

/// What a session reads from and writes to.
pub(crate) struct Desk<'a> {
    pub source: Source<'a>,
    pub output: &'a mut dyn Write,
    pub asides: &'a mut dyn Write,
}

/// A classic at work.
pub(crate) struct Session<'a> {
    classic: &'a Classic,
    options: Options,
    rng: Rng,
    score: MatchScore,
    stage: Stage,
    /// Where the next game starts, if not where the rules say.
    start: Option<Setup>,
}

enum Stage {
    Idle,
    SettingUp(Setup),
    Playing(Box<Table>),
    Left,
}

/// Why something was not done, and what is said of it.
enum Trouble {
    /// Writing or reading failed.
    Io(io::Error),
    /// It means nothing, or nothing here.
    Unclear(Wrong),
    /// A move was refused.
    Refused { said: Parts, deed: Box<Deed>, why: Wrong },
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

type Done = Result<(), Trouble>;

const PEOPLE: ByColor<Player> = ByColor { white: Player::Person, black: Player::Person };

impl<'a> Session<'a> {
    pub fn new(classic: &'a Classic, options: &Options) -> io::Result<Session<'a>> {
        let start = options.fen.map(|fen| fen.setup);
        Table::new(classic.rules, start, PEOPLE).map_err(bad_start)?;
        let rng = Rng::from_seed(options.seed.unwrap_or(0));
        let (options, score) = (options.clone(), MatchScore::default());
        Ok(Session { classic, options, rng, score, stage: Stage::Idle, start })
    }

    fn is_left(&self) -> bool {
        matches!(self.stage, Stage::Left)
    }

    /// One turn of a machine, or one thing read and done.
    fn go_on(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.say(self.classic.voice.prompt, desk)?;
        if let Some(skill) = self.machine_on_turn() {
            let done = self.machine_move(skill, desk);
            return self.answer(done, desk);
        }
        desk.output.flush()?;
        match self.classic.grammar.read(&mut desk.source, self.classic)? {
            None => self.stage = Stage::Left,
            Some(reading) => {
                self.say(self.classic.voice.heard, desk)?;
                self.obey(reading, desk)?;
            }
        }
        Ok(())
    }

    /// Does what somebody wants, or says that it cannot be done.
    pub fn obey(&mut self, reading: Result<Intent, Wrong>, desk: &mut Desk<'_>) -> io::Result<()> {
        let done = match reading {
            Ok(intent) => self.carry_out(intent, desk),
            Err(wrong) => Err(Trouble::Unclear(wrong)),
        };
        self.answer(done, desk)
    }

    fn answer(&mut self, done: Done, desk: &mut Desk<'_>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Io(error)) => Err(error),
            Err(Trouble::Unclear(why)) => {
                self.say(self.classic.voice.unclear, desk)?;
                self.explain(&why, desk)
            }
            Err(Trouble::Refused { said, deed, why }) => {
                self.say_of(said, &deed, desk)?;
                self.explain(&why, desk)
            }
        }
    }

    fn carry_out(&mut self, intent: Intent, desk: &mut Desk<'_>) -> Done {
        match intent {
            Intent::Move(written) => self.move_as_written(written, desk),
            Intent::MachineMove => self.move_machine(desk),
            Intent::Stop => self.end_by(Command::Stop, desk),
            Intent::Resign => {
                self.begun_table()?;
                self.end_by(Command::Resign, desk)
            }
            Intent::Undo => self.undo(desk),
            Intent::Play => self.begin_turn(),
            Intent::Reset => Ok(self.begin(PEOPLE, desk)?),
            Intent::Game(players) => {
                self.nothing_on_table()?;
                let done = self.begin(players, desk);
                self.start = None;
                Ok(done?)
            }
            Intent::SetUp => {
                self.nothing_on_table()?;
                self.stage = Stage::SettingUp(Setup::start(Board::EMPTY));
                Ok(self.say(self.classic.voice.placed, desk)?)
            }
            Intent::Place(piece, square) => self.put(Some(piece), square, desk),
            Intent::Remove(square) => self.put(None, square, desk),
            Intent::Turn(color) => {
                self.setup()?.turn = color;
                Ok(())
            }
            Intent::Done => self.finish_setup(),
            Intent::Threats(color) => {
                self.table()?;
                Ok(self.scene(&Deed::default(), color).tell(
                    self.classic.voice.threats,
                    &self.classic.voice.frame,
                    desk.output,
                )?)
            }
            Intent::Nothing => Ok(()),
        }
    }

    // Games: how they begin and end.

    /// Begins the first game, where it does not wait for a command.
    pub fn open(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        match self.classic.conduct.opening {
            Opening::AtOnce => self.begin(PEOPLE, desk),
            Opening::Mode { question, modes } => match self.ask_mode(question, desk)? {
                Some(number) => {
                    let mode = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                    let players = mode.and_then(|mode| modes.get(mode)).or(modes.last());
                    self.begin(players.copied().unwrap_or(PEOPLE), desk)
                }
                None => {
                    self.stage = Stage::Left;
                    Ok(())
                }
            },
            Opening::OnCommand => Ok(()),
        }
    }

    fn ask_mode(&mut self, question: &str, desk: &mut Desk<'_>) -> io::Result<Option<i64>> {
        loop {
            desk.output.write_all(question.as_bytes())?;
            desk.output.flush()?;
            match desk.source.number()? {
                Number::Given(number) => return Ok(Some(number)),
                Number::End => return Ok(None),
                Number::Missing => {
                    self.say(self.classic.voice.unclear, desk)?;
                    self.explain(&Wrong::NotANumber, desk)?;
                }
            }
        }
    }

    fn begin(&mut self, players: ByColor<Player>, desk: &mut Desk<'_>) -> io::Result<()> {
        let table = Table::new(self.classic.rules, self.start, players).map_err(bad_start)?;
        let ending = table.game.ending();
        self.stage = Stage::Playing(Box::new(table));
        self.say(self.classic.voice.started, desk)?;
        match ending {
            Some(ending) => self.end(ending, desk),
            None => self.say(self.classic.voice.turn, desk),
        }
    }

    fn end_by(&mut self, command: Command, desk: &mut Desk<'_>) -> Done {
        let table = self.table()?;
        table.apply(command).map_err(|refusal| Trouble::Unclear(Wrong::Refused(refusal)))?;
        let ending = table.game.ending();
        Ok(ending.map_or(Ok(()), |ending| self.end(ending, desk))?)
    }

    fn end(&mut self, ending: Ending, desk: &mut Desk<'_>) -> io::Result<()> {
        if let Stage::Playing(table) = &self.stage {
            table.game.record(&mut self.score);
        }
        let ended = &self.classic.voice.ended;
        let said = match ending {
            Ending::ByRules(Outcome::Won { by: Victory::Checkmate, .. }) => ended.checkmate,
            Ending::ByRules(
                Outcome::Won { by: Victory::Stalemate, .. } | Outcome::Drawn(Draw::Stalemate),
            ) => ended.stalemate,
            _ if self.winner().is_some() => ended.won,
            _ => ended.drawn,
        };
        self.say(said, desk)?;
        match self.classic.conduct.afterwards {
            Afterwards::Leave => self.stage = Stage::Left,
            Afterwards::Keep => {}
            Afterwards::Clear => self.stage = Stage::Idle,
        }
        Ok(())
    }

    // Moves.

    fn machine_on_turn(&self) -> Option<Skill> {
        match (&self.stage, self.classic.conduct.machines) {
            (Stage::Playing(table), Machines::Unasked) => match table.player() {
                Player::Machine(skill) => Some(skill),
                Player::Person => None,
            },
            _ => None,
        }
    }

    fn move_machine(&mut self, desk: &mut Desk<'_>) -> Done {
        let table = self.begun_table()?;
        match table.player() {
            Player::Machine(skill) => self.machine_move(skill, desk),
            Player::Person => {
                let color = table.game.turn();
                Err(self.cannot(Deed::default(), Wrong::PersonsTurn { color }))
            }
        }
    }

    fn machine_move(&mut self, skill: Skill, desk: &mut Desk<'_>) -> Done {
        let Stage::Playing(table) = &mut self.stage else { return Err(Trouble::Unclear(Wrong::NoGame)) };
        let voice = &self.classic.voice;
        let Some(m) = skill.choose(&table.game, &mut self.rng) else {
            return self.step(Command::Pass, Deed::default(), voice.passed, desk);
        };
        let m = UciMove::from_move(m, table.position());
        let UciMove::Normal { from, to, .. } = m else { return Ok(()) };
        let deed = Deed {
            from: Spot::at(from, voice.frame.rows),
            to: Spot::at(to, voice.frame.rows),
            piece: table.position().piece_at(from),
            taken: table.taken_by(m),
        };
        self.step(Command::Move(m), deed, voice.machine_moved, desk)
    }

    fn move_as_written(&mut self, written: Written, desk: &mut Desk<'_>) -> Done {
        let table = self.begun_table()?;
        let ending = table.game.ending();
        let (seats, turn, player) = (table.game.seats(), table.game.turn(), table.player());
        let piece = written.from.square.and_then(|from| table.position().piece_at(from));
        let mut deed = Deed { from: written.from, to: written.to, piece, taken: None };
        let refused = &self.classic.voice.refused;
        let refuse = |said, deed, why| Err(Trouble::Refused { said, deed: Box::new(deed), why });
        if let Some(ending) = ending {
            return refuse(refused.over, deed, Wrong::Refused(Refusal::GameOver { ending, seats }));
        }
        if let Player::Machine(_) = player {
            return refuse(refused.cannot, deed, Wrong::MachinesTurn { color: turn });
        }
        let (Some(from), Some(piece)) = (deed.from.square, piece) else {
            let why = missing_piece(&deed);
            return refuse(refused.empty, deed, why);
        };
        if piece.color != turn {
            let why = Wrong::NotYours { piece, turn };
            return refuse(refused.turn, deed, why);
        }
        let Some(to) = deed.to.square else {
            let why = Wrong::NoSquare { name: Excerpt::of_bytes(&deed.to.name) };
            return refuse(refused.cannot, deed, why);
        };
        let promotion = match written.promotion {
            None if self.lacks_promotion(from, to) => match self.ask_promotion(desk)? {
                Some(role) => Some(role),
                None => return refuse(refused.cannot, deed, Wrong::NoPromotion),
            },
            told => told,
        };
        let m = UciMove::Normal { from, to, promotion };
        deed.taken = self.table()?.taken_by(m);
        let voice = &self.classic.voice;
        let said = if deed.taken.is_some() { voice.took } else { voice.moved };
        self.step(Command::Move(m), deed, said, desk)
    }

    fn lacks_promotion(&self, from: Square, to: Square) -> bool {
        matches!(&self.stage, Stage::Playing(table) if table.lacks_promotion(from, to))
    }

    fn ask_promotion(&mut self, desk: &mut Desk<'_>) -> io::Result<Option<Role>> {
        desk.output.flush()?;
        let _ = desk.asides.write_all(self.classic.voice.promotion.as_bytes());
        let _ = desk.asides.flush();
        let line = desk.source.line()?.unwrap_or_default();
        Ok(match line.words.as_slice() {
            [letter] => verb::promotion(letter),
            _ => None,
        })
    }

    /// Makes a move or passes, says so, and goes on to the next turn or the end.
    fn step(&mut self, step: Command, deed: Deed, said: Parts, desk: &mut Desk<'_>) -> Done {
        let table = self.table()?;
        if let Err(refusal) = table.step(step) {
            return Err(self.cannot(deed, Wrong::Refused(refusal)));
        }
        let (ending, is_check) = (table.game.ending(), table.position().is_check());
        self.say_of(said, &deed, desk)?;
        let voice = &self.classic.voice;
        match ending {
            Some(ending) => self.end(ending, desk)?,
            None => {
                self.say(if is_check { voice.check } else { &[] }, desk)?;
                self.say(voice.turn, desk)?;
            }
        }
        self.forget();
        Ok(())
    }

    fn forget(&mut self) {
        if let (Stage::Playing(table), false) = (&mut self.stage, self.options.undo) {
            table.forget();
        }
    }

    fn cannot(&self, deed: Deed, why: Wrong) -> Trouble {
        Trouble::Refused { said: self.classic.voice.refused.cannot, deed: Box::new(deed), why }
    }

    fn undo(&mut self, desk: &mut Desk<'_>) -> Done {
        if !self.options.undo {
            return Err(Trouble::Unclear(Wrong::NoUndo));
        }
        let table = self.table()?;
        if table.is_begun {
            return Err(Trouble::Unclear(Wrong::Begun));
        }
        table.apply(Command::Undo(1)).map_err(|refusal| Trouble::Unclear(Wrong::Refused(refusal)))?;
        table.round -= 1;
        Ok(self.say(self.classic.voice.undone, desk)?)
    }

    fn begin_turn(&mut self) -> Done {
        if !self.options.undo {
            return Err(Trouble::Unclear(Wrong::NoUndo));
        }
        let table = self.table()?;
        if table.is_begun {
            return Err(Trouble::Unclear(Wrong::Begun));
        }
        table.is_begun = true;
        Ok(())
    }

    // Positions of one's own.

    fn put(&mut self, piece: Option<Piece>, square: Square, desk: &mut Desk<'_>) -> Done {
        self.setup()?.board.set(square, piece);
        Ok(self.say(self.classic.voice.placed, desk)?)
    }

    fn finish_setup(&mut self) -> Done {
        let rules = self.classic.rules;
        let setup = *self.setup()?;
        self.start = Some(playable(setup, rules).map_err(Trouble::Unclear)?);
        self.stage = Stage::Idle;
        Ok(())
    }

    // What is on the table.

    fn nothing_on_table(&self) -> Done {
        match self.stage {
            Stage::Playing(_) => Err(Trouble::Unclear(Wrong::GameRuns)),
            Stage::SettingUp(_) => Err(Trouble::Unclear(Wrong::SettingUp)),
            Stage::Idle | Stage::Left => Ok(()),
        }
    }

    fn setup(&mut self) -> Result<&mut Setup, Trouble> {
        match &mut self.stage {
            Stage::SettingUp(setup) => Ok(setup),
            _ => Err(Trouble::Unclear(Wrong::NotSettingUp)),
        }
    }

    fn table(&mut self) -> Result<&mut Table, Trouble> {
        match &mut self.stage {
            Stage::Playing(table) => Ok(table),
            Stage::SettingUp(_) => Err(Trouble::Unclear(Wrong::SettingUp)),
            Stage::Idle | Stage::Left => Err(Trouble::Unclear(Wrong::NoGame)),
        }
    }

    /// The table, if the turn has been begun where that is needed.
    fn begun_table(&mut self) -> Result<&mut Table, Trouble> {
        let needs_beginning = self.options.undo;
        let table = self.table()?;
        if needs_beginning && !table.is_begun { Err(Trouble::Unclear(Wrong::NotBegun)) } else { Ok(table) }
    }

    // What is said.

    fn greet(&self, desk: &mut Desk<'_>) -> io::Result<()> {
        let Classic { title, hint, .. } = self.classic;
        match self.options.listener {
            Listener::Person => aside(desk, &format!("{title}. {hint}")),
            Listener::Program => Ok(()),
        }
    }

    fn explain(&self, why: &Wrong, desk: &mut Desk<'_>) -> io::Result<()> {
        match (self.classic.conduct.reasons, self.options.listener) {
            (Reasons::Always, _) | (_, Listener::Person) => {
                aside(desk, &self.classic.voice.frame.rows.turn_words(&narration::sentence(why)))
            }
            (Reasons::ForPeople, Listener::Program) => Ok(()),
        }
    }

    fn say(&self, parts: Parts, desk: &mut Desk<'_>) -> io::Result<()> {
        self.say_of(parts, &Deed::default(), desk)
    }

    fn say_of(&self, parts: Parts, deed: &Deed, desk: &mut Desk<'_>) -> io::Result<()> {
        if parts.is_empty() {
            return Ok(());
        }
        self.scene(deed, Color::White).tell(parts, &self.classic.voice.frame, desk.output)
    }

    fn scene<'d>(&self, deed: &'d Deed, threats_of: Color) -> Scene<'d> {
        let empty = Setup::start(Board::EMPTY);
        let (setup, round, in_check) = match &self.stage {
            Stage::Playing(table) => {
                let position = table.position();
                let is_attacked = |color| position.attackers_of_royal(color).is_any();
                (position.setup(), table.round, Color::ALL.into_iter().any(is_attacked))
            }
            Stage::SettingUp(setup) => (*setup, 1, false),
            Stage::Idle | Stage::Left => (empty, 1, false),
        };
        Scene {
            board: setup.board,
            turn: setup.turn,
            round,
            in_check,
            winner: self.winner(),
            score: self.score,
            threats_of,
            deed,
        }
    }

    /// Who won the game that is on the table.
    fn winner(&self) -> Option<Color> {
        let Stage::Playing(table) = &self.stage else { return None };
        match table.game.ending()?.result(table.game.seats()) {
            GameResult::Won(Seat::First) => Some(Color::White),
            GameResult::Won(Seat::Second) => Some(Color::Black),
            GameResult::Drawn | GameResult::None => None,
        }
    }
}

/// Tells something beside the output, after what was put out before. Nothing can be done where nobody listens.
fn aside(desk: &mut Desk<'_>, text: &str) -> io::Result<()> {
    desk.output.flush()?;
    let _ = writeln!(desk.asides, "{text}");
    let _ = desk.asides.flush();
    Ok(())
}

fn bad_start(refusal: Refusal) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, refusal)
}

fn missing_piece(deed: &Deed) -> Wrong {
    let name = Excerpt::of_bytes(&deed.from.name);
    if deed.from.square.is_some() { Wrong::NoPiece { name } } else { Wrong::NoSquare { name } }
}

/// A setup with the rights to castle that it allows, if a game can begin there.
fn playable(setup: Setup, rules: &'static Rules) -> Result<Setup, Wrong> {
    let mut setup = setup;
    for color in Color::ALL {
        let rank = Rank::First.seen_by(color);
        let is_at = |role, file| setup.board.piece_at(Square::new(file, rank)) == Some(Piece { color, role });
        for file in [File::A, File::H] {
            if is_at(Role::King, File::E) && is_at(Role::Rook, file) {
                setup.castling |= tabiya_rules::Bitboard::of(Square::new(file, rank));
            }
        }
    }
    let position = Position::new(setup, rules).map_err(Wrong::BadPosition)?;
    if position.is_check() { Err(Wrong::InCheck { color: position.turn() }) } else { Ok(setup) }
}
