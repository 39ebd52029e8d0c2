//! Games from files.

use std::io::Read;
use std::path::Path;

use tabiya_files::{Form, GameReader, OpenedGame, Pardon, Provenance, open_game};
use tabiya_game::{BySeat, Event, Game, GameStart, Moment, PgnTime, Seat, TimeControl};
use tabiya_notation::RuleFile;
use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_rules::{ByColor, Color, FIDE};

use crate::file_trouble::{OpenFault, OpenTrouble};
use crate::game_source::GameSource;
use crate::games::NextGame;
use crate::player::{Player, only_human};
use crate::refusal::TableRefusal;
use crate::reply::{OpenedFile, OpeningNote, Reply};
use crate::request::Sides;
use crate::saving::{Document, Extent};
use crate::session::Lineup;
use crate::table::{Table, start, told_level};
use crate::tags::{ToldPlayer, told_players};

/// Where games are written down.
#[derive(Clone, Copy)]
enum Origin<'a> {
    File(&'a Path),
    /// A text without a file.
    Text,
}

/// The game that was asked for, and where it is written down.
struct FileContent<'a> {
    opened: OpenedGame,
    form: Form,
    /// Its place there, from 1.
    number: usize,
    has_more: bool,
    origin: Origin<'a>,
}

/// Who plays a game that was opened, and who has which color.
struct Seating {
    players: BySeat<Player>,
    seats: ByColor<Seat>,
}

impl<'a> Origin<'a> {
    fn file(self) -> Option<&'a Path> {
        match self {
            Origin::File(path) => Some(path),
            Origin::Text => None,
        }
    }

    fn trouble(self, why: OpenFault) -> OpenTrouble {
        match self {
            Origin::File(path) => OpenTrouble::Content(path.to_owned(), why),
            Origin::Text => OpenTrouble::Text(why),
        }
    }
}

impl Table {
    /// Goes on from a game in a file.
    pub(crate) fn open(
        &mut self,
        path: &Path,
        number: usize,
        sides: Sides,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        let form = Form::of_input(path).unwrap_or(Form::Pgn);
        let input = self.files.read(path).map_err(|why| TableRefusal::NotOpened(why.into()))?;
        let mut games = GameReader::new(form, input, self.told_rules(), Pardon::Nothing);
        let content =
            read_content(&mut games, form, number, Origin::File(path)).map_err(TableRefusal::NotOpened)?;
        self.open_content(content, sides, at)
    }

    /// Goes on from the first game of a text.
    pub(crate) fn open_text(&mut self, text: &str, sides: Sides, at: Moment) -> Result<Reply, TableRefusal> {
        let mut games = GameReader::new(Form::Pgn, text.as_bytes(), self.told_rules(), Pardon::Nothing);
        let content =
            read_content(&mut games, Form::Pgn, 1, Origin::Text).map_err(TableRefusal::NotOpened)?;
        self.open_content(content, sides, at)
    }

    fn open_content(
        &mut self,
        content: FileContent<'_>,
        sides: Sides,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        let FileContent { opened, form, number, has_more, origin } = content;
        let path = origin.file();
        let mut notes = reading_notes(origin, &opened, has_more && number == 1);
        let pgn = opened.game;
        // Of XML, which names no rules, the reader itself says how it was understood.
        if form == Form::Pgn {
            self.note_rules(&pgn, &mut notes);
        }
        let seating = match sides {
            // BYU's form is for two people at one board.
            Sides::File if form == Form::Xml => {
                Seating { players: BySeat([Player::Human, Player::Human]), seats: self.game().seats() }
            }
            Sides::File => self.seating(&pgn, &mut notes),
            Sides::Table => self.own_seating(),
        };
        let time = self.time_of(&pgn, &mut notes);
        let (game, events) = self.game_of(&pgn, &seating, time, at)?;
        let moves = game.history().len();
        let result = (game.ending().is_none() && pgn.ending != PgnEnding::Unknown).then_some(pgn.ending);
        // Only PGN says anything of a game beside its moves.
        let source = (form == Form::Pgn).then(|| GameSource {
            file: path.and_then(|path| self.files.find(path).filter(|_| !self.is_compressed(path))),
            provenance: Provenance::new(pgn, number as u64, number as u64 + u64::from(has_more)),
            moves,
            names: self.session.lineup.names.clone(),
        });
        let lineup = Lineup { players: seating.players, title: None, ..self.session.lineup.clone() };
        let own = path.filter(|_| form == Form::Xml).and_then(|path| self.files.find(path));
        let pgn = game.to_pgn();
        let next = NextGame { game, events, source, lineup, is_set_up: false, is_own_match: true };
        let before = self.replace(next, at)?;
        if let Some(file) = own {
            // What the file does not say of the game is not lost when it is saved there again.
            let left_out = self.losses(form, &self.session.to_pgn(Extent::Line)).unwrap_or_default();
            self.documents.insert(file, Document { number: 1, pgn, left_out });
        }
        self.last_file = path.map(Path::to_owned);
        self.level = told_level(&self.session.lineup.players).unwrap_or(self.level);
        // A clock that goes on does not wait.
        self.is_waiting = self.game().clock().is_none();
        Ok(Reply::Opened(Box::new(OpenedFile {
            before,
            notes,
            names: ByColor::from_fn(|color| self.session.name(color)),
            result,
            progress: self.session.progress(),
            introduction: self.introduction(),
        })))
    }

    /// The rules of what does not name its own, where they are not merely the usual ones.
    fn told_rules(&self) -> Option<&RuleFile> {
        (self.are_rules_told || self.rules.rules != FIDE).then_some(&self.rules)
    }

    /// Notes that a game is not played by the rules that somebody named.
    fn note_rules(&self, pgn: &PgnGame, notes: &mut Vec<OpeningNote>) {
        if let Some(told) = self.told_rules().filter(|told| told.rules != *pgn.rules()) {
            let name = |rules: &RuleFile| rules.display_name().to_owned();
            notes.push(OpeningNote::OwnRules { own: name(&pgn.rule_file()), told: name(told) });
        }
    }

    fn game_of(
        &self,
        pgn: &PgnGame,
        seating: &Seating,
        time: Option<TimeControl>,
        at: Moment,
    ) -> Result<(Game, Vec<Event>), TableRefusal> {
        let lineup = Lineup { players: seating.players.clone(), ..self.session.lineup.clone() };
        let start =
            start(&self.rules_of(pgn), pgn.start().setup(), seating.seats, &lineup, (time, self.first_moves));
        let start = GameStart { names: names(pgn, start.seats, start.names), ..start };
        Ok(Game::resume_pgn(pgn, start, at)?)
    }

    /// The rules of a game; chess has the name that it has here.
    fn rules_of(&self, pgn: &PgnGame) -> RuleFile {
        let is_here = self.rules.rules == FIDE && *pgn.rules() == FIDE;
        if is_here { self.rules.clone() } else { pgn.rule_file() }
    }

    fn own_seating(&self) -> Seating {
        Seating { players: self.session.lineup.players.clone(), seats: self.game().seats() }
    }

    /// Who plays: those whom the file names, else whoever is here. A person keeps their seat, and takes the side that
    /// the file gives them.
    fn seating(&self, pgn: &PgnGame, notes: &mut Vec<OpeningNote>) -> Seating {
        let here = self.own_seating();
        let Some(told) = told_players(pgn) else { return here };
        let by_color = ByColor {
            white: self.player_of(told.white, Color::White, notes),
            black: self.player_of(told.black, Color::Black, notes),
        };
        let by_seat = |seats: ByColor<Seat>| {
            BySeat::from_fn(|seat| {
                by_color.get(if seats.white == seat { Color::White } else { Color::Black }).clone()
            })
        };
        let players = by_seat(here.seats);
        let exchanged = ByColor { white: here.seats.black, black: here.seats.white };
        match (only_human(&here.players), only_human(&players)) {
            (Some(before), Some(now)) if before != now => {
                Seating { players: by_seat(exchanged), seats: exchanged }
            }
            _ => Seating { players, seats: here.seats },
        }
    }

    /// A program is only ever started by its command, which a file does not tell: it plays if it is here.
    fn player_of(&self, told: ToldPlayer, color: Color, notes: &mut Vec<OpeningNote>) -> Player {
        let program = match told {
            ToldPlayer::Human => return Player::Human,
            ToldPlayer::Level(level) => return Player::Level(level),
            ToldPlayer::Program(name) => name,
        };
        let here = self.session.lineup.players.0.iter();
        let mut same = here.filter(|player| player.computer_name().as_deref() == Some(program.as_str()));
        if let Some(player) = same.next() {
            return player.clone();
        }
        let by = Player::Level(self.level);
        notes.push(OpeningNote::Substitute { program, color, by: by.clone() });
        by
    }

    /// The clock of a game that is opened: its own, if it goes on; the one that was asked for where it begins here.
    fn time_of(&self, pgn: &PgnGame, notes: &mut Vec<OpeningNote>) -> Option<TimeControl> {
        match PgnTime::of(pgn) {
            PgnTime::None if pgn.is_empty() => return self.time.clone(),
            PgnTime::None if self.time.is_some() => notes.push(OpeningNote::NoClock),
            PgnTime::WithoutControl if self.time.is_some() => notes.push(OpeningNote::ControlMissing),
            PgnTime::None | PgnTime::WithoutControl => {}
            PgnTime::Unknown(_) => {
                let tag = pgn.tags.get("TimeControl").unwrap_or_default();
                notes.push(OpeningNote::UnknownClock(tag.to_owned()));
            }
            PgnTime::Told(control) | PgnTime::WithoutTimes(control) if pgn.ending != PgnEnding::Unknown => {
                if self.time.is_some() {
                    notes.push(OpeningNote::ClockStopped(control));
                }
            }
            PgnTime::WithoutTimes(control) => notes.push(OpeningNote::TimesMissing(control)),
            PgnTime::Told(control) => {
                if self.time.as_ref().is_some_and(|asked| *asked != control) {
                    notes.push(OpeningNote::OwnClock(control.clone()));
                }
                return Some(control);
            }
        }
        None
    }
}

fn read_content<'a>(
    games: &mut GameReader<impl Read>,
    form: Form,
    number: usize,
    origin: Origin<'a>,
) -> Result<FileContent<'a>, OpenTrouble> {
    let opened = open_game(games, number as u64).map_err(|why| origin.trouble(why.into()))?;
    let rest = games.skip_game().map_err(|why| origin.trouble(why.into()))?;
    Ok(FileContent { opened, form, number, has_more: rest.is_some(), origin })
}

fn reading_notes(origin: Origin<'_>, opened: &OpenedGame, has_more: bool) -> Vec<OpeningNote> {
    let mut notes: Vec<OpeningNote> = opened.notes.iter().cloned().map(OpeningNote::Read).collect();
    let damage = opened.damage.clone();
    notes.extend(
        damage.map(|damage| OpeningNote::Damaged { path: origin.file().map(Path::to_owned), damage }),
    );
    notes.extend(has_more.then_some(match origin {
        Origin::File(_) => OpeningNote::More,
        Origin::Text => OpeningNote::MoreInText,
    }));
    notes
}

/// What the players of a game are called, where it says so.
fn names(game: &PgnGame, seats: ByColor<Seat>, mut names: BySeat<String>) -> BySeat<String> {
    for color in Color::ALL {
        if let Some(name) = crate::tags::player_name(game, color) {
            names[*seats.get(color)] = name.to_owned();
        }
    }
    names
}
