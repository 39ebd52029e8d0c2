//! Roles, sets of them, and values by role.
//!
//! Room for other armies: code 4 is unused, and a fourth plane of codes in [`Board`](crate::Board) doubles the roles. A new
//! role does not compile until these were thought of: here the letters, names and tables by role, the board and the attacks;
//! in `notation` the figures of moves, the numbers of Polyglot's keys and the values in rule files; in `tabiya` the figures
//! of the board. Elsewhere roles are compared or taken from [`Role::ALL`], but the engine counts by name what it knows of
//! each: its evaluation, its exchanges, and the translation for tables of endgames.

use std::fmt;

/// What a piece is, whatever its color.
///
/// The numbers are the codes under which [`Board`](crate::Board) stores the roles in its three planes; they
/// are chosen so that the sliders fall out with one operation. They do not order the roles by worth.
///
/// ```
/// use tabiya_rules::Role;
///
/// assert_eq!(Role::from_letter('N'), Some(Role::Knight));
/// assert_eq!(Role::Knight.letter(), 'n');
/// assert_eq!(Role::Queen.to_string(), "queen");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// The pawn.
    Pawn = 1,
    /// The knight.
    Knight = 2,
    /// The king.
    King = 3,
    /// The bishop.
    Bishop = 5,
    /// The rook.
    Rook = 6,
    /// The queen.
    Queen = 7,
}

impl Role {
    /// Every role, in the usual order.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The role stored under `code`; `None` for an empty square.
    #[inline(always)]
    pub(crate) const fn from_code(code: u8) -> Option<Role> {
        match code {
            1 => Some(Role::Pawn),
            2 => Some(Role::Knight),
            3 => Some(Role::King),
            5 => Some(Role::Bishop),
            6 => Some(Role::Rook),
            7 => Some(Role::Queen),
            _ => None,
        }
    }

    /// The English letter, in lower case.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The role of an English letter in either case.
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Role::Pawn),
            'n' => Some(Role::Knight),
            'b' => Some(Role::Bishop),
            'r' => Some(Role::Rook),
            'q' => Some(Role::Queen),
            'k' => Some(Role::King),
            _ => None,
        }
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of roles in one byte.
///
/// ```
/// use tabiya_rules::{Role, Roles};
///
/// let minor = Roles::of(&[Role::Bishop, Role::Knight]);
/// assert!(minor.contains(Role::Knight));
/// assert_eq!(minor.len(), 2);
/// assert_eq!(minor.to_string(), "knight or bishop");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Roles(u8);

impl Roles {
    /// No role at all.
    pub const NONE: Roles = Roles(0);

    /// The set of the roles listed.
    pub const fn of(roles: &[Role]) -> Roles {
        let mut bits = 0;
        let mut i = 0;
        while i < roles.len() {
            bits |= 1 << roles[i] as u8;
            i += 1;
        }
        Roles(bits)
    }

    /// Whether `role` is in the set.
    #[inline(always)]
    pub const fn contains(self, role: Role) -> bool {
        self.0 >> role as u8 & 1 != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many roles there are.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The roles in the usual order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Role> {
        Role::ALL.into_iter().filter(move |&role| self.contains(role))
    }
}

impl FromIterator<Role> for Roles {
    fn from_iter<I: IntoIterator<Item = Role>>(roles: I) -> Roles {
        Roles(roles.into_iter().fold(0, |bits, role| bits | 1 << role as u8))
    }
}

/// `knight, bishop or rook`; `nothing` for the empty set.
impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        for (i, role) in self.iter().enumerate() {
            let joint = match i {
                0 => "",
                _ if i + 1 == self.len() => " or ",
                _ => ", ",
            };
            write!(f, "{joint}{role}")?;
        }
        Ok(())
    }
}

/// A value for each role.
///
/// ```
/// use tabiya_rules::{ByRole, Role};
///
/// let values = ByRole { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };
/// assert_eq!(*values.get(Role::Rook), 5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are named after their roles")]
pub struct ByRole<T> {
    pub pawn: T,
    pub knight: T,
    pub bishop: T,
    pub rook: T,
    pub queen: T,
    pub king: T,
}

impl<T> ByRole<T> {
    /// The value made by `make` for each role.
    pub fn from_fn(mut make: impl FnMut(Role) -> T) -> ByRole<T> {
        ByRole {
            pawn: make(Role::Pawn),
            knight: make(Role::Knight),
            bishop: make(Role::Bishop),
            rook: make(Role::Rook),
            queen: make(Role::Queen),
            king: make(Role::King),
        }
    }

    /// The value of `role`.
    pub const fn get(&self, role: Role) -> &T {
        match role {
            Role::Pawn => &self.pawn,
            Role::Knight => &self.knight,
            Role::Bishop => &self.bishop,
            Role::Rook => &self.rook,
            Role::Queen => &self.queen,
            Role::King => &self.king,
        }
    }

    /// The value of `role`, to be changed.
    pub const fn get_mut(&mut self, role: Role) -> &mut T {
        match role {
            Role::Pawn => &mut self.pawn,
            Role::Knight => &mut self.knight,
            Role::Bishop => &mut self.bishop,
            Role::Rook => &mut self.rook,
            Role::Queen => &mut self.queen,
            Role::King => &mut self.king,
        }
    }
}
