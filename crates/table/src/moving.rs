//! Moves at the table: those of people, those of computers, back and forth.

use tabiya_engine::{GamePosition, Level, Yielding};
use tabiya_game::{By, BySeat, Command, Moment, NodeId, Step};
use tabiya_notation::{MoveText, UciMove};
use tabiya_rules::{Color, Move};

use crate::player::Player;
use crate::refusal::TableRefusal;
use crate::reply::{GameChange, Hint, Reply};
use crate::request::Walk;
use crate::table::{ComputerChoice, Table};

impl Table {
    pub(crate) fn make_move(&mut self, text: MoveText, at: Moment) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        let m = self.read_move(text)?;
        let happened = self.play(m, at)?;
        self.is_waiting = false;
        Ok(Reply::Happened(happened))
    }

    /// The legal move that is meant, or why there is none.
    pub fn read_move(&self, text: MoveText) -> Result<Move, TableRefusal> {
        self.game().read(text).map_err(TableRefusal::Unplayable)
    }

    fn play(&mut self, m: Move, at: Moment) -> Result<GameChange, TableRefusal> {
        let written = UciMove::from_move(m, self.game().position());
        self.act(By::Board, Command::Move(written), at)
    }

    /// Whether a computer is to move and does.
    pub fn is_computers_turn(&self) -> bool {
        let is_running = self.game().ending().is_none() && !self.is_waiting && !self.is_elsewhere();
        is_running && !self.session.player(self.game().turn()).is_human()
    }

    /// What the computer does whose turn it is. That may take its time, and changes nothing in the game.
    pub fn think(&mut self, at: Moment) -> Result<ComputerChoice, TableRefusal> {
        let player = self.session.player(self.game().turn()).clone();
        if player.is_human() {
            return Err(TableRefusal::NoComputer);
        }
        let mut question = self.question_by(player, self.rng.clone());
        let answer = question.answer(&mut *self.engines, at).map_err(TableRefusal::Engine);
        self.rng = question.rng;
        answer
    }

    /// Does what the computer has thought of.
    pub fn take(&mut self, thought: ComputerChoice, at: Moment) -> Result<Reply, TableRefusal> {
        let happened = match thought {
            ComputerChoice::Move(m) => self.play(m, at),
            ComputerChoice::OfferDraw(m) => {
                let seat = self.game().seat_to_move();
                let offer = self.act(By::Seat(seat), Command::OfferDraw, at)?;
                return self.play(m, at).map(|moved| Reply::MovedAndOffered { offer, moved });
            }
            ComputerChoice::Resign => self.act(By::Board, Command::Resign, at),
            ComputerChoice::ClaimDraw => self.act(By::Board, Command::ClaimDraw, at),
            // Where the other side could not move either, passing would go on for ever.
            ComputerChoice::Pass if self.game().history().current().step == Some(Step::Pass) => {
                self.is_waiting = true;
                return Ok(Reply::Stuck);
            }
            ComputerChoice::Pass => self.act(By::Board, Command::Pass, at),
        };
        happened.map(Reply::Happened)
    }

    /// Lets the computers rest until somebody asks them to go on.
    pub fn wait(&mut self) {
        self.is_waiting = true;
    }

    /// Whether the side to move can claim a draw.
    pub(crate) fn may_claim(&self) -> bool {
        let claims = self.game().claims();
        claims.repetition || claims.quiet_moves
    }

    /// Whether the computer to move yields to its opponent: nobody does who plays a computer, for those who watch.
    pub(crate) fn yielding_now(&self) -> Yielding {
        let is_watched = self.session.lineup.players.0.iter().all(|player| !player.is_human());
        if is_watched { Yielding::Never } else { self.yielding_in_game() }
    }

    /// Whether computers yield in this game, whoever they play.
    pub(crate) fn yielding_in_game(&self) -> Yielding {
        if self.session.lineup.plays_to_the_end { Yielding::Never } else { Yielding::AsPeople }
    }

    /// Where the game stands, as computers look at it.
    pub(crate) fn game_position(&self) -> GamePosition {
        GamePosition { position: *self.game().position(), history: self.game().history().earlier_keys() }
    }

    /// The best move, whoever plays.
    pub fn hint(&self) -> Result<Hint, TableRefusal> {
        self.hint_question()?.answer().ok_or(TableRefusal::NoMove)
    }

    /// Takes back so many of one's own moves and the computer's answers to them; where two people or two
    /// computers play, so many single moves.
    pub(crate) fn undo(&mut self, moves: u32, at: Moment) -> Result<Reply, TableRefusal> {
        let plies = match self.session.human_color() {
            Some(color) => self.game().plies_back(*self.game().seats().get(color), moves)?,
            None => moves,
        };
        self.take_back(plies, at)
    }

    pub(crate) fn remove(&mut self, at: Moment) -> Result<Reply, TableRefusal> {
        match self.session.human_color() {
            Some(_) => self.undo(1, at),
            None => self.take_back(2, at),
        }
    }

    fn take_back(&mut self, plies: u32, at: Moment) -> Result<Reply, TableRefusal> {
        let history = self.game().history();
        let mut moves: Vec<NodeId> = history.back().take(plies as usize).collect();
        moves.reverse();
        let happened = self.act(By::Board, Command::Undo(plies), at)?;
        self.wait_if_computers();
        Ok(Reply::Undone { happened, moves, plies, turn: self.turn() })
    }

    pub(crate) fn redo(&mut self, moves: u32, at: Moment) -> Result<Reply, TableRefusal> {
        let plies = match self.session.human_color() {
            Some(color) => self.game().plies_ahead(*self.game().seats().get(color), moves),
            None => moves,
        };
        self.make_again(plies, at)
    }

    fn make_again(&mut self, plies: u32, at: Moment) -> Result<Reply, TableRefusal> {
        let history = self.game().history();
        let moves: Vec<NodeId> = history.ahead().take(plies as usize).collect();
        let happened = self.act(By::Board, Command::Redo(plies), at)?;
        self.wait_if_computers();
        let turn = self.game().ending().is_none().then(|| self.turn());
        Ok(Reply::Redone { happened, moves, plies, turn })
    }

    /// Steps through the game. Whose moves they were does not matter, and no computer answers.
    pub(crate) fn walk(&mut self, walk: Walk, at: Moment) -> Result<Reply, TableRefusal> {
        let history = self.game().history();
        let (back, ahead) = (history.current().ply, history.ahead().count() as u32);
        let was_waiting = std::mem::replace(&mut self.is_waiting, true);
        let reply = match walk {
            Walk::First => self.take_back(back.max(1), at),
            Walk::Previous => self.take_back(1, at),
            Walk::Next => self.make_again(1, at),
            Walk::Last => self.make_again(ahead.max(1), at),
        };
        self.is_waiting = was_waiting || reply.is_ok();
        reply
    }

    /// Goes to any move of the tree, and no computer answers.
    pub(crate) fn go_to(&mut self, node: NodeId, at: Moment) -> Result<Reply, TableRefusal> {
        let happened = self.act(By::Board, Command::GoTo(node), at)?;
        self.is_waiting = true;
        Ok(Reply::Happened(happened))
    }

    /// Two computers that were told to go back would at once go on.
    fn wait_if_computers(&mut self) {
        let is_computer = |color| !self.session.player(color).is_human();
        self.is_waiting |= Color::ALL.into_iter().all(is_computer);
    }

    pub(crate) fn set_level(&mut self, level: Level) -> Result<Reply, TableRefusal> {
        let players = self.session.lineup.players.clone();
        let at_level = |player: Player| if player.is_human() { player } else { Player::Level(level) };
        self.set_players(players.map(at_level))?;
        self.level = level;
        Ok(self.level_told())
    }

    /// How well the computer plays, and that it waits where it does.
    pub fn level_told(&self) -> Reply {
        let is_over = self.game().ending().is_some();
        Reply::LevelSet {
            level: self.level,
            waiting: Some(self.turn()).filter(|turn| turn.waits && !is_over),
        }
    }

    pub(crate) fn force(&mut self) -> Result<Reply, TableRefusal> {
        self.set_players(BySeat([Player::Human, Player::Human]))?;
        Ok(Reply::Forced)
    }

    pub(crate) fn go(&mut self) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        let turn = self.game().turn();
        if self.session.player(turn).is_human() {
            return self.computer_plays(turn);
        }
        self.is_waiting = false;
        Ok(Reply::Going)
    }

    pub(crate) fn computer_plays(&mut self, color: Color) -> Result<Reply, TableRefusal> {
        let seat = *self.game().seats().get(color);
        let mut players = BySeat([Player::Human, Player::Human]);
        players[seat] = Player::Level(self.level);
        self.set_players(players)?;
        self.is_waiting = false;
        Ok(Reply::ComputerPlays { level: self.level, color })
    }
}
