use std::io::{self, IsTerminal, StdoutLock, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvError, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

use tabiya_game::narration::sentence;
use tabiya_remote::{
    GameLink, LinkEvent, LinkOrder, NotOnServer, RemoteGame, RemoteNews, RemoteWord, ServerClient, ServerDeed,
};
use tabiya_rules::{ByLanguage, Language};
use tabiya_table::talk::{
    self, AnalysisWish, AnswerResult, Answers, Completer, Instruction, TypedMoves, View, help, picture, words,
};
use tabiya_table::{Request, Table};

use crate::background_review::{BackgroundReview, ReviewNews, begun_words, news_words, stopped_words};
use crate::conversation::{AtTerminal, is_capable, resign_question};
use crate::line_editor::{LineEditing, LineEditor, LineQuestion, TypedWords};
use crate::line_listener::{InputEvent, LineListener, typed_line};
use crate::now;
use crate::pasted_game::{PastedGame, PastedLine};
use crate::plain_board::{always_words, shown_style};

/// The talk of somebody who plays on a server: lines in, sentences out, and what happens there as soon as it is told.
pub struct RemoteTalk {
    lines: TalkLines,
    events: Sender<TalkInput>,
    /// Where it is said.
    pub out: StdoutLock<'static>,
    language: Language,
    /// Whether a person reads and types here.
    pub is_terminal: bool,
    view: View,
    /// The number of the link that is listened to.
    link: u64,
    /// Whether somebody was asked whether they give up.
    is_asked_to_resign: bool,
    /// The prompt that is seen, where nothing has been said since.
    prompted: Option<String>,
    /// What is found out about the game.
    review: BackgroundReview,
    /// A game that is being pasted, which is refused once it is all there.
    pasted: Option<PastedGame>,
    /// What was typed last, to which a piece may be the rest.
    line_before: String,
}

/// What comes in: lines, and what servers tell.
struct TalkLines {
    inputs: Receiver<TalkInput>,
    /// A line that waits until what was asked before is answered.
    waiting: Option<String>,
    /// Lets the next line come. One at a time does, so that whoever writes many of them waits.
    wants: SyncSender<()>,
    is_over: bool,
    /// Where a person edits lines. Whoever asks for one outside a game reads it as it comes.
    editor: Option<Box<LineEditor>>,
}

/// How often whoever waits for a line looks whether the server has said something.
const GLANCE: Duration = Duration::from_millis(20);

/// How somebody left a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemoteEnd {
    /// For the lobby.
    Lobby,
    /// For good.
    Quit,
}

enum TalkInput {
    Line(InputEvent),
    /// What the link of that number told.
    Server(u64, LinkEvent),
    /// There may be news of an analysis.
    Review,
}

/// A game that is talked about.
struct TalkedGame<'a, F> {
    remote: RemoteGame,
    table: &'a mut Table,
    link: GameLink,
    /// How many single moves were on the board that was shown last, and of which game.
    shown: Option<(String, usize)>,
    on_game: F,
}

impl RemoteTalk {
    /// A talk by standard input and standard output.
    pub fn new(
        out: StdoutLock<'static>,
        language: Language,
        at_terminal: AtTerminal,
        editing: LineEditing,
    ) -> RemoteTalk {
        let is_terminal = io::stdin().is_terminal() && out.is_terminal();
        let (events, inputs) = channel();
        let lines = events.clone();
        let (wants, wanted) = sync_channel(1);
        let can_edit = is_terminal && is_capable();
        let editor = can_edit.then(|| LineEditor::new(editing).ok()).flatten().map(Box::new);
        if editor.is_none() {
            LineListener::new().hand_on(move |event| {
                let is_heard = lines.send(TalkInput::Line(event)).is_ok();
                let goes_on = is_heard && wanted.recv().is_ok();
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        let view = View { is_always: is_terminal && at_terminal == AtTerminal::Board, ..View::default() };
        let lines = TalkLines { inputs, waiting: None, wants, is_over: false, editor };
        RemoteTalk {
            lines,
            events,
            out,
            language,
            is_terminal,
            view,
            link: 0,
            is_asked_to_resign: false,
            prompted: None,
            review: BackgroundReview::default(),
            pasted: None,
            line_before: String::new(),
        }
    }

    /// Where it is said, and where the lines come from, for whoever asks something before a game; there is none where there
    /// will be no more.
    pub fn parts(&mut self) -> (&mut StdoutLock<'static>, impl FnMut() -> Option<String> + '_) {
        let RemoteTalk { out, lines, .. } = self;
        (out, move || lines.next_line())
    }

    /// Plays a game until somebody leaves it or the input ends. The table shows it; whoever remembers games is told which it is.
    pub fn play(
        &mut self,
        client: &ServerClient,
        remote: RemoteGame,
        table: &mut Table,
        on_game: impl FnMut(&str),
    ) -> anyhow::Result<RemoteEnd> {
        self.link += 1;
        self.review.forget();
        let (number, events) = (self.link, self.events.clone());
        // Where nobody listens any more, the talk is over.
        let report = move |event| drop(events.send(TalkInput::Server(number, event)));
        let link = GameLink::open(client, remote.name(), report)?;
        remote.lay_out(table);
        let game = TalkedGame { remote, table, link, shown: None, on_game };
        RemoteTurn { talk: self, game }.run()
    }

    /// Says something on lines of its own, not behind the prompt.
    fn say(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if let Some(editor) = self.lines.editor.as_mut().filter(|editor| editor.is_asking()) {
            return editor.print_above(text);
        }
        if self.prompted.take().is_some() {
            write!(self.out, "\r")?;
        }
        writeln!(self.out, "{text}")
    }

    /// Asks for a line, where that is not seen already.
    fn prompt(&mut self, text: String) -> io::Result<()> {
        // An editor has its own.
        let is_due = self.is_terminal && self.lines.editor.is_none();
        if is_due && self.prompted.as_ref() != Some(&text) {
            let begin = if self.prompted.is_some() { "\r" } else { "" };
            write!(self.out, "{begin}{text}")?;
            self.prompted = Some(text);
        }
        self.out.flush()
    }
}

impl TalkLines {
    fn next_line(&mut self) -> Option<String> {
        if let Some(line) = self.take_waiting() {
            return Some(line);
        }
        if let Some(editor) = &mut self.editor {
            return line_of_person(editor);
        }
        while !self.is_over {
            match self.inputs.recv() {
                Ok(TalkInput::Line(InputEvent::Line(line))) => {
                    self.let_come();
                    return Some(line);
                }
                Ok(TalkInput::Line(InputEvent::End)) | Err(_) => self.is_over = true,
                Ok(TalkInput::Line(_)) => self.let_come(),
                // What a link that was left still said is nobody's.
                Ok(TalkInput::Server(..) | TalkInput::Review) => {}
            }
        }
        None
    }

    /// The line that waits, after which the next one may come.
    fn take_waiting(&mut self) -> Option<String> {
        let line = self.waiting.take()?;
        self.let_come();
        Some(line)
    }

    /// Lets the next line come, now that the one before has its place.
    fn let_come(&self) {
        // Where nobody reads any more, none will.
        let _ = self.wants.send(());
    }
}

/// What stands before the line: the side of whoever types.
fn prompt_text(remote: &RemoteGame, language: Language) -> String {
    match remote.own() {
        Some(color) => format!("{}> ", language.words(&color)),
        None => "> ".to_owned(),
    }
}

fn typed_words(table: &Table, language: Language) -> TypedWords {
    TypedWords::AtBoard(Completer::of(table, language))
}

/// A line that a person types outside a game: the one that is being edited, else the next one.
fn line_of_person(editor: &mut LineEditor) -> Option<String> {
    if editor.is_asking() {
        let nothing = || LineQuestion { prompt: String::new(), words: TypedWords::Setup(&[]) };
        return match editor.next(nothing, None) {
            InputEvent::Line(line) => Some(line),
            InputEvent::NoText | InputEvent::TooLong | InputEvent::Nothing => Some(String::new()),
            InputEvent::End => None,
        };
    }
    typed_line()
}

/// A talk about one game.
struct RemoteTurn<'a, F> {
    talk: &'a mut RemoteTalk,
    game: TalkedGame<'a, F>,
}

impl<F: FnMut(&str)> RemoteTurn<'_, F> {
    fn run(mut self) -> anyhow::Result<RemoteEnd> {
        (self.game.on_game)(self.game.remote.name());
        let introduction = self.game.remote.introduction();
        self.talk.say(&introduction)?;
        let differences = words::differences(self.talk.language, &self.game.table.game().rules().rules);
        self.talk.say(&differences.unwrap_or_default())?;
        self.show_board()?;
        let first = ByLanguage {
            english: "Type a move such as e2e4 or Nf3, or help.",
            german: "Gib einen Zug ein, wie e2e4 oder Nf3, oder hilfe.",
        };
        self.talk.say(self.talk.language.choose(first))?;
        loop {
            if !self.game.remote.is_waiting() {
                if let Some(line) = self.talk.lines.take_waiting() {
                    if let ControlFlow::Break(end) = self.obey(&line)? {
                        return Ok(end);
                    }
                    continue;
                }
                if self.talk.lines.is_over {
                    return Ok(RemoteEnd::Quit);
                }
            }
            self.prompt()?;
            if let ControlFlow::Break(end) = self.hear_next()? {
                return Ok(end);
            }
        }
    }

    fn prompt(&mut self) -> io::Result<()> {
        let text = prompt_text(&self.game.remote, self.talk.language);
        self.talk.prompt(text)
    }

    /// A line or what the server says, whichever comes first.
    fn next_input(&mut self) -> Result<TalkInput, RecvError> {
        loop {
            if self.talk.lines.editor.is_none() {
                return self.talk.lines.inputs.recv();
            }
            if let Ok(input) = self.talk.lines.inputs.try_recv() {
                return Ok(input);
            }
            let RemoteTurn { talk, game } = self;
            let Some(editor) = &mut talk.lines.editor else { continue };
            let (language, game) = (talk.language, &*game);
            let question = || LineQuestion {
                prompt: prompt_text(&game.remote, language),
                words: typed_words(game.table, language),
            };
            match editor.next(question, Some(GLANCE)) {
                InputEvent::Nothing => {}
                event => return Ok(TalkInput::Line(event)),
            }
        }
    }

    /// Waits for a line or for the server, whichever comes first.
    fn hear_next(&mut self) -> anyhow::Result<ControlFlow<RemoteEnd>> {
        let language = self.talk.language;
        let input = self.next_input();
        if matches!(input, Ok(TalkInput::Line(_))) {
            // Whoever has typed a line is on the next one.
            self.talk.prompted = None;
        }
        match input {
            Ok(TalkInput::Line(InputEvent::Line(line))) if line.is_empty() && self.talk.pasted.is_none() => {
                self.talk.lines.let_come();
            }
            // A person sees what is on its way; a program that writes lines wants them obeyed one after the other.
            Ok(TalkInput::Line(InputEvent::Line(line))) if self.talk.is_terminal => {
                self.talk.lines.let_come();
                return self.obey(&line);
            }
            Ok(TalkInput::Line(InputEvent::Line(line))) => self.talk.lines.waiting = Some(line),
            Ok(TalkInput::Line(InputEvent::NoText)) => {
                self.talk.lines.let_come();
                let says =
                    ByLanguage { english: "This line is no text.", german: "Diese Zeile ist kein Text." };
                self.talk.say(language.choose(says))?;
            }
            Ok(TalkInput::Line(InputEvent::TooLong)) => {
                self.talk.lines.let_come();
                let says =
                    ByLanguage { english: "This line is too long.", german: "Diese Zeile ist zu lang." };
                self.talk.say(language.choose(says))?;
            }
            Ok(TalkInput::Line(InputEvent::End)) | Err(_) => {
                if self.talk.is_terminal {
                    self.talk.say("\r")?;
                    return Ok(ControlFlow::Break(RemoteEnd::Quit));
                }
                self.talk.lines.is_over = true;
            }
            Ok(TalkInput::Line(InputEvent::Nothing)) => self.talk.lines.let_come(),
            Ok(TalkInput::Server(number, event)) if number == self.talk.link => {
                let news = self.game.remote.hear(event, now());
                return self.tell(news);
            }
            Ok(TalkInput::Server(..)) => {}
            Ok(TalkInput::Review) => self.hear_review()?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Tells what happened on the server.
    fn tell(&mut self, news: Vec<RemoteNews>) -> anyhow::Result<ControlFlow<RemoteEnd>> {
        for news in news {
            match news {
                RemoteNews::Told(says) => self.talk.say(&says)?,
                RemoteNews::Refused { says, marks: _ } => self.talk.say(&sentence(says))?,
                RemoteNews::Changed => {
                    self.game.remote.lay_out(self.game.table);
                    let words = typed_words(self.game.table, self.talk.language);
                    if let Some(editor) = &mut self.talk.lines.editor {
                        editor.know(words);
                    }
                    (self.game.on_game)(self.game.remote.name());
                }
                // It was told as a sentence.
                RemoteNews::Asked(_) | RemoteNews::Unasked => {}
                RemoteNews::Again(command) => self.game.link.order(LinkOrder::Command(command)),
                RemoteNews::Next(game) => self.game.link.order(LinkOrder::Next(game)),
                RemoteNews::Ended(says) => {
                    self.talk.say(&says)?;
                    // What a program still writes is for the game, and no wish in the lobby.
                    let end = if self.talk.is_terminal { RemoteEnd::Lobby } else { RemoteEnd::Quit };
                    return Ok(ControlFlow::Break(end));
                }
            }
        }
        self.show_board()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Shows the board where it is to be shown after every move, and it is another one; else the times.
    fn show_board(&mut self) -> io::Result<()> {
        let remote = &self.game.remote;
        let shown = (remote.name().to_owned(), remote.game().history().line().count());
        if remote.is_waiting() || self.game.shown.as_ref() == Some(&shown) {
            return Ok(());
        }
        let is_first = self.game.shown.replace(shown).is_none();
        if self.talk.view.is_always {
            let board = self.board();
            return self.talk.say(&board);
        }
        let clock = self.game.remote.clock_words(now()).filter(|_| !is_first && !self.game.remote.is_over());
        self.talk.say(&clock.unwrap_or_default())
    }

    fn answers(&self) -> Answers<'_> {
        Answers { table: self.game.table, view: &self.talk.view, language: self.talk.language, now: now() }
    }

    fn board(&self) -> String {
        let (remote, view) = (&self.game.remote, &self.talk.view);
        let board = remote.game().position().board();
        let picture = picture::draw(self.talk.language, board, view.style, self.answers().bottom());
        let clock = remote.clock_words(now()).map(|clock| format!(" {clock}")).unwrap_or_default();
        format!("{picture}\n{}{clock}", sentence(remote.state_words(now())))
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<ControlFlow<RemoteEnd>> {
        let language = self.talk.language;
        if self.talk.pasted.is_some() || PastedGame::begins_with(line) {
            self.refuse_pasted(line)?;
            return Ok(ControlFlow::Continue(()));
        }
        let before = std::mem::replace(&mut self.talk.line_before, line.to_owned());
        let completed = talk::completed_promotion(language, self.game.table, &before, line);
        let was_asked = std::mem::take(&mut self.talk.is_asked_to_resign);
        let answer = match RemoteWord::read(line) {
            Some(RemoteWord::Lobby) => return Ok(ControlFlow::Break(RemoteEnd::Lobby)),
            Some(word) => word.deed().map_or(Ok(String::new()), |deed| self.do_deed(deed)),
            None => match completed.map_or_else(|| talk::read(language, line), Ok) {
                Ok(Instruction::Quit) => return Ok(ControlFlow::Break(RemoteEnd::Quit)),
                Ok(Instruction::Ask(Request::Resign(_)))
                    if self.talk.is_terminal && !was_asked && !self.game.remote.is_over() =>
                {
                    self.talk.is_asked_to_resign = true;
                    Ok(resign_question(language).to_owned())
                }
                Ok(instruction) => self.answer(instruction),
                Err(why) => Err(language.words(&why).to_string()),
            },
        };
        match answer {
            Ok(told) => self.talk.say(&told)?,
            Err(why) => self.talk.say(&sentence(why))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes in a line of a game that is pasted, and none of it for a command; refuses it once it is all there.
    fn refuse_pasted(&mut self, line: &str) -> io::Result<()> {
        let mut game = self.talk.pasted.take().unwrap_or_default();
        if game.add(line) == PastedLine::Taken {
            self.talk.pasted = Some(game);
            return Ok(());
        }
        self.talk.say(self.talk.language.choose(ByLanguage {
            english: "This is a game on a server, and a pasted game is not taken in it: nothing of it was obeyed. Open it at a board of your own.",
            german: "Dies ist eine Partie auf einem Server, die keine eingefügte Partie annimmt: nichts davon wurde befolgt. Öffne sie an einem eigenen Brett.",
        }))
    }

    fn refusal(&self, why: NotOnServer) -> String {
        self.talk.language.words(&why).to_string()
    }

    fn ask(&mut self, request: Request) -> AnswerResult {
        let deed = self.game.remote.deed(&request).map_err(|why| self.refusal(why))?;
        if deed != ServerDeed::Here {
            return self.do_deed(deed);
        }
        let language = self.talk.language;
        let reply = self.game.table.ask(request, now());
        reply.map(|reply| words::reply(language, &reply)).map_err(|why| words::refusal(language, &why))
    }

    /// The first of several moves on a line: somebody answers it before the next one.
    fn play_line(&mut self, moves: TypedMoves) -> AnswerResult {
        let (behind, moves) = (moves.rest.clone(), moves.meant(self.game.table));
        let mut moves = moves.into_iter();
        let told = moves.next().map_or(Ok(String::new()), |(_, first)| self.ask(Request::Move(first)))?;
        let rest: Vec<String> = moves.map(|(word, _)| word).collect();
        let language = self.talk.language;
        Ok(match behind {
            Some(why) if rest.is_empty() => format!("{told} {}", sentence(language.words(&why))),
            _ if rest.is_empty() => told,
            _ => words::opponent_first(language, &rest),
        })
    }

    fn do_deed(&mut self, deed: ServerDeed) -> AnswerResult {
        let order = self.game.remote.order(deed, now()).map_err(|why| self.refusal(why))?;
        let Some(order) = order else { return Ok(String::new()) };
        self.game.link.order(order);
        self.game.remote.lay_out(self.game.table);
        Ok(self.game.remote.waiting_words(now()).unwrap_or_default())
    }

    /// Finds the mistakes of the game, where the computer may help, while somebody types.
    fn analyse(&mut self, wish: AnalysisWish) -> AnswerResult {
        let language = self.talk.language;
        if wish == AnalysisWish::Forget {
            self.talk.review.forget();
            self.game.table.save_with(None, language);
            return Ok(words::review_forgotten(language, self.game.table));
        }
        self.game.remote.may_have_help().map_err(|why| self.refusal(why))?;
        let review = self.game.table.review(self.talk.review.known());
        let review = review.map_err(|why| words::refusal(language, &why))?;
        if review.analysis().is_complete() {
            self.game.table.save_with(Some(&review), language);
            return Ok(news_words(language, ReviewNews::Complete, &review));
        }
        let events = self.talk.events.clone();
        // Where nobody listens any more, the talk is over.
        self.talk.review.begin(review, move || drop(events.send(TalkInput::Review)));
        Ok(begun_words(language).to_owned())
    }

    /// Tells how far an analysis is, or what came of it. Where a rematch has begun, there is none any more.
    fn hear_review(&mut self) -> io::Result<()> {
        if self.game.remote.may_have_help().is_err() {
            self.talk.review.forget();
        }
        let Some(news) = self.talk.review.news() else { return Ok(()) };
        let Some(review) = self.talk.review.known() else { return Ok(()) };
        self.game.table.save_with(Some(review), self.talk.language);
        let told = news_words(self.talk.language, news, review);
        self.talk.say(&told)
    }

    fn answer(&mut self, instruction: Instruction) -> AnswerResult {
        let language = self.talk.language;
        Ok(match instruction {
            Instruction::Ask(Request::Stop) if self.talk.review.stop() => {
                self.game.table.save_with(self.talk.review.known(), language);
                stopped_words(language).to_owned()
            }
            Instruction::Ask(request) => self.ask(request)?,
            Instruction::Line(moves) => self.play_line(moves)?,
            Instruction::Board => self.board(),
            Instruction::BoardStyle(style) => {
                self.talk.view.style = shown_style(language, style)?;
                self.board()
            }
            Instruction::BoardAlways(is_always) => {
                self.talk.view.is_always = is_always;
                always_words(language, is_always)
            }
            Instruction::Flip => {
                self.talk.view.is_flipped = !self.talk.view.is_flipped;
                self.board()
            }
            Instruction::Moves(square) => self.answers().moves(square)?,
            Instruction::Why(text) => self.answers().why(&text)?,
            Instruction::Threats(whose) => self.answers().threats(whose),
            Instruction::Rules(None) => self.answers().rules(),
            Instruction::Score => self.game.remote.score_words().unwrap_or_else(|| {
                let says =
                    ByLanguage { english: "This is the first game.", german: "Das ist die erste Partie." };
                language.choose(says).to_owned()
            }),
            Instruction::Clock => self.game.remote.clock_words(now()).unwrap_or_else(|| {
                let says = ByLanguage { english: "There is no clock.", german: "Es gibt keine Uhr." };
                language.choose(says).to_owned()
            }),
            Instruction::Hint => {
                self.game.remote.may_have_help().map_err(|why| self.refusal(why))?;
                let hint = self.game.table.hint().map(|hint| words::hint(language, &hint));
                hint.map_err(|why| words::refusal(language, &why))?
            }
            Instruction::Analyse(wish) => self.analyse(wish)?,
            Instruction::Fen => self.answers().fen(),
            Instruction::Pgn => self.answers().pgn(),
            Instruction::List => self.answers().list(),
            Instruction::Opening(None) => self.answers().opening(),
            Instruction::Help(None) => format!("{}\n{}", RemoteWord::help(language), help(language, None)?),
            Instruction::Help(command) => help(language, command.as_deref())?,
            Instruction::Setup(_)
            | Instruction::Rules(Some(_))
            | Instruction::Level
            | Instruction::Opening(Some(_))
            | Instruction::Tell(_)
            | Instruction::Book => return Err(self.refusal(NotOnServer::OwnBoard)),
            Instruction::Quit => String::new(),
        })
    }
}
