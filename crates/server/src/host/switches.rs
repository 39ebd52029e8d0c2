use serde::{Deserialize, Serialize};
use tabiya_game::Moment;
use tabiya_rules::ByLanguage;

use super::hold::{Gaps, Hold, HoldKind, HoldSubject};
use crate::Error;
use crate::context::Outage;

/// The most characters of an announcement.
const MAX_ANNOUNCEMENT: usize = 500;

/// What the host has switched on and off, as everybody is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HostSwitches {
    /// Whether nobody can wait in the lobby or take a seat there.
    pub lobby_closed: bool,
    /// Whether nobody new is let in.
    pub sessions_closed: bool,
    /// Whether nobody can take moves back.
    pub takebacks_off: bool,
    /// Whether the computer does not play.
    pub computer_off: bool,
    /// Whether games with a clock are held.
    pub clocks_paused: bool,
    /// What all pages show.
    pub announcement: Option<String>,
}

/// What is kept of it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct HostState {
    pub switches: HostSwitches,
    /// When games were held. Those that have ended stay until no clock depends on them any more.
    pub holds: Vec<Hold>,
}

/// What the host wants otherwise; the rest stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SwitchChange {
    pub lobby_closed: Option<bool>,
    pub sessions_closed: Option<bool>,
    pub takebacks_off: Option<bool>,
    pub computer_off: Option<bool>,
    pub clocks_paused: Option<bool>,
    /// An empty one takes it away.
    pub announcement: Option<String>,
}

impl HostState {
    /// Takes a change in, at a moment.
    pub fn apply(&mut self, change: SwitchChange, now: Moment) -> Result<(), Error> {
        let SwitchChange {
            lobby_closed,
            sessions_closed,
            takebacks_off,
            computer_off,
            clocks_paused,
            announcement,
        } = change;
        let switches = &mut self.switches;
        if let Some(text) = announcement {
            switches.announcement = announced(&text)?;
        }
        for (switch, wish) in [
            (&mut switches.lobby_closed, lobby_closed),
            (&mut switches.sessions_closed, sessions_closed),
            (&mut switches.takebacks_off, takebacks_off),
        ] {
            *switch = wish.unwrap_or(*switch);
        }
        if let Some(is_held) = clocks_paused {
            switches.clocks_paused = is_held;
            self.hold(HoldKind::Clocks, is_held, now);
        }
        if let Some(is_held) = computer_off {
            self.switches.computer_off = is_held;
            self.hold(HoldKind::Computer, is_held, now);
        }
        Ok(())
    }

    /// Begins a hold, or ends it. One that is under way is not begun again.
    fn hold(&mut self, kind: HoldKind, is_held: bool, now: Moment) {
        let ongoing = self.holds.iter_mut().find(|hold| hold.kind == kind && hold.until.is_none());
        match (ongoing, is_held) {
            (None, true) => self.holds.push(Hold { kind, since: now, until: None }),
            (Some(hold), false) => hold.until = Some(now),
            (None, false) | (Some(_), true) => {}
        }
    }

    /// Since when a game is held, if it is.
    pub fn held_since(&self, subject: HoldSubject) -> Option<Moment> {
        let ongoing = self.holds.iter().filter(|hold| hold.until.is_none() && subject.is_held_by(hold.kind));
        ongoing.map(|hold| hold.since).min()
    }

    /// When nobody could play a game.
    pub fn gaps(&self, outages: &[Outage], subject: HoldSubject) -> Gaps {
        Gaps::new(outages, self.holds.iter().filter(|hold| subject.is_held_by(hold.kind)))
    }

    /// Why a game is held, in words.
    pub fn hold_refusal(&self, subject: HoldSubject) -> Option<Error> {
        let is = |kind| {
            let mut ongoing = self.holds.iter().filter(|hold| hold.until.is_none());
            subject.is_held_by(kind) && ongoing.any(|hold| hold.kind == kind)
        };
        if is(HoldKind::Clocks) {
            let says = ByLanguage {
                english: "the host has paused all clocks: wait until they run again",
                german: "der Gastgeber hat alle Uhren angehalten: warte, bis sie wieder laufen",
            };
            return Some(Error::refused("clocks_paused", says));
        }
        is(HoldKind::Computer).then(computer_off)
    }

    /// Forgets holds that had ended at a moment, once no clock can depend on them any more.
    pub fn forget_holds_before(&mut self, moment: Moment) {
        self.holds.retain(|hold| hold.until.is_none_or(|until| until > moment));
    }
}

/// The computer does not play at the moment.
pub(crate) fn computer_off() -> Error {
    Error::refused(
        "computer_off",
        ByLanguage {
            english: "the host has switched off the computer for now",
            german: "der Gastgeber hat den Computer vorerst abgeschaltet",
        },
    )
}

/// An announcement as it is shown; nothing where there is nothing to read.
fn announced(text: &str) -> Result<Option<String>, Error> {
    let text = text.trim();
    let is_unseen = |c: char| c != '\n' && tabiya_text::is_unseen(c);
    if text.chars().count() > MAX_ANNOUNCEMENT || text.contains(is_unseen) {
        let says = ByLanguage {
            english: format!(
                "an announcement has at most {MAX_ANNOUNCEMENT} characters, all of which can be seen"
            ),
            german: format!("eine Ansage hat höchstens {MAX_ANNOUNCEMENT} Zeichen, die alle zu sehen sind"),
        };
        return Err(Error::bad("bad_announcement", says));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

impl HostSwitches {
    /// Refuses to take moves back where nobody may.
    pub(crate) fn check_takebacks(&self) -> Result<(), Error> {
        match self.takebacks_off {
            true => Err(Error::refused(
                "takebacks_off",
                ByLanguage {
                    english: "the host has switched off taking moves back",
                    german: "der Gastgeber hat das Zurücknehmen abgeschaltet",
                },
            )),
            false => Ok(()),
        }
    }

    /// Refuses what goes through the lobby where it is closed.
    pub(crate) fn check_lobby(&self) -> Result<(), Error> {
        match self.lobby_closed {
            true => Err(Error::refused(
                "lobby_closed",
                ByLanguage {
                    english: "the host has closed the lobby for now",
                    german: "der Gastgeber hat die Lobby vorerst geschlossen",
                },
            )),
            false => Ok(()),
        }
    }

    /// Refuses newcomers where nobody is let in.
    pub(crate) fn check_newcomers(&self) -> Result<(), Error> {
        let says = ByLanguage {
            english: "the host lets nobody new in at the moment; whoever has a code of their own still comes in",
            german: "der Gastgeber lässt im Augenblick niemanden neu herein; wer einen eigenen Code hat, kommt weiterhin herein",
        };
        match self.sessions_closed {
            true => Err(Error::forbidden("sessions_closed", says)),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_stays_as_it_was() {
        let mut state = HostState::default();
        let change = SwitchChange { lobby_closed: Some(true), ..SwitchChange::default() };
        state.apply(change, Moment(1)).unwrap();
        let change = SwitchChange { announcement: Some(" Lunch! ".to_owned()), ..SwitchChange::default() };
        state.apply(change, Moment(2)).unwrap();
        assert!(state.switches.lobby_closed);
        assert_eq!(state.switches.announcement.as_deref(), Some("Lunch!"));
        let change = SwitchChange { announcement: Some(" ".to_owned()), ..SwitchChange::default() };
        state.apply(change, Moment(3)).unwrap();
        assert_eq!(state.switches.announcement, None);
        for wrong in ["a\u{202e}b".to_owned(), "x".repeat(501)] {
            let change = SwitchChange { announcement: Some(wrong), ..SwitchChange::default() };
            assert!(state.apply(change, Moment(4)).is_err());
        }
    }

    #[test]
    fn a_hold_is_begun_and_ended_once() {
        let mut state = HostState::default();
        let clocks = |is| SwitchChange { clocks_paused: Some(is), ..SwitchChange::default() };
        let timed = HoldSubject { has_clock: true, has_computer: false };
        let untimed = HoldSubject { has_clock: false, has_computer: true };
        for (at, wish, held) in [(5, true, Some(5)), (7, true, Some(5)), (9, false, None), (11, false, None)]
        {
            state.apply(clocks(wish), Moment(at)).unwrap();
            assert_eq!(state.held_since(timed), held.map(Moment));
            assert_eq!(state.hold_refusal(timed).is_some(), held.is_some());
            assert_eq!(state.held_since(untimed), None);
        }
        assert_eq!(state.holds, [Hold { kind: HoldKind::Clocks, since: Moment(5), until: Some(Moment(9)) }]);
        state.forget_holds_before(Moment(8));
        assert_eq!(state.holds.len(), 1);
        state.forget_holds_before(Moment(9));
        assert_eq!(state.holds, []);
    }
}
