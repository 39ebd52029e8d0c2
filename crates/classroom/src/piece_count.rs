//! Games that are decided by counting the pieces: whose worth explains what a program tells of them.

use std::cmp::Ordering;

use tabiya_rules::{ByColor, ByRole, Color, Role};

use crate::situation::RuledPosition;

/// No piece is worth more than this to any program.
const MOST: i64 = 2000;

/// A game that was counted: who has how many pieces more, and who is told to have more by their worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCount {
    /// How many pieces of each role White has more than Black.
    lead: ByRole<i64>,
    /// What they are worth in all.
    sums: ByColor<u32>,
    /// White's sum beside Black's; `None` where nothing is told of it.
    told: Option<Ordering>,
}

impl PieceCount {
    /// As it should be told.
    pub fn of(position: &RuledPosition) -> PieceCount {
        let count =
            |role, color| (position.board().by_color(color) & position.board().by_role(role)).len() as i64;
        let lead = ByRole::from_fn(|role| count(role, Color::White) - count(role, Color::Black));
        let sums = ByColor { white: position.score(Color::White), black: position.score(Color::Black) };
        PieceCount { lead, sums, told: Some(sums.white.cmp(&sums.black)) }
    }

    /// The same as a program tells it in a line.
    pub fn told_in(&self, line: &[u8]) -> PieceCount {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let words =
            [("white win", Ordering::Greater), ("black win", Ordering::Less), ("draw", Ordering::Equal)];
        // The question for a move stands before it.
        let told = words.into_iter().find(|(words, _)| line.contains(words)).map(|(_, told)| told);
        PieceCount { told, ..self.clone() }
    }

    /// Whether anything is told of it. Who plays on where a game should end has not counted.
    pub fn is_told(&self) -> bool {
        self.told.is_some()
    }

    /// What the sums are and what the program says of them, in a sentence, where it says something else.
    pub fn miscount(&self) -> Option<String> {
        let ByColor { white, black } = self.sums;
        let told = self.told.filter(|told| *told != white.cmp(&black))?;
        let other = match told {
            Ordering::Greater => "White's sum is the larger one",
            Ordering::Less => "Black's sum is the larger one",
            Ordering::Equal => "both sums are the same",
        };
        Some(format!(
            "The pieces count {white} for White and {black} for Black; by what the program says, {other}."
        ))
    }

    /// Whether it is told as it would be with these worths.
    fn is_explained_by(&self, worths: &ByRole<i64>) -> bool {
        let sum: i64 = Role::ALL.into_iter().map(|role| self.lead.get(role) * worths.get(role)).sum();
        self.told == Some(sum.cmp(&0))
    }
}

/// The one role that explains all that is told, if only its worth were another.
pub fn misjudged_role(counts: &[&PieceCount], worths: &ByRole<u16>) -> Option<Role> {
    let right = ByRole::from_fn(|role| i64::from(*worths.get(role)));
    let explains = |role: Role, worth: i64| {
        let mut other = right;
        *other.get_mut(role) = worth;
        counts.iter().all(|count| count.is_explained_by(&other))
    };
    let mut roles = Role::ALL
        .into_iter()
        .filter(|&role| (0..=MOST).any(|worth| worth != *right.get(role) && explains(role, worth)));
    let first = roles.next();
    first.filter(|_| roles.next().is_none())
}

#[cfg(test)]
mod tests {
    use tabiya_rules::CUHK;

    use super::*;

    /// White's lead in knights, bishops and rooks, and what is told.
    fn count(lead: [i64; 3], told: Ordering) -> PieceCount {
        let [knight, bishop, rook] = lead;
        let lead = ByRole { knight, bishop, rook, ..ByRole::from_fn(|_| 0) };
        let worth = |sign: i64| {
            let of = |role| (sign * lead.get(role)).max(0) as u32 * u32::from(*CUHK.values.get(role));
            Role::ALL.into_iter().map(of).sum()
        };
        PieceCount { lead, sums: ByColor { white: worth(1), black: worth(-1) }, told: Some(told) }
    }

    #[test]
    fn a_worth_is_found_by_what_is_right_beside_it() {
        let (bishop, knight) = (count([-2, 1, 0], Ordering::Greater), count([1, 0, -2], Ordering::Equal));
        assert_eq!(misjudged_role(&[&bishop, &knight], &CUHK.values), Some(Role::Bishop));
        // A knight that is worth less would explain it as well.
        assert_eq!(misjudged_role(&[&bishop], &CUHK.values), None);
    }

    #[test]
    fn both_sums_are_told_where_the_program_has_others() {
        assert_eq!(count([-2, 1, 0], Ordering::Equal).miscount(), None);
        assert_eq!(
            count([-1, 1, 0], Ordering::Equal).miscount().as_deref(),
            Some(
                "The pieces count 20 for White and 10 for Black; by what the program says, both sums are the same."
            )
        );
    }

    #[test]
    fn what_a_program_tells_is_read_from_its_line() {
        let told = |line: &str| count([0, 0, 1], Ordering::Greater).told_in(line.as_bytes()).told;
        assert_eq!(told("White's turn: Black wins!"), Some(Ordering::Less));
        assert_eq!(told("White's turn: "), None);
        assert_eq!(told("Draw game!"), Some(Ordering::Equal));
        assert_eq!(told("Round 7:"), None);
    }
}
