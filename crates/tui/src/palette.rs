//! Colors as the terminal has them.

use ratatui::style::{Color, Modifier, Style};

use crate::background::{Background, BackgroundChoice};
use crate::board_settings::{BoardSettings, ColorChoice, PieceImage};
use crate::theme::{Rgb, Theme};

/// How bright a square on dark ground is, in hundredths of what it is on light ground.
const DIMMED: u16 = 88;

/// How many colors a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the depths are their own names")]
pub enum ColorDepth {
    None,
    Sixteen,
    Indexed,
    True,
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalTraits {
    /// Its colors.
    pub depth: ColorDepth,
    /// Whether it shows more than ASCII has.
    pub has_unicode: bool,
    /// Whether that is so of the pictures of pieces, which the fonts of the console lack.
    pub has_figures: bool,
    /// On which ground it writes, where it tells.
    pub background: Option<Background>,
}

impl TerminalTraits {
    /// What the environment says: `NO_COLOR`, `COLORTERM`, `TERM`, `COLORFGBG`, and the language's encoding.
    pub fn of_environment() -> TerminalTraits {
        let variable = |name: &str| std::env::var(name).ok();
        TerminalTraits {
            depth: depth_by(variable),
            has_unicode: tabiya_system::shows_unicode(),
            has_figures: shows_figures(tabiya_system::shows_unicode(), variable),
            background: variable("COLORFGBG").as_deref().and_then(Background::of_variable),
        }
    }
}

fn shows_figures(has_unicode: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    has_unicode && variable("TERM").as_deref() != Some("linux")
}

fn depth_by(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    if set("NO_COLOR").is_some() || term.starts_with("vt1") || term.ends_with("-mono") {
        return ColorDepth::None;
    }
    let is_true = |value: String| value == "truecolor" || value == "24bit";
    if set("COLORTERM").is_some_and(is_true) || term.ends_with("-direct") {
        return ColorDepth::True;
    }
    if term.contains("256color") { ColorDepth::Indexed } else { ColorDepth::Sixteen }
}

/// What a square is to the eye, beside being light or dark. What comes later covers what comes before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SquareTint {
    None,
    LastMove,
    Target,
    ReasonLine,
    Check,
    Hint,
    Cursor,
    Selected,
    Culprit,
}

/// The colors in use: the theme's, as deep as the terminal shows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    theme: Theme,
    depth: ColorDepth,
    /// On which ground the terminal writes, where that is known.
    background: Option<Background>,
    pub pieces: PieceImage,
    pub has_unicode: bool,
}

impl Palette {
    pub fn new(settings: &BoardSettings, traits: TerminalTraits) -> Palette {
        let depth = match settings.colors {
            ColorChoice::Auto => traits.depth,
            ColorChoice::None => ColorDepth::None,
            ColorChoice::Sixteen => ColorDepth::Sixteen,
            ColorChoice::Indexed => ColorDepth::Indexed,
            ColorChoice::True => ColorDepth::True,
        };
        let pieces = if traits.has_figures { settings.pieces } else { PieceImage::Letters };
        let background = match settings.background {
            BackgroundChoice::Auto => traits.background,
            BackgroundChoice::Light => Some(Background::Light),
            BackgroundChoice::Dark => Some(Background::Dark),
        };
        Palette { theme: settings.theme, depth, background, pieces, has_unicode: traits.has_unicode }
    }

    /// Whether squares can be told apart by nothing but their filling.
    pub fn is_colorless(&self) -> bool {
        self.depth == ColorDepth::None
    }

    /// How a square is drawn.
    pub fn square(&self, is_light: bool, tint: SquareTint) -> Style {
        let base = self.base(is_light);
        match self.depth {
            ColorDepth::None if tint >= SquareTint::Hint => Style::new().add_modifier(Modifier::REVERSED),
            ColorDepth::None => Style::new(),
            ColorDepth::Sixteen => {
                let (light, dark) = self.theme.sixteen();
                let base = if is_light { light } else { dark };
                Style::new().fg(Color::Black).bg(Color::Indexed(sixteen(tint).unwrap_or(base)))
            }
            ColorDepth::Indexed => {
                let tinted = tinted(base, tint);
                Style::new().fg(Color::Indexed(16)).bg(Color::Indexed(nearest_index(tinted)))
            }
            ColorDepth::True => {
                let (r, g, b) = tinted(base, tint);
                Style::new().fg(Color::Rgb(10, 10, 10)).bg(Color::Rgb(r, g, b))
            }
        }
    }

    /// The color of a square: on dark ground it does not glare.
    fn base(&self, is_light: bool) -> Rgb {
        let (light, dark) = self.theme.squares();
        let (r, g, b) = if is_light { light } else { dark };
        let dimmed = |value: u8| (u16::from(value) * DIMMED / 100) as u8;
        match self.background {
            Some(Background::Dark) if self.theme != Theme::Contrast => (dimmed(r), dimmed(g), dimmed(b)),
            _ => (r, g, b),
        }
    }

    /// How something is drawn that somebody must not miss: a check, the last seconds.
    pub fn alert(&self) -> Style {
        let color = match (self.depth, self.background) {
            (ColorDepth::None, _) | (_, None) => return self.strong(),
            (ColorDepth::Sixteen, Some(Background::Light)) => Color::Red,
            (ColorDepth::Sixteen, Some(Background::Dark)) => Color::LightRed,
            (_, Some(Background::Light)) => Color::Indexed(124),
            (_, Some(Background::Dark)) => Color::Indexed(210),
        };
        self.strong().fg(color)
    }

    /// How something is drawn that should be seen first; the terminal's own colors, so that it fits light and dark ones.
    pub fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn faint(&self) -> Style {
        match (self.depth, self.background) {
            (ColorDepth::None, _) => Style::new(),
            (ColorDepth::Indexed | ColorDepth::True, Some(Background::Light)) => {
                Style::new().fg(Color::Indexed(240))
            }
            (ColorDepth::Indexed | ColorDepth::True, Some(Background::Dark)) => {
                Style::new().fg(Color::Indexed(248))
            }
            (ColorDepth::Sixteen, _) | (_, None) => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

/// The color that marks a square, and how much of it.
fn mark(tint: SquareTint) -> Option<(Rgb, u16)> {
    Some(match tint {
        SquareTint::None => return None,
        SquareTint::LastMove => ((205, 210, 60), 50),
        SquareTint::Target => ((110, 190, 120), 55),
        SquareTint::ReasonLine => ((240, 150, 90), 70),
        SquareTint::Check => ((230, 90, 80), 75),
        SquareTint::Hint => ((110, 160, 230), 70),
        SquareTint::Cursor => ((90, 190, 220), 70),
        SquareTint::Selected => ((80, 170, 90), 85),
        SquareTint::Culprit => ((230, 80, 70), 85),
    })
}

fn sixteen(tint: SquareTint) -> Option<u8> {
    Some(match tint {
        SquareTint::None => return None,
        SquareTint::LastMove => 11,
        SquareTint::Target => 10,
        SquareTint::ReasonLine => 13,
        SquareTint::Check | SquareTint::Culprit => 9,
        SquareTint::Hint => 12,
        SquareTint::Cursor => 14,
        SquareTint::Selected => 10,
    })
}

fn tinted(base: Rgb, tint: SquareTint) -> Rgb {
    let Some((color, share)) = mark(tint) else { return base };
    let mix = |a: u8, b: u8| ((u16::from(a) * (100 - share) + u16::from(b) * share) / 100) as u8;
    (mix(base.0, color.0), mix(base.1, color.1), mix(base.2, color.2))
}

/// The nearest of the 216 colors of the cube, or of the greys behind it.
fn nearest_index((r, g, b): Rgb) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(value)).unwrap_or(0);
    let (x, y, z) = (step(r), step(g), step(b));
    let cube = (STEPS[x], STEPS[y], STEPS[z]);
    let mean = ((u16::from(r) + u16::from(g) + u16::from(b)) / 3) as u8;
    let grey_step = mean.saturating_sub(8) / 10;
    let grey = 8 + grey_step.min(23) * 10;
    if apart((r, g, b), (grey, grey, grey)) < apart((r, g, b), cube) {
        232 + grey_step.min(23)
    } else {
        (16 + 36 * x + 6 * y + z) as u8
    }
}

fn apart(a: Rgb, b: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(a.0, b.0) + square(a.1, b.1) + square(a.2, b.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colors_there_are() {
        for (variables, depth) in [
            (&[("TERM", "xterm")][..], ColorDepth::Sixteen),
            (&[("TERM", "xterm-256color")], ColorDepth::Indexed),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], ColorDepth::True),
            (&[("TERM", "xterm-256color"), ("NO_COLOR", "1")], ColorDepth::None),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], ColorDepth::Sixteen),
            (&[("TERM", "vt100")], ColorDepth::None),
        ] {
            let variable = |name: &str| {
                variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(depth_by(variable), depth, "{variables:?}");
        }
    }

    #[test]
    fn the_console_has_letters_for_pieces() {
        let term = |name: &'static str| move |_: &str| Some(name.to_owned());
        assert!(shows_figures(true, term("xterm")) && shows_figures(true, |_| None));
        assert!(!shows_figures(true, term("linux")) && !shows_figures(false, term("xterm")));
        let traits = |has_figures| TerminalTraits {
            depth: ColorDepth::Sixteen,
            has_unicode: true,
            has_figures,
            background: None,
        };
        let pieces = |has_figures| Palette::new(&BoardSettings::default(), traits(has_figures)).pieces;
        assert_eq!((pieces(true), pieces(false)), (PieceImage::Unicode, PieceImage::Letters));
    }

    /// How bright a color is to the eye, from 0 to 1.
    // CITE: WCAG 2.2, relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
    fn luminance((r, g, b): Rgb) -> f64 {
        let part = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }

    #[test]
    fn pieces_stand_out_on_every_square_of_light_and_dark_terminals() {
        use SquareTint as T;
        let tints = [T::None, T::LastMove, T::Target, T::ReasonLine, T::Check, T::Hint, T::Cursor];
        for theme in Theme::ALL {
            for background in [None, Some(Background::Light), Some(Background::Dark)] {
                let traits = TerminalTraits {
                    depth: ColorDepth::True,
                    has_unicode: true,
                    has_figures: true,
                    background,
                };
                let palette = Palette::new(&BoardSettings { theme, ..BoardSettings::default() }, traits);
                for tint in tints.into_iter().chain([T::Selected, T::Culprit]) {
                    for is_light in [true, false] {
                        let square = tinted(palette.base(is_light), tint);
                        let contrast = (luminance(square) + 0.05) / (luminance((10, 10, 10)) + 0.05);
                        assert!(contrast >= 4.5, "{theme:?} {background:?} {tint:?} {is_light}: {contrast}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_color_has_its_nearest_among_few() {
        assert_eq!(nearest_index((255, 0, 0)), 196);
        assert_eq!(nearest_index((128, 128, 128)), 244);
    }
}
