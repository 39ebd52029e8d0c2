//! One game after the other: new ones, and those that were left.

use std::path::PathBuf;

use tabiya_engine::Yielding;
use tabiya_files::Losses;
use tabiya_game::{By, Command, Event, Game, MatchScore, Moment, Seat};
use tabiya_notation::RuleFile;
use tabiya_rules::{ByColor, Color, Setup};
use tabiya_system::FileError;

use crate::archive::{Archive, FoundRecord, Record};
use crate::game_source::GameSource;
use crate::refusal::TableRefusal;
use crate::reply::{BegunGame, GameBefore, KeptRecord, LeftOver, Reply};
use crate::saving::{Document, Extent};
use crate::session::{Lineup, Session, SessionDamage, SessionDamageKind, SessionEntry, over_at};
use crate::table::{Table, level_of, start, start_position};
use crate::waiting::WaitingGame;
use crate::waiting_choice::{OnTable, WaitingChoice};

impl Table {
    /// Begins another game. Players exchange colors after a game that counts, unless somebody says who has which.
    pub(crate) fn new_game(&mut self, color: Option<Color>, at: Moment) -> Result<Reply, TableRefusal> {
        let seats = self.game().seats();
        let exchanged = ByColor { white: seats.black, black: seats.white };
        let counted = self.game().ending().is_some_and(|ending| ending.points(seats).is_some());
        let seats = match color {
            Some(color) if self.speaker() != color => exchanged,
            None if counted => exchanged,
            _ => seats,
        };
        let position = start_position(&self.rules, &mut self.rng);
        self.begin(&self.rules.clone(), FirstPosition::Usual(position), seats, at)
    }

    /// The side of whoever speaks: of the only person, else White's.
    fn speaker(&self) -> Color {
        self.session.human_color().unwrap_or(Color::White)
    }

    pub(crate) fn change_rules(&mut self, rules: &RuleFile, at: Moment) -> Result<Reply, TableRefusal> {
        let position = start_position(rules, &mut self.rng);
        let begun = self.begin(rules, FirstPosition::Usual(position), self.game().seats(), at)?;
        self.are_rules_told = true;
        Ok(begun)
    }

    pub(crate) fn set_up(&mut self, position: Setup, at: Moment) -> Result<Reply, TableRefusal> {
        self.begin(&self.rules.clone(), FirstPosition::SetUp(position), self.game().seats(), at)
    }

    fn begin(
        &mut self,
        rules: &RuleFile,
        position: FirstPosition,
        seats: ByColor<Seat>,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        let is_set_up = matches!(position, FirstPosition::SetUp(_));
        let (FirstPosition::Usual(position) | FirstPosition::SetUp(position)) = position;
        let start =
            start(rules, position, seats, &self.session.lineup, (self.time.clone(), self.first_moves));
        let (game, events) = Game::start(start, at)?;
        let lineup = Lineup { title: None, ..self.session.lineup.clone() };
        let next = NextGame { game, events, source: None, lineup, is_set_up, is_own_match: false };
        let before = self.replace(next, at)?;
        self.rules = rules.clone();
        self.is_waiting = false;
        Ok(Reply::Begun(BegunGame { before, introduction: self.introduction() }))
    }

    /// Puts another game on the table. One that has not ended waits, and so does its match; says what becomes of it.
    pub(crate) fn replace(&mut self, next: NextGame, at: Moment) -> Result<Option<GameBefore>, TableRefusal> {
        let NextGame { game, events, source, lineup, is_set_up, is_own_match } = next;
        // A position that is set up anew before anybody has moved is the same one, put right.
        let is_put_right = is_set_up && self.game().history().is_empty();
        let waits = self.session.is_unfinished() && (is_own_match || !is_put_right);
        let is_other = waits || is_own_match;
        let before = match waits {
            true => self.recorder.is_recording().then_some(GameBefore::Waits),
            false => self.put_away(at)?.map(GameBefore::Kept),
        };
        let began = events.first().map(|event| event.at).unwrap_or_default();
        let has_players = !is_other && lineup == self.session.lineup;
        let mut entries = Vec::new();
        entries.extend((!has_players).then(|| SessionEntry::Players(lineup.clone())));
        entries.extend(source.as_ref().map(|source| SessionEntry::Source(source.to_entry())));
        entries.push(SessionEntry::Events(events));
        let earlier = if is_other { MatchScore::default() } else { self.session.score() };
        match (is_other, is_set_up) {
            (true, _) => self.change_sessions(entries, is_set_up, at)?,
            (false, true) => self.recorder.record(entries, at).map_err(TableRefusal::NotRecorded)?,
            (false, false) => self.begin_record(entries)?,
        }
        let over_at = over_at(&game);
        self.session = Session { lineup, earlier, game, began, source, over_at, last_seen: None };
        self.engines.end();
        (self.is_changed, self.is_clock_held) = (false, false);
        self.note_documents();
        Ok(before)
    }

    /// Knows again where the game is in files.
    pub(crate) fn note_documents(&mut self) {
        self.documents.clear();
        self.saved_analysis = None;
        self.last_file = None;
        if let Some(source) = &self.session.source
            && let Some(file) = &source.file
        {
            let document = Document {
                number: source.provenance.number,
                pgn: source.provenance.pgn.clone(),
                left_out: Losses::default(),
            };
            self.documents.insert(file.clone(), document);
            self.last_file = Some(file.clone());
        }
    }

    /// Keeps the game as PGN, if it has anything that is not kept.
    pub(crate) fn put_away(&mut self, at: Moment) -> Result<Option<PathBuf>, TableRefusal> {
        if !self.is_changed {
            return Ok(None);
        }
        let pgn = self.session.to_pgn(Extent::Everything);
        let path = self.recorder.keep_game(&pgn, at).map_err(TableRefusal::NotKept)?;
        self.is_changed = false;
        Ok(path)
    }

    /// Goes on with a game that was left, the last one or one before it.
    pub(crate) fn continue_session(
        &mut self,
        choice: &WaitingChoice,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        let is_recording = self.recorder.is_recording();
        let archive = self.recorder.archive().ok_or(TableRefusal::NoArchive)?;
        let FoundSessions { left, in_use, mut notes, .. } =
            FoundSessions::of(archive).map_err(TableRefusal::NotLookedFor)?;
        if left.is_empty() {
            // This board's own record is in use, too.
            let is_elsewhere = in_use > usize::from(is_recording);
            return Err(TableRefusal::NoneWaiting { is_elsewhere, notes });
        }
        let games: Vec<WaitingGame> = left.iter().map(WaitingGame::of).collect();
        let waits = is_recording && self.session.is_unfinished();
        let on_table = if waits { OnTable::Unfinished } else { OnTable::Nothing };
        let place = choice.place(&games, on_table, &mut notes)?;
        match left.into_iter().nth(place) {
            Some(chosen) => self.resume(chosen, notes, at),
            None => Err(TableRefusal::OnlyWaiting { count: games.len(), notes }),
        }
    }

    /// Goes on with a session that was left; the one at the table waits, if it may want to be gone on with.
    pub(crate) fn resume(
        &mut self,
        LeftSession { record, session }: LeftSession,
        notes: Vec<LeftOver>,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        self.leave_session(at)?;
        self.recorder.resume(record);
        self.take_over(session, notes, at)
    }

    /// Leaves the session for another one, which is recorded at once where a position was set up for it.
    fn change_sessions(
        &mut self,
        entries: Vec<SessionEntry>,
        is_set_up: bool,
        at: Moment,
    ) -> Result<(), TableRefusal> {
        let record = match is_set_up {
            true => self.recorder.create(&entries, at).map_err(TableRefusal::NotRecorded)?,
            false => None,
        };
        self.leave_session(at)?;
        match record {
            Some(record) => self.recorder.resume(record),
            None => self.begin_record(entries)?,
        }
        Ok(())
    }

    /// Leaves the session at the table: a game that has not ended waits, one that has is kept.
    pub(crate) fn leave_session(&mut self, at: Moment) -> Result<(), TableRefusal> {
        if self.session.is_unfinished() {
            self.note_time_now(at);
            self.recorder.leave();
            return Ok(());
        }
        self.put_away(at)?;
        self.recorder.close().map_err(TableRefusal::NotRecorded)
    }

    fn take_over(
        &mut self,
        session: Session,
        mut notes: Vec<LeftOver>,
        at: Moment,
    ) -> Result<Reply, TableRefusal> {
        self.session = session;
        self.engines.end();
        self.rules = self.game().rules().clone();
        self.are_rules_told = false;
        self.time = self.game().settings().time.clone();
        self.level = level_of(&self.session.lineup.players);
        notes.extend(self.take_up_book());
        (self.is_waiting, self.is_clock_held) = (false, false);
        self.is_changed = true;
        self.note_documents();
        if self.yielding == Yielding::Never && !self.session.lineup.plays_to_the_end {
            self.set_lineup(Lineup { plays_to_the_end: true, ..self.session.lineup.clone() })?;
        }
        if self.game().clock().is_some() {
            // A clock that was set back since then would tell of a time to come.
            let seen = self.session.last_seen.filter(|seen| *seen <= at);
            let since = seen.unwrap_or_default().max(self.game().last_moment());
            self.act(By::Board, Command::Interrupt(since), at)?;
        }
        let progress = self.session.progress();
        Ok(Reply::Continued { progress, introduction: self.introduction(), notes })
    }

    /// Looks at what earlier sessions left: says what can be gone on with, and puts away what had ended.
    pub fn look_around(&mut self, at: Moment) -> Vec<LeftOver> {
        let Some(archive) = self.recorder.archive() else { return Vec::new() };
        let waiting = match FoundSessions::of(archive) {
            Ok(waiting) => waiting,
            Err(why) => return vec![LeftOver::NotLookedFor(why)],
        };
        let mut found = waiting.notes;
        found.extend(waiting.ended.into_iter().filter_map(|left| keep_ended(archive, left, at)));
        if let Some(LeftSession { session, .. }) = waiting.left.first() {
            found.push(LeftOver::Waiting {
                count: waiting.left.len(),
                pairing: session.pairing(),
                progress: session.progress(),
            });
        }
        found
    }
}

/// The position that a game begins with.
#[derive(Clone, Copy)]
enum FirstPosition {
    /// One that the rules name.
    Usual(Setup),
    /// One that somebody set up.
    SetUp(Setup),
}

/// A game that comes onto the table.
pub(crate) struct NextGame {
    pub game: Game,
    /// What made it what it is.
    pub events: Vec<Event>,
    /// What it was opened from, if it was.
    pub source: Option<GameSource>,
    /// Who plays it.
    pub lineup: Lineup,
    /// Whether somebody set its position up, which is written down nowhere else.
    pub is_set_up: bool,
    /// Whether a match of its own begins with it.
    pub is_own_match: bool,
}

/// A session that was left.
pub(crate) struct LeftSession {
    pub record: Box<dyn Record>,
    pub session: Session,
}

/// What was found among the records.
#[derive(Default)]
pub(crate) struct FoundSessions {
    /// The sessions with an unfinished game, the last one first.
    pub left: Vec<LeftSession>,
    /// Sessions whose game had ended when they were broken off.
    ended: Vec<LeftSession>,
    /// How many records are being written.
    pub in_use: usize,
    /// What is wrong with other records.
    pub notes: Vec<LeftOver>,
}

impl FoundSessions {
    /// Everything that was left by sessions that are over.
    pub fn of(archive: &mut dyn Archive) -> Result<FoundSessions, FileError> {
        let mut waiting = FoundSessions::default();
        for found in archive.records()? {
            match found {
                FoundRecord::InUse => waiting.in_use += 1,
                FoundRecord::Open(record) => waiting.sort(record),
                FoundRecord::Closed { path, why } => waiting.notes.push(LeftOver::Closed { path, why }),
            }
        }
        Ok(waiting)
    }

    fn sort(&mut self, mut record: Box<dyn Record>) {
        let path = record.path();
        let lines = match record.read() {
            Ok(lines) => lines,
            Err(why) => {
                let aside = record.put_aside();
                self.notes.push(LeftOver::Unreadable { path, why, aside });
                return;
            }
        };
        // A board that was left before anything was written.
        if lines.is_empty() {
            let _ = record.remove();
            return;
        }
        match Session::of_lines(&lines) {
            Ok(session) if session.is_unfinished() => self.left.push(LeftSession { record, session }),
            Ok(session) => self.ended.push(LeftSession { record, session }),
            Err(SessionDamage { why: SessionDamageKind::Newer, .. }) => {
                self.notes.push(LeftOver::Newer { path });
            }
            Err(damage) => {
                let aside = record.put_aside();
                self.notes.push(LeftOver::Damaged { path, damage, aside });
            }
        }
    }
}

/// Keeps the finished game of a session that was broken off, and takes its record away.
fn keep_ended(archive: &mut dyn Archive, left: LeftSession, at: Moment) -> Option<LeftOver> {
    let LeftSession { record, session } = left;
    let pgn = session.to_pgn(Extent::Everything);
    if pgn.is_empty() {
        let _ = record.remove();
        return None;
    }
    let kept = archive.keep_game(&pgn, at).and_then(|path| record.remove().map(|()| path));
    Some(LeftOver::Ended(KeptRecord(kept)))
}
