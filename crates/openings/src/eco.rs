use std::fmt;
use std::str::FromStr;

/// A code of the Encyclopaedia of Chess Openings, from A00 to E99.
///
/// ```
/// use tabiya_openings::{Eco, NotAnEco};
///
/// assert_eq!("c65".parse::<Eco>().unwrap().to_string(), "C65");
/// assert_eq!("F00".parse::<Eco>(), Err(NotAnEco));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Eco(u16);

impl FromStr for Eco {
    type Err = NotAnEco;

    fn from_str(text: &str) -> Result<Eco, NotAnEco> {
        let [volume, tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = text.as_bytes() else { return Err(NotAnEco) };
        let number = u16::from(tens - b'0') * 10 + u16::from(ones - b'0');
        match volume.to_ascii_uppercase() {
            volume @ b'A'..=b'E' => Ok(Eco(u16::from(volume - b'A') * 100 + number)),
            _ => Err(NotAnEco),
        }
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let volume = ['A', 'B', 'C', 'D', 'E'][usize::from(self.0 / 100) % 5];
        write!(f, "{volume}{:02}", self.0 % 100)
    }
}

/// The text is no code.
///
/// ```
/// assert_eq!(tabiya_openings::NotAnEco.to_string(), "a code of an opening goes from A00 to E99");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotAnEco;

impl fmt::Display for NotAnEco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a code of an opening goes from A00 to E99")
    }
}

impl std::error::Error for NotAnEco {}
