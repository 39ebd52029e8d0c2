use std::borrow::Cow;

/// The names that every game should have, in the order in which they are written.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tag that repeats how the game ended.
pub(super) const RESULT: &str = "Result";

/// The tags of a game: the seven of the standard first, then the others in the order in which they came. A name occurs
/// once; a later value replaces an earlier one.
///
/// ```
/// use tabiya_notation::pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Morphy");
/// assert_eq!(tags.get("White"), Some("Morphy"));
/// assert_eq!(tags.iter().collect::<Vec<_>>(), [("White", "Morphy")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives a name a value. Characters that a tag cannot hold are replaced: in the name blanks, quotes and brackets,
    /// in the value the ends of lines.
    ///
    /// ```
    /// use tabiya_notation::pgn::Tags;
    ///
    /// let mut tags = Tags::default();
    /// tags.set("White Team", "two\nlines");
    /// assert_eq!(tags.get("White_Team"), Some("two lines"));
    /// ```
    pub fn set(&mut self, name: &str, value: &str) {
        let (name, value) = (clean_name(name), clean_value(value));
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value.into_owned(),
            None => {
                let rank = rank(&name);
                let at = self.0.partition_point(|(known, _)| self::rank(known) <= rank);
                self.0.insert(at, (name.into_owned(), value.into_owned()));
            }
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a name out and gives its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(index).1)
    }

    /// The names with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The same, with the names of the roster that are missing, whose values say that they are not known.
    pub(super) fn with_roster(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().map(|name| (name, self.get(name).unwrap_or(unknown(name))));
        roster.chain(self.iter().filter(|(name, _)| !ROSTER.contains(name)))
    }
}

/// The value that a tag of the roster has when it is not known.
pub(super) fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// Where a name comes in the order of tags.
fn rank(name: &str) -> usize {
    ROSTER.iter().position(|known| *known == name).unwrap_or(ROSTER.len())
}

fn clean_name(name: &str) -> Cow<'_, str> {
    if name.is_empty() {
        return "_".into();
    }
    let is_clean = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_clean { name.into() } else { name.replace(is_no_name, "_").into() }
}

fn clean_value(value: &str) -> Cow<'_, str> {
    let is_clean = !value.bytes().any(|byte| byte == b'\n' || byte == b'\r');
    if is_clean { value.into() } else { value.replace(['\n', '\r'], " ").into() }
}

/// Whether a name cannot have this character.
fn is_no_name(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '[' | ']')
}
