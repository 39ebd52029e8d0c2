//! What holds for every store.

use std::sync::Arc;

use tabiya_engine::Yielding;
use tabiya_game::{By, BySeat, Command, Event, Game, GameStart, Moment, Seat};
use tabiya_rules::{Color, FIDE};
use tabiya_server::{
    BegunGames, BookUse, CommandId, ComputerConduct, CreateOutcome, Entry, ExhibitionFact, GameFilter,
    GameId, GameRow, GameStage, Holder, KeptReview, MoveSpeed, NewGameRow, OpenSeat, PauseCause, PlayerId,
    PlayerRecord, PrivateGames, RemarkPlace, SecretDigest, SourceFile, Store, StoreError, Submission,
    SubmitOutcome, TreeChange, TreeEdit,
};

/// What outlasts a store, and opens it again.
pub trait Disk {
    fn open(&self) -> Arc<dyn Store>;
}

pub fn started() -> Vec<Event> {
    Game::start(GameStart::usual(FIDE), Moment(1)).unwrap().1
}

pub fn moved() -> Vec<Event> {
    let (mut game, _) = Game::start(GameStart::usual(FIDE), Moment(1)).unwrap();
    game.apply(By::Board, Command::Move("e2e4".parse().unwrap()), Moment(2)).unwrap()
}

pub fn row(id: GameId) -> GameRow {
    GameRow {
        id,
        created: Moment(1),
        updated: Moment(1),
        stage: GameStage::Live,
        timed: false,
        seats: BySeat([
            Holder::Person(PlayerId::random()),
            Holder::Computer(2, ComputerConduct { book: BookUse::WithoutBook, ..ComputerConduct::default() }),
        ]),
        maker: None,
        white: "Ann".to_owned(),
        black: "Computer".to_owned(),
        rules: "fide".to_owned(),
        clock: Some("5+3".parse().unwrap()),
        result: "*".to_owned(),
        plies: 0,
        version: Some(1),
        previous: None,
        score: (0, 0, 0),
        opening: None,
        white_seat: Some(Seat::First),
        first_turn: Some(Color::White),
        is_public: false,
        is_record: false,
    }
}

pub fn entry(version: u32, id: &str, hash: u8) -> Entry {
    let events = if version == 1 { started() } else { moved() };
    Entry {
        version,
        command_id: id.parse().unwrap(),
        command_hash: [hash; 32],
        events,
        exhibition: None,
        edit: None,
    }
}

pub fn begun(game: &GameRow) -> NewGameRow {
    NewGameRow { first: Some(entry(1, "one", 1)), ..waiting(game) }
}

pub fn waiting(game: &GameRow) -> NewGameRow {
    NewGameRow { row: game.clone(), first: None, source: None }
}

pub fn submission(game: &GameRow, version: u32, id: &str, hash: u8) -> Submission {
    Submission { entry: entry(version, id, hash), row: game.clone() }
}

pub async fn a_command_is_kept_once_and_a_version_is_taken_once(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    assert_eq!(store.create(begun(&game)).await, Ok(CreateOutcome::Done));
    assert_eq!(store.create(waiting(&game)).await, Ok(CreateOutcome::IdTaken));
    assert_eq!(store.submit(submission(&game, 2, "two", 2)).await, Ok(SubmitOutcome::Inserted));
    let kept = store.entries(game.id, 1).await.unwrap();
    assert_eq!(kept, [entry(2, "two", 2)]);
    // The same command again, upon whatever version.
    for version in [2, 3, 9] {
        let again = store.submit(submission(&game, version, "two", 2)).await;
        assert_eq!(again, Ok(SubmitOutcome::Same(kept[0].clone())));
    }
    assert_eq!(store.submit(submission(&game, 3, "two", 7)).await, Ok(SubmitOutcome::OtherCommand));
    assert_eq!(store.submit(submission(&game, 2, "late", 3)).await, Ok(SubmitOutcome::VersionTaken));
    assert_eq!(store.submit(submission(&game, 4, "early", 3)).await, Ok(SubmitOutcome::VersionTaken));
    assert_eq!(store.entries(game.id, 0).await.unwrap().len(), 2);
    // Another game may have commands of the same names.
    let other = row(GameId::random());
    store.create(begun(&other)).await.unwrap();
    assert_eq!(store.submit(submission(&other, 2, "two", 2)).await, Ok(SubmitOutcome::Inserted));
}

pub async fn no_entry_comes_before_the_start_of_its_game(disk: impl Disk) {
    let store = disk.open();
    let game = GameRow { stage: GameStage::Open, ..row(GameId::random()) };
    store.create(waiting(&game)).await.unwrap();
    let first = |id: &str| Entry { events: moved(), ..entry(1, id, 1) };
    let submit = |entry| store.submit(Submission { entry, row: game.clone() });
    assert_eq!(submit(first("abort")).await, Err(StoreError::NoStart));
    assert_eq!(submit(Entry { events: vec![], ..first("nothing") }).await, Err(StoreError::NoStart));
    assert_eq!(submit(entry(2, "two", 2)).await, Ok(SubmitOutcome::VersionTaken));
    assert_eq!(store.entries(game.id, 0).await, Ok(vec![]));
    assert_eq!(store.game(game.id).await, Ok(Some(game.clone())));
    // Nor in a game that was taken out of the list, or never was in it.
    assert_eq!(store.withdraw(game.id).await, Ok(true));
    assert_eq!(submit(first("abort")).await, Err(StoreError::NoStart));
    assert_eq!(submit(entry(1, "start", 1)).await, Err(StoreError::NoGame));
    assert_eq!(store.game(game.id).await, Ok(None));
    assert_eq!(store.entries(game.id, 0).await, Ok(vec![]));
    let other = row(GameId::random());
    let unbegun = NewGameRow { first: Some(first("one")), ..waiting(&other) };
    assert_eq!(store.create(unbegun).await, Err(StoreError::NoStart));
    assert_eq!(store.game(other.id).await, Ok(None));
}

pub async fn of_many_who_want_a_version_one_gets_it(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let tasks = (0..50u8).map(|number| {
        let (store, game) = (Arc::clone(&store), game.clone());
        tokio::spawn(async move {
            store.submit(submission(&game, 2, &format!("c{number}"), number)).await.unwrap()
        })
    });
    let mut inserted = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            SubmitOutcome::Inserted => inserted += 1,
            other => assert_eq!(other, SubmitOutcome::VersionTaken),
        }
    }
    assert_eq!(inserted, 1);
}

pub async fn an_entry_changes_its_game_and_not_what_is_settled(disk: impl Disk) {
    let store = disk.open();
    let previous = row(GameId::random());
    store.create(begun(&previous)).await.unwrap();
    let game = GameRow {
        stage: GameStage::Open,
        previous: Some(previous.id),
        score: (1, 1, 1),
        ..row(GameId::random())
    };
    store.create(waiting(&game)).await.unwrap();
    // Somebody takes the open seat, with which the game begins.
    let seats = BySeat([game.seats[Seat::First], Holder::Person(PlayerId::random())]);
    let live = GameRow { stage: GameStage::Live, seats, ..game.clone() };
    assert_eq!(store.submit(submission(&live, 1, "join", 1)).await, Ok(SubmitOutcome::Inserted));
    assert_eq!(store.game(game.id).await, Ok(Some(live.clone())));
    // A move starts a clock; what a sender mistakes about the rest is not taken over.
    let moved = GameRow { timed: true, plies: 1, version: Some(2), updated: Moment(7), ..live.clone() };
    let mistaken = GameRow {
        created: Moment(9),
        clock: None,
        previous: None,
        score: (0, 0, 0),
        seats: game.seats,
        ..moved.clone()
    };
    assert_eq!(store.submit(submission(&mistaken, 2, "two", 2)).await, Ok(SubmitOutcome::Inserted));
    assert_eq!(store.game(game.id).await, Ok(Some(moved.clone())));
    assert_eq!(store.timed_games().await, Ok(vec![game.id]));
    let over = GameRow { timed: false, stage: GameStage::Over, result: "1-0".to_owned(), plies: 2, ..moved };
    assert_eq!(store.submit(submission(&over, 3, "three", 3)).await, Ok(SubmitOutcome::Inserted));
    drop(store);
    let store = disk.open();
    assert_eq!(store.game(game.id).await, Ok(Some(over)));
    assert_eq!(store.timed_games().await, Ok(vec![]));
    let stages = store.stages().await.unwrap();
    assert_eq!(stages.iter().map(|(_, count)| count).sum::<u64>(), 2);
    assert!(stages.contains(&(GameStage::Over, 1)), "{stages:?}");
    assert_eq!(store.entries(game.id, 0).await.unwrap().len(), 3);
    assert_eq!(store.next(previous.id).await, Ok(Some(game.id)));
}

pub async fn a_game_is_followed_by_one_rematch(disk: impl Disk) {
    let store = disk.open();
    let first = row(GameId::random());
    store.create(waiting(&first)).await.unwrap();
    let second = GameRow { previous: Some(first.id), ..row(GameId::random()) };
    let third = GameRow { previous: Some(first.id), ..row(GameId::random()) };
    assert_eq!(store.create(waiting(&second)).await, Ok(CreateOutcome::Done));
    assert_eq!(store.create(waiting(&third)).await, Ok(CreateOutcome::FollowedBy(second.id)));
    assert_eq!(store.next(first.id).await, Ok(Some(second.id)));
}

pub async fn only_games_that_never_began_are_withdrawn(disk: impl Disk) {
    let store = disk.open();
    let open = GameRow { stage: GameStage::Open, ..row(GameId::random()) };
    let live = row(GameId::random());
    store.create(waiting(&open)).await.unwrap();
    store.create(begun(&live)).await.unwrap();
    assert_eq!(store.withdraw(live.id).await, Ok(false));
    assert_eq!(store.withdraw(open.id).await, Ok(true));
    assert_eq!(store.withdraw(open.id).await, Ok(false));
    assert_eq!(store.is_withdrawn(live.id).await, Ok(false));
    drop(store);
    let store = disk.open();
    assert_eq!(store.is_withdrawn(open.id).await, Ok(true));
    assert_eq!(store.game(live.id).await, Ok(Some(live)));
}

pub async fn runs_are_remembered_with_their_last_sign_of_life(disk: impl Disk) {
    let store = disk.open();
    assert_eq!(store.earlier_runs(), []);
    store.stamp().await.unwrap();
    drop(store);
    let store = disk.open();
    let runs = store.earlier_runs();
    assert_eq!(runs.len(), 1);
    assert!(runs[0].started <= runs[0].alive && runs[0].alive <= store.now().moment());
}

pub async fn runs_that_no_clock_depends_on_are_forgotten(disk: impl Disk) {
    drop(disk.open());
    drop(disk.open());
    let store = disk.open();
    assert_eq!(store.earlier_runs().len(), 2);
    store.forget_earlier_runs().await.unwrap();
    drop(store);
    assert_eq!(disk.open().earlier_runs().len(), 1);
}

pub async fn sources_and_wishes_are_kept(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    let source = SourceFile {
        number: 2,
        games: 3,
        left_out: vec!["x".to_owned()],
        is_opening: Some(true),
        pgn: "1. e4 *\n".to_owned(),
    };
    let new = NewGameRow { source: Some(source.clone()), ..begun(&game) };
    assert_eq!(store.create(new).await, Ok(CreateOutcome::Done));
    store.wish_rematch(game.id, Some(Seat::First)).await.unwrap();
    store.wish_rematch(game.id, Some(Seat::Second)).await.unwrap();
    drop(store);
    let store = disk.open();
    assert_eq!(store.source(game.id).await, Ok(Some(source)));
    assert_eq!(store.rematch_wish(game.id).await, Ok(Some(Seat::Second)));
    let next = GameRow { previous: Some(game.id), ..row(GameId::random()) };
    store.create(waiting(&next)).await.unwrap();
    assert_eq!(store.rematch_wish(game.id).await, Ok(None));
    assert_eq!(store.source(next.id).await, Ok(None));
    store.wish_rematch(next.id, Some(Seat::First)).await.unwrap();
    store.wish_rematch(next.id, None).await.unwrap();
    assert_eq!(store.rematch_wish(next.id).await, Ok(None));
}

pub async fn the_last_review_of_a_game_is_kept(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    assert_eq!(store.review(game.id).await, Ok(None));
    let review = |searches: &[&str]| KeptReview {
        moves: "e2e4 e7e5".to_owned(),
        searches: searches.iter().map(|&search| search.to_owned()).collect(),
    };
    store.keep_review(game.id, review(&["0.30,9 e2e4", "", ""])).await.unwrap();
    let last = review(&["0.30,9 e2e4", "", "0.17,12 g1f3 b8c6; 0.02 f2f4"]);
    store.keep_review(game.id, last.clone()).await.unwrap();
    drop(store);
    let store = disk.open();
    assert_eq!(store.review(game.id).await, Ok(Some(last)));
    assert_eq!(store.review(GameId::random()).await, Ok(None));
}

pub async fn sessions_are_known_until_they_end(disk: impl Disk) {
    let store = disk.open();
    let ann = PlayerRecord { id: PlayerId::random(), name: "Ann".to_owned() };
    let (token, expires) =
        (SecretDigest([1; 32]), store.now().moment().after(std::time::Duration::from_secs(60)));
    store.create_session(ann.clone(), token, expires).await.unwrap();
    assert_eq!(store.session(token).await, Ok(Some((ann.clone(), expires))));
    assert_eq!(store.session(SecretDigest([2; 32])).await, Ok(None));
    let renamed = PlayerRecord { name: "Anna".to_owned(), ..ann };
    store.rename(renamed.clone()).await.unwrap();
    drop(store);
    let store = disk.open();
    assert_eq!(store.session(token).await, Ok(Some((renamed, expires))));
    store.end_session(token).await.unwrap();
    assert_eq!(store.session(token).await, Ok(None));
}

pub async fn a_player_may_have_several_sessions_and_end_all_but_one(disk: impl Disk) {
    let store = disk.open();
    let ann = PlayerRecord { id: PlayerId::random(), name: "Ann".to_owned() };
    let [one, two, three] = [1, 2, 3].map(|number| SecretDigest([number; 32]));
    let (later, nobody) = (Moment(u64::MAX / 4), PlayerId::random());
    assert_eq!(store.add_session(nobody, two, later).await, Ok(false));
    store.create_session(ann.clone(), one, later).await.unwrap();
    for token in [two, three] {
        assert_eq!(store.add_session(ann.id, token, later).await, Ok(true));
        assert_eq!(store.session(token).await, Ok(Some((ann.clone(), later))));
    }
    let mut ended = store.end_sessions(ann.id, Some(two)).await.unwrap();
    ended.sort_by_key(|token| token.0);
    assert_eq!(ended, [one, three]);
    assert_eq!(store.session(one).await, Ok(None));
    assert_eq!(store.session(two).await, Ok(Some((ann.clone(), later))));
    assert_eq!(store.end_sessions(ann.id, None).await, Ok(vec![two]));
    assert_eq!(store.session(two).await, Ok(None));
}

pub async fn a_code_brings_its_player_back_until_there_is_a_new_one(disk: impl Disk) {
    let store = disk.open();
    let ann = PlayerRecord { id: PlayerId::random(), name: "Ann".to_owned() };
    let (old, new) = (SecretDigest([1; 32]), SecretDigest([2; 32]));
    assert_eq!(store.player(ann.id).await, Ok(None));
    store.create_player(ann.clone()).await.unwrap();
    assert_eq!(store.player(ann.id).await, Ok(Some(ann.clone())));
    assert_eq!(store.recover(old).await, Ok(None));
    store.set_recovery(ann.id, old).await.unwrap();
    drop(store);
    let store = disk.open();
    for _ in 0..2 {
        assert_eq!(store.recover(old).await, Ok(Some(ann.clone())));
    }
    store.set_recovery(ann.id, new).await.unwrap();
    assert_eq!(store.recover(old).await, Ok(None));
    let anna = PlayerRecord { name: "Anna".to_owned(), ..ann };
    store.rename(anna.clone()).await.unwrap();
    assert_eq!(store.recover(new).await, Ok(Some(anna)));
}

pub async fn what_was_set_outlasts_the_store(disk: impl Disk) {
    let store = disk.open();
    assert_eq!(store.setting("lesson").await, Ok(None));
    for value in ["one", "two"] {
        store.set_setting("lesson", value.to_owned()).await.unwrap();
    }
    drop(store);
    let store = disk.open();
    assert_eq!(store.setting("lesson").await, Ok(Some("two".to_owned())));
    assert_eq!(store.setting("other").await, Ok(None));
}

pub async fn what_somebody_has_in_a_game_goes_to_another_who_has_no_seat_there(disk: impl Disk) {
    let store = disk.open();
    let [guest, ann, bob] = [1, 2, 3].map(|_| PlayerId::random());
    let person = Holder::Person;
    let made = |seats, maker: Option<PlayerId>| GameRow {
        seats: BySeat(seats),
        maker: maker.map(|id| PlayerRecord { id, name: "Guest".to_owned() }),
        ..row(GameId::random())
    };
    let computer = Holder::Computer(2, ComputerConduct::default());
    for (before, maker, after) in [
        ([person(guest), person(bob)], None, Some([person(ann), person(bob)])),
        ([person(guest), person(guest)], None, Some([person(ann), person(ann)])),
        ([computer, computer], Some(guest), Some([computer, computer])),
        // Nobody plays against themselves.
        ([person(guest), person(ann)], None, None),
        ([person(bob), person(bob)], None, None),
    ] {
        let game = made(before, maker);
        store.create(begun(&game)).await.unwrap();
        assert_eq!(store.adopt(game.id, guest, ann).await, Ok(after.is_some()), "{before:?}");
        let kept = store.game(game.id).await.unwrap().unwrap();
        assert_eq!(kept.seats.0, after.unwrap_or(before));
        assert_eq!(kept.maker.map(|maker| maker.id), maker.map(|_| ann));
        assert_eq!(store.adopt(game.id, guest, ann).await, Ok(false), "once");
    }
}

pub async fn a_ticket_is_taken_once_and_in_time(disk: impl Disk) {
    let store = disk.open();
    let (game, now) = (GameId::random(), store.now().moment());
    let later = now.after(std::time::Duration::from_secs(60));
    let [old, new, other] = [1, 2, 3].map(|byte| SecretDigest([byte; 32]));
    store.create_ticket(old, game, Seat::First, later).await.unwrap();
    store.create_ticket(new, game, Seat::First, later).await.unwrap();
    store.create_ticket(other, game, Seat::Second, now).await.unwrap();
    assert_eq!(store.ticket(old, now).await, Ok(None));
    assert_eq!(store.ticket(other, later).await, Ok(None));
    assert_eq!(store.ticket(new, later).await, Ok(Some((game, Seat::First))), "it stays");
    assert_eq!(store.take_ticket(old, now).await, Ok(None), "a new one makes the old one worthless");
    assert_eq!(store.take_ticket(other, later).await, Ok(None), "it has expired");
    assert_eq!(store.take_ticket(new, later).await, Ok(Some((game, Seat::First))));
    assert_eq!(store.take_ticket(new, now).await, Ok(None));
}

pub async fn the_tickets_of_one_player_end_and_no_others(disk: impl Disk) {
    let store = disk.open();
    let (ann, bob) = (PlayerId::random(), PlayerId::random());
    let later = store.now().moment().after(std::time::Duration::from_secs(60));
    let seats = [[ann, bob], [bob, ann]].map(|players| BySeat(players.map(Holder::Person)));
    for (number, seats) in (0..).zip(seats) {
        let game = GameRow { seats, ..row(GameId::random()) };
        store.create(begun(&game)).await.unwrap();
        for seat in Seat::ALL {
            let ticket = SecretDigest([2 * number + seat.number(); 32]);
            store.create_ticket(ticket, game.id, seat, later).await.unwrap();
        }
    }
    store.end_tickets(ann).await.unwrap();
    for (number, is_left) in (0..).zip([false, true, true, false]) {
        let found = store.ticket(SecretDigest([number; 32]), later).await.unwrap();
        assert_eq!(found.is_some(), is_left, "{number}");
    }
}

pub async fn a_seat_moves_from_whoever_has_it(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let (ann, bob) = (game.seats[Seat::First].player().unwrap(), PlayerId::random());
    assert_eq!(store.move_seat(game.id, Seat::First, bob, ann).await, Ok(false));
    assert_eq!(store.move_seat(game.id, Seat::Second, ann, bob).await, Ok(false));
    assert_eq!(store.move_seat(game.id, Seat::First, ann, bob).await, Ok(true));
    // A move of somebody who has not heard of it does not move it back.
    store.submit(submission(&game, 2, "two", 2)).await.unwrap();
    let seats = store.game(game.id).await.unwrap().unwrap().seats;
    assert_eq!(seats[Seat::First], Holder::Person(bob));
}

pub async fn games_are_found_by_what_is_told_of_them(disk: impl Disk) {
    let store = disk.open();
    let mut ids: Vec<GameId> = (0..3).map(|_| GameId::random()).collect();
    ids.sort_unstable();
    let ann = PlayerId::random();
    let games = [
        GameRow { created: Moment(10), ..row(ids[0]) },
        GameRow { created: Moment(10), result: "1-0".to_owned(), stage: GameStage::Over, ..row(ids[1]) },
        GameRow {
            created: Moment(20),
            white: "100%_\\Zoë".to_owned(),
            rules: "hong".to_owned(),
            seats: BySeat([Holder::Computer(1, ComputerConduct::default()), Holder::Person(ann)]),
            ..row(ids[2])
        },
    ];
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    let all = GameFilter { limit: 10, ..GameFilter::default() };
    let found = async |filter: GameFilter| {
        let found = store.games(filter).await.unwrap();
        found.iter().map(|row| ids.iter().position(|id| *id == row.id).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(found(all.clone()).await, [2, 1, 0], "the latest first");
    assert_eq!(found(GameFilter { limit: 2, ..all.clone() }).await, [2, 1]);
    assert_eq!(found(GameFilter { after: Some((Moment(10), ids[1])), ..all.clone() }).await, [0]);
    assert_eq!(found(GameFilter { after: Some((Moment(20), ids[2])), ..all.clone() }).await, [1, 0]);
    assert_eq!(found(GameFilter { from: Some(Moment(20)), ..all.clone() }).await, [2]);
    assert_eq!(found(GameFilter { to: Some(Moment(20)), ..all.clone() }).await, [1, 0]);
    assert_eq!(found(GameFilter { stage: Some(GameStage::Over), ..all.clone() }).await, [1]);
    assert_eq!(found(GameFilter { result: Some("1-0".to_owned()), ..all.clone() }).await, [1]);
    assert_eq!(found(GameFilter { rules: Some("hong".to_owned()), ..all.clone() }).await, [2]);
    assert_eq!(found(GameFilter { player: Some(ann), ..all.clone() }).await, [2]);
    for (part, expected) in [("ANN", vec![1, 0]), ("%_\\", vec![2]), ("a%n", vec![]), ("comp", vec![2, 1, 0])]
    {
        assert_eq!(
            found(GameFilter { name: Some(part.to_owned()), ..all.clone() }).await,
            expected,
            "{part}"
        );
    }
}

pub async fn only_games_that_never_began_change_how_they_begin(disk: impl Disk) {
    let store = disk.open();
    let opening = OpenSeat { start: GameStart::usual(FIDE), invitations: Some(vec![]) };
    let open = GameRow { stage: GameStage::Open, opening: Some(opening.clone()), ..row(GameId::random()) };
    store.create(waiting(&open)).await.unwrap();
    let changed = opening.with_key(SecretDigest([7; 32]));
    assert_eq!(store.change_opening(open.id, changed.clone()).await, Ok(true));
    assert_eq!(store.game(open.id).await.unwrap().unwrap().opening, Some(changed.clone()));
    let live = row(GameId::random());
    store.create(begun(&live)).await.unwrap();
    assert_eq!(store.change_opening(live.id, changed.clone()).await, Ok(false));
    assert_eq!(store.change_opening(GameId::random(), changed).await, Ok(false));
    let [Holder::Person(maker), _] = open.seats.0 else { panic!("a person made it") };
    let shown = GameRow { is_public: true, ..row(GameId::random()) };
    store.create(begun(&shown)).await.unwrap();
    let over = GameRow { stage: GameStage::Over, ..row(GameId::random()) };
    store.create(begun(&over)).await.unwrap();
    let listed =
        async |private| store.games(GameFilter { private, limit: 10, ..GameFilter::default() }).await;
    let record = GameRow { is_record: true, ..GameRow { id: GameId::random(), ..over } };
    store.create(begun(&record)).await.unwrap();
    assert_eq!(store.game(record.id).await, Ok(Some(record.clone())));
    let [Holder::Person(reader), _] = record.seats.0 else { panic!("a person opened it") };
    // What was played elsewhere is for whoever opened it.
    assert_eq!(listed(PrivateGames::Of(Some(reader))).await.unwrap().len(), 3);
    assert_eq!(listed(PrivateGames::All).await.unwrap().len(), 5);
    // Of those that wait or run, others are told of the public one.
    assert_eq!(listed(PrivateGames::Of(Some(maker))).await.unwrap().len(), 3);
    assert_eq!(listed(PrivateGames::Of(Some(PlayerId::random()))).await.unwrap().len(), 2);
    assert_eq!(listed(PrivateGames::Of(None)).await.unwrap().len(), 2);
    let filter = GameFilter { unfinished: true, limit: 10, ..GameFilter::default() };
    assert_eq!(store.games(filter).await.unwrap().len(), 3);
}

pub async fn games_that_never_began_are_told_apart(disk: impl Disk) {
    let store = disk.open();
    let person = || Holder::Person(PlayerId::random());
    let alone = person();
    let made = |created: u64, seats: [Holder; 2]| GameRow {
        created: Moment(created),
        seats: BySeat(seats),
        ..row(GameId::random())
    };
    let begun_by = |row: &GameRow| GameRow { version: Some(2), ..row.clone() };
    let rows = [
        made(1, [alone, alone]),
        made(2, [person(), Holder::Computer(1, ComputerConduct::default())]),
        made(3, [person(), person()]),
        begun_by(&made(4, [alone, alone])),
        GameRow { version: None, ..made(5, [alone, alone]) },
        made(6, [alone, alone]),
        // A file of a finished game: all of it happened before it was opened.
        GameRow { stage: GameStage::Over, is_record: true, ..made(8, [alone, alone]) },
    ];
    for row in &rows {
        store.create(begun(row)).await.unwrap();
    }
    let opening = OpenSeat { start: GameStart::usual(FIDE), invitations: None };
    let open = GameRow { stage: GameStage::Open, version: Some(0), ..made(7, [person(), Holder::Open]) };
    store.create(waiting(&GameRow { opening: Some(opening), ..open })).await.unwrap();
    let listed = async |begun| {
        let filter = GameFilter { begun, limit: 10, ..GameFilter::default() };
        let found = store.games(filter).await.unwrap();
        assert!(found.iter().all(|row| begun != BegunGames::Begun || row.has_begun()));
        found.iter().map(|row| row.created.0).collect::<Vec<_>>()
    };
    assert_eq!(listed(BegunGames::All).await, [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(listed(BegunGames::Begun).await, [8, 5, 4, 3]);
    assert_eq!(listed(BegunGames::NotBegun).await, [7, 6, 2, 1]);
    assert_eq!(listed(BegunGames::BegunOrSince(Moment(6))).await, [8, 7, 6, 5, 4, 3]);
    // A page is full where there are enough of them, whatever lies between.
    let filter = GameFilter { begun: BegunGames::NotBegun, limit: 3, ..GameFilter::default() };
    let page = store.games(filter.clone()).await.unwrap();
    assert_eq!(page.iter().map(|row| row.created.0).collect::<Vec<_>>(), [7, 6, 2]);
    let after = page.last().map(|row| (row.created, row.id));
    let rest = store.games(GameFilter { after, ..filter }).await.unwrap();
    assert_eq!(rest.iter().map(|row| row.created.0).collect::<Vec<_>>(), [1]);
}

pub async fn ids_of_every_kind_come_back(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    // The server's own have a blank, which no client's has.
    let id = CommandId::from_store("computer 2".to_owned());
    let of_server = Entry { command_id: id, ..entry(2, "x", 0) };
    let submission = Submission { entry: of_server.clone(), row: game.clone() };
    assert_eq!(store.submit(submission.clone()).await, Ok(SubmitOutcome::Inserted));
    drop(store);
    let store = disk.open();
    assert_eq!(store.entries(game.id, 1).await, Ok(vec![of_server.clone()]));
    assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Same(of_server)));
}

/// A row after one more move, and what is submitted then.
pub fn next_move(row: &GameRow) -> (GameRow, Submission) {
    let version = row.version.unwrap() + 1;
    let (updated, plies) = (Moment(version.into()), row.plies + 1);
    let row = GameRow { version: Some(version), updated, plies, ..row.clone() };
    (row.clone(), Submission { entry: entry(version, &format!("move-{version}"), 2), row })
}

pub async fn however_many_entries_there_are_each_is_told_at_once(disk: impl Disk) {
    let mut store = disk.open();
    let mut games: Vec<GameRow> = (0..7).map(|_| row(GameId::random())).collect();
    games.sort_unstable_by_key(|game| std::cmp::Reverse(game.id));
    for game in &games {
        store.create(begun(game)).await.unwrap();
    }
    let all = || GameFilter { limit: 10, ..GameFilter::default() };
    for round in 0..200 {
        for game in &mut games {
            let (after, submission) = next_move(game);
            assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Inserted));
            *game = after;
        }
        if round % 20 == 0 {
            assert_eq!(store.games(all()).await, Ok(games.clone()), "round {round}");
        }
        if round == 111 {
            drop(store);
            store = disk.open();
        }
        let game = &games[round % games.len()];
        assert_eq!(store.game(game.id).await, Ok(Some(game.clone())));
        let since = 3 * round as u32 / 4;
        let versions = store.entries(game.id, since).await.unwrap().into_iter().map(|entry| entry.version);
        assert!(versions.eq(since + 1..=round as u32 + 2), "round {round}");
        for known in [2, round as u32 + 2] {
            let again = submission(game, round as u32 + 3, &format!("move-{known}"), 2);
            let Ok(SubmitOutcome::Same(kept)) = store.submit(again).await else { panic!("round {round}") };
            assert_eq!(kept.version, known);
            let taken = store.submit(submission(game, known, "other", 3)).await;
            assert_eq!(taken, Ok(SubmitOutcome::VersionTaken), "round {round}");
        }
    }
}

pub async fn edits_come_back_with_their_entries(disk: impl Disk) {
    let store = disk.open();
    let game = row(GameId::random());
    store.create(begun(&game)).await.unwrap();
    let comment = TreeChange::Comment { place: RemarkPlace::Before, text: "Zoë's \"idea\"\n{2}".to_owned() };
    let changes = [
        comment,
        TreeChange::Marks("0 255".to_owned()),
        TreeChange::Play("e7e8q".to_owned()),
        TreeChange::Delete,
    ];
    let edits =
        [None, Some("e2e4"), None, Some("")].into_iter().zip(changes).map(|(place, change)| TreeEdit {
            at: "e2e4 e7e5~2".to_owned(),
            change,
            place: place.map(str::to_owned),
            is_whole: place.is_some(),
        });
    let edits: Vec<TreeEdit> = edits.collect();
    for (version, edit) in (2..).zip(&edits) {
        let entry =
            Entry { events: vec![], edit: Some(edit.clone()), ..entry(version, &format!("e{version}"), 1) };
        let submission = Submission { entry, row: GameRow { version: Some(version), ..game.clone() } };
        assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Inserted));
    }
    drop(store);
    let kept = disk.open().entries(game.id, 1).await.unwrap();
    assert_eq!(kept.into_iter().map(|entry| entry.edit.unwrap()).collect::<Vec<_>>(), edits);
}

pub async fn what_is_done_to_two_computers_comes_back(disk: impl Disk) {
    let store = disk.open();
    let maker = PlayerRecord { id: PlayerId::random(), name: "Zoë".to_owned() };
    let to_the_end = ComputerConduct { book: BookUse::WithoutBook, yielding: Yielding::Never };
    let computers =
        BySeat([Holder::Computer(1, ComputerConduct::default()), Holder::Computer(9, to_the_end)]);
    let game = GameRow { seats: computers, maker: Some(maker.clone()), ..row(GameId::random()) };
    store.create(begun(&game)).await.unwrap();
    let facts = [
        ExhibitionFact::SpeedSet(MoveSpeed::Slow),
        ExhibitionFact::Paused(PauseCause::Long(300)),
        ExhibitionFact::WentOn,
    ];
    // Who made a game is settled when it is made.
    let mistaken = GameRow { maker: None, ..game.clone() };
    for (version, fact) in (2..).zip(facts) {
        let entry =
            Entry { events: vec![], exhibition: Some(fact), ..entry(version, &format!("e{version}"), 1) };
        let submission = Submission { entry, row: GameRow { version: Some(version), ..mistaken.clone() } };
        assert_eq!(store.submit(submission).await, Ok(SubmitOutcome::Inserted));
    }
    drop(store);
    let store = disk.open();
    let kept = store.entries(game.id, 0).await.unwrap();
    assert_eq!(
        kept.iter().map(|entry| entry.exhibition).collect::<Vec<_>>(),
        [&[None][..], &facts.map(Some)].concat()
    );
    assert_eq!(store.game(game.id).await.unwrap().unwrap().maker, Some(maker.clone()));
    let filter = GameFilter { player: Some(maker.id), limit: 10, ..GameFilter::default() };
    assert_eq!(store.games(filter).await.unwrap().len(), 1);
}

pub async fn what_is_sound_has_no_damage(disk: impl Disk) {
    let store = disk.open();
    store.create(begun(&row(GameId::random()))).await.unwrap();
    assert_eq!(store.check().await, Ok(None));
}
