use std::fmt::Write;

use tabiya_notation::Fen;
use tabiya_rules::{File, Piece, Position, Rank, Square};

use super::command::UciCommand;
use super::go::Go;
use super::options::{Effect, Options};
use crate::{BENCH_DEPTH, GamePosition, SearchLimits};

/// Nobody lives to see the end of a longer count.
const MOST_PERFT: i64 = 100;

/// A conversation with a graphical interface: the options, the game, and what is to be done next.
///
/// ```
/// use tabiya_engine::uci::{UciAction, UciSession};
///
/// let mut session = UciSession::default();
/// assert!(matches!(session.hear("position startpos moves e2e4")[..], []));
/// let actions = session.hear("position startpos moves e2e5");
/// let [UciAction::Say(line)] = &actions[..] else { panic!() };
/// assert!(line.starts_with("info string"));
/// assert_eq!(session.game().history.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct UciSession {
    /// What was set.
    pub options: Options,
    game: GamePosition,
}

/// What a shell has to do.
#[derive(Clone, Debug)]
pub enum UciAction {
    /// Print these lines.
    Say(String),
    /// Say `readyok` when everything before it is done, or at once while something runs that can be stopped.
    Ready,
    /// Forget everything: a new game begins.
    Forget,
    /// Give the engine the options.
    Configure(Box<Options>),
    /// Search, and answer with `bestmove`.
    Search(Box<SearchJob>),
    /// Search the positions of the benchmark to a depth.
    Bench(i32),
    /// Count the sequences of so many moves from the position that is set.
    Perft(u32),
    /// End the search, the benchmark or the count.
    Stop,
    /// The expected move was made.
    PonderHit,
    /// Read the opening book of this path, or give up the one that is open.
    OpenBook(Option<String>),
    /// Open the tables of endgames of this path, or give up those that are open.
    OpenTables(Option<String>),
    /// Load the rules in a file, for the variant of this name.
    LoadRules(String),
    /// End.
    Quit,
}

/// A search to be made.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// Where.
    pub game: GamePosition,
    /// How far.
    pub limits: SearchLimits,
    /// Whether in the opponent's time.
    pub ponder: bool,
    /// Whether the answer waits until it is asked for.
    pub infinite: bool,
}

impl Default for UciSession {
    fn default() -> UciSession {
        UciSession { options: Options::default(), game: GamePosition::new(Position::start().generalized()) }
    }
}

impl UciSession {
    /// The game that was set.
    pub fn game(&self) -> &GamePosition {
        &self.game
    }

    /// What a line asks for. What is not understood or not possible changes nothing.
    pub fn hear(&mut self, line: &str) -> Vec<UciAction> {
        match line.parse() {
            Ok(command) => self.obey(command),
            Err(why) => vec![note(&why)],
        }
    }

    fn obey(&mut self, command: UciCommand) -> Vec<UciAction> {
        match command {
            UciCommand::Nothing | UciCommand::Debug { .. } => Vec::new(),
            UciCommand::Uci => vec![UciAction::Say(introduction())],
            UciCommand::IsReady => vec![UciAction::Ready],
            UciCommand::NewGame => vec![UciAction::Forget],
            UciCommand::Position(command) => match command.game(self.options.rules()) {
                Ok(game) => {
                    self.game = game;
                    Vec::new()
                }
                Err(why) => vec![note(&why)],
            },
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => vec![UciAction::Stop],
            UciCommand::PonderHit => vec![UciAction::PonderHit],
            UciCommand::SetOption { name, value } => self.set(&name, value.as_deref()),
            UciCommand::Quit => vec![UciAction::Quit],
            UciCommand::Display => vec![UciAction::Say(self.picture())],
            UciCommand::Eval => vec![UciAction::Say(self.evaluation())],
            UciCommand::Bench { depth } => vec![UciAction::Bench(depth.unwrap_or(BENCH_DEPTH))],
            UciCommand::Flip => {
                self.game = GamePosition::new(self.game.position.mirrored());
                Vec::new()
            }
        }
    }

    fn go(&self, go: &Go) -> Vec<UciAction> {
        if let Some(said) = go.perft {
            let depth = said.clamp(1, MOST_PERFT);
            let told = (depth != said).then(|| note(&format!("perft {said} is taken as {depth}")));
            return told.into_iter().chain([UciAction::Perft(depth as u32)]).collect();
        }
        let (limits, notes) = go.limits(&self.game.position);
        let mut actions: Vec<UciAction> = notes.iter().map(note).collect();
        let job = SearchJob { game: self.game.clone(), limits, ponder: go.ponder, infinite: go.infinite };
        actions.push(UciAction::Search(Box::new(job)));
        actions
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Vec<UciAction> {
        let rules = self.options.rules();
        let effect = match self.options.set(name, value) {
            Ok(effect) => effect,
            Err(why) => return vec![note(&why)],
        };
        let has_other_rules = !std::ptr::eq(rules, self.options.rules());
        let mut actions = Vec::new();
        match effect {
            Effect::Act(action) => return vec![action],
            Effect::Configure if has_other_rules => self.restart(),
            Effect::ConfigureInGame if has_other_rules => actions.extend(self.carry_over()),
            Effect::ConfigureNearest { why, taken } => {
                actions.push(note(&format!("{why}; {taken} is taken")));
            }
            Effect::Configure | Effect::ConfigureInGame => {}
        }
        actions.push(UciAction::Configure(Box::new(self.options.clone())));
        actions
    }

    /// Goes on with the game under rules that differ in little, or says why not.
    fn carry_over(&mut self) -> Option<UciAction> {
        match Position::new(self.game.position.setup(), self.options.rules()) {
            Ok(position) => {
                self.game.position = position;
                None
            }
            Err(why) => {
                self.restart();
                Some(note(&format!("the game begins anew, the position is not possible any more: {why}")))
            }
        }
    }

    /// Under other rules another game begins.
    pub fn restart(&mut self) {
        if let Ok(game) = GamePosition::starting(self.options.rules()) {
            self.game = game;
        }
    }

    fn picture(&self) -> String {
        let position = &self.game.position;
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = position.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                let _ = write!(text, "{letter} ");
            }
            let _ = writeln!(text, " {}", rank.digit());
        }
        let _ = write!(text, "a b c d e f g h\n\nFen: {}\nKey: {}", Fen::from(position), position.key());
        text
    }

    fn evaluation(&self) -> String {
        let position = &self.game.position;
        if position.outcome().is_some() {
            return "Evaluation: none, the game has ended".to_string();
        }
        let value = crate::eval::value(position);
        let white = if position.turn().is_white() { value } else { -value };
        format!("Evaluation: {:+.2} (White's side)", f64::from(white) / 100.0)
    }
}

/// Something that the interface may show.
fn note(text: &impl ToString) -> UciAction {
    let text = text.to_string().replace(['\n', '\r'], "; ");
    UciAction::Say(format!("info string {text}"))
}

fn introduction() -> String {
    format!(
        "id name Tabiya {}\nid author the Tabiya authors\n{}uciok",
        env!("CARGO_PKG_VERSION"),
        Options::declarations()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said to some lines, with `..` for anything else that is to be done.
    fn told(lines: &[&str]) -> Vec<String> {
        let mut session = UciSession::default();
        let actions = lines.iter().flat_map(|line| session.hear(line));
        let told = actions.map(|action| match action {
            UciAction::Say(text) => text,
            _ => "..".to_string(),
        });
        told.collect()
    }

    #[test]
    fn a_rating_beyond_the_bounds_is_told_and_taken() {
        let told = told(&["setoption name UCI_Elo value 0", "setoption name UCI_Elo value abc"]);
        let lowest = crate::Level::LOWEST_RATING;
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].starts_with("info string UCI_Elo goes from "), "{told:?}");
        assert!(told[0].trim_end().ends_with(&format!("; {lowest} is taken")), "{told:?}");
        assert_eq!(told[1], "..");
        assert!(told[2].contains("needs a number"), "{told:?}");
    }

    #[test]
    fn a_first_move_that_cannot_be_played_is_left_out_and_the_search_is_made() {
        for (moves, searched) in
            [("e2e4 d2d4", 2), ("e2e4 e2e5", 1), ("zzzz e2e4 e7e5 depth 3", 1), ("e2e5 a1a8", 0), ("zzzz", 0)]
        {
            let actions = UciSession::default().hear(&format!("go searchmoves {moves}"));
            let Some((UciAction::Search(job), notes)) = actions.split_last() else { panic!("{moves}") };
            assert_eq!(job.limits.moves.len(), searched, "{moves}");
            assert_eq!(notes.is_empty(), moves == "e2e4 d2d4", "{moves}");
        }
        let told = told(&["go searchmoves zzzz e2e5"]);
        assert!(told[0].starts_with("info string go searchmoves:"), "{told:?}");
        assert_eq!(told.len(), 2, "{told:?}");
    }

    #[test]
    fn impossible_depths_of_a_count_are_told() {
        for (said, taken) in [("0", "1"), ("-3", "1"), ("101", "100"), ("9000000000000000000", "100")] {
            let told = told(&[&format!("go perft {said}")]);
            assert_eq!(told, [&format!("info string perft {said} is taken as {taken}"), ".."]);
        }
        assert_eq!(told(&["go perft 100"]), [".."]);
    }

    #[test]
    fn the_option_of_chess960_keeps_the_game() {
        let mut session = UciSession::default();
        session.hear("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves a1a2 e8d8");
        let before = session.game().clone();
        for (value, castles) in [("true", "e1h1"), ("false", "e1g1")] {
            session.hear(&format!("setoption name UCI_Chess960 value {value}"));
            assert_eq!(session.game().position.setup(), before.position.setup());
            assert_eq!(
                (session.game().position.key(), &session.game().history),
                (before.position.key(), &before.history)
            );
            assert_eq!(session.game().position.rules(), session.options.rules());
            let position = &session.game().position;
            let m = position.legal_moves().iter().copied().find(|m| m.is_castling()).expect("castling");
            assert_eq!(crate::uci::written(m, position).to_string(), castles);
        }
    }
}
