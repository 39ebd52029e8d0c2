//! What a computer does when it is its turn: mostly it moves.

use std::time::Duration;

use tabiya_openings::OpeningBook;
use tabiya_rules::{Color, Move, Square};

use crate::answer_time::answer_time;
use crate::level::{choose_within, known_moves};
use crate::{Control, Engine, GamePosition, GameSeed, Level, Rng, SearchLimits, eval};

/// What a computer does in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerDeed {
    /// It moves.
    Move(Move),
    /// It offers a draw, and moves.
    OfferDraw(Move),
    /// It takes the draw that was offered.
    AcceptDraw,
    /// It gives up.
    Resign,
    /// It has no legal move.
    Pass,
}

impl ComputerDeed {
    /// The move, where it makes one.
    pub fn m(self) -> Option<Move> {
        match self {
            ComputerDeed::Move(m) | ComputerDeed::OfferDraw(m) => Some(m),
            ComputerDeed::AcceptDraw | ComputerDeed::Resign | ComputerDeed::Pass => None,
        }
    }
}

/// Whether a computer gives up what is lost, and agrees to what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Yielding {
    /// As people do: it resigns what is lost, offers draws and takes them.
    #[default]
    AsPeople,
    /// Never: it plays to the end.
    Never,
}

/// A computer whose turn it is.
///
/// ```
/// use tabiya_engine::{ComputerTurn, ComputerDeed, GamePosition, GameSeed, Level, Rng, Yielding};
/// use tabiya_rules::FIDE;
///
/// let game = GamePosition::starting(&FIDE).unwrap();
/// let turn = ComputerTurn {
///     level: Level::new(1400).unwrap(),
///     book: None,
///     yielding: Yielding::AsPeople,
///     is_draw_offered: true,
///     clock: None,
///     taken_on: None,
/// };
/// // Nobody takes a draw before anything has happened.
/// assert!(matches!(turn.take(&game, GameSeed(1), &mut Rng::from_seed(1)), ComputerDeed::Move(_)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ComputerTurn<'a> {
    /// How well it plays.
    pub level: Level,
    /// What it plays openings by.
    pub book: Option<&'a OpeningBook>,
    /// Whether it yields.
    pub yielding: Yielding,
    /// Whether the opponent has offered a draw.
    pub is_draw_offered: bool,
    /// The clock, where it runs.
    pub clock: Option<OwnClock>,
    /// Where the move before has taken something.
    pub taken_on: Option<Square>,
}

/// The clock of whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnClock {
    /// How long it is until the flag falls.
    pub left: Duration,
    /// What the move brings back.
    pub bonus: Duration,
}

/// How much is looked at to judge whether a game is lost or drawn: whoever resigns had better be right.
const JUDGED: u64 = 10_000;
/// Who does not play so well does not see when it is lost, and hopes.
const RESIGNS_FROM: u16 = 1_200;
/// What is lost, in hundredths of a pawn: more than a queen.
const LOST: i32 = -1_000;
/// What is as good as a draw.
const EVEN: i32 = 25;
/// Before so many single moves of a game, wherever it began, nobody resigns or agrees to anything: who sets up a position wants to play it.
const TOO_EARLY: usize = 20;
/// From this move on, and after so many single moves without progress, a draw is offered: once, for the count passes the number once.
const LATE: u16 = 40;
const QUIET: u16 = 16;
const NEARLY_QUIET: u16 = QUIET - 1;
/// No search takes more than this part of the time that is left: the flag is not to fall on a machine that is slow, or where several
/// others wait for it.
const SEARCHED_PART: u32 = 30;

impl ComputerTurn<'_> {
    /// What it does.
    pub fn take(&self, game: &GamePosition, seed: GameSeed, rng: &mut Rng) -> ComputerDeed {
        let GamePosition { position, history } = game;
        let yields = self.yielding == Yielding::AsPeople && is_time(game);
        if self.is_draw_offered && ComputerTurn::takes_draw(game, position.turn(), self.yielding) {
            return ComputerDeed::AcceptDraw;
        }
        if yields && self.seems_lost(game) && judged(game) <= LOST {
            return ComputerDeed::Resign;
        }
        let known = known_moves(self.level, self.book, position, history);
        let by_book = known.and_then(|known| known.pick(rng.next_u64()));
        let m = by_book.or_else(|| choose_within(&self.limits(), self.level, position, history, seed, rng));
        match m {
            None => ComputerDeed::Pass,
            Some(m) if yields && self.may_offer(game) && judged(game).abs() <= EVEN => {
                ComputerDeed::OfferDraw(m)
            }
            Some(m) => ComputerDeed::Move(m),
        }
    }

    /// Whether a computer that has a side takes a draw that is offered to it, on whoever's turn: where it is not better off, once
    /// the game is under way, or where it is lost.
    pub fn takes_draw(game: &GamePosition, color: Color, yielding: Yielding) -> bool {
        if yielding == Yielding::Never || !game.position.has_moves() {
            return false;
        }
        let value = judged(game);
        let own = if game.position.turn() == color { value } else { -value };
        own <= LOST || (is_time(game) && own <= EVEN)
    }

    /// Whether a computer claims the draw that it may claim on its turn: where it is not better off.
    pub fn claims_draw(game: &GamePosition) -> bool {
        judged(game) <= EVEN
    }

    /// How long it takes at least where people watch, as people do, for a move or whatever else it does: an answer in no time is no
    /// pleasure. Plain moves take less than others. Numbered levels answer at once, as they always did.
    pub fn pause(&self, game: &GamePosition, m: Option<Move>, rng: &mut Rng) -> Duration {
        if !self.level.is_rated() {
            return Duration::ZERO;
        }
        answer_time(self.clock, self.is_plain(game, m), rng)
    }

    /// Whether nobody would think about it: there is one move, one knows it by heart, or takes back.
    fn is_plain(&self, game: &GamePosition, m: Option<Move>) -> bool {
        let GamePosition { position, history } = game;
        position.legal_moves().len() == 1
            || m.is_some_and(|m| self.taken_on == Some(m.to()))
            || known_moves(self.level, self.book, position, history).is_some()
    }

    /// What the clock allows.
    fn limits(&self) -> SearchLimits {
        let move_time = self.clock.map(|clock| clock.left / SEARCHED_PART);
        SearchLimits { move_time, ..SearchLimits::default() }
    }

    /// Whether somebody who plays like this would think of resigning.
    fn seems_lost(&self, game: &GamePosition) -> bool {
        let is_good = self.level.is_rated() && self.level.rating() >= RESIGNS_FROM;
        is_good && eval::value(&game.position) <= LOST / 2
    }

    /// Whether nothing happens any more.
    fn may_offer(&self, game: &GamePosition) -> bool {
        let GamePosition { position, history: _ } = game;
        // Whoever made the last move that counts comes to one of the two numbers, and the other side to the other.
        let is_quiet = matches!(position.halfmoves(), QUIET | NEARLY_QUIET);
        self.level.is_rated() && position.fullmoves() >= LATE && is_quiet
    }
}

/// Whether a game has gone on long enough for somebody to yield in it.
fn is_time(game: &GamePosition) -> bool {
    game.history.len() >= TOO_EARLY && game.position.has_moves()
}

/// What a position is worth to the side to move, by an honest look.
fn judged(game: &GamePosition) -> i32 {
    let limits = SearchLimits { nodes: Some(JUDGED), ..SearchLimits::default() };
    Engine::new(4, 1).search(game, &limits, &Control::default(), &mut |_| {}).score.value()
}

#[cfg(test)]
mod tests {
    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::{FIDE, Key};

    use super::*;

    /// What a computer does in a position, late in a game.
    fn deed(fen: &str, level: u16, yielding: Yielding, is_draw_offered: bool) -> ComputerDeed {
        let position = read_position(fen, &FIDE, Strictness::Strict).expect("a position").position;
        let game = GamePosition { position, history: vec![Key(0); 30] };
        let level = Level::new(level).expect("a level");
        let turn = ComputerTurn { level, yielding, is_draw_offered, ..turn(None) };
        turn.take(&game, GameSeed(1), &mut Rng::from_seed(1))
    }

    const LOST_ENDGAME: &str = "4k3/8/8/8/8/3K4/8/QR6 b - - 0 60";
    const EVEN_ENDGAME: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 16 60";

    #[test]
    fn what_is_lost_is_given_up_by_those_who_see_it() {
        assert_eq!(deed(LOST_ENDGAME, 2000, Yielding::AsPeople, false), ComputerDeed::Resign);
        for (level, yielding) in [(2000, Yielding::Never), (600, Yielding::AsPeople), (7, Yielding::AsPeople)]
        {
            assert!(matches!(deed(LOST_ENDGAME, level, yielding, false), ComputerDeed::Move(_)), "{level}");
        }
    }

    /// A turn of a rated computer.
    fn turn(clock: Option<OwnClock>) -> ComputerTurn<'static> {
        ComputerTurn {
            level: Level::new(1400).expect("a level"),
            book: None,
            yielding: Yielding::AsPeople,
            is_draw_offered: false,
            clock,
            taken_on: None,
        }
    }

    /// How long somebody takes for a move in a position, on the average.
    fn mean_pause(turn: ComputerTurn<'_>, fen: &str, m: &str) -> Duration {
        let position = read_position(fen, &FIDE, Strictness::Strict).expect("a position").position;
        let (game, mut rng) = (GamePosition::new(position), Rng::from_seed(1));
        let m = position.legal_moves().iter().copied().find(|legal| legal.to_string() == m);
        assert!(m.is_some());
        (0..400).map(|_| turn.pause(&game, m, &mut rng)).sum::<Duration>() / 400
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn plain_moves_take_less_than_others() {
        let clock = OwnClock { left: Duration::from_secs(600), bonus: Duration::from_secs(5) };
        for clock in [None, Some(clock)] {
            let usual = mean_pause(turn(clock), START, "b1c3");
            let forced = mean_pause(turn(clock), "7k/8/8/8/8/8/1r6/K7 w - - 0 1", "a1b2");
            let takes = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
            let retaken = ComputerTurn { taken_on: "d5".parse().ok(), ..turn(clock) };
            let retaken = [mean_pause(retaken, takes, "d8d5"), mean_pause(retaken, takes, "g8f6")];
            let book = ComputerTurn { book: Some(&OpeningBook::BuiltIn), ..turn(clock) };
            for plain in [forced, retaken[0], mean_pause(book, START, "e2e4")] {
                assert!(plain < usual / 2, "{plain:?} {usual:?}");
            }
            assert!(retaken[1].abs_diff(usual) < usual / 4, "{retaken:?} {usual:?}");
        }
        let numbered = ComputerTurn { level: Level::MAX, ..turn(None) };
        assert_eq!(mean_pause(numbered, START, "e2e4"), Duration::ZERO);
    }

    #[test]
    fn nobody_thinks_until_the_flag_falls() {
        let position = read_position(START, &FIDE, Strictness::Strict).expect("a position").position;
        let clock = OwnClock { left: Duration::from_millis(200), bonus: Duration::ZERO };
        let begun = std::time::Instant::now();
        for level in [Level::MAX, Level::new(Level::HIGHEST_RATING).expect("a rating")] {
            // Far less than such a search takes, on any machine.
            let turn = ComputerTurn { level, ..turn(Some(clock)) };
            assert!(
                turn.take(&GamePosition::new(position), GameSeed(1), &mut Rng::from_seed(1)).m().is_some()
            );
        }
        assert!(begun.elapsed() < 2 * clock.left, "{:?}", begun.elapsed());
    }

    #[test]
    fn a_draw_is_taken_where_it_is_one_and_offered_once() {
        assert_eq!(deed(EVEN_ENDGAME, 1000, Yielding::AsPeople, true), ComputerDeed::AcceptDraw);
        assert_eq!(deed(EVEN_ENDGAME, 5, Yielding::AsPeople, true), ComputerDeed::AcceptDraw);
        assert!(matches!(deed(EVEN_ENDGAME, 1000, Yielding::Never, true), ComputerDeed::Move(_)));
        assert!(matches!(deed(EVEN_ENDGAME, 1000, Yielding::AsPeople, false), ComputerDeed::OfferDraw(_)));
        let of_other_side = EVEN_ENDGAME.replace("16 60", "15 60");
        assert!(matches!(deed(&of_other_side, 1000, Yielding::AsPeople, false), ComputerDeed::OfferDraw(_)));
        let later = EVEN_ENDGAME.replace("16 60", "17 60");
        assert!(matches!(deed(&later, 1000, Yielding::AsPeople, false), ComputerDeed::Move(_)));
        // Who has just begun with a position of their own plays it.
        let position = read_position(LOST_ENDGAME, &FIDE, Strictness::Strict).expect("a position").position;
        let turn = ComputerTurn { level: Level::new(2000).expect("a level"), ..turn(None) };
        assert!(turn.take(&GamePosition::new(position), GameSeed(1), &mut Rng::from_seed(1)).m().is_some());
        // But nobody refuses who is lost, on whoever's turn, and whoever wins does.
        let early = |fen: &str, color, yielding| {
            let position = read_position(fen, &FIDE, Strictness::Strict).expect("a position").position;
            ComputerTurn::takes_draw(&GamePosition::new(position), color, yielding)
        };
        for fen in [LOST_ENDGAME.to_owned(), LOST_ENDGAME.replace(" b ", " w ")] {
            assert!(early(&fen, Color::Black, Yielding::AsPeople), "{fen}");
            assert!(!early(&fen, Color::Black, Yielding::Never), "{fen}");
            assert!(!early(&fen, Color::White, Yielding::AsPeople), "{fen}");
        }
        assert!(!early(EVEN_ENDGAME, Color::Black, Yielding::AsPeople));
        // Nobody who wins takes one.
        let won = LOST_ENDGAME.replace(" b ", " w ");
        assert!(matches!(deed(&won, 1000, Yielding::AsPeople, true), ComputerDeed::Move(_)));
    }
}
