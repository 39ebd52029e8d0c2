//! Random sessions of Hong's and CUHK's games, held against a second opinion.

use crate::model::{At, Model};
use crate::support::{classic, printed, same, session};
use tabiya_classics::ClassicOptions;
use tabiya_engine::Rng;

/// One of the bytes.
fn any(rng: &mut Rng, bytes: &[u8]) -> u8 {
    rng.pick(bytes).unwrap()
}

fn noise(rng: &mut Rng, bytes: &[u8], most: u64) -> Vec<u8> {
    (0..rng.below(most)).map(|_| any(rng, bytes)).collect()
}

// Hong.

/// What Hong's program prints, by the plain reading of its description.
struct Hong {
    model: Model,
    as_written: bool,
    output: Vec<u8>,
    is_over: bool,
}

impl Hong {
    fn new(as_written: bool) -> Hong {
        let mut hong = Hong { model: Model::hong(as_written), as_written, output: vec![], is_over: false };
        hong.show();
        hong.output.extend(b"\n==== BEGIN GAME INPUT ====\n");
        hong
    }

    fn show(&mut self) {
        let mut text = String::from("==== BEGIN GAME OUTPUT ====\n  -----------------------\n");
        for (i, row) in self.model.rows.iter().enumerate() {
            let cells: Vec<String> = row
                .iter()
                .map(|&piece| match piece {
                    b'.' => "..".to_owned(),
                    white if white.is_ascii_uppercase() => format!("W{}", white as char),
                    black => format!("B{}", black.to_ascii_uppercase() as char),
                })
                .collect();
            text += &format!("{}|{}|\n", 8 - i, cells.join(" "));
        }
        let check = if self.model.can_lose_king(true) || self.model.can_lose_king(false) { 'Y' } else { 'N' };
        let label = if self.as_written { "Move" } else { "Next move" };
        let turn = if self.model.white { 'W' } else { 'B' };
        text += &format!(
            "  -----------------------\n  A  B  C  D  E  F  G  H\nIn check: {check}\n{label}: {turn}\n====  END GAME OUTPUT  ====\n"
        );
        self.output.extend(text.bytes());
    }

    fn result(&mut self, winner: char) {
        let text = format!("==== BEGIN GAME OUTPUT ====\nWinner: {winner}\n====  END GAME OUTPUT  ====\n");
        self.output.extend(text.bytes());
        self.is_over = true;
    }

    fn line(&mut self, line: &[u8]) {
        self.output.extend(b"====  END GAME INPUT  ====\n\n");
        let allowed = if self.as_written { self.model.guarded_moves() } else { self.model.moves() };
        match squares_of(line).filter(|m| allowed.contains(m)) {
            Some((from, to)) => self.make(from, to),
            None if self.as_written => {}
            None => self.show(),
        }
        if !self.is_over {
            self.output.extend(b"\n==== BEGIN GAME INPUT ====\n");
        }
    }

    fn make(&mut self, from: At, to: At) {
        self.model = self.model.after(from, to);
        let mover = if self.model.white { 'B' } else { 'W' };
        if self.as_written && self.model.guarded_moves().is_empty()
            || self.model.king(self.model.white).is_none()
        {
            self.result(mover);
        } else if !self.as_written && self.model.is_hongs_draw() {
            self.result('D');
        } else {
            self.show();
        }
    }
}

fn squares_of(line: &[u8]) -> Option<(At, At)> {
    let at = |letter: u8, digit: u8| {
        let column = i32::from(letter.to_ascii_uppercase()) - i32::from(b'A');
        let row = 8 - (i32::from(digit) - i32::from(b'0'));
        ((0..8).contains(&column) && (0..8).contains(&row)).then_some((row, column))
    };
    if line.len() < 5 || line[2] != b',' {
        return None;
    }
    Some((at(line[0], line[1])?, at(line[3], line[4])?))
}

fn hong_text((row, column): At) -> String {
    format!("{}{}", (b'A' + column as u8) as char, 8 - row)
}

/// A line that is mostly a good move, and sometimes anything.
fn hong_line(rng: &mut Rng, model: &Model, as_written: bool) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHabcdefgh012345678,, \r\t;x\xff\xc3";
    // Most of these moves are good; as written some leave the king in attack.
    let moves = model.moves();
    let captures: Vec<_> = moves.iter().copied().filter(|&(_, to)| model.get(to) != b'.').collect();
    let guarded = if as_written && rng.below(2) == 0 { model.guarded_moves() } else { vec![] };
    let choices = match rng.below(10) {
        0 => return noise(rng, SIGNS, 8),
        1 | 2 if !captures.is_empty() => &captures,
        _ if !guarded.is_empty() => &guarded,
        _ => &moves,
    };
    let Some((from, to)) = rng.pick(choices) else { return vec![] };
    let mut line = format!("{},{}", hong_text(from), hong_text(to)).into_bytes();
    match rng.below(12) {
        0 => line.make_ascii_lowercase(),
        1 => line.extend(noise(rng, SIGNS, 6)),
        2 => {
            let at = rng.below(5) as usize;
            line[at] = any(rng, SIGNS);
        }
        _ => {}
    }
    line
}

#[test]
fn hongs_game_prints_what_a_plain_model_prints() {
    let mut ends = [0; 2];
    for seed in 0..160 {
        for as_written in [false, true] {
            let mut rng = Rng::from_seed(seed);
            let mut hong = Hong::new(as_written);
            let mut input = Vec::new();
            for _ in 0..150 {
                let line = hong_line(&mut rng, &hong.model, as_written);
                input.extend(&line);
                input.extend(if rng.below(4) == 0 { &b"\r\n"[..] } else { b"\n" });
                if !hong.is_over {
                    hong.line(&line);
                }
            }
            let name = if as_written { "hong-written" } else { "hong" };
            let (output, _) = session(classic(name), &ClassicOptions::default(), &input);
            same(&output, &hong.output, &format!("{name}, seed {seed}"));
            ends[usize::from(as_written)] += u32::from(hong.is_over);
        }
    }
    assert!(ends[0] > 50, "too few games ended: {ends:?}");
}

// CUHK.

/// CUHK's program in mode 1, by the plain reading of its description.
struct Cuhk<'a> {
    input: &'a [u8],
    model: Model,
    output: Vec<u8>,
    round: u32,
}

/// The input is at its end.
struct End;

const SPACE: &[u8] = b" \t\n\x0b\x0c\r";

impl Cuhk<'_> {
    fn run(input: &[u8]) -> Vec<u8> {
        let mut cuhk = Cuhk { input, model: Model::cuhk(), output: vec![], round: 1 };
        let _ = cuhk.play();
        cuhk.output
    }

    fn play(&mut self) -> Result<(), End> {
        loop {
            self.output.extend(b"Choose game mode (1, 2, 3): ");
            match self.number()? {
                Some(1) => break,
                Some(_) => panic!("the machine is not modelled"),
                None => self.output.extend(b"invalid input!\n"),
            }
        }
        loop {
            self.show();
            loop {
                self.output.extend(if self.model.white { b"White's turn: " } else { b"Black's turn: " });
                match self.cells()? {
                    Some([(b'Z', 0), (b'Z', 0)]) => return self.count(),
                    Some(cells) if self.make(cells) => break,
                    _ => self.output.extend(b"invalid input!\n"),
                }
            }
            if self.model.king(self.model.white).is_none() {
                return self.count();
            }
            self.round += 1;
        }
    }

    fn skip(&mut self) -> Result<u8, End> {
        while self.input.first().is_some_and(|byte| SPACE.contains(byte)) {
            self.input = &self.input[1..];
        }
        self.input.first().copied().ok_or(End)
    }

    fn number(&mut self) -> Result<Option<i128>, End> {
        self.skip()?;
        let signs = usize::from(matches!(self.input[0], b'+' | b'-'));
        let digits = self.input[signs..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits == 0 {
            let end = self.input.iter().position(|&byte| byte == b'\n').map_or(self.input.len(), |at| at + 1);
            self.input = &self.input[end..];
            return Ok(None);
        }
        let (text, rest) = self.input.split_at(signs + digits);
        self.input = rest;
        // Longer ones are not among the inputs here.
        Ok(Some(std::str::from_utf8(text).unwrap().parse().unwrap()))
    }

    fn cells(&mut self) -> Result<Option<[(u8, i128); 2]>, End> {
        let mut cells = [(0, 0); 2];
        for cell in &mut cells {
            let letter = self.skip()?;
            self.input = &self.input[1..];
            match self.number()? {
                Some(number) => *cell = (letter, number),
                None => return Ok(None),
            }
        }
        Ok(Some(cells))
    }

    fn make(&mut self, cells: [(u8, i128); 2]) -> bool {
        let at = |(letter, number): (u8, i128)| {
            let column = i32::from(letter.to_ascii_lowercase()) - i32::from(b'a');
            ((0..8).contains(&column) && (1..9).contains(&number)).then(|| (number as i32 - 1, column))
        };
        let [Some(from), Some(to)] = cells.map(at) else { return false };
        let can = self.model.can_go(from, to, self.model.white);
        if can {
            self.model = self.model.after(from, to);
        }
        can
    }

    fn show(&mut self) {
        let text = format!("Round {}:\n{}", self.round, board_text(&self.model));
        self.output.extend(text.bytes());
    }

    fn count(&mut self) -> Result<(), End> {
        let text = match self.model.worth(true).cmp(&self.model.worth(false)) {
            std::cmp::Ordering::Greater => "White wins!\n",
            std::cmp::Ordering::Less => "Black wins!\n",
            std::cmp::Ordering::Equal => "Draw game!\n",
        };
        self.output.extend(text.bytes());
        Err(End)
    }
}

fn board_text(model: &Model) -> String {
    let mut text = String::from("    A   B   C   D   E   F   G   H  \n  ---------------------------------\n");
    for (i, row) in model.rows.iter().enumerate() {
        text += &format!("{} |", i + 1);
        for &piece in row {
            let shown = if piece.is_ascii_uppercase() {
                piece.to_ascii_lowercase()
            } else {
                piece.to_ascii_uppercase()
            };
            text += &format!(" {} |", if piece == b'.' { ' ' } else { shown as char });
        }
        text += " \n  ---------------------------------\n";
    }
    text
}

fn cuhk_text((row, column): At) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

/// Some sessions: a model goes along so that most moves are good.
fn cuhk_input(rng: &mut Rng) -> Vec<u8> {
    const SIGNS: &[u8] = b"aAdDeEhHzZZ0000123456789+- \n\n\t\rx.\xff";
    let mut input = if rng.below(3) == 0 { b"what?\n1 ".to_vec() } else { b"1\n".to_vec() };
    let mut model = Model::cuhk();
    for _ in 0..60 {
        let moves = model.moves();
        let captures: Vec<_> = moves.iter().copied().filter(|&(_, to)| model.get(to) != b'.').collect();
        let choices = if rng.below(3) == 0 && !captures.is_empty() { &captures } else { &moves };
        if rng.below(8) == 0 {
            input.extend(noise(rng, SIGNS, 9));
            // Whatever was begun ends with the line, or swallows the next one.
            input.extend(b"\n");
        }
        let Some((from, to)) = rng.pick(choices) else { break };
        let gap = rng.pick(&["", " ", "\n", "\r\n", "\t "]).unwrap();
        let end = rng.pick(&["\n", " ", "", "\r\n\n"]).unwrap();
        let mut text = format!("{}{gap}{}{end}", cuhk_text(from), cuhk_text(to));
        if rng.below(3) == 0 {
            text.make_ascii_uppercase();
        }
        input.extend(text.bytes());
        model = model.after(from, to);
    }
    if rng.below(2) == 0 {
        input.extend(b"\nZ0 Z0\nZ0 Z0\n");
    }
    input
}

#[test]
fn cuhks_game_prints_what_a_plain_model_prints() {
    let mut ended = 0;
    for seed in 0..400 {
        let input = cuhk_input(&mut Rng::from_seed(seed));
        let (output, _) = session(classic("cuhk"), &ClassicOptions::default(), &input);
        same(&output, &Cuhk::run(&input), &format!("seed {seed}: {}", input.escape_ascii()));
        ended += u32::from(output.ends_with(b"!\n"));
    }
    assert!(ended > 100, "too few games ended: {ended}");
}

/// Between machines: every printed move is one by the pattern, every board what the moves make of it, a turn is given
/// up only where nothing can move, and the game ends when a king is taken, and not before.
#[test]
fn machines_play_by_the_plain_model_until_a_king_falls() {
    for seed in 0..60 {
        let options = ClassicOptions { seed: Some(seed), ..ClassicOptions::default() };
        let output = printed("cuhk", &options, b"3");
        let mut rounds = output.split("Round ");
        assert_eq!(rounds.next(), Some("Choose game mode (1, 2, 3): "));
        let mut model = Model::cuhk();
        for (i, round) in rounds.enumerate() {
            assert!(model.king(true).is_some() && model.king(false).is_some());
            let side = if model.white { "White" } else { "Black" };
            let rest =
                round.strip_prefix(&format!("{}:\n{}{side}'s turn: ", i + 1, board_text(&model))).unwrap();
            let (told, end) = rest.split_once('\n').unwrap();
            let moves = model.moves();
            let played = moves.iter().find(|&&(from, to)| {
                told == format!("{} {}", cuhk_text(from), cuhk_text(to)).to_ascii_uppercase()
            });
            model = match played {
                Some(&(from, to)) => model.after(from, to),
                None => {
                    assert!(told.is_empty() && moves.is_empty(), "{told}");
                    Model { white: !model.white, ..model }
                }
            };
            let is_over = model.king(model.white).is_none();
            assert_eq!(end, if is_over { format!("{side} wins!\n") } else { String::new() });
        }
        assert!(model.king(model.white).is_none());
    }
}
