use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tabiya_game::Game;

use super::state::MovesView;
use super::{Audience, ExhibitionView, FromServer, LineChange, StateView};
use crate::worded::Worded;

/// A command that was accepted and is on disk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EntryView {
    /// The version of the game after it.
    pub version: u32,
    /// The server's time.
    pub now: u64,
    /// How its sender called it.
    pub id: String,
    /// What happened, in words.
    pub says: String,
    /// What happened, each in one word.
    pub happened: Vec<String>,
    /// How the moves changed.
    pub line: LineChange,
    /// Where the game stands.
    pub state: StateView,
    /// How two computers play, where it is a game of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exhibition: Option<ExhibitionView>,
    /// The way to the move that was annotated, added or promoted, or before what was deleted: the tree is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotated: Option<String>,
}

/// An entry as it goes over the wire to everybody who is told it, in the languages that they listen in.
pub type EntryTexts = Worded<AudienceTexts>;

/// An entry in one language, as it goes over the wire to each of those who are told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AudienceTexts {
    /// To whoever is to move.
    pub mover: Arc<str>,
    /// To everybody else.
    pub others: Arc<str>,
}

/// Where what somebody can do is put: it comes first in a state. Nobody's name or words can hold that: inside of a text every
/// quotation mark has a backslash before it.
const STATE: &str = "\"state\":{";

/// What whoever is to move can do, as it is written into a state: the same in every language.
pub(crate) struct PossibleMoves(String);

impl PossibleMoves {
    pub fn of(game: &Game) -> PossibleMoves {
        if game.ending().is_some() {
            return PossibleMoves(String::new());
        }
        let MovesView { dests, promotions, promotes_to, effects } = MovesView::of(game.position());
        let moves = [
            field("dests", &dests, dests.is_empty()),
            field("promotions", &promotions, promotions.is_empty()),
            field("promotes_to", &promotes_to, promotes_to.is_empty()),
            field("effects", &effects, effects.is_empty()),
        ];
        PossibleMoves(moves.concat())
    }
}

impl AudienceTexts {
    /// What is written of an entry that is told as to those who cannot move. It is written once, and copied for whoever can with
    /// what there is to be done.
    pub(crate) fn new(entry: EntryView, moves: &PossibleMoves) -> AudienceTexts {
        let others: Arc<str> = FromServer::Entry(entry).to_text().into();
        AudienceTexts { mover: with(&others, &moves.0), others }
    }

    /// The text for somebody.
    pub fn to(&self, audience: Audience) -> &Arc<str> {
        match audience {
            Audience::Mover => &self.mover,
            Audience::Others => &self.others,
        }
    }
}

/// The text with something at the beginning of the state.
fn with(text: &Arc<str>, there: &str) -> Arc<str> {
    if there.is_empty() {
        return Arc::clone(text);
    }
    let Some((before, after)) = text.split_once(STATE) else {
        debug_assert!(false, "no state in {text}");
        return Arc::clone(text);
    };
    [before, STATE, there, after].concat().into()
}

/// A field with a comma behind it; nothing where there is nothing to tell.
fn field(name: &str, value: &impl Serialize, is_empty: bool) -> String {
    // Nothing in it can fail to be written.
    let text = || serde_json::to_string(value).unwrap_or_default();
    if is_empty { String::new() } else { format!("\"{name}\":{},", text()) }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{By, Command, GameStart, Moment, NodeId};
    use tabiya_rules::{FIDE, Language};

    use super::*;
    use crate::wire::state_of;

    fn view(game: &Game, audience: Audience) -> EntryView {
        let words = "\"state\":{\"dests\":{}";
        EntryView {
            version: 7,
            now: 1,
            id: words.to_owned(),
            says: words.to_owned(),
            happened: vec![words.to_owned()],
            line: LineChange::since(NodeId::ROOT, game),
            state: state_of(Language::English, game, Moment(0), audience),
            exhibition: None,
            annotated: None,
        }
    }

    #[test]
    fn everybody_is_told_the_same_as_if_it_were_written_for_them_alone() {
        let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(0)).unwrap();
        // On the way pawns may become something, take in passing, and White may castle.
        let moves = "a2a4 b7b5 a4b5 a7a6 b5a6 h7h5 a6a7 h5h4 g2g4 h4g3 a7b8q g3h2 b8a8 h2g1q h1g1 f7f6 a8b8";
        for m in moves.split(' ') {
            game.apply(By::Board, Command::Move(m.parse().unwrap()), Moment(0)).unwrap();
            let texts = AudienceTexts::new(view(&game, Audience::Others), &PossibleMoves::of(&game));
            for audience in [Audience::Mover, Audience::Others] {
                let alone = FromServer::Entry(view(&game, audience)).to_text();
                assert_eq!(**texts.to(audience), *alone, "{audience:?} after {m}");
            }
        }
        game.apply(By::Board, Command::Resign, Moment(0)).unwrap();
        let texts = AudienceTexts::new(view(&game, Audience::Others), &PossibleMoves::of(&game));
        assert_eq!(texts.mover, FromServer::Entry(view(&game, Audience::Mover)).to_text().into());
    }
}
