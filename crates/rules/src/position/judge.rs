use super::Position;
use crate::{
    Bitboard, Claims, Color, Draw, EndRules, Judgement, MoveRules, Outcome, Role, RoyalTaken, Royalty,
    RuleSource, Stalemate, StalemateTest, Victory,
};

impl<R: RuleSource> Position<R> {
    /// What the rules say of this position when it stands on the board for the `occurrences`th time.
    pub fn judge(&self, occurrences: u16) -> Judgement {
        let EndRules {
            repetition,
            quiet_moves,
            // Judged by the position alone.
            stalemate: _,
            stalemate_test: _,
            royal_taken: _,
            dead_position: _,
        } = self.rules().ends;
        let claims = Claims {
            repetition: repetition.is_claimable(occurrences),
            quiet_moves: quiet_moves.is_claimable(self.halfmoves),
        };
        let outcome = self.outcome().or_else(|| {
            let repeated = repetition.is_automatic(occurrences);
            repeated.then_some(Outcome::Drawn(Draw::Repetition))
        });
        match outcome {
            Some(_) => Judgement { outcome, claims: Claims::default() },
            None => Judgement { outcome, claims },
        }
    }

    /// How the game ends with this position, whatever came before it.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::start().outcome(), None);
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let EndRules {
            stalemate,
            stalemate_test,
            royal_taken,
            // Judged by the game.
            repetition: _,
            quiet_moves,
            dead_position,
        } = self.rules().ends;
        self.royal_taken(royal_taken)
            .or_else(|| self.out_of_moves(stalemate, stalemate_test))
            .or_else(|| (dead_position && self.is_dead()).then_some(Outcome::Drawn(Draw::DeadPosition)))
            .or_else(|| quiet_moves.is_automatic(self.halfmoves).then_some(Outcome::Drawn(Draw::QuietMoves)))
    }

    /// The end by the worth of the living pieces: when a game is stopped, or where the rules say so.
    ///
    /// ```
    /// use tabiya_rules::{CUHK, Draw, Outcome, Position};
    ///
    /// let start = Position::starting(&CUHK).unwrap();
    /// assert_eq!(start.outcome_by_score(), Outcome::Drawn(Draw::Score));
    /// ```
    pub fn outcome_by_score(&self) -> Outcome {
        let (white, black) = (self.score(Color::White), self.score(Color::Black));
        if white == black {
            return Outcome::Drawn(Draw::Score);
        }
        Outcome::Won { winner: Color::from_white(white > black), by: Victory::Score }
    }

    /// What the living pieces of `color` are worth under the rule set's values.
    pub fn score(&self, color: Color) -> u32 {
        let men = self.board.by_color(color);
        let worth = |role: Role| {
            (self.board.by_role(role) & men).len() as u32 * u32::from(*self.rules().values.get(role))
        };
        Role::ALL.into_iter().map(worth).sum()
    }

    fn royal_taken(&self, rule: RoyalTaken) -> Option<Outcome> {
        if !self.is_royal_missing() {
            return None;
        }
        let white = self.royals(Color::White).is_any();
        let black = self.royals(Color::Black).is_any();
        match rule {
            RoyalTaken::Wins if white != black => Some(Outcome::Won {
                winner: Color::from_white(white),
                by: Victory::RoyalTaken(self.rules.moves().royal),
            }),
            // A setup without either king has no other measure.
            RoyalTaken::Wins | RoyalTaken::Scored => Some(self.outcome_by_score()),
        }
    }

    fn out_of_moves(&self, stalemate: Stalemate, test: StalemateTest) -> Option<Outcome> {
        let stuck = match test {
            StalemateTest::NoMove => !self.has_moves(),
            StalemateTest::NoSafeMove => !self.has_safe_moves(),
        };
        if !stuck {
            return None;
        }
        let won_by = |winner, by| Some(Outcome::Won { winner, by });
        if self.is_royal_checked() && self.is_check() {
            return won_by(!self.turn, Victory::Checkmate);
        }
        match stalemate {
            Stalemate::Draws if self.has_moves() => Some(Outcome::Drawn(Draw::NoSafeMove)),
            Stalemate::Draws => Some(Outcome::Drawn(Draw::Stalemate)),
            Stalemate::Loses => won_by(!self.turn, Victory::Stalemate),
            Stalemate::Wins => won_by(self.turn, Victory::Stalemate),
            Stalemate::Passes => None,
        }
    }

    /// Whether there is a move other than of the royal piece into attack.
    fn has_safe_moves(&self) -> bool {
        let mut found = false;
        let royal = self.royal(self.turn);
        self.for_each_move(|m| {
            found |=
                Some(m.from()) != royal || self.play_unchecked(m).attackers_of_royal(self.turn).is_empty();
        });
        found
    }

    /// Whether no sequence of moves can mate, judged by the men alone: bare kings, with one knight, or with
    /// bishops that all stand on squares of one color.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert!(!Position::start().is_dead());
    /// ```
    pub fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_win(color))
    }

    /// Whether `color` could still win, by the help of the other side if need be, judged by the men alone.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position};
    ///
    /// assert!(Position::start().can_win(Color::Black));
    /// ```
    pub fn can_win(&self, color: Color) -> bool {
        let MoveRules {
            royal,
            royalty,
            // Pawns can mate whatever they become, and no man has more power by the others.
            promotes_to: _,
            castling: _,
            double_step: _,
            en_passant: _,
        } = self.rules.moves();
        let EndRules {
            stalemate,
            // The other ends are draws, or come where kings are taken.
            stalemate_test: _,
            royal_taken: _,
            repetition: _,
            quiet_moves: _,
            dead_position: _,
        } = self.rules().ends;
        if royal != Role::King || royalty == Royalty::Taken {
            return true;
        }
        let board = &self.board;
        let (ours, theirs) = (board.by_color(color), board.by_color(!color));
        // Any man can stalemate, which may decide the game.
        let decides = matches!(stalemate, Stalemate::Loses | Stalemate::Wins);
        if (ours & (board.pawns() | board.straight_sliders())).is_any()
            || decides && board.occupied() != board.kings()
        {
            return true;
        }
        let bishops = ours & board.bishops();
        match (ours & board.knights()).len() {
            // A bishop needs a man of theirs that blocks a square of its own color, which other bishops cannot.
            0 if bishops.is_any() => {
                let helpers = theirs & (board.pawns() | board.knights());
                let shade =
                    if (bishops & Bitboard::LIGHT).is_any() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
                helpers.is_any() || board.bishops().without(shade).is_any()
            }
            0 => false,
            // A single knight needs a man of theirs to block; a queen would always take or interpose.
            1 if bishops.is_empty() => theirs.without(board.kings() | board.queens()).is_any(),
            _ => true,
        }
    }
}
