//! The board that talks: an instruction in, a few sentences out.

use tabiya_openings::find_opening;
use tabiya_rules::{ByLanguage, Language, Setup};
use tabiya_system::shows_unicode;
use tabiya_table::talk::picture::{self, Style};
use tabiya_table::talk::{
    AnswerResult, Answers, Instruction, MoveTelling, View, help, path, read_fen, words,
};
use tabiya_table::{ComputerQuestion, GameReview, LeftOver, Player, Reply, Request, Table, TableRefusal};

use crate::background_computer::ComputerAnswer;
use crate::editor::{Edit, Editor, HELP};
use crate::host::Host;
use crate::now;

/// A table, and how somebody sees it who reads sentences.
pub struct PlainBoard {
    table: Table,
    view: View,
    /// A position that is being put up.
    editor: Option<Editor>,
    host: Box<dyn Host>,
    language: Language,
    telling: MoveTelling,
}

impl PlainBoard {
    /// A board that shows a table.
    pub fn new(table: Table, host: Box<dyn Host>, language: Language) -> PlainBoard {
        let (view, telling) = (View::default(), MoveTelling::default());
        PlainBoard { table, view, editor: None, host, language, telling }
    }

    /// Tells moves this way from now on.
    pub fn set_telling(&mut self, telling: MoveTelling) {
        self.telling = telling;
    }

    /// What a picture of the board would show: when that changes, a new one is due.
    pub(crate) fn shown_state(&self) -> String {
        format!("{} {:?}", self.answers().fen(), self.answers().bottom())
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn language(&self) -> Language {
        self.language
    }

    pub(crate) fn is_editing(&self) -> bool {
        self.editor.is_some()
    }

    fn answers(&self) -> Answers<'_> {
        Answers { table: &self.table, view: &self.view, language: self.language, now: now() }
    }

    /// Does or tells what is asked.
    pub(crate) fn obey(&mut self, instruction: Instruction) -> AnswerResult {
        let language = self.language;
        match instruction {
            Instruction::Ask(request) => self.ask(request),
            // Whoever reads lines makes their moves one by one.
            Instruction::Line(_) => Ok(String::new()),
            Instruction::Tell(telling) => {
                self.telling = telling.unwrap_or(self.telling);
                Ok(self.telling.words(language).to_owned())
            }
            Instruction::Board => Ok(self.answers().board()),
            Instruction::BoardStyle(style) => self.set_style(style),
            Instruction::BoardAlways(is_always) => Ok(self.set_always(is_always)),
            Instruction::Moves(square) => self.answers().moves(square),
            Instruction::Why(text) => self.answers().why(&text),
            Instruction::Threats(whose) => Ok(self.answers().threats(whose)),
            Instruction::Setup(Some(fen)) => {
                let position = read_fen(language, &fen, self.table.rules().rules.intern())?;
                self.ask(Request::SetUp(position))
            }
            Instruction::Setup(None) => Ok(self.edit()),
            Instruction::Rules(None) => Ok(self.answers().rules()),
            Instruction::Rules(Some(name)) => self.change_rules(&name),
            Instruction::Flip => {
                self.view.is_flipped = !self.view.is_flipped;
                Ok(self.answers().board())
            }
            Instruction::Score => Ok(self.answers().score()),
            Instruction::Clock => Ok(self.answers().clock()),
            Instruction::Hint => {
                let hint = self.table.hint().map(|hint| words::hint(language, &hint));
                hint.map_err(|why| words::refusal(language, &why))
            }
            Instruction::Fen => Ok(self.answers().fen()),
            Instruction::Pgn => Ok(self.answers().pgn()),
            Instruction::List => Ok(self.answers().list()),
            Instruction::Level => Ok(words::reply(language, &self.table.level_told())),
            Instruction::Book => Ok(words::book(language, self.table.book())),
            Instruction::Opening(None) => Ok(self.answers().opening()),
            Instruction::Opening(Some(name)) => {
                let line = find_opening(&name).map_err(|why| language.words(&why).to_string())?;
                self.ask(Request::Opening(line))
            }
            Instruction::Help(command) => help(language, command.as_deref()),
            // Whoever reads lines has it done while they are typed.
            Instruction::Analyse(_) => Ok(String::new()),
            Instruction::Quit => Ok(words::farewell(language, &self.table)),
        }
    }

    fn ask(&mut self, request: Request) -> AnswerResult {
        let reply = self.table.ask(request, now());
        self.answer(reply)
    }

    /// Whatever was done is on disk, if it can be: so much is known before it is told.
    fn answer(&mut self, reply: Result<Reply, TableRefusal>) -> AnswerResult {
        self.host.after_request(&self.table);
        match reply {
            Ok(reply) => {
                let clock = matches!(reply, Reply::Opened(_)).then(|| self.clock_after_move()).flatten();
                let clock = clock.map(|clock| format!(" {clock}")).unwrap_or_default();
                Ok(format!("{}{clock}", words::reply_as(self.language, &reply, self.telling)))
            }
            Err(refusal) => Err(words::refusal(self.language, &refusal)),
        }
    }

    /// Opens a game when the board is set up, or goes on with one.
    pub fn begin(&mut self, request: Request) -> anyhow::Result<String> {
        self.ask(request).map_err(|why| anyhow::anyhow!(why))
    }

    /// What earlier sessions left, a sentence each.
    pub fn look_around(&mut self) -> Vec<String> {
        let left = self.table.look_around(now());
        let how = self.language.choose(ByLanguage {
            english: " Say continue to go on with it.",
            german: " Sag continue, um sie fortzusetzen.",
        });
        let told = |left: &LeftOver| {
            let how = if matches!(left, LeftOver::Waiting { .. }) { how } else { "" };
            format!("{}{how}", words::left_over(self.language, left))
        };
        left.iter().map(told).collect()
    }

    /// What is played here.
    pub fn introduction(&self) -> String {
        words::introduction(self.language, &self.table.introduction())
    }

    /// That this is not ordinary chess, where it is not, and where to learn the rest.
    pub fn differences(&self) -> Option<String> {
        words::differences(self.language, &self.table.game().rules().rules)
    }

    /// Whether a computer is to move and does. It waits while a position is put up.
    pub(crate) fn is_computers_turn(&self) -> bool {
        self.editor.is_none() && self.table.is_computers_turn()
    }

    /// Whether a person plays here.
    pub(crate) fn has_person(&self) -> bool {
        self.table.session().lineup.players.0.iter().any(Player::is_human)
    }

    /// Lets the computer move whose turn it is.
    pub(crate) fn computer_moves(&mut self) -> AnswerResult {
        let reply = self.table.think(now()).and_then(|thought| self.table.take(thought, now()));
        self.answer(reply)
    }

    /// What the computer is asked whose turn it is.
    pub(crate) fn question(&mut self) -> Result<ComputerQuestion, String> {
        self.table.question().map_err(|why| words::refusal(self.language, &why))
    }

    /// Does what the computer has thought of.
    pub(crate) fn take(&mut self, answer: ComputerAnswer) -> AnswerResult {
        let reply = answer.map_err(TableRefusal::Engine).and_then(|choice| self.table.take(choice, now()));
        self.answer(reply)
    }

    /// Saves the game with an analysis from now on, or without.
    pub(crate) fn save_with(&mut self, review: Option<&GameReview>) {
        self.table.save_with(review, self.language);
    }

    /// Lets the computers rest.
    pub(crate) fn wait(&mut self) {
        self.table.wait();
    }

    /// Says that somebody's time is up.
    pub(crate) fn look_at_the_clock(&mut self) -> Option<AnswerResult> {
        let happened = self.table.look_at_the_clock(now())?;
        Some(self.answer(happened.map(Reply::Happened)))
    }

    /// Notes that the board is there, for whoever goes on with its clock.
    pub(crate) fn note_time(&mut self) {
        self.table.note_time(now());
    }

    fn set_style(&mut self, style: Style) -> AnswerResult {
        self.view.style = shown_style(self.language, style)?;
        Ok(self.answers().board())
    }

    /// Shows the board after every change from now on, or no longer.
    pub(crate) fn show_always(&mut self, is_always: bool) {
        self.view.is_always = is_always;
    }

    fn set_always(&mut self, is_always: bool) -> String {
        self.show_always(is_always);
        always_words(self.language, is_always)
    }

    /// The board, if it is to be shown after every change.
    pub(crate) fn board_after_move(&self) -> Option<String> {
        self.view.is_always.then(|| self.answers().board())
    }

    /// The clock, where there is one and it goes on.
    pub(crate) fn clock_after_move(&self) -> Option<String> {
        self.answers().clock_after_move()
    }

    fn change_rules(&mut self, name: &str) -> AnswerResult {
        let path = path(name).unwrap_or_default();
        let rules = self.host.load_rules(path.as_os_str());
        let rules = rules.map_err(|error| match self.language {
            Language::English => format!("no other rules: {error:#}"),
            Language::German => format!("keine anderen Regeln: {error:#}"),
        })?;
        self.ask(Request::Rules(Box::new(rules)))
    }

    fn edit(&mut self) -> String {
        let setup = self.table.game().position().setup();
        self.editor = Some(Editor::new(setup, self.table.rules().rules.intern(), self.language));
        self.language.choose(HELP).to_owned()
    }

    /// A line while a position is being put up.
    pub(crate) fn edit_line(&mut self, line: &str) -> AnswerResult {
        let bottom = self.answers().bottom();
        let language = self.language;
        let Some(editor) = &mut self.editor else {
            let why = ByLanguage {
                english: "no position is being put up",
                german: "es wird keine Stellung aufgebaut",
            };
            return Err(language.choose(why).to_owned());
        };
        match editor.obey(line)? {
            Edit::Said(told) => Ok(told),
            Edit::Shown => {
                let board = picture::draw(language, editor.board(), self.view.style, bottom);
                Ok(format!("{board}\n{}", editor.situation()))
            }
            Edit::Cancelled => {
                self.editor = None;
                let says =
                    ByLanguage { english: "Everything is as it was.", german: "Alles ist, wie es war." };
                let turn = words::turn(language, self.table.turn());
                Ok(format!("{} {turn}", language.choose(says)))
            }
            Edit::Done(setup) => self.end_editing(setup),
        }
    }

    fn end_editing(&mut self, setup: Setup) -> AnswerResult {
        let told = self.ask(Request::SetUp(setup))?;
        self.editor = None;
        Ok(told)
    }

    /// Puts everything in order before the board is left.
    pub(crate) fn close(&mut self) -> anyhow::Result<()> {
        self.table.close(now()).map_err(|refusal| anyhow::anyhow!(words::refusal(self.language, &refusal)))
    }
}

/// The style that is asked for, or why this terminal does not show it.
pub(crate) fn shown_style(language: Language, style: Style) -> Result<Style, String> {
    if style == Style::Unicode && !shows_unicode() {
        let why = ByLanguage {
            english: "this terminal does not show UTF-8, as LC_ALL, LC_CTYPE and LANG tell it",
            german: "dieses Terminal zeigt kein UTF-8, wie LC_ALL, LC_CTYPE und LANG sagen",
        };
        return Err(language.choose(why).to_owned());
    }
    Ok(style)
}

/// Whether the board is shown after every move, in words.
pub(crate) fn always_words(language: Language, is_always: bool) -> String {
    let says = match is_always {
        true => ByLanguage {
            english: "The board is shown after every change.",
            german: "Das Brett wird nach jeder Änderung gezeigt.",
        },
        false => ByLanguage {
            english: "The board is shown only when you ask for it.",
            german: "Das Brett wird nur gezeigt, wenn du es verlangst.",
        },
    };
    language.choose(says).to_owned()
}
