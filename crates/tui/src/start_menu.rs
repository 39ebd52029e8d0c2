use std::path::PathBuf;

use tabiya_engine::{Level, LevelName};
use tabiya_game::TimeControl;
use tabiya_notation::{RuleFile, find_rules};
use tabiya_openings::OpeningLine;
use tabiya_rules::{ByColor, ByLanguage, Color, FIDE, Language, RULE_SETS, Setup};
use tabiya_table::talk::words;
use tabiya_table::{GamePlan, Player, WaitingGame};
use tabiya_text::visible;

use crate::board_settings::BoardSettings;
use crate::popup::PopupContent;

/// What can be chosen before a game.
pub(crate) struct StartMenu {
    rows: Vec<StartRow>,
    chosen: usize,
    pub rules: RuleFile,
    pub players: ByColor<Player>,
    pub clock: Option<TimeControl>,
    pub position: StartPosition,
    /// The game that was left last, and how many were.
    last: Option<WaitingGame>,
    waiting: usize,
    /// The engine that can be chosen by stepping.
    engine: Option<Player>,
}

/// Where somebody stands among those who can be chosen; a level that has a number, behind those whom it beats.
fn place(candidates: &[Player], player: &Player) -> usize {
    let is_reached = |candidate: &Player| match (candidate, player) {
        (Player::Level(candidate), Player::Level(level)) => candidate.rating() <= level.rating(),
        _ => candidate == player,
    };
    candidates.iter().rposition(is_reached).unwrap_or(0)
}

/// Who stands in the list in place of a level that has a number: the best whom it beats, so that there is one list.
fn on_ladder(player: Player) -> Player {
    let Player::Level(level) = player else { return player };
    if level.is_rated() {
        return Player::Level(level);
    }
    let beaten = Level::ladder().take_while(|rated| rated.rating() <= level.rating()).last();
    Player::Level(beaten.or(Level::ladder().next()).unwrap_or(level))
}

/// What a game begins with.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum StartPosition {
    Usual,
    Setup(Box<Setup>),
    Opening(&'static OpeningLine),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum StartRow {
    GoOn(PathBuf),
    Begin,
    Rules,
    Player(Color),
    Clock,
    Position,
    Open,
    Waiting,
    Settings,
    Quit,
}

/// The most characters of what is said of rules.
const SUMMARY: usize = 40;

/// The clocks that are chosen by stepping.
const CLOCKS: [&str; 8] = ["1+0", "3+2", "5+3", "10+0", "10+5", "15+10", "30+20", "90+30"];

impl StartMenu {
    /// The choices of last time.
    pub fn new(settings: &BoardSettings, waiting: &[WaitingGame]) -> StartMenu {
        let player = |text: &str, usual: Player| text.parse().unwrap_or(usual);
        let rules = find_rules(&settings.rules).map_or_else(|_| RuleFile::named(FIDE, None), RuleFile::from);
        let engine = Some(player(&settings.engine, Player::Human))
            .filter(|engine| matches!(engine, Player::Engine(_)));
        let last = waiting.first().cloned();
        let mut rows: Vec<StartRow> = last.iter().map(|game| StartRow::GoOn(game.record.clone())).collect();
        rows.extend([
            StartRow::Begin,
            StartRow::Player(Color::White),
            StartRow::Player(Color::Black),
            StartRow::Rules,
            StartRow::Clock,
            StartRow::Position,
            StartRow::Open,
        ]);
        rows.extend((!waiting.is_empty()).then_some(StartRow::Waiting));
        rows.extend([StartRow::Settings, StartRow::Quit]);
        StartMenu {
            rows,
            chosen: 0,
            rules,
            players: ByColor {
                white: on_ladder(player(&settings.white, Player::Human)),
                black: on_ladder(player(&settings.black, Player::USUAL)),
            },
            clock: settings.clock.parse().ok(),
            position: StartPosition::Usual,
            last,
            waiting: waiting.len(),
            engine,
        }
    }

    /// The choices of last time that are not understood, and which the usual ones replace.
    pub fn misread(settings: &BoardSettings) -> Vec<&str> {
        let is_player = |text: &str| text.is_empty() || text.parse::<Player>().is_ok();
        let is_clock = settings.clock.is_empty() || settings.clock.parse::<TimeControl>().is_ok();
        let read = [
            (&settings.white, is_player(&settings.white)),
            (&settings.black, is_player(&settings.black)),
            (&settings.rules, find_rules(&settings.rules).is_ok()),
            (&settings.clock, is_clock),
            (&settings.engine, is_player(&settings.engine)),
        ];
        read.into_iter().filter(|(_, is_understood)| !is_understood).map(|(text, _)| text.as_str()).collect()
    }

    pub fn row(&self) -> StartRow {
        self.rows.get(self.chosen).cloned().unwrap_or(StartRow::Begin)
    }

    pub fn step(&mut self, steps: isize) {
        let count = self.rows.len() as isize;
        self.chosen = (self.chosen as isize + steps).rem_euclid(count) as usize;
    }

    pub fn choose(&mut self, line: usize) -> bool {
        let is_there = line < self.rows.len();
        if is_there {
            self.chosen = line;
        }
        is_there
    }

    /// Changes what the chosen row says, one step to either side. Says whether it is such a row.
    pub fn change(&mut self, steps: isize) -> bool {
        match self.row() {
            StartRow::Rules => self.change_rules(steps),
            StartRow::Player(color) => self.change_player(color, steps),
            StartRow::Clock => self.change_clock(steps),
            StartRow::Position => self.position = StartPosition::Usual,
            _ => return false,
        }
        true
    }

    fn change_rules(&mut self, steps: isize) {
        let here = RULE_SETS.iter().position(|set| self.rules.name.as_deref() == Some(set.name)).unwrap_or(0);
        let next = (here as isize + steps).rem_euclid(RULE_SETS.len() as isize) as usize;
        self.rules = RuleFile::from(&RULE_SETS[next]);
        self.position = StartPosition::Usual;
    }

    /// Everybody who can be chosen by stepping.
    fn candidates(&self) -> Vec<Player> {
        let levels = Level::ladder().map(Player::Level);
        std::iter::once(Player::Human).chain(levels).chain(self.engine.clone()).collect()
    }

    fn change_player(&mut self, color: Color, steps: isize) {
        let candidates = self.candidates();
        let here = place(&candidates, self.players.get(color));
        let next = (here as isize + steps).rem_euclid(candidates.len() as isize) as usize;
        *self.players.get_mut(color) = candidates[next].clone();
    }

    pub fn set_player(&mut self, color: Color, player: Player) {
        if let Player::Engine(_) = player {
            self.engine = Some(player.clone());
        }
        *self.players.get_mut(color) = player;
    }

    fn change_clock(&mut self, steps: isize) {
        self.clock = next_clock(self.clock.as_ref(), steps);
    }

    /// The game that was chosen.
    pub fn plan(&self) -> GamePlan {
        let (position, opening) = match &self.position {
            StartPosition::Usual => (None, None),
            StartPosition::Setup(setup) => (Some(**setup), None),
            StartPosition::Opening(line) => (None, Some(*line)),
        };
        GamePlan {
            players: self.players.clone(),
            rules: self.rules.clone(),
            position,
            opening,
            time: self.clock.clone(),
        }
    }

    /// Takes the choices down, for the next time.
    pub fn note(&self, settings: &mut BoardSettings) {
        settings.white = self.players.white.to_string();
        settings.black = self.players.black.to_string();
        if let Some(set) = self.rules.built_in() {
            settings.rules = set.name.to_owned();
        }
        settings.clock = self.clock.as_ref().map(ToString::to_string).unwrap_or_default();
        settings.engine = self.engine.as_ref().map(ToString::to_string).unwrap_or_default();
    }

    pub fn content(&self, language: Language) -> PopupContent {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        PopupContent {
            title: "Tabiya".to_owned(),
            head: Vec::new(),
            lines: self.rows.iter().map(|row| self.label(language, row)).collect(),
            chosen: Some(self.chosen),
            scroll: 0,
            entry: None,
            footer: choose(
                "Enter chooses, left/right change, Esc back, ? keys",
                "Enter wählt, links/rechts ändern, Esc zurück, ? Hilfe",
            ),
        }
    }

    fn label(&self, language: Language, row: &StartRow) -> String {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        match row {
            StartRow::GoOn(_) => {
                let game = self.last.as_ref().map(|game| words::waiting(language, game)).unwrap_or_default();
                format!("{} {game}", choose("Go on:", "Weiter:"))
            }
            StartRow::Begin => choose("Begin the game", "Partie beginnen"),
            StartRow::Rules => {
                let summary = self.rules.built_in().map(|set| set.summary_in(language)).unwrap_or_default();
                let short = shortened(summary, SUMMARY);
                let name = visible(self.rules.display_name());
                valued(&choose("Rules", "Regeln"), &name) + &format!(" {short}")
            }
            StartRow::Player(color) => {
                let player = self.players.get(*color);
                let title = match player {
                    Player::Human => choose("you", "du"),
                    Player::Level(level) => {
                        format!("{}, {}", language.words(&LevelName(*level)), player.title(language))
                    }
                    Player::Engine(_) => visible(&player.title(language)),
                };
                valued(&language.words(color).to_string(), &title)
            }
            StartRow::Clock => {
                let clock = self.clock.as_ref().map_or_else(|| choose("none", "keine"), ToString::to_string);
                valued(&choose("Clock", "Uhr"), &clock)
            }
            StartRow::Position => {
                let position = match &self.position {
                    StartPosition::Usual => choose("the usual one", "die übliche"),
                    StartPosition::Setup(_) => choose("as set up", "wie aufgebaut"),
                    StartPosition::Opening(line) => line.to_string(),
                };
                valued(&choose("Position", "Stellung"), &position)
            }
            StartRow::Open => choose("Open a file ...", "Datei öffnen ..."),
            StartRow::Waiting => {
                format!("{} ({}) ...", choose("Unfinished games", "Unbeendete Partien"), self.waiting)
            }
            StartRow::Settings => choose("Settings ...", "Einstellungen ..."),
            StartRow::Quit => choose("Quit", "Beenden"),
        }
    }
}

/// A row of which the value can be changed.
pub(crate) fn valued(name: &str, value: &str) -> String {
    format!("{name:<12}< {value} >")
}

/// The clock that stands so many places behind another, where `None` is without one.
pub(crate) fn next_clock(here: Option<&TimeControl>, steps: isize) -> Option<TimeControl> {
    let clocks: Vec<Option<TimeControl>> =
        std::iter::once(None).chain(CLOCKS.iter().map(|text| text.parse().ok())).collect();
    let here = clocks.iter().position(|clock| clock.as_ref() == here).unwrap_or(0);
    clocks[(here as isize + steps).rem_euclid(clocks.len() as isize) as usize].clone()
}

/// As many words of a text as have room.
fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + 1 + word.chars().count() + " ...".len() > room {
            break;
        }
        short = if short.is_empty() { word.to_owned() } else { format!("{short} {word}") };
    }
    format!("{} ...", short.trim_end_matches([',', ';', ':']))
}
