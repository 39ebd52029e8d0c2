//! A game on a server: what is asked goes there, and what is told there is shown.

use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_remote::{
    LinkEvent, LinkOrder, MarkKind, MarkedSquare, NotOnServer, RemoteNews, RemoteQuestion, RemoteWord,
    ServerDeed,
};
use tabiya_rules::Bitboard;
use tabiya_table::Request;

use super::{AfterBoard, Screen};
use crate::action_on_server::ActionOnServer;
use crate::board_action::BoardAction;
use crate::drawn_reason::DrawnReason;
use crate::event::ScreenEffect;
use crate::hand::Hand;
use crate::popup::{AnswerDeed, Popup};

impl Screen {
    /// Asks the server for what was asked at the board. Says whether it was sent.
    pub(super) fn ask_server(&mut self, request: &Request, now: Moment) -> bool {
        let Some(remote) = &self.remote else { return false };
        match remote.deed(request) {
            Ok(deed) => self.do_on_server(deed, now),
            Err(why) => self.refuse_here(why),
        }
    }

    /// Wants something done on the server.
    pub(super) fn do_on_server(&mut self, deed: ServerDeed, now: Moment) -> bool {
        let Some(remote) = &mut self.remote else { return false };
        let order = match remote.order(deed, now) {
            Ok(Some(order)) => order,
            Ok(None) => return false,
            Err(why) => return self.refuse_here(why),
        };
        let waits = remote.waiting_words(now);
        (self.reason, self.hint) = (None, None);
        self.status.clear();
        // The status line has it in few words.
        waits.iter().for_each(|says| self.messages.add(says));
        self.effects.push(ScreenEffect::Order(order));
        self.lay_out();
        true
    }

    pub(super) fn refuse_here(&mut self, why: NotOnServer) -> bool {
        self.tell(&sentence(self.language.words(&why)));
        false
    }

    /// Shows the game on the server as it is known now.
    fn lay_out(&mut self) {
        let Some(remote) = &self.remote else { return };
        let before = self.table.game().settings().clone();
        remote.lay_out(&mut self.table);
        let place = self.looking.filter(|&node| self.table.game().history().get(node).is_some());
        self.looking = place.filter(|_| *self.table.game().settings() == before);
        if *self.table.game().settings() != before {
            self.forget_review();
            self.hand = Hand::new(self.bottom());
        }
    }

    /// Takes in what happened on the server.
    pub(super) fn hear_server(&mut self, event: LinkEvent, now: Moment) {
        let Some(remote) = &mut self.remote else { return };
        let was_over = remote.is_over();
        let news = remote.hear(event, now);
        let is_just_over = remote.is_over() && !was_over;
        for news in news {
            match news {
                RemoteNews::Told(says) => self.tell(&says),
                RemoteNews::Changed => self.show_change(),
                RemoteNews::Refused { says, marks } => {
                    self.tell_refusal(&sentence(says));
                    self.reason = drawn(&marks);
                }
                // No box opens by itself: it would take the keys of somebody who is about to move, and Enter might end the game.
                RemoteNews::Asked(_) => self.messages.add(&self.choose(
                    "F8 answers, and so do :accept and :decline.",
                    "F8 antwortet, ebenso :annehmen und :ablehnen.",
                )),
                RemoteNews::Unasked => self.close_question(),
                RemoteNews::Again(command) => {
                    self.effects.push(ScreenEffect::Order(LinkOrder::Command(command)));
                }
                RemoteNews::Next(game) => self.effects.push(ScreenEffect::Order(LinkOrder::Next(game))),
                RemoteNews::Ended(says) => self.tell(&says),
            }
        }
        if is_just_over && !self.table.game().history().is_empty() {
            self.messages.add(&self.choose("Ctrl-A analyses the game.", "Strg-A analysiert die Partie."));
        }
    }

    fn show_change(&mut self) {
        let before = self.table.game().history().here();
        self.lay_out();
        if self.table.game().history().here() != before {
            (self.reason, self.hint) = (None, None);
            self.hand.let_go();
        }
        if let Some(remote) = &self.remote {
            self.effects.push(ScreenEffect::NoteGame(remote.name().to_owned()));
        }
    }

    /// Opens what the opponent asks, for an answer; says whether there is something.
    fn answers_opponent(&mut self) -> bool {
        let question = self.remote.as_ref().and_then(|remote| remote.question());
        question.inspect(|&question| self.ask_about(question)).is_some()
    }

    /// That the opponent waits for an answer, where that is so.
    pub(super) fn opponent_words(&self) -> String {
        match self.remote.as_ref().and_then(|remote| remote.question()) {
            Some(RemoteQuestion::Draw) => {
                self.choose(" - draw offered, F8 answers", " - Remis angeboten, F8 antwortet")
            }
            Some(RemoteQuestion::Takeback { .. }) => {
                self.choose(" - takeback asked, F8 answers", " - Zurücknahme erbeten, F8 antwortet")
            }
            Some(RemoteQuestion::Rematch) => {
                self.choose(" - rematch asked, F8 answers", " - Revanche erbeten, F8 antwortet")
            }
            None => String::new(),
        }
    }

    fn ask_about(&mut self, question: RemoteQuestion) {
        let text = match question {
            RemoteQuestion::Draw => {
                self.choose("A draw is offered. Do you accept it?", "Remis ist angeboten. Nimmst du an?")
            }
            RemoteQuestion::Takeback { .. } => self.choose(
                "Your opponent asks to take back. Do you allow it?",
                "Dein Gegner möchte zurücknehmen. Erlaubst du es?",
            ),
            RemoteQuestion::Rematch => {
                self.choose("Your opponent wants a rematch.", "Dein Gegner möchte eine Revanche.")
            }
        };
        self.close_question();
        // What is chosen first does nothing.
        let answers = vec![
            (self.choose("Later", "Später"), AnswerDeed::Nothing),
            (self.choose("Accept", "Annehmen"), AnswerDeed::Reply(true)),
            (self.choose("Decline", "Ablehnen"), AnswerDeed::Reply(false)),
        ];
        self.question(text, answers);
    }

    /// Takes away what the opponent asked, where it is still open.
    fn close_question(&mut self) {
        let is_asked = |popup: &Popup| match popup {
            Popup::Question { list, .. } => {
                list.rows.iter().any(|(_, deed)| matches!(deed, AnswerDeed::Reply(_)))
            }
            _ => false,
        };
        self.popups.retain(|popup| !is_asked(popup));
    }

    /// Takes away all that the computer thinks, where it may not help any more: a rematch has begun.
    pub(super) fn drop_help(&mut self) {
        if self.remote.as_ref().is_some_and(|remote| remote.may_have_help().is_err()) {
            (self.analysis.is_on, self.analysis.has_bar) = (false, false);
            self.analysis.lines.clear();
            (self.hint, self.hinting) = (None, None);
            self.forget_review();
        }
    }

    /// Answers the opponent.
    pub(super) fn reply_on_server(&mut self, accept: bool, now: Moment) {
        let Some(remote) = &self.remote else { return };
        match remote.answer(accept) {
            Ok(deed) => drop(self.do_on_server(deed, now)),
            Err(why) => drop(self.refuse_here(why)),
        }
    }

    /// What is typed for a game on a server alone; says whether it was.
    pub(super) fn obey_remote_word(&mut self, line: &str, now: Moment) -> bool {
        let Some(word) = RemoteWord::read(line).filter(|_| self.remote.is_some()) else { return false };
        match word.deed() {
            Some(deed) => drop(self.do_on_server(deed, now)),
            None => self.leave_for_lobby(),
        }
        true
    }

    fn leave_for_lobby(&mut self) {
        self.after = AfterBoard::Lobby;
        self.effects.push(ScreenEffect::Quit);
    }

    /// What a key does otherwise in a game on a server; says whether it was done.
    pub(super) fn perform_on_server(&mut self, action: BoardAction, now: Moment) -> bool {
        if action == BoardAction::Draw && self.answers_opponent() {
            return true;
        }
        let Some(remote) = &self.remote else { return false };
        match ActionOnServer::of(action) {
            ActionOnServer::Same | ActionOnServer::OfPlayers => return false,
            ActionOnServer::Help => match remote.may_have_help() {
                Ok(()) => return false,
                Err(why) => drop(self.refuse_here(why)),
            },
            ActionOnServer::Lobby => self.leave_for_lobby(),
            ActionOnServer::Asked(request) => drop(self.ask_server(&request, now)),
            ActionOnServer::Never(why) => drop(self.refuse_here(why)),
        }
        true
    }

    /// Whether an action can be chosen: what a game on a server never does is not offered there.
    pub(crate) fn offers(&self, action: BoardAction) -> bool {
        let Some(remote) = &self.remote else { return true };
        match ActionOnServer::of(action) {
            ActionOnServer::Same | ActionOnServer::Lobby => true,
            ActionOnServer::Help => remote.may_have_help().is_ok(),
            ActionOnServer::OfPlayers | ActionOnServer::Asked(_) => !remote.is_watched(),
            ActionOnServer::Never(_) => false,
        }
    }

    /// That a move is for where the game stands, where another place of it is looked at.
    pub(super) fn is_looking_on_server(&mut self) -> bool {
        let is_looking = self.remote.is_some() && self.shown() != self.table.game().history().here();
        if is_looking {
            self.refuse_here(NotOnServer::Looking);
        }
        is_looking
    }

    /// How the match stands on the server, where the game is on one.
    pub(super) fn remote_score(&self) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let first = || self.choose("This is the first game.", "Das ist die erste Partie.");
        Some(remote.score_words().unwrap_or_else(first))
    }

    /// How much time there is by the server, where the game is on one.
    pub(super) fn remote_clock(&self, now: Moment) -> Option<String> {
        let remote = self.remote.as_ref()?;
        let none = || self.choose("There is no clock.", "Es gibt keine Uhr.");
        Some(remote.clock_words(now).unwrap_or_else(none))
    }

    /// All commands, with those of games on a server before them, where this is one.
    pub(super) fn with_remote_help(&self, help: String) -> String {
        match &self.remote {
            Some(_) => format!("{}\n{help}", RemoteWord::help(self.language)),
            None => help,
        }
    }

    /// How the match stands, where it has several games; else that these are the moves.
    pub(crate) fn remote_heading(&self) -> String {
        match self.remote.as_ref().and_then(|remote| remote.score_words()) {
            Some(score) => format!("{}: {score}", self.choose("Match", "Wettkampf")),
            None => self.choose("Moves", "Züge"),
        }
    }
}

/// The squares that a server marks, as this board draws them.
fn drawn(marks: &[MarkedSquare]) -> Option<DrawnReason> {
    let mut reason = DrawnReason::default();
    for MarkedSquare { square, mark } in marks {
        let Ok(square) = square.parse() else { continue };
        match mark {
            MarkKind::Attacker | MarkKind::Blocker | MarkKind::Place => {
                reason.culprits |= Bitboard::of(square);
            }
            MarkKind::Line | MarkKind::Crossing => reason.line |= Bitboard::of(square),
            MarkKind::Unknown => {}
        }
    }
    (!marks.is_empty()).then_some(reason)
}
