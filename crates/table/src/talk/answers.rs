//! What can be asked about the game.

use tabiya_game::narration::{move_words, sentence, span_words};
use tabiya_game::{Moment, Threats};
use tabiya_notation::{Fen, MoveText, NotAMove};
use tabiya_rules::german::{self, NounCase, the};
use tabiya_rules::{ByLanguage, CastlingSide, Color, Illegal, Language, Move, Square};
use tabiya_text::visible;

use super::instruction;
use super::picture::{self, Style, enumerate};
use super::words;
use crate::move_list::numbered;
use crate::saving::Extent;
use crate::table::Table;

/// The most columns of a line of moves.
const COLUMNS: usize = 78;

/// How the board is shown.
#[derive(Default)]
pub struct View {
    /// As what.
    pub style: Style,
    /// Whether the other side is nearest to the reader.
    pub is_flipped: bool,
    /// Whether it is shown after every change.
    pub is_always: bool,
}

/// An answer, or why there is none.
pub type AnswerResult = Result<String, String>;

/// Whoever answers: a table as it is seen.
pub struct Answers<'a> {
    /// The table.
    pub table: &'a Table,
    /// How it is seen.
    pub view: &'a View,
    /// In which language.
    pub language: Language,
    /// What time it is.
    pub now: Moment,
}

impl Answers<'_> {
    fn game(&self) -> &tabiya_game::Game {
        self.table.game()
    }

    fn still_running(&self) -> Result<(), String> {
        self.table.still_running().map_err(|refusal| words::refusal(self.language, &refusal))
    }

    /// The board, who is to move, and the clocks.
    pub fn board(&self) -> String {
        let board =
            picture::draw(self.language, self.game().position().board(), self.view.style, self.bottom());
        let state = words::full_state(self.language, self.table.state());
        let clock = self.game().clock().map(|_| format!(" {}", self.clock())).unwrap_or_default();
        let opening = self
            .table
            .opening()
            .map(|line| format!("\n{}", words::opening(self.language, line)))
            .unwrap_or_default();
        format!("{board}\n{state}{clock}{opening}")
    }

    /// Which opening this is.
    pub fn opening(&self) -> String {
        match self.table.opening() {
            Some(line) => {
                let (opening, moves) = (words::opening(self.language, line), line.numbered_moves());
                match self.language {
                    Language::English => format!("{opening} It begins with {moves}."),
                    Language::German => format!("{opening} Sie beginnt mit {moves}."),
                }
            }
            None => self.choose("This is no opening that has a name.", "Das ist keine Eröffnung mit Namen."),
        }
    }

    /// Whose men are nearest to the reader: one's own.
    pub fn bottom(&self) -> Color {
        let own = self.table.own_color().unwrap_or(Color::White);
        if self.view.is_flipped { !own } else { own }
    }

    /// The legal moves, all of them or those of one piece.
    pub fn moves(&self, square: Option<Square>) -> AnswerResult {
        self.still_running()?;
        let turn = self.game().turn();
        let moves: Vec<Move> = self.game().position().legal_moves().into_iter().collect();
        let Some(square) = square else {
            let side = self.language.words(&turn);
            let head = match (self.language, moves.len()) {
                (Language::English, 0) => format!("{side} has no move: pass gives up the turn."),
                (Language::English, 1) => format!("{side} has 1 move."),
                (Language::English, count) => format!("{side} has {count} moves."),
                (Language::German, 0) => format!("{side} hat keinen Zug: pass setzt aus."),
                (Language::German, 1) => format!("{side} hat 1 Zug."),
                (Language::German, count) => format!("{side} hat {count} Züge."),
            };
            let lines = Square::all().filter_map(|square| self.moves_from(square, &moves));
            return Ok(std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n"));
        };
        let Some(piece) = self.game().position().piece_at(square) else {
            return Err(self.language.words(&Illegal::NoPiece { at: square }).to_string());
        };
        if piece.color != turn {
            return Err(self.language.words(&Illegal::NotYours { piece, at: square }).to_string());
        }
        Ok(self.moves_from(square, &moves).unwrap_or_else(|| match self.language {
            Language::English => format!("The {} on {square} cannot move.", piece.role),
            Language::German => {
                sentence(format!("{} auf {square} kann nicht ziehen", the(piece.role, NounCase::Nominative)))
            }
        }))
    }

    /// Where the piece on a square can go: `Pawn e2: e3, e4.`
    fn moves_from(&self, square: Square, moves: &[Move]) -> Option<String> {
        let board = self.game().position().board();
        let of_piece = moves.iter().filter(|m| m.from() == square);
        let mut targets: Vec<String> = Vec::new();
        for m in of_piece {
            let to = m.to();
            let what = match (CastlingSide::of(square, to), board.role_at(to)) {
                (CastlingSide::Short, _) if m.is_castling() => self.choose("castles short", "rochiert kurz"),
                (CastlingSide::Long, _) if m.is_castling() => self.choose("castles long", "rochiert lang"),
                _ if m.is_en_passant() => match self.language {
                    Language::English => format!("takes in passing on {to}"),
                    Language::German => format!("schlägt en passant auf {to}"),
                },
                (_, Some(taken)) => match self.language {
                    Language::English => format!("takes the {taken} on {to}"),
                    Language::German => format!("schlägt {} auf {to}", the(taken, NounCase::Accusative)),
                },
                (_, None) => to.to_string(),
            };
            let promotes = self.choose(" and promotes", " und wird umgewandelt");
            let what = if m.promotion().is_some() { what + &promotes } else { what };
            // A promotion is told once, whatever becomes of the pawn.
            if !targets.contains(&what) {
                targets.push(what);
            }
        }
        let role = board.role_at(square)?;
        (!targets.is_empty())
            .then(|| sentence(format!("{} {square}: {}", self.language.words(&role), targets.join(", "))))
    }

    /// What a move would do, or why it is not legal. Nothing moves.
    pub fn why(&self, text: &str) -> AnswerResult {
        self.still_running()?;
        let not_a_move = |error: NotAMove| self.language.words(&error).to_string();
        let text = MoveText::read(self.language, text).map_err(not_a_move)?;
        let m = self.table.read_move(text).map_err(|refusal| words::refusal(self.language, &refusal))?;
        let what = move_words(self.language, self.game().position(), m);
        Ok(match self.language {
            Language::English => format!("It is legal: {what}."),
            Language::German => format!("Er ist erlaubt: {what}."),
        })
    }

    /// What attacks what.
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
                let attackers = threats.attackers(square);
                Some(match self.language {
                    Language::English => format!("  the {role} on {square}, by {}", self.men(attackers)),
                    Language::German => {
                        let man = the(role, NounCase::Accusative);
                        format!(
                            "  {man} auf {square}, durch {}",
                            self.men_in_german(attackers, NounCase::Accusative)
                        )
                    }
                })
            })
            .collect();
        if lines.is_empty() {
            return match self.language {
                Language::English => format!("{color} attacks nothing of {}'s.", !color),
                Language::German => {
                    format!("{} greift nichts von {} an.", german::color(color), german::color(!color))
                }
            };
        }
        let lines = lines.join("\n");
        match self.language {
            Language::English => format!("{color} attacks:\n{lines}"),
            Language::German => format!("{} greift an:\n{lines}", german::color(color)),
        }
    }

    /// How often each square is attacked.
    fn map(&self, color: Color) -> String {
        let threats = Threats::of(self.game().position().board(), color);
        let count = |square| match threats.count(square) {
            0 => ".".to_owned(),
            count => count.to_string(),
        };
        let rows = picture::rows(self.bottom(), count);
        match self.language {
            Language::English => format!("How often {color} attacks each square:\n{rows}"),
            Language::German => format!("Wie oft {} jedes Feld angreift:\n{rows}", german::color(color)),
        }
    }

    fn attackers(&self, color: Color, square: Square) -> String {
        let attackers = Threats::of(self.game().position().board(), color).attackers(square);
        let side = self.language.words(&color);
        match self.language {
            Language::English if attackers.is_empty() => format!("{side} does not attack {square}."),
            Language::English => format!("{side} attacks {square} with {}.", self.men(attackers)),
            Language::German if attackers.is_empty() => format!("{side} greift {square} nicht an."),
            Language::German => {
                format!("{side} greift {square} an mit {}.", self.men_in_german(attackers, NounCase::Dative))
            }
        }
    }

    fn men(&self, squares: impl IntoIterator<Item = Square>) -> String {
        let board = self.game().position().board();
        let men = squares
            .into_iter()
            .filter_map(|square| Some(format!("the {} on {square}", board.role_at(square)?)));
        enumerate(Language::English, &men.collect::<Vec<_>>())
    }

    fn men_in_german(&self, squares: impl IntoIterator<Item = Square>, case: NounCase) -> String {
        let board = self.game().position().board();
        let man = |square| Some(format!("{} auf {square}", the(board.role_at(square)?, case)));
        german::joined(squares.into_iter().filter_map(man), "und")
    }

    fn choose(&self, english: &str, german: &str) -> String {
        self.language.choose(ByLanguage { english, german }).to_owned()
    }

    /// The match and the pieces.
    pub fn score(&self) -> String {
        let position = self.game().position();
        let pieces =
            Color::ALL.map(|color| format!("{} {}", self.language.words(&color), position.score(color)));
        let standings = words::standings(self.language, &self.table.standings());
        format!("{standings}\n{}: {}.", self.choose("Pieces", "Figuren"), pieces.join(", "))
    }

    /// How much time there is.
    pub fn clock(&self) -> String {
        let Some(clock) = self.game().clock() else {
            let german = "Es gibt keine Uhr: tabiya play --clock 5+3 hat eine.";
            return self.choose("There is no clock: tabiya play --clock 5+3 has one.", german);
        };
        let now = self.table.clock_moment(self.now);
        let times = Color::ALL.map(|color| {
            let left = clock.left(*self.game().seats().get(color), now);
            let left = span_words(self.language, left);
            match self.language {
                Language::English => format!("{color} has {left}"),
                Language::German => format!("{} hat {left}", german::color(color)),
            }
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
        let built_in = rules.built_in().map(|set| set.summary_in(self.language).to_owned());
        let summary = built_in.or_else(|| rules.summary.as_deref().map(visible));
        let summary = summary.map(|summary| format!(": {summary}")).unwrap_or_default();
        let (name, head) =
            (visible(rules.display_name()), self.choose("the rules are", "es gelten die Regeln"));
        let mut lines = vec![sentence(format!("{head} {name}{summary}"))];
        let differences = rules.rules.differences();
        let differences: Vec<String> =
            differences.iter().map(|what| sentence(self.language.words(what))).collect();
        if !differences.is_empty() {
            lines.push(self.choose("This differs from ordinary chess:", "Das ist anders als im Schach:"));
            lines.extend(differences);
        }
        lines.join("\n")
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        Fen::from(self.game().position()).to_string()
    }

    /// The game as PGN.
    pub fn pgn(&self) -> String {
        let pgn = self.table.session().to_pgn(Extent::Line).to_string();
        pgn.lines().map(visible).collect::<Vec<_>>().join("\n")
    }

    /// The moves that led here, in lines that fit a terminal.
    pub fn list(&self) -> String {
        let history = self.game().history();
        let words = numbered(history, history.line());
        if words.is_empty() {
            return self.choose("No move has been made.", "Es wurde noch nicht gezogen.");
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
