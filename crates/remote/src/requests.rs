//! What is asked at a board, as a server is asked for it.

use std::fmt;

use tabiya_game::{Answer, Seat};
use tabiya_notation::UciMove;
use tabiya_rules::{Color, Words};
use tabiya_table::Request;

use crate::api::{KindOfPlayer, PlayerAction, RoleInGame};
use crate::remote_game::{RemoteGame, RemoteQuestion};

/// What a request comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerDeed {
    /// A command in the game.
    Command(PlayerAction),
    /// A rematch is wanted, or not.
    Rematch(bool),
    /// Something that is done here: the game is saved.
    Here,
}

/// Why the server is not even asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the facts that the sentence names")]
pub enum NotOnServer {
    /// What was asked last is not answered yet.
    OnItsWay,
    /// That is done at a board of one's own.
    OwnBoard,
    /// Nobody walks through a game by itself there.
    Walking,
    /// The game is not over, and therefore there is no rematch.
    NotOver,
    /// Somebody speaks for the other side.
    NotYourSide { own: Color },
    /// Nobody has asked anything.
    NothingAsked,
    /// People play each other without a computer's help.
    NoHelp,
    /// Those who watch are helped after the game.
    NoHelpForWatchers,
    /// Those who watch do nothing in the game.
    Watching,
    /// Nobody waits for moves where one only looks.
    Looking,
    /// There is no connection to the game any more, and none will come.
    Ended,
}

impl fmt::Display for NotOnServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotOnServer::OnItsWay => f.write_str("what you asked last is still on its way to the server"),
            NotOnServer::OwnBoard => {
                f.write_str("this game is on a server: that is done at a board of your own, with tabiya play")
            }
            NotOnServer::Walking => f.write_str("a game on a server stays where it is: list tells its moves"),
            NotOnServer::NotOver => f.write_str("the game is not over: a rematch comes after it"),
            NotOnServer::NotYourSide { own } => write!(f, "you play {own}, not {}", !*own),
            NotOnServer::NothingAsked => f.write_str("nobody has asked you anything"),
            NotOnServer::NoHelp => {
                f.write_str("people play each other here: the computer helps after the game")
            }
            NotOnServer::NoHelpForWatchers => {
                f.write_str("you are watching this game: the computer helps once it is over")
            }
            NotOnServer::Watching => f.write_str("you are watching this game"),
            NotOnServer::Looking => {
                f.write_str("you look at another place of the game: End returns to where it stands")
            }
            NotOnServer::Ended => {
                f.write_str("the connection to this game has ended: lobby shows what else there is")
            }
        }
    }
}

impl Words for NotOnServer {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotOnServer::OnItsWay => f.write_str("dein letzter Wunsch ist noch auf dem Weg zum Server"),
            NotOnServer::OwnBoard => f.write_str(
                "diese Partie ist auf einem Server: das geht an einem eigenen Brett, mit tabiya play",
            ),
            NotOnServer::Walking => {
                f.write_str("eine Partie auf einem Server bleibt, wo sie steht: list zeigt ihre Züge")
            }
            NotOnServer::NotOver => f.write_str("die Partie ist nicht zu Ende: eine Revanche kommt danach"),
            NotOnServer::NotYourSide { own } => {
                let side = |color: Color| if color.is_white() { "Weiß" } else { "Schwarz" };
                write!(f, "du spielst {}, nicht {}", side(*own), side(!*own))
            }
            NotOnServer::NothingAsked => f.write_str("niemand hat dich etwas gefragt"),
            NotOnServer::NoHelp => {
                f.write_str("hier spielen Menschen gegeneinander: der Computer hilft nach der Partie")
            }
            NotOnServer::NoHelpForWatchers => {
                f.write_str("du siehst dieser Partie zu: der Computer hilft, wenn sie zu Ende ist")
            }
            NotOnServer::Watching => f.write_str("du siehst dieser Partie zu"),
            NotOnServer::Looking => f.write_str(
                "du siehst eine andere Stelle der Partie: Ende kehrt dorthin zurück, wo sie steht",
            ),
            NotOnServer::Ended => {
                f.write_str("die Verbindung zu dieser Partie ist zu Ende: lobby zeigt, was es sonst gibt")
            }
        }
    }
}

impl std::error::Error for NotOnServer {}

impl RemoteGame {
    /// What a request at the board comes to on the server.
    pub fn deed(&self, request: &Request) -> Result<ServerDeed, NotOnServer> {
        let action = match request {
            Request::Move(text) => {
                let position = self.game().position();
                let m = text.to_move(position).map(|m| UciMove::from_move(m, position).to_string());
                // What is no legal move is the server's to refuse, with the reason.
                PlayerAction::Move { m: m.unwrap_or_else(|_| text.san().to_string()) }
            }
            Request::Undo(moves) => self.undo(*moves),
            Request::Remove => self.undo(1),
            Request::Redo(1) => PlayerAction::Redo { plies: None },
            Request::Redo(moves) => PlayerAction::Redo { plies: Some(moves.saturating_mul(2)) },
            Request::Resign(color) => {
                let own = self.own();
                match (color, own) {
                    (Some(color), Some(own)) if *color != own => {
                        return Err(NotOnServer::NotYourSide { own });
                    }
                    _ => PlayerAction::Resign,
                }
            }
            Request::Draw => self.draw(),
            Request::AnswerDraw(answer) => return self.answer(*answer == Answer::Accept),
            Request::Pass => PlayerAction::Pass,
            Request::Stop => PlayerAction::Stop,
            Request::Go => PlayerAction::GoOn,
            Request::New(_) if self.is_over() => return Ok(ServerDeed::Rematch(true)),
            Request::New(_) => return Err(NotOnServer::NotOver),
            Request::Walk(_) | Request::GoTo(_) => return Err(NotOnServer::Walking),
            Request::Save { .. } | Request::SaveAgain { .. } => return Ok(ServerDeed::Here),
            Request::SetUp(_)
            | Request::Opening(_)
            | Request::Book(_)
            | Request::Begin(_)
            | Request::Rules(_)
            | Request::Level(_)
            | Request::Force
            | Request::Computer(_)
            | Request::Name { .. }
            | Request::Continue(_)
            | Request::GoOn(_)
            | Request::ThrowAway(_)
            | Request::Title { .. }
            | Request::Open { .. }
            | Request::Read { .. } => return Err(NotOnServer::OwnBoard),
        };
        Ok(ServerDeed::Command(action))
    }

    /// Taking back: where it is free at once, else the other player is asked.
    fn undo(&self, moves: u32) -> PlayerAction {
        let seat = self.own().map_or(Seat::First, |own| *self.game().seats().get(own));
        // Without a number it goes back to where one can move again.
        let plies = if moves == 1 { None } else { self.game().plies_back(seat, moves).ok() };
        if self.told().free_takeback {
            PlayerAction::Undo { plies }
        } else {
            PlayerAction::AskTakeback { plies }
        }
    }

    fn draw(&self) -> PlayerAction {
        let state = &self.told().state;
        let is_own_turn = self.own() == Some(state.turn.into());
        let has_claim = state.claims.repetition || state.claims.quiet_moves;
        if has_claim && is_own_turn { PlayerAction::ClaimDraw } else { PlayerAction::OfferDraw }
    }

    /// Answers whatever stands.
    pub fn answer(&self, accept: bool) -> Result<ServerDeed, NotOnServer> {
        Ok(match self.question().ok_or(NotOnServer::NothingAsked)? {
            RemoteQuestion::Draw => ServerDeed::Command(PlayerAction::AnswerDraw { accept }),
            RemoteQuestion::Takeback { .. } => ServerDeed::Command(PlayerAction::AnswerTakeback { accept }),
            RemoteQuestion::Rematch => ServerDeed::Rematch(accept),
        })
    }

    /// Whether a computer may help here: never while people play each other, and nobody who could tell a player.
    pub fn may_have_help(&self) -> Result<(), NotOnServer> {
        let told = self.told();
        let is_person = |kind: KindOfPlayer| kind != KindOfPlayer::Computer;
        let (white, black) = (is_person(told.white.kind), is_person(told.black.kind));
        match told.you.role {
            _ if self.is_over() => Ok(()),
            RoleInGame::White if black => Err(NotOnServer::NoHelp),
            RoleInGame::Black if white => Err(NotOnServer::NoHelp),
            // Two computers cannot be helped.
            RoleInGame::Spectator if white || black => Err(NotOnServer::NoHelpForWatchers),
            RoleInGame::White | RoleInGame::Black | RoleInGame::Both | RoleInGame::Spectator => Ok(()),
        }
    }
}
