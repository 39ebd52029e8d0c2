//! What our program does with each thing that it reads, and why: the rule behind a part of its output.

use std::ops::Range;

use tabiya_classics::{
    AtEnd, BoardFrame, Classic, Departure, DepartureMoment, InputFault, Intent, LastLine, Part, PieceStyle,
    SessionView,
};
use tabiya_game::{Ending, Game, Refusal, Step, narration};
use tabiya_notation::{Fen, Unplayable};
use tabiya_rules::{Board, Color, Draw, Language, Move, Outcome, Position, Rules, Square, Victory};

use crate::comparison::{ExpectedPart, Wording};
use crate::move_words::{MoveSpeller, MoveWords};
use crate::piece_count::PieceCount;
use crate::situation::{of_move, refusal_topic, uneven_roles};
use crate::spelling::is_plain;
use crate::step_context::StepContext;
use crate::topic::Topic;

/// Somebody who watches our program play.
pub struct Explainer<'a> {
    classic: &'a Classic,
    frame: BoardFrame,
    /// The table as it was before.
    before: BoardWords,
    /// What was wanted since then, and why it was refused.
    intent: Option<Intent>,
    wrong: Option<InputFault>,
    /// A game that has just ended and may be off the table already.
    ended: Option<BoardWords>,
    speller: MoveSpeller,
}

/// What our program has read.
pub struct InputChunk {
    pub fed: Vec<u8>,
    /// Where in the input that is.
    pub input: Range<usize>,
    /// Whether the input is at its end.
    pub is_end: bool,
}

/// One step of our program.
#[derive(Default)]
pub struct ReferenceStep {
    pub moment: StepContext,
    wording: Option<Wording>,
    /// Whether its last line may be worded otherwise.
    is_last_line_open: bool,
}

/// What is on the table, in words.
#[derive(Clone, Default)]
struct BoardWords {
    moves: MoveWords,
    board: Option<String>,
    fen: Option<String>,
    position: Option<Position<&'static Rules>>,
    last_move: Option<Move>,
    /// What the last move did.
    last: String,
    /// How the game ended.
    ending: Option<(Ending, String)>,
    is_setup: bool,
    departures: Vec<&'static Departure>,
    /// What the printed program might do if the input ended here.
    departures_at_end: Vec<&'static Departure>,
}

impl ReferenceStep {
    /// The step's output in parts that are fixed or open.
    pub fn parts(&self, text: &[u8]) -> Vec<ExpectedPart> {
        let part = ExpectedPart::new;
        let wording = self.wording.unwrap_or(Wording::Fixed);
        if wording == Wording::Fixed && !self.is_last_line_open {
            return vec![part(text, wording)];
        }
        // A question for the next move is no part of an answer that may be worded otherwise.
        let (answer, question) = text.split_at(line_start(text));
        let last = line_start(answer.strip_suffix(b"\n").unwrap_or(answer));
        let (first, last) = answer.split_at(if self.is_last_line_open { last } else { answer.len() });
        let open = self.is_last_line_open.then(|| part(last, Wording::Open));
        let question = (!question.is_empty()).then(|| part(question, Wording::Fixed));
        [part(first, wording)].into_iter().chain(open).chain(question).collect()
    }
}

/// Where the last line of a text begins; where the text ends, if that ends its line.
fn line_start(text: &[u8]) -> usize {
    text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

impl Explainer<'_> {
    pub fn new(classic: &Classic) -> Explainer<'_> {
        Explainer {
            classic,
            frame: picture_frame(&classic.voice.frame),
            before: BoardWords::default(),
            intent: None,
            wrong: None,
            ended: None,
            speller: MoveSpeller::new(classic.voice.frame.rows),
        }
    }

    /// The position at the last look, where a game was on the table.
    pub fn position(&self) -> Option<&Position<&'static Rules>> {
        self.before.position.as_ref()
    }

    /// Somebody wants something.
    pub fn see_intent(&mut self, intent: &Intent) {
        self.intent = Some(intent.clone());
    }

    /// It is refused, or was not understood.
    pub fn see_refusal(&mut self, wrong: &InputFault) {
        self.wrong = Some(wrong.clone());
    }

    /// A game ends; the table may be cleared before the next look.
    pub fn see_end(&mut self, game: &Game) {
        self.ended = Some(self.table(SessionView::Game(game), LastLine::Obeyed));
    }

    /// Our program has read something and done what it does with it. `answer` is what it wrote.
    pub fn see(&mut self, sight: SessionView<'_>, read: InputChunk, answer: &[u8]) -> ReferenceStep {
        let last = if self.wrong.is_some() { LastLine::Refused(&read.fed) } else { LastLine::Obeyed };
        let left = self.table(sight, last);
        let is_at_end = read.is_end && read.fed.is_empty();
        let after = self.ended.take().unwrap_or_else(|| left.clone());
        let reason = self.wrong.as_ref().map(|wrong| self.reason(wrong));
        let step = ReferenceStep {
            wording: Some(self.wording(&read, reason.as_deref(), answer)),
            is_last_line_open: self.classic.dialect.open.stalemate && self.is_stalemate(&after),
            moment: StepContext {
                account: self.account(&after, &read, reason.as_deref()),
                topics: self.topics(&after, &read),
                count: self.count(&after),
                is_idle: self.is_idle(&read),
                is_spelled_otherwise: self.is_spelled_otherwise(&read),
                fed: read.fed,
                input: read.input,
                moves: after.moves,
                board: after.board,
                departures: if is_at_end { self.before.departures_at_end.clone() } else { after.departures },
                fen: after.fen,
                position: after.position,
                intent: self.intent.take(),
            },
        };
        self.before = left;
        self.wrong = None;
        step
    }

    /// A machine did what no machine may do here.
    pub fn foul(&self) -> ReferenceStep {
        let before = self.before.clone();
        ReferenceStep {
            moment: StepContext {
                account:
                    "The computer's move must be one of its legal moves and told like this, whichever it is."
                        .to_owned(),
                topics: vec![Topic::Machine],
                moves: before.moves,
                board: before.board,
                fen: before.fen,
                ..StepContext::default()
            },
            ..ReferenceStep::default()
        }
    }

    fn reason(&self, wrong: &InputFault) -> String {
        narration::sentence(wrong.words(self.classic.voice.frame.rows))
    }

    /// Whether the game goes on the same without this step.
    fn is_idle(&self, read: &InputChunk) -> bool {
        self.wrong.is_some() || self.is_question(&read.fed) || self.intent == Some(Intent::Nothing)
    }

    /// The rules that a step tests.
    fn topics(&self, after: &BoardWords, read: &InputChunk) -> Vec<Topic> {
        if let Some(wrong) = &self.wrong {
            return vec![self.refused_topic(wrong)];
        }
        if read.is_end && read.fed.is_empty() {
            return vec![match self.classic.dialect.at_end {
                AtEnd::LastWords => Topic::MatchScore,
                AtEnd::Anything => Topic::EndOfInput,
            }];
        }
        let mut topics = match &self.intent {
            None if after.moves.len() > self.before.moves.len() => vec![Topic::Machine],
            None if !read.fed.is_empty() => vec![Topic::Mode, Topic::Start],
            None => vec![Topic::Start],
            Some(Intent::Move(_)) => self.move_topics(after, read),
            Some(Intent::MachineMove) => vec![Topic::Machine],
            Some(Intent::Stop) => [Topic::Stop].into_iter().chain(worths(after)).collect(),
            Some(Intent::Resign) => vec![Topic::Resignation],
            Some(Intent::Undo | Intent::Play) => vec![Topic::Undo],
            Some(Intent::Reset | Intent::Game(_)) => vec![Topic::NewGame],
            Some(Intent::SetUp | Intent::Place(..) | Intent::Remove(_) | Intent::Turn(_) | Intent::Done) => {
                vec![Topic::Setup]
            }
            Some(Intent::Threats(_)) => vec![Topic::Questions],
            Some(Intent::Nothing) => vec![Topic::Nonsense],
        };
        topics.extend(self.end_topics(after));
        topics
    }

    /// The pieces, where this step ends the game by counting them.
    fn count(&self, after: &BoardWords) -> Option<PieceCount> {
        let has_ended = after.ending.is_some() && self.before.ending.is_none();
        let position = after.position.as_ref().filter(|position| position.rules().ends.counts_pieces())?;
        has_ended.then(|| PieceCount::of(position))
    }

    fn move_topics(&self, after: &BoardWords, read: &InputChunk) -> Vec<Topic> {
        let (Some(before), Some(m)) = (&self.before.position, after.last_move) else { return Vec::new() };
        let mut topics: Vec<Topic> = of_move(before, m).into_iter().map(|shown| shown.topic).collect();
        topics.dedup();
        let is_attacked = topics.contains(&Topic::Careless) || topics.contains(&Topic::Check);
        topics.retain(|&topic| topic != Topic::Check);
        topics.extend((is_attacked && self.tells_check()).then_some(Topic::Check));
        topics.extend(self.is_spelled_otherwise(read).then_some(Topic::Spelling));
        topics
    }

    fn is_spelled_otherwise(&self, read: &InputChunk) -> bool {
        matches!(self.intent, Some(Intent::Move(_))) && !is_plain(&read.fed, self.classic)
    }

    fn end_topics(&self, after: &BoardWords) -> Vec<Topic> {
        let outcome = match after.ending {
            Some((Ending::ByRules(outcome), _)) if self.before.ending.is_none() => outcome,
            _ => return Vec::new(),
        };
        match outcome {
            Outcome::Won { by: Victory::Checkmate, .. } => vec![Topic::Checkmate],
            Outcome::Won { by: Victory::Stalemate, .. } | Outcome::Drawn(Draw::Stalemate) => {
                vec![Topic::Stalemate]
            }
            Outcome::Drawn(Draw::NoSafeMove) => vec![Topic::NoSafeMove],
            _ => [Topic::RoyalTaken].into_iter().chain(king_worth(after)).collect(),
        }
    }

    /// Whether anything is ever said of a check.
    fn tells_check(&self) -> bool {
        let voice = &self.classic.voice;
        !voice.check.is_empty() || voice.turn.iter().any(|part| part.content() == Part::InCheck)
    }

    fn refused_topic(&self, wrong: &InputFault) -> Topic {
        let from = match &self.intent {
            Some(Intent::Move(written)) => written.from.square,
            _ => None,
        };
        let illegal = |why| {
            let before = self.before.position.as_ref()?;
            refusal_topic(before, from?, why)
        };
        match wrong {
            InputFault::NotAMove { .. }
            | InputFault::Unknown { .. }
            | InputFault::Usage { .. }
            | InputFault::TooLong => Topic::Nonsense,
            InputFault::NotANumber => Topic::Mode,
            InputFault::NoSquare { .. } => Topic::NoSquare,
            InputFault::NoPromotion => Topic::PromotionRefused,
            InputFault::BadPosition(_) | InputFault::InCheck { .. } => Topic::SetupRefused,
            InputFault::Illegal(why) => illegal(why).unwrap_or(Topic::Misplaced),
            InputFault::Refused(Refusal::GameOver { .. }) => Topic::AfterEnd,
            InputFault::Refused(Refusal::Unplayable { why: Unplayable::Illegal(why), .. }) => {
                illegal(why).unwrap_or(Topic::Misplaced)
            }
            InputFault::NoGame
            | InputFault::GameRuns
            | InputFault::SettingUp
            | InputFault::NotSettingUp
            | InputFault::NoUndo
            | InputFault::NotBegun
            | InputFault::Begun
            | InputFault::MachinesTurn { .. }
            | InputFault::PersonsTurn { .. }
            | InputFault::Refused(_) => Topic::Misplaced,
        }
    }

    fn wording(&self, read: &InputChunk, reason: Option<&str>, answer: &[u8]) -> Wording {
        let open = self.classic.dialect.open;
        let is_refused = reason.is_some();
        let is_open = is_refused && open.refusals
            || is_refused && open.after_end && self.before.ending.is_some()
            || is_refused && open.nonsense && (answer.is_empty() || !names_squares(&read.fed))
            || open.answers && self.is_question(&read.fed);
        if is_open { Wording::Open } else { Wording::Fixed }
    }

    fn is_question(&self, fed: &[u8]) -> bool {
        self.classic.dialect.questions.iter().any(|question| question.as_bytes() == fed.trim_ascii())
    }

    /// Whether this step has brought a stalemate.
    fn is_stalemate(&self, after: &BoardWords) -> bool {
        let outcome = match after.ending {
            Some((Ending::ByRules(outcome), _)) if self.before.ending.is_none() => outcome,
            _ => return false,
        };
        matches!(outcome, Outcome::Drawn(Draw::Stalemate) | Outcome::Won { by: Victory::Stalemate, .. })
    }

    /// What our program did, and by which rule.
    fn account(&self, after: &BoardWords, read: &InputChunk, reason: Option<&str>) -> String {
        let (fed, dialect) = (String::from_utf8_lossy(read.fed.trim_ascii()), self.classic.dialect);
        if let Some(reason) = reason {
            return format!("{} must be refused. {reason} {}", quoted(&fed), dialect.after_refusal);
        }
        if read.is_end && read.fed.is_empty() {
            return "The input is at its end.".to_owned();
        }
        let made = after.moves.len().checked_sub(self.before.moves.len());
        let end = match &after.ending {
            Some((_, words)) if self.before.ending.is_none() => format!(" {words} {}", dialect.after_end),
            _ => String::new(),
        };
        let deed = match made {
            _ if after.is_setup => "A position is set up; the board is shown after every change.".to_owned(),
            _ if self.is_question(&read.fed) => {
                format!("{} is a question and changes nothing.", quoted(&fed))
            }
            Some(1) if matches!(self.intent, None | Some(Intent::MachineMove)) => {
                format!(
                    "The computer may make any of its legal moves, and tells it like this. {}",
                    after.last
                )
            }
            Some(1) => format!("{} is legal. {}", quoted(&fed), after.last),
            None if after.moves.is_empty() => "A new game begins.".to_owned(),
            None => "The last move is taken back.".to_owned(),
            Some(_) if self.before.board != after.board => {
                "A game begins, and this is the first that is printed.".to_owned()
            }
            Some(_) if end.is_empty() && !fed.is_empty() => {
                format!("{} changes nothing on the board.", quoted(&fed))
            }
            Some(_) => String::new(),
        };
        format!("{deed}{end}").trim().to_owned()
    }

    fn table(&mut self, sight: SessionView<'_>, last: LastLine<'_>) -> BoardWords {
        match sight {
            SessionView::Nothing | SessionView::SetUp(_) => BoardWords::default(),
            SessionView::SettingUp(setup) => {
                let board = Some(self.picture(&setup.board, setup.turn));
                BoardWords { board, is_setup: true, ..BoardWords::default() }
            }
            SessionView::Game(game) | SessionView::End(game) => self.game(game, last),
        }
    }

    fn game(&mut self, game: &Game, last: LastLine<'_>) -> BoardWords {
        let rows = self.frame.rows;
        let turned = |words: String| rows.turn_words(&words);
        BoardWords {
            moves: self.speller.spell(game),
            board: Some(self.picture(game.position().board(), game.turn())),
            fen: Some(Fen::from(game.position()).to_string()),
            position: Some(*game.position()),
            last_move: move_now(game),
            last: turned(last_move(game) + &self.attack_words(game)),
            ending: game.ending().map(|ending| (ending, ending_words(game, ending))),
            is_setup: false,
            departures: self.departures(&DepartureMoment { game, last }),
            departures_at_end: self.departures(&DepartureMoment { game, last: LastLine::End }),
        }
    }

    /// Which kings could be taken, where that is told of both.
    fn attack_words(&self, game: &Game) -> String {
        let position = game.position();
        if game.ending().is_some()
            || !self.classic.voice.turn.iter().any(|part| part.content() == Part::InCheck)
        {
            return String::new();
        }
        let words = |color: Color| {
            let at = position.attackers_of_royal(color).into_iter().next()?;
            let by = position.piece_at(at)?;
            Some(format!(" {color}'s king could be taken by the {} on {at}.", by.role))
        };
        Color::ALL.into_iter().filter_map(words).collect()
    }

    fn departures(&self, now: &DepartureMoment<'_>) -> Vec<&'static Departure> {
        self.classic.departures.iter().filter(|departure| (departure.shows)(now)).collect()
    }

    fn picture(&self, board: &Board, turn: Color) -> String {
        let mut picture = Vec::new();
        self.frame.draw(board, &mut picture).expect("a vector takes everything");
        format!("{}   {turn} to move", String::from_utf8_lossy(&picture))
    }
}

/// The dialect's rows and letters, in the same plain frame for all.
fn picture_frame(own: &BoardFrame) -> BoardFrame {
    let men = match own.men {
        PieceStyle::ColorAndRole => PieceStyle::WhiteCapital,
        men => men,
    };
    let bottom = "\n   a b c d e f g h";
    BoardFrame {
        rows: own.rows,
        top: "",
        before: "  ",
        between: " ",
        after: "\n",
        bottom,
        men,
        light: ".",
        dark: ".",
    }
}

/// Whether the king's worth decides: whoever took it is behind without it.
fn king_worth(after: &BoardWords) -> Option<Topic> {
    let position = after.position.as_ref().filter(|position| position.rules().ends.counts_pieces())?;
    let royal = position.rules().moves.royal;
    let winner = position.outcome_by_score().winner()?;
    let king = u32::from(*position.rules().values.get(royal));
    (position.score(winner) <= position.score(!winner) + king).then_some(Topic::Worth(royal))
}

/// The roles whose worth decides when a game is stopped here.
fn worths(after: &BoardWords) -> Vec<Topic> {
    after.position.as_ref().map(uneven_roles).unwrap_or_default().into_iter().map(Topic::Worth).collect()
}

fn quoted(fed: &str) -> String {
    if fed.is_empty() { "An empty line".to_owned() } else { format!("\"{}\"", tabiya_system::visible(fed)) }
}

/// Whether a line is two squares and nothing else, but for parentheses and commas.
fn names_squares(fed: &[u8]) -> bool {
    let text = String::from_utf8_lossy(fed).to_ascii_lowercase().replace(['(', ')', ','], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    words.len() == 2 && words.iter().all(|word| word.parse::<Square>().is_ok())
}

fn ending_words(game: &Game, ending: Ending) -> String {
    format!(
        "{}, and the game ends.",
        narration::sentence(narration::ending_words(Language::English, ending, game.seats()))
            .trim_end_matches('.')
    )
}

/// The move that led to where a game is.
fn move_now(game: &Game) -> Option<Move> {
    match game.history().current().step {
        Some(Step::Move(m)) => Some(m),
        _ => None,
    }
}

/// What the last move did, and whether it gives check.
fn last_move(game: &Game) -> String {
    let history = game.history();
    let before = history.parent(history.here()).and_then(|node| history.get(node));
    let (Some(before), Some(Step::Move(m))) = (before, history.current().step) else { return String::new() };
    let told = narration::sentence(narration::move_words(Language::English, &before.position, m));
    let is_check = game.ending().is_none() && game.position().is_check();
    if is_check { format!("{told} {} is in check.", game.turn()) } else { told }
}
