use serde::Deserialize;
use tabiya_table::Player;

use crate::background::BackgroundChoice;
use crate::theme::Theme;

/// How somebody likes the full-screen board, as the settings file remembers it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BoardSettings {
    /// The colors of the squares.
    pub theme: Theme,
    /// Pictures or letters.
    pub pieces: PieceImage,
    /// How many colors are used.
    #[serde(rename = "colours")]
    pub colors: ColorChoice,
    /// On which ground the terminal writes.
    pub background: BackgroundChoice,
    /// Whether the squares' names stand at the edges.
    pub coordinates: bool,
    /// Whether the mouse is heard.
    pub mouse: bool,
    /// Whether `h`, `j`, `k` and `l` move the cursor; then no move begins with them.
    pub hjkl: bool,
    /// Who had White in the game that was begun last, as flags name players.
    pub white: String,
    /// The same for Black.
    pub black: String,
    /// The rule set of that game.
    pub rules: String,
    /// Its clock; empty where it had none.
    pub clock: String,
    /// The engine of somebody that was named last.
    pub engine: String,
}

impl Default for BoardSettings {
    fn default() -> BoardSettings {
        BoardSettings {
            theme: Theme::default(),
            pieces: PieceImage::default(),
            colors: ColorChoice::default(),
            background: BackgroundChoice::default(),
            coordinates: true,
            mouse: true,
            hjkl: false,
            white: "human".to_owned(),
            black: Player::USUAL.to_string(),
            rules: "fide".to_owned(),
            clock: String::new(),
            engine: String::new(),
        }
    }
}

/// How pieces are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceImage {
    /// The pictures that Unicode has: hollow ones are White's.
    #[default]
    Unicode,
    /// Letters: capitals are White's.
    Letters,
}

/// How many colors are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// As many as the terminal seems to have.
    #[default]
    Auto,
    /// None.
    None,
    /// The sixteen that every terminal has.
    #[serde(rename = "16")]
    Sixteen,
    /// 256.
    #[serde(rename = "256")]
    Indexed,
    /// All.
    True,
}

impl PieceImage {
    pub(crate) const ALL: [PieceImage; 2] = [PieceImage::Unicode, PieceImage::Letters];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            PieceImage::Unicode => "unicode",
            PieceImage::Letters => "letters",
        }
    }
}

impl ColorChoice {
    pub(crate) const ALL: [ColorChoice; 5] =
        [ColorChoice::Auto, ColorChoice::None, ColorChoice::Sixteen, ColorChoice::Indexed, ColorChoice::True];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            ColorChoice::Auto => "auto",
            ColorChoice::None => "none",
            ColorChoice::Sixteen => "16",
            ColorChoice::Indexed => "256",
            ColorChoice::True => "true",
        }
    }
}

impl BoardSettings {
    /// The lines of a section of TOML, without its head.
    pub fn to_toml(&self) -> String {
        let BoardSettings {
            theme,
            pieces,
            colors,
            background,
            coordinates,
            mouse,
            hjkl,
            white,
            black,
            rules,
            clock,
            engine,
        } = self;
        format!(
            "theme = \"{}\"\npieces = \"{}\"\ncolours = \"{}\"\nbackground = \"{}\"\ncoordinates = {coordinates}\nmouse = {mouse}\n\
             hjkl = {hjkl}\nwhite = {}\nblack = {}\nrules = {}\nclock = {}\nengine = {}\n",
            theme.name(),
            pieces.name(),
            colors.name(),
            background.name(),
            quoted(white),
            quoted(black),
            quoted(rules),
            quoted(clock),
            quoted(engine)
        )
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
