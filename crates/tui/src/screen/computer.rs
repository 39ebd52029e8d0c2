//! Computers: opponents, hints and analyses, and engines that fail.

use tabiya_analysis::PositionScore;
use tabiya_engine::GamePosition;
use tabiya_game::Moment;
use tabiya_rules::Language;
use tabiya_table::talk::words;
use tabiya_table::{ComputerChoice, EngineTrouble, Hint, Player, TableRefusal};

use super::Screen;
use crate::analysis::{Analysis, LINES};
use crate::event::ScreenEffect;

/// How often in a row an engine of somebody may fail before it waits for a word.
const ENGINE_TRIES: u32 = 2;

impl Screen {
    pub(super) fn ask_computer(&mut self) {
        match self.table.question() {
            Ok(question) => {
                let number = self.next_number();
                self.thinking = Some(number);
                let is_watched =
                    self.table.session().lineup.players.0.iter().all(|player| !player.is_human());
                let question = Box::new(question);
                self.effects.push(ScreenEffect::Ask { number, question, is_watched });
            }
            Err(why) => {
                self.table.wait();
                self.refuse(&why);
            }
        }
    }

    pub(super) fn settle_analysis(&mut self) {
        self.drop_help();
        let position = *self.position();
        let is_for = self.analysis.position.as_ref().map(|(key, _)| *key);
        if !self.analysis.is_wanted() {
            (self.analysis.position, self.analysis.over) = (None, None);
            if self.analysis.number.take().is_some() {
                self.effects.push(ScreenEffect::StopAnalysis);
            }
            return;
        }
        let is_searched = self.analysis.number.is_some() || self.analysis.over.is_some();
        if is_for == Some(position.key()) && is_searched {
            return;
        }
        self.analysis.over = position.judge(1).outcome.map(PositionScore::of_outcome);
        if self.analysis.over.is_some() {
            self.analysis.position = Some((position.key(), position));
            self.analysis.lines.clear();
            if self.analysis.number.take().is_some() {
                self.effects.push(ScreenEffect::StopAnalysis);
            }
            return;
        }
        let number = self.next_number();
        self.analysis.number = Some(number);
        self.analysis.position = Some((position.key(), position));
        self.analysis.lines.clear();
        let is_here = self.looking.is_none();
        let keys = self.table.game().history().earlier_keys();
        let game = GamePosition { position, history: if is_here { keys } else { Vec::new() } };
        self.effects.push(ScreenEffect::Analyse(number, Box::new(game), LINES));
    }

    pub(super) fn hear_answer(
        &mut self,
        number: u64,
        answer: Result<ComputerChoice, EngineTrouble>,
        now: Moment,
    ) {
        if self.thinking != Some(number) {
            return;
        }
        self.thinking = None;
        match answer {
            Ok(choice) => {
                self.engine_failures = 0;
                let reply = self.table.take(choice, now);
                self.host.after_request(&self.table);
                match reply {
                    Ok(reply) => self.hear(&reply),
                    Err(why) => {
                        self.table.wait();
                        self.refuse(&why);
                    }
                }
            }
            Err(trouble) => {
                self.engine_failures += 1;
                self.refuse(&TableRefusal::Engine(trouble));
                if self.engine_failures >= ENGINE_TRIES {
                    self.engine_failures = 0;
                    self.table.wait();
                } else {
                    self.tell(&self.choose("It is started again.", "Sie wird noch einmal gestartet."));
                }
            }
        }
    }

    /// An analysis that breaks down ends; the board goes on.
    pub(super) fn hear_broken_analysis(&mut self, number: u64, trouble: EngineTrouble) {
        if self.analysis.number == Some(number) {
            self.analysis = Analysis::default();
            self.refuse(&TableRefusal::Engine(trouble));
        }
    }

    pub(super) fn hear_hint(&mut self, number: u64, hint: Result<Option<Hint>, EngineTrouble>) {
        if self.hinting != Some(number) {
            return;
        }
        self.hinting = None;
        match hint {
            Ok(Some(hint)) => {
                self.tell(&words::hint_note(self.language, &hint));
                self.hint = Some(hint);
            }
            Ok(None) => self.refuse(&TableRefusal::NoMove),
            Err(trouble) => self.refuse(&TableRefusal::Engine(trouble)),
        }
    }

    pub(super) fn stop_thinking(&mut self) {
        if self.thinking.take().is_some() {
            self.effects.push(ScreenEffect::StopThinking);
        }
        self.hinting = None;
    }

    /// Whether a computer is thinking about its move.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    pub(crate) fn is_hinting(&self) -> bool {
        self.hinting.is_some()
    }

    /// Whether somebody may move now; where not, that is told.
    pub(super) fn may_move(&mut self) -> bool {
        let is_computers = self.table.is_computers_turn() && self.looking.is_none();
        if is_computers {
            let turn = self.table.game().turn();
            let player = self.table.session().player(turn).clone();
            let who = match player {
                Player::Human => String::new(),
                player => tabiya_text::visible(&player.title(self.language)),
            };
            self.tell(&match self.language {
                Language::English => format!("It is the turn of {who}: = lets it rest."),
                Language::German => format!("{who} ist am Zug: = lässt ruhen."),
            });
        }
        !is_computers
    }
}
