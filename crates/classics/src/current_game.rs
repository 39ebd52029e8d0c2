use std::io;

use tabiya_game::{By, Command, Event, Game, GameStart, Moment, Refusal};
use tabiya_notation::{RuleFile, UciMove, Unplayable};
use tabiya_rules::{
    Bitboard, ByColor, Color, Illegal, Move, Piece, Position, Rank, Role, Rules, Setup, Square,
};

use crate::input_fault::InputFault;
use crate::voice::{Deed, RefusalKind};
use crate::{Classic, ClassicPlayer};

/// How many moves are kept where none is taken back.
const KEPT: usize = 1000;

/// A game with those who play it.
pub(crate) struct CurrentGame {
    pub game: Game,
    pub players: ByColor<ClassicPlayer>,
    /// The number of the turn, from 1.
    pub round: u64,
    /// Whether the turn was begun by a word, where one is needed.
    pub is_begun: bool,
}

impl CurrentGame {
    /// A game that begins, in the rules' start position or another.
    pub fn new(
        classic: &Classic,
        from: Option<Setup>,
        players: ByColor<ClassicPlayer>,
    ) -> io::Result<CurrentGame> {
        // Two programs may have the same rules: the name says by which of them a refusal calls them.
        let start = GameStart::usual(RuleFile::named(*classic.rules, Some(classic.name)));
        let start = match from {
            Some(setup) => start.from(setup),
            None => start,
        };
        let (game, _) = Game::start(start, Moment::default())
            .map_err(|refusal| io::Error::new(io::ErrorKind::InvalidInput, refusal))?;
        Ok(CurrentGame { game, players, round: 1, is_begun: false })
    }

    /// Who is to move.
    pub fn player(&self) -> ClassicPlayer {
        *self.players.get(self.game.turn())
    }

    pub fn position(&self) -> &Position<&'static Rules> {
        self.game.position()
    }

    /// No clock runs in any classic.
    pub fn apply(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        self.game.apply(By::Board, command, Moment::default())
    }

    /// Ends the turn with a move or without one.
    pub fn step(&mut self, step: Command) -> Result<(), Refusal> {
        self.apply(step)?;
        self.round += 1;
        self.is_begun = false;
        Ok(())
    }

    /// Forgets old moves now and then, so that games may go on for ever. The position now is a start like any other.
    pub fn forget(&mut self) {
        if self.game.history().len() < KEPT || self.game.ending().is_some() {
            return;
        }
        let start = self.game.settings().clone().from(self.position().setup());
        if let Ok((game, _)) = Game::start(start, Moment::default()) {
            self.game = game;
        }
    }

    /// Puts a piece on another square, whatever the rules say of the way; says whether that could be done. The moves
    /// before are forgotten.
    pub fn force(&mut self, from: Square, to: Square) -> bool {
        let mut setup = self.position().setup();
        let Some(piece) = setup.board.piece_at(from) else { return false };
        // Whoever moves the king does not castle any more.
        let is_royal = piece.role == self.position().rules().moves.royal;
        let of_king = if is_royal { setup.board.by_color(piece.color) } else { Bitboard::EMPTY };
        setup.board.set(from, None);
        setup.board.set(to, Some(piece));
        let touched: Bitboard = [from, to].into_iter().collect();
        let castling = setup.castling.without(touched | of_king);
        let setup = Setup { turn: !setup.turn, castling, en_passant: None, ..setup };
        let start = self.game.settings().clone().from(setup);
        let Ok((game, _)) = Game::start(start, Moment::default()) else { return false };
        self.game = game;
        self.round += 1;
        self.is_begun = false;
        true
    }

    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.apply(Command::Undo(1))?;
        self.round -= 1;
        Ok(())
    }

    /// Between which squares a person wants to move a piece, if there is such a piece of the side to move.
    pub fn squares(&self, deed: &Deed) -> Result<(Square, Square), (RefusalKind, InputFault)> {
        let turn = self.game.turn();
        if let Some(ending) = self.game.ending() {
            let seats = self.game.seats();
            return Err((RefusalKind::Over, InputFault::Refused(Refusal::GameOver { ending, seats })));
        }
        if let ClassicPlayer::Machine(_) = self.player() {
            return Err((RefusalKind::Cannot, InputFault::MachinesTurn { color: turn }));
        }
        let from = deed.from.square.ok_or_else(|| (RefusalKind::Empty, InputFault::no_square(&deed.from)))?;
        let piece =
            deed.piece.ok_or((RefusalKind::Empty, InputFault::Illegal(Illegal::NoPiece { at: from })))?;
        if piece.color != turn {
            return Err((RefusalKind::Turn, InputFault::Illegal(Illegal::NotYours { piece, at: from })));
        }
        let to = deed.to.square.ok_or_else(|| (RefusalKind::Cannot, InputFault::no_square(&deed.to)))?;
        match self.position().piece_at(to) {
            // Castling is written as the king's step of two, not as its move onto the rook.
            Some(rook) if self.castles(from, to) => {
                Err((RefusalKind::Cannot, InputFault::Illegal(Illegal::OwnPiece { role: rook.role, at: to })))
            }
            _ => Ok((from, to)),
        }
    }

    fn castles(&self, from: Square, to: Square) -> bool {
        self.position().legal(from, to, None).is_ok_and(Move::is_castling)
    }

    /// Whether a pawn could make this move if it were said what it becomes.
    pub fn lacks_promotion(&self, from: Square, to: Square) -> bool {
        let position = self.position();
        let mut choices = position.rules().moves.promotes_to.iter();
        choices.any(|role| position.legal(from, to, Some(role)).is_ok())
    }

    /// Why a move was refused that came as far as the game's judgement.
    pub fn refusal_kind(&self, step: Command, refusal: &Refusal) -> RefusalKind {
        match refusal {
            Refusal::Unplayable {
                why: Unplayable::Illegal(Illegal::LeavesInCheck { .. } | Illegal::Pinned { .. }),
                ..
            } if !self.names_idle_promotion(step) => RefusalKind::IntoCheck,
            _ => RefusalKind::Cannot,
        }
    }

    /// Whether a promotion is named with a move that is none: that is wrong whatever happens to the king.
    fn names_idle_promotion(&self, step: Command) -> bool {
        let Command::Move(UciMove::Normal { from, to, promotion: Some(_) }) = step else { return false };
        let is_pawn = self.position().piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
        !is_pawn || to.rank() != Rank::Eighth.seen_by(self.game.turn())
    }

    /// What a move would take.
    pub fn taken_by(&self, m: UciMove) -> Option<Piece> {
        let m = m.to_move(self.position()).ok().filter(|m| !m.is_castling())?;
        let at = if m.is_en_passant() { Square::new(m.to().file(), m.from().rank()) } else { m.to() };
        self.position().piece_at(at)
    }

    /// Whether either king stands in attack.
    pub fn can_take_a_king(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.position().attackers_of_royal(color).is_any())
    }
}
