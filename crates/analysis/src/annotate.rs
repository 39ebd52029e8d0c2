//! An analysis written into a PGN, and taken out of it again.
//!
//! What is written can be told from what people write: a remark begins with the mark's name and the chances (`Mistake (62 %
//! to 41 %).`), and the better line is a variation that begins with `Better:` and in which nobody has written anything else, in
//! whatever language. So that a later analysis takes the place of an earlier one, as far as it has come itself.

use std::fmt;

use tabiya_notation::UciMove;
use tabiya_notation::pgn::{
    EditBounds, EditRefusal, MAX_COMMENT, Nag, PgnChange, PgnEdit, PgnGame, PgnNodeId, with_eval, with_words,
    words_of,
};
use tabiya_rules::{ByLanguage, Language};

use crate::game_analysis::nodes;
use crate::game_report::TO;
use crate::{GameAnalysis, GameReport, JudgedMove, MoveLesson, MoveMark, SearchedLine};

/// What stands before the better line.
const BETTER: ByLanguage<&str> = ByLanguage { english: "Better:", german: "Besser:" };

/// How many moves of it are written.
const LINE_LENGTH: usize = 10;

/// Why an analysis cannot be written into a game. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAnnotated {
    /// The game has other moves.
    OtherGame,
    /// The game cannot hold so much.
    Refused(EditRefusal),
}

impl fmt::Display for NotAnnotated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnnotated::OtherGame => f.write_str("the analysis is of a game with other moves"),
            NotAnnotated::Refused(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotAnnotated {}

impl GameAnalysis {
    /// Writes what is known into a game, in a language: the score of every position, and at moves that are worth a word their mark, what
    /// can be learnt from them and the better line. It takes the place of an earlier analysis and of other programs' scores
    /// wherever it knows something itself; whatever people wrote stays, and where they marked a move, or gave a variation with the better move, theirs is left
    /// as it is.
    ///
    /// ```
    /// use tabiya_analysis::GameAnalysis;
    /// use tabiya_notation::pgn::{EditBounds, PgnReader};
    /// use tabiya_rules::Language;
    ///
    /// let (mut game, _) = PgnReader::new("1. f3 {?} e5 2. g4 Qh4# 0-1".as_bytes()).games().next().unwrap().unwrap();
    /// let mut analysis = GameAnalysis::new(&game);
    /// for (ply, text) in [(0, "0.30,9 e2e4"), (1, "-0.40,9 e7e5"), (2, "-0.50,9 e2e4"), (3, "#-1,9 d8h4")] {
    ///     analysis.put_text(ply, text).unwrap();
    /// }
    /// analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    /// let written = game.to_string();
    /// assert!(written.contains("1. f3 $6 {[%eval -0.40,9] ?} {Inaccuracy (53 % to 46 %)."), "{written}");
    /// assert!(written.replace('\n', " ").contains("2. g4 $4 {[%eval #-1,9] Blunder (45 % to 2 %). g4 allows mate on h4."), "{written}");
    /// analysis.annotate(&mut game, Language::English, &EditBounds::default()).unwrap();
    /// assert_eq!(game.to_string(), written);
    /// ```
    pub fn annotate(
        &self,
        game: &mut PgnGame,
        language: Language,
        bounds: &EditBounds,
    ) -> Result<(), NotAnnotated> {
        let report = self.report();
        let lessons = report.marked().map(|judged| (judged.ply, self.lesson(judged))).collect::<Vec<_>>();
        self.annotate_with(game, &report, &lessons, language, bounds)
    }

    /// The same with a report and lessons (by the number of moves before) of this analysis that are there already.
    pub fn annotate_with(
        &self,
        game: &mut PgnGame,
        report: &GameReport,
        lessons: &[(usize, Option<MoveLesson>)],
        language: Language,
        bounds: &EditBounds,
    ) -> Result<(), NotAnnotated> {
        if !self.is_of(game) {
            return Err(NotAnnotated::OtherGame);
        }
        let mut written = game.clone();
        take_out(&mut written, report);
        let line: Vec<PgnNodeId> = nodes(&written).collect();
        for (ply, (&node, score)) in line.iter().zip(&report.positions).enumerate() {
            let depth = self.search(ply).and_then(|search| search.depth);
            let eval = score.and_then(|score| Some((score.eval()?, depth)));
            if score.is_some() {
                written[node].after = with_eval(&written[node].after, eval);
            }
        }
        for judged in report.marked() {
            let lesson =
                lessons.iter().find(|(ply, _)| *ply == judged.ply).and_then(|(_, lesson)| lesson.as_ref());
            put_mark(&mut written, line[judged.ply + 1], judged, lesson, language);
            if let Some(better) =
                judged.better.as_ref().filter(|_| judged.mark.is_some_and(MoveMark::is_mistake))
            {
                put_line(&mut written, line[judged.ply], better, language, bounds)
                    .map_err(NotAnnotated::Refused)?;
            }
        }
        let is_long = |comment: &String| comment.len() > MAX_COMMENT;
        let has_long = nodes(&written).any(|node| written[node].after.iter().any(is_long));
        let text: usize = nodes(&written).flat_map(|node| &written[node].after).map(String::len).sum();
        if has_long || text > bounds.text {
            return Err(NotAnnotated::Refused(EditRefusal::TooMuchText { most: bounds.text / 1024 }));
        }
        *game = written;
        Ok(())
    }
}

/// What is said of a move with a mark.
fn remark(judged: &JudgedMove, lesson: Option<&MoveLesson>, language: Language) -> String {
    let lesson = lesson.map(|lesson| format!(" {}", language.words(lesson))).unwrap_or_default();
    format!("{}{lesson}", judged.verdict(language))
}

/// The mark of a remark that an analysis wrote.
fn remarked(words: &str) -> Option<MoveMark> {
    let is_remark = |&(language, mark): &(Language, MoveMark)| {
        let figures =
            words.strip_prefix(mark.title(language).as_str()).and_then(|rest| rest.strip_prefix(" ("));
        let to = format!(" % {} ", language.choose(TO));
        let Some((before, rest)) = figures.and_then(|figures| figures.split_once(to.as_str())) else {
            return false;
        };
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number(before) && rest.split_once(" %).").is_some_and(|(after, _)| is_number(after))
    };
    let known = Language::ALL.into_iter().flat_map(|language| MoveMark::ALL.map(|mark| (language, mark)));
    known.into_iter().find(is_remark).map(|(_, mark)| mark)
}

/// Takes an earlier analysis out, but for the scores, of the moves that are judged now: one that was stopped leaves the rest of a
/// whole one.
fn take_out(game: &mut PgnGame, report: &GameReport) {
    let judged = game.main_line().zip(&report.moves).filter(|(_, judged)| judged.is_some());
    let line: Vec<PgnNodeId> = judged.map(|(node, _)| node).collect();
    let mut gone = Vec::new();
    for &node in &line {
        let words = words_of(&game[node].after);
        let Some(mark) = words.iter().find_map(|words| remarked(words)) else { continue };
        let kept: Vec<String> = words.into_iter().filter(|words| remarked(words).is_none()).collect();
        game[node].after = with_words(&game[node].after, &kept);
        game[node].nags.retain(|&nag| nag != mark.nag());
        let parent = game.parent(node).unwrap_or(PgnGame::ROOT);
        let own = game.children(parent).filter(|&other| other != node && is_own_line(game, other));
        gone.extend(own.map(|other| game.path(other)));
    }
    // From the last to the first: of several same variations, those behind one that goes get another number.
    for at in gone.into_iter().rev() {
        // What is there and was not played can always be deleted.
        let _ = game.edit(&PgnEdit { at, change: PgnChange::Delete }, &EditBounds::default());
    }
}

/// Whether a variation is one that an analysis wrote, and nobody else has written in it.
fn is_own_line(game: &PgnGame, first: PgnNodeId) -> bool {
    let mut line = std::iter::successors(Some(first), |&node| game.first_child(node));
    let is_bare = |node: PgnNodeId| {
        let says_nothing = words_of(&game[node].after).is_empty() && game[node].nags.is_empty();
        let is_alone = game.children(node).count() <= 1;
        says_nothing && is_alone && (node == first || game[node].before.is_empty())
    };
    let is_headed = Language::ALL.into_iter().any(|language| game[first].before == [language.choose(BETTER)]);
    is_headed && line.all(is_bare)
}

/// The marks that say how good a move is.
fn is_judgement(nag: Nag) -> bool {
    (1..=6).contains(&nag.0)
}

fn put_mark(
    game: &mut PgnGame,
    node: PgnNodeId,
    judged: &JudgedMove,
    lesson: Option<&MoveLesson>,
    language: Language,
) {
    let Some(mark) = judged.mark else { return };
    if !game[node].nags.iter().any(|&nag| is_judgement(nag)) {
        game[node].nags.insert(0, mark.nag());
    }
    let mut words = words_of(&game[node].after);
    words.push(remark(judged, lesson, language));
    game[node].after = with_words(&game[node].after, &words);
}

/// Adds the better line after a move, unless there is a variation that begins with it.
fn put_line(
    game: &mut PgnGame,
    parent: PgnNodeId,
    better: &SearchedLine,
    language: Language,
    bounds: &EditBounds,
) -> Result<(), EditRefusal> {
    let Some(&first) = better.moves.first() else { return Ok(()) };
    if game.children(parent).any(|child| game[child].m == Some(first)) {
        return Ok(());
    }
    let mut at = game.path(parent);
    let mut position = game.position(parent);
    for (number, &m) in better.moves.iter().take(LINE_LENGTH).enumerate() {
        let change = PgnChange::Play(UciMove::from_move(m, &position));
        at = game.edit(&PgnEdit { at, change }, bounds)?;
        position.make_unchecked(m);
        if let Some(node) = game.find(&at).filter(|_| number == 0) {
            game[node].before = vec![language.choose(BETTER).to_owned()];
            let eval = better.score.eval().map(|eval| (eval, None));
            game[node].after = with_eval(&game[node].after, eval);
        }
    }
    Ok(())
}
