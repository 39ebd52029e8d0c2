//! What can be asked about the game.

use tabiya_game::Threats;
use tabiya_game::narration::{move_words, sentence, span_words};
use tabiya_notation::{Fen, MoveText};
use tabiya_rules::{CastlingSide, Color, Language, Move, Square};
use tabiya_table::{Extent, Table, numbered};
use tabiya_text::visible;

use crate::instruction;
use crate::now;
use crate::picture::{self, Style, enumerate};
use crate::words;

/// The most columns of a line of moves.
const COLUMNS: usize = 78;

/// How the board is shown.
#[derive(Default)]
pub struct View {
    pub style: Style,
    pub is_flipped: bool,
    /// Whether it is shown after every move.
    pub is_always: bool,
}

/// An answer, or why there is none.
pub type AnswerResult = Result<String, String>;

/// Whoever answers: a table as it is seen.
pub struct Answers<'a> {
    pub table: &'a Table,
    pub view: &'a View,
}

impl Answers<'_> {
    fn game(&self) -> &tabiya_game::Game {
        self.table.game()
    }

    fn still_running(&self) -> Result<(), String> {
        self.table.still_running().map_err(|refusal| words::refusal(&refusal))
    }

    /// The board, who is to move, and the clocks.
    pub fn board(&self) -> String {
        let board = picture::draw(self.game().position().board(), self.view.style, self.bottom());
        let state = words::full_state(self.table.state());
        let clock = self.game().clock().map(|_| format!(" {}", self.clock())).unwrap_or_default();
        let opening =
            self.table.opening().map(|line| format!("\n{}", words::opening(line))).unwrap_or_default();
        format!("{board}\n{state}{clock}{opening}")
    }

    /// Which opening this is.
    pub fn opening(&self) -> String {
        match self.table.opening() {
            Some(line) => format!("{} It begins with {}.", words::opening(line), line.numbered_moves()),
            None => "This is no opening that has a name.".to_owned(),
        }
    }

    /// Whose men are nearest to the reader: one's own.
    pub fn bottom(&self) -> Color {
        let own = self.table.session().human_color().unwrap_or(Color::White);
        if self.view.is_flipped { !own } else { own }
    }

    pub fn moves(&self, square: Option<Square>) -> AnswerResult {
        self.still_running()?;
        let turn = self.game().turn();
        let moves: Vec<Move> = self.game().position().legal_moves().into_iter().collect();
        let Some(square) = square else {
            let head = match moves.len() {
                0 => format!("{turn} has no move: pass gives up the turn."),
                1 => format!("{turn} has 1 move."),
                count => format!("{turn} has {count} moves."),
            };
            let lines = Square::all().filter_map(|square| self.moves_from(square, &moves));
            return Ok(std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n"));
        };
        let Some(piece) = self.game().position().piece_at(square) else {
            return Err(format!("there is no piece on {square}"));
        };
        if piece.color != turn {
            return Err(format!(
                "the {} on {square} is {}'s, and it is {turn}'s turn",
                piece.role, piece.color
            ));
        }
        Ok(self
            .moves_from(square, &moves)
            .unwrap_or_else(|| format!("The {} on {square} cannot move.", piece.role)))
    }

    /// Where the piece on a square can go: `Pawn e2: e3, e4.`
    fn moves_from(&self, square: Square, moves: &[Move]) -> Option<String> {
        let board = self.game().position().board();
        let of_piece = moves.iter().filter(|m| m.from() == square);
        let mut targets: Vec<String> = Vec::new();
        for m in of_piece {
            let to = m.to();
            let what = match CastlingSide::of(square, to) {
                CastlingSide::Short if m.is_castling() => "castles short".to_owned(),
                CastlingSide::Long if m.is_castling() => "castles long".to_owned(),
                _ if m.is_en_passant() => format!("takes in passing on {to}"),
                _ => match board.role_at(to) {
                    Some(taken) => format!("takes the {taken} on {to}"),
                    None => to.to_string(),
                },
            };
            let what = if m.promotion().is_some() { format!("{what} and promotes") } else { what };
            // A promotion is told once, whatever becomes of the pawn.
            if !targets.contains(&what) {
                targets.push(what);
            }
        }
        let role = board.role_at(square)?;
        (!targets.is_empty()).then(|| sentence(format!("{role} {square}: {}", targets.join(", "))))
    }

    /// What a move would do, or why it is not legal. Nothing moves.
    pub fn why(&self, text: &str) -> AnswerResult {
        self.still_running()?;
        let text: MoveText = text.parse().map_err(|error: tabiya_notation::NotAMove| error.to_string())?;
        let m = self.table.read_move(text).map_err(|refusal| words::refusal(&refusal))?;
        Ok(format!("It is legal: {}.", move_words(Language::English, self.game().position(), m)))
    }

    pub fn threats(&self, whose: instruction::ThreatsQuery) -> String {
        match whose {
            instruction::ThreatsQuery::Both => Color::ALL.map(|color| self.captures(color)).join("\n"),
            instruction::ThreatsQuery::Of(color) => format!("{}\n{}", self.captures(color), self.map(color)),
            instruction::ThreatsQuery::To(square) => {
                Color::ALL.map(|color| self.attackers(color, square)).join("\n")
            }
        }
    }

    /// Which men a side attacks, and with what.
    fn captures(&self, color: Color) -> String {
        let board = self.game().position().board();
        let threats = Threats::of(board, color);
        let attacked = board.by_color(!color).into_iter().filter(|&square| threats.count(square) > 0);
        let lines: Vec<String> = attacked
            .filter_map(|square| {
                let role = board.role_at(square)?;
                Some(format!("  the {role} on {square}, by {}", self.men(threats.attackers(square))))
            })
            .collect();
        if lines.is_empty() {
            return format!("{color} attacks nothing of {}'s.", !color);
        }
        format!("{color} attacks:\n{}", lines.join("\n"))
    }

    /// How often each square is attacked.
    fn map(&self, color: Color) -> String {
        let threats = Threats::of(self.game().position().board(), color);
        let count = |square| match threats.count(square) {
            0 => ".".to_owned(),
            count => count.to_string(),
        };
        format!("How often {color} attacks each square:\n{}", picture::rows(self.bottom(), count))
    }

    fn attackers(&self, color: Color, square: Square) -> String {
        let attackers = Threats::of(self.game().position().board(), color).attackers(square);
        if attackers.is_empty() {
            return format!("{color} does not attack {square}.");
        }
        format!("{color} attacks {square} with {}.", self.men(attackers))
    }

    fn men(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let board = self.game().position().board();
        let men = squares
            .into_iter()
            .filter_map(|square| Some(format!("the {} on {square}", board.role_at(square)?)));
        enumerate(&men.collect::<Vec<_>>())
    }

    /// The match and the pieces.
    pub fn score(&self) -> String {
        let pieces = Color::ALL.map(|color| format!("{color} {}", self.game().position().score(color)));
        format!("{}\nPieces: {}.", words::standings(&self.table.standings()), pieces.join(", "))
    }

    pub fn clock(&self) -> String {
        let Some(clock) = self.game().clock() else {
            return "There is no clock: tabiya play --clock 5+3 has one.".to_owned();
        };
        let times = Color::ALL.map(|color| {
            let left = clock.left(*self.game().seats().get(color), now());
            format!("{color} has {}", span_words(Language::English, left))
        });
        format!("{}.", times.join(", "))
    }

    /// The clock, where there is one and it goes on.
    pub fn clock_after_move(&self) -> Option<String> {
        (self.game().clock().is_some() && self.game().ending().is_none()).then(|| self.clock())
    }

    /// Which rules these are, and what differs from ordinary chess.
    pub fn rules(&self) -> String {
        let rules = self.game().rules();
        let summary = rules.summary.as_deref().map(|summary| format!(": {}", visible(summary)));
        let name = visible(rules.display_name());
        let mut lines = vec![sentence(format!("the rules are {name}{}", summary.unwrap_or_default()))];
        let differences: Vec<String> = rules.rules.differences().iter().map(sentence).collect();
        if !differences.is_empty() {
            lines.push("This differs from ordinary chess:".to_owned());
            lines.extend(differences);
        }
        lines.join("\n")
    }

    pub fn fen(&self) -> String {
        Fen::from(self.game().position()).to_string()
    }

    pub fn pgn(&self) -> String {
        let pgn = self.table.session().to_pgn(Extent::Line).to_string();
        pgn.lines().map(visible).collect::<Vec<_>>().join("\n")
    }

    /// The moves that led here, in lines that fit a terminal.
    pub fn list(&self) -> String {
        let history = self.game().history();
        let words = numbered(history, history.line());
        if words.is_empty() {
            return "No move has been made.".to_owned();
        }
        let mut lines = vec![String::new()];
        for word in words {
            match lines.last_mut() {
                Some(line) if line.is_empty() => line.push_str(&word),
                Some(line) if line.len() + 1 + word.len() <= COLUMNS => {
                    line.push(' ');
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines.join("\n")
    }
}

/// Whether the environment says that the terminal shows UTF-8.
pub fn shows_unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let told = set.filter(|value| !value.is_empty()).map(|value| value.to_ascii_lowercase()).next();
    told.is_some_and(|value| value.contains("utf-8") || value.contains("utf8"))
}
