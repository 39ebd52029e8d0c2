//! How a program's computer writes its moves, where that is in small letters: it costs once, and the moves are followed.

use tabiya_classics::{MachineGame, Machines, Part, Parts, PersonPlay, ValueStyle};

use crate::check_options::InputTiming;
use crate::check_run::CheckRun;
use crate::invisible::shown;
use crate::manner::{Manner, recorded};
use crate::phrase::Phrase;
use crate::program::{Advice, ProgramError, Talk};
use crate::reference::Reference;
use crate::topic::Topic;
use crate::voice_lessons::OtherWords;
use crate::voice_slots::TextSlot;

/// What is said of moves that are written in small letters.
const SMALL_MOVES: &str = "the computer writes its moves in small letters";

/// How much a program may write in the game that is listened to.
const LIMIT: usize = 64 * 1024;

/// How a program's computer writes its moves.
pub struct MachineLine {
    parts: Parts,
    pub words: OtherWords,
}

impl MachineLine {
    /// Listens to a game against the computer; nothing, where its moves are written as in the document, or cannot be read.
    pub fn find(check: &CheckRun<'_>, manners: &[Manner]) -> Result<Option<MachineLine>, ProgramError> {
        let own = check.classic.voice.machine_moved;
        let is_plain = |game: &MachineGame| game.person == PersonPlay::AsWritten;
        let mut scripts = check.classic.dialect.machines.iter();
        let script = scripts.find(|script| script.fen.is_none() && is_plain(&script.game));
        let is_unasked = check.classic.conduct.machines == Machines::Unasked;
        let Some(script) = script.filter(|_| is_unasked && own.contains(&Part::From)) else {
            return Ok(None);
        };
        let input = script.input().into_bytes();
        let output = heard(check, &input)?;
        let follow = |manners: &[Manner]| recorded(manners, &check.usual_session(), &input, Some(&output));
        if !follow(manners)?.machine.is_empty() {
            return Ok(None);
        }
        let parts: Parts = Vec::leak(own.iter().map(in_small_letters).collect());
        let small: Vec<Manner> = manners.iter().map(|manner| spoken(manner, parts)).collect();
        let reference = follow(&small)?;
        let told = first_move(&reference).filter(|_| !reference.machine.is_empty());
        Ok(told.map(|told| {
            let (expected, found) = (shown(&told.to_ascii_uppercase()), shown(told));
            let words = OtherWords { what: SMALL_MOVES, expected, found, phrase: phrase(own) };
            MachineLine { parts, words }
        }))
    }

    /// A way to say everything in which the computer's moves are written so.
    pub fn spoken(&self, manner: &Manner) -> Manner {
        spoken(manner, self.parts)
    }
}

fn spoken(manner: &Manner, machine_moved: Parts) -> Manner {
    let mut manner = manner.clone();
    manner.classic.voice.machine_moved = machine_moved;
    manner
}

fn in_small_letters(part: &Part) -> Part {
    match part {
        Part::From => Part::Restyled(&Part::From, ValueStyle::Small),
        Part::To => Part::Restyled(&Part::To, ValueStyle::Small),
        part => *part,
    }
}

/// What the program writes when it is given all of this.
fn heard(check: &CheckRun<'_>, input: &[u8]) -> Result<Vec<u8>, ProgramError> {
    let talk = Talk {
        fen: None,
        input,
        // Before a terminal nothing is held back, even where the program does not end.
        timing: InputTiming::LineByLine,
        patience: check.patience.now(),
        start_patience: check.patience.at_start(),
        output_limit: LIMIT,
        advise: &|_, _| Advice::GiveAll,
    };
    let run = check.runner().run(&talk, check.stop)?;
    Ok(check.classic.dialect.corrected(&run.output))
}

/// The line in which the computer's first move is told.
fn first_move(reference: &Reference) -> Option<&[u8]> {
    let number = reference.moments().iter().position(|moment| moment.topics == [Topic::Machine])?;
    reference.parts[number].text.split_inclusive(|&byte| byte == b'\n').next()
}

/// A machine's line with whatever move.
fn phrase(own: Parts) -> Phrase {
    Phrase::ours(&TextSlot { parts: own.to_vec(), is_ended: true, is_frame: false, is_refusal: false })
}
