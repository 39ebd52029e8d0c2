//! Pieces that move otherwise: what the rules refuse is allowed, or what they allow is refused.

use tabiya_classics::{Classic, Overruling};
use tabiya_classroom::Topic;
use tabiya_rules::{Bitboard, CastlingFault, Color, File, Illegal, Piece, Position, Role, Square, attacks};

use super::change::{Mutant, Table};

/// A move, as the table of changes sees it.
struct Step<'a> {
    board: &'a Table,
    role: Role,
    from: Square,
    to: Square,
    /// How many files it goes to the right, and how many ranks forward.
    files: i32,
    ranks: i32,
}

impl Step<'_> {
    fn is_free(&self) -> bool {
        (attacks::between(self.from, self.to) & self.board.board().occupied()).is_empty()
    }

    fn is_own(&self) -> bool {
        self.board.piece_at(self.to).is_some_and(|piece| piece.color == self.board.turn())
    }

    fn takes(&self) -> bool {
        self.board.piece_at(self.to).is_some()
    }

    fn distance(&self) -> i32 {
        self.files.abs().max(self.ranks.abs())
    }

    fn is_straight(&self) -> bool {
        (self.files == 0) != (self.ranks == 0)
    }

    fn is_diagonal(&self) -> bool {
        self.files != 0 && self.files.abs() == self.ranks.abs()
    }

    /// What stands where the rook should that would castle.
    fn corner(&self) -> Option<Piece> {
        let corner = Square::new(if self.files > 0 { File::H } else { File::A }, self.from.rank());
        self.board.piece_at(corner)
    }

    fn has_rook_in_corner(&self) -> bool {
        self.corner() == Some(Piece { color: self.board.turn(), role: Role::Rook })
    }

    /// Whether the king may still castle with the other rook.
    fn has_right_to_castle(&self) -> bool {
        (self.board.setup().castling & Bitboard::rank(self.from.rank())).is_any()
    }

    fn leaps(&self, files: i32, ranks: i32) -> bool {
        (self.files, self.ranks) == (files, ranks) && !self.is_own()
    }

    fn is_knights(&self) -> bool {
        matches!((self.files.abs(), self.ranks.abs()), (1, 2) | (2, 1))
    }
}

type Test = fn(&Step<'_>) -> bool;

/// What a piece is refused by the rules and allowed here.
struct Liberty {
    name: &'static str,
    roles: &'static [Role],
    why: fn(&Illegal) -> bool,
    test: Test,
    topics: fn(Role) -> Vec<Topic>,
}

const ALL: &[Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
const PIECES: &[Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
const LEAPERS: &[Role] = &[Role::Pawn, Role::Knight, Role::King];
const SLIDERS: &[Role] = &[Role::Bishop, Role::Rook, Role::Queen];

const fn is_pattern(why: &Illegal) -> bool {
    matches!(why, Illegal::Pattern { .. })
}

const fn is_blocked(why: &Illegal) -> bool {
    matches!(why, Illegal::Blocked { .. })
}

fn of_pattern(role: Role) -> Vec<Topic> {
    vec![Topic::Pattern(role)]
}

fn of_blocked(role: Role) -> Vec<Topic> {
    vec![Topic::Blocked(role)]
}

/// A piece that knows one leap more than it should.
const fn leap(name: &'static str, roles: &'static [Role], test: Test) -> Liberty {
    Liberty { name, roles, why: is_leap, test, topics: of_pattern }
}

/// A king that castles where something has moved.
const fn castling(name: &'static str, test: Test) -> Liberty {
    let topics = |_| vec![Topic::CastlingRefused];
    Liberty { name, roles: &[Role::King], why: has_lost_right, test, topics }
}

fn has_lost_right(why: &Illegal) -> bool {
    matches!(why, Illegal::Castling { why: CastlingFault::Moved, .. })
}

fn is_leap(why: &Illegal) -> bool {
    matches!(why, Illegal::Pattern { .. } | Illegal::DoubleStepNotInRules { .. })
}

const LIBERTIES: &[Liberty] = &[
    Liberty {
        name: "jumps",
        roles: SLIDERS,
        why: is_blocked,
        test: |step| !step.is_own(),
        topics: of_blocked,
    },
    Liberty {
        name: "jumps over its own side",
        roles: SLIDERS,
        why: |why| matches!(why, Illegal::Blocked { .. }),
        test: |step| {
            let between = attacks::between(step.from, step.to) & step.board.board().occupied();
            !step.is_own() && (between & step.board.board().by_color(!step.board.turn())).is_empty()
        },
        topics: of_blocked,
    },
    Liberty {
        name: "takes its own side's men",
        roles: PIECES,
        why: |why| matches!(why, Illegal::OwnPiece { role, .. } if *role != Role::King),
        test: |_| true,
        topics: |role| vec![Topic::OwnPiece(role)],
    },
    Liberty {
        name: "moves like a knight",
        roles: &[Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Pawn],
        why: is_pattern,
        test: |step| step.is_knights() && !step.is_own(),
        topics: of_pattern,
    },
    Liberty {
        name: "moves like a king",
        roles: &[Role::Bishop, Role::Rook, Role::Knight],
        why: is_pattern,
        test: |step| step.distance() == 1 && !step.is_own(),
        topics: of_pattern,
    },
    Liberty {
        name: "moves like a rook",
        roles: &[Role::Bishop, Role::Knight, Role::King],
        why: is_pattern,
        test: |step| step.is_straight() && step.is_free() && !step.is_own(),
        topics: of_pattern,
    },
    Liberty {
        name: "moves like a bishop",
        roles: &[Role::Rook, Role::Knight, Role::King],
        why: is_pattern,
        test: |step| step.is_diagonal() && step.is_free() && !step.is_own(),
        topics: of_pattern,
    },
    Liberty {
        name: "goes two steps",
        roles: &[Role::King],
        why: is_pattern,
        test: |step| {
            step.distance() == 2
                && (step.is_straight() || step.is_diagonal())
                && step.is_free()
                && !step.is_own()
        },
        topics: of_pattern,
    },
    Liberty {
        name: "stays where it is",
        roles: PIECES,
        why: is_pattern,
        test: |step| step.from == step.to,
        topics: of_pattern,
    },
    Liberty {
        name: "goes over the edge of the board",
        roles: &[Role::Knight, Role::King, Role::Rook, Role::Bishop],
        why: is_pattern,
        test: |step| {
            let index = (step.to.index() as i32 - step.from.index() as i32).abs();
            let steps: &[i32] = match step.role {
                Role::Knight => &[6, 10, 15, 17],
                Role::Bishop => &[7, 9],
                Role::Rook => &[1],
                _ => &[1, 7, 9],
            };
            steps.contains(&index) && step.files.abs() > 2 && !step.is_own()
        },
        topics: of_pattern,
    },
    castling("castles with a rook that was taken", |step| step.corner().is_none()),
    castling("castles with the taker of a rook", |step| {
        step.corner().is_some_and(|piece| piece.color != step.board.turn())
    }),
    castling("castles with a rook that has come back", |step| {
        step.has_rook_in_corner() && step.has_right_to_castle()
    }),
    castling("castles where it has come back itself", |step| {
        step.has_rook_in_corner() && !step.has_right_to_castle()
    }),
    // One leap more, in one direction.
    leap("leaps three ahead and one to the right", ALL, |step| step.leaps(1, 3)),
    leap("leaps two back and three to the left", ALL, |step| step.leaps(-3, -2)),
    leap("leaps three to the right and one back", ALL, |step| step.leaps(3, -1)),
    leap("leaps two steps to the left and ahead", LEAPERS, |step| step.leaps(-2, 2)),
    leap("leaps two steps back", LEAPERS, |step| step.leaps(0, -2)),
    leap("leaps three steps to the left", LEAPERS, |step| step.leaps(-3, 0)),
    // Pawns.
    Liberty {
        name: "jumps over a man with its double step",
        roles: &[Role::Pawn],
        why: is_blocked,
        test: |step| step.ranks == 2 && !step.takes(),
        topics: of_blocked,
    },
    Liberty {
        name: "takes with its double step",
        roles: &[Role::Pawn],
        why: is_blocked,
        test: |step| step.ranks == 2 && step.takes() && step.is_free() && !step.is_own(),
        topics: of_blocked,
    },
    Liberty {
        name: "takes straight ahead",
        roles: &[Role::Pawn],
        why: is_blocked,
        test: |step| step.ranks == 1 && !step.is_own(),
        topics: of_blocked,
    },
    Liberty {
        name: "steps diagonally without taking",
        roles: &[Role::Pawn],
        why: |why| matches!(why, Illegal::NothingToTake { .. }),
        test: |_| true,
        topics: |_| vec![Topic::NothingToTake],
    },
    Liberty {
        name: "steps to the right without taking",
        roles: &[Role::Pawn],
        why: |why| matches!(why, Illegal::NothingToTake { .. }),
        test: |step| step.files > 0,
        topics: |_| vec![Topic::NothingToTake],
    },
    Liberty {
        name: "goes back",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| (step.files, step.ranks) == (0, -1) && !step.takes(),
        topics: of_pattern,
    },
    Liberty {
        name: "takes backwards",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| step.files.abs() == 1 && step.ranks == -1 && step.takes() && !step.is_own(),
        topics: of_pattern,
    },
    Liberty {
        name: "goes sideways",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| step.files.abs() == 1 && step.ranks == 0 && !step.takes(),
        topics: of_pattern,
    },
    Liberty {
        name: "steps twice from everywhere",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| (step.files, step.ranks) == (0, 2) && !step.takes() && step.is_free(),
        topics: of_pattern,
    },
    Liberty {
        name: "steps three times",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| (step.files, step.ranks) == (0, 3) && !step.takes() && step.is_free(),
        topics: of_pattern,
    },
    Liberty {
        name: "stays where it is",
        roles: &[Role::Pawn],
        why: is_pattern,
        test: |step| step.from == step.to,
        topics: of_pattern,
    },
    Liberty {
        name: "takes its own side's men",
        roles: &[Role::Pawn],
        why: |why| matches!(why, Illegal::OwnPiece { role, .. } if *role != Role::King),
        test: |_| true,
        topics: |role| vec![Topic::OwnPiece(role)],
    },
];

/// What a piece is allowed by the rules and refused here.
struct Prohibition {
    name: &'static str,
    roles: &'static [Role],
    test: Test,
}

const PROHIBITIONS: &[Prohibition] = &[
    Prohibition { name: "never takes", roles: ALL, test: |step| step.takes() },
    Prohibition { name: "never goes back", roles: PIECES, test: |step| step.ranks < 0 },
    Prohibition { name: "never goes to the left", roles: PIECES, test: |step| step.files < 0 },
    Prohibition { name: "goes one step only", roles: SLIDERS, test: |step| step.distance() > 1 },
    Prohibition { name: "of Black never moves", roles: ALL, test: |step| step.board.turn() == Color::Black },
    Prohibition {
        name: "never takes to the left",
        roles: &[Role::Pawn],
        test: |step| step.takes() && step.files < 0,
    },
    Prohibition { name: "moves only to take", roles: &[Role::Knight], test: |step| !step.takes() },
];

pub fn mutants(classic: &'static Classic) -> Vec<Mutant> {
    let start = Position::starting(classic.rules).unwrap();
    let has = |role: &&Role| start.board().by_role(**role).is_any();
    let mut all = Vec::new();
    for liberty in LIBERTIES {
        for &role in liberty.roles.iter().filter(has).filter(|role| can_happen(classic, liberty, **role)) {
            let name = format!("a {role} {}", liberty.name);
            let mut mutant = Mutant::new(classic, name, &(liberty.topics)(role));
            mutant.ruling = Some(Box::new(move |board, from, to| {
                let step = step(board, from, to)?;
                let why = board.legal(from, to, None).err()?;
                let is_taken = step.role == role && (liberty.why)(&why) && (liberty.test)(&step);
                is_taken.then_some(Overruling::Allow)
            }));
            all.push(mutant);
        }
    }
    for prohibition in PROHIBITIONS {
        for &role in prohibition.roles.iter().filter(has) {
            let name = format!("a {role} {}", prohibition.name);
            let topics = [Topic::Steps(role), Topic::Takes(role), Topic::DoubleStep, Topic::Castles];
            let mut mutant = Mutant::new(classic, name, &topics);
            mutant.ruling = Some(Box::new(move |board, from, to| {
                let step = step(board, from, to)?;
                let is_legal = Role::ALL.iter().any(|&new| board.legal(from, to, Some(new)).is_ok())
                    || board.legal(from, to, None).is_ok();
                (is_legal && step.role == role && (prohibition.test)(&step)).then_some(Overruling::Refuse)
            }));
            all.push(mutant);
        }
    }
    all.extend(turn_mutants(classic));
    all
}

/// What the rules of a classic leave no room for.
fn can_happen(classic: &Classic, liberty: &Liberty, role: Role) -> bool {
    let moves = classic.rules.moves;
    let is_double = liberty.name.contains("double step");
    let castles = role == Role::King && moves.castling && liberty.name == "goes two steps";
    let is_castling = liberty.name.contains("castles");
    (moves.double_step || !is_double) && !castles && (moves.castling || !is_castling)
}

fn turn_mutants(classic: &'static Classic) -> Vec<Mutant> {
    let mut both = Mutant::new(classic, "either side may move at any time", &[Topic::NotYours]);
    both.ruling = Some(Box::new(|board, from, to| {
        let piece = board.piece_at(from)?;
        let other = tabiya_rules::Setup { turn: !board.turn(), en_passant: None, ..board.setup() };
        let other = Position::new(other, board.rules()).ok()?;
        (piece.color != board.turn() && other.legal(from, to, None).is_ok()).then_some(Overruling::Allow)
    }));
    vec![both]
}

fn step<'a>(board: &'a Table, from: Square, to: Square) -> Option<Step<'a>> {
    let role = board.piece_at(from)?.role;
    let along = |square: Square| square.rank().seen_by(board.turn()) as i32;
    Some(Step {
        board,
        role,
        from,
        to,
        files: to.file() as i32 - from.file() as i32,
        ranks: along(to) - along(from),
    })
}
