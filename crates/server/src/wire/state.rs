use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tabiya_game::narration::{result_words, sentence};
use tabiya_game::{Game, Moment, NodeId, Step, Threats};
use tabiya_notation::{Fen, UciMove};
use tabiya_rules::{
    Bitboard, Board, Color, EndRules, Language, Move, MoveRules, Piece, Position, Rules, Square, Stalemate,
};

use super::{PartView, SquareName, SquareSet};

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the colors are their own names")]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        if color.is_white() { Side::White } else { Side::Black }
    }
}

/// Where pieces may go, by where they stand.
pub(super) type DestsBySquare = BTreeMap<SquareName, SquareSet>;

/// What else changes on the board, by the move.
pub(super) type EffectsByMove = BTreeMap<String, BTreeMap<SquareName, Option<char>>>;

/// Where a game stands: everything that is needed to show it and to play on. What is nothing, no or none is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StateView {
    /// Where each piece of the side to move may go, one square behind the other: told to whoever moves it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, String>"))]
    pub dests: DestsBySquare,
    /// The moves, such as `e7e8`, that need to say what the pawn becomes: told to whoever makes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promotions: Vec<String>,
    /// What it may become, as letters: told with the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promotes_to: Vec<String>,
    /// What else such a move as `e1g1` changes, where a man does not only go from one square to the other and take what is
    /// there: what stands on other squares then, as letters of FEN. Told to whoever makes it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, BTreeMap<String, Option<String>>>"))]
    pub effects: EffectsByMove,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub turn: Side,
    /// How many single moves lead here.
    pub ply: u32,
    /// The number of the last move in the tree of all moves.
    pub node: u32,
    /// The squares of the last move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<[String; 2]>,
    /// Where the royal piece stands that is in check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// Whether the side to move can only pass.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub must_pass: bool,
    /// How many moves can be made again.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub ahead: u32,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<ClocksView>,
    /// Who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// Who asks to take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<TakebackView>,
    /// Which draws may be claimed.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub claims: ClaimsView,
    /// What each side's men count by the rule set, White first.
    pub material: [u32; 2],
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingView>,
}

/// Whether a value is what it usually is, and need not be told.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What both have left, in milliseconds, at the moment `now` of the message that tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClocksView {
    /// White's time.
    pub white: u64,
    /// Black's time.
    pub black: u64,
    /// Whose time runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
    /// How long the running clock still waits, as a delay has it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub waits: u64,
}

/// A wish to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TakebackView {
    /// Who has it.
    pub by: Side,
    /// How many single moves.
    pub plies: u32,
}

/// Which draws the side to move may claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimsView {
    /// For repetition.
    pub repetition: bool,
    /// For moves without a capture or a pawn's move.
    pub quiet_moves: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndingView {
    /// Who won; nobody in a draw or a game that does not count.
    pub winner: Option<Side>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that does not count.
    pub result: String,
    /// The end in words.
    pub says: String,
    /// Whether the board shows it, as it does mate. Any other end, such as a resignation, is gone for good once moves are
    /// taken back.
    pub on_board: bool,
}

/// How often each square is attacked, and by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ThreatsView {
    /// The version of the game.
    pub version: u32,
    /// The number of the move after which it is so.
    pub node: u32,
    /// The squares that White attacks, each with where the attackers stand.
    pub white: BTreeMap<String, Vec<String>>,
    /// The same for Black.
    pub black: BTreeMap<String, Vec<String>>,
}

impl ThreatsView {
    /// What attacks what after the move `node`; nothing where there is no such move.
    pub(crate) fn of(game: &Game, node: NodeId, version: u32) -> Option<ThreatsView> {
        let board = game.history().get(node)?.position.board();
        let of = |color| {
            let threats = Threats::of(board, color);
            let attacked = Square::all().filter(|&square| threats.count(square) > 0);
            attacked.map(|square| (square.to_string(), names(threats.attackers(square)))).collect()
        };
        Some(ThreatsView { version, node: node.number(), white: of(Color::White), black: of(Color::Black) })
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// To whom a state is told: what can be done, to whoever can do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Whoever is to move.
    Mover,
    /// The player whose turn it is not, and those who watch.
    Others,
}

impl Audience {
    /// What somebody with a part in a game is, where a side is to move.
    pub fn of(part: PartView, turn: Side) -> Audience {
        match (part, turn) {
            (PartView::Both, _) | (PartView::White, Side::White) | (PartView::Black, Side::Black) => {
                Audience::Mover
            }
            (PartView::White, Side::Black) | (PartView::Black, Side::White) | (PartView::Spectator, _) => {
                Audience::Others
            }
        }
    }
}

impl StateView {
    /// Puts in what somebody is told beside what everybody is told.
    pub(crate) fn tell_to(&mut self, audience: Audience, game: &Game) {
        let position = game.position();
        match audience {
            Audience::Mover if self.ending.is_none() => {
                let MovesView { dests, promotions, promotes_to, effects } = MovesView::of(position);
                (self.dests, self.promotions, self.promotes_to) = (dests, promotions, promotes_to);
                self.effects = effects;
            }
            Audience::Mover | Audience::Others => {}
        }
    }
}

impl StateView {
    /// The clocks as they stand since a moment.
    pub(crate) fn hold(&mut self, game: &Game, since: Moment) {
        let held = clocks(game, since);
        self.clocks = held.map(|clocks| ClocksView { running: None, waits: 0, ..clocks });
    }
}

/// Where `game` stands now, as somebody is told.
pub(crate) fn state_of(language: Language, game: &Game, now: Moment, audience: Audience) -> StateView {
    let mut state = common_state(language, game, now);
    state.tell_to(audience, game);
    state
}

/// What everybody is told.
fn common_state(language: Language, game: &Game, now: Moment) -> StateView {
    let position = game.position();
    let is_over = game.ending().is_some();
    let claims = game.claims();
    let EndRules {
        stalemate,
        stalemate_test: _,
        royal_taken: _,
        repetition: _,
        quiet_moves: _,
        dead_position: _,
    } = position.rules().ends;
    let passes = stalemate == Stalemate::Passes && !position.has_moves();
    let side = |seat| Side::from(game.color(seat));
    StateView {
        dests: BTreeMap::new(),
        promotions: vec![],
        promotes_to: vec![],
        fen: Fen::from(position).to_string(),
        turn: position.turn().into(),
        ply: game.history().current().ply,
        node: game.history().here().number(),
        last: last_squares(game),
        check: position.royal(position.turn()).filter(|_| position.is_check()).map(|at| at.to_string()),
        effects: BTreeMap::new(),
        must_pass: !is_over && passes,
        ahead: game.history().ahead().count() as u32,
        clocks: clocks(game, now),
        draw_offer: game.draw_offer().map(side),
        takeback: game.takeback_request().map(|wish| TakebackView { by: side(wish.seat), plies: wish.plies }),
        claims: ClaimsView { repetition: claims.repetition, quiet_moves: claims.quiet_moves },
        material: [position.score(Color::White), position.score(Color::Black)],
        ending: ending(language, game),
    }
}

fn last_squares(game: &Game) -> Option<[String; 2]> {
    let history = game.history();
    let Step::Move(m) = history.current().step? else { return None };
    let before = history.get(history.parent(history.here())?)?;
    match UciMove::from_move(m, &before.position) {
        UciMove::Normal { from, to, .. } => Some([from.to_string(), to.to_string()]),
        UciMove::Null => None,
    }
}

/// What whoever is to move is told: where each piece may go, which moves need to say what a pawn becomes, what it may become
/// then, and which moves change more than what is seen.
pub(super) struct MovesView {
    pub dests: DestsBySquare,
    pub promotions: Vec<String>,
    pub promotes_to: Vec<String>,
    pub effects: EffectsByMove,
}

impl MovesView {
    pub fn of(position: &Position<&'static Rules>) -> MovesView {
        let moves = position.legal_moves();
        let promotions = promotions(&moves);
        let MoveRules { royal: _, royalty: _, castling: _, double_step: _, en_passant: _, promotes_to } =
            position.rules().moves;
        let letters = promotes_to.iter().rev().map(|role| role.letter().to_string());
        let promotes_to = if promotions.is_empty() { vec![] } else { letters.collect() };
        let effects = effects(position, &moves);
        MovesView { dests: dests(position, &moves), promotions, promotes_to, effects }
    }
}

/// Castling is offered as it is written, and onto the rook, as many are used to.
fn dests(position: &Position<&'static Rules>, moves: &[Move]) -> DestsBySquare {
    let mut dests = DestsBySquare::new();
    for &m in moves {
        let from = dests.entry(m.from().into()).or_default();
        for to in targets(position, m) {
            from.add(to);
        }
    }
    dests
}

/// Where a man is put to make a move: where it is written to, and where it goes by our own way of telling moves.
fn targets(position: &Position<&'static Rules>, m: Move) -> [Square; 2] {
    match UciMove::from_move(m, position) {
        UciMove::Normal { to, .. } => [to, m.to()],
        UciMove::Null => [m.to(); 2],
    }
}

/// Whoever shows a move before it is accepted, and knows no rules, has to be told of these alone.
fn effects(position: &Position<&'static Rules>, moves: &[Move]) -> EffectsByMove {
    let mut effects = EffectsByMove::new();
    for &m in moves.iter().filter(|m| m.is_castling() || m.is_en_passant()) {
        let after = position.play_unchecked(m);
        for to in targets(position, m) {
            let change = unseen_changes(position.board(), after.board(), m.from(), to);
            effects.insert(format!("{}{to}", m.from()), change);
        }
    }
    effects
}

/// What differs between the board after a move and what whoever only sees a man go would expect.
fn unseen_changes(
    before: &Board,
    after: &Board,
    from: Square,
    to: Square,
) -> BTreeMap<SquareName, Option<char>> {
    let mut expected = *before;
    expected.set(from, None);
    expected.set(to, before.piece_at(from));
    let changed = Square::all().filter(|&square| expected.piece_at(square) != after.piece_at(square));
    changed.map(|square| (square.into(), after.piece_at(square).map(Piece::letter))).collect()
}

fn promotions(moves: &[Move]) -> Vec<String> {
    let mut promotions: Vec<String> =
        moves.iter().filter(|m| m.promotion().is_some()).map(|m| format!("{}{}", m.from(), m.to())).collect();
    promotions.dedup();
    promotions
}

fn clocks(game: &Game, now: Moment) -> Option<ClocksView> {
    let clock = game.clock()?;
    let seats = game.seats();
    let left = |seat| u64::try_from(clock.left(seat, now).as_millis()).unwrap_or(u64::MAX);
    let running = clock.running();
    let waits = running.map_or(0, |running| {
        let falls = clock.flag_falls().unwrap_or(now);
        falls.0.saturating_sub(now.0).saturating_sub(left(running.seat))
    });
    Some(ClocksView {
        white: left(seats.white),
        black: left(seats.black),
        running: running.map(|running| game.color(running.seat).into()),
        waits,
    })
}

fn ending(language: Language, game: &Game) -> Option<EndingView> {
    let ending = game.ending()?;
    Some(EndingView {
        winner: ending.winner(game.seats()).map(Side::from),
        result: ending.to_pgn(game.seats()).to_string(),
        says: sentence(result_words(language, ending, game.seats(), game.position())),
        on_board: ending.is_on_board(),
    })
}

#[cfg(test)]
mod tests {
    use tabiya_game::GameStart;
    use tabiya_notation::{Strictness, read_position};
    use tabiya_rules::{FIDE, RULE_SETS};

    use super::*;

    fn state(rules: Rules, fen: &str, audience: Audience) -> StateView {
        let position = read_position(fen, rules.intern(), Strictness::Strict).unwrap().position;
        let (game, _) = Game::start(GameStart::usual(rules).from(position.setup()), Moment(0)).unwrap();
        state_of(Language::English, &game, Moment(0), audience)
    }

    #[test]
    fn castling_is_offered_both_ways() {
        let state = state(FIDE, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Audience::Mover);
        let king = state.dests["e1"].to_string();
        assert!(king.contains("g1") && king.contains("h1"), "{king}");
    }

    #[test]
    fn promotions_are_told_once() {
        let state = state(FIDE, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", Audience::Mover);
        assert_eq!(state.promotions, ["e7e8"]);
        assert_eq!(state.promotes_to, ["q", "r", "b", "n"]);
    }

    #[test]
    fn only_what_cannot_be_seen_of_a_move_is_told_of_it() {
        let effects = |fen: &str| {
            let state = state(FIDE, fen, Audience::Mover);
            serde_json::to_value(state.effects).unwrap()
        };
        assert_eq!(
            effects("r3k2r/8/8/8/8/8/8/4K2R w K - 0 1"),
            serde_json::json!({
                "e1g1": {"f1": "R", "h1": null},
                "e1h1": {"f1": "R", "g1": "K", "h1": null},
            })
        );
        let en_passant = effects("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
        assert_eq!(en_passant, serde_json::json!({"e5d6": {"d5": null}}));
        assert_eq!(effects("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1"), serde_json::json!({}));
    }

    /// As a client shows it that knows nothing but what it is told.
    fn shown(
        state: &StateView,
        position: &Position<&'static Rules>,
        from: Square,
        to: Square,
        m: Move,
    ) -> Board {
        let mut board = *position.board();
        let man = board.piece_at(from).unwrap();
        let needs_choice = state.promotions.contains(&format!("{from}{to}"));
        let role = if needs_choice { m.promotion().unwrap() } else { man.role };
        board.set(from, None);
        board.set(to, Some(Piece { role, ..man }));
        for (&square, &letter) in state.effects.get(&format!("{from}{to}")).into_iter().flatten() {
            board.set(square.into(), letter.and_then(Piece::from_letter));
        }
        board
    }

    #[test]
    fn what_is_told_of_a_move_shows_the_position_after_it_under_all_rules() {
        let mut seed = 7_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut special = 0;
        for rules in RULE_SETS.iter().map(|named| named.rules) {
            for start in STARTS {
                let Ok(read) = read_position(start, rules, Strictness::Strict) else { continue };
                let mut position = read.position;
                for _ in 0..60 {
                    let moves = position.legal_moves();
                    let mut told =
                        StateView { fen: String::new(), ..state(FIDE, STARTS[0], Audience::Others) };
                    let MovesView { promotions, effects, .. } = MovesView::of(&position);
                    (told.promotions, told.effects) = (promotions, effects);
                    special += told.effects.len();
                    for &m in moves.iter() {
                        let after = position.play_unchecked(m);
                        for to in targets(&position, m) {
                            let shown = shown(&told, &position, m.from(), to, m);
                            assert_eq!(&shown, after.board(), "{m:?} to {to} in {}", Fen::from(&position));
                        }
                    }
                    if moves.is_empty() {
                        break;
                    }
                    position = position.play_unchecked(moves[random(moves.len())]);
                }
            }
        }
        assert!(special > 50, "only {special} moves change more than what is seen");
    }

    /// The usual one, those with castling and pawns that may take in passing or become something, and two of Chess960.
    const STARTS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/pPp1p1p1/8/3pP2P/p5pP/8/PP3PpP/R3K2R w KQkq d6 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
        "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
        "5rkr/8/8/8/8/8/8/5RKR w FHfh - 0 1",
    ];

    #[test]
    fn whoever_is_to_move_is_told_where_to_and_nobody_else() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let told = |audience| state(FIDE, fen, audience).dests.len();
        assert_eq!((told(Audience::Mover), told(Audience::Others)), (10, 0));
    }
}
