//! Latency over rate, drawn: for the terminal, and as SVG.

use std::fmt::Write;

use super::curve::{Curve, Point};

/// Rows and columns of the drawing for the terminal.
const ROWS: usize = 16;
const COLUMN: usize = 9;

/// The picture, and the margin around its lines.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 60.0;

/// A color for each contestant that can be told apart by everybody.
const COLORS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];

/// From which latency to which, in powers of ten.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn of(curves: &[Curve]) -> Scale {
        let all = curves.iter().flat_map(|curve| &curve.points).flat_map(|point| [point.median, point.p99]);
        let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), ms| (low.min(ms), high.max(ms)));
        let low = low.max(0.001).log10().floor();
        Scale { low, high: high.max(0.001).log10().ceil().max(low + 1.0) }
    }

    /// Where a latency lies between the two ends, from 0 to 1.
    fn place(&self, ms: f64) -> f64 {
        ((ms.max(0.001).log10() - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// Each contestant has a letter, small for the median and large for the 99th percentile.
fn letters(number: usize) -> [char; 2] {
    let small = (b'a' + number as u8 % 26) as char;
    [small, small.to_ascii_uppercase()]
}

pub fn text(curves: &[Curve]) -> String {
    let scale = Scale::of(curves);
    let rates = curves.first().map_or(0, |curve| curve.points.len());
    // The letters of many contestants stand beside the last column.
    let width = rates * COLUMN + 2 * curves.len();
    let mut rows = vec![vec![' '; width]; ROWS];
    for (number, curve) in curves.iter().enumerate() {
        for (column, point) in curve.points.iter().enumerate() {
            for (letter, ms) in letters(number).into_iter().zip([point.median, point.p99]) {
                let row = ROWS - 1 - (scale.place(ms) * (ROWS - 1) as f64).round() as usize;
                rows[row][column * COLUMN + COLUMN / 2 + 2 * number] = letter;
            }
        }
    }
    let mut drawn = String::new();
    for (number, row) in rows.iter().enumerate() {
        let share = (ROWS - 1 - number) as f64 / (ROWS - 1) as f64;
        let ms = 10_f64.powf(scale.low + share * (scale.high - scale.low));
        let row: String = row.iter().collect();
        let _ = writeln!(drawn, "{ms:>10.2} ms |{}", row.trim_end());
    }
    let rates = curves.iter().take(1).flat_map(|curve| &curve.points);
    let rates: String = rates.map(|point| format!("{:^COLUMN$}", point.rate)).collect();
    let _ =
        writeln!(drawn, "{:>13} +{}\n{:>13}  {}", "", "-".repeat(rates.len()), "moves/s", rates.trim_end());
    for (number, curve) in curves.iter().enumerate() {
        let [median, p99] = letters(number);
        let _ = writeln!(drawn, "{:>13}  {median} median, {p99} 99th percentile: {}", "", curve.name);
    }
    drawn
}

pub fn svg(curves: &[Curve]) -> String {
    let scale = Scale::of(curves);
    let last = curves.iter().flat_map(|curve| &curve.points).map(|point| point.rate).max().unwrap_or(1);
    let x = |rate: u32| MARGIN + f64::from(rate) / f64::from(last) * (WIDTH - 2.0 * MARGIN);
    let y = |ms: f64| HEIGHT - MARGIN - scale.place(ms) * (HEIGHT - 2.0 * MARGIN);
    let mut drawn = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let (left, right, bottom) = (MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN);
    for power in scale.low as i32..=scale.high as i32 {
        let ms = 10_f64.powi(power);
        let at = y(ms);
        let _ = writeln!(
            drawn,
            "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{ms} ms</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for point in curves.iter().take(1).flat_map(|curve| &curve.points) {
        let at = x(point.rate);
        let _ = writeln!(
            drawn,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 18.0,
            point.rate
        );
    }
    let _ = writeln!(
        drawn,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">moves a second</text>",
        WIDTH / 2.0,
        HEIGHT - 16.0
    );
    for (number, curve) in curves.iter().enumerate() {
        let color = COLORS[number % COLORS.len()];
        let line = |value: fn(&Point) -> f64| -> String {
            let places: Vec<String> = curve
                .points
                .iter()
                .map(|point| format!("{:.1},{:.1}", x(point.rate), y(value(point))))
                .collect();
            places.join(" ")
        };
        let _ = writeln!(
            drawn,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"5 4\"/>\n\
             <polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n\
             <text x=\"{left}\" y=\"{:.1}\" fill=\"{color}\">{}: median dashed, 99th percentile solid</text>",
            line(|point| point.median),
            line(|point| point.p99),
            18.0 + 16.0 * number as f64,
            escaped(&curve.name)
        );
    }
    drawn + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: &str, latencies: [f64; 2]) -> Curve {
        let points = (1..).zip(latencies);
        let points =
            points.map(|(rate, ms)| Point { rate: rate * 1000, reached: 0.0, median: ms, p99: ms * 10.0 });
        Curve { name: name.to_owned(), points: points.collect() }
    }

    #[test]
    fn slower_moves_stand_higher() {
        let drawn = text(&[curve("ours", [1.0, 1.0]), curve("other", [10.0, 10.0])]);
        let row =
            |letter| drawn.lines().position(|line| line.contains('|') && line.contains(letter)).unwrap();
        assert!(row('A') < row('a') && row('B') < row('A'), "{drawn}");
        assert!(drawn.contains("1000") && drawn.contains("2000") && drawn.contains("other"), "{drawn}");
    }

    #[test]
    fn a_name_cannot_break_the_picture() {
        let drawn = svg(&[curve("<a&b>", [1.0, 2.0])]);
        assert!(drawn.contains("&lt;a&amp;b>: median") && drawn.ends_with("</svg>\n"));
        assert_eq!(drawn.matches("<polyline").count(), 2);
    }
}
