//! A game without all that was refused on its way, to look for shorter ones by the rules alone: no program is asked.

use tabiya_classics::{Classic, Intent};
use tabiya_rules::{Color, Move, Role, Square};

use crate::piece_count::PieceCount;
use crate::random_game::castled;
use crate::reference::Reference;
use crate::situation::{RuledPosition, Situation, of_end, of_mistake, of_move, refusal_topic, uneven_roles};
use crate::spelling::usual;
use crate::step_context::StepContext;
use crate::topic::Topic;

/// How many moves are tried before what goes wrong, whatever they are. With three of them there are thousands of games.
const INVENTED: usize = 3;

/// How many moves are tried before anything else that shows the same rule, and how many such games are told.
const ANYTHING: usize = 2;
const GAMES: usize = 12;

/// A game: how it begins, its moves, and what is fed last.
pub struct GameSketch<'a> {
    classic: &'a Classic,
    /// What is fed before the first move.
    opening: Vec<u8>,
    start: RuledPosition,
    /// The moves before what is fed last.
    pub plies: Vec<SketchMove>,
    last: LastInput,
    /// What that is, as it stands in the input.
    last_text: Vec<u8>,
    /// What it shows.
    shows: Showing,
}

/// A move, as somebody says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SketchMove {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

/// What is fed last.
#[derive(Clone, Copy)]
enum LastInput {
    Move(SketchMove),
    Count,
    Other,
}

/// What the last input shows: the same in a shorter game is likely to go wrong in the same way.
#[derive(PartialEq, Eq, Debug)]
enum Showing {
    Situations(Vec<Situation>),
    Count(PieceCount),
    Turn(Color),
}

impl Showing {
    /// Whether a rule is concerned.
    fn has(&self, topic: Topic) -> bool {
        match self {
            Showing::Situations(shown) => shown.iter().any(|situation| situation.topic == topic),
            Showing::Count(_) | Showing::Turn(_) => false,
        }
    }
}

impl SketchMove {
    fn of(m: Move) -> SketchMove {
        let to = if m.is_castling() { castled(m.from(), m.to()) } else { m.to() };
        SketchMove { from: m.from(), to, promotion: m.promotion() }
    }
}

impl LastInput {
    fn of(intent: Option<&Intent>) -> LastInput {
        match intent {
            Some(Intent::Move(written)) => match (written.from.square, written.to.square) {
                (Some(from), Some(to)) => {
                    LastInput::Move(SketchMove { from, to, promotion: written.promotion })
                }
                _ => LastInput::Other,
            },
            Some(Intent::Stop) => LastInput::Count,
            _ => LastInput::Other,
        }
    }

    fn shows(self, board: &RuledPosition) -> Showing {
        match self {
            LastInput::Move(SketchMove { from, to, promotion }) => {
                Showing::Situations(match board.legal(from, to, promotion) {
                    Ok(m) => of_move(board, m).into_iter().chain(of_end(board, m)).collect(),
                    Err(why) => {
                        let topic = refusal_topic(board, from, &why);
                        let refused = topic.map(|topic| Situation::new(topic, format!("{}", board.turn())));
                        refused.into_iter().chain(of_mistake(board, from, to, &why)).collect()
                    }
                })
            }
            LastInput::Count => Showing::Count(PieceCount::of(board)),
            LastInput::Other => Showing::Turn(board.turn()),
        }
    }
}

impl GameSketch<'_> {
    /// The game in which a recorded input ends; `None` where it is more than moves of persons.
    pub fn of<'a>(classic: &'a Classic, reference: &Reference, input: &[u8]) -> Option<GameSketch<'a>> {
        let mut steps: Vec<&StepContext> = reference.moments().iter().collect();
        // What is printed in several parts is one step.
        steps.dedup_by_key(|step| step.input.clone());
        let at = steps.iter().rposition(|step| !step.reads_nothing())?;
        let (opening, plies) = moves_before(&steps[..at])?;
        let before = steps[..at].iter().rev().find_map(|step| step.position)?;
        let last = LastInput::of(steps[at].intent.as_ref());
        let text = |step: &StepContext| line_of(input.get(step.input.clone()).unwrap_or_default());
        let start = start_of(&before, &steps[..at], plies.len())?;
        Some(GameSketch {
            classic,
            opening: opening.into_iter().flat_map(text).collect(),
            start,
            plies,
            last,
            last_text: text(steps[at]),
            shows: last.shows(&before),
        })
    }

    /// The input of the game with these moves.
    pub fn input(&self, plies: &[SketchMove]) -> Vec<u8> {
        self.spelled(plies, &self.last_text)
    }

    fn spelled(&self, plies: &[SketchMove], last: &[u8]) -> Vec<u8> {
        let spelled = |ply: &SketchMove| usual(self.classic, ply.from, ply.to, ply.promotion) + "\n";
        let moves: String = plies.iter().map(spelled).collect();
        [&*self.opening, moves.as_bytes(), last].concat()
    }

    /// Whether these moves are legal, and what is fed last shows the same after them.
    pub fn is_alike(&self, plies: &[SketchMove]) -> bool {
        self.after(plies).is_some_and(|board| self.last.shows(&board) == self.shows)
    }

    fn after(&self, plies: &[SketchMove]) -> Option<RuledPosition> {
        plies.iter().try_fold(self.start, |board, ply| {
            let m = board.legal(ply.from, ply.to, ply.promotion).ok()?;
            Some(board.play_unchecked(m)).filter(|next| next.outcome().is_none())
        })
    }

    /// The fewest moves at all, up to a bound, after which the same is shown.
    pub fn invented(&self) -> Option<Vec<SketchMove>> {
        if matches!(self.last, LastInput::Count) {
            return None;
        }
        // After one move more or less it would be the other side's turn.
        let mut lengths = (self.plies.len() % 2..=INVENTED.min(self.plies.len())).step_by(2);
        lengths.find_map(|length| self.search(&self.start, &mut Vec::new(), length))
    }

    /// Any so many moves from a position on.
    fn search(
        &self,
        board: &RuledPosition,
        path: &mut Vec<SketchMove>,
        left: usize,
    ) -> Option<Vec<SketchMove>> {
        if left == 0 {
            return (self.last.shows(board) == self.shows).then(|| path.clone());
        }
        board.legal_moves().iter().find_map(|&m| {
            let next = board.play_unchecked(m);
            path.push(SketchMove::of(m));
            let found = next.outcome().is_none().then(|| self.search(&next, path, left - 1)).flatten();
            path.pop();
            found
        })
    }

    /// Shorter games in which anything at all is done by a rule, each in another situation, the shortest first.
    pub fn others_by_rule(&self, topic: Topic) -> Vec<Vec<u8>> {
        let mut games: Vec<(Showing, Vec<u8>)> = Vec::new();
        for length in 0..self.plies.len().min(ANYTHING + 1) {
            self.collect(topic, &self.start, &mut Vec::new(), length, &mut games);
        }
        games.into_iter().map(|(_, input)| input).collect()
    }

    /// Games with so many moves more, as long as there are not enough.
    fn collect(
        &self,
        topic: Topic,
        board: &RuledPosition,
        path: &mut Vec<SketchMove>,
        left: usize,
        games: &mut Vec<(Showing, Vec<u8>)>,
    ) {
        if left == 0 {
            let men = board.board().by_color(board.turn());
            for (from, to) in men.into_iter().flat_map(|from| Square::all().map(move |to| (from, to))) {
                let last = SketchMove { from, to, promotion: None };
                let shows = LastInput::Move(last).shows(board);
                let is_new = shows.has(topic) && games.iter().all(|(known, _)| *known != shows);
                if is_new && games.len() < GAMES {
                    let line = usual(self.classic, from, to, None) + "\n";
                    games.push((shows, self.spelled(path, line.as_bytes())));
                }
            }
            return;
        }
        for m in &board.legal_moves() {
            let next = board.play_unchecked(m);
            if games.len() < GAMES && next.outcome().is_none() {
                path.push(SketchMove::of(m));
                self.collect(topic, &next, path, left - 1, games);
                path.pop();
            }
        }
    }

    /// Whether these moves are legal and pieces are counted after them, however many there are.
    pub fn is_counted(&self, plies: &[SketchMove], topic: Topic) -> bool {
        let is_uneven =
            |board: &RuledPosition| topic.role().is_none_or(|role| uneven_roles(board).contains(&role));
        matches!(self.last, LastInput::Count) && self.after(plies).as_ref().is_some_and(is_uneven)
    }

    /// Its own moves without all that can be left out, one of each side at a time, as long as the same is shown.
    pub fn reduced(&self) -> Vec<SketchMove> {
        let mut plies = self.plies.clone();
        loop {
            let shorter = self.pairs_left_out(&plies).find(|shorter| self.is_alike(shorter));
            match shorter {
                Some(shorter) => plies = shorter,
                None => return plies,
            }
        }
    }

    /// These moves without one of each side, each side's others in their order; those that are nearest to each other first.
    pub fn pairs_left_out<'b>(
        &'b self,
        plies: &'b [SketchMove],
    ) -> impl Iterator<Item = Vec<SketchMove>> + 'b {
        let count = plies.len();
        let side = |first: usize| (first..count).step_by(2);
        let mut pairs: Vec<(usize, usize)> =
            side(0).flat_map(|one| side(1).map(move |other| (one, other))).collect();
        pairs.sort_by_key(|(one, other)| one.abs_diff(*other));
        // Where nobody moves last, one move less may do as well.
        let shorter = (count > 0).then(|| plies[..count - 1].to_vec());
        let without = move |left_out: (usize, usize)| {
            let side = |first: usize, out: usize| {
                (first..count).step_by(2).filter(move |&number| number != out).map(|number| plies[number])
            };
            let mut others = side(1, left_out.1);
            side(0, left_out.0).flat_map(|ply| [Some(ply), others.next()]).flatten().collect()
        };
        shorter.into_iter().chain(pairs.into_iter().map(without))
    }
}

/// What comes before the last game's moves, and these moves; `None` where something else than a move changes the board.
fn moves_before<'a>(steps: &[&'a StepContext]) -> Option<(Vec<&'a StepContext>, Vec<SketchMove>)> {
    let mut opening: Vec<&StepContext> = Vec::new();
    let mut plies: Vec<SketchMove> = Vec::new();
    for &step in steps.iter().filter(|step| !step.is_idle && !step.reads_nothing()) {
        match &step.intent {
            Some(Intent::Move(written)) => {
                let (from, to) = (written.from.square?, written.to.square?);
                plies.push(SketchMove { from, to, promotion: written.promotion });
            }
            // A new game, whatever came before.
            Some(Intent::Resign | Intent::Reset | Intent::Stop) => {
                opening.clear();
                plies.clear();
            }
            Some(Intent::SetUp) => {
                opening = vec![step];
                plies.clear();
            }
            Some(Intent::Game(_)) => {
                if !plies.is_empty() {
                    opening.clear();
                    plies.clear();
                }
                opening.push(step);
            }
            None | Some(Intent::Place(..) | Intent::Remove(_) | Intent::Turn(_) | Intent::Done) => {
                opening.push(step);
            }
            Some(Intent::Nothing | Intent::Threats(_)) => {}
            Some(Intent::MachineMove | Intent::Undo | Intent::Play) => return None,
        }
    }
    Some((opening, plies))
}

/// The position from which so many moves lead to another.
fn start_of(before: &RuledPosition, steps: &[&StepContext], moves: usize) -> Option<RuledPosition> {
    if moves == 0 {
        return Some(*before);
    }
    let is_move = |step: &&&StepContext| !step.is_idle && matches!(step.intent, Some(Intent::Move(_)));
    let first = steps.iter().rev().filter(is_move).nth(moves - 1)?;
    let at = steps.iter().position(|step| step.input == first.input)?;
    steps[..at].iter().rev().find_map(|step| step.position)
}

/// Something that was fed, as lines of its own.
fn line_of(fed: &[u8]) -> Vec<u8> {
    let start = fed.iter().position(|&byte| byte != b'\n').unwrap_or(fed.len());
    let end: &[u8] = if fed[start..].ends_with(b"\n") { b"" } else { b"\n" };
    [&fed[start..], end].concat()
}

#[cfg(test)]
mod tests {
    use tabiya_classics::ClassicOptions;

    use super::*;

    /// The shortest that is found by the rules alone for a game in which the last line is what goes wrong.
    fn shortest(name: &str, input: &str) -> String {
        let classic = Classic::find(name).unwrap();
        let reference =
            Reference::record(classic, &ClassicOptions::default(), input.as_bytes(), None).unwrap();
        // The end of the input is no line.
        let sketch = GameSketch::of(classic, &reference, input.as_bytes()).unwrap();
        let plies = sketch.invented().unwrap_or_else(|| sketch.reduced());
        String::from_utf8(sketch.input(&plies)).unwrap()
    }

    #[test]
    fn a_pawn_that_is_blocked_is_blocked_at_once() {
        let long = "1\ne7 e5\nd2 d4\nd7 d6\na2 a3\nd8 h4\nb1 c3\nb8 c6\nh2 h3\nc7 c5\n";
        assert_eq!(shortest("cuhk", long).lines().count(), 4, "{}", shortest("cuhk", long));
    }

    #[test]
    fn of_a_count_only_what_is_taken_is_left() {
        let long = "1\na7 a6\na2 a3\ng8 f6\nh2 h3\nf6 e4\nd2 d3\nh7 h6\nd3 e4\nb7 b6\nb2 b3\nZ0 Z0\n";
        let shorter = shortest("cuhk", long);
        assert_eq!(shorter, "1\ng8 f6\nd2 d3\nf6 e4\nd3 e4\nZ0 Z0\n");
    }

    #[test]
    fn nonsense_needs_no_moves() {
        assert_eq!(shortest("hong", "E2,E3\nE7,E6\nhello\n"), "hello\n");
        assert_eq!(
            shortest("waterloo", "game human human\nmove e2 e4\nmove e7 e5\nbanana\n"),
            "game human human\nbanana\n"
        );
    }

    #[test]
    fn what_comes_before_the_last_game_is_left_out() {
        let long = "game human human\nmove e2 e4\nresign\nsetup\n+ K e1\n+ k e8\n+ R a1\ndone\ngame human human\n\
                    move a1 a2\nmove e8 e7\nmove a2 b3\n";
        let shorter = shortest("waterloo", long);
        assert!(shorter.starts_with("setup\n") && shorter.ends_with("move a2 b3\n"), "{shorter}");
        assert_eq!(shorter.lines().count(), 9, "{shorter}");
    }
}
