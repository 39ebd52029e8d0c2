//! When a program is given what: by what it has written, and in a game with machines by what they have done.

use std::cell::Cell;

use tabiya_classics::ClassicOptions;

use crate::advice::Adviser;
use crate::check_options::{EndWait, InputTiming};
use crate::check_run::{CaseQuestion, CheckRun};
use crate::comparison::Rest;
use crate::manner::recorded;
use crate::person::Person;
use crate::program::{Advice, Prompts};
use crate::reference::Reference;

/// Tells when a program is given what, by what it has written.
pub struct Feeder<'a> {
    check: &'a CheckRun<'a>,
    question: &'a CaseQuestion<'a>,
    session: &'a ClassicOptions,
    planned: &'a Reference,
    person: &'a Person<'a>,
    adviser: Adviser<'a>,
    /// Whether machines play by themselves, and how much they had written when their game was last looked at.
    is_alone: Cell<bool>,
    looked_at: Cell<usize>,
}

impl<'a> Feeder<'a> {
    pub fn new(
        check: &'a CheckRun<'a>,
        question: &'a CaseQuestion<'a>,
        session: &'a ClassicOptions,
        planned: &'a Reference,
        person: &'a Person<'a>,
    ) -> Feeder<'a> {
        let adviser = Adviser::new(planned, question.input.len(), question.end_wait);
        let (is_alone, looked_at) = (Cell::new(false), Cell::new(0));
        Feeder { check, question, session, planned, person, adviser, is_alone, looked_at }
    }

    pub fn advise(&self, output: &[u8], prompts: Prompts) -> Advice {
        let output = &*self.check.classic.dialect.corrected(output);
        let CaseQuestion { case, input, timing, .. } = *self.question;
        match timing {
            InputTiming::AllAtOnce => self.all_at_once(output),
            InputTiming::LineByLine if case.machine.is_none() => self.adviser.advise(output, prompts),
            // Two machines that play on by themselves are looked at each time that their game is twice as long.
            InputTiming::LineByLine if self.is_alone.get() && output.len() < 2 * self.looked_at.get() => {
                Advice::Give(input.len())
            }
            InputTiming::LineByLine => self.follow(output, prompts),
        }
    }

    /// Honest programs loop or wait at the end of their input.
    fn all_at_once(&self, output: &[u8]) -> Advice {
        let CaseQuestion { case, end_wait, .. } = *self.question;
        let may_go_on = self.planned.rest == Rest::Anything || end_wait == EndWait::Spared;
        let is_all = may_go_on && case.machine.is_none() && self.planned.is_in(output);
        if is_all { Advice::Enough } else { Advice::GiveAll }
    }

    /// In a game with machines, what to say depends on what they have done.
    fn follow(&self, output: &[u8], prompts: Prompts) -> Advice {
        let CaseQuestion { case, input, end_wait, .. } = *self.question;
        self.looked_at.set(output.len());
        let said = self.person.said();
        let Ok(now) = recorded(self.check.manners(), self.session, &said, Some(output)) else {
            return Advice::GiveAll;
        };
        match Adviser::new(&now, said.len(), end_wait).advise(output, prompts) {
            all @ (Advice::GiveAll | Advice::Enough) => self.person.say(&now).map_or(all, Advice::Say),
            advice => {
                let is_all = advice == Advice::Give(input.len());
                self.is_alone.set(is_all && self.check.plays_alone(case));
                advice
            }
        }
    }
}
