//! One line in, a few lines out.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::time::Duration;

use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_openings::OpeningLine;
use tabiya_rules::{ByLanguage, Language};
use tabiya_table::talk::{
    self, AnalysisWish, AnswerResult, Completer, Instruction, PastedText, TypedMoves, words,
};
use tabiya_table::{NOTING, Request, Sides};

use crate::background_computer::BackgroundComputer;
use crate::background_review::{BackgroundReview, ReviewNews, begun_words, news_words, stopped_words};
use crate::editor::SETUP_WORDS;
use crate::line_editor::{LineEditing, LineEditor, LineQuestion, TypedWords};
use crate::line_listener::{InputEvent, LineListener};
use crate::line_source::LineSource;
use crate::now;
use crate::pasted_game::{PastedGame, PastedLine};
use crate::plain_board::PlainBoard;
use crate::wrapped::wrapped;

/// How many moves computers make in a row before they wait for a word.
const REST: usize = 1000;

/// How often whoever waits for a line looks whether the computer has answered.
const GLANCE: Duration = Duration::from_millis(20);

/// The talk between a board and whoever sits at it.
pub struct Conversation {
    board: PlainBoard,
    lines: LineSource,
    out: StdoutLock<'static>,
    /// Whether a person reads and types here.
    is_terminal: bool,
    /// Whether somebody's time is up and the table could not take note of it.
    is_flag_refused: bool,
    /// The opening that was told last.
    told_opening: Option<&'static OpeningLine>,
    /// Whoever thinks while a person types. Lines that are all there already are obeyed one after the other instead, each
    /// after the computer's answer to the one before.
    computer: Option<BackgroundComputer>,
    /// How many moves computers have made since the last line.
    moves_in_a_row: usize,
    /// Whether somebody was asked whether they give up.
    is_asked_to_resign: bool,
    /// What was typed while the computer thought, and waits for its answer.
    typed_ahead: VecDeque<String>,
    /// The line before, of which the next may say what its pawn becomes.
    line_before: String,
    /// A game that is being pasted.
    pasted: Option<PastedGame>,
    /// What is found out about the game, and when that one began.
    review: BackgroundReview,
    review_news: Option<ReviewNews>,
    reviewed: Option<Moment>,
}

/// What a person at a terminal sees after every change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtTerminal {
    /// The board.
    Board,
    /// Nothing but what is told anywhere.
    Sentences,
}

/// Whether the talk goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    On,
    Over,
}

impl Conversation {
    /// A talk with the board. Lines are read from standard input, and what is said goes to standard output.
    pub fn new(board: PlainBoard, out: StdoutLock<'static>, at_terminal: AtTerminal) -> Conversation {
        Conversation::of(board, out, at_terminal, LineSource::Listened(LineListener::new()))
    }

    fn of(
        mut board: PlainBoard,
        out: StdoutLock<'static>,
        at_terminal: AtTerminal,
        lines: LineSource,
    ) -> Conversation {
        let is_terminal = io::stdin().is_terminal() && out.is_terminal();
        board.show_always(is_terminal && at_terminal == AtTerminal::Board);
        let told_opening = board.table().opening();
        Conversation {
            board,
            lines,
            out,
            is_terminal,
            is_flag_refused: false,
            told_opening,
            computer: None,
            moves_in_a_row: 0,
            is_asked_to_resign: false,
            typed_ahead: VecDeque::new(),
            line_before: String::new(),
            pasted: None,
            review: BackgroundReview::default(),
            review_news: None,
            reviewed: None,
        }
    }

    /// Lets computers think while a person types, where one does.
    pub fn with_background(mut self, computer: BackgroundComputer) -> Conversation {
        self.computer = Some(computer).filter(|_| self.is_terminal);
        self
    }

    /// The same with lines that can be edited, where a person types them at a terminal that can do that.
    pub fn with_line_editing(
        board: PlainBoard,
        out: StdoutLock<'static>,
        at_terminal: AtTerminal,
        editing: LineEditing,
    ) -> Conversation {
        let can_edit = io::stdin().is_terminal() && out.is_terminal() && is_capable();
        let editor = can_edit.then(|| LineEditor::new(editing).ok()).flatten();
        match editor {
            Some(editor) => Conversation::of(board, out, at_terminal, LineSource::Edited(Box::new(editor))),
            None => Conversation::new(board, out, at_terminal),
        }
    }

    /// Talks until somebody leaves or the input ends.
    pub fn run(mut self, greeting: &[String]) -> anyhow::Result<()> {
        for line in greeting {
            self.say(line)?;
        }
        if let Some(board) = self.board.board_after_move() {
            self.say(&board)?;
        }
        loop {
            self.let_computers_move()?;
            self.look_at_the_clock()?;
            self.prompt()?;
            if self.answer()? == Flow::Over {
                break;
            }
        }
        if let Some(computer) = &mut self.computer {
            computer.end();
        }
        self.review.stop();
        self.board.close()
    }

    /// Says something, in lines that fit the terminal.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let columns = self.is_terminal.then(tabiya_system::width).flatten();
        match columns {
            Some(columns) => self.say_as_it_is(&wrapped(text, columns)),
            None => self.say_as_it_is(text),
        }
    }

    /// Says something that would be spoilt by more lines than it has.
    fn say_as_it_is(&mut self, text: &str) -> io::Result<()> {
        match self.lines.busy_editor() {
            _ if text.is_empty() => Ok(()),
            Some(editor) => editor.print_above(text),
            None => writeln!(self.out, "{text}"),
        }
    }

    /// Says what came of something, or why nothing did.
    fn reply(&mut self, answer: AnswerResult) -> io::Result<bool> {
        match answer {
            Ok(told) => self.say(&told).map(|()| true),
            Err(why) => self.say(&sentence(why)).map(|()| false),
        }
    }

    /// The same of a move, with the opening that it has led to, on the same line: a request has one.
    fn reply_to_move(&mut self, answer: AnswerResult) -> io::Result<bool> {
        let answer = answer.map(|told| format!("{told}{}", self.new_opening()));
        self.reply(answer)
    }

    /// Which opening it is, where that is another than was told before, the computer does not answer at once, and no board
    /// says it.
    fn new_opening(&mut self) -> String {
        if self.board.is_computers_turn() && self.board.has_person() {
            return String::new();
        }
        let opening = self.board.table().opening();
        // A name may have several lines.
        let named = |line: Option<&'static OpeningLine>| line.map(|line| (line.eco(), line.name()));
        let is_other = named(opening) != named(std::mem::replace(&mut self.told_opening, opening));
        let is_running = self.board.table().game().ending().is_none();
        let is_told = is_other && is_running && self.board.board_after_move().is_none();
        opening
            .filter(|_| is_told)
            .map(|line| format!(" {}", words::opening(self.board.language(), line)))
            .unwrap_or_default()
    }

    /// Lets the computers move whose turn it is; or begin to think.
    fn let_computers_move(&mut self) -> anyhow::Result<()> {
        while self.board.is_computers_turn() && !self.is_thinking() {
            if self.moves_in_a_row == REST {
                return self.let_computers_rest();
            }
            match self.computer.as_mut() {
                Some(computer) => match self.board.question() {
                    Ok(question) => computer.ask(question),
                    Err(why) => {
                        self.board.wait();
                        self.reply(Err(why))?;
                    }
                },
                None => {
                    let reply = self.board.computer_moves();
                    self.take_computers_move(reply)?;
                }
            }
        }
        Ok(())
    }

    fn is_thinking(&self) -> bool {
        self.computer.as_ref().is_some_and(BackgroundComputer::is_thinking)
    }

    /// Tells what a computer has done, or why it did nothing: then it waits for a word.
    fn take_computers_move(&mut self, reply: AnswerResult) -> io::Result<()> {
        self.moves_in_a_row += 1;
        if !self.reply_to_move(reply)? {
            self.board.wait();
        }
        self.show_after_move()
    }

    fn let_computers_rest(&mut self) -> anyhow::Result<()> {
        self.board.wait();
        let says = match self.board.language() {
            Language::English => format!("The computers rest after {REST} moves: go lets them go on."),
            Language::German => format!("Die Computer ruhen nach {REST} Zügen: go lässt sie weiterspielen."),
        };
        self.say(&says)?;
        Ok(())
    }

    /// Shows the board, which has the times, or only the times; once, if the computer answers at once.
    fn show_after_move(&mut self) -> io::Result<()> {
        let is_answered = self.board.is_computers_turn();
        let board = self.board.board_after_move().filter(|_| !is_answered);
        if let Some(shown) = board.or_else(|| self.board.clock_after_move()) {
            self.say(&shown)?;
        }
        self.out.flush()
    }

    fn prompt(&mut self) -> io::Result<()> {
        if self.is_terminal && !self.lines.is_edited() {
            write!(self.out, "{}", prompt_text(&self.board, self.pasted.is_some()))?;
        }
        self.out.flush()
    }

    /// Says that somebody's time is up. Before the prompt: what is typed belongs behind that.
    fn look_at_the_clock(&mut self) -> io::Result<()> {
        let was_refused = self.is_flag_refused;
        let reply = self.board.look_at_the_clock();
        self.is_flag_refused = matches!(reply, Some(Err(_)));
        match reply {
            // Once is enough.
            Some(Err(_)) if was_refused => {}
            Some(reply) => {
                self.stop_thinking();
                self.reply(reply)?;
            }
            None => {}
        }
        Ok(())
    }

    /// Nobody waits for the computer's answer any more. Says whether somebody did.
    fn stop_thinking(&mut self) -> bool {
        self.computer.as_mut().is_some_and(BackgroundComputer::stop)
    }

    /// The next line, or that nothing came until somebody's time was up or the computer had answered.
    fn next_event(&mut self) -> InputEvent {
        loop {
            let falls = self.board.table().flag_falls().filter(|_| !self.is_flag_refused);
            let until_flag = falls.map(|falls| falls.since(now()) + Duration::from_millis(1));
            self.board.note_time();
            let glance = match self.is_thinking() || self.review.is_running() {
                true => Some(GLANCE),
                false => until_flag.map(|_| NOTING),
            };
            let patience = [until_flag, glance].into_iter().flatten().min();
            let (board, is_pasting) = (&self.board, self.pasted.is_some());
            let question =
                || LineQuestion { prompt: prompt_text(board, is_pasting), words: typed_words(board) };
            let event = self.lines.next(question, patience);
            let is_glance = event == InputEvent::Nothing && patience != until_flag;
            if !is_glance || self.computer.as_mut().is_some_and(BackgroundComputer::has_answer) {
                return event;
            }
            self.review_news = self.review.news();
            if self.review_news.is_some() {
                return event;
            }
        }
    }

    /// Takes in what the computer has thought of, once it has.
    fn hear_computer(&mut self) -> io::Result<()> {
        match self.computer.as_mut().and_then(BackgroundComputer::answer) {
            Some(answer) => {
                let reply = self.board.take(answer);
                let board = &self.board;
                self.lines.know(|| typed_words(board));
                self.take_computers_move(reply)
            }
            None => Ok(()),
        }
    }

    /// Waits for a line and obeys it.
    fn answer(&mut self) -> anyhow::Result<Flow> {
        if !self.is_thinking()
            && let Some(line) = self.typed_ahead.pop_front()
        {
            return self.obey(&line);
        }
        // An editor begins and ends its lines itself.
        let has_own_line = self.is_terminal && !self.lines.is_edited();
        match self.next_event() {
            InputEvent::Line(line) => {
                self.moves_in_a_row = 0;
                return self.obey(&line);
            }
            InputEvent::NoText => {
                let says =
                    ByLanguage { english: "This line is no text.", german: "Diese Zeile ist kein Text." };
                self.say(self.board.language().choose(says))?;
            }
            InputEvent::TooLong => {
                let says =
                    ByLanguage { english: "This line is too long.", german: "Diese Zeile ist zu lang." };
                self.say(self.board.language().choose(says))?;
            }
            InputEvent::Nothing => {
                if has_own_line {
                    self.say("\r")?;
                }
                self.hear_computer()?;
                self.tell_review()?;
            }
            InputEvent::End => {
                if has_own_line {
                    self.say("\r")?;
                }
                if let Some(mut game) = self.pasted.take() {
                    self.open_pasted(game.end())?;
                }
                return Ok(Flow::Over);
            }
        }
        Ok(Flow::On)
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        if self.pasted.is_some() || self.begins_game(line) {
            return self.paste(line);
        }
        if line.is_empty() {
            return Ok(Flow::On);
        }
        if self.board.is_editing() {
            let before = self.board.shown_state();
            let reply = self.board.edit_line(line);
            if self.reply(reply)? && self.board.shown_state() != before {
                self.show_after_change()?;
            }
            return Ok(Flow::On);
        }
        let language = self.board.language();
        let before = std::mem::replace(&mut self.line_before, line.to_owned());
        let completed = talk::completed_promotion(language, self.board.table(), &before, line);
        let instruction = match (completed, talk::read(language, line)) {
            (Some(instruction), _) => instruction,
            (None, Ok(instruction)) => instruction,
            (None, Err(_)) if PastedText::of(line) == PastedText::Position => {
                Instruction::Setup(Some(line.to_owned()))
            }
            (None, Err(why)) => {
                self.say(&sentence(language.words(&why)))?;
                return Ok(Flow::On);
            }
        };
        if self.is_thinking() && self.waits_for_computer(line, &instruction)? {
            return Ok(Flow::On);
        }
        self.obey_instruction(instruction)
    }

    /// Whether a line begins a game that is pasted. What waits for the computer is obeyed after its answer.
    fn begins_game(&self, line: &str) -> bool {
        let waits = self.is_thinking() && !self.typed_ahead.is_empty();
        !waits && !self.board.is_editing() && PastedGame::begins_with(line)
    }

    /// Takes in a line of a game that is pasted.
    fn paste(&mut self, line: &str) -> anyhow::Result<Flow> {
        let language = self.board.language();
        if self.pasted.is_none() && self.is_terminal {
            self.say(language.choose(ByLanguage {
                english: "A game (PGN): it ends with its result, or with an empty line behind its moves. A dot alone forgets it.",
                german: "Eine Partie (PGN): sie endet mit ihrem Ergebnis oder mit einer leeren Zeile nach ihren Zügen. Ein Punkt allein vergisst sie.",
            }))?;
        }
        let mut game = self.pasted.take().unwrap_or_default();
        let says = match game.add(line) {
            PastedLine::Taken => {
                self.pasted = Some(game);
                return Ok(Flow::On);
            }
            PastedLine::Last(text) => return self.open_pasted(text),
            PastedLine::Forgotten => {
                ByLanguage { english: "The game is forgotten.", german: "Die Partie ist vergessen." }
            }
            PastedLine::TooLong => {
                ByLanguage { english: "This game is too long.", german: "Diese Partie ist zu lang." }
            }
        };
        self.say(language.choose(says))?;
        Ok(Flow::On)
    }

    fn open_pasted(&mut self, text: String) -> anyhow::Result<Flow> {
        self.obey_instruction(Instruction::Ask(Request::Read { text, sides: Sides::File }))
    }

    fn obey_instruction(&mut self, instruction: Instruction) -> anyhow::Result<Flow> {
        let language = self.board.language();
        let was_asked = std::mem::take(&mut self.is_asked_to_resign);
        let is_running = self.board.table().game().ending().is_none();
        if let Instruction::Ask(Request::Resign(_)) = instruction
            && self.is_terminal
            && is_running
            && !was_asked
        {
            self.is_asked_to_resign = true;
            self.say(resign_question(language))?;
            return Ok(Flow::On);
        }
        if let Instruction::Line(moves) = instruction {
            self.play_line(moves)?;
            return Ok(Flow::On);
        }
        if let Instruction::Analyse(wish) = instruction {
            self.analyse(wish)?;
            return Ok(Flow::On);
        }
        if instruction == Instruction::Ask(Request::Stop) && self.review.stop() {
            self.board.save_with(self.review.known());
            self.say(stopped_words(language))?;
            return Ok(Flow::On);
        }
        let leaves_game = match &instruction {
            Instruction::Ask(request) => request.leaves_game(),
            Instruction::Setup(_) | Instruction::Rules(Some(_)) | Instruction::Opening(Some(_)) => false,
            _ => true,
        };
        let is_move = matches!(instruction, Instruction::Ask(Request::Move(_)));
        let is_text = matches!(instruction, Instruction::Fen | Instruction::Pgn);
        let shows_board = matches!(
            instruction,
            Instruction::Board | Instruction::BoardStyle(_) | Instruction::BoardAlways(_) | Instruction::Flip
        );
        let is_other_game = matches!(
            instruction,
            Instruction::Ask(
                Request::Open { .. } | Request::Read { .. } | Request::Continue(_) | Request::New(_)
            )
        );
        let is_last = instruction == Instruction::Quit;
        let before = self.board.shown_state();
        let reply = self.board.obey(instruction);
        let is_done = match reply {
            reply if is_move => self.reply_to_move(reply)?,
            Ok(text) if is_text => self.say_as_it_is(&text).map(|()| true)?,
            reply => self.reply(reply)?,
        };
        if is_done && !leaves_game {
            self.stop_thinking();
        }
        if !is_move {
            self.told_opening = self.board.table().opening();
        }
        if is_done && is_move {
            self.show_after_move()?;
        } else if is_done && !shows_board && (is_other_game || self.board.shown_state() != before) {
            self.show_after_change()?;
        }
        Ok(if is_last { Flow::Over } else { Flow::On })
    }

    /// Finds the mistakes of the game: while somebody types, or at once for whoever writes lines that are all there already.
    fn analyse(&mut self, wish: AnalysisWish) -> io::Result<()> {
        let language = self.board.language();
        if wish == AnalysisWish::Forget {
            self.review.forget();
            self.board.save_with(None);
            return self.say(&words::review_forgotten(language, self.board.table()));
        }
        let begun = self.board.table().game().begun();
        let earlier = self.review.known().filter(|_| self.reviewed == Some(begun));
        let review = match self.board.table().review(earlier) {
            Ok(review) => review,
            Err(why) => return self.say(&sentence(words::refusal(language, &why))),
        };
        self.reviewed = Some(begun);
        if self.is_terminal && !review.analysis().is_complete() {
            self.review.begin(review, || {});
            return self.say(begun_words(language));
        }
        self.review.finish(review);
        self.review_news = Some(ReviewNews::Complete);
        self.tell_review()
    }

    /// Tells how far an analysis is, or what came of it.
    fn tell_review(&mut self) -> io::Result<()> {
        let is_of_game = self.reviewed == Some(self.board.table().game().begun());
        let (Some(news), Some(review)) = (self.review_news.take(), self.review.known()) else {
            return Ok(());
        };
        if !is_of_game {
            self.review.forget();
            return Ok(());
        }
        let told = news_words(self.board.language(), news, review);
        self.board.save_with(self.review.known());
        self.say(&told)
    }

    /// What a line does while the computer thinks: a move waits for its answer, with all that is typed behind it, and `stop`
    /// lets it rest. Says whether it was such a line.
    fn waits_for_computer(&mut self, line: &str, instruction: &Instruction) -> io::Result<bool> {
        let language = self.board.language();
        let is_move =
            matches!(instruction, Instruction::Ask(Request::Move(_) | Request::Pass) | Instruction::Line(_));
        match instruction {
            Instruction::Ask(Request::Stop) => {
                self.stop_thinking();
                self.typed_ahead.clear();
                self.board.wait();
                self.say(language.choose(ByLanguage {
                    english: "The computer rests: go lets it go on.",
                    german: "Der Computer ruht: go lässt ihn weitermachen.",
                }))?;
            }
            Instruction::Quit => return Ok(false),
            _ if is_move || !self.typed_ahead.is_empty() => {
                if self.typed_ahead.is_empty() {
                    self.say(language.choose(ByLanguage {
                        english: "The computer moves first, and then you; stop lets it rest.",
                        german: "Erst zieht der Computer, dann du; stop lässt ihn ruhen.",
                    }))?;
                }
                self.typed_ahead.push_back(line.to_owned());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Moves that were typed on one line, one after the other. One that is refused changes nothing of those before it; and
    /// where the computer is to answer, it does so before anything else is played.
    fn play_line(&mut self, moves: TypedMoves) -> io::Result<()> {
        let language = self.board.language();
        let (behind, moves) = (moves.rest.clone(), moves.meant(self.board.table()));
        let is_one = moves.len() == 1 && behind.is_none();
        let mut made = 0;
        for (text, m) in &moves {
            let rest = || moves[made..].iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
            if made > 0 && self.board.is_computers_turn() {
                self.say(&words::computer_first(language, &rest()))?;
                break;
            }
            let answer = self.board.obey(Instruction::Ask(Request::Move(*m)));
            let answer = match answer {
                Err(why) if !is_one => Err(words::refused_on_line(language, text, &why, &rest()[1..])),
                answer => answer,
            };
            if !self.reply_to_move(answer)? {
                break;
            }
            made += 1;
        }
        if let Some(why) = behind.filter(|_| made == moves.len()) {
            self.say(&sentence(language.words(&why)))?;
        }
        if made > 0 { self.show_after_move() } else { Ok(()) }
    }

    /// Shows the board, where something else than a move has changed it, unless the computer answers at once. The times are
    /// told with the change already.
    fn show_after_change(&mut self) -> io::Result<()> {
        let is_due = !self.board.is_editing() && !self.board.is_computers_turn();
        match self.board.board_after_move().filter(|_| is_due) {
            Some(board) => self.say(&board),
            None => Ok(()),
        }
    }
}

/// What a person is asked who would give up; programs that write lines know what they want.
pub(crate) fn resign_question(language: Language) -> &'static str {
    language.choose(ByLanguage {
        english: "Do you give up? resign once more does, anything else plays on.",
        german: "Gibst du auf? Noch einmal resign, und es gilt; alles andere spielt weiter.",
    })
}

/// Whether the terminal can do more than show lines one after the other.
pub(crate) fn is_capable() -> bool {
    std::env::var("TERM").is_ok_and(|term| !matches!(term.as_str(), "" | "dumb" | "cons25" | "emacs"))
}

/// What stands before the line that somebody types.
fn prompt_text(board: &PlainBoard, is_pasting: bool) -> String {
    if is_pasting {
        return "pgn> ".to_owned();
    }
    if board.is_editing() {
        return "setup> ".to_owned();
    }
    // While the computer thinks, whoever answers it is asked already.
    let session = board.table().session();
    let typist = match board.is_computers_turn() {
        true => session.human_color(),
        false => Some(board.table().game().turn()),
    };
    match typist {
        Some(color) => format!("{}> ", board.language().words(&color)),
        None => "> ".to_owned(),
    }
}

fn typed_words(board: &PlainBoard) -> TypedWords {
    match board.is_editing() {
        true => TypedWords::Setup(&SETUP_WORDS),
        false => TypedWords::AtBoard(Completer::of(board.table(), board.language())),
    }
}
