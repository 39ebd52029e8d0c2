use std::fmt;

use super::{adjective, joined};
use crate::{Piece, Role, Roles, Words};

/// The four cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the cases are their own names")]
pub enum NounCase {
    Nominative,
    Genitive,
    Dative,
    Accusative,
}

/// What decides over articles. All men but the queen are masculine.
#[derive(Clone, Copy)]
enum Gender {
    Masculine,
    Feminine,
}

const fn gender(role: Role) -> Gender {
    match role {
        Role::Pawn | Role::Knight | Role::Bishop | Role::Rook | Role::King => Gender::Masculine,
        Role::Queen => Gender::Feminine,
    }
}

/// The name of a man.
///
/// ```
/// use tabiya_rules::{Role, german};
///
/// assert_eq!(german::name(Role::Bishop), "Läufer");
/// ```
pub const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauer",
        Role::Knight => "Springer",
        Role::Bishop => "Läufer",
        Role::Rook => "Turm",
        Role::Queen => "Dame",
        Role::King => "König",
    }
}

/// Several of them, in any case but the dative of rooks and kings.
pub const fn plural(role: Role) -> &'static str {
    match role {
        Role::Pawn => "Bauern",
        Role::Knight => "Springer",
        Role::Bishop => "Läufer",
        Role::Rook => "Türme",
        Role::Queen => "Damen",
        Role::King => "Könige",
    }
}

/// The noun as a case bends it.
fn noun(role: Role, case: NounCase) -> String {
    let name = name(role);
    match (role, case) {
        (Role::Pawn, NounCase::Genitive | NounCase::Dative | NounCase::Accusative) => format!("{name}n"),
        (Role::Queen, _) => name.to_owned(),
        (_, NounCase::Genitive) => format!("{name}s"),
        (_, NounCase::Nominative | NounCase::Dative | NounCase::Accusative) => name.to_owned(),
    }
}

const fn article(role: Role, case: NounCase) -> &'static str {
    match (gender(role), case) {
        (Gender::Masculine, NounCase::Nominative) => "der",
        (Gender::Masculine, NounCase::Genitive) => "des",
        (Gender::Masculine, NounCase::Dative) => "dem",
        (Gender::Masculine, NounCase::Accusative) => "den",
        (Gender::Feminine, NounCase::Nominative | NounCase::Accusative) => "die",
        (Gender::Feminine, NounCase::Genitive | NounCase::Dative) => "der",
    }
}

/// What ends `ein`, `kein` and `dein`.
const fn ending(role: Role, case: NounCase) -> &'static str {
    match (gender(role), case) {
        (Gender::Masculine, NounCase::Nominative) => "",
        (Gender::Masculine, NounCase::Genitive) => "es",
        (Gender::Masculine, NounCase::Dative) => "em",
        (Gender::Masculine, NounCase::Accusative) => "en",
        (Gender::Feminine, NounCase::Nominative | NounCase::Accusative) => "e",
        (Gender::Feminine, NounCase::Genitive | NounCase::Dative) => "er",
    }
}

/// `der Turm`, `des Turms`, `die Dame`.
///
/// ```
/// use tabiya_rules::{Role, german::{NounCase, the}};
///
/// assert_eq!(the(Role::Pawn, NounCase::Accusative), "den Bauern");
/// ```
pub fn the(role: Role, case: NounCase) -> String {
    format!("{} {}", article(role, case), noun(role, case))
}

/// `ein Turm`, `einen Turm`, `eine Dame`.
pub fn a(role: Role, case: NounCase) -> String {
    format!("ein{} {}", ending(role, case), noun(role, case))
}

/// `kein Turm`, `keinen Turm`, `keine Dame`.
pub fn no(role: Role, case: NounCase) -> String {
    format!("kein{} {}", ending(role, case), noun(role, case))
}

/// `dein Turm`, `deinen Turm`, `deine Dame`.
pub fn your(role: Role, case: NounCase) -> String {
    format!("dein{} {}", ending(role, case), noun(role, case))
}

/// What something becomes: `zum Turm`, `zur Dame`.
pub fn into(role: Role) -> String {
    let to = match gender(role) {
        Gender::Masculine => "zum",
        Gender::Feminine => "zur",
    };
    format!("{to} {}", noun(role, NounCase::Dative))
}

/// `der schwarze Turm`, `den schwarzen Turm`, `die schwarze Dame`.
///
/// ```
/// use tabiya_rules::{Piece, german::{NounCase, piece}};
///
/// let rook = Piece::from_letter('r').unwrap();
/// assert_eq!(piece(rook, NounCase::Genitive), "des schwarzen Turms");
/// ```
pub fn piece(piece: Piece, case: NounCase) -> String {
    let Piece { color, role } = piece;
    format!("{} {} {}", article(role, case), adjective(color, role, case), noun(role, case))
}

impl Words for Role {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name(*self))
    }
}

/// `Springer, Läufer oder Turm`; `nichts` for the empty set.
impl Words for Roles {
    fn german(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nichts");
        }
        f.write_str(&joined(self.iter().map(name), "oder"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every man with every word before it, in every case: nominative, genitive, dative, accusative.
    const TABLE: [(Role, [[&str; 4]; 4], &str, &str); 6] = [
        (
            Role::Pawn,
            [
                ["der Bauer", "des Bauern", "dem Bauern", "den Bauern"],
                ["ein Bauer", "eines Bauern", "einem Bauern", "einen Bauern"],
                ["kein Bauer", "keines Bauern", "keinem Bauern", "keinen Bauern"],
                ["dein Bauer", "deines Bauern", "deinem Bauern", "deinen Bauern"],
            ],
            "zum Bauern",
            "Bauern",
        ),
        (
            Role::Knight,
            [
                ["der Springer", "des Springers", "dem Springer", "den Springer"],
                ["ein Springer", "eines Springers", "einem Springer", "einen Springer"],
                ["kein Springer", "keines Springers", "keinem Springer", "keinen Springer"],
                ["dein Springer", "deines Springers", "deinem Springer", "deinen Springer"],
            ],
            "zum Springer",
            "Springer",
        ),
        (
            Role::Bishop,
            [
                ["der Läufer", "des Läufers", "dem Läufer", "den Läufer"],
                ["ein Läufer", "eines Läufers", "einem Läufer", "einen Läufer"],
                ["kein Läufer", "keines Läufers", "keinem Läufer", "keinen Läufer"],
                ["dein Läufer", "deines Läufers", "deinem Läufer", "deinen Läufer"],
            ],
            "zum Läufer",
            "Läufer",
        ),
        (
            Role::Rook,
            [
                ["der Turm", "des Turms", "dem Turm", "den Turm"],
                ["ein Turm", "eines Turms", "einem Turm", "einen Turm"],
                ["kein Turm", "keines Turms", "keinem Turm", "keinen Turm"],
                ["dein Turm", "deines Turms", "deinem Turm", "deinen Turm"],
            ],
            "zum Turm",
            "Türme",
        ),
        (
            Role::Queen,
            [
                ["die Dame", "der Dame", "der Dame", "die Dame"],
                ["eine Dame", "einer Dame", "einer Dame", "eine Dame"],
                ["keine Dame", "keiner Dame", "keiner Dame", "keine Dame"],
                ["deine Dame", "deiner Dame", "deiner Dame", "deine Dame"],
            ],
            "zur Dame",
            "Damen",
        ),
        (
            Role::King,
            [
                ["der König", "des Königs", "dem König", "den König"],
                ["ein König", "eines Königs", "einem König", "einen König"],
                ["kein König", "keines Königs", "keinem König", "keinen König"],
                ["dein König", "deines Königs", "deinem König", "deinen König"],
            ],
            "zum König",
            "Könige",
        ),
    ];

    const CASES: [NounCase; 4] =
        [NounCase::Nominative, NounCase::Genitive, NounCase::Dative, NounCase::Accusative];

    #[test]
    fn every_man_is_bent_as_grammar_wants_it() {
        assert_eq!(TABLE.map(|(role, ..)| role), Role::ALL);
        for (role, forms, becomes, several) in TABLE {
            for (say, expected) in [the, a, no, your].into_iter().zip(forms) {
                assert_eq!(CASES.map(|case| say(role, case)), expected);
            }
            assert_eq!((into(role).as_str(), plural(role)), (becomes, several));
        }
    }

    #[test]
    fn men_have_their_color_in_every_case() {
        let said = |letter| CASES.map(|case| piece(Piece::from_letter(letter).expect("a piece"), case));
        let queen = ["die schwarze Dame", "der schwarzen Dame", "der schwarzen Dame", "die schwarze Dame"];
        assert_eq!(said('q'), queen);
        let pawn = ["der weiße Bauer", "des weißen Bauern", "dem weißen Bauern", "den weißen Bauern"];
        assert_eq!(said('P'), pawn);
    }
}
