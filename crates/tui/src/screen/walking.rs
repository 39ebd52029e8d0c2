//! Through the moves of the game, without changing anything in it.

use tabiya_engine::LevelTitle;
use tabiya_game::{Moment, NodeId};
use tabiya_notation::MoveText;
use tabiya_rules::{Color, Language};
use tabiya_table::Request;

use super::Screen;
use crate::popup::{AnswerDeed, PlayOnSides};

impl Screen {
    /// The moves of the line that was played, also those that were taken back at its end.
    fn main_line(&self) -> Vec<NodeId> {
        let history = self.table.game().history();
        history.line().chain(history.ahead()).collect()
    }

    fn look_at(&mut self, node: NodeId) {
        let here = self.table.game().history().here();
        self.looking = (node != here).then_some(node);
        self.hand.let_go();
        (self.reason, self.hint, self.hinting) = (None, None, None);
        self.end_exercise();
        if self.looking.is_some() {
            self.status = self.place_words();
        } else {
            self.status.clear();
        }
    }

    pub(super) fn look_at_node(&mut self, node: NodeId) {
        self.look_at(node);
    }

    pub(super) fn look_back(&mut self) {
        let parent = self.table.game().history().parent(self.shown());
        match parent {
            Some(parent) => self.look_at(parent),
            None => self.tell(&self.choose("This is the start.", "Das ist der Anfang.")),
        }
    }

    pub(super) fn look_ahead(&mut self) {
        let shown = self.shown();
        let main = self.main_line();
        let place = if shown == NodeId::ROOT {
            Some(0)
        } else {
            main.iter().position(|&node| node == shown).map(|at| at + 1)
        };
        let next = place.and_then(|place| main.get(place).copied());
        let next = next.or_else(|| self.table.game().history().children(shown).first().copied());
        match next {
            Some(next) => self.look_at(next),
            None => self.tell(&self.choose("There are no more moves.", "Es gibt keine weiteren Züge.")),
        }
    }

    pub(super) fn look_at_start(&mut self) {
        self.look_at(NodeId::ROOT);
    }

    /// To where the game stands; of one that is only looked at, to its end.
    pub(super) fn look_at_end(&mut self) {
        let end = match self.is_viewing {
            true => self.main_line().last().copied(),
            false => None,
        };
        self.look_at(end.unwrap_or(self.table.game().history().here()));
    }

    /// To another move in place of the one that is shown.
    pub(super) fn look_beside(&mut self, steps: isize) {
        let history = self.table.game().history();
        let shown = self.shown();
        let siblings = history.parent(shown).map(|parent| history.children(parent)).unwrap_or_default();
        let Some(at) = siblings.iter().position(|&node| node == shown).filter(|_| siblings.len() > 1) else {
            return self
                .tell(&self.choose("There is no other move here.", "Hier gibt es keinen anderen Zug."));
        };
        let next = siblings[(at as isize + steps).rem_euclid(siblings.len() as isize) as usize];
        self.look_at(next);
    }

    /// What is shown, where that is not the game as it stands.
    fn place_words(&self) -> String {
        let history = self.table.game().history();
        let shown = self.shown();
        let words = tabiya_table::numbered(history, [shown]).join(" ");
        let what = if words.is_empty() { self.choose("the start", "den Anfang") } else { words };
        match self.language {
            Language::English => {
                format!("You look at {what}: End returns, Ctrl-P plays on from here.")
            }
            Language::German => {
                format!("Du siehst {what}: Ende kehrt zurück, Strg-P spielt von hier weiter.")
            }
        }
    }

    /// Asks who plays on from the place that is shown.
    pub(super) fn ask_to_play_on(&mut self, text: Option<MoveText>) {
        let node = self.shown();
        let is_here = node == self.table.game().history().here();
        if is_here && !self.is_viewing {
            return self.tell(
                &self.choose("The game goes on from here already.", "Die Partie geht hier schon weiter."),
            );
        }
        let deed = |sides| AnswerDeed::PlayOn { node, sides, text };
        let level = LevelTitle(self.table.level());
        let against = |color: Color| match self.language {
            Language::English => format!("With {color} against {level}"),
            Language::German => {
                format!("Mit {} gegen {}", self.language.words(&color), self.language.words(&level))
            }
        };
        let mut answers = Vec::new();
        if !self.is_viewing || !self.is_over() {
            answers.push((
                self.choose("Yes, as the game is", "Ja, wie die Partie ist"),
                deed(PlayOnSides::Same),
            ));
        }
        answers.push((against(Color::White), deed(PlayOnSides::One(Color::White))));
        answers.push((against(Color::Black), deed(PlayOnSides::One(Color::Black))));
        answers.push((self.choose("For both sides", "Für beide Seiten"), deed(PlayOnSides::Both)));
        answers.push((self.choose("No", "Nein"), AnswerDeed::Nothing));
        let text = self.choose(
            "Play on from here? The moves that follow stay as a variation.",
            "Von hier weiterspielen? Die Züge danach bleiben als Variante.",
        );
        self.question(text, answers);
    }

    /// Goes on from a place of the game.
    pub(super) fn play_on(&mut self, node: NodeId, sides: PlayOnSides, text: Option<MoveText>, now: Moment) {
        let is_here = node == self.table.game().history().here();
        if self.is_viewing
            && let Err(why) = self.table.excuse_clock(now)
        {
            return self.refuse(&why);
        }
        let was_viewing = std::mem::replace(&mut self.is_viewing, false);
        if !is_here && !self.ask(Request::GoTo(node), now) {
            self.is_viewing = was_viewing;
            return;
        }
        self.looking = None;
        let is_seated = match sides {
            PlayOnSides::Same => true,
            PlayOnSides::Both => self.ask(Request::Force, now),
            PlayOnSides::One(color) => self.ask(Request::Computer(!color), now),
        };
        if let Some(text) = text.filter(|_| is_seated) {
            self.ask(Request::Move(text), now);
        }
    }
}
