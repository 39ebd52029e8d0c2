use std::io::{self, Write};

use tabiya_game::narration::sentence;
use tabiya_remote::{
    GameOnServer, LobbyRow, LobbyWish, OpponentChoice, RemoteError, SeatWish, ServerClient, ServerInvitation,
};
use tabiya_rules::Language;
use tabiya_text::visible;

/// The lobby of a server in lines: who waits for somebody, one's own games, and what can be typed.
pub struct LobbyTalk<'a> {
    /// The server.
    pub client: &'a ServerClient,
    /// Where it is said.
    pub out: &'a mut dyn Write,
    /// In which language.
    pub language: Language,
    /// Whether a person reads it as it is written.
    pub is_terminal: bool,
}

/// How somebody left the lobby.
pub enum LobbyEnd {
    /// For a game.
    Game(Box<GameOnServer>),
    /// For good.
    Quit,
}

impl LobbyTalk<'_> {
    /// Talks until a game is chosen, or there are no more lines.
    pub fn run(&mut self, mut next_line: impl FnMut() -> Option<String>) -> anyhow::Result<LobbyEnd> {
        let mut rows = self.list()?;
        self.say(&self.choose("Type a number, or help.", "Tipp eine Nummer, oder help."))?;
        loop {
            if self.is_terminal {
                write!(self.out, "lobby> ")?;
            }
            self.out.flush()?;
            let Some(line) = next_line() else { return Ok(LobbyEnd::Quit) };
            if line.trim().is_empty() {
                continue;
            }
            match LobbyWish::read(&line) {
                Ok(LobbyWish::Quit) => return Ok(LobbyEnd::Quit),
                Ok(LobbyWish::Help) => self.say(LobbyWish::help(self.language))?,
                Ok(LobbyWish::List) => rows = self.list()?,
                Ok(LobbyWish::Watch) => rows = self.list_running()?,
                Ok(LobbyWish::Take(number)) => match rows.get(number.wrapping_sub(1)) {
                    Some(row) => match self.client.enter(row) {
                        Ok(game) => return Ok(LobbyEnd::Game(Box::new(game))),
                        Err(why) => self.refuse(&why)?,
                    },
                    None => {
                        self.say(&self.choose("There is no such number.", "Diese Nummer gibt es nicht."))?;
                    }
                },
                Ok(LobbyWish::Make(wish)) => match self.make(&wish)? {
                    Some(game) => return Ok(LobbyEnd::Game(game)),
                    None => continue,
                },
                Err(why) => self.say(&sentence(self.language.words(&why)))?,
            }
        }
    }

    /// Makes a game, and tells the link to it where that is for somebody else; tells why, where it is refused.
    fn make(&mut self, wish: &SeatWish) -> io::Result<Option<Box<GameOnServer>>> {
        let game = match self.client.make_game(wish) {
            Ok(game) => game,
            Err(why) => return self.refuse(&why).map(|()| None),
        };
        match wish.opponent {
            OpponentChoice::Link => self.tell_link(&game.game)?,
            OpponentChoice::Lobby | OpponentChoice::Computer(_) => {}
        }
        Ok(Some(Box::new(game)))
    }

    /// Tells the link to a game that was made, or why there is none.
    fn tell_link(&mut self, game: &str) -> io::Result<()> {
        let ServerInvitation { url, hint } = match self.client.invitation(game) {
            Ok(invitation) => invitation,
            Err(why) => return self.say(&no_link(self.language, &why)),
        };
        let url = visible(&url);
        self.say(&match self.language {
            Language::English => format!("Send this link to whom you want to play: {url}"),
            Language::German => format!("Schick diesen Link, wem du willst: {url}"),
        })?;
        self.say(&hint.as_deref().map(visible).unwrap_or_default())
    }

    fn choose(&self, english: &str, german: &str) -> String {
        self.language.choose(tabiya_rules::ByLanguage { english, german }).to_owned()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() { Ok(()) } else { writeln!(self.out, "{text}") }
    }

    fn refuse(&mut self, why: &RemoteError) -> io::Result<()> {
        self.say(&sentence(self.language.words(why)))
    }

    /// Lists one's own games and the open seats.
    fn list(&mut self) -> io::Result<Vec<LobbyRow>> {
        let rows = match self.client.seats_and_own_games() {
            Ok(rows) => rows,
            Err(why) => return self.refuse(&why).map(|()| Vec::new()),
        };
        let has_seats = rows.iter().any(|row| matches!(row, LobbyRow::Seat(_)));
        let server = self.client.address().to_string();
        self.say(&match (self.language, has_seats) {
            (Language::English, false) => {
                format!("Nobody waits for an opponent at {server}: new makes an open seat.")
            }
            (Language::English, true) => format!("These wait for an opponent at {server}:"),
            (Language::German, false) => format!("Niemand wartet bei {server}: new bietet einen Platz an."),
            (Language::German, true) => format!("Diese warten bei {server}:"),
        })?;
        self.tell(rows)
    }

    fn list_running(&mut self) -> io::Result<Vec<LobbyRow>> {
        let running = match self.client.running_games() {
            Ok(running) => running,
            Err(why) => return self.refuse(&why).map(|()| Vec::new()),
        };
        if running.is_empty() {
            self.say(
                &self.choose("No game can be watched now.", "Bei keiner Partie kann man jetzt zusehen."),
            )?;
        }
        self.tell(running.into_iter().map(LobbyRow::Watched).collect())
    }

    fn tell(&mut self, rows: Vec<LobbyRow>) -> io::Result<Vec<LobbyRow>> {
        for (number, row) in (1..).zip(&rows) {
            self.say(&format!("{number:>3}  {}", row.line(self.language)))?;
        }
        Ok(rows)
    }
}

/// That a game was made, and why there is no link to it.
pub fn no_link(language: Language, why: &RemoteError) -> String {
    let why = language.words(why);
    sentence(match language {
        Language::English => format!("the game was made, but there is no link to it: {why}"),
        Language::German => format!("die Partie ist angelegt, aber es gibt keinen Link zu ihr: {why}"),
    })
}
