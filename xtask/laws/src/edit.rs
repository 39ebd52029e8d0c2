//! Any edits of any game are obeyed whole or refused whole. What they lead to is written and read again as the same, is within
//! bounds, and is led to again by the same edits; each tells the way to the move that it is about.

use crate::bytes::Bytes;
use tabiya_notation::UciMove;
use tabiya_notation::pgn::{
    Arrow, Circle, CommentPlace, Drawing, EditBounds, MAX_DEPTH, MainLine, MarkColor, Nag, PgnChange,
    PgnEdit, PgnGame, PgnNodeId, PgnReader,
};

/// How many edits are made of one input.
const MOST_EDITS: usize = 32;

/// The words between the game and the edits.
const PARTING: u8 = 0;

fn nodes(game: &PgnGame) -> Vec<PgnNodeId> {
    let mut nodes = vec![PgnGame::ROOT];
    for number in 0.. {
        let Some(&node) = nodes.get(number) else { break };
        nodes.extend(game.children(node));
    }
    nodes
}

fn change(bytes: &mut Bytes<'_>, game: &PgnGame, node: PgnNodeId) -> Option<PgnChange> {
    let kind = bytes.byte()?;
    Some(match kind % 9 {
        0 | 1 => {
            let place = if kind & 8 == 0 { CommentPlace::After } else { CommentPlace::Before };
            let size = usize::from(bytes.byte()?).min(bytes.0.len());
            let (text, rest) = bytes.0.split_at(size);
            bytes.0 = rest;
            PgnChange::Words(place, String::from_utf8_lossy(text).lines().map(str::to_owned).collect())
        }
        2 => PgnChange::Marks((0..bytes.byte()? & 31).map_while(|_| bytes.byte().map(Nag)).collect()),
        3 => {
            let (from, to) = (bytes.square()?, bytes.square()?);
            let arrow = Arrow { color: MarkColor::Green, from, to };
            PgnChange::Drawing(Drawing {
                arrows: (0..kind >> 5).map(|_| arrow).collect(),
                circles: vec![Circle { color: MarkColor::Red, at: to }],
            })
        }
        4 | 5 => {
            let position = game.position(node);
            let m = bytes.choose(&position.legal_moves());
            let m = m.map_or(UciMove::Null, |m| UciMove::from_move(m, &position));
            if kind & 8 == 0 { PgnChange::Play(m) } else { PgnChange::Beside(m) }
        }
        6 => PgnChange::Promote,
        7 => PgnChange::Earlier,
        _ => PgnChange::Delete,
    })
}

fn read(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes()).games().next().expect("there is one").expect("memory can be read").0
}

/// The bounds of a game of which some moves were played and some taken back.
fn bounds(bytes: &mut Bytes<'_>, game: &PgnGame) -> Option<EditBounds> {
    let line: Vec<_> = game.main_line().map(|node| game[node].m).collect();
    let (played, taken_back) = line.split_at(usize::from(bytes.byte()?) % (line.len() + 1));
    let main_line = if bytes.byte()? & 1 == 0 { MainLine::Free } else { MainLine::Played };
    let (played, taken_back) = (played.to_vec(), taken_back.to_vec());
    Some(EditBounds { moves: 200, text: 2000, words: 200, played, taken_back, main_line })
}

fn check(game: &PgnGame, before: &PgnGame, bounds: &EditBounds) {
    let text = game.to_string();
    assert!(read(&text) == *game, "{text}");
    assert!(game.len() <= bounds.moves.max(before.len()), "{text}");
    assert!(game.depth() <= MAX_DEPTH.max(before.depth()), "{text}");
    let kept = bounds.played.iter().chain(&bounds.taken_back).copied();
    assert!(game.find_line(kept).is_some(), "what was played is there, and what can be made again: {text}");
}

/// Panics where that is not so.
pub fn hold(data: &[u8]) {
    let mut parts = data.splitn(2, |&byte| byte == PARTING);
    let (Some(text), Some(edits)) = (parts.next(), parts.next()) else { return };
    let Some(Ok((first, _))) = PgnReader::new(text).games().next() else { return };
    let mut bytes = Bytes(edits);
    let Some(bounds) = bounds(&mut bytes, &first) else { return };
    let (mut game, mut made) = (first.clone(), Vec::new());
    for _ in 0..MOST_EDITS {
        let all = nodes(&game);
        let Some(node) = bytes.choose(&all) else { break };
        let Some(change) = change(&mut bytes, &game, node) else { break };
        let edit = PgnEdit { at: game.path(node), change };
        let before = game.clone();
        match game.edit(&edit, &bounds) {
            Ok(place) => {
                check(&game, &before, &bounds);
                let about = game.find(&place).expect("an edit is about a move that is there");
                assert_eq!(game.path(about), place);
                made.push(edit);
            }
            Err(why) => {
                assert!(game == before && !why.to_string().is_empty());
            }
        }
    }
    let mut again = first;
    for edit in &made {
        // What was allowed once is allowed again, whatever the bounds are then.
        again.edit(edit, &EditBounds::default()).expect("it was made before");
    }
    assert!(again == game);
}
