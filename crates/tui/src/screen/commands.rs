//! Lines that are typed: moves, the commands of every board, and those of this one.

use tabiya_game::Moment;
use tabiya_game::narration::sentence;
use tabiya_notation::MoveText;
use tabiya_openings::find_opening;
use tabiya_rules::Language;
use tabiya_table::talk::picture::{self, Style};
use tabiya_table::talk::{
    self, AnalysisWish, AnswerResult, Answers, Instruction, ThreatsQuery, TypedMoves, View, words,
};
use tabiya_table::{Request, Walk};

use super::Screen;
use crate::background::BackgroundChoice;
use crate::board_action::BoardAction;
use crate::board_settings::{ColorChoice, PieceImage};
use crate::board_words::BoardWord;
use crate::event::ScreenEffect;
use crate::theme::Theme;

impl Screen {
    /// Obeys a line.
    pub(super) fn run_line(&mut self, line: &str, now: Moment) {
        if line.is_empty() || self.obey_remote_word(line, now) {
            return;
        }
        if let Some(word) = BoardWord::read(line) {
            return self.obey_own(word, now);
        }
        match talk::read(self.language, line) {
            Ok(instruction) => self.obey(instruction, now),
            Err(why) => self.tell(&sentence(self.language.words(&why))),
        }
    }

    fn obey_own(&mut self, word: BoardWord, now: Moment) {
        match word {
            BoardWord::Action(action) => self.perform(action, now),
            BoardWord::SaveAs(path) => self.save_as(path, now),
            BoardWord::Hjkl(is_on) => {
                self.settings.hjkl = is_on;
                self.tell_hjkl();
                self.remember();
            }
            BoardWord::Theme(name) => match Theme::find(&name) {
                Some(theme) => self.set_theme(theme),
                None => self.tell_choices(&Theme::ALL.map(Theme::name)),
            },
            BoardWord::Pieces(name) => match PieceImage::ALL.into_iter().find(|style| style.name() == name) {
                Some(style) => {
                    self.settings.pieces = style;
                    self.remember();
                }
                None => self.tell_choices(&PieceImage::ALL.map(PieceImage::name)),
            },
            BoardWord::Background(name) => {
                match BackgroundChoice::ALL.into_iter().find(|choice| choice.name() == name) {
                    Some(background) => {
                        self.settings.background = background;
                        self.remember();
                    }
                    None => self.tell_choices(&BackgroundChoice::ALL.map(BackgroundChoice::name)),
                }
            }
            BoardWord::Language(code) => {
                match Language::ALL.into_iter().find(|language| language.code() == code) {
                    Some(language) => self.speak(language),
                    None => self.tell_choices(&Language::ALL.map(Language::code)),
                }
            }
            BoardWord::Colors(name) => {
                match ColorChoice::ALL.into_iter().find(|choice| choice.name() == name) {
                    Some(colors) => {
                        self.settings.colors = colors;
                        self.remember();
                    }
                    None => self.tell_choices(&ColorChoice::ALL.map(ColorChoice::name)),
                }
            }
        }
    }

    fn tell_choices(&mut self, names: &[&str]) {
        let names = names.join(", ");
        self.tell(&match self.language {
            Language::English => format!("You can choose: {names}."),
            Language::German => format!("Zur Wahl stehen: {names}."),
        });
    }

    fn obey(&mut self, instruction: Instruction, now: Moment) {
        match instruction {
            // Whoever waits for the computer does not want the pieces counted.
            Instruction::Ask(Request::Stop) if self.thinking.is_some() => self.go_or_rest(now),
            Instruction::Ask(Request::Stop) if self.is_reviewing() => drop(self.stop_review()),
            Instruction::Ask(request) => self.obey_request(request, now),
            Instruction::Line(moves) => self.play_line(moves, now),
            Instruction::Flip => self.perform(BoardAction::Flip, now),
            Instruction::Hint => self.perform(BoardAction::Hint, now),
            Instruction::Analyse(AnalysisWish::Begin) => self.perform(BoardAction::Review, now),
            Instruction::Analyse(AnalysisWish::Forget) => self.drop_review(),
            Instruction::Quit => self.effects.push(ScreenEffect::Quit),
            Instruction::Setup(None) => self.perform(BoardAction::SetUp, now),
            Instruction::Setup(Some(fen)) => {
                match talk::read_fen(self.language, &fen, self.table.rules().rules.intern()) {
                    Ok(setup) => drop(self.ask(Request::SetUp(setup), now)),
                    Err(why) => self.tell(&sentence(why)),
                }
            }
            Instruction::Rules(Some(name)) => self.change_rules(&name, now),
            Instruction::Opening(Some(name)) => match find_opening(&name) {
                Ok(line) => drop(self.ask(Request::Opening(line), now)),
                Err(why) => self.tell(&sentence(self.language.words(&why))),
            },
            Instruction::Threats(ThreatsQuery::Of(color)) => {
                self.attacks = Some(color);
                self.tell_attacks();
            }
            Instruction::BoardStyle(Style::Letters) => {
                self.obey_own(BoardWord::Pieces("letters".to_owned()), now);
            }
            Instruction::BoardStyle(Style::Unicode) => {
                self.obey_own(BoardWord::Pieces("unicode".to_owned()), now);
            }
            Instruction::BoardAlways(_) | Instruction::Tell(_) => {}
            Instruction::Why(text) => self.why(&text, now),
            told => {
                let answer = self.answer(told, now);
                self.show_answer(answer);
            }
        }
    }

    /// Moves that were typed on one line: as many as can be made before somebody else is to move, or one is refused.
    pub(super) fn play_line(&mut self, moves: TypedMoves, now: Moment) {
        let (behind, moves) = (moves.rest.clone(), moves.meant(&self.table));
        let mut moves = moves.into_iter();
        while let Some((_, text)) = moves.next() {
            let before = self.table.game().history().here();
            self.play(text, now);
            if self.table.game().history().here() == before {
                return;
            }
            if self.table.is_computers_turn() && moves.len() > 0 {
                let rest: Vec<String> = moves.map(|(word, _)| word).collect();
                return self.tell(&words::computer_first(self.language, &rest));
            }
        }
        if let Some(why) = behind {
            self.tell(&sentence(self.language.words(&why)));
        }
    }

    fn obey_request(&mut self, request: Request, now: Moment) {
        match request {
            Request::Move(text) => self.play(text, now),
            Request::Resign(color) => self.ask_to_resign(color),
            Request::Walk(Walk::First) => self.look_at_start(),
            Request::Walk(Walk::Previous) => self.look_back(),
            Request::Walk(Walk::Next) => self.look_ahead(),
            Request::Walk(Walk::Last) => self.look_at_end(),
            Request::Save { .. } | Request::SaveAgain { .. } => self.ask_to_save(request, now),
            Request::Open { path, number, .. } => self.open_file(path, number, now),
            other => drop(self.ask(other, now)),
        }
    }

    fn change_rules(&mut self, name: &str, now: Moment) {
        let path = talk::path(name).unwrap_or_default();
        match self.host.load_rules(self.language, path.as_os_str()) {
            Ok(rules) => drop(self.ask(Request::Rules(Box::new(rules)), now)),
            Err(error) => self.tell(&match self.language {
                Language::English => format!("No other rules: {error:#}."),
                Language::German => format!("Keine anderen Regeln: {error:#}."),
            }),
        }
    }

    fn why(&mut self, text: &str, now: Moment) {
        if let Ok(text) = MoveText::read(self.language, text)
            && let Err(why) = self.table.read_move(text)
        {
            return self.refuse(&why);
        }
        let answer = self.answer(Instruction::Why(text.to_owned()), now);
        self.show_answer(answer);
    }

    /// What can be told without doing anything.
    fn answer(&self, instruction: Instruction, now: Moment) -> AnswerResult {
        let view = View::default();
        let answers = Answers { table: &self.table, view: &view, language: self.language, now };
        Ok(match instruction {
            Instruction::Moves(square) => answers.moves(square)?,
            Instruction::Why(text) => answers.why(&text)?,
            Instruction::Threats(whose) => answers.threats(whose),
            Instruction::Rules(_) => answers.rules(),
            Instruction::Score => self.remote_score().unwrap_or_else(|| answers.score()),
            Instruction::Clock => self.remote_clock(now).unwrap_or_else(|| answers.clock()),
            Instruction::Fen => answers.fen(),
            Instruction::Pgn => answers.pgn(),
            Instruction::List => answers.list(),
            Instruction::Opening(_) => answers.opening(),
            Instruction::Level => words::reply(self.language, &self.table.level_told()),
            Instruction::Book => words::book(self.language, self.table.book()),
            Instruction::Help(command) => {
                let help = talk::help(self.language, command.as_deref())?;
                if command.is_none() { self.with_remote_help(help) } else { help }
            }
            Instruction::Board | Instruction::BoardStyle(_) | Instruction::BoardAlways(_) => {
                picture::draw(self.language, self.position().board(), Style::Words, self.bottom())
            }
            Instruction::Ask(_)
            | Instruction::Line(_)
            | Instruction::Tell(_)
            | Instruction::Setup(_)
            | Instruction::Flip
            | Instruction::Hint
            | Instruction::Analyse(_)
            | Instruction::Quit => String::new(),
        })
    }

    fn show_answer(&mut self, answer: AnswerResult) {
        match answer {
            Ok(told) if told.lines().count() > 2 => {
                let lines = told.lines().map(str::to_owned).collect();
                self.open_text("Tabiya".to_owned(), lines);
                if let Some(crate::popup::Popup::Text { scroll, .. }) = self.popups.last_mut() {
                    *scroll = 0;
                }
            }
            Ok(told) => self.tell(&told),
            Err(why) => self.tell(&sentence(why)),
        }
    }
}
