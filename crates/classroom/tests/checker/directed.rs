//! The directed games: made anew by `cargo xtask games`, and held to what they should show.

use std::path::Path;

use tabiya_classics::{CLASSICS, Classic};
use tabiya_classroom::{CheckOptions, Topic, chosen_cases, find_games, tested_topics};
use tabiya_rules::{Position, Role};

/// The search takes minutes, so it is only asked for by name.
#[test]
#[ignore = "writes the directed games anew: cargo xtask games"]
fn write_the_directed_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    std::thread::scope(|scope| {
        for classic in &CLASSICS {
            let path = folder.join(format!("{}.txt", classic.name));
            scope.spawn(move || std::fs::write(path, find_games(classic)).unwrap());
        }
    });
}

/// The rules that a classic must be tested in, by its own values.
fn wanted(classic: &Classic) -> Vec<Topic> {
    let rules = classic.rules;
    let start = Position::starting(rules).unwrap();
    let roles = || Role::ALL.into_iter().filter(|&role| start.board().by_role(role).is_any());
    let slides = |role: &Role| matches!(role, Role::Bishop | Role::Rook | Role::Queen | Role::Pawn);
    let mut wanted =
        vec![Topic::NoPiece, Topic::NotYours, Topic::NothingToTake, Topic::Spelling, Topic::Nonsense];
    wanted.extend(roles().flat_map(|role| [Topic::Steps(role), Topic::Takes(role), Topic::Pattern(role)]));
    wanted.extend(roles().map(Topic::OwnPiece));
    wanted.extend(roles().filter(slides).map(Topic::Blocked));
    let guarded = [Topic::StepsIntoCheck, Topic::CheckRemains, Topic::Pinned, Topic::Checkmate];
    let taken = [Topic::Careless, Topic::RoyalTaken];
    wanted.extend(if rules.moves.knows_check() { guarded.to_vec() } else { taken.to_vec() });
    wanted.extend(rules.moves.double_step.then_some(Topic::DoubleStep));
    wanted.extend(rules.moves.en_passant.then_some(Topic::InPassing));
    wanted.extend(
        rules.moves.castling.then_some([Topic::Castles, Topic::CastlingRefused]).into_iter().flatten(),
    );
    wanted.push(if rules.moves.promotes_to.is_empty() { Topic::PawnAtEnd } else { Topic::Promotes });
    wanted.extend(rules.ends.counts_pieces().then(|| roles().map(Topic::Worth)).into_iter().flatten());
    if !rules.ends.lets_pass() {
        wanted.push(if rules.moves.knows_check() { Topic::Stalemate } else { Topic::NoSafeMove });
    }
    wanted
}

#[test]
fn every_rule_of_every_dialect_is_tested_by_default() {
    for classic in &CLASSICS {
        let cases = chosen_cases(classic, &CheckOptions { games: 0, ..CheckOptions::default() });
        let tested = tested_topics(classic, &cases).unwrap();
        let missing: Vec<Topic> =
            wanted(classic).into_iter().filter(|topic| !tested.contains(topic)).collect();
        assert_eq!(missing, [], "{}", classic.name);
        assert!(cases.len() <= 110, "{}: {} starts of a program", classic.name, cases.len());
    }
}
