use tabiya_engine::{Level, LevelName, LevelTitle};
use tabiya_game::TimeControl;
use tabiya_remote::{ComputerOnServer, OpponentChoice, SeatWish};
use tabiya_rules::{ByLanguage, Color, FIDE, Language, RULE_SETS};
use tabiya_text::visible;

use crate::board_settings::BoardSettings;
use crate::popup::PopupContent;
use crate::start_menu::{next_clock, valued};

/// A game of one's own on a server, before it is made.
pub(crate) struct SeatMenu {
    chosen: usize,
    opponent: OpponentChoice,
    /// The computer as the server offers it.
    computers: Vec<ComputerOnServer>,
    color: Color,
    /// Which of all rule sets.
    rules: usize,
    pub clock: Option<TimeControl>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeatRow {
    Make,
    Opponent,
    Side,
    Rules,
    Clock,
}

const ROWS: [SeatRow; 5] = [SeatRow::Make, SeatRow::Opponent, SeatRow::Side, SeatRow::Rules, SeatRow::Clock];

impl SeatMenu {
    /// By the rules and the clock of the last game at this board.
    pub fn new(settings: &BoardSettings, computers: Vec<ComputerOnServer>) -> SeatMenu {
        let rules = RULE_SETS.iter().position(|set| set.name == settings.rules);
        SeatMenu {
            chosen: 0,
            opponent: OpponentChoice::Lobby,
            computers,
            color: Color::White,
            rules: rules.unwrap_or(0),
            clock: settings.clock.parse().ok(),
        }
    }

    pub fn row(&self) -> SeatRow {
        ROWS[self.chosen.min(ROWS.len() - 1)]
    }

    pub fn step(&mut self, steps: isize) {
        self.chosen = (self.chosen as isize + steps).rem_euclid(ROWS.len() as isize) as usize;
    }

    pub fn choose(&mut self, line: usize) -> bool {
        let is_there = line < ROWS.len();
        if is_there {
            self.chosen = line;
        }
        is_there
    }

    /// Changes what the chosen row says, one step to either side.
    pub fn change(&mut self, steps: isize) {
        match self.row() {
            SeatRow::Make => {}
            SeatRow::Opponent => {
                let levels = self.computers.iter().map(|computer| OpponentChoice::Computer(computer.level));
                let all: Vec<OpponentChoice> =
                    [OpponentChoice::Lobby, OpponentChoice::Link].into_iter().chain(levels).collect();
                self.opponent = crate::list_box::next(&all, self.opponent, steps);
            }
            SeatRow::Side => self.color = !self.color,
            SeatRow::Rules => {
                self.rules = (self.rules as isize + steps).rem_euclid(RULE_SETS.len() as isize) as usize;
            }
            SeatRow::Clock => self.clock = next_clock(self.clock.as_ref(), steps),
        }
    }

    /// The game that is wished for.
    pub fn wish(&self) -> SeatWish {
        let rules = Some(&RULE_SETS[self.rules]).filter(|set| *set.rules != FIDE);
        SeatWish {
            opponent: self.opponent,
            rules: rules.map(|set| set.name.to_owned()),
            clock: self.clock.as_ref().map(ToString::to_string),
            color: Some(self.color),
        }
    }

    pub fn content(&self, language: Language) -> PopupContent {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        let footer = if self.is_offer() {
            choose(
                "Enter offers it, left/right change, Esc back",
                "Enter bietet an, links/rechts ändern, Esc zurück",
            )
        } else {
            choose(
                "Enter begins it, left/right change, Esc back",
                "Enter beginnt, links/rechts ändern, Esc zurück",
            )
        };
        PopupContent {
            title: choose("A game on the server", "Eine Partie auf dem Server"),
            head: Vec::new(),
            lines: ROWS.iter().map(|row| self.label(language, *row)).collect(),
            chosen: Some(self.chosen),
            scroll: 0,
            entry: None,
            footer,
        }
    }

    /// Whether somebody has to take it; a computer does not wait.
    fn is_offer(&self) -> bool {
        !matches!(self.opponent, OpponentChoice::Computer(_))
    }

    fn label(&self, language: Language, row: SeatRow) -> String {
        let choose = |english: &str, german: &str| language.choose(ByLanguage { english, german }).to_owned();
        match row {
            SeatRow::Make if self.is_offer() => choose("Offer the game", "Partie anbieten"),
            SeatRow::Make => choose("Play the computer", "Den Computer spielen"),
            SeatRow::Opponent => {
                let opponent = match self.opponent {
                    OpponentChoice::Lobby => choose("whoever comes", "wer kommt"),
                    OpponentChoice::Link => choose("somebody by a link", "jemand mit einem Link"),
                    OpponentChoice::Computer(level) => self.computer(language, level),
                };
                valued(&choose("Opponent", "Gegner"), &opponent)
            }
            SeatRow::Side => valued(&choose("You have", "Du hast"), &language.words(&self.color).to_string()),
            SeatRow::Rules => valued(&choose("Rules", "Regeln"), RULE_SETS[self.rules].name),
            SeatRow::Clock => {
                let clock = self.clock.as_ref().map_or_else(|| choose("none", "keine"), ToString::to_string);
                valued(&choose("Clock", "Uhr"), &clock)
            }
        }
    }
}

impl SeatMenu {
    /// The computer, by what its level is called here; one that is not known here by what the server calls it.
    fn computer(&self, language: Language, level: u16) -> String {
        if let Ok(level) = Level::new(level) {
            let name = language.words(&LevelName(level)).to_string();
            return format!("Computer, {name}, {}", language.words(&LevelTitle(level)));
        }
        let named = self.computers.iter().find(|computer| computer.level == level);
        let name = named.map(|computer| visible(&computer.name)).unwrap_or_default();
        format!("Computer, {level} {name}").trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computers(levels: &[u16]) -> Vec<ComputerOnServer> {
        levels.iter().map(|&level| ComputerOnServer { level, name: "Wizard".to_owned() }).collect()
    }

    #[test]
    fn the_computer_is_offered_as_the_server_lists_it() {
        let mut menu = SeatMenu::new(&BoardSettings::default(), computers(&[4, 1400, 9000]));
        menu.step(1);
        let mut seen = Vec::new();
        for _ in 0..5 {
            menu.change(1);
            seen.push((menu.wish().opponent, menu.label(Language::English, SeatRow::Opponent)));
        }
        let expected = [
            (OpponentChoice::Link, "somebody by a link"),
            (OpponentChoice::Computer(4), "level 4"),
            (OpponentChoice::Computer(1400), "1400"),
            (OpponentChoice::Computer(9000), "9000 Wizard"),
            (OpponentChoice::Lobby, "whoever comes"),
        ];
        for ((opponent, label), (expected, part)) in seen.iter().zip(expected) {
            assert!(*opponent == expected && label.contains(part), "{seen:?}");
        }
    }

    #[test]
    fn what_is_chosen_is_wished_for() {
        let mut menu = SeatMenu::new(&BoardSettings::default(), computers(&[1, 9]));
        assert_eq!(menu.wish().opponent, OpponentChoice::Lobby);
        menu.step(1);
        menu.change(-1);
        menu.step(1);
        menu.change(1);
        menu.step(1);
        menu.change(1);
        menu.step(1);
        menu.change(1);
        let SeatWish { opponent, rules, clock, color } = menu.wish();
        assert_eq!((opponent, color), (OpponentChoice::Computer(9), Some(Color::Black)));
        assert_eq!((rules.as_deref(), clock.as_deref()), (Some(RULE_SETS[1].name), Some("1")));
    }
}
