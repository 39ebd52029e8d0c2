use serde::Deserialize;

/// The colors of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the themes are their own names")]
pub enum Theme {
    #[default]
    Wood,
    Green,
    Blue,
    Contrast,
}

/// A color as screens mix it.
pub type Rgb = (u8, u8, u8);

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Wood, Theme::Green, Theme::Blue, Theme::Contrast];

    /// What it is called in settings and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Green => "green",
            Theme::Blue => "blue",
            Theme::Contrast => "contrast",
        }
    }

    /// The theme of a name.
    pub fn find(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(name))
    }

    /// The color of light and of dark squares.
    pub(crate) const fn squares(self) -> (Rgb, Rgb) {
        match self {
            Theme::Wood => ((236, 215, 185), (188, 142, 106)),
            Theme::Green => ((235, 236, 208), (130, 160, 95)),
            Theme::Blue => ((222, 227, 230), (140, 162, 173)),
            Theme::Contrast => ((255, 255, 255), (175, 175, 175)),
        }
    }

    /// The numbers of both among the sixteen colors that every terminal has. Black can be read on all of them.
    pub(crate) const fn sixteen(self) -> (u8, u8) {
        match self {
            Theme::Wood => (7, 3),
            Theme::Green => (7, 2),
            Theme::Blue => (7, 6),
            Theme::Contrast => (15, 7),
        }
    }
}
