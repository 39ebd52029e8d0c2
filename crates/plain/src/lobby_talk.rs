use std::io::{self, Write};

use tabiya_game::narration::sentence;
use tabiya_remote::{
    GameInList, GameOnServer, LobbyWish, OpponentChoice, RemoteError, SeatWish, ServerClient, lobby_line,
    own_game_line,
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

/// What a number in the list stands for.
enum LobbyRow {
    Seat(GameInList),
    Own(GameInList),
    Watched(GameInList),
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
                Ok(LobbyWish::Take(number)) => match self.take(rows.get(number.wrapping_sub(1))) {
                    Some(Ok(game)) => return Ok(LobbyEnd::Game(Box::new(game))),
                    Some(Err(why)) => self.refuse(&why)?,
                    None => {
                        self.say(&self.choose("There is no such number.", "Diese Nummer gibt es nicht."))?
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
    pub fn make(&mut self, wish: &SeatWish) -> io::Result<Option<Box<GameOnServer>>> {
        let made = self.client.make_game(wish).and_then(|game| {
            let invitation = match wish.opponent {
                OpponentChoice::Link => Some(self.client.invitation(&game.game)?),
                OpponentChoice::Lobby | OpponentChoice::Computer(_) => None,
            };
            Ok((game, invitation))
        });
        match made {
            Ok((game, invitation)) => {
                if let Some(invitation) = invitation {
                    let url = visible(&invitation.url);
                    self.say(&match self.language {
                        Language::English => format!("Send this link to whom you want to play: {url}"),
                        Language::German => format!("Schick diesen Link, wem du willst: {url}"),
                    })?;
                    self.say(&invitation.hint.as_deref().map(visible).unwrap_or_default())?;
                }
                Ok(Some(Box::new(game)))
            }
            Err(why) => self.refuse(&why).map(|()| None),
        }
    }

    fn take(&self, row: Option<&LobbyRow>) -> Option<Result<GameOnServer, RemoteError>> {
        Some(match row? {
            LobbyRow::Seat(seat) => self.client.join(&seat.game, None),
            LobbyRow::Own(game) | LobbyRow::Watched(game) => self.client.game(&game.game),
        })
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
        let found = self.client.own_games().and_then(|own| Ok((own, self.client.open_seats()?)));
        let (own, seats) = match found {
            Ok(found) => found,
            Err(why) => return self.refuse(&why).map(|()| Vec::new()),
        };
        let is_own = |seat: &GameInList| own.iter().any(|game| game.game == seat.game);
        let seats: Vec<GameInList> = seats.into_iter().filter(|seat| !is_own(seat)).collect();
        let server = self.client.address().to_string();
        self.say(&match (self.language, seats.is_empty()) {
            (Language::English, true) => {
                format!("Nobody waits for an opponent at {server}: new makes an open seat.")
            }
            (Language::English, false) => format!("These wait for an opponent at {server}:"),
            (Language::German, true) => format!("Niemand wartet bei {server}: new bietet einen Platz an."),
            (Language::German, false) => format!("Diese warten bei {server}:"),
        })?;
        let rows = seats.into_iter().map(LobbyRow::Seat).chain(own.into_iter().map(LobbyRow::Own)).collect();
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
            let line = match row {
                LobbyRow::Seat(game) | LobbyRow::Watched(game) => lobby_line(self.language, game),
                LobbyRow::Own(game) => own_game_line(self.language, game),
            };
            self.say(&format!("{number:>3}  {line}"))?;
        }
        Ok(rows)
    }
}
