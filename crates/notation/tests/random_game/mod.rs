//! Games with random tags, moves, variations, comments and marks.

use tabiya_notation::pgn::{Nag, PgnEnding, PgnGame, PgnNodeId};
use tabiya_rules::{Color, Position, RULE_SETS, Rules, Start};

use crate::random::Random;

/// What a generated game may have.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Several comments in one place, closing braces, empty comments: what the form allows and few programs read.
    pub is_wild: bool,
    pub has_null_moves: bool,
}

pub const WILD: Kind = Kind { is_wild: true, has_null_moves: true };
pub const TAME: Kind = Kind { is_wild: false, has_null_moves: false };

/// A start under some rules: the usual one, or one from the middle of a game.
pub fn start(random: &mut Random, rules: &'static Rules) -> Position<&'static Rules> {
    let setup = match rules.start {
        Start::Chess960 => Start::chess960(random.below(960) as u16).unwrap(),
        Start::Fixed(setup) => setup,
    };
    let mut position = Position::new(setup, rules).unwrap();
    if random.below(3) == 0 {
        for _ in 0..random.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
    position
}

pub fn any_rules(random: &mut Random) -> &'static Rules {
    RULE_SETS[random.below(RULE_SETS.len())].rules
}

pub fn game(random: &mut Random, start: Position<&'static Rules>, kind: Kind) -> PgnGame {
    let mut game = PgnGame::new(start);
    tags(random, &mut game, kind);
    game.ending = match random.below(4) {
        0 => PgnEnding::Won(Color::White),
        1 => PgnEnding::Won(Color::Black),
        2 => PgnEnding::Drawn,
        _ => PgnEnding::Unknown,
    };
    game[PgnGame::ROOT].after = comments(random, kind);
    let length = random.below(60);
    let mut lines = vec![(PgnGame::ROOT, start, length, 0)];
    while let Some((at, position, length, depth)) = lines.pop() {
        line(random, &mut game, &mut lines, Line { at, position, length, depth }, kind);
    }
    game
}

struct Line {
    at: PgnNodeId,
    position: Position<&'static Rules>,
    length: usize,
    depth: usize,
}

/// Adds moves after a node. Variations of them wait in `lines`.
fn line(
    random: &mut Random,
    game: &mut PgnGame,
    lines: &mut Vec<(PgnNodeId, Position<&'static Rules>, usize, usize)>,
    Line { mut at, mut position, length, depth }: Line,
    kind: Kind,
) {
    for _ in 0..length {
        let parent = at;
        let Some(next) = add(random, game, parent, &position, depth, kind) else {
            return;
        };
        let after = game.position(next);
        while depth < 6 && random.below(8) == 0 && game.len() < 400 {
            let Some(variation) = add(random, game, parent, &position, depth + 1, kind) else {
                break;
            };
            if random.below(3) == 0 {
                game[variation].before = comments(random, kind);
            }
            lines.push((variation, game.position(variation), random.below(12), depth + 1));
        }
        (at, position) = (next, after);
    }
}

fn add(
    random: &mut Random,
    game: &mut PgnGame,
    parent: PgnNodeId,
    position: &Position<&'static Rules>,
    depth: usize,
    kind: Kind,
) -> Option<PgnNodeId> {
    let is_null = kind.has_null_moves && depth > 0 && random.below(12) == 0 && position.pass().is_some();
    let moves = position.legal_moves();
    let m = if is_null { None } else { Some(*moves.get(random.below(moves.len().max(1)))?) };
    let node = game.add(parent, m);
    if random.below(6) == 0 {
        game[node].nags = nags(random, kind);
    }
    if random.below(4) == 0 {
        game[node].after = comments(random, kind);
    }
    Some(node)
}

fn nags(random: &mut Random, kind: Kind) -> Vec<Nag> {
    let mut nags: Vec<Nag> = Vec::new();
    for _ in 0..1 + random.below(if kind.is_wild { 4 } else { 2 }) {
        let nag = Nag(if kind.is_wild { random.next() as u8 } else { 1 + random.below(139) as u8 });
        if !nags.contains(&nag) {
            nags.push(nag);
        }
    }
    nags.sort();
    nags
}

fn tags(random: &mut Random, game: &mut PgnGame, kind: Kind) {
    for name in ["Event", "Site", "Date", "Round", "White", "Black"] {
        if random.below(4) > 0 {
            game.tags.set(name, &words(random, kind));
        }
    }
    for _ in 0..random.below(4) {
        let name = ["ECO", "Annotator", "WhiteElo", "X_1", "TimeControl"][random.below(5)];
        game.tags.set(name, &words(random, kind));
    }
    if kind.is_wild && random.below(2) == 0 {
        let odd = ["A-b", "a.b", "Größe", "x\\y", "%", "'", "{}", "1", "a;b"][random.below(9)];
        game.tags.set(odd, "\"\\\" \\ \\\\ ] [Event \"x\"] {");
    }
}

fn comments(random: &mut Random, kind: Kind) -> Vec<String> {
    let most = if kind.is_wild { 3 } else { 1 };
    (0..random.below(most + 1)).map(|_| words(random, kind).trim_ascii().to_owned()).collect()
}

/// A text, without blanks at its ends.
fn words(random: &mut Random, kind: Kind) -> String {
    const TAME: [&str; 14] = [
        "a",
        "good",
        "move,",
        "Réti",
        "\"quoted\"",
        "back\\slash",
        "(1. e4)",
        "50%",
        "x;y",
        "[%clk",
        "0:01:30]",
        "$7",
        "[%eval 0.17]",
        "国际象棋",
    ];
    const WILD: [&str; 16] = [
        "}",
        "};",
        "%",
        "%eval",
        "[Event",
        "[Event \"x\"]",
        "[%clk 1:00:00]",
        "[%cal Ga1a2]",
        ";",
        "{",
        "[",
        "  ",
        "   x",
        "\t",
        "\u{1}",
        "1-0",
    ];
    let mut text = String::new();
    let most = if random.below(5) == 0 { 60 } else { 6 };
    for _ in 0..random.below(most) {
        let word = match random.below(if kind.is_wild { 12 } else { 8 }) {
            8..=10 => WILD[random.below(WILD.len())].to_owned(),
            11 => "long".repeat(random.below(40)),
            _ => TAME[random.below(TAME.len())].to_owned(),
        };
        text.push_str(&word);
        text.push(' ');
    }
    if text.is_empty() && !kind.is_wild {
        text.push_str("word");
    }
    text.trim_ascii().to_owned()
}
