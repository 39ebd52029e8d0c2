//! What somebody may have meant.

/// The longest word that is compared with others.
const LONGEST: usize = 40;

/// Of the words known, the one most like `word`, if one is alike enough to be a slip of the fingers.
///
/// ```
/// use tabiya_notation::nearest;
///
/// assert_eq!(nearest("bord", ["board", "moves"].into_iter()), Some("board"));
/// assert_eq!(nearest("castle", ["board", "moves"].into_iter()), None);
/// ```
pub fn nearest(word: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if word.len() > LONGEST {
        return None;
    }
    let tolerance = 1 + word.chars().count() / 4;
    let alike =
        known.map(|other| (distance(word, other), other)).filter(|&(distance, _)| distance <= tolerance);
    alike.min_by_key(|&(distance, _)| distance).map(|(_, other)| other)
}

/// How many letters must be put in, taken out or changed to make one word the other. `_` counts as `-`.
fn distance(a: &str, b: &str) -> usize {
    let fold = |c: char| if c == '_' { '-' } else { c.to_ascii_lowercase() };
    let b: Vec<char> = b.chars().map(fold).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.chars().map(fold).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, &b) in row.iter_mut().skip(1).zip(&b) {
            let change = diagonal + usize::from(a != b);
            diagonal = *cell;
            left = change.min(diagonal + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_single_letters() {
        let table = [
            ("", "", 0),
            ("a", "", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
            ("En_Passant", "en-passant", 0),
        ];
        for (a, b, expected) in table {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn only_a_slip_has_a_nearest_word() {
        let known = ["castling", "double-step", "royal", "royalty"];
        let nearest = |word| nearest(word, known.into_iter());
        assert_eq!(nearest("casteling"), Some("castling"));
        assert_eq!(nearest("royl"), Some("royal"));
        assert_eq!(nearest("doublestep"), Some("double-step"));
        assert_eq!(nearest("drops"), None);
        assert_eq!(nearest(&"x".repeat(100)), None);
    }
}
