/// The names that every game should have, in the order in which they are written.
pub(super) const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The tags of a game, in their order. A name occurs once; a later value replaces an earlier one.
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

    /// Gives a name a value.
    pub fn set(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
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

    /// The roster first, in its order, then the others in theirs. Names of the roster that are missing have the
    /// values that stand for "not known".
    pub(super) fn in_order(&self) -> impl Iterator<Item = (&str, &str)> {
        let unknown = |name| if name == "Date" { "????.??.??" } else { "?" };
        let roster = ROSTER.into_iter().map(move |name| (name, self.get(name).unwrap_or(unknown(name))));
        roster.chain(self.iter().filter(|(name, _)| !ROSTER.contains(name)))
    }
}
