use std::sync::Arc;

use tabiya_game::{Game, GameResult, MatchScore, Seat};
use tabiya_rules::{ByColor, ByLanguage, Start as StartPosition};

use super::actor::Actor;
use super::{Wish, begin, begin_apart, row_of};
use crate::bus::NoticeKind;
use crate::cluster::GameNews;
use crate::create::random_start;
use crate::provenance::{is_opening, to_source};
use crate::store::{
    CreateOutcome, Entry, GameRow, GameStage, Holder, NewGameRow, OpenSeat, Submission, SubmitOutcome,
};
use crate::wire::{FromServer, Side};
use crate::{CommandId, Error, GameId, PlayerId, SecretDigest};

impl Actor {
    /// Gives the open seat to somebody, with which the game begins.
    pub async fn join(&mut self, who: PlayerId, name: &str, invitation: Option<&str>) -> Result<(), Error> {
        if self.row.seats[Seat::Second] == Holder::Person(who) {
            return Ok(());
        }
        let opening = self.open_seat(who, invitation)?;
        if opening.invitations.is_none() {
            self.shared.host.state.with(|state| state.switches.check_lobby())?;
        }
        let mut names = opening.start.names.clone();
        names[Seat::Second] = name.to_owned();
        let begun = begin_apart(opening, self.provenance.clone(), names, self.now()).await?;
        let (game, events) = begun.map_err(Error::Refused)?;
        let mut row = row_of(&self.row, &game, 1);
        row.seats[Seat::Second] = Holder::Person(who);
        let entry = Entry {
            version: 1,
            command_id: CommandId::of_server("join", 1),
            command_hash: Entry::SERVER_COMMAND,
            events,
            exhibition: None,
            edit: None,
        };
        let submission = Submission { entry: entry.clone(), row: row.clone() };
        if self.shared.store.submit(submission).await? != SubmitOutcome::Inserted {
            self.catch_up().await?;
            let is_ours = self.row.seats[Seat::Second] == Holder::Person(who);
            return if is_ours { Ok(()) } else { Err(seat_taken()) };
        }
        self.row = row;
        self.peers.wrote = 1;
        self.tell_peers(&GameNews::Version(1));
        self.begin(entry, game);
        self.see(Some(who));
        self.tell_seats();
        Ok(())
    }

    /// How the game will begin, for somebody who may take the open seat.
    fn open_seat(&self, who: PlayerId, invitation: Option<&str>) -> Result<OpenSeat, Error> {
        if self.row.seats[Seat::First] == Holder::Person(who) {
            return Err(Error::refused(
                "own_game",
                ByLanguage {
                    english: "this is your own game: somebody else must take the other seat",
                    german: "das ist deine eigene Partie: den anderen Platz muss jemand anders nehmen",
                },
            ));
        }
        let opening = self.row.opening.clone().filter(|_| self.row.stage == GameStage::Open);
        let opening = opening.ok_or_else(seat_taken)?;
        if !opening.admits(invitation) {
            return Err(Error::forbidden(
                "not_invited",
                ByLanguage {
                    english: "this seat is for whoever was sent the link",
                    german: "dieser Platz ist für den, der den Link bekommen hat",
                },
            ));
        }
        Ok(opening)
    }

    /// Makes one more key good for the open seat, unless it is.
    pub async fn invite(&mut self, key: SecretDigest) -> Result<(), Error> {
        let opening = self.row.opening.clone().filter(|_| self.row.stage == GameStage::Open);
        let opening = opening.ok_or_else(seat_taken)?;
        if opening.invitations.as_ref().is_none_or(|known| known.contains(&key)) {
            return Ok(());
        }
        let opening = opening.with_key(key);
        if !self.shared.store.change_opening(self.row.id, opening.clone()).await? {
            return Err(seat_taken());
        }
        self.row.opening = Some(opening);
        self.tell_peers(&GameNews::Row);
        Ok(())
    }

    /// Calls whoever made the game otherwise, for as long as nobody has taken the other seat.
    pub async fn rename(&mut self, who: PlayerId, name: &str) -> Result<(), Error> {
        let opening = self.row.opening.clone().filter(|_| self.row.stage == GameStage::Open);
        let opening = opening.filter(|_| self.row.seats[Seat::First] == Holder::Person(who));
        let Some(mut opening) = opening else { return Ok(()) };
        opening.start.names[Seat::First] = name.to_owned();
        let begun = begin_apart(
            opening.clone(),
            self.provenance.clone(),
            opening.start.names.clone(),
            self.row.created,
        );
        let (game, _) = begun.await?.map_err(Error::Refused)?;
        if !self.shared.store.change_opening(self.row.id, opening.clone()).await? {
            return Err(seat_taken());
        }
        let (names, seats) = (&opening.start.names, opening.start.seats);
        (self.row.white, self.row.black) = (names[seats.white].clone(), names[seats.black].clone());
        self.row.opening = Some(opening);
        self.game = Arc::new(game);
        // The lobby shows it anew.
        self.shared.lobby.leave(self.row.id);
        self.note_waiting();
        self.tell_peers(&GameNews::Row);
        self.tell_seats();
        Ok(())
    }

    /// Gives a seat to another player: the same person at another device.
    pub async fn transfer(&mut self, seat: Seat, to: PlayerId) -> Result<(), Error> {
        let Holder::Person(from) = self.row.seats[seat] else {
            return Err(Error::refused(
                "no_person",
                ByLanguage { english: "nobody sits there", german: "dort sitzt niemand" },
            ));
        };
        if self.row.seats[!seat] == Holder::Person(to) {
            return Err(own_opponent());
        }
        if !self.shared.store.move_seat(self.row.id, seat, from, to).await? {
            return Err(Error::refused(
                "seat_moved",
                ByLanguage {
                    english: "the seat has gone elsewhere meanwhile",
                    german: "der Platz ist inzwischen anderswo",
                },
            ));
        }
        self.row.seats[seat] = Holder::Person(to);
        self.presence[seat] = super::presence::Presence::new(self.now());
        self.tell_peers(&GameNews::Row);
        self.tell_seats();
        self.tell_presence();
        Ok(())
    }

    /// Gives everything that somebody has in the game to somebody else who has no seat in it: the same person.
    pub async fn adopt(&mut self, from: PlayerId, to: PlayerId) -> Result<bool, Error> {
        if !self.shared.store.adopt(self.row.id, from, to).await? {
            return Ok(false);
        }
        self.row = self.shared.store.game(self.row.id).await?.ok_or_else(Error::no_game)?;
        self.tell_peers(&GameNews::Row);
        self.tell_seats();
        self.tell_presence();
        Ok(true)
    }

    /// Notes a wish for a rematch, and begins it when both have it.
    pub async fn want_rematch(&mut self, who: Option<PlayerId>, wish: Wish) -> Result<Option<GameId>, Error> {
        let who = who.ok_or_else(Error::not_a_player)?;
        let seats: Vec<Seat> = self.seats_of(who).collect();
        let Some(&seat) = seats.first() else {
            return Err(Error::not_a_player());
        };
        if let Some(next) = self.next {
            return Ok(Some(next));
        }
        if self.row.is_record {
            return Err(Error::refused(
                "recorded",
                ByLanguage {
                    english: "this game was played elsewhere: play on from one of its moves, or make a new game",
                    german: "diese Partie wurde anderswo gespielt: spiele ab einem ihrer Züge weiter, oder beginne eine neue",
                },
            ));
        }
        if self.row.stage != GameStage::Over || self.version() == 0 {
            return Err(Error::refused(
                "not_over",
                ByLanguage {
                    english: "a rematch comes after the game",
                    german: "eine Revanche gibt es erst nach der Partie",
                },
            ));
        }
        if wish == Wish::No {
            self.wish_rematch(None).await?;
            self.tell_rematch();
            return Ok(None);
        }
        let is_alone = !matches!(self.row.seats[!seat], Holder::Person(other) if other != who);
        if is_alone || self.rematch == Some(!seat) {
            self.next = Some(self.begin_rematch().await?);
            self.rematch = None;
            self.tell_peers(&GameNews::Row);
        } else {
            self.wish_rematch(Some(seat)).await?;
        }
        self.tell_rematch();
        Ok(self.next)
    }

    /// Keeps who wants a rematch, so that it outlasts a restart.
    async fn wish_rematch(&mut self, by: Option<Seat>) -> Result<(), Error> {
        if self.rematch != by {
            self.shared.store.wish_rematch(self.row.id, by).await?;
            self.rematch = by;
            self.tell_peers(&GameNews::Row);
        }
        Ok(())
    }

    /// Tells of a rematch and where it is. Where nobody is to come across the game, nobody is to come across its rematch but
    /// those who were here.
    pub(super) fn tell_rematch(&self) {
        let message = FromServer::Rematch {
            version: self.version(),
            by: self.rematch.map(|seat| Side::from(self.game.color(seat))),
            next: self.next.map(|id| id.to_string()),
        };
        let text = message.to_text().into();
        self.notify(if self.row.is_public { NoticeKind::Other(text) } else { NoticeKind::Company(text) });
    }

    /// The same players with colors changed, and the same opening where the game was begun with one.
    async fn begin_rematch(&self) -> Result<GameId, Error> {
        let now = self.now();
        let mut start = self.game.settings().clone();
        start.seats = ByColor { white: start.seats.black, black: start.seats.white };
        if start.rules.rules.start == StartPosition::Chess960 {
            start.position = random_start(&start.rules.rules);
        }
        let names = start.names.clone();
        let opening = OpenSeat { start, invitations: None };
        let line = self.provenance.as_deref().filter(|provenance| is_opening(provenance));
        let (game, events) = begin(&opening, line, names, now).map_err(Error::Refused)?;
        let source = line.and_then(to_source);
        loop {
            let fresh = GameRow {
                id: GameId::random(),
                created: now,
                previous: Some(self.row.id),
                score: self.score_after(),
                ..self.row.clone()
            };
            let row = row_of(&fresh, &game, 1);
            let id = CommandId::of_server("rematch", 1);
            let entry = Entry {
                version: 1,
                command_id: id,
                command_hash: Entry::SERVER_COMMAND,
                events: events.clone(),
                exhibition: None,
                edit: None,
            };
            let new = NewGameRow { row, first: Some(entry), source: source.clone() };
            match self.shared.store.create(new).await? {
                CreateOutcome::Done => return Ok(fresh.id),
                CreateOutcome::FollowedBy(next) => return Ok(next),
                CreateOutcome::IdTaken => {}
            }
        }
    }

    /// Half points by seats with this game, and how many games.
    fn score_after(&self) -> (u32, u32, u32) {
        let (first, second, games) = self.row.score;
        let mut score = MatchScore::default();
        Game::record(&self.game, &mut score);
        let halves = |seat| score.points(seat).halves();
        let counted = self.game.ending().map(|ending| ending.result(self.game.seats()));
        let more = u32::from(!matches!(counted, Some(GameResult::NotCounted) | None));
        (first + halves(Seat::First), second + halves(Seat::Second), games + more)
    }
}

/// Whoever has one seat of a game between two people cannot have the other as well.
pub(crate) fn own_opponent() -> Error {
    let says = ByLanguage {
        english: "you have the other seat: this link is for your opponent's other device",
        german: "du hast den anderen Platz: dieser Link ist für ein anderes Gerät deines Gegners",
    };
    Error::forbidden("own_opponent", says)
}

fn seat_taken() -> Error {
    Error::Conflict(crate::grounds::Grounds::plain(
        "seat_taken",
        ByLanguage {
            english: "somebody else has taken the seat",
            german: "jemand anders hat den Platz genommen",
        },
    ))
}
