use serde::Deserialize;

/// Whether a terminal writes on light or on dark ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the grounds are their own names")]
pub enum Background {
    Light,
    Dark,
}

/// What somebody says of the terminal's ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackgroundChoice {
    /// As the terminal tells it.
    #[default]
    Auto,
    /// It is light.
    Light,
    /// It is dark.
    Dark,
}

impl BackgroundChoice {
    pub(crate) const ALL: [BackgroundChoice; 3] =
        [BackgroundChoice::Auto, BackgroundChoice::Light, BackgroundChoice::Dark];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            BackgroundChoice::Auto => "auto",
            BackgroundChoice::Light => "light",
            BackgroundChoice::Dark => "dark",
        }
    }
}

impl Background {
    /// What the variable `COLORFGBG` tells: the numbers of the terminal's colors, the ground's last.
    pub(crate) fn of_variable(value: &str) -> Option<Background> {
        let number: u8 = value.rsplit(';').next()?.trim().parse().ok()?;
        match number {
            7 | 9..=15 => Some(Background::Light),
            0..=6 | 8 => Some(Background::Dark),
            _ => None,
        }
    }

    /// What a terminal answers to the question after its ground: `11;rgb:ffff/ffff/ffff`.
    pub(crate) fn of_report(report: &[u8]) -> Option<Background> {
        let color = std::str::from_utf8(report).ok()?.strip_prefix("11;rgb")?;
        let (_, color) = color.split_once(':')?;
        let parts: Option<Vec<u32>> = color.split('/').take(3).map(share).collect();
        let [red, green, blue] = parts?.try_into().ok()?;
        // How bright people see it, in thousandths.
        let brightness = (299 * red + 587 * green + 114 * blue) / 1000;
        Some(if brightness > 500 { Background::Light } else { Background::Dark })
    }
}

/// A part of a color in thousandths: one to four digits, of which the highest is all there is.
fn share(digits: &str) -> Option<u32> {
    let most = match digits.len() {
        1 => 0xf,
        2 => 0xff,
        3 => 0xfff,
        4 => 0xffff,
        _ => return None,
    };
    u32::from_str_radix(digits, 16).ok().map(|value| value * 1000 / most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_tells_its_ground_by_a_variable_or_an_answer() {
        for (value, ground) in [
            ("15;0", Some(Background::Dark)),
            ("0;15", Some(Background::Light)),
            ("0;default;15", Some(Background::Light)),
            ("12;8", Some(Background::Dark)),
            ("0;default", None),
            ("", None),
            ("0;300", None),
        ] {
            assert_eq!(Background::of_variable(value), ground, "{value}");
        }
        for (report, ground) in [
            ("11;rgb:ff/ff/ff", Some(Background::Light)),
            ("11;rgba:0000/0000/0000/ffff", Some(Background::Dark)),
            ("11;rgb:f/f", None),
            ("11;rgb:+1/0/0", Some(Background::Dark)),
            ("11;?", None),
            ("10;rgb:f/f/f", None),
        ] {
            assert_eq!(Background::of_report(report.as_bytes()), ground, "{report}");
        }
    }
}
