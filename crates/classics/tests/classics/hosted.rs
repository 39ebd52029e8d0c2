//! Sessions before a host: what it is shown, what is typed for it, and whose machines move.

use std::cell::RefCell;
use std::io::{self, BufRead, Read};

use tabiya_classics::{
    CLASSICS, Classic, ClassicOptions, ClassicPlayer, MachineTurn, NextMove, ReasonReader, SessionHost,
    SessionView, ShowingReason, run, run_hosted,
};
use tabiya_engine::Rng;
use tabiya_game::Game;
use tabiya_notation::{Fen, UciMove};
use tabiya_openings::OpeningBook;
use tabiya_rules::Move;

use crate::support::{classic, same};

/// Somebody who sees the table and types what the classic says has to be typed for a move.
struct Guest {
    classic: &'static Classic,
    rng: Rng,
    /// What is to be typed next.
    lines: String,
    /// The board before the move that is being typed, and the one that has to follow.
    expected: Option<[String; 2]>,
    moves: u32,
}

impl Guest {
    fn see(&mut self, view: SessionView<'_>, next: NextMove) {
        let (SessionView::Game(game) | SessionView::End(game)) = view else {
            self.lines = self.classic.dialect.new_game.map_or_else(String::new, |line| format!("{line}\n"));
            return;
        };
        if let Some([before, after]) = &self.expected {
            let now = Fen::from(game.position()).to_string();
            if now == *before {
                // The turn was begun; the move follows.
                return;
            }
            assert_eq!(now, *after, "{}", self.classic.name);
            self.expected = None;
            self.moves += 1;
        }
        match next.by {
            Some(ClassicPlayer::Person) => self.choose(game, next),
            Some(ClassicPlayer::Machine(_)) => {
                self.lines = self.classic.machine_lines(next).unwrap_or_default();
            }
            None => self.lines.clear(),
        }
    }

    fn choose(&mut self, game: &Game, next: NextMove) {
        let moves = game.position().legal_moves();
        let Some(&m) = moves.get(self.rng.below(moves.len().max(1) as u64) as usize) else { return };
        let UciMove::Normal { from, to, promotion } = UciMove::from_move(m, game.position()) else { return };
        self.lines = self.classic.move_lines(next, from, to, promotion).unwrap();
        let after = game.position().play(m).unwrap();
        self.expected = Some([game.position(), &after].map(|position| Fen::from(position).to_string()));
    }
}

struct GuestHost<'a>(&'a RefCell<Guest>);

impl SessionHost for GuestHost<'_> {
    fn aside(&mut self, text: &str) -> io::Result<()> {
        panic!("{}: {text}", self.0.borrow().classic.name);
    }

    fn show(&mut self, view: SessionView<'_>, next: NextMove) {
        self.0.borrow_mut().see(view, next);
    }
}

/// Types what the guest wants typed, until enough moves are made.
struct Keyboard<'a> {
    guest: &'a RefCell<Guest>,
    typed: Vec<u8>,
    at: usize,
}

impl Read for Keyboard<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("sessions read what is in the buffer")
    }
}

impl BufRead for Keyboard<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.typed.len() {
            let mut guest = self.guest.borrow_mut();
            self.at = 0;
            self.typed = if guest.moves < 120 { std::mem::take(&mut guest.lines).into() } else { Vec::new() };
        }
        Ok(&self.typed[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// How many moves a guest makes in a session.
fn moves_made(classic: &'static Classic, undo: bool, seed: u64) -> u32 {
    let greeting = classic.dialect.greeting.join("\n") + "\n";
    let guest = Guest { classic, rng: Rng::from_seed(seed), lines: greeting, expected: None, moves: 0 };
    let guest = RefCell::new(guest);
    let mut keyboard = Keyboard { guest: &guest, typed: Vec::new(), at: 0 };
    // A refusal would be told, and the host takes none.
    let options = ClassicOptions { undo, listener: ReasonReader::Person, ..ClassicOptions::default() };
    run_hosted(classic, &options, &mut keyboard, &mut io::sink(), &mut GuestHost(&guest)).unwrap();
    guest.into_inner().moves
}

#[test]
fn what_is_written_for_a_move_makes_that_move() {
    for classic in &CLASSICS {
        for seed in 0..4 {
            assert!(moves_made(classic, false, seed) > 4, "{} {seed}", classic.name);
        }
    }
    assert!(moves_made(classic("waterloo"), true, 1) > 4, "each turn is begun first");
}

/// Finds the moves as the program would, and counts them; or fails.
struct Machinist {
    asked: u32,
    most: u32,
}

impl SessionHost for Machinist {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        self.asked += 1;
        if self.asked > self.most {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        Ok(turn.by_skill())
    }
}

#[test]
fn machines_may_think_elsewhere_and_play_the_same() {
    for (name, input) in [
        ("cuhk", "2\nd7 d5\nZ0 Z0\n"),
        ("waterloo", "game computer3 human\nmove\nmove e7 e5\nmove\n"),
        ("cuhk", "3\n"),
    ] {
        let options = ClassicOptions { seed: Some(7), ..ClassicOptions::default() };
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        let mut machinist = Machinist { asked: 0, most: u32::MAX };
        run(classic(name), &options, &mut input.as_bytes(), &mut expected, &mut io::sink()).unwrap();
        run_hosted(classic(name), &options, &mut input.as_bytes(), &mut found, &mut machinist).unwrap();
        same(&found, &expected, name);
        assert!(machinist.asked > 0, "{name}");
    }
}

#[test]
fn a_machine_that_cannot_think_ends_the_session() {
    let mut machinist = Machinist { asked: 0, most: 3 };
    let ended = run_hosted(
        classic("cuhk"),
        &ClassicOptions::default(),
        &mut &b"3\n"[..],
        &mut io::sink(),
        &mut machinist,
    );
    assert_eq!((ended.unwrap_err().kind(), machinist.asked), (io::ErrorKind::QuotaExceeded, 4));
}

/// Holds every move of a machine against the book.
#[derive(Default)]
struct BookReader {
    by_book: usize,
    by_itself: usize,
}

impl SessionHost for BookReader {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn choose(&mut self, mut turn: MachineTurn<'_>) -> io::Result<Option<Move>> {
        let known = OpeningBook::BuiltIn.moves(turn.game.position()).moves;
        let m = turn.by_skill();
        match known.iter().any(|choice| Some(choice.m) == m) {
            true => self.by_book += 1,
            false => self.by_itself += 1,
        }
        Ok(m)
    }
}

#[test]
fn computers_from_level_4_on_play_openings_by_the_book() {
    let moves_by = |level: u8, seed: u64| {
        let input = format!("game computer{level} computer{level}\nmove\nmove\n");
        let options = ClassicOptions { seed: Some(seed), ..ClassicOptions::default() };
        let mut reader = BookReader::default();
        run_hosted(classic("waterloo"), &options, &mut input.as_bytes(), &mut io::sink(), &mut reader)
            .unwrap();
        (reader.by_book, reader.by_itself)
    };
    for level in 4..=9 {
        for seed in 0..4 {
            assert_eq!(moves_by(level, seed), (2, 0), "level {level}, seed {seed}");
        }
    }
    // Who moves by chance knows no book.
    assert!((0..20).any(|seed| moves_by(1, seed).1 > 0));
}

/// Sees what is on the table, and whether a game has come to its end.
#[derive(Default)]
struct EndWatcher {
    has_ended: bool,
    /// What was on the table, one after the other.
    views: Vec<&'static str>,
}

impl SessionHost for EndWatcher {
    fn aside(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn show(&mut self, view: SessionView<'_>, _: NextMove) {
        self.views.push(match view {
            SessionView::Nothing => "nothing",
            SessionView::SettingUp(_) => "setting up",
            SessionView::SetUp(_) => "set up",
            SessionView::Game(_) => "game",
            SessionView::End(_) => {
                self.has_ended = true;
                "end"
            }
        });
    }
}

#[test]
fn every_case_with_a_whole_game_is_shown() {
    for classic in &CLASSICS {
        for case in classic.cases() {
            let options =
                ClassicOptions { fen: case.fen.map(|fen| fen.parse().unwrap()), ..ClassicOptions::default() };
            let mut watcher = EndWatcher::default();
            run_hosted(classic, &options, &mut &case.input[..], &mut io::sink(), &mut watcher).unwrap();
            let is_right = match case.showing.map(|showing| showing.reason) {
                Some(ShowingReason::Document) => true,
                Some(ShowingReason::WholeGame) => watcher.has_ended,
                None => !watcher.has_ended,
            };
            assert!(is_right, "{} {}", classic.name, case.name);
        }
    }
}

#[test]
fn sessions_that_are_shown_are_told_apart_by_their_titles() {
    for classic in &CLASSICS {
        let titles = classic.cases().iter().filter_map(|case| Some(case.showing?.title));
        let mut titles: Vec<&str> = titles.collect();
        assert!(titles.iter().all(|title| title.contains(' ') && title.len() < 48), "{titles:?}");
        titles.sort_unstable();
        assert!(titles.windows(2).all(|pair| pair[0] != pair[1]), "{titles:?}");
    }
}

#[test]
fn a_position_that_is_set_up_stays_to_be_seen_until_its_game_begins() {
    let mut watcher = EndWatcher::default();
    let input = &mut &b"setup\n+ K a1\n+ k h8\ndone\nnonsense\ngame human human\nresign\n"[..];
    run_hosted(classic("waterloo"), &ClassicOptions::default(), input, &mut io::sink(), &mut watcher)
        .unwrap();
    watcher.views.dedup();
    assert_eq!(watcher.views, ["nothing", "setting up", "set up", "game", "end", "nothing"]);
}

#[test]
fn something_of_every_classic_is_shown_line_by_line() {
    for classic in &CLASSICS {
        let shown: Vec<_> = classic.cases().iter().filter(|case| case.showing.is_some()).collect();
        assert!(!shown.is_empty(), "{}", classic.name);
        for case in shown {
            let typed: Vec<u8> = case.lines().flat_map(|line| [line, b"\n"].concat()).collect();
            same(&typed, case.input, &format!("{} {}", classic.name, case.name));
        }
    }
}
