//! Openings as games, and of games.

use std::fmt;

use tabiya_notation::pgn::PgnGame;
use tabiya_rules::{Position, Rules, Setup};

use crate::OpeningLine;
use crate::encyclopedia::{begins_with_openings, opening_of_moves};

impl OpeningLine {
    /// A game under some rules that has begun with these moves.
    ///
    /// ```
    /// use tabiya_openings::find_opening;
    /// use tabiya_rules::{FIDE, HONG};
    ///
    /// let line = find_opening("Ruy Lopez").unwrap();
    /// assert_eq!(line.to_game(&FIDE).unwrap().len(), 5);
    /// assert_eq!(
    ///     line.to_game(&HONG).unwrap_err().to_string(),
    ///     "only games that begin and move as chess does have openings with names",
    /// );
    /// ```
    pub fn to_game(&self, rules: &'static Rules) -> Result<PgnGame, NoOpenings> {
        if !begins_with_openings(rules) {
            return Err(NoOpenings);
        }
        let mut position = Position::new(Setup::USUAL, rules).map_err(|_| NoOpenings)?;
        let mut game = PgnGame::new(position);
        let mut last = PgnGame::ROOT;
        for &m in self.moves() {
            if !position.is_legal(m) {
                return Err(NoOpenings);
            }
            last = game.add(last, Some(m));
            position.make_unchecked(m);
        }
        Ok(game)
    }
}

/// Games under these rules do not begin with openings that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoOpenings;

impl fmt::Display for NoOpenings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("only games that begin and move as chess does have openings with names")
    }
}

impl std::error::Error for NoOpenings {}

/// Writes the opening of a game into its tags `ECO` and `Opening`, where neither says anything yet.
///
/// ```
/// use tabiya_notation::pgn::PgnReader;
/// use tabiya_openings::tag_opening;
///
/// let (mut game, _) = PgnReader::new("1. e4 c5 *".as_bytes()).games().next().unwrap().unwrap();
/// tag_opening(&mut game);
/// assert_eq!((game.tags.get("ECO"), game.tags.get("Opening")), (Some("B20"), Some("Sicilian Defense")));
/// ```
pub fn tag_opening(game: &mut PgnGame) {
    if game.tags.get("ECO").is_some() || game.tags.get("Opening").is_some() {
        return;
    }
    if let Some(line) = opening_of_moves(game.start(), game.moves()) {
        game.tags.set("ECO", &line.eco().to_string());
        game.tags.set("Opening", line.name());
    }
}

/// Renews the opening in the tags of a game that has gone on, or another way, since it was `former`. What a file says of
/// its opening by another judgement than ours stays as it says it, and so does what it does not say.
///
/// ```
/// use tabiya_notation::pgn::{PgnGame, PgnReader};
/// use tabiya_openings::renew_opening;
///
/// let read = |text: &str| PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap().0;
/// let former = read("[ECO \"B20\"]\n[Variation \"None yet\"]\n\n1. e4 c5 *");
/// let mut game = read("[ECO \"B20\"]\n[Variation \"None yet\"]\n\n1. e4 c5 2. c3 *");
/// renew_opening(&mut game, &former);
/// assert_eq!((game.tags.get("ECO"), game.tags.get("Opening")), (Some("B22"), None));
/// assert_eq!(game.tags.get("Variation"), None);
///
/// let named = "[ECO \"B20\"]\n[Opening \"Sicilian\"]\n\n1. e4 c5 ";
/// let (former, mut game) = (read(&format!("{named} *")), read(&format!("{named} 2. c3 *")));
/// renew_opening(&mut game, &former);
/// assert_eq!((game.tags.get("ECO"), game.tags.get("Opening")), (Some("B22"), Some("Sicilian")));
/// ```
pub fn renew_opening(game: &mut PgnGame, former: &PgnGame) {
    let line_of = |game: &PgnGame| opening_of_moves(game.start(), game.moves());
    let (Some(before), now) = (line_of(former), line_of(game)) else { return };
    let (eco, name) = (game.tags.get("ECO"), game.tags.get("Opening"));
    let is_our_eco = eco.is_none_or(|eco| eco == before.eco().to_string());
    let is_our_name = name.is_none_or(|name| name == before.name());
    if eco.is_none() && name.is_none() || !is_our_eco || now == Some(before) {
        return;
    }
    for (tag, is_ours, value) in [
        ("ECO", true, eco.and(now).map(|line| line.eco().to_string())),
        ("Opening", is_our_name, name.and(now).map(|line| line.name().to_owned())),
        // These are of the opening that it was; beside a name in other words they are its judgement.
        ("Variation", is_our_name, None),
        ("SubVariation", is_our_name, None),
    ] {
        match value {
            _ if !is_ours => {}
            Some(value) => game.tags.set(tag, &value),
            None => drop(game.tags.remove(tag)),
        }
    }
}
