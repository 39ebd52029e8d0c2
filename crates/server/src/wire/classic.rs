use serde::{Deserialize, Serialize};
use tabiya_classics::{
    Case, CaseShowing, Classic, ClassicPlayer, DocumentReading, FirstGame, NextMove, Rows, SessionView,
};
use tabiya_game::{Game, Moment};
use tabiya_notation::Fen;
use tabiya_rules::{Language, Setup, Square};

use super::{Audience, Reason, SquareName, StateView, state_of};

/// One of the classic programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClassicView {
    /// Its name in addresses and commands.
    pub name: String,
    /// The name of its document: two programs may have the same one.
    pub document: String,
    /// Whether it follows what the document requires, and not what it verifies.
    pub as_written: bool,
    /// What it is called.
    pub title: String,
    /// What it is, in one line.
    pub summary: String,
    /// What a person should know who sits before it for the first time.
    pub hint: String,
    /// Whether its rows are numbered from the top.
    pub rows_from_top: bool,
    /// Whether it can be started so that moves are taken back.
    pub takes_back: bool,
    /// Whether it has machines, so that a seed makes a difference.
    pub has_machines: bool,
    /// What may be typed beside moves, most useful first.
    pub words: Vec<String>,
    /// The same where it was started so that moves are taken back.
    pub turn_words: Vec<String>,
    /// Sessions that are worth watching line by line.
    pub shown: Vec<ShownSession>,
}

/// A session that is shown line by line; behind the last line the input ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShownSession {
    /// Its name.
    pub name: String,
    /// What is seen in it, in a few words that begin small.
    pub title: String,
    /// Where it begins, if not where games of the program do.
    pub fen: Option<String>,
    /// What is typed.
    pub lines: Vec<String>,
}

/// What is on a program's table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClassicTable {
    /// The position, also where it is set up; nothing where there has been none.
    pub fen: Option<String>,
    /// Whether that position is still being set up.
    pub setting_up: bool,
    /// Where the game stands, if there is one.
    pub state: Option<StateView>,
    /// What has to be typed to let a machine move that is to move.
    pub machine: Option<String>,
}

/// What a client says over the WebSocket of a classic program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ToClassic {
    /// Something is typed.
    Input {
        /// What, with the ends of its lines.
        text: String,
    },
    /// A move is made on the board: it is typed as the program reads it.
    Move {
        /// From where.
        #[cfg_attr(test, schemars(with = "String"))]
        from: SquareName,
        /// To where.
        #[cfg_attr(test, schemars(with = "String"))]
        to: SquareName,
        /// What the pawn becomes, as a letter.
        promotion: Option<char>,
    },
    /// The input ends.
    End {},
}

/// What the server says over the WebSocket of a classic program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(clippy::large_enum_variant, reason = "they are written at once and never kept")]
pub enum FromClassic {
    /// The program runs, and this page has it: first of all, also for a page that comes back.
    Begun {
        /// With this the same page can come back, for a while.
        key: String,
        /// How many of the messages that follow (`typed`, `said`, `aside`) are no news.
        repeated: usize,
    },
    /// Something was typed, by whomever.
    Typed {
        /// What.
        text: String,
    },
    /// The program printed something.
    Said {
        /// What.
        text: String,
    },
    /// The program told something beside its output: a reason, or a question.
    Aside {
        /// What.
        text: String,
    },
    /// Something else is on the table.
    Table(ClassicTable),
    /// Something could not be done; before anything else: the program was not started.
    Failed {
        /// Why.
        error: Reason,
    },
    /// Something is to be known of the program while it runs: that it must end soon.
    Notice {
        /// What, in words.
        says: String,
    },
    /// The program has ended.
    Over {
        /// Why, in words.
        says: String,
    },
}

impl FromClassic {
    /// The message as it is sent.
    pub fn to_text(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<&Classic> for ClassicView {
    fn from(classic: &Classic) -> ClassicView {
        ClassicView {
            name: classic.name.to_owned(),
            document: classic.document.to_owned(),
            as_written: classic.reading == DocumentReading::Written,
            title: classic.title.to_owned(),
            summary: classic.summary.to_owned(),
            hint: classic.hint.to_owned(),
            rows_from_top: classic.voice.frame.rows == Rows::FromBlack,
            takes_back: classic.takes_back(),
            has_machines: classic.has_machines(),
            words: words(classic),
            turn_words: classic.turn_words().map(str::to_owned).collect(),
            shown: shown(classic),
        }
    }
}

/// What the document itself has comes first.
fn shown(classic: &Classic) -> Vec<ShownSession> {
    let mut cases: Vec<(CaseShowing, &Case)> =
        classic.cases().iter().filter_map(|case| Some((case.showing?, case))).collect();
    cases.sort_by_key(|(showing, _)| showing.reason);
    cases.into_iter().map(|(showing, case)| ShownSession::new(showing, case)).collect()
}

fn words(classic: &Classic) -> Vec<String> {
    let modes = match classic.conduct.opening {
        FirstGame::Mode { modes, .. } => modes.len(),
        FirstGame::AtOnce | FirstGame::OnCommand => 0,
    };
    let dialect = &classic.dialect;
    let said = dialect.new_game.iter().chain(&dialect.giving_up).chain(dialect.questions);
    (1..=modes).map(|mode| mode.to_string()).chain(said.map(|&word| word.to_owned())).collect()
}

impl ShownSession {
    fn new(showing: CaseShowing, case: &Case) -> ShownSession {
        ShownSession {
            name: case.name.to_owned(),
            title: showing.title.to_owned(),
            fen: case.fen.map(str::to_owned),
            lines: case.lines().map(|line| String::from_utf8_lossy(line).into_owned()).collect(),
        }
    }
}

impl ClassicTable {
    pub(crate) fn of(classic: &Classic, view: SessionView<'_>, next: NextMove) -> ClassicTable {
        match view {
            SessionView::Nothing => ClassicTable::default(),
            SessionView::SettingUp(setup) => ClassicTable { setting_up: true, ..ClassicTable::with(setup) },
            SessionView::SetUp(setup) => ClassicTable::with(setup),
            SessionView::Game(game) | SessionView::End(game) => {
                let state = game_state(game, next);
                ClassicTable {
                    fen: Some(state.fen.clone()),
                    setting_up: false,
                    state: Some(state),
                    machine: classic.machine_lines(next),
                }
            }
        }
    }

    /// With a position and no game.
    fn with(setup: &Setup) -> ClassicTable {
        ClassicTable { fen: Some(Fen::new(*setup).to_string()), ..ClassicTable::default() }
    }
}

/// Where a game stands; where pieces may go is told where a person is to move. No clock runs.
fn game_state(game: &Game, next: NextMove) -> StateView {
    let audience = match next.by {
        Some(ClassicPlayer::Person) => Audience::Mover,
        Some(ClassicPlayer::Machine(_)) | None => Audience::Others,
    };
    let mut state = state_of(Language::English, game, Moment::default(), audience);
    // No program castles by a move onto the rook.
    for (&from, to) in &mut state.dests {
        to.retain(|to| !takes_own(game, from.into(), to));
    }
    state
}

fn takes_own(game: &Game, from: Square, to: Square) -> bool {
    let color_at = |square| game.position().piece_at(square).map(|piece| piece.color);
    color_at(to).is_some() && color_at(from) == color_at(to)
}
