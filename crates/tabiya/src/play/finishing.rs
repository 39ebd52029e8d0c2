//! Ends that people make: resignations and draws.

use anyhow::bail;
use tabiya_game::{Answer, By, Command, Seat};
use tabiya_rules::{Color, RoyalTaken};

use super::player::only_human;
use super::table::{Reply, Table};

/// From which move on a computer agrees to a draw where nobody leads.
const LONG_GAME: u16 = 40;

impl Table {
    pub(super) fn resign(&mut self, color: Option<Color>) -> Reply {
        self.still_running()?;
        let seat = self.acting_seat()?;
        let seat = match (color, only_human(&self.sitting.seated.players)) {
            (Some(color), Some(own)) if self.game().color(own) != color => {
                bail!("you play {}, not {color}", !color)
            }
            (Some(color), _) => *self.game().seats().get(color),
            (None, _) => seat,
        };
        self.act(By::Seat(seat), Command::Resign)
    }

    /// For whom somebody here speaks: the only person, else the side to move.
    fn acting_seat(&self) -> anyhow::Result<Seat> {
        let players = &self.sitting.seated.players;
        if players.0.iter().all(|player| !player.is_human()) {
            bail!("two computers play here: force lets you move for both");
        }
        Ok(only_human(players).unwrap_or(self.game().seat_to_move()))
    }

    /// Claims a draw, accepts one, or offers it, whichever is possible first.
    pub(super) fn draw(&mut self) -> Reply {
        self.still_running()?;
        let seat = self.acting_seat()?;
        let claims = self.game().claims();
        if (claims.repetition || claims.quiet_moves) && self.game().seat_to_move() == seat {
            return self.act(By::Seat(seat), Command::ClaimDraw);
        }
        if self.game().draw_offer() == Some(seat) && self.sitting.seated.players[!seat].is_human() {
            bail!("a draw is offered already: the other side says accept or decline, or moves");
        }
        let told = self.act(By::Seat(seat), Command::OfferDraw)?;
        if self.game().ending().is_some() {
            return Ok(told);
        }
        if self.sitting.seated.players[!seat].is_human() {
            return Ok(format!("{told} {} may accept or decline.", self.game().color(!seat)));
        }
        let answer = self.computers_answer(self.game().color(!seat));
        let answered = self.act(By::Seat(!seat), Command::AnswerDraw(answer))?;
        Ok(format!("{told} {answered}"))
    }

    /// A computer takes a draw when it is behind, or when nobody leads after a long game.
    fn computers_answer(&self, color: Color) -> Answer {
        let is_long = self.game().position().fullmoves() >= LONG_GAME;
        match self.lead(color) {
            ..0 => Answer::Accept,
            0 if is_long => Answer::Accept,
            _ => Answer::Decline,
        }
    }

    /// Ends the game by the count of pieces. Against a computer only where the rules count them anyway, or nobody
    /// can move: else whoever leads would always win.
    pub(super) fn stop(&mut self) -> Reply {
        self.still_running()?;
        let counts = self.game().position().rules().ends.royal_taken == RoyalTaken::Scored;
        let is_stuck = !self.game().position().has_moves();
        if !counts && !is_stuck && self.sitting.human_color().is_some() {
            bail!("these rules do not count the pieces: offer a draw, or resign");
        }
        self.act(By::Board, Command::Stop)
    }

    /// Answers the offer that stands. At one board the other side answers.
    pub(super) fn answer_draw(&mut self, answer: Answer) -> Reply {
        self.still_running()?;
        self.act(By::Board, Command::AnswerDraw(answer))
    }
}
