use tabiya_rules::{ByColor, Role, Rules, Square};

use crate::{
    Case, ClassicPlayer, Departure, Dialect, Grammar, NextMove, Verb, Voice, cuhk, hong, imperial, waterloo,
};

/// A small chess program: what it plays, reads and says. [`run`](crate::run) runs it.
///
/// ```
/// use tabiya_classics::Classic;
///
/// assert_eq!(Classic::find("hong").unwrap().rules, &tabiya_rules::HONG);
/// assert!(Classic::find("chess").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    /// The name in commands.
    pub name: &'static str,
    /// The name of its document: two programs may have the same one.
    pub document: &'static str,
    /// What of its document it follows.
    pub reading: DocumentReading,
    /// What it is called.
    pub title: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// What a move looks like.
    pub example: &'static str,
    /// What a person should know who sits before it for the first time, in a line or two.
    pub hint: &'static str,
    /// The rules of chess.
    pub rules: &'static Rules,
    /// How games begin, go on and end.
    pub conduct: SessionConduct,
    /// What is read.
    pub grammar: Grammar,
    /// What is said.
    pub voice: Voice,
    /// Sessions to the byte.
    pub cases: &'static [Case],
    /// How it is spoken to by those who check programs.
    pub dialect: Dialect,
    /// Where the program that the document prints is another game than the one that the document describes.
    pub departures: &'static [Departure],
}

/// What of a document a program follows, where the document says two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentReading {
    /// What it verifies; all of it, where it does not contradict itself.
    Verified,
    /// What its requirements say.
    Written,
}

/// How games begin, go on and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConduct {
    /// When the first game begins.
    pub opening: FirstGame,
    /// When a machine moves.
    pub machines: Machines,
    /// What follows a game.
    pub afterwards: Afterwards,
    /// Who is told the reasons of refusals.
    pub reasons: Reasons,
}

/// When the first game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstGame {
    /// At once, between two people.
    AtOnce,
    /// After a question for the number of a mode.
    Mode {
        /// The question.
        question: &'static str,
        /// Who plays in mode 1, 2 and so on; the last for any other number.
        modes: &'static [ByColor<ClassicPlayer>],
    },
    /// When a command says so.
    OnCommand,
}

/// When a machine moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machines {
    /// As soon as it is its turn.
    Unasked,
    /// When a command says so.
    OnCommand,
}

/// What follows a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// The program ends.
    Leave,
    /// The game stays on the table, and moves are refused because it is over.
    Keep,
    /// The table is cleared for the next game.
    Clear,
}

/// Who is told the reasons of refusals, beside the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// People at a terminal.
    ForPeople,
    /// Whoever reads them.
    Always,
}

/// The classics, in the order of their documents; Hong's twice, for the document contradicts itself.
pub static CLASSICS: [Classic; 5] =
    [hong::VERIFIED, hong::WRITTEN, cuhk::CUHK, waterloo::WATERLOO, imperial::IMPERIAL];

impl Classic {
    /// The classic of this name.
    pub fn find(name: &str) -> Option<&'static Classic> {
        CLASSICS.iter().find(|classic| classic.name == name)
    }

    /// The classic that follows a document in this way.
    ///
    /// ```
    /// use tabiya_classics::{Classic, DocumentReading};
    ///
    /// let written = Classic::of_document("hong", DocumentReading::Written).unwrap();
    /// assert_eq!(written.rules, &tabiya_rules::HONG_WRITTEN);
    /// assert!(Classic::of_document("cuhk", DocumentReading::Written).is_none());
    /// ```
    pub fn of_document(document: &str, reading: DocumentReading) -> Option<&'static Classic> {
        CLASSICS.iter().find(|classic| classic.document == document && classic.reading == reading)
    }

    /// Whether a session may be started in which moves are taken back.
    pub fn takes_back(&self) -> bool {
        self.grammar.word(Verb::Undo).is_some()
    }

    /// Whether there are machines in it, so that a seed makes a difference.
    pub fn has_machines(&self) -> bool {
        let is_machine = |player: ClassicPlayer| matches!(player, ClassicPlayer::Machine(_));
        match self.conduct.opening {
            FirstGame::AtOnce => false,
            FirstGame::Mode { modes, .. } => {
                modes.iter().any(|players| is_machine(players.white) || is_machine(players.black))
            }
            FirstGame::OnCommand => self.grammar.word(Verb::Game).is_some(),
        }
    }

    /// The words with which a turn begins where moves are taken back.
    pub fn turn_words(&self) -> impl Iterator<Item = &'static str> {
        [Verb::Undo, Verb::Play].into_iter().filter_map(|verb| self.grammar.word(verb))
    }

    /// The lines by which a person makes a move, each ended, where such lines can be written.
    ///
    /// ```
    /// use tabiya_classics::{Classic, NextMove};
    ///
    /// let lines = |name| {
    ///     let (from, to) = ("e2".parse().unwrap(), "e4".parse().unwrap());
    ///     Classic::find(name).unwrap().move_lines(NextMove::default(), from, to, None).unwrap()
    /// };
    /// assert_eq!(lines("hong"), "E2,E4\n");
    /// assert_eq!(lines("cuhk"), "e7 e5\n", "rows are numbered from the top");
    /// assert_eq!(lines("waterloo"), "move e2 e4\n");
    /// ```
    pub fn move_lines(
        &self,
        next: NextMove,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<String> {
        let written = self.grammar.write_move(self.voice.frame.rows, from, to, promotion)?;
        Some(lines(next, &written))
    }

    /// The lines by which a machine that is to move is told so, where it has to be.
    pub fn machine_lines(&self, next: NextMove) -> Option<String> {
        match (self.conduct.machines, next.by) {
            (Machines::OnCommand, Some(ClassicPlayer::Machine(_))) => {
                Some(lines(next, self.grammar.word(Verb::Move)?))
            }
            _ => None,
        }
    }

    /// Sessions to the byte, by which a program can be checked.
    pub fn cases(&self) -> &'static [Case] {
        self.cases
    }
}

fn lines(next: NextMove, written: &str) -> String {
    next.opener.into_iter().chain([written]).map(|line| format!("{line}\n")).collect()
}
