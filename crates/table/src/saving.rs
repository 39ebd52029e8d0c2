//! Games into files, and as PGN.

use std::io::Read;
use std::path::Path;

use tabiya_files::{Form, GameReader, GameWriter, Loss, Losses, Packing, Pardon, expect_game, replace_game};
use tabiya_game::{By, Command, Date, Game, NodeId, Seat};
use tabiya_notation::pgn::{PgnEnding, PgnGame};
use tabiya_notation::{RuleFile, XmlWriteError, xml};
use tabiya_openings::tag_opening;
use tabiya_rules::Color;
use tabiya_system::FileError;

use crate::file_trouble::{OpenFault, OpenTrouble, SaveTrouble};
use crate::game_source::GameSource;
use crate::refusal::TableRefusal;
use crate::reply::{Reply, SavedFile};
use crate::request::{OnLoss, Replace};
use crate::session::Session;
use crate::table::Table;
use crate::tags::{player_name, write_players};

/// What heads a game: whom it names, and what the board itself writes there.
const HEADINGS: Loss = Loss::Told(xml::XmlLoss::Headings);

/// How much of a game is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Every move, also those that were taken back or only not stepped to yet: for what is kept unasked.
    Everything,
    /// The game as it stands, without what was taken back at its end. What came from a file stays.
    Line,
}

/// Where the game at the table is in a file.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its number there, from 1.
    pub number: u64,
    /// What stands there, as this board read or wrote it last.
    pub pgn: PgnGame,
    /// What its form left out, with somebody's consent or because the file never had it.
    pub left_out: Losses,
}

/// Where in a file a game goes.
enum Place {
    /// It is the only one there.
    Alone,
    /// It takes the place of what stands there.
    Within { document: Box<Document>, has_others: bool },
}

impl Place {
    fn number(&self) -> u64 {
        match self {
            Place::Alone => 1,
            Place::Within { document, .. } => document.number,
        }
    }

    fn has_others(&self) -> bool {
        matches!(self, Place::Within { has_others: true, .. })
    }
}

impl Table {
    /// Saves the game where it was opened or saved before.
    pub(crate) fn save_again(&mut self, replace: Replace, on_loss: OnLoss) -> Result<Reply, TableRefusal> {
        let path = self.last_file.clone().ok_or(TableRefusal::NoFile)?;
        self.save(&path, replace, on_loss)
    }

    pub(crate) fn save(
        &mut self,
        path: &Path,
        replace: Replace,
        on_loss: OnLoss,
    ) -> Result<Reply, TableRefusal> {
        if self.is_compressed(path) {
            return Err(TableRefusal::Compressed { path: path.to_owned() });
        }
        if Packing::of_path(path).is_some() {
            return Err(TableRefusal::CompressedName { path: path.to_owned() });
        }
        let form = Form::of_path(path).unwrap_or(Form::Pgn);
        // From the look at what is there until it is replaced, nobody else may save into it.
        let _lock = self.files.lock(path).map_err(not_saved)?;
        let mut pgn = self.session.to_pgn(Extent::Line);
        if form == Form::Pgn {
            self.annotate(&mut pgn).map_err(TableRefusal::NotAnnotated)?;
        }
        let lost =
            self.losses(form, &pgn).map_err(SaveTrouble::in_file(path)).map_err(TableRefusal::NotSaved)?;
        let place = self.place(path, form, replace)?;
        if replace == Replace::Own
            && let Some(ending) = self.superseded(path, &pgn)
        {
            return Err(TableRefusal::Supersedes { path: path.to_owned(), ending, on_loss });
        }
        // Of PGN only what was taken back is left out, which whoever took it back knows.
        let is_told_first = form != Form::Pgn && on_loss == OnLoss::Refuse;
        if is_told_first && !self.is_left_out_already(path, &lost) {
            return Err(TableRefusal::Lossy { path: path.to_owned(), form, lost, replace });
        }
        match &place {
            Place::Alone => self.write(path, form, &pgn)?,
            Place::Within { document, .. } => self.write_in_place(path, document, &pgn)?,
        }
        let former = self.former_result(&place, &pgn).filter(|_| form == Form::Pgn);
        let number = place.number();
        if let Some(found) = self.files.find(path) {
            self.documents.insert(found, Document { number, pgn, left_out: lost.clone() });
        }
        self.last_file = Some(path.to_owned());
        Ok(Reply::Saved(SavedFile {
            path: path.to_owned(),
            form,
            lost,
            number: place.has_others().then_some(number),
            former,
        }))
    }

    /// Whether a form leaves out nothing that it has not left out of this file before, or that only the board said.
    fn is_left_out_already(&self, path: &Path, lost: &Losses) -> bool {
        let known = self.files.find(path).and_then(|found| self.documents.get(&found));
        lost.is_empty()
            || known.is_some_and(|document| lost.is_within(&document.left_out))
            || self.session.names_nobody() && lost.iter().all(|loss| *loss == HEADINGS)
    }

    /// The result of the game as the file has it, where another game would take its place: one that ends otherwise, or goes
    /// another way.
    fn superseded(&self, path: &Path, pgn: &PgnGame) -> Option<PgnEnding> {
        let found = self.files.find(path)?;
        let before = &self.documents.get(&found)?.pgn;
        let is_same = pgn.ending == before.ending && pgn.moves().eq(before.moves());
        (before.ending != PgnEnding::Unknown && !is_same).then_some(before.ending)
    }

    /// The result that a game had where it stood or came from, and has no more.
    fn former_result(&self, place: &Place, pgn: &PgnGame) -> Option<PgnEnding> {
        let before = match place {
            Place::Within { document, .. } => &document.pgn,
            Place::Alone => &self.session.source.as_ref()?.provenance.pgn,
        };
        (pgn.ending == PgnEnding::Unknown && before.ending != PgnEnding::Unknown).then_some(before.ending)
    }

    /// Where in a file the game goes, if it may go there at all.
    fn place(&self, path: &Path, form: Form, replace: Replace) -> Result<Place, TableRefusal> {
        let Some(found) = self.files.find(path) else { return Ok(Place::Alone) };
        match self.documents.get(&found) {
            Some(document) if form == Form::Pgn => {
                let has_others = document.number > 1 || self.holds_several(path, form)?;
                Ok(Place::Within { document: Box::new(document.clone()), has_others })
            }
            None if replace == Replace::Own => Err(TableRefusal::FileThere { path: path.to_owned() }),
            _ if self.holds_several(path, form)? => {
                Err(TableRefusal::OtherGames { path: path.to_owned(), form })
            }
            Some(document) if replace == Replace::Own => {
                self.expect_unchanged(path, form, &document.pgn).map(|()| Place::Alone)
            }
            None | Some(_) => self.understand(path, form).map(|()| Place::Alone),
        }
    }

    /// Refuses a file of one game that somebody else has changed since this board read or wrote it.
    fn expect_unchanged(&self, path: &Path, form: Form, known: &PgnGame) -> Result<(), TableRefusal> {
        let input = self.files.read(path).map_err(not_saved)?;
        let checked = expect_game(form, input, known).map_err(SaveTrouble::in_file(path));
        checked.map_err(TableRefusal::NotSaved)
    }

    /// Whether what is in a file is compressed: then it is read, but never written.
    pub(crate) fn is_compressed(&self, path: &Path) -> bool {
        self.files.read(path).is_ok_and(|input| matches!(Packing::of_input(input), Ok(Some(_))))
    }

    /// What a form cannot hold of the game.
    pub(crate) fn losses(&self, form: Form, pgn: &PgnGame) -> Result<Losses, XmlWriteError> {
        let mut losses = Losses::default();
        losses.see(form, pgn, None)?;
        let last = self.session.last_to_save();
        if matches!(form, Form::Pgn | Form::Xml) && !self.game().history().children(last).is_empty() {
            losses.add(Loss::TakenBack);
        }
        // What the board says by itself, such as the date, nobody misses.
        if self.session.names_nobody() && self.session.is_of_people() {
            losses.forget(&HEADINGS);
        }
        Ok(losses)
    }

    /// Writes the game as a file of its own; it is the first one there.
    fn write(&mut self, path: &Path, form: Form, pgn: &PgnGame) -> Result<(), TableRefusal> {
        let written = self.files.write(path, &mut |output| {
            GameWriter::new(form, output).put(pgn.clone(), &[]).map_err(SaveTrouble::in_file(path))
        });
        written.map_err(TableRefusal::NotSaved)
    }

    /// Writes the game where it stands among others.
    fn write_in_place(
        &mut self,
        path: &Path,
        document: &Document,
        pgn: &PgnGame,
    ) -> Result<(), TableRefusal> {
        let mut input = self.files.read(path).map_err(not_saved)?;
        let written = self.files.write(path, &mut |output| {
            let written = replace_game(&mut input, output, document.number, &document.pgn, pgn);
            written.map_err(SaveTrouble::in_file(path))
        });
        written.map_err(TableRefusal::NotSaved)
    }

    /// Whether there is more than one game in a file. XML has one, whatever else is wrong with it.
    fn holds_several(&self, path: &Path, form: Form) -> Result<bool, TableRefusal> {
        if form == Form::Xml {
            return Ok(false);
        }
        let mut games = self.games(path, form, None)?;
        let mut has_game = || Ok(games.skip_game().map_err(OpenTrouble::in_file(path))?.is_some());
        has_game().and_then(|has_one| Ok(has_one && has_game()?)).map_err(not_understood)
    }

    /// Refuses a file whose game cannot be read: nobody knows what would be lost with it.
    fn understand(&self, path: &Path, form: Form) -> Result<(), TableRefusal> {
        // What does not name its rules may be a game by those of this table.
        self.read_first(path, form, None)
            .or_else(|why| self.read_first(path, form, Some(self.game().rules())).map_err(|_| why))
    }

    fn read_first(&self, path: &Path, form: Form, rules: Option<&RuleFile>) -> Result<(), TableRefusal> {
        let Some(first) = self.games(path, form, rules)?.next() else { return Ok(()) };
        let first = first.map_err(OpenTrouble::in_file(path)).map_err(not_understood)?;
        match first.damage {
            Some(damage) => {
                Err(not_understood(OpenTrouble::Content(path.to_owned(), OpenFault::Damaged(damage))))
            }
            None => Ok(()),
        }
    }

    fn games(
        &self,
        path: &Path,
        form: Form,
        rules: Option<&RuleFile>,
    ) -> Result<GameReader<Box<dyn Read>>, TableRefusal> {
        let input = self.files.read(path).map_err(|why| not_understood(why.into()))?;
        Ok(GameReader::new(form, input, rules, Pardon::Everything))
    }
}

fn not_understood(why: OpenTrouble) -> TableRefusal {
    TableRefusal::NotUnderstood { why }
}

fn not_saved(why: FileError) -> TableRefusal {
    TableRefusal::NotSaved(why.into())
}

impl Session {
    /// The game as PGN. What it was opened from is in it; nothing is changed in a game that only was looked at.
    pub fn to_pgn(&self, extent: Extent) -> PgnGame {
        let mut pgn = match extent {
            Extent::Everything => at_its_end(&self.game).to_pgn(),
            Extent::Line => self.game.to_pgn_until(self.last_to_save()),
        };
        if let Some(source) = &self.source
            && self.is_as_opened(source, &pgn)
        {
            return source.provenance.pgn.clone();
        }
        // What a file does not say of its own game is not known here either.
        if self.source.as_ref().is_none_or(|source| self.has_other_players(source)) {
            pgn.tags.set("Event", "Tabiya");
            pgn.tags.set("Date", &Date::of(self.began).to_pgn());
            tag_opening(&mut pgn);
        }
        for color in Color::ALL {
            pgn.tags.set(&color.to_string(), &self.name(color));
        }
        if let Some(source) = &self.source {
            self.add_source(&mut pgn, source);
        }
        write_players(&mut pgn, self);
        pgn
    }

    /// Whether nobody has said who plays, neither here nor in a file.
    fn names_nobody(&self) -> bool {
        self.source.is_none() && Seat::ALL.into_iter().all(|seat| self.lineup.names[seat].is_none())
    }

    fn is_of_people(&self) -> bool {
        Seat::ALL.into_iter().all(|seat| self.lineup.players[seat].is_human())
    }

    /// Whether nothing has happened to a game since it was opened but looking around.
    fn is_as_opened(&self, source: &GameSource, pgn: &PgnGame) -> bool {
        let is_named = Color::ALL.into_iter().any(|color| self.renamed(color).is_some());
        let has_ended_here = pgn.ending != PgnEnding::Unknown && pgn.ending != source.provenance.pgn.ending;
        pgn.len() == source.moves
            && !is_named
            && !has_ended_here
            && pgn.moves().eq(source.provenance.pgn.moves())
    }

    /// Whether somebody plays who is not the one that the file names: then it is another game.
    fn has_other_players(&self, source: &GameSource) -> bool {
        let is_other =
            |color| player_name(&source.provenance.pgn, color).is_some_and(|name| name != self.name(color));
        Color::ALL.into_iter().any(is_other)
    }

    /// Adds what the file said of the game.
    fn add_source(&self, pgn: &mut PgnGame, source: &GameSource) {
        let file = &source.provenance.pgn;
        let termination = pgn.tags.remove("Termination");
        // Whom the file does not name may be called as here: that makes no other game of it.
        let unknown = Color::ALL.into_iter().filter(|&color| player_name(file, color).is_none());
        for color in unknown.clone() {
            match file.tags.get(&color.to_string()) {
                Some(name) => pgn.tags.set(&color.to_string(), name),
                None => drop(pgn.tags.remove(&color.to_string())),
            }
        }
        source.provenance.add_to(pgn);
        for color in unknown {
            pgn.tags.set(&color.to_string(), &self.name(color));
        }
        if !pgn.moves().eq(file.moves()) || termination.is_some() {
            renew_end(pgn, termination);
        }
    }

    /// The last move of the line that is saved: where the game stands, or where the file's own moves go on from there.
    pub(crate) fn last_to_save(&self) -> NodeId {
        let history = self.game.history();
        let mut last = history.here();
        let Some(source) = self.source.as_ref().filter(|_| self.game.ending().is_none()) else { return last };
        last = history.ahead().take_while(|&node| source.has(node)).last().unwrap_or(last);
        while let Some(&next) = history.children(last).iter().find(|&&node| source.has(node)) {
            last = next;
        }
        last
    }
}

/// What a file says of the end of a game is not true any more when the game went on.
fn renew_end(pgn: &mut PgnGame, termination: Option<String>) {
    match termination {
        Some(termination) => pgn.tags.set("Termination", &termination),
        None => drop(pgn.tags.remove("Termination")),
    }
    if pgn.tags.get("PlyCount").is_some() {
        pgn.tags.set("PlyCount", &pgn.main_line().count().to_string());
    }
}

/// The game gone on with as far as it was ever played.
fn at_its_end(game: &Game) -> Game {
    let mut end = game.clone();
    let ahead = u32::try_from(game.history().ahead().count()).unwrap_or(u32::MAX);
    if ahead > 0 {
        // A game that cannot go on is told as it stands.
        let _ = end.apply(By::Board, Command::Redo(ahead), game.last_moment());
    }
    end
}
