//! `tabiya play`: what the boards and their table are made of on this machine: the one of `tabiya-tui` that fills the screen of a
//! terminal (`full_screen`), and the plain one of `tabiya-plain`.
//!
//! A game on somebody's server is played at the same boards (`on_server`).
//!
//! Records and files are on its disk (`disk_archive`, `disk_record`, `disk_files`), engines are its processes
//! (`engines`), rule files are read by `command_host`. Ctrl-C waits for whoever writes a file (`interrupt`). Lines that are
//! typed at a terminal are kept for the arrows (`line_history`) and completed, also with names of files (`file_names`).
//! `tests/play/transcripts/` holds talks as they should go.

mod command_host;
mod disk_archive;
mod disk_files;
mod disk_record;
mod engines;
mod file_names;
mod full_screen;
mod interrupt;
mod line_history;
mod on_server;
mod signal_watch;
mod stamp;

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use clap::builder::TypedValueParser;
use tabiya_arena::engine_process::EngineSpec;
use tabiya_engine::{GameSeed, Level, LevelName, RatingScale, Rng, Yielding};
use tabiya_game::{BySeat, FirstMoves, TimeControl};
use tabiya_openings::{NotAnOpening, OpeningLine, find_opening};
use tabiya_plain::{AtTerminal, BackgroundComputer, Conversation, LineEditing, PlainBoard, now, typed_line};
use tabiya_remote::{NotALink, ServerLink};
use tabiya_rules::{ByColor, ByLanguage, FIDE, Language};
use tabiya_system::visible;
use tabiya_table::talk::words::{self, refusal};
use tabiya_table::talk::{MoveTelling, read_fen};
use tabiya_table::{
    Archive, BookSetting, BookWish, LeftOver, NotAPlayer, Player, Reply, Request, Sides, Table, TableSetup,
    WaitingChoice, WaitingGames,
};
use tabiya_tui::Beginning;

use command_host::CommandHost;
use disk_archive::DiskArchive;
use disk_files::DiskFiles;
use engines::EngineProcesses;
use file_names::file_names;
use full_screen::FullScreen;
use interrupt::Interrupt;
use line_history::LineHistory;
use signal_watch::SignalWatch;

use crate::output::{Status, tell};
use crate::settings::DataArgs;
use crate::system_language::{parse_language, system_language};
use crate::{rule_set, wrong_usage};

/// Play a game, against the computer or somebody beside you
#[derive(clap::Args)]
#[command(after_long_help = notes())]
pub struct Args {
    /// A game or position to go on from: .pgn, .xml, .fen or .epd
    ///
    /// Also compressed (.gz, .zst).
    #[arg(value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,

    /// Who has White: human, a level (1 to 9), elo:1400, a UCI engine
    ///
    /// A rating from 400 on is written elo:1400 or 1400; an engine by its path, with arguments if it needs them. Of the levels, 1 moves by chance and 9
    /// as well as it can. [default: you, or a computer of rating 800 against you]
    #[arg(long, value_name = "WHO", value_parser = parse_player)]
    white: Option<Player>,

    /// Who has Black: the same
    ///
    /// [default: a computer of rating 800, or you against a computer]
    #[arg(long, value_name = "WHO", value_parser = parse_player)]
    black: Option<Player>,

    /// How well the computer plays, as a rating from 400 on
    ///
    /// It has the side that is nobody's yet: Black, unless --black is yours. About 400 has just learnt the moves, 1000 sees what can be taken, 1600 plays in
    /// a club, 2200 is nearly a master; the end of this page names every step.
    #[arg(long, value_name = "RATING", value_parser = parse_rating)]
    elo: Option<Level>,

    /// The computer plays to the end: it neither resigns nor agrees to a draw
    ///
    /// Otherwise it takes draws, and by rating, from 1200 on, it gives up what is lost, both after ten moves. A game that waits remembers it.
    #[arg(long)]
    to_the_end: bool,

    /// The rule set, by name (tabiya rules) or by its file
    ///
    /// [default: what FILE says, else fide]
    #[arg(long, value_name = "NAME")]
    rules: Option<OsString>,

    /// The position to begin with, as FEN, X-FEN or Shredder-FEN
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// The opening to begin with, by its name or code
    ///
    /// Its moves are made for both sides.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["file", "fen"], value_parser = parse_opening)]
    opening: Option<&'static OpeningLine>,

    /// Whether the computer plays openings by a book, from level 4 on: on, off, or the path of a Polyglot book [default: on]
    #[arg(long, value_name = "WHICH", value_parser = clap::builder::OsStringValueParser::new().map(book_wish))]
    book: Option<BookWish>,

    /// Minutes for each side and seconds a move, such as 5+3
    ///
    /// Also 5d3, 90s, 40/90+30,30+30. Minutes, as players write it, while `tabiya match --tc` counts seconds, as users of engines do.
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,

    /// Go on with the game left last, or with this one
    ///
    /// By its number in --list, by the word behind that, or by the name that you gave it. Numbers change when games
    /// come and go, words and names do not.
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = "1")]
    #[arg(conflicts_with_all = ["file", "white", "black", "elo", "fen", "clock", "opening"])]
    resume: Option<WaitingChoice>,

    /// List the games that wait, the one left last first
    #[arg(long, conflicts_with_all = ["file", "white", "black", "elo", "fen", "clock", "opening", "resume"])]
    list: bool,

    /// Throw away a game that waits: its number, word or name
    ///
    /// As --list shows them. At a terminal you are asked first where you say a number, which may have become
    /// another game's.
    #[arg(long, value_name = "GAME")]
    #[arg(conflicts_with_all = ["file", "white", "black", "elo", "fen", "clock", "opening", "resume", "list"])]
    throw_away: Option<WaitingChoice>,

    /// Play on a server: its address, or a link to a game there
    ///
    /// Your running game there is gone on with; else its lobby lists who waits for an opponent. With --white or --black and
    /// a level you play its computer, with --clock or --rules you offer a seat, where no game of yours runs there.
    #[arg(long, value_name = "URL", value_parser = parse_server, help_heading = SERVER)]
    #[arg(conflicts_with_all = ["file", "fen", "opening", "book", "resume", "list", "throw_away", "seed", "to_the_end"])]
    server: Option<ServerLink>,

    /// What you are called there [default: as the last time, else what the settings file says]
    #[arg(long, value_name = "NAME", requires = "server", help_heading = SERVER)]
    name: Option<String>,

    /// Trust the certificates in this file, such as your club's own, beside those that the system trusts
    #[arg(long, value_name = "FILE", requires = "server", help_heading = SERVER)]
    tls_ca: Option<PathBuf>,

    /// Sentences only, for slow lines and screen readers
    ///
    /// Also at a terminal, where else the board fills the screen.
    #[arg(long)]
    plain: bool,

    /// How the board in sentences tells moves: in sentences, as in books (san: 1. Nf3), or both
    #[arg(long, value_name = "HOW", default_value = "sentences", hide_default_value = true)]
    tell: MoveTelling,

    /// The language of the board: en or de [default: what the settings file says, else the system's]
    #[arg(long, value_name = "CODE", value_parser = parse_language)]
    language: Option<Language>,

    /// Let chance come out the same again: the computer's moves, and the start of chess960
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    #[command(flatten)]
    data: DataArgs,
}

/// The flags of games on a server.
const SERVER: &str = "On a server";

/// What stands below the options.
fn notes() -> String {
    let (how, examples) = NOTES;
    format!("{how}\n\n{}\n\n{examples}", strengths())
}

/// What levels and ratings mean.
fn strengths() -> String {
    let lowest = Level::LOWEST_RATING;
    let (below, rated): (Vec<Level>, Vec<Level>) =
        Level::numbered().partition(|level| level.rating() < lowest);
    let below = below.last().map_or(0, |level| level.number());
    let rated = rated.iter().map(|level| format!("{level} about {}", rounded(level.rating())));
    let rated = rated.collect::<Vec<_>>().join(", ");
    let steps = Level::ladder().map(|level| format!("{level} {}", LevelName(level)));
    let steps = steps.collect::<Vec<_>>().join(", ");
    format!(
        "The levels by rating: 1 to {below} below {lowest}, {rated}.\n\nThe steps of the ratings: {steps}. {RatingScale}"
    )
}

/// A rating to the nearest ten: nobody has measured it better.
fn rounded(rating: u16) -> u16 {
    (rating + 5) / 10 * 10
}

/// How it is played, and examples.
const NOTES: (&str, &str) = (
    "\
At a terminal the board fills the screen: a menu comes first, unless a flag
says what to play; arrows, mouse and typing move, ? shows all keys. With
--plain, and where input or output is no terminal, it talks in lines: type
moves and commands; help lists them. Moves are taken in any notation (e2e4,
Nf3, exd5, e8=Q, O-O), and every refused one is told why.

With --plain at a terminal, lines can be edited: the arrows find earlier ones
(kept in play-history in the data folder), Tab completes commands, moves and
names of files, Ctrl-C takes away what is typed and then leaves, Ctrl-D leaves.
TERM=dumb does without all that. Several moves fit on a line, Nf3 Nc6: one that
is refused changes nothing of those before it, and against the computer only
the first is made, because it answers first.

Every move is on disk before it is told; where it cannot be kept, it is refused
with the reason. A game that was left, by quit, Ctrl-C or a power cut, waits:
the next tabiya play offers it, and --resume goes on with it at once; --list
tells which there are, and --throw-away throws one away. Finished games are kept as PGN in the folder games of
the data folder. End of input ends with status 0.

An opening that is known by name is told while it lasts. With --opening, such
as C65 or 'Sicilian Najdorf', its moves are made for both sides and the players
go on from there.

A game from a file goes on with the players and the clock that the file tells,
unless --white or --black say otherwise. save puts it back in its place, with
everything that was said of it; the other games of the file stay as they are.

With --server the game is on a server of Tabiya's, somebody's at home or a club's, against whoever is there
in a browser or at a terminal, or against its computer. The server decides and keeps the game; a lost
connection comes back by itself, and the same command goes back to the running game. Who you are there is
kept in servers.json in the data folder. A certificate of the club's own is trusted with --tls-ca FILE, or
by SSL_CERT_FILE.",
    "\
Examples:
  tabiya play                                choose a game, or go on with one
  tabiya play --black 5                      you have White against level 5
  tabiya play --white 2                      you have Black against level 2
  tabiya play --elo 1400                     against somebody of that rating
  tabiya play --white human --black human    two people on one board
  tabiya play --rules hong --clock 10+5
  tabiya play --black 'gnuchess --uci'       against somebody's engine
  tabiya play --opening 'Ruy Lopez' --white 6
  tabiya play --black 7 --book my-book.bin
  tabiya play game.pgn
  tabiya play --plain --tell san             moves as in books: 1. Nf3
  tabiya play --server http://192.168.1.7:8064 --name Ann
  tabiya play --server 'https://chess.example.org/aB3dE6gH#join=KEY'
  tabiya play --server https://chess.example.org --black 5 --clock 10+5
  tabiya play --language de                  in German; commands may be typed in either language
  printf 'e4\\nboard\\n' | tabiya play --seed 1",
);

pub fn run(args: &Args) -> anyhow::Result<Status> {
    // Before anything is begun that nobody could see.
    let out = tabiya_system::stdout()?;
    let interrupt = Interrupt::default();
    let settings = args.data.settings_for_folder()?;
    let folder = args.data.folder_by(&settings);
    let language = args.language.or(settings.language).unwrap_or_else(system_language);
    if let Some(link) = &args.server {
        let (folder, usual_name) = (folder.ok(), settings.name.clone());
        let editing = line_editing(folder.as_deref().map(LineHistory::new), &interrupt, language);
        let game = on_server::ServerGame { args, link, usual_name, folder, language, editing };
        return on_server::run(game, out);
    }
    let not_kept = |why: &anyhow::Error| match language {
        Language::English => format!("Games are not kept: {why:#}."),
        Language::German => format!("Partien werden nicht aufbewahrt: {why:#}."),
    };
    let mut notes: Vec<String> = folder.as_ref().err().map(not_kept).into_iter().collect();
    let hint = args.clock.as_ref().and_then(|clock| clock.seconds_hint(language));
    notes.extend(hint.map(|hint| format!("{hint}.")));
    let only_keeps = args.list || args.throw_away.is_some();
    let is_full_screen = !args.plain && !only_keeps && full_screen::is_possible();
    let history = folder.as_ref().ok().map(|folder| LineHistory::new(folder));
    let archive =
        folder.ok().map(|folder| Box::new(DiskArchive::new(folder, &interrupt)) as Box<dyn Archive>);
    let book = args.book.clone().or(settings.book.clone().map(BookWish::File)).unwrap_or(BookWish::On);
    let mut table = set_table(args, archive, &interrupt, language, is_full_screen)?;
    if args.list {
        return list_waiting(&mut table, out, language);
    }
    if let Some(choice) = &args.throw_away {
        return throw_away(&mut table, choice, out, language);
    }
    table.ask(Request::Book(book), now()).map_err(|why| anyhow!(refusal(language, &why)))?;
    if is_full_screen {
        drop(out);
        return show(args, table, notes, language);
    }
    let mut board = PlainBoard::new(table, Box::new(CommandHost::new(&interrupt, language)), language);
    board.set_telling(args.tell);
    if let Some(choice) = &args.resume {
        notes.push(board.begin(Request::Continue(choice.clone()))?);
        // The game goes on with its own book, unless another is named.
        if let Some(book) = args.book.clone() {
            notes.push(board.begin(Request::Book(book))?);
        }
    } else {
        notes.extend(board.look_around());
        notes.push(match &args.file {
            Some(file) => {
                board.begin(Request::Open { path: file.clone(), number: None, sides: sides(args) })?
            }
            None => board.introduction(),
        });
    }
    notes.extend(board.differences());
    let first = ByLanguage {
        english: "Type a move such as e2e4 or Nf3, or help.",
        german: "Gib einen Zug ein, wie e2e4 oder Nf3, oder hilfe.",
    };
    notes.push(language.choose(first).to_owned());
    interrupt.watch(language)?;
    let at_terminal = if args.plain { AtTerminal::Sentences } else { AtTerminal::Board };
    let editing = line_editing(history, &interrupt, language);
    let stop = Arc::new(AtomicBool::new(false));
    let computer = BackgroundComputer::new(Box::new(EngineProcesses::stopped_by(Arc::clone(&stop))), stop);
    let talk = Conversation::with_line_editing(board, out, at_terminal, editing).with_background(computer);
    talk.run(&notes)?;
    Ok(Status::Done)
}

/// What lines need that are edited at a terminal. Without a data folder they are remembered as long as the board is there.
fn line_editing(history: Option<LineHistory>, interrupt: &Interrupt, language: Language) -> LineEditing {
    let interrupt = interrupt.clone();
    LineEditing {
        remembered: history.as_ref().map(LineHistory::lines).unwrap_or_default(),
        remember: Box::new(move |line| {
            if let Some(history) = &history {
                history.add(line);
            }
        }),
        file_names,
        interrupt: Box::new(move || interrupt.press(language)),
    }
}

/// The board that fills the screen.
fn show(args: &Args, mut table: Table, mut notes: Vec<String>, language: Language) -> anyhow::Result<Status> {
    let ask = |table: &mut Table, request| {
        table.ask(request, now()).map_err(|why| anyhow!(refusal(language, &why)))
    };
    let beginning = if let Some(choice) = &args.resume {
        notes.push(words::reply(language, &ask(&mut table, Request::Continue(choice.clone()))?));
        if let Some(book) = args.book.clone() {
            notes.push(words::reply(language, &ask(&mut table, Request::Book(book))?));
        }
        Beginning::Game
    } else {
        let left = table.look_around(now());
        let how = language
            .choose(ByLanguage { english: " Ctrl-G goes on with it.", german: " Strg-G setzt sie fort." });
        notes.extend(left.iter().map(|left| {
            let how = if matches!(left, LeftOver::Waiting { .. }) { how } else { "" };
            format!("{}{how}", words::left_over(language, left))
        }));
        match &args.file {
            Some(file) if table.games_in(file).is_ok_and(|found| found.games.len() > 1) => {
                Beginning::GamesOf { path: file.clone(), sides: sides(args) }
            }
            Some(file) => {
                let open = Request::Open { path: file.clone(), number: None, sides: sides(args) };
                match ask(&mut table, open)? {
                    Reply::Opened(opened) => Beginning::OpenedGame(opened),
                    reply => {
                        notes.push(words::reply(language, &reply));
                        Beginning::Game
                    }
                }
            }
            None if args.says_what_to_play() => {
                notes.push(words::introduction(language, &table.introduction()));
                Beginning::Game
            }
            None => Beginning::Menu,
        }
    };
    let rules = table.game().rules().rules;
    notes.extend(words::differences(language, &rules).filter(|_| beginning != Beginning::Menu));
    // A settings file that is wrong keeps nobody from playing.
    let settings = args.data.settings().map(|settings| settings.board);
    notes.extend(settings.as_ref().err().map(|why| format!("{why:#}")));
    let signals = SignalWatch::default();
    signals.watch()?;
    full_screen::run(FullScreen {
        table,
        language,
        settings: settings.unwrap_or_default(),
        settings_path: args.data.settings_path(),
        beginning,
        notes,
        signals: signals.clone(),
        server: None,
    })?;
    Ok(signals.status())
}

/// Lists the games that wait, a line each.
fn list_waiting(
    table: &mut Table,
    mut out: std::io::StdoutLock<'static>,
    language: Language,
) -> anyhow::Result<Status> {
    let waiting = table.waiting_games().map_err(|why| anyhow!(refusal(language, &why)))?;
    let WaitingGames { games, notes } = waiting;
    notes.iter().for_each(|note| tell(words::left_over(language, note)));
    for (number, game) in (1..).zip(&games) {
        writeln!(out, "{number}  {}  {}", game.mark, words::dated_waiting(language, game))?;
    }
    let example = games.last().map(|game| game.mark.as_str()).unwrap_or_default();
    let total = match (language, games.len()) {
        (Language::English, 0) => "No game waits.".to_owned(),
        (Language::English, 1) => {
            format!(
                "1 game waits: tabiya play --resume goes on with it, --throw-away {example} throws it away."
            )
        }
        (Language::English, games) => {
            format!(
                "{games} games wait: tabiya play --resume {example} goes on with one, --throw-away {example} throws it away."
            )
        }
        (Language::German, 0) => "Keine Partie wartet.".to_owned(),
        (Language::German, 1) => {
            format!(
                "1 Partie wartet: tabiya play --resume setzt sie fort, --throw-away {example} wirft sie weg."
            )
        }
        (Language::German, games) => {
            format!(
                "{games} Partien warten: tabiya play --resume {example} setzt eine fort, --throw-away {example} wirft sie weg."
            )
        }
    };
    writeln!(out, "{total}")?;
    Ok(Status::Done)
}

/// Throws a game away that waits. Whoever says its number is asked first, where there is somebody to ask.
fn throw_away(
    table: &mut Table,
    choice: &WaitingChoice,
    mut out: std::io::StdoutLock<'static>,
    language: Language,
) -> anyhow::Result<Status> {
    let told = |why| anyhow!(refusal(language, &why));
    let waiting = table.waiting_games().map_err(told)?;
    waiting.notes.iter().for_each(|note| tell(words::left_over(language, note)));
    let how = language.choose(ByLanguage {
        english: ": tabiya play --list shows them",
        german: ": tabiya play --list zeigt sie",
    });
    let game = waiting.find(choice).map_err(|why| anyhow!("{}{how}", refusal(language, &why)))?;
    let words = words::dated_waiting(language, game);
    let is_number = matches!(choice, WaitingChoice::Number(_));
    if is_number && std::io::stdin().is_terminal() && out.is_terminal() {
        let question = language.choose(ByLanguage {
            english: "Throw this game away for good? y throws it away:",
            german: "Diese Partie für immer wegwerfen? j wirft sie weg:",
        });
        write!(out, "{words}\n{question} ")?;
        out.flush()?;
        let is_meant = |answer: String| matches!(answer.to_lowercase().as_str(), "y" | "yes" | "j" | "ja");
        if !typed_line().is_some_and(is_meant) {
            let kept = ByLanguage { english: "The game still waits.", german: "Die Partie wartet weiter." };
            writeln!(out, "{}", language.choose(kept))?;
            return Ok(Status::Done);
        }
    }
    table.ask(Request::ThrowAway(game.record.clone()), now()).map_err(told)?;
    match language {
        Language::English => writeln!(out, "This game is thrown away: {words}")?,
        Language::German => writeln!(out, "Diese Partie ist weggeworfen: {words}")?,
    }
    if is_number && waiting.games.len() > 1 {
        tell(language.choose(ByLanguage {
            english: "note: other games may have other numbers now; the words in --list stay",
            german: "Hinweis: andere Partien haben jetzt vielleicht andere Nummern; die Wörter in --list bleiben",
        }));
    }
    Ok(Status::Done)
}

/// The table that was asked for.
fn set_table(
    args: &Args,
    archive: Option<Box<dyn Archive>>,
    interrupt: &Interrupt,
    language: Language,
    is_full_screen: bool,
) -> anyhow::Result<Table> {
    let rules = args.rules.as_deref().map(|name| rule_set::load_in(language, name)).transpose()?;
    let position = match &args.fen {
        Some(fen) => Some(
            read_fen(language, fen, rules.as_ref().map_or(FIDE, |told| told.rules).intern())
                .map_err(|why| anyhow!(why))?,
        ),
        None => None,
    };
    // Whoever looks at a board that fills the screen sees the clock start.
    let first_moves = if is_full_screen { FirstMoves::OneFree } else { FirstMoves::Timed };
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one("tabiya"));
    let setting = TableSetup {
        players: players(args.named_players()?),
        rules,
        position,
        opening: args.opening,
        book: BookSetting::default(),
        yielding: if args.to_the_end { Yielding::Never } else { Yielding::AsPeople },
        game_seed: args.seed.map(GameSeed),
        time: args.clock.clone(),
        first_moves,
        rng: Rng::from_seed(seed),
        archive,
        engines: Box::new(EngineProcesses::default()),
        files: Box::new(DiskFiles::new(interrupt)),
    };
    Table::new(setting, now()).map_err(|why| anyhow!(refusal(language, &why)))
}

impl Args {
    /// Who was named for each side; a rating is that of whoever was not.
    fn named_players(&self) -> anyhow::Result<ByColor<Option<Player>>> {
        let (white, black, rated) = (self.white.clone(), self.black.clone(), self.elo.map(Player::Level));
        match (&white, &black, &rated) {
            (Some(_), Some(_), Some(_)) => Err(wrong_usage(
                "play",
                "--elo is for the side that is nobody's yet, and --white and --black name both: write --black elo:1400",
            )),
            (None, Some(_), Some(_)) => Ok(ByColor { white: rated, black }),
            (_, None, Some(_)) => Ok(ByColor { white, black: rated }),
            (_, _, None) => Ok(ByColor { white, black }),
        }
    }

    /// Whether something says what to play, so that nobody need be asked.
    fn says_what_to_play(&self) -> bool {
        self.white.is_some()
            || self.black.is_some()
            || self.elo.is_some()
            || self.rules.is_some()
            || self.fen.is_some()
            || self.opening.is_some()
            || self.clock.is_some()
    }
}

/// Who plays a game from a file: whoever the command names, else whoever the file names.
fn sides(args: &Args) -> Sides {
    let Args { white, black, elo, .. } = args;
    if white.is_some() || black.is_some() || elo.is_some() { Sides::Table } else { Sides::File }
}

/// As somebody names a rating.
fn parse_rating(text: &str) -> Result<Level, String> {
    let rated = text.parse().ok().filter(|level: &Level| level.is_rated());
    let (lowest, highest) = (Level::LOWEST_RATING, Level::HIGHEST_RATING);
    rated.ok_or_else(|| format!("expected a rating from {lowest} to {highest}"))
}

/// As somebody names a player. A program must be there.
fn parse_player(text: &str) -> Result<Player, String> {
    let player: Player = text.parse().map_err(|why: NotAPlayer| why.to_string())?;
    if let Player::Engine(command) = &player {
        let spec: EngineSpec = command.parse()?;
        if !spec.program().is_file() {
            let program = visible(&spec.program().to_string_lossy());
            return Err(format!("there is no program {program}; {}", NotAPlayer { why: None }));
        }
    }
    Ok(player)
}

fn parse_server(text: &str) -> Result<ServerLink, NotALink> {
    text.parse()
}

fn parse_opening(text: &str) -> Result<&'static OpeningLine, NotAnOpening> {
    find_opening(text)
}

/// As somebody says what to play by: a file that is called as one of the words is written with its folder, `./on`.
fn book_wish(text: OsString) -> BookWish {
    match text.to_str() {
        Some("on") => BookWish::On,
        Some("off") => BookWish::Off,
        _ => BookWish::File(text.into()),
    }
}

/// Who plays: somebody who is not named is the person here, or the usual computer where the person plays the other
/// side.
fn players(ByColor { white, black }: ByColor<Option<Player>>) -> BySeat<Player> {
    let other = |player: &Player| if player.is_human() { Player::USUAL } else { Player::Human };
    BySeat(match (white, black) {
        (Some(white), Some(black)) => [white, black],
        (Some(white), None) => [white.clone(), other(&white)],
        (None, Some(black)) => [other(&black), black],
        (None, None) => [Player::Human, Player::USUAL],
    })
}
