//! One game after the other: new ones, those in files, those that were left.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use tabiya_files::{Form, GameReader, GameWriter, Losses, OpenError, Pardon, open_game};
use tabiya_game::narration::sentence;
use tabiya_game::{By, BySeat, Command, Event, Fact, Game, Seat, Start};
use tabiya_notation::RuleFile;
use tabiya_notation::pgn::PgnGame;
use tabiya_rules::{ByColor, Color, FIDE, Setup};
use tabiya_system::{Draft, Input, shown, visible};

use super::editor::{Edit, Editor, HELP, read_fen};
use super::moment::now;
use super::picture;
use super::shelf::{Left, Shelf, Waiting};
use super::sitting::{Entry, Sitting};
use super::table::{Reply, Table, level_of, start, start_position};
use super::transcript::{Extent, to_pgn};
use crate::rule_set;

impl Table {
    /// Begins another game. Players exchange colors after a game that counts, unless somebody says who has which.
    pub(super) fn new_game(&mut self, color: Option<Color>) -> Reply {
        let seats = self.game().seats();
        let exchanged = ByColor { white: seats.black, black: seats.white };
        let counted = self.game().ending().is_some_and(|ending| ending.points(seats).is_some());
        let seats = match color {
            Some(color) if self.speaker() != color => exchanged,
            None if counted => exchanged,
            _ => seats,
        };
        let position = start_position(&self.rules, &mut self.rng);
        self.begin(&self.rules.clone(), position, seats)
    }

    /// The side of whoever speaks: of the only person, else White's.
    fn speaker(&self) -> Color {
        self.sitting.human_color().unwrap_or(Color::White)
    }

    fn begin(&mut self, rules: &RuleFile, position: Setup, seats: ByColor<Seat>) -> Reply {
        let start = start(rules, position, seats, &self.sitting.seated, self.time.clone());
        let at = now();
        let (game, events) = Game::start(start, at).map_err(|refusal| anyhow!("{refusal}"))?;
        let put_away = self.replace(game, events)?;
        self.rules = rules.clone();
        self.is_waiting = false;
        Ok(format!("{put_away}{}", self.introduction()))
    }

    /// Puts another game on the table. Says what became of the one before.
    fn replace(&mut self, game: Game, events: Vec<Event>) -> Reply {
        let put_away = self.put_away()?;
        let began = events.first().map(|event| event.at).unwrap_or_default();
        self.keeper.begin(vec![Entry::Happened(events)])?;
        self.sitting.earlier = self.sitting.score();
        self.sitting.game = game;
        self.visitors.leave();
        self.sitting.began = began;
        self.is_changed = false;
        Ok(put_away
            .map_or_else(String::new, |path| format!("The game before is kept as {}.\n", shown(&path))))
    }

    /// Keeps the game as PGN, if it has anything that is not kept.
    pub(super) fn put_away(&mut self) -> anyhow::Result<Option<PathBuf>> {
        if !self.is_changed {
            return Ok(None);
        }
        let pgn = self.to_pgn(Extent::Everything);
        let path = self.keeper.archive(&pgn).context("the game cannot be kept")?;
        self.is_changed = false;
        Ok(path)
    }

    pub(super) fn to_pgn(&self, extent: Extent) -> PgnGame {
        let names = ByColor::from_fn(|color| self.shown_name(color));
        to_pgn(self.game(), &names, self.sitting.began, extent)
    }

    /// What the player of a side is called: as told here, or as the game says.
    pub(super) fn shown_name(&self, color: Color) -> String {
        let seat = *self.game().seats().get(color);
        let told = self.sitting.seated.names[seat].clone();
        told.unwrap_or_else(|| self.game().settings().names[seat].clone())
    }

    /// What is played here, by whom, and whose turn it is.
    pub fn introduction(&self) -> String {
        let rules = self.game().rules();
        let name = rules.name.as_deref().map_or("custom".to_owned(), visible);
        let turn = match self.game().ending() {
            Some(_) => self.still_running().err().map_or_else(String::new, sentence),
            None if self.game().position().is_check() => format!("{} is in check.", self.game().turn()),
            None => self.whose_turn(),
        };
        format!("Rules {name}: {}. {turn}", self.sitting.matching())
    }

    pub(super) fn rules(&mut self, name: Option<&str>) -> Reply {
        let Some(name) = name else {
            let rules = self.game().rules();
            let name = rules.name.as_deref().map_or("custom".to_owned(), visible);
            let summary = rules.summary.as_deref().map(|summary| format!(": {}", visible(summary)));
            return Ok(sentence(format!("the rules are {name}{}", summary.unwrap_or_default())));
        };
        let rules =
            rule_set::load(OsStr::new(&home(name))).map_err(|error| anyhow!("no other rules: {error:#}"))?;
        let position = start_position(&rules, &mut self.rng);
        self.begin(&rules, position, self.game().seats())
    }

    pub(super) fn set_up(&mut self, fen: &str) -> Reply {
        let position = read_fen(fen, self.rules.rules.intern()).map_err(|why| anyhow!(why))?;
        self.begin(&self.rules.clone(), position, self.game().seats())
    }

    pub(super) fn edit(&mut self) -> String {
        self.editor = Some(Editor::new(self.game().position().setup(), self.rules.rules.intern()));
        HELP.to_owned()
    }

    /// A line while a position is being put up.
    pub fn edit_line(&mut self, line: &str) -> Reply {
        let bottom = self.bottom();
        let Some(editor) = &mut self.editor else { bail!("no position is being put up") };
        match editor.obey(line).map_err(|why| anyhow!(why))? {
            Edit::Said(told) => Ok(told),
            Edit::Shown => {
                let board = picture::draw(editor.board(), self.view.style, bottom);
                Ok(format!("{board}\n{}", editor.situation()))
            }
            Edit::Cancelled => {
                self.editor = None;
                Ok(format!("Everything is as it was. {}", self.whose_turn()))
            }
            Edit::Done(setup) => {
                let reply = self.begin(&self.rules.clone(), setup, self.game().seats())?;
                self.editor = None;
                Ok(reply)
            }
        }
    }

    pub(super) fn save(&mut self, file: &str, replace: bool) -> Reply {
        let path = PathBuf::from(home(file));
        let form = Form::of_path(&path).unwrap_or(Form::Pgn);
        let is_ours = path.canonicalize().is_ok_and(|path| self.saved.contains(&path));
        if !replace && !is_ours && fs::symlink_metadata(&path).is_ok() {
            bail!("the file {} is there already: save over FILE replaces it", shown(&path));
        }
        self.write(&path, form).map_err(|error| anyhow!("cannot save {error:#}"))
    }

    fn write(&mut self, path: &Path, form: Form) -> Reply {
        let pgn = self.to_pgn(Extent::Line);
        let lost = losses(form, &pgn).with_context(|| shown(path))?;
        let gate = self.keeper.gate().clone();
        let _busy = gate.busy();
        let mut writer = GameWriter::new(form, Draft::new(path)?);
        writer.put(pgn, &[])?;
        writer.finish().commit()?;
        self.saved.extend(path.canonicalize());
        Ok(format!("The game is saved as {form} in {}.{lost}", shown(path)))
    }

    /// Goes on from a game in a file.
    pub fn open(&mut self, file: &str, number: usize) -> Reply {
        let path = PathBuf::from(home(file));
        let usual = Some(&self.rules).filter(|rules| rules.rules != FIDE);
        let opened = read_file(&path, number, usual).map_err(|error| anyhow!("cannot open {error:#}"))?;
        let rules = opened.game.rule_file();
        let time = self.time.clone().filter(|_| opened.game.is_empty());
        let start =
            start(&rules, opened.game.start().setup(), self.game().seats(), &self.sitting.seated, time);
        let start = Start { names: names(&opened.game, start.seats, start.names), ..start };
        let (game, events) = play(start, &opened.game)?;
        let mut notes = opened.notes;
        if self.time.is_some() && !opened.game.is_empty() {
            notes.push("The clock is put away, for this game was begun without it.".to_owned());
        }
        let put_away = self.replace(game, events)?;
        self.is_waiting = true;
        let notes: String = notes.iter().map(|note| format!("{note}\n")).collect();
        let names = Color::ALL.map(|color| visible(&self.shown_name(color))).join(" - ");
        Ok(format!("{put_away}{notes}{names}, {}. {}", self.sitting.progress(), self.introduction()))
    }

    /// Goes on with a game that was left, the last one or one before it.
    pub fn go_on(&mut self, number: usize) -> Reply {
        let shelf = self.keeper.shelf().context("no games are kept here")?;
        let Waiting { left: mut waiting, in_use, .. } = shelf.waiting();
        match waiting.len() {
            // This board's own record is in use, too.
            0 if in_use > usize::from(self.keeper.is_keeping()) => {
                bail!("no game is waiting: one is open elsewhere")
            }
            0 => bail!("no game is waiting"),
            1 if number > 1 => bail!("only one game is waiting"),
            count if number > count => bail!("only {count} games are waiting"),
            _ => {}
        }
        let Left { record, sitting } = waiting.swap_remove(number - 1);
        drop(waiting);
        if self.sitting.is_unfinished() {
            self.keeper.leave();
        } else {
            self.put_away()?;
            self.keeper.close()?;
        }
        self.keeper.take_up(record);
        self.take_over(sitting)
    }

    fn take_over(&mut self, sitting: Sitting) -> Reply {
        self.sitting = sitting;
        self.visitors.leave();
        self.rules = self.game().rules().clone();
        self.time = self.game().settings().time.clone();
        self.level = level_of(&self.sitting.seated.players);
        self.is_waiting = false;
        self.is_changed = true;
        if self.game().clock().is_some() {
            let since = self.game().last_moment();
            self.act(By::Board, Command::Interrupt(since))?;
        }
        Ok(format!("The game goes on: {}. {}", self.sitting.progress(), self.introduction()))
    }

    /// Looks at what earlier sittings left: says what can be gone on with, and puts away what had ended.
    pub fn look_around(&mut self) -> Vec<String> {
        let Some(shelf) = self.keeper.shelf() else { return Vec::new() };
        let waiting = shelf.waiting();
        let mut told = waiting.notes;
        for left in waiting.ended {
            told.extend(put_away(shelf, left));
        }
        let count = waiting.left.len();
        if let Some(Left { sitting, .. }) = waiting.left.first() {
            let others = if count > 1 { format!(", the last of {count}") } else { String::new() };
            told.push(format!(
                "A game is waiting{others}: {}, {}. Say continue to go on with it.",
                sitting.matching(),
                sitting.progress()
            ));
        }
        told
    }
}

/// Keeps the finished game of a sitting that was broken off, and takes its record away.
fn put_away(shelf: &Shelf, left: Left) -> Option<String> {
    let Left { record, sitting } = left;
    let names = ByColor::from_fn(|color| sitting.name(color));
    let pgn = to_pgn(&sitting.game, &names, sitting.began, Extent::Everything);
    if pgn.is_empty() {
        let _ = record.remove();
        return None;
    }
    match shelf.archive(&pgn).and_then(|path| record.remove().map(|()| path)) {
        Ok(path) => Some(format!("The game that had ended is kept as {}.", shown(&path))),
        Err(error) => Some(format!("The game that had ended stays where it is: {error:#}.")),
    }
}

/// What a form cannot hold of a game, in a sentence.
fn losses(form: Form, pgn: &PgnGame) -> anyhow::Result<String> {
    let mut losses = Losses::default();
    losses.see(form, pgn, None)?;
    if losses.is_empty() {
        return Ok(String::new());
    }
    Ok(format!(" It cannot hold {}.", losses.of(1)))
}

/// A game that was read from a file.
struct Opened {
    game: PgnGame,
    notes: Vec<String>,
}

fn read_file(path: &Path, number: usize, rules: Option<&RuleFile>) -> anyhow::Result<Opened> {
    let name = shown(path);
    let found = fs::metadata(path).with_context(|| name.clone())?;
    if !found.is_file() {
        bail!("{name}: it is no file");
    }
    let form = Form::of_input(path).unwrap_or(Form::Pgn);
    let input = Input::open(path)?;
    let progress = input.progress();
    let mut games = GameReader::new(form, input, rules, Pardon::Nothing);
    let found = open_game(&mut games, number as u64).map_err(|error| match error {
        OpenError::NoSuchGame { games: 0, .. } => anyhow!("{name}: there is nothing in it"),
        OpenError::NoSuchGame { number, .. } => anyhow!("{name}: there is no number {number} in it"),
        error => anyhow!("{name}: {}", visible(&error.to_string())),
    })?;
    let has_more = games.next().is_some();
    progress.hide();
    let (game, damage) = (found.game, found.damage.as_deref().map(visible));
    let mut notes: Vec<String> = found.notes.iter().map(|note| sentence(visible(note))).collect();
    notes.extend(damage.map(|damage| sentence(format!("in {name}: {damage}"))));
    if number == 1 && has_more {
        notes.push("There is more in the file: open FILE #2 takes the second.".to_owned());
    }
    Ok(Opened { game, notes })
}

/// A game from a file with everything but its moves settled here.
fn play(start: Start, pgn: &PgnGame) -> anyhow::Result<(Game, Vec<Event>)> {
    let at = now();
    if pgn.is_empty() {
        return Game::start(start, at).map_err(|refusal| anyhow!("{refusal}"));
    }
    let (_, mut events) = Game::from_pgn(pgn, at).map_err(|refusal| anyhow!("{refusal}"))?;
    if let Some(Event { fact: Fact::Started(first), .. }) = events.first_mut() {
        **first = start;
    }
    let game = Game::replay(&events).map_err(|damage| anyhow!("{damage}"))?;
    Ok((game, events))
}

/// What the players of a game are called, where it says so.
fn names(game: &PgnGame, seats: ByColor<Seat>, mut names: BySeat<String>) -> BySeat<String> {
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        if let Some(name) = game.tags.get(tag).filter(|name| !matches!(*name, "" | "?")) {
            names[*seats.get(color)] = name.to_owned();
        }
    }
    names
}

/// A path with the user's folder for a tilde.
fn home(path: &str) -> String {
    let home = std::env::var("HOME").unwrap_or_default();
    match path.strip_prefix("~/") {
        Some(rest) if !home.is_empty() => format!("{home}/{rest}"),
        _ => path.to_owned(),
    }
}
