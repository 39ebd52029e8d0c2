//! What people write into comments, apart from what programs write there. Either can be changed without the other.

use super::annotation::{Annotation, Arrow, Circle, Eval, next_command};
use super::annotations;

/// What is drawn on the board for a position.
///
/// ```
/// use tabiya_notation::pgn::{drawing_of, with_drawing};
///
/// let comments = ["[%cal Gd2d4] [%clk 0:01:00] sharp".to_owned()];
/// let mut drawing = drawing_of(&comments);
/// assert_eq!(drawing.arrows.len(), 1);
/// drawing.circles.extend(tabiya_notation::pgn::Circle::parse("Rd4"));
/// assert_eq!(with_drawing(&comments, &drawing), ["[%csl Rd4][%cal Gd2d4] [%clk 0:01:00] sharp"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are their own names")]
pub struct Drawing {
    pub arrows: Vec<Arrow>,
    pub circles: Vec<Circle>,
}

impl Drawing {
    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty() && self.circles.is_empty()
    }

    /// As it stands in a comment.
    fn commands(&self) -> String {
        let circles =
            (!self.circles.is_empty()).then(|| Annotation::Circles(self.circles.clone()).to_string());
        let arrows = (!self.arrows.is_empty()).then(|| Annotation::Arrows(self.arrows.clone()).to_string());
        [circles, arrows].into_iter().flatten().collect()
    }
}

/// A part of a comment.
enum CommentPart<'a> {
    Words(&'a str),
    /// What a program wrote, in its brackets, and what that is.
    Command(&'a str, Annotation),
}

fn parts(comment: &str) -> Vec<CommentPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = comment;
    while let Some((before, name, value, after)) = next_command(rest) {
        parts.push(CommentPart::Words(before.trim()));
        parts.push(CommentPart::Command(
            &rest[before.len()..rest.len() - after.len()],
            Annotation::parse(name, value),
        ));
        rest = after;
    }
    parts.push(CommentPart::Words(rest.trim()));
    parts
}

/// What people wrote into comments, one text for each that has words.
///
/// ```
/// use tabiya_notation::pgn::words_of;
///
/// let comments = ["[%clk 0:01:00] good", "[%eval 0.3]", "or not"].map(str::to_owned);
/// assert_eq!(words_of(&comments), ["good", "or not"]);
/// ```
pub fn words_of(comments: &[String]) -> Vec<String> {
    comments.iter().map(|comment| annotations(comment).1).filter(|words| !words.is_empty()).collect()
}

/// Comments with other words, a comment for each line. What programs wrote stays.
///
/// ```
/// use tabiya_notation::pgn::with_words;
///
/// let comments = ["[%clk 0:01:00] good".to_owned()];
/// assert_eq!(with_words(&comments, &["bad".to_owned()]), ["[%clk 0:01:00] bad"]);
/// assert_eq!(with_words(&comments, &[]), ["[%clk 0:01:00]"]);
/// ```
pub fn with_words(comments: &[String], lines: &[String]) -> Vec<String> {
    if words_of(comments) == lines {
        return comments.to_vec();
    }
    let commands = comments.iter().map(|comment| {
        let raw = parts(comment).into_iter().filter_map(|part| match part {
            CommentPart::Command(raw, _) => Some(raw),
            CommentPart::Words(_) => None,
        });
        joined(raw)
    });
    let mut changed: Vec<String> = commands.collect();
    for (number, line) in lines.iter().enumerate() {
        match changed.get_mut(number) {
            Some(comment) => *comment = joined([comment.as_str(), line]),
            None => changed.push(line.clone()),
        }
    }
    changed.retain(|comment| !comment.is_empty());
    changed
}

/// What is drawn by comments.
pub fn drawing_of(comments: &[String]) -> Drawing {
    let mut drawing = Drawing::default();
    for annotation in comments.iter().flat_map(|comment| annotations(comment).0) {
        match annotation {
            Annotation::Arrows(arrows) => drawing.arrows.extend(arrows),
            Annotation::Circles(circles) => drawing.circles.extend(circles),
            Annotation::Clock(_) | Annotation::Spent(_) | Annotation::Eval(..) | Annotation::Other(..) => {}
        }
    }
    drawing
}

/// Comments that draw something else, or nothing. Everything else in them stays.
pub fn with_drawing(comments: &[String], drawing: &Drawing) -> Vec<String> {
    if drawing_of(comments) == *drawing {
        return comments.to_vec();
    }
    let place = comments.iter().position(|comment| draws(comment)).unwrap_or(0);
    let mut changed: Vec<String> = comments.iter().map(|comment| without(comment, is_drawing)).collect();
    if !drawing.is_empty() {
        let commands = drawing.commands();
        match changed.get_mut(place) {
            Some(comment) => *comment = joined([&commands, comment.as_str()]),
            None => changed.push(commands),
        }
    }
    without_emptied(changed, comments)
}

/// Comments that tell what an engine thinks of the position, and how deep it looked, in place of what they told of that; or
/// nothing of it. Everything else in them stays.
///
/// ```
/// use tabiya_notation::pgn::{Eval, with_eval};
///
/// let comments = ["[%clk 0:01:00] good".to_owned()];
/// let told = with_eval(&comments, Some((Eval::Centipawns(17), None)));
/// assert_eq!(told, ["[%eval 0.17] [%clk 0:01:00] good"]);
/// assert_eq!(with_eval(&told, None), comments);
/// assert_eq!(with_eval(&[], Some((Eval::Mate(-3), Some(20)))), ["[%eval #-3,20]"]);
/// ```
pub fn with_eval(comments: &[String], eval: Option<(Eval, Option<u32>)>) -> Vec<String> {
    let is_eval = |annotation: &Annotation| matches!(annotation, Annotation::Eval(..));
    let place = comments.iter().position(|comment| annotations(comment).0.iter().any(is_eval));
    let mut changed: Vec<String> = comments.iter().map(|comment| without(comment, is_eval)).collect();
    if let Some((eval, depth)) = eval {
        let command = Annotation::Eval(eval, depth).to_string();
        match changed.get_mut(place.unwrap_or(0)) {
            Some(comment) => *comment = joined([&command, comment.as_str()]),
            None => changed.push(command),
        }
    }
    without_emptied(changed, comments)
}

/// Whether something draws.
fn is_drawing(annotation: &Annotation) -> bool {
    matches!(annotation, Annotation::Arrows(_) | Annotation::Circles(_))
}

fn draws(comment: &str) -> bool {
    annotations(comment).0.iter().any(is_drawing)
}

/// A comment without what programs wrote of a kind; as it is where there is nothing of it.
fn without(comment: &str, is_kind: impl Fn(&Annotation) -> bool) -> String {
    if !annotations(comment).0.iter().any(&is_kind) {
        return comment.to_owned();
    }
    joined(parts(comment).into_iter().filter_map(|part| match part {
        CommentPart::Words(words) => Some(words),
        CommentPart::Command(_, annotation) if is_kind(&annotation) => None,
        CommentPart::Command(raw, _) => Some(raw),
    }))
}

/// Changed comments without those in which nothing is left; those that were empty before stay.
fn without_emptied(changed: Vec<String>, before: &[String]) -> Vec<String> {
    let was_empty = |number: usize| before.get(number).is_some_and(String::is_empty);
    let kept =
        changed.into_iter().enumerate().filter(|(number, comment)| !comment.is_empty() || was_empty(*number));
    kept.map(|(_, comment)| comment).collect()
}

/// Texts parted by blanks, without those that are empty.
fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
