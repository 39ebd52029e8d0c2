use tabiya_remote::{ComputerOnServer, LobbyRow};
use tabiya_rules::{ByLanguage, Language};

use crate::popup::PopupContent;

/// The lobby of a server: who waits there, one's own games, games to watch, and a seat of one's own.
pub(crate) struct LobbyPicker {
    /// Where the server is.
    server: String,
    games: Vec<LobbyRow>,
    chosen: usize,
    /// Whether somebody has chosen a line, however they did.
    has_chosen: bool,
    /// Whether the server has said what there is.
    is_known: bool,
    /// Whether something was chosen that is not answered yet.
    pub is_waiting: bool,
    /// What was refused last, until somebody goes on.
    refusal: Option<String>,
    /// The computer as the server offers it.
    pub computers: Vec<ComputerOnServer>,
    /// Why nobody knows what there is now.
    trouble: Option<String>,
}

/// What can be chosen in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LobbyChoice {
    Game(LobbyRow),
    /// A game of one's own.
    Offer,
    Settings,
    Leave,
}

impl LobbyPicker {
    pub fn new(server: String, computers: Vec<ComputerOnServer>) -> LobbyPicker {
        LobbyPicker {
            server,
            computers,
            games: Vec::new(),
            chosen: 0,
            has_chosen: false,
            is_known: false,
            is_waiting: false,
            refusal: None,
            trouble: None,
        }
    }

    fn choices(&self) -> Vec<LobbyChoice> {
        let games = self.games.iter().cloned().map(LobbyChoice::Game);
        games.chain([LobbyChoice::Offer, LobbyChoice::Settings, LobbyChoice::Leave]).collect()
    }

    /// Takes in what there is. What is chosen stays chosen; where that is gone, nobody takes a seat that slid into its place. Where
    /// nobody has chosen anything yet, the first list begins at its beginning.
    pub fn hear(&mut self, games: Vec<LobbyRow>) {
        let before = self.choice();
        let is_first = !std::mem::replace(&mut self.is_known, true) && !self.has_chosen;
        self.games = games;
        self.trouble = None;
        let is_same = |choice: &LobbyChoice| match (choice, &before) {
            (LobbyChoice::Game(one), LobbyChoice::Game(other)) => one.game() == other.game(),
            (one, other) => one == other,
        };
        let place = self.choices().iter().position(is_same).unwrap_or(self.games.len());
        self.chosen = if is_first { 0 } else { place };
    }

    /// Something was chosen, and what was refused before is past.
    pub fn begin_waiting(&mut self) {
        (self.is_waiting, self.refusal) = (true, None);
    }

    /// Tells what was refused.
    pub fn refuse(&mut self, why: String) {
        self.is_waiting = false;
        self.refusal = Some(why);
    }

    /// Tells why nobody knows what there is now.
    pub fn miss(&mut self, why: String) {
        self.trouble = Some(why);
    }

    pub fn choice(&self) -> LobbyChoice {
        self.choices().into_iter().nth(self.chosen).unwrap_or(LobbyChoice::Offer)
    }

    pub fn step(&mut self, steps: isize) {
        let count = self.choices().len() as isize;
        self.go_to((self.chosen as isize + steps).rem_euclid(count) as usize);
    }

    pub fn page(&mut self, steps: isize) {
        let last = self.choices().len() as isize - 1;
        self.go_to((self.chosen as isize).saturating_add(steps).clamp(0, last) as usize);
    }

    /// Somebody goes on to a line, and what was refused before is past.
    fn go_to(&mut self, line: usize) {
        (self.chosen, self.has_chosen, self.refusal) = (line, true, None);
    }

    /// Chooses a line.
    pub fn choose(&mut self, line: usize) -> bool {
        let is_there = line < self.choices().len();
        if is_there {
            self.go_to(line);
        }
        is_there
    }

    /// Chooses the game of a number.
    pub fn choose_number(&mut self, number: usize) -> bool {
        (1..=self.games.len()).contains(&number) && self.choose(number - 1)
    }

    pub fn content(&self, language: Language) -> PopupContent {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        PopupContent {
            title: choose("Lobby", "Lobby"),
            head: self.head(language),
            lines: (1..)
                .zip(self.choices())
                .map(|(number, choice)| label(language, number, &choice))
                .collect(),
            chosen: Some(self.chosen),
            scroll: 0,
            entry: None,
            footer: choose(
                "Enter chooses, :help tells more, Esc leaves",
                "Enter wählt, :help erklärt mehr, Esc geht",
            ),
        }
    }

    fn head(&self, language: Language) -> Vec<String> {
        let server = &self.server;
        let seats = self.games.iter().filter(|row| matches!(row, LobbyRow::Seat(_))).count();
        let first = match (language, self.is_known, seats) {
            (Language::English, false, _) => format!("{server} is asked who is there ..."),
            (Language::German, false, _) => format!("{server} wird gefragt, wer da ist ..."),
            (Language::English, true, 0) => format!("Nobody waits for an opponent at {server}."),
            (Language::German, true, 0) => format!("Niemand wartet bei {server}."),
            (Language::English, true, _) => format!("These wait for an opponent at {server}:"),
            (Language::German, true, _) => format!("Diese warten bei {server}:"),
        };
        let waiting =
            ByLanguage { english: "The server is asked ...", german: "Der Server wird gefragt ..." };
        let waiting = self.is_waiting.then(|| language.choose(waiting).to_owned());
        let troubles = self.trouble.iter().chain(&self.refusal);
        let troubles = troubles.flat_map(|why| crate::popup::wrapped(why, 56));
        std::iter::once(first).chain(troubles).chain(waiting).collect()
    }
}

fn label(language: Language, number: usize, choice: &LobbyChoice) -> String {
    let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
    match choice {
        LobbyChoice::Game(row) => format!("{number:>2}  {}", row.line(language)),
        LobbyChoice::Offer => choose(
            "Offer a game, or play the computer ...",
            "Eine Partie anbieten, oder den Computer spielen ...",
        ),
        LobbyChoice::Settings => choose("Settings ...", "Einstellungen ..."),
        LobbyChoice::Leave => choose("Leave", "Gehen"),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_remote::{GameInList, StageOnServer};

    use super::*;

    fn seat(name: &str) -> LobbyRow {
        LobbyRow::Seat(GameInList {
            game: name.to_owned(),
            white: name.to_owned(),
            black: String::new(),
            rules: "fide".to_owned(),
            plies: 0,
            stage: StageOnServer::Open,
            clock: None,
            open: None,
            one_board: false,
            you: None,
        })
    }

    #[test]
    fn a_seat_that_is_chosen_stays_chosen_and_none_slides_into_its_place() {
        let mut list = LobbyPicker::new("http://club".to_owned(), Vec::new());
        list.hear(vec![seat("a"), seat("b")]);
        assert_eq!(list.choice(), LobbyChoice::Game(seat("a")));
        list.step(1);
        list.hear(vec![seat("new"), seat("a"), seat("b")]);
        assert_eq!(list.choice(), LobbyChoice::Game(seat("b")));
        list.hear(vec![seat("new"), seat("a")]);
        assert_eq!(list.choice(), LobbyChoice::Offer);
        list.hear(vec![seat("c"), seat("new"), seat("a")]);
        assert_eq!(list.choice(), LobbyChoice::Offer);
    }

    #[test]
    fn numbers_are_those_of_games() {
        let mut list = LobbyPicker::new("http://club".to_owned(), Vec::new());
        list.hear(vec![seat("a"), seat("b")]);
        assert!(list.choose_number(2) && !list.choose_number(0) && !list.choose_number(3));
        assert_eq!(list.choice(), LobbyChoice::Game(seat("b")));
    }
}
