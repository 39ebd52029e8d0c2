//! Moves of people and machines, and taking them back.

use std::io;

use tabiya_game::Command;
use tabiya_notation::UciMove;
use tabiya_rules::{Illegal, Move, Role};

use super::{ClassicSession, SessionResult, SessionStage, Trouble};
use crate::current_game::CurrentGame;
use crate::input_fault::InputFault;
use crate::intent::{MoveInput, Spot};
use crate::streams::Streams;
use crate::voice::{Deed, RefusalKind, Scene};
use crate::{Classic, ClassicPlayer, MachineTurn, Machines, Overruling, Parts, Skill, verb};

impl ClassicSession<'_> {
    /// The machine that moves now without being told.
    pub(super) fn machine_on_turn(&self) -> Option<Skill> {
        match (&self.stage, self.classic.conduct.machines) {
            (SessionStage::Playing(table), Machines::Unasked) => match table.player() {
                ClassicPlayer::Machine(skill) => Some(skill),
                ClassicPlayer::Person => None,
            },
            _ => None,
        }
    }

    /// Tells a machine to move.
    pub(super) fn move_machine(&mut self, streams: &mut Streams<'_>) -> SessionResult {
        let table = self.begun_table()?;
        match table.player() {
            ClassicPlayer::Machine(skill) => self.machine_move(skill, streams),
            ClassicPlayer::Person => {
                let why = InputFault::PersonsTurn { color: table.game.turn() };
                Err(refused(RefusalKind::Cannot, Deed::default(), why))
            }
        }
    }

    pub(super) fn machine_move(&mut self, skill: Skill, streams: &mut Streams<'_>) -> SessionResult {
        let classic = self.classic;
        let no_deed = Deed::default();
        let now = self.scene(&no_deed, streams.host);
        let SessionStage::Playing(table) = &self.stage else { return Err(InputFault::NoGame.into()) };
        let told = |m| told_of(classic, table, &now, m);
        let turn = MachineTurn { skill, game: &table.game, rng: &mut self.rng, told: &told };
        let Some(m) = streams.host.choose(turn)? else {
            return self.step(Command::Pass, Deed::default(), classic.voice.passed, streams);
        };
        let (written, deed) = (UciMove::from_move(m, table.position()), machine_deed(classic, table, m));
        self.step(Command::Move(written), deed, classic.voice.machine_moved, streams)
    }

    pub(super) fn move_as_written(&mut self, written: MoveInput, streams: &mut Streams<'_>) -> SessionResult {
        let table = self.begun_table()?;
        let piece = written.from.square.and_then(|from| table.position().piece_at(from));
        let mut deed = Deed { from: written.from, to: written.to, piece, taken: None };
        if let Some(overruled) = self.overrule(&deed, streams) {
            return overruled;
        }
        let table = self.begun_table()?;
        let (from, to) = match table.squares(&deed) {
            Ok(squares) => squares,
            Err((fault, why)) => return Err(refused(fault, deed, why)),
        };
        let mut promotion = written.promotion;
        if promotion.is_none() && table.lacks_promotion(from, to) {
            promotion = self.ask_promotion(streams)?;
            if promotion.is_none() {
                return Err(refused(RefusalKind::Cannot, deed, InputFault::NoPromotion));
            }
        }
        let m = UciMove::Normal { from, to, promotion };
        deed.taken = self.table()?.taken_by(m);
        let voice = &self.classic.voice;
        let said = if deed.taken.is_some() { voice.took } else { voice.moved };
        self.step(Command::Move(m), deed, said, streams)
    }

    /// Does with a move what somebody decides against the rules, if somebody does.
    fn overrule(&mut self, deed: &Deed, streams: &mut Streams<'_>) -> Option<SessionResult> {
        let (from, to) = (deed.from.square?, deed.to.square?);
        let SessionStage::Playing(table) = &mut self.stage else { return None };
        match streams.host.rule(table.position(), from, to)? {
            Overruling::Refuse => {
                let why = InputFault::Illegal(Illegal::OtherPosition);
                Some(Err(refused(RefusalKind::Cannot, deed.clone(), why)))
            }
            Overruling::Allow => {
                let taken = table.position().piece_at(to).filter(|_| from != to);
                table.force(from, to).then(|| {
                    let voice = &self.classic.voice;
                    let said = if taken.is_some() { voice.took } else { voice.moved };
                    self.tell_step(&Deed { taken, ..deed.clone() }, said, streams)
                })
            }
        }
    }

    fn ask_promotion(&mut self, streams: &mut Streams<'_>) -> io::Result<Option<Role>> {
        streams.aside(self.classic.voice.promotion)?;
        let answer = streams.source.line()?.unwrap_or_default();
        Ok(match answer.words.as_slice() {
            [letter] => verb::promotion(letter),
            _ => None,
        })
    }

    /// Makes a move or passes, says so, and goes on to the next turn or the end.
    fn step(&mut self, step: Command, deed: Deed, said: Parts, streams: &mut Streams<'_>) -> SessionResult {
        let table = self.table()?;
        if let Err(refusal) = table.step(step) {
            return Err(refused(table.refusal_kind(step, &refusal), deed, InputFault::Refused(refusal)));
        }
        self.tell_step(&deed, said, streams)
    }

    /// Says that a move was made, and goes on to the next turn or the end.
    fn tell_step(&mut self, deed: &Deed, said: Parts, streams: &mut Streams<'_>) -> SessionResult {
        let SessionStage::Playing(table) = &self.stage else { return Err(InputFault::NoGame.into()) };
        let ending = table.game.ending();
        let is_check = streams.host.sees_check(table.position(), table.position().is_check());
        self.say_of(said, deed, streams)?;
        if let Some(ending) = ending {
            return Ok(self.end(ending, streams)?);
        }
        if is_check {
            self.say(self.classic.voice.check, streams)?;
        }
        self.say(self.classic.voice.turn, streams)?;
        let takes_back = self.takes_back;
        let table = self.table()?;
        if !takes_back {
            table.forget();
        }
        Ok(())
    }

    pub(super) fn undo(&mut self, streams: &mut Streams<'_>) -> SessionResult {
        self.unbegun_table()?.undo().map_err(InputFault::Refused)?;
        Ok(self.say(self.classic.voice.undone, streams)?)
    }

    pub(super) fn begin_turn(&mut self) -> SessionResult {
        self.unbegun_table()?.is_begun = true;
        Ok(())
    }

    /// The table, where moves are taken and not the word before them.
    pub(super) fn begun_table(&mut self) -> Result<&mut CurrentGame, InputFault> {
        let takes_back = self.takes_back;
        let table = self.table()?;
        if takes_back && !table.is_begun { Err(InputFault::NotBegun) } else { Ok(table) }
    }

    /// The table, where a turn waits to be begun.
    fn unbegun_table(&mut self) -> Result<&mut CurrentGame, InputFault> {
        if !self.takes_back {
            return Err(InputFault::NoUndo);
        }
        let table = self.table()?;
        if table.is_begun { Err(InputFault::Begun) } else { Ok(table) }
    }
}

fn machine_deed(classic: &Classic, table: &CurrentGame, m: Move) -> Deed {
    let (written, rows) = (UciMove::from_move(m, table.position()), classic.voice.frame.rows);
    let to = if let UciMove::Normal { to, .. } = written { to } else { m.to() };
    Deed {
        from: Spot::at(m.from(), rows),
        to: Spot::at(to, rows),
        piece: table.position().piece_at(m.from()),
        taken: table.taken_by(written),
    }
}

/// What would be said if the machine did this.
fn told_of(classic: &Classic, table: &CurrentGame, now: &Scene<'_>, m: Option<Move>) -> io::Result<Vec<u8>> {
    let voice = &classic.voice;
    let (deed, parts) = match m {
        Some(m) => (machine_deed(classic, table, m), voice.machine_moved),
        None => (Deed::default(), voice.passed),
    };
    let after = m.map(|m| *table.position().play_unchecked(m).board());
    let mut told = Vec::new();
    let then = Scene { board: after.unwrap_or(now.board), deed: &deed, ..*now };
    then.tell(parts, &voice.frame, &mut told)?;
    Ok(told)
}

fn refused(fault: RefusalKind, deed: Deed, why: InputFault) -> Trouble {
    Trouble::Refused { fault, deed: Box::new(deed), why }
}
