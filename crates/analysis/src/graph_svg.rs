use std::fmt::Write;

use tabiya_rules::Color;

use crate::{GameReport, GraphPoint, JudgedMove, MoveMark};

/// The size of the picture, and where the graph lies in it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 46.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = HEIGHT - 26.0;

/// How many numbers stand below the graph at most.
const NUMBERS: usize = 20;

/// How many mistakes are told to those who do not see the picture.
const TOLD: usize = 12;

/// White's chances through a game as a picture in SVG, with its mistakes and good moves. Whoever hears it read out is told
/// what it shows; all text in it is text.
///
/// ```
/// use tabiya_analysis::{GameAnalysis, graph_svg};
/// use tabiya_notation::pgn::PgnReader;
///
/// let pgn = "{[%eval 0.3]} 1. f3 {[%eval -0.4]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# 0-1";
/// let (game, _) = PgnReader::new(pgn.as_bytes()).games().next().unwrap().unwrap();
/// let mut analysis = GameAnalysis::new(&game);
/// analysis.put_evals(&game);
/// let svg = graph_svg(&analysis.report(), "A <b> & C");
/// assert!(svg.contains("<title id=\"title\">A &lt;b&gt; &amp; C</title>"));
/// assert!(svg.contains("2. g4??"));
/// ```
pub fn graph_svg(report: &GameReport, title: &str) -> String {
    let points = report.graph();
    let plies = report.moves.len().max(1);
    let mut svg = String::new();
    // Writing to a string does not fail.
    let _ = head(&mut svg, report, title);
    let _ = frame(&mut svg, report, plies);
    let _ = curve(&mut svg, &points, plies);
    let _ = marks(&mut svg, report, &points, plies);
    svg.push_str("</svg>\n");
    svg
}

fn head(svg: &mut String, report: &GameReport, title: &str) -> std::fmt::Result {
    let title = escaped(title);
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"title desc\" font-family=\"sans-serif\" font-size=\"12\">"
    )?;
    writeln!(svg, "<title id=\"title\">{title}</title>")?;
    writeln!(svg, "<desc id=\"desc\">{}</desc>", escaped(&description(report)))?;
    writeln!(svg, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#f4f4f2\"/>")?;
    writeln!(svg, "<text x=\"{LEFT}\" y=\"20\" fill=\"#222\" font-size=\"14\">{title}</text>")
}

/// What the picture shows, in words.
fn description(report: &GameReport) -> String {
    let mut text = "White's winning chances after every move.".to_owned();
    for (name, color) in [("White", Color::White), ("Black", Color::Black)] {
        if let Some(accuracy) = report.sides.get(color).accuracy {
            let _ = write!(text, " {name}'s accuracy is {accuracy:.0} %.");
        }
    }
    let mut worst = report.worst();
    let left_out = worst.len().saturating_sub(TOLD);
    worst.truncate(TOLD);
    worst.sort_by_key(|judged| judged.ply);
    for judged in worst {
        let (before, after) = judged.chances();
        let _ = write!(text, " {}: from {before:.0} % to {after:.0} %.", judged.numbered());
    }
    if left_out > 0 {
        let _ = write!(text, " Smaller mistakes: {left_out}.");
    }
    text
}

/// The ground on which Black's part is dark, with its scale.
fn frame(svg: &mut String, report: &GameReport, plies: usize) -> std::fmt::Result {
    let (width, height) = (RIGHT - LEFT, BOTTOM - TOP);
    writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"#4d4a47\" stroke=\"#222\"/>"
    )?;
    for chances in [0.0, 50.0, 100.0] {
        let y = y_of(chances) + 4.0;
        let x = LEFT - 6.0;
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"#222\">{chances:.0} %</text>"
        )?;
    }
    let white: Vec<&JudgedMove> =
        report.moves.iter().flatten().filter(|judged| judged.color.is_white()).collect();
    let step = white.len().div_ceil(NUMBERS).max(1);
    for judged in white.iter().step_by(step) {
        let (x, y) = (x_of(judged.ply + 1, plies), BOTTOM + 16.0);
        let number = judged.number;
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#222\">{number}</text>")?;
    }
    Ok(())
}

/// White's part, and the line above it.
fn curve(svg: &mut String, points: &[GraphPoint], plies: usize) -> std::fmt::Result {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(()) };
    let at = |point: &GraphPoint| format!("{:.1},{:.1}", x_of(point.ply, plies), y_of(point.white));
    let line = points.iter().map(at).collect::<Vec<_>>().join(" ");
    let (begin, end) = (x_of(first.ply, plies), x_of(last.ply, plies));
    writeln!(svg, "<polygon points=\"{begin:.1},{BOTTOM} {line} {end:.1},{BOTTOM}\" fill=\"#fbfbf9\"/>")?;
    writeln!(svg, "<polyline points=\"{line}\" fill=\"none\" stroke=\"#b58863\" stroke-width=\"1.5\"/>")?;
    let middle = y_of(50.0);
    writeln!(
        svg,
        "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{middle}\" y2=\"{middle}\" stroke=\"#888\" stroke-dasharray=\"4 4\"/>"
    )
}

/// The moves with a mark, each with what it did.
fn marks(svg: &mut String, report: &GameReport, points: &[GraphPoint], plies: usize) -> std::fmt::Result {
    for judged in report.marked() {
        let Some(point) = points.iter().find(|point| point.ply == judged.ply + 1) else { continue };
        let Some(mark) = judged.mark else { continue };
        let (x, y) = (x_of(point.ply, plies), y_of(point.white));
        let (before, after) = judged.chances();
        let told = escaped(&format!("{}: {before:.0} % to {after:.0} %", judged.numbered()));
        let (radius, color) = match mark {
            MoveMark::Good => (3.5, "#1a7f37"),
            MoveMark::Inaccuracy => (3.0, "#b7791f"),
            MoveMark::Mistake => (4.0, "#d9480f"),
            MoveMark::Blunder => (5.0, "#c1121f"),
        };
        writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{color}\" stroke=\"#fff\"><title>{told}</title></circle>"
        )?;
        if mark == MoveMark::Blunder {
            // Inside the picture whichever way the curve goes.
            let y = if y < TOP + 20.0 { y + 18.0 } else { y - 9.0 };
            let glyph = mark.glyph();
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"{color}\" \
                 stroke=\"#fff\" stroke-width=\"2.5\" paint-order=\"stroke\">{glyph}</text>"
            )?;
        }
    }
    Ok(())
}

fn x_of(ply: usize, plies: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * ply as f64 / plies as f64
}

fn y_of(chances: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * chances / 100.0
}

/// Text that is only text, whatever it says. What XML cannot hold is left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
