//! `tabiya play --server URL`: a game on somebody's server, at the boards of this machine.

use std::cell::{Cell, RefCell};
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{anyhow, bail};
use tabiya_engine::{Level, Rng, Yielding};
use tabiya_game::{BySeat, FirstMoves};
use tabiya_notation::find_rules;
use tabiya_plain::{
    AtTerminal, LineEditing, LobbyEnd, LobbyTalk, RemoteEnd, RemoteTalk, no_link, now, typed_line,
};
use tabiya_remote::{
    ComputerOnServer, GameInList, GameOnServer, IdentityFile, LinkGoal, OpponentChoice, RemoteError,
    RemoteGame, RoleInGame, SeatWish, ServerClient, ServerIdentity, ServerLink, StageOnServer, TlsTrust,
};
use tabiya_rules::{ByLanguage, Color, Language};
use tabiya_system::visible;
use tabiya_table::talk::words::refusal;
use tabiya_table::{BookSetting, Player, Table, TableSetup};
use tabiya_tui::{AfterBoard, Beginning, ScreenEnd};

use super::Args;
use super::disk_files::DiskFiles;
use super::engines::EngineProcesses;
use super::full_screen::{self, FullScreen, OnServer};
use super::interrupt::Interrupt;
use super::signal_watch::SignalWatch;
use crate::output::{Status, tell};
use crate::shell_word::quoted;

/// The most characters of a name, as servers have it.
const LONGEST_NAME: usize = 40;

/// What the command asks for.
pub struct ServerGame<'a> {
    pub args: &'a Args,
    pub link: &'a ServerLink,
    /// What whoever is new there is called, unless the command says it.
    pub usual_name: Option<String>,
    /// The data folder, where there is one.
    pub folder: Option<PathBuf>,
    pub language: Language,
    /// What lines need that are edited at a terminal.
    pub editing: LineEditing,
}

/// Whoever plays on the server.
struct ServerVisitor<'a> {
    args: &'a Args,
    language: Language,
    client: ServerClient,
    /// The computer as the server offers it.
    computers: Vec<ComputerOnServer>,
    memory: Rc<VisitorMemory>,
    interrupt: Interrupt,
    signals: SignalWatch,
    /// What is said at the next game.
    note: Cell<Option<&'static str>>,
}

/// What somebody is to be called.
struct VisitorNames {
    /// From now on, also where one is known.
    wanted: Option<String>,
    /// Where nobody is known yet.
    usual: Option<String>,
}

/// Who one is there, as it is remembered.
struct VisitorMemory {
    file: Option<IdentityFile>,
    identity: RefCell<ServerIdentity>,
    server: tabiya_remote::ServerAddress,
}

/// Where a board and the lobby before it are: lines, or the screen of the terminal.
enum Shown {
    Lines(Box<RemoteTalk>),
    Screen,
}

pub fn run(game: ServerGame<'_>, out: StdoutLock<'static>) -> anyhow::Result<Status> {
    let ServerGame { args, link, usual_name, folder, language, editing } = game;
    let told = |why: RemoteError| anyhow!(language.words(&why).to_string());
    let wish = seat_wish(args, language)?;
    if wish.is_some() && link.goal != LinkGoal::Lobby {
        bail!(language.choose(ByLanguage {
            english: "this link leads to a game that is there already: leave out --white, --black, --clock and --rules",
            german: "dieser Link führt zu einer Partie, die es schon gibt: lass --white, --black, --clock und --rules weg",
        }));
    }
    let trust = TlsTrust::new(args.tls_ca.as_deref()).map_err(|why| told(why.into()))?;
    let mut client = ServerClient::new(link.address.clone(), language, &trust)?;
    let welcome = client.greet().map_err(told)?;
    if let Some(trouble) = &welcome.trouble {
        tell(visible(trouble));
    }
    let computers = welcome.computers();
    let is_full_screen = !args.plain && full_screen::is_possible();
    let at_terminal = if args.plain { AtTerminal::Sentences } else { AtTerminal::Board };
    let mut shown = match is_full_screen {
        true => {
            drop(out);
            Shown::Screen
        }
        false => Shown::Lines(Box::new(RemoteTalk::new(out, language, at_terminal, editing))),
    };
    let file = folder.as_deref().map(IdentityFile::new);
    let names = VisitorNames { wanted: args.name.clone(), usual: usual_name };
    let identity = introduce(&mut client, file.as_ref(), &names, &mut shown, language)?;
    let server = client.address().clone();
    let memory = Rc::new(VisitorMemory { file, identity: identity.into(), server });
    let (interrupt, signals) = (Interrupt::default(), SignalWatch::default());
    if is_full_screen {
        signals.watch()?;
    }
    let mut visitor = ServerVisitor {
        args,
        language,
        client,
        computers,
        memory,
        interrupt,
        signals,
        note: Cell::new(None),
    };
    visitor.visit(&mut shown, &link.goal, wish)
}

/// Is somebody on the server: whom one was the last time, else somebody new.
fn introduce(
    client: &mut ServerClient,
    file: Option<&IdentityFile>,
    names: &VisitorNames,
    shown: &mut Shown,
    language: Language,
) -> anyhow::Result<ServerIdentity> {
    let told = |why: RemoteError| anyhow!(language.words(&why).to_string());
    let known = match file.map(|file| file.find(client.address())).transpose() {
        Ok(known) => known.flatten(),
        Err(why) => bail!("{why}"),
    };
    if let Some(identity) = known
        && let Some(called) = client.resume_session(&identity.token).map_err(told)?
    {
        let name = names.wanted.clone().unwrap_or_else(|| called.clone());
        if name != called {
            client.rename(&name).map_err(told)?;
        }
        let is_renamed = name != identity.name;
        let identity = ServerIdentity { name, ..identity };
        if is_renamed {
            remember(file, client, &identity, language);
        }
        return Ok(identity);
    }
    let name = match names.wanted.as_ref().or(names.usual.as_ref()) {
        Some(name) => name.clone(),
        None => ask_name(shown, language)?,
    };
    let token = client.begin_session(&name).map_err(told)?;
    let identity = ServerIdentity { name, token, game: None };
    remember(file, client, &identity, language);
    Ok(identity)
}

/// Remembers who one is on the server, or says that it cannot be kept.
fn remember(
    file: Option<&IdentityFile>,
    client: &ServerClient,
    identity: &ServerIdentity,
    language: Language,
) {
    if let Some(file) = file
        && let Err(why) = file.remember(client.address(), identity)
    {
        tell(match language {
            Language::English => format!("Nobody will know you there the next time: {why}."),
            Language::German => format!("Beim nächsten Mal kennt dich dort niemand: {why}."),
        });
    }
}

/// Asks what somebody is called.
fn ask_name(shown: &mut Shown, language: Language) -> anyhow::Result<String> {
    if !shown.is_terminal() {
        bail!(language.choose(ByLanguage {
            english: "nobody knows you on this server yet: say what you are called with --name NAME",
            german: "auf diesem Server kennt dich noch niemand: sag mit --name NAME, wie du heißt",
        }));
    }
    let question = language.choose(ByLanguage {
        english: "What shall the others call you? ",
        german: "Wie sollen die anderen dich nennen? ",
    });
    loop {
        shown.write(question)?;
        let Some(line) = shown.next_line() else { bail!("nobody said a name") };
        let name = line.trim();
        match name.chars().count() {
            0 => {}
            _ if name.contains(char::REPLACEMENT_CHARACTER) => {
                tell(language.choose(ByLanguage {
                    english: "This line is no text.",
                    german: "Diese Zeile ist kein Text.",
                }));
            }
            1..=LONGEST_NAME => return Ok(name.to_owned()),
            _ => tell(match language {
                Language::English => format!("A name has at most {LONGEST_NAME} characters."),
                Language::German => format!("Ein Name hat höchstens {LONGEST_NAME} Zeichen."),
            }),
        }
    }
}

impl Shown {
    fn is_terminal(&self) -> bool {
        match self {
            Shown::Lines(talk) => talk.is_terminal,
            Shown::Screen => io::stdin().is_terminal(),
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut out: Box<dyn Write + '_> = match self {
            Shown::Lines(talk) => Box::new(&mut talk.out),
            Shown::Screen => Box::new(io::stdout().lock()),
        };
        write!(out, "{text}")?;
        out.flush()
    }

    /// The next line that is typed; nothing where there will be none.
    fn next_line(&mut self) -> Option<String> {
        match self {
            Shown::Lines(talk) => {
                let (_, mut next_line) = talk.parts();
                next_line()
            }
            Shown::Screen => typed_line(),
        }
    }
}

impl VisitorMemory {
    /// Remembers which game is played, so that it is gone back to.
    fn note_game(&self, game: &str) {
        let mut identity = self.identity.borrow_mut();
        if identity.game.as_deref() == Some(game) {
            return;
        }
        identity.game = Some(game.to_owned());
        if let Some(file) = &self.file {
            // That nothing can be kept was told when somebody came.
            let _ = file.note_game(&self.server, game);
        }
    }
}

impl ServerVisitor<'_> {
    /// Plays one game after the other, with the lobby between them.
    fn visit(
        &mut self,
        shown: &mut Shown,
        goal: &LinkGoal,
        wish: Option<SeatWish>,
    ) -> anyhow::Result<Status> {
        let mut next = self.first_game(goal, wish)?;
        loop {
            let game = match next.take() {
                Some(game) => game,
                None => match self.lobby(shown)? {
                    LobbyEnd::Game(game) => *game,
                    LobbyEnd::Quit => return Ok(self.signals.status()),
                },
            };
            if self.play(shown, game)? == RemoteEnd::Quit {
                return Ok(self.signals.status());
            }
        }
    }

    fn told(&self, why: &RemoteError) -> anyhow::Error {
        anyhow!(self.language.words(why).to_string())
    }

    /// The game that the command means; nothing where the lobby comes first.
    fn first_game(&self, goal: &LinkGoal, wish: Option<SeatWish>) -> anyhow::Result<Option<GameOnServer>> {
        let client = &self.client;
        let found = match goal {
            LinkGoal::Lobby => match (self.own_game(), wish) {
                (Ok(Some(own)), wish) => {
                    self.note.set(self.goes_back(own.stage, wish.is_some()));
                    return Ok(Some(own));
                }
                (Ok(None), Some(wish)) => client.make_game(&wish).map(Some),
                (Ok(None), None) => Ok(None),
                (Err(why), _) => Err(why),
            },
            LinkGoal::Game(game) => client.game(game).map(Some),
            LinkGoal::Join { game, key } => client.game(game).and_then(|told| match told.you.role {
                // Whoever has come already comes back.
                RoleInGame::White | RoleInGame::Black | RoleInGame::Both => Ok(Some(told)),
                RoleInGame::Spectator => client.join(game, Some(key)).map(Some),
            }),
            LinkGoal::Seat { game, key } => client.game(game).and_then(|told| match told.you.role {
                RoleInGame::White | RoleInGame::Black | RoleInGame::Both => Ok(Some(told)),
                RoleInGame::Spectator => client.take_seat(key).and_then(|()| client.game(game)).map(Some),
            }),
        };
        found.map_err(|why| self.told(&why))
    }

    /// What whoever goes back must know: that it is an open seat, or that nothing came of what they wished.
    fn goes_back(&self, stage: StageOnServer, has_wish: bool) -> Option<&'static str> {
        let says = match (stage, has_wish) {
            (StageOnServer::Open, false) => ByLanguage {
                english: "You have an open seat there, which nobody has taken yet: you wait at it. lobby shows other games, abort takes the seat back.",
                german: "Du hast dort einen offenen Platz, den noch niemand genommen hat: du wartest an ihm. lobby zeigt andere Partien, abort nimmt den Platz zurück.",
            },
            (StageOnServer::Open, true) => ByLanguage {
                english: "You have an open seat there, which you go back to: no other game was made. lobby shows other games, abort takes the seat back.",
                german: "Du hast dort einen offenen Platz, zu dem du zurückkehrst: keine andere Partie ist angelegt. lobby zeigt andere Partien, abort nimmt den Platz zurück.",
            },
            (_, true) => ByLanguage {
                english: "A game of yours runs there, which you go back to: no other was made. lobby leads from it to new ones.",
                german: "Dort läuft eine Partie von dir, zu der du zurückkehrst: keine andere ist angelegt. lobby führt von ihr zu neuen.",
            },
            (_, false) => return None,
        };
        Some(self.language.choose(says))
    }

    /// One's own game against somebody that is not over: the one played last, else the latest, and an open seat only where no
    /// game runs.
    fn own_game(&self) -> Result<Option<GameOnServer>, RemoteError> {
        let own = self.client.own_games()?;
        let is_played = |game: &&GameInList| matches!(game.you, Some(RoleInGame::White | RoleInGame::Black));
        let last = self.memory.identity.borrow().game.clone();
        let order = |game: &&GameInList| {
            (game.stage == StageOnServer::Open, last.as_deref() != Some(game.game.as_str()))
        };
        let found = own.iter().filter(is_played).min_by_key(order);
        found.map(|game| self.client.game(&game.game)).transpose()
    }

    fn lobby(&mut self, shown: &mut Shown) -> anyhow::Result<LobbyEnd> {
        let talk = match shown {
            Shown::Screen => return self.show_lobby(),
            Shown::Lines(talk) => talk,
        };
        let is_terminal = talk.is_terminal;
        let (client, language) = (&self.client, self.language);
        let (out, next_line) = talk.parts();
        LobbyTalk { client, out, language, is_terminal }.run(next_line)
    }

    /// The lobby as a list that fills the screen.
    fn show_lobby(&mut self) -> anyhow::Result<LobbyEnd> {
        let server = self.client.address().to_string();
        let beginning = Beginning::Lobby { server, computers: self.computers.clone() };
        let end = self.fill_screen(beginning, Vec::new(), self.table()?, OnServer::Lobby)?;
        Ok(match end.after {
            AfterBoard::Game(game) => LobbyEnd::Game(game),
            AfterBoard::Nothing => {
                tell(self.farewell());
                LobbyEnd::Quit
            }
            AfterBoard::Lobby => bail!("the lobby led to itself"),
        })
    }

    /// Plays a game until it is left.
    fn play(&mut self, shown: &mut Shown, told: GameOnServer) -> anyhow::Result<RemoteEnd> {
        let Some(remote) = RemoteGame::new(told, self.language, now()) else {
            let why = RemoteError::NotUnderstood { server: self.client.address().clone(), version: None };
            return Err(self.told(&why));
        };
        let mut table = self.table()?;
        let end = match shown {
            Shown::Lines(talk) => {
                if let Some(note) = self.note.take() {
                    writeln!(talk.out, "{note}")?;
                }
                talk.play(&self.client, remote, &mut table, |game| self.memory.note_game(game))?
            }
            Shown::Screen => self.show(remote, table)?,
        };
        if end == RemoteEnd::Quit {
            tell(self.farewell());
        }
        Ok(end)
    }

    fn farewell(&self) -> String {
        let trusted =
            self.args.tls_ca.as_ref().map(|file| format!(" --tls-ca {}", quoted(&file.to_string_lossy())));
        let command =
            format!("tabiya play --server {}{}", self.client.address(), trusted.unwrap_or_default());
        match self.language {
            Language::English => format!("Goodbye. {command} comes back here."),
            Language::German => format!("Auf Wiedersehen. {command} kommt hierher zurück."),
        }
    }

    fn show(&mut self, remote: RemoteGame, table: Table) -> anyhow::Result<RemoteEnd> {
        let mut notes: Vec<String> = self.note.take().map(str::to_owned).into_iter().collect();
        notes.push(remote.introduction());
        if remote.is_open() && !remote.is_watched() {
            notes.push(match self.client.invitation(remote.name()) {
                Ok(invitation) => visible(&invitation.url),
                Err(why) => no_link(self.language, &why),
            });
        }
        let memory = Rc::clone(&self.memory);
        memory.note_game(remote.name());
        let note_game = Box::new(move |game: &str| memory.note_game(game));
        let on_server = OnServer::Game { game: Box::new(remote), note_game };
        let end = self.fill_screen(Beginning::Game, notes, table, on_server)?;
        Ok(match end.after {
            AfterBoard::Lobby => RemoteEnd::Lobby,
            AfterBoard::Game(game) => bail!("the board led to another game, {}", visible(&game.game)),
            AfterBoard::Nothing => RemoteEnd::Quit,
        })
    }

    /// Shows something on the server until it is left.
    fn fill_screen(
        &mut self,
        beginning: Beginning,
        mut notes: Vec<String>,
        table: Table,
        on_server: OnServer,
    ) -> anyhow::Result<ScreenEnd> {
        // A settings file that is wrong keeps nobody from playing.
        let settings = self.args.data.settings().map(|settings| settings.board);
        notes.splice(0..0, settings.as_ref().err().map(|why| format!("{why:#}")));
        let end = full_screen::run(FullScreen {
            table,
            language: self.language,
            settings: settings.unwrap_or_default(),
            settings_path: self.args.data.settings_path(),
            beginning,
            notes,
            signals: self.signals.clone(),
            server: Some((&self.client, on_server)),
        })?;
        self.language = end.language;
        self.client.speak(end.language);
        Ok(end)
    }

    /// A table that shows the game.
    fn table(&self) -> anyhow::Result<Table> {
        let setting = TableSetup {
            players: BySeat([Player::Human, Player::Human]),
            rules: None,
            position: None,
            opening: None,
            book: BookSetting::default(),
            yielding: Yielding::Never,
            game_seed: None,
            time: None,
            first_moves: FirstMoves::Free,
            rng: Rng::from_seed(now().0),
            archive: None,
            engines: Box::new(EngineProcesses::default()),
            files: Box::new(DiskFiles::new(&self.interrupt)),
        };
        Table::new(setting, now()).map_err(|why| anyhow!(refusal(self.language, &why)))
    }
}

/// The game that the flags describe, where they describe one.
fn seat_wish(args: &Args, language: Language) -> anyhow::Result<Option<SeatWish>> {
    let level = |player: &Option<Player>| match player {
        Some(Player::Level(level)) => Ok(Some(*level)),
        Some(Player::Human) | None => Ok(None),
        Some(Player::Engine(_)) => bail!(language.choose(ByLanguage {
            english: "engines of your own do not play on a server: name a level of its computer",
            german: "eigene Engines spielen nicht auf einem Server: nenne eine Stufe seines Computers",
        })),
    };
    let named = args.named_players()?;
    let (opponent, color) = match (level(&named.white)?, level(&named.black)?) {
        (Some(_), Some(_)) => bail!(language.choose(ByLanguage {
            english: "you play on a server yourself: name a level for one side only",
            german: "auf einem Server spielst du selbst: nenne eine Stufe nur für eine Seite",
        })),
        (Some(level), None) => (computer(level), Some(Color::Black)),
        (None, Some(level)) => (computer(level), Some(Color::White)),
        (None, None) => (OpponentChoice::Lobby, own_side(args)),
    };
    let rules = args.rules.as_deref().map(|name| rule_name(Path::new(name), language)).transpose()?;
    let clock = args.clock.as_ref().map(ToString::to_string);
    let is_wish = opponent != OpponentChoice::Lobby || rules.is_some() || clock.is_some() || color.is_some();
    Ok(is_wish.then_some(SeatWish { opponent, rules, clock, color }))
}

fn computer(level: Level) -> OpponentChoice {
    OpponentChoice::Computer(level.number())
}

/// The side of whoever says that a person has it.
fn own_side(args: &Args) -> Option<Color> {
    match (&args.white, &args.black) {
        (Some(Player::Human), None) => Some(Color::White),
        (None, Some(Player::Human)) => Some(Color::Black),
        _ => None,
    }
}

/// The name of a rule set that every server has.
fn rule_name(name: &Path, language: Language) -> anyhow::Result<String> {
    let known = name.to_str().filter(|name| find_rules(name).is_ok());
    known.map(str::to_owned).ok_or_else(|| {
        anyhow!(language.choose(ByLanguage {
            english: "on a server the rules are those that tabiya rules lists: rule files are opened in its page",
            german: "auf einem Server gelten Regeln, die tabiya rules nennt: Regeldateien öffnet man auf seiner Seite",
        }))
    })
}
