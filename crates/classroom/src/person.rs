//! A person who plays against a machine: what to say next is known only when the machine has moved.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use tabiya_classics::{Classic, PersonPlay};
use tabiya_engine::Rng;
use tabiya_rules::{Move, Square};

use crate::reference::Reference;
use crate::situation::RuledPosition;
use crate::spelling::usual;

/// How many quiet moves make a long game.
const QUIET: usize = 60;

/// After how many moves a person stops a game that does not end.
const LONGEST: usize = 200;

/// The rank on which a king stands before the other side's pawns, counted from its own side.
const BEFORE_PAWNS: usize = 5;

/// A person, and what they have said.
pub struct Person<'a> {
    classic: &'a Classic,
    play: PersonPlay,
    said: RefCell<Vec<u8>>,
    turns: Cell<usize>,
}

impl Person<'_> {
    /// `opening` is what is said before the first move.
    pub fn new<'a>(classic: &'a Classic, play: PersonPlay, opening: &[u8]) -> Person<'a> {
        Person { classic, play, said: RefCell::new(opening.to_vec()), turns: Cell::new(0) }
    }

    /// All that was said until now.
    pub fn said(&self) -> Vec<u8> {
        self.said.borrow().clone()
    }

    /// What is said next, where our program waits for it at the end of a recording; nothing, where all is said.
    pub fn say(&self, reference: &Reference) -> Option<Vec<u8>> {
        if self.play == PersonPlay::AsWritten || self.turns.get() > LONGEST {
            return None;
        }
        let position = reference.moments().iter().rev().find_map(|moment| moment.position)?;
        let m = if self.turns.get() < LONGEST { self.choose(&position) } else { None };
        let line = match m {
            Some(m) => usual(self.classic, m.from(), m.to(), m.promotion()),
            None => self.classic.dialect.giving_up?.to_owned(),
        };
        self.turns.set(if m.is_some() { self.turns.get() + 1 } else { LONGEST + 1 });
        let line = format!("{line}\n").into_bytes();
        self.said.borrow_mut().extend_from_slice(&line);
        Some(line)
    }

    fn choose(&self, position: &RuledPosition) -> Option<Move> {
        match self.play {
            PersonPlay::AsWritten => None,
            PersonPlay::PlaysLong if self.turns.get() < QUIET => quiet_move(position, self.turns.get()),
            PersonPlay::TakesKing | PersonPlay::PlaysLong => best(position, |m| hope(position, m)),
            PersonPlay::OffersKing => best(position, |m| offer(position, m)),
        }
    }
}

/// The move with the highest value; the same in the same position.
fn best(position: &RuledPosition, value: impl Fn(Move) -> f64) -> Option<Move> {
    let valued = position.legal_moves().iter().map(|&m| (m, value(m))).collect::<Vec<_>>();
    valued.into_iter().max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(m, _)| m)
}

/// How likely it is that the side to move takes the king, where it draws a piece first and then one of its squares.
fn danger(position: &RuledPosition) -> f64 {
    let Some(royal) = position.royal(!position.turn()) else { return 0.0 };
    let mut pieces: BTreeMap<Square, (u32, u32)> = BTreeMap::new();
    for m in &position.legal_moves() {
        let (moves, takes) = pieces.entry(m.from()).or_default();
        *moves += 1;
        *takes += u32::from(m.to() == royal);
    }
    let shares = pieces.values().map(|&(moves, takes)| f64::from(takes) / f64::from(moves));
    shares.sum::<f64>() / pieces.len().max(1) as f64
}

/// How good a move is for whoever wants to take the king: it takes it; it is likely to do so next; it takes something; it
/// attacks much.
fn hope(position: &RuledPosition, m: Move) -> f64 {
    const CERTAIN: f64 = 1000.0;
    let us = position.turn();
    let next = position.play_unchecked(m);
    if next.outcome().is_some() {
        return CERTAIN;
    }
    let replies = next.legal_moves();
    let lets_take = |reply: &&Move| {
        let after = next.play_unchecked(**reply);
        after.outcome().is_none() && after.attackers_of_royal(!us).is_any()
    };
    let share = replies.iter().filter(lets_take).count() as f64 / replies.len().max(1) as f64;
    let taken = position.piece_at(m.to()).map_or(0, |piece| *position.rules().values.get(piece.role));
    let occupied = next.board().occupied();
    let reach = Square::all().filter(|&square| next.board().attackers(square, us, occupied).is_any()).count();
    100.0 * (share - danger(&next)) + f64::from(taken) + reach as f64 / 10.0
}

/// How good a move is for whoever wants to lose the king: the machine is likely to take it; it comes nearer.
fn offer(position: &RuledPosition, m: Move) -> f64 {
    let us = position.turn();
    let next = position.play_unchecked(m);
    if next.outcome().is_some() {
        return f64::MIN;
    }
    let Some(royal) = next.royal(us) else { return f64::MIN };
    let advance = (royal.rank().seen_by(us) as usize).min(BEFORE_PAWNS);
    let around = (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks)));
    let squares = around.filter_map(|(files, ranks)| royal.offset(files, ranks));
    let room = squares.filter(|&square| !next.board().by_color(us).contains(square)).count();
    1000.0 * danger(&next) + 10.0 * advance as f64 + room as f64
}

/// A move after which as little as possible can happen.
fn quiet_move(position: &RuledPosition, turn: usize) -> Option<Move> {
    let noise = |m: &Move| {
        let next = position.play_unchecked(*m);
        let takes = position.piece_at(m.to()).is_some();
        // In a thousandth, so that it has an order.
        (next.outcome().is_some(), (1000.0 * danger(&next)) as u32, takes)
    };
    let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    let least = moves.iter().map(noise).min()?;
    let quiet: Vec<Move> = moves.into_iter().filter(|m| noise(m) == least).collect();
    Rng::from_seed(turn as u64).pick(&quiet)
}
