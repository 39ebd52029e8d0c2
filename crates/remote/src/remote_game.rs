use std::time::Duration;

use tabiya_game::{BySeat, Game, Moment};
use tabiya_notation::UciMove;
use tabiya_rules::{Color, Language};
use tabiya_table::{Player, ShownGame, Table};

use crate::api::{
    EntryOnServer, FailureOnServer, GameOnServer, HappeningOnServer, HostNotice, KindOfPlayer, MarkedSquare,
    MoveOnServer, PlayerAction, PlayerOnServer, RefusalCode, RoleInGame, SentCommand, ServerMessage,
    StageOnServer,
};
use crate::command_ids::CommandIds;
use crate::game_link::{LinkEvent, LinkOrder};
use crate::mirror::{mirror, narrated};
use crate::requests::{NotOnServer, ServerDeed};
use crate::words::RemoteWords;

/// A connection that is back sooner was not missed by anybody.
const MISSED_AFTER: Duration = Duration::from_secs(1);

/// A game on a server, as far as it was told here.
pub struct RemoteGame {
    told: GameOnServer,
    /// The game as it is shown: with the move that is on its way.
    game: Game,
    /// When where it stands was told, by our clock.
    told_at: Moment,
    /// The command that is not answered yet.
    pending: Option<PendingCommand>,
    ids: CommandIds,
    /// Since when there is no connection.
    lost_since: Option<Moment>,
    is_loss_told: bool,
    /// Whether nothing more will come.
    is_ended: bool,
    host: HostNotice,
    words: RemoteWords,
}

/// A command on its way, and the moves after which it was meant.
struct PendingCommand {
    command: SentCommand,
    line: Vec<MoveOnServer>,
}

/// What somebody at the board should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteNews {
    /// Something to be said.
    Told(String),
    /// The board is another one.
    Changed,
    /// What was asked is refused: why, and what can be drawn of it.
    Refused {
        /// The server's words.
        says: String,
        /// The squares.
        marks: Vec<MarkedSquare>,
    },
    /// Somebody asks something, which can be accepted and declined.
    Asked(RemoteQuestion),
    /// Nothing is asked any more.
    Unasked,
    /// This has to be sent again, under a name of its own: what came between does not matter.
    Again(SentCommand),
    /// The rematch has begun: the link should go there.
    Next(String),
    /// Nothing more will come.
    Ended(String),
}

/// What an opponent asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteQuestion {
    /// A draw.
    Draw,
    /// To take back so many single moves.
    Takeback {
        /// How many.
        plies: u32,
    },
    /// Another game.
    Rematch,
}

impl RemoteGame {
    /// A game that was told just now; nothing where it cannot be understood here.
    pub fn new(told: GameOnServer, language: Language, at: Moment) -> Option<RemoteGame> {
        let game = mirror(&told, None)?;
        Some(RemoteGame {
            told,
            game,
            told_at: at,
            pending: None,
            ids: CommandIds::new(),
            lost_since: None,
            is_loss_told: false,
            is_ended: false,
            host: HostNotice::default(),
            words: RemoteWords(language),
        })
    }

    /// Says everything in another language from now on.
    pub fn speak(&mut self, language: Language) {
        self.words = RemoteWords(language);
    }

    /// The game as it is shown.
    pub fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn told(&self) -> &GameOnServer {
        &self.told
    }

    /// The name of the game on its server.
    pub fn name(&self) -> &str {
        &self.told.game
    }

    /// One's own side; of whoever has both, the one that is to move; nothing for those who watch.
    pub fn own(&self) -> Option<Color> {
        match self.told.you.role {
            RoleInGame::Both => Some(self.told.state.turn.into()),
            role => role.color(),
        }
    }

    /// Whether one only watches.
    pub fn is_watched(&self) -> bool {
        self.told.you.role == RoleInGame::Spectator
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        is_over(&self.told)
    }

    /// Whether somebody is still to take the other seat.
    pub fn is_open(&self) -> bool {
        self.told.stage == StageOnServer::Open
    }

    /// Whether what was asked last is not answered yet.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether nothing more will come of it.
    pub(crate) fn is_ended(&self) -> bool {
        self.is_ended
    }

    /// Puts the game as it is shown onto a table.
    pub fn lay_out(&self, table: &mut Table) {
        let player = |told: &PlayerOnServer| {
            let level = told.level.and_then(|level| level.to_string().parse::<Player>().ok());
            level.filter(|_| told.kind == KindOfPlayer::Computer).unwrap_or(Player::Human)
        };
        let players = BySeat([player(&self.told.white), player(&self.told.black)]);
        table.show(ShownGame { game: self.game.clone(), players, own: self.told.you.role.color() });
    }

    /// What a side has left on its clock.
    pub fn left(&self, color: Color, now: Moment) -> Option<Duration> {
        let clocks = self.told.state.clocks?;
        let left = Duration::from_millis(if color.is_white() { clocks.white } else { clocks.black });
        let is_running = clocks.running.map(Color::from) == Some(color) && !self.is_over();
        let passed = now.since(self.told_at).saturating_sub(Duration::from_millis(clocks.waits));
        Some(if is_running { left.saturating_sub(passed) } else { left })
    }

    /// Whether somebody's time runs.
    pub fn has_running_clock(&self) -> bool {
        !self.is_over() && self.told.state.clocks.is_some_and(|clocks| clocks.running.is_some())
    }

    /// What the opponent asks at the moment.
    pub fn question(&self) -> Option<RemoteQuestion> {
        let own = self.told.you.role.color()?;
        let asks = |side: Option<crate::api::ServerSide>| side.is_some_and(|side| Color::from(side) != own);
        let state = &self.told.state;
        if self.is_over() {
            return (asks(self.told.rematch) && self.told.next.is_none()).then_some(RemoteQuestion::Rematch);
        }
        if asks(state.draw_offer) {
            return Some(RemoteQuestion::Draw);
        }
        let takeback = state.takeback.filter(|takeback| asks(Some(takeback.by)))?;
        Some(RemoteQuestion::Takeback { plies: takeback.plies })
    }

    /// Where the game stands, in few words; what hinders comes first.
    pub fn state_words(&self, now: Moment) -> String {
        self.words.state(self, now)
    }

    /// What is played here, and by whom.
    pub fn introduction(&self) -> String {
        self.words.introduction(&self.told)
    }

    /// How the game ended, in the server's words.
    pub fn ending_words(&self) -> Option<&str> {
        self.told.state.ending.as_ref().map(|ending| ending.says.as_str())
    }

    /// How the match stands before this game, where it has several.
    pub fn score_words(&self) -> Option<String> {
        self.words.score(&self.told)
    }

    /// How much time there is, where there is a clock.
    pub fn clock_words(&self, now: Moment) -> Option<String> {
        let (white, black) = (self.left(Color::White, now)?, self.left(Color::Black, now)?);
        Some(self.words.clock(white, black))
    }

    /// The move that is on its way, as it was written.
    pub(crate) fn on_its_way(&self) -> Option<&PlayerAction> {
        self.pending.as_ref().map(|pending| &pending.command.action)
    }

    /// Whether the connection is gone for so long that it is worth saying.
    pub fn is_cut_off(&self, now: Moment) -> bool {
        self.lost_since.is_some_and(|since| now.since(since) >= MISSED_AFTER)
    }

    /// That what was asked last waits for the connection, where it does.
    pub fn waiting_words(&self, now: Moment) -> Option<String> {
        let action = self.on_its_way().filter(|_| self.is_cut_off(now))?;
        Some(format!("{} {}", self.words.cut_off(), self.words.sent_later(action)))
    }

    /// What the link has to do so that a deed is done; nothing where that is done here.
    pub fn order(&mut self, deed: ServerDeed, now: Moment) -> Result<Option<LinkOrder>, NotOnServer> {
        Ok(match deed {
            ServerDeed::Command(_) | ServerDeed::Rematch(_) if self.is_watched() => {
                return Err(NotOnServer::Watching);
            }
            ServerDeed::Command(action) => Some(LinkOrder::Command(self.command(action, now)?)),
            ServerDeed::Rematch(_) if self.is_ended => return Err(NotOnServer::Ended),
            ServerDeed::Rematch(is_wanted) => {
                Some(LinkOrder::Rematch { game: self.told.game.clone(), is_wanted })
            }
            ServerDeed::Here => None,
        })
    }

    /// The command that does something now. It counts as on its way from here on.
    fn command(&mut self, action: PlayerAction, now: Moment) -> Result<SentCommand, NotOnServer> {
        if self.is_ended {
            return Err(NotOnServer::Ended);
        }
        if self.pending.is_some() {
            return Err(NotOnServer::OnItsWay);
        }
        let thought = u64::try_from(now.since(self.told_at).as_millis()).ok();
        let command = SentCommand { id: self.ids.next(), version: self.told.version, action, thought };
        self.pending = Some(PendingCommand { command: command.clone(), line: self.told.line.clone() });
        self.show();
        Ok(command)
    }

    /// Shows what is known, with the move that is on its way; says whether that can be shown here.
    fn show(&mut self) -> bool {
        let m = match self.on_its_way() {
            Some(PlayerAction::Move { m }) => m.parse::<UciMove>().ok(),
            _ => None,
        };
        let Some(game) = mirror(&self.told, m) else { return false };
        self.game = game;
        true
    }

    /// Ends it: nothing is on its way any more, and nothing more will come.
    fn end(&mut self, says: String, now: Moment) -> Vec<RemoteNews> {
        (self.is_ended, self.pending) = (true, None);
        self.lost_since.get_or_insert(now);
        self.show();
        vec![RemoteNews::Changed, RemoteNews::Ended(says)]
    }

    /// Takes in what the link tells, and says what came of it.
    pub fn hear(&mut self, event: LinkEvent, now: Moment) -> Vec<RemoteNews> {
        if self.is_ended {
            return Vec::new();
        }
        match event {
            LinkEvent::Connected => {
                let was_missed = self.is_cut_off(now) || self.is_loss_told;
                (self.lost_since, self.is_loss_told) = (None, false);
                match was_missed {
                    true => vec![RemoteNews::Told(self.words.back())],
                    false => Vec::new(),
                }
            }
            LinkEvent::Lost { why, .. } => {
                let since = *self.lost_since.get_or_insert(now);
                // Who is back at once was not missed; who is not is missed once.
                if self.is_loss_told || now.since(since) < MISSED_AFTER {
                    return Vec::new();
                }
                self.is_loss_told = true;
                let waits = self.on_its_way().map(|action| format!(" {}", self.words.sent_later(action)));
                let says = format!("{}{}", self.words.lost(&why), waits.unwrap_or_default());
                vec![RemoteNews::Told(says)]
            }
            LinkEvent::Told(message) => self.hear_server(*message, now),
            LinkEvent::NotDone(why) => {
                vec![RemoteNews::Refused { says: self.words.error(&why), marks: Vec::new() }]
            }
            LinkEvent::Ended(why) => self.end(self.words.error(&why), now),
        }
    }

    fn hear_server(&mut self, message: ServerMessage, now: Moment) -> Vec<RemoteNews> {
        match message {
            ServerMessage::Game(told) => self.hear_game(*told, now),
            ServerMessage::Entry(entry) => self.hear_entry(*entry, now),
            ServerMessage::Presence { white, black } => self.hear_presence(white, black),
            ServerMessage::Rematch { next: Some(next), .. } if self.told.next.as_ref() == Some(&next) => {
                Vec::new()
            }
            ServerMessage::Rematch { next: Some(next), .. } => {
                self.told.next = Some(next.clone());
                let mut news = vec![RemoteNews::Told(self.words.rematch_begins())];
                // Whoever watches goes where they want.
                news.extend((!self.is_watched()).then_some(RemoteNews::Next(next)));
                news
            }
            ServerMessage::Rematch { by, next: None } => {
                let before = self.question();
                self.told.rematch = by;
                let is_own = by.is_some() && by.map(Color::from) == self.told.you.role.color();
                let mut news = self.asked_since(before);
                news.extend(is_own.then(|| RemoteNews::Told(self.words.rematch_asked())));
                news
            }
            ServerMessage::Host(notice) => {
                let told = self.words.host(&self.host, &notice);
                self.host = notice;
                told.into_iter().map(RemoteNews::Told).collect()
            }
            ServerMessage::Busy { .. } => vec![RemoteNews::Told(self.words.busy())],
            ServerMessage::Trouble { says } => vec![RemoteNews::Told(self.words.trouble(says))],
            ServerMessage::Accepted { id, version } => {
                let accepted = self.answered(&id);
                // One that reached the server before the line was cut, and was answered meanwhile.
                let is_offer =
                    accepted.is_some_and(|accepted| accepted.command.action == PlayerAction::OfferDraw);
                let is_declined = is_offer && self.told.version > version && self.has_no_offer_left();
                let declined = is_declined.then(|| RemoteNews::Told(self.words.draw_declined()));
                [RemoteNews::Changed].into_iter().chain(declined).collect()
            }
            ServerMessage::Failed { id, failure } => self.hear_failure(id.as_deref(), *failure, now),
            ServerMessage::Seats { .. } | ServerMessage::Pong { .. } | ServerMessage::Unknown => Vec::new(),
        }
    }

    fn answered(&mut self, id: &str) -> Option<PendingCommand> {
        let answered = self.pending.take_if(|pending| pending.command.id == id);
        if answered.is_some() {
            self.show();
        }
        answered
    }

    /// What is asked now and was not before, or the other way round.
    fn asked_since(&self, before: Option<RemoteQuestion>) -> Vec<RemoteNews> {
        match (before, self.question()) {
            (before, after) if before == after => Vec::new(),
            (_, Some(question)) => {
                vec![RemoteNews::Told(self.words.question(question)), RemoteNews::Asked(question)]
            }
            (_, None) => vec![RemoteNews::Unasked],
        }
    }

    fn hear_game(&mut self, mut told: GameOnServer, now: Moment) -> Vec<RemoteNews> {
        let Some(game) = mirror(&told, None) else {
            return self.end(self.words.not_shown(), now);
        };
        let before = self.question();
        let is_other = told.game != self.told.game;
        let (was_open, next) = (self.is_open() && !is_other, told.next.clone());
        let is_next_new = next.is_some() && (is_other || self.told.next.is_none());
        let missed = if is_other { Vec::new() } else { self.missed(&told) };
        if !is_other {
            let stage = told.stage;
            keep_known_presence(&mut told.white, &self.told.white, stage);
            keep_known_presence(&mut told.black, &self.told.black, stage);
        }
        (self.told, self.game, self.told_at) = (told, game, now);
        let mut news = Vec::new();
        if is_other {
            self.pending = None;
            news.push(RemoteNews::Told(self.introduction()));
        } else {
            self.show();
        }
        if was_open && !self.is_open() {
            news.push(RemoteNews::Told(self.introduction()));
        }
        news.push(RemoteNews::Changed);
        news.extend(missed.into_iter().map(RemoteNews::Told));
        news.extend(self.asked_since(before.filter(|_| !is_other)));
        let follows = is_next_new && !self.is_watched() && !is_other;
        news.extend(next.filter(|_| follows).map(RemoteNews::Next));
        news
    }

    /// What happened while nobody listened, before the connection or without it.
    fn missed(&self, told: &GameOnServer) -> Vec<String> {
        let known = self.told.line.iter().zip(&told.line).take_while(|(before, now)| before == now).count();
        let taken_back = (known < self.told.line.len()).then(|| self.words.taken_back());
        let moves = narrated(self.words.0, told, known);
        let is_end_known =
            self.told.state.ending.is_some() || moves.as_ref().is_some_and(|moves| moves.ends_game);
        let ending = told.state.ending.as_ref().filter(|_| !is_end_known);
        let ending = ending.map(|ending| tabiya_text::visible(&ending.says));
        // Where moves were taken back, an offer went with them.
        let is_declined =
            self.has_offered_draw() && taken_back.is_none() && !has_offer(told) && !is_over(told);
        let declined = is_declined.then(|| self.words.draw_declined());
        [taken_back, moves.map(|moves| moves.says), declined, ending].into_iter().flatten().collect()
    }

    fn hear_entry(&mut self, entry: EntryOnServer, now: Moment) -> Vec<RemoteNews> {
        let EntryOnServer { version, now: _, id: _, says, happened, line, state } = entry;
        let before = self.question();
        let had_offer = self.has_offered_draw();
        let is_moved = !line.add.is_empty();
        self.told.version = version;
        self.told.line.truncate(line.keep);
        self.told.line.extend(line.add);
        self.told.stage = match (&state.ending, self.told.stage) {
            (Some(_), _) => StageOnServer::Over,
            // A game that was over goes on where its end is taken back.
            (None, StageOnServer::Over) => StageOnServer::Live,
            (None, stage) => stage,
        };
        self.told.state = state;
        self.told_at = now;
        if !self.show() {
            return self.end(self.words.not_shown(), now);
        }
        let mut news = vec![RemoteNews::Changed];
        // An offer is told as a question, with how to answer it.
        let asked = self.asked_since(before);
        let is_question = asked.iter().any(|news| matches!(news, RemoteNews::Asked(_)));
        let asks = |what: &HappeningOnServer| match what {
            HappeningOnServer::DrawOffered | HappeningOnServer::TakebackAsked => true,
            HappeningOnServer::Other => false,
        };
        let is_only_asked = happened.iter().all(asks);
        if !(is_question && is_only_asked) {
            news.push(RemoteNews::Told(tabiya_text::visible(&says)));
        }
        // Whoever moves instead of answering declines, which the server does not say.
        let is_declined = had_offer && is_moved && self.has_no_offer_left();
        news.extend(is_declined.then(|| RemoteNews::Told(self.words.draw_declined())));
        news.extend(asked);
        news
    }

    /// Whether a draw that one has offered is not answered yet.
    fn has_offered_draw(&self) -> bool {
        has_offer(&self.told)
    }

    /// Whether the game goes on without one.
    fn has_no_offer_left(&self) -> bool {
        !self.has_offered_draw() && !self.is_over()
    }

    fn hear_presence(&mut self, mut white: PlayerOnServer, mut black: PlayerOnServer) -> Vec<RemoteNews> {
        keep_known_presence(&mut white, &self.told.white, self.told.stage);
        keep_known_presence(&mut black, &self.told.black, self.told.stage);
        let mut news = Vec::new();
        for (color, now) in [(Color::White, &white), (Color::Black, &black)] {
            let before = if color.is_white() { &self.told.white } else { &self.told.black };
            let is_other = self.told.you.role.color() != Some(color) && now.kind == KindOfPlayer::Person;
            if is_other
                && before.kind == KindOfPlayer::Person
                && before.present != now.present
                && !self.is_over()
            {
                news.push(RemoteNews::Told(self.words.presence(now)));
            }
        }
        (self.told.white, self.told.black) = (white, black);
        news
    }

    fn hear_failure(&mut self, id: Option<&str>, failure: FailureOnServer, now: Moment) -> Vec<RemoteNews> {
        let failed = id.and_then(|id| self.answered(id));
        // What the sender had not seen was taken in before.
        let FailureOnServer { error, version, missing: _ } = failure;
        let is_all_known = version.is_some_and(|version| self.told.version >= version);
        // An offer that crossed the move on its way does not matter to it; another line does.
        if let Some(PendingCommand { command, line }) = failed
            && let action @ PlayerAction::Move { .. } = command.action
            && error.code == RefusalCode::Stale
            && is_all_known
            && line == self.told.line
            && !self.is_over()
            && let Ok(command) = self.command(action, now)
        {
            return vec![RemoteNews::Changed, RemoteNews::Again(command)];
        }
        let says = tabiya_text::visible(&error.says);
        vec![RemoteNews::Changed, RemoteNews::Refused { says, marks: error.marks }]
    }
}

/// Keeps what is known of a player whom a server that has just been started has not seen yet. Nobody has come or left because of
/// that: whoever is away can be claimed against, or will be.
fn keep_known_presence(now: &mut PlayerOnServer, before: &PlayerOnServer, stage: StageOnServer) {
    let is_person = now.kind == KindOfPlayer::Person && before.kind == KindOfPlayer::Person;
    let is_unknown = !now.present && now.claim_in.is_none() && stage == StageOnServer::Live;
    if is_person && is_unknown {
        now.present = before.present;
    }
}

fn is_over(told: &GameOnServer) -> bool {
    told.stage == StageOnServer::Over || told.state.ending.is_some()
}

/// Whether a draw of one's own is offered.
fn has_offer(told: &GameOnServer) -> bool {
    let own = told.you.role.color();
    own.is_some() && told.state.draw_offer.map(Color::from) == own
}

#[cfg(test)]
mod tests;
