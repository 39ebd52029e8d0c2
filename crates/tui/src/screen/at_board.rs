//! Keys at the board: the cursor, choosing and moving, typing.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tabiya_game::Moment;
use tabiya_notation::{MoveText, San, SanError, SanPlus, UciMove, with_usual_letters};
use tabiya_rules::{Bitboard, Illegal, Language, Move, Role, Square, german};
use tabiya_table::Request;

use super::Screen;
use crate::board_action::BoardAction;
use crate::list_box::ListBox;
use crate::popup::Popup;

impl Screen {
    pub(super) fn key_at_board(&mut self, key: KeyEvent, now: Moment) {
        if key.code == KeyCode::Esc {
            return self.back_out();
        }
        let is_plain = !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        if !self.entry.is_empty() && is_plain && self.key_in_entry(key, now) {
            return;
        }
        if let Some((right, up)) = self.cursor_step(key).filter(|_| is_plain) {
            let bottom = self.bottom();
            return self.hand.step(right, up, bottom);
        }
        if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) && is_plain {
            self.hand.is_cursor_shown = true;
            let has_person = self.table.session().lineup.players.0.iter().any(tabiya_table::Player::is_human);
            return match has_person || self.is_viewing {
                true => self.touch(self.hand.cursor, now),
                false => self.perform(BoardAction::Go, now),
            };
        }
        if let Some(action) = BoardAction::of_key(key) {
            return self.perform(action, now);
        }
        if let KeyCode::Char(c) = key.code
            && is_plain
        {
            self.begin_entry(c);
        }
    }

    fn cursor_step(&self, key: KeyEvent) -> Option<(i8, i8)> {
        let letters = self.settings.hjkl && self.entry.is_empty();
        Some(match key.code {
            KeyCode::Left => (-1, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 1),
            KeyCode::Down => (0, -1),
            KeyCode::Char('h') if letters => (-1, 0),
            KeyCode::Char('l') if letters => (1, 0),
            KeyCode::Char('k') if letters => (0, 1),
            KeyCode::Char('j') if letters => (0, -1),
            _ => return None,
        })
    }

    /// Goes back from whatever was begun last.
    fn back_out(&mut self) {
        if !self.entry.is_empty() {
            self.entry.clear();
        } else if self.hand.selected.is_some() {
            self.hand.let_go();
        } else if self.forget_refusal() | self.hint.take().is_some() {
            // What was asked last is answered.
        } else if self.end_exercise() {
            self.status.clear();
        } else if self.stop_review() {
            // What was found stays.
        } else if self.looking.is_some() {
            self.looking = None;
            self.status.clear();
        } else {
            self.hand.is_cursor_shown = false;
        }
    }

    /// What can begin a move or a word begins one.
    fn begin_entry(&mut self, c: char) {
        let begins = c.is_alphanumeric() || matches!(c, '♔'..='♟');
        if begins {
            self.hand.let_go();
            self.forget_refusal();
            self.entry.insert(c);
            return;
        }
        self.status = match self.language {
            Language::English => format!("No move begins with {c}. Type : for a command, or ? for all keys."),
            Language::German => {
                format!("Kein Zug beginnt mit {c}. Für einen Befehl tippe :, für alle Tasten ?.")
            }
        };
    }

    /// A key while a move is being typed; says whether it was meant for that.
    fn key_in_entry(&mut self, key: KeyEvent, now: Moment) -> bool {
        match key.code {
            KeyCode::Char(c) => self.entry.insert(c),
            KeyCode::Backspace => self.entry.backspace(),
            KeyCode::Delete => self.entry.delete(),
            KeyCode::Left => self.entry.left(),
            KeyCode::Right => self.entry.right(),
            KeyCode::Home => self.entry.home(),
            KeyCode::End => self.entry.end(),
            KeyCode::Tab => {
                if let [only] = self.candidates().as_slice() {
                    self.entry.set(&only.clone());
                }
            }
            KeyCode::Enter => {
                let line = self.entry.text().trim().to_owned();
                self.entry.clear();
                self.run_line(&line, now);
            }
            _ => return false,
        }
        true
    }

    /// The moves that go on from what is typed.
    pub(crate) fn candidates(&self) -> Vec<String> {
        let typed = self.entry.text();
        let other = with_usual_letters(self.language, typed);
        let typed = [Some(typed.to_lowercase()), other.map(|other| other.to_lowercase())];
        let goes_on = |text: &str| typed.iter().flatten().any(|typed| text.starts_with(typed));
        let position = self.position();
        let moves = position.legal_moves();
        let mut found: Vec<String> = moves
            .iter()
            .flat_map(|&m| {
                [SanPlus::from_move(m, position).to_string(), UciMove::from_move(m, position).to_string()]
            })
            .filter(|text| goes_on(&text.to_lowercase()))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Whether the piece on a square belongs to the side to move.
    fn is_own(&self, square: Square) -> bool {
        let position = self.position();
        position.piece_at(square).is_some_and(|piece| piece.color == position.turn())
    }

    /// Chooses a piece, or moves the one that is chosen.
    pub(super) fn touch(&mut self, square: Square, now: Moment) {
        match self.hand.selected {
            Some(from) if from == square => self.hand.let_go(),
            Some(from) if self.targets(from).contains(square) => self.try_move(from, square, now),
            Some(_) if self.is_own(square) => self.select(square),
            Some(from) => {
                self.hand.let_go();
                self.try_move(from, square, now);
            }
            None if self.is_own(square) => self.select(square),
            None => self.explain_square(square),
        }
    }

    pub(super) fn select(&mut self, square: Square) {
        if !self.is_viewing && !self.is_in_exercise() && !self.may_move() {
            return;
        }
        self.forget_refusal();
        self.hint = None;
        self.hand.selected = Some(square);
        self.status = self.square_words(square);
    }

    /// Says why nothing on a square can be chosen.
    fn explain_square(&mut self, square: Square) {
        let why = self.position().legal(square, square, None);
        if let Err(why) = why {
            let refusal = tabiya_table::TableRefusal::Unplayable(why.into());
            self.refuse(&refusal);
        }
    }

    /// What is chosen, and how many moves it has.
    fn square_words(&self, square: Square) -> String {
        let Some(role) = self.position().piece_at(square).map(|piece| piece.role) else {
            return String::new();
        };
        let count = self.targets(square).len();
        match self.language {
            Language::English => {
                format!(
                    "The {role} on {square} can go to {count} square{}.",
                    if count == 1 { "" } else { "s" }
                )
            }
            Language::German => {
                let name = german::name(role);
                let (name, fields) = (name, if count == 1 { "Feld" } else { "Felder" });
                format!("{name} auf {square}: {count} {fields}.")
            }
        }
    }

    /// Where the piece on a square can go. Who castles goes where the king will stand.
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        let squares = self.moves_from(from).into_iter().map(|(_, to)| Bitboard::of(to));
        squares.fold(Bitboard::EMPTY, |all, square| all | square)
    }

    /// The moves of the piece on a square, with the square that a hand goes to.
    fn moves_from(&self, from: Square) -> Vec<(Move, Square)> {
        let position = self.position();
        let moves = position.legal_moves();
        let goal = |m: Move| {
            let written = UciMove::from_move(m, position).to_string();
            written.get(2..4).and_then(|to| to.parse().ok()).unwrap_or(m.to())
        };
        moves.iter().copied().filter(|m| m.from() == from).map(|m| (m, goal(m))).collect()
    }

    /// Moves from a square to another, or says why not.
    pub(super) fn try_move(&mut self, from: Square, to: Square, now: Moment) {
        let moves = self.moves_from(from);
        let found: Vec<Move> =
            moves.into_iter().filter(|(m, goal)| *goal == to || m.to() == to).map(|(m, _)| m).collect();
        let roles: Vec<Role> = found.iter().filter_map(|m| m.promotion()).collect();
        if roles.len() > 1 {
            let row = |role: Role| (self.language.words(&role).to_string(), role);
            let mut rows: Vec<(String, Role)> = roles.into_iter().map(row).collect();
            rows.sort_by_key(|(_, role)| std::cmp::Reverse(*role));
            self.popups.push(Popup::Promotion { from, to, list: ListBox::new(rows) });
            return;
        }
        let text = match found.first() {
            Some(&m) => UciMove::from_move(m, self.position()).to_string(),
            None => format!("{from}{to}"),
        };
        if let Ok(text) = text.parse() {
            self.play(text, now);
        }
    }

    /// Makes a move; elsewhere than where the game stands, somebody is asked first.
    pub(super) fn play(&mut self, text: MoveText, now: Moment) {
        if !self.is_in_exercise() && self.is_looking_on_server() {
            return;
        }
        let is_elsewhere =
            self.is_viewing || self.is_in_exercise() || self.shown() != self.table.game().history().here();
        if !is_elsewhere && !self.may_move() {
            return;
        }
        if let Some((from, to)) = self.open_promotion(text) {
            return self.try_move(from, to, now);
        }
        if self.is_in_exercise() {
            return self.try_better(text);
        }
        if is_elsewhere {
            return match text.to_move(self.position()) {
                Ok(_) => self.ask_to_play_on(Some(text)),
                Err(why) => {
                    let why = why.in_game(self.table.game().rules().title());
                    self.refuse(&tabiya_table::TableRefusal::Unplayable(why));
                }
            };
        }
        self.ask(Request::Move(text), now);
    }

    /// The squares of a pawn's move that only does not say what it becomes.
    fn open_promotion(&self, text: MoveText) -> Option<(Square, Square)> {
        let position = self.position();
        let is_open =
            matches!(text.to_move(position), Err(SanError::Illegal(Illegal::PromotionMissing { .. })));
        let San::Normal { file, rank, to, .. } = text.san() else { return None };
        let (file, moves) = (file.unwrap_or(to.file()), position.legal_moves());
        let comes_from = |from: Square| from.file() == file && rank.is_none_or(|rank| from.rank() == rank);
        let is_meant = |m: &&Move| m.promotion().is_some() && m.to() == to && comes_from(m.from());
        moves.iter().find(is_meant).filter(|_| is_open).map(|m| (m.from(), to))
    }
}
