use serde::{Deserialize, Serialize};
use tabiya_rules::Role;

use crate::form::role_name;

/// A rule, as far as points are given for it: what a step of a session tests.
///
/// ```
/// use tabiya_classroom::Topic;
/// use tabiya_rules::Role;
///
/// let topic = Topic::Blocked(Role::Bishop);
/// assert_eq!((topic.key().as_str(), topic.label().as_str()), ("bishop-blocked", "a bishop's way is blocked"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the labels say what each is")]
pub enum Topic {
    Start,
    Pace,
    Mode,
    Steps(#[serde(with = "role_name")] Role),
    Takes(#[serde(with = "role_name")] Role),
    DoubleStep,
    InPassing,
    Castles,
    Promotes,
    Careless,
    NoPiece,
    NotYours,
    NoSquare,
    Pattern(#[serde(with = "role_name")] Role),
    Blocked(#[serde(with = "role_name")] Role),
    OwnPiece(#[serde(with = "role_name")] Role),
    NothingToTake,
    PassingRefused,
    PawnAtEnd,
    StepsIntoCheck,
    CheckRemains,
    Pinned,
    CastlingRefused,
    PromotionRefused,
    Check,
    Checkmate,
    Stalemate,
    NoSafeMove,
    RoyalTaken,
    Stop,
    Worth(#[serde(with = "role_name")] Role),
    Resignation,
    AfterEnd,
    Spelling,
    Nonsense,
    Questions,
    NewGame,
    Setup,
    SetupRefused,
    Undo,
    Misplaced,
    MatchScore,
    Machine,
    MachineChance,
    MachineOpponent,
    MachinesAlone,
    Sample,
    EndOfInput,
    Ends,
    Layout,
}

/// A topic's name in files, what it is called, and what it is worth.
struct TopicEntry(&'static str, &'static str, f64);

impl Topic {
    /// Whether it is about computers, whose games luck decides.
    pub(crate) fn is_of_computers(self) -> bool {
        matches!(self, Topic::Machine | Topic::MachineChance | Topic::MachineOpponent | Topic::MachinesAlone)
    }

    /// The name in files and options.
    pub fn key(self) -> String {
        let TopicEntry(key, ..) = self.entry();
        match self.role() {
            Some(role) => format!("{}-{key}", role.name()),
            None => key.to_owned(),
        }
    }

    /// What it is called.
    pub fn label(self) -> String {
        let TopicEntry(_, label, _) = self.entry();
        match self.role() {
            Some(role) => label.replace("ROLE", role.name()),
            None => label.to_owned(),
        }
    }

    /// What it is worth, where nobody says otherwise.
    pub fn weight(self) -> f64 {
        self.entry().2
    }

    /// The piece that it is about, where there is one.
    pub fn role(self) -> Option<Role> {
        match self {
            Topic::Steps(role)
            | Topic::Takes(role)
            | Topic::Pattern(role)
            | Topic::Blocked(role)
            | Topic::OwnPiece(role)
            | Topic::Worth(role) => Some(role),
            _ => None,
        }
    }

    /// Where it is a refusal: whether a rule is about the moves that it keeps within bounds.
    pub(crate) fn bounds(self, other: Topic) -> bool {
        let is_move_of = |role| other == Topic::Steps(role) || other == Topic::Takes(role);
        match self {
            Topic::Pattern(role) | Topic::Blocked(role) | Topic::OwnPiece(role) => is_move_of(role),
            Topic::NothingToTake | Topic::PawnAtEnd => is_move_of(Role::Pawn),
            Topic::StepsIntoCheck => is_move_of(Role::King),
            Topic::PassingRefused => other == Topic::InPassing,
            Topic::CastlingRefused => other == Topic::Castles,
            Topic::PromotionRefused => other == Topic::Promotes,
            Topic::NoPiece
            | Topic::NotYours
            | Topic::NoSquare
            | Topic::CheckRemains
            | Topic::Pinned
            | Topic::AfterEnd
            | Topic::Nonsense
            | Topic::Misplaced => matches!(other, Topic::Steps(_)),
            _ => false,
        }
    }

    /// Whether it is about a move of its own kind.
    pub(crate) fn is_special_move(self) -> bool {
        matches!(self, Topic::DoubleStep | Topic::InPassing | Topic::Castles | Topic::Promotes)
    }

    /// Whether who gets it right has done something with what was asked: more than to greet, to ask, to refuse or to end.
    pub(crate) fn is_deed(self) -> bool {
        match self {
            Topic::Start
            | Topic::Pace
            | Topic::Mode
            | Topic::Spelling
            | Topic::SetupRefused
            | Topic::MatchScore
            | Topic::EndOfInput
            | Topic::Ends
            | Topic::Layout => false,
            topic => !topic.is_refusal(),
        }
    }

    /// Whether it is about what is refused or of no effect.
    fn is_refusal(self) -> bool {
        self.bounds(Topic::InPassing)
            || self.bounds(Topic::Castles)
            || self.bounds(Topic::Promotes)
            || Role::ALL.into_iter().any(|role| self.bounds(Topic::Steps(role)))
    }

    /// How much is wrong where this is: the higher, the rather it is named of several in one step.
    pub(crate) fn rank(self) -> usize {
        match self {
            Topic::Steps(_) | Topic::Takes(_) => 0,
            Topic::Check => 1,
            Topic::Careless => 2,
            special if special.is_special_move() => 3,
            Topic::Spelling => 5,
            Topic::Worth(_) => 6,
            _ => 4,
        }
    }

    fn entry(self) -> TopicEntry {
        match self {
            Topic::Start => TopicEntry("start", "what is printed when a game begins", 2.0),
            Topic::Pace => TopicEntry("pace", "an answer comes before more is read", 4.0),
            Topic::Mode => TopicEntry("mode", "the question for the mode", 2.0),
            Topic::Steps(_) => TopicEntry("moves", "a ROLE moves", 3.0),
            Topic::Takes(_) => TopicEntry("takes", "a ROLE takes", 2.0),
            Topic::DoubleStep => TopicEntry("double-step", "a pawn steps two squares", 2.0),
            Topic::InPassing => TopicEntry("in-passing", "a pawn takes in passing", 3.0),
            Topic::Castles => TopicEntry("castling", "castling", 3.0),
            Topic::Promotes => TopicEntry("promotion", "a pawn becomes another piece", 3.0),
            Topic::Careless => TopicEntry("king-left", "a king may be left in attack", 2.0),
            Topic::NoPiece => TopicEntry("no-piece", "a move from an empty square is refused", 1.0),
            Topic::NotYours => TopicEntry("not-yours", "a move of the other side's piece is refused", 2.0),
            Topic::NoSquare => TopicEntry("no-square", "a square that does not exist is refused", 1.0),
            Topic::Pattern(_) => TopicEntry("pattern", "a ROLE does not move like that", 2.0),
            Topic::Blocked(_) => TopicEntry("blocked", "a ROLE's way is blocked", 2.0),
            Topic::OwnPiece(_) => TopicEntry("own-piece", "a ROLE does not take its own side's piece", 1.0),
            Topic::NothingToTake => {
                TopicEntry("nothing-to-take", "a pawn steps diagonally only to take", 2.0)
            }
            Topic::PassingRefused => TopicEntry("passing-refused", "taking in passing is refused", 1.0),
            Topic::PawnAtEnd => TopicEntry(
                "pawn-at-end",
                "a pawn at the end of the board stays a pawn and does not move",
                1.0,
            ),
            Topic::StepsIntoCheck => TopicEntry("into-check", "a king does not step into check", 3.0),
            Topic::CheckRemains => TopicEntry("check-remains", "a check must be answered", 3.0),
            Topic::Pinned => TopicEntry("pinned", "a pinned piece does not leave its king in check", 3.0),
            Topic::CastlingRefused => TopicEntry("castling-refused", "castling is refused", 3.0),
            Topic::PromotionRefused => TopicEntry("promotion-refused", "a wrong promotion is refused", 1.0),
            Topic::Check => TopicEntry("check", "a check is told", 3.0),
            Topic::Checkmate => TopicEntry("checkmate", "checkmate ends the game", 4.0),
            Topic::Stalemate => TopicEntry("stalemate", "a side that cannot move ends the game", 3.0),
            Topic::NoSafeMove => TopicEntry("no-safe-move", "a side without a safe move draws", 3.0),
            Topic::RoyalTaken => TopicEntry("king-taken", "whoever takes the king ends the game", 4.0),
            Topic::Stop => TopicEntry("stop", "the game is stopped and the pieces are counted", 2.0),
            Topic::Worth(_) => TopicEntry("worth", "what a ROLE is worth", 1.0),
            Topic::Resignation => TopicEntry("resignation", "a side gives up", 2.0),
            Topic::AfterEnd => TopicEntry("after-end", "nothing is taken after the end of a game", 1.0),
            Topic::Spelling => TopicEntry("spelling", "moves in other spellings", 2.0),
            Topic::Nonsense => TopicEntry("nonsense", "what is no move is refused", 2.0),
            Topic::Questions => TopicEntry("questions", "questions are answered", 1.0),
            Topic::NewGame => TopicEntry("new-game", "a new game begins", 2.0),
            Topic::Setup => TopicEntry("setup", "a position is set up", 3.0),
            Topic::SetupRefused => {
                TopicEntry("setup-refused", "a position that cannot be played is refused", 2.0)
            }
            Topic::Undo => TopicEntry("undo", "a move is taken back", 3.0),
            Topic::Misplaced => TopicEntry("misplaced", "a command out of place changes nothing", 1.0),
            Topic::MatchScore => TopicEntry("match-score", "the score of all games", 2.0),
            Topic::Machine => TopicEntry("machine", "the computer's moves are legal and told right", 4.0),
            Topic::MachineChance => {
                TopicEntry("machine-chance", "the computer may make any of its moves", 2.0)
            }
            Topic::MachineOpponent => {
                TopicEntry("computer-opponent", "a game against the computer can be played", 10.0)
            }
            Topic::MachinesAlone => TopicEntry("computers-alone", "two computers can play each other", 10.0),
            Topic::Sample => TopicEntry("sample", "the exercise's own game", 10.0),
            Topic::Layout => TopicEntry("layout", "blanks, empty lines and the frame of the board", 10.0),
            Topic::Ends => {
                TopicEntry("ends", "the program ends, and says nothing more, when all is over", 3.0)
            }
            Topic::EndOfInput => TopicEntry("end-of-input", "what is printed at the end of the input", 1.0),
        }
    }
}
