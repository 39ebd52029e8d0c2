//! What boards say of games on a server, beside what the server says itself.

use std::time::Duration;

use tabiya_game::Moment;
use tabiya_game::narration::{sentence, span_words};
use tabiya_rules::{ByLanguage, Color, Language};
use tabiya_text::visible;

use crate::api::{
    GameInList, GameOnServer, HostNotice, KindOfPlayer, PlayerAction, PlayerOnServer, RoleInGame,
    StageOnServer,
};
use crate::remote_error::RemoteError;
use crate::remote_game::{RemoteGame, RemoteQuestion};

/// A seat of the lobby, or a game to watch, in a line.
pub fn lobby_line(language: Language, game: &GameInList) -> String {
    let GameInList { white, black, open, .. } = game;
    let (white, black) = (visible(white), visible(black));
    let who = match open.map(Color::from) {
        Some(color) => {
            let maker = if color.is_white() { black } else { white };
            let side = language.words(&color);
            match language {
                Language::English => format!("{maker}: you would have {side}"),
                Language::German => format!("{maker}: du hättest {side}"),
            }
        }
        None => format!("{white} - {black}"),
    };
    format!("{who}{}", details(language, game))
}

/// The clock, where there is one, and the rules.
fn details(language: Language, game: &GameInList) -> String {
    let none = ByLanguage { english: "no clock", german: "ohne Uhr" };
    let clock = game.clock.as_deref().map_or_else(|| language.choose(none).to_owned(), visible);
    format!(", {clock}, {}", visible(&game.rules))
}

/// One's own game that is not over, in a line.
pub fn own_game_line(language: Language, game: &GameInList) -> String {
    let details = details(language, game);
    if game.stage == StageOnServer::Open {
        return match language {
            Language::English => format!("your open seat{details}: nobody has come yet"),
            Language::German => format!("dein offener Platz{details}: noch niemand ist da"),
        };
    }
    let (white, black, plies) = (visible(&game.white), visible(&game.black), game.plies);
    match language {
        Language::English => format!("your game {white} - {black}{details}, {plies} single moves played"),
        Language::German => format!("deine Partie {white} - {black}{details}, {plies} Halbzüge gespielt"),
    }
}

/// A language in which boards say it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoteWords(pub Language);

impl RemoteWords {
    fn choose(self, english: &str, german: &str) -> String {
        self.0.choose(ByLanguage { english, german }).to_owned()
    }

    pub fn error(self, why: &RemoteError) -> String {
        sentence(self.0.words(why))
    }

    pub fn lost(self, why: &RemoteError) -> String {
        let why = self.0.words(why);
        match self.0 {
            Language::English => format!("No connection: {why}. It is tried again."),
            Language::German => format!("Keine Verbindung: {why}. Sie wird wieder versucht."),
        }
    }

    pub fn cut_off(self) -> String {
        self.choose("There is no connection.", "Es gibt keine Verbindung.")
    }

    /// That something is sent once there is a connection.
    pub fn sent_later(self, action: &PlayerAction) -> String {
        let what = self.waiting(action);
        let says = match self.0 {
            Language::English => format!("{what} is sent as soon as it is back"),
            Language::German => format!("{what} geht hinaus, sobald sie wieder da ist"),
        };
        // A move is written as it is.
        if matches!(action, PlayerAction::Move { .. }) { format!("{says}.") } else { sentence(says) }
    }

    /// What waits for the connection.
    fn waiting(self, action: &PlayerAction) -> String {
        match action {
            PlayerAction::Move { m } => m.clone(),
            PlayerAction::AnswerDraw { .. } | PlayerAction::AnswerTakeback { .. } => {
                self.choose("your answer", "deine Antwort")
            }
            PlayerAction::Pass
            | PlayerAction::Undo { .. }
            | PlayerAction::Redo { .. }
            | PlayerAction::AskTakeback { .. }
            | PlayerAction::OfferDraw
            | PlayerAction::ClaimDraw
            | PlayerAction::Resign
            | PlayerAction::Abort
            | PlayerAction::ClaimLeft
            | PlayerAction::Stop
            | PlayerAction::GoOn => self.choose("your wish", "dein Wunsch"),
        }
    }

    pub fn back(self) -> String {
        self.choose("The connection is back.", "Die Verbindung ist wieder da.")
    }

    pub fn busy(self) -> String {
        self.choose(
            "The server's computer is busy with other games.",
            "Der Computer des Servers spielt noch anderswo.",
        )
    }

    pub fn trouble(self, says: Option<String>) -> String {
        match says {
            Some(says) => visible(&says),
            None => self.choose("The server keeps moves again.", "Der Server bewahrt wieder Züge auf."),
        }
    }

    pub fn not_shown(self) -> String {
        self.choose(
            "This game cannot be shown here: it has rules that this tabiya does not know. Update it.",
            "Diese Partie lässt sich hier nicht zeigen: sie hat Regeln, die dieses tabiya nicht kennt. Aktualisiere es.",
        )
    }

    pub fn taken_back(self) -> String {
        self.choose("Meanwhile moves were taken back.", "Inzwischen wurden Züge zurückgenommen.")
    }

    pub fn rematch_asked(self) -> String {
        self.choose("You have asked for a rematch.", "Du hast um eine Revanche gebeten.")
    }

    pub fn rematch_begins(self) -> String {
        self.choose("The rematch begins.", "Die Revanche beginnt.")
    }

    pub fn host(self, before: &HostNotice, now: &HostNotice) -> Vec<String> {
        let mut told = Vec::new();
        if let Some(announcement) =
            now.announcement.as_ref().filter(|_| now.announcement != before.announcement)
        {
            let announcement = visible(announcement);
            told.push(match self.0 {
                Language::English => format!("The host says: {announcement}"),
                Language::German => format!("Der Gastgeber sagt: {announcement}"),
            });
        }
        if now.clocks_paused != before.clocks_paused {
            told.push(match now.clocks_paused {
                true => self
                    .choose("The host has stopped all clocks.", "Der Gastgeber hat alle Uhren angehalten."),
                false => self.choose("The clocks run again.", "Die Uhren laufen wieder."),
            });
        }
        if now.computer_off != before.computer_off {
            told.push(match now.computer_off {
                true => {
                    self.choose("The host lets the computer rest.", "Der Gastgeber lässt den Computer ruhen.")
                }
                false => self.choose("The computer plays again.", "Der Computer spielt wieder."),
            });
        }
        told
    }

    pub fn presence(self, player: &PlayerOnServer) -> String {
        let name = visible(&player.name);
        let claim = player.claim_in.map(|millis| span_words(self.0, Duration::from_millis(millis)));
        match (self.0, player.present, claim) {
            (Language::English, true, _) => format!("{name} is here."),
            (Language::German, true, _) => format!("{name} ist da."),
            (Language::English, false, None) => format!("{name} has left."),
            (Language::German, false, None) => format!("{name} ist fort."),
            (Language::English, false, Some(span)) => {
                format!("{name} has left: in {span} you may claim the game (claim).")
            }
            (Language::German, false, Some(span)) => {
                format!("{name} ist fort: in {span} kannst du die Partie verlangen (claim).")
            }
        }
    }

    pub fn draw_declined(self) -> String {
        self.choose("Your draw offer is declined.", "Dein Remisangebot ist abgelehnt.")
    }

    pub fn question(self, question: RemoteQuestion) -> String {
        match question {
            RemoteQuestion::Draw => self.choose(
                "A draw is offered to you: accept or decline.",
                "Dir wird Remis angeboten: accept nimmt an, decline lehnt ab.",
            ),
            RemoteQuestion::Takeback { plies: 1 } => self.choose(
                "Your opponent asks to take back a move: accept or decline.",
                "Dein Gegner möchte einen Zug zurücknehmen: accept erlaubt es, decline nicht.",
            ),
            RemoteQuestion::Takeback { plies } => match self.0 {
                Language::English => {
                    format!("Your opponent asks to take back {plies} single moves: accept or decline.")
                }
                Language::German => format!(
                    "Dein Gegner möchte {plies} Halbzüge zurücknehmen: accept erlaubt es, decline nicht."
                ),
            },
            RemoteQuestion::Rematch => self.choose(
                "Your opponent wants a rematch: accept or decline.",
                "Dein Gegner möchte eine Revanche: accept nimmt an, decline lehnt ab.",
            ),
        }
    }

    pub fn introduction(self, told: &GameOnServer) -> String {
        let (white, black) = (self.player(&told.white), self.player(&told.black));
        let clock = told.clock.as_deref().map(|clock| format!(", {}", visible(clock))).unwrap_or_default();
        let rules = visible(&told.rules.name);
        let role = match told.you.role {
            RoleInGame::White => self.choose("You have White", "Du hast Weiß"),
            RoleInGame::Black => self.choose("You have Black", "Du hast Schwarz"),
            RoleInGame::Both => self.choose("You have both sides", "Du hast beide Seiten"),
            RoleInGame::Spectator => self.choose("You watch", "Du siehst zu"),
        };
        format!("{role}: {white} - {black}, {rules}{clock}.")
    }

    fn player(self, player: &PlayerOnServer) -> String {
        match player.kind {
            KindOfPlayer::Open => self.choose("whoever comes", "wer kommt"),
            KindOfPlayer::Person | KindOfPlayer::Computer => visible(&player.name),
        }
    }

    pub fn score(self, told: &GameOnServer) -> Option<String> {
        let score = Some(&told.score).filter(|score| score.games > 0)?;
        let points = |points: &str| match self.0 {
            Language::English => visible(points),
            Language::German => visible(points).replace('.', ","),
        };
        let (white, black) = (self.player(&told.white), self.player(&told.black));
        Some(format!("{white} {} - {black} {}", points(&score.white), points(&score.black)))
    }

    pub fn clock(self, white: Duration, black: Duration) -> String {
        let (white, black) = (span_words(self.0, white), span_words(self.0, black));
        match self.0 {
            Language::English => format!("White has {white}, Black has {black}."),
            Language::German => format!("Weiß hat {white}, Schwarz hat {black}."),
        }
    }

    /// Where a game stands; what hinders comes first.
    pub fn state(self, game: &RemoteGame, now: Moment) -> String {
        if let Some(says) = game.ending_words() {
            return sentence(visible(says));
        }
        if game.is_ended() {
            return self.choose("The connection has ended", "Die Verbindung ist zu Ende");
        }
        if game.is_cut_off(now) {
            return match (game.on_its_way().map(|action| self.waiting(action)), self.0) {
                (Some(what), Language::English) => format!("No connection: {what} waits for it"),
                (Some(what), Language::German) => format!("Keine Verbindung: {what} wartet auf sie"),
                (None, _) => self
                    .choose("No connection: it is tried again", "Keine Verbindung: sie wird wieder versucht"),
            };
        }
        if game.is_open() {
            return self.choose(
                "Nobody has taken the other seat yet",
                "Noch niemand hat den anderen Platz genommen",
            );
        }
        match game.on_its_way() {
            Some(PlayerAction::Move { m }) => {
                return match self.0 {
                    Language::English => format!("{m} is on its way"),
                    Language::German => format!("{m} ist unterwegs"),
                };
            }
            Some(_) => return self.choose("On its way to the server", "Unterwegs zum Server"),
            None => {}
        }
        self.turn(game)
    }

    fn turn(self, game: &RemoteGame) -> String {
        let position = game.game().position();
        let turn = position.turn();
        let side = self.0.words(&turn);
        let is_own = game.own() == Some(turn);
        let check = if position.is_check() { self.choose(" - check!", " - Schach!") } else { String::new() };
        let claims = game.told().state.claims;
        let is_claim = is_own && (claims.repetition || claims.quiet_moves);
        let claim = match is_claim {
            true => self.choose(" - draw claims a draw", " - draw verlangt Remis"),
            false => String::new(),
        };
        let turn = match (self.0, is_own) {
            (Language::English, true) => format!("Your move, {side}"),
            (Language::English, false) => format!("{side} to move"),
            (Language::German, true) => format!("Du bist am Zug, {side}"),
            (Language::German, false) => format!("{side} am Zug"),
        };
        format!("{turn}{check}{claim}")
    }
}
