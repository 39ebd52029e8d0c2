//! Short games that show every situation of a dialect.
//!
//! Games are played by chance from the start position or from one that is set up, and in every position every mistake is
//! looked at. Of these games those are kept that show the most that is new, then those that show less, until nothing new
//! comes. Ends that chance does not find are looked for by playing so that a side has fewer and fewer moves, and exchanges that
//! tell what pieces are worth by taking nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use tabiya_classics::Classic;
use tabiya_engine::Rng;
use tabiya_notation::{Strictness, read_position};
use tabiya_rules::{
    ByRole, Color, Draw, File, Move, Outcome, Position, Rank, Role, Rules, Setup, Square, Victory,
};

use crate::chooser::{Haste, choose};
use crate::directed;
use crate::random_game::{castled, set_up_lines};
use crate::situation::{RuledPosition, Situation, of_end, of_mistake, of_move, uneven_roles};
use crate::spelling::{shape, usual};
use crate::test_case::TestCase;
use crate::topic::Topic;

/// How many games are looked at, and how long they are.
const GAMES: u64 = 360;
const PLIES: usize = 64;

/// How much that is new a game must show to be kept, from round to round.
const ROUNDS: [usize; 7] = [40, 20, 10, 5, 3, 2, 1];

/// How many lines that are no move are put before a move.
const NONSENSE: usize = 2;

/// How many positions are kept at each depth when an end is looked for, and how deep.
const BEAM: usize = 250;
const DEPTH: usize = 90;

/// How many games are looked at to find a short one that leads to an exchange.
const EXCHANGES: u64 = 3000;

/// How many roles may be in an exchange that tells what each of them is worth.
const MOST_EXCHANGED: usize = 3;

/// How many pieces of a kind a side has of which it has two.
const TWO: RangeInclusive<i32> = 0..=2;

/// Positions that cannot be set up, each put right afterwards: without kings or with too many, with pawns on the last rows, and with
/// a king in check, whoever is to move.
const BAD_SETUPS: [&str; 3] = [
    "setup\ndone\n+ K e1\ndone\n+ k e8\n+ K a1\ndone\n- a1\n+ k h8\ndone\n- h8",
    "setup\n+ K e1\n+ k e8\n+ P a8\ndone\n- a8\n+ P a1\ndone\n- a1\n+ p h8\ndone\n- h8\n+ p h1\ndone\n- h1",
    "setup\n+ K e1\n+ k h8\n+ r e5\ndone\n= black\ndone\n- e5\n+ R h3\ndone\n= white\ndone\n- h3",
];

/// Finds the directed games of a classic, in the form in which they are kept.
pub fn find_games(classic: &Classic) -> String {
    let mut search =
        GameSearch { classic, shown: BTreeSet::new(), cases: Vec::new(), rng: Rng::from_seed(64) };
    let mut lines: Vec<Line> = (0..GAMES).map(|seed| Line::by_chance(classic, seed)).collect();
    lines.extend(Color::ALL.into_iter().flat_map(|color| Line::to_a_standstill(classic, color)));
    lines.extend(even_exchanges(classic.rules).iter().filter_map(|lead| Line::to_an_exchange(classic, lead)));
    for least in ROUNDS {
        for line in &lines {
            search.keep(line, least);
        }
    }
    if !classic.dialect.setups.is_empty() {
        BAD_SETUPS.iter().for_each(|lines| search.keep_setup(lines));
    }
    directed::write(&search.cases)
}

/// What is known so far.
struct GameSearch<'a> {
    classic: &'a Classic,
    shown: BTreeSet<Situation>,
    cases: Vec<TestCase>,
    rng: Rng,
}

/// A game: how it is opened, and its moves with what could be shown in each position.
struct Line {
    opening: Vec<String>,
    plies: Vec<SearchPly>,
}

struct SearchPly {
    before: RuledPosition,
    m: Move,
    /// What the move shows.
    shows: Vec<Situation>,
    /// What mistakes show, one of each kind.
    mistakes: BTreeMap<Situation, (Square, Square)>,
    /// What it shows to stop here and count.
    stop: Vec<Situation>,
}

impl Line {
    fn by_chance(classic: &Classic, seed: u64) -> Line {
        let mut rng = Rng::from_seed(seed);
        let mut opening: Vec<String> = classic.dialect.greeting.iter().map(|&line| line.to_owned()).collect();
        let setup = if seed.is_multiple_of(3) { None } else { rng.pick(classic.dialect.setups) };
        let start = setup.and_then(|fen| read_position(fen, classic.rules, Strictness::Strict).ok());
        let start = match start {
            Some(read) => {
                opening.extend(set_up_lines(&read.position));
                read.position
            }
            None => Position::starting(classic.rules).expect("the start of a built-in rule set"),
        };
        // A program that announces its first game by itself needs no word for it.
        let needs_word = !classic.dialect.setups.is_empty();
        opening.extend(classic.dialect.new_game.filter(|_| needs_word).map(str::to_owned));
        let style = PlayStyle::of(seed);
        let mut plies = Vec::new();
        let mut board = start;
        while plies.len() < PLIES && board.outcome().is_none() {
            let Some(m) = style.choose(&board, plies.len(), &mut rng) else { break };
            let next = board.play_unchecked(m);
            plies.push(SearchPly::new(board, m));
            board = next;
        }
        Line { opening, plies }
    }

    /// A game in which both sides see to it that one of them cannot move, where that ends the game.
    fn to_a_standstill(classic: &Classic, color: Color) -> Option<Line> {
        if classic.rules.ends.lets_pass() {
            return None;
        }
        let start = Position::starting(classic.rules).expect("the start of a built-in rule set");
        standstill(start, color).map(|moves| Line::of_moves(classic, start, &moves))
    }

    /// A game in which the sides lose what makes one of them lead by so many pieces of each role, and nothing else.
    fn to_an_exchange(classic: &Classic, lead: &ByRole<i32>) -> Option<Line> {
        let start = Position::starting(classic.rules).expect("the start of a built-in rule set");
        exchange(start, lead).map(|moves| Line::of_moves(classic, start, &moves))
    }

    fn of_moves(classic: &Classic, start: RuledPosition, moves: &[Move]) -> Line {
        let mut opening: Vec<String> = classic.dialect.greeting.iter().map(|&line| line.to_owned()).collect();
        let needs_word = !classic.dialect.setups.is_empty();
        opening.extend(classic.dialect.new_game.filter(|_| needs_word).map(str::to_owned));
        let mut board = start;
        let mut plies = Vec::new();
        for &m in moves {
            plies.push(SearchPly::new(board, m));
            board = board.play_unchecked(m);
        }
        Line { opening, plies }
    }
}

/// How a game by chance is played.
#[derive(Clone, Copy)]
enum PlayStyle {
    /// With an eye for what is special, and for the end after a while.
    Lively(usize),
    /// Pawns run.
    Pawns,
    /// One side takes what it can, the most valuable first; then the other takes the king.
    Greedy(Color),
}

impl PlayStyle {
    fn of(seed: u64) -> PlayStyle {
        match seed % 6 {
            0 => PlayStyle::Pawns,
            1 => PlayStyle::Greedy(if seed % 12 == 1 { Color::White } else { Color::Black }),
            _ => PlayStyle::Lively(4 + (seed % 40) as usize),
        }
    }

    fn choose(self, board: &RuledPosition, ply: usize, rng: &mut Rng) -> Option<Move> {
        let moves = board.legal_moves();
        let goes_on = |m: &Move| board.play_unchecked(*m).outcome().is_none();
        match self {
            PlayStyle::Lively(leisure) => {
                let haste = if ply < leisure { Haste::Leisurely } else { Haste::Eager };
                choose(board, haste, rng)
            }
            PlayStyle::Pawns => {
                let pawns: Vec<Move> =
                    moves.iter().copied().filter(|m| m.role() == Some(Role::Pawn) && goes_on(m)).collect();
                if rng.below(3) > 0 {
                    rng.pick(&pawns).or_else(|| rng.pick(&moves))
                } else {
                    rng.pick(&moves)
                }
            }
            PlayStyle::Greedy(color) => {
                let worth = |m: &Move| {
                    board.piece_at(m.to()).map_or(0, |piece| *board.rules().values.get(piece.role))
                };
                let is_late = ply > PLIES / 2;
                let ends =
                    moves.iter().copied().find(|m| !goes_on(m)).filter(|_| is_late && board.turn() != color);
                if ends.is_some() {
                    return ends;
                }
                let quiet: Vec<Move> = moves.iter().copied().filter(goes_on).collect();
                let best =
                    quiet.iter().copied().max_by_key(worth).filter(|m| worth(m) > 0 && board.turn() == color);
                best.or_else(|| rng.pick(&quiet)).or_else(|| rng.pick(&moves))
            }
        }
    }
}

impl SearchPly {
    fn new(before: RuledPosition, m: Move) -> SearchPly {
        let mut shows = of_move(&before, m);
        shows.extend(of_end(&before, m));
        SearchPly { before, m, shows, mistakes: mistakes(&before), stop: of_stop(&before) }
    }
}

/// One mistake for each situation that mistakes can show in a position.
fn mistakes(board: &RuledPosition) -> BTreeMap<Situation, (Square, Square)> {
    let mut mistakes = BTreeMap::new();
    let mut note = |from, to| {
        if let Err(why) = board.legal(from, to, None) {
            for situation in of_mistake(board, from, to, &why) {
                mistakes.entry(situation).or_insert((from, to));
            }
        }
    };
    let men = board.board().by_color(board.turn());
    for (from, to) in men.into_iter().flat_map(|from| Square::all().map(move |to| (from, to))) {
        note(from, to);
    }
    // What the other side could not do either would be refused anyway.
    let other = Setup { turn: !board.turn(), en_passant: None, ..board.setup() };
    if let Ok(other) = Position::new(other, board.rules()) {
        other.for_each_move(|m| note(m.from(), m.to()));
    }
    if let Some(empty) = Square::all().find(|&square| board.piece_at(square).is_none()) {
        note(empty, Square::from_index((empty.index() + 8) % 64));
    }
    mistakes
}

/// What it shows to stop a game and count the pieces.
fn of_stop(position: &RuledPosition) -> Vec<Situation> {
    if !position.rules().ends.counts_pieces() {
        return Vec::new();
    }
    let roles = uneven_roles(position);
    match position.outcome_by_score() {
        Outcome::Drawn(_) if roles.is_empty() => vec![Situation::new(Topic::Stop, "even")],
        Outcome::Drawn(_) => {
            let all = roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(" ");
            // With few roles in it, it tells what each of them is worth.
            let few = (roles.len() <= MOST_EXCHANGED).then(|| Situation::new(Topic::Stop, all));
            let of_role = |role| Situation::new(Topic::Worth(role), "made up for");
            roles.into_iter().map(of_role).chain(few).collect()
        }
        Outcome::Won { winner, .. } => {
            let (white, black) = (position.score(Color::White), position.score(Color::Black));
            let lead = white.abs_diff(black);
            let by = if lead == 1 { "barely" } else { "clearly" };
            vec![Situation::new(Topic::Stop, format!("{winner} {by}"))]
        }
    }
}

impl GameSearch<'_> {
    /// Keeps a game as far as it shows something new, if it shows enough.
    fn keep(&mut self, line: &Line, least: usize) {
        let mut new: BTreeSet<&Situation> = BTreeSet::new();
        let mut last = None;
        for (number, ply) in line.plies.iter().enumerate() {
            let shown = ply.shows.iter().chain(ply.mistakes.keys()).chain(&ply.stop);
            for situation in shown.filter(|situation| !self.shown.contains(situation)) {
                if new.insert(situation) {
                    last = Some(number);
                }
            }
        }
        let Some(last) = last.filter(|_| new.len() >= least) else { return };
        let number = self.cases.len() + 1;
        let input = self.script(line, last);
        self.cases.push(TestCase::new(format!("rules-{number:02}"), input));
    }

    /// Keeps the setup of a position, with a move there.
    fn keep_setup(&mut self, lines: &str) {
        let number = self.cases.len() + 1;
        let game = self.classic.dialect.new_game.unwrap_or_default();
        let (from, to) = (Square::new(File::E, Rank::First), Square::new(File::E, Rank::Second));
        let m = usual(self.classic, from, to, None);
        self.cases.push(TestCase::new(format!("rules-{number:02}"), format!("{lines}\ndone\n{game}\n{m}\n")));
    }

    /// The input of a game up to a move, with every mistake that is new.
    fn script(&mut self, line: &Line, last: usize) -> String {
        let mut lines = line.opening.clone();
        let nonsense = self.classic.dialect.nonsense.iter().map(|&text| (Topic::Nonsense, text));
        let questions = self.classic.dialect.questions.iter().map(|&text| (Topic::Questions, text));
        let odd: Vec<(Topic, &str)> = nonsense.chain(questions).collect();
        for ply in &line.plies[..=last] {
            let mistakes: Vec<(&Situation, (Square, Square))> =
                ply.mistakes.iter().map(|(situation, squares)| (situation, *squares)).collect();
            for (situation, (from, to)) in mistakes {
                if self.shown.contains(situation) {
                    continue;
                }
                if let Err(why) = ply.before.legal(from, to, None) {
                    self.shown.extend(of_mistake(&ply.before, from, to, &why));
                }
                lines.push(self.spelled(from, to, None, false));
            }
            let mut room = NONSENSE;
            for &(topic, text) in &odd {
                let is_new = room > 0 && self.shown.insert(Situation::new(topic, text));
                if is_new {
                    lines.push(text.to_owned());
                    room -= 1;
                }
            }
            let is_new_stop = ply.stop.iter().any(|situation| !self.shown.contains(situation));
            if let Some(word) = self.classic.dialect.giving_up.filter(|_| is_new_stop) {
                self.shown.extend(ply.stop.iter().cloned());
                lines.push(word.to_owned());
                break;
            }
            self.shown.extend(ply.shows.iter().cloned());
            let m = ply.m;
            let to = if m.is_castling() { castled(m.from(), m.to()) } else { m.to() };
            lines.push(self.spelled(m.from(), to, m.promotion(), true));
            debug_assert!(ply.before.is_legal(m));
        }
        lines.join("\n") + "\n"
    }

    /// A move as it is usually spelled; now and then in a way that has not been shown.
    fn spelled(&mut self, from: Square, to: Square, promotion: Option<Role>, may_be_odd: bool) -> String {
        let mut usual = None;
        for _ in 0..12 {
            let text = (self.classic.dialect.spell)(from, to, promotion, &mut self.rng);
            let kind = shape(&text);
            if kind == shape(self.classic.example.trim_matches('`')) || kind.ends_with("1 A") {
                usual.get_or_insert(text);
            } else if may_be_odd && self.shown.insert(Situation::new(Topic::Spelling, kind)) {
                return text;
            }
        }
        usual.unwrap_or_else(|| (self.classic.dialect.spell)(from, to, promotion, &mut self.rng))
    }
}

/// A game after which a side cannot move, or not without putting its king in attack.
fn standstill(start: RuledPosition, color: Color) -> Option<Vec<Move>> {
    let mut beam: Vec<(usize, RuledPosition, Vec<Move>)> = vec![(0, start, Vec::new())];
    let mut known = BTreeSet::new();
    let mut rng = Rng::from_seed(8);
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        for (_, board, path) in &beam {
            for m in &board.legal_moves() {
                let after = board.play_unchecked(m);
                let path = || path.iter().copied().chain([m]).collect::<Vec<_>>();
                let is_standstill = |outcome| {
                    matches!(
                        outcome,
                        Outcome::Drawn(Draw::Stalemate | Draw::NoSafeMove)
                            | Outcome::Won { by: Victory::Stalemate, .. }
                    )
                };
                match after.outcome() {
                    Some(outcome) if is_standstill(outcome) && after.turn() == color => return Some(path()),
                    Some(_) => {}
                    None if known.insert(format!("{:?}", after.key())) => {
                        let freedom = freedom(&after, color) * 16 + rng.below(24) as usize;
                        next.push((freedom, after, path()));
                    }
                    None => {}
                }
            }
        }
        next.sort_by_key(|(freedom, ..)| *freedom);
        next.truncate(BEAM);
        beam = next;
    }
    None
}

/// For every role the fewest others that are worth the same, as White's lead; none where no pieces are counted.
fn even_exchanges(rules: &Rules) -> Vec<ByRole<i32>> {
    let of_role = |role: Role| {
        let worth = |role| i32::from(*rules.values.get(role));
        let mut best: Option<(usize, i32, ByRole<i32>)> = None;
        for (pawn, knight, bishop, rook) in (0..=8).flat_map(|pawn| {
            TWO.flat_map(move |knight| {
                TWO.flat_map(move |bishop| TWO.map(move |rook| (pawn, knight, bishop, rook)))
            })
        }) {
            let mut lead = ByRole { pawn, knight, bishop, rook, queen: 0, king: 0 };
            let sum: i32 = Role::ALL.into_iter().map(|other| lead.get(other) * worth(other)).sum();
            if *lead.get(role) > 0 || sum != worth(role) {
                continue;
            }
            let kinds = Role::ALL.into_iter().filter(|other| *lead.get(*other) > 0).count();
            let men = pawn + knight + bishop + rook;
            *lead.get_mut(role) = -1;
            if best.is_none_or(|(fewest, least, _)| (kinds, men) < (fewest, least)) {
                best = Some((kinds, men, lead));
            }
        }
        best.map(|(.., lead)| lead)
    };
    let roles = Role::ALL.into_iter().filter(|&role| rules.ends.counts_pieces() && role != rules.moves.royal);
    roles.filter_map(of_role).collect()
}

/// The shortest game found after which White leads by so many pieces of each role; its last move only follows that.
fn exchange(start: RuledPosition, wanted: &ByRole<i32>) -> Option<Vec<Move>> {
    let games = (0..EXCHANGES).filter_map(|seed| {
        let mut rng = Rng::from_seed(seed);
        let (mut board, mut moves, mut left) = (start, Vec::new(), *wanted);
        while moves.len() < PLIES {
            let is_done = Role::ALL.into_iter().all(|role| *left.get(role) == 0);
            let sign = if board.turn() == Color::White { 1 } else { -1 };
            let taken = |m: &Move| board.piece_at(m.to()).map(|piece| piece.role);
            let legal = board.legal_moves();
            let is_wanted = |m: &&Move| taken(m).is_some_and(|role| left.get(role) * sign > 0);
            let takers: Vec<Move> = legal.iter().filter(is_wanted).copied().collect();
            let quiet: Vec<Move> = legal.iter().filter(|m| taken(m).is_none()).copied().collect();
            let m = rng.pick(&takers).or_else(|| rng.pick(&quiet))?;
            if let Some(role) = taken(&m) {
                *left.get_mut(role) -= sign;
            }
            moves.push(m);
            if is_done {
                return Some(moves);
            }
            board = board.play_unchecked(m);
        }
        None
    });
    games.min_by_key(Vec::len)
}

/// How many moves a side has that do not put its king in attack.
fn freedom(board: &RuledPosition, color: Color) -> usize {
    const UNKNOWN: usize = 60;
    let setup = Setup { turn: color, en_passant: None, ..board.setup() };
    let Ok(board) = Position::new(setup, board.rules()) else { return UNKNOWN };
    let royal = board.royal(color);
    let is_free =
        |m: &&Move| Some(m.from()) != royal || board.play_unchecked(**m).attackers_of_royal(color).is_empty();
    let men = board.board().by_color(color).len();
    board.legal_moves().iter().filter(is_free).count() + men
}
