//! Edits are obeyed whole or refused, can be made again, and leave a game that is written and read as it is.

use tabiya_notation::pgn::{
    Annotation, Arrow, Circle, CommentPlace, Drawing, EditBounds, EditRefusal, MainLine, MarkColor, Nag,
    PgnChange, PgnEdit, PgnGame, PgnNodeId, PgnReader, annotations, drawing_of, words_of,
};
use tabiya_notation::{UciMove, Unplayable};
use tabiya_rules::{RULE_SETS, Square};

use crate::random::Random;
use crate::random_game::{WILD, game, start};

fn read(text: &str) -> PgnGame {
    let (game, end) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
    assert_eq!(end.damage, None, "{text}");
    game
}

fn moves_of(game: &PgnGame) -> String {
    game.to_string().split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

fn edit(at: &str, change: PgnChange) -> PgnEdit {
    PgnEdit { at: at.parse().unwrap(), change }
}

fn play(m: &str) -> PgnChange {
    PgnChange::Play(m.parse().unwrap())
}

fn words(lines: &[&str]) -> PgnChange {
    PgnChange::Words(CommentPlace::After, lines.iter().map(|&line| line.to_owned()).collect())
}

fn nodes(game: &PgnGame) -> Vec<PgnNodeId> {
    let mut nodes = vec![PgnGame::ROOT];
    for number in 0.. {
        let Some(&node) = nodes.get(number) else { break };
        nodes.extend(game.children(node));
    }
    nodes
}

const WORDS: [&str; 9] = [
    "",
    "good",
    "a } brace",
    " { open ; % [Event \"x\"] ",
    "%",
    "[%clk 0:01:00] mine",
    "line\u{85}end\u{7}",
    "Größe 象棋 \u{202e}x",
    "[%cal broken",
];

fn any_change(random: &mut Random, game: &PgnGame, node: PgnNodeId) -> PgnChange {
    let place = if random.below(3) == 0 { CommentPlace::Before } else { CommentPlace::After };
    let lines = |random: &mut Random| {
        (0..random.below(4)).map(|_| WORDS[random.below(WORDS.len())].to_owned()).collect()
    };
    let square = |random: &mut Random| Square::all().nth(random.below(64)).unwrap();
    match random.below(9) {
        0 | 1 => PgnChange::Words(place, lines(random)),
        2 => PgnChange::Marks((0..random.below(3)).map(|_| Nag(random.below(256) as u8)).collect()),
        3 => PgnChange::Drawing(Drawing {
            arrows: (0..random.below(3))
                .map(|_| Arrow { color: MarkColor::Green, from: square(random), to: square(random) })
                .collect(),
            circles: (0..random.below(3))
                .map(|_| Circle { color: MarkColor::Red, at: square(random) })
                .collect(),
        }),
        number @ (4 | 5) => {
            let position = game.position(node);
            let moves = position.legal_moves();
            let legal = moves.get(random.below(moves.len().max(1)));
            let m = legal.map_or(UciMove::Null, |&m| UciMove::from_move(m, &position));
            if number == 4 { PgnChange::Play(m) } else { PgnChange::Beside(m) }
        }
        6 => PgnChange::Promote,
        7 => PgnChange::Earlier,
        _ => PgnChange::Delete,
    }
}

/// What programs wrote into the comments of a game, in no order.
fn commands(game: &PgnGame) -> Vec<String> {
    let comments =
        nodes(game).into_iter().flat_map(|node| [game[node].before.clone(), game[node].after.clone()]);
    let found = comments.flatten().flat_map(|comment| annotations(&comment).0);
    let drawn = |found: &Annotation| matches!(found, Annotation::Arrows(_) | Annotation::Circles(_));
    let mut commands: Vec<String> =
        found.filter(|found| !drawn(found)).map(|found| found.to_string()).collect();
    commands.sort();
    commands
}

#[test]
fn edits_under_every_rule_set_replay_and_are_read_back() {
    let mut random = Random(11);
    for set in &RULE_SETS {
        for _ in 0..12 {
            let start = start(&mut random, set.rules);
            let first = game(&mut random, start, WILD);
            let mut game = first.clone();
            let mut made = Vec::new();
            for _ in 0..40 {
                let all = nodes(&game);
                let node = all[random.below(all.len())];
                let edit = PgnEdit { at: game.path(node), change: any_change(&mut random, &game, node) };
                let before = game.clone();
                match game.edit(&edit, &EditBounds::default()) {
                    Ok(place) => {
                        assert!(game != before, "{edit:?}");
                        assert_eq!(read(&game.to_string()), game, "{edit:?}\n{before}");
                        if edit.change != PgnChange::Delete {
                            assert_eq!(commands(&game), commands(&before), "{edit:?}");
                        }
                        let about = game.find(&place).unwrap_or_else(|| panic!("{edit:?}: {place}"));
                        assert_eq!(game.path(about), place, "{edit:?}");
                        if matches!(edit.change, PgnChange::Promote | PgnChange::Earlier) {
                            let (said, kept) = (&game[about].after, &before[node].after);
                            assert!(said.ends_with(kept) && game[about].m == before[node].m, "{edit:?}");
                        } else {
                            assert_eq!(place, edit.place());
                        }
                        made.push(edit);
                    }
                    Err(why) => {
                        assert_eq!(game, before, "{edit:?}");
                        assert!(!why.to_string().is_empty());
                    }
                }
            }
            let mut again = first;
            made.iter().for_each(|edit| drop(again.edit(edit, &EditBounds::default()).unwrap()));
            assert_eq!(again, game);
        }
    }
}

#[test]
fn every_move_has_a_way_that_leads_to_it() {
    let mut random = Random(12);
    for set in &RULE_SETS {
        let start = start(&mut random, set.rules);
        let mut game = game(&mut random, start, WILD);
        // The same variation twice.
        let first = game.children(PgnGame::ROOT).next();
        if let Some(first) = first {
            let twin = game.add(PgnGame::ROOT, game[first].m);
            assert!(game.path(twin).to_string().contains('~'));
        }
        for node in nodes(&game) {
            let path = game.path(node);
            assert_eq!(game.find(&path.to_string().parse().unwrap()), Some(node), "{path}");
        }
    }
}

#[test]
fn what_an_edit_changes_is_told_by_a_table() {
    let table = [
        ("e2e4", play("c7c5"), "1. e4 {a} (1. d4 {b} d5) 1... e5 (1... c5) {c} *"),
        ("e2e4", words(&["two", "comments"]), "1. e4 {two} {comments} (1. d4 {b} d5) 1... e5 {c} *"),
        ("e2e4", words(&[]), "1. e4 (1. d4 {b} d5) 1... e5 {c} *"),
        ("", words(&["at first"]), "{at first} 1. e4 {a} (1. d4 {b} d5) 1... e5 {c} *"),
        ("d2d4", PgnChange::Promote, "1. d4 {b} (1. e4 {a} 1... e5 {c}) 1... d5 *"),
        ("d2d4 d7d5", PgnChange::Promote, "1. d4 {b} (1. e4 {a} 1... e5 {c}) 1... d5 *"),
        ("d2d4 d7d5", PgnChange::Delete, "1. e4 {a} (1. d4 {b}) 1... e5 {c} *"),
        ("d2d4", PgnChange::Delete, "1. e4 {a} 1... e5 {c} *"),
        ("e2e4", PgnChange::Delete, "1. d4 {b} d5 *"),
        (
            "e2e4 e7e5",
            PgnChange::Beside("g1f3".parse().unwrap()),
            "1. e4 {a} (1. d4 {b} d5) 1... e5 {c} (1... e5 2. Nf3) *",
        ),
        (
            "e2e4 e7e5",
            PgnChange::Marks(vec![Nag(1), Nag(16), Nag(1)]),
            "1. e4 {a} (1. d4 {b} d5) 1... e5 $1 $16 {c} *",
        ),
        (
            "d2d4",
            PgnChange::Words(CommentPlace::Before, vec!["or".to_owned()]),
            "1. e4 {a} ({or} 1. d4 {b} d5) 1... e5 {c} *",
        ),
    ];
    for (at, change, told) in table {
        let mut game = read("1. e4 {a} (1. d4 {b} d5) e5 {c} *");
        game.edit(&edit(at, change.clone()), &EditBounds::default()).unwrap();
        // Where a variation ends, a comment is as well said of the move before it.
        assert_eq!(read(&game.to_string()), game, "{change:?}");
        let told = read(told);
        assert_eq!(moves_of(&game), moves_of(&told), "{change:?}");
    }
}

#[test]
fn a_variation_goes_before_the_one_before_it_and_never_before_the_line() {
    let mut game = read("1. e4 ({a} 1. d4 d5) ({b} 1. c4) ({c} 1. d4 Nf6) 1... e5 *");
    let mut earlier = |at: &str| {
        let place = game.edit(&edit(at, PgnChange::Earlier), &EditBounds::default());
        assert_eq!(read(&game.to_string()), game);
        place.map(|place| (place.to_string(), moves_of(&game)))
    };
    let told = |place: &str, moves: &str| Ok((place.to_owned(), moves.to_owned()));
    assert_eq!(
        earlier("d2d4~2"),
        told("d2d4~2", "1. e4 ({a} 1. d4 d5) ({c} 1. d4 Nf6) ({b} 1. c4) 1... e5 *")
    );
    assert_eq!(earlier("d2d4~2"), told("d2d4", "1. e4 ({c} 1. d4 Nf6) ({a} 1. d4 d5) ({b} 1. c4) 1... e5 *"));
    assert_eq!(earlier("d2d4"), Err(EditRefusal::FirstVariation));
    assert_eq!(earlier("e2e4"), Err(EditRefusal::MainLine));
    assert_eq!(earlier("d2d4~2 d7d5"), Err(EditRefusal::MainLine));
    assert_eq!(earlier(""), Err(EditRefusal::Start));
    // What is added stands behind the last one.
    let play = edit("", play("b2b3"));
    game.edit(&play, &EditBounds::default()).unwrap();
    assert!(moves_of(&game).contains("({b} 1. c4) (1. b3)"), "{game}");
}

#[test]
fn nothing_is_written_in_a_game_whose_start_could_not_be_read() {
    for tag in [r#"[Variant "guhk"]"#, r#"[FEN "8/8 w"]"#, r#"[Rules "nonsense"]"#] {
        let text = format!("{tag}\n\n1. e4 e5 *");
        let (first, end) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
        assert!(end.damage.is_some() && first.is_empty(), "{text}");
        for change in [play("e2e4"), words(&["said"]), PgnChange::Marks(vec![Nag(1)])] {
            let mut game = first.clone();
            let made = game.edit(&edit("", change.clone()), &EditBounds::default());
            assert_eq!(made, Err(EditRefusal::UnreadStart), "{tag} {change:?}");
            assert_eq!(game, first);
        }
    }
}

/// Whether a refusal is the one that is expected.
type IsRight = fn(&EditRefusal) -> bool;

#[test]
fn an_edit_is_refused_with_the_reason() {
    let text = "1. e4 (1. d4 d5) (1. -- d5) e5 2. Nf3 *";
    let played: Vec<_> = read(text).moves().map(Some).collect();
    let bounds = EditBounds { moves: 9, text: 20, words: 10, played, ..EditBounds::default() };
    let bounds = EditBounds { main_line: MainLine::Played, ..bounds };
    let illegal = |why: &EditRefusal| matches!(why, EditRefusal::Unplayable(Unplayable::Illegal(_)));
    let table: [(&str, PgnChange, IsRight); 14] = [
        ("c2c4", PgnChange::Delete, |why| matches!(why, EditRefusal::NoSuchMove(_))),
        ("", PgnChange::Delete, |why| *why == EditRefusal::Start),
        ("", PgnChange::Beside("e2e4".parse().unwrap()), |why| *why == EditRefusal::Start),
        ("e2e4", play("e7e4"), illegal),
        ("e2e4", PgnChange::Play(UciMove::Null), |why| *why == EditRefusal::Unplayable(Unplayable::Null)),
        ("e2e4", play("e7e5"), |why| *why == EditRefusal::Unchanged),
        ("e2e4", PgnChange::Marks(vec![]), |why| *why == EditRefusal::Unchanged),
        ("e2e4", words(&["12345", "678901"]), |why| *why == EditRefusal::TooLong { most: 10 }),
        ("e2e4", PgnChange::Words(CommentPlace::Before, vec![]), |why| *why == EditRefusal::NoVariation),
        ("e2e4 e7e5", PgnChange::Promote, |why| *why == EditRefusal::MainLine),
        ("d2d4 d7d5", PgnChange::Promote, |why| *why == EditRefusal::PlayedFirst),
        ("e2e4 e7e5", PgnChange::Delete, |why| *why == EditRefusal::Played),
        ("e2e4", PgnChange::Marks((1..18).map(Nag).collect()), |why| *why == EditRefusal::TooManyMarks),
        ("e2e4", PgnChange::Drawing(crowded()), |why| *why == EditRefusal::TooManyDrawn),
    ];
    for (at, change, is_right) in table {
        let mut game = read(text);
        let why = game.edit(&edit(at, change.clone()), &bounds).unwrap_err();
        assert!(is_right(&why), "{change:?}: {why:?}");
        assert_eq!(game, read(text));
    }
    let mut game = read(text);
    let free = EditBounds { main_line: MainLine::Free, ..bounds.clone() };
    assert_eq!(game.edit(&edit("0000", PgnChange::Promote), &free), Err(EditRefusal::Passes));
    game.edit(&edit("d2d4", play("g8f6")), &bounds).unwrap();
    assert_eq!(game.edit(&edit("d2d4", play("e7e6")), &bounds), Ok("d2d4 e7e6".parse().unwrap()));
    assert_eq!(game.edit(&edit("d2d4", play("c7c5")), &bounds), Err(EditRefusal::TooManyMoves { most: 9 }));
    for at in ["e2e4", "d2d4"] {
        game.edit(&edit(at, words(&["1234567890"])), &bounds).unwrap();
    }
    assert_eq!(game.edit(&edit("", words(&["x"])), &bounds), Err(EditRefusal::TooMuchText { most: 0 }));
    game.edit(&edit("e2e4", words(&["x"])), &bounds).unwrap();
}

#[test]
fn what_can_be_made_again_is_deleted_by_nobody() {
    let moves = |text: &str| read(text).moves().map(Some).collect::<Vec<_>>();
    let played = moves("1. e4 e5 *");
    let taken_back = moves("1. e4 e5 2. Nf3 Nc6 *").split_off(2);
    let bounds = EditBounds { played, taken_back, ..EditBounds::default() };
    // While the game goes on, they follow its last move; once it is over, they stand beside it.
    for (text, at) in [
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) *", "e2e4 e7e5"),
        ("1. e4 e5 (1... e5 2. Nf3 Nc6 3. Bb5 (3. Bc4)) 0-1", "e2e4 e7e5~2"),
    ] {
        let delete = |game: &mut PgnGame, path: &str| {
            game.edit(&edit(&format!("{at} {path}"), PgnChange::Delete), &bounds).map(drop)
        };
        let mut game = read(text);
        assert_eq!(delete(&mut game, "g1f3"), Err(EditRefusal::TakenBack));
        assert_eq!(delete(&mut game, "g1f3 b8c6"), Err(EditRefusal::TakenBack));
        assert_eq!(delete(&mut game, "g1f3 b8c6 f1c4"), Ok(()));
        assert_eq!(delete(&mut game, "g1f3 b8c6 f1b5"), Ok(()));
        assert_eq!(game.edit(&edit("e2e4 e7e5", PgnChange::Delete), &bounds), Err(EditRefusal::Played));
    }
}

fn crowded() -> Drawing {
    let circles = Square::all().map(|at| Circle { color: MarkColor::Blue, at });
    Drawing { arrows: Arrow::parse("Ga1a2").into_iter().collect(), circles: circles.collect() }
}

#[test]
fn words_and_drawings_leave_each_other_and_clocks_alone() {
    let mut game = read("1. e4 {[%eval 0.3] [%cal Ge2e4] fine [%clk 0:01:00]} {[%csl Yd5,Rd4]} *");
    game.edit(&edit("e2e4", words(&["poor"])), &EditBounds::default()).unwrap();
    let node = game.main_line().next().unwrap();
    assert_eq!(words_of(&game[node].after), ["poor"]);
    assert_eq!(
        (drawing_of(&game[node].after).arrows.len(), drawing_of(&game[node].after).circles.len()),
        (1, 2)
    );
    game.edit(&edit("e2e4", PgnChange::Drawing(Drawing::default())), &EditBounds::default()).unwrap();
    assert_eq!(moves_of(&game), "1. e4 {[%eval 0.3] [%clk 0:01:00] poor} *");
}
