//! The proof of `cargo xtask proof analysis`: every sentence about many games, held against the rules by a second
//! implementation, and marks beside those of Stockfish.

use std::fmt::Write as _;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tabiya_analysis::{GameAnalysis, JudgedMove, MoveHarm, MoveLesson, MoveMark, PositionScore};
use tabiya_engine::{Control, Engine, SIGNATURE};
use tabiya_notation::pgn::{PgnGame, PgnReader};
use tabiya_notation::{Fen, UciMove};
use tabiya_reasons::{MoveContext, MoveFlaw, MoveReason, capture_of};
use tabiya_rules::{Color, Key, Move, Position, Role, Rules, Victory};

use crate::kept_searches::KeptSearches;
use crate::laws::nodes;
use crate::plain;
use crate::proof_tally::ProofTally;

/// How much our engine looks at for each position, and how deep Stockfish searches, where nothing else is set.
const NODES: u64 = 200_000;
const DEPTH: u64 = 14;

/// A number that the command sets.
fn set(name: &str, usual: u64) -> u64 {
    std::env::var(format!("TABIYA_ANALYSIS_{name}")).ok().map_or(usual, |text| text.parse().unwrap())
}

/// Where a move is made, found anew from the game.
struct Made {
    position: Position<&'static Rules>,
    history: Vec<Key>,
    taken_on: Option<tabiya_rules::Square>,
}

impl Made {
    fn before(game: &PgnGame, ply: usize) -> Made {
        let mut made = Made { position: *game.start(), history: Vec::new(), taken_on: None };
        game.moves().take(ply).for_each(|m| made.play(m));
        made
    }

    fn play(&mut self, m: Move) {
        self.taken_on = capture_of(&self.position, m).map(|_| m.to());
        self.history.push(self.position.key());
        self.position = self.position.play(m).unwrap();
    }

    fn context(&self) -> MoveContext<'_> {
        MoveContext { position: self.position, history: &self.history, taken_on: self.taken_on }
    }
}

/// What the answer must do for a flaw to be true; several where the flaw does not say by which man.
fn reasons_of(flaw: MoveFlaw, answer: Move) -> Vec<MoveReason> {
    let at = answer.to();
    match flaw {
        MoveFlaw::AllowsMate { on } => vec![MoveReason::EndsGame { by: Victory::Checkmate, at: on }],
        MoveFlaw::AllowsWin { end, moves, bound } => vec![MoveReason::Forces { end, moves, bound }],
        MoveFlaw::LosesRoyal { royal } => vec![MoveReason::EndsGame { by: Victory::RoyalTaken(royal), at }],
        MoveFlaw::LosesGame => {
            [Victory::Stalemate, Victory::Score].map(|by| MoveReason::EndsGame { by, at }).to_vec()
        }
        MoveFlaw::AllowsDraw { by } => vec![MoveReason::Draws { by }],
        MoveFlaw::Hangs { role, at } => vec![MoveReason::WinsPiece { role, at, price: None }],
        MoveFlaw::Loses { role, at, price } => vec![MoveReason::WinsPiece { role, at, price: Some(price) }],
        MoveFlaw::AllowsPromotion { to } => vec![MoveReason::Promotes { to }],
        MoveFlaw::LetsPawnRun { at } => vec![MoveReason::PawnRuns { at }],
        MoveFlaw::AllowsFork { first, second } => vec![MoveReason::Forks { first, second }],
        MoveFlaw::AllowsSkewer { front, back } => vec![MoveReason::Skewers { front, back }],
        MoveFlaw::AllowsUncovering { target } => {
            Role::ALL.map(|by| MoveReason::Uncovers { by, target }).to_vec()
        }
        // Held by `plain::is_given`.
        MoveFlaw::Gives { .. } => Vec::new(),
        MoveFlaw::LosesMaterial => vec![MoveReason::WinsMaterial],
    }
}

impl ProofTally {
    fn hold(&mut self, made: &Made, line: &[Move], reasons: &[MoveReason], words: &str) {
        let kind = words.split(' ').next().unwrap_or_default().to_owned();
        *self.sentences.entry(kind).or_default() += 1;
        let is_true = |reason: &MoveReason| plain::check(&made.context(), line, *reason).is_ok();
        if !reasons.iter().any(is_true) {
            self.wrong.push(format!("{}: {line:?}: {words}", Fen::from(&made.position)));
        }
    }

    /// Holds everything that is said of a move against the rules.
    fn hear(&mut self, game: &PgnGame, analysis: &GameAnalysis, judged: &JudgedMove) {
        let made = Made::before(game, judged.ply);
        let line = analysis
            .search(judged.ply)
            .and_then(|search| search.lines.first())
            .map(|line| line.moves.clone());
        match analysis.lesson(judged) {
            None => {}
            Some(MoveLesson::Found { played: _, reasons }) => {
                let line = line.unwrap();
                reasons.iter().for_each(|reason| self.hold(&made, &line, &[reason], &reason.to_string()));
            }
            Some(MoveLesson::Missed { played: _, harm, better }) => {
                if let (Some(better), Some(line)) = (better, line) {
                    let reasons = better.reasons.iter();
                    reasons.for_each(|reason| self.hold(&made, &line, &[reason], &reason.to_string()));
                }
                self.hear_harm(made, analysis, judged, harm);
            }
        }
    }

    fn hear_harm(
        &mut self,
        mut made: Made,
        analysis: &GameAnalysis,
        judged: &JudgedMove,
        harm: Option<MoveHarm>,
    ) {
        let before = made.position;
        made.play(judged.m);
        match harm {
            None => {}
            Some(MoveHarm::Ends(outcome)) => {
                let occurrences = 1 + made.history.iter().filter(|&&key| key == made.position.key()).count();
                assert_eq!(made.position.judge(occurrences as u16).outcome, Some(outcome));
                *self.sentences.entry("ends".to_owned()).or_default() += 1;
            }
            Some(MoveHarm::Flaw(flaw)) => {
                let answers = analysis.search(judged.ply + 1).unwrap().lines[0].moves.clone();
                if let Some(is_given) = plain::is_given(&before, judged.m, answers[0], flaw) {
                    *self.sentences.entry("gives".to_owned()).or_default() += 1;
                    if !is_given {
                        self.wrong.push(format!("{}: {}: {flaw}", Fen::from(&before), judged.san));
                    }
                    return;
                }
                let given = plain::given_for(&before, judged.m, flaw);
                let reasons = given.map_or_else(|| reasons_of(flaw, answers[0]), |given| vec![given]);
                self.hold(&made, &answers, &reasons, &flaw.to_string());
            }
        }
    }
}

/// Stockfish, asked one position after the other.
struct Stockfish {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start() -> Stockfish {
        let program = std::env::var("TABIYA_ANALYSIS_STOCKFISH").unwrap_or("/usr/games/stockfish".to_owned());
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Stockfish starts");
        let mut input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        writeln!(input, "setoption name Hash value 32").unwrap();
        Stockfish { child, input, output }
    }

    /// Begins another game.
    fn forget(&mut self) {
        writeln!(self.input, "ucinewgame").unwrap();
    }

    /// What it thinks of a position in its own words, and its move: `cp 35 e2e4`.
    fn ask(&mut self, game: &PgnGame, ply: usize, depth: u64) -> String {
        let mut position = *game.start();
        let mut moves = String::new();
        for m in game.moves().take(ply) {
            let _ = write!(moves, " {}", UciMove::from_move(m, &position));
            position = position.play(m).unwrap();
        }
        let fen = Fen::from(game.start());
        writeln!(self.input, "position fen {fen} moves{moves}\ngo depth {depth}").unwrap();
        let mut score = None;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "Stockfish has left");
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(best) = line.strip_prefix("bestmove ") {
                let best = best.split_whitespace().next().unwrap();
                return format!("{} {best}", score.expect("a score comes first"));
            }
            let is_bound = words.iter().any(|word| word.ends_with("bound"));
            let at = words.iter().position(|word| *word == "score").filter(|_| !is_bound);
            score = at.map(|at| format!("{} {}", words[at + 1], words[at + 2])).or(score);
        }
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "quit");
        let _ = self.child.wait();
    }
}

/// What Stockfish thinks for the side to move, as White sees it, and its move.
fn white_view(view: &str, turn: Color) -> Option<(PositionScore, String)> {
    let [kind, value, best] = view.split(' ').collect::<Vec<_>>().try_into().ok()?;
    let value: i32 = value.parse().ok()?;
    let score = match kind {
        "cp" => PositionScore::Centipawns(if turn.is_white() { value } else { -value }),
        "mate" => {
            let winner = if value > 0 { turn } else { !turn };
            PositionScore::Forced { winner, moves: value.unsigned_abs().max(1) }
        }
        _ => return None,
    };
    Some((score, best.to_owned()))
}

/// Stockfish's mark of every move, by the same rule as ours.
fn others_marks(analysis: &GameAnalysis, views: &[String]) -> Vec<Option<MoveMark>> {
    let report = analysis.report();
    let view = |ply: usize| match report.positions[ply] {
        Some(over @ PositionScore::Over(_)) => Some((over, String::new())),
        _ => white_view(&views[ply], analysis.position(ply)?.turn()),
    };
    report
        .moves
        .iter()
        .map(|judged| {
            let judged = judged.as_ref()?;
            let ((before, best), (after, _)) = (view(judged.ply)?, view(judged.ply + 1)?);
            let position = analysis.position(judged.ply)?;
            let is_own = UciMove::from_move(judged.m, position).to_string() == best;
            let loss = before.chances().of(judged.color) - after.chances().of(judged.color);
            MoveMark::of_loss(if is_own { 0.0 } else { loss })
        })
        .collect()
}

fn class(mark: Option<MoveMark>) -> usize {
    match mark {
        None | Some(MoveMark::Good) => 0,
        Some(MoveMark::Inaccuracy) => 1,
        Some(MoveMark::Mistake) => 2,
        Some(MoveMark::Blunder) => 3,
    }
}

/// Those who are asked, and what they said already.
struct Asked<'a> {
    engine: Engine,
    stockfish: Stockfish,
    kept: &'a Mutex<KeptSearches>,
}

impl Asked<'_> {
    /// Our analysis of a game.
    fn analysis(&mut self, game: &PgnGame) -> GameAnalysis {
        let mut analysis = GameAnalysis::new(game);
        let question = ("Tabiya", SIGNATURE.trim(), set("NODES", NODES), game.to_string());
        if let Some(found) = self.known(&question) {
            let found = found.iter().enumerate().filter(|(_, text)| !text.is_empty());
            found.for_each(|(ply, text)| analysis.put_text(ply, text).unwrap());
            return analysis;
        }
        let limits = nodes(set("NODES", NODES));
        for task in analysis.tasks().collect::<Vec<_>>() {
            let found = task.search(&mut self.engine, &limits, &Control::default()).unwrap();
            analysis.put(task.ply, found).unwrap();
        }
        let found = |ply| analysis.search_text(ply).unwrap_or_default();
        self.keep(&question, &(0..=analysis.plies()).map(found).collect::<Vec<_>>());
        analysis
    }

    /// What Stockfish thinks of the positions of a game, by itself: nothing is learnt from the one before.
    fn views(&mut self, game: &PgnGame, analysis: &GameAnalysis) -> Vec<String> {
        let question = ("Stockfish", set("DEPTH", DEPTH), game.to_string());
        if let Some(found) = self.known(&question) {
            return found;
        }
        self.stockfish.forget();
        let is_open = |ply| analysis.position(ply).is_some_and(Position::has_moves);
        let views: Vec<String> = (0..=analysis.plies())
            .map(|ply| {
                if is_open(ply) { self.stockfish.ask(game, ply, set("DEPTH", DEPTH)) } else { String::new() }
            })
            .collect();
        self.keep(&question, &views);
        views
    }

    fn known(&self, question: &impl Hash) -> Option<Vec<String>> {
        self.kept.lock().unwrap().get(question)
    }

    fn keep(&self, question: &impl Hash, found: &[String]) {
        self.kept.lock().unwrap().put(question, found);
    }

    fn prove(&mut self, game: &PgnGame) -> ProofTally {
        let mut tally = ProofTally { games: 1, ..ProofTally::default() };
        let analysis = self.analysis(game);
        let report = analysis.report();
        report.marked().for_each(|judged| tally.hear(game, &analysis, judged));
        let others = others_marks(&analysis, &self.views(game, &analysis));
        for (judged, other) in report.moves.iter().zip(others) {
            let Some(judged) = judged else { continue };
            tally.marks[class(judged.mark)][class(other)] += 1;
        }
        tally
    }
}

/// Takes minutes, and needs Stockfish: `cargo xtask proof analysis` runs it.
#[test]
#[ignore = "a proof: cargo xtask proof analysis"]
fn every_sentence_is_true_and_marks_agree_with_stockfish() {
    let path = std::env::var("TABIYA_ANALYSIS_PGN").expect("the games");
    let file = std::fs::File::open(path).unwrap();
    let games: Vec<PgnGame> = PgnReader::new(file).games().map(|game| game.unwrap().0).collect();
    let games = &games[..games.len().min(set("GAMES", 200) as usize)];
    let kept = std::env::var("TABIYA_ANALYSIS_KEPT").expect("where to keep what is found");
    let kept = Mutex::new(KeptSearches::open(kept.as_ref()));
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(ProofTally::default()));
    std::thread::scope(|scope| {
        for _ in 0..set("THREADS", 2) {
            scope.spawn(|| {
                let (engine, stockfish) = (Engine::new(16, 1), Stockfish::start());
                let mut asked = Asked { engine, stockfish, kept: &kept };
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let of_game = asked.prove(game);
                    let mut tally = tally.lock().unwrap();
                    tally.add(of_game);
                    println!("{} of {} games, {:.1} %", tally.games, games.len(), tally.agreement());
                }
            });
        }
    });
    let tally = tally.into_inner().unwrap();
    println!("{}", tally.table());
    println!("said: {:?}", tally.sentences);
    tally.wrong.iter().for_each(|wrong| println!("not true: {wrong}"));
    let (said, moves): (usize, usize) = (tally.sentences.values().sum(), tally.marks.iter().flatten().sum());
    println!(
        "result: {} games, {said} reasons in sentences, {} of them wrong; marks agree for {:.1} % of {moves} moves",
        tally.games,
        tally.wrong.len(),
        tally.agreement()
    );
    assert!(tally.wrong.is_empty());
}
