//! Moves at the table: those of people, those of computers, back and forth.

use anyhow::{anyhow, bail};
use tabiya_engine::{Level, choose};
use tabiya_game::narration::move_words;
use tabiya_game::{By, BySeat, Command, NodeId, Refusal, Step};
use tabiya_notation::{MoveText, SanPlus, UciMove};
use tabiya_rules::{Color, Key, Move};

use super::player::{Player, USUAL};
use super::request::Walk;
use super::table::{Reply, Table, level_of};
use super::transcript::numbered;
use tabiya_arena::engine_process::Answer;

impl Table {
    pub(super) fn make_move(&mut self, text: &str) -> Reply {
        self.still_running()?;
        let m = self.read_move(text)?;
        let written = UciMove::from_move(m, self.game().position());
        let told = self.act(By::Board, Command::Move(written))?;
        self.is_waiting = false;
        Ok(told)
    }

    /// The legal move that is meant, or why there is none.
    pub(super) fn read_move(&self, text: &str) -> anyhow::Result<Move> {
        let written: MoveText = text.parse()?;
        Ok(written.to_move(self.game().position())?)
    }

    pub(super) fn still_running(&self) -> anyhow::Result<()> {
        let seats = self.game().seats();
        let Some(ending) = self.game().ending() else { return Ok(()) };
        let undo = if self.game().history().current().ply > 0 { "undo takes back, " } else { "" };
        bail!("{}; {undo}new begins another game", Refusal::GameOver { ending, seats })
    }

    /// Whether a computer is to move and does.
    pub fn is_computers_turn(&self) -> bool {
        let is_running = self.game().ending().is_none() && !self.is_waiting && self.editor.is_none();
        is_running && !self.sitting.player(self.game().turn()).is_human()
    }

    /// Lets the computer move whose turn it is.
    pub fn computer_moves(&mut self) -> Reply {
        let player = self.sitting.player(self.game().turn()).clone();
        if self.wants_draw() {
            return self.act(By::Board, Command::ClaimDraw);
        }
        let answer = match player {
            Player::Human => bail!("no computer is to move"),
            Player::Level(level) => self.choose(level).map(Answer::Move),
            Player::Engine(_) if !self.game().position().has_moves() => None,
            Player::Engine(text) => Some(self.visitors.ask(&text, &self.sitting.game)?),
        };
        match answer {
            Some(Answer::Move(m)) => {
                let written = UciMove::from_move(m, self.game().position());
                self.act(By::Board, Command::Move(written))
            }
            Some(Answer::Resigns) => self.act(By::Board, Command::Resign),
            None => self.pass(),
        }
    }

    /// Passes for a computer that cannot move. Where the other side could not either, that would go on for ever.
    fn pass(&mut self) -> Reply {
        if self.game().history().current().step == Some(Step::Pass) {
            self.is_waiting = true;
            return Ok("Neither side can move: stop ends the game and counts the pieces.".to_owned());
        }
        self.act(By::Board, Command::Pass)
    }

    /// Lets the computers rest until somebody asks them to go on.
    pub fn wait(&mut self) {
        self.is_waiting = true;
    }

    /// Whether the side to move can claim a draw and is not ahead.
    fn wants_draw(&self) -> bool {
        let claims = self.game().claims();
        (claims.repetition || claims.quiet_moves) && self.lead(self.game().turn()) <= 0
    }

    /// By how much a side's pieces are worth more.
    pub(super) fn lead(&self, color: Color) -> i64 {
        let position = self.game().position();
        i64::from(position.score(color)) - i64::from(position.score(!color))
    }

    fn choose(&mut self, level: Level) -> Option<Move> {
        let history = self.sitting.game.history();
        let earlier =
            std::iter::once(NodeId::ROOT).chain(history.line()).filter(|&node| node != history.here());
        let keys: Vec<Key> =
            earlier.filter_map(|node| history.get(node)).map(|node| node.position.key()).collect();
        choose(level, self.sitting.game.position(), &keys, &mut self.rng)
    }

    pub(super) fn hint(&mut self) -> Reply {
        self.still_running()?;
        let level = self.level.max(level_of(&BySeat([USUAL, USUAL])));
        let m = self.choose(level).ok_or_else(|| anyhow!("there is no legal move"))?;
        let position = self.game().position();
        Ok(format!("Think of {}: {}.", SanPlus::from_move(m, position), move_words(position, m)))
    }

    /// Takes back so many of one's own moves and the computer's answers to them; where two people or two
    /// computers play, so many single moves.
    pub(super) fn undo(&mut self, moves: u32) -> Reply {
        let plies = match self.sitting.human_color() {
            Some(color) => self.plies_back(color, moves)?,
            None => moves,
        };
        self.take_back(plies)
    }

    pub(super) fn remove(&mut self) -> Reply {
        match self.sitting.human_color() {
            Some(_) => self.undo(1),
            None => self.take_back(2),
        }
    }

    fn take_back(&mut self, plies: u32) -> Reply {
        let history = self.game().history();
        let mut nodes: Vec<NodeId> = history.back().take(plies as usize).collect();
        nodes.reverse();
        let moves = numbered(history, nodes).join(" ");
        let told = self.act(By::Board, Command::Undo(plies))?;
        self.wait_if_computers();
        let were = if plies == 1 { "It was" } else { "They were" };
        Ok(format!("{told} {were} {moves}. {}", self.whose_turn()))
    }

    /// How many single moves lead back to before the last `moves` of a side.
    fn plies_back(&self, color: Color, moves: u32) -> anyhow::Result<u32> {
        let history = self.game().history();
        let mut own = 0;
        for (plies, node) in (1..).zip(history.back()) {
            own += u32::from(self.mover(node) == Some(color));
            if own == moves {
                return Ok(plies);
            }
        }
        bail!("{}", Refusal::NothingToUndo { asked: moves, there: own })
    }

    /// Who made the move of a node.
    fn mover(&self, node: NodeId) -> Option<Color> {
        let history = self.game().history();
        history.parent(node).and_then(|parent| history.get(parent)).map(|node| node.position.turn())
    }

    pub(super) fn redo(&mut self, moves: u32) -> Reply {
        let plies = match self.sitting.human_color() {
            Some(color) => self.plies_ahead(color, moves),
            None => moves,
        };
        self.make_again(plies)
    }

    fn make_again(&mut self, plies: u32) -> Reply {
        let history = self.game().history();
        let nodes: Vec<NodeId> = history.ahead().take(plies as usize).collect();
        let moves = numbered(history, nodes).join(" ");
        let told = self.act(By::Board, Command::Redo(plies))?;
        self.wait_if_computers();
        let are = if plies == 1 { "It is" } else { "They are" };
        let turn = if self.game().ending().is_none() { self.whose_turn() } else { String::new() };
        Ok(format!("{told} {are} {moves}. {turn}").trim_end().to_owned())
    }

    /// How many single moves lead on to after so many moves of a side and the answers to them.
    fn plies_ahead(&self, color: Color, moves: u32) -> u32 {
        let mut own = 0;
        let within = self.game().history().ahead().take_while(|&node| {
            own += u32::from(self.mover(node) == Some(color));
            own <= moves
        });
        u32::try_from(within.count()).unwrap_or(u32::MAX).max(1)
    }

    /// Steps through the game. Whose moves they were does not matter, and no computer answers.
    pub(super) fn walk(&mut self, walk: Walk) -> Reply {
        let history = self.game().history();
        let (back, ahead) = (history.current().ply, history.ahead().count() as u32);
        let was_waiting = std::mem::replace(&mut self.is_waiting, true);
        let reply = match walk {
            Walk::First => self.take_back(back.max(1)),
            Walk::Previous => self.take_back(1),
            Walk::Next => self.make_again(1),
            Walk::Last => self.make_again(ahead.max(1)),
        };
        self.is_waiting = was_waiting || reply.is_ok();
        reply
    }

    /// Two computers that were told to go back would at once go on.
    fn wait_if_computers(&mut self) {
        let is_computer = |color| !self.sitting.player(color).is_human();
        self.is_waiting |= Color::ALL.into_iter().all(is_computer);
    }

    /// Whose turn it is, in a sentence.
    pub(super) fn whose_turn(&self) -> String {
        let turn = self.game().turn();
        let waits = self.is_waiting && !self.sitting.player(turn).is_human();
        format!("It is {turn}'s turn{}.", if waits { "; go lets the computer move" } else { "" })
    }

    pub(super) fn set_level(&mut self, level: Option<Level>) -> Reply {
        let Some(level) = level else {
            return Ok(format!("The computer plays at level {}.", self.level));
        };
        let players = self.sitting.seated.players.clone();
        self.seat(players.map(|player| if player.is_human() { player } else { Player::Level(level) }))?;
        self.level = level;
        Ok(format!("The computer plays at level {level}."))
    }

    pub(super) fn force(&mut self) -> Reply {
        self.seat(BySeat([Player::Human, Player::Human]))?;
        Ok("The computer plays nobody: you move for both sides.".to_owned())
    }

    pub(super) fn go(&mut self) -> Reply {
        self.still_running()?;
        let turn = self.game().turn();
        if self.sitting.player(turn).is_human() {
            return self.computer_plays(turn);
        }
        self.is_waiting = false;
        Ok(String::new())
    }

    pub(super) fn computer_plays(&mut self, color: Color) -> Reply {
        let seat = *self.game().seats().get(color);
        let mut players = BySeat([Player::Human, Player::Human]);
        players[seat] = Player::Level(self.level);
        self.seat(players)?;
        self.is_waiting = false;
        Ok(format!("Level {} plays {color}, you play {}.", self.level, !color))
    }
}
