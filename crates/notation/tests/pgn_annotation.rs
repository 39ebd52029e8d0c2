//! What programs say in comments, taken apart and put together again.

use tabiya_notation::pgn::{Annotation, Arrow, Circle, Eval, MarkColor, PgnClock, annotations};
use tabiya_rules::Square;

use crate::random::Random;

fn one(text: &str) -> Annotation {
    let (mut found, rest) = annotations(text);
    assert_eq!((found.len(), rest.as_str()), (1, ""), "{text}");
    found.remove(0)
}

fn other(name: &str, value: &str) -> Annotation {
    Annotation::Other(name.to_owned(), value.to_owned())
}

#[test]
fn annotations_are_read_as_the_table_says() {
    let clock = |milliseconds| Annotation::Clock(PgnClock { milliseconds });
    let pawns = |hundredths| Annotation::Eval(Eval::Centipawns(hundredths), None);
    let table = [
        ("[%clk 1:05:23]", clock(3_923_000)),
        ("[%clk   0:00:05.25 ]", clock(5_250)),
        ("[%clk 0:00:05.2599]", clock(5_259)),
        ("[%clk 5]", clock(5_000)),
        ("[%clk 1:5]", clock(65_000)),
        ("[%clk 0:00:-5]", other("clk", "0:00:-5")),
        ("[%clk +5]", other("clk", "+5")),
        ("[%clk 5.+5]", other("clk", "5.+5")),
        ("[%clk 1:1:1:1]", other("clk", "1:1:1:1")),
        ("[%clk 99999999999999999999]", other("clk", "99999999999999999999")),
        ("[%clk 18446744073709551615:0:0]", other("clk", "18446744073709551615:0:0")),
        ("[%clk]", other("clk", "")),
        ("[%clk ٣]", other("clk", "٣")),
        ("[%emt 0:00:01]", Annotation::Spent(PgnClock { milliseconds: 1000 })),
        ("[%eval 0.17]", pawns(17)),
        ("[%eval -1.5]", pawns(-150)),
        ("[%eval -0.001]", pawns(0)),
        ("[%eval 21474836.47]", pawns(i32::MAX)),
        ("[%eval 21474836.48]", other("eval", "21474836.48")),
        ("[%eval nan]", other("eval", "nan")),
        ("[%eval inf]", other("eval", "inf")),
        ("[%eval 1e99]", other("eval", "1e99")),
        ("[%eval 0.2,18]", Annotation::Eval(Eval::Centipawns(20), Some(18))),
        ("[%eval 0.2,x]", other("eval", "0.2,x")),
        ("[%eval #-3,20]", Annotation::Eval(Eval::Mate(-3), Some(20))),
        ("[%eval #]", other("eval", "#")),
        ("[%cal ]", Annotation::Arrows(Vec::new())),
        ("[%cal Gé2d4]", other("cal", "Gé2d4")),
        ("[%cal Gd2]", other("cal", "Gd2")),
        ("[%cal Gd2d4,]", other("cal", "Gd2d4,")),
        ("[%csl Oa1]", other("csl", "Oa1")),
        ("[%csl G]", other("csl", "G")),
        ("[%]", other("", "")),
        ("[% x]", other("", "x")),
        ("[%a [%b]", other("a", "[%b")),
        ("[%tqu \"En\",\"\",\"\"]", other("tqu", "\"En\",\"\",\"\"")),
    ];
    for (text, expected) in table {
        assert_eq!(one(text), expected, "{text}");
    }
}

#[test]
fn the_text_around_annotations_is_kept() {
    let table = [
        ("", 0, ""),
        ("just words", 0, "just words"),
        ("a [%clk 0:00:01] b [%eval 1] c", 2, "a b c"),
        ("[%clk 0:00:01][%eval 1]", 2, ""),
        ("an open [%clk 0:00:01", 0, "an open [%clk 0:00:01"),
        ("[%", 0, "[%"),
        ("] [ % [%x] ]", 1, "] [ % ]"),
    ];
    for (text, count, words) in table {
        let (found, rest) = annotations(text);
        assert_eq!((found.len(), rest.as_str()), (count, words), "{text}");
    }
}

fn square(random: &mut Random) -> Square {
    Square::from_index(random.below(64))
}

fn color(random: &mut Random) -> MarkColor {
    [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue][random.below(4)]
}

fn annotation(random: &mut Random) -> Annotation {
    let clock = |random: &mut Random| PgnClock { milliseconds: random.next() >> random.below(64) };
    match random.below(7) {
        0 => Annotation::Clock(clock(random)),
        1 => Annotation::Spent(clock(random)),
        2 => Annotation::Eval(Eval::Centipawns(random.next() as i32), None),
        3 => Annotation::Eval(Eval::Mate(random.next() as i32), Some(random.next() as u32)),
        4 => Annotation::Arrows(
            (0..random.below(4))
                .map(|_| Arrow { color: color(random), from: square(random), to: square(random) })
                .collect(),
        ),
        5 => Annotation::Circles(
            (0..random.below(4)).map(|_| Circle { color: color(random), at: square(random) }).collect(),
        ),
        _ => Annotation::Other("name".to_owned(), "some value".repeat(random.below(3))),
    }
}

#[test]
fn annotations_come_back() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let annotation = annotation(&mut random);
        assert_eq!(one(&annotation.to_string()), annotation);
    }
}

#[test]
fn mangled_annotations_come_back_as_they_were_read() {
    let mut random = Random(2);
    let letters: Vec<char> = "[%]clkevacs #-+.,:0159Gd2 é\u{a0}\t".chars().collect();
    for _ in 0..50_000 {
        let mut text: Vec<char> =
            format!("{} x {}", annotation(&mut random), annotation(&mut random)).chars().collect();
        for _ in 0..random.below(5) {
            let at = random.below(text.len());
            text[at] = letters[random.below(letters.len())];
        }
        let text: String = text.into_iter().collect();
        let (found, rest) = annotations(&text);
        for annotation in &found {
            assert_eq!(&one(&annotation.to_string()), annotation, "{text}");
        }
        assert!(rest.len() <= text.len() + 1, "{text}");
    }
}
