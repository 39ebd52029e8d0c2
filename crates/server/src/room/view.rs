use tabiya_game::narration::sentence;
use tabiya_game::{BySeat, Game, Points, Seat, Takeback};
use tabiya_notation::{Fen, RuleFile, find_rules};
use tabiya_openings::begins_with_openings;
use tabiya_rules::{Bitboard, Language, Rules, Setup};

use super::Snapshot;
use super::actor::Actor;
use crate::exhibition::Exhibition;
use crate::listener::Listener;
use crate::store::{GameRow, GameStage, Holder};
use crate::wire::{
    Audience, ExhibitionView, GameView, LineChange, OpenedView, PartView, PlayerKind, PlayerView, RulesView,
    ScoreView, Side, You, state_of,
};
use crate::{PlayerId, provenance};

/// A game as somebody sees it.
pub(super) fn of(snapshot: &Snapshot, Listener { who, language }: Listener) -> GameView {
    let Snapshot { row, game, .. } = snapshot;
    let seats = game.seats();
    let you = you(snapshot, who);
    let audience = Audience::of(you.role, Side::from(game.turn()));
    // Whoever may not come across a game may not come across its rematch.
    let shows_next = row.is_public || you.role != PartView::Spectator;
    let mut state = state_of(language, game, snapshot.now, audience);
    if let Some(since) = snapshot.held_since {
        state.hold(game, since);
    }
    GameView {
        game: row.id.to_string(),
        version: snapshot.version,
        now: snapshot.now.0,
        created: row.created.0,
        stage: row.stage,
        you,
        rules: rules_view(language, game.rules()),
        clock: game.settings().time.as_ref().map(ToString::to_string),
        free_takeback: game.conduct().takeback == Takeback::Free,
        white: snapshot.players[seats.white].clone(),
        black: snapshot.players[seats.black].clone(),
        start: Fen::from(game.history().start()).to_string(),
        line: LineChange::whole(game).add,
        state,
        score: score(snapshot),
        previous: row.previous.map(|id| id.to_string()),
        next: snapshot.next.filter(|_| shows_next).map(|id| id.to_string()),
        rematch: snapshot.rematch.map(|seat| Side::from(game.color(seat))),
        opened: opened(language, snapshot),
        recorded: row.is_record,
        exhibition: snapshot.exhibition.map(|exhibition| exhibition_view(language, row, exhibition)),
    }
}

/// What a game was opened from. An opening with which it was begun is told with its moves.
fn opened(language: Language, snapshot: &Snapshot) -> Option<OpenedView> {
    let provenance = snapshot.provenance.as_ref().filter(|provenance| !provenance::is_opening(provenance));
    provenance.map(|provenance| provenance::view(language, provenance))
}

/// What somebody is in a game.
fn you(snapshot: &Snapshot, who: Option<PlayerId>) -> You {
    let role = part_in(&snapshot.row, &snapshot.game, who);
    You {
        role,
        may_join: role == PartView::Spectator && is_for_anybody(&snapshot.row),
        may_steer: may_steer(&snapshot.row, who),
    }
}

/// Whether the open seat of a game needs no key.
fn is_for_anybody(row: &GameRow) -> bool {
    let opening = row.opening.as_ref().filter(|_| row.stage == GameStage::Open);
    opening.is_some_and(|opening| opening.invitations.is_none())
}

/// Whether somebody made a game of two computers.
pub(super) fn may_steer(row: &GameRow, who: Option<PlayerId>) -> bool {
    row.is_exhibition() && who.is_some_and(|who| row.maker.as_ref().is_some_and(|maker| maker.id == who))
}

/// How two computers play.
pub(super) fn exhibition_view(language: Language, row: &GameRow, exhibition: Exhibition) -> ExhibitionView {
    ExhibitionView::new(language, exhibition, row.maker.as_ref().map(|maker| maker.name.as_str()))
}

/// The part that somebody has in a game.
pub(super) fn part_in(row: &GameRow, game: &Game, who: Option<PlayerId>) -> PartView {
    let has = |seat: Seat| who.is_some_and(|who| row.seats[seat] == Holder::Person(who));
    let seats = game.seats();
    PartView::of(has(seats.white), has(seats.black))
}

/// Who sits where.
pub(super) fn players(actor: &Actor) -> BySeat<PlayerView> {
    BySeat::from_fn(|seat| player(actor, seat))
}

fn player(actor: &Actor, seat: Seat) -> PlayerView {
    let name = actor.game.settings().names[seat].clone();
    let view =
        |kind, level, present, claim_in| PlayerView { name: name.clone(), kind, level, present, claim_in };
    match actor.row.seats[seat] {
        Holder::Open => view(PlayerKind::Open, None, false, None),
        Holder::Computer(level, _) => view(PlayerKind::Computer, Some(level), true, None),
        Holder::Person(_) => {
            let claim = actor.claim_in(seat);
            let millis = claim.map(|span| span.as_millis() as u64);
            view(
                PlayerKind::Person,
                None,
                actor.is_present(seat),
                millis.filter(|_| actor.row.stage == GameStage::Live),
            )
        }
    }
}

fn score(snapshot: &Snapshot) -> ScoreView {
    let (first, second, games) = snapshot.row.score;
    let halves = BySeat([first, second]);
    let points = |seat: Seat| Points::from_halves(halves[seat]).to_string();
    let seats = snapshot.game.seats();
    ScoreView { white: points(seats.white), black: points(seats.black), games }
}

/// Where games usually begin, as the positions of games are written.
fn usual_start(rules: &Rules) -> String {
    let start = rules.start.setup();
    let castling = if rules.moves.castling { start.castling } else { Bitboard::EMPTY };
    Fen { setup: Setup { castling, ..start }, royal: rules.moves.royal }.to_string()
}

/// A rule set with what differs from ordinary chess.
pub(crate) fn rules_view(language: Language, file: &RuleFile) -> RulesView {
    let built_in = file.built_in();
    // What somebody wrote of rules of their own stays as it is.
    let own = file.summary.as_deref().filter(|own| built_in.is_none_or(|set| set.summary != *own));
    let summary = own.or(built_in.map(|set| set.summary_in(language))).unwrap_or_default();
    let bare = RuleFile { name: None, summary: None, rules: file.rules };
    let differences = find_rules("fide").map(|fide| bare.differences(fide)).unwrap_or_default();
    let differences = differences.lines().filter(|line| !line.starts_with("parent"));
    RulesView {
        name: file.display_name().to_owned(),
        summary: summary.to_owned(),
        differences: differences.collect::<Vec<_>>().join("\n"),
        has_openings: begins_with_openings(&file.rules),
        start: usual_start(&file.rules),
        says: file.rules.differences().iter().map(|what| sentence(language.words(what))).collect(),
        counts_pieces: file.rules.ends.counts_pieces(),
    }
}
