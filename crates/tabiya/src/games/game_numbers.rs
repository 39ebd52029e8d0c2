use std::fmt;
use std::str::FromStr;

/// Numbers of games in a file, counted from 1: `3`, `3-5`, or `3-` to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameNumbers {
    pub first: u64,
    /// `None` where there is no end.
    pub last: Option<u64>,
}

impl GameNumbers {
    pub fn contains(self, number: u64) -> bool {
        number >= self.first && self.last.is_none_or(|last| number <= last)
    }

    /// Whether only one game can be meant.
    pub fn is_one(self) -> bool {
        self.last == Some(self.first)
    }
}

impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}-", self.first),
        }
    }
}

/// How numbers are written.
const EXPECTED: &str =
    "expected the number of a game from 1, as 3, or several, as 3-5 or 3- for all from there on";

impl FromStr for GameNumbers {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<GameNumbers, &'static str> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|&number: &u64| is_number && number > 0).ok_or(EXPECTED)
        };
        match text.split_once('-') {
            None => number(text).map(|first| GameNumbers { first, last: Some(first) }),
            Some((first, "")) => number(first).map(|first| GameNumbers { first, last: None }),
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                let numbers = GameNumbers { first, last: Some(last) };
                (first <= last).then_some(numbers).ok_or("the smaller number comes first, as in 3-5")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_or_several() {
        let read = |text: &str| text.parse::<GameNumbers>();
        for (text, first, last) in
            [("3", 3, Some(3)), ("3-5", 3, Some(5)), ("3-", 3, None), ("7-7", 7, Some(7))]
        {
            assert_eq!(read(text), Ok(GameNumbers { first, last }), "{text}");
        }
        for text in
            ["", "0", "-", "-5", "0-3", "3-0", "a", "3-5-7", "3,5", "+3", "3- 5", "99999999999999999999"]
        {
            assert_eq!(read(text), Err(EXPECTED), "{text}");
        }
        assert_eq!(read("5-3"), Err("the smaller number comes first, as in 3-5"));
        let numbers = read("3-5").unwrap();
        assert_eq!((1..8).filter(|&number| numbers.contains(number)).collect::<Vec<_>>(), [3, 4, 5]);
        assert_eq!(read("3-").unwrap().to_string(), "3-");
    }
}
