//! Situations: what a move or a mistake shows, finer than points are given for. The directed games are searched for
//! until every situation has been on the board.

use tabiya_rules::{
    Bitboard, CastlingFault, Color, Draw, Exposure, File, Illegal, Move, Outcome, Piece, Position, Rank,
    Role, Rules, Setup, Square, Victory, attacks,
};

use crate::topic::Topic;

pub type RuledPosition = Position<&'static Rules>;

/// Something that a game can show, by its topic and what else is to be told apart.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Situation {
    pub topic: Topic,
    pub detail: String,
}

impl Situation {
    pub fn new(topic: Topic, detail: impl Into<String>) -> Situation {
        Situation { topic, detail: detail.into() }
    }
}

/// What a legal move shows: the move first, then what comes of it.
pub fn of_move(before: &RuledPosition, m: Move) -> Vec<Situation> {
    let us = before.turn();
    let after = before.play_unchecked(m);
    let topic = move_topic(before, m);
    let mut shown: Vec<Situation> =
        move_details(before, m).into_iter().map(|detail| Situation::new(topic, detail)).collect();
    if stays_pawn(before, m) {
        shown.push(Situation::new(Topic::PawnAtEnd, format!("{us} arrives")));
    }
    if !before.rules().moves.knows_check() && after.attackers_of_royal(us).is_any() {
        let moved = if Some(m.from()) == before.royal(us) { "steps" } else { "stays" };
        shown.push(Situation::new(Topic::Careless, format!("{us} {moved} {}", attacker(&after, us))));
    }
    if after.outcome().is_none() && after.attackers_of_royal(!us).is_any() {
        let checker = attacker(&after, !us);
        let is_moved = after.attackers_of_royal(!us).contains(m.to());
        shown.push(Situation::new(Topic::Check, format!("{} by {checker} {is_moved}", !us)));
    }
    shown
}

/// What the end of a game shows.
pub fn of_end(before: &RuledPosition, m: Move) -> Option<Situation> {
    let after = before.play_unchecked(m);
    let (mover, role) = (before.turn(), before.role_of(m).name());
    Some(match after.outcome()? {
        Outcome::Won { by: Victory::Checkmate, .. } => {
            Situation::new(Topic::Checkmate, format!("{mover} {role}"))
        }
        Outcome::Won { by: Victory::Stalemate, .. } | Outcome::Drawn(Draw::Stalemate) => {
            Situation::new(Topic::Stalemate, format!("{mover}"))
        }
        Outcome::Drawn(Draw::NoSafeMove) => {
            let in_attack = after.attackers_of_royal(!mover).is_any();
            Situation::new(Topic::NoSafeMove, format!("{mover} {in_attack}"))
        }
        _ if after.rules().ends.counts_pieces() => {
            // How far the side behind is that takes the king, the kings left out.
            let king = u32::from(*after.rules().values.get(after.rules().moves.royal));
            let behind = (after.score(!mover) + king).saturating_sub(after.score(mover));
            let detail = match behind {
                0 => format!("{mover} {role}"),
                1..=30 => format!("{mover} behind"),
                31..=100 => format!("{mover} far behind"),
                _ => format!("{mover} hopelessly behind"),
            };
            Situation::new(Topic::RoyalTaken, detail)
        }
        _ => Situation::new(Topic::RoyalTaken, format!("{mover} {role}")),
    })
}

/// Whether a pawn reaches the end of the board and becomes nothing else there.
fn stays_pawn(before: &RuledPosition, m: Move) -> bool {
    let is_at_end = m.to().rank().seen_by(before.turn()) == Rank::Eighth;
    before.role_of(m) == Role::Pawn && m.promotion().is_none() && is_at_end
}

/// The rule that a legal move is about.
pub fn move_topic(before: &RuledPosition, m: Move) -> Topic {
    if m.is_castling() {
        Topic::Castles
    } else if m.is_en_passant() {
        Topic::InPassing
    } else if m.promotion().is_some() {
        Topic::Promotes
    } else if m.is_double_step() {
        Topic::DoubleStep
    } else if before.piece_at(m.to()).is_some() {
        Topic::Takes(before.role_of(m))
    } else {
        Topic::Steps(before.role_of(m))
    }
}

/// Where a piece goes, and apart from that what it takes.
fn move_details(before: &RuledPosition, m: Move) -> Vec<String> {
    let us = before.turn();
    let Way { files, ranks } = Way::between(m.from(), m.to(), us);
    let taken = before.piece_at(m.to()).filter(|_| !m.is_castling()).map(|piece| piece.role.name());
    let reach = match before.role_of(m) {
        Role::Knight | Role::King | Role::Pawn => format!("{files} {ranks}"),
        _ => {
            let far = if files.abs().max(ranks.abs()) > 1 { "far" } else { "near" };
            format!("{} {} {far}", files.signum(), ranks.signum())
        }
    };
    let new = m.promotion().map(|role| format!("{us} becomes {}", role.name()));
    let taken = taken.map(|role| format!("{us} takes {role}"));
    [format!("{us} {reach}")].into_iter().chain(taken).chain(new).collect()
}

/// The first piece that attacks a side's royal piece, and whether there is another.
fn attacker(position: &RuledPosition, color: Color) -> String {
    let attackers = position.attackers_of_royal(color);
    let first = attackers.into_iter().next().and_then(|at| position.board().role_at(at));
    format!("{}{}", first.map_or("nobody", Role::name), if attackers.is_many() { " and another" } else { "" })
}

/// From one square to another, as the side to move sees it.
struct Way {
    files: i32,
    ranks: i32,
}

impl Way {
    fn between(from: Square, to: Square, us: Color) -> Way {
        let along = |square: Square| square.rank().seen_by(us) as i32;
        Way { files: to.file() as i32 - from.file() as i32, ranks: along(to) - along(from) }
    }

    fn shape(&self) -> Option<&'static str> {
        let (files, ranks) = (self.files.abs(), self.ranks.abs());
        match (files, ranks) {
            (0, 0) => Some("stay"),
            (0, 1) | (1, 0) | (1, 1) => Some("king"),
            (1, 2) | (2, 1) => Some("knight"),
            _ if files == 0 || ranks == 0 => Some("straight"),
            _ if files == ranks => Some("diagonal"),
            (2, 3) | (3, 2) | (1, 3) | (3, 1) => Some("odd"),
            _ => None,
        }
    }
}

/// What a refused move shows, where it is worth showing: most would be refused for a second reason, too.
pub fn of_mistake(position: &RuledPosition, from: Square, to: Square, why: &Illegal) -> Vec<Situation> {
    let Some(topic) = refusal_topic(position, from, why) else { return Vec::new() };
    let details = mistake_details(position, from, to, why).unwrap_or_default();
    details.into_iter().map(|detail| Situation { topic, detail }).collect()
}

fn mistake_details(position: &RuledPosition, from: Square, to: Square, why: &Illegal) -> Option<Vec<String>> {
    let us = position.turn();
    let target = position.piece_at(to);
    let is_own = target.is_some_and(|piece| piece.color == us);
    let taking = target.map_or("empty", |piece| if piece.color == us { "own" } else { "enemy" });
    let way = Way::between(from, to, us);
    let detail = match *why {
        Illegal::Pattern { .. } | Illegal::DoubleStepNotInRules { .. } => {
            let role = position.piece_at(from)?.role;
            let is_royal = target.is_some_and(|piece| piece.role == position.rules().moves.royal);
            if from != to && (is_own || is_royal) {
                return None;
            }
            let pattern = pattern(position, role, from, to, &way).map(|way| format!("{us} {way} {taking}"));
            let leap = leap(position, from, to, &way).map(|way| format!("{us} {way}"));
            return Some(pattern.into_iter().chain(leap).collect());
        }
        Illegal::Blocked { role, by, at, .. } => {
            if is_own && role != Role::Pawn {
                return None;
            }
            let near = attacks::king(from).contains(at);
            let straight = way.files == 0 || way.ranks == 0;
            let color = if by.color == us { "own" } else { "enemy" };
            let count = (attacks::between(from, to) & position.board().occupied()).len().min(2);
            if role == Role::Pawn {
                format!("{us} {} {near} {color} {taking}", way.ranks)
            } else {
                return Some(vec![
                    format!("{us} {straight} {near} {color}"),
                    format!("{us} {straight} {taking} {count}"),
                ]);
            }
        }
        Illegal::OwnPiece { role, at } => {
            let near = attacks::king(from).contains(at);
            return Some(vec![
                format!("{us} {near} {}", way.files.signum()),
                format!("{us} {}", role.name()),
            ]);
        }
        Illegal::NothingToTake { .. }
        | Illegal::EnPassantGone { .. }
        | Illegal::EnPassantNotInRules { .. } => {
            format!("{us} {}", way.files)
        }
        Illegal::PawnAtEnd { .. } if way.files.abs() > 1 || way.ranks < -2 => return None,
        Illegal::PawnAtEnd { .. } => format!("{us} {} {}", way.files.abs(), way.ranks),
        Illegal::NotYours { piece, .. } => format!("{us} {}", piece.role.name()),
        Illegal::LeavesInCheck { by, exposure, .. } => {
            let mover = position.piece_at(from)?.role.name();
            return Some(vec![
                format!("{us} {mover} {exposure:?}"),
                format!("{us} {exposure:?} {}", by.role.name()),
            ]);
        }
        Illegal::Pinned { role, by, .. } => format!("{us} {} {}", role.name(), by.role.name()),
        Illegal::Castling { why, .. } => {
            let why = match why {
                CastlingFault::NotInRules { .. } | CastlingFault::OtherRoyal { .. } => "none".to_owned(),
                CastlingFault::Moved => lost_right(position, from, &way).to_owned(),
                CastlingFault::InCheck { by, .. } => format!("in check by {}", by.role.name()),
                CastlingFault::Blocked { at, .. } => format!("blocked {}", at.file().letter()),
                CastlingFault::ThroughCheck { crossing, .. } => {
                    format!("through {}", crossing.file().letter())
                }
                CastlingFault::Uncovered { .. } => "uncovered".to_owned(),
            };
            format!("{us} {} {why}", way.files.signum())
        }
        Illegal::NoPiece { .. } => format!("{us}"),
        Illegal::PromotionNotAllowed { .. }
        | Illegal::PromotionNotInRules { .. }
        | Illegal::NoPromotion { .. } => format!("{us}"),
        Illegal::GameOver(_) | Illegal::PromotionMissing { .. } | Illegal::OtherPosition => return None,
    };
    Some(vec![detail])
}

/// Why there is no right to castle, where nothing else is against it.
fn lost_right(position: &RuledPosition, king: Square, way: &Way) -> &'static str {
    let us = position.turn();
    let corner = Square::new(if way.files > 0 { File::H } else { File::A }, king.rank());
    let occupied = position.board().occupied();
    let is_attacked = |square: Square| position.board().attackers(square, !us, occupied).is_any();
    let path = attacks::between(king, corner);
    let crossed = path.into_iter().filter(|square| (square.index() as i32 - king.index() as i32).abs() <= 2);
    if (path & occupied).is_any() || [king].into_iter().chain(crossed).any(is_attacked) {
        return "moved";
    }
    let rook = Piece { color: us, role: Role::Rook };
    let has_other = (position.setup().castling & Bitboard::rank(king.rank())).is_any();
    match position.piece_at(corner) {
        Some(piece) if piece == rook && has_other => "moved by the rook",
        Some(piece) if piece == rook => "moved by the king",
        Some(piece) if piece.color != us => "moved, the taker in the corner",
        Some(_) => "moved, another in the corner",
        None => "moved without a rook",
    }
}

/// How a piece would have to move for this, where the way is free: as which other piece, or over the edge.
fn pattern(position: &RuledPosition, role: Role, from: Square, to: Square, way: &Way) -> Option<String> {
    let index = to.index() as i32 - from.index() as i32;
    if steps(role).contains(&index.abs()) && way.files.abs() > 2 {
        return Some(format!("over the edge {index}"));
    }
    let shape = way.shape()?;
    if (attacks::between(from, to) & position.board().occupied()).is_any() {
        return None;
    }
    if role == Role::Pawn {
        let is_near = way.files.abs() <= 2 && way.ranks.abs() <= 3;
        // What a pawn may do from its first row, and where it would leave the board, is another matter elsewhere.
        let is_first = from.rank() == Rank::Second.seen_by(position.turn());
        let place = if is_first { " from its first row" } else { "" };
        return is_near.then(|| format!("{} {}{place}", way.files, way.ranks));
    }
    Some(match role {
        Role::King if shape == "straight" || shape == "diagonal" => {
            let two = if way.files.abs().max(way.ranks.abs()) == 2 { "two" } else { "far" };
            format!("{shape} {two} {} {}", way.files.signum(), way.ranks.signum())
        }
        _ => shape.to_owned(),
    })
}

/// How far a leap may go that somebody could add to a piece.
const LONGEST_LEAP: i32 = 3;

/// The leap that a piece would have to know for this, where nothing else is against it.
fn leap(position: &RuledPosition, from: Square, to: Square, way: &Way) -> Option<String> {
    let is_near = way.files.abs() <= LONGEST_LEAP && way.ranks.abs() <= LONGEST_LEAP;
    (is_near && from != to && is_possible(position, from, to))
        .then(|| format!("leaps {} {}", way.files, way.ranks))
}

/// Whether there can be the position after this: the king of the side to move is not in check where that matters, and no pawn
/// stands where none can, which programs refuse for that reason.
fn is_possible(position: &RuledPosition, from: Square, to: Square) -> bool {
    let mut after = Setup { turn: !position.turn(), en_passant: None, ..position.setup() };
    after.castling = Bitboard::EMPTY;
    after.board.set(to, position.piece_at(from));
    after.board.set(from, None);
    Position::new(after, position.rules()).is_ok()
}

/// How far the squares of a piece's next steps are away where squares are counted from 0 to 63.
fn steps(role: Role) -> &'static [i32] {
    match role {
        Role::Pawn => &[7, 9],
        Role::Knight => &[6, 10, 15, 17],
        Role::Bishop => &[7, 9],
        Role::Rook => &[1],
        Role::Queen | Role::King => &[1, 7, 9],
    }
}

/// The rule that a refusal is about.
pub fn refusal_topic(position: &RuledPosition, from: Square, why: &Illegal) -> Option<Topic> {
    let mover = position.piece_at(from).map(|piece| piece.role);
    Some(match *why {
        Illegal::GameOver(_) => Topic::AfterEnd,
        Illegal::NoPiece { .. } => Topic::NoPiece,
        Illegal::NotYours { .. } => Topic::NotYours,
        Illegal::Pattern { role, .. } => Topic::Pattern(role),
        Illegal::DoubleStepNotInRules { .. } => Topic::Pattern(Role::Pawn),
        Illegal::Blocked { role, .. } => Topic::Blocked(role),
        Illegal::OwnPiece { .. } => Topic::OwnPiece(mover?),
        Illegal::NothingToTake { .. } => Topic::NothingToTake,
        Illegal::EnPassantGone { .. } | Illegal::EnPassantNotInRules { .. } => Topic::PassingRefused,
        Illegal::PawnAtEnd { .. } => Topic::PawnAtEnd,
        Illegal::LeavesInCheck { exposure: Exposure::StepsInto, .. } => Topic::StepsIntoCheck,
        Illegal::LeavesInCheck { exposure: Exposure::Remains, .. } => Topic::CheckRemains,
        Illegal::LeavesInCheck { exposure: Exposure::Uncovered, .. } | Illegal::Pinned { .. } => {
            Topic::Pinned
        }
        Illegal::Castling { .. } => Topic::CastlingRefused,
        Illegal::PromotionMissing { .. }
        | Illegal::PromotionNotAllowed { .. }
        | Illegal::PromotionNotInRules { .. }
        | Illegal::NoPromotion { .. } => Topic::PromotionRefused,
        Illegal::OtherPosition => return None,
    })
}

/// The roles of which the sides have not as many men.
pub fn uneven_roles(position: &RuledPosition) -> Vec<Role> {
    Role::ALL.into_iter().filter(|&role| surplus(position, role) > 0).collect()
}

/// How many men of a role one side has more than the other.
fn surplus(position: &RuledPosition, role: Role) -> u32 {
    let count = |color| (position.board().by_color(color) & position.board().by_role(role)).len() as u32;
    count(Color::White).abs_diff(count(Color::Black))
}
