/// Another way to write what stands in a text: for those who listen to programs of others.
///
/// ```
/// use tabiya_classics::ValueStyle;
///
/// assert_eq!(ValueStyle::SmallInitial.write("White"), "w");
/// assert_eq!(ValueStyle::Initial.write("0.5"), "0.5", "a number has no first letter");
/// assert_eq!(["1", "2", "3"].map(|round| ValueStyle::FullMoves.write(round)), ["1", "1", "2"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueStyle {
    /// In small letters: `white`.
    Small,
    /// In capitals: `WHITE`.
    Capital,
    /// By its first letter: `W`.
    Initial,
    /// By its first letter, small: `w`.
    SmallInitial,
    /// A number of single moves, told as that of full ones.
    FullMoves,
    /// A number that is counted from 0.
    FromZero,
    /// Both.
    FullMovesFromZero,
    /// A number that has been counted on once too often.
    OneMore,
}

impl ValueStyle {
    /// Those for words.
    pub const OF_WORDS: [ValueStyle; 4] =
        [ValueStyle::Small, ValueStyle::Capital, ValueStyle::Initial, ValueStyle::SmallInitial];

    /// Those for numbers that are counted in every turn.
    pub const OF_COUNTS: [ValueStyle; 3] =
        [ValueStyle::FullMoves, ValueStyle::FromZero, ValueStyle::FullMovesFromZero];

    /// A value in this way; as it is, where that means nothing.
    pub fn write(self, value: &str) -> String {
        let is_word = value.starts_with(char::is_alphabetic);
        let initial = || value.chars().take(if is_word { 1 } else { value.len() });
        let counted = |count: fn(u64) -> u64| {
            value.parse().map_or_else(|_| value.to_owned(), |number| count(number).to_string())
        };
        match self {
            ValueStyle::Small => value.to_lowercase(),
            ValueStyle::Capital => value.to_uppercase(),
            ValueStyle::Initial => initial().collect(),
            ValueStyle::SmallInitial => initial().flat_map(char::to_lowercase).collect(),
            ValueStyle::FullMoves => counted(|number| number.div_ceil(2)),
            ValueStyle::FromZero => counted(|number| number.saturating_sub(1)),
            ValueStyle::FullMovesFromZero => counted(|number| number.saturating_sub(1) / 2),
            ValueStyle::OneMore => counted(|number| number.saturating_add(1)),
        }
    }
}
