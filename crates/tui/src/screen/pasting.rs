//! What is pasted: moves, a position, a game, or a line that somebody types on.

use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_remote::NotOnServer;
use tabiya_table::talk::{self, Instruction, PastedText};
use tabiya_table::{Request, Sides};

use super::Screen;
use crate::popup::{AnswerDeed, Popup, PromptPurpose};

impl Screen {
    pub(super) fn paste(&mut self, text: &str, now: Moment) {
        match self.popups.last_mut() {
            Some(Popup::Prompt(prompt)) => prompt.entry.insert_all(text),
            Some(Popup::Files(picker)) => picker.entry.insert_all(text),
            Some(Popup::Games(picker)) => {
                picker.entry.insert_all(text);
                picker.look();
            }
            Some(Popup::Start(_)) => self.paste_in_start(text.trim(), now),
            Some(Popup::Editor(_)) if PastedText::of(text.trim()) == PastedText::Position => {
                self.set_editor(text.trim());
            }
            Some(_) => {}
            None => self.paste_at_board(text.trim(), now),
        }
    }

    fn paste_in_start(&mut self, text: &str, now: Moment) {
        match PastedText::of(text) {
            PastedText::Position => self.set_start(&PromptPurpose::Position, text),
            PastedText::Game => {
                if self.ask(pasted_game(text), now) {
                    self.popups.clear();
                }
            }
            PastedText::Nothing | PastedText::Line | PastedText::Lines => {}
        }
    }

    fn paste_at_board(&mut self, text: &str, now: Moment) {
        match PastedText::of(text) {
            PastedText::Nothing => {}
            PastedText::Line => self.entry.insert_all(text),
            PastedText::Lines => self.play_pasted(text, now),
            PastedText::Position | PastedText::Game if self.remote.is_some() => {
                self.refuse_here(NotOnServer::OwnBoard);
            }
            PastedText::Position => {
                match talk::read_fen(self.language, text, self.table.rules().rules.intern()) {
                    Ok(setup) => {
                        let question =
                            self.choose("Begin a game from this position?", "Aus dieser Stellung spielen?");
                        self.leave_for(question, Request::SetUp(setup), now);
                    }
                    Err(why) => self.tell(&sentence(why)),
                }
            }
            PastedText::Game => {
                let question = self.choose("Open the game that you pasted?", "Die eingefügte Partie öffnen?");
                self.leave_for(question, pasted_game(text), now);
            }
        }
    }

    /// Plays moves of several lines. Nothing else is obeyed: nobody means to resign with what came along.
    fn play_pasted(&mut self, text: &str, now: Moment) {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match talk::read(self.language, &line) {
            Ok(Instruction::Line(moves)) => self.play_line(moves, now),
            Ok(Instruction::Ask(Request::Move(text))) => self.play(text, now),
            Ok(_) | Err(_) => self.tell(&self.choose(
                "Moves, a position (FEN) and a game (PGN) can be pasted here, and that is none of them.",
                "Einfügen lassen sich Züge, eine Stellung (FEN) und eine Partie (PGN), und das ist nichts davon.",
            )),
        }
    }

    /// Puts another game on the table; where one is being played, somebody is asked first.
    fn leave_for(&mut self, question: String, request: Request, now: Moment) {
        if self.table.game().history().is_empty() {
            self.ask(request, now);
            return;
        }
        let answers = vec![
            (self.choose("Yes", "Ja"), AnswerDeed::Ask(request)),
            (self.choose("No", "Nein"), AnswerDeed::Nothing),
        ];
        self.question(question, answers);
    }
}

fn pasted_game(text: &str) -> Request {
    Request::Read { text: text.to_owned(), sides: Sides::File }
}
