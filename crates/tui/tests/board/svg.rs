//! A window as a picture, from its cells. Every run of text is as wide as its cells, whatever font somebody has.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use tabiya_tui::Background;

/// The width and height of a cell, and where letters stand in it.
const CELL: (usize, usize) = (9, 19);
const BASELINE: usize = 14;
const RIM: usize = 10;

/// The colors of cells that have none of their own.
#[derive(Clone, Copy)]
struct Ground {
    ink: &'static str,
    paper: &'static str,
}

/// What a cell looks like.
#[derive(Clone, PartialEq, Eq)]
struct Look {
    ink: String,
    paper: String,
    is_bold: bool,
    is_faint: bool,
}

pub fn svg(cells: &Buffer, background: Background) -> String {
    let ground = match background {
        Background::Light => Ground { ink: "#222222", paper: "#fbfaf6" },
        Background::Dark => Ground { ink: "#dcdcdc", paper: "#1d1f21" },
    };
    let (columns, lines) = (usize::from(cells.area.width), usize::from(cells.area.height));
    let (width, height) = (columns * CELL.0 + 2 * RIM, lines * CELL.1 + 2 * RIM);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono,Menlo,Consolas,\
         monospace\" font-size=\"15\" xml:space=\"preserve\">\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n",
        ground.paper
    );
    for line in 0..lines {
        let row: Vec<(Look, &str)> = (0..columns)
            .map(|column| {
                let cell = &cells[(column as u16, line as u16)];
                (look(cell, ground), cell.symbol())
            })
            .collect();
        draw_papers(&mut out, &row, line, ground);
        draw_letters(&mut out, &row, line);
    }
    out + "</svg>\n"
}

fn look(cell: &Cell, ground: Ground) -> Look {
    let (mut ink, mut paper) = (color(cell.fg, ground.ink), color(cell.bg, ground.paper));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let has = |modifier| cell.modifier.contains(modifier);
    Look { ink, paper, is_bold: has(Modifier::BOLD), is_faint: has(Modifier::DIM) }
}

fn color(color: Color, usual: &str) -> String {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let hex = |r: u8, g: u8, b: u8| format!("#{r:02x}{g:02x}{b:02x}");
    match color {
        Color::Reset => usual.to_owned(),
        Color::Rgb(r, g, b) => hex(r, g, b),
        Color::Indexed(index @ 16..232) => {
            let step = |place: u8| STEPS[usize::from((index - 16) / place % 6)];
            hex(step(36), step(6), step(1))
        }
        Color::Indexed(index @ 232..) => {
            let grey = 8 + (index - 232) * 10;
            hex(grey, grey, grey)
        }
        other => panic!("no picture needs {other}"),
    }
}

/// Cells of the same color as one piece.
fn draw_papers(out: &mut String, row: &[(Look, &str)], line: usize, ground: Ground) {
    let mut column = 0;
    for piece in row.chunk_by(|(a, _), (b, _)| a.paper == b.paper) {
        let paper = &piece[0].0.paper;
        if paper != ground.paper {
            let (x, y) = (RIM + column * CELL.0, RIM + line * CELL.1);
            let (width, height) = (piece.len() * CELL.0, CELL.1);
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{paper}\" shape-rendering=\"crispEdges\"/>"
            )
            .unwrap();
        }
        column += piece.len();
    }
}

/// Words of the same look each in one piece; pieces of chess and frames one by one, each in the middle of its cell.
fn draw_letters(out: &mut String, row: &[(Look, &str)], line: usize) {
    let y = RIM + line * CELL.1 + BASELINE;
    let mut column = 0;
    let goes_on = |a: &(Look, &str), b: &(Look, &str)| {
        let is_plain = |text: &str| text.is_ascii() && text != " ";
        a.0 == b.0 && is_plain(a.1) && is_plain(b.1)
    };
    for piece in row.chunk_by(goes_on) {
        let text: String = piece.iter().map(|(_, symbol)| *symbol).collect();
        let x = RIM + column * CELL.0;
        column += piece.len();
        if text.trim().is_empty() {
            continue;
        }
        let Look { ink, is_bold, is_faint, .. } = &piece[0].0;
        let bold = if *is_bold { " font-weight=\"bold\"" } else { "" };
        let faint = if *is_faint { " opacity=\"0.6\"" } else { "" };
        let place = match text.is_ascii() {
            true => {
                format!("x=\"{x}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", piece.len() * CELL.0)
            }
            // Pictures of pieces are larger than letters where there is room.
            false if is_figure(&text) => {
                format!("x=\"{}\" text-anchor=\"middle\" font-size=\"20\"", x as f64 + CELL.0 as f64 / 2.0)
            }
            false => format!("x=\"{}\" text-anchor=\"middle\"", x as f64 + CELL.0 as f64 / 2.0),
        };
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        writeln!(out, "<text {place} y=\"{y}\" fill=\"{ink}\"{bold}{faint}>{text}</text>").unwrap();
    }
}

fn is_figure(text: &str) -> bool {
    text.chars().all(|c| ('♔'..='♟').contains(&c))
}
