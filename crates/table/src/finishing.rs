//! Ends that people make: resignations and draws.

use tabiya_engine::ComputerTurn;
use tabiya_game::{Answer, By, Command, Moment, Seat};
use tabiya_rules::Color;

use crate::player::only_human;
use crate::refusal::TableRefusal;
use crate::reply::Reply;
use crate::table::Table;

impl Table {
    pub(crate) fn resign(&mut self, color: Option<Color>, at: Moment) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        let seat = self.acting_seat()?;
        let seat = match (color, only_human(&self.session.lineup.players)) {
            (Some(color), Some(own)) if self.game().color(own) != color => {
                return Err(TableRefusal::NotYourSide { own: !color });
            }
            (Some(color), _) => *self.game().seats().get(color),
            (None, _) => seat,
        };
        self.act(By::Seat(seat), Command::Resign, at).map(Reply::Happened)
    }

    /// For whom somebody here speaks: the only person, else the side to move.
    fn acting_seat(&self) -> Result<Seat, TableRefusal> {
        let players = &self.session.lineup.players;
        if players.0.iter().all(|player| !player.is_human()) {
            return Err(TableRefusal::TwoComputers);
        }
        Ok(only_human(players).unwrap_or(self.game().seat_to_move()))
    }

    /// Claims a draw, accepts one, or offers it, whichever is possible first.
    pub(crate) fn draw(&mut self, at: Moment) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        let seat = self.acting_seat()?;
        let claims = self.game().claims();
        if (claims.repetition || claims.quiet_moves) && self.game().seat_to_move() == seat {
            return self.act(By::Seat(seat), Command::ClaimDraw, at).map(Reply::Happened);
        }
        let is_to_human = self.session.lineup.players[!seat].is_human();
        if self.game().draw_offer() == Some(seat) && is_to_human {
            return Err(TableRefusal::AlreadyOffered);
        }
        let offer = self.act(By::Seat(seat), Command::OfferDraw, at)?;
        if self.game().ending().is_some() {
            return Ok(Reply::Happened(offer));
        }
        if is_to_human {
            return Ok(Reply::Offered { offer, to: self.game().color(!seat) });
        }
        let answer = self.computers_answer(self.game().color(!seat));
        let answer = self.act(By::Seat(!seat), Command::AnswerDraw(answer), at)?;
        Ok(Reply::Answered { offer, answer })
    }

    /// What a computer says to a draw that is offered to it.
    fn computers_answer(&self, color: Color) -> Answer {
        match ComputerTurn::takes_draw(&self.game_position(), color, self.yielding_in_game()) {
            true => Answer::Accept,
            false => Answer::Decline,
        }
    }

    /// Ends the game by the count of pieces.
    pub(crate) fn stop(&mut self, at: Moment) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        self.act(By::Board, Command::Stop, at).map(Reply::Happened)
    }

    /// Answers the offer that stands. At one board the other side answers.
    pub(crate) fn answer_draw(&mut self, answer: Answer, at: Moment) -> Result<Reply, TableRefusal> {
        self.still_running()?;
        self.act(By::Board, Command::AnswerDraw(answer), at).map(Reply::Happened)
    }
}
