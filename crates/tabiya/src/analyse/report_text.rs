use tabiya_analysis::{JudgedMove, MoveMark, SparklineSigns};
use tabiya_notation::SanPlus;
use tabiya_openings::opening_of_moves;
use tabiya_plain::wrapped;
use tabiya_rules::Color;
use tabiya_system::{shows_unicode, visible, width};
use unicode_width::UnicodeWidthStr;

use super::AnalysedGame;

/// How reports are laid out.
pub struct ReportText {
    columns: usize,
    signs: SparklineSigns,
    /// Whether there are several games.
    is_one_of_many: bool,
}

/// The width where there is no terminal.
const USUAL: usize = 100;

/// How many mistakes are told of each game.
const TOLD: usize = 8;

/// How many moves of a line are shown where a position alone is analysed.
const LINE_LENGTH: usize = 12;

impl ReportText {
    pub fn new(games: usize) -> ReportText {
        let signs = if shows_unicode() { SparklineSigns::Blocks } else { SparklineSigns::Letters };
        ReportText { columns: width().unwrap_or(USUAL), signs, is_one_of_many: games > 1 }
    }

    /// Everything that is told of a game.
    pub fn lines(&self, analysed: &AnalysedGame<'_>) -> Vec<String> {
        let mut lines = vec![self.heading(analysed)];
        if let Some(opening) = opening_of_moves(analysed.game.start(), analysed.game.moves()) {
            lines.push(opening.to_string());
        }
        if analysed.report.moves.is_empty() {
            lines.extend(position_lines(analysed));
        } else {
            lines.push(analysed.report.sparkline(self.columns, self.signs));
            lines.extend(side_table(analysed));
            lines.extend(mistakes(analysed));
        }
        if self.is_one_of_many {
            lines.push(String::new());
        }
        lines.iter().map(|line| wrapped(line, self.columns)).collect()
    }

    fn heading(&self, analysed: &AnalysedGame<'_>) -> String {
        let number = if self.is_one_of_many { format!("{}: ", analysed.number) } else { String::new() };
        format!("{number}{}", visible(&analysed.title()))
    }
}

/// The worst mistakes, each with what it missed.
fn mistakes(analysed: &AnalysedGame<'_>) -> Vec<String> {
    let mut worst = analysed.report.worst();
    let left_out = worst.len().saturating_sub(TOLD);
    worst.truncate(TOLD);
    worst.sort_by_key(|judged| judged.ply);
    let widest = worst.iter().map(|judged| judged.numbered().width()).max().unwrap_or_default();
    let line = |judged: &&JudgedMove| {
        let (before, after) = judged.chances();
        let lesson = analysed.lesson(judged.ply).map(ToString::to_string).unwrap_or_default();
        format!("  {:widest$}  {before:3.0} % to {after:2.0} %  {lesson}", judged.numbered())
    };
    let mut lines: Vec<String> = worst.iter().map(line).collect();
    if left_out > 0 {
        lines.push(format!("  and {left_out} smaller {}", if left_out == 1 { "one" } else { "ones" }));
    }
    lines
}

/// What both sides did, in columns.
fn side_table(analysed: &AnalysedGame<'_>) -> Vec<String> {
    let mut head = format!("{:5}  {:>8}", "", "Accuracy");
    for mark in MoveMark::ALL {
        head.push_str(&format!("  {:>2}", mark.glyph()));
    }
    let row = |name: &str, color: Color| {
        let side = analysed.report.sides.get(color);
        let accuracy = side.accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.0} %"));
        let counts: String = MoveMark::ALL.map(|mark| format!("  {:2}", side.count(mark))).concat();
        format!("{name:5}  {accuracy:>8}{counts}")
    };
    vec![head, row("White", Color::White), row("Black", Color::Black)]
}

/// The lines of a position, where that is all there is.
fn position_lines(analysed: &AnalysedGame<'_>) -> Vec<String> {
    let Some(score) = analysed.report.positions.first().copied().flatten() else { return Vec::new() };
    let Some(search) = analysed.analysis.search(0) else { return vec![score.to_string()] };
    let told = search.lines.iter().map(|line| {
        let mut position = *analysed.game.start();
        let mut words = Vec::new();
        for &m in line.moves.iter().take(LINE_LENGTH) {
            if position.check(m).is_err() {
                break;
            }
            words.push(SanPlus::from_move(m, &position).to_string());
            position.make_unchecked(m);
        }
        format!("{}  {}", line.score, words.join(" "))
    });
    told.collect()
}

impl AnalysedGame<'_> {
    /// Who played, and how it ended.
    pub fn title(&self) -> String {
        let name = |tag: &str, color: &str| self.tag(tag).unwrap_or(color).to_owned();
        let (white, black) = (name("White", "White"), name("Black", "Black"));
        let date = self.tag("Date").map(|date| format!(", {date}")).unwrap_or_default();
        format!("{white} - {black}, {}{date}", self.game.ending)
    }
}
