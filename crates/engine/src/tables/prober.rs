use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup};
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};
use tabiya_rules::{
    Color, EndRules, FIDE, MoveRules, Position, Role, RuleSource, Rules, Stalemate, StalemateTest,
};

use super::Tables;

/// The tables as a search asks them, under rules of which they speak.
#[derive(Clone, Copy)]
pub(crate) struct Prober<'a> {
    tables: &'a Tables,
    /// Whether fifty moves without progress are a draw.
    pub(crate) counts_moves: bool,
    /// How often a position must come for a draw.
    pub(crate) repetition: Option<u16>,
}

/// How many single moves the winner needs to the next capture, pawn's move or mate, positive where the side to move
/// wins, 0 for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Distance {
    pub(crate) plies: i32,
    /// Whether it may be one more: most tables count whole moves.
    pub(crate) is_rounded: bool,
}

impl Distance {
    pub(crate) fn exactly(plies: i32) -> Distance {
        Distance { plies, is_rounded: false }
    }

    /// The distance one move before a position with this one, for the other side.
    pub(crate) fn before(self) -> Distance {
        Distance { plies: -self.plies - self.plies.signum(), ..self }
    }
}

/// Moves without progress after which the tables take a game for drawn.
const FIFTY: u16 = 100;

impl<'a> Prober<'a> {
    /// The tables, where the rules are those by which they were computed. Castling may be anything, for positions with
    /// rights to it are not asked about. Without a count of quiet moves wins that take too long are wins.
    pub(crate) fn new(tables: &'a Tables, rules: &Rules) -> Option<Prober<'a>> {
        let Rules { start: _, moves, ends, values: _ } = rules;
        let EndRules {
            stalemate,
            stalemate_test,
            repetition,
            quiet_moves,
            // Under FIDE's moves no king is taken, and the tables know dead positions for draws.
            royal_taken: _,
            dead_position: _,
        } = ends;
        let moves_are_usual = MoveRules { castling: FIDE.moves.castling, ..*moves } == FIDE.moves;
        let stalemate_is_usual = *stalemate == Stalemate::Draws && *stalemate_test == StalemateTest::NoMove;
        let (count, repetition) = (quiet_moves.first(), repetition.first());
        // The way to a win never comes back to a position, but it may cross what happened before.
        let repeats_are_usual = repetition.is_none_or(|times| times >= 3);
        let is_apt = !tables.is_broken()
            && moves_are_usual
            && stalemate_is_usual
            && repeats_are_usual
            && count.is_none_or(|count| count == FIFTY);
        is_apt.then_some(Prober { tables, counts_moves: count.is_some(), repetition })
    }

    /// The most men that a position may have.
    pub(crate) fn men(&self) -> usize {
        self.tables.men()
    }

    pub(crate) fn knows<R: RuleSource>(&self, position: &Position<R>) -> bool {
        position.board().occupied().len() <= self.men() && position.castling().is_empty()
    }

    /// Who wins, if no quiet move was made yet.
    pub(crate) fn result<R: RuleSource>(&self, position: &Position<R>) -> Option<Wdl> {
        let position = self.translated(position)?;
        let result = self.tables.ask(|base| base.probe_wdl_after_zeroing(&position))?;
        Some(match result {
            Wdl::CursedWin if !self.counts_moves => Wdl::Win,
            Wdl::BlessedLoss if !self.counts_moves => Wdl::Loss,
            _ => result,
        })
    }

    /// Who wins and how far the next step of it is.
    pub(crate) fn distance<R: RuleSource>(&self, position: &Position<R>) -> Option<Distance> {
        let position = self.translated(position)?;
        let distance = self.tables.ask(|base| base.probe_dtz(&position))?;
        Some(match distance {
            MaybeRounded::Precise(Dtz(plies)) => Distance { plies, is_rounded: false },
            MaybeRounded::Rounded(Dtz(plies)) => Distance { plies, is_rounded: true },
        })
    }

    /// The position as the reader of the tables wants it, if they can know it.
    fn translated<R: RuleSource>(&self, position: &Position<R>) -> Option<Chess> {
        if !self.knows(position) {
            return None;
        }
        let board = position.board();
        let role = |role| Bitboard(board.by_role(role).0);
        let roles = ByRole {
            pawn: role(Role::Pawn),
            knight: role(Role::Knight),
            bishop: role(Role::Bishop),
            rook: role(Role::Rook),
            queen: role(Role::Queen),
            king: role(Role::King),
        };
        let colors = ByColor {
            white: Bitboard(board.by_color(Color::White).0),
            black: Bitboard(board.by_color(Color::Black).0),
        };
        let setup = Setup {
            board: shakmaty::Board::try_from_bitboards(roles, colors).ok()?,
            turn: shakmaty::Color::from_white(position.turn().is_white()),
            ep_square: position.en_passant().map(|square| shakmaty::Square::new(square.index() as u32)),
            ..Setup::empty()
        };
        // Where a position cannot come about, its tables still hold.
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_too_much_material)
            .ok()
    }
}
