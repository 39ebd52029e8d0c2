//! What holds for every game, shown over random play with commands of all kinds by everybody.

use crate::support::{Dice, Logged};
use tabiya_game::narration::{tell_and_absorb, tell_decision};
use tabiya_game::{
    Answer, By, Command, Conduct, Event, FirstMoves, Game, GameStart, Moment, NodeId, Seat, Step, Takeback,
    TimeControl,
};
use tabiya_notation::pgn::PgnReader;
use tabiya_notation::{RuleFile, UciMove};
use tabiya_rules::{Language, RULE_SETS, Square};

const GAMES: u64 = 40;
const COMMANDS: usize = 150;

/// Games under every rule set, with all kinds of conduct and clock.
fn games() -> impl Iterator<Item = (Logged, Dice)> {
    RULE_SETS.iter().flat_map(|set| {
        (0..GAMES).map(move |seed| {
            let mut dice = Dice::new(seed);
            (Logged::start(random_start(RuleFile::from(set), &mut dice)), dice)
        })
    })
}

fn random_start(rules: RuleFile, dice: &mut Dice) -> GameStart {
    let times = [None, Some("1+1"), Some("0.5"), Some("2/1d3,1b2"), Some("3/20s+1")];
    let time = times[dice.below(times.len())].map(|text| text.parse::<TimeControl>().unwrap());
    let takeback = [Takeback::Free, Takeback::ByAgreement, Takeback::Never][dice.below(3)];
    let first_moves = [FirstMoves::Timed, FirstMoves::Free, FirstMoves::OneFree][dice.below(3)];
    GameStart { time, conduct: Conduct { takeback, first_moves }, ..GameStart::usual(rules) }
}

fn random_by(dice: &mut Dice) -> By {
    [By::Board, By::Board, By::Seat(Seat::First), By::Seat(Seat::Second), By::Arbiter][dice.below(5)]
}

fn random_command(game: &Game, dice: &mut Dice) -> Command {
    let plies = dice.below(4) as u32;
    let answer = [Answer::Accept, Answer::Decline][dice.below(2)];
    match dice.below(40) {
        0..3 => Command::Undo(plies),
        3..6 => Command::Redo(plies),
        6 => Command::GoTo(random_node(game, dice)),
        7 => Command::AskTakeback(plies),
        8..10 => Command::AnswerTakeback(answer),
        10 => Command::OfferDraw,
        11 => Command::AnswerDraw(answer),
        12 => Command::ClaimDraw,
        13 => Command::Flag,
        14 => Command::Pass,
        15 => Command::SetUp(game.position().setup()),
        16 => Command::Interrupt(Moment(game.last_moment().0 + dice.below(3000) as u64)),
        17 if dice.one_in(10) => Command::Resign,
        18 if dice.one_in(10) => Command::Stop,
        19 if dice.one_in(10) => Command::Abort,
        20 if dice.one_in(10) => Command::Abandon(Seat::First),
        21 => Command::Move(random_squares(dice)),
        _ => random_move(game, dice).map_or(Command::Pass, Command::Move),
    }
}

fn random_node(game: &Game, dice: &mut Dice) -> NodeId {
    let mut node = NodeId::ROOT;
    while let Some(&child) = game.history().children(node).get(dice.below(3)) {
        node = child;
    }
    node
}

fn random_squares(dice: &mut Dice) -> UciMove {
    let mut square = || Square::from_index(dice.below(64));
    UciMove::Normal { from: square(), to: square(), promotion: None }
}

fn random_move(game: &Game, dice: &mut Dice) -> Option<UciMove> {
    let moves = game.position().legal_moves();
    let m = (!moves.is_empty()).then(|| moves[dice.below(moves.len())])?;
    Some(UciMove::from_move(m, game.position()))
}

/// Plays at random and looks at the game before and after every command.
fn play(
    logged: &mut Logged,
    dice: &mut Dice,
    mut look: impl FnMut(&Game, &Result<Vec<Event>, tabiya_game::Refusal>, &Game),
) {
    for _ in 0..COMMANDS {
        logged.now = Moment(logged.now.0 + dice.below(4000) as u64);
        let (by, command) = (random_by(dice), random_command(&logged.game, dice));
        let before = logged.game.clone();
        let result = logged.apply(by, command);
        look(&before, &result, &logged.game);
    }
}

#[test]
fn replaying_the_events_gives_the_same_game() {
    let mut endings = 0;
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |_, _, _| {});
        assert_eq!(Game::replay(&logged.log).unwrap(), logged.game);
        endings += usize::from(logged.game.ending().is_some());
    }
    assert!(endings > 50, "only {endings} games ended");
}

#[test]
fn events_survive_being_written_and_read() {
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |_, _, _| {});
        let lines: Vec<String> =
            logged.log.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
        let read: Vec<Event> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(read, logged.log);
        assert_eq!(Game::replay(&read).unwrap(), logged.game);
    }
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut refused = 0;
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |before, result, after| match result {
            Err(_) => {
                assert_eq!(before, after);
                refused += 1;
            }
            Ok(events) => assert!(!events.is_empty()),
        });
    }
    assert!(refused > 1000, "only {refused} commands were refused");
}

#[test]
fn deciding_and_absorbing_is_applying() {
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |before, result, after| {
            if let Ok(events) = result {
                let mut game = before.clone();
                events.iter().for_each(|event| game.absorb(event).unwrap());
                assert_eq!(&game, after);
            }
        });
    }
}

#[test]
fn a_decision_is_taken_in_as_its_events_are_and_told_as_they_are() {
    for (mut logged, mut dice) in games() {
        for _ in 0..COMMANDS {
            logged.now = Moment(logged.now.0 + dice.below(4000) as u64);
            let (by, command) = (random_by(&mut dice), random_command(&logged.game, &mut dice));
            let Ok(decision) = logged.game.decide(by, command, logged.now) else { continue };
            let mut accepting = logged.game.clone();
            accepting.accept(&decision).unwrap();
            assert_eq!(accepting.standing(), decision.standing(), "{decision:?}");
            let mut absorbing = logged.game.clone();
            let told = tell_and_absorb(Language::English, &mut absorbing, decision.events()).unwrap();
            assert_eq!(told, tell_decision(Language::English, &logged.game, &decision));
            assert_eq!(accepting, absorbing);
            // Once more it is no decision upon this game.
            let again = accepting.clone().accept(&decision);
            let events = decision.events().iter();
            let one_by_one = events.clone().try_for_each(|event| absorbing.absorb(event));
            assert_eq!(again, one_by_one);
            logged.game = accepting;
        }
    }
}

#[test]
fn undoing_everything_gives_the_start_and_redoing_it_the_same_again() {
    for (mut logged, mut dice) in games() {
        if logged.game.conduct().takeback == Takeback::Never {
            continue;
        }
        play(&mut logged, &mut dice, |_, _, _| {});
        let (position, ply) = (*logged.game.position(), logged.game.history().current().ply);
        if ply == 0 || logged.game.clock().is_some() {
            continue;
        }
        for _ in 0..ply {
            logged.apply(By::Board, Command::Undo(1)).unwrap();
        }
        assert_eq!(logged.game.position(), logged.game.history().start());
        assert_eq!(logged.game.ending(), None);
        logged.apply(By::Board, Command::Redo(ply)).unwrap();
        assert_eq!(*logged.game.position(), position);
    }
}

#[test]
fn nobody_is_ever_given_time_but_by_the_bonus_of_a_move() {
    for (mut logged, mut dice) in games() {
        let most = logged.game.clock().map(|clock| {
            let stages = clock.control().stages();
            stages.iter().map(|stage| stage.time).max().unwrap() + std::time::Duration::from_secs(3)
        });
        play(&mut logged, &mut dice, |before, result, after| {
            let (Some(old), Some(new), Ok(events)) = (before.clock(), after.clock(), result) else { return };
            let at = events[0].at;
            for seat in Seat::ALL {
                let gained = new.left(seat, at).saturating_sub(old.left(seat, before.last_moment()));
                assert!(gained <= most.unwrap());
                let is_move =
                    matches!(events[0].fact, tabiya_game::Fact::Moved(_) | tabiya_game::Fact::Passed);
                assert!(is_move || gained.is_zero(), "{events:?}");
            }
        });
    }
}

#[test]
fn an_ended_game_takes_no_move_and_runs_no_clock() {
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |before, result, after| {
            if after.ending().is_some() {
                assert_eq!(after.clock().and_then(tabiya_game::Clock::running), None);
            }
            let moved = result.as_ref().is_ok_and(|events| {
                events.iter().any(|event| matches!(event.fact, tabiya_game::Fact::Moved(_)))
            });
            assert!(before.ending().is_none() || !moved);
        });
    }
}

#[test]
fn a_game_comes_back_from_pgn() {
    let mut variations = 0;
    for (mut logged, mut dice) in games() {
        play(&mut logged, &mut dice, |_, _, _| {});
        let game = &logged.game;
        let history = game.history();
        // PGN has no form for a side that passes.
        let passes = |node: NodeId| matches!(history.get(node).unwrap().step, Some(Step::Pass));
        if history.line().any(passes) {
            continue;
        }
        let text = game.to_pgn().to_string();
        let (pgn, end) = PgnReader::new(text.as_bytes()).games().next().unwrap().unwrap();
        assert_eq!(end.damage, None, "{text}");
        let (again, events) = Game::from_pgn(&pgn, Moment(0)).unwrap();
        let line = |game: &Game| {
            game.history().line().map(|node| game.history().get(node).unwrap().step).collect::<Vec<_>>()
        };
        assert_eq!(line(&again), line(game), "{text}");
        assert_eq!(again.position(), game.position());
        assert_eq!(again.to_pgn().moves().count(), pgn.moves().count());
        assert_eq!(Game::replay(&events).unwrap(), again);
        variations += again.history().len() - again.history().line().count();
    }
    assert!(variations > 100, "only {variations} moves beside the main lines");
}
